"""Who has an item, and whose outcome counts."""

from collections.abc import Iterator

import pytest

from planner.adapters.desk_postgres import Desk, Taken
from planner.adapters.journal_postgres import PostgresJournal
from planner.adapters.postgres import Address, Database
from planner.adapters.queue_procrastinate import Deferring, Ticket
from planner.codec.batch_record import record_text
from planner.errors import WriteConflict
from planner.model.batch import ItemOutcome
from tests.adapters.journal_contract import a_record, digest_of

KEY = digest_of(1)
RECORD = a_record(1)
CAME = {"record": record_text(RECORD)}
ABOUT = {"out": "/shared/out", "max_cost": None, "max_tokens": None}


@pytest.fixture
def database(queue: str) -> Iterator[Database]:
    opened = Database(Address(queue))
    yield opened
    opened.close()


@pytest.fixture
def desk(database: Database) -> Desk:
    return Desk(database)


def deferring(desk: Desk, run: str = "run-1", queue: str = "kind-1") -> Deferring:
    desk.open("batch", run, queue, ABOUT)
    return Deferring(desk.database, "batch", run, queue)


def put(desk: Desk, run: str = "run-1", queue: str = "kind-1") -> int:
    return deferring(desk, run, queue).put([Ticket(KEY, {"item": "x"})])


def taken(desk: Desk, queue: str = "kind-1") -> Taken:
    found = desk.take("batch", KEY, queue)
    assert found is not None
    return found


def test_an_item_is_taken_with_what_is_to_be_done(desk: Desk) -> None:
    assert put(desk) == 1
    found = taken(desk)
    assert (found.item, found.about, found.run, found.epoch) == ({"item": "x"}, ABOUT, "run-1", 1)


def test_an_item_that_waits_is_not_deferred_again_by_any_run(desk: Desk) -> None:
    assert [put(desk), put(desk), put(desk, "run-2")] == [1, 0, 0]
    assert taken(desk).run == "run-2"


def test_a_worker_of_another_kind_gets_no_item(desk: Desk) -> None:
    put(desk)
    assert desk.take("batch", KEY, "kind-2") is None
    assert [other.items for other in desk.others("kind-2")] == [1]
    assert desk.others("kind-1") == []


def test_an_item_that_another_kind_is_to_do_is_deferred_for_that_kind(desk: Desk) -> None:
    put(desk)
    late = taken(desk)
    assert put(desk, "run-2", "kind-2") == 1
    assert not desk.accept(late, CAME, RECORD)
    assert desk.take("batch", KEY, "kind-1") is None
    assert taken(desk, "kind-2").epoch > late.epoch


def test_an_outcome_is_accepted_once(desk: Desk, database: Database) -> None:
    put(desk)
    found = taken(desk)
    assert desk.accept(found, CAME, RECORD)
    assert not desk.accept(found, CAME, RECORD)
    assert desk.take("batch", KEY, "kind-1") is None
    assert PostgresJournal(database, "batch", "run-2").finished(KEY) == RECORD


def test_who_lost_an_item_may_neither_write_nor_be_accepted(desk: Desk) -> None:
    put(desk)
    paused, second = taken(desk), taken(desk)
    with pytest.raises(WriteConflict, match="another worker"), desk.placing(paused):
        raise AssertionError
    assert not desk.accept(paused, CAME, RECORD)
    with desk.placing(second):
        pass
    assert desk.accept(second, CAME, RECORD)
    with pytest.raises(WriteConflict), desk.placing(paused):
        raise AssertionError


def test_what_came_is_heard_once_and_by_its_run_alone(desk: Desk, database: Database) -> None:
    put(desk)
    desk.accept(taken(desk), CAME, RECORD)
    assert desk.collect("batch", "run-2") == []
    assert desk.collect("batch", "run-1") == [(KEY, CAME)]
    assert desk.collect("batch", "run-1") == []
    journal = PostgresJournal(database, "batch", "run-1")
    assert journal.finish(RECORD, 0)
    assert list(journal.records()) == [RECORD]


def test_what_would_not_come_out_so_again_is_not_filed(desk: Desk, database: Database) -> None:
    put(desk)
    failed = a_record(1, outcome=ItemOutcome.FAILED)
    assert desk.accept(taken(desk), {"record": record_text(failed)}, failed)
    assert PostgresJournal(database, "batch", "run-2").finished(KEY) is None


def test_an_outcome_that_nobody_heard_is_asked_for_anew(desk: Desk) -> None:
    put(desk)
    found = taken(desk)
    desk.accept(found, {"halt": "the provider is down", "is_capped": False}, None)
    assert put(desk, "run-2") == 1
    assert not desk.accept(found, CAME, RECORD)
    assert taken(desk).run == "run-2"


def test_an_item_whose_job_is_gone_is_deferred_anew(desk: Desk, database: Database) -> None:
    put(desk)
    waiting = deferring(desk)
    assert waiting.mend() == 0
    database.step(lambda connection: connection.execute("DELETE FROM procrastinate_jobs"))
    assert waiting.mend() == 1
    assert waiting.mend() == 0


def test_what_nobody_began_is_taken_back(desk: Desk) -> None:
    put(desk)
    assert deferring(desk, "run-2").withdraw() == []
    assert deferring(desk).withdraw() == [KEY]
    assert desk.take("batch", KEY, "kind-1") is None
    assert put(desk) == 1


def test_workers_that_are_silent_do_not_count(desk: Desk) -> None:
    desk.here("a", "kind-1")
    desk.here("b", "kind-1")
    assert (desk.workers("kind-1", 30), desk.workers("kind-2", 30)) == (2, 0)
    assert desk.workers("kind-1", 0) == 0
    desk.gone("a")
    assert desk.workers("kind-1", 30) == 1
