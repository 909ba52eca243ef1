"""What is an item of a batch, in which order, and what is none and why."""

import io
import os
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from planner.adapters.batch_inputs import LOOKED_AT, items_of, kind_of
from planner.errors import UsageError
from planner.model.batch import ItemKind
from tests.adapters.batch_files import HANDOFF, OUT, REQUEST, names, put, refused, skipped

NOBODY = 65534


pytestmark = pytest.mark.usefixtures("here")


# Order


def test_the_order_is_that_of_what_was_named_and_folders_are_sorted_by_path() -> None:
    put("z.md", "in/b.md", "in/a/2.md", "in/a/1.md", "in/c/x.md", "in/a.md", "y.md")
    assert names("z.md", "in", "y.md") == [
        *("z.md", "in/a/1.md", "in/a/2.md", "in/a.md", "in/b.md", "in/c/x.md", "y.md"),
    ]


def test_the_items_can_be_gone_through_again() -> None:
    put("in/a.md", "b.md")
    given = items_of(["in", "-"], OUT, stdin=io.BytesIO(b"b.md\n"))
    assert [item.name for item in given] == ["in/a.md", "b.md"]
    assert [item.name for item in given] == ["in/a.md", "b.md"]


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        (["in", "in"], ["in/a.md", "in/b/c.md"]),
        (["in", "in/a.md"], ["in/a.md", "in/b/c.md"]),
        (["in/b/c.md", "in"], ["in/b/c.md", "in/a.md"]),
        (["in/b", "./in/b/../b/c.md"], ["in/b/c.md"]),
        (["in/*.md", "in/**"], ["in/a.md", "in/b/c.md"]),
    ],
)
def test_a_file_is_one_item_however_often_it_is_met(inputs: list[str], expected: list[str]) -> None:
    put("in/a.md", "in/b/c.md")
    assert names(*inputs) == expected


def test_a_file_that_is_met_again_is_told() -> None:
    put("in/a.md")
    assert skipped("in", "in/a.md") == {"in/a.md": "it is in the batch already"}


# What is passed over


@pytest.mark.parametrize(
    "name",
    [
        *("~1.md", "1.md~", ".1.md.swp", "1.md.swp", "1.swo", "1.swx", "1.tmp", "1.md.bak"),
        *("1.md.orig", "1.md.rej", "#1.md#", ".#1.md", "~$1.md", ".hidden.md", "1.md.BAK"),
        "1-tasks.md",
    ],
)
def test_shadows_and_our_own_files_are_passed_over_wherever_they_are_met(name: str) -> None:
    put("in/1.md", f"in/{name}")
    assert names("in") == ["in/1.md"]
    assert list(skipped("in")) == [f"in/{name}"]
    assert list(skipped("in/1.md", f"in/{name}")) == [f"in/{name}"]


def test_a_pattern_tells_what_it_means_and_does_not_take() -> None:
    put("in/1.md", "in/~1.md", "in/.1.md", "in/1-tasks.md", "in/1.json")
    assert list(skipped("in/*.md")) == ["in/1-tasks.md", "in/~1.md"]
    assert list(skipped("in/.*", "in/1.md")) == ["in/.1.md"]
    assert skipped("in/*.json", "in/1.md") == {
        "in/1.json": "its name does not end in .md, .markdown or .txt"
    }


@pytest.mark.parametrize("name", ["1.json", "1.docx", "Makefile", "1.md.gz"])
def test_a_suffix_counts_in_folders_and_not_for_what_was_named(name: str) -> None:
    put("in/1.md", f"in/{name}")
    assert skipped("in") == {f"in/{name}": "its name does not end in .md, .markdown or .txt"}
    assert names(f"in/{name}") == [f"in/{name}"]


@pytest.mark.parametrize("name", ["a.md", "a.MD", "a.markdown", "a.txt", "a.Txt"])
def test_texts_are_taken(name: str) -> None:
    put(f"in/{name}")
    assert names("in") == [f"in/{name}"]


