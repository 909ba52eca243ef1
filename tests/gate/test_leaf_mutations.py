"""Law 3: one change of an accepted stop, anywhere in what it rests on, refuses it.

* The changes are generated over every leaf of the activation, the current state and the reply's
  readiness; what stays accepted is listed here with the sentence that frees it, and nothing else.
* A forger can recompute digests, since they are no secrets; what that buys is listed as well.
"""

from collections import Counter
from functools import cache

import pytest

from planner.codec.canonical import NoCanonicalForm
from tests.gate.leaves import (
    CONSTRAINT,
    Inputs,
    Place,
    at,
    mutants,
    places,
    refusals,
    replaced,
    resealed,
    stop,
    without,
    wrong,
)

FREE: dict[Place, str] = {
    ("activation", "activation_id"): "the receipt binds it, GAT206",
    ("activation", "planner_contract"): "null with the same inference",
    ("activation", "capabilities"): "the capability: absent is undeclared",
    ("activation", "capabilities", "git_repository"): "the capability",
    ("activation", "artifacts"): "artifacts are found by kind, in whatever order they come",
    ("activation", "artifacts", 0): "likewise",
    ("activation", "artifacts", 1): "likewise",
    ("activation", "artifacts", 2): "likewise",
    ("activation", "artifacts", 3, "path"): "the path of an artifact that the basis does not name",
}
"""Where a change may stay accepted, and why; only the values below do."""
FREE_CHANGES: dict[Place, set[str]] = {
    ("activation", "planner_contract"): {"None there"},
    **{
        ("activation", "artifacts", index): {
            f"swapped with {later}" for later in range(index + 1, 4)
        }
        for index in range(3)
    },
    ("activation", "capabilities"): {"{} there"},
    ("activation", "capabilities", "git_repository"): {"missing"},
}

PLACES = [
    (root, *place)
    for root in ("activation", "state", "readiness")
    for place in places(stop()[root])
]


@cache
def outcome(place: Place) -> tuple[tuple[str, ...], int]:
    """Return the changes at *place* that stay accepted, and how many were tried."""
    tried = [(name, refusals(changed)) for name, changed in mutants(stop(), place)]
    return tuple(name for name, codes in tried if not codes), len(tried)


def test_the_stop_itself_is_accepted() -> None:
    assert refusals(stop()) == ()


def _id(place: Place) -> str:
    return "/".join(map(str, place))


@pytest.mark.parametrize("place", [place for place in PLACES if place not in FREE], ids=_id)
def test_no_change_of_a_leaf_stays_accepted(place: Place) -> None:
    accepted, tried = outcome(place)
    assert (accepted, tried > 0) == ((), True)


@pytest.mark.parametrize("place", FREE, ids=_id)
def test_a_free_leaf_is_free_in_its_own_form_alone(place: Place) -> None:
    accepted, tried = outcome(place)
    assert accepted != ()
    assert len(accepted) < tried
    assert {*accepted} <= FREE_CHANGES.get(place, {*accepted})


@pytest.mark.parametrize("place", [place for place in FREE if isinstance(place[-1], str)], ids=_id)
def test_a_free_leaf_has_the_type_that_it_had(place: Place) -> None:
    good = at(stop(), place)
    accepted = [value for value in wrong(good) if not refusals(replaced(stop(), place, value))]
    kinds = {type(value) for value in accepted}
    # A contract may be inferred; a capability is one of its words, and none of these is another.
    special: dict[object, set[type]] = {"planner_contract": {type(None)}, "git_repository": set()}
    assert kinds == special.get(place[-1], {type(good)})


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("activation", "intake", "text"), "another request"),
        (("activation", "intake", "text"), None),
        (("activation", "intake", "path"), None),
        (("activation", "intake", "path"), 1),
        (("activation", "artifacts", 0, "text"), "x"),
        (("activation", "capabilities", "network"), "true"),
        (("activation", "task", "approved"), True),
        (("activation", "authorized"), True),
        (("activation", "basis", "approved"), True),
        (("activation", CONSTRAINT, "approved"), True),
        (("activation", CONSTRAINT, "schema_version "), 1),
        (("state", "approved"), True),
        (("readiness", "approved"), True),
    ],
    ids=lambda value: _id(value) if isinstance(value, tuple) else repr(value),
)
def test_no_member_can_be_added(place: Place, value: object) -> None:
    assert refusals(replaced(stop(), place, value)) != ()


