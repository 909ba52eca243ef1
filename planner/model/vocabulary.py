"""The closed vocabularies of the contract, each written once.

* A word that is not here is not mapped, trimmed or lower-cased; it is a fault.
* The order of members is the order in which they are printed.
"""

from enum import StrEnum
from typing import Final


class Artifact(StrEnum):
    """The sections that a reply may hold (seed 003, "Outputs")."""

    PACKET = "task-packet.md"
    READINESS = "readiness.json"
    TASK_SET = "task-set.json"
    QUESTIONS = "candidate-questions.jsonl"


FENCE_LANGUAGE: Final[dict[Artifact, str]] = {
    Artifact.PACKET: "markdown",
    Artifact.READINESS: "json",
    Artifact.TASK_SET: "json",
    Artifact.QUESTIONS: "jsonl",
}
"""The word after the three backticks, by artifact."""


class Route(StrEnum):
    """What the controller is advised to do with the task (seed 003)."""

    DIRECT_EXECUTION = "direct_execution"
    NEEDS_DETAIL = "needs_detail"
    MACRO_ADJUSTMENT_REQUEST = "macro_adjustment_request"
    BLOCKED = "blocked"
    PARTIAL_COMPLETION = "partial_completion"


EXECUTING: Final = frozenset({Route.DIRECT_EXECUTION, Route.PARTIAL_COMPLETION})
"""The routes on which an agent may change files; they are also equal to their own words."""


class Readiness(StrEnum):
    """How far the planning is (seed 003, "Readiness values are exactly")."""

    READY = "ready"
    NEEDS_CLARIFICATION = "needs_clarification"
    BLOCKED = "blocked"
    NOT_READY = "not_ready"


class Recommendation(StrEnum):
    """The status that a reply may recommend; the controller decides."""

    BLOCKED = "blocked"
    DETAIL_READY = "detail_ready"
    NEEDS_CLARIFICATION = "needs_clarification"
    READY_FOR_ORCHESTRATION = "ready_for_orchestration"
    REPLAN_REQUIRED = "replan_required"


class GitCapability(StrEnum):
    """What the intake declares about a repository; absent means undeclared."""

    TRUE = "true"
    FALSE = "false"
    NOT_GUARANTEED = "not_guaranteed"


OFFLINE: Final = "offline"
"""What drafting by code alone is called: the drafter's name, and the last of the fallbacks."""


class Mode(StrEnum):
    """The shape of the reply that the controller expects (`planner_contract`)."""

    SINGLE_TASK = "single_task"
    TASK_SET = "task_set"


class Label(StrEnum):
    """Where one numbered statement of the request goes."""

    GOAL = "goal"
    CRITERION = "criterion"
    INTERFACE = "interface"
    CONSTRAINT = "constraint"
    NON_GOAL = "non_goal"
    PATH = "path"
    VERIFICATION = "verification"
    QUESTION = "question"
    BLOCKER = "blocker"
    REMAINDER = "remainder"
    CONTEXT = "context"
    SET_ASIDE = "set_aside"


REQUIREMENT_LABELS: Final = frozenset(
    {Label.CRITERION, Label.INTERFACE, Label.CONSTRAINT, Label.NON_GOAL}
)
"""The labels whose literals must survive into the packet (TRC101)."""


class Topic(StrEnum):
    """What a question is about, so that code knows what an answer to it settles."""

    GOAL = "goal"
    PATHS = "paths"
    NAMED_PATHS = "named_paths"
    """Whether paths that the request names may change."""
    WANTED = "wanted"
    """What should happen instead of what goes wrong, or what a wish is measured by."""
    PROOF = "proof"
    CONTRADICTION = "contradiction"
    GIT = "git"
    """The capability `git_repository`."""
    OPEN = "open"
    """What the request asks itself, or says to be undecided."""
    PLACEHOLDER = "placeholder"
    STUB = "stub"
    BLOCKER = "blocker"
    PLAN_CHANGE = "plan_change"
    SEVERAL = "several"
    """Several gaps in one question."""


class ReasonForm(StrEnum):
    """What `reason` may look like: one line, or the token that the CCB importer wants."""

    LINE = "line"
    TOKEN = "token"  # noqa: S105 - the name of a form, not a credential


class Evidence(StrEnum):
    """How much of an authority's evidence must be recomputed here."""

    DIGEST = "digest"
    ACTIVATION = "activation"


SEMANTIC_SECTIONS: Final = (
    "Goal",
    "Acceptance Criteria",
    "Interface Contracts",
    "Constraints And Non-Goals",
    "Execution Decomposition Inputs",
)
"""The five level-two headings that a packet must hold, in the writer's order."""

DECOMPOSITION_LABELS: Final = (
    "Independently reviewable surfaces",
    "Stable interfaces available",
    "Unresolved ordering constraints requiring predecessor output",
)
"""The three labels under Execution Decomposition Inputs."""

ALLOWED_PATHS_LABEL: Final = "Allowed paths"
VERIFICATION_LABEL: Final = "Verification"
REMAINING_SCOPE_LABEL: Final = "Remaining scope"
NONE_DECLARED: Final = "None declared"

EVIDENCE_COMMANDS: Final[dict[Route, str]] = {
    Route.NEEDS_DETAIL: "test -s answers.jsonl",
    Route.BLOCKED: "test -s blocker-evidence.md",
    Route.MACRO_ADJUSTMENT_REQUEST: "test -s macro-adjustment-request.md",
}
"""The writer's check on a route that may not execute, where the request names none."""
