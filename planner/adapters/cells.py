"""Values with a name that several have in common and change one at a time.

* A change sees what the one before it left, and the time as all of them have it.
* A change is a function of what is there: it may be made again where a store makes it fail, and
  what it answers counts only once it was kept.
"""

from collections.abc import Callable
from threading import Lock
from typing import Protocol, TypeVar, cast

from planner.adapters.clock import SystemClock
from planner.ports import Clock

Value = TypeVar("Value")
Answer = TypeVar("Answer")

Change = Callable[[Value | None, float], tuple[Value, Answer]]
"""From what is there, None for nothing, and the time in seconds: what is there next, an answer."""


class Form(Protocol[Value]):
    """How a value is written down."""

    def written(self, value: Value, /) -> str:
        """Return *value* as a text."""
        ...

    def read(self, text: str, /) -> Value | None:
        """Return the value that was written; None where it is of another version."""
        ...


class Cells(Protocol):
    """Keeps values for all who change them, in this process or in many."""

    @property
    def unnoticed(self) -> float | None:
        """Seconds that a change by another process may go unnoticed; None where nobody else is."""
        ...

    async def change(
        self, name: str, form: Form[Value], change: Change[Value, Answer], /
    ) -> Answer:
        """Change the value of *name*, and return what the change answers.

        Raises:
            StoreError: it cannot be kept; nothing was changed.
        """
        ...

    async def close(self) -> None:
        """Let go what is open; closing twice is closing once."""
        ...


class MemoryCells:
    """Values of one process, for all its threads."""

    unnoticed: float | None = None

    def __init__(self, clock: Clock | None = None) -> None:
        """Begin with no value; *clock* tells the time."""
        self._clock = clock or SystemClock()
        self._values: dict[str, object] = {}
        self._lock = Lock()

    async def change(
        self, name: str, form: Form[Value], change: Change[Value, Answer], /
    ) -> Answer:
        """Change the value of *name*."""
        del form
        with self._lock:
            there = cast("Value | None", self._values.get(name))
            self._values[name], answer = change(there, self._clock.elapsed())
        return answer

    async def close(self) -> None:
        """Do nothing."""
