"""Items stay on disk as they were counted, whoever goes through them and however often."""

import tempfile
from pathlib import Path

import pytest

from planner.adapters.batch_kept import Kept
from planner.errors import StoreError
from planner.model.batch import BatchItem, ItemKind, Skipped


def an_item(name: str) -> BatchItem:
    return BatchItem(name=name, path=f"/in/{name}", kind=ItemKind.REQUEST, place="x")


ALL: list[BatchItem | Skipped] = [
    an_item("a.md"),
    Skipped("[x]\n{", "it is no plain file"),
    BatchItem(
        name="%E9\0\n.md",
        path="in/\udce9\0\n.md",
        kind=ItemKind.SDD,
        place=".",
        request_id="r",
        force=True,
    ),
    an_item("\u2028.md"),
]


def kept() -> Kept:
    found = Kept()
    for each in ALL:
        found.add(each)
    return found


def test_what_was_kept_comes_back_in_its_order_and_as_often_as_it_is_asked_for() -> None:
    found = kept()
    assert list(found) == ALL
    assert list(found) == ALL


def test_two_who_go_through_it_at_once_do_not_disturb_one_another_nor_who_adds() -> None:
    found = kept()
    first, second = iter(found), iter(found)
    assert [next(first), next(first), next(second)] == [ALL[0], ALL[1], ALL[0]]
    found.add(an_item("late.md"))
    assert list(first) == [*ALL[2:], an_item("late.md")]
    assert list(second) == [*ALL[1:], an_item("late.md")]


def test_nothing_kept_is_nothing() -> None:
    assert list(Kept()) == []


def test_without_room_it_says_where_room_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(StoreError, match=r"cannot keep the list of items in .*/gone: .* TMPDIR"):
        Kept()
