"""How an item of a batch is called, one-to-one with its file, and where its outputs go."""

import os
from pathlib import Path

import pytest

from tests.adapters.batch_files import HANDOFF, REQUEST, items, names, put, skipped

pytestmark = pytest.mark.usefixtures("here")


def test_a_name_is_the_path_from_the_working_directory() -> None:
    put("in/a.md", "in/deep/b.b.txt")
    assert [(item.name, item.path, item.place) for item in items("./in/")] == [
        ("in/a.md", "./in/a.md", "in/a"),
        ("in/deep/b.b.txt", "./in/deep/b.b.txt", "in/deep/b.b"),
    ]


def test_outside_of_it_a_name_begins_below_the_common_folder(here: Path) -> None:
    put("../there/in/a.md", "../there/in/b/c.md", "../there/d.md")
    there = here.parent / "there"
    assert names(str(there / "in")) == ["a.md", "b/c.md"]
    assert names("../there/in/a.md", "../there/d.md") == ["in/a.md", "d.md"]
    assert names(f"{there}/**/*.md") == ["d.md", "in/a.md", "in/b/c.md"]
    assert all(Path(item.path).is_absolute() for item in items(str(there)))


def test_a_name_inside_stays_when_others_lie_outside() -> None:
    put("in/a.md", "../there/a.md")
    assert names("in", "../there") == ["in/a.md", "there/a.md"]


def test_the_same_file_names_in_two_folders_have_two_places() -> None:
    put("a/stock-sdd.md", "f/stock-sdd.md", text=HANDOFF)
    assert [item.place for item in items("a", "f")] == ["a", "f"]


def test_a_document_at_the_top_has_its_tasks_file_at_the_top() -> None:
    put("stock-sdd.md")
    assert [item.place for item in items("stock-sdd.md")] == ["."]


@pytest.mark.parametrize("name", ["report.json.md", "report.md.txt", "report.html.md"])
def test_no_bundle_takes_the_place_of_the_report(name: str) -> None:
    put(f"in/{name}", name, "a.md")
    assert names("in") == [f"in/{name}"]
    assert "would stand where the batch's own do" in skipped(name, "a.md")[name]


@pytest.mark.parametrize("folder", ["report.json", "Report.MD", ".planner"])
def test_no_tasks_file_takes_the_place_of_what_is_the_batchs_own(folder: str) -> None:
    put(f"{folder}/x-sdd.md", "in/report.json/x-sdd.md", text=HANDOFF)
    given = (f"{folder}/x-sdd.md", "in/report.json/x-sdd.md")
    assert names(*given) == ["in/report.json/x-sdd.md"]
    assert "would stand where the batch's own do" in skipped(*given)[f"{folder}/x-sdd.md"]


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (b"caf\xe9.md", "caf%E9.md"),
        ("caf\u00e9.md".encode(), "caf\u00e9.md"),
        (b"a\\b.md", "a\\b.md"),
        (b"a b\n.md", "a b\n.md"),
        (b"-a.md", "-a.md"),
        (b"a[1].md", "a[1].md"),
        (b"CON.md", "CON.md"),
    ],
)
def test_every_file_name_is_an_item_with_a_name_that_is_text(raw: bytes, name: str) -> None:
    Path("in").mkdir()
    Path(os.fsdecode(b"in/" + raw)).write_text(REQUEST, encoding="utf-8")
    (item,) = items("in")
    assert (item.name, item.place) == (f"in/{name}", f"in/{name[:-3]}")
    assert Path(item.path).read_text(encoding="utf-8") == REQUEST
    item.name.encode()
    assert names(f"in/{os.fsdecode(raw)}") == [f"in/{name}"]


def test_a_byte_that_is_no_text_and_its_spelling_are_two_names() -> None:
    for raw in (b"\xe9.md", b"%E9.md", b"%25E9.md", b"%%E9.md", b"%\xe9.md", b"%20%.md"):
        Path(os.fsdecode(raw)).write_text(REQUEST, encoding="utf-8")
    given = {os.fsencode(item.path): item.name for item in items("*.md")}
    assert given == {
        b"\xe9.md": "%E9.md",
        b"%E9.md": "%25E9.md",
        b"%25E9.md": "%2525E9.md",
        b"%%E9.md": "%%25E9.md",
        b"%\xe9.md": "%%E9.md",
        b"%20%.md": "%20%.md",
    }


def test_two_files_that_would_have_one_name_have_two(here: Path) -> None:
    put("other/a.md", "../other/a.md", "../list/there/a.md")
    far = str(here.parent / "other" / "a.md")
    named = ["other/a.md", far.lstrip("/")]
    assert names("other/a.md", "../other/a.md") == names("other/a.md", far) == named
    assert names("-", stdin=f"other/a.md\n{far}\n".encode()) == named
    put("list.jsonl", text=f'{{"path": "other/a.md"}}\n{{"path": "{far}"}}\n')
    assert names("list.jsonl") == named
    assert [item.place for item in items("other", "../other")] == [each[:-3] for each in named]


def test_a_name_that_even_a_whole_path_has_already_gets_a_number(here: Path) -> None:
    far = str(here.parent / "other" / "a.md")
    put("other/a.md", far.lstrip("/"), far)
    assert names(far.lstrip("/"), "other/a.md", far) == [
        *(far.lstrip("/"), "other/a.md", f"2{far}"),
    ]


def test_dots_behind_a_link_lead_where_they_lead_on_disk() -> None:
    put("a.md", "far/a.md", "far/deep/b.md")
    Path("link").symlink_to("far/deep")
    assert [(item.name, item.path) for item in items("a.md", "link/../a.md", "far/a.md")] == [
        ("a.md", "a.md"),
        ("far/a.md", "link/../a.md"),
    ]


def test_a_path_with_backslashes_is_found_as_it_is_written_here() -> None:
    put("in/a.md")
    assert [(item.name, item.path) for item in items("in\\a.md")] == [("in/a.md", "in/a.md")]
