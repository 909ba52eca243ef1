"""A bundle is all there or not at all, and nothing is overwritten in silence."""

import multiprocessing
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from planner.adapters.store_files import FileStore, sweep
from planner.errors import StoreError, WriteConflict

FILES = {"verdict.json": b"{}\n", "reply.md": b"r\n", "receipt.json": b"1\n"}


def listing(folder: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in folder.iterdir()}


def test_a_bundle_is_written_whole(tmp_path: Path) -> None:
    path = FileStore(tmp_path / "deep" / "out").put(FILES)
    assert listing(Path(path)) == FILES
    assert [entry.name for entry in (tmp_path / "deep").iterdir()] == ["out"]


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    FileStore(tmp_path / "out").put(FILES)
    assert listing(tmp_path / "out") == FILES


def test_the_same_bundle_again_leaves_the_first_receipt(tmp_path: Path) -> None:
    FileStore(tmp_path / "out").put(FILES)
    FileStore(tmp_path / "out").put(FILES | {"receipt.json": b"2\n"})
    assert listing(tmp_path / "out") == FILES


def test_other_bytes_are_not_overwritten(tmp_path: Path) -> None:
    FileStore(tmp_path / "out").put(FILES)
    with pytest.raises(WriteConflict, match="--force"):
        FileStore(tmp_path / "out").put(FILES | {"reply.md": b"other\n"})
    assert listing(tmp_path / "out") == FILES


def test_force_replaces_the_whole_bundle(tmp_path: Path) -> None:
    FileStore(tmp_path / "out").put(FILES | {"trace.json": b"t\n"})
    FileStore(tmp_path / "out", force=True).put(FILES | {"reply.md": b"other\n"})
    assert listing(tmp_path / "out") == FILES | {"reply.md": b"other\n"}
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("force", [False, True])
def test_a_folder_that_is_no_bundle_is_never_touched(tmp_path: Path, *, force: bool) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.tex").write_bytes(b"years of work")
    with pytest.raises(WriteConflict, match="no bundle"):
        FileStore(tmp_path / "out", force=force).put(FILES)
    assert listing(tmp_path / "out") == {"thesis.tex": b"years of work"}


def test_a_folder_with_a_bundles_names_but_no_verdict_is_never_touched(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "reply.md").write_bytes(b"mine")
    with pytest.raises(WriteConflict):
        FileStore(tmp_path / "out", force=True).put(FILES)
    assert listing(tmp_path / "out") == {"reply.md": b"mine"}


def test_a_file_in_the_place_of_the_folder_is_kept(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"a file")
    with pytest.raises(WriteConflict, match="no folder"):
        FileStore(tmp_path / "out", force=True).put(FILES)
    assert (tmp_path / "out").read_bytes() == b"a file"


def test_a_link_in_the_place_of_the_folder_is_kept(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(WriteConflict):
        FileStore(tmp_path / "out", force=True).put(FILES)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_place_that_cannot_be_written_is_a_store_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreError, match="cannot write"):
        FileStore(tmp_path / "file" / "out").put(FILES)


def test_runs_at_once_write_the_same_bundle_and_all_succeed(tmp_path: Path) -> None:
    start = multiprocessing.get_context("fork").Barrier(6)

    def run() -> None:
        start.wait()
        FileStore(tmp_path / "out").put(FILES)

    for _ in range(10):
        children = [multiprocessing.get_context("fork").Process(target=run) for _ in range(6)]
        for child in children:
            child.start()
        for child in children:
            child.join()
        assert [child.exitcode for child in children] == [0] * 6
        assert listing(tmp_path / "out") == FILES
        assert [entry.name for entry in tmp_path.iterdir()] == ["out"]
        shutil.rmtree(tmp_path / "out")


class Meanwhile(FileStore):
    """A store that looked at its place before another run wrote there."""

    def __init__(self, folder: Path, files: dict[str, bytes]) -> None:
        super().__init__(folder)
        self._other = files

    def _must_replace(self, files: Mapping[str, bytes]) -> bool | None:
        found = super()._must_replace(files)
        if self._other:
            FileStore(self._folder).put(self._other)
            self._other = {}
        return found


