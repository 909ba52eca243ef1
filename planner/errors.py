"""Exceptions are for what a caller cannot continue from; everything else is an outcome.

* A refusal, a faulty reply, a declined request and exhausted drafts are values (`app/outcome`).
* A bug is none of these: it stays an `AssertionError` or the like and ends the run.
* An I/O error that no class here names passes through as the `OSError` that it is.

```
PlannerError
├─ UsageError                 the caller has to change something before trying again
│  ├─ ConfigError             CFG001 to CFG003, with path, tool and hint
│  └─ UnknownCode             a rule code that the catalogue does not hold
├─ AnswerPending              a question waits for a provider's batch
├─ DraftingError              the provider's side: RUN001 to RUN011, attempts, usage, price
│  ├─ ModelUnavailable        transport faults, after the adapter's own retries
│  │  └─ CircuitOpen          the provider is left alone for a while; nothing more was sent
│  ├─ ModelMisbehaved         an answer outside the agreed envelope
│  ├─ RequestRefused          the provider takes no such schema or so long a request
│  └─ BudgetSpent             the plan's own cap; nothing was sent beyond it
│     └─ RunBudgetSpent       the cap on all plans of a run together
└─ StoreError                 artifacts or evidence; the path
   ├─ WriteConflict           somebody else moved the file
   └─ EvidenceUnavailable     the ground of a decision cannot be read again
```
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

if TYPE_CHECKING:
    from planner.model.verdict import Usage


class PlannerError(Exception):
    """Something that a caller cannot continue from."""


class UsageError(PlannerError):
    """The caller has to change something before trying again."""


class ConfigFault(StrEnum):
    """The three ways in which a configuration can be wrong (seed 002)."""

    MISSING = "CFG001"
    SYNTAX = "CFG002"
    SCHEMA = "CFG003"


CONFIG_NAMES: Final[Mapping[ConfigFault, str]] = {
    ConfigFault.MISSING: "missing-config",
    ConfigFault.SYNTAX: "invalid-config-syntax",
    ConfigFault.SCHEMA: "config-schema-violation",
}
"""The catalogue's names of the three codes."""


class Objection(NamedTuple):
    """One thing that is wrong with a configuration, and its cure in the imperative."""

    fact: str
    hint: str


class ConfigError(UsageError):
    """A configuration that is missing, unreadable as TOML, or says what it may not say."""

    tool: ClassVar[str] = "planner"
    """Whose configuration it is."""

    def __init__(
        self,
        code: ConfigFault,
        *objections: Objection,
        path: str,
        line: int | None = None,
    ) -> None:
        """Keep what a program needs beside the sentence for a person.

        Args:
            code: Which of the three faults it is.
            objections: One or more, in the order in which they are to be read.
            path: The file, the variable or the flag that holds the fault.
            line: The line of the file, where it is known.
        """
        place = path if line is None else f"{path}:{line}"
        told = "".join(f"\n  {fact}; {hint}" for fact, hint in objections)
        super().__init__(f"{place}: {code} {CONFIG_NAMES[code]}{told}")
        self.code = code
        self.objections = objections
        self.path = path
        self.line = line
        self.hint = objections[0].hint


class UnknownCode(UsageError):
    """A rule code that the catalogue does not hold, and the codes that come near it."""

    def __init__(self, code: str, near: Sequence[str] = ()) -> None:
        """Name *code* and what may have been meant."""
        meant = f"; did you mean {' or '.join(near)}?" if near else ""
        super().__init__(f"there is no rule {code!r}{meant}")
        self.code = code
        self.near = tuple(near)


class RunFault(StrEnum):
    """Every way in which a provider can fail a run, by its code in the catalogue."""

    UNAVAILABLE = "RUN001"
    TRUNCATED = "RUN002"
    DECLINED = "RUN003"
    """A refusal, a content filter, or an empty answer."""
    EXHAUSTED = "RUN004"
    QUOTA = "RUN005"
    CONTEXT_TOO_LONG = "RUN006"
    BUDGET = "RUN007"
    RATE_LIMITED = "RUN008"
    TIMED_OUT = "RUN009"
    WRONG_ENVELOPE = "RUN010"
    SCHEMA_REFUSED = "RUN011"


