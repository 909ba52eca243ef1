"""The one value that opens the back door, who may issue it, and its opposite.

* A permit is issued by `release` and never constructed: without the seal it neither type-checks
  nor runs.
* A refusal is never empty.
"""

from dataclasses import InitVar, dataclass
from typing import Final, final

from planner.diagnostics.diagnostic import Diagnostic
from planner.model.activation import Activation
from planner.model.reply import AnyReply


class _Seal:
    """Held only by this module."""


_SEAL: Final = _Seal()


@final
@dataclass(frozen=True, slots=True)
class Admission:
    """Proof that the front door let an activation, or a person's request, in."""

    activation: Activation | None
    intake_sha256: str | None
    intake_bytes: int | None
    stop_holds: bool = False
    """A terminal_status_constraint is there and holds."""


@final
@dataclass(frozen=True, slots=True)
class Permit:
    """Proof that *reply* may leave: the gate read *text* and found no error."""

    admission: Admission
    reply: AnyReply
    text: str
    """The reply as judged, lines ending in LF."""
    reply_sha256: str
    """Digest of *text*; publishing recomputes it."""
    warnings: tuple[Diagnostic, ...]
    seal: InitVar[_Seal]

    def __post_init__(self, seal: _Seal) -> None:
        """Refuse every construction but `issue`.

        Raises:
            TypeError: the seal is not this module's.
        """
        if seal is not _SEAL:
            message = "a permit is issued by the gate, never constructed"
            raise TypeError(message)


@final
@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing may leave: every finding, at least one of them an error."""

    codes: tuple[str, ...]
    """Codes of the errors, sorted."""
    diagnostics: tuple[Diagnostic, ...]

    def __post_init__(self) -> None:
        """Refuse an empty refusal.

        Raises:
            ValueError: there is no code.
        """
        if not self.codes:
            message = "a refusal names at least one reason"
            raise ValueError(message)


Decision = Permit | Refusal


def issue(
    admission: Admission,
    reply: AnyReply,
    text: str,
    reply_sha256: str,
    warnings: tuple[Diagnostic, ...],
) -> Permit:
    """Issue a permit; only `planner.gate.release` calls this (a house test)."""
    return Permit(admission, reply, text, reply_sha256, warnings, _SEAL)
