"""A bundle is all there or not at all, and nothing is overwritten in silence."""

import os
from pathlib import Path

import pytest

from planner.adapters.store_files import FileStore
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