RUN_NAMES: Final[Mapping[RunFault, str]] = {
    RunFault.UNAVAILABLE: "model-unavailable",
    RunFault.TRUNCATED: "reply-truncated",
    RunFault.DECLINED: "model-declined",
    RunFault.EXHAUSTED: "replies-exhausted",
    RunFault.QUOTA: "quota-exhausted",
    RunFault.CONTEXT_TOO_LONG: "context-too-long",
    RunFault.BUDGET: "budget-exhausted",
    RunFault.RATE_LIMITED: "rate-limited",
    RunFault.TIMED_OUT: "timed-out",
    RunFault.WRONG_ENVELOPE: "wrong-envelope",
    RunFault.SCHEMA_REFUSED: "schema-refused",
}
"""The catalogue's names of the codes."""


class AnswerPending(PlannerError):
    """A question waits for a provider's batch; the item goes on once its answer is collected."""


class DraftingError(PlannerError):
    """The provider's side failed, or the budget for it is spent; a notification, no finding."""

    fault: RunFault = RunFault.UNAVAILABLE

    def __init__(  # noqa: PLR0913 - what a user can be told of a failed run, each by name
        self,
        message: str,
        *,
        fault: RunFault | None = None,
        hint: str = "",
        attempts: int = 1,
        usage: Mapping[str, int] | None = None,
        price: float | None = None,
        retry_after: float | None = None,
    ) -> None:
        """Keep what was spent and when another attempt makes sense.

        Args:
            message: What happened, in one sentence without a full stop.
            fault: Which of the named ways it is; the class's own where none is given.
            hint: What the user can do, in the imperative.
            attempts: Requests that were sent, the failed ones included.
            usage: Tokens by kind, as the provider counted them.
            price: US dollars of the whole run so far; None where it is not known.
            retry_after: Seconds to wait, where the provider said so.
        """
        super().__init__(message)
        if fault is not None:
            self.fault = fault
        self.message = message
        self.hint = hint
        self.attempts = attempts
        self.usage = dict(usage or {})
        self.price = price
        self.retry_after = retry_after

    def after(self, usage: "Usage") -> "DraftingError":
        """Return the error with what was spent before this question."""
        before = {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens}
        if usage.requests:
            self.attempts += usage.requests
            for kind, count in before.items():
                self.usage[kind] = self.usage.get(kind, 0) + count
            known = self.price is not None and usage.price is not None
            self.price = (self.price or 0.0) + (usage.price or 0.0) if known else None
        return self

    def __str__(self) -> str:
        """Return the code, what happened, what it cost, and what can be done."""
        spent = [f"{self.attempts} request{'' if self.attempts == 1 else 's'}"]
        spent += [f"{count} {kind.replace('_', ' ')}" for kind, count in self.usage.items()]
        if self.price is not None:
            spent.append(f"{self.price:.6f} USD")
        told = f"{self.fault} {RUN_NAMES[self.fault]}: {self.message} ({', '.join(spent)})"
        return f"{told}\n  hint: {self.hint}" if self.hint else told


class ModelUnavailable(DraftingError):
    """No answer came, after the adapter's own retries."""


class AccessRefused(ModelUnavailable):
    """The key, account, model or address is not taken: no question would be answered."""


class CircuitOpen(ModelUnavailable):
    """The provider is left alone, since it does not answer or asked for it.

    Nothing more was sent; `retry_after` says for how long. The question may be asked again then.
    """


class ModelMisbehaved(DraftingError):
    """An answer came, but cut off, declined, empty, or outside the agreed envelope."""

    fault = RunFault.WRONG_ENVELOPE


class RequestRefused(DraftingError):
    """The provider takes no such request, so that sending it again is of no use."""

    fault = RunFault.SCHEMA_REFUSED


class BudgetSpent(DraftingError):
    """The plan's own cap on money or tokens is reached; nothing was sent beyond it."""

    fault = RunFault.BUDGET


class RunBudgetSpent(BudgetSpent):
    """The cap on all plans of a run together is reached; nothing was sent beyond it."""


class StoreError(PlannerError):
    """An artifact could not be written, or evidence not be read."""

    def __init__(self, message: str, *, path: str) -> None:
        """Keep the path beside the sentence."""
        super().__init__(message)
        self.path = path


class WriteConflict(StoreError):
    """Somebody else put or moved a file where this run was about to write."""


class EvidenceUnavailable(StoreError):
    """The ground of a decision could not be read again; never a reason to permit."""
