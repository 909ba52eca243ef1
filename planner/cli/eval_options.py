"""Options that several verbs of `planner eval` share."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

Verb = TypeVar("Verb", bound=Callable[..., Any])

DATASETS: Final = "evals/datasets"
"""Where the suites are when `--datasets` does not say."""


def with_datasets(verb: Verb) -> Verb:
    """Add `--datasets` to *verb*."""
    return click.option(
        "--datasets",
        metavar="DIR",
        default=DATASETS,
        show_default=True,
        help="The folder of the suites.",
    )(verb)
