"""Headings, labels, items, rows and code are told apart as a reader tells them apart."""

import pytest

from planner.codec.hidden import visible
from planner.codec.intake import parse_intake
from planner.codec.outline import parts_of
from planner.codec.sentences import sentences
from planner.model.intake import Form


def read(text: str) -> list[tuple[str, str, int, str]]:
    """Return form, heading, depth and text of each statement."""
    return [
        (statement.form.value, statement.heading, statement.depth, statement.text)
        for statement in parse_intake(text).statements
    ]


def said(text: str) -> list[str]:
    return [text for _form, _heading, _depth, text in read(text)]


@pytest.mark.parametrize(
    "heading",
    [
        "## Limits of it",
        "## Limits of it ##",
        "###### Limits of it",
        "##Limits of it",
        "Limits of it\n---",
        "**Limits of it**",
        "**Limits of it:**",
        "__Limits of it__",
        "Limits of it:",
        "**Limits of it**:",
        "Limits of it：",
        "【Limits of it】",
    ],
)
def test_every_kind_of_heading_heads_what_follows(heading: str) -> None:
    assert ("bullet", "Limits of it", 0, "Fifty rows are shown.") in read(
        f"Add it.\n\n{heading}\n\n- Fifty rows are shown.\n"
    )


@pytest.mark.parametrize("line", ["#12 is fixed", "#export is the tag", "####### seven"])
def test_a_line_that_only_looks_like_a_heading_is_said(line: str) -> None:
    assert said(line) == [line]


@pytest.mark.parametrize(
    ("item", "form"),
    [
        ("- Rows", "bullet"),
        ("* Rows", "bullet"),
        ("+ Rows", "bullet"),
        ("• Rows", "bullet"),
        ("・Rows", "bullet"),
        ("– Rows", "bullet"),
        ("1. Rows", "numbered"),
        ("1) Rows", "numbered"),
        ("(1) Rows", "numbered"),
        ("1.2. Rows", "numbered"),
        ("a) Rows", "numbered"),
        ("① Rows", "numbered"),
        ("一、Rows", "numbered"),
        ("１．Rows", "numbered"),
        ("- [ ] Rows", "check"),
        ("* [x] Rows", "check"),
        ("[ ] Rows", "check"),
    ],
)
def test_a_list_mark_goes_and_the_item_stays(item: str, form: str) -> None:
    assert read(item) == [(form, "", 0, "Rows")]


@pytest.mark.parametrize(
    "line",
    [
        "**Rows** are shown",
        "3.5 seconds are enough",
        "-5 degrees are shown",
        "价格、数量必须显示",
        "1.Rows",
    ],
)
def test_a_line_that_only_looks_like_an_item_keeps_its_beginning(line: str) -> None:
    assert said(line) == [line]


def test_items_nest_by_their_indentation() -> None:
    text = "1. one\n   - two\n     * three\n   - four\n2. five\n\n   six of it\n\nseven\n"
    assert [(depth, text) for _f, _h, depth, text in read(text)] == [
        (0, "one"),
        (1, "two"),
        (2, "three"),
        (1, "four"),
        (0, "five"),
        (0, "six of it"),
        (0, "seven"),
    ]


def test_an_item_takes_its_continuation_lines() -> None:
    assert said("- The export holds\n  the filtered rows,\nnothing else.\n- next\n") == [
        "The export holds the filtered rows, nothing else.",
        "next",
    ]


def test_an_item_of_several_requirements_is_cut_and_a_remark_stays() -> None:
    assert said("- Exports show progress. Exports never include notes. It must be so. Done.\n") == [
        "Exports show progress.",
        "Exports never include notes. It must be so. Done.",
    ]


def test_a_label_with_a_value_gives_the_value() -> None:
    assert read("Goal: Add an export\nOut of scope: XLSX. PDF stays.\n") == [
        ("labelled", "Goal", 0, "Add an export"),
        ("labelled", "Out of scope", 0, "XLSX."),
        ("labelled", "Out of scope", 0, "PDF stays."),
    ]


@pytest.mark.parametrize("line", ["Timeout: 30 s", "Columns: id, subject", "**Format**: CSV"])
def test_another_line_with_a_colon_keeps_its_words_and_its_section(line: str) -> None:
    assert read(f"## Constraints\n\n{line}\n") == [("labelled", "Constraints", 0, line)]


@pytest.mark.parametrize(
    "line",
    [
        "See https://example.org/a for it",
        "It starts at 12:30 each day",
        "Call a::b there",
        "use C:\\x",
    ],
)
def test_a_colon_inside_a_name_makes_no_label(line: str) -> None:
    assert read(line) == [("prose", "", 0, line)]


def test_a_lead_in_that_says_something_is_said_and_heads_its_list_alone() -> None:
    text = "## Constraints\n\nExports must never contain:\n- notes\n- pay\n\nKeep the PDF.\n"
    assert read(text) == [
        ("prose", "Constraints", 0, "Exports must never contain:"),
        ("bullet", "Exports must never contain", 0, "notes"),
        ("bullet", "Exports must never contain", 0, "pay"),
        ("prose", "Constraints", 0, "Keep the PDF."),
    ]


def test_a_lead_in_that_heads_nothing_is_said() -> None:
    assert said("Add it.\n\nColumns:\n") == ["Add it.", "Columns:"]


