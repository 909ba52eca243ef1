"""A bundle is recomputed: every change of its bytes is noticed."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from planner.app.verify_bundle import Disagrees, Verified, verify
from planner.codec.canonical import digest_bytes
from tests.app.bundles import (
    REQUEST,
    WHOLE,
    Files,
    activation,
    bundle_of,
    changed,
    forged,
    told,
)
from tests.builders import INTAKE


def test_a_bundle_with_its_request_is_verified(short: Files, activated: Files) -> None:
    for files, given in ((short, REQUEST), (activated, WHOLE)):
        answer = verify(files, given)
        assert isinstance(answer, Verified)
        assert answer.decision == "accepted"
        assert not any("without" in sentence for sentence in answer.unchecked)


def test_a_bundle_without_its_request_is_verified_and_says_so(activated: Files) -> None:
    answer = verify(activated)
    assert isinstance(answer, Verified)
    assert answer.unchecked[:2] == (
        "not checked without the request",
        "not checked without the activation",
    )


def test_a_refusal_is_verified(withheld: Files) -> None:
    answer = verify(withheld, replace(WHOLE, activation=activation(planner_contract="both")))
    assert isinstance(answer, Verified)
    assert answer.decision == "rejected"


def test_the_same_bytes_get_the_same_verdict(tmp_path: Path, activated: Files) -> None:
    again = bundle_of(tmp_path / "again", INTAKE, activation=activation())
    assert again["verdict.json"] == activated["verdict.json"]
    assert set(again) == set(activated)
    assert verify(again, WHOLE) == verify(activated, WHOLE)


@pytest.mark.parametrize("flip", [0x01, 0x20, 0x80])
@pytest.mark.parametrize("name", ["task-packet.md", "readiness.json", "reply.md", "trace.json"])
def test_a_changed_byte_of_a_file_is_noticed(short: Files, name: str, flip: int) -> None:
    data = short[name]
    for offset in range(0, len(data), 1 if len(data) < 300 else 23):
        bad = data[:offset] + bytes([data[offset] ^ flip]) + data[offset + 1 :]
        assert (name, "", None) in told(verify(short | {name: bad})), offset


@pytest.mark.parametrize("flip", [0x01, 0x20])
def test_a_changed_byte_of_the_verdict_is_noticed(short: Files, flip: int) -> None:
    data = short["verdict.json"]
    for offset in range(len(data)):
        bad = data[:offset] + bytes([data[offset] ^ flip]) + data[offset + 1 :]
        assert told(verify(short | {"verdict.json": bad}, REQUEST)) != set(), offset


FREE = ("created_at", "seconds", "attempts", "usage", "versions")
"""Members of a receipt that nothing else repeats."""


def test_a_changed_byte_of_the_receipt_is_noticed_or_is_a_time_or_a_cost(short: Files) -> None:
    data, receipt = short["receipt.json"], json.loads(short["receipt.json"])
    for offset in range(len(data)):
        bad = data[:offset] + bytes([data[offset] ^ 1]) + data[offset + 1 :]
        if isinstance(verify(short | {"receipt.json": bad}, REQUEST), Verified):
            differing = {name for name in receipt if json.loads(bad)[name] != receipt[name]}
            assert differing, offset
            assert differing <= set(FREE), offset


@pytest.mark.parametrize("name", ["task-packet.md", "readiness.json", "reply.md", "trace.json"])
def test_a_byte_more_or_less_is_noticed(short: Files, name: str) -> None:
    for bad in (short[name] + b"\n", short[name][:-1], b""):
        assert (name, "", None) in told(verify(short | {name: bad}))


def test_each_missing_file_is_noticed(activated: Files) -> None:
    for name in activated:
        rest = {other: data for other, data in activated.items() if other != name}
        assert (name, "", None) in told(verify(rest)), name


@pytest.mark.parametrize("name", ["notes.txt", "task-set.json", "Reply.md", "reply.md "])
def test_an_extra_file_is_noticed(short: Files, name: str) -> None:
    assert (name, "", None) in told(verify(short | {name: b"{}\n"}))


def test_an_extra_file_that_the_verdict_lists_is_noticed(short: Files) -> None:
    data = b"run me\n"
    bad = changed(
        short, "verdict.json", lambda it: it["files"].update({"a.sh": digest_bytes(data)})
    )
    assert ("verdict.json", "/files/a.sh", None) in told(verify(bad | {"a.sh": data}))


def test_what_is_no_plain_file_is_named(short: Files) -> None:
    answer = verify(short, odd={"x": "it is a link, and links are not followed"})
    assert told(answer) == {("x", "", None)}


def test_a_file_that_is_no_plain_file_is_named_once(short: Files) -> None:
    rest = {name: data for name, data in short.items() if name != "trace.json"}
    answer = verify(rest, odd={"trace.json": "it is a folder, and a bundle has none"})
    assert told(answer) == {("trace.json", "", None)}


def test_a_section_that_is_not_its_file_is_noticed_though_the_digests_agree(short: Files) -> None:
    other = short["task-packet.md"].replace(b"nothing is printed", b"something is printed")
    bad = changed(
        short | {"task-packet.md": other},
        "verdict.json",
        lambda it: it["files"].update({"task-packet.md": digest_bytes(other)}),
    )
    assert told(verify(bad, REQUEST)) == {("task-packet.md", "", None)}


def test_a_forged_path_is_judged_again(short: Files) -> None:
    bad = forged(short, b"cli/backup.py", b"../backup.py")
    answer = verify(bad)
    assert isinstance(answer, Disagrees)
    assert "PTH002" in {code for _, _, code in told(answer)}
    assert answer.today is None


def test_a_forged_path_that_only_the_request_contradicts_needs_the_request(short: Files) -> None:
    bad = forged(short, b"cli/backup.py", b"cli/restore.py")
    assert "not checked without the request" in verify(bad).unchecked
    answer = verify(bad, REQUEST)
    assert isinstance(answer, Disagrees)
    assert "PTH202" in {code for _, _, code in told(answer)}
    assert answer.today == "rejected"


@pytest.mark.parametrize(
    ("pointer", "change"),
    [
        ("/decision", lambda it: it.update(decision="rejected")),
        ("/codes", lambda it: it.update(codes=["PTH001"])),
        ("/digests/reply", lambda it: it["digests"].update(reply="0" * 64)),
        ("/digests/intake", lambda it: it["digests"].update(intake="0" * 64)),
        ("/digests/activation", lambda it: it["digests"].update(activation="0" * 64)),
        ("/digests/catalogue", lambda it: it["digests"].update(catalogue="0" * 64)),
        ("/shape/mode", lambda it: it["shape"].update(mode="task_set")),
        ("/shape/source", lambda it: it["shape"].update(source="inferred")),
        ("/fence/task_id", lambda it: it["fence"].update(task_id="t-digest-5")),
        ("/fence/task_revision", lambda it: it["fence"].update(task_revision=3)),
        ("/fence/state_version", lambda it: it["fence"].update(state_version=8)),
        ("/fence", lambda it: it.update(fence=None)),
        ("/authority", lambda it: it.update(authority="recomputed")),
        ("/planner", lambda it: it.update(planner="0.0.1")),
        ("/drafter", lambda it: it.update(drafter="somebody")),
        ("/surplus", lambda it: it.update(surplus=1)),
        ("/fence/task_revision", lambda it: it["fence"].update(task_revision=True)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_changed_member_of_the_verdict_is_named(
    activated: Files, pointer: str, change: Callable[[Any], object]
) -> None:
    answer = verify(changed(activated, "verdict.json", change), WHOLE)
    assert ("verdict.json", pointer, None) in told(answer)


def test_a_finding_that_was_put_into_the_verdict_is_noticed(activated: Files) -> None:
    finding = {
        "code": "QST203", "name": "answered-by-intake", "severity": "warning", "lands": "advice",
        "message": "the request states it", "artifact": "reply", "pointer": "", "line": None,
        "column": None, "value": None, "hint": None,
    }  # fmt: skip
    bad = changed(activated, "verdict.json", lambda it: it["diagnostics"].append(finding))
    assert told(verify(bad, WHOLE)) == {("verdict.json", "/diagnostics", None)}


def test_another_form_of_the_same_members_is_noticed(short: Files) -> None:
    for name in ("verdict.json", "receipt.json"):
        compact = json.dumps(json.loads(short[name])).encode()
        assert (name, "", None) in told(verify(short | {name: compact}))
        reordered = dict(reversed(json.loads(short[name]).items()))
        bad = (json.dumps(reordered, indent=2) + "\n").encode()
        assert (name, "", None) in told(verify(short | {name: bad}))


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"null", b"{", b"\xff", b'{"schema": 1, "schema": 2}'], ids=repr
)
def test_a_verdict_that_is_none_is_a_finding(short: Files, data: bytes) -> None:
    answer = verify(short | {"verdict.json": data})
    assert {file for file, _, _ in told(answer)} == {"verdict.json"}
    assert answer.unchecked == ("not checked without a verdict: what rests on it",)


def test_a_receipt_and_a_verdict_agree_about_whether_there_was_an_activation(
    short: Files, activated: Files
) -> None:
    added = changed(short, "receipt.json", lambda it: it.update(activation_id="act-1"))
    taken = changed(activated, "receipt.json", lambda it: it.update(activation_id=None))
    for bad in (added, taken):
        assert told(verify(bad)) == {("receipt.json", "/activation_id", None)}


@pytest.mark.parametrize(
    "text", ["2026-02-30T00:00:00Z", "2026-01-01T00:00:00", "2026-01-01", "2026-1-1T0:0:0Z", ""]
)
def test_a_time_that_is_none_is_noticed(short: Files, text: str) -> None:
    bad = changed(short, "receipt.json", lambda it: it.update(created_at=text))
    assert told(verify(bad)) == {("receipt.json", "/created_at", None)}


def test_a_trace_of_another_request_is_noticed(short: Files) -> None:
    def rewrite(trace: dict[str, Any]) -> None:
        trace["statements"][0]["text"] = "Delete everything."

    bad = changed(short, "trace.json", rewrite)
    digest = digest_bytes(bad["trace.json"])
    bad = changed(bad, "verdict.json", lambda it: it["files"].update({"trace.json": digest}))
    assert told(verify(bad, REQUEST)) == {("trace.json", "/statements", None)}


def test_a_changed_refusal_is_noticed(withheld: Files) -> None:
    given = replace(WHOLE, activation=activation(planner_contract="both"))

    def rename(verdict: dict[str, Any]) -> None:
        verdict["diagnostics"][0]["message"] = "nothing is wrong"

    bad = changed(withheld, "verdict.json", rename)
    assert told(verify(bad, given)) == {("verdict.json", "/diagnostics", "GAT003")}


def test_a_refusal_that_is_called_accepted_is_noticed(withheld: Files) -> None:
    bad = changed(
        withheld,
        "verdict.json",
        lambda it: it.update(decision="accepted", codes=[], diagnostics=[]),
    )
    given = replace(WHOLE, activation=activation(planner_contract="both"))
    assert "GAT003" in {code for _, _, code in told(verify(bad, given))}


def test_an_acceptance_that_is_called_rejected_is_noticed(short: Files) -> None:
    def reject(verdict: dict[str, Any]) -> None:
        finding = {
            "code": "PTH002", "name": "parent-escape", "severity": "error", "lands": "importer",
            "message": "it leaves the tree", "artifact": "readiness.json", "pointer": "",
            "line": None, "column": None, "value": None, "hint": None,
        }  # fmt: skip
        verdict.update(decision="rejected", codes=["PTH002"], diagnostics=[finding])

    assert told(verify(changed(short, "verdict.json", reject))) == {("reply.md", "", None)}
