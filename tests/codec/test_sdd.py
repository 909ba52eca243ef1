"""A design document is read as its author meant it, whatever is wrong with it."""

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.codec.sdd import FenceBlock, ListBlock, SddDoc, TableBlock, TextBlock, parse_sdd
from planner.codec.spans import code_spans, plain
from planner.codec.table_cells import cells
from planner.codec.title import kebab, numbered, process_name, title_key

HANDOFF = "<!-- planner-handoff:v1 -->\n## Planner Handoff\n\n"


def keys(doc: SddDoc) -> list[str]:
    """Return the keys of the sections that have a heading."""
    return [section.key for section in doc.sections[1:]]


def table(text: str) -> TableBlock:
    """Return the one table of a document."""
    found = [block for section in parse_sdd(text).sections for block in section.tables]
    assert len(found) == 1
    return found[0]


def values(doc: SddDoc) -> dict[str, str]:
    """Return the handoff's values by name."""
    return {field.name: field.value for field in doc.handoff}


@pytest.mark.parametrize(
    ("written", "number", "key"),
    [
        ("11. Project Structure", "11", "project structure"),
        ("§11. Project Structure", "11", "project structure"),
        ("§ 11.1: Project Structure", "11.1", "project structure"),
        ("Section 2: Stages & Tasks", "2", "stages & tasks"),
        ("SECTION 4 — Integrations", "4", "integrations"),
        ("11.1 Project Structure", "11.1", "project structure"),
        ("**11. Project Structure**", "11", "project structure"),
        ("15) Credentials & Assets:", "15", "credentials & assets"),
        ("3 Nodes Inventory", "3", "nodes inventory"),
        ("IV. Scope", "IV", "scope"),
        ("A.1 Case Metadata", "A.1", "case metadata"),
        ("１１．プロジェクト構成", "11", "プロジェクト構成"),
        ("第11章 项目结构", "11", "项目结构"),
        ("Abschnitt 3: Übersicht", "3", "übersicht"),
        ("Раздел 4. Обзор", "4", "обзор"),
        ("📦 Packages", "", "packages"),
        ("3-Way Match", "", "3-way match"),
        ("1:1 mapping", "", "1:1 mapping"),
        ("2024 roadmap", "", "2024 roadmap"),
        ("Stage 1: Intake", "", "stage 1: intake"),
        ("#", "", "#"),
        ("11", "", "11"),
    ],
)
def test_a_number_is_told_apart_from_the_title(written: str, number: str, key: str) -> None:
    assert numbered(written)[0] == number
    assert title_key(written) == key


def test_the_form_of_letters_and_dashes_does_not_matter() -> None:
    assert title_key("E\u0301tat – b\u200b") == title_key("ÉTAT - B")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Solution Design Document — Vendor Intake", "vendor-intake"),
        ("Solution Design Document: **Vendor Intake**", "vendor-intake"),
        ("SDD — Loan Review", "loan-review"),
        ("Vendor Intake (SDD)", "vendor-intake"),
        ("Vendor Intake SDD", "vendor-intake"),
        ("Vendor Intake — Solution SDD", "vendor-intake"),
        ("Solution SDD: Vendor Intake", "vendor-intake"),
        ("Solution SDD", ""),
        ("Vendor Intake Solution Design Document", "vendor-intake"),
        ("Solution Design Document — 采购订单", "采购订单"),
        ("Solution Design Document", ""),
    ],
)
def test_a_title_names_a_process(title: str, name: str) -> None:
    assert kebab(process_name(title)) == name


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("**bold** and *soft* and _soft_ and ~~gone~~", "bold and soft and soft and gone"),
        ("**`Main.xaml`**", "Main.xaml"),
        ("`a*b_c`", "a*b_c"),
        ("[a](b.md) and [c][d] and <https://e.example>", "a and c and https://e.example"),
        ("*.xaml and *.cs", "*.xaml and *.cs"),
        ("in_Config_Path and 2 * 3 * 4", "in_Config_Path and 2 * 3 * 4"),
        ("__init__.py", "__init__.py"),
        ("a&nbsp;&#124;&nbsp;b \\* c", "a | b * c"),
        ("``a ` b`` and `open", "a ` b and `open"),
    ],
)
def test_decoration_is_taken_off(written: str, seen: str) -> None:
    assert plain(written) == seen


def test_code_spans_end_at_as_many_backticks_as_opened_them() -> None:
    assert code_spans("`a` ``b ` c`` `open ``d``") == ("a", "b ` c", "d")


