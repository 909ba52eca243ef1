"""Many items: their order, their bounds, who comes first, and every way to stop."""

import asyncio
import gc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import pytest

from planner.app.plan_batch import Halt, Outputs, Stop, Tally, plan_batch
from planner.errors import ModelUnavailable, StoreError, UsageError
from planner.model.batch import BatchItem, ItemOutcome, ItemRecord
from planner.model.verdict import Usage
from tests.app.batch_ports import Files, Hand, MemoryJournal, Told, a_bench, an_item

RELEASED, SAME, EDITED = ItemOutcome.RELEASED, ItemOutcome.SAME, ItemOutcome.EDITED
REFUSED, FAILED, PART = ItemOutcome.REFUSED, ItemOutcome.FAILED, ItemOutcome.PART


@dataclass
class Batch:
    """A batch that is run, again and again where a test wants it."""

    hand: Hand = field(default_factory=Hand)
    files: Files = field(default_factory=Files)
    journal: MemoryJournal = field(default_factory=MemoryJournal)
    told: Told = field(default_factory=Told)
    stop: Stop = field(default_factory=Stop)

    def run(self, items: Sequence[BatchItem] | Iterator[BatchItem], at_once: int = 3) -> Tally:
        self.journal.another_run()
        bench = a_bench(self.journal, self.hand, self.files, self.told)
        return asyncio.run(plan_batch(items, bench, at_once=at_once, stop=self.stop))

    @property
    def outcomes(self) -> list[ItemOutcome]:
        return [record.outcome for record in self.journal.records()]

    @property
    def messages(self) -> list[str]:
        return [record.message for record in self.journal.records()]


def items(names: str) -> list[BatchItem]:
    return [an_item(name) for name in names]


# Order and bounds


def test_the_report_has_the_batchs_order_whatever_is_done_first() -> None:
    batch = Batch(Hand(pauses={"a.md": 9, "b.md": 5}))
    batch.run(items("abc"))
    assert batch.hand.finished == ["c.md", "b.md", "a.md"]
    assert [record.name for record in batch.journal.records()] == ["a.md", "b.md", "c.md"]


@pytest.mark.parametrize("at_once", [1, 2, 7])
def test_no_more_items_are_worked_on_at_once_than_was_said(at_once: int) -> None:
    batch = Batch(
        Hand(pauses={f"{name}.md": 9 + place % 4 for place, name in enumerate("abcdefgh")})
    )
    tally = batch.run(items("abcdefgh"), at_once)
    assert batch.hand.most == at_once
    assert tally.counts[RELEASED] == 8


def test_only_as_many_items_are_alive_as_are_worked_on() -> None:
    alive: list[int] = []

    def many() -> Iterator[BatchItem]:
        for number in range(300):
            if number % 50 == 49:
                gc.collect()
                alive.append(sum(isinstance(each, BatchItem) for each in gc.get_objects()))
            yield an_item(f"n{number}")

    batch = Batch(told=Forgetful())
    batch.run(many(), at_once=4)
    assert max(alive) <= min(alive) + 6


class Forgetful(Told):
    """Keeps nothing that it is told."""

    def done(self, record: ItemRecord, /) -> None:
        pass


def test_counts_add_up_to_the_items() -> None:
    batch = Batch(Hand(ends={"b.md": REFUSED, "c.md": UsageError("no")}))
    tally = batch.run(items("abcd"))
    assert (tally.counts[RELEASED], tally.counts[REFUSED], tally.counts[FAILED]) == (2, 1, 1)
    assert sum(tally.counts.values()) == len(batch.told.records) == 4


# One bad item


@pytest.mark.parametrize(
    "error", [UsageError("no text"), StoreError("no room", path="x"), OSError(5, "broken", "x")]
)
def test_a_bad_item_is_its_own_outcome(error: Exception) -> None:
    batch = Batch(Hand(ends={"b.md": error}))
    batch.run(items("abc"))
    assert batch.outcomes == [RELEASED, FAILED, RELEASED]
    assert batch.messages[1] in {"no text", "no room", "x: broken"}


def test_an_item_that_cannot_be_read_is_its_own_outcome() -> None:
    batch = Batch(files=Files(unreadable={"b.md": UsageError("the request is a PDF document")}))
    batch.run(items("abc"))
    assert batch.outcomes == [RELEASED, FAILED, RELEASED]
    assert batch.messages[1] == "the request is a PDF document"


