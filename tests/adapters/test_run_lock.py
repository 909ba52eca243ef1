"""One run has a folder at a time, and a dead one leaves nothing that has to be cleared away."""

import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from planner.adapters.run_lock import is_marked, marked, run_lock, worker_lock
from planner.errors import StoreError

NOBODY = 65534

HOLDER = """
import sys, time
from pathlib import Path
from planner.adapters.run_lock import run_lock
with run_lock(Path(sys.argv[1])) as held:
    print(held.token, flush=True)
    sys.stdin.read()
"""
WORKER = """
import sys
from pathlib import Path
from planner.adapters.run_lock import worker_lock
with worker_lock(Path(sys.argv[1]), sys.argv[2]):
    print("working", flush=True)
    sys.stdin.read()
"""


@contextmanager
def started(code: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Run *code* until the block ends; it has said one line when the block begins."""
    with subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def refused(folder: Path, **how: float) -> str:
    with pytest.raises(StoreError) as caught, run_lock(folder, **how):
        pass
    return str(caught.value)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "some" / "out"


def text_of(out: Path) -> str:
    return (out / ".planner" / "lock").read_text(encoding="utf-8")


def test_a_folder_that_is_not_there_is_made(out: Path) -> None:
    with run_lock(out) as held:
        assert held.folder == out
        assert (out / ".planner" / "lock").is_file()


def test_one_run_after_the_other_has_the_folder(out: Path) -> None:
    tokens = set()
    for _ in range(3):
        with run_lock(out) as held:
            tokens.add(held.token)
    assert len(tokens) == 3
    assert text_of(out) == ""


def test_the_second_run_is_told_who_has_the_folder(out: Path) -> None:
    with started(HOLDER, out) as holder:
        said(holder)
        told = refused(out)
    assert re.fullmatch(
        rf"{re.escape(str(out))} is in use by process {holder.pid} on "
        rf"{re.escape(socket.gethostname())} since \d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00: "
        r"wait until it has ended, or name another folder with `--out`",
        told,
    )


def test_a_second_run_in_the_same_process_is_refused_too(out: Path) -> None:
    with run_lock(out):
        assert f"is in use by process {os.getpid()} " in refused(out)
    with run_lock(out):
        pass


def test_who_was_refused_leaves_the_lock_as_it_is(out: Path) -> None:
    with run_lock(out):
        before = text_of(out)
        refused(out)
        assert text_of(out) == before


def test_a_run_that_was_killed_leaves_no_stale_lock(out: Path) -> None:
    with started(HOLDER, out) as holder:
        said(holder)
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        old = text_of(out)
        assert str(holder.pid) in old
        with run_lock(out):
            assert str(os.getpid()) in text_of(out)
            assert old.split()[0] not in text_of(out)


@pytest.mark.parametrize("text", ["", "12", "a\nb\nc\nd\ne\n", "\xff" * 5000, "\0" * 20])
def test_whatever_stands_in_the_file_says_nothing(out: Path, text: str) -> None:
    (out / ".planner").mkdir(parents=True)
    lock = out / ".planner" / "lock"
    lock.write_bytes(text.encode("latin-1"))
    with run_lock(out):
        assert len(text_of(out).splitlines()) == 4
        lock.write_bytes(text.encode("latin-1"))
        assert "is in use by another process: wait" in refused(out)


def test_a_block_that_fails_lets_the_folder_go(out: Path) -> None:
    message = "a bug"
    with pytest.raises(ZeroDivisionError), run_lock(out):
        raise ZeroDivisionError(message)
    with run_lock(out):
        pass


def test_of_many_that_start_at_once_one_has_the_folder(out: Path) -> None:
    barrier, won, lost = threading.Barrier(8), [], []

    def race() -> None:
        barrier.wait()
        try:
            with run_lock(out) as held:
                won.append(held.token)
                time.sleep(0.3)
        except StoreError as error:
            lost.append(error)

    threads = [threading.Thread(target=race) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(won), len(lost)) == (1, 7)


def test_workers_of_the_run_share_its_folder(out: Path) -> None:
    with run_lock(out) as held, started(WORKER, out, held.token) as one:
        assert said(one) == "working"
        with started(WORKER, out, held.token) as other:
            assert said(other) == "working"


def test_a_new_run_waits_for_the_workers_of_a_dead_one(out: Path) -> None:
    with run_lock(out) as held:
        token = held.token
        orphan = started(WORKER, out, token)
        worker = orphan.__enter__()
        assert said(worker) == "working"
    begun = time.monotonic()
    threading.Timer(0.5, worker.kill).start()
    with run_lock(out):
        assert 0.4 < time.monotonic() - begun < 10
    orphan.__exit__(None, None, None)


def test_a_new_run_does_not_wait_for_ever(out: Path) -> None:
    with run_lock(out) as held:
        orphan = started(WORKER, out, held.token)
        worker = orphan.__enter__()
        assert said(worker) == "working"
    told = refused(out, patience=0.2)
    assert told == (
        f"{out} is in use by worker processes of a run that was killed: wait until they have "
        "ended, or end them"
    )
    orphan.__exit__(None, None, None)
    with run_lock(out):
        pass


@pytest.mark.parametrize("token", ["", "0" * 32])
def test_a_worker_that_starts_when_its_run_is_over_does_nothing(out: Path, token: str) -> None:
    with run_lock(out):
        pass
    with pytest.raises(StoreError, match="no longer has"), worker_lock(out, token):
        pass
    with run_lock(out) as other:
        assert other.token != token
        with pytest.raises(StoreError, match="no longer has"), worker_lock(out, token):
            pass


def _sleep(seconds: float) -> None:
    time.sleep(seconds)


def test_a_process_that_is_forked_off_keeps_no_lock_alive(out: Path) -> None:
    with run_lock(out):
        child = multiprocessing.get_context("fork").Process(target=_sleep, args=(30,))
        child.start()
        assert "is in use" in refused(out)
    with run_lock(out):
        child.kill()
    child.join()


def test_a_program_that_is_started_keeps_no_lock_alive(out: Path) -> None:
    with run_lock(out):
        sleeper = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with run_lock(out):
        sleeper.kill()
    sleeper.communicate()


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine", encoding="utf-8")
    told = refused(tmp_path / "out")
    assert told.startswith(f"{tmp_path / 'out'} is there and is no folder: take it away")
    assert (tmp_path / "out").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("odd", ["folder", "pipe", "link"])
def test_a_lock_that_is_no_plain_file_is_refused(out: Path, odd: str) -> None:
    lock = out / ".planner" / "lock"
    lock.parent.mkdir(parents=True)
    target = out / "precious.md"
    target.write_text("mine", encoding="utf-8")
    if odd == "folder":
        lock.mkdir()
    elif odd == "pipe":
        os.mkfifo(lock)
    else:
        lock.symlink_to(target)
    told = refused(out)
    assert str(lock) in told
    assert target.read_text(encoding="utf-8") == "mine"


def test_a_folder_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    user = os.geteuid()
    tmp_path.chmod(0o555)
    # The superuser may write everywhere, so somebody else has to try.
    if user == 0:
        os.seteuid(NOBODY)
    try:
        told = refused(tmp_path / "out")
    finally:
        os.seteuid(user)
        tmp_path.chmod(0o755)
    assert told.startswith(f"cannot lock {tmp_path / 'out'}: ")
    assert told.endswith("Permission denied")


def test_a_file_where_its_folder_would_be_is_told_with_a_cure(out: Path) -> None:
    out.mkdir(parents=True)
    (out / ".planner").touch()
    with pytest.raises(StoreError, match=r"\.planner is there and is no folder: take it away"):
        run_lock(out).__enter__()


def test_a_folder_that_is_no_longer_the_locked_one_is_told(out: Path) -> None:
    with run_lock(out) as lock:
        lock.check()
        out.rename(out.with_name("moved"))
        with pytest.raises(StoreError, match="was removed or replaced"):
            lock.check()
        (out / ".planner").mkdir(parents=True)
        (out / ".planner" / "lock").touch()
        with pytest.raises(StoreError, match="give the same command again"):
            lock.check()


def test_a_mark_is_seen_by_its_token_and_gone_after_the_run(out: Path) -> None:
    (out / ".planner").mkdir(parents=True)
    (out / ".planner" / "run-old").touch()
    with marked(out, "mine"):
        assert is_marked(out, "mine")
        assert not is_marked(out, "old")
        assert not is_marked(out.with_name("elsewhere"), "mine")
    assert not is_marked(out, "mine")


def test_a_mark_that_cannot_be_written_is_told(out: Path) -> None:
    with pytest.raises(StoreError, match=r"cannot write .*run-mine"), marked(out, "mine"):
        raise AssertionError