@pytest.mark.parametrize(
    "folder", [".git", ".venv", ".planner", "node_modules", "__pycache__", "~old", "venv"]
)
def test_folders_of_tools_are_not_gone_into(folder: str) -> None:
    put("in/1.md", f"in/sub/{folder}/2.md", f"in/sub/{folder}/deep/3.md")
    assert names("in") == ["in/1.md"]
    assert list(skipped("in")) == [f"in/sub/{folder}/"]
    assert names("in/**/*.md") == ["in/1.md"]
    assert names(f"in/sub/{folder}", "in/1.md")[-1] == "in/1.md"


def test_the_folder_of_the_outputs_is_not_gone_into() -> None:
    put("in/1.md", "in/out/1/reply.md")
    assert names("in", out=Path("in/out")) == ["in/1.md"]
    assert skipped("in", out=Path("in/../in/out")) == {"in/out/": "it is the folder of the outputs"}


def test_the_folder_of_the_outputs_is_no_input() -> None:
    put("out/1.md", "in/1.md")
    assert refused("in", "./out/") == (
        "./out/: it is the folder of the outputs; name another one with `--out`"
    )


def test_the_folder_of_the_outputs_is_known_by_any_path() -> None:
    put("real/1.md", "real/out/.planner/lock", "real/out/2.md")
    Path("link").symlink_to("real")
    out, told = Path("real/out"), "it is the folder of the outputs"
    assert names("link", out=out) == ["link/1.md"]
    assert skipped("link", out=out) == {"link/out/": told}
    assert skipped("real", out=Path("link/out")) == {"real/out/": told}
    assert names("-", out=out, stdin=b"link/out\nreal/1.md\n") == ["real/1.md"]


def test_the_outputs_of_another_batch_are_no_inputs() -> None:
    put("in/1.md", "in/o1/.planner/lock", "in/o1/report.md", "in/o1/in/2.md")
    told = "it holds the outputs of another batch, which are no inputs"
    assert names("in") == names("in/**/*.md") == ["in/1.md"]
    assert skipped("in") == skipped("in/**/*.md") == {"in/o1/": told}


def test_where_a_batch_has_written_its_report_is_no_input() -> None:
    put("1.md", "report.md", ".planner/lock", "in/report.md")
    told = "it is the report of a batch"
    assert names("*.md", out=Path()) == ["1.md"]
    assert skipped("*.md", out=Path()) == {"report.md": told}
    assert skipped(".")["report.md"] == skipped("1.md", "report.md")["report.md"] == told
    assert names("in") == ["in/report.md"]


def test_a_file_of_a_bundle_is_no_input_however_it_was_named() -> None:
    put("in/1/verdict.json", "in/1/receipt.json", "in/1/reply.md", "in/1/mine.md", "in/reply.md")
    assert names("in/1/reply.md", "in/1/mine.md", "in/reply.md") == ["in/1/mine.md", "in/reply.md"]
    assert names("-", stdin=b"in/1/reply.md\nin/1/mine.md\n") == ["in/1/mine.md"]


def test_a_bundle_is_passed_over_and_what_lies_beside_it_is_not() -> None:
    put("in/1.md", "in/1/verdict.json", "in/1/receipt.json", "in/1/reply.md", "in/1/mine.md")
    put("in/1/task-packet.md", "in/1/deep/2.md", "in/reply.md", "in/verdict.json")
    assert names("in") == ["in/1/deep/2.md", "in/1/mine.md", "in/1.md", "in/reply.md"]
    assert skipped("in")["in/1/"] == "it is a bundle, which the planner writes"


# Links, and what is no file


def test_a_link_to_a_file_is_a_file_and_one_to_a_folder_is_not_followed() -> None:
    put("in/1.md", "far/2.md", "far/deep/3.md")
    Path("in/2.md").symlink_to("../far/2.md")
    Path("in/far").symlink_to("../far")
    Path("in/loop").symlink_to("..")
    Path("in/gone.md").symlink_to("nothing")
    Path("in/self.md").symlink_to("self.md")
    assert names("in") == ["in/1.md", "in/2.md"]
    assert skipped("in") == {
        "in/far/": "it is a link to a folder",
        "in/loop/": "it is a link to a folder",
        "in/gone.md": "it is a link to nothing",
        "in/self.md": "it is a link to nothing",
    }
    assert names("in/**/*.md") == ["in/1.md", "in/2.md"]


