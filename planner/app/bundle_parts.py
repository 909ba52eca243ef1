"""What the files of a bundle say about one another, and where they disagree.

* Each file is compared with its digest in the verdict, with what another file repeats of it, and
  with the one form that this version writes.
* Nothing here knows the request; what needs it stands in `planner.app.verify_bundle`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError

from planner.codec.canonical import Json, digest_bytes
from planner.codec.exchange import prompts_sha256
from planner.codec.reply import parse_reply
from planner.codec.strict_json import parse_json, pointer_part
from planner.diagnostics.diagnostic import shown
from planner.model.exchange import ExchangeRecord
from planner.model.verdict import ReceiptRecord, TraceRecord, VerdictRecord
from planner.model.vocabulary import Artifact
from planner.publish.bundle import EXCHANGE, RECEIPT, REPLY, TRACE, VERDICT, as_published

SECTIONS: Final = frozenset(artifact.value for artifact in Artifact)
KNOWN: Final = SECTIONS | {REPLY, TRACE, VERDICT, RECEIPT, EXCHANGE}
"""Every name that a file of a bundle can have."""


@dataclass(frozen=True, slots=True, order=True)
class Disagreement:
    """One thing in a bundle that is not what it should be."""

    file: str
    pointer: str
    """JSON pointer of the member; empty for the whole file."""
    message: str
    code: str | None = None
    """The rule that refuses, where one does."""


Record = TypeVar("Record", bound=BaseModel)


def read_record(
    name: str, data: bytes, model: type[Record]
) -> tuple[Record | None, tuple[Disagreement, ...]]:
    """Return the record in *data*, and what keeps it from being one that this version writes."""
    try:
        doc = parse_json(data.decode())
    except UnicodeDecodeError as error:
        return None, (Disagreement(name, "", f"byte {error.start} is not UTF-8"),)
    if doc.faults:
        return None, tuple(Disagreement(name, one.pointer, one.message) for one in doc.faults)
    try:
        value = model.model_validate_json(doc.text)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False, include_context=False)
        return None, tuple(
            Disagreement(name, _pointer(one["loc"]), one["msg"][:1].lower() + one["msg"][1:])
            for one in found
        )
    if as_published(value) != data:
        return value, (Disagreement(name, "", "the same members in a form that is not ours"),)
    return value, ()


def _pointer(loc: tuple[int | str, ...]) -> str:
    return "".join(f"/{pointer_part(str(part))}" for part in loc)


def differences(
    name: str, there: Json, expected: Json, pointer: str = ""
) -> Iterator[Disagreement]:
    """Yield every member of *there* that is not what was recomputed."""
    if isinstance(there, dict) and isinstance(expected, dict) and there.keys() == expected.keys():
        for key, value in there.items():
            yield from differences(name, value, expected[key], f"{pointer}/{pointer_part(key)}")
    elif isinstance(there, list) and isinstance(expected, list) and len(there) == len(expected):
        for index, value in enumerate(there):
            yield from differences(name, value, expected[index], f"{pointer}/{index}")
    elif there != expected or type(there) is not type(expected):
        message = f"it is {shown(there)}, recomputed it is {shown(expected)}"
        yield Disagreement(name, pointer, message)


def names(
    files: Mapping[str, bytes], odd: Mapping[str, str], verdict: VerdictRecord | None
) -> Iterator[Disagreement]:
    """Yield the files that are missing, that are too many, or that are no plain files."""
    for name, fault in odd.items():
        yield Disagreement(name, "", fault)
    plain = KNOWN - {VERDICT, RECEIPT}
    listed = frozenset(verdict.files) if verdict is not None else plain & files.keys()
    for name in sorted((listed | {REPLY, VERDICT, RECEIPT}) - files.keys() - odd.keys()):
        yield Disagreement(name, "", "it is missing")
    for name in sorted(files.keys() - listed - {VERDICT, RECEIPT}):
        yield Disagreement(name, "", "no file of that name belongs to this bundle")
    for name in sorted(listed - KNOWN):
        yield Disagreement(
            VERDICT, f"/files/{pointer_part(name)}", "no bundle has a file of that name"
        )
    for name in sorted(listed & {VERDICT, RECEIPT}):
        yield Disagreement(
            VERDICT, f"/files/{pointer_part(name)}", "the verdict holds no digest of it"
        )


def digests(files: Mapping[str, bytes], verdict: VerdictRecord) -> Iterator[Disagreement]:
    """Yield the files that do not have the digest that the verdict gives."""
    for name, named in verdict.files.items():
        if name in files and (found := digest_bytes(files[name])) != named:
            message = f"its digest is {found}, {VERDICT} gives {named}"
            yield Disagreement(name, "", message)


def sections(files: Mapping[str, bytes]) -> Iterator[Disagreement]:
    """Yield the sections of the reply that are not the files of their names, and the reverse."""
    if REPLY not in files:
        return
    doc = parse_reply(files[REPLY])
    if doc.unreadable is not None:
        yield Disagreement(REPLY, "", doc.unreadable)
        return
    bodies = {found.artifact.value: found.body.encode() for found in doc.sections}
    for name in sorted(SECTIONS & (files.keys() | bodies.keys())):
        if name not in bodies:
            yield Disagreement(name, "", f"{REPLY} has no such section")
        elif name not in files:
            yield Disagreement(name, "", f"it is missing, and {REPLY} has such a section")
        elif bodies[name] != files[name]:
            yield Disagreement(name, "", f"it is not the section of {REPLY}")


def receipt_of(
    files: Mapping[str, bytes], verdict: VerdictRecord
) -> tuple[ReceiptRecord | None, tuple[Disagreement, ...]]:
    """Return the receipt, and where it contradicts the verdict or itself."""
    if RECEIPT not in files:
        return None, ()
    receipt, found = read_record(RECEIPT, files[RECEIPT], ReceiptRecord)
    if receipt is None:
        return None, found
    return receipt, (*found, *_receipt_faults(receipt, verdict))


def _receipt_faults(receipt: ReceiptRecord, verdict: VerdictRecord) -> Iterator[Disagreement]:
    if verdict.digests.activation is None and receipt.activation_id is not None:
        message = "it names an activation, and the verdict was made without one"
        yield Disagreement(RECEIPT, "/activation_id", message)
    # An activation that is malformed has a digest and no id; only a refusal can rest on it.
    is_named = receipt.activation_id is not None or verdict.decision == "rejected"
    if verdict.digests.activation is not None and not is_named:
        message = "it names no activation, and the verdict was made for one"
        yield Disagreement(RECEIPT, "/activation_id", message)
    if receipt.versions.get("planner") != verdict.planner:
        message = f"it is not {shown(verdict.planner)}, as {VERDICT} says"
        yield Disagreement(RECEIPT, "/versions/planner", message)
    if not _is_time(receipt.created_at):
        yield Disagreement(RECEIPT, "/created_at", "it is no time in UTC, to the second")


def _is_time(text: str) -> bool:
    try:
        at = datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ")  # noqa: DTZ007 - the Z is literal
    except ValueError:
        return False
    return at.strftime("%Y-%m-%dT%H:%M:%SZ") == text


def trace_of(
    files: Mapping[str, bytes], verdict: VerdictRecord
) -> tuple[TraceRecord | None, tuple[Disagreement, ...]]:
    """Return the trace, and where it contradicts the verdict."""
    if TRACE not in files:
        return None, ()
    trace, found = read_record(TRACE, files[TRACE], TraceRecord)
    if trace is not None and trace.intake != verdict.digests.intake:
        message = f"it is not the request's digest in {VERDICT}"
        found = (*found, Disagreement(TRACE, "/intake", message))
    return trace, found


def labelled(files: Mapping[str, bytes]) -> tuple[tuple[str, str], ...]:
    """Return what a model chose that labelled the request: by the schema's digest, the answer."""
    if EXCHANGE not in files:
        return ()
    found, _ = read_record(EXCHANGE, files[EXCHANGE], ExchangeRecord)
    if found is None or found.drafting.mode != "labelling":
        return ()
    return tuple((each.schema_sha256, each.answer) for each in found.exchanges)


def exchange_faults(files: Mapping[str, bytes], verdict: VerdictRecord) -> tuple[Disagreement, ...]:
    """Return where the record of what a model answered is none, or contradicts the verdict."""
    if EXCHANGE not in files:
        return ()
    found_record, found = read_record(EXCHANGE, files[EXCHANGE], ExchangeRecord)
    if found_record is None or verdict.prompt == prompts_sha256(found_record.exchanges):
        return found
    message = f"its prompts are not those whose digest {VERDICT} gives"
    return (*found, Disagreement(EXCHANGE, "/exchanges", message))
