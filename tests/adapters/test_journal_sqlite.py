"""The journal in a file: shared by processes, whole after a kill, and never a stranger's."""

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from planner.adapters.journal_mending import mended
from planner.adapters.journal_sqlite import SqliteJournal
from planner.errors import StoreError
from planner.model.batch import ItemKind, ItemOutcome
from tests.adapters.journal_contract import JournalContract, Make, a_record, an_answer, digest_of

NOBODY = 65534


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "out" / ".planner" / "journal.sqlite3"


class TestSqliteJournal(JournalContract):
    """The contract, in a file."""

    @pytest.fixture
    def make(self, path: Path) -> Iterator[Make]:
        made: list[SqliteJournal] = []

        def one(run_id: str) -> SqliteJournal:
            made.append(SqliteJournal(path, run_id))
            return made[-1]

        yield one
        for each in made:
            each.close()


def test_nothing_is_made_before_something_is_asked(path: Path) -> None:
    SqliteJournal(path, "run-1").close()
    assert not path.parent.exists()


def test_a_closed_journal_is_one_file_and_opens_again(path: Path) -> None:
    journal = SqliteJournal(path, "run-1")
    journal.finish(a_record(), 0)
    journal.close()
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]
    assert journal.finished(digest_of(1)) == a_record()
    journal.close()


def test_a_name_that_means_something_in_an_address_is_a_name(tmp_path: Path) -> None:
    odd = tmp_path / "a?mode=memory#%41 [é].db"
    journal = SqliteJournal(odd, "run-1")
    journal.finish(a_record(), 0)
    journal.close()
    assert mended(odd) is None
    assert odd.name in {entry.name for entry in tmp_path.iterdir()}


def test_lists_and_claims_of_other_runs_can_be_forgotten(path: Path) -> None:
    first, second = SqliteJournal(path, "run-1"), SqliteJournal(path, "run-2")
    first.finish(a_record(), 0)
    first.claim("key", "in/1.md")
    first.claim_id("req-1", digest_of(1), "in/1.md")
    second.claim("key", "in/2.md")
    first.keep_answer(digest_of(5), an_answer())
    second.finish(a_record(2), 0)
    second.forget_other_runs()
    first.close()
    again = SqliteJournal(path, "run-1")
    assert list(again.records()) == []
    assert again.claim("key", "in/9.md") == "in/9.md"
    assert again.claim_id("req-1", digest_of(9), "in/9.md") is None
    assert again.finished(digest_of(1)) == a_record()
    assert again.answer(digest_of(5)) == an_answer()
    assert list(second.records()) == [a_record(2)]
    assert second.claim("key", "in/9.md") == "in/2.md"
    again.close()
    second.close()


def test_a_hundred_rows_take_some_milliseconds_of_work(path: Path) -> None:
    journal = SqliteJournal(path, "run-1")
    journal.finish(a_record(0), 0)
    best = min(_seconds_of_a_hundred(journal, begin) for begin in range(1, 1001, 100))
    journal.close()
    # A row takes less than 0.1 ms where nothing else runs; the bound is for a busy machine.
    assert best < 0.02


def _seconds_of_a_hundred(journal: SqliteJournal, begin: int) -> float:
    started = time.process_time()
    for place in range(begin, begin + 100):
        journal.finish(a_record(place), place)
    return time.process_time() - started


WORKER = """
import sys
from pathlib import Path
from planner.adapters.journal_sqlite import SqliteJournal
from tests.adapters.journal_contract import a_record

path, mine = Path(sys.argv[1]), sys.argv[2]
print("ready", flush=True)
sys.stdin.readline()
journal = SqliteJournal(path, "run-1")
won = 0
for place in range(100):
    assert journal.claim(f"place {place}", mine) in "abcd"
    won += journal.finish(a_record(place, message=mine), place)
print(won, flush=True)
"""


def test_of_processes_at_once_exactly_one_writes_each_item(path: Path) -> None:
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, str(path), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in "abcd"
    ]
    for worker in workers:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    won = [int(worker.communicate(timeout=120)[0]) for worker in workers]
    assert sum(won) == 100
    journal = SqliteJournal(path, "run-1")
    records = list(journal.records())
    assert [record.name for record in records] == [f"in/{place}.md" for place in range(100)]
    assert all(journal.finished(record.key) == record for record in records)
    journal.close()


