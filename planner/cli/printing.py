"""Findings on a stream, with or without colour."""

import os
import sys
from collections.abc import Sequence

import click

from planner.diagnostics import as_text
from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.reading import Reading


def wants_color(*, err: bool = False) -> bool:
    """Say whether the stream is a terminal and nobody asked for none (`NO_COLOR`)."""
    stream = sys.stderr if err else sys.stdout
    return stream is not None and stream.isatty() and not os.environ.get("NO_COLOR")


def print_findings(
    diagnostics: Sequence[Diagnostic], reading: Reading, *, outcome: str = "", err: bool = False
) -> None:
    """Print findings for a person, then the summary."""
    color = wants_color(err=err)
    text = as_text.render(diagnostics, reading, outcome=outcome, color=color)
    click.echo(text, nl=False, err=err, color=color or None)
