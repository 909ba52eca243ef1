"""What the verbs of a provider's batch endpoint share: their options, and how they end."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from planner.cli.batch import with_out
from planner.cli.batch_run import code_of
from planner.cli.exit_codes import ExitCode
from planner.cli.model_options import flags_of, with_model
from planner.cli.options import settings_of, with_settings
from planner.compose.batch_listing import Asked
from planner.model.batch import ItemOutcome
from planner.model.batch_report import BatchReport

Verb = TypeVar("Verb", bound=Callable[..., Any])

_OPTIONS: Final = (
    with_out,
    click.option(
        "--provider",
        type=click.Choice(["openai"]),
        default="openai",
        show_default=True,
        help="Whose batch endpoint; any server that speaks OpenAI's is named by --base-url.",
    ),
    click.option("--catalogue", metavar="ID|FILE", help="The skills."),
    click.option("--quiet", is_flag=True, help="Tell nothing while it runs."),
)


def with_endpoint(verb: Verb) -> Verb:
    """Add the options to *verb*, which takes them as keywords."""
    for option in reversed(_OPTIONS):
        verb = option(verb)
    return with_settings(with_model(verb))


def asked_of(inputs: tuple[str, ...], given: dict[str, Any]) -> Asked:
    """Return what a verb is asked to do."""
    given = dict(given)
    out, catalogue = given.pop("out"), given.pop("catalogue")
    config, off = given.pop("config"), given.pop("off")
    del given["provider"]
    settings = settings_of(config, off, flags_of(given))
    if catalogue is not None:
        settings = settings.model_copy(update={"catalogue": catalogue})
    return Asked(inputs=inputs, out=Path(out), settings=settings)


def code_with_waiting(report: BatchReport) -> ExitCode:
    """Return the code of a run in which items may wait: that is 5, whatever came of the others."""
    waiting = report.counts.get(ItemOutcome.WAITING, 0)
    if waiting and not report.halted and not report.is_interrupted:
        return ExitCode.NOT_READY
    return code_of(report)


def items_line(report: BatchReport) -> str:
    """Return how many items there are, and what came of them."""
    told = [f"{report.done:,} planned"]
    outcomes = (ItemOutcome.WAITING, ItemOutcome.EDITED, ItemOutcome.REFUSED, ItemOutcome.FAILED)
    told += [f"{count:,} {each}" for each in outcomes if (count := report.counts.get(each, 0))]
    told += [f"{report.left:,} not begun"] if report.left else []
    return f"items     {report.items + report.left:,}: {', '.join(told)}"


def counted(count: int, name: str) -> str:
    """Return a number with its noun."""
    return f"{count:,} {name}{'' if count == 1 else 's'}"
