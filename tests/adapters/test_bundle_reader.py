"""A bundle's folder is read without trust in what lies there."""

import os
from pathlib import Path

import pytest

from planner.adapters.bundle_reader import FILE_LIMIT, FOREIGN_LIMIT, read_bundle
from planner.app.bundle_parts import KNOWN
from planner.errors import UsageError


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "verdict.json").write_bytes(b"{}\n")
    (folder / "reply.md").write_bytes(b"text\n")
    return folder


def test_every_file_is_read(bundle: Path) -> None:
    read = read_bundle(bundle, KNOWN)
    assert read.files == {"verdict.json": b"{}\n", "reply.md": b"text\n"}
    assert read.odd == {}


def test_a_link_is_named_and_not_followed(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    for name, target in (("trace.json", tmp_path / "secret"), ("receipt.json", tmp_path / "gone")):
        (bundle / name).symlink_to(target)
    read = read_bundle(bundle, KNOWN)
    assert set(read.files) == {"verdict.json", "reply.md"}
    assert read.odd == dict.fromkeys(
        ("receipt.json", "trace.json"), "it is a link, and links are not followed"
    )


def test_a_folder_in_the_place_of_a_file_is_named(bundle: Path) -> None:
    (bundle / "trace.json").mkdir()
    assert read_bundle(bundle, KNOWN).odd == {"trace.json": "it is a folder, and a bundle has none"}


def test_a_pipe_does_not_hold_the_reader_up(bundle: Path) -> None:
    os.mkfifo(bundle / "trace.json")
    assert read_bundle(bundle, KNOWN).odd == {"trace.json": "it is no plain file"}


def test_a_file_over_the_limit_is_named(bundle: Path) -> None:
    with (bundle / "trace.json").open("wb") as stream:
        stream.truncate(FILE_LIMIT + 1)
    assert read_bundle(bundle, KNOWN).odd == {"trace.json": f"it is over {FILE_LIMIT} bytes"}


def test_what_belongs_to_no_bundle_is_named_and_not_read(bundle: Path) -> None:
    (bundle / "notes.txt").write_bytes(b"x")
    (bundle / "sub").mkdir()
    os.mkfifo(bundle / "pipe")
    read = read_bundle(bundle, KNOWN)
    assert set(read.files) == {"verdict.json", "reply.md"}
    assert set(read.odd) == {"notes.txt", "sub", "pipe"}


def test_a_crowd_is_counted(bundle: Path) -> None:
    for number in range(FOREIGN_LIMIT + 7):
        (bundle / f"x{number}").write_bytes(b"")
    odd = read_bundle(bundle, KNOWN).odd
    assert len(odd) == FOREIGN_LIMIT + 1
    assert odd["..."] == "7 more entries belong to no bundle"


@pytest.mark.parametrize("kind", ["empty", "foreign", "file", "link"])
def test_what_is_no_bundle_is_told_apart(tmp_path: Path, bundle: Path, kind: str) -> None:
    place = tmp_path / kind
    match kind:
        case "empty":
            place.mkdir()
        case "foreign":
            place.mkdir()
            (place / "thesis.tex").write_bytes(b"")
        case "file":
            place.write_bytes(b"")
        case "link":
            place.symlink_to(bundle)
    with pytest.raises(UsageError, match=r"is no bundle|is no folder"):
        read_bundle(place, KNOWN)


def test_a_folder_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_bundle(tmp_path / "gone", KNOWN)
