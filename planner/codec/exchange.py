"""Digests of what a model is asked, under which its answers are filed and found again."""

from collections.abc import Sequence

from planner.codec.canonical import Json, digest, digest_text
from planner.model.exchange import Exchange


def asked_sha256(*, system: str, user: str, schema: Json, max_output_tokens: int) -> str:
    """Return the digest of everything that one answer is to."""
    return digest(
        {
            "system": digest_text(system),
            "user": digest_text(user),
            "schema": digest(schema),
            "max_output_tokens": max_output_tokens,
        }
    )


def prompts_sha256(exchanges: Sequence[Exchange]) -> str | None:
    """Return the digest of the prompts that were asked with, each once; None without any."""
    found = sorted({each.prompt_sha256 for each in exchanges})
    return digest_text("\n".join(found)) if found else None
