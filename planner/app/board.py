"""The export of a tasks file for boards: a plan with one heading of level three a task.

* An export that is there keeps its name and its titles, so that a board's cards stay matched.
* What cannot be told apart from an export of something else is not written over.
"""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from planner.codec.board import BoardDoc, board_rows, parse_board, render_board, slug_of
from planner.codec.tasklist import TaskListDoc
from planner.errors import UsageError, WriteConflict
from planner.ports import DocumentStore

FOLDER: Final = "docs/plans"
"""Where boards look for plans (seed 002)."""
_UNFIT: Final = re.compile(r"[^a-z0-9._-]+")
_ENDS: Final = "-tasks"


@dataclass(frozen=True, slots=True)
class Board:
    """An export, and where it is."""

    path: str
    text: str
    cards: int


def export(
    doc: TaskListDoc, tasks_file: str, there: tuple[str, ...], documents: DocumentStore, today: str
) -> Board:
    """Write the export of the tasks in *doc*.

    Args:
        doc: The tasks file.
        tasks_file: Its name.
        there: Names of the plans in the folder.
        documents: Where the folder of plans is kept.
        today: The date of a new export's name.

    Raises:
        UsageError: it has no task, or its name makes no slug.
        WriteConflict: another plan has the name of this one.
        StoreError: it could not be written.
    """
    name = PurePosixPath(tasks_file).stem.removesuffix(_ENDS)
    slug = _UNFIT.sub("-", name.casefold()).strip("-._")
    rows = board_rows(doc)
    if not slug or slug_of(f"{today}-{slug}.md") is None:
        message = f"{tasks_file} makes no name of a plan: rename it to letters, digits and `-`"
        raise UsageError(message)
    if not rows:
        message = f"{tasks_file} has no task, so there is nothing for a board"
        raise UsageError(message)
    mine = [each for each in there if slug_of(each) == slug]
    place = f"{FOLDER}/{mine[-1] if mine else f'{today}-{slug}.md'}"
    was = documents.kept(place)
    text = render_board(doc.title, rows, _previous(place, was), slug=slug)
    path = documents.keep(place, text.encode(), was)
    return Board(path, text, len(rows))


def _previous(place: str, was: bytes | None) -> BoardDoc | None:
    """Return the export that is there.

    Raises:
        WriteConflict: it is none of ours.
    """
    if was is None:
        return None
    previous = parse_board(was.decode("utf-8", errors="replace"))
    if not any(card.identity for card in previous.cards):
        message = f"{place} is there and is no export of a tasks file: it stays as it is"
        raise WriteConflict(message, path=place)
    return previous
