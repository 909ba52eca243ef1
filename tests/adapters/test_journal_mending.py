"""A journal that was cut off or damaged anywhere heals to the rows that are whole."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from planner.adapters.journal_mending import mended
from planner.adapters.journal_pages import rows_of
from planner.adapters.journal_sqlite import SqliteJournal
from planner.model.batch import ItemRecord, KeptAnswer
from tests.adapters.journal_contract import a_record, an_answer, digest_of

ITEMS = 40
PAGE = 4096
MOST_ON_A_PAGE = 12
"""Rows that one wrong byte may take: those of one page, and what goes on in it."""


def the_answer(number: int) -> KeptAnswer:
    """Return an answer that now and then goes on over several pages."""
    return an_answer(f"{number} é " * (number * number % 1500))


@dataclass(frozen=True)
class Torn:
    """A journal as a kill left it."""

    main: bytes
    log: bytes

    def put(self, folder: Path) -> Path:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        path = folder / "journal.sqlite3"
        path.write_bytes(self.main)
        if self.log:
            (folder / "journal.sqlite3-wal").write_bytes(self.log)
        return path


def torn(folder: Path, *, checkpoint_at: int) -> Torn:
    """Write items, put the log into the file after so many, and copy what a kill would leave."""
    path = folder / "journal.sqlite3"
    journal = SqliteJournal(path, "run-1")
    for number in range(ITEMS):
        journal.finish(a_record(number), number)
        journal.keep_answer(digest_of(number), the_answer(number))
        if number + 1 == checkpoint_at:
            with closing(sqlite3.connect(path)) as other:
                other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    log = path.with_name("journal.sqlite3-wal")
    found = Torn(path.read_bytes(), log.read_bytes())
    journal.close()
    return found


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Torn]:
    """The file alone, half of it in the log, and all of it in the log."""
    return {
        name: torn(tmp_path_factory.mktemp("torn"), checkpoint_at=at)
        for name, at in (("file", ITEMS), ("both", ITEMS // 2), ("log", 0))
    }


def saved(path: Path) -> tuple[int, int]:
    """Return how many items and answers are left, and see that the journal can be used."""
    journal = SqliteJournal(path, "run-2")
    items = [journal.finished(digest_of(number)) for number in range(ITEMS)]
    answers = [journal.answer(digest_of(number)) for number in range(ITEMS)]
    assert all(found in (None, a_record(number)) for number, found in enumerate(items))
    assert all(found in (None, the_answer(number)) for number, found in enumerate(answers))
    listed = list(SqliteJournal(path, "run-1").records())
    assert [record.name for record in listed] == sorted(
        (record.name for record in listed), key=lambda name: int(name[3:-3])
    )
    assert all(record == a_record(int(record.name[3:-3])) for record in listed)
    assert journal.finish(a_record(1000), 0)
    assert journal.finished(digest_of(1000)) == a_record(1000)
    assert [record.name for record in journal.records()] == ["in/1000.md"]
    journal.close()
    assert mended(path) is None
    return count(items), count(answers)


def count(found: list[ItemRecord | None] | list[KeptAnswer | None]) -> int:
    return sum(each is not None for each in found)


def damaged_files(path: Path) -> set[bytes]:
    return {entry.read_bytes() for entry in path.parent.glob("*.damaged-*")}


def places(size: int, many: int) -> list[int]:
    """Return offsets all over a file, the first bytes and the edges of pages among them."""
    near = [0, 16, 18, 19, 20, 21, 31, 44, 47, 52, 59, 60, 63, 68, 71, 95, 100]
    edges = [page * PAGE + off for page in range(size // PAGE) for off in (0, 3, 5, 8)]
    spread = [size * step // many + step % 7 for step in range(many)]
    return sorted({at for at in (*near, *edges[:: len(edges) // many + 1], *spread) if at < size})


@pytest.mark.parametrize("state", ["file", "both", "log"])
def test_a_whole_journal_is_left_alone(states: dict[str, Torn], tmp_path: Path, state: str) -> None:
    path = states[state].put(tmp_path / "j")
    assert mended(path) is None
    assert path.read_bytes() == states[state].main
    assert saved(path) == (ITEMS, ITEMS)


@pytest.mark.parametrize("state", ["file", "both", "log"])
def test_one_wrong_byte_in_the_file_takes_a_page_at_the_most(
    states: dict[str, Torn], tmp_path: Path, state: str
) -> None:
    main = states[state].main
    for number, at in enumerate(places(len(main), 16)):
        changed = main[:at] + bytes([main[at] ^ 1 << number % 8]) + main[at + 1 :]
        path = Torn(changed, states[state].log).put(tmp_path / "j")
        told = mended(path)
        items, answers = saved(path)
        assert items >= ITEMS - MOST_ON_A_PAGE, at
        assert answers >= ITEMS - MOST_ON_A_PAGE, at
        if told is None:
            assert (items, answers) == (ITEMS, ITEMS), at
        else:
            assert changed in damaged_files(path), at


@pytest.mark.parametrize("state", ["both", "log"])
def test_one_wrong_byte_in_the_log_takes_a_page_at_the_most(
    states: dict[str, Torn], tmp_path: Path, state: str
) -> None:
    log = states[state].log
    for at in places(len(log), 12):
        changed = log[:at] + bytes([log[at] ^ 0x10]) + log[at + 1 :]
        path = Torn(states[state].main, changed).put(tmp_path / "j")
        told = mended(path)
        items, answers = saved(path)
        assert items >= ITEMS - MOST_ON_A_PAGE, at
        assert answers >= ITEMS - MOST_ON_A_PAGE, at
        if told is None:
            # What is behind the last whole transaction is nobody's.
            assert items >= ITEMS - 1, at
        else:
            assert changed in damaged_files(path), at


def test_a_file_that_is_cut_off_keeps_the_rows_before_the_cut(
    states: dict[str, Torn], tmp_path: Path
) -> None:
    main = states["file"].main
    before = (0, 0)
    for at in sorted(places(len(main), 16)):
        path = Torn(main[:at], b"").put(tmp_path / "j")
        told = mended(path)
        assert (told is None) == (at == 0)
        if at:
            assert damaged_files(path) == {main[:at]}
        found = saved(path)
        assert found[0] >= before[0], at
        assert found[1] >= before[1] - 1, at
        before = found
    assert before[0] >= ITEMS - MOST_ON_A_PAGE


@pytest.mark.parametrize("state", ["both", "log"])
def test_a_log_that_is_cut_off_keeps_the_rows_before_the_cut(
    states: dict[str, Torn], tmp_path: Path, state: str
) -> None:
    log = states[state].log
    before = (0, 0)
    for at in sorted(places(len(log), 12)):
        path = Torn(states[state].main, log[:at]).put(tmp_path / "j")
        assert mended(path) is None
        found = saved(path)
        assert found >= before, at
        before = found
    assert before[0] >= ITEMS - 3


@pytest.mark.parametrize("state", ["both", "log"])
@pytest.mark.parametrize("kept", [0, 1, 100, PAGE, 3 * PAGE + 5])
def test_a_file_that_is_cut_off_gets_rows_out_of_its_log(
    states: dict[str, Torn], tmp_path: Path, state: str, kept: int
) -> None:
    path = Torn(states[state].main[:kept], states[state].log).put(tmp_path / "j")
    assert "was damaged" in str(mended(path))
    items, _ = saved(path)
    assert items >= (ITEMS if state == "log" else ITEMS // 2 - 1)


def test_a_log_without_its_file_is_read(states: dict[str, Torn], tmp_path: Path) -> None:
    path = states["log"].put(tmp_path / "j")
    path.unlink()
    assert "40 items and 40 answers" in str(mended(path))
    assert saved(path) == (ITEMS, ITEMS)


def test_the_note_says_what_was_kept_and_where_the_rest_is(
    states: dict[str, Torn], tmp_path: Path
) -> None:
    main = states["file"].main
    path = Torn(main[: len(main) // 2], b"").put(tmp_path / "j")
    path.with_name("journal.sqlite3.damaged-1").write_bytes(b"of an earlier time")
    told = mended(path)
    items, answers = saved(path)
    assert told == (
        f"{path} was damaged: {items} items and {answers} answers in it were whole and are kept; "
        "the old file is journal.sqlite3.damaged-2"
    )
    assert damaged_files(path) == {b"of an earlier time", main[: len(main) // 2]}


def test_a_damaged_journal_of_which_nothing_is_left_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    path.write_bytes(b"SQLite form")
    assert "0 items and 0 answers" in str(mended(path))
    assert damaged_files(path) == {b"SQLite form"}
    assert SqliteJournal(path, "run-1").finish(a_record(), 0)


@pytest.mark.parametrize("size", [None, 0])
def test_where_nothing_is_nothing_is_mended(tmp_path: Path, size: int | None) -> None:
    path = tmp_path / "journal.sqlite3"
    if size is not None:
        path.write_bytes(b"")
    assert mended(path) is None
    assert SqliteJournal(path, "run-1").finish(a_record(), 0)


def test_mending_that_was_killed_before_the_end_is_ended(
    states: dict[str, Torn], tmp_path: Path
) -> None:
    """The new journal is whole; the damaged one, and its log, still have its place."""
    path = states["both"].put(tmp_path / "j")
    made = torn(tmp_path / "made", checkpoint_at=ITEMS)
    path.with_name("journal.sqlite3-mended").write_bytes(made.main)
    path.with_name(".journal.sqlite3.123-staged").write_bytes(b"half of one")
    path.write_bytes(states["both"].main[:5000])
    assert mended(path) is None
    assert saved(path) == (ITEMS, ITEMS)
    assert {entry.name for entry in path.parent.iterdir()} <= {
        "journal.sqlite3",
        "journal.sqlite3-wal",
        "journal.sqlite3-shm",
    }


class Ticking:
    """A clock on which every look is a second later."""

    def __init__(self) -> None:
        self._at = datetime(2030, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        self._at += timedelta(seconds=1)
        return self._at

    def elapsed(self) -> float:
        return 0.0


def test_of_two_states_of_a_row_the_newer_one_is_kept(tmp_path: Path) -> None:
    path, clock = tmp_path / "journal.sqlite3", Ticking()
    first = SqliteJournal(path, "run-1", clock=clock)
    first.finish(a_record(message="first"), 0)
    first.keep_answer(digest_of(1), an_answer("first"))
    first.close()
    second = SqliteJournal(path, "run-2", clock=clock)
    second.finish(a_record(message="second"), 0)
    second.forget_answers([digest_of(1)])
    second.keep_answer(digest_of(1), an_answer("second"))
    log = path.with_name("journal.sqlite3-wal")
    state = Torn(b"X" + path.read_bytes()[1:], log.read_bytes())
    second.close()
    path = state.put(tmp_path / "j")
    assert "was damaged" in str(mended(path))
    journal = SqliteJournal(path, "run-3")
    assert journal.finished(digest_of(1)) == a_record(message="second")
    assert journal.answer(digest_of(1)) == an_answer("second")
    journal.close()


def test_reading_pages_is_total(states: dict[str, Torn]) -> None:
    noise = bytes(number * 2654435761 % 2**32 >> 11 & 0xFF for number in range(8 * PAGE + 17))
    assert all(isinstance(row, tuple) for row in rows_of(noise, noise))
    shifted = states["file"].main[7:]
    assert all(isinstance(row, tuple) for row in rows_of(shifted, states["log"].log[3:]))
