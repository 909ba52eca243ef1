"""A permit is issued and never constructed; a refusal always says why."""

import json
from dataclasses import replace
from typing import Any

import pytest

from planner.codec.activation import parse_activation
from planner.codec.canonical import digest_text
from planner.codec.reply import parse_reply
from planner.diagnostics.diagnostic import Lands, Severity
from planner.diagnostics.family import Finding, Rule
from planner.gate.admit import admit
from planner.gate.case import Evidence
from planner.gate.checks import GAT
from planner.gate.permit import Admission, Permit, Refusal
from planner.gate.release import release
from planner.model.reply import Reply
from planner.model.settings import AuthoritySettings, Settings
from planner.rules.assess import assess, reply_case
from planner.rules.case import Context
from tests.builders import (
    INTAKE,
    a_readiness,
    a_reply,
    a_stop_activation,
    a_stop_reply,
    an_activation,
)

SEEN = Evidence(intake_sha256=digest_text(INTAKE), intake_bytes=len(INTAKE.encode()))


def decide(
    reply: str | None = None,
    *,
    seen: Evidence = SEEN,
    admitted: Evidence | None = None,
    **members: Any,
) -> Permit | Refusal:
    """Run the back door over a good reply and a good activation with *members* replaced."""
    activation = parse_activation(json.dumps(an_activation(**members)).encode())
    case = reply_case(parse_reply(reply or a_reply()), Context())
    return release(activation, seen, case, assess(case), Settings(), admitted=admitted)


def codes(decision: Permit | Refusal) -> tuple[str, ...]:
    assert isinstance(decision, Refusal)
    return decision.codes


def test_a_sound_reply_to_a_sound_activation_is_let_through() -> None:
    permit = decide(admitted=SEEN)
    assert isinstance(permit, Permit)
    assert permit.text == a_reply()
    assert permit.reply_sha256 == digest_text(a_reply())
    assert isinstance(permit.reply, Reply)
    assert permit.reply.packet.title == "Build a weekly digest of open reviews"
    assert permit.admission.activation is not None
    assert permit.admission.activation.activation_id == "act-digest-4"
    assert permit.admission.intake_sha256 == SEEN.intake_sha256


def test_a_permit_cannot_be_forged() -> None:
    permit = decide()
    assert isinstance(permit, Permit)
    with pytest.raises(TypeError, match="issued by the gate"):
        Permit(permit.admission, permit.reply, permit.text, permit.reply_sha256, (), object())  # type: ignore[arg-type]
    with pytest.raises((TypeError, ValueError)):
        replace(permit, text="other")  # type: ignore[call-arg]


def test_a_refusal_is_never_empty() -> None:
    with pytest.raises(ValueError, match="at least one reason"):
        Refusal((), ())


def test_any_error_of_any_rule_refuses() -> None:
    assert "GAT200" in codes(decide(a_reply(readiness=a_readiness(blockers="none"))))


def test_another_intake_is_refused() -> None:
    assert codes(decide(seen=replace(SEEN, intake_sha256="0" * 64))) == ("GAT202",)


def test_another_length_of_the_intake_is_refused() -> None:
    assert codes(decide(seen=replace(SEEN, intake_bytes=1))) == ("GAT202",)


def test_a_request_that_changed_after_admission_is_refused() -> None:
    assert codes(decide(admitted=replace(SEEN, intake_sha256="0" * 64))) == ("GAT202",)


def test_an_intake_that_is_not_given_is_no_match() -> None:
    assert codes(decide(seen=Evidence(intake_sha256=None))) == ("GAT106",)


@pytest.mark.parametrize(
    "constraint", [None, {}, {"status": "detail_ready"}, [], "x", True], ids=str
)
def test_a_constraint_is_refused_whatever_it_holds(constraint: Any) -> None:
    assert "GAT106" in codes(decide(terminal_status_constraint=constraint))


