"""The bounded stop: what is answered under a constraint that holds, and nothing more.

* Constants and the task's own id; neutral wording that the controller's matcher reads as a stop
  and nothing in it voids (docs/authority.md, "Stop phrases").
* It is evidence that planning is complete; it authorises no change, no role and no other route.
"""

from typing import Final

from planner.model.activation import Activation, TaskState
from planner.model.constraint import STATUS
from planner.model.packet import Packet
from planner.model.pattern import pattern
from planner.model.readiness import ReadinessRecord
from planner.model.reply import Reply
from planner.model.vocabulary import EVIDENCE_COMMANDS, Readiness, Recommendation, Route

WHY_SET_ASIDE: Final = "planning of this task is complete; the activation asks for the stop alone"
"""What the trace says of every statement under a constraint."""


def stop_reply(activation: Activation, task: TaskState) -> Reply:
    """Return the stop for *task* with the activation's reason.

    Args:
        activation: An activation whose constraint holds.
        task: Its task.
    """
    checks = (_check(activation),)
    packet = Packet(
        title=task.id,
        route=Route.NEEDS_DETAIL,
        goal=f"Planning is complete for this task. Expected stop: {STATUS}",
        criteria=(f"The task stops at {STATUS}",),
        interfaces=(),
        constraints=("The status is settled by the controller alone",),
        surfaces="none",
        stable_interfaces="none",
        ordering="none",
        allowed_paths=(),
        verification=checks,
    )
    readiness = ReadinessRecord(
        readiness=Readiness.READY,
        route=Route.NEEDS_DETAIL,
        blockers=(),
        allowed_paths=(),
        verification=checks,
        status_recommendation=Recommendation.DETAIL_READY,
        reason=activation.reason or "",
    )
    return Reply(packet=packet, readiness=readiness)


_PLAIN_PATH: Final = pattern(r"(?!.*(?:^|/)\.)[A-Za-z0-9_][A-Za-z0-9_./-]*\Z")
"""A relative path that needs no quoting and has no part that begins with a dot."""


def _check(activation: Activation) -> str:
    """Return a check of the detail that the stop rests on, else the writer's constant."""
    paths = {artifact.kind: artifact.path for artifact in activation.artifacts}
    path = paths.get("detail_packet", "")
    return f"test -s {path}" if _PLAIN_PATH.match(path) else EVIDENCE_COMMANDS[Route.NEEDS_DETAIL]
