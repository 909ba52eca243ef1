"""A design document is planned from when it says so, and where it can be built."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.model.sdd import (
    Autonomy,
    Delivery,
    HandoffStatus,
    Platform,
    Scope,
)
from planner.rules.review_items import does_block, review_items
from planner.rules.sdd_case import SddCase
from tests.rules.sdd_documents import BODY, FIELDS, a_document, check, codes
from tests.sdd_pages import a_case

SHAPED = """\
<!-- planner-handoff:v1 -->
## Planner Handoff
| Field | Value |
|---|---|
| Process name | Vendor Intake |
| Delivery model | cloud (tenant *Demo*, found by login status) |
| Execution autonomy | Autonomous |
| Project list section | §3 Project Inventory + §11 |
| Solution scope | single-project |

# Solution Design Document: Vendor Intake

## 11. Project Structure
- `Main.xaml` — entry

## Appendix
```markdown
<!-- planner-handoff:v1 -->
## Planner Handoff
| Field | Value |
|---|---|
| Delivery model | cloud |
| Tasks file | `other-tasks.md` |
```
"""
HIDDEN = """\
# Solution Design Document — Stock Sync

<!-- planner-handoff:v1 -->
## Planner Handoff

| Field | Value |
|---|---|
| **Execution autonomy** | autonomous |
| **Delivery model** | cloud |
| **SDD scope** | single-product |
| **Project list section** | §11 |
| **Tasks file** | `stock-sync-tasks.md` |

## 2. Process Map

