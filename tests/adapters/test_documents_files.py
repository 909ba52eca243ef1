"""A tasks file is written whole or not at all, in its own folder, over nothing unread."""

import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from planner.adapters.documents_files import FolderDocuments, plans_in
from planner.adapters.documents_memory import MemoryDocuments
from planner.codec.decoding import INTAKE_LIMIT
from planner.errors import EvidenceUnavailable, StoreError, WriteConflict
from planner.ports import DocumentStore

SDD, TASKS = "vendor-intake-sdd.md", "vendor-intake-tasks.md"
OLD, NEW = b"old\n", b"new\n"
NOBODY = 65534


def listing(folder: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in folder.iterdir()}


# What both stores promise.

Store = Callable[..., DocumentStore]


@pytest.fixture(params=["folder", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """Make a store of either kind from documents, and a tasks file that is there already."""

    def of_folder(documents: dict[str, bytes], tasks: bytes | None = None) -> DocumentStore:
        held = documents | ({} if tasks is None else {TASKS: tasks})
        for name, data in held.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(data)
        return FolderDocuments(tmp_path)

    def of_memory(documents: dict[str, bytes], tasks: bytes | None = None) -> DocumentStore:
        return MemoryDocuments(documents, {} if tasks is None else {TASKS: tasks})

    return of_folder if request.param == "folder" else of_memory


def test_a_document_is_read_byte_for_byte(store: Store) -> None:
    data = b"\xef\xbb\xbfa\r\nb\xff"
    assert store({SDD: data}).read(SDD) == data


def test_a_document_that_is_not_there_is_none(store: Store) -> None:
    assert store({}).read(SDD) is None
    assert store({SDD: OLD}).read(f"{SDD}/below.md") is None
    assert store({}).kept(TASKS) is None


def test_a_document_below_the_folder_is_read_by_its_path(store: Store) -> None:
    assert store({"parts/a-sdd.md": OLD}).read("parts/a-sdd.md") == OLD


def test_only_roots_of_solutions_are_listed_and_in_order(store: Store) -> None:
    held = ("b-solution-sdd.md", "a-solution-sdd.md", "a-sdd.md", "a-solution-sdd.md.bak")
    documents = dict.fromkeys(held, OLD)
    assert store(documents).roots() == ("a-solution-sdd.md", "b-solution-sdd.md")


def test_what_was_kept_is_there(store: Store) -> None:
    documents = store({SDD: OLD})
    place = documents.keep(TASKS, NEW, None)
    assert documents.kept(TASKS) == NEW
    assert place == documents.place(TASKS)
    assert place.endswith(TASKS)


def test_what_was_read_may_be_replaced(store: Store) -> None:
    documents = store({}, OLD)
    documents.keep(TASKS, NEW, documents.kept(TASKS))
    assert documents.kept(TASKS) == NEW


@pytest.mark.parametrize(
    ("there", "was"),
    [(OLD, None), (OLD, b"older\n"), (None, OLD), (b"", None), (NEW, OLD), (NEW, None)],
    ids=["came", "changed", "gone", "came empty", "already new", "came as the new one"],
)
def test_a_file_that_changed_since_it_was_read_is_not_written_over(
    store: Store, there: bytes | None, was: bytes | None
) -> None:
    documents = store({}, there)
    with pytest.raises(WriteConflict, match="was changed") as raised:
        documents.keep(TASKS, NEW, was)
    assert raised.value.path.endswith(TASKS)
    assert documents.kept(TASKS) == there


@pytest.mark.parametrize(
    ("tasks_file", "cited"),
    [(TASKS, SDD), (f"plans/{TASKS}", f"../{SDD}"), (f"a/b/{TASKS}", f"../../{SDD}")],
)
def test_a_document_is_cited_from_its_tasks_file(store: Store, tasks_file: str, cited: str) -> None:
    assert store({SDD: OLD}).cited(SDD, tasks_file) == cited


def test_a_child_is_cited_by_its_own_folder(store: Store) -> None:
    assert store({}).cited("parts/a-sdd.md", TASKS) == "parts/a-sdd.md"


# What the folder promises beyond that.


def test_a_new_file_is_the_only_thing_that_is_written(tmp_path: Path) -> None:
    FolderDocuments(tmp_path).keep(TASKS, NEW, None)
    assert listing(tmp_path) == {TASKS: NEW}
    assert stat.S_IMODE((tmp_path / TASKS).stat().st_mode) == 0o644


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    place = FolderDocuments(tmp_path).keep(f"a/b/{TASKS}", NEW, None)
    assert Path(place) == tmp_path / "a" / "b" / TASKS
    assert listing(tmp_path / "a" / "b") == {TASKS: NEW}


def test_the_old_file_stays_beside_the_new_one_one_generation_back(tmp_path: Path) -> None:
    documents = FolderDocuments(tmp_path)
    generations = [b"\xef\xbb\xbffirst\r\n", b"second\n", b"third"]
    was = None
    for data in generations:
        documents.keep(TASKS, data, was)
        was = data
    assert listing(tmp_path) == {TASKS: b"third", f"{TASKS}.bak": b"second\n"}


def test_the_same_bytes_again_touch_nothing(tmp_path: Path) -> None:
    documents = FolderDocuments(tmp_path)
    documents.keep(TASKS, OLD, None)
    before = (tmp_path / TASKS).stat()
    documents.keep(TASKS, OLD, OLD)
    after = (tmp_path / TASKS).stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert listing(tmp_path) == {TASKS: OLD}


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755, 0o444])
def test_a_file_keeps_its_mode_and_so_does_its_backup(tmp_path: Path, mode: int) -> None:
    (tmp_path / TASKS).write_bytes(OLD)
    (tmp_path / TASKS).chmod(mode)
    FolderDocuments(tmp_path).keep(TASKS, NEW, OLD)
    modes = {entry.name: stat.S_IMODE(entry.stat().st_mode) for entry in tmp_path.iterdir()}
    assert listing(tmp_path) == {TASKS: NEW, f"{TASKS}.bak": OLD}
    assert modes == {TASKS: mode, f"{TASKS}.bak": mode}


