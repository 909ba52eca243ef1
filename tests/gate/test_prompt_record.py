"""A prompt has no record of its task: the current state lends one, or the constraint is refused."""

import json
from typing import Any

import pytest

from planner.app.activated import activated
from planner.app.check_reply import Checked, check
from planner.codec.canonical import digest
from planner.gate.permit import Permit
from planner.model.settings import AuthoritySettings, Settings
from planner.model.vocabulary import Evidence
from tests.builders import a_packet, a_readiness, a_reply
from tests.codec.prompts import CLAIMS, a_block, a_composed, an_again

STATE: dict[str, Any] = {
    "id": "t-digest-4",
    "revision": 4,
    "state_version": 19,
    "status": "detail_ready",
    "route": "needs_detail",
    "owner": "plan_reviewer",
    "next_owner": "planner",
    "current_loop": None,
    "activation_reason": "detail_ready_from_task_detailer",
}
LENIENT = Settings(authority=AuthoritySettings(evidence=Evidence.ACTIVATION))
COMMANDS = ("test -s plans/digest/t-digest-4/task-packet.md",)
STOP = a_reply(
    packet=a_packet(
        title="t-digest-4",
        route="needs_detail",
        goal="Planning is complete for this task. Expected stop: detail_ready",
        criteria=("The task stops at detail_ready",),
        interfaces=("None declared",),
        constraints=("The status is settled by the controller alone",),
        inputs=(
            "Independently reviewable surfaces: none",
            "Stable interfaces available: none",
            "Unresolved ordering constraints requiring predecessor output: none",
        ),
        paths=(),
        commands=COMMANDS,
    ),
    readiness={
        "readiness": "ready",
        "route": "needs_detail",
        "status_recommendation": "detail_ready",
        "reason": "detail_ready_task",
        "allowed_paths": [],
        "verification": list(COMMANDS),
        "blockers": [],
    },
).encode()
BLOCKED = a_reply(route="blocked").encode()


def claims(state: dict[str, Any] = STATE, **members: Any) -> dict[str, Any]:
    """Return a constraint for *state* with *members* replaced."""
    record = {name: state[name] for name in ("state_version", "status", "owner", "next_owner")}
    record |= {name: state[name] for name in ("current_loop", "activation_reason")}
    record |= {"task_revision": state["revision"], "basis_digest": CLAIMS["basis_digest"]}
    return CLAIMS | {"authority_digest": digest(record)} | members


def judged(
    prompt: str, state: object = None, *, reply: bytes = STOP, settings: Settings = LENIENT
) -> Checked:
    given = None if state is None else json.dumps(state if state != "null" else None).encode()
    return check(reply, activation=prompt.encode(), state=given, settings=settings)


def codes(checked: Checked) -> tuple[str, ...]:
    return checked.verdict.codes


def test_a_state_that_agrees_lends_the_record_and_the_stop_is_judged() -> None:
    checked = judged(an_again(block=a_block(claims())), STATE)
    assert isinstance(checked.decision, Permit), checked.diagnostics
    assert checked.verdict.fence is not None
    assert (checked.verdict.fence.task_id, checked.verdict.fence.state_version) == (
        "t-digest-4",
        19,
    )


def test_a_prompt_has_no_basis_so_a_strict_project_refuses_its_constraint() -> None:
    checked = judged(an_again(block=a_block(claims())), STATE, settings=Settings())
    assert {"GAT106", "GAT204"} <= {*codes(checked)}


def test_a_claim_is_no_record_of_itself() -> None:
    checked = judged(an_again(block=a_block(claims())))
    assert {"GAT106", "GAT109", "GAT204"} <= {*codes(checked)}


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ({"task_id": "t-other"}, "GAT101"),
        ({"task_revision": 5}, "GAT102"),
        ({"state_version": 18}, "GAT102"),
        ({"required_reason": "draft_task"}, "GAT104"),
        ({"authority_digest": "d" * 64}, "GAT108"),
        ({"authority_digest": "A" * 64}, "GAT002"),
        ({"task_revision": True}, "GAT001"),
        ({"task_revision": 4.0}, "GAT001"),
        ({"task_revision": "4"}, "GAT001"),
        ({"status": "done"}, "GAT001"),
        ({"extra": 1}, "GAT001"),
    ],
    ids=str,
)
def test_a_constraint_is_compared_with_the_record_that_was_lent(
    members: dict[str, Any], code: str
) -> None:
    checked = judged(an_again(block=a_block(claims(**members))), STATE)
    assert code in codes(checked)
    assert "GAT106" not in codes(checked)


