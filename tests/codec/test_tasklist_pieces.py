"""The pieces of a row: fields, prompts, steps and notes, however people wrote them."""

import pytest

from planner.codec.tasklist import (
    FieldLine,
    FreeLines,
    QuoteLines,
    RowDoc,
    parse_tasks,
)
from tests.tasklists import HEADER, a_row, a_tasks_file, only_row


def kinds(row: RowDoc) -> list[str]:
    """Return what the pieces of *row* are, blank lines left out."""
    return [
        type(piece).__name__
        for piece in row.pieces
        if not (isinstance(piece, FreeLines) and piece.is_blank)
    ]


STEPS: list[tuple[str, str, str, str]] = [
    ("star", "* [ ] do", " ", "do"),
    ("plus", "+ [x] do", "x", "do"),
    ("two blanks", "-  [X]  do ", "X", "do"),
    ("number", "1. [ ] do", " ", "do"),
    ("number in parenthesis", "12) [x] do", "x", "do"),
    ("in progress", "- [~] do", "~", "do"),
    ("blocked", "- [!] do", "!", "do"),
    ("other mark", "- [-] do", "-", "do"),
    ("empty box", "- [] do", " ", "do"),
    ("hard blank in the box", "- [\xa0] do", " ", "do"),
    ("no blank behind the box", "- [x]do", "x", "do"),
    ("tab", "-\t[x]\tdo", "x", "do"),
    ("nothing behind the box", "- [ ]", " ", ""),
]


@pytest.mark.parametrize(
    ("line", "mark", "text"), [step[1:] for step in STEPS], ids=[step[0] for step in STEPS]
)
def test_a_box_is_a_step_however_it_is_written(line: str, mark: str, text: str) -> None:
    (step,) = only_row(a_tasks_file(a_row(steps=line))).steps
    assert (step.mark, step.text, step.raw) == (mark, text, (line,))


@pytest.mark.parametrize(
    "line", ["- [x](a-link)", "- [x][ref]", "- [a link] do", "- plain", "-[ ] do", "- (x) do"]
)
def test_a_list_item_without_a_box_is_no_step(line: str) -> None:
    assert only_row(a_tasks_file(a_row(steps=line))).steps == ()


def test_what_hangs_under_a_step_belongs_to_it() -> None:
    steps = """\
- [ ] one
  - [x] nested
  more of one

  a note
- [x] two
lazily more of two
"""
    one, two = only_row(a_tasks_file(a_row(steps=steps))).steps
    assert one.raw == ("- [ ] one", "  - [x] nested", "  more of one", "", "  a note")
    assert two.raw == ("- [x] two", "lazily more of two")
    assert (one.text, two.text) == ("one", "two")


def test_notes_between_steps_travel_with_the_one_before() -> None:
    steps = "- [ ] one\n\nA note.\n\n> quoted\n\n- [ ] two\n\nThe end.\n"
    row = only_row(a_tasks_file(a_row(steps=steps)))
    one, two = row.steps
    assert one.raw == ("- [ ] one", "", "A note.", "", "> quoted", "")
    assert two.raw == ("- [ ] two",)
    assert row.pieces[-1].raw == ("", "The end.")
    assert isinstance(row.pieces[-1], FreeLines)


def test_a_step_behind_the_validation_is_a_step() -> None:
    steps = "- [ ] **Validate:** x\n- [ ] one more\n"
    row = only_row(a_tasks_file(a_row(steps=steps)))
    assert [step.text for step in row.steps] == ["**Validate:** x", "one more"]


def test_a_field_between_steps_is_still_a_field() -> None:
    steps = "- [x] one\n**Completed:** 2026-03-04 by human\n- [ ] two\n"
    row = only_row(a_tasks_file(a_row(steps=steps)))
    assert row.value("Completed") == "2026-03-04 by human"
    assert [step.raw for step in row.steps] == [("- [x] one",), ("- [ ] two",)]


FIELDS: list[tuple[str, str]] = [
    ("as the format", "**Note:** x y"),
    ("colon outside", "**Note**: x y"),
    ("blanks around", "**Note:**   x y  "),
    ("wide colon", "**Note：** x y"),
    ("hard blank", "**Note:**\xa0x y"),
]