def test_a_tasks_file_may_go_to_another_folder(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / SDD).write_bytes(OLD)
    documents = FolderDocuments(tmp_path / "docs", tmp_path / "out")
    assert documents.read(SDD) == OLD
    assert documents.read(TASKS) is None
    documents.keep(TASKS, NEW, None)
    assert listing(tmp_path / "out") == {TASKS: NEW}
    assert listing(tmp_path / "docs") == {SDD: OLD}
    assert documents.cited(SDD, TASKS) == f"../docs/{SDD}"


def test_what_is_read_ends_one_byte_after_the_limit(tmp_path: Path) -> None:
    with (tmp_path / SDD).open("wb") as file:
        file.truncate(INTAKE_LIMIT * 2)
    assert len(FolderDocuments(tmp_path).read(SDD) or b"") == INTAKE_LIMIT + 1


@pytest.mark.parametrize("was", [None, OLD], ids=["new", "there"])
def test_what_would_be_too_long_to_be_read_again_is_not_written(
    tmp_path: Path, was: bytes | None
) -> None:
    if was is not None:
        (tmp_path / TASKS).write_bytes(was)
    before = listing(tmp_path)
    with pytest.raises(StoreError, match="read again"):
        FolderDocuments(tmp_path).keep(TASKS, b"x" * (INTAKE_LIMIT + 1), was)
    assert listing(tmp_path) == before


def test_what_was_read_in_part_is_not_kept_as_a_backup(tmp_path: Path) -> None:
    (tmp_path / TASKS).write_bytes(b"x" * (INTAKE_LIMIT * 2))
    documents = FolderDocuments(tmp_path)
    with pytest.raises(StoreError, match="read again"):
        documents.keep(TASKS, NEW, documents.kept(TASKS))
    assert [*listing(tmp_path)] == [TASKS]


OUTSIDE = {
    "up": f"../{TASKS}",
    "down and up": f"a/../../{TASKS}",
    "within and up": f"a/../{TASKS}",
    "absolute": f"/tmp/{TASKS}",
    "nothing": "",
    "the folder": ".",
    "up alone": "..",
}


@pytest.mark.parametrize("path", OUTSIDE.values(), ids=OUTSIDE)
def test_a_path_that_leads_out_is_not_used(tmp_path: Path, path: str) -> None:
    (tmp_path / TASKS).write_bytes(OLD)
    folder = tmp_path / "in"
    (folder / "a").mkdir(parents=True)
    documents = FolderDocuments(folder)
    for use in (documents.read, documents.kept):
        with pytest.raises(EvidenceUnavailable, match="leads out"):
            use(path)
    for was in (None, OLD):
        with pytest.raises(EvidenceUnavailable, match="leads out"):
            documents.keep(path, NEW, was)
    assert (tmp_path / TASKS).read_bytes() == OLD
    assert [entry.name for entry in folder.iterdir()] == ["a"]


def refuses(documents: FolderDocuments, path: str) -> None:
    for use in (documents.read, documents.kept):
        with pytest.raises(EvidenceUnavailable):
            use(path)
    for was in (None, OLD):
        with pytest.raises(EvidenceUnavailable):
            documents.keep(path, NEW, was)


def test_a_link_in_the_place_of_a_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.md").write_bytes(OLD)
    for target in ("elsewhere.md", "gone.md", TASKS):
        (tmp_path / TASKS).symlink_to(tmp_path / target)
        refuses(FolderDocuments(tmp_path), TASKS)
        assert (tmp_path / TASKS).is_symlink()
        (tmp_path / TASKS).unlink()
    assert listing(tmp_path) == {"elsewhere.md": OLD}


def test_a_link_to_a_folder_elsewhere_takes_no_file_out(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / TASKS).write_bytes(OLD)
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "out").symlink_to(tmp_path / "elsewhere")
    refuses(FolderDocuments(folder), f"out/{TASKS}")
    refuses(FolderDocuments(folder), f"out/deeper/{TASKS}")
    assert listing(tmp_path / "elsewhere") == {TASKS: OLD}


