"""The six laws of docs/authority.md.

* Law 3 is proved leaf by leaf in tests/gate/test_leaf_mutations.py; here any JSON value is drawn.
* A law is about the decision over bytes: every case goes through the door that strangers use.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.app.check_reply import Checked, check
from planner.app.conformance import judge
from planner.gate.checks import GAT
from planner.model.settings import AuthoritySettings, Settings
from planner.publish.bundle import printed
from tests.builders import READINESS_OF, a_packet, a_readiness, a_reply, section
from tests.gate.leaves import CONSTRAINT, at, places, refusals, replaced, reply_of, stop, without
from tests.gate.test_leaf_mutations import FREE

VECTORS = Path(__file__).parent.parent / "vectors"


def lines_of(name: str, decision: str) -> list[str]:
    text = (VECTORS / name).read_text(encoding="utf-8")
    found = text.splitlines()
    return [line for line in found if json.loads(line)["expect"]["decision"] == decision]


def checked(
    reply: str | bytes | None = None, settings: Settings | None = None, **inputs: Any
) -> Checked:
    """Judge an accepted stop with what is named here in place of its own."""
    good = stop()
    given_ = {name: good[name] for name in ("intake", "activation", "state")} | inputs
    data = reply_of(good) if reply is None else reply
    return check(
        data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"),
        intake=_bytes(given_["intake"]),
        activation=_bytes(given_["activation"]),
        state=_bytes(given_["state"]),
        settings=settings or Settings(),
    )


def _bytes(value: Any) -> bytes | None:
    if value is None or isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else json.dumps(value)).encode()


def decision(*arguments: Any, **inputs: Any) -> str:
    return checked(*arguments, **inputs).verdict.decision


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)

# 1. Default deny.


def test_the_case_that_is_changed_below_is_accepted() -> None:
    assert decision() == "accepted"


@given(st.binary(max_size=200))
def test_bytes_that_nobody_wrote_are_never_accepted(data: bytes) -> None:
    assert decision(data) == "rejected"
    assert decision(data, intake=None, activation=None, state=None) == "rejected"


@given(JSON)
def test_an_activation_of_any_other_value_is_never_accepted(value: Any) -> None:
    assert decision(activation=json.dumps(value)) == "rejected"


@pytest.mark.parametrize("name", ["activation", "state", "intake"])
@pytest.mark.parametrize("text", ["", " ", "{}", "[]", "null", "true", "\ufeff", "{"])
def test_an_empty_input_is_never_accepted(name: str, text: str) -> None:
    assert decision(**{name: text}) == "rejected"


@pytest.mark.parametrize("name", ["activation", "state"])
def test_an_input_that_is_cut_is_never_accepted(name: str) -> None:
    whole = json.dumps(stop()[name])
    cuts = range(0, len(whole), 1 + len(whole) // 80)
    assert [cut for cut in cuts if decision(**{name: whole[:cut]}) != "rejected"] == []


@pytest.mark.parametrize("route", READINESS_OF)
def test_a_part_of_a_reply_is_never_accepted(route: str) -> None:
    parts = {
        "packet": section("task-packet.md", a_packet(route=route)),
        "readiness": section("readiness.json", json.dumps(a_readiness(route))),
        "nothing": "",
        "empty sections": section("task-packet.md", "") + section("readiness.json", "{}"),
    }
    found = {name for name, text in parts.items() if check(text.encode()).verdict.codes == ()}
    assert found == set()
    assert check(a_reply(route=route).encode()).verdict.codes == ()


# 2. Deny wins, in whatever order.

REFUSED = [*lines_of("authority.jsonl", "rejected"), *lines_of("replies.jsonl", "rejected")]


def shuffled(value: Any, rng: Random) -> Any:
    """Return *value* with the members of every object in another order; lists keep theirs."""
    if isinstance(value, dict):
        items = [(key, shuffled(inner, rng)) for key, inner in value.items()]
        rng.shuffle(items)
        return dict(items)
    return [shuffled(inner, rng) for inner in value] if isinstance(value, list) else value


@given(st.sampled_from(REFUSED), st.randoms(use_true_random=False))
def test_no_order_of_members_lets_a_refused_reply_through(line: str, rng: Random) -> None:
    vector = json.loads(line)
    again = vector | {name: shuffled(vector[name], rng) for name in ("activation", "state")}
    assert judge(json.dumps(again)) == judge(line)


@given(st.permutations(GAT.rules), st.sampled_from(REFUSED))
def test_no_order_of_checks_lets_a_refused_reply_through(order: list[Any], line: str) -> None:
    before = judge(line)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GAT, "_rules", order)
        assert judge(line) == before


@given(st.permutations(["packet", "readiness", "blocked readiness"]))
def test_no_order_of_sections_hides_the_stricter_one(order: list[str]) -> None:
    parts = {
        "packet": section("task-packet.md", a_packet()),
        "readiness": section("readiness.json", json.dumps(a_readiness())),
        "blocked readiness": section("readiness.json", json.dumps(a_readiness("blocked"))),
    }
    assert check("\n".join(parts[name] for name in order).encode()).verdict.decision == "rejected"


@given(st.permutations(list(a_readiness("blocked").items())))
def test_no_order_of_readiness_members_changes_a_verdict(items: list[tuple[str, Any]]) -> None:
    reply = a_reply(route="blocked", readiness=dict(items))
    assert check(reply.encode()).verdict.codes == ()
    spoilt = a_reply(route="blocked", readiness=dict(items) | {"blockers": []})
    assert check(spoilt.encode()).verdict.codes != ()


# 3. No single change of an accepted stop stays accepted.

LEAVES = [
    place
    for root in ("activation", "state", "readiness")
    for inner in places(stop()[root])
    if (place := (root, *inner)) not in FREE and place != ("activation", "expected_task_ids")
]


@given(st.sampled_from(LEAVES), JSON)
def test_no_value_but_its_own_is_accepted_at_a_leaf(place: Any, value: Any) -> None:
    own = at(stop(), place)
    same = json.dumps(own, sort_keys=True) == json.dumps(value, sort_keys=True)
    assert (refusals(replaced(stop(), place, value)) == ()) == same


# 4. Removing evidence never grants.

EVIDENCE = ("artifacts", "basis", "task", "intake", "reason", CONSTRAINT)
UNDECLARED = {("activation", "capabilities", "git_repository")}
"""What may be taken away: an undeclared capability allows least."""


@pytest.mark.parametrize("root", ["activation", "state", "readiness"])
def test_nothing_can_be_taken_away_from_an_accepted_stop(root: str) -> None:
    every = {(root, *place) for place in places(stop()[root])}
    kept = {place for place in every if refusals(without(stop(), place)) == ()}
    assert kept <= UNDECLARED


def evidence_in(activation: dict[str, Any]) -> list[Any]:
    """Return the places of what an activation offers as evidence."""
    named = [place for place in places(activation) if place[0] in EVIDENCE]
    # The constraint itself is a claim and no evidence; without it nothing is claimed.
    return [place for place in named if place[0] != CONSTRAINT and len(place) <= 3]


@pytest.mark.parametrize(
    "line",
    lines_of("authority.jsonl", "rejected"),
    ids=lambda line: json.loads(line)["id"],
)
def test_nothing_taken_away_from_a_refused_case_gets_it_accepted(line: str) -> None:
    vector = json.loads(line)
    granted = []
    for place in evidence_in(vector["activation"]):
        fewer = without({"activation": vector["activation"]}, ("activation", *place))
        result = judge(json.dumps(vector | fewer))
        granted += [place] if result.got.startswith("accepted") else []
    without_intake = judge(json.dumps(vector | {"intake": None}))
    assert granted == []
    assert without_intake.got.startswith("rejected")


def test_a_state_that_is_withheld_grants_nothing_where_it_is_demanded() -> None:
    demanding = Settings(authority=AuthoritySettings(state="required"))
    assert decision(settings=demanding) == "accepted"
    assert decision(settings=demanding, state=None) == "rejected"


@pytest.mark.parametrize("kept", range(5))
def test_no_choice_of_artifacts_alone_is_enough(kept: int) -> None:
    good = stop()["activation"]
    fewer = [item for index, item in enumerate(good["artifacts"]) if index != kept]
    assert (decision(activation=good | {"artifacts": fewer}) == "accepted") == (kept == 4)


# 6. The same bytes give the same verdict bytes. (Law 5 stands in tests/house/test_one_door.py.)

TWICE = """
import json, sys
from pathlib import Path
from planner.app.check_reply import check
from planner.publish.bundle import printed

for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()[::6]:
    vector = json.loads(line)
    found = check(
        vector["reply"].encode("utf-8", "surrogatepass"),
        intake=vector["intake"].encode(),
        activation=json.dumps(vector["activation"]).encode(),
    )
    sys.stdout.buffer.write(printed("verdict", found.verdict))
"""


@pytest.mark.parametrize("name", ["replies.jsonl", "authority.jsonl"])
def test_two_processes_write_the_same_verdict_bytes(name: str) -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-c", TWICE, str(VECTORS / name)],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(VECTORS.parents[1])},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count(b'"decision"') > 10


@given(st.sampled_from(REFUSED))
def test_one_process_writes_the_same_verdict_bytes_again(line: str) -> None:
    vector = json.loads(line)
    pair = [
        printed(
            "verdict",
            check(
                vector["reply"].encode("utf-8", "surrogatepass"),
                intake=vector["intake"].encode(),
                activation=json.dumps(vector["activation"]).encode(),
            ).verdict,
        )
        for _ in range(2)
    ]
    assert pair[0] == pair[1]
