"""What a ledger knows about an answer, as evidence for the gate, and the record of an accepted one.

* The gate decides over evidence and never sees a ledger; a ledger that cannot answer is evidence
  too, and it refuses (GAT106).
* An accepted reply is recorded before anything is published, then judged once more over what the
  ledger holds, so that of two runs at once the second is refused.
"""

from dataclasses import replace

from planner.codec.activation import ActivationDoc
from planner.codec.canonical import digest_bytes
from planner.errors import EvidenceUnavailable
from planner.gate.case import Evidence
from planner.model.intake import Brief
from planner.ports import Ledger, LedgerEntry, LedgerKey

_NAMELESS = "neither an activation nor a request id says whose answer it is"


def key_of(activated: ActivationDoc | None, brief: Brief | None) -> LedgerKey:
    """Return what an answer to this activation and this request is filed under."""
    activation = activated.activation if activated is not None else None
    return LedgerKey(
        activation_id=activation.activation_id if activation is not None else None,
        request_id=brief.request_id if brief is not None else None,
    )


def seen(
    ledger: Ledger | None, key: LedgerKey, evidence: Evidence, answer: bytes | None = None
) -> Evidence:
    """Return *evidence* with what the ledger holds; unchanged without a ledger.

    Args:
        ledger: Where accepted replies are remembered.
        key: Whose answer it is.
        evidence: What else is there.
        answer: The reply's bytes; None before there is one.
    """
    if ledger is None:
        return evidence
    if answer is not None:
        evidence = replace(evidence, answer_sha256=digest_bytes(answer))
    if key == LedgerKey():
        return replace(evidence, ledger_fault=_NAMELESS)
    try:
        return _with(evidence, ledger.seen(key))
    except EvidenceUnavailable as error:
        return replace(evidence, ledger_fault=str(error))


def recorded(ledger: Ledger | None, key: LedgerKey, evidence: Evidence) -> Evidence:
    """Record the accepted answer of *evidence* and return what is evidence from then on.

    To be called after a permit and before anything is published; the gate then decides again
    over the result. Without a ledger *evidence* is returned as it is.
    """
    if ledger is None:
        return evidence
    has_activation, has_request = key.activation_id is not None, key.request_id is not None
    entry = LedgerEntry(
        answer_sha256=evidence.answer_sha256 if has_activation else None,
        request_sha256=evidence.intake_sha256 if has_request else None,
    )
    try:
        return _with(evidence, ledger.recorded(key, entry))
    except EvidenceUnavailable as error:
        return replace(evidence, ledger_fault=str(error))


def _with(evidence: Evidence, held: LedgerEntry) -> Evidence:
    return replace(
        evidence,
        prior_answer_sha256=held.answer_sha256,
        prior_request_sha256=held.request_sha256,
    )
