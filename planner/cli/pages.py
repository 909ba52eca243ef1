"""The pages docs/cli.md and docs/rules.md, made of what command and catalogue say of themselves.

* `python -m planner.cli.pages docs/cli.md docs/rules.md` writes them; a test compares.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from planner.catalogue import FAMILIES
from planner.cli.exit_codes import MEANINGS
from planner.cli.main import planner

WIDTH: Final = 88
"""Columns of the help texts, whatever the terminal has."""

_INTRODUCTION: Final = """\
# The command line

`planner` reads files or standard input, writes one bundle, and answers with its exit code.
Standard output holds the answer; notes and complaints go to standard error. `NO_COLOR` is
respected. The settings are described in [configuration.md](configuration.md).

This page is made from the command's own help: `python -m planner.cli.pages docs/cli.md`.
"""

_RULES: Final = """\
# The rules

Every rule has a code that never changes its meaning, and a page with a rejected and an accepted
example. An error refuses; a warning is reported. *Lands* says where the fault would surface if it
were let go: the controller's importer, the written contract, late at execution, or advice.
`planner explain CODE` prints a page.

This page is made from the catalogue: `python -m planner.cli.pages docs/rules.md`.
"""


def page() -> str:
    """Return the page, ending with a line end."""
    return "\n".join([_INTRODUCTION, *_verbs(), *_exit_codes()]) + "\n"


def _verbs() -> Iterator[str]:
    top = click.Context(
        planner, info_name="planner", terminal_width=WIDTH, **planner.context_settings
    )
    yield f"## planner\n\n{_fenced(planner.get_help(top))}\n"
    yield from _verbs_of(planner, top)


def _verbs_of(group: click.Group, above: click.Context) -> Iterator[str]:
    for name in group.list_commands(above):
        verb = group.get_command(above, name)
        if verb is not None:
            context = click.Context(verb, info_name=name, parent=above, terminal_width=WIDTH)
            yield f"## {context.command_path}\n\n{_fenced(verb.get_help(context))}\n"
            if isinstance(verb, click.Group):
                yield from _verbs_of(verb, context)


def _fenced(text: str) -> str:
    lines = (line.rstrip() for line in text.split("\n"))
    return "\n".join(["```text", *lines, "```"])


def _exit_codes() -> Iterator[str]:
    yield "## Exit codes\n\n| code | meaning |\n|---|---|"
    for code, meaning in MEANINGS.items():
        yield f"| {code.value} | {meaning} |"


def rules_page() -> str:
    """Return the index of the rules, ending with a line end."""
    return "\n".join([_RULES, *_families()]) + "\n"


def _families() -> Iterator[str]:
    for family in FAMILIES:
        yield f"## {family.prefix}: {family.title}\n"
        yield "| code | name | | lands | refuses |\n|---|---|---|---|---|"
        for rule in sorted(family.rules, key=lambda rule: rule.code):
            page_of = f"[{rule.code}](rules/{rule.code}.md)"
            summary = rule.summary.replace("|", "\\|")
            yield f"| {page_of} | {rule.name} | {rule.severity} | {rule.lands} | {summary} |"
        yield ""


PAGES: Final = {"cli.md": page, "rules.md": rules_page}


if __name__ == "__main__":
    for name in sys.argv[1:]:
        text = PAGES[Path(name).name]()
        Path(name).write_text(text, encoding="utf-8", newline="\n")
