"""`planner explain`: a page by code or name, and near matches for what is neither."""

import pytest

from planner.adapters.assets import rule_page
from planner.catalogue import rules
from tests.porch.conftest import Command


@pytest.mark.parametrize("wanted", ["PTH002", "pth002", "parent-escape"])
def test_a_page_is_found_by_code_or_name(planner: Command, wanted: str) -> None:
    run = planner("explain", wanted)
    assert (run.code, run.out, run.err) == (0, rule_page("PTH002"), "")


def test_every_rule_has_a_page_that_explain_prints() -> None:
    assert [rule.code for rule in rules() if rule_page(rule.code) is None] == []


@pytest.mark.parametrize(
    ("wanted", "near"),
    [("PTH999", "PTH"), ("parent-escap", "PTH002"), ("PTHOO2", "PTH002"), ("CFG009", "CFG00")],
)
def test_an_unknown_code_is_answered_with_what_comes_near(
    planner: Command, wanted: str, near: str
) -> None:
    run = planner("explain", wanted)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"planner: there is no rule '{wanted}'; did you mean ")
    assert near in run.err


@pytest.mark.parametrize("wanted", ["", "zzzzzzzz", "../README", "ABC900"])
def test_what_nothing_comes_near_is_only_unknown(planner: Command, wanted: str) -> None:
    run = planner("explain", wanted)
    assert (run.code, run.out) == (2, "")
    assert f"there is no rule '{wanted}'" in run.err


@pytest.mark.parametrize("code", ["CFG001", "CFG002", "CFG003", "PTH900", "RDY901"])
def test_a_code_that_is_no_rule_of_a_reply_is_explained_too(planner: Command, code: str) -> None:
    run = planner("explain", code)
    assert run.code == 0
    assert run.out.startswith(f"# {code} · ")
