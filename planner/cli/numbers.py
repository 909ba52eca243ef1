"""Numbers as options take them."""

from math import isfinite
from typing import Any

import click


class Number(click.FloatRange):
    """A number within bounds, and no NaN or infinity, which no bound holds off."""

    def convert(
        self,
        value: Any,  # noqa: ANN401 - click's signature
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> float:
        """Return the number."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is no number", param, ctx)
        return number