def test_what_a_failure_cost_is_counted() -> None:
    error = ModelUnavailable("away", attempts=4, usage={"input_tokens": 7}, price=0.5)
    batch = Batch(Hand(ends={"a.md": error}))
    tally = batch.run(items("ab"))
    assert tally.usage == Usage(requests=4, input_tokens=7, price=0.5)
    assert next(batch.journal.records()).codes == ("RUN001",)


def test_a_bug_stops_the_batch_once_what_runs_is_settled() -> None:
    batch = Batch(Hand(pauses={"a.md": 9, "c.md": 9}, ends={"b.md": ZeroDivisionError("ours")}))
    with pytest.raises(ZeroDivisionError, match="ours"):
        batch.run(items("abcdefgh"))
    assert batch.hand.finished == ["b.md", "a.md", "c.md"]
    assert [record.name for record in batch.journal.records()] == ["a.md", "c.md"]


def test_a_bug_of_who_lists_the_items_leaves_nothing_running() -> None:
    def broken() -> Iterator[BatchItem]:
        yield an_item("a")
        raise ZeroDivisionError

    batch = Batch(Hand(pauses={"a.md": 99}))
    with pytest.raises(ZeroDivisionError):
        batch.run(broken())
    assert batch.hand.running == 0


# Who comes first


def test_the_same_item_is_worked_on_once() -> None:
    batch = Batch(files=Files(texts={"a.md": "x", "c.md": "x"}))
    batch.run(items("abc"))
    assert batch.outcomes == [RELEASED, RELEASED, SAME]
    assert [record.same_as for record in batch.journal.records()] == ["", "", "a.md"]
    assert batch.hand.began == ["a.md", "b.md"]


def test_one_id_with_two_contents_refuses_the_later_one() -> None:
    batch = Batch()
    batch.run([an_item(name, request_id="R-1") for name in "ab"] + items("c"))
    assert batch.outcomes == [RELEASED, REFUSED, RELEASED]
    refused = batch.journal.listed[1]
    assert (refused.codes, "a.md" in refused.message) == (("GAT208",), True)
    assert not refused.is_lasting


def test_one_id_with_one_content_is_the_same_item() -> None:
    batch = Batch(files=Files(texts={"a.md": "x", "b.md": "x"}))
    batch.run([an_item(name, request_id="R-1") for name in "ab"])
    assert batch.outcomes == [RELEASED, SAME]


def test_no_item_writes_what_another_one_writes() -> None:
    batch = Batch(files=Files(writes={"b.md": "a"}))
    batch.run(items("abc"))
    assert batch.outcomes == [RELEASED, FAILED, RELEASED]
    assert batch.messages[1] == "a.md already writes a: give one of them another name"


@pytest.mark.parametrize(
    ("one", "other"), [("x", "x/y"), ("x/y", "x"), ("x/y", "x/y/z/1"), ("p/x/y/z", "p/x")]
)
def test_no_item_writes_inside_of_what_another_one_writes(one: str, other: str) -> None:
    writes = {"a.md": one, "b.md": other, "c.md": "p/y", "d.md": f"{one}x"}
    batch = Batch(files=Files(writes=writes))
    batch.run(items("abcd"))
    assert batch.outcomes == [RELEASED, FAILED, RELEASED, RELEASED]
    told = batch.messages[1]
    assert "a.md" in told
    assert "give one of them another name, or an `out` of its own in a manifest" in told


def test_an_item_that_may_not_write_keeps_no_folder_from_others() -> None:
    writes = {"a.md": "x/y", "b.md": "x/y/z", "c.md": "x/y", "d.md": "x/z"}
    batch = Batch(files=Files(writes=writes))
    batch.run(items("abcd"))
    assert batch.outcomes == [RELEASED, FAILED, FAILED, RELEASED]
    assert batch.messages[2] == "a.md already writes x/y: give one of them another name"


def test_two_files_of_one_name_are_two_items() -> None:
    batch = Batch()
    batch.run([an_item("a"), replace(an_item("a"), path="/other/a.md")])
    assert batch.outcomes == [RELEASED, FAILED]
    assert batch.messages[1] == "a.md already writes a: give one of them another name"


def test_many_folders_are_claimed_and_few_remembered() -> None:
    numbers = range(1500)
    batch = Batch(files=Files(writes={f"n{number}.md": f"{number}/x" for number in numbers}))
    tally = batch.run([an_item(f"n{number}") for number in numbers] + items("0"))
    assert (tally.counts[RELEASED], tally.counts[FAILED]) == (1500, 1)
    assert batch.messages[-1].startswith("what n0.md writes stands in 0, which can only be one")


