"""The page of a batch: row by row, readable, and never anybody else's markup."""

from collections.abc import Iterator

import pytest

from planner.model.batch import ItemKind, ItemOutcome, ItemRecord, Skipped
from planner.model.batch_report import BatchReport
from planner.model.verdict import Usage
from planner.view.batch_page import facts, left_note, page, verdict


def a_report(**changed: object) -> BatchReport:
    counts = dict.fromkeys(ItemOutcome, 0) | {ItemOutcome.RELEASED: 2, ItemOutcome.FAILED: 1}
    return BatchReport(folder="out", counts=counts, **changed)  # type: ignore[arg-type]


def a_row(name: str = "in/a.md", **changed: object) -> ItemRecord:
    fields = {"key": "k", "name": name, "kind": ItemKind.REQUEST, "outcome": ItemOutcome.RELEASED}
    return ItemRecord(**{**fields, **changed})  # type: ignore[arg-type]


def rendered(*rows: ItemRecord, skipped: tuple[Skipped, ...] = ()) -> str:
    return "".join(page(a_report(), rows, skipped))


def test_a_row_tells_outcome_codes_message_files_cost_and_time() -> None:
    text = rendered(
        a_row(
            outcome=ItemOutcome.REFUSED,
            codes=("PTH001",),
            message="it leaves the tree",
            outputs={"in/a/reply.md": "0", "in/a/verdict.json": "1"},
            usage=Usage(requests=1, price=0.25),
            seconds=1.5,
        )
    )
    for told in ("refused", "PTH001 · it leaves the tree", "<code>in/a</code>", "0.250000", "1.50"):
        assert told in text


@pytest.mark.parametrize("place", ["name", "message", "same_as"])
def test_nothing_of_an_item_is_markup(place: str) -> None:
    text = rendered(a_row(**{place: "<script>\x1b[31m"}), skipped=(Skipped("<b>", "<i>"),))
    assert "<script" not in text
    assert "\x1b" not in text
    assert "<b>" not in text
    assert "<i>" not in text


def test_the_page_is_made_row_by_row() -> None:
    taken: list[int] = []

    def rows() -> Iterator[ItemRecord]:
        for number in range(1000):
            taken.append(number)
            yield a_row(f"{number}.md")

    pieces = page(a_report(), rows(), ())
    while not taken:
        next(pieces)
    assert len(taken) == 1


def test_the_page_needs_nothing_else() -> None:
    text = rendered(a_row())
    assert "default-src 'none'" in text
    assert "http://" not in text
    assert "https://" not in text
    assert "<script" not in text
    assert "prefers-color-scheme: dark" in text


def test_what_is_left_is_told_with_its_reason() -> None:
    assert left_note(a_report()) == ""
    assert left_note(a_report(left=3, halted="the provider is down")).startswith("the provider is")
    assert "asked to stop" in left_note(a_report(left=3, is_interrupted=True))
    assert verdict(a_report(left=3)) == "2 of 6 items planned, 3 not begun"


def test_only_what_there_is_is_counted() -> None:
    assert [name for name, _ in facts(a_report())] == ["released", "failed", "time"]
    assert "cost" in dict(facts(a_report(usage=Usage(requests=1))))