@pytest.mark.parametrize(
    "members",
    [
        {"schema": "planner.activation/2"},
        {"kind": "intakes"},
        {"activation_id": ""},
        {"activation_id": "a b"},
        {"planner_contract": "both"},
        {"expected_task_ids": None},
        {"capabilities": {"git_repository": True}},
        {"intake": {"sha256": "A" * 64, "bytes": 1}},
        {"intake": {"sha256": "a" * 64, "bytes": True}},
        {"intake": {"sha256": "a" * 64 + "\n", "bytes": 1}},
        {"intake": {"sha256": "a" * 64, "bytes": 1.0}},
        {"basis": None},
        {"authorized": True},
    ],
    ids=str,
)
def test_an_activation_that_is_not_of_its_schema_is_refused(members: dict[str, Any]) -> None:
    assert "GAT003" in codes(decide(**members))


def test_a_member_that_is_missing_is_refused() -> None:
    for member in an_activation():
        text = json.dumps({k: v for k, v in an_activation().items() if k != member})
        refusal = admit(parse_activation(text.encode()), SEEN, Settings())
        assert isinstance(refusal, Refusal)
        assert "GAT003" in refusal.codes


def test_an_activation_with_a_repeated_key_is_refused() -> None:
    text = json.dumps(an_activation())[:-1] + ', "kind": "intake"}'
    refusal = admit(parse_activation(text.encode()), SEEN, Settings())
    assert isinstance(refusal, Refusal)
    assert refusal.codes == ("GAT003",)


def test_a_state_that_is_demanded_and_not_given_refuses() -> None:
    settings = Settings(authority=AuthoritySettings(state="required"))
    refusal = admit(None, SEEN, settings)
    assert isinstance(refusal, Refusal)
    assert refusal.codes == ("GAT106",)


def test_a_person_may_ask_without_an_activation() -> None:
    assert admit(None, SEEN, Settings()) == Admission(None, SEEN.intake_sha256, SEEN.intake_bytes)


@pytest.mark.parametrize(
    "members",
    [
        {"status_recommendation": "detail_ready"},
        {"route": "needs_detail", "readiness": "ready"},
        {"readiness": "ready", "route": "needs_detail", "status_recommendation": "detail_ready"},
    ],
    ids=str,
)
def test_the_bounded_stop_without_a_constraint_is_refused(members: dict[str, Any]) -> None:
    assert "GAT204" in codes(decide(a_reply(readiness=a_readiness() | members)))


def test_a_refused_constraint_lends_neither_its_reason_nor_another_way() -> None:
    constraint = {"required_reason": "detail_ready_task"}
    for members in (
        {"reason": "detail_ready_task"},
        {"status_recommendation": "ready_for_orchestration"},
    ):
        reply = a_reply(readiness=a_readiness(**members))
        assert "GAT204" in codes(decide(reply, terminal_status_constraint=constraint))


def test_a_check_that_crashes_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    def boom(case: object) -> list[Finding]:
        raise RuntimeError(case)

    rule = Rule("GAT299", "boom", "Boom.", Severity.ERROR, Lands.CONTRACT, boom)
    monkeypatch.setattr(GAT, "_rules", [rule])
    assert codes(decide()) == ("GAT900",)


def test_a_gate_without_checks_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAT, "_rules", [])
    assert codes(decide()) == ("GAT901",)


@pytest.mark.parametrize(
    "words",
    [
        "The orchestrator may start the workers now.",
        "Worker: go ahead.",
        "Green light for the coder.",
        "Implementation is approved.",
        "Dispatch the checker.",
        "This authorises execution.",
    ],
)
def test_a_stop_that_authorises_more_is_refused(words: str) -> None:
    reply = a_stop_reply().replace("## Interface Contracts", f"- {words}\n## Interface Contracts")
    activation = parse_activation(json.dumps(a_stop_activation()).encode())
    case = reply_case(parse_reply(reply), Context(terminal_stop=True))
    assert "GAT205" in codes(release(activation, SEEN, case, assess(case), Settings()))
