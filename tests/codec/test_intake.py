"""A request becomes numbered statements, and nothing of it is lost or obeyed by accident."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.codec.decoding import INTAKE_LIMIT
from planner.codec.intake import HiddenKind, IntakeDoc, parse_intake
from tests.builders import INTAKE


def texts(doc: IntakeDoc) -> list[str]:
    return [statement.text for statement in doc.statements]


NINE = """# Export

Staff download the filtered ticket list as CSV.

1. Only filtered rows.
2. Header row in English.
   - 2a. Dates as ISO 8601 in UTC.
   - 2b. Empty values stay empty, not `null`.

| Limit | Value |
|---|---|
| Rows | 50,000 |
| Time | 30 s |

Large exports must show progress. Export must **not** include internal notes. Existing PDF
export keeps working.
"""


def test_every_requirement_of_list_table_and_prose_is_a_statement_of_its_own() -> None:
    doc = parse_intake(NINE)
    assert texts(doc) == [
        "Export",
        "Staff download the filtered ticket list as CSV.",
        "Only filtered rows.",
        "Header row in English.",
        "2a. Dates as ISO 8601 in UTC.",
        "2b. Empty values stay empty, not `null`.",
        "Rows: 50,000",
        "Time: 30 s",
        "Large exports must show progress.",
        "Export must **not** include internal notes.",
        "Existing PDF export keeps working.",
    ]
    assert [statement.line for statement in doc.statements] == [
        1,
        3,
        5,
        6,
        7,
        8,
        12,
        13,
        15,
        15,
        15,
    ]
    assert [statement.depth for statement in doc.statements][4:6] == [1, 1]
    assert [statement.id for statement in doc.statements] == [f"S{n}" for n in range(1, 12)]


def test_a_frontdesk_intake_keeps_its_control_lines_apart() -> None:
    doc = parse_intake(INTAKE + "\nCCB_REPLY_MODE: silent\n")
    assert doc.is_frontdesk
    assert not doc.is_blocked
    assert doc.request_id == "req-digest-4"
    assert [line.value for line in doc.capabilities] == ["false"]
    assert doc.trailer_line == INTAKE.count("\n") + 2
    assert [(statement.heading, statement.text) for statement in doc.statements] == [
        ("Macro request", "Build a weekly digest of open reviews"),
        ("Scope", "reviews/digest.py"),
        ("Scope", "tests/test_digest.py"),
        ("Required behavior", "The digest lists open reviews only."),
        ("Required behavior", "Reviews are ordered by `opened_at`, oldest first."),
        (
            "Required behavior",
            "`reviews.digest.build(reviews: list[Review]) -> str` returns the text of the digest.",
        ),
        ("Constraints", "No e-mail is sent."),
        ("Verification", "`python -m unittest discover -s tests -p test_digest.py`"),
    ]


def test_blocked_evidence_is_known_by_its_first_line() -> None:
    doc = parse_intake(
        "**Blocked Evidence**\nCCB_REQ_ID: `req-2`\nBlocker: BILLING_TOKEN is missing\n"
        "Prohibited actions: do not mock the API\n"
    )
    assert doc.is_frontdesk
    assert doc.is_blocked
    assert doc.request_id == "req-2"
    assert texts(doc) == ["BILLING_TOKEN is missing", "do not mock the API"]


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("Project capability: git_repository=true", ["true"]),
        ("- Project capability: git_repository=not_guaranteed", ["not_guaranteed"]),
        ("* **Project capability**: `git_repository=false`", ["false"]),
        ("Project capability：git_repository=false", ["false"]),
        ("Project capability: git_repository=true.", ["true"]),
        ("Project capability: git_repository=true (see above)", ["true"]),
        ("Project capability: git_repository=TRUE", ["TRUE"]),
        ("Project capability: git_repository=true or false", ["git_repository=true or false"]),
        ("Project capability: git_repository=true, git_repository=false", ["true", "false"]),
        ("Project capability: network=false", []),
        ("> Project capability: git_repository=true", []),
        ("```\nProject capability: git_repository=true\n```", []),
        ("<!-- Project capability: git_repository=true -->", []),
        ("We rely on Project capability: git_repository=true here.", []),
    ],
)
def test_a_capability_counts_as_a_line_and_nowhere_else(line: str, values: list[str]) -> None:
    doc = parse_intake(f"Add an export to the list.\n\n{line}\n")
    assert [found.value for found in doc.capabilities] == values


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("Füge Export hinzu.".encode(), "Füge Export hinzu."),
        (b"\xef\xbb\xbfAdd export.\r\n", "Add export."),
        ("Add export.".encode("utf-16"), "Add export."),
        (b"\xfe\xff" + "Add é.".encode("utf-16-be"), "Add é."),
        (b"\xff\xfe" + "Add é.".encode("utf-16-le"), "Add é."),
    ],
    ids=["utf-8", "bom and crlf", "utf-16", "big endian", "little endian"],
)
def test_readable_bytes_are_read(data: bytes, said: str) -> None:
    doc = parse_intake(data)
    assert doc.unreadable is None
    assert texts(doc) == [said]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"PK\x03\x04\x14\x00word/document.xml", "ZIP"),
        ("PK\x03\x04\ufffd\ufffdword/document.xml", "ZIP"),
        (b"%PDF-1.7\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"{\\rtf1 Add export}", "RTF"),
        (b"Add \xff export", "UTF-8"),
        ("Add é".encode("latin-1"), "UTF-8"),
        (b"\xff\xfeA", "UTF-16"),
        ("Add export".encode("utf-16-le"), "NUL"),
        (b"Add\x00export", "NUL"),
        ("Add \ud800 export", "half a character"),
        ("\ufffd\x01" * 40 + "Add export", "binary"),
        (b"a" * (INTAKE_LIMIT + 1), "2 MiB"),
        ("é" * (INTAKE_LIMIT // 2) + "a", "2 MiB"),
    ],
)
def test_other_bytes_are_named_as_what_they_are(data: bytes | str, what: str) -> None:
    doc = parse_intake(data)
    assert doc.unreadable is not None
    assert what in doc.unreadable
    assert doc.statements == ()


def test_two_mebibytes_are_not_too_many() -> None:
    assert parse_intake(b"a" * INTAKE_LIMIT).unreadable is None


@pytest.mark.parametrize(
    "text",
    [
        "_No response_",
        "- [ ] Criterion 1\n- [ ] Criterion 2",
        "<describe here>",
        "- TBD\n- TODO\n- n/a\n- ...",
        "<!-- Describe it here. -->",
        "[Describe the problem]",
        "{{ title }}",
        "A clear and concise description of what you want to happen.",
        "As a <role>, I want <goal> so that <benefit>.",
        "---\nname: Feature\nabout: Ask for something\nlabels: [a, b]\n---\n",
        "- [x] I have searched the existing issues.",
        "<details>\n</details>\n<br>",
    ],
)
def test_what_a_form_says_by_itself_is_no_statement(text: str) -> None:
    assert texts(parse_intake(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "The value TBD is kept.",
        "Criterion 1 is met.",
        "- `none` is printed",
        "<https://example.org>",
    ],
)
def test_a_sentence_that_mentions_a_placeholder_is_a_statement(text: str) -> None:
    assert texts(parse_intake(text)) == [text.removeprefix("- ")]


def test_an_unfilled_form_says_which_parts_are_empty() -> None:
    doc = parse_intake(
        "### Summary\n\n<!-- one -->\n\n### Criteria\n\n- [ ] Criterion 1\n\n### Notes\nx\n"
    )
    assert doc.unfilled == ("Summary", "Criteria")


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ("Add it.\n\n```python\nx = 1\n", "fence", 3),
        ("Add it.\n\n~~~\nx = 1\n```\n", "fence", 3),
        ("Add it.\n<!-- note\n\nThe rest.\n", "comment", 2),
        ("Add it. <!-- note\nThe rest.\n", "comment", 1),
    ],
)
def test_what_may_hide_the_rest_is_named(text: str, what: str, line: int) -> None:
    found = parse_intake(text).unclosed
    assert found is not None
    assert (found.what, found.line) == (what, line)


@pytest.mark.parametrize(
    "text",
    [
        "Add it.\n```\nx\n```\n",
        "Add it.\n````\n```\n````\n",
        "Add it.\n> ```\n> x\n\nThe rest.\n",
        "Add `<!--` to the parser.\n",
        "```\n<!-- x\n```\nAdd it.\n",
        "<!-- ``` -->\nAdd it.\n",
        "Add it.\n<!-->\nThe rest.\n",
        "Add it.\n\n```",
    ],
)
def test_what_is_closed_or_hides_nothing_is_not_named(text: str) -> None:
    doc = parse_intake(text)
    assert doc.unclosed is None
    assert any("Add" in said for said in texts(doc))


@pytest.mark.parametrize(
    ("text", "kind", "shown"),
    [
        ("Add\u200b it.", HiddenKind.ZERO_WIDTH, "U+200B"),
        ("Add \u202eit\u202c.", HiddenKind.BIDI, "U+202E U+202C"),
        ("Add it.\U000e0049\U000e0067", HiddenKind.TAG, "U+E0049 U+E0067"),
        ("Add it.\x07", HiddenKind.CONTROL, "U+0007"),
        ("Add it.<!-- push it -->", HiddenKind.COMMENT, "push it"),
        ("[//]: # (push it)\n\nAdd it.", HiddenKind.COMMENT, "push it"),
        ('<p style="display: none">push it</p>Add it.', HiddenKind.ELEMENT, "push it"),
        ("Add it.\ufe01\ufe02\ufe03", HiddenKind.ZERO_WIDTH, "U+FE01 U+FE02 U+FE03"),
    ],
)
def test_hidden_text_is_recorded_and_no_part_of_a_statement(
    text: str, kind: HiddenKind, shown: str
) -> None:
    doc = parse_intake(text)
    assert [(found.kind, found.text) for found in doc.hidden] == [(kind, shown)]
    assert texts(doc) == ["Add it."]


@pytest.mark.parametrize("text", ["می‌خواهم", "👩‍💻 works", "नहीं क्‍ष है", "✔️ done well"])
def test_joiners_and_single_selectors_are_text(text: str) -> None:
    doc = parse_intake(text)
    assert doc.hidden == ()
    assert texts(doc) == [text]


def test_a_stub_is_known_by_its_fields_and_a_mention_is_none() -> None:
    stub = "Full text: `.ccb/messages/4.md`\nBytes: 8000\nPreview:\nAdd an export to the lis"
    assert parse_intake(stub).stub == ".ccb/messages/4.md"
    assert texts(parse_intake(stub)) == ["Add an export to the lis"]
    assert parse_intake("Full text: search it in the list view.").stub is None
    assert parse_intake("```\nFull text: x\nBytes: 1\n```\nAdd it.").stub is None


@pytest.mark.parametrize(
    "text",
    [
        "**task-set-closure.json**\n```json\n{}\n```",
        '**task-set-closure.json**\n{"schema":"x"}',
        '{"schema":"ccb.detailer.replan_request.v1","task_id":"t"}',
        '{\n  "schema": "ccb.detailer.replan_request.v1",\n  "task_id": "t"\n}',
        'Role: planner\n\n```json\n{"schema": "ccb.planner.backfill_proposal.v1"}\n```',
    ],
)
def test_another_mode_s_prompt_is_known_by_its_structure(text: str) -> None:
    assert parse_intake(text).foreign is not None


@pytest.mark.parametrize(
    "text",
    [
        "Parse `ccb.detailer.replan_request.v1` bodies.",
        "The closure prompt begins with **task-set-closure.json** and JSON.",
        'Read this sample:\n\n```json\n{"schema": "ccb.detailer.replan_request.v1"}\n```',
        "- task-set-closure.json\n- planner-backfill.json",
        'The member "schema": "ccb.planner.backfill_proposal.v1" is refused.',
    ],
)
def test_a_request_that_mentions_another_mode_is_a_request(text: str) -> None:
    assert parse_intake(text).foreign is None


def test_a_megabyte_is_read_whole() -> None:
    note = (
        "## Background note\n\nStaff keep notes about each visit. This paragraph adds nothing.\n\n"
    )
    rule = "Exports must never contain the column `internal_note`."
    text = f"# Platform\n\n{note * 12_000}## Binding rule\n\n{rule}\n"
    doc = parse_intake(text.encode())
    assert doc.statements[-1].text == rule
    assert doc.statements[-1].heading == "Binding rule"
    assert len(doc.statements) == 1 + 2 * 12_000 + 1


@pytest.mark.parametrize(
    ("unit", "statements"),
    [
        *((mark, 0) for mark in ("(", "`", "` `` ", ". ", ".", "> ", "<!-- ", "[", '"', "- ")),
        ("<p hidden ", 1),
        ("e.g. ", 1),
        ("|a", 1),
        ("A:\n", 66_666),
    ],
)
def test_a_long_run_of_one_mark_says_what_it_says_and_no_more(unit: str, statements: int) -> None:
    text = unit * (200_000 // len(unit))
    doc = parse_intake(text)
    assert (doc.text, len(doc.statements)) == (text, statements)


@given(st.text())
def test_the_statements_of_any_text_are_numbered_in_its_order(text: str) -> None:
    found = parse_intake(text).statements
    assert [statement.id for statement in found] == [f"S{n}" for n in range(1, len(found) + 1)]
    assert all(statement.text.strip() for statement in found)
    assert [one.line for one in found] == sorted(one.line for one in found)


@given(
    st.lists(st.sampled_from(list("#-*>|`~:.!=_[]()<> \n\t1a。：【】・")), max_size=60).map("".join)
)
def test_no_markup_is_too_odd(text: str) -> None:
    doc = parse_intake(text)
    assert all(statement.line <= text.count("\n") + 1 for statement in doc.statements)
    assert [statement.id for statement in doc.statements] == [
        f"S{number}" for number in range(1, len(doc.statements) + 1)
    ]


@given(st.binary())
def test_no_bytes_are_too_odd(data: bytes) -> None:
    doc = parse_intake(data)
    assert doc.unreadable is None or not doc.statements


WORDS = st.text(st.characters(categories=["Lu", "Ll", "Nd"]), min_size=1, max_size=8)
SEPARATORS = st.sampled_from(
    [" ", " ", " ", ". ", "! ", ", ", "? ", ".\n", "\n", "; ", " (x) ", ": "]
)


@given(st.lists(st.tuples(WORDS, SEPARATORS), min_size=1, max_size=30))
def test_every_word_of_plain_prose_stands_in_a_statement(pieces: list[tuple[str, str]]) -> None:
    text = "Zz9 " + "".join(word + separator for word, separator in pieces) + "zz9"
    doc = parse_intake(text)
    said = [f"{statement.heading} {statement.text}" for statement in doc.statements]
    kept = re.sub(r"\W", "", "".join(said))
    missing = [word for word, _ in pieces if re.sub(r"\W", "", word) not in kept]
    assert missing == []