def test_a_link_that_was_named_is_followed() -> None:
    put("far/2.md")
    Path("folder").symlink_to("far")
    Path("file.md").symlink_to("far/2.md")
    assert names("folder", "file.md") == ["folder/2.md", "file.md"]


def test_a_link_to_nothing_that_was_named_is_an_item_that_fails() -> None:
    Path("gone.md").symlink_to("nothing")
    assert names("gone.md") == ["gone.md"]


def test_pipes_and_sockets_are_passed_over_without_a_wait() -> None:
    put("in/1.md")
    os.mkfifo("in/pipe.md")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("in/socket.md")
        odd = {"in/pipe.md": "it is no plain file", "in/socket.md": "it is no plain file"}
        assert skipped("in") == odd
        assert skipped("in/1.md", "in/pipe.md", "in/socket.md") == odd
    assert "in/pipe.md: it is no plain file" in refused("in/pipe.md")


@pytest.fixture
def as_nobody(here: Path) -> Iterator[None]:
    """The superuser may read everything, so somebody else has to try."""
    put("in/1.md", "in/locked/2.md")
    for folder in (here, *here.parents[:3]):
        folder.chmod(0o755)
    Path("in/locked").chmod(0o000)
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    yield
    os.seteuid(user)
    Path("in/locked").chmod(0o755)


@pytest.mark.usefixtures("as_nobody")
def test_a_folder_that_cannot_be_read_is_told() -> None:
    assert names("in") == ["in/1.md"]
    assert skipped("in") == {"in/locked/": "it cannot be read: Permission denied"}
    assert "in/locked/: it cannot be read: Permission denied" in refused("in/locked")


# Patterns


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.md", ["a.md", "b.md"]),
        ("?.md", ["a.md", "b.md"]),
        ("[!b].md", ["a.md"]),
        ("in/*.md", ["in/1.md", "in/10.md"]),
        ("in/?.md", ["in/1.md"]),
        ("in/*/*.md", ["in/sub/2.md"]),
        ("in/*", ["in/1.md", "in/10.md", "in/sub/2.md", "in/sub/deep/3.md"]),
        ("in/s*", ["in/sub/2.md", "in/sub/deep/3.md"]),
        ("in/**", ["in/1.md", "in/10.md", "in/sub/2.md", "in/sub/deep/3.md"]),
        ("in/**/*.md", ["in/1.md", "in/10.md", "in/sub/2.md", "in/sub/deep/3.md"]),
        ("in/**/**/3.md", ["in/sub/deep/3.md"]),
        ("**/deep/*.md", ["in/sub/deep/3.md"]),
        ("**/[23].md", ["in/sub/2.md", "in/sub/deep/3.md"]),
        ("./in/../in/1*.md", ["in/1.md", "in/10.md"]),
        ("i*/**/d*/3.md", ["in/sub/deep/3.md"]),
        ("**/sub/**/*.md", ["in/sub/2.md", "in/sub/deep/3.md"]),
    ],
)
def test_a_pattern_that_the_shell_left_alone_is_gone_through(
    pattern: str, expected: list[str]
) -> None:
    put("a.md", "b.md", "in/1.md", "in/10.md", "in/sub/2.md", "in/sub/deep/3.md")
    assert names(pattern) == expected


def test_a_name_with_marks_of_a_pattern_is_that_name_first() -> None:
    put("in/[1].md", "in/1.md")
    assert names("in/[1].md") == ["in/[1].md"]
    Path("in/[1].md").unlink()
    assert names("in/[1].md") == ["in/1.md"]


# Standard input


def test_a_list_of_paths_is_read_from_standard_input() -> None:
    put("in/a.md", "in/b.json", "in/~c.md", "more/d.md")
    Path(os.fsdecode(b"caf\xe9.md")).write_text(REQUEST, encoding="utf-8")
    told = b"in/b.json\r\n\ncaf\xe9.md\nin/~c.md\nmore\ngone.md\nin/a.md\nin/a.md"
    assert names("-", stdin=told) == [
        *("in/b.json", "caf%E9.md", "more/d.md", "gone.md", "in/a.md"),
    ]


