"""GAT001 to GAT109: whether a terminal_status_constraint holds, line by line of docs/authority.md.

* Every check reads only what is sound, so a malformed member leaves the other comparisons running.
* What is recomputed is recomputed from the activation's own artifacts, never from a claim; taking
  evidence away can only add a refusal.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from planner.codec.canonical import NoCanonicalForm, digest, digest_text
from planner.codec.strict_json import pointer_part
from planner.diagnostics.diagnostic import Lands, Where, shown
from planner.diagnostics.family import Finding
from planner.gate.case import GateCase
from planner.gate.family import GAT
from planner.model.constraint import BASIS, CONSTRAINT, DIGEST_MEMBERS, STATUS, member_faults
from planner.model.scalar import is_sha256
from planner.model.vocabulary import Evidence, Route

ACTIVATION: Final = "activation.json"
STOP_KINDS: Final = ("task_packet", "execution_contract", "orchestration_notes")
"""The artifacts whose texts make the stop contract."""
_BASIS_MEMBERS: Final = frozenset(
    {"route", "detail_provenance", "artifacts", "stop_contract_sha256"}
)
_PROVENANCE_MEMBERS: Final = frozenset(
    {"job_id", "task_id", "task_revision", "activation_id", "artifacts"}
)


_REFERENCE_MEMBERS: Final = frozenset({"path", "sha256"})


def at(pointer: str = "") -> Where:
    """Return a place in the activation."""
    return Where(ACTIVATION, pointer)


def in_constraint(member: str = "") -> Where:
    """Return the place of a member of the constraint."""
    return at(f"/{CONSTRAINT}/{pointer_part(member)}" if member else f"/{CONSTRAINT}")


@GAT.rule(1, lands=Lands.IMPORTER)
def malformed_constraint(case: GateCase) -> Iterator[Finding]:
    """A terminal_status_constraint is not exactly its nine members with their types and values."""
    if case.activation is None or not case.has_constraint:
        return
    constraint = case.activation.terminal_status_constraint
    for name, fault in member_faults(constraint, case.settings.reason).items():
        yield Finding(
            f"`{name or CONSTRAINT}` {fault}",
            in_constraint(name),
            hint="send exactly the nine members; a boolean or 1.0 is no integer",
            value=shown(constraint.get(name))
            if isinstance(constraint, dict)
            else shown(constraint),
        )


@GAT.rule(2, lands=Lands.IMPORTER)
def malformed_digest(case: GateCase) -> Iterator[Finding]:
    """A digest of the constraint is not 64 lower-case hexadecimal digits."""
    for name in DIGEST_MEMBERS:
        value = case.sound.get(name)
        if isinstance(value, str) and not is_sha256(value):
            yield Finding(
                f"`{name}` is no digest",
                in_constraint(name),
                hint="write SHA-256 as 64 lower-case hexadecimal digits and nothing else",
                value=shown(value),
            )


@GAT.rule(101, lands=Lands.IMPORTER)
def foreign_task(case: GateCase) -> Iterator[Finding]:
    """The constraint is about another task than the activation."""
    task_id, task = case.sound.get("task_id"), case.task or case.partial
    if task_id is not None and task is not None and task_id != task.id:
        yield _differs("task_id", task_id, task.id)


@GAT.rule(102, lands=Lands.IMPORTER)
def stale_revision(case: GateCase) -> Iterator[Finding]:
    """The constraint's revision or state version is not the task's, older or newer."""
    if case.task is None:
        return
    now = {"task_revision": case.task.revision, "state_version": case.task.state_version}
    for name, current in now.items():
        if name in case.sound and case.sound[name] != current:
            yield _differs(name, case.sound[name], current)


@GAT.rule(103, lands=Lands.IMPORTER)
def wrong_context(case: GateCase) -> Iterator[Finding]:
    """The task is not detail_ready in the context of needs_detail."""
    task = case.task or case.partial
    if not case.has_constraint or task is None:
        return
    members: list[tuple[str, str | None, str]] = [("status", task.status, STATUS)]
    if case.task is not None:
        members.append(("route", case.task.route, Route.NEEDS_DETAIL.value))
    for name, value, wanted in members:
        if value != wanted:
            yield Finding(
                f"the task's `{name}` is {shown(value)}, and a stop is only for {wanted!r}",
                at(f"/task/{name}"),
                hint="leave the constraint out in any other context",
            )


@GAT.rule(104, lands=Lands.IMPORTER)
def foreign_reason(case: GateCase) -> Iterator[Finding]:
    """The required reason is not, byte for byte, the activation's reason."""
    required = case.sound.get("required_reason")
    if case.activation is not None and required is not None and required != case.activation.reason:
        yield _differs("required_reason", required, case.activation.reason)


def _differs(name: str, said: object, current: object) -> Finding:
    return Finding(
        f"`{name}` is {shown(said)}, the activation has {shown(current)}",
        in_constraint(name),
        hint="send the constraint that was made for this task as it is now",
        value=shown(said),
    )


