"""Files of tasks among the inputs of `planner check`.

* Nothing of the lane of documents is imported until one of them is there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

import click

from planner.cli.inputs import STANDARD_INPUT
from planner.errors import ConfigError, UsageError

if TYPE_CHECKING:
    from planner.app.check_list import CheckedList
    from planner.model.skill_catalogue import Catalogue
    from planner.rules.tasklist_case import ListLane

Verb = TypeVar("Verb", bound=Callable[..., Any])
Kind = Literal["reply", "tasks", "plan"]
"""What a user says that a file is."""

_LAST_WORDS: Final = (b"implementation tasks", b"implementation plan")
"""What the title of every file of tasks ends with; without one there is nothing to look into."""
_HEAD: Final = 8192
"""Bytes in which that title stands."""


_OPTIONS: Final = (
    click.option(
        "--as",
        "kind",
        type=click.Choice(["reply", "tasks", "plan"]),
        help="What the files are, where their names and texts do not tell it.",
    ),
    click.option("--sdd", metavar="FILE", help="The document that a tasks file comes from."),
    click.option("--catalogue", metavar="ID|FILE", help="The skills of a file of tasks."),
)


def with_lists(verb: Verb) -> Verb:
    """Add the options for files of tasks to *verb*, which takes them as keywords."""
    for option in reversed(_OPTIONS):
        verb = option(verb)
    return verb


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInput:
    """A file of tasks that is to be judged."""

    name: str
    data: bytes
    lane: "ListLane"
    catalogue: str
    sdd: str | None

    def judged(self, off: frozenset[str]) -> "CheckedList":
        """Judge it.

        Raises:
            UsageError: it or its document cannot be read as what it should be.
            OSError: its document cannot be read.
        """
        from planner.adapters.documents_files import FolderDocuments  # noqa: PLC0415
        from planner.app.check_list import check_list  # noqa: PLC0415

        against = None
        if self.sdd is not None:
            document = Path(self.sdd)
            against = (document.name, FolderDocuments(document.parent, Path(self.name).parent))
        return check_list(
            self.data,
            self.name,
            lane=self.lane,
            catalogue_of=self._catalogue,
            against=against,
            off=off,
        )

    def _catalogue(self, named: str | None) -> "Catalogue":
        """Return the catalogue that the file names, or the configured one.

        Raises:
            ConfigError: there is none of that id.
        """
        from planner.adapters.catalogue_file import built_in, read_catalogue  # noqa: PLC0415

        chosen = read_catalogue(self.catalogue, Path())
        if named is None or named == chosen.id:
            return chosen
        try:
            # By its id alone: no file says by which other file it is judged.
            return built_in(named)
        except ConfigError as error:
            message = (
                f"{self.name} is by the catalogue `{named}`, which does not come with the planner: "
                "name its file with `--catalogue FILE`"
            )
            raise UsageError(message) from error


def lists_of(
    names: Sequence[str],
    given: Sequence[bytes],
    *,
    kind: Kind | None,
    sdd: str | None,
    catalogue: str,
) -> list[ListInput | None]:
    """Return which inputs are files of tasks; None for each that is a reply.

    Args:
        names: As on the command line.
        given: Their bytes.
        kind: What the user says that they are.
        sdd: The document that a tasks file comes from.
        catalogue: The id or the path of the configured catalogue.
    """
    found: list[ListInput | None] = []
    for name, data in zip(names, given, strict=True):
        lane = _lane(name, data, kind)
        found.append(
            None
            if lane is None
            else ListInput(name=name, data=data, lane=lane, catalogue=catalogue, sdd=sdd)
        )
    return found


def _lane(name: str, data: bytes, kind: Kind | None) -> "ListLane | None":
    if kind == "reply" or (kind is None and name == STANDARD_INPUT):
        return None
    if kind is None and not any(words in data[:_HEAD].lower() for words in _LAST_WORDS):
        return None
    # Imported here: nearly every check is of a reply, and is to start fast.
    from planner.app.check_list import lane_by_name  # noqa: PLC0415
    from planner.rules.tasklist_case import ListLane  # noqa: PLC0415

    if kind is None:
        return lane_by_name(name, data)
    return ListLane.TASKS if kind == "tasks" else ListLane.PLAN
