"""The words of rows: prompts, steps, what is assumed, and the digest of what is said."""

import pytest

from planner.derive.document import Derived
from planner.derive.texts import quoted
from planner.model.tasklist import VALIDATE, Row, grounding_line
from tests.derive.documents import (
    agent,
    api_workflow,
    bpmn,
    case_document,
    coded_app,
    derived,
    flow,
    master,
    sdd,
    section,
    solution_children,
    solution_root,
    stock_sync,
    table,
    told,
    vendor_payment_sync,
    workflows,
)

EVERY = [
    pytest.param((text,), id=name)
    for name, text in {
        "rpa": vendor_payment_sync(),
        "case": case_document(),
        "flow": flow(),
        "bpmn": bpmn(),
        "agent": agent(),
        "app": coded_app(),
        "api": api_workflow(),
        "master": master(),
    }.items()
]
EVERY.append(pytest.param((solution_root(), *solution_children()), id="solution"))


def row(found: Derived, identity: str) -> Row:
    return next(one for one in found.tasks.rows if str(one.identity) == identity)


@pytest.mark.parametrize("texts", EVERY)
def test_every_prompt_ends_in_the_grounding_line_and_every_row_in_a_check(
    texts: tuple[str, ...],
) -> None:
    for one in derived(*texts).tasks.rows:
        assert one.prompt[-1] in {
            grounding_line("x-sdd.md"),
            grounding_line("child-1-sdd.md"),
            grounding_line("child-2-sdd.md"),
        }
        assert one.prompt[0].startswith(f"Load {one.skill} and ")
        assert one.steps[-1].startswith(VALIDATE)
        assert len(one.steps) > 1
        assert sum(step.startswith(VALIDATE) for step in one.steps) == 1
        assert "###" not in "".join((*one.prompt, *one.steps, one.description))
        assert "{" not in "".join((*one.prompt, *one.steps, one.description))


def test_a_prompt_cites_section_row_and_path() -> None:
    text = sdd(
        "SDD — Rows",
        section(
            "11. Project Structure",
            "### Workflow Inventory",
            table(
                "# | Workflow File | Responsibility | Inputs | Outputs",
                "11 | `Read.xaml` | reads the export | in_Path | —",
                "13 | `Post.xaml` | as needed | — | out_Count",
            ),
        ),
    )
    found = derived(text)
    read = row(found, "rpa:Rows:Read.xaml")
    assert 'section 11 "Workflow Inventory", row 11, of the SDD at x-sdd.md' in read.prompt[0]
    assert read.steps == (
        "Build `Read.xaml` in the project `Rows`",
        'Cover "reads the export" in `Read.xaml`',
        'Take the inputs "in_Path" in `Read.xaml`',
        f"{VALIDATE} `Read.xaml` compiles without errors in the project `Rows`",
    )
    post = row(found, "rpa:Rows:Post.xaml")
    assert post.steps[1] == 'Return the outputs "out_Count" from `Post.xaml`'
    assert "row 13" in post.prompt[0]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("TBD", ""),
        ("as needed", ""),
        ("similar to Task 3", ""),
        ("<PROCESS_NAME>", ""),
        ('says "yes" in `code`.', "says 'yes' in code"),
        ("a  b\nc", "a b c"),
        ("word " * 60, ("word " * 24).strip()),
    ],
)
def test_only_what_is_concrete_is_quoted(said: str, shown: str) -> None:
    assert quoted(said) == shown


REVIEW = section(
    "Action Required — SME Review Items",
    table(
        "# | Section | Item | Question | Default applied | Blocking",
        "1 | §12 | Retries | How many? | 3 | no",
        "2 | §1 | Volume | How much? | 100 | no",
        "3 | 11.9 | Naming | Which? | Pascal | no",
    ),
)


def reviewed(model: str) -> Derived:
    return derived(
        sdd(
            "SDD — Review",
            REVIEW,
            section("1. Process Overview", "Text."),
            section("11. Project Structure", workflows("Main.xaml")),
            section("12. Queue Architecture", table("Queue Name | Max Retries", "Q | 3")),
            given={"Delivery model": model},
        )
    )


def test_assumptions_come_before_the_target_and_the_grounding_line_comes_last() -> None:
    queue = row(reviewed("automation-suite 2024.10"), "platform:Review:queue:Q")
    assert queue.prompt[1:] == (
        "Assumption pending SME confirmation: Retries — proceeding with default 3",
        (
            "Deployment target: automation-suite 2024.10 — do not introduce products or features"
            " unavailable there."
        ),
        grounding_line("x-sdd.md"),
    )


def test_a_prompt_tells_forty_assumptions_at_the_most() -> None:
    items = [f"{at} | §12 | Item {at} | Right? | {at} | no" for at in range(60)]
    head = "# | Section | Item | Question | Default applied | Blocking"
    text = sdd(
        "Review",
        section("Action Required — SME Review Items", table(head, *items)),
        section("11. Project Structure", workflows("Main.xaml")),
        section("12. Queue Architecture", table("Queue Name | Max Retries", "Q | 3")),
    )
    told = [line for line in row(derived(text), "platform:Review:queue:Q").prompt if "SME" in line]
    assert len(told) == 40
    assert told[0] == "Assumption pending SME confirmation: Item 0 — proceeding with default 0"


def test_a_review_item_of_a_finer_section_belongs_to_the_rows_of_the_section_above() -> None:
    main = row(reviewed("cloud"), "rpa:Review:Main.xaml")
    assert main.prompt[1:] == (
        "Assumption pending SME confirmation: Naming — proceeding with default Pascal",
        grounding_line("x-sdd.md"),
    )


def test_a_review_item_without_a_row_is_told() -> None:
    assert told(reviewed("cloud"), "open review item") == [
        "no row stands for section §1, so no prompt tells it: Volume: How much? Default: 100"
    ]


def digests(text: str) -> dict[str, str]:
    return {str(one.identity): one.source_sha256 for one in derived(text).tasks.rows}


def test_moving_rows_and_renumbering_sections_changes_no_digest() -> None:
    text = vendor_payment_sync()
    first = "| 2 | `GetPendingPayments.xaml` | does its part | 1 | — | — |\n"
    moved = text.replace(first, "").replace("| 1 | `Main", first + "| 1 | `Main")
    assert moved != text
    assert digests(moved) == digests(text)
    renumbered = text.replace("## 15. ", "## 14. ").replace("## 11. ", "## 10. ")
    renumbered = renumbered.replace("| 3 | `Validate", "| 7 |   `Validate")
    assert digests(renumbered) == digests(text)


def test_a_changed_cell_changes_the_digest_of_its_row_alone() -> None:
    text = stock_sync()
    changed = text.replace("part 2", "another part")
    before, after = digests(text), digests(changed)
    assert {name for name in before if before[name] != after[name]} == {
        "rpa:StockSync:ReadExport.xaml"
    }


def test_a_section_about_a_row_belongs_to_what_is_said_of_it() -> None:
    before, after = (
        digests(master()),
        digests(master().replace("references: yes", "references: no")),
    )
    assert {name for name in before if before[name] != after[name]} == {
        "platform:VendorInvoice:queue:VendorQueue"
    }


def test_every_row_that_a_document_speaks_of_has_a_digest() -> None:
    assert all(digests(vendor_payment_sync()).values())


def test_the_same_document_gives_the_same_tasks() -> None:
    assert derived(flow()) == derived(flow())
