"""A write that ends early, by a kill or a full disk, leaves the old tasks file or the new one."""

import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from planner.adapters.documents_files import FolderDocuments
from planner.errors import StoreError

TASKS = "vendor-intake-tasks.md"
OLD, NEW = b"old\n", b"new\n"


def listing(folder: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in folder.iterdir()}


def child_status(run: Callable[[], object]) -> int:
    """Run in a child process and return how it ended."""
    child = os.fork()
    if child == 0:  # pragma: no cover - the child reports by how it ends
        try:
            run()
        except StoreError:
            os._exit(4)
        except BaseException:  # noqa: BLE001 - whatever else it was is another number
            os._exit(70)
        os._exit(0)
    return os.waitpid(child, 0)[1]


def killed_at(name: str, call: int) -> Callable[[], None]:
    """Return what kills the process at the given call of `os.<name>` with a file's handle."""
    calls = iter(range(1, 100))

    def kill(*_: object) -> None:
        if next(calls) == call:
            os.kill(os.getpid(), signal.SIGKILL)

    def prepare() -> None:
        setattr(os, name, kill)

    return prepare


@pytest.mark.parametrize("call", [1, 2, 3], ids=["the backup", "its folder", "the new file"])
def test_a_kill_before_the_rename_leaves_the_old_file(tmp_path: Path, call: int) -> None:
    (tmp_path / TASKS).write_bytes(OLD)
    prepare = killed_at("fsync", call)

    def run() -> None:
        prepare()
        FolderDocuments(tmp_path).keep(TASKS, NEW, OLD)

    assert os.WTERMSIG(child_status(run)) == signal.SIGKILL
    assert (tmp_path / TASKS).read_bytes() == OLD
    FolderDocuments(tmp_path).keep(TASKS, NEW, OLD)
    assert (tmp_path / TASKS).read_bytes() == NEW
    assert (tmp_path / f"{TASKS}.bak").read_bytes() == OLD


def test_a_kill_after_the_rename_leaves_the_new_file_and_the_backup(tmp_path: Path) -> None:
    (tmp_path / TASKS).write_bytes(OLD)
    prepare = killed_at("fsync", 4)

    def run() -> None:
        prepare()
        FolderDocuments(tmp_path).keep(TASKS, NEW, OLD)

    assert os.WTERMSIG(child_status(run)) == signal.SIGKILL
    assert listing(tmp_path) == {TASKS: NEW, f"{TASKS}.bak": OLD}


def test_a_disk_that_is_full_leaves_the_old_file_and_nothing_staged(tmp_path: Path) -> None:
    (tmp_path / TASKS).write_bytes(OLD)

    def run() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        FolderDocuments(tmp_path).keep(TASKS, NEW * 100, OLD)

    assert os.waitstatus_to_exitcode(child_status(run)) == 4
    assert listing(tmp_path) == {TASKS: OLD, f"{TASKS}.bak": OLD}


def test_a_disk_that_is_full_leaves_no_new_file(tmp_path: Path) -> None:
    def run() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        FolderDocuments(tmp_path).keep(TASKS, NEW, None)

    assert os.waitstatus_to_exitcode(child_status(run)) == 4
    assert listing(tmp_path) == {}
