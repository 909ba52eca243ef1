"""One design document through a planner of tasks files: what is read back of each outcome."""

from pathlib import Path
from typing import Any

import pytest

from planner.adapters.documents_memory import MemoryDocuments
from planner.app.kept_list import Manner
from planner.app.tasks_outcome import (
    PartOfSolution,
    TasksOutcome,
    TasksRefused,
    TasksRequest,
    TasksWritten,
)
from planner.codec.tasklist import parse_tasks
from planner.compose.doors import Settings
from planner.diagnostics.diagnostic import Diagnostic, Lands, Severity, Where
from planner.errors import ConfigError
from planner.evals.case import Decision
from planner.evals.graders import scores
from planner.evals.observe import observer
from planner.evals.observe_design import TasksPlanner, observe_design
from planner.evals.recorded import Recording, replaying
from planner.evals.seen import Seen, SeenTasksFile
from tests.evals.designs import DOCUMENT, ROWS, TASKS, a_design

PLACE = "bread-count-tasks.md"


class Recorder:
    """Writes one text after the other, and keeps what it was asked."""

    def __init__(self, *texts: str) -> None:
        self.texts = [*texts]
        self.asked: list[TasksRequest] = []
        self.documents: list[dict[str, bytes | None]] = []

    def __call__(self, asked: TasksRequest, documents: MemoryDocuments, today: str) -> TasksOutcome:
        self.asked.append(asked)
        names = ("bread-count-sdd.md", "child-sdd.md")
        self.documents.append({name: documents.read(name) for name in names})
        text = self.texts[min(len(self.asked), len(self.texts)) - 1]
        documents.keep(PLACE, text.encode(), documents.kept(PLACE))
        return TasksWritten(
            path=PLACE,
            tasks_file=PLACE,
            text="not what was written",
            doc=parse_tasks(text),
            diagnostics=(finding("SDD007", Severity.WARNING),),
        )


def finding(code: str, severity: Severity = Severity.ERROR) -> Diagnostic:
    return Diagnostic(
        code=code,
        name="x",
        severity=severity,
        lands=Lands.CONTRACT,
        message="x",
        where=Where("sdd"),
    )


def refusing(*, writes: bool = False) -> TasksPlanner:
    def planner(_: TasksRequest, documents: MemoryDocuments, __: str) -> TasksOutcome:
        if writes:
            documents.keep(PLACE, b"x", documents.kept(PLACE))
        found = (finding("SDD002"), finding("SDD002"), finding("SDD007", Severity.WARNING))
        return TasksRefused(diagnostics=found)

    return planner


def seen(planner: TasksPlanner, **given: Any) -> Seen:
    case = a_design(**given)
    assert case.design is not None
    return observe_design(case, case.design, Settings(off=("LST119",)), planner)


def file_of(found: Seen) -> SeenTasksFile:
    assert found.tasks_file is not None
    return found.tasks_file


def test_a_file_that_is_written_is_read_back_from_its_bytes() -> None:
    found = seen(Recorder(TASKS))
    assert (found.decision, found.text, found.codes) == (Decision.ACCEPTED, TASKS, ("SDD007",))
    file = file_of(found)
    assert tuple(row.identity for row in file.rows) == ROWS
    assert (file.place, file.form, len(file.archived)) == (PLACE, (), 1)
    assert found.spent.price == 0.0


def test_the_document_is_given_by_its_name_with_those_beside_it() -> None:
    planner = Recorder(TASKS)
    seen(planner, sources={"child-sdd.md": "# Child"})
    assert planner.asked[0].name == "bread-count-sdd.md"
    assert planner.documents[0] == {
        "bread-count-sdd.md": DOCUMENT.encode(),
        "child-sdd.md": b"# Child",
    }


