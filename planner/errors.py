"""Exceptions are for what a caller cannot continue from; everything else is an outcome.

* A refusal, a faulty reply, a declined request and exhausted drafts are values (`app/outcome`).
* A bug is none of these: it stays an `AssertionError` or the like and ends the run.
* An I/O error that no class here names passes through as the `OSError` that it is.

```
PlannerError
├─ UsageError                 the caller has to change something before trying again
│  ├─ ConfigError             CFG001 to CFG003, with path, tool and hint
│  └─ UnknownCode             a rule code that the catalogue does not hold
├─ DraftingError              the provider's side; attempts, usage, when to come back
│  ├─ ModelUnavailable        transport faults, after the adapter's own retries
│  └─ ModelMisbehaved         an answer outside the agreed envelope
└─ StoreError                 artifacts or evidence; the path
   ├─ WriteConflict           somebody else moved the file
   └─ EvidenceUnavailable     the ground of a decision cannot be read again
```
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import ClassVar, Final, NamedTuple


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


class DraftingError(PlannerError):
    """The provider's side failed."""

    def __init__(
        self,
        message: str,
        *,
        attempts: int = 1,
        usage: Mapping[str, int] | None = None,
        retry_after: float | None = None,
    ) -> None:
        """Keep what was spent and when another attempt makes sense.

        Args:
            message: What happened.
            attempts: Calls made, the failed ones included.
            usage: Tokens by kind, as the provider counted them.
            retry_after: Seconds to wait, where the provider said so.
        """
        super().__init__(message)
        self.attempts = attempts
        self.usage = dict(usage or {})
        self.retry_after = retry_after


class ModelUnavailable(DraftingError):
    """No answer came, after the adapter's own retries."""


class ModelMisbehaved(DraftingError):
    """An answer came, but cut off, declined, empty, or outside the agreed envelope."""


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
