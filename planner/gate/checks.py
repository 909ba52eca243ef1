"""GAT003 and GAT200 to GAT208: whether the activation is one, and what a reply may claim under it.

* Every check runs and every code is reported; none short-circuits.
* At the front door there is no reply yet: checks of what it says stay silent until the back door.
* The checks of a constraint stand in `planner.gate.constraint` and are filed in the same family.
"""

import re
from collections.abc import Iterator
from typing import Final

from planner.diagnostics.diagnostic import Lands, Where, shown
from planner.diagnostics.family import Finding
from planner.gate.case import Claim, GateCase
from planner.gate.constraint import at, text_digest
from planner.gate.family import GAT
from planner.gate.prompt_record import differences
from planner.model.constraint import STATUS
from planner.model.pattern import pattern
from planner.model.vocabulary import Artifact, Mode, Readiness, Recommendation, Route

__all__ = ["GAT"]


@GAT.rule(3, lands=Lands.IMPORTER)
def malformed_activation(case: GateCase) -> Iterator[Finding]:
    """The activation does not match its schema, or cannot be read."""
    for fault in case.document.faults if case.document is not None else ():
        yield Finding(
            fault.message,
            at(fault.pointer),
            hint="see `planner schema activation`; nothing is trimmed, lower-cased or assumed",
        )
    ids = case.activation.expected_task_ids if case.activation is not None else ()
    if ids and case.activation is not None and case.activation.planner_contract is Mode.SINGLE_TASK:
        yield _unfit_ids("exact ids are given for a single task")
    if len(set(ids)) != len(ids):
        yield _unfit_ids("an exact id is given twice")


def _unfit_ids(message: str) -> Finding:
    return Finding(
        message,
        at("/expected_task_ids"),
        hint="give each id of a task set once, and none where one task is asked for",
    )


@GAT.rule(200, lands=Lands.CONTRACT)
def unclean_verdict(case: GateCase) -> Iterator[Finding]:
    """A rule of another family found an error."""
    if case.said is not None and case.said.errors:
        yield Finding(
            f"the rules found errors: {', '.join(case.said.errors)}",
            Where("reply"),
            hint="mend what they name; a reply with an error is never let through",
        )


@GAT.rule(201, lands=Lands.CONTRACT)
def moved_ground(case: GateCase) -> Iterator[Finding]:
    """The task's record is not what it was at the activation."""
    state = case.evidence.state
    if state is None or state.faults or case.activation is None:
        return
    then, now = case.task or case.partial, state.task
    if then is None or now is None:
        if then is not now:
            yield _moved(
                "task", "none" if then is None else "there", "none" if now is None else "there", ""
            )
        return
    for name, before, after in differences(then, now):
        yield _moved(name, shown(before), shown(after), f"/{name}")


def _moved(name: str, then: str, now: str, pointer: str) -> Finding:
    return Finding(
        f"`{name}` was {then} at the activation and is {now}",
        at(f"/task{pointer}"),
        hint="activate again; a plan for another state is stale",
    )


@GAT.rule(202, lands=Lands.CONTRACT)
def answer_to_another_intake(case: GateCase) -> Iterator[Finding]:
    """The request's bytes are not those that the activation, or the admission, named."""
    now = case.evidence.intake_sha256
    if case.activation is not None:
        own = case.activation.intake
        if own.text is not None and text_digest(own.text) != own.sha256:
            yield _other_intake("the intake's `text` does not have its `sha256`", "/text")
    if case.activation is not None and now is not None:
        wanted = case.activation.intake
        if now != wanted.sha256:
            yield _other_intake(
                f"the intake's digest is {now}, the activation names {wanted.sha256}", "/sha256"
            )
        elif case.evidence.intake_bytes != wanted.bytes:
            yield _other_intake(
                f"the intake has {case.evidence.intake_bytes} bytes, "
                f"the activation names {wanted.bytes}",
                "/bytes",
            )
    if case.admitted is not None and case.admitted.intake_sha256 != now:
        yield Finding(
            "the request changed after it was admitted",
            Where("request"),
            hint="plan again from the request as it is now",
        )


def _other_intake(message: str, pointer: str) -> Finding:
    return Finding(
        message,
        at(f"/intake{pointer}"),
        hint="plan from the exact bytes of the activation's intake",
    )


@GAT.rule(203, lands=Lands.CONTRACT)
def unterminal_reply(case: GateCase) -> Iterator[Finding]:
    """A constraint holds, and the reply is not exactly the stop that it demands."""
    if case.said is None or not case.stop_holds:
        return
    if case.said.is_set:
        yield _unterminal("the reply is a task set", Artifact.TASK_SET, "")
        return
    if not case.said.claims:
        yield _unterminal("the reply has no readable readiness", Artifact.READINESS, "")
        return
    readiness = case.said.claims[0].readiness
    for name, wanted in (
        ("route", Route.NEEDS_DETAIL.value),
        ("readiness", Readiness.READY.value),
        ("status_recommendation", STATUS),
        ("reason", case.sound.get("required_reason")),
        ("allowed_paths", []),
        ("blockers", []),
    ):
        if name not in readiness or readiness[name] != wanted:
            found = shown(readiness[name]) if name in readiness else "absent"
            yield _unterminal(
                f"`{name}` is {found}, the constraint demands {shown(wanted)}",
                Artifact.READINESS,
                f"/{name}",
            )
    if not readiness.get("verification"):
        yield _unterminal("there is no verification", Artifact.READINESS, "/verification")


