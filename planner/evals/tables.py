"""A table of figures, for a terminal and for Markdown.

* Texts of a run are shown with each control and hidden character as its escape; in Markdown they
  stand as code, in which nothing is markup.
"""

from dataclasses import dataclass

from planner.diagnostics.reading import visible, width
from planner.evals.as_markdown import code


@dataclass(frozen=True, slots=True)
class Table:
    """A title, the names of the columns, and rows; the first column is a name."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def as_text(table: Table) -> str:
    """Return *table* in columns, the names to the left and the figures to the right."""
    lines = [table.head, *(tuple(visible(cell) for cell in row) for row in table.rows)]
    widths = [max(width(line[column]) for line in lines) for column in range(len(table.head))]
    told = [table.title]
    for name, *figures in lines:
        cells = [
            " " * (size - width(cell)) + cell
            for cell, size in zip(figures, widths[1:], strict=True)
        ]
        told.append("  ".join(["", name + " " * (widths[0] - width(name)), *cells]).rstrip())
    return "\n".join(told) + "\n"


def as_markdown(table: Table) -> str:
    """Return *table* as GitHub-flavoured Markdown under its title."""
    lines = [
        f"### {table.title}",
        "",
        f"| {' | '.join(table.head)} |",
        f"| --- |{' ---: |' * (len(table.head) - 1)}",
    ]
    for name, *figures in table.rows:
        lines.append(f"| {' | '.join([code(name), *figures])} |")
    return "\n".join(lines) + "\n"