@pytest.mark.parametrize(
    ("line", "width", "expected", "is_ragged"),
    [
        ("| a | b |", 2, ("a", "b"), False),
        ("a | b", 2, ("a", "b"), False),
        (r"| a \| b | c |", 2, ("a | b", "c"), False),
        (r"| a \|\| b | c |", 2, ("a || b", "c"), False),
        ("| `a | b` | c |", 2, ("`a | b`", "c"), False),
        ("| <a | b> | c |", 2, ("<a | b>", "c"), False),
        ("| <a | b> | `c | d` |", 2, ("<a | b>", "`c | d`"), False),
        ("| a |", 2, ("a", ""), True),
        ("| a | b | c |", 2, ("a", "b | c"), True),
        ("|", 2, ("", ""), True),
        ("||", 2, ("", ""), True),
        ("| | |", 2, ("", ""), False),
    ],
)
def test_a_row_is_cut_as_its_author_meant(
    line: str, width: int, expected: tuple[str, ...], *, is_ragged: bool
) -> None:
    assert cells(line, width) == (expected, is_ragged)


def test_a_table_keeps_its_names_and_its_lines() -> None:
    read = table("intro\n\n| # | Name | Name |\n|---|:-:|--:|\n| 1 | a | b |\n| 13 | c |\nafter\n")
    assert read.head == ("#", "Name", "Name")
    assert [(row.cells, row.line, row.is_ragged) for row in read.rows] == [
        (("1", "a", "b"), 5, False),
        (("13", "c", ""), 6, True),
    ]


def test_a_line_without_a_pipe_ends_a_table() -> None:
    section = parse_sdd("| a | b |\n|---|---|\n| 1 | 2 |\nNote: not a row\n").sections[0]
    assert [type(block) for block in section.blocks] == [TableBlock, TextBlock]


def test_a_table_whose_separator_does_not_fit_is_still_a_table() -> None:
    assert table("| a | b | c |\n|---|---|\n| 1 | 2 | 3 |\n").rows[0].cells == ("1", "2", "3")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_change_nothing(newline: str, bom: str) -> None:
    text = f"# T\n\n{HANDOFF}| Field | Value |\n|---|---|\n| **Status** | ready |\n"
    assert parse_sdd(bom + text.replace("\n", newline)) == parse_sdd(text)


def test_a_no_break_space_is_a_blank() -> None:
    doc = parse_sdd("##\u00a011.\u00a0X\n\n|\u00a0a |\n|---|\n|\u00a0b\u00a0c\u00a0|\n")
    assert keys(doc) == ["x"]
    assert doc.sections[1].tables[0].rows[0].cells == ("b c",)


def test_headings_in_samples_lists_quotes_and_comments_begin_no_section() -> None:
    doc = parse_sdd(
        "## Real\n\n```text\n## Fenced\n```\n\n> ## Quoted\n\n- ## Listed\n\n    ## Indented\n\n"
        "<!--\n## Hidden\n-->\n\nSetext\n------\n"
    )
    assert keys(doc) == ["real", "setext"]
    assert doc.open_fence is None


def test_front_matter_is_no_heading() -> None:
    doc = parse_sdd("---\ntitle: X\nowner: me\n---\n# T\n\n## A\n")
    assert (doc.title, doc.title_line, keys(doc)) == ("T", 5, ["t", "a"])
    assert parse_sdd("---\n\n# T\n").title == "T"


def test_text_above_a_rule_is_no_heading() -> None:
    doc = parse_sdd("## Planner Handoff\n\n**Status:** draft\n---\n\none\ntwo\n---\n\nTitle\n---\n")
    assert keys(doc) == ["planner handoff", "title"]
    assert values(doc)["Status"] == "draft"


def test_sections_know_their_place() -> None:
    doc = parse_sdd(
        "# T\n\n## 11. Structure\n\ntext\n\n### 11.1 A\n\n### 11.2 B\n\n## 12. Queues\n"
    )
    assert [(s.number, s.key, s.path, s.line, s.end_line) for s in doc.sections[1:]] == [
        ("", "t", (), 1, 2),
        ("11", "structure", ("t",), 3, 6),
        ("11.1", "a", ("t", "structure"), 7, 8),
        ("11.2", "b", ("t", "structure"), 9, 10),
        ("12", "queues", ("t",), 11, 11),
    ]
    assert [section.key for section in doc.under("structure")] == ["structure", "a", "b"]


