"""The page docs/cli.md, made of what the command says about itself.

* `python -m planner.cli.pages docs/cli.md` writes it; a test compares.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from planner.cli.exit_codes import MEANINGS
from planner.cli.main import VERBS, planner

WIDTH: Final = 88
"""Columns of the help texts, whatever the terminal has."""

_INTRODUCTION: Final = """\
# The command line

`planner` reads files or standard input, writes one bundle, and answers with its exit code.
Standard output holds the answer; notes and complaints go to standard error. `NO_COLOR` is
respected. The settings are described in [configuration.md](configuration.md).

This page is made from the command's own help: `python -m planner.cli.pages docs/cli.md`.
"""


def page() -> str:
    """Return the page, ending with a line end."""
    return "\n".join([_INTRODUCTION, *_verbs(), *_exit_codes()]) + "\n"


def _verbs() -> Iterator[str]:
    top = click.Context(
        planner, info_name="planner", terminal_width=WIDTH, **planner.context_settings
    )
    yield f"## planner\n\n{_fenced(planner.get_help(top))}\n"
    for name in VERBS:
        verb = planner.get_command(top, name)
        if verb is not None:
            context = click.Context(verb, info_name=name, parent=top, terminal_width=WIDTH)
            yield f"## planner {name}\n\n{_fenced(verb.get_help(context))}\n"


def _fenced(text: str) -> str:
    lines = (line.rstrip() for line in text.split("\n"))
    return "\n".join(["```text", *lines, "```"])


def _exit_codes() -> Iterator[str]:
    yield "## Exit codes\n\n| code | meaning |\n|---|---|"
    for code, meaning in MEANINGS.items():
        yield f"| {code.value} | {meaning} |"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8", newline="\n")
