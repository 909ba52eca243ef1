"""What a data set says of a design document: its tasks file, as a careful reader would write it.

* A row is named by its identity; `*` stands for any text where the format leaves a part open.
* What is not said is not judged, as in every case.
* A file that is there already is given as text; line ends that no YAML shows are named.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from planner.model.tasklist import RowStatus

# Not strict: YAML gives lists and texts, where the members are tuples and closed words.
_CLOSED = ConfigDict(frozen=True, extra="forbid")

Said = Annotated[str, StringConstraints(min_length=1, pattern=r"\S")]
Code = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}[0-9]{3}$")]
Form = Literal["crlf", "bom"]
"""How a file is written beside its text."""
Option = Literal["resolve_duplicates", "resolve_marks", "allow_mass_change"]


class Design(BaseModel):
    """How the case's document is planned, and what is right about its tasks file."""

    model_config = _CLOSED

    name: Annotated[str, StringConstraints(pattern=r"^[^/\s]+\.md$")]
    """The document's file name; those beside it are the case's sources."""
    catalogue: Said = "uipath"
    today: Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\d$")] = "2026-12-01"
    tasks_file: Said | None = None
    """Where the tasks file goes."""
    old: str | None = None
    """The tasks file that is there already, to be brought up to date."""
    old_form: tuple[Form, ...] = ()
    """How it is written; the new one is written likewise."""
    options: tuple[Option, ...] = ()
    """What the user allows a regeneration beside what it does by itself."""
    identities: Annotated[tuple[Said, ...], Field(min_length=1)] | None = None
    """All rows, in any order."""
    optional: tuple[Said, ...] = ()
    """Rows that may be there or not."""
    forbidden: tuple[Said, ...] = ()
    """Rows that may not be there."""
    order: tuple[Annotated[tuple[Said, ...], Field(min_length=2)], ...] = ()
    """Rows of which each comes before the next."""
    blockers: tuple[tuple[Said, Said], ...] = ()
    """A row, and one that it is blocked by."""
    statuses: dict[Said, RowStatus] = {}
    completed: dict[Said, str] = {}
    """Day and actor of a row as its file says them; empty where none may be made up."""
    archived: dict[Said, Said] | None = None
    """The rows of the archive with what their status begins with; empty for no archive."""
    kept: tuple[Said, ...] = ()
    """Lines of the old file that are still there, quoted or not."""
    notes: dict[Said, Annotated[tuple[Said, ...], Field(min_length=1)]] = {}
    """Likewise, by the row under which they stand; in the archive where that row is gone."""
    holds: tuple[Said, ...] = ()
    """Texts of one line that the tasks file holds."""
    refusals: tuple[Code | Annotated[tuple[Code, ...], Field(min_length=2)], ...] = ()
    """Errors that refuse the document or the old file; a list where any of them will do."""

    @property
    def refused_by(self) -> tuple[frozenset[str], ...]:
        """The codes that will do, refusal by refusal."""
        return tuple(
            frozenset((each,) if isinstance(each, str) else each) for each in self.refusals
        )
