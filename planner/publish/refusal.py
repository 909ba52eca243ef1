"""From a refusal to a bundle of constants; not a byte of what was refused is in it.

* The packet is blocked, its blockers name the codes, it recommends nothing and gives no reason,
  so that no controller can take it for the stop that was refused (docs/authority.md).
"""

from typing import Final

from planner.codec.reply import parse_reply, render_reply
from planner.gate.permit import Refusal
from planner.gate.record import Basis, record
from planner.model.packet import Packet
from planner.model.readiness import ReadinessRecord
from planner.model.reply import Reply
from planner.model.verdict import ReceiptRecord, VerdictRecord
from planner.model.vocabulary import EVIDENCE_COMMANDS, Readiness, Route
from planner.publish.bundle import RECEIPT, REPLY, VERDICT, RefusalBundle, digests, printed

_CHECKS: Final = (EVIDENCE_COMMANDS[Route.BLOCKED],)


def refusal_reply(refusal: Refusal) -> str:
    """Return the blocked reply that stands for *refusal*: constants and codes."""
    blockers = tuple(f"The authority gate refused with {code}." for code in refusal.codes)
    packet = Packet(
        title="Refused by the authority gate",
        route=Route.BLOCKED,
        goal="Nothing is to be changed until the refusal is resolved.",
        criteria=tuple(f"The cause of {code} is removed." for code in refusal.codes),
        interfaces=(),
        constraints=("This packet authorises no change.",),
        surfaces="none",
        stable_interfaces="none",
        ordering="none",
        allowed_paths=(),
        verification=_CHECKS,
    )
    readiness = ReadinessRecord(
        readiness=Readiness.BLOCKED,
        route=Route.BLOCKED,
        blockers=blockers,
        allowed_paths=(),
        verification=_CHECKS,
    )
    return render_reply(Reply(packet=packet, readiness=readiness))


def refused(
    refusal: Refusal, basis: Basis, receipt: ReceiptRecord
) -> tuple[RefusalBundle, VerdictRecord]:
    """Return the bundle that says that nothing was let through, and its verdict."""
    text = refusal_reply(refusal)
    files = {found.artifact.value: found.body.encode() for found in parse_reply(text).sections}
    files[REPLY] = text.encode()
    verdict = record(refusal, basis, digests(files))
    files[VERDICT] = printed("verdict", verdict)
    files[RECEIPT] = printed("receipt", receipt)
    return RefusalBundle(files), verdict
