"""The gate's decision as the verdict that is published.

* `accepted` is written here and nowhere else, and only from a permit.
* The same inputs give the same record: no times, no machine, no order of running.
"""

from dataclasses import dataclass, field
from typing import Literal, assert_never

from planner import __version__
from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.report import codes, errors
from planner.gate.permit import Decision, Permit, Refusal
from planner.model.activation import Activation, TaskState
from planner.model.verdict import DiagnosticRecord, Digests, Fence, Shape, VerdictRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What a decision rests on, for the record."""

    reply_sha256: str
    """Digest of the reply's bytes as they came."""
    catalogue_sha256: str
    shape: Shape
    intake_sha256: str | None = None
    activation_sha256: str | None = None
    activation: Activation | None = None
    artifacts: dict[str, str] = field(default_factory=dict)
    drafter: str | None = None
    model: str | None = None
    prompt_sha256: str | None = None
    """Of the prompts that the drafter's model was asked with."""


def record(decision: Decision, basis: Basis, files: dict[str, str] | None = None) -> VerdictRecord:
    """Return the published form of *decision*.

    Args:
        decision: Permit or refusal.
        basis: The digests and the shape.
        files: Name and digest of every file of the bundle but the verdict and the receipt.
    """
    match decision:
        case Permit():
            accepted, diagnostics = True, decision.warnings
        case Refusal():
            accepted, diagnostics = False, decision.diagnostics
        case _:
            assert_never(decision)
    return VerdictRecord(
        decision="accepted" if accepted else "rejected",
        codes=codes(errors(diagnostics)),
        diagnostics=tuple(described(found) for found in diagnostics),
        digests=Digests(
            activation=basis.activation_sha256,
            intake=basis.intake_sha256,
            reply=basis.reply_sha256,
            artifacts=basis.artifacts,
            catalogue=basis.catalogue_sha256,
        ),
        shape=basis.shape,
        fence=fence_of(basis.activation),
        authority=authority_of(basis.activation),
        planner=__version__,
        drafter=basis.drafter,
        model=basis.model,
        prompt=basis.prompt_sha256,
        files=files or {},
    )


def fence_of(activation: Activation | None) -> Fence | None:
    """Return the state of the task that a decision under *activation* is for."""
    return fence_of_task(activation.task if activation is not None else None)


def fence_of_task(task: TaskState | None) -> Fence | None:
    """Return what a decision about *task* is fenced by."""
    if task is None:
        return None
    return Fence(task_id=task.id, task_revision=task.revision, state_version=task.state_version)


def authority_of(
    activation: Activation | None,
) -> Literal["none", "recomputed", "not_recomputed"]:
    """Say whether a constraint is there, and whether its basis was there to be digested."""
    if activation is None or not activation.has_constraint:
        return "none"
    return "recomputed" if activation.basis is not None else "not_recomputed"


def described(found: Diagnostic) -> DiagnosticRecord:
    """Return *found* as it is published."""
    return DiagnosticRecord(
        code=found.code,
        name=found.name,
        severity=found.severity.value,
        lands=found.lands.value,
        message=found.message,
        artifact=found.where.artifact,
        pointer=found.where.pointer,
        line=found.where.line,
        column=found.where.column,
        value=found.value,
        hint=found.hint,
    )