@GAT.rule(105, lands=Lands.IMPORTER)
def artifact_mismatch(case: GateCase) -> Iterator[Finding]:
    """An artifact does not have the digest or the path that its reference or the basis gives."""
    if case.activation is None:
        return
    given: dict[str, int] = {}
    for index, artifact in enumerate(case.activation.artifacts):
        place = at(f"/artifacts/{index}")
        if artifact.kind in given:
            yield _unmatched(f"artifact `{artifact.kind}` is given twice", place)
        given.setdefault(artifact.kind, index)
        if artifact.content is not None and text_digest(artifact.content) != artifact.sha256:
            yield _unmatched(f"the content of `{artifact.kind}` does not have its `sha256`", place)
    for where, kind, named in _named_artifacts(case.activation.basis):
        found = case.activation.artifacts[given[kind]] if kind in given else None
        if found is None:
            yield _unmatched(
                f"the basis names `{kind}`, which is not among the artifacts", at(where)
            )
        elif (named.get("path"), named.get("sha256")) != (found.path, found.sha256):
            yield _unmatched(f"the basis has another path or digest of `{kind}`", at(where))


def _unmatched(message: str, where: Where) -> Finding:
    return Finding(
        message, where, hint="send the artifacts that the basis was taken over, unchanged"
    )


def text_digest(text: str) -> str | None:
    """Return the digest of *text*; None where it has none, which equals no digest."""
    try:
        return digest_text(text)
    except NoCanonicalForm:
        return None


def _named_artifacts(basis: object) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    """Yield (pointer, kind, reference) of every artifact that the basis names."""
    holders = (
        ("/basis/artifacts", _member(basis, "artifacts")),
        (
            "/basis/detail_provenance/artifacts",
            _member(_member(basis, "detail_provenance"), "artifacts"),
        ),
    )
    for pointer, holder in holders:
        for kind, named in holder.items():
            yield f"{pointer}/{pointer_part(kind)}", kind, named if isinstance(named, dict) else {}


def _member(holder: object, name: str) -> Mapping[str, object]:
    found = holder.get(name) if isinstance(holder, dict) else None
    return found if isinstance(found, dict) else {}


@GAT.rule(106, lands=Lands.IMPORTER)
def missing_evidence(case: GateCase) -> Iterator[Finding]:
    """Something that the decision needs for a comparison is not there."""
    if case.activation is not None and case.evidence.intake_sha256 is None:
        yield _missing("the activation names an intake, and its bytes were not given", "/intake")
    if case.evidence.state is not None and case.evidence.state.faults:
        yield _missing(
            f"the current state cannot be read: {case.evidence.state.faults[0].message}", "/task"
        )
    if case.settings.authority.state == "required" and case.evidence.state is None:
        yield _missing("`authority.state` is required, and no current state was given", "/task")
    if case.evidence.ledger_fault is not None:
        yield Finding(
            f"the ledger cannot say what was answered: {case.evidence.ledger_fault}",
            Where("ledger"),
            hint="give the ledger that replies are recorded in, and an activation or a request id",
        )
    if case.has_constraint and case.partial is not None:
        yield _missing("the prompt has no record of the task, and no state agrees with it", "/task")
    if case.has_constraint and case.settings.authority.evidence is Evidence.DIGEST:
        yield from _missing_for_digests(case)


def _missing_for_digests(case: GateCase) -> Iterator[Finding]:
    activation = case.activation
    if activation is None:
        return
    if activation.basis is None:
        yield _missing("the constraint's basis is not there to be digested", "/basis")
    kinds = {artifact.kind: artifact for artifact in activation.artifacts}
    if not any(kind in kinds for kind in STOP_KINDS):
        yield _missing(f"none of {', '.join(STOP_KINDS)} is among the artifacts", "/artifacts")
    for kind in sorted({*STOP_KINDS, *(kind for _, kind, _ in _named_artifacts(activation.basis))}):
        if kind in kinds and kinds[kind].content is None:
            yield _missing(f"the content of `{kind}` is not there to be digested", "/artifacts")


def _missing(message: str, pointer: str) -> Finding:
    return Finding(message, at(pointer), hint="send it; what cannot be compared is refused")


@GAT.rule(107, lands=Lands.IMPORTER)
def basis_mismatch(case: GateCase) -> Iterator[Finding]:
    """The basis has another digest, or is about another task, revision or route."""
    basis = case.activation.basis if case.activation is not None else None
    if not case.has_constraint or basis is None:
        return
    wanted = case.sound.get("basis_digest")
    if wanted is not None and _value_digest(basis) != wanted:
        yield _other_basis("the basis does not have the constraint's `basis_digest`", "")
    yield from _misshapen(basis)
    if basis.get("route") != Route.NEEDS_DETAIL.value:
        yield _other_basis("the basis is about another route", "/route")
    provenance = _member(basis, "detail_provenance")
    if case.task is not None:
        revision = provenance.get("task_revision")
        if provenance.get("task_id") != case.task.id:
            yield _other_basis("the basis is about another task", "/detail_provenance/task_id")
        if type(revision) is not int or revision != case.task.revision:
            yield _other_basis(
                "the basis is about another revision", "/detail_provenance/task_revision"
            )
    recomputed = _stop_contract(case)
    if recomputed is not None and basis.get("stop_contract_sha256") != recomputed:
        yield _other_basis(
            "the artifacts do not have the basis's stop contract", "/stop_contract_sha256"
        )


