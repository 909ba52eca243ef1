"""Turn a request into a task packet that a gate has let through.

The names below are loaded when they are first used, so that `import planner` costs nothing.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from planner.compose.doors import (
        BatchReport,
        Beside,
        Checked,
        Declined,
        Exhausted,
        Outcome,
        Released,
        Settings,
        Withheld,
        batch,
        check,
        estimate,
        plan,
    )

__all__ = [
    "BatchReport",
    "Beside",
    "Checked",
    "Declined",
    "Exhausted",
    "Outcome",
    "Released",
    "Settings",
    "Withheld",
    "__version__",
    "batch",
    "check",
    "estimate",
    "plan",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module's attributes are of any type
    """Load a name of the front door on first use."""
    if name in __all__:
        from planner.compose import doors  # noqa: PLC0415 - the point of this function

        return getattr(doors, name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