```mermaid
flowchart TD
  A[Read] --> B[Post]

## 11. Project Structure

| # | Workflow | Responsibility |
|---|---|---|
| 1 | `Main.xaml` | entry |
| 2 | `ReadExport.xaml` | read the export |
| 3 | `PostCounts.xaml` | post counts to the ERP |

## 17. Testing Strategy

Happy path and API time-out.
"""


def test_a_good_document_passes() -> None:
    assert codes(a_document()) == []


def test_a_handoff_in_another_shape_is_read_and_nothing_is_mapped() -> None:
    case = a_case(SHAPED, "sdd.md")
    found = check(case)
    assert case.reading.handoff.delivery == Delivery(Platform.CLOUD)
    assert case.reading.handoff.list_section == "§3 Project Inventory + §11"
    assert case.reading.handoff.tasks_file == "vendor-intake-tasks.md"
    assert [(each.code, each.where.line) for each in found] == [
        *[("SDD007", 1)] * 3,
        ("SDD010", 7),
    ]
    told = " ".join(each.message for each in found)
    assert "'Solution scope' is none of the fields" in told
    assert "'Autonomous' is none of its values" in told
    assert "`Tasks file` is missing, so `vendor-intake-tasks.md` holds" in told


def test_an_open_fence_is_found_at_its_opening() -> None:
    found = check(a_case(HIDDEN, "stock-sync-sdd.md"))
    assert [(each.code, each.where.line) for each in found] == [("SDD007", 4 - 1), ("SDD009", 16)]


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("Status", "draft", "SDD002"),
        ("Status", "Ready", "SDD010"),
        ("Status", "done", "SDD010"),
        ("Status", r"<draft \| ready>", "SDD004"),
        ("Status", "<draft | ready>", "SDD004"),
        ("Status", "draft | ready", "SDD004"),
        ("Status", "ready | draft", "SDD004"),
        ("Status", "draft or ready", "SDD004"),
        ("Status", "draft / ready", "SDD004"),
        ("Status", "`<STATUS>`", "SDD004"),
        ("Status", "", "SDD007"),
        ("Status", "—", "SDD007"),
        ("Execution autonomy", "maybe", "SDD010"),
        ("Execution autonomy", "AUTONOMOUS", "SDD010"),
        ("Execution autonomy", "<autonomous | interactive>", "SDD004"),
        ("Delivery model", "Cloud", "SDD010"),
        ("Delivery model", "on-premises", "SDD010"),
        ("Delivery model", "cloud, tenant Demo", "SDD010"),
        ("Delivery model", "automation-suite", "SDD010"),
        ("Delivery model", "automation-suite next", "SDD010"),
        ("Delivery model", "automation-suite 2024.13", "SDD010"),
        ("Delivery model", "automation-suite <version>", "SDD004"),
        ("Delivery model", "{{DELIVERY}}", "SDD004"),
        ("SDD scope", "single-project", "SDD010"),
        ("SDD scope", "", "SDD007"),
        ("Project list section", "", "SDD007"),
        ("Tasks file", "", "SDD007"),
        ("Tasks file", "`<PROCESS>-tasks.md`", "SDD004"),
        ("Tasks file", "TBD", "SDD006"),
    ],
)
def test_a_value_that_is_not_one_of_the_words_is_told(field: str, value: str, code: str) -> None:
    assert codes(a_document(**{field.replace(" ", "_"): value})) == [code]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("Status", "`ready`"),
        ("Status", "ready (was draft until May)"),
        ("Status", "**ready** — approved"),
        ("Delivery model", "cloud (tenant *Demo*)"),
        ("Delivery model", "automation-suite 2.2510.2; on premises"),
        ("Delivery model", "automation-suite 2024.10"),
        ("Delivery model", "unspecified — assumed cloud [ASSUMPTION]"),
        ("Execution autonomy", "interactive<br>asked for"),
        ("Tasks file", "vendor-intake-tasks.md"),
        ("Tasks file", "`./a-tasks.md`"),
        ("Tasks file", "in `plans/`: `a-tasks.md`"),
        ("Template validation", "pending"),
        ("Generated by", "somebody"),
        ("Reviewer", "Ann"),
    ],
)
def test_a_value_with_a_note_and_a_field_of_no_account_pass(field: str, value: str) -> None:
    assert codes(a_document(**{field.replace(" ", "_"): value})) == []


def test_what_is_read_is_what_was_written() -> None:
    handoff = a_case(a_document(Delivery_model="automation-suite 2.2510.2 (lab)")).reading.handoff
    assert handoff.status is HandoffStatus.READY
    assert handoff.autonomy is Autonomy.AUTONOMOUS
    assert str(handoff.delivery) == "automation-suite 2.2510.2"
    assert handoff.scope is Scope.SINGLE_PRODUCT
    assert handoff.role is None


def test_defaults_hold_where_nothing_is_given() -> None:
    reading = a_case("## Planner Handoff\n\ntext\n", "sdd.md").reading
    assert reading.handoff.status is HandoffStatus.READY
    assert reading.handoff.autonomy is Autonomy.INTERACTIVE
    assert reading.handoff.delivery == Delivery(Platform.UNSPECIFIED)
    assert reading.handoff.scope is Scope.SINGLE_PRODUCT
    assert [each.name for each in reading.defaulted] == list(FIELDS)


def test_a_field_given_twice_with_two_values_has_none() -> None:
    again = "\n## Planner Handoff\n\n- Status: {}\n"
    assert codes(a_document(BODY + again.format("draft"))) == ["SDD010"]
    assert codes(a_document(BODY + again.format("ready"))) == []


@pytest.mark.parametrize(
    ("given", "missing"),
    [("Handoff status", "Status"), ("Delivry", "Delivery model"), ("Task file", "Tasks file")],
)
def test_a_near_name_is_named_and_not_read(given: str, missing: str) -> None:
    text = a_document(**{missing.replace(" ", "_"): "", given: "draft"})
    (found,) = check(a_case(text))
    assert found.code == "SDD007"
    assert repr(given) in found.message
    assert f"`{missing}`" in (found.hint or "")


def test_a_late_handoff_is_told() -> None:
    text = "# T\n" + "\nline\n" * 30 + a_document().partition("\n")[2]
    (found,) = check(a_case(text))
    assert (found.code, found.where.line) == ("SDD007", 63)


@pytest.mark.parametrize(
    ("cell", "blocks"),
    [
        ("yes", True),
        ("**Yes**", True),
        ("ja", True),
        ("はい", True),
        ("✅", True),
        ("maybe", True),
        ("yes / no", True),
        ("no, unless the tenant changes", True),
        ("no", False),
        ("No.", False),
        ("❌ no", False),
        ("no — default applied", False),
        ("nein", False),
        ("いいえ", False),
        ("否", False),
        ("—", False),
        ("", False),
        ("non-blocking", False),
    ],
)
def test_a_question_blocks_unless_it_says_that_it_does_not(cell: str, *, blocks: bool) -> None:
    assert does_block(cell) is blocks
    text = a_document(
        "\n## Action Required — SME Review Items\n\n"
        "| # | Section | Item | Question | Default applied | Blocking |\n"
        "|---|---|---|---|---|---|\n"
        f"| 1 | §9 | Mailbox | Shared? | yes | {cell} |\n"
    )
    assert codes(text) == (["SDD002"] if blocks else [])


@pytest.mark.parametrize(
    "body",
    [
        "\n## 4. Offene Fragen\n\n| Frage | Blockierend |\n|---|---|\n| Wer? | ja |\n",
        "\n## Later\n\n| Question | Blocking yes/no |\n|---|---|\n| Who? | yes |\n",
        "\n## Action Required - SME Review Items\n\n1. Who? (Blocking: yes)\n",
        "\n## Action Required — SME Review Items\n\n| Item | Κρίσιμο |\n|---|---|\n| a | yes |\n",
        "\n## 需要处理\n\n| 项目 | 问题 | 阻塞 |\n|---|---|---|\n| a | b | 是 |\n",
    ],
)
def test_a_blocking_question_is_found_in_each_shape(body: str) -> None:
    assert codes(a_document(body)) == ["SDD002"]


def test_a_review_row_keeps_what_it_asks() -> None:
    (item,) = review_items(
        a_case(
            "## SME Review Items\n\n"
            "| # | Section | Item | Question | Default applied | Blocking |\n"
            "|---|---|---|---|---|---|\n| 3 | §9 | Mailbox | Is it `shared`? | shared | no |\n"
        ).doc
    )
    assert (item.number, item.section, item.item) == ("3", "§9", "Mailbox")
    assert (item.question, item.default, item.is_blocking, item.line) == (
        "Is it shared?",
        "shared",
        False,
        5,
    )


@pytest.mark.parametrize(
    ("needs", "delivery", "runs"),
    [
        ("any", "standalone", True),
        ("cloud", "cloud", True),
        ("cloud", "unspecified", True),
        ("cloud", "automation-suite 2.2510.2", False),
        ("cloud", "standalone", False),
        ("automation-suite 2.2510.2", "cloud", True),
        ("automation-suite 2.2510.2", "automation-suite 2.2510.2", True),
        ("automation-suite 2.2510.2", "automation-suite 2025.10.2", True),
        ("automation-suite 2.2510.2", "automation-suite 2.2510", False),
        ("automation-suite 2.2510.2", "automation-suite 2024.10", False),
        ("automation-suite 2.2510", "standalone", False),
        ("automation-suite soon", "automation-suite 2.2510", False),
    ],
)
def test_a_product_is_delivered_where_it_runs(needs: str, delivery: str, *, runs: bool) -> None:
    given = a_case(a_document(Delivery_model=delivery))
    case = SddCase(
        doc=given.doc, reading=given.reading, name=given.name, product="Agents", needs=needs
    )
    assert [each.code for each in check(case)] == ([] if runs else ["SDD008"])


def test_a_catalogue_without_handoffs_plans_an_ordinary_document() -> None:
    given = a_case("# Shop — Software Design\n\n## Modules\n\n- cart\n", "shop-design.md")
    assert [each.code for each in check(given)] == ["SDD001"]
    case = SddCase(doc=given.doc, reading=given.reading, requires_handoff=False)
    (found,) = check(case)
    assert found.code == "SDD007"
    assert "Tasks file shop-design-tasks.md" in found.message


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "empty"),
        ("# Process Definition Document — X\n", "describes a process"),
        ("# X — Implementation Tasks\n\n**Source SDD:** `x-sdd.md`\n", "tasks file"),
        ("# X Implementation Plan\n", "plan file"),
        ("# X: findings, do not automate\n", "why not to automate"),
        ("# X — Software Design Document\n", "design document has no handoff"),
        ("# Shopping list\n", "nothing in it says"),
    ],
)
def test_a_document_of_another_kind_is_told_apart(text: str, word: str) -> None:
    (found,) = check(a_case(text))
    assert found.code == "SDD001"
    assert word in found.message
    assert found.hint


@given(st.text(alphabet="#|`~<>!-=* \n\\[]()abAB1.:§", max_size=300))
def test_no_document_makes_a_rule_crash(text: str) -> None:
    for document in (text, f"## Planner Handoff\n\n{text}", a_document(f"\n{text}")):
        assert not [each for each in check(a_case(document)) if each.code == "SDD900"]
