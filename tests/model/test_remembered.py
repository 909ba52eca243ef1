"""What was answered about a short text is remembered, and a long one is asked about each time."""

import pytest

from planner.model.remembered import SHORT, remembered


@pytest.mark.parametrize(("length", "asked"), [(0, 1), (SHORT, 1), (SHORT + 1, 3)])
def test_only_a_short_text_is_remembered(length: int, asked: int) -> None:
    heard: list[str] = []

    @remembered(2)
    def echo(text: str) -> str:
        heard.append(text)
        return text.upper()

    assert {echo("x" * length) for _ in range(3)} == {"X" * length}
    assert len(heard) == asked


def test_another_subject_is_another_question() -> None:
    @remembered(4)
    def joined(first: str, text: str) -> str:
        return first + text

    assert [joined("a", "x"), joined("b", "x"), joined("a", "x")] == ["ax", "bx", "ax"]


def test_no_more_answers_are_kept_than_was_said() -> None:
    heard: list[str] = []

    @remembered(1)
    def echo(text: str) -> str:
        heard.append(text)
        return text

    for text in ("a", "b", "a"):
        echo(text)
    assert heard == ["a", "b", "a"]
