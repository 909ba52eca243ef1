"""How a batch goes on, for whoever waits: one live line on a terminal, plain lines elsewhere.

* Everything goes to standard error. What failed or was refused is told when it happens.
* Elsewhere than on a terminal a line is written every few seconds at the most.
"""

import sys
import time
from collections import deque
from contextlib import AbstractContextManager, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Final, Protocol, Self

import click

from planner.app.plan_batch import Halt
from planner.diagnostics.reading import visible
from planner.model.batch import ItemOutcome, ItemRecord

if TYPE_CHECKING:
    from rich.progress import Progress

PAUSE: Final = 5.0
"""Seconds between two plain lines."""
_SILENT: Final = 30.0
"""Seconds after which a line is told although nothing was done."""
_LATELY: Final = 65
"""Times of items by which the rate is told: what needs no model must not speak for what does."""
_MINUTE: Final = 60
_HOUR: Final = 3600
_TOLD: Final = frozenset({ItemOutcome.REFUSED, ItemOutcome.FAILED, ItemOutcome.EDITED})


class Waiting(AbstractContextManager["Waiting", None], Protocol):
    """Is told how the batch goes on, and tells it."""

    def begun(self, total: int, /) -> None:
        """Take how many items there are."""
        ...

    def done(self, record: ItemRecord, /) -> None:
        """Take what came of one."""
        ...

    def waited(self) -> None:
        """Take that time has passed."""
        ...

    def halted(self, halt: Halt, /) -> None:
        """Take why nothing more is begun."""
        ...

    def say(self, told: str, /) -> None:
        """Tell something beside the count."""
        ...


def waiting(*, quiet: bool) -> Waiting:
    """Return who tells how a batch goes on: nobody, a live line, or plain lines."""
    if quiet or sys.stderr is None:
        return Silent()
    return Live() if sys.stderr.isatty() else Lines()


class Counts:
    """What is done, and how fast."""

    def __init__(self) -> None:
        """Begin with nothing done."""
        self.total = 0
        self.done = self.failed = self.refused = 0
        self.price = 0.0
        self._lately = deque([time.monotonic()], maxlen=_LATELY)

    def begin(self, total: int) -> None:
        """Begin to count the time."""
        self.total = total
        self._lately = deque([time.monotonic()], maxlen=_LATELY)

    def add(self, record: ItemRecord) -> None:
        """Count *record*."""
        self.done += 1
        self.failed += record.outcome is ItemOutcome.FAILED
        self.refused += record.outcome is ItemOutcome.REFUSED
        if not record.is_reused:
            self._lately.append(time.monotonic())
        self.price += record.usage.price or 0.0

    def line(self) -> str:
        """Return all of it in one line."""
        told = [f"{self.done:,} of {self.total:,} done"]
        told += [f"{self.failed:,} failed"] if self.failed else []
        told += [f"{self.refused:,} refused"] if self.refused else []
        seconds = max(time.monotonic() - self._lately[0], 1e-6)
        rate = (len(self._lately) - 1) / seconds
        told.append(f"{rate:,.1f} a second" if rate >= 1 else f"{rate * _MINUTE:,.1f} a minute")
        if rate and self.done < self.total:
            told.append(f"about {_span((self.total - self.done) / rate)} left")
        if self.price:
            told.append(f"{self.price:.4f} USD")
        return ", ".join(told)


class Silent(AbstractContextManager["Silent", None]):
    """Tells nothing but why the run ends early."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Do nothing."""

    def begun(self, total: int, /) -> None:
        """Do nothing."""

    def done(self, record: ItemRecord, /) -> None:
        """Do nothing."""

    def waited(self) -> None:
        """Do nothing."""

    def halted(self, halt: Halt, /) -> None:
        """Tell why nothing more is begun."""
        self.say(f"nothing more is begun: {visible(halt.reason)}")

    def say(self, told: str, /) -> None:
        """Write a line, where somebody takes it: what is told on the way must not end the way."""
        with suppress(OSError):
            click.echo(f"planner: {told}", err=True)


class Lines(Silent):
    """Plain lines."""

    def __init__(self) -> None:
        """Begin with nothing told."""
        self._counts = Counts()
        self._last = time.monotonic()

    def begun(self, total: int, /) -> None:
        """Take how many items there are."""
        self._counts.begin(total)

    def done(self, record: ItemRecord, /) -> None:
        """Count *record*; tell it where it went wrong, and how far the batch is now and then."""
        self._counts.add(record)
        if record.outcome in _TOLD:
            self.say(_told(record))
        now = time.monotonic()
        if now - self._last >= PAUSE:
            self._last = now
            self.say(self._counts.line())

    def waited(self) -> None:
        """Tell how far the batch is where nothing was told for long."""
        now = time.monotonic()
        if now - self._last >= _SILENT:
            self._last = now
            self.say(f"{self._counts.line()}; the others are under way or wait for their turn")


class Live(Silent):
    """One line that is kept up to date."""

    def __init__(self) -> None:
        """Begin with nothing told."""
        self._counts = Counts()
        self._progress: Progress | None = None

    def __enter__(self) -> Self:
        """Begin the line."""
        # Imported here, so that no other command waits for it.
        from rich.console import Console  # noqa: PLC0415
        from rich.progress import BarColumn, Progress, TextColumn  # noqa: PLC0415

        self._progress = Progress(
            BarColumn(bar_width=24),
            TextColumn("{task.description}", markup=False),
            console=Console(stderr=True, highlight=False, markup=False),
            refresh_per_second=4,
            transient=True,
        )
        self._progress.add_task("looking", total=None)
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the line away."""
        if self._progress is not None:
            self._progress.stop()

    def begun(self, total: int, /) -> None:
        """Take how many items there are."""
        self._counts.begin(total)
        self._show()

    def done(self, record: ItemRecord, /) -> None:
        """Count *record*; tell it above the line where it went wrong."""
        self._counts.add(record)
        if record.outcome in _TOLD:
            self.say(_told(record))
        self._show()

    def waited(self) -> None:
        """Tell the rate as it is by now."""
        self._show()

    def say(self, told: str, /) -> None:
        """Write a line above the live one."""
        if self._progress is None:
            super().say(told)
        else:
            self._progress.console.print(f"planner: {told}", soft_wrap=True)

    def _show(self) -> None:
        if self._progress is not None:
            (task,) = self._progress.task_ids
            self._progress.update(
                task,
                completed=self._counts.done,
                total=max(self._counts.total, 1),
                description=self._counts.line(),
            )


def _told(record: ItemRecord) -> str:
    told = [visible(record.name), record.outcome.value, *record.codes]
    return f"{' '.join(told)}{f': {visible(record.message)}' if record.message else ''}"


def _span(seconds: float) -> str:
    """Return a time to wait in the unit that a person thinks in."""
    if seconds < _MINUTE:
        return f"{seconds:.0f} s"
    if seconds < _HOUR:
        return f"{seconds / _MINUTE:.0f} min"
    return f"{seconds / _HOUR:.1f} h"
