"""What leaves: named bytes, made from a permit or from a refusal and from nothing else."""

from dataclasses import dataclass
from typing import Final, final

from pydantic import BaseModel

from planner.codec.canonical import digest_bytes
from planner.rules.published import nonconformities

VERDICT: Final = "verdict.json"
RECEIPT: Final = "receipt.json"
TRACE: Final = "trace.json"
REPLY: Final = "reply.md"
EXCHANGE: Final = "exchange.json"


@final
@dataclass(frozen=True, slots=True)
class ReleaseBundle:
    """The files of a reply that was let through, by name."""

    files: dict[str, bytes]


@final
@dataclass(frozen=True, slots=True)
class RefusalBundle:
    """The files that say that nothing was let through, by name."""

    files: dict[str, bytes]


Bundle = ReleaseBundle | RefusalBundle


def digests(files: dict[str, bytes]) -> dict[str, str]:
    """Return the SHA-256 of each file, by name in order."""
    return {name: digest_bytes(files[name]) for name in sorted(files)}


def printed(schema: str, value: BaseModel) -> bytes:
    """Return *value* as indented JSON with a final line end, checked against its schema.

    Raises:
        AssertionError: the published schema refuses what the model accepted, which is a fault
            of ours and must not leave the house.
    """
    plain = value.model_dump(mode="json", by_alias=True)
    if faults := nonconformities(schema, plain):
        message = f"{schema} does not conform to its published schema: {faults[0]}"
        raise AssertionError(message)
    return as_published(value)


def as_published(value: BaseModel) -> bytes:
    """Return *value* as indented JSON with a final line end: the one form of a bundle's records."""
    return (value.model_dump_json(by_alias=True, indent=2) + "\n").encode()
