"""The basis of a constraint, when a forger takes every digest anew: each fault by itself."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from planner.app.check_reply import check
from planner.app.context import evidence_of
from planner.codec.activation import parse_activation
from planner.codec.canonical import digest, digest_text
from planner.gate.admit import admit
from planner.gate.permit import Refusal
from planner.model.settings import AuthoritySettings, Settings
from planner.model.vocabulary import Evidence
from tests.builders import INTAKE, a_stop_activation, a_stop_reply

Change = Callable[[dict[str, Any]], None]
Found = tuple[str, str, str]


def resealed(change: Change) -> dict[str, Any]:
    """Return the stop's activation after *change*, with both of the constraint's digests anew."""
    activation = a_stop_activation()
    change(activation)
    constraint, task = activation["terminal_status_constraint"], activation["task"]
    if activation.get("basis") is not None:
        constraint["basis_digest"] = digest(activation["basis"])
    members = (
        "state_version",
        "status",
        "owner",
        "next_owner",
        "current_loop",
        "activation_reason",
    )
    record = {name: task[name] for name in members}
    record |= {"task_revision": task["revision"], "basis_digest": constraint["basis_digest"]}
    constraint["authority_digest"] = digest(record)
    return activation


def findings(activation: dict[str, Any]) -> set[Found]:
    """Return (code, pointer, message) of all that the front door finds."""
    document = parse_activation(json.dumps(activation).encode())
    decision = admit(document, evidence_of(INTAKE.encode()), Settings())
    found = decision.diagnostics if isinstance(decision, Refusal) else ()
    return {(item.code, item.where.pointer, item.message) for item in found}


def test_the_stop_sealed_anew_is_accepted() -> None:
    assert findings(resealed(lambda activation: None)) == set()


def _put(*path: Any, value: Any) -> Change:
    def change(activation: dict[str, Any]) -> None:
        holder: Any = activation
        for part in path[:-1]:
            holder = holder[part]
        holder[path[-1]] = value

    return change


def _drop(*path: Any) -> Change:
    def change(activation: dict[str, Any]) -> None:
        holder: Any = activation
        for part in path[:-1]:
            holder = holder[part]
        del holder[path[-1]]

    return change


BASIS = ("basis",)
FROM = ("basis", "detail_provenance")
REFERENCES = "/basis/detail_provenance/artifacts"
REVISION = (
    "GAT107",
    "/basis/detail_provenance/task_revision",
    "the basis is about another revision",
)
SOURCELESS = ("GAT107", REFERENCES, "the reference of 'detail_design' is none")
DIFFERENT = "the basis has another path or digest of `detail_design`"
DESIGN = ("GAT105", "/basis/artifacts/detail_design", DIFFERENT)
STOP = (
    "GAT107",
    "/basis/stop_contract_sha256",
    "the artifacts do not have the basis's stop contract",
)
ABSENT = "the basis names `a/b`, which is not among the artifacts"
OTHER = "0" * 64

SHAPES: dict[str, tuple[Change, set[Found]]] = {
    "a member more": (
        _put(*BASIS, "note", value="x"),
        {("GAT107", "/basis", "the basis does not have exactly its four members")},
    ),
    "a member less": (
        _drop(*BASIS, "route"),
        {
            ("GAT107", "/basis", "the basis does not have exactly its four members"),
            ("GAT107", "/basis/route", "the basis is about another route"),
        },
    ),
    "another route": (
        _put(*BASIS, "route", value="direct_execution"),
        {("GAT107", "/basis/route", "the basis is about another route")},
    ),
    "a member more of the provenance": (
        _put(*FROM, "note", value="x"),
        {
            (
                "GAT107",
                "/basis/detail_provenance",
                "the provenance does not have its five members",
            )
        },
    ),
    "another task": (
        _put(*FROM, "task_id", value="t-other"),
        {("GAT107", "/basis/detail_provenance/task_id", "the basis is about another task")},
    ),
    "another revision": (
        _put(*FROM, "task_revision", value=5),
        {
            (
                "GAT107",
                "/basis/detail_provenance/task_revision",
                "the basis is about another revision",
            )
        },
    ),
    "a revision that is true": (
        _put(*FROM, "task_revision", value=True),
        {
            (
                "GAT107",
                "/basis/detail_provenance/task_revision",
                "the basis is about another revision",
            )
        },
    ),
    "a job that is a number": (
        _put(*FROM, "job_id", value=31),
        {("GAT107", "/basis/detail_provenance/job_id", "`job_id` is no text")},
    ),
    "an activation that is a list": (
        _put(*FROM, "activation_id", value=[]),
        {("GAT107", "/basis/detail_provenance/activation_id", "`activation_id` is no text")},
    ),
    "no artifact": (
        _put(*BASIS, "artifacts", value={}),
        {("GAT107", "/basis/artifacts", "no artifact is named")},
    ),
    "no artifact of the provenance": (
        _put(*FROM, "artifacts", value=None),
        {("GAT107", "/basis/detail_provenance/artifacts", "no artifact is named")},
    ),
    "a reference with a member more": (
        _put(*BASIS, "artifacts", "detail_design", "note", value="x"),
        {("GAT107", "/basis/artifacts", "the reference of 'detail_design' is none")},
    ),
    "a reference without its source": (
        _drop(*FROM, "artifacts", "detail_design", "source_path"),
        {
            (
                "GAT107",
                "/basis/detail_provenance/artifacts",
                "the reference of 'detail_design' is none",
            )
        },
    ),
    "a source that is a number": (
        _put(*FROM, "artifacts", "detail_design", "source_path", value=1),
        {
            (
                "GAT107",
                "/basis/detail_provenance/artifacts",
                "the reference of 'detail_design' is none",
            )
        },
    ),
    "a reference that is a text": (
        _put(*BASIS, "artifacts", "detail_design", value="docs/x.md"),
        {
            (
                "GAT105",
                "/basis/artifacts/detail_design",
                "the basis has another path or digest of `detail_design`",
            ),
            ("GAT107", "/basis/artifacts", "the reference of 'detail_design' is none"),
        },
    ),
    "a reference with another path": (
        _put(*BASIS, "artifacts", "detail_design", "path", value="docs/x.md"),
        {
            (
                "GAT105",
                "/basis/artifacts/detail_design",
                "the basis has another path or digest of `detail_design`",
            )
        },
    ),
    "a provenance with another digest": (
        _put(*FROM, "artifacts", "detail_design", "sha256", value=OTHER),
        {
            (
                "GAT105",
                f"{REFERENCES}/detail_design",
                DIFFERENT,
            )
        },
    ),
    "an artifact that is not there": (
        _put(*BASIS, "artifacts", "a/b", value={"path": "docs/x.md", "sha256": OTHER}),
        {
            (
                "GAT105",
                "/basis/artifacts/a~1b",
                ABSENT,
            )
        },
    ),
    "another stop contract": (
        _put(*BASIS, "stop_contract_sha256", value=OTHER),
        {
            (
                "GAT107",
                "/basis/stop_contract_sha256",
                "the artifacts do not have the basis's stop contract",
            )
        },
    ),
}


@pytest.mark.parametrize(("change", "wanted"), SHAPES.values(), ids=SHAPES)
def test_a_basis_that_is_sealed_anew_is_still_not_the_controllers(
    change: Change, wanted: set[Found]
) -> None:
    assert findings(resealed(change)) == wanted


def test_a_stop_contract_of_other_words_is_found_though_the_artifact_is_sealed_anew() -> None:
    def change(activation: dict[str, Any]) -> None:
        (packet,) = (item for item in activation["artifacts"] if item["kind"] == "task_packet")
        packet["content"] += "More.\n"
        packet["sha256"] = digest_text(packet["content"])

    wanted = (
        "GAT107",
        "/basis/stop_contract_sha256",
        "the artifacts do not have the basis's stop contract",
    )
    assert findings(resealed(change)) == {wanted}


def test_a_stop_contract_without_its_words_is_missing_evidence() -> None:
    def change(activation: dict[str, Any]) -> None:
        (packet,) = (item for item in activation["artifacts"] if item["kind"] == "task_packet")
        del packet["content"]

    wanted = ("GAT106", "/artifacts", "the content of `task_packet` is not there to be digested")
    assert findings(resealed(change)) == {wanted}


def test_an_activation_without_a_stop_contract_is_missing_evidence() -> None:
    def change(activation: dict[str, Any]) -> None:
        activation["artifacts"] = [
            item for item in activation["artifacts"] if item["kind"] != "task_packet"
        ]

    (found,) = findings(resealed(change))
    assert found[:2] == ("GAT106", "/artifacts")
    assert "task_packet, execution_contract, orchestration_notes" in found[2]


def test_an_artifact_that_is_given_twice_is_no_evidence() -> None:
    def change(activation: dict[str, Any]) -> None:
        activation["artifacts"].append(activation["artifacts"][0])

    assert {code for code, _, _ in findings(resealed(change))} == {"GAT105"}


@pytest.mark.parametrize(
    ("evidence", "basis", "authority"),
    [
        (Evidence.DIGEST, True, "recomputed"),
        (Evidence.ACTIVATION, True, "recomputed"),
        (Evidence.ACTIVATION, False, "not_recomputed"),
    ],
)
def test_the_verdict_says_whether_the_digests_were_recomputed(
    evidence: Evidence, *, basis: bool, authority: str
) -> None:
    activation = resealed(lambda activation: None if basis else _drop("basis")(activation))
    document = json.dumps(activation).encode()
    settings = Settings(authority=AuthoritySettings(evidence=evidence))
    checked = check(
        a_stop_reply().encode(), intake=INTAKE.encode(), activation=document, settings=settings
    )
    assert (checked.verdict.decision, checked.verdict.authority) == ("accepted", authority)
    fence = checked.verdict.fence
    assert fence is not None
    assert (fence.task_id, fence.task_revision, fence.state_version) == ("t-digest-4", 4, 19)
    assert checked.verdict.digests.intake == digest_text(INTAKE)
    assert checked.verdict.digests.activation is not None
    assert checked.verdict.digests.reply == digest_text(a_stop_reply())


def test_without_a_constraint_there_is_no_authority_to_recompute() -> None:
    checked = check(a_stop_reply().encode())
    assert checked.verdict.authority == "none"
