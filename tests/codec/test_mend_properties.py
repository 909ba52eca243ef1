"""Mending is total, once and for all, and loses nothing that it does not name."""

from collections import Counter
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from planner.codec.mend import Mended, mend
from planner.codec.reply import parse_reply, render_reply
from planner.model.packet import Packet
from planner.model.question import Question
from planner.model.readiness import ReadinessRecord
from planner.model.reply import Reply
from tests.codec.mending import DIRECT, GOOD, SAMPLE, mended
from tests.properties.test_round_trip import PACKETS
from tests.properties.test_round_trip import QUESTIONS as QUESTION_RECORDS
from tests.properties.test_round_trip import READINESS as READINESS_RECORDS

VARIANTS: list[Callable[[str], str]] = [
    lambda text: text.replace("**readiness.json**", "### Readiness.json:"),
    lambda text: text.replace("**task-packet.md**", "1. `task_packet.md`"),
    lambda text: text.replace("```json\n", "```\n"),
    lambda text: text.replace("\n\n**", "\n**"),
    lambda text: text.replace("\n- ", "\n* "),
    lambda text: text.replace("## Goal", "### Goal"),
    lambda text: text.replace("only.\n", "only. \n"),
    lambda text: text.replace("## Constraints", f"{SAMPLE}## Constraints"),
    lambda text: text.replace("```", "~~~"),
    lambda text: f"Hello.\n\n{text}",
    lambda text: f"{text}\nGoodbye.\n",
    lambda text: f"<think>\n{DIRECT}</think>\n{text}",
    lambda text: f"{DIRECT}</think>\n{text}",
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text.removesuffix("\n"),
    lambda text: f"\ufeff{text}",
    lambda text: text.replace("```json", "```jsonc"),
    lambda text: text.replace("## Constraints", "```\nx\n```\n## Constraints"),
]
LINES = [
    "**task-packet.md**",
    "**readiness.json**",
    "## readiness.json",
    "- readiness.json",
    "**task-set.json**",
    "**candidate-questions.jsonl**",
    "```markdown",
    "```json",
    "```",
    "````",
    "~~~",
    "  ```text",
    "{}",
    '{"a": [1]}',
    "<think>",
    "</think>",
    "x</think>",
    "# Task: x",
    "## Goal",
    "### Goals",
    "* x",
    "- python -m unittest tests/test_a.py",
    "Allowed paths:",
    "Verification:",
    "x ",
    "",
]
INSERTED = st.lists(st.tuples(st.integers(0, 32), st.sampled_from(LINES)), max_size=3)
REPLIES = (
    st.lists(st.sampled_from(VARIANTS), max_size=5).map(lambda steps: applied(GOOD, steps))
    | st.lists(st.sampled_from(LINES), max_size=24).map("\n".join)
    | st.tuples(st.sampled_from([GOOD, DIRECT]), INSERTED).map(lambda pair: with_lines(*pair))
)


def applied(text: str, steps: list[Callable[[str], str]]) -> str:
    for step in steps:
        text = step(text)
    return text


def with_lines(text: str, inserted: list[tuple[int, str]]) -> str:
    lines = text.split("\n")
    for at, line in inserted:
        lines.insert(min(at, len(lines)), line)
    return "\n".join(lines)


def visible(text: str) -> Counter[str]:
    return Counter(character for character in text if not character.isspace())


@given(st.text(st.characters()) | st.binary() | REPLIES)
def test_mending_never_raises(reply: str | bytes) -> None:
    found = mend(reply)
    assert isinstance(found, Mended) or found.reasons


@given(REPLIES)
def test_twice_is_once(reply: str) -> None:
    found = mend(reply)
    if isinstance(found, Mended):
        assert mend(found.text) == Mended(found.text, ())


@given(PACKETS, READINESS_RECORDS, st.lists(QUESTION_RECORDS, max_size=2).map(tuple))
def test_what_the_writer_prints_is_left_alone(
    packet: Packet, readiness: ReadinessRecord, questions: tuple[Question, ...]
) -> None:
    text = render_reply(Reply(packet=packet, readiness=readiness, questions=questions))
    assert mended(text) == Mended(text, ())


@given(REPLIES)
def test_no_character_comes_or_goes_unnamed(reply: str) -> None:
    found = mend(reply)
    if isinstance(found, Mended):
        expected = visible(reply)
        for change in found.changes:
            expected.subtract(visible(change.before))
            expected.update(visible(change.after))
        assert {key: count for key, count in expected.items() if count} == visible(found.text)


@given(REPLIES)
def test_changes_are_empty_exactly_if_nothing_changed(reply: str) -> None:
    found = mend(reply)
    if isinstance(found, Mended):
        assert (found.changes == ()) == (found.text == reply)
        assert [c.line for c in found.changes] == sorted(c.line for c in found.changes)


@given(REPLIES)
def test_what_is_written_is_what_a_consumer_reads(reply: str) -> None:
    found = mend(reply)
    if isinstance(found, Mended):
        doc = parse_reply(found.text)
        assert doc.strays == ()
        assert all(section.closed for section in doc.sections)