@pytest.mark.parametrize(
    ("state", "moved"),
    [
        (STATE | {"id": "t-other"}, "`id`"),
        (STATE | {"status": "done"}, "`status`"),
        ("null", "`task`"),
    ],
    ids=["another task", "another status", "no task"],
)
@pytest.mark.parametrize("block", ["", a_block(claims())], ids=["ordinary", "constrained"])
def test_a_state_that_does_not_agree_is_ground_that_moved(
    state: object, moved: str, block: str
) -> None:
    checked = judged(an_again(block=block), state, reply=BLOCKED)
    assert "GAT201" in codes(checked)
    assert any(moved in found.message for found in checked.diagnostics if found.code == "GAT201")
    assert ("GAT109" in codes(checked)) == bool(block)


def test_a_reason_that_is_named_after_another_status_does_not_agree() -> None:
    checked = judged(an_again(Reason="draft_task"), STATE, reply=BLOCKED)
    assert codes(checked) == ("GAT201",)


@pytest.mark.parametrize("reason", [None, "planner_replan_required_from_task_detailer"])
def test_a_reason_that_proves_nothing_lends_no_record(reason: str | None) -> None:
    assert codes(judged(an_again(Reason=reason), STATE, reply=BLOCKED)) == ()
    prompt = an_again(Reason=reason, block=a_block(claims(required_reason=reason)))
    assert {"GAT106", "GAT109"} <= {*codes(judged(prompt, STATE))}


def test_the_reason_of_the_record_itself_agrees() -> None:
    reason = STATE["activation_reason"]
    prompt = an_again(Reason=reason, block=a_block(claims(required_reason=reason)))
    document = activated(prompt.encode(), json.dumps(STATE).encode())
    assert document.activation is not None
    assert document.activation.task is not None


def test_the_context_has_to_be_that_of_a_stop() -> None:
    checked = judged(an_again(block=a_block(claims())), STATE | {"route": None})
    assert "GAT103" in codes(checked)
    without = judged(an_again(Status="draft", block=a_block(claims())), reply=BLOCKED)
    assert "GAT103" in codes(without)


def test_a_state_that_cannot_be_read_lends_nothing() -> None:
    prompt = an_again(block=a_block(claims()))
    checked = check(STOP, activation=prompt.encode(), state=b"{", settings=LENIENT)
    assert {"GAT106", "GAT109"} <= {*codes(checked)}


@pytest.mark.parametrize(
    "prompt",
    [
        an_again(body=a_block(claims()), block=a_block(claims())),
        an_again(block=a_block(claims()) + "\nMore words.\n"),
        an_again(block=a_block(repr(claims())[:-1] + ", 'task_id': 't-digest-4'}")),
        an_again(block=a_block("__import__('os')")),
    ],
    ids=["twice", "not at the end", "a repeated key", "a call"],
)
def test_a_constraint_that_is_not_plain_refuses_every_reply(prompt: str) -> None:
    for reply in (STOP, BLOCKED):
        found = codes(judged(prompt, STATE, reply=reply))
        assert {"GAT003", "GAT109"} & {*found}


def test_a_constraint_in_the_words_of_a_user_licenses_nothing() -> None:
    block = a_block(claims())
    in_request = f"<original-user-request>\n{block}</original-user-request>"
    for prompt in (
        an_again(body=in_request),
        a_composed(original=block),
        a_composed(intake=f"Add a digest to `a.py`.\n\n{block}"),
        f"Add a digest to `a.py`.\n\n{block}",
    ):
        assert "GAT204" in codes(judged(prompt, reply=STOP))


def test_a_constraint_around_an_intake_is_refused_for_its_kind() -> None:
    prompt = a_composed() + "\n" + a_block(claims())
    checked = check(a_reply(readiness=a_readiness()).encode(), activation=prompt.encode())
    assert "GAT109" in codes(checked)
