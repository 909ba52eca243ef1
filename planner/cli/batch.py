"""`planner batch`: its verbs by name, and the one that is meant where none is named."""

from typing import Final

import click

from planner.cli.verbs import Verbs

VERBS: Final = {
    "run": "Plan every input; the verb where none is named.",
    "submit": "Send the questions of a batch to a provider's batch endpoint, at half the price.",
    "status": "Show how far the rounds are that were submitted from a batch's folder.",
    "collect": "Take the answers of a provider's batch endpoint, and plan with them.",
}
"""Every verb and its sentence, in the order of the help."""
_DEFAULT: Final = "run"
_HELP: Final = frozenset({"-h", "--help"})


class BatchVerbs(Verbs):
    """The verbs of `planner batch`."""

    verbs = VERBS
    modules = "planner.cli.batch_"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; where they begin with no verb, they are those of a run."""
        if args and args[0] not in self.verbs and args[0] not in _HELP:
            args = [_DEFAULT, *args]
        return super().parse_args(ctx, args)


def _folder_named(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Return the folder that an option names.

    Raises:
        BadParameter: it names none; an empty text would mean the working directory.
    """
    if not value.strip():
        message = "it is empty: name a folder, as `--out out/autumn`, or `.` for this one"
        raise click.BadParameter(message, ctx, param)
    return value


with_out = click.option(
    "--out",
    metavar="DIR",
    required=True,
    callback=_folder_named,
    help="Where everything is written.",
)
"""The option that every verb of a batch has."""


@click.group(cls=BatchVerbs, name="batch", options_metavar="", subcommand_metavar="[run] INPUT...")
def command() -> None:
    """Plan many requests and design documents, each its own outcome.

    `planner batch INPUT... --out DIR` plans; `planner batch run --help` tells its options. An input
    that is called like a verb is named by its path, as `./run`.
    """
