"""Both ledgers keep one contract, and the file adds durability, exclusion and suspicion."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from planner.adapters.ledger_memory import MemoryLedger
from planner.adapters.ledger_sqlite import SqliteLedger
from planner.errors import EvidenceUnavailable
from planner.ports import Ledger, LedgerEntry, LedgerKey

A, B, C = "a" * 64, "b" * 64, "c" * 64
BOTH = LedgerKey(activation_id="act-1", request_id="req-1")
ANSWERED = LedgerEntry(answer_sha256=A, request_sha256=B)
NOTHING = LedgerEntry()
NOBODY = 65534


@pytest.fixture(params=["memory", "sqlite"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Ledger:
    made: dict[str, Callable[[], Ledger]] = {
        "memory": MemoryLedger,
        "sqlite": lambda: SqliteLedger(tmp_path / "ledger.db"),
    }
    return made[request.param]()


def test_a_new_ledger_holds_nothing(ledger: Ledger) -> None:
    assert ledger.seen(BOTH) == NOTHING


def test_what_was_recorded_is_seen(ledger: Ledger) -> None:
    assert ledger.recorded(BOTH, ANSWERED) == ANSWERED
    assert ledger.seen(BOTH) == ANSWERED


def test_looking_records_nothing(ledger: Ledger) -> None:
    ledger.seen(BOTH)
    assert ledger.recorded(BOTH, ANSWERED) == ANSWERED


def test_the_same_again_changes_nothing(ledger: Ledger) -> None:
    ledger.recorded(BOTH, ANSWERED)
    assert ledger.recorded(BOTH, ANSWERED) == ANSWERED


def test_the_first_answer_stands(ledger: Ledger) -> None:
    ledger.recorded(BOTH, ANSWERED)
    other = LedgerEntry(answer_sha256=C, request_sha256=B)
    assert ledger.recorded(BOTH, other) == ANSWERED
    assert ledger.seen(BOTH) == ANSWERED


def test_a_conflict_of_the_request_writes_no_answer_either(ledger: Ledger) -> None:
    ledger.recorded(LedgerKey(request_id="req-1"), LedgerEntry(request_sha256=B))
    held = ledger.recorded(BOTH, LedgerEntry(answer_sha256=A, request_sha256=C))
    assert held == LedgerEntry(request_sha256=B)
    assert ledger.seen(BOTH) == LedgerEntry(request_sha256=B)


def test_a_conflict_of_the_answer_writes_no_request_either(ledger: Ledger) -> None:
    ledger.recorded(LedgerKey(activation_id="act-1"), LedgerEntry(answer_sha256=A))
    ledger.recorded(BOTH, LedgerEntry(answer_sha256=C, request_sha256=B))
    assert ledger.seen(BOTH) == LedgerEntry(answer_sha256=A)


def test_ids_are_compared_to_the_letter(ledger: Ledger) -> None:
    ledger.recorded(BOTH, ANSWERED)
    for other in ("ACT-1", "act-1 ", "act-10", "req-1"):
        assert ledger.seen(LedgerKey(activation_id=other)) == NOTHING


def test_one_request_serves_several_activations(ledger: Ledger) -> None:
    ledger.recorded(BOTH, ANSWERED)
    second = LedgerKey(activation_id="act-2", request_id="req-1")
    entry = LedgerEntry(answer_sha256=C, request_sha256=B)
    assert ledger.recorded(second, entry) == entry


def test_without_an_id_nothing_is_kept(ledger: Ledger) -> None:
    assert ledger.recorded(LedgerKey(), ANSWERED) == NOTHING
    assert ledger.seen(LedgerKey()) == NOTHING


def test_a_file_outlives_its_process(tmp_path: Path) -> None:
    SqliteLedger(tmp_path / "ledger.db").recorded(BOTH, ANSWERED)
    assert SqliteLedger(tmp_path / "ledger.db").seen(BOTH) == ANSWERED
    assert [entry.name for entry in tmp_path.iterdir()] == ["ledger.db"]


def test_a_name_that_means_something_in_an_address_is_a_name(tmp_path: Path) -> None:
    name = "a?mode=memory#%41 é.db"
    SqliteLedger(tmp_path / name).recorded(BOTH, ANSWERED)
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


def test_the_file_is_a_write_ahead_log(tmp_path: Path) -> None:
    SqliteLedger(tmp_path / "ledger.db").seen(BOTH)
    connection = sqlite3.connect(tmp_path / "ledger.db")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


RACER = """
import sys
from pathlib import Path
from planner.adapters.ledger_sqlite import SqliteLedger
from planner.ports import LedgerEntry, LedgerKey

ledger, mine = SqliteLedger(Path(sys.argv[1])), sys.argv[2] * 64
print("ready", flush=True)
sys.stdin.readline()
for number in range(20):
    key = LedgerKey(activation_id=f"act-{number}", request_id=f"req-{number}")
    held = ledger.recorded(key, LedgerEntry(answer_sha256=mine, request_sha256=mine))
    assert held.answer_sha256 == held.request_sha256
    print("won" if held.answer_sha256 == mine else "lost", flush=True)
