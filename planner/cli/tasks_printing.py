"""What `planner tasks` says of each document: for a person, or for a program."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from planner.app.tasks_outcome import PartOfSolution, TasksRefused, TasksWritten
from planner.cli.printing import print_findings
from planner.codec.canonical import Json
from planner.codec.live import FileLane, plan_mode, taskcreate_lines
from planner.codec.tasklist import TaskListDoc
from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.reading import FileRead, Reading, visible
from planner.diagnostics.report import codes, errors
from planner.gate.record import described
from planner.model.sdd import Autonomy, Remark
from planner.model.tasklist import STATUS_OF_MARK, RowStatus
from planner.regenerate.difference import unified
from planner.regenerate.summary import summary_text

if TYPE_CHECKING:
    from planner.app.board import Board
    from planner.cli.tasks import Done


def print_written(
    name: str, outcome: TasksWritten, board: "Board | None", *, diff: bool, err: bool
) -> None:
    """Tell what became of a document that has its tasks file."""
    if outcome.diagnostics:
        print_findings(outcome.diagnostics, reading_of(name, outcome.texts), err=True)
    lines = [("tasks", _file(outcome, diff=diff)), ("rows", counted(outcome.doc))]
    lines += [(remark.kind.value, _remark(remark)) for remark in outcome.remarks]
    lines += [("board", f"{board.path} ({board.cards} titles)")] if board is not None else []
    for label, text in lines:
        click.echo(f"{label:<9} {visible(text)}", err=err)
    if outcome.summary is not None:
        click.echo(summary_text(outcome.summary, outcome.tasks_file), nl=False, err=err)


def _file(outcome: TasksWritten, *, diff: bool) -> str:
    if outcome.before == outcome.text:
        return f"{outcome.path} (unchanged)"
    return f"{outcome.path} (not written)" if diff else outcome.path


def counted(doc: TaskListDoc) -> str:
    """Return how many rows there are, and how far they are."""
    found = Counter(
        STATUS_OF_MARK.get(row.status.mark or "", RowStatus.PENDING) for row in doc.rows
    )
    told = [f"{found[status]} {status.value}" for status in RowStatus if found[status]]
    return f"{len(doc.rows)}: {', '.join(told)}"


def _remark(remark: Remark) -> str:
    place = f"{remark.document}:" if remark.document else ""
    place += f"{remark.line}: " if remark.line is not None else (" " if place else "")
    return f"{place}{remark.text}"


def print_refused(name: str, outcome: TasksRefused) -> None:
    """Tell why a document has no tasks file."""
    reading = reading_of(name, outcome.texts)
    print_findings(outcome.diagnostics, reading, outcome=f"{visible(name)}: refused", err=True)


def print_diff(outcome: TasksWritten) -> None:
    """Print what the tasks file would change."""
    before = (outcome.before or "").replace("\r\n", "\n")
    click.echo(unified(before, outcome.text.replace("\r\n", "\n"), outcome.tasks_file), nl=False)


def print_live(outcome: TasksWritten) -> None:
    """Print the calls that mirror the tasks in an agent's own list."""
    for line in taskcreate_lines(outcome.doc):
        click.echo(line)


def print_plan_mode(outcome: TasksWritten) -> None:
    """Print how the file is put before its reader."""
    field = outcome.doc.field("Execution autonomy")
    said = field.value.split()[0] if field is not None and field.value else ""
    # An autonomy that nobody can read is the one that asks.
    autonomy = Autonomy.AUTONOMOUS if said == Autonomy.AUTONOMOUS else Autonomy.INTERACTIVE
    click.echo(plan_mode(outcome.text, lane=FileLane.TASKS, autonomy=autonomy, approach=None))


def reading_of(name: str, texts: Mapping[str, str]) -> Reading:
    """Return the files that findings speak of, by the artifact that they name."""
    folder = Path(name).parent
    beside = {
        artifact: FileRead(str(folder / artifact) if artifact.endswith(".md") else artifact, text)
        for artifact, text in texts.items()
    }
    return Reading(FileRead(name, texts.get(Path(name).name, "")), beside)


def as_record(done: "Sequence[tuple[Path, Done]]") -> str:
    """Return every outcome as JSON, in the order of the command."""
    return json.dumps([_record(str(path), outcome) for path, outcome in done], indent=2) + "\n"


def _record(name: str, outcome: "Done") -> dict[str, Json]:
    match outcome:
        case TasksWritten():
            return {
                "document": name,
                "decision": "planned",
                "tasks_file": outcome.path,
                "is_written": outcome.is_written,
                "rows": rows_record(outcome.doc),
                "remarks": [
                    {"kind": each.kind.value, "text": each.text, "line": each.line,
                     "document": each.document}
                    for each in outcome.remarks
                ],
                "summary": summary_text(outcome.summary, outcome.tasks_file).splitlines()
                if outcome.summary is not None
                else None,
                **diagnostics_record(outcome.diagnostics),
            }  # fmt: skip
        case TasksRefused(diagnostics=found):
            return {"document": name, "decision": "refused", **diagnostics_record(found)}
        case PartOfSolution(root):
            return {"document": name, "decision": "planned with its root", "root": root}
        case _:
            return {"document": name, "decision": "failed", "message": str(outcome)}


def rows_record(doc: TaskListDoc) -> list[Json]:
    """Return what a program wants to know of each row."""
    return [
        {
            "number": row.number,
            "identity": str(row.identity) if row.identity is not None else None,
            "skill": row.skill,
            "description": row.description,
            "status": STATUS_OF_MARK.get(row.status.mark or "", RowStatus.PENDING).value,
        }
        for row in doc.rows
    ]


def diagnostics_record(diagnostics: Iterable[Diagnostic]) -> dict[str, Json]:
    """Return findings as a verdict has them."""
    found = tuple(diagnostics)
    return {
        "codes": list(codes(errors(found))),
        "diagnostics": [described(each).model_dump(mode="json") for each in found],
    }
