"""Cases with a design are examined: they fit themselves, their texts and the catalogue."""

from pathlib import Path
from typing import Any

import pytest

from planner.evals.dataset import read_all
from tests.evals.building import a_suite, members, write
from tests.evals.designs import COUNT, OLD, QUEUE, TESTING, design_members


def facts(folder: Path, case: dict[str, Any]) -> list[str]:
    write(folder / "small" / "dev.yaml", a_suite(case))
    return [fault.fact for fault in read_all(["all"], folder).faults]


@pytest.mark.parametrize(
    "given",
    [{}, {"kind": "regeneration"}, {"decision": "rejected"}],
    ids=["written", "regenerated", "refused"],
)
def test_a_good_case_has_no_fault(tmp_path: Path, given: dict[str, Any]) -> None:
    assert facts(tmp_path, design_members(**given)) == []


OLD_LINES = {"kind": "regeneration", "notes": None}
WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "labels": (
        {"labels": [{"span": "Bread Count", "label": "goal"}]},
        "a design document has no labels",
    ),
    "asks": ({"asks": [{"topic": "x", "any_of": ["x"]}]}, "a design document has no asks"),
    "an activation": ({"activation": "{}"}, "a design document has no activation"),
    "an old file of another kind": (
        {"old": "# x"},
        "`old` and the kind `regeneration` go together",
    ),
    "no place of the old file": ({"kind": "regeneration", "tasks_file": None}, "it has no place"),
    "statuses without an old file": (
        {"statuses": {COUNT: "completed"}},
        "there is no old file, so there are no statuses",
    ),
    "rows of what is refused": (
        {"decision": "rejected", "identities": [COUNT]},
        "nothing is written, so there are no identities to see",
    ),
    "a refusal of what is written": (
        {"refusals": ["SDD002"]},
        "the decision and the refusals contradict each other",
    ),
    "a refusal without its code": (
        {"decision": "rejected", "refusals": None},
        "the decision and the refusals contradict each other",
    ),
    "a rule that is not there": (
        {"decision": "rejected", "refusals": ["SDD999"]},
        "there is no rule SDD999",
    ),
    "no rows": (
        {"identities": None, "order": None, "blockers": None},
        "no row is expected",
    ),
    "no identity": ({"forbidden": ["a:b"]}, "'a:b' is no identity"),
    "an unknown prefix": (
        {"forbidden": ["robots:A:b"]},
        "no skill of the catalogue has the prefix of 'robots:A:b'",
    ),
    "a row twice": (
        {"identities": [QUEUE, COUNT, TESTING, COUNT]},
        f"{COUNT!r} is expected twice",
    ),
    "a forbidden row": ({"forbidden": ["rpa:*:testing"]}, "'rpa:*:testing' is expected too"),
    "an order of other rows": (
        {"order": [[QUEUE, OLD]]},
        f"{OLD!r} is not expected to be there",
    ),
    "a blocker of other rows": (
        {"blockers": [[COUNT, OLD]]},
        f"{OLD!r} is not expected to be there",
    ),
    "a status of other rows": (
        {"kind": "regeneration", "statuses": {OLD: "pending"}, "completed": None},
        f"{OLD!r} is not expected to be there",
    ),
    "a completion without a status": (
        {"kind": "regeneration", "completed": {TESTING: "2026-10-02 by human"}},
        f"{TESTING!r} has no status",
    ),
    "notes of other rows": (
        {"kind": "regeneration", "notes": {"rpa:A:b": ["Ask the baker."]}},
        "'rpa:A:b' is nowhere",
    ),
    "a line that was not there": (
        OLD_LINES | {"kept": ["Ask the miller."]},
        "the old file has no line 'Ask the miller.'",
    ),
    "half of a line": (OLD_LINES | {"kept": ["Ask the"]}, "the old file has no line 'Ask the'"),
    "a circle": (
        {"order": [[QUEUE, COUNT], [COUNT, QUEUE]], "blockers": None},
        "it goes in a circle: ",
    ),
    "an order against a blocker": (
        {"order": [[TESTING, COUNT]], "blockers": [[TESTING, COUNT]]},
        "it goes in a circle: ",
    ),
}


@pytest.mark.parametrize(("given", "fact"), WRONG.values(), ids=WRONG)
def test_a_case_that_contradicts_itself_is_refused(
    tmp_path: Path, given: dict[str, Any], fact: str
) -> None:
    (found,) = facts(tmp_path, design_members(**given))
    assert found.startswith(f"case `bread-count`: {fact}")


def test_an_unknown_catalogue_is_told(tmp_path: Path) -> None:
    (found,) = facts(tmp_path, design_members(catalogue="kitchen"))
    assert "kitchen" in found


def test_a_request_has_no_design_and_a_design_its_kind(tmp_path: Path) -> None:
    told = "`design` goes with the kinds `design` and `regeneration`"
    alone = design_members()
    del alone["design"]
    with_design = members(design=design_members()["design"], labels=None, tasks=None)
    for case in (alone, with_design):
        assert any(told in fact for fact in facts(tmp_path, case))


def test_a_fault_is_told_at_its_line(tmp_path: Path) -> None:
    case = design_members(kind="regeneration", kept=["Ask the baker.", "Ask the miller."])
    path = write(tmp_path / "small" / "dev.yaml", a_suite(case))
    (found,) = read_all(["all"], tmp_path).faults
    assert "Ask the miller." in path.read_text(encoding="utf-8").splitlines()[found.line - 1]
