"""What a bundle does not hold is given again, compared, or named as unchecked."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from planner.app.bundle_given import Given
from planner.app.verify_bundle import Disagrees, Verified, verify
from planner.codec.canonical import digest_bytes
from planner.model.intake import Source
from planner.model.settings import AuthoritySettings, Settings
from tests.app.bundles import (
    REQUEST,
    SHORT,
    TASK,
    WHOLE,
    Files,
    activation,
    bundle_of,
    changed,
    forged,
    released_by_hand,
    told,
)


def test_another_catalogue_is_said_with_the_decision_of_today(short: Files) -> None:
    bad = changed(short, "verdict.json", lambda it: it["digests"].update(catalogue="0" * 64))
    answer = verify(bad, REQUEST)
    assert isinstance(answer, Disagrees)
    (found,) = answer.findings
    assert found.message.startswith("accepted under another catalogue than today's ")
    assert found.message.endswith("the decision today: accepted")
    assert answer.today == "accepted"
    bare = verify(bad)
    assert isinstance(bare, Disagrees)
    assert bare.findings[0].message.endswith("the decision today: not known without the request")


def test_an_accepted_reply_that_is_no_longer_accepted_is_said(short: Files) -> None:
    bad = changed(
        forged(short, b"cli/backup.py", b"cli/restore.py"),
        "verdict.json",
        lambda it: it["digests"].update(catalogue="0" * 64),
    )
    answer = verify(bad, REQUEST)
    assert isinstance(answer, Disagrees)
    assert answer.today == "rejected"


def test_another_request_is_no_request(short: Files) -> None:
    answer = verify(short, Given(intake=SHORT.encode() + b"\n"))
    assert told(answer) == {("verdict.json", "/digests/intake", None)}
    assert "not checked without the request" in answer.unchecked


def test_an_activation_that_was_not_there_is_noticed(short: Files) -> None:
    codes = {code for _, _, code in told(verify(short, replace(WHOLE, intake=SHORT.encode())))}
    assert "GAT202" in codes


def test_the_current_state_that_did_not_move_agrees(activated: Files) -> None:
    now = json.dumps(TASK).encode()
    for given in (replace(WHOLE, state=now), Given(state=now)):
        assert isinstance(verify(activated, given), Verified)


@pytest.mark.parametrize(
    "member", [{"revision": 3}, {"state_version": 8}, {"id": "t-other"}], ids=str
)
def test_a_state_that_moved_is_stale(activated: Files, member: dict[str, Any]) -> None:
    now = json.dumps(TASK | member).encode()
    for given in (replace(WHOLE, state=now), Given(state=now)):
        assert {code for _, _, code in told(verify(activated, given))} == {"GAT201"}


def test_a_status_that_moved_is_stale_where_the_activation_is_there(activated: Files) -> None:
    now = json.dumps(TASK | {"status": "running"}).encode()
    assert {code for _, _, code in told(verify(activated, replace(WHOLE, state=now)))} == {"GAT201"}
    assert any("status" in sentence for sentence in verify(activated, Given(state=now)).unchecked)


def test_a_task_that_is_gone_is_stale(activated: Files) -> None:
    assert {code for _, _, code in told(verify(activated, Given(state=b"null")))} == {"GAT201"}


def test_a_state_that_cannot_be_read_is_no_agreement(activated: Files) -> None:
    assert {code for _, _, code in told(verify(activated, Given(state=b"{}")))} == {"GAT106"}


def test_a_state_that_is_demanded_and_not_given_is_no_agreement(activated: Files) -> None:
    settings = Settings(authority=AuthoritySettings(state="required"))
    assert {code for _, _, code in told(verify(activated, WHOLE, settings))} == {"GAT106"}


def test_an_answer_to_another_activation_is_noticed(activated: Files) -> None:
    given = replace(WHOLE, activation=activation(activation_id="act-digest-5"))
    assert {code for _, _, code in told(verify(activated, given))} == {"GAT206", None}
    bad = changed(activated, "receipt.json", lambda it: it.update(activation_id="act-digest-5"))
    assert told(verify(bad, WHOLE)) == {("receipt.json", "/activation_id", "GAT206")}


SOURCE = b"The backup command is in `cli/backup.py`.\n"
EVIDENCE = Source(
    name="elsewhere.md", sha256=digest_bytes(SOURCE), bytes=len(SOURCE), text=SOURCE.decode()
)


def test_a_source_is_known_by_its_digest(tmp_path: Path) -> None:
    request = SHORT.replace(" in `cli/backup.py`", "")
    files = bundle_of(tmp_path / "out", request, sources=[("notes/where.md", SOURCE)])
    given = Given(intake=request.encode())
    bare = verify(files, given)
    assert isinstance(bare, Verified)
    assert "not checked without the source 'notes/where.md'" in bare.unchecked
    whole = verify(files, replace(given, sources=(EVIDENCE,)))
    assert isinstance(whole, Verified)
    assert not any("without" in sentence for sentence in whole.unchecked)


def test_a_foreign_source_is_noticed(short: Files) -> None:
    answer = verify(short, replace(REQUEST, sources=(EVIDENCE,)))
    assert told(answer) == {("verdict.json", "/digests/artifacts", None)}


VECTORS = Path(__file__).parent.parent / "vectors"
ACCEPTED = [
    line
    for name in ("replies", "authority")
    for line in map(json.loads, (VECTORS / f"{name}.jsonl").read_text("utf-8").splitlines())
    if line["expect"]["decision"] == "accepted"
]


@pytest.mark.parametrize("line", ACCEPTED, ids=[line["id"] for line in ACCEPTED])
def test_a_good_reply_is_not_refused_for_want_of_its_request(line: dict[str, Any]) -> None:
    given = Given(
        intake=line["intake"].encode(), activation=json.dumps(line["activation"]).encode()
    )
    files = released_by_hand(line["reply"].encode(), given, line["activation"]["activation_id"])
    for one in (Given(), replace(given, activation=None), replace(given, intake=None), given):
        assert told(verify(files, one)) == set()


def test_a_stop_whose_constraint_was_taken_away_is_noticed() -> None:
    line = next(line for line in ACCEPTED if line["id"] == "stop-good")
    given = Given(
        intake=line["intake"].encode(), activation=json.dumps(line["activation"]).encode()
    )
    files = released_by_hand(line["reply"].encode(), given, line["activation"]["activation_id"])
    bad = changed(files, "verdict.json", lambda it: it.update(authority="none"))
    assert {"GAT204", "RDY201"} <= {code for _, _, code in told(verify(bad))}
