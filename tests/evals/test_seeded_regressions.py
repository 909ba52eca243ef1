"""A change for the worse is caught on our own data sets, and the same planner twice is not."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from planner.adapters.clock import SystemClock
from planner.adapters.drafter_offline import OfflineDrafter
from planner.adapters.source import BytesSource
from planner.adapters.store_files import FileStore
from planner.app.plan_one import Ports, plan_one
from planner.app.reading import PlanRequest
from planner.compose.doors import Settings
from planner.evals.baseline import baseline_of
from planner.evals.case import Case, Kind
from planner.evals.dataset import load
from planner.evals.experiment import run
from planner.evals.gate import gate
from planner.evals.journal import Journal
from planner.evals.observe import Observer, observer, seen_of
from planner.evals.outcomes import GroupKey
from planner.evals.report import Report
from planner.evals.ruling import Reason, Ruling
from planner.evals.seen import Seen
from planner.evals.suites import Choice, record_of, todos_of
from planner.evals.summary import summarised
from planner.evals.thresholds import Thresholds
from planner.model.intake import Brief, LabelledStatement
from planner.model.vocabulary import Label
from planner.ports import Labelled

DATA = Path(__file__).resolve().parents[2] / "evals" / "datasets"
SUITES = ("frontdesk", "adversarial")


class Confused(OfflineDrafter):
    """The offline drafter, which takes every constraint for background."""

    async def label(self, brief: Brief, labels: tuple[LabelledStatement, ...], /) -> Labelled:
        return Labelled(
            tuple(
                replace(item, label=Label.CONTEXT, reason="taken for background")
                if item.label is Label.CONSTRAINT
                else item
                for item in labels
            )
        )


def confused(case: Case, folder: Path) -> Seen:
    if case.kind is Kind.REPLY or case.activation is not None:
        return observer()(case, folder)
    data = case.request.encode()
    ports = Ports(
        drafter=Confused(),
        store=FileStore(folder, force=True),
        source=BytesSource(data),
        clock=SystemClock(),
    )
    return seen_of(asyncio.run(plan_one(PlanRequest(data=data), Settings(), ports)))


def ran(observe: Observer, folder: Path, suites: tuple[str, ...] = SUITES) -> Report:
    """Run the half that is looked at of *suites*."""
    sets = load(suites, DATA, split="dev")
    choice = Choice()
    todos, record = todos_of(sets, choice), record_of(sets, choice)
    with Journal(folder, record, fresh=False) as journal:
        run(todos, observe, journal, jobs=1)
        return summarised(record, todos, journal.samples, is_deterministic=True)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return ran(observer(), tmp_path_factory.mktemp("sound"))


def ruled(report: Report, baseline: Report) -> Ruling:
    limits = {GroupKey(each.suite, each.split): Thresholds() for each in report.groups}
    return gate(report, baseline_of(baseline), limits)


@pytest.mark.parametrize(
    "observe",
    [
        pytest.param(confused, id="a label is confused"),
        pytest.param(observer(Settings(off=("CMD006",))), id="a rule is switched off"),
        pytest.param(observer(Settings(off=("TRC101", "TRC103"))), id="two rules are switched off"),
    ],
)
def test_a_planner_that_got_worse_is_refused(
    observe: Observer, sound: Report, tmp_path: Path
) -> None:
    ruling = ruled(ran(observe, tmp_path / "worse"), sound)
    assert not ruling.passed
    assert {failure.reason for failure in ruling.failures} >= {Reason.FALLEN}


def test_the_same_planner_again_and_again_is_let_through(sound: Report, tmp_path: Path) -> None:
    rulings = [ruled(ran(observer(), tmp_path / f"{number}", ("adversarial",)), only(sound))
               for number in range(20)]  # fmt: skip
    assert [ruling.failures for ruling in rulings] == [()] * 20


def only(report: Report, suite: str = "adversarial") -> Report:
    """Return what *report* says of one suite."""
    return report.model_copy(
        update={
            "groups": tuple(each for each in report.groups if each.suite == suite),
            "rows": tuple(each for each in report.rows if each.suite == suite),
            "cases": tuple(each for each in report.cases if each.suite == suite),
            "confusion": tuple(each for each in report.confusion if each.suite == suite),
        }
    )