def test_settings_and_options_reach_the_planner() -> None:
    planner = Recorder(TASKS)
    seen(planner, kind="regeneration", options=["resolve_marks"])
    keeping = planner.asked[0].keeping
    assert (keeping.off, keeping.manner) == (frozenset({"LST119"}), Manner.REGENERATE)
    assert (keeping.resolve_marks, keeping.resolve_duplicates) == (True, False)


def test_without_an_old_file_a_new_one_is_written_and_then_brought_up_to_date() -> None:
    planner = Recorder(TASKS)
    seen(planner)
    assert [each.keeping.manner for each in planner.asked] == [Manner.NEW, Manner.REGENERATE]


@pytest.mark.parametrize(("texts", "right"), [((TASKS, TASKS), True), ((TASKS, "# x"), False)])
def test_a_file_is_stable_where_the_second_time_writes_the_same(
    texts: tuple[str, str], *, right: bool
) -> None:
    assert file_of(seen(Recorder(*texts))).is_stable is right


def test_a_second_time_that_is_refused_is_not_stable() -> None:
    first = Recorder(TASKS)

    def planner(asked: TasksRequest, documents: MemoryDocuments, today: str) -> TasksOutcome:
        if first.asked:
            return refusing()(asked, documents, today)
        return first(asked, documents, today)

    found = seen(planner)
    assert (found.decision, file_of(found).is_stable) == (Decision.ACCEPTED, False)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (TASKS, ()),
        (TASKS.replace("\n", "\r\n"), ("crlf",)),
        (TASKS.replace("\n", "\r\n", 3), ()),
        (f"\ufeff{TASKS}", ("bom",)),
    ],
)
def test_the_form_of_a_file_is_seen(text: str, form: tuple[str, ...]) -> None:
    found = seen(Recorder(text))
    assert file_of(found).form == form
    assert not found.text.startswith("\ufeff")


def test_an_old_file_lies_in_its_place_in_its_form() -> None:
    given: list[bytes | None] = []

    def planner(_: TasksRequest, documents: MemoryDocuments, __: str) -> TasksOutcome:
        given.append(documents.kept(PLACE))
        return refusing()(_, documents, __)

    seen(planner, kind="regeneration", old="# a\nb\n", old_form=["crlf", "bom"])
    assert given == [b"\xef\xbb\xbf# a\r\nb\r\n"]


@pytest.mark.parametrize("writes", [False, True])
def test_a_refusal_is_seen_by_its_errors_and_what_it_left(*, writes: bool) -> None:
    found = seen(refusing(writes=writes), kind="regeneration")
    assert (found.decision, found.codes) == (Decision.REJECTED, ("SDD002", "SDD007"))
    file = file_of(found)
    assert (file.refusals, file.is_untouched, file.rows) == (("SDD002",), not writes, ())


def test_a_document_that_is_left_to_its_root_is_a_fault() -> None:
    with pytest.raises(AssertionError, match=r"left to root\.md"):
        seen(lambda *_: PartOfSolution("root.md"))


def test_an_unknown_catalogue_is_a_fault_of_the_case() -> None:
    with pytest.raises(ConfigError):
        seen(Recorder(TASKS), catalogue="kitchen")


def test_the_observer_of_a_run_takes_designs_too(tmp_path: Path) -> None:
    case = a_design(decision="rejected", request=DOCUMENT.replace("ready", "draft"))
    found = observer()(case, tmp_path / "bundle")
    assert {name: each.reason for name, each in scores(case, found).items() if each.reason} == {}
    assert found.spent.seconds > 0
    assert not (tmp_path / "bundle").exists()


def test_a_design_is_derived_where_a_model_s_answers_are_replayed(tmp_path: Path) -> None:
    case = a_design(decision="rejected", request=DOCUMENT.replace("ready", "draft"))
    recording = Recording(folder=tmp_path / "kept", drafter="labels", model="m", sha256="a" * 64)
    found = replaying(recording, Settings())(case, tmp_path / "run" / "small" / case.id / "1")
    assert (found.decision, file_of(found).refusals) == (Decision.REJECTED, ("SDD002",))
