"""The journal in a database server, by the contract of all journals."""

import threading
from collections.abc import Iterator

import psycopg
import pytest

from planner.adapters.journal_postgres import PostgresJournal
from planner.adapters.postgres import Address, Database
from planner.errors import StoreError, UsageError
from tests.adapters.journal_contract import JournalContract, Make, a_record, an_answer, digest_of


class TestPostgresJournal(JournalContract):
    @pytest.fixture
    def make(self, queue: str) -> Iterator[Make]:
        made: list[PostgresJournal] = []

        def one(run_id: str) -> PostgresJournal:
            made.append(PostgresJournal(Database(Address(queue)), "batch-1", run_id))
            return made[-1]

        yield one
        for each in made:
            each.close()


@pytest.fixture
def database(queue: str) -> Iterator[Database]:
    opened = Database(Address(queue))
    yield opened
    opened.close()


def test_two_batches_in_one_database_know_nothing_of_each_other(database: Database) -> None:
    one, other = (PostgresJournal(database, batch, "run-1") for batch in ("one", "other"))
    assert one.finish(a_record(), 0)
    one.keep_answer(digest_of(1), an_answer())
    assert one.claim("key", "in/1.md") == "in/1.md"
    assert other.finished(digest_of(1)) is None
    assert other.answer(digest_of(1)) is None
    assert other.claim("key", "in/2.md") == "in/2.md"
    assert other.finish(a_record(), 0)


def test_lists_and_claims_of_other_runs_can_be_forgotten(database: Database) -> None:
    first, second = (PostgresJournal(database, "batch", run) for run in ("run-1", "run-2"))
    first.finish(a_record(), 0)
    first.claim("key", "in/1.md")
    second.forget_other_runs()
    assert list(first.records()) == []
    assert first.claim("key", "in/9.md") == "in/9.md"
    assert first.finished(digest_of(1)) == a_record()


def test_of_connections_at_once_exactly_one_writes_each_item(queue: str) -> None:
    won: list[int] = []

    def work(name: str) -> None:
        journal = PostgresJournal(Database(Address(queue)), "batch", "run-1")
        each = [journal.finish(a_record(place, message=name), place) for place in range(60)]
        won.append(sum(each))
        journal.close()

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(won) == 60
    journal = PostgresJournal(Database(Address(queue)), "batch", "run-1")
    assert [record.name for record in journal.records()] == [f"in/{n}.md" for n in range(60)]
    journal.close()


def test_a_connection_that_the_server_cut_is_made_anew(database: Database, queue: str) -> None:
    journal = PostgresJournal(database, "batch", "run-1")
    journal.finish(a_record(), 0)
    with psycopg.connect(queue, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert journal.finished(digest_of(1)) == a_record()
    assert journal.finish(a_record(2), 1)


def test_tables_of_another_version_are_left_alone(queue: str) -> None:
    first = Database(Address(queue))
    first.step(lambda connection: connection.execute("UPDATE about SET version = 2"))
    first.close()
    with pytest.raises(StoreError, match=r"database \w+ on .*of version 2, and not of 1: use"):
        PostgresJournal(Database(Address(queue)), "batch", "run").finished("key")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me:geheim@127.0.0.1:1/x",
        "postgresql://me:geheim@/x?host=/nowhere/geheim",
    ],
    ids=["no server", "no folder"],
)
def test_no_server_is_told_without_the_password(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        PostgresJournal(Database(Address(url)), "batch", "run").finished("key")
    assert "cannot use the database x" in str(caught.value)
    assert ":geheim@" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    ["", "mysql://x", "host=/tmp password=geheim", "postgresql://a:ge%zzheim@x/y?geheim",
     "postgresql://me:geheim@host/x?nothing=known"],
)  # fmt: skip
def test_what_is_no_address_is_told_without_what_it_holds(url: str) -> None:
    with pytest.raises(UsageError) as caught:
        Address(url)
    assert "--queue" in str(caught.value)
    assert "heim" not in str(caught.value)
    assert "heim" not in repr(Address("postgresql://me:geheim@host/x"))
