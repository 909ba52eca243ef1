"""`planner eval`: its verbs by name."""

from typing import Final

import click

from planner.cli.verbs import Verbs

VERBS: Final = {
    "run": "Run suites through the planner and judge what came out.",
    "compare": "Show what differs between two runs.",
    "gate": "Hold a run against thresholds and a baseline.",
    "keep": "Keep what a model answered, to be replayed.",
    "report": "Write report.md, report.html and junit.xml of a run again.",
    "lint": "Examine data sets without running them.",
}
"""Every verb and its sentence, in the order of the help."""


class EvalVerbs(Verbs):
    """The verbs of `planner eval`."""

    verbs = VERBS
    modules = "planner.cli.eval_"


@click.group(cls=EvalVerbs, name="eval")
def command() -> None:
    """Run data sets through the planner, compare runs, and gate them."""