@pytest.mark.parametrize("line", [line for _, line in FIELDS], ids=[name for name, _ in FIELDS])
def test_a_field_is_read_however_it_is_written(line: str) -> None:
    row = only_row(a_tasks_file(a_row(fields=line)))
    assert row.value("note") == "x y"


@pytest.mark.parametrize("line", ["- **Status:** [x] done", "* **Status**: [x] done"])
def test_a_field_of_the_format_may_be_a_list_item(line: str) -> None:
    text = a_tasks_file(a_row()).replace("**Status:** [ ] pending", line)
    assert only_row(text).status == ("x", "done")


def test_several_fields_on_one_line_are_several_fields() -> None:
    line = "**SDD scope:** single-product · **Execution autonomy:** autonomous | **Owner:** Ann"
    doc = parse_tasks(a_tasks_file(header=f"{line}\n"))
    fields = [piece for piece in doc.preamble if isinstance(piece, FieldLine)]
    assert [(each.name, each.value) for each in fields] == [
        ("SDD scope", "single-product"),
        ("Execution autonomy", "autonomous"),
        ("Owner", "Ann"),
    ]
    assert [each.raw for each in fields] == [(line,), (), ()]


def test_bold_words_inside_a_value_are_no_field() -> None:
    row = only_row(a_tasks_file(a_row(fields="**Note:** see **Owner:** Ann")))
    assert row.value("Note") == "see **Owner:** Ann"


def test_a_field_takes_the_lines_that_go_on_under_it() -> None:
    fields = "**Changes:**\n- one\n- two\nand so on\n**Evidence:** x\n"
    row = only_row(a_tasks_file(a_row(fields=fields)))
    found = row.field("Changes")
    assert found is not None
    assert found.raw == ("**Changes:**", "- one", "- two", "and so on")
    assert found.value == "- one\n- two\nand so on"
    assert row.value("Evidence") == "x"


def test_a_header_with_annotations_and_a_table_above_the_rows_is_kept() -> None:
    header = HEADER.replace("cloud", "cloud (assumed)  <!-- ask -->")
    before = "| Wave | Tasks |\n|---|---|\n| 1 | T1 |\n"
    doc = parse_tasks(a_tasks_file(header=header, before=before))
    found = doc.field("Delivery model")
    assert found is not None
    assert found.value == "cloud (assumed)  <!-- ask -->"
    assert any("| 1 | T1 |" in piece.raw for piece in doc.preamble)


def test_a_prompt_is_quoted_or_stands_behind_its_name() -> None:
    quoted = "> Do\n> ```json\n> # x\n> ```\n\n> More\nlazily\n"
    assert only_row(a_tasks_file(a_row(prompt=quoted))).prompt == (
        "Do",
        "```json",
        "# x",
        "```",
        "",
        "More",
        "lazily",
    )
    behind = a_tasks_file(a_row(prompt="")).replace("prompt:**", "prompt:** Do it\nso")
    assert only_row(behind).prompt == ("Do it", "so")


def test_a_quote_behind_the_steps_is_no_prompt() -> None:
    row = only_row(a_tasks_file(a_row(prompt="> Do\n", end="> a remark")))
    assert row.prompt == ("Do",)
    assert isinstance(row.pieces[-1], QuoteLines)


def test_the_pieces_of_a_row_stand_in_order() -> None:
    end = "<!-- planner:row source=0a prompt=- steps=1b,2c -->\n\nA note."
    row = only_row(a_tasks_file(a_row(end=end)))
    assert kinds(row) == [
        *["FieldLine"] * 4,
        "QuoteLines",
        "Step",
        "Step",
        "RecordLine",
        "FreeLines",
    ]
    assert row.record is not None
    assert (row.record.source, row.record.prompt, row.record.steps) == ("0a", "", ("1b", "2c"))


def test_a_comment_that_is_no_record_is_a_note() -> None:
    row = only_row(a_tasks_file(a_row(end="<!-- planner:row of mine -->")))
    assert row.record is None
