"""Findings for a person: the place, the line, the caret, the cure, and nothing that hides."""

import pytest

from planner.diagnostics.as_text import LINE_WIDTH, render, summary
from planner.diagnostics.diagnostic import Where
from planner.diagnostics.reading import FileRead, Reading
from tests.diagnostics.findings import REPLY, a_finding, a_warning

READING = Reading(FileRead("reply.md", REPLY))


def rendered(line: str, column: int | None) -> list[str]:
    """Return the quoted line and, where there is one, the line of the caret under it."""
    reading = Reading(FileRead("reply.md", line))
    found = a_finding(where=Where("reply", "", 1, column), hint=None)
    lines = render([found], reading).split("\n")
    return [each.removeprefix("1 | ").removeprefix("  | ") for each in lines[3:5] if each]


def test_a_finding_is_shown_with_its_line_and_a_caret() -> None:
    assert render([a_finding()], READING, outcome="rejected") == (
        "error[RDY002]: the route is 'blockd'\n"
        " --> reply.md:2:11 (readiness.json /route)\n"
        "  |\n"
        '2 | {"route": "blocked"}\n'
        "  |           ^\n"
        "  = hint: write one of the five routes\n"
        "\n"
        "rejected: 1 error\n"
    )


def test_a_finding_without_a_line_names_only_its_place() -> None:
    found = a_warning(where=Where("readiness.json", "/route"), hint=None)
    assert render([found], READING) == (
        "warning[RDY002]: the route is 'blockd'\n"
        " --> reply.md (readiness.json /route)\n"
        "\n"
        "1 warning\n"
    )


def test_a_line_that_is_not_there_is_not_quoted() -> None:
    text = render([a_finding(where=Where("reply", "", 9, 1))], READING)
    assert " --> reply.md:9:1\n" in text
    assert "|" not in text


def test_a_finding_without_a_column_quotes_the_line_without_a_caret() -> None:
    assert rendered("the line", None) == ["the line"]


def test_the_gutter_is_as_wide_as_the_number() -> None:
    reading = Reading(FileRead("reply.md", "x\n" * 120))
    lines = render([a_finding(where=Where("reply", "", 117, 1))], reading).split("\n")
    assert lines[1:5] == ["   --> reply.md:117:1", "    |", "117 | x", "    | ^"]


def test_a_value_is_shown_when_the_message_does_not_hold_it() -> None:
    assert "= value: 'blockd'" not in render([a_finding(value="'blockd'")], READING)
    assert "= value: 'other'" in render([a_finding(value="'other'")], READING)


def test_a_finding_about_another_file_quotes_that_file() -> None:
    reading = Reading(
        FileRead("reply.md", REPLY), {"request": FileRead("ask.md", "Do it.\nNow!\n")}
    )
    text = render([a_finding(where=Where("request", "", 2, 4))], reading)
    assert " --> ask.md:2:4\n  |\n2 | Now!\n  |    ^\n" in text


def test_a_file_that_was_not_read_is_named_and_no_other_is_quoted() -> None:
    text = render([a_finding(where=Where("docs/design.md", "", 2, 1))], READING)
    assert " --> docs/design.md:2:1\n" in text
    assert "|" not in text


@pytest.mark.parametrize(
    ("line", "column", "caret"),
    [
        pytest.param("abcd", 3, "  ^", id="ascii"),
        pytest.param("abcd", 5, "    ^", id="after the end"),
        pytest.param("abcd", 99, "    ^", id="far after the end"),
        pytest.param("日本x", 3, "    ^", id="wide characters take two columns"),
        pytest.param("e\u0301x", 3, " ^", id="a combining mark takes none"),
        pytest.param("\ta\tb", 4, "\t \t^", id="tabs stay tabs"),
        pytest.param("\uff46\uff55", 2, "  ^", id="full-width forms"),
    ],
)
def test_the_caret_stands_under_the_character(line: str, column: int, caret: str) -> None:
    assert rendered(line, column) == [line, caret]


@pytest.mark.parametrize(
    ("line", "column", "shown", "caret"),
    [
        pytest.param("a\u202eb", 3, "a\\u202eb", "       ^", id="bidirectional control"),
        pytest.param("a\x1b[31mb", 2, "a\\u001b[31mb", " ^", id="terminal escape"),
        pytest.param("a\u200bb", 3, "a\\u200bb", "       ^", id="zero-width space"),
        pytest.param("a\U000e0041b", 3, "a\\U000e0041b", "           ^", id="tag character"),
        pytest.param("a\ud800b", 3, "a\\ud800b", "       ^", id="lone surrogate"),
        pytest.param("a\u2028b", 1, "a\\u2028b", "^", id="line separator is text"),
        pytest.param("a\rb", 1, "a\\rb", "^", id="a lone carriage return"),
    ],
)
def test_a_hidden_character_is_shown_as_its_escape(
    line: str, column: int, shown: str, caret: str
) -> None:
    assert rendered(line, column) == [shown, caret]


@pytest.mark.parametrize("column", [1, 5, 60, 500, 960, 1000, 1001])
def test_a_long_line_is_cut_around_the_column(column: int) -> None:
    line = "".join(chr(ord("a") + index % 26) for index in range(1000))
    shown, caret = rendered(line, column)
    assert len(shown) <= LINE_WIDTH + 2
    at = len(caret) - 1
    assert shown[at : at + 1].strip("…") == line[column - 1 : column]


def test_a_line_of_a_million_characters_is_cut() -> None:
    shown, caret = rendered("x" * 1_000_000, 500_000)
    assert shown == "…" + "x" * LINE_WIDTH + "…"
    assert len(caret) < LINE_WIDTH


def test_a_message_and_a_name_cannot_control_the_terminal() -> None:
    reading = Reading(FileRead("re\x1b[2Jply.md", REPLY))
    text = render([a_finding(message="a\nb\x1b]0;x\x07", hint="c\x08d")], reading)
    assert "\x1b" not in text
    assert "a\\nb\\u001b]0;x\\u0007" in text
    assert "hint: c\\u0008d" in text


def test_colour_is_printed_only_when_it_is_asked_for() -> None:
    plain = render([a_finding(), a_warning()], READING)
    colored = render([a_finding(), a_warning()], READING, color=True)
    assert "\x1b" not in plain
    assert "\x1b[1;31merror[RDY002]\x1b[0m" in colored
    assert "\x1b[1;33mwarning[RDY002]\x1b[0m" in colored


@pytest.mark.parametrize(
    ("errors", "warnings", "told"),
    [
        (0, 0, "no findings"),
        (1, 0, "1 error"),
        (2, 1, "2 errors, 1 warning"),
        (0, 3, "3 warnings"),
    ],
)
def test_the_summary_counts(errors: int, warnings: int, told: str) -> None:
    assert summary([a_finding()] * errors + [a_warning()] * warnings) == told


def test_without_findings_only_the_summary_is_printed() -> None:
    assert render([], READING, outcome="accepted") == "accepted: no findings\n"


def test_crlf_and_a_byte_order_mark_do_not_move_the_caret() -> None:
    reading = Reading(FileRead("reply.md", "\ufeffab\r\ncd\r\n"))
    text = render([a_finding(where=Where("reply", "", 1, 2))], reading)
    assert "1 | ab\n  |  ^\n" in text
