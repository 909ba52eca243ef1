"""One answer an activation, one body a request id, one activation a receipt."""

import json
from dataclasses import replace
from typing import Any

import pytest

from planner.adapters.ledger_memory import MemoryLedger
from planner.app.check_reply import Beside, Checked, check
from planner.codec.activation import parse_activation
from planner.codec.canonical import digest_text
from planner.diagnostics.report import codes, errors
from planner.errors import EvidenceUnavailable
from planner.gate.admit import admit
from planner.gate.case import Evidence
from planner.gate.permit import Admission, Refusal
from planner.model.settings import Settings
from planner.ports import Ledger, LedgerEntry, LedgerKey
from tests.builders import INTAKE, a_packet, a_reply, an_activation

OTHER = a_reply(packet=a_packet(title="Build a digest of open reviews each week"))
"""Another reply that is as good."""
CHANGED = INTAKE.replace("No e-mail is sent.", "No e-mail is sent to anybody.")


def answer(
    reply: str,
    ledger: Ledger | None,
    *,
    intake: str | None = INTAKE,
    has_activation: bool = True,
    **members: Any,
) -> Checked:
    """Hand in *reply* to the good activation with *members* replaced."""
    asked = intake if intake is not None else INTAKE
    bytes_of = {"sha256": digest_text(asked), "bytes": len(asked.encode())}
    activation = json.dumps(an_activation(**({"intake": bytes_of} | members))).encode()
    return check(
        reply.encode(),
        intake=None if intake is None else intake.encode(),
        activation=activation if has_activation else None,
        ledger=ledger,
    )


def refusing(checked: Checked) -> tuple[str, ...]:
    return codes(errors(checked.diagnostics))


def test_two_good_replies_are_each_good_without_a_ledger() -> None:
    assert refusing(answer(a_reply(), None)) == refusing(answer(OTHER, None)) == ()


def test_a_second_answer_is_refused_and_the_first_stands() -> None:
    ledger = MemoryLedger()
    assert refusing(answer(a_reply(), ledger)) == ()
    assert refusing(answer(OTHER, ledger)) == ("GAT207",)
    assert refusing(answer(a_reply(), ledger)) == ()


def test_the_same_bytes_get_the_same_verdict_again() -> None:
    ledger = MemoryLedger()
    first, second = answer(a_reply(), ledger), answer(a_reply(), ledger)
    assert first.verdict.model_dump_json() == second.verdict.model_dump_json()


def test_other_line_ends_are_other_bytes() -> None:
    ledger = MemoryLedger()
    answer(a_reply(), ledger)
    assert refusing(answer(a_reply().replace("\n", "\r\n"), ledger)) == ("GAT207",)


def test_another_activation_may_be_answered_otherwise() -> None:
    ledger = MemoryLedger()
    answer(a_reply(), ledger)
    assert refusing(answer(OTHER, ledger, activation_id="act-digest-5")) == ()


def test_an_activation_written_otherwise_is_the_same_one() -> None:
    ledger = MemoryLedger()
    answer(a_reply(), ledger)
    assert refusing(answer(OTHER, ledger, reason="once more")) == ("GAT207",)


def test_a_rejected_reply_is_not_an_answer() -> None:
    ledger = MemoryLedger()
    assert refusing(answer("nothing", ledger)) != ()
    assert refusing(answer(a_reply(), ledger)) == ()


def test_a_request_id_with_another_body_is_refused() -> None:
    ledger = MemoryLedger()
    answer(a_reply(), ledger, has_activation=False)
    assert refusing(answer(a_reply(), ledger, intake=CHANGED)) == ("GAT208",)
    assert refusing(answer(a_reply(), ledger, intake=INTAKE)) == ()


def test_another_request_id_may_have_another_body() -> None:
    ledger = MemoryLedger()
    answer(a_reply(), ledger, has_activation=False)
    renamed = CHANGED.replace("req-digest-4", "req-digest-5")
    assert refusing(answer(a_reply(), ledger, intake=renamed, has_activation=False)) == ()


def test_an_id_given_beside_the_request_counts() -> None:
    ledger = MemoryLedger()
    nameless = INTAKE.replace("CCB_REQ_ID: req-digest-4\n", "")
    for text, expected in ((nameless, ()), (nameless + "\nBe quick.\n", ("GAT208",))):
        checked = check(
            a_reply().encode(),
            intake=text.encode(),
            ledger=ledger,
            beside=Beside(request_id="req-9"),
        )
        assert refusing(checked) == expected


def test_a_ledger_with_nothing_to_look_up_refuses() -> None:
    assert refusing(check(a_reply().encode(), ledger=MemoryLedger())) == ("GAT106",)


GONE = EvidenceUnavailable("cannot use the ledger x: gone", path="x")


class Broken:
    """A ledger that cannot be read, or only not be written."""

    def __init__(self, *, reads: bool) -> None:
        self.reads = reads

    def seen(self, key: LedgerKey, /) -> LedgerEntry:
        if self.reads:
            return LedgerEntry()
        raise GONE

    def recorded(self, key: LedgerKey, entry: LedgerEntry, /) -> LedgerEntry:
        raise GONE


@pytest.mark.parametrize("reads", [False, True])
def test_a_ledger_that_fails_refuses(*, reads: bool) -> None:
    checked = answer(a_reply(), Broken(reads=reads))
    assert refusing(checked) == ("GAT106",)
    assert "gone" in errors(checked.diagnostics)[0].message


class Overtaken(MemoryLedger):
    """A ledger in which another process is first, between our look and our record."""

    def recorded(self, key: LedgerKey, entry: LedgerEntry, /) -> LedgerEntry:
        super().recorded(key, replace(entry, answer_sha256="f" * 64))
        return super().recorded(key, entry)


def test_the_slower_of_two_at_once_is_refused() -> None:
    assert refusing(answer(a_reply(), Overtaken())) == ("GAT207",)


SEEN = Evidence(intake_sha256=digest_text(INTAKE), intake_bytes=len(INTAKE.encode()))


def entered(**evidence: Any) -> tuple[str, ...]:
    """Return the codes of the front door over the good activation and changed evidence."""
    activation = parse_activation(json.dumps(an_activation()).encode())
    found = admit(activation, replace(SEEN, **evidence), Settings())
    return found.codes if isinstance(found, Refusal) else ()


def test_a_reused_request_id_is_refused_before_anything_is_spent() -> None:
    assert entered(prior_request_sha256=SEEN.intake_sha256) == ()
    assert entered(prior_request_sha256="f" * 64) == ("GAT208",)


def test_an_unread_ledger_is_refused_before_anything_is_spent() -> None:
    assert entered(ledger_fault="it is gone") == ("GAT106",)


def test_a_prior_answer_says_nothing_before_there_is_a_reply() -> None:
    assert entered(prior_answer_sha256="f" * 64) == ()


def test_a_receipt_of_another_activation_is_refused() -> None:
    assert entered(receipt_activation_id="act-digest-4") == ()
    for other in ("act-digest-5", "ACT-DIGEST-4", "act-digest-4 ", ""):
        assert entered(receipt_activation_id=other) == ("GAT206",)


def test_without_an_activation_a_receipt_is_compared_with_nothing() -> None:
    seen = replace(SEEN, receipt_activation_id="act-digest-5")
    assert isinstance(admit(None, seen, Settings()), Admission)
