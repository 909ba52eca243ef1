"""What a regeneration did, as values and as the block that a person reads (seed 000).

* The counts are there even when they are nought, so that two summaries can be laid side by side.
* The warning about completed rows stands wherever one of them changed or nothing is known of it.
"""

from dataclasses import dataclass

from planner.regenerate.told import Kind, RowName, Told


@dataclass(frozen=True, slots=True)
class Removed:
    """A row that left the plan."""

    old_id: str
    identity: str
    status: str
    """As it stands in the archive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What became of every row."""

    completed: tuple[RowName, ...] = ()
    in_progress: tuple[RowName, ...] = ()
    blocked: tuple[RowName, ...] = ()
    pending: tuple[RowName, ...] = ()
    added: tuple[RowName, ...] = ()
    archived: tuple[Removed, ...] = ()
    unknown: tuple[RowName, ...] = ()
    """Completed rows of which the old file does not say what the document said."""
    told: tuple[Told, ...] = ()

    def of(self, kind: Kind) -> tuple[Told, ...]:
        """Return what was told of that kind."""
        return tuple(each for each in self.told if each.kind is kind)


def summary_text(summary: Summary, file: str, *, source: str = "SDD") -> str:
    """Print *summary*; ends with a line end.

    Args:
        summary: What was done.
        file: The name of the tasks file.
        source: What the rows come from.
    """
    lines = [
        f"Regenerated {file} from {source}.",
        f"- {_tasks(summary.completed)} preserved as completed",
        f"- {_tasks(summary.in_progress)} preserved as in_progress",
        f"- {_tasks(summary.blocked)} preserved as blocked",
        f"- {_tasks(summary.pending)} unchanged pending",
        f"- {_tasks(summary.added)} added (new in {source})",
        f"- {_tasks(summary.archived)} archived (removed from {source})",
    ]
    if summary.unknown or summary.of(Kind.CHANGED):
        lines += [
            f"- {source} content may have changed since completed tasks ran. Sanity-check those",
            f"  implementations against the current {source} before continuing.",
        ]
    lines += [_line(each) for each in summary.told]
    return "".join(f"{line}\n" for line in lines)


def _tasks(rows: tuple[object, ...]) -> str:
    return "1 task" if len(rows) == 1 else f"{len(rows)} tasks"


def _line(told: Told) -> str:
    place = f"line {told.line}: " if told.line is not None else ""
    return f"- {told.kind.value}: {place}{told.text}"
