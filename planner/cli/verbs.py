"""A group of verbs that are known by name and imported when they run.

* Help and version answer without a verb's imports.
"""

from collections.abc import Mapping
from importlib import import_module

import click


class Verbs(click.Group):
    """A group that knows its verbs' names and loads a verb only to run it."""

    verbs: Mapping[str, str]
    """Every verb and its sentence, in the order of the help."""
    modules: str
    """What the name of a verb's module begins with."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the verbs in the order of the help."""
        return list(self.verbs)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import and return the verb of that name."""
        if cmd_name not in self.verbs:
            return None
        command = import_module(f"{self.modules}{cmd_name}").command
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the verbs with their sentences, importing none."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.verbs.items()))