def _unterminal(message: str, artifact: Artifact, pointer: str) -> Finding:
    return Finding(
        message, Where(artifact.value, pointer), hint="answer with exactly the bounded stop"
    )


@GAT.rule(204, lands=Lands.CONTRACT)
def unlicensed_stop(case: GateCase) -> Iterator[Finding]:
    """The reply uses the exception of a constraint that is absent or does not hold."""
    for claim in case.said.claims if case.said is not None and not case.stop_holds else ():
        if claim.recommends_stop:
            yield _unlicensed(claim, "`detail_ready` is recommended", "status_recommendation")
        if claim.is_stop:
            yield _unlicensed(claim, "needs_detail with ready is the bounded stop", "readiness")
        if case.has_constraint:
            yield from _around_refused(case, claim)


def _around_refused(case: GateCase, claim: Claim) -> Iterator[Finding]:
    """Yield what a reply takes over from a constraint that was refused."""
    constraint = case.activation.terminal_status_constraint if case.activation else None
    required = constraint.get("required_reason") if isinstance(constraint, dict) else None
    if isinstance(required, str) and claim.readiness.get("reason") == required:
        told = f"`reason` is {shown(required)}, as a refused constraint had it"
        yield _unlicensed(claim, told, "reason")
    recommended = claim.readiness.get("status_recommendation")
    if recommended == Recommendation.READY_FOR_ORCHESTRATION.value:
        told = "`ready_for_orchestration` goes around a refused constraint"
        yield _unlicensed(claim, told, "status_recommendation")


def _unlicensed(claim: Claim, message: str, member: str) -> Finding:
    return Finding(
        f"{message}, and no verified constraint licenses it",
        Where(claim.artifact, f"{claim.base}/{member}"),
        hint="say what is missing and name the blockers, without recommendation and reason",
    )


_GRANT: Final = pattern(
    r"""\b(?:
        (?:authori[sz]e|approve|permit|clear|license|green-?light)(?:s|d|es|ed|ing)?
          \b[^\n.]{0,60}\b(?:implement\w*|execut\w*|orchestrat\w*|worker|checker|coder|reviewer
          |route|dispatch\w*)
      | (?:implement\w*|execution|orchestrat\w*|workers?|checkers?|coders?|dispatch\w*
          |direct_execution|partial_completion|macro_adjustment_request)
          \b[^\n.]{0,60}\b(?:authori[sz]ed|approved|permitted|cleared|may\s+(?:start|begin|proceed|run)
          |can\s+(?:start|begin|proceed)|is\s+allowed|are\s+allowed|should\s+(?:start|begin|proceed))
      | (?:orchestrators?|workers?|checkers?|coders?|runners?)\s*[:,]\s*(?:please\s+)?
          (?:go\s+ahead|start|begin|proceed|continue|implement|execute)
      | green[\s-]light\s+(?:for|to)\s
      | (?:dispatch|start|launch|run|call|activate|hand\s+(?:over|off)\s+to|proceed\s+(?:to|with))
          \s+(?:the\s+|an?\s+)?(?:implement\w*|orchestrat\w*|workers?|checkers?|coders?)
    )""",
    re.IGNORECASE | re.VERBOSE,
)


@GAT.rule(205, lands=Lands.CONTRACT)
def widened_authority(case: GateCase) -> Iterator[Finding]:
    """Under a constraint the reply authorises an implementation, another role or another route."""
    if case.said is None or not case.has_constraint:
        return
    text, line, counted = case.said.text, 1, 0
    for found in _GRANT.finditer(text):
        line, counted = line + text.count("\n", counted, found.start()), found.start()
        yield Finding(
            f"{shown(found.group())} authorises more than a stop",
            Where("reply", line=line),
            hint="a stop says that planning is complete and nothing else",
            value=found.group(),
        )


@GAT.rule(206, lands=Lands.CONTRACT)
def answer_to_another_activation(case: GateCase) -> Iterator[Finding]:
    """The reply was made for another activation: the receipt of its run says so."""
    named = case.evidence.receipt_activation_id
    if case.activation is not None and named not in (None, case.activation.activation_id):
        yield Finding(
            f"the receipt names activation {shown(named)}, "
            f"this is {shown(case.activation.activation_id)}",
            Where("receipt.json", "/activation_id"),
            hint="give the activation that the reply was made for, or plan again for this one",
            value=named,
        )


@GAT.rule(207, lands=Lands.CONTRACT)
def second_answer(case: GateCase) -> Iterator[Finding]:
    """Another reply was already accepted for this activation."""
    prior = case.evidence.prior_answer_sha256
    if case.said is not None and prior not in (None, case.evidence.answer_sha256):
        yield Finding(
            f"the ledger holds an accepted reply to this activation, with digest {prior}",
            Where("reply"),
            hint="use the reply that was accepted first, or ask for a new activation",
        )


@GAT.rule(208, lands=Lands.CONTRACT)
def reused_request_id(case: GateCase) -> Iterator[Finding]:
    """The request's id was already used for a request with another body."""
    prior = case.evidence.prior_request_sha256
    if prior not in (None, case.evidence.intake_sha256):
        yield Finding(
            f"the ledger holds another body under this request id, with digest {prior}",
            Where("request"),
            hint="send the same bytes again, or give the changed request an id of its own",
        )
