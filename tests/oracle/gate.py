"""A second opinion: the decision over a single-task reply, written from the catalogue alone.

* It imports nothing of the planner, so that a fault would have to be made twice.
* It knows less: where the catalogue leaves a judgement of wording open, it lets the reply pass.
"""

import re
from typing import Any, Literal

from tests.oracle.authority import (
    CONSTRAINT,
    artifacts_agree,
    constraint_holds,
    is_activation,
    is_task,
)
from tests.oracle.reply import Known, readiness_in, reply_faults, text_of
from tests.oracle.strict import digest_of_text

Decision = Literal["accepted", "rejected"]
UNASKED = object()
"""What stands for a current state that was not given; null is a state: no task."""

_SET = (
    "route-mix",
    "route mix",
    "l1-l4",
    "l1/l4",
    "multiple tasks",
    "multi-task",
    "task set",
)
_ROUTES = (
    "direct_execution",
    "needs_detail",
    "macro_adjustment_request",
    "blocked",
    "partial_completion",
)
_GRANT = re.compile(
    r"(?:orchestrator|worker|checker|implementation)s? (?:is|are) (?:authori[sz]ed|approved)"
    r"|authori[sz]e (?:the )?(?:orchestrator|worker|checker|implementation)",
    re.IGNORECASE,
)


def verdict(
    reply: str | bytes,
    intake: str | None = None,
    activation: dict[str, Any] | None = None,
    state: Any = UNASKED,
) -> Decision:
    """Return the decision over *reply*."""
    return "rejected" if faults(reply, intake, activation, state) else "accepted"


def faults(
    reply: str | bytes,
    intake: str | None = None,
    activation: dict[str, Any] | None = None,
    state: Any = UNASKED,
) -> set[str]:
    """Return codes that stand against *reply*; the first letters of each are its family."""
    data = reply if isinstance(reply, bytes) else reply.encode("utf-8", "surrogatepass")
    if activation is not None and not is_activation(activation):
        return {"GAT003"}
    if intake is None and activation is not None:
        intake = activation["intake"].get("text")
    found = _ground_faults(intake, activation, state)
    has = activation is not None and CONSTRAINT in activation
    stop = has and not found and constraint_holds(activation or {})
    if has and not stop:
        found.add("GAT001")
    text = text_of(data)
    if text is None:
        return {*found, "RPY012"}
    known = _known(intake, activation, stop=stop)
    found |= reply_faults(text, known)
    found |= _claim_faults(text, activation, stop=stop)
    executing = re.search(r'"route": ?"(?:direct_execution|partial_completion)"', text)
    if executing and _capabilities(intake, activation)[2]:
        found.add("INT004")
    return found


def _ground_faults(intake: str | None, activation: dict[str, Any] | None, state: Any) -> set[str]:
    found: set[str] = set()
    if state is not UNASKED and state is not None and not is_task(state):
        found.add("GAT106")
    if activation is None:
        return found
    named = activation["intake"]
    if "text" in named and digest_of_text(named["text"]) != named["sha256"]:
        found.add("GAT202")
    if intake is None:
        found.add("GAT106")
    else:
        size = len(intake.encode("utf-8", "surrogatepass"))
        if (named["sha256"], named["bytes"]) != (digest_of_text(intake), size):
            found.add("GAT202")
    if not artifacts_agree(activation["artifacts"], activation.get("basis")):
        found.add("GAT105")
    if state is not UNASKED and state != activation["task"]:
        found.add("GAT201")
    return found


def _capabilities(
    intake: str | None, activation: dict[str, Any] | None
) -> tuple[str | None, str | None, bool]:
    """Return what activation and intake declare, and whether they contradict each other."""
    sent = activation["capabilities"].get("git_repository") if activation is not None else None
    lines = re.findall(r"^- Project capability: git_repository=(\w+)$", intake or "", re.MULTILINE)
    said = lines[0] if lines else None
    return sent, said, len({*lines, *([sent] if sent else [])}) > 1


def _known(intake: str | None, activation: dict[str, Any] | None, *, stop: bool) -> Known:
    sent, said, against = _capabilities(intake, activation)
    contract = activation["planner_contract"] if activation is not None else None
    texts = [intake or ""]
    for item in activation["artifacts"] if activation is not None else ():
        texts += [item["path"], item.get("content") or ""]
    return Known(
        git=not against and (sent or said) == "true",
        stop=stop,
        single=contract == "single_task",
        ids=tuple(activation["expected_task_ids"]) if activation is not None else (),
        task_set=contract == "task_set" or (contract is None and asks_for_a_set(intake or "")),
        evidence="\n".join(texts) if intake is not None else None,
    )


def asks_for_a_set(intake: str) -> bool:
    """Say whether the intake's words ask for a task set, as the controller infers it."""
    text = intake.lower()
    if any(mark in text for mark in _SET):
        return True
    return sum(route in text for route in _ROUTES) > 1 and ("task" in text or "validation" in text)


def _claim_faults(text: str, activation: dict[str, Any] | None, *, stop: bool) -> set[str]:
    said: dict[str, Any] = readiness_in(text) or {}
    advice = said.get("status_recommendation")
    is_stop = (said.get("route"), said.get("readiness")) == ("needs_detail", "ready")
    if not stop:
        return {"GAT204"} if is_stop or advice == "detail_ready" else set()
    wanted = (activation or {})[CONSTRAINT]["required_reason"]
    exact = is_stop and advice == "detail_ready" and said.get("reason") == wanted
    found = set() if exact else {"GAT203"}
    return found | ({"GAT205"} if _GRANT.search(text) else set())
