"""The front door: an activation and what was really there, before anything is spent.

* An activation is evidence about the controller's wish; it is admitted only when every check
  that needs no reply finds nothing.
* Its constraint holds when it is there and the activation was admitted; nothing else says so.
"""

from planner.codec.activation import ActivationDoc
from planner.diagnostics.report import codes, errors, ordered
from planner.gate.case import Evidence, GateCase
from planner.gate.checks import GAT
from planner.gate.permit import Admission, Refusal
from planner.model.settings import Settings


def admit(
    activation: ActivationDoc | None, evidence: Evidence, settings: Settings
) -> Admission | Refusal:
    """Let an activation in, or say why not.

    Args:
        activation: The controller's activation as read; None when a person asked.
        evidence: What is there: the request's digest, the current state.
        settings: What the project decided.
    """
    case = GateCase(document=activation, evidence=evidence, settings=settings)
    found = ordered(GAT.check(case))
    if refusing := errors(found):
        return Refusal(codes(refusing), found)
    return admission_of(case)


def admission_of(case: GateCase) -> Admission:
    """Return the admission of a case in which no check found an error."""
    return Admission(
        case.activation,
        case.evidence.intake_sha256,
        case.evidence.intake_bytes,
        stop_holds=case.has_constraint,
    )
