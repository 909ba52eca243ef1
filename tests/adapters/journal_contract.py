"""What every journal keeps to, whatever it is kept in.

A test file makes a class of its own from `JournalContract` and says by the fixture `make` how a
journal of a run is made: each call gives another holder of the same journal, as another worker
has one.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from planner.model.batch import ItemKind, ItemOutcome, ItemRecord, KeptAnswer
from planner.model.verdict import Usage
from planner.ports import Journal

Make = Callable[[str], Journal]
"""Returns a journal for the run of that name."""

PAID = Usage(requests=2, input_tokens=1234, output_tokens=56, price=0.1 + 0.2)


def digest_of(number: int) -> str:
    return f"{number:064x}"


def a_record(number: int = 1, **changed: object) -> ItemRecord:
    """Return what came of one item; one keyword changes one thing."""
    record = ItemRecord(
        key=digest_of(number),
        name=f"in/{number}.md",
        kind=ItemKind.REQUEST,
        outcome=ItemOutcome.RELEASED,
        codes=(),
        outputs={f"in/{number}/reply.md": digest_of(number + 1)},
        usage=PAID,
        seconds=0.125,
    )
    return replace(record, **changed)  # type: ignore[arg-type]


def an_answer(text: str = '{"title": "Add a flag"}') -> KeptAnswer:
    return KeptAnswer(text=text, model="m-2030-01-02", usage=PAID)


ODD_TEXT = "\x00 \x1f ' \" \\ \u2028 é \U0001f600 \udcff </script>"
EVERYTHING = a_record(
    7,
    name=f"in/{ODD_TEXT}.md",
    kind=ItemKind.SDD,
    outcome=ItemOutcome.REFUSED,
    codes=("SDD001", "SDD002"),
    message=ODD_TEXT,
    outputs={ODD_TEXT: digest_of(1), "b": digest_of(2)},
    same_as=ODD_TEXT,
    usage=Usage(requests=1, price=None),
    seconds=1e-9,
)
PASSING = [
    ItemOutcome.SAME,
    ItemOutcome.PART,
    ItemOutcome.EDITED,
    ItemOutcome.FAILED,
]


class JournalContract:
    """The contract; a class of a test file fills in `make`."""

    @pytest.fixture
    def make(self) -> Make:
        message = "a test file says how its journal is made"
        raise AssertionError(message)

    @pytest.fixture
    def journal(self, make: Make) -> Journal:
        return make("run-1")

    def test_a_new_journal_holds_nothing(self, journal: Journal) -> None:
        assert journal.finished(digest_of(1)) is None
        assert journal.answer(digest_of(1)) is None
        assert list(journal.records()) == []

    @pytest.mark.parametrize("record", [a_record(), EVERYTHING], ids=["plain", "everything"])
    def test_what_is_finished_is_found_as_it_was_written(
        self, journal: Journal, record: ItemRecord
    ) -> None:
        assert journal.finish(record, 0)
        assert journal.finished(record.key) == record
        assert list(journal.records()) == [record]

    def test_a_later_run_finds_what_an_earlier_one_finished(self, make: Make) -> None:
        make("run-1").finish(a_record(), 0)
        later = make("run-2")
        assert later.finished(digest_of(1)) == a_record()
        assert list(later.records()) == []

    def test_a_key_is_compared_to_the_letter(self, journal: Journal) -> None:
        journal.finish(a_record(key="ab"), 0)
        assert [journal.finished(key) for key in ("AB", "ab ", "a", "")] == [None] * 4

    def test_another_worker_of_the_run_never_replaces_a_record(self, make: Make) -> None:
        first, second = make("run-1"), make("run-1")
        assert first.finish(a_record(), 0)
        late = a_record(message="from a worker that was thought dead")
        assert not second.finish(late, 0)
        assert not second.finish(late, 5)
        assert second.finished(digest_of(1)) == a_record()
        assert list(second.records()) == [a_record()]

    def test_a_place_of_the_list_is_written_once(self, make: Make) -> None:
        assert make("run-1").finish(a_record(1), 0)
        assert not make("run-1").finish(a_record(2), 0)
        assert make("run-1").finished(digest_of(2)) is None

    def test_what_an_earlier_run_wrote_gives_way(self, make: Make) -> None:
        make("run-1").finish(a_record(), 0)
        again = a_record(message="made again, since its files were gone")
        assert make("run-2").finish(again, 0)
        assert make("run-2").finished(digest_of(1)) == again
        assert list(make("run-1").records()) == [a_record()]

    @pytest.mark.parametrize("outcome", PASSING)
    def test_an_outcome_of_this_run_alone_is_listed_and_not_filed(
        self, journal: Journal, outcome: ItemOutcome
    ) -> None:
        record = a_record(outcome=outcome)
        assert journal.finish(record, 0)
        assert journal.finished(record.key) is None
        assert list(journal.records()) == [record]

    @pytest.mark.parametrize("code", ["GAT106", "GAT207", "GAT208"])
    def test_a_refusal_that_hangs_on_something_else_is_not_filed(
        self, journal: Journal, code: str
    ) -> None:
        record = a_record(outcome=ItemOutcome.REFUSED, codes=("RPY001", code))
        assert journal.finish(record, 0)
        assert journal.finished(record.key) is None

    @pytest.mark.parametrize("outcome", [ItemOutcome.NOT_READY, ItemOutcome.REFUSED])
    def test_an_outcome_that_would_come_again_is_filed(
        self, journal: Journal, outcome: ItemOutcome
    ) -> None:
        journal.finish(a_record(outcome=outcome), 0)
        assert journal.finished(digest_of(1)) == a_record(outcome=outcome)

    def test_an_item_without_a_key_is_listed_and_not_filed(self, journal: Journal) -> None:
        record = a_record(key="", outcome=ItemOutcome.FAILED)
        assert [journal.finish(record, place) for place in (0, 1)] == [True, True]
        assert journal.finished("") is None
        assert list(journal.records()) == [record, record]

    def test_a_reused_record_is_listed_and_the_filed_one_stays(self, make: Make) -> None:
        make("run-1").finish(a_record(), 0)
        reused = a_record(usage=Usage(), seconds=0.0, is_reused=True)
        later = make("run-2")
        assert later.finish(reused, 0)
        assert later.finished(digest_of(1)) == a_record()
        assert list(later.records()) == [reused]

    def test_a_double_is_listed_beside_the_item_that_it_repeats(self, journal: Journal) -> None:
        same = a_record(name="in/copy.md", outcome=ItemOutcome.SAME, same_as="in/1.md", outputs={})
        assert journal.finish(a_record(), 0)
        assert journal.finish(same, 1)
        assert journal.finished(digest_of(1)) == a_record()
        assert list(journal.records()) == [a_record(), same]

    def test_records_come_in_the_order_of_the_batch(self, journal: Journal) -> None:
        places = [number * 7 % 1000 for number in range(1000)]
        for place in places:
            journal.finish(a_record(place), place)
        assert [record.name for record in journal.records()] == [
            f"in/{place}.md" for place in range(1000)
        ]

    def test_a_reader_of_records_does_not_stop_a_writer(self, make: Make) -> None:
        reader, writer = make("run-1"), make("run-1")
        for place in range(400):
            writer.finish(a_record(place), place)
        begun = reader.records()
        assert next(begun).name == "in/0.md"
        assert writer.finish(a_record(1000), 1000)
        assert [record.name for record in begun][-1] == "in/1000.md"

    def test_a_list_has_room_for_a_place_far_on(self, make: Make) -> None:
        make("run-1").finish(a_record(1), 2**31)
        make("run-2").finish(a_record(2), 0)
        assert [record.name for record in make("run-1").records()] == ["in/1.md"]
        assert [record.name for record in make("run-2").records()] == ["in/2.md"]

    def test_the_first_claim_of_a_key_has_it(self, make: Make) -> None:
        first, second = make("run-1"), make("run-1")
        assert first.claim("key", "in/a.md") == "in/a.md"
        assert second.claim("key", "in/b.md") == "in/a.md"
        assert first.claim("key", "in/a.md") == "in/a.md"
        assert second.claim("other", "in/b.md") == "in/b.md"

    def test_a_claim_holds_for_its_run_alone(self, make: Make) -> None:
        make("run-1").claim("key", "in/a.md")
        assert make("run-2").claim("key", "in/b.md") == "in/b.md"

    def test_a_claim_gives_every_name_back(self, journal: Journal) -> None:
        assert journal.claim("key", ODD_TEXT) == ODD_TEXT

    def test_an_id_with_another_input_names_the_item_that_has_it(self, make: Make) -> None:
        first, second = make("run-1"), make("run-1")
        assert first.claim_id("req-1", digest_of(1), "in/a.md") is None
        assert second.claim_id("req-1", digest_of(2), "in/b.md") == "in/a.md"
        assert second.claim_id("req-2", digest_of(2), "in/b.md") is None

    def test_an_id_with_the_same_input_is_free_to_use(self, journal: Journal) -> None:
        journal.claim_id("req-1", digest_of(1), "in/a.md")
        assert journal.claim_id("req-1", digest_of(1), "in/copy.md") is None

    def test_who_has_an_id_keeps_it_when_it_asks_again(self, journal: Journal) -> None:
        journal.claim_id("req-1", digest_of(1), "in/a.md")
        journal.claim_id("req-1", digest_of(2), "in/b.md")
        assert journal.claim_id("req-1", digest_of(1), "in/a.md") is None
        assert journal.claim_id("req-1", digest_of(3), "in/c.md") == "in/a.md"

    def test_an_id_is_claimed_for_a_run_alone(self, make: Make) -> None:
        make("run-1").claim_id("req-1", digest_of(1), "in/a.md")
        assert make("run-2").claim_id("req-1", digest_of(2), "in/a.md") is None

    @pytest.mark.parametrize("text", ["{}", ODD_TEXT, "é" * 20_000], ids=["short", "odd", "long"])
    def test_an_answer_is_found_by_every_run_as_it_was_kept(self, make: Make, text: str) -> None:
        make("run-1").keep_answer(digest_of(1), an_answer(text))
        assert make("run-2").answer(digest_of(1)) == an_answer(text)
        assert make("run-2").answer(digest_of(2)) is None

    def test_the_first_answer_to_a_question_stands(self, make: Make) -> None:
        make("run-1").keep_answer(digest_of(1), an_answer("first"))
        make("run-1").keep_answer(digest_of(1), an_answer("second"))
        assert make("run-1").answer(digest_of(1)) == an_answer("first")

    def test_answers_that_are_forgotten_can_be_kept_anew(self, journal: Journal) -> None:
        for number in (1, 2, 3):
            journal.keep_answer(digest_of(number), an_answer("first"))
        journal.forget_answers([digest_of(1), digest_of(2), digest_of(9)])
        assert [journal.answer(digest_of(number)) for number in (1, 2)] == [None, None]
        assert journal.answer(digest_of(3)) == an_answer("first")
        journal.keep_answer(digest_of(1), an_answer("second"))
        assert journal.answer(digest_of(1)) == an_answer("second")

    def test_forgetting_nothing_forgets_nothing(self, journal: Journal) -> None:
        journal.keep_answer(digest_of(1), an_answer())
        journal.forget_answers([])
        assert journal.answer(digest_of(1)) == an_answer()
