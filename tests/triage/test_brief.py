"""A request is briefed or declined; what is briefed carries its findings with it."""

import hashlib

import pytest

from planner.codec.intake import parse_intake
from planner.diagnostics.report import codes
from planner.model.intake import Source
from planner.model.vocabulary import GitCapability, Mode
from planner.triage.brief import Briefed, Declined, brief_of, brief_of_doc
from tests.builders import INTAKE

UNFILLED = """### Summary

<!-- One sentence. -->

### What should change?

_No response_

### Acceptance criteria

- [ ] Criterion 1
- [ ] Criterion 2

### Anything else?

<!-- Add logs here
Support staff want CSV export
"""


def briefed(text: str, **given: object) -> Briefed | Declined:
    data = text.encode()
    return brief_of(parse_intake(data), data=data, **given)  # type: ignore[arg-type]


def test_a_frontdesk_intake_becomes_a_brief() -> None:
    found = briefed(INTAKE)
    assert isinstance(found, Briefed)
    assert found.diagnostics == ()
    brief = found.brief
    assert brief.intake_sha256 == hashlib.sha256(INTAKE.encode()).hexdigest()
    assert brief.intake_bytes == len(INTAKE.encode())
    assert brief.text == INTAKE
    assert len(brief.statements) == 8
    assert brief.mode is Mode.SINGLE_TASK
    assert brief.git_repository is GitCapability.FALSE
    assert brief.request_id == "req-digest-4"
    assert brief.language == "en"
    assert brief.phase == "planning"
    assert not brief.is_blocked


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", ("INT001",)),
        (b" \n\t\n", ("INT001",)),
        (b"Build something useful", ("INT001",)),
        (UNFILLED.encode(), ("INT001", "INT005", "INT006")),
        (b"PK\x03\x04docx", ("INT005",)),
        (b"Add an export.\n\n```\nx = 1\n", ("INT005",)),
        (b'**task-set-closure.json**\n{"schema": "x"}\n', ("INT007",)),
    ],
    ids=["empty", "blank", "vague", "unfilled", "binary", "open fence", "foreign"],
)
def test_a_request_that_nothing_can_be_planned_from_is_declined(
    data: bytes, expected: tuple[str, ...]
) -> None:
    found = brief_of(parse_intake(data), data=data)
    assert isinstance(found, Declined)
    assert codes(found.diagnostics) == expected


def test_an_unfilled_form_is_told_what_is_missing() -> None:
    found = briefed(UNFILLED)
    assert isinstance(found, Declined)
    hint = next(item.hint for item in found.diagnostics if item.code == "INT001")
    assert hint is not None
    for part in ("Summary", "What should change?", "Acceptance criteria"):
        assert part in hint


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Full text: a.md\nPreview:\n" + INTAKE, ("INT003",)),
        (INTAKE.replace("=false", "=maybe"), ("INT004",)),
        (INTAKE.replace("CCB_REQ_ID: req-digest-4\n", ""), ("INT002",)),
        (INTAKE.replace("only.", "only.\u200b"), ("INT006",)),
    ],
)
def test_other_faults_travel_with_the_brief(text: str, expected: tuple[str, ...]) -> None:
    found = briefed(text)
    assert isinstance(found, Briefed)
    assert codes(found.diagnostics) == expected


def test_a_stub_stays_known_in_the_brief() -> None:
    found = briefed("Full text: a.md\nBytes: 9000\nPreview:\nAdd an")
    assert isinstance(found, Briefed)
    assert found.brief.stub == "a.md"


@pytest.mark.parametrize(
    ("declared", "line", "effective"),
    [
        (None, "", None),
        (None, "git_repository=true", GitCapability.TRUE),
        (GitCapability.FALSE, "", GitCapability.FALSE),
        (GitCapability.TRUE, "git_repository=true", GitCapability.TRUE),
        (GitCapability.TRUE, "git_repository=false", None),
        (None, "git_repository=TRUE", None),
        (None, "git_repository=true\nProject capability: git_repository=false", None),
        (
            None,
            "git_repository=false\nProject capability: git_repository=false",
            GitCapability.FALSE,
        ),
    ],
)
def test_the_capability_is_the_activation_s_else_the_line_s_and_never_guessed(
    declared: GitCapability | None, line: str, effective: GitCapability | None
) -> None:
    text = "Add an export to the list.\n" + (f"\nProject capability: {line}\n" if line else "")
    found = briefed(text, declared_git=declared)
    assert isinstance(found, Briefed)
    assert found.brief.git_repository is effective


def test_what_is_given_goes_before_what_is_inferred() -> None:
    found = briefed(INTAKE, contract=Mode.TASK_SET, request_id="other", phase="detail")
    assert isinstance(found, Briefed)
    assert (found.brief.mode, found.brief.request_id, found.brief.phase) == (
        Mode.TASK_SET,
        "other",
        "detail",
    )


def test_evidence_is_carried_and_not_read_as_the_request() -> None:
    source = Source(name="notes.md", sha256="0" * 64, bytes=5, text="This is a task set.")
    found = briefed(INTAKE, sources=(source,), prior=source)
    assert isinstance(found, Briefed)
    assert found.brief.sources == (source,)
    assert found.brief.prior == source
    assert found.brief.mode is Mode.SINGLE_TASK


def test_crlf_and_a_mark_change_the_digest_and_nothing_else() -> None:
    data = b"\xef\xbb\xbf" + INTAKE.replace("\n", "\r\n").encode()
    plain, marked = parse_intake(INTAKE), parse_intake(data)
    assert plain == marked
    assert brief_of_doc(plain, data=INTAKE.encode()).intake_sha256 != (
        brief_of_doc(marked, data=data).intake_sha256
    )


def test_a_request_in_another_language_is_planned() -> None:
    found = briefed("要求：\n・導出は絞り込んだ行だけを含む。\n・見出しは英語にする。\n")
    assert isinstance(found, Briefed)
    assert found.brief.language == "ja"
    assert [item.text for item in found.brief.statements] == [
        "導出は絞り込んだ行だけを含む。",
        "見出しは英語にする。",
    ]