def test_lists_keep_depth_checks_and_continued_lines() -> None:
    doc = parse_sdd(
        "- [x] one\n  goes on\n  - two\n\n    ```text\n    code\n    ```\n- [ ] three\n"
    )
    listed, sample = doc.sections[0].blocks
    assert isinstance(listed, ListBlock)
    assert [(i.text, i.depth, i.line, i.checked) for i in listed.items] == [
        ("one goes on", 0, 1, True),
        ("two", 1, 3, None),
        ("three", 0, 8, False),
    ]
    assert isinstance(sample, FenceBlock)
    assert (sample.info, sample.text, sample.line) == ("text", "code\n", 5)


def test_a_quote_is_text_without_its_samples() -> None:
    (quote,) = parse_sdd("> one\n> ```text\n> <SAMPLE>\n> ```\n> two\n").sections[0].blocks
    assert quote == TextBlock("one\n\n\n\ntwo", 1, is_quote=True)


def test_comments_are_kept_with_their_lines() -> None:
    doc = parse_sdd(
        "text <!-- a -->\n\n<!-- b\nc -->\n\n`<!-- code -->`\n\n```html\n<!-- d -->\n```\n"
    )
    assert doc.comments == ((1, "<!-- a -->"), (3, "<!-- b\nc -->"))


@pytest.mark.parametrize(
    "text",
    [
        "## Planner Handoff\n\n| Field | Value |\n|---|---|\n| Status | ready |\n",
        "# T\n\n## 15. Planner Handoff\n\n- **Status:** ready\n",
        "## §3. Planner Handoff:\n\n* Status: ready\n",
        "### planner hand-off\n\n**Status:** ready\n",
        "<!-- PLANNER-HANDOFF:V1 -->\n\n| | |\n|---|---|\n| **Status** | `ready` |\n",
        (
            "<!-- planner-handoff:v1 -->\n## 1. Übergabe\n\n| Feld | Wert |\n|---|---|\n"
            "| Status | ready |\n"
        ),
        "## Planner Handoff\n\n| Status | ready |\n|---|---|\n",
        "## Planner Handoff\n\n| Status | Delivery model |\n|---|---|\n| ready | cloud |\n",
        "## Planner Handoff\n\n| # | Field | Value |\n|---|---|---|\n| 1 | Status | ready |\n",
        "## Planner Handoff\n\ntext\n\n### Fields\n\n- Status: ready\n",
    ],
)
def test_a_handoff_is_found_in_each_shape(text: str) -> None:
    doc = parse_sdd(text)
    assert doc.marker_line is not None
    assert values(doc)["Status"] == "ready"


@pytest.mark.parametrize(
    "text",
    [
        "The marker `<!-- planner-handoff:v1 -->` is a comment.\n",
        "```markdown\n<!-- planner-handoff:v1 -->\n## Planner Handoff\n```\n",
        "> <!-- planner-handoff:v1 -->\n> ## Planner Handoff\n",
        "<!-- the old one:\n## Planner Handoff\n-->\n",
        "    <!-- planner-handoff:v1 -->\n",
        "## Planner\n\n## Handoff\n",
        "## Notes on the Planner Handoff\n",
    ],
)
def test_a_sample_of_a_handoff_is_none(text: str) -> None:
    doc = parse_sdd(text)
    assert doc.marker_line is None
    assert doc.handoff == ()


@pytest.mark.parametrize(
    ("cell", "value", "note"),
    [
        ("cloud (tenant *Demo*)", "cloud", "tenant Demo"),
        ("cloud — tenant Demo", "cloud", "tenant Demo"),
        ("cloud; tenant Demo", "cloud", "tenant Demo"),
        ("cloud<br>tenant Demo", "cloud", "tenant Demo"),
        ("**cloud**", "cloud", ""),
        ("automation-suite 2.2510.2", "automation-suite 2.2510.2", ""),
        (r"<draft \| ready — set later>", "<draft | ready — set later>", ""),
        ("ready <!-- or draft -->", "ready", ""),
    ],
)
def test_a_note_is_kept_apart_from_its_value(cell: str, value: str, note: str) -> None:
    (field,) = parse_sdd(f"{HANDOFF}| Field | Value |\n|---|---|\n| Status | {cell} |\n").handoff
    assert (field.value, field.note) == (value, note)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# T\n\n```mermaid\na\n\n## 11. X\n", 3),
        ("# T\n\n~~~\n", 3),
        ("# T\n\n```mermaid\na\n\n## 11. X\n\n```json\n{}\n```\n\n## 12. Y\n", 3),
        ("# T\n\n```mermaid\na\n\n## 11. X\n\n```\nplain\n```\n", 3),
        ("# T\n\n```mermaid\na\n\n## 11. X\n\ntext\n```\n", 3),
        ("# T\n\n- ```text\n  a\n\n## X\n", 3),
        ("# T\n\n<!-- open\n\n## 11. X\n", 3),
        ("# T\n\n<pre>\n## 11. X\n", 3),
        ("# T\n\n<div>\n## 11. X\n</div>\n", 3),
    ],
)
def test_what_hides_the_rest_is_found_at_its_opening(text: str, line: int) -> None:
    found = parse_sdd(text).open_fence
    assert found is not None
    assert found.line == line
    assert not found.is_closed


