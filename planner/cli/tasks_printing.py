"""What `planner tasks` says of each document: for a person, or for a program."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from planner.app.tasks_outcome import PartOfSolution, TasksRefused, TasksWritten
from planner.cli.plan_printing import failure_record
from planner.cli.printing import print_findings
from planner.codec.canonical import Json
from planner.codec.live import FileLane, plan_mode, taskcreate_lines
from planner.codec.tasklist import TaskListDoc
from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.reading import FileRead, Reading, visible
from planner.diagnostics.report import codes, errors
from planner.errors import DraftingError
from planner.gate.record import described
from planner.model.choice import Choice
from planner.model.model_use import ModelUse
from planner.model.sdd import Autonomy, Remark
from planner.model.tasklist import STATUS_OF_MARK, RowStatus
from planner.regenerate.difference import unified
from planner.regenerate.summary import summary_text
from planner.rules.tasklist_case import ListLane

if TYPE_CHECKING:
    from planner.cli.tasks import Done, Exported


def print_written(
    name: str, outcome: TasksWritten, board: "Exported | None", *, diff: bool, err: bool
) -> None:
    """Tell what became of a document that has its tasks file."""
    if outcome.diagnostics:
        print_findings(outcome.diagnostics, reading_of(name, outcome), err=True)
    lines = [("tasks", _file(outcome, diff=diff)), ("rows", counted(outcome.doc))]
    folder = Path(name).parent
    lines += [(remark.kind.value, _remark(remark, folder)) for remark in outcome.remarks]
    for label, text in lines:
        click.echo(f"{label:<9} {visible(text)}", err=err)
    match board:
        case None:
            pass
        case Exception():
            click.echo(f"planner: {visible(str(board))}", err=True)
        case _:
            click.echo(f"board     {visible(board.path)} ({board.cards} titles)", err=err)
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


def _remark(remark: Remark, folder: Path) -> str:
    place = f"{folder / remark.document}:" if remark.document else ""
    place += f"{remark.line}: " if remark.line is not None else (" " if place else "")
    return f"{place}{remark.text}"


def print_refused(name: str, outcome: TasksRefused) -> None:
    """Tell why a document has no tasks file."""
    reading = reading_of(name, outcome)
    print_findings(outcome.diagnostics, reading, outcome=f"{visible(name)}: refused", err=True)


def print_model_use(name: str, use: ModelUse) -> None:
    """Tell that a model was asked about a document, and what it cost, on standard error."""
    usage = use.usage
    price = "price not known" if usage.price is None else f"{usage.price:.6f} USD"
    told = (
        f"model     {use.model} was asked about {name}: {usage.requests} "
        f"request{'' if usage.requests == 1 else 's'}, {usage.input_tokens} input tokens, "
        f"{usage.output_tokens} output tokens, {price}"
    )
    failed = f"; it failed ({use.failed}), so nothing of it counts" if use.failed else ""
    click.echo(visible(f"{told}{failed}"), err=True)


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


def reading_of(name: str, outcome: TasksWritten | TasksRefused) -> Reading:
    """Return the files that findings speak of, by the artifact that they name."""
    folder, texts = Path(name).parent, outcome.texts
    beside = {artifact: FileRead(str(folder / artifact), text) for artifact, text in texts.items()}
    tasks_file = ListLane.TASKS.value
    if tasks_file in texts:
        beside[tasks_file] = FileRead(outcome.path, texts[tasks_file])
    return Reading(FileRead(name, texts.get(Path(name).name, "")), beside)


def as_record(done: "Sequence[tuple[Path, Done]]", boards: "Mapping[Path, Exported]") -> str:
    """Return every outcome as JSON, in the order of the command."""
    records = [_record(str(path), outcome) | _board(boards.get(path)) for path, outcome in done]
    return json.dumps(records, indent=2) + "\n"


def _board(board: "Exported | None") -> dict[str, Json]:
    match board:
        case None:
            return {}
        case Exception():
            return {"board": None, "message": str(board)}
        case _:
            return {"board": board.path}


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
                "choices": [_choice(each) for each in outcome.choices],
                "model": _model(outcome.model_use),
                "summary": summary_text(outcome.summary, outcome.tasks_file).splitlines()
                if outcome.summary is not None
                else None,
                **diagnostics_record(outcome.diagnostics),
            }  # fmt: skip
        case TasksRefused(diagnostics=found):
            record = diagnostics_record(found) | {"model": _model(outcome.model_use)}
            return {"document": name, "decision": "refused", **record}
        case PartOfSolution(root):
            return {"document": name, "decision": "planned with its root", "root": root}
        case DraftingError():
            return {"document": name, "message": str(outcome), **failure_record(outcome)}
        case _:
            return {"document": name, "decision": "failed", "message": str(outcome)}


def _choice(choice: Choice) -> Json:
    """Return a choice; `KEY=ANSWER` of it is what `--choose` takes."""
    return {
        "key": choice.key,
        "identity": choice.identity,
        "kind": choice.kind.value,
        "question": choice.question,
        "options": list(choice.options),
        "candidates": list(choice.candidates),
        "answer": choice.answer,
        "answered_by": choice.settled_by.value,
        "line": choice.line,
        "document": choice.document,
    }


def _model(use: ModelUse | None) -> Json:
    if use is None:
        return None
    usage = use.usage
    return {
        "name": use.model,
        "failed": use.failed or None,
        "requests": usage.requests,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "price": usage.price,
    }


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
