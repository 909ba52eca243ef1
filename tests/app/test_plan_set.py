"""From a request for several tasks to a bundle with a task set, through the same door."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from planner.adapters.drafter_offline import OfflineDrafter
from planner.adapters.source import BytesSource
from planner.app.check_reply import check
from planner.app.outcome import Declined, Exhausted, Outcome, Released, Withheld
from planner.app.plan_one import Ports, plan_one
from planner.app.reading import PlanRequest
from planner.codec.canonical import digest_text
from planner.drafting.flow import Ask
from planner.model.settings import Settings
from planner.model.verdict import Usage
from planner.ports import Drafted
from planner.triage.mode import ROUTE_MIX_IDS
from tests.builders import INTAKE, an_activation
from tests.drafting.test_split import MIX, OPEN, TWO


@dataclass
class Kept:
    """A store in memory."""

    files: dict[str, bytes] = field(default_factory=dict)

    def put(self, files: Mapping[str, bytes], /) -> str:
        self.files = dict(files)
        return "kept"

    def json(self, name: str) -> Any:
        return json.loads(self.files[name])


class Noon:
    """A clock that stands still."""

    def now(self) -> datetime:
        return datetime(2026, 1, 2, 12, tzinfo=UTC)

    def elapsed(self) -> float:
        return 0.0


class Counting(OfflineDrafter):
    """The offline drafter, which says what each answer cost."""

    async def draft(self, ask: Ask, /) -> Drafted:
        drafted = await super().draft(ask)
        return replace(drafted, usage=Usage(requests=1))


def planned(request: str, **members: Any) -> tuple[Outcome, Kept]:
    """Plan a request under an activation with *members*, or without one where there are none."""
    store = Kept()
    data = request.encode()
    activation = an_activation(**_intake_of(request), **members) if members else None
    asked = PlanRequest(
        data=data, activation=json.dumps(activation).encode() if activation else None
    )
    ports = Ports(drafter=Counting(), store=store, source=BytesSource(data), clock=Noon())
    return asyncio.run(plan_one(asked, Settings(), ports)), store


def _intake_of(request: str) -> dict[str, Any]:
    intake = {"sha256": digest_text(request), "bytes": len(request.encode())}
    return {"intake": intake, "capabilities": {}}


A_SET = {"planner_contract": "task_set"}


def released(request: str, **members: Any) -> Kept:
    outcome, store = planned(request, **members)
    assert isinstance(outcome, Released), outcome
    return store


def test_the_deliverables_of_a_request_become_the_tasks_of_a_set() -> None:
    store = released(TWO)
    assert set(store.files) == {
        "task-set.json", "reply.md", "trace.json", "verdict.json", "receipt.json"
    }  # fmt: skip
    tasks = store.json("task-set.json")["tasks"]
    assert [task["task_id"] for task in tasks] == [
        "add-csv-export-with-the-filtered-rows",
        "add-json-import-that-refuses-bad-json-with-exit",
    ]
    assert [task["allowed_paths"] for task in tasks] == [
        ["tickets/export.py", "tests/test_export.py"],
        ["tickets/importer.py", "tests/test_importer.py"],
    ]


@pytest.mark.parametrize("request_text", [TWO, MIX, OPEN], ids=["two", "mix", "open"])
def test_a_planned_set_passes_the_check_that_a_stranger_faces(request_text: str) -> None:
    store = released(request_text, **A_SET)
    activation = json.dumps(an_activation(**_intake_of(request_text), **A_SET)).encode()
    checked = check(store.files["reply.md"], intake=request_text.encode(), activation=activation)
    assert checked.verdict.decision == "accepted"
    assert checked.diagnostics == ()


def test_a_task_waits_for_its_answers_and_the_set_asks() -> None:
    store = released(OPEN, **A_SET)
    questions = store.files["candidate-questions.jsonl"].decode().splitlines()
    assert [json.loads(line)["defer_allowed"] for line in questions[:4]] == [
        False, False, False, True
    ]  # fmt: skip


def test_the_ids_of_an_activation_are_used_exactly() -> None:
    store = released(TWO, planner_contract="task_set", expected_task_ids=["exp-1", "imp-2"])
    assert [task["task_id"] for task in store.json("task-set.json")["tasks"]] == ["exp-1", "imp-2"]


def test_a_route_mix_gets_the_ids_that_its_words_impose() -> None:
    tasks = released(MIX).json("task-set.json")["tasks"]
    assert tuple(task["task_id"] for task in tasks) == ROUTE_MIX_IDS


def test_the_trace_says_in_which_task_a_statement_went() -> None:
    statements = {item["text"]: item for item in released(TWO).json("trace.json")["statements"]}
    assert statements["No XLSX output."]["went_to"] == [
        "tasks/0/constraints/0",
        "tasks/1/constraints/0",
    ]
    assert statements["tickets/importer.py"]["went_to"] == ["tasks/1/allowed_paths/0"]


def test_the_receipt_counts_the_drafts_of_all_tasks() -> None:
    receipt = released(TWO).json("receipt.json")
    assert (receipt["attempts"], receipt["usage"]["requests"]) == (1, 2)


def test_words_that_only_sound_like_a_set_make_a_set_of_one() -> None:
    request = INTAKE.replace("Build a weekly digest", "Build a multi-task digest")
    (task,) = released(request).json("task-set.json")["tasks"]
    assert task["task_id"] == "build-a-multi-task-digest-of-open-reviews"


def test_an_activation_that_asks_for_one_task_gets_one() -> None:
    assert "task-packet.md" in released(TWO, planner_contract="single_task").files


@pytest.mark.parametrize(
    ("request_text", "members", "code"),
    [
        (
            "# Multiple tasks\n\n"
            + "".join(f"## Task {n}: Add {n}\n- `t/e{n}.py` writes file {n}.\n" for n in range(13)),
            {},
            "SET002",
        ),
        (TWO, {"planner_contract": "task_set", "expected_task_ids": ["a", "b", "c"]}, "SET202"),
    ],
    ids=["thirteen", "other ids"],
)
def test_a_set_that_cannot_be_made_is_declined_and_nothing_is_written(
    request_text: str, members: dict[str, Any], code: str
) -> None:
    outcome, store = planned(request_text, **members)
    assert isinstance(outcome, Declined)
    assert [item.code for item in outcome.diagnostics] == [code]
    assert store.files == {}


def test_deliverables_that_are_the_same_are_not_let_through() -> None:
    one = "Add export\n- The rows are filtered.\n"
    same = f"# Tools (task set)\n\n## Task 1: {one}## Task 2: {one}"
    outcome, store = planned(same)
    assert isinstance(outcome, Exhausted)
    assert {"SET102", "SET105"} <= {item.code for item in outcome.diagnostics}
    assert store.files == {}


def test_a_constraint_is_never_answered_with_a_set() -> None:
    outcome, _ = planned(TWO, planner_contract="task_set", terminal_status_constraint={})
    assert isinstance(outcome, Withheld)
