"""A reply as written: what stands where, whatever was sent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.codec.fences import named_by
from planner.codec.reply import REPLY_LIMIT, parse_reply
from planner.model.vocabulary import Artifact
from tests.builders import a_reply

GOOD = a_reply(route="needs_detail")


def test_the_sections_of_a_good_reply_are_found_with_their_lines() -> None:
    doc = parse_reply(GOOD)
    lines = GOOD.split("\n")
    assert [found.artifact for found in doc.sections] == [
        Artifact.PACKET,
        Artifact.READINESS,
        Artifact.QUESTIONS,
    ]
    for found in doc.sections:
        assert lines[found.label_line - 1] == f"**{found.artifact}**"
        assert lines[found.body_line - 1] == found.body.split("\n")[0]
        assert lines[found.end_line - 1] == "```"
    assert doc.strays == ()


def test_crlf_and_a_byte_order_mark_are_the_same_reply() -> None:
    windows = ("\ufeff" + GOOD.replace("\n", "\r\n")).encode()
    assert parse_reply(windows).sections == parse_reply(GOOD).sections


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "blank"),
        (b" \r\n\t\n", "blank"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"a\n\x00b", "line 2 holds a NUL"),
        (b"a" * (REPLY_LIMIT + 1), "1048577 bytes"),
        ("\ud800", "not UTF-8"),
    ],
    ids=["nothing", "blank", "bytes", "NUL", "1 MiB and a byte", "a lone surrogate"],
)
def test_what_cannot_be_read_says_why(data: bytes | str, reason: str) -> None:
    doc = parse_reply(data)
    assert doc.unreadable is not None
    assert reason in doc.unreadable


def test_a_reply_of_exactly_one_mebibyte_is_read() -> None:
    assert parse_reply(b"a" * REPLY_LIMIT).unreadable is None


@pytest.mark.parametrize(
    ("line", "artifact"),
    [
        ("**readiness.json**", Artifact.READINESS),
        ("## readiness.json", Artifact.READINESS),
        ("**Readiness.json:**", Artifact.READINESS),
        ("1. `task_packet.md`", Artifact.PACKET),
        ("Artifact: task-packet.md", Artifact.PACKET),
        ("**task packet**", Artifact.PACKET),
        ("TASK-SET", Artifact.TASK_SET),
        ("**candidate\u200b-questions.jsonl**", Artifact.QUESTIONS),
        ("**rеadiness.json**", Artifact.READINESS),
        ("**ｒｅａｄｉｎｅｓｓ.json**", Artifact.READINESS),
        ("**readıness.json**", Artifact.READINESS),
        ("Here is the readiness of it all", None),
        ("the task packet", None),
        ("", None),
        ("x" * 5000, None),
    ],
)
def test_a_label_is_known_by_what_it_reads_as(line: str, artifact: Artifact | None) -> None:
    assert named_by(line) is artifact


def test_text_between_a_label_and_its_fence_is_kept_with_its_line() -> None:
    doc = parse_reply(GOOD.replace("```json\n", "as follows\n```json\n", 1))
    assert [(stray.text, stray.under_label) for stray in doc.strays] == [("as follows", True)]
    assert doc.named(Artifact.READINESS) is not None


def test_a_label_inside_an_open_section_begins_the_next_one() -> None:
    doc = parse_reply(GOOD.replace("```\n\n**readiness.json**", "**readiness.json**"))
    packet = doc.named(Artifact.PACKET)
    assert packet is not None
    assert not packet.closed
    assert doc.named(Artifact.READINESS) is not None


def test_a_closing_fence_without_a_line_end_closes_nothing() -> None:
    assert [found.closed for found in parse_reply(GOOD[:-1]).sections] == [True, True, False]


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.binary())
def test_reading_never_raises(reply: str | bytes) -> None:
    doc = parse_reply(reply)
    assert doc.unreadable is not None or doc.text


FRAGMENTS = [
    "**readiness.json**",
    "**task-packet.md**",
    "```json",
    "```markdown",
    "```",
    "~~~",
    "",
    "x",
]


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=14))
def test_every_line_is_in_a_section_or_a_stray_run_or_blank(lines: list[str]) -> None:
    text = "\n".join(lines) + "\n"
    doc = parse_reply(text)
    if doc.unreadable:
        return
    inside: set[int] = set()
    for found in doc.sections:
        inside |= set(range(found.label_line, found.end_line + 1))
    starts = {stray.line for stray in doc.strays}
    outside = [n for n, line in enumerate(lines, 1) if line and n not in inside]
    assert not outside or starts
    assert all(stray_line <= len(lines) for stray_line in starts)