def test_threads_share_one_journal(path: Path) -> None:
    journal = SqliteJournal(path, "run-1")

    def work(begin: int) -> None:
        for place in range(begin, 200, 4):
            journal.finish(a_record(place), place)

    threads = [threading.Thread(target=work, args=(begin,)) for begin in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(list(journal.records())) == 200
    journal.close()


def _write_in_child(journal: SqliteJournal) -> None:
    journal.finish(a_record(2), 1)
    journal.close()


def test_a_process_that_is_forked_off_has_a_connection_of_its_own(path: Path) -> None:
    journal = SqliteJournal(path, "run-1")
    journal.finish(a_record(1), 0)
    child = multiprocessing.get_context("fork").Process(target=_write_in_child, args=(journal,))
    child.start()
    child.join()
    assert child.exitcode == 0
    assert journal.finish(a_record(3), 2)
    assert [record.name for record in journal.records()] == ["in/1.md", "in/2.md", "in/3.md"]
    journal.close()
    assert mended(path) is None


DYING = """
import sys
from pathlib import Path
from planner.adapters.journal_sqlite import SqliteJournal
from tests.adapters.journal_contract import a_record, an_answer, digest_of

journal = SqliteJournal(Path(sys.argv[1]), "run-1")
for place in range(100_000):
    journal.keep_answer(digest_of(place), an_answer("x" * (place % 9000)))
    assert journal.finish(a_record(place), place)
    print(place, flush=True)
"""


@pytest.mark.parametrize("after", [0, 3, 57, 400])
def test_a_kill_loses_nothing_that_was_written(path: Path, after: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", DYING, str(path)], stdout=subprocess.PIPE, text=True
    ) as dying:
        assert dying.stdout is not None
        told = [int(dying.stdout.readline()) for _ in range(after + 1)]
        dying.send_signal(signal.SIGKILL)
        told += [int(line) for line in dying.stdout.read().splitlines()]
    assert mended(path) is None
    journal = SqliteJournal(path, "run-1")
    records = list(journal.records())
    assert len(records) in {len(told), len(told) + 1}
    assert records == [a_record(place) for place in range(len(records))]
    for place, record in enumerate(records):
        assert journal.finished(record.key) == record
        assert journal.answer(digest_of(place)) == an_answer("x" * (place % 9000))
    journal.close()


def refused(use: Callable[[], object]) -> str:
    with pytest.raises(StoreError) as caught:
        use()
    return str(caught.value)


def refused_everywhere(path: Path) -> str:
    """Return what both doors say, and see that they leave the file as it is."""
    before = {entry.name: entry.read_bytes() for entry in path.parent.iterdir() if entry.is_file()}
    told = refused(lambda: mended(path))
    assert refused(lambda: SqliteJournal(path, "run-1").finished("key")) == told
    assert refused(lambda: SqliteJournal(path, "run-1").finish(a_record(), 0)) == told
    after = {entry.name: entry.read_bytes() for entry in path.parent.iterdir() if entry.is_file()}
    assert after == before
    assert str(path) in told
    return told


@pytest.fixture
def whole(path: Path) -> Path:
    """A journal with one item, closed."""
    journal = SqliteJournal(path, "run-1")
    journal.finish(a_record(), 0)
    journal.close()
    return path


def test_a_journal_of_a_newer_version_stays_as_it_is(whole: Path) -> None:
    with closing(sqlite3.connect(whole, isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version = 2")
        connection.execute("UPDATE about SET version = 2, seal = 'of another kind'")
    assert "a newer planner wrote it" in refused_everywhere(whole)


def test_a_database_of_another_program_stays_as_it_is(path: Path) -> None:
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE item (key TEXT, record TEXT)")
        connection.execute("INSERT INTO item VALUES ('a', 'b')")
        connection.commit()
    assert "it is no journal of a batch" in refused_everywhere(path)


@pytest.mark.parametrize("size", [1, 20, 99, 100, 5000])
def test_a_file_that_is_no_database_stays_as_it_is(path: Path, size: int) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes((b"my notes\n" * 1000)[:size])
    assert "it is no journal of a batch" in refused(lambda: mended(path))
    assert path.read_bytes() == (b"my notes\n" * 1000)[:size]


def test_what_is_no_plain_file_is_refused(path: Path) -> None:
    path.mkdir(parents=True)
    assert "cannot use the journal" in refused(lambda: mended(path))
    assert "it is no plain file" in refused(lambda: SqliteJournal(path, "run-1").finished("key"))


def test_a_pipe_is_refused_and_not_waited_for(path: Path) -> None:
    path.parent.mkdir(parents=True)
    os.mkfifo(path)
    assert "is no plain file" in refused(lambda: mended(path))
    assert "it is no plain file" in refused(lambda: SqliteJournal(path, "run-1").finished("key"))


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    user = os.geteuid()
    folder = tmp_path / "locked"
    folder.mkdir()
    tmp_path.chmod(0o755)
    folder.chmod(0o555)
    # The superuser may write everywhere, so somebody else has to try.
    if user == 0:
        os.seteuid(NOBODY)
    try:
        told = refused(lambda: SqliteJournal(folder / "journal", "run-1").finish(a_record(), 0))
    finally:
        os.seteuid(user)
        folder.chmod(0o755)
    assert "cannot use the journal" in told


def test_a_row_that_is_not_as_it_was_written_is_not_used(whole: Path) -> None:
    with closing(sqlite3.connect(whole, isolation_level=None)) as connection:
        connection.execute("UPDATE item SET record = replace(record, 'released', 'refused')")
    journal = SqliteJournal(whole, "run-2")
    assert "it is damaged; start the batch again" in refused(lambda: journal.finished(digest_of(1)))
    journal.close()
    told = mended(whole)
    assert told is not None
    assert "0 items and 0 answers in it were whole" in told
    assert journal.finished(digest_of(1)) is None
    journal.close()


def test_records_carry_the_kind_and_the_outcome_in_words(whole: Path) -> None:
    """Whoever looks at the file with a tool of his own can read it."""
    with closing(sqlite3.connect(whole)) as connection:
        query = "SELECT record ->> 'kind', record ->> 'outcome' FROM item"
        assert connection.execute(query).fetchone() == (ItemKind.REQUEST, ItemOutcome.RELEASED)