def test_thousands_of_changes_were_tried() -> None:
    tried = Counter({place[0]: 0 for place in PLACES})
    for place in PLACES:
        tried[str(place[0])] += outcome(place)[1]
    assert tried["activation"] > 2500
    assert tried["state"] > 250
    assert tried["readiness"] > 200
    assert {place for place in PLACES if outcome(place)[0]} <= FREE.keys()


# With the digests recomputed: whoever may write the activation may write another authority, and
# what it says has to be about the same task, route and artifacts all the same.

ORIGIN: Place = ("activation", "basis", "detail_provenance")
HOLDERS: tuple[Place, ...] = ((*ORIGIN, "artifacts"), ("activation", "basis", "artifacts"))
KINDS = ("detail_design", "detail_packet", "detail_summary")
ANOTHER_AUTHORITY: dict[Place, str] = {
    (*ORIGIN, "job_id"): "whose detail work it was, which nothing else in the activation names",
    (*ORIGIN, "activation_id"): "the activation of that work, likewise",
    **{
        (*ORIGIN, "artifacts", kind, "source_path"): "where the work left it, likewise"
        for kind in KINDS
    },
}
"""Leaves of the basis that only its digest fixes."""
CHOSEN = {*HOLDERS, *((*holder, kind) for holder in HOLDERS for kind in KINDS)}
"""Which artifacts the basis was taken over, which only its digest fixes too."""
BASIS = [
    place
    for below in places(stop()["activation"]["basis"])
    if (place := ("activation", "basis", *below)) not in ANOTHER_AUTHORITY and place not in CHOSEN
]


def forged(inputs: Inputs) -> tuple[str, ...]:
    """Return the codes against *inputs* with digests that fit; what has none is refused before."""
    try:
        return refusals(resealed(inputs))
    except NoCanonicalForm:
        return refusals(inputs)


@pytest.mark.parametrize("place", BASIS, ids=_id)
def test_a_forged_basis_is_refused_by_what_it_is_about(place: Place) -> None:
    accepted = [
        value for value in wrong(at(stop(), place)) if not forged(replaced(stop(), place, value))
    ]
    assert accepted == []
    assert forged(without(stop(), place)) != ()


@pytest.mark.parametrize("place", ANOTHER_AUTHORITY, ids=_id)
def test_what_only_the_digest_fixes_is_fixed_by_the_digest(place: Place) -> None:
    changed = replaced(stop(), place, "another-one")
    assert "GAT107" in refusals(changed)
    assert refusals(resealed(changed)) == ()


@pytest.mark.parametrize("place", sorted(CHOSEN), ids=_id)
def test_an_artifact_that_is_taken_out_of_the_basis_changes_its_digest(place: Place) -> None:
    assert "GAT107" in refusals(without(stop(), place))
    assert "GAT107" in refusals(replaced(stop(), place, {}))


@pytest.mark.parametrize("holder", HOLDERS, ids=_id)
@pytest.mark.parametrize("value", [None, True, "x", [], 1], ids=repr)
def test_the_artifacts_of_a_basis_are_an_object(holder: Place, value: object) -> None:
    assert forged(replaced(stop(), holder, value)) != ()


@pytest.mark.parametrize("place", sorted(CHOSEN - {*HOLDERS}), ids=_id)
def test_a_reference_in_a_basis_has_exactly_its_members(place: Place) -> None:
    assert forged(replaced(stop(), (*place, "approved"), "x")) != ()
    for name in at(stop(), place):
        assert forged(without(stop(), (*place, name))) != (), name


@pytest.mark.parametrize(
    "name", ["id", "revision", "state_version", "status", "route", "owner", "next_owner"]
)
def test_a_forged_record_is_refused_by_the_current_state(name: str) -> None:
    accepted = [
        value
        for value in wrong(stop()["activation"]["task"][name])
        if not forged(replaced(stop(), ("activation", "task", name), value))
    ]
    assert accepted == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_forged_artifact_is_refused_by_its_content(kind: str) -> None:
    for holder in HOLDERS:
        assert "GAT105" in forged(replaced(stop(), (*holder, kind, "sha256"), "0" * 64))
    index = [item["kind"] for item in stop()["activation"]["artifacts"]].index(kind)
    assert "GAT105" in refusals(without(stop(), ("activation", "artifacts", index)))
