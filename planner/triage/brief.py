"""A request to a brief, or why it is declined: the first decision, and the cheapest.

* Declined is a request that cannot be read (INT005), that asks for nothing (INT001), or that is
  another of the controller's prompts (INT007); whatever else is wrong travels with the brief.
* The capability is the activation's, else the request's line; two that contradict each other, or
  a word outside the vocabulary, count as undeclared, which allows least.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from planner.codec.canonical import digest_bytes
from planner.codec.intake import IntakeDoc
from planner.diagnostics.diagnostic import Diagnostic, Severity
from planner.diagnostics.report import ordered
from planner.model.intake import Brief, Source
from planner.model.vocabulary import GitCapability, Mode
from planner.rules.case import IntakeCase
from planner.rules.intake import INT
from planner.triage.language import language_of_statements
from planner.triage.mode import mode_of

DECLINING: Final = frozenset({"INT001", "INT005", "INT007"})
"""Codes on which nothing is planned."""


@dataclass(frozen=True, slots=True)
class Briefed:
    """A request that can be planned, and what was found in it all the same."""

    brief: Brief
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Declined:
    """A request that nothing is planned from; never empty."""

    diagnostics: tuple[Diagnostic, ...]


def brief_of(  # noqa: PLR0913 - one keyword for each thing that comes with a request
    doc: IntakeDoc,
    *,
    data: bytes,
    declared_git: GitCapability | None = None,
    sources: Sequence[Source] = (),
    prior: Source | None = None,
    phase: str = "planning",
    request_id: str | None = None,
    contract: Mode | None = None,
) -> Briefed | Declined:
    """Return the brief of *doc*, or the reasons to decline it.

    Args:
        doc: The request as read.
        data: The bytes that it was read from.
        declared_git: The capability that the activation declares.
        sources: Files given as evidence.
        prior: A prior round's result.
        phase: The phase that questions belong to.
        request_id: An id given beside the request; it goes before the request's own.
        contract: The shape that the activation asks for; without one it is inferred.
    """
    case = IntakeCase(doc=doc, declared_git=declared_git, request_id=request_id)
    found = ordered(INT.check(case))
    if any(_declines(diagnostic) for diagnostic in found):
        return Declined(found)
    brief = brief_of_doc(
        doc,
        data=data,
        declared_git=declared_git,
        sources=sources,
        prior=prior,
        phase=phase,
        request_id=request_id,
        contract=contract,
    )
    return Briefed(brief, found)


def brief_of_doc(  # noqa: PLR0913 - as `brief_of`
    doc: IntakeDoc,
    *,
    data: bytes,
    declared_git: GitCapability | None = None,
    sources: Sequence[Source] = (),
    prior: Source | None = None,
    phase: str = "planning",
    request_id: str | None = None,
    contract: Mode | None = None,
) -> Brief:
    """Return what a reply may be compared with, whether or not the request would be planned.

    The arguments are those of `brief_of`.
    """
    git, unsettled = _git_repository(doc, declared_git)
    return Brief(
        intake_sha256=digest_bytes(data),
        intake_bytes=len(data),
        text=doc.text,
        statements=doc.statements,
        passed=doc.passed,
        mode=contract or mode_of(doc.text),
        git_repository=git,
        unsettled_git=unsettled,
        request_id=request_id or doc.request_id,
        language=language_of_statements(doc.statements),
        is_blocked=doc.is_blocked,
        sources=tuple(sources),
        prior=prior,
        phase=phase,
        stub=doc.stub,
    )


def _declines(found: Diagnostic) -> bool:
    """Say whether *found* declines; a rule that crashed cannot have cleared the request."""
    is_trouble = found.code not in _CODES
    return found.severity is Severity.ERROR and (found.code in DECLINING or is_trouble)


_CODES: Final = frozenset(rule.code for rule in INT.rules)


def _git_repository(
    doc: IntakeDoc, declared: GitCapability | None
) -> tuple[GitCapability | None, tuple[str, ...]]:
    """Return the one capability that everybody declares, else None and what was declared."""
    said = dict.fromkeys(line.value for line in doc.capabilities)
    if declared is not None:
        said[declared.value] = None
    values = tuple(said)
    if len(values) == 1 and values[0] in frozenset(GitCapability):
        return GitCapability(values[0]), ()
    return None, values
