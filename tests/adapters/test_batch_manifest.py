"""A manifest says which items there are, strictly, and a row that may not be is told first."""

import json
import os
import tracemalloc
from pathlib import Path

import pytest

from planner.adapters.batch_inputs import items_of
from planner.errors import UsageError
from planner.model.batch import BatchItem, ItemKind
from tests.adapters.batch_files import OUT, items, names, put, refused

pytestmark = pytest.mark.usefixtures("here")


def manifest(*rows: dict[str, object] | str, name: str = "list.jsonl") -> str:
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    put(name, text="".join(f"{line}\n" for line in lines))
    return name


def test_a_manifest_says_id_kind_and_place() -> None:
    put("in/a.md", "in/b.md", "in/c-sdd.md")
    given = manifest(
        {"path": "in/b.md", "id": "req-1", "kind": "request", "out": "x/y"},
        {"path": "in/a.md", "kind": "sdd", "out": "."},
        {"path": "in/c-sdd.md", "kind": "request"},
        "",
    )
    assert items(given) == [
        BatchItem(
            name="in/b.md",
            path="in/b.md",
            kind=ItemKind.REQUEST,
            place="x/y",
            request_id="req-1",
        ),
        BatchItem(name="in/a.md", path="in/a.md", kind=ItemKind.SDD, place="."),
        BatchItem(name="in/c-sdd.md", path="in/c-sdd.md", kind=ItemKind.REQUEST, place="in/c-sdd"),
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_manifest_may_be_a_table(end: str, mark: str) -> None:
    put("in/a.md", "in/b, c.md")
    rows = ["kind, path ,out,id", 'sdd,"in/b, c.md",x,', "", ",in/a.md,,req-1", ""]
    Path("list.CSV").write_bytes((mark + end.join(rows)).encode())
    assert [(i.name, i.kind.value, i.place, i.request_id) for i in items("list.CSV")] == [
        ("in/b, c.md", "sdd", "x", None),
        ("in/a.md", "request", "in/a", "req-1"),
    ]


def test_paths_of_a_manifest_begin_in_its_folder(here: Path) -> None:
    put("lists/in/a.md", "b.md", "../far/c.md")
    given = manifest(
        {"path": "in/a.md"},
        {"path": "../b.md"},
        {"path": str(here.parent / "far" / "c.md")},
        name="lists/list.jsonl",
    )
    far = str(here.parent / "far" / "c.md").lstrip("/")
    assert names(given) == ["lists/in/a.md", "b.md", far]
    assert names(given, "b.md", str(here.parent / "far")) == ["lists/in/a.md", "b.md", "far/c.md"]


def test_a_manifest_may_be_written_on_another_system() -> None:
    put("in/a.md")
    assert names(manifest({"path": "in\\a.md"})) == ["in/a.md"]


@pytest.mark.parametrize("name", ["~a.md", "a.bak", "a-tasks.md", ".a.md", "a.json"])
def test_what_a_manifest_names_is_never_passed_over_for_its_name(name: str) -> None:
    put(name)
    assert names(manifest({"path": name})) == [name]


def test_a_row_that_names_no_file_is_an_item_all_the_same() -> None:
    Path("folder").mkdir()
    os.mkfifo("pipe")
    named = ("gone.md", "gone-sdd.md", "folder", "/dev/zero", "pipe")
    given = manifest(*(json.dumps({"path": each}) for each in named))
    assert [(item.name, item.kind) for item in items(given)] == [
        ("gone.md", ItemKind.REQUEST),
        ("gone-sdd.md", ItemKind.SDD),
        ("folder", ItemKind.REQUEST),
        ("dev/zero", ItemKind.REQUEST),
        ("pipe", ItemKind.REQUEST),
    ]


def test_a_row_whose_outputs_would_stand_in_the_batchs_place_is_told_with_its_line() -> None:
    put("a.md", "report.md.txt")
    given = manifest({"path": "a.md"}, {"path": "report.md.txt"})
    assert refused(given).startswith(f"{given}:2: 'report.md.txt' has no 'out', and its outputs")
    assert len(items(manifest({"path": "report.md.txt", "out": "x"}))) == 1


def test_a_row_that_says_more_of_a_file_than_the_batch_has_taken_is_told() -> None:
    put("in/a.md", "in/b.md")
    given = manifest({"path": "in/b.md"}, {"path": "in/a.md", "id": "req-1"})
    assert names(given, "in") == ["in/b.md", "in/a.md"]
    assert refused("in", given) == (
        f"{given}:2: 'in/a.md' is in the batch already, without what this row says of it: name the "
        "manifest first"
    )


A_ROW = '{"path": "in/a.md"}'
BAD_ROWS = {
    "another key": ('{"path": "b.md", "name": "x"}', "the key 'name' is not known"),
    "no path": ('{"id": "req-1"}', "there is no 'path'"),
    "an empty path": ('{"path": " "}', "there is no 'path'"),
    "a path that is no text": ('{"path": 1}', "'path' has to be a text"),
    "a path with a control": ('{"path": "a\\u0000b"}', "'path' holds a control character"),
    "no object": ("[1]", "an object is expected"),
    "no JSON": ('{"path": "b.md"', "the value is not complete"),
    "a key twice": ('{"path": "b.md", "path": "c.md"}', "'path' is repeated"),
    "the same path": (A_ROW, "'in/a.md' is in line 1 already"),
    "the same path otherwise": ('{"path": "./in/../in/a.md"}', "is in line 1 already"),
    "another kind": ('{"path": "b.md", "kind": "SDD"}', "it may be request and sdd"),
    "no id": ('{"path": "b.md", "id": "1 2"}', "'id' is '1 2'; it has to be"),
    "an empty id": ('{"path": "b.md", "id": ""}', "'id' is ''; it has to be"),
    "an id of a document": ('{"path": "b.md", "id": "r", "kind": "sdd"}', "'id' is a request's"),
    "an absolute place": ('{"path": "b.md", "out": "/x"}', "'out' is '/x'; it has to stay"),
    "a place outside": ('{"path": "b.md", "out": "x/../../y"}', "it has to stay in the batch"),
    "a place of Windows": ('{"path": "b.md", "out": "..\\\\x"}', "it has to stay in the batch"),
    "a place on a drive": ('{"path": "b.md", "out": "C:x"}', "it has to stay in the batch"),
    "our own place": ('{"path": "b.md", "out": ".planner/x"}', "which a batch keeps for itself"),
    "the report's place": ('{"path": "b.md", "out": "report.json"}', "a batch keeps for itself"),
    "a document in the report's place": (
        '{"path": "b-sdd.md", "kind": "sdd", "out": "./Report.md/x"}',
        "which a batch keeps for itself",
    ),
    "no place": ('{"path": "b.md", "out": ""}', "a bundle has to have a folder of its own"),
    "the top as a place": ('{"path": "b.md", "out": "./"}', "a folder of its own"),
    "a line without an end": ('{"path": "' + "b" * 70_000 + '"}', "more than 65,536 bytes"),
}


@pytest.mark.parametrize(("row", "told"), BAD_ROWS.values(), ids=BAD_ROWS)
def test_a_row_that_may_not_be_is_told_before_anything_is_done(row: str, told: str) -> None:
    given = manifest(A_ROW, "", row)
    with pytest.raises(UsageError) as caught:
        items_of([given], OUT)
    assert str(caught.value).startswith(f"{given}:3: ")
    assert told in str(caught.value)


BAD_TABLES = {
    "another column": ("path,name\na.md,b\n", 1, "the column 'name' is not known"),
    "a column twice": ("path,path\na.md,b.md\n", 1, "the column 'path' is there twice"),
    "no path": ("kind,out\nsdd,x\n", 1, "the header has no column 'path'"),
    "a cell more": ("path,kind\na.md,sdd,x\n", 2, "3 cells, where the header has 2"),
    "a cell less": ("path,kind\na.md\n", 2, "1 cells, where the header has 2"),
    "an empty path": ("path,kind\na.md,\n,sdd\n", 3, "there is no 'path'"),
    "no end of a quote": ('path\n"a.md\n', 2, "it is no CSV"),
    "the same path": ("path\na.md\nb.md\n./a.md\n", 4, "'./a.md' is in line 2 already"),
    "another kind": ("path,kind\na.md,x\n", 2, "'kind' is 'x'"),
}


@pytest.mark.parametrize(("text", "line", "told"), BAD_TABLES.values(), ids=BAD_TABLES)
def test_a_table_that_may_not_be_is_told(text: str, line: int, told: str) -> None:
    put("list.csv", text=text)
    assert refused("list.csv").startswith(f"list.csv:{line}: ")
    assert told in refused("list.csv")


def test_a_manifest_that_is_no_text_is_told() -> None:
    Path("list.jsonl").write_bytes(b'{"path": "a.md"}\n{"path": "caf\xe9.md"}\n')
    assert refused("list.jsonl") == "list.jsonl:2: byte 14 is not UTF-8"


def test_a_manifest_in_a_folder_is_no_manifest() -> None:
    put("in/a.md", "in/list.jsonl", "in/list.csv")
    assert names("in") == ["in/a.md"]


def test_memory_does_not_grow_with_the_rows_of_a_manifest() -> None:
    def peak(count: int) -> int:
        name = manifest(*(f'{{"path": "in/{number:06}.md"}}' for number in range(count)))
        tracemalloc.start()
        assert sum(1 for _ in items_of([name], OUT)) == count
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    few, many = peak(1000), peak(8000)
    assert many < few + 100_000
