"""A plan file is written once, brought up to date, or left as it is."""

from dataclasses import replace
from typing import Any

import pytest

from planner.adapters.documents_memory import MemoryDocuments
from planner.app.feature_file import (
    FeatureFileOutcome,
    FeatureRefused,
    FeatureRequest,
    FeatureWritten,
    feature_file,
)
from planner.app.kept_list import Keeping, Manner
from planner.app.outcome import Declined
from planner.app.plan_feature import FeatureAsked, FeatureDeclined
from planner.app.reading import PlanRequest
from planner.errors import UsageError, WriteConflict
from planner.model.plan import (
    Approach,
    AppState,
    Packaging,
    PlanOptions,
    ProjectType,
    UiTargeting,
)
from planner.model.sdd import Autonomy, Delivery, Platform
from tests.app.lane import LATER, TODAY, UIPATH, Kept, identities, ticked

REQUEST = """# Order desk

Build a UiPath process in XAML that reads orders from the web portal into the queue `Orders`.

## Acceptance criteria

- An AI agent `OrderReader` reads each order.
"""
MORE = REQUEST + "- The credential `PortalLogin` is used for the portal.\n"
GIVEN = PlanOptions(
    project_type=ProjectType.XAML,
    approach=Approach.EXPLORE_FIRST,
    autonomy=Autonomy.AUTONOMOUS,
    app_state=AppState.OPEN_AND_READY,
    ui_targeting=UiTargeting.USER_INDICATES,
    packaging=Packaging.SOLUTION,
    delivery=Delivery(Platform.CLOUD),
)
PLAN = f"plans/{TODAY}-order-desk.md"
MANNERS = list(Manner)


def outcome(
    folder: MemoryDocuments,
    text: str = REQUEST,
    *,
    today: str = TODAY,
    options: PlanOptions = GIVEN,
    **keeping: Any,
) -> FeatureFileOutcome:
    wanted = FeatureRequest(
        asked=PlanRequest(data=text.encode()),
        options=options,
        catalogue=UIPATH,
        keeping=Keeping(**keeping),
    )
    return feature_file(wanted, folder, tuple(folder.tasks_files), today=today)


def written(folder: MemoryDocuments, text: str = REQUEST, **given: Any) -> FeatureWritten:
    found = outcome(folder, text, **given)
    assert isinstance(found, FeatureWritten), found
    return found


def refused(folder: MemoryDocuments, text: str = REQUEST, **given: Any) -> FeatureRefused:
    before = dict(folder.tasks_files)
    found = outcome(folder, text, **given)
    assert isinstance(found, FeatureRefused), found
    assert folder.tasks_files == before
    return found


def holding(text: str | bytes, path: str = PLAN) -> Kept:
    return Kept({}, {path: text if isinstance(text, bytes) else text.encode()})


def first_text(text: str = REQUEST) -> str:
    return written(Kept({}), text).text


def test_a_new_plan_goes_where_the_format_says() -> None:
    folder = Kept({})
    found = written(folder)
    assert folder.tasks_files == {PLAN: found.text.encode()}
    assert (found.path, found.before) == (PLAN, None)


def test_the_plan_of_a_project_goes_to_its_documents() -> None:
    folder = Kept({})
    found = written(folder, options=replace(GIVEN, is_project=True))
    assert found.path == f"docs/{PLAN}"
    assert f"exactly as documented in the plan at docs/{PLAN}." in found.text


def test_a_path_that_was_given_wins() -> None:
    folder = Kept({})
    assert written(folder, options=replace(GIVEN, path="a/b-plan.md")).path == "a/b-plan.md"


def test_the_same_plan_again_is_not_written() -> None:
    folder = holding(ticked(first_text()))
    found = written(folder)
    assert found.text == found.before == ticked(first_text())
    assert folder.tasks_files == {PLAN: ticked(first_text()).encode()}


def test_another_plan_is_not_written_over() -> None:
    folder = holding(first_text())
    with pytest.raises(WriteConflict, match="--regenerate"):
        outcome(folder, MORE)
    assert folder.writes == 0


def test_a_plan_is_brought_up_to_date_and_keeps_what_was_done() -> None:
    found = written(holding(ticked(first_text())), MORE, manner=Manner.REGENERATE)
    assert "**Completed:** 2026-12-02 by human\n" in found.text
    assert "PortalLogin" in " ".join(identities(found.doc))
    assert found.summary is not None
    assert len(found.summary.completed) == 1


def test_a_plan_is_found_again_on_another_day() -> None:
    folder = holding(ticked(first_text()))
    found = written(folder, MORE, manner=Manner.REGENERATE, today=LATER)
    assert list(folder.tasks_files) == [PLAN]
    assert f"plan at {PLAN}." in found.text
    assert LATER not in found.text


