"""Options that several verbs of `planner eval` share."""

from collections.abc import Callable
from math import isfinite
from typing import Any, Final, TypeVar

import click

Verb = TypeVar("Verb", bound=Callable[..., Any])

DATASETS: Final = "evals/datasets"
"""Where the suites are when `--datasets` does not say."""


class Amount(click.FloatRange):
    """A number of something that can be spent: nothing, or more, and no NaN or infinity."""

    def __init__(self) -> None:
        """Begin at nothing."""
        super().__init__(min=0)

    def convert(
        self,
        value: Any,  # noqa: ANN401 - click's signature
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> float:
        """Return the number."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is no amount", param, ctx)
        return number


def with_datasets(verb: Verb) -> Verb:
    """Add `--datasets` to *verb*."""
    return click.option(
        "--datasets",
        metavar="DIR",
        default=DATASETS,
        show_default=True,
        help="The folder of the suites.",
    )(verb)
