"""readiness.json as meant.

* The five lists and words have to be there; recommendation and reason are there or absent.
* Relations between the members are rules (RDY), not types.
"""

from pydantic import BaseModel, ConfigDict, Field

from planner.model.vocabulary import Readiness, Recommendation, Route


class ReadinessRecord(BaseModel):
    """The readiness section of a single-task reply (seed 003)."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)

    readiness: Readiness
    route: Route
    blockers: tuple[str, ...]
    allowed_paths: tuple[str, ...]
    verification: tuple[str, ...] = Field(min_length=1)
    status_recommendation: Recommendation = Field(default=None, exclude_if=lambda v: v is None)  # type: ignore[assignment]
    reason: str = Field(default=None, exclude_if=lambda v: v is None)  # type: ignore[assignment]
