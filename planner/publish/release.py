"""From a permit to named bytes; nothing else makes a release bundle.

* What is written is what was judged: the sections are cut from the permit's text, and its digest
  is recomputed first.
"""

from planner.codec.canonical import digest_text
from planner.codec.reply import parse_reply
from planner.gate.permit import Permit
from planner.gate.record import Basis, record
from planner.model.exchange import ExchangeRecord
from planner.model.verdict import ReceiptRecord, TraceRecord, VerdictRecord
from planner.publish.bundle import (
    EXCHANGE,
    RECEIPT,
    REPLY,
    TRACE,
    VERDICT,
    ReleaseBundle,
    digests,
    printed,
)


def released(
    permit: Permit,
    basis: Basis,
    trace: TraceRecord | None,
    receipt: ReceiptRecord,
    exchange: ExchangeRecord | None = None,
) -> tuple[ReleaseBundle, VerdictRecord]:
    """Return the bundle of a reply that was let through, and its verdict.

    Args:
        permit: The gate's.
        basis: What the decision rests on.
        trace: What became of each statement, where we wrote the reply.
        receipt: What it cost.
        exchange: What a model answered, where one did.

    Raises:
        AssertionError: the text is not the one that the permit was issued for.
    """
    if digest_text(permit.text) != permit.reply_sha256:
        message = "the reply changed after its permit was issued"
        raise AssertionError(message)
    files = {
        found.artifact.value: found.body.encode() for found in parse_reply(permit.text).sections
    }
    files[REPLY] = permit.text.encode()
    if trace is not None:
        files[TRACE] = printed("trace", trace)
    if exchange is not None:
        files[EXCHANGE] = printed("exchange", exchange)
    verdict = record(permit, basis, digests(files))
    files[VERDICT] = printed("verdict", verdict)
    files[RECEIPT] = printed("receipt", receipt)
    return ReleaseBundle(files), verdict