def _misshapen(basis: Mapping[str, object]) -> Iterator[Finding]:
    """Yield where the basis has not the members that a digest is taken over."""
    if basis.keys() != _BASIS_MEMBERS:
        yield _other_basis("the basis does not have exactly its four members", "")
    provenance = _member(basis, "detail_provenance")
    if provenance.keys() != _PROVENANCE_MEMBERS:
        yield _other_basis("the provenance does not have its five members", "/detail_provenance")
    for member in ("job_id", "activation_id"):
        if member in provenance and not isinstance(provenance[member], str):
            yield _other_basis(f"`{member}` is no text", f"/detail_provenance/{member}")
    for holder, pointer, members in (
        (basis, "/artifacts", _REFERENCE_MEMBERS),
        (provenance, "/detail_provenance/artifacts", _REFERENCE_MEMBERS | {"source_path"}),
    ):
        references = _member(holder, "artifacts")
        if not references:
            yield _other_basis("no artifact is named", pointer)
        for kind, named in references.items():
            if not _is_reference(named, members):
                yield _other_basis(f"the reference of {shown(kind)} is none", pointer)


def _is_reference(named: object, members: frozenset[str]) -> bool:
    if not isinstance(named, dict) or named.keys() != members:
        return False
    return all(isinstance(value, str) for value in named.values())


def _other_basis(message: str, pointer: str) -> Finding:
    return Finding(
        message, at(f"/basis{pointer}"), hint="send the basis that the constraint was made from"
    )


def _value_digest(value: object) -> str | None:
    try:
        return digest(value)  # type: ignore[arg-type]
    except NoCanonicalForm:
        return None


def _stop_contract(case: GateCase) -> str | None:
    """Return the digest over the stop artifacts that are there; None when one has no content."""
    if case.activation is None:
        return None
    texts = {
        item.kind: item.content for item in case.activation.artifacts if item.kind in STOP_KINDS
    }
    if not texts or any(text is None for text in texts.values()):
        return None
    return _value_digest(texts)


@GAT.rule(108, lands=Lands.IMPORTER)
def authority_mismatch(case: GateCase) -> Iterator[Finding]:
    """The authority digest, recomputed from the task's record, is another one."""
    said, basis_digest = case.sound.get("authority_digest"), case.sound.get("basis_digest")
    if case.task is None or said is None or basis_digest is None:
        return
    recomputed = _value_digest(
        {
            "state_version": case.task.state_version,
            "status": case.task.status,
            "owner": case.task.owner,
            "next_owner": case.task.next_owner,
            "current_loop": case.task.current_loop,
            "activation_reason": case.task.activation_reason,
            "task_revision": case.task.revision,
            "basis_digest": basis_digest,
        }
    )
    if recomputed != said:
        yield Finding(
            "`authority_digest` is not the digest of the task's record and the basis",
            in_constraint("authority_digest"),
            hint="send the constraint that was made for the task's record as it is now",
            value=shown(said),
        )


@GAT.rule(109, lands=Lands.IMPORTER)
def misplaced_constraint(case: GateCase) -> Iterator[Finding]:
    """A constraint stands where it grants nothing: twice, at an intake, without task, in a text."""
    if case.document is not None and case.document.constraints > 1:
        yield Finding(
            f"{case.document.constraints} constraints are there", in_constraint(), hint="send one"
        )
    if case.has_constraint and case.activation is not None:
        if case.activation.kind == "intake":
            yield Finding(
                "an activation of kind `intake` has no details to stop at",
                in_constraint(),
                hint="send a constraint only with a reactivation",
            )
        if case.task is None:
            yield Finding(
                "there is no task that the constraint could be about",
                in_constraint(),
                hint="send the task's record",
            )
    claims = case.said.claims if case.said is not None and not case.has_constraint else ()
    if any(claim.is_stop or claim.recommends_stop for claim in claims):
        texts = {"request": case.evidence.intake_text}
        for artifact in case.activation.artifacts if case.activation is not None else ():
            texts[artifact.path] = artifact.content or ""
        for name, text in texts.items():
            if CONSTRAINT in text or BASIS in text:
                yield Finding(
                    f"the only constraint stands in {shown(name)}, and evidence grants nothing",
                    Where(name, line=1 + text.count("\n", 0, max(text.find(CONSTRAINT), 0))),
                    hint="a constraint comes from the controller, as a member of its activation",
                )