def test_nested_items_stand_under_the_item_that_names_them() -> None:
    assert read("- Scope:\n  - a.py\n- Tests\n  - b.py\n") == [
        ("bullet", "Scope", 1, "a.py"),
        ("bullet", "Tests", 1, "b.py"),
    ]


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        ("| A | B |\n|---|:-:|\n| x | 1 |\n", ["x: 1"]),
        ("A | B\n--|--\nx | 1\n", ["x: 1"]),
        ("| A | B | C |\n|--|--|--|\n| x | 1 | |\n| | | |\n", ["A: x; B: 1"]),
        ("| A | B | C |\n|--|--|--|\n| a \\| b | `c` | d |\n", ["A: a | b; B: `c`; C: d"]),
        ("| A |\n|---|\n| x |\n", ["A: x"]),
        ("| A | B |\n|---|---|\n| TBD | TBD |\n", []),
        ("| x | 1 |\n| y | 2 |\n", ["x: 1", "y: 2"]),
        ("> | A | B |\n> |---|---|\n> | x | 1 |\n", ["x: 1"]),
    ],
)
def test_each_row_of_a_table_says_what_its_cells_say(table: str, rows: list[str]) -> None:
    assert said(table) == rows


def test_a_pipe_in_a_sentence_makes_no_table() -> None:
    assert said("Use a | b there.\nAnd `x|y` here.\n") == ["Use a | b there.", "And `x|y` here."]


def test_code_is_kept_line_by_line_with_its_language() -> None:
    text = "Add it.\n\n```python title=x\ndef f():\n    return 1\n\n```\n\n    indented\n    more\n"
    statements = [found for found in parse_intake(text).statements if found.form is Form.CODE]
    assert [(found.text, found.language, found.line) for found in statements] == [
        ("def f():", "python", 4),
        ("    return 1", "python", 5),
        ("indented", "", 9),
        ("more", "", 10),
    ]


def test_a_fence_in_an_item_or_a_quote_ends_where_it_ends() -> None:
    text = "- Run it:\n  ```sh\n  pytest\n  ```\n- next\n\n> ```\n> code\n\nAfter it.\n"
    assert said(text) == ["Run it:", "pytest", "next", "code", "After it."]


def test_a_page_that_is_indented_as_a_whole_is_no_code() -> None:
    assert read("    Add an export.\n\n    - rows\n") == [
        ("prose", "", 0, "Add an export."),
        ("bullet", "", 0, "rows"),
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ["Add an export", "Only filtered rows", "Header row in English"],
        ["add an export", "only filtered rows", "header row in english"],
        ["添加导出功能", "仅限筛选后的行", "标题行使用英文"],
    ],
)
def test_lines_without_full_stops_stay_apart(lines: list[str]) -> None:
    assert said("\n".join(lines)) == lines


def test_wrapped_prose_is_joined_and_cut_at_its_sentences() -> None:
    text = (
        "We need an export of the ticket list so that the support staff can\n"
        "take home what they see. The header row is in English and the\n"
        "Names of columns follow the API.\n"
    )
    assert said(text) == [
        (
            "We need an export of the ticket list so that the support staff can take home what they"
            " see."
        ),
        "The header row is in English and the Names of columns follow the API.",
    ]


def test_a_rule_under_a_sentence_makes_no_heading() -> None:
    assert said("Notes are never exported.\n---\nThe PDF stays.\n") == [
        "Notes are never exported.",
        "The PDF stays.",
    ]


def test_a_heading_that_is_a_sentence_is_said() -> None:
    assert said("## Exports must never contain notes.\n\n### What should change?\n") == [
        "Exports must never contain notes."
    ]


@pytest.mark.parametrize("name", ["Feature request", "Summary", "Bug report", "PRD"])
def test_the_name_of_a_template_is_no_title(name: str) -> None:
    assert read(f"# {name}\n\n# Ticket export\n\nAdd it now.\n")[0] == (
        "title",
        "",
        0,
        "Ticket export",
    )


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Use it, e.g. The one. Then stop.", 2),
        ("Version v1.2 of a.b.c in README.md is read. Next.", 2),
        ("It takes 3.5 s. It ends.", 2),
        ("The limit is 30. Exports stop there.", 2),
        ("See `a. B` for it. Next.", 2),
        ("Keep it (as was. Really) there. Next.", 2),
        ("See [the docs. All](http://a.b). Next.", 2),
        ('It says "Stop. Now" there. Next.', 2),
        ("Do it! Is it done? Yes.", 3),
        ("Wait... Then go.", 2),
        ("(It is optional.) Do it.", 2),
        ("Use Fig. 3 of it. Next.", 2),
        ("Data of the U.S. Government stay. Next.", 2),
        ("Take option B. Then stop.", 2),
        ("Am 3. Mai kommt es, z. B. als CSV. Ende.", 2),
        ("仅导出行。标题为英文！真的？", 3),
        ("列（例えば。これ）を含む。終わり。", 2),
        ("add it. only rows. no notes.", 3),
        ("1. One of them", 1),
        ("Node.js and iOS stay. iPhone users too.", 1),
    ],
)
def test_a_sentence_ends_where_it_ends(text: str, count: int) -> None:
    spans = sentences(text)
    assert len(spans) == count, [text[begin:end] for begin, end in spans]


def test_parts_of_nothing_are_none() -> None:
    assert list(parts_of(visible(""))) == []
