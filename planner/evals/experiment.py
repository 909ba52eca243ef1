"""A run: the samples that are still to be done, through pydantic-evals, into the journal.

* What says nothing about the planner, a provider or a disk that fails, is `not_evaluated` with
  its reason and is tried again by the next run; a bug stops the run and is not a result.
* A bound is looked at before each sample; what it leaves undone is `not_evaluated` too.
* Every sample is a run of its own: none is served from another repeat.
"""

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final

from pydantic_evals import Case as Trial
from pydantic_evals import Dataset
from pydantic_evals.evaluators import EvaluationReason, Evaluator, EvaluatorContext

from planner.errors import DraftingError, StoreError, UsageError
from planner.evals.case import Case, Split
from planner.evals.graders import scores
from planner.evals.grading import shortened
from planner.evals.journal import BUNDLES, Journal, Key
from planner.evals.observe import Observer
from planner.evals.seen import Sample, Seen, Spent

if TYPE_CHECKING:
    from pydantic_evals.reporting import EvaluationReport

JOBS: Final = 4
"""Samples that are run beside each other where nobody says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Todo:
    """One sample that is to be made."""

    suite: str
    split: Split
    case: Case
    repeat: int

    @property
    def key(self) -> Key:
        """What its sample is filed under."""
        return self.suite, self.split, self.case.id, self.repeat

    @property
    def place(self) -> Path:
        """Where its bundle goes, from the run's folder."""
        return Path(BUNDLES, self.suite, self.case.id, str(self.repeat))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What a run may spend; None for no bound."""

    cost: float | None = None
    """US dollars."""
    tokens: int | None = None
    """Of input and output together."""
    seconds: float | None = None

    def broken_by(self, spent: Spent, seconds: float) -> str | None:
        """Return which bound is reached; None while there is room."""
        if self.cost is not None and spent.price is None:
            return f"the price is not known, so a budget of {self.cost:g} USD cannot be kept"
        if self.cost is not None and (spent.price or 0) >= self.cost:
            return f"budget of {self.cost:g} USD spent"
        if self.tokens is not None and spent.input_tokens + spent.output_tokens >= self.tokens:
            return f"budget of {self.tokens} tokens spent"
        if self.seconds is not None and seconds >= self.seconds:
            return f"budget of {self.seconds:g} seconds spent"
        return None


UNBOUND: Final = Bounds()


@dataclass
class Graded(Evaluator[Todo, Sample, None]):
    """The project's graders as one evaluator."""

    def evaluate(self, ctx: EvaluatorContext[Todo, Sample, None]) -> dict[str, EvaluationReason]:
        """Return every score of a sample with its reason; nothing where it was not evaluated."""
        if ctx.output.seen is None:
            return {}
        found = scores(ctx.inputs.case, ctx.output.seen)
        return {
            name: EvaluationReason(score.value, score.reason or None)
            for name, score in found.items()
        }


def dataset_of(todos: Sequence[Todo]) -> Dataset[Todo, Sample, None]:
    """Return the samples to be made as a data set of pydantic-evals, graders included."""
    trials: list[Trial[Todo, Sample, None]] = [
        Trial(name="/".join(map(str, todo.key)), inputs=todo) for todo in todos
    ]
    return Dataset[Todo, Sample, None](name="planner", cases=trials, evaluators=[Graded()])


def run(
    todos: Sequence[Todo],
    observer: Observer,
    journal: Journal,
    *,
    jobs: int = JOBS,
    bounds: Bounds = UNBOUND,
    clock: Callable[[], float] = time.monotonic,
) -> "EvaluationReport[Todo, Sample, None]":
    """Make the samples of *todos* that the journal lacks, and write each down.

    Args:
        todos: Every sample of the run.
        observer: What runs one case.
        journal: What is done already, and where the rest goes.
        jobs: How many run beside each other.
        bounds: What may be spent by this call.
        clock: Seconds on any scale that only grows.

    Raises:
        BaseException: what the observer raised beside its faults of infrastructure; the samples
            done before are kept.
    """
    left = [todo for todo in todos if not journal.is_done(todo.key)]
    sampling = _Sampling(observer, journal, bounds, clock, began=clock())
    # Not `evaluate_sync`, which leaves an event loop behind that nobody closes.
    report = asyncio.run(
        dataset_of(left).evaluate(
            sampling.sample, max_concurrency=jobs, progress=False, name="planner"
        )
    )
    if sampling.fault is not None:
        raise sampling.fault
    faults = [fault for trial in report.cases for fault in trial.evaluator_failures]
    if faults or report.failures:
        told = faults[0].error_stacktrace if faults else report.failures[0].error_stacktrace
        message = f"a grader or the journal failed:\n{told}"
        raise AssertionError(message)
    return report