"""


def test_of_processes_at_once_exactly_one_wins_each_activation(tmp_path: Path) -> None:
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", RACER, str(tmp_path / "ledger.db"), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in "abcd"
    ]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    told = [racer.communicate(timeout=120)[0].split() for racer in racers]
    assert [racer.returncode for racer in racers] == [0, 0, 0, 0]
    for outcomes in zip(*told, strict=True):
        assert sorted(outcomes) == ["lost", "lost", "lost", "won"]


DYING = """
import os, sqlite3, sys

connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
connection.execute("INSERT INTO answer VALUES ('act-1', ?)", ("a" * 64,))
os._exit(9)
"""


def test_a_writer_that_dies_before_its_commit_leaves_nothing(tmp_path: Path) -> None:
    SqliteLedger(tmp_path / "ledger.db").seen(BOTH)
    run = subprocess.run([sys.executable, "-c", DYING, tmp_path / "ledger.db"], check=False)
    assert run.returncode == 9
    assert SqliteLedger(tmp_path / "ledger.db").seen(BOTH) == NOTHING


def refused(path: Path) -> str:
    """Return what both questions to the ledger at *path* raise."""
    ledger = SqliteLedger(path)
    with pytest.raises(EvidenceUnavailable) as seen:
        ledger.seen(BOTH)
    with pytest.raises(EvidenceUnavailable) as recorded:
        ledger.recorded(BOTH, ANSWERED)
    assert str(seen.value) == str(recorded.value)
    return str(seen.value)


def test_a_file_that_is_no_database_refuses_and_stays(tmp_path: Path) -> None:
    (tmp_path / "notes").write_bytes(b"years of work\n" * 100)
    assert "not a database" in refused(tmp_path / "notes")
    assert (tmp_path / "notes").read_bytes() == b"years of work\n" * 100


def test_a_folder_refuses(tmp_path: Path) -> None:
    assert "no plain file" in refused(tmp_path)


def test_a_device_that_forgets_refuses() -> None:
    assert "no plain file" in refused(Path(os.devnull))


def test_a_place_that_is_not_there_refuses(tmp_path: Path) -> None:
    assert "unable to open" in refused(tmp_path / "missing" / "ledger.db")


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("CREATE TABLE mine (thesis TEXT)", id="another's table"),
        pytest.param("PRAGMA user_version = 7", id="another's version"),
    ],
)
def test_a_database_of_another_kind_refuses_and_stays(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()
    before = path.read_bytes()
    assert "another kind" in refused(path)
    assert path.read_bytes() == before


def test_a_later_version_refuses(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    SqliteLedger(path).recorded(BOTH, ANSWERED)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    assert "another version" in refused(path)


@pytest.mark.parametrize("table", ["answer", "request"])
def test_a_ledger_that_lost_a_table_refuses(tmp_path: Path, table: str) -> None:
    path = tmp_path / "ledger.db"
    SqliteLedger(path).recorded(BOTH, ANSWERED)
    connection = sqlite3.connect(path)
    connection.execute(f"DROP TABLE {table}")
    connection.close()
    assert "cannot use the ledger" in refused(path)


@pytest.mark.parametrize("value", [b"\x00" * 64, "A" * 64, "", 7], ids=repr)
def test_a_value_that_is_no_digest_refuses(tmp_path: Path, value: object) -> None:
    path = tmp_path / "ledger.db"
    SqliteLedger(path).recorded(BOTH, ANSWERED)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE answer SET sha256 = ?", (value,))
    connection.commit()
    connection.close()
    assert "no digest" in refused(path)


def test_a_damaged_page_refuses(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    ledger = SqliteLedger(path)
    for number in range(200):
        ledger.recorded(LedgerKey(activation_id=f"act-{number}"), LedgerEntry(answer_sha256=A))
    data = bytearray(path.read_bytes())
    for offset in range(4096, len(data), 4096):
        data[offset : offset + 16] = b"\xff" * 16
    path.write_bytes(bytes(data))
    assert "cannot use the ledger" in refused(path)


def test_a_ledger_that_was_cut_off_refuses(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    ledger = SqliteLedger(path)
    for number in range(200):
        ledger.recorded(LedgerKey(activation_id=f"act-{number}"), LedgerEntry(answer_sha256=A))
    path.write_bytes(path.read_bytes()[:8192])
    assert "cannot use the ledger" in refused(path)


@pytest.fixture
def locked_folder() -> Iterator[Path]:
    """Yield a folder with a ledger in it that the running user may read and not write."""
    with tempfile.TemporaryDirectory() as name:
        folder, user = Path(name), os.geteuid()
        SqliteLedger(folder / "ledger.db").recorded(BOTH, ANSWERED)
        (folder / "ledger.db").chmod(0o444)
        folder.chmod(0o555)
        # The superuser may write everywhere, so somebody else has to try.
        if user == 0:
            os.seteuid(NOBODY)
        yield folder
        os.seteuid(user)
        folder.chmod(0o755)


def test_a_ledger_that_cannot_be_written_refuses(locked_folder: Path) -> None:
    assert (locked_folder / "ledger.db").read_bytes() != b""
    assert "cannot use the ledger" in refused(locked_folder / "ledger.db")