def test_of_several_plans_of_a_feature_the_newest_goes_on() -> None:
    older = PLAN.replace(TODAY, "2026-11-01")
    folder = Kept({}, {older: b"older\n", PLAN: first_text().encode()})
    assert written(folder, today=LATER).path == PLAN


def test_a_plan_in_another_folder_or_of_another_feature_is_let_be() -> None:
    others = {f"docs/{PLAN}": b"x\n", PLAN.replace("order-desk", "order-desks"): b"y\n"}
    folder = Kept({}, others)
    assert written(folder, today=LATER).path == PLAN.replace(TODAY, LATER)
    assert others.items() <= folder.tasks_files.items()


def test_a_plan_is_gone_on_from_as_it_is() -> None:
    folder = holding(ticked(first_text()))
    found = written(folder, MORE, manner=Manner.CONTINUE)
    assert found.text == ticked(first_text())
    assert folder.writes == 0


def test_without_a_plan_there_is_nothing_to_go_on_from() -> None:
    with pytest.raises(UsageError, match="--continue"):
        outcome(Kept({}), manner=Manner.CONTINUE)


def test_a_plan_without_a_task_is_not_gone_on_from_though_no_rule_says_so() -> None:
    folder = holding(first_text().partition("## Task")[0])
    with pytest.raises(UsageError, match="no task to go on from"):
        outcome(folder, manner=Manner.CONTINUE, off=frozenset({"LST003"}))
    assert folder.writes == 0


def test_a_look_writes_nothing() -> None:
    folder = Kept({})
    assert written(folder, only_show=True).path == PLAN
    assert folder.tasks_files == {}
    there = holding(first_text())
    assert "PortalLogin" in written(there, MORE, manner=Manner.REGENERATE, only_show=True).text
    assert there.writes == 0


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize(
    "text",
    [
        "",
        "notes\n",
        "# Order desk\n\n### Create queue Orders\n\n- [ ] do it\n",
        first_text().replace("## Task T2", "<" * 7 + " HEAD\n## Task T2"),
        first_text().replace("## Task T2", "```json\n## Task T2"),
        first_text().replace("## Task T", "## TASK-"),
        first_text().replace("[ ] pending", "[-] no"),
    ],
    ids=["empty", "notes", "a board", "conflict", "fence", "grammar", "mark"],
)
def test_a_file_that_would_lose_something_is_left_byte_for_byte(manner: Manner, text: str) -> None:
    folder = holding(text)
    found = refused(folder, MORE, manner=manner)
    assert found.diagnostics
    assert (found.path, found.text, folder.writes) == (PLAN, text, 0)


def test_an_unknown_mark_is_resolved_where_it_is_asked_for() -> None:
    odd = first_text().replace("[ ] pending", "[-] no", 1)
    found = written(holding(odd), manner=Manner.REGENERATE, resolve_marks=True)
    assert "(was `[-] no`)" in found.text


@pytest.mark.parametrize("manner", MANNERS)
def test_a_plan_that_is_no_utf_8_stays_byte_for_byte(manner: Manner) -> None:
    folder = holding(first_text().encode("utf-16"))
    with pytest.raises(UsageError, match="stays as it is"):
        outcome(folder, manner=manner)
    assert folder.writes == 0


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_line_ends_of_the_plan_are_kept(newline: str) -> None:
    old = "\ufeff" + first_text().replace("\n", newline)
    same = written(holding(old.encode()), manner=Manner.REGENERATE)
    assert same.text == old
    new = written(holding(old.encode()), MORE, manner=Manner.REGENERATE).text
    assert new.startswith("\ufeff# Order")
    assert new.count("\n") == new.count(newline)


@pytest.mark.parametrize(
    ("text", "options", "kind"),
    [
        (REQUEST, PlanOptions(), FeatureAsked),
        (
            "Build a Maestro flow over the deployed process `Posting`.",
            PlanOptions(),
            FeatureDeclined,
        ),
        ("Add a CSV export to the reviews page.", GIVEN, FeatureDeclined),
        ("Create the workflow `../../etc/passwd.xaml`, then deploy.", GIVEN, FeatureDeclined),
        (" \n", GIVEN, Declined),
    ],
    ids=["questions", "one owner", "nobody's", "all of it out of bounds", "nothing"],
)
def test_what_is_not_planned_writes_nothing(
    text: str, options: PlanOptions, kind: type[object]
) -> None:
    folder = holding("mine\n")
    assert isinstance(outcome(folder, text, options=options), kind)
    assert folder.tasks_files == {PLAN: b"mine\n"}
