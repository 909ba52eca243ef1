"""What code has to say in every language: the sentences of blockers and questions, by name."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """One language; `{text}` and `{other}` are quoted statements of the request."""

    no_paths: tuple[str, str]
    """The blocker and the question, here and below."""
    no_proof: tuple[str, str]
    git_only: tuple[str, str]
    no_goal: tuple[str, str]
    unsaid_paths: tuple[str, str]
    """`{text}` is one named path or several."""
    no_wanted: tuple[str, str]
    no_measure: tuple[str, str]
    contradiction: tuple[str, str]
    left_open: tuple[str, str]
    placeholder: tuple[str, str]
    stub: tuple[str, str]
    blocked: tuple[str, str]
    plan_change: tuple[str, str]
    several: tuple[str, str]
    """The blocker and the question that gather what is over three."""
    stays_open: str
    """The default of a question that may wait."""
