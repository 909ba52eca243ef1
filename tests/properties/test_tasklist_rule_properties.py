"""LST over files that nobody would write: no rule crashes, and no text is passed over."""

from hypothesis import given
from hypothesis import strategies as st

from planner.codec.tasklist import parse_tasks
from planner.model.tasklist import Identity
from planner.rules.tasklist import LST
from planner.rules.tasklist_case import Deliverable, ListLane, TaskListCase
from tests.tasks_pages import a_tasks_file, skills

PIECES = [
    *a_tasks_file().split("\n"),
    "### x",
    "## T3: x",
    "```",
    "<!--",
    "-->",
    "---",
    "> ",
    "- [ ]",
    "* [-] x",
    "**Blocked by:** T2–T9, none",
    "**Completed:** 2026-02-30 by me",
    "| a | b |",
    "|---|---|",
    "## Archive — Tasks removed from plan",
    "<<<<<<< HEAD",
]
FILES = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=20)), max_size=60).map(
    "\n".join
)
DELIVERABLE = Deliverable(identity=Identity("rpa", "P", "x"), title="x", line=1)


@given(text=FILES, old=FILES, lane=st.sampled_from(ListLane))
def test_no_file_makes_a_rule_crash(text: str, old: str, lane: ListLane) -> None:
    case = TaskListCase(
        doc=parse_tasks(text),
        skills=skills(),
        lane=lane,
        name="plans/x.md",
        previous=parse_tasks(old),
        deliverables=(DELIVERABLE,),
    )
    found = list(LST.check(case))
    assert [each.message for each in found if each.code == "LST900"] == []
    lines = text.count("\n") + text.count("\r") + 1
    assert all(each.where.line is None or 1 <= each.where.line <= lines for each in found)


@given(text=FILES)
def test_a_file_that_is_written_anew_as_it_is_loses_nothing(text: str) -> None:
    doc = parse_tasks(text)
    case = TaskListCase(doc=doc, skills=skills(), previous=doc)
    codes = {each.code for each in LST.check(case)}
    if "LST102" not in codes:
        assert not codes & {"LST202", "LST203"}
