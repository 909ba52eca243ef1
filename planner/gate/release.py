"""The back door: decide whether a checked reply may leave.

* Nothing leaves without a permit, and only `release` issues one.
* The checks of the front door run again over fresh evidence, beside those of what the reply says.
* No checks means no permit; a check that crashes is a finding; any error refuses.
* A refused admission refuses here too, whatever the reply says.
"""

from planner.codec.activation import ActivationDoc
from planner.codec.canonical import digest_text
from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.report import codes, errors, ordered
from planner.gate.admit import admission_of, admit
from planner.gate.case import Claim, Evidence, GateCase, Said
from planner.gate.checks import GAT
from planner.gate.permit import Admission, Decision, Refusal, issue
from planner.model.settings import Settings
from planner.model.vocabulary import Artifact
from planner.rules.case import ReplyCase
from planner.rules.verdict import Clean, Faulty, Verdict


def release(
    activation: ActivationDoc | None,
    evidence: Evidence,
    case: ReplyCase,
    verdict: Verdict,
    settings: Settings,
    *,
    admitted: Evidence | None = None,
) -> Decision:
    """Issue a permit for the reply, or say why not.

    Args:
        activation: The controller's activation as read; None when a person asked.
        evidence: What is there now.
        case: The reply as the rules saw it.
        verdict: What they found.
        settings: What the project decided.
        admitted: What was there at the front door; None when the reply came from elsewhere.
    """
    found_by_rules = _findings_of(verdict)
    front = admit(activation, evidence, settings)
    gate_case = GateCase(
        document=activation,
        evidence=evidence,
        settings=settings,
        said=Said(
            claims=tuple(
                Claim(task.readiness, task.artifact, task.base)
                for task in case.tasks
                if task.readiness is not None
            ),
            is_set=case.doc.named(Artifact.TASK_SET) is not None,
            text=case.doc.text,
            errors=codes(errors(found_by_rules)),
        ),
        admitted=admitted,
        stop_holds=isinstance(front, Admission) and front.stop_holds,
    )
    found = ordered((*found_by_rules, *GAT.check(gate_case)))
    refusing = errors(found)
    match verdict:
        case Clean() if not refusing:
            sha256 = digest_text(verdict.text)
            return issue(admission_of(gate_case), verdict.reply, verdict.text, sha256, found)
        case _:
            return Refusal(codes(refusing), found)


def _findings_of(verdict: Verdict) -> tuple[Diagnostic, ...]:
    match verdict:
        case Clean():
            return verdict.warnings
        case Faulty():
            return verdict.diagnostics
