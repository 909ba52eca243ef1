"""A reply in a known variant, written in the canonical form and judged like any other.

* What comes out went through the same door as every reply; a mended reply has no privilege.
* A reply with two readings is neither written nor judged.
"""

from dataclasses import dataclass

from planner.app.check_reply import DEFAULTS, Beside, Checked, check
from planner.codec.mend import Mended, TwoReadings, mend
from planner.diagnostics.report import codes, errors
from planner.model.intake import Source
from planner.model.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Normalised:
    """A reply that had one reading: its canonical form, and the gate's answer to it."""

    mended: Mended
    checked: Checked

    @property
    def accepted(self) -> bool:
        """Whether the gate lets the canonical form through."""
        return self.checked.verdict.decision == "accepted"

    @property
    def remaining(self) -> tuple[str, ...]:
        """The codes for which the gate refuses the canonical form."""
        return codes(errors(self.checked.diagnostics))


def normalise(
    reply: bytes,
    *,
    intake: bytes | None = None,
    activation: bytes | None = None,
    settings: Settings = DEFAULTS,
    sources: tuple[Source, ...] = (),
) -> Normalised | TwoReadings:
    """Write *reply* in the canonical form where it has exactly one reading.

    Args:
        reply: Its bytes as they came.
        intake: The bytes of the request that it answers; None leaves out what needs them.
        activation: The controller's activation in canonical JSON.
        settings: What the project decided.
        sources: What was evidence beside the request.
    """
    mended = mend(reply)
    if isinstance(mended, TwoReadings):
        return mended
    checked = check(
        mended.text.encode(),
        intake=intake,
        activation=activation,
        settings=settings,
        beside=Beside(sources=sources),
    )
    return Normalised(mended=mended, checked=checked)
