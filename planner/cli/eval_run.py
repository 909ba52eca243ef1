"""`planner eval run`: suites in, a run's folder and a table out."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from planner.cli.eval_options import with_datasets
from planner.cli.eval_printing import print_report
from planner.cli.exit_codes import ExitCode
from planner.cli.model_options import flags_of, with_model
from planner.cli.numbers import Number
from planner.cli.options import settings_of, with_settings
from planner.errors import UsageError
from planner.evals.case import Split
from planner.evals.dataset import DataSet, load
from planner.evals.experiment import JOBS, Bounds, Todo, run
from planner.evals.files import PAGE, as_json, write_reports
from planner.evals.journal import Journal, RunRecord
from planner.evals.observe import Observer, observer
from planner.evals.recorded import Recording, read_recording, replaying
from planner.evals.suites import Choice, record_of, todos_of
from planner.evals.summary import summarised
from planner.model.settings import Settings
from planner.model.vocabulary import OFFLINE

RUNS = "out/evals"
"""Where runs go when `--out` does not say."""
JOBS_LIMIT = 32

_COUNT = click.IntRange(min=1)


@click.command(name="run")
@click.argument("suites", metavar="SUITE...", nargs=-1, required=True)
@with_datasets
@click.option("--out", metavar="DIR", help=f"The run's folder.  [default: {RUNS}/{OFFLINE}]")
@click.option("--split", type=click.Choice(["dev", "test"]), help="Run this split alone.")
@click.option("--filter", "wanted", metavar="TEXT", help="A glob over case ids, or a part of one.")
@click.option(
    "--sample", type=_COUNT, metavar="N", help="Run N cases of each suite and split, the same ones."
)
@click.option(
    "--repeat",
    type=_COUNT,
    metavar="N",
    default=1,
    show_default=True,
    help="Run each case N times.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, JOBS_LIMIT),
    metavar="N",
    default=JOBS,
    show_default=True,
    help="Run N cases beside each other.",
)
@click.option("--max-cost", type=Number(min=0), metavar="USD", help="Stop before more.")
@click.option("--max-tokens", type=_COUNT, metavar="N", help="Stop before more.")
@click.option("--max-seconds", type=Number(min=0), metavar="S", help="Stop after S.")
@click.option("--fresh", is_flag=True, help="Forget what the folder holds of an earlier run.")
@click.option("--json", "as_text", is_flag=True, help="Print the report as JSON, nothing else.")
@click.option("--replay", metavar="DIR", help="Answer from the recording in DIR, not a model.")
@with_settings
@with_model
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option
    ctx: click.Context,
    /,
    *,
    suites: tuple[str, ...],
    datasets: str,
    out: str | None,
    split: Split | None,
    wanted: str | None,
    sample: int | None,
    repeat: int,
    jobs: int,
    max_cost: float | None,
    max_tokens: int | None,
    max_seconds: float | None,
    fresh: bool,
    as_text: bool,
    replay: str | None,
    config: str | None,
    off: tuple[str, ...],
    **model: object,
) -> None:
    """Run suites through the planner and judge what came out.

    SUITE is a folder's name under the data sets, a path to a file or folder, or `all`. A run that
    was stopped goes on where it was. Exits 0 when everything was evaluated, passed or not, and 1
    when something was not; `planner eval gate` says whether the result is good enough.
    """
    planner = _planner(settings_of(config, off, flags_of(model)), replay)
    sets = load(suites, Path(datasets), split=split)
    choice = Choice(repeat=repeat, filter=wanted, sample=sample)
    todos, record = todos_of(sets, choice), planner.record(sets, choice)
    folder = Path(out) if out is not None else Path(RUNS) / planner.folder
    bounds = Bounds(cost=max_cost, tokens=max_tokens, seconds=max_seconds)
    with Journal(folder, record, fresh=fresh) as journal:
        _tell_what_is_there(journal, todos)
        try:
            run(todos, planner.observer, journal, jobs=jobs, bounds=bounds)
        except KeyboardInterrupt:
            _tell_what_is_kept(journal, todos)
            raise
        report = summarised(record, todos, journal.samples, is_deterministic=planner.is_fixed)
        write_reports(report, folder)
    if as_text:
        click.echo(as_json(report), nl=False)
    else:
        print_report(report, folder / PAGE)
    missed = any(group.not_evaluated for group in report.groups)
    ctx.exit(ExitCode.FINDINGS if missed else ExitCode.DONE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Planner:
    """Who plans in a run."""

    settings: Settings
    observer: Observer
    drafter: str = OFFLINE
    model: str | None = None
    recording: Recording | None = None

    @property
    def is_fixed(self) -> bool:
        """Whether the same case gives the same plan."""
        return self.model is None or self.recording is not None

    @property
    def folder(self) -> str:
        """What the run's folder is called where nobody says."""
        name = self.drafter if self.model is None else f"{self.drafter}-{self.model}"
        return "".join(char if char.isalnum() or char in "-_." else "-" for char in name)

    def record(self, sets: Sequence[DataSet], choice: Choice) -> RunRecord:
        """Return the record of a run over *sets*."""
        recording = self.recording.sha256 if self.recording is not None else None
        return record_of(
            sets, choice, drafter=self.drafter, model=self.model, settings=self.settings,
            recording=recording,
        )  # fmt: skip


def _planner(settings: Settings, replay: str | None) -> _Planner:
    """Return who plans: code alone, the model of the settings, or what one once answered.

    Raises:
        UsageError: a recording and a model are given at once, or it is no recording.
    """
    given = settings.model
    if replay is not None:
        if given.name is not None:
            message = "`--replay` answers in the place of a model: leave out one of the two"
            raise UsageError(message)
        recording = read_recording(Path(replay))
        return _Planner(
            settings=settings,
            observer=replaying(recording, settings),
            drafter=recording.drafter,
            model=recording.model,
            recording=recording,
        )
    if given.name is None:
        return _Planner(settings=settings, observer=observer(settings))
    return _Planner(
        settings=settings, observer=observer(settings), drafter=given.mode, model=given.name
    )


def _tell_what_is_kept(journal: Journal, todos: Sequence[Todo]) -> None:
    done = sum(journal.is_done(todo.key) for todo in todos)
    told = f"{done} of {len(todos)} samples are kept; the same command goes on"
    click.echo(f"planner: interrupted: {told}", err=True)


def _tell_what_is_there(journal: Journal, todos: Sequence[Todo]) -> None:
    for note in journal.notes:
        click.echo(f"planner: {note}", err=True)
    done = sum(journal.is_done(todo.key) for todo in todos)
    if done:
        told = f"{done} of {len(todos)} samples are there from before"
        click.echo(f"planner: {told} (`--fresh` begins again)", err=True)
