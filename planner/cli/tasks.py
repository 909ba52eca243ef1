"""`planner tasks`: design documents in, tasks files out.

* Each document is its own outcome; one that is refused keeps no other from being planned.
* What a program reads goes to standard output alone; everything about it goes to standard error.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from planner.adapters.catalogue_file import read_catalogue
from planner.app.board import Board
from planner.app.tasks_outcome import (
    PartOfSolution,
    TasksOutcome,
    TasksRefused,
    TasksRequest,
    TasksWritten,
)
from planner.cli.exit_codes import ExitCode, of_error
from planner.cli.keeping_options import keeping_of, with_keeping
from planner.cli.model_options import MODEL_NAMES, flags_of, with_caps, with_model
from planner.cli.options import settings_of, with_settings
from planner.cli.tasks_printing import (
    as_record,
    print_diff,
    print_live,
    print_model_use,
    print_plan_mode,
    print_refused,
    print_written,
)
from planner.compose.doors import board_of, tasks
from planner.diagnostics.reading import visible
from planner.errors import PlannerError, UsageError
from planner.model.plan import AppState, UiTargeting
from planner.model.settings import Settings

Failed = PlannerError | OSError
Done = TasksOutcome | Failed
"""What came of one document."""
Exported = Board | Failed
"""What came of its export for boards."""


@click.command(name="tasks")
@click.argument("documents", metavar="SDD...", nargs=-1, required=True)
@click.option("--out", metavar="DIR", help="The tasks files' folder.  [default: the document's]")
@click.option(
    "--board",
    is_flag=True,
    help="Also write docs/plans/DATE-NAME.md, a heading a task.",
)
@click.option(
    "--catalogue",
    metavar="ID|FILE",
    help="The skills: `uipath` (the default), `software`, or a file of your own.",
)
@click.option("--scaffold", is_flag=True, help="Add a row that lays out each project.")
@click.option("--group", "group_platform", is_flag=True, help="One row for all platform resources.")
@click.option(
    "--ui-targeting",
    type=click.Choice([word.value for word in UiTargeting]),
    help="For the header: who points at the elements of an application that a robot drives.",
)
@click.option(
    "--app-state",
    type=click.Choice([word.value for word in AppState]),
    help="For the header: whether that application is open.",
)
@click.option(
    "--choose",
    multiple=True,
    metavar="KEY=ANSWER",
    help="Settle what the document leaves open, as `--json` lists it; may be repeated.",
)
@with_keeping
@with_settings
@with_model
@with_caps
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option that is not shared
    ctx: click.Context,
    /,
    *,
    documents: tuple[str, ...],
    out: str | None,
    board: bool,
    catalogue: str | None,
    scaffold: bool,
    group_platform: bool,
    ui_targeting: str | None,
    app_state: str | None,
    config: str | None,
    off: tuple[str, ...],
    **given: Any,  # noqa: ANN401 - what the shared options read
) -> None:
    """Turn design documents into tasks files.

    SDD is a solution design document; its tasks file goes where its handoff says. A file that is
    there is never written over: say `--regenerate` or `--continue`. A solution is planned from its
    root. Exits 0 when every document has its tasks file, and 1 when one was refused; with `--diff`
    also when something would change.
    """
    model = {name: given[name] for name in MODEL_NAMES}
    settings = settings_of(config, off, flags_of(model))
    asked = TasksRequest(
        name="",
        catalogue=read_catalogue(catalogue or settings.catalogue, Path()),
        keeping=keeping_of(given, settings.off),
        scaffold=scaffold,
        group_platform=group_platform,
        ui_targeting=ui_targeting or "",
        app_state=app_state or "",
        chosen=_answers(given["choose"]),
        offers_steps=given["as_json"],
    )
    paths = list(dict.fromkeys(Path(name) for name in documents))
    _refuse_what_belongs_to_one(paths, given)
    folder = None if out is None else Path(out)
    done = [(path, _planned(path, asked, folder, paths, settings)) for path in paths]
    writes_boards = board and not asked.keeping.only_show
    boards = dict(_exported(done, folder or Path())) if writes_boards else {}
    if given["as_json"]:
        click.echo(as_record(done, boards), nl=False)
    else:
        for path, outcome in done:
            _tell(path, outcome, boards.get(path), given)
    outcomes = [*(outcome for _, outcome in done), *boards.values()]
    ctx.exit(_code(outcomes, diff=asked.keeping.only_show))


def _planned(
    path: Path, asked: TasksRequest, out: Path | None, paths: list[Path], settings: Settings
) -> Done:
    """Return what came of one document; a bug is none of its outcomes."""
    try:
        outcome = tasks(path, asked, out=out, together_with=paths, settings=settings)
    except (PlannerError, OSError) as error:
        return error
    if not isinstance(outcome, PartOfSolution) and outcome.model_use is not None:
        print_model_use(str(path), outcome.model_use)
    return outcome


def _answers(given: Sequence[str]) -> dict[str, str]:
    """Return the answers of `--choose` by the keys of what they settle.

    Raises:
        UsageError: one has another form, or a key is answered in two ways.
    """
    found: dict[str, str] = {}
    for each in given:
        # A key may hold the sign; an answer never does.
        key, sign, answer = (part.strip() for part in each.rpartition("="))
        if not (key and sign and answer):
            message = f"--choose {each!r}: KEY=ANSWER is expected, as `--json` lists the keys"
            raise UsageError(message)
        if found.setdefault(key, answer) != answer:
            message = f"--choose: {key} is answered both {found[key]!r} and {answer!r}"
            raise UsageError(message)
    return found


def _refuse_what_belongs_to_one(paths: Sequence[Path], given: Mapping[str, Any]) -> None:
    """Refuse options that speak of one tasks file where several are asked for.

    Raises:
        UsageError: there is one.
    """
    if len(paths) > 1 and (given["live"] is not None or given["plan_mode"] or given["choose"]):
        message = "--live, --plan-mode and --choose are of one tasks file: give one document"
        raise UsageError(message)


def _exported(done: Sequence[tuple[Path, Done]], folder: Path) -> Iterator[tuple[Path, Exported]]:
    """Yield what came of each export; the tasks file is there, whatever it is."""
    for path, outcome in done:
        if isinstance(outcome, TasksWritten):
            try:
                yield path, board_of(outcome, folder)
            except (PlannerError, OSError) as error:
                yield path, error


def _tell(path: Path, outcome: Done, board: Exported | None, given: Mapping[str, Any]) -> None:
    """Tell what came of one document, and print what a program asked for."""
    diff, is_for_programs = given["diff"], given["live"] is not None or given["plan_mode"]
    match outcome:
        case TasksWritten():
            if diff:
                print_diff(outcome)
            print_written(str(path), outcome, board, diff=diff, err=is_for_programs or diff)
            if given["live"] is not None:
                print_live(outcome)
            if given["plan_mode"]:
                print_plan_mode(outcome)
        case TasksRefused():
            print_refused(str(path), outcome)
        case PartOfSolution(root):
            told = f"child     {visible(str(path))} is planned with {visible(root)}"
            click.echo(told, err=is_for_programs)
        case _:
            # A hint, or what is open, stands on lines of its own.
            told = "\n".join(map(visible, str(outcome).split("\n")))
            click.echo(f"planner: {told}", err=True)


def _code(outcomes: Sequence[Done | Exported], *, diff: bool) -> ExitCode:
    """Return the code of the whole run: the first trouble's, then findings, then none."""
    for outcome in outcomes:
        if isinstance(outcome, PlannerError):
            return of_error(outcome)
        if isinstance(outcome, OSError):
            return ExitCode.USAGE
    if any(isinstance(outcome, TasksRefused) for outcome in outcomes):
        return ExitCode.FINDINGS
    changed = [each for each in outcomes if isinstance(each, TasksWritten) and _differs(each)]
    return ExitCode.FINDINGS if diff and changed else ExitCode.DONE


def _differs(outcome: TasksWritten) -> bool:
    return outcome.before != outcome.text
