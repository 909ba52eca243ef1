"""Options that say what happens where a file of tasks is there already, and what is printed."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import click

from planner.app.kept_list import Keeping, Manner
from planner.errors import UsageError

Verb = TypeVar("Verb", bound=Callable[..., Any])

_OPTIONS: Final = (
    click.option(
        "--regenerate",
        is_flag=True,
        help="Bring a file that is there up to date, and keep what was done.",
    ),
    click.option(
        "--continue", "go_on", is_flag=True, help="Read the file that is there; derive nothing."
    ),
    click.option("--diff", is_flag=True, help="Print what would change, and write nothing."),
    click.option(
        "--live",
        type=click.Choice(["taskcreate"]),
        help="Print the calls that mirror the tasks in an agent's own list, one JSON a line.",
    ),
    click.option(
        "--plan-mode",
        is_flag=True,
        help="Print the call that puts the file before its reader, as JSON.",
    ),
    click.option(
        "--resolve-duplicates",
        is_flag=True,
        help="Of old rows with one identity keep the most advanced, and archive the others.",
    ),
    click.option(
        "--resolve-marks", is_flag=True, help="Count a status with an unknown mark as pending."
    ),
    click.option(
        "--allow-mass-change", is_flag=True, help="Regenerate although most rows leave the plan."
    ),
    click.option("--json", "as_json", is_flag=True, help="Print outcomes as JSON, nothing else."),
)


def with_keeping(verb: Verb) -> Verb:
    """Add the options to *verb*, which takes them as keywords."""
    for option in reversed(_OPTIONS):
        verb = option(verb)
    return verb


def keeping_of(given: Mapping[str, Any], off: tuple[str, ...]) -> Keeping:
    """Return what the options amount to.

    Args:
        given: The options by their keywords.
        off: Codes of rules that are not run.

    Raises:
        UsageError: Options are given that say different things.
    """
    _refuse_together({"--regenerate": given["regenerate"], "--continue": given["go_on"]})
    _refuse_together(
        {
            "--json": given["as_json"],
            "--live": given["live"] is not None,
            "--plan-mode": given["plan_mode"],
            "--diff": given["diff"],
        }
    )
    # What would change is asked of a file that is there, so a difference is a regeneration's.
    regenerates = given["regenerate"] or (given["diff"] and not given["go_on"])
    manner = Manner.REGENERATE if regenerates else Manner.NEW
    return Keeping(
        manner=Manner.CONTINUE if given["go_on"] else manner,
        only_show=given["diff"],
        resolve_duplicates=given["resolve_duplicates"],
        resolve_marks=given["resolve_marks"],
        allow_mass_change=given["allow_mass_change"],
        off=frozenset(off),
    )


def _refuse_together(options: Mapping[str, bool]) -> None:
    named = [name for name, is_given in options.items() if is_given]
    if len(named) > 1:
        message = f"{' and '.join(named)} exclude one another"
        raise UsageError(message)