def test_what_can_be_no_path_is_an_item_of_a_list_like_any_other() -> None:
    put("in/a.md")
    given = names("-", stdin=b"in/x\0y.md\nin/a.md\nin/\0-sdd.md\n")
    assert given == ["in/x\0y.md", "in/a.md", "in/\0-sdd.md"]


def test_without_standard_input_no_list_can_be_read() -> None:
    assert refused("-") == "-: there is no standard input to read paths from"


# What cannot be


@pytest.mark.parametrize(
    "name", ["gone.md", "gone", "in/gone.md", "a.md/b.md", "gone.jsonl", "*.gone", "x" * 300, ""]
)
def test_what_was_named_and_is_not_there_is_told_first(name: str) -> None:
    put("a.md")
    with pytest.raises(UsageError, match="^" + (name[:1].replace("*", r"\*") or "''")):
        items_of(["a.md", name], OUT)


def test_a_name_that_is_no_path_is_told() -> None:
    assert "embedded null" in refused("a\0b")
    assert refused("caf\udce9.md").startswith("caf\\udce9.md: there is no such file")


@pytest.mark.parametrize("inputs", [[], ["in"], ["empty.jsonl"], ["-"]])
def test_an_empty_batch_is_refused(inputs: Sequence[str]) -> None:
    put("in/.hidden.md", "in/data.json")
    put("empty.jsonl", text="\n")
    assert "batch" in refused(*inputs, stdin=b"\n")


def test_an_empty_batch_says_what_was_passed_over() -> None:
    put("in/data.json")
    assert refused("in") == (
        "the batch is empty: there is nothing to plan in what was named; in/data.json: its name "
        "does not end in .md, .markdown or .txt"
    )


# Kinds

KINDS: dict[str, tuple[str, bytes, ItemKind]] = {
    "a request": ("a.md", REQUEST.encode(), ItemKind.REQUEST),
    "an SDD by its name": ("stock-sdd.md", REQUEST.encode(), ItemKind.SDD),
    "an SDD by a loud name": ("STOCK-SDD.MD", REQUEST.encode(), ItemKind.SDD),
    "a name that only holds it": ("sdd.md", REQUEST.encode(), ItemKind.REQUEST),
    "an SDD by its marker": ("a.md", HANDOFF.encode(), ItemKind.SDD),
    "with CRLF": ("a.md", HANDOFF.replace("\n", "\r\n").encode(), ItemKind.SDD),
    "in UTF-16": ("a.md", HANDOFF.encode("utf-16"), ItemKind.SDD),
    "with a byte order mark": ("a.md", b"\xef\xbb\xbf" + HANDOFF.encode(), ItemKind.SDD),
    "by its heading": ("a.md", b"# X\n\n## Planner Handoff\n\n- Status: approved\n", ItemKind.SDD),
    "a marker in a fence": ("a.md", f"# X\n\n```\n{HANDOFF}```\n".encode(), ItemKind.REQUEST),
    "a word about it": ("a.md", b"Fix the planner-handoff:v1 marker.\n", ItemKind.REQUEST),
    "far down": ("a.md", b"x\n" * 20_000 + HANDOFF.encode(), ItemKind.SDD),
    "too far down": ("a.md", b"x\n" * (LOOKED_AT // 2) + HANDOFF.encode(), ItemKind.REQUEST),
    "half a character at the end": ("a.md", HANDOFF.encode() + b"\xc3", ItemKind.SDD),
    "nothing": ("a.md", b"", ItemKind.REQUEST),
    "no text": ("a.md", bytes(range(256)), ItemKind.REQUEST),
}


@pytest.mark.parametrize(("name", "data", "kind"), KINDS.values(), ids=KINDS)
def test_the_kind_is_seen_in_the_document(name: str, data: bytes, kind: ItemKind) -> None:
    Path(name).write_bytes(data)
    assert kind_of(name) is kind


def test_what_cannot_be_read_is_taken_for_a_request() -> None:
    Path("folder").mkdir()
    assert kind_of("folder") is ItemKind.REQUEST
    assert kind_of("gone.md") is ItemKind.REQUEST
    os.mkfifo("pipe.md")
    assert kind_of("pipe.md") is ItemKind.REQUEST
