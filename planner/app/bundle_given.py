"""What a bundle was made from and does not hold: what was handed in, and whether it is that.

* Something given counts only where it has the digest that the verdict names; another one is a
  disagreement, and what needs it stays unchecked.
* A source is found by its digest, since its name depends on where a command ran.
* A prompt has no record of its task; the current state stands in where the plan had one too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from planner.app.activated import activated, intake_bytes
from planner.app.bundle_parts import Disagreement
from planner.codec.activation import ActivationDoc
from planner.codec.canonical import digest_bytes
from planner.codec.strict_json import pointer_part
from planner.diagnostics.diagnostic import shown
from planner.model.intake import Source
from planner.model.verdict import VerdictRecord
from planner.publish.bundle import VERDICT


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a bundle was made from, as far as it is there."""

    intake: bytes | None = field(default=None, repr=False)
    activation: bytes | None = field(default=None, repr=False)
    state: bytes | None = None
    """The task's record as it is now."""
    sources: tuple[Source, ...] = ()
    """Files that were evidence, a prior round's result among them."""
    phase: str = "planning"
    request_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """What was given and is what the verdict names."""

    intake: bytes | None
    activation: bytes | None
    activated: ActivationDoc | None
    """The activation with the task that it had when the plan was made."""
    state: bytes | None
    """The record of the task, where the activation is a prompt."""
    sources: tuple[Source, ...]
    missing: tuple[str, ...]
    """What the verdict names and is not there."""
    faults: tuple[Disagreement, ...]


def matched(verdict: VerdictRecord, given: Given) -> Matched:
    """Compare what was given with the digests of the verdict."""
    now = activated(given.activation, given.state) if given.activation is not None else None
    intake, about_intake = _same("intake", intake_bytes(now, given.intake), verdict.digests.intake)
    activation, about_activation = _same("activation", given.activation, verdict.digests.activation)
    missing = []
    if intake is None and verdict.digests.intake is not None:
        missing.append("the request")
    if activation is None and verdict.digests.activation is not None:
        missing.append("the activation")
    has_partial = now is not None and now.partial is not None
    state = given.state if has_partial and verdict.fence is not None else None
    if has_partial and verdict.fence is not None and state is None:
        missing.append("the current state, which a prompt lacks")
    sources, absent = _sources(verdict, given)
    return Matched(
        intake=intake,
        activation=activation,
        activated=activated(activation, state) if activation is not None else None,
        state=state,
        sources=sources,
        missing=(*missing, *absent),
        faults=(*about_intake, *about_activation, *_foreign_sources(verdict, given)),
    )


def _same(
    member: str, data: bytes | None, named: str | None
) -> tuple[bytes | None, tuple[Disagreement, ...]]:
    """Return *data* if it has the digest that is named, and what is to be said if not."""
    found = digest_bytes(data) if data is not None else None
    if found is None or found == named:
        return data, ()
    message = f"it is {shown(named)}, the {member} that was given has {shown(found)}"
    return None, (Disagreement(VERDICT, f"/digests/{member}", message),)


def _sources(verdict: VerdictRecord, given: Given) -> tuple[tuple[Source, ...], tuple[str, ...]]:
    by_digest = {source.sha256: source for source in given.sources}
    named = verdict.digests.artifacts
    there = (
        replace(by_digest[sha256], name=name)
        for name, sha256 in named.items()
        if sha256 in by_digest
    )
    absent = (f"the source {shown(name)}" for name in named if named[name] not in by_digest)
    return tuple(there), tuple(absent)


def _foreign_sources(verdict: VerdictRecord, given: Given) -> Iterator[Disagreement]:
    named = verdict.digests.artifacts
    for source in given.sources:
        if source.sha256 not in named.values():
            member = f"/{pointer_part(source.name)}" if source.name in named else ""
            message = f"{shown(source.name)} as given is none of the sources, by its digest"
            yield Disagreement(VERDICT, f"/digests/artifacts{member}", message)
