"""`planner config`: its verbs by name."""

from typing import Final

import click

from planner.cli.verbs import Verbs

VERBS: Final = {"show": "Print the settings in force, and where each came from."}
"""Every verb and its sentence, in the order of the help."""


class ConfigVerbs(Verbs):
    """The verbs of `planner config`."""

    verbs = VERBS
    modules = "planner.cli.config_"


@click.group(cls=ConfigVerbs, name="config")
def command() -> None:
    """Show what the configuration amounts to."""
