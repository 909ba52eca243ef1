"""Whichever form an activation has, the request that is judged is the activation's own."""

import json
from pathlib import Path

import pytest

from planner.app.activated import activated, intake_bytes
from planner.app.check_reply import Checked, check
from planner.app.outcome import Released
from planner.codec.canonical import digest_text
from planner.compose.doors import plan
from planner.gate.permit import Permit
from planner.model.reply import Reply
from planner.model.vocabulary import Mode, Route
from tests.builders import INTAKE, PATHS, a_packet, a_readiness, a_reply, an_activation
from tests.codec.prompts import a_composed, a_stub, an_again

REPLY = a_reply().encode()
BLOCKED = a_reply(route="blocked").encode()


def judged(activation: str, *, intake: str | None = None, reply: bytes = REPLY) -> Checked:
    given = None if intake is None else intake.encode()
    return check(reply, activation=activation.encode(), intake=given)


@pytest.mark.parametrize(
    "activation",
    [INTAKE, f"{INTAKE}\nCCB_REPLY_MODE: silent\n", a_composed(), a_composed(original="Build it.")],
    ids=["intake", "intake with a trailer", "composed", "with the user's words"],
)
@pytest.mark.parametrize("beside", ["nothing", "the intake", "the prompt", "with CRLF"])
def test_a_good_reply_is_let_through_in_each_form(activation: str, beside: str) -> None:
    given = {
        "nothing": None,
        "the intake": INTAKE,
        "the prompt": activation,
        "with CRLF": INTAKE.replace("\n", "\r\n") + "\r\n",
    }[beside]
    checked = judged(activation, intake=given)
    assert isinstance(checked.decision, Permit), checked.diagnostics
    document = activated(activation.encode())
    assert document.activation is not None
    assert checked.verdict.digests.intake == document.activation.intake.sha256


@pytest.mark.parametrize("activation", [INTAKE, a_composed(), an_again()])
def test_another_request_beside_a_prompt_is_refused(activation: str) -> None:
    other = INTAKE.replace("open reviews only", "all reviews")
    assert judged(activation, intake=other, reply=BLOCKED).verdict.codes == ("GAT202",)


def test_a_prompt_for_a_task_vouches_for_no_request_but_itself() -> None:
    assert judged(an_again(), intake=INTAKE, reply=BLOCKED).verdict.codes == ("GAT202",)
    assert judged(an_again(), intake=an_again(), reply=BLOCKED).verdict.codes == ()


def test_canonical_json_gives_its_text_and_takes_no_other_bytes() -> None:
    intake = {"sha256": digest_text(INTAKE), "bytes": len(INTAKE.encode()), "text": INTAKE}
    document = activated(json.dumps(an_activation(intake=intake)).encode())
    assert intake_bytes(document, None) == INTAKE.encode()
    padded = INTAKE.encode() + b"\n"
    assert intake_bytes(document, padded) == padded


def test_a_person_s_request_is_what_was_given() -> None:
    assert intake_bytes(None, b"x") == b"x"
    assert intake_bytes(None, None) is None


def test_bytes_that_are_no_text_are_not_the_intake() -> None:
    assert intake_bytes(activated(INTAKE.encode()), b"\xff") == b"\xff"


def test_an_executing_reply_to_a_prompt_without_texts_is_refused() -> None:
    checked = judged(an_again())
    assert {"INT003", "PTH202"} <= {*checked.verdict.codes}


@pytest.mark.parametrize(
    "prompt",
    [a_stub(a_composed()[:1200]), a_composed(intake=a_stub(INTAKE)), an_again()],
    ids=["the prompt", "the intake in it", "a task's files"],
)
def test_nothing_is_executed_from_a_preview(prompt: str) -> None:
    assert "INT003" in judged(prompt).verdict.codes
    blocked = judged(prompt, reply=BLOCKED)
    assert blocked.verdict.codes == ()
    assert [found.code for found in blocked.diagnostics] == ["INT003"]


@pytest.mark.parametrize(
    "prompt",
    [a_stub(a_composed()[:1200]), a_stub(an_again()[:300]), a_composed(intake=a_stub(INTAKE))],
    ids=["a prompt", "a prompt for a task", "the intake in it"],
)
def test_a_blocked_packet_is_planned_from_a_preview(prompt: str, tmp_path: Path) -> None:
    outcome = plan(prompt.encode(), out=tmp_path / "bundle")
    assert isinstance(outcome, Released), outcome
    assert isinstance(outcome.permit.reply, Reply)
    assert outcome.permit.reply.readiness.route is Route.BLOCKED
    assert any("preview" in blocker for blocker in outcome.permit.reply.readiness.blockers)


def test_a_blocked_packet_is_planned_for_a_task_whose_texts_are_not_shown(tmp_path: Path) -> None:
    outcome = plan(an_again().encode(), out=tmp_path / "bundle")
    assert isinstance(outcome, Released), outcome
    assert isinstance(outcome.permit.reply, Reply)
    assert outcome.permit.reply.readiness.route is Route.BLOCKED
    assert outcome.permit.reply.packet.title == "t-digest-4"


@pytest.mark.parametrize(
    ("prompt", "mode", "source"),
    [
        (a_composed(), Mode.SINGLE_TASK, "activation"),
        (a_composed(contract="task_set"), Mode.TASK_SET, "activation"),
        (a_composed(contract=None), Mode.SINGLE_TASK, "inferred"),
        (a_composed(contract=None, original="Plan a task set."), Mode.TASK_SET, "inferred"),
        (a_composed(original="Plan a task set."), Mode.SINGLE_TASK, "activation"),
        (INTAKE, Mode.SINGLE_TASK, "inferred"),
        (f"{INTAKE}\nPlan multiple tasks.", Mode.TASK_SET, "inferred"),
        (an_again(), Mode.SINGLE_TASK, "activation"),
    ],
)
def test_the_verdict_says_which_shape_was_asked_for_and_by_what(
    prompt: str, mode: Mode, source: str
) -> None:
    shape = judged(prompt).verdict.shape
    assert (shape.mode, shape.source) == (mode, source)


def test_names_in_the_user_s_own_words_are_grounds_for_a_path() -> None:
    paths = (*PATHS, "notes/digest-format.md")
    reply = a_reply(packet=a_packet(paths=paths), readiness=a_readiness(allowed_paths=[*paths]))
    bare = judged(a_composed(), reply=reply.encode())
    assert "PTH202" in bare.verdict.codes
    told = judged(a_composed(original="Change notes/digest-format.md."), reply=reply.encode())
    assert "PTH202" not in told.verdict.codes


@pytest.mark.parametrize(
    "prompt",
    ["", "{", "Role: planner\n", '**task-set-closure.json**\n```json\n{"schema": "x"}\n```\n'],
)
def test_what_is_no_activation_lets_nothing_through(prompt: str) -> None:
    for reply in (REPLY, BLOCKED):
        assert "GAT003" in judged(prompt, intake=INTAKE, reply=reply).verdict.codes