@pytest.mark.parametrize("empty", [False, True], ids=["no folder", "an empty folder"])
def test_the_same_bundle_that_came_meanwhile_is_enough(tmp_path: Path, *, empty: bool) -> None:
    if empty:
        (tmp_path / "out").mkdir()
    Meanwhile(tmp_path / "out", FILES).put(FILES | {"receipt.json": b"2\n"})
    assert listing(tmp_path / "out") == FILES


@pytest.mark.parametrize("empty", [False, True], ids=["no folder", "an empty folder"])
def test_another_bundle_that_came_meanwhile_is_kept(tmp_path: Path, *, empty: bool) -> None:
    if empty:
        (tmp_path / "out").mkdir()
    other = FILES | {"reply.md": b"other\n"}
    with pytest.raises(WriteConflict):
        Meanwhile(tmp_path / "out", other).put(FILES)
    assert listing(tmp_path / "out") == other


def test_what_a_killed_run_left_is_taken_away_by_the_next(tmp_path: Path) -> None:
    child = os.fork()
    if child == 0:  # pragma: no cover - the child is killed in the middle
        os.fsync = lambda handle: os.kill(os.getpid(), 9)  # type: ignore[assignment]
        FileStore(tmp_path / "out").put(FILES)
        os._exit(0)
    os.waitpid(child, 0)
    assert len(list(tmp_path.iterdir())) == 1
    FileStore(tmp_path / "out").put(FILES)
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        (".out.{gone}-abc.planner-staged", "thesis.tex"),
        (".out.{alive}-abc.planner-staged", "reply.md"),
        (".other.{gone}-abc.planner-staged", "reply.md"),
        (".out.{gone}-abc", "reply.md"),
        (".out.x-abc.planner-staged", "reply.md"),
        (".out.abcdefgh", "reply.md"),
    ],
)
def test_no_other_folder_is_taken_away(tmp_path: Path, name: str, file: str) -> None:
    other = tmp_path / name.format(gone=a_process_that_is_gone(), alive=os.getpid())
    other.mkdir()
    (other / file).write_bytes(b"mine")
    FileStore(tmp_path / "out").put(FILES)
    assert listing(other) == {file: b"mine"}


def test_an_old_one_is_taken_away_whoever_has_its_number_now(tmp_path: Path) -> None:
    old = tmp_path / f".out.{os.getpid()}-abc.planner-staged"
    old.mkdir()
    (old / "reply.md").write_bytes(b"r")
    os.utime(old, (1, 1))
    FileStore(tmp_path / "out").put(FILES)
    assert not old.exists()


def a_process_that_is_gone() -> int:
    child = os.fork()
    if child == 0:  # pragma: no cover - only its number is wanted
        os._exit(0)
    os.waitpid(child, 0)
    return child


def test_a_pipe_in_the_place_of_a_file_is_another_bundle(tmp_path: Path) -> None:
    FileStore(tmp_path / "out").put(FILES)
    (tmp_path / "out" / "reply.md").unlink()
    os.mkfifo(tmp_path / "out" / "reply.md")
    with pytest.raises(WriteConflict, match="--force"):
        FileStore(tmp_path / "out").put(FILES)


def test_a_kill_before_the_rename_leaves_no_bundle(tmp_path: Path) -> None:
    child = os.fork()
    if child == 0:  # pragma: no cover - the child is killed in the middle
        os.fsync = lambda handle: os.kill(os.getpid(), 9)  # type: ignore[assignment]
        FileStore(tmp_path / "out").put(FILES)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == 9
    assert not (tmp_path / "out").exists()
    FileStore(tmp_path / "out").put(FILES)
    assert listing(tmp_path / "out") == FILES


@pytest.mark.parametrize("is_there", [False, True])
def test_what_a_kill_left_while_it_replaced_a_bundle_is_put_back_or_taken_away(
    tmp_path: Path, *, is_there: bool
) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        pass
    left = tmp_path / f".b.{gone.pid}-abc.planner-staged"
    (left / "old").mkdir(parents=True)
    (left / "old" / "verdict.json").write_bytes(b"old")
    if is_there:
        (tmp_path / "b").mkdir()
        (tmp_path / "b" / "verdict.json").write_bytes(b"new")
    sweep(tmp_path)
    assert (tmp_path / "b" / "verdict.json").read_bytes() == (b"new" if is_there else b"old")
    assert not left.exists()