@dataclass
class _Sampling:
    """What the threads of one run share."""

    observer: Observer
    journal: Journal
    bounds: Bounds
    clock: Callable[[], float]
    began: float
    spent: list[Spent] = field(default_factory=list)
    fault: BaseException | None = None

    async def sample(self, todo: Todo) -> Sample:
        """Make one sample and write it down."""
        return await _aside(lambda: self._written(todo))

    def _written(self, todo: Todo) -> Sample:
        if self.fault is not None:
            return _missed(todo, "the run was stopped by a fault")
        reason = self.bounds.broken_by(total(self.spent), self.clock() - self.began)
        sample = _missed(todo, reason) if reason is not None else self._made(todo)
        try:
            self.journal.append(sample)
        except StoreError as error:
            # What cannot be written down must not be paid for again and again.
            self.fault = self.fault or error
        return sample

    def _made(self, todo: Todo) -> Sample:
        try:
            seen = self._seen(todo)
        except (DraftingError, StoreError, OSError) as error:
            return _missed(todo, f"{type(error).__name__}: {error}")
        self.spent.append(seen.spent)
        return Sample(
            suite=todo.suite,
            split=todo.split,
            case=todo.case.id,
            repeat=todo.repeat,
            status="evaluated",
            seen=seen,
        )

    def _seen(self, todo: Todo) -> Seen:
        """Run the case; whatever else comes than infrastructure is kept, to be raised at the end.

        Here it would be taken for a result of the case.
        """
        is_expected = False
        try:
            seen = self.observer(todo.case, self.journal.folder / todo.place)
            is_expected = True
        except (DraftingError, StoreError, OSError):
            is_expected = True
            raise
        except UsageError as error:
            message = f"case {todo.case.id}: {error}"
            raise UsageError(message) from error
        finally:
            if not is_expected:
                self.fault = self.fault or sys.exc_info()[1]
        return seen


async def _aside(work: Callable[[], Sample]) -> Sample:
    """Return what *work* makes in a thread that an interrupt need not wait for.

    A thread of a pool is waited for, however slow a provider is; what this one makes after the
    run has ended is dropped by the journal.
    """
    made = _Made(asyncio.get_running_loop())

    def working() -> None:
        with made:
            made.sample = work()

    threading.Thread(target=working, daemon=True).start()
    return await made.awaited


class _Made:
    """Carries what a thread makes, or the fault that it ends with, to the loop that awaits it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.sample: Sample | None = None
        self.awaited: asyncio.Future[Sample] = loop.create_future()
        self._loop = loop

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """Hand over; a fault is raised again where it is awaited, and not in the thread."""
        # The loop is closed where the run was interrupted.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._tell, error)
        return True

    def _tell(self, error: BaseException | None) -> None:
        if self.awaited.done():
            return
        if error is not None:
            self.awaited.set_exception(error)
        elif self.sample is not None:
            self.awaited.set_result(self.sample)


def _missed(todo: Todo, reason: str) -> Sample:
    return Sample(
        suite=todo.suite,
        split=todo.split,
        case=todo.case.id,
        repeat=todo.repeat,
        status="not_evaluated",
        reason=shortened(reason),
    )


def total(spent: Sequence[Spent]) -> Spent:
    """Return the sum; its price is known where every price is."""
    prices = [each.price for each in spent]
    known = [price for price in prices if price is not None]
    return Spent(
        calls=sum(each.calls for each in spent),
        input_tokens=sum(each.input_tokens for each in spent),
        output_tokens=sum(each.output_tokens for each in spent),
        price=round(sum(known), 9) if len(known) == len(prices) else None,
        seconds=round(sum(each.seconds for each in spent), 6),
    )