def test_an_item_that_may_not_write_is_nobodys_same() -> None:
    batch = Batch(files=Files(writes={"b.md": "a"}, texts={"b.md": "x", "c.md": "x"}))
    batch.run(items("abc"))
    assert batch.outcomes == [RELEASED, FAILED, RELEASED]


def test_a_child_is_planned_with_its_root() -> None:
    batch = Batch(files=Files(roots={"b.md": "a.md"}))
    batch.run(items("abc"))
    assert batch.outcomes == [RELEASED, PART, RELEASED]
    assert batch.hand.began == ["a.md", "c.md"]


# Another run


def test_a_finished_item_is_not_worked_on_again() -> None:
    batch = Batch(Hand(ends={"b.md": REFUSED, "c.md": UsageError("no")}))
    batch.run(items("abc"))
    tally = batch.run(items("abcd"))
    assert batch.hand.began == ["a.md", "b.md", "c.md", "c.md", "d.md"]
    assert batch.outcomes == [RELEASED, REFUSED, FAILED, RELEASED]
    assert tally.reused == 2
    assert [record.is_reused for record in batch.journal.records()] == [True, True, False, False]


def test_a_reused_item_costs_nothing() -> None:
    batch = Batch()
    batch.run(items("a"))
    kept = batch.journal.items["key of a.md"]
    batch.journal.items["key of a.md"] = kept.__class__(
        **{name: getattr(kept, name) for name in kept.__slots__} | {"usage": Usage(requests=3)}
    )
    assert batch.run(items("a")).usage == Usage()


@pytest.mark.parametrize("force", [False, True])
def test_an_edited_item_is_told_and_written_over_only_by_force(*, force: bool) -> None:
    batch = Batch(files=Files(outputs={"a.md": Outputs.EDITED}))
    batch.run(items("ab"))
    batch.run([an_item("a", force=force), an_item("b")])
    assert batch.outcomes == [RELEASED if force else EDITED, RELEASED]
    assert batch.hand.began == ["a.md", "b.md", *(["a.md"] if force else [])]


def test_an_edited_item_is_still_edited_in_the_run_after() -> None:
    batch = Batch(files=Files(outputs={"a.md": Outputs.EDITED}))
    for _ in range(3):
        batch.run(items("a"))
    assert batch.outcomes == [EDITED]


def test_what_was_deleted_is_made_again() -> None:
    batch = Batch(files=Files(outputs={"a.md": Outputs.MISSING}))
    batch.run(items("ab"))
    batch.run(items("ab"))
    assert batch.hand.began == ["a.md", "b.md", "a.md"]


def test_an_item_with_another_name_is_made_at_its_new_place() -> None:
    batch = Batch(files=Files(texts={"a.md": "x", "b.md": "x"}))
    batch.run(items("a"))
    batch.run(items("b"))
    assert batch.hand.began == ["a.md", "b.md"]
    assert batch.outcomes == [RELEASED]


# Stopping


def test_asked_to_stop_it_finishes_what_runs_and_begins_nothing() -> None:
    batch = Batch()

    def listed() -> Iterator[BatchItem]:
        for place, item in enumerate(items("abcdef")):
            if place == 2:
                batch.stop.ask()
            yield item

    tally = batch.run(listed(), at_once=2)
    assert batch.outcomes == [RELEASED, RELEASED]
    assert tally.left == 4


def test_asked_twice_it_lets_go_what_runs() -> None:
    batch = Batch(Hand(pauses={"b.md": 999}))

    def listed() -> Iterator[BatchItem]:
        for place, item in enumerate(items("abcdef")):
            if place == 3:
                batch.stop.ask()
                batch.stop.ask()
            yield item

    tally = batch.run(listed(), at_once=3)
    assert (batch.hand.running, "b.md" in batch.hand.finished) == (0, False)
    assert tally.left + sum(tally.counts.values()) == 6
    batch.stop = Stop()
    batch.run(items("abcdef"))
    assert batch.outcomes == [RELEASED] * 6


def test_a_provider_that_is_down_stops_the_batch_cleanly() -> None:
    batch = Batch(Hand(ends={"b.md": Halt("the provider is down")}))
    tally = batch.run(items("abcdef"), at_once=1)
    assert batch.outcomes == [RELEASED]
    assert (tally.left, tally.halt) == (5, Halt("the provider is down"))
    assert batch.told.halts == [Halt("the provider is down")]


def test_a_halt_of_many_is_told_once() -> None:
    batch = Batch(Hand(ends={f"{name}.md": Halt(name) for name in "abc"}))
    tally = batch.run(items("abc"))
    assert (len(batch.told.halts), tally.left) == (1, 3)