@pytest.mark.parametrize(
    "text",
    [
        "````markdown\n## X\n```json\n{}\n```\n````\n",
        "~~~markdown\n## X\n```json\n{}\n```\n~~~\n",
        "```bash\n# comment\n## another\n```\n\n## X\n",
        "<details>\n<summary>s</summary>\n\n## X\n\n</details>\n",
        "<pre>\n## X\n</pre>\n",
        "    ```\n\n## X\n",
    ],
)
def test_a_closed_sample_hides_nothing(text: str) -> None:
    assert parse_sdd(text).open_fence is None


M = 200_000
HOSTILE: dict[str, Callable[[int], str]] = {
    "pipes": lambda n: "|" * n,
    "lines of pipes": lambda n: "|\n" * (n // 2),
    "hashes": lambda n: "#" * n,
    "headings": lambda n: "#\n" * (n // 10),
    "quotes": lambda n: ">" * n,
    "nested quotes": lambda n: "> " * (n // 40) + "x\n",
    "nested lists": lambda n: "- " * (n // 4) + "x\n",
    "deeper and deeper": lambda n: "".join(f"{' ' * 2 * at}- x\n" for at in range(n // 1000)),
    "columns": lambda n: "|a" * (n // 2) + "|\n" + "|-" * (n // 2) + "|\n" + "|b\n" * (n // 20),
    "padding": lambda n: "|a" * 1000 + "|\n" + "|-" * 1000 + "|\n" + "|b|\n" * (n // 20),
    "backticks": lambda n: (
        "|a|b|\n|-|-|\n|" + "|".join("`" * (at % 500 + 1) for at in range(n // 250))
    ),
    "angles": lambda n: "|a|b|\n|-|-|\n|" + "<|" * (n // 2),
    "comments": lambda n: "<!--" * (n // 4),
    "comments in text": lambda n: "x <!-- " * (n // 7),
    "tags": lambda n: "<div>\n" * (n // 6),
    "fences": lambda n: "```x\n" * (n // 5),
    "fences in quotes": lambda n: "> ```\n\n" * (n // 20),
    "links": lambda n: "# " + "[a](" * (n // 4),
    "stars": lambda n: "# " + "**a " * (n // 4),
    "numbers": lambda n: "# " + "1." * (n // 2),
    "NUL": lambda n: "\0" * n,
    "blanks": lambda n: " " * n,
    "tabs": lambda n: "\t" * n,
    "front matter": lambda n: "---\na: b\n" + "x\n" * (n // 10),
    "handoffs": lambda n: "## Planner Handoff\n\n" * (n // 60),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_with_the_text_and_not_with_its_square(name: str) -> None:
    small, large = HOSTILE[name](M // 4), HOSTILE[name](M)
    parse_sdd(small)
    assert best(large) < 12 * best(small) + 0.05


def best(text: str) -> float:
    """Return the shortest of two readings in seconds of this process."""
    spent = []
    for _ in range(2):
        start = time.process_time()
        parse_sdd(text)
        spent.append(time.process_time() - start)
    return min(spent)


@given(st.text(alphabet="#|`~<>!-=*_ \n\t\r\\[]()ab1.:\0\u00a0\u3000", max_size=400))
def test_reading_never_fails_and_keeps_every_line(text: str) -> None:
    doc = parse_sdd(text)
    lines = doc.text.count("\n") + 1
    for section in doc.sections:
        assert 0 <= section.end_line <= lines
        assert all(1 <= block.line <= lines for block in section.blocks)