def test_a_link_that_leads_to_itself_is_told(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    refuses(FolderDocuments(tmp_path), f"loop/{TASKS}")


def test_a_folder_may_itself_be_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / SDD).write_bytes(OLD)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    documents = FolderDocuments(tmp_path / "link")
    assert documents.read(SDD) == OLD
    documents.keep(TASKS, NEW, None)
    assert listing(tmp_path / "real") == {SDD: OLD, TASKS: NEW}


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo], ids=["a folder", "a pipe"])
def test_what_is_no_file_is_neither_read_nor_replaced(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / TASKS)
    refuses(FolderDocuments(tmp_path), TASKS)
    assert not (tmp_path / TASKS).is_file()


def test_a_name_that_is_too_long_is_told(tmp_path: Path) -> None:
    refuses(FolderDocuments(tmp_path), "x" * 300 + ".md")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_the_place_of_the_backup_stops_the_write(tmp_path: Path) -> None:
    (tmp_path / TASKS).write_bytes(OLD)
    (tmp_path / f"{TASKS}.bak").mkdir()
    with pytest.raises(StoreError, match="cannot write"):
        FolderDocuments(tmp_path).keep(TASKS, NEW, OLD)
    assert (tmp_path / TASKS).read_bytes() == OLD
    assert {entry.name for entry in tmp_path.iterdir()} == {TASKS, f"{TASKS}.bak"}


def test_a_link_in_the_place_of_the_backup_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"mine")
    (tmp_path / TASKS).write_bytes(OLD)
    (tmp_path / f"{TASKS}.bak").symlink_to(tmp_path / "mine")
    FolderDocuments(tmp_path).keep(TASKS, NEW, OLD)
    assert listing(tmp_path) == {"mine": b"mine", TASKS: NEW, f"{TASKS}.bak": OLD}


def test_a_file_in_the_place_of_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "plans").write_bytes(OLD)
    with pytest.raises(StoreError, match="cannot write"):
        FolderDocuments(tmp_path).keep(f"plans/{TASKS}", NEW, None)
    assert listing(tmp_path) == {"plans": OLD}


# Without the rights of the superuser, who may write everywhere.


@pytest.fixture
def locked(request: pytest.FixtureRequest) -> Iterator[Callable[[int], Path]]:
    """Lock a folder that holds an old tasks file, and let somebody else try."""
    user = os.geteuid()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / TASKS).write_bytes(OLD)

        def lock(mode: int, of_file: int = 0o644) -> Path:
            (folder / TASKS).chmod(of_file)
            if user == 0:
                os.chown(folder / TASKS, NOBODY, NOBODY)
                os.chown(folder, NOBODY, NOBODY)
                os.seteuid(NOBODY)
            folder.chmod(mode)
            return folder

        yield lock
        os.seteuid(user)
        folder.chmod(0o755)


def test_a_folder_that_cannot_be_written_keeps_the_old_file(
    locked: Callable[..., Path],
) -> None:
    documents = FolderDocuments(locked(0o555))
    assert documents.kept(TASKS) == OLD
    with pytest.raises(StoreError, match=r"cannot write .*Permission denied"):
        documents.keep(TASKS, NEW, OLD)
    with pytest.raises(StoreError, match="cannot write"):
        documents.keep("other-tasks.md", NEW, None)
    with pytest.raises(StoreError, match="cannot write"):
        documents.keep(f"plans/{TASKS}", NEW, None)
    assert documents.kept(TASKS) == OLD
    assert documents.kept(f"{TASKS}.bak") is None


def test_a_file_that_cannot_be_read_is_not_written_over(locked: Callable[..., Path]) -> None:
    documents = FolderDocuments(locked(0o755, 0o000))
    for use in (documents.read, documents.kept):
        with pytest.raises(EvidenceUnavailable, match=r"cannot read .*Permission denied"):
            use(TASKS)
    with pytest.raises(EvidenceUnavailable):
        documents.keep(TASKS, NEW, None)
    assert (locked(0o755) / TASKS).read_bytes() == OLD


def test_a_folder_that_cannot_be_entered_is_told(locked: Callable[..., Path]) -> None:
    refuses(FolderDocuments(locked(0o000)), TASKS)


def test_a_folder_that_cannot_be_listed_is_enough_to_write_in(
    locked: Callable[..., Path],
) -> None:
    documents = FolderDocuments(locked(0o311))
    documents.keep(TASKS, NEW, OLD)
    assert (documents.kept(TASKS), documents.kept(f"{TASKS}.bak")) == (NEW, OLD)


# The plans of a folder.


def test_plans_are_found_in_both_folders_and_nowhere_else(tmp_path: Path) -> None:
    for name in ("plans/b.md", "plans/a.md", "plans/deep/c.md", "docs/plans/d.md", "e.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(OLD)
    assert plans_in(tmp_path) == ("docs/plans/d.md", "plans/a.md", "plans/b.md")


def test_a_folder_without_plans_has_none(tmp_path: Path) -> None:
    assert plans_in(tmp_path) == ()
