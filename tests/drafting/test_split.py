"""A request for several tasks is divided as it divides itself, and nothing of it is lost."""

import pytest

from planner.drafting.compose import compose
from planner.drafting.extract import label
from planner.drafting.gather import gathered, reply_of
from planner.drafting.split import Part, Undivided, labels_of_parts, parts_of
from planner.drafting.task_ids import slugs
from planner.drafting.task_routes import asked_route, bare_title
from planner.model.draft import SetDraft
from planner.model.reply import SetReply
from planner.model.vocabulary import Label, Route
from planner.triage.mode import ROUTE_MIX_IDS
from tests.drafting.briefs import a_brief, a_request

TWO = """\
**Intake Evidence**
CCB_REQ_ID: req-1
Macro request: Plan the ticket tool as a task set.
Scope:
- tickets/export.py
- tests/test_export.py
- tickets/importer.py
- tests/test_importer.py
Required behavior:
- Task 1: Add CSV export with the filtered rows.
- Task 2: Add JSON import that refuses bad JSON with exit code 2.
Constraints:
- No XLSX output.
Verification:
- `python -m unittest discover -s tests -p test_export.py`
- `python -m unittest discover -s tests -p test_importer.py`
"""
MIX = """\
**Intake Evidence**
CCB_REQ_ID: req-mix
Macro request: Run the L1-L4 route-mix validation.
Scope:
- lab_docs/l1.md
- lab_src/calc.py
- tests/test_calc.py
Required behavior:
- L1: direct_execution task: `lab_docs/l1.md` explains the mix.
- L2: direct_execution task: `calc.add(a: int, b: int) -> int` returns the sum.
- L3: needs_detail task: the retention of logs has to be chosen.
- L4: macro_adjustment_request task: the milestone M2 conflicts with the scope.
- L4: blocked task: the staging credentials are missing.
Constraints:
- Project capability: git_repository=not_guaranteed
Verification:
- `test -s lab_docs/l1.md`
- `python -m unittest discover -s tests -p test_calc.py`
"""


def divided(text: str, expected: tuple[str, ...] = ()) -> tuple[Part, ...]:
    """Return the parts of a request that can be divided."""
    brief = a_brief(text)
    parts = parts_of(brief, label(brief), expected)
    assert not isinstance(parts, Undivided)
    return parts


def drafted(text: str, expected: tuple[str, ...] = ()) -> SetDraft:
    parts = divided(text, expected)
    return gathered(parts, [compose(part.brief, part.labels) for part in parts])


def codes(text: str, expected: tuple[str, ...] = ()) -> list[str]:
    brief = a_brief(text)
    parts = parts_of(brief, label(brief), expected)
    assert isinstance(parts, Undivided)
    return [item.code for item in parts.diagnostics]


@pytest.mark.parametrize("text", [TWO, MIX, a_request()], ids=["two", "mix", "one"])
def test_every_statement_is_in_a_part(text: str) -> None:
    brief = a_brief(text)
    parts = divided(text, ROUTE_MIX_IDS if text is MIX else ())
    there = {item.statement.id for part in parts for item in part.labels}
    assert there == {item.id for item in brief.statements}


def test_statements_go_where_their_words_point() -> None:
    first, second = (
        {item.statement.text for item in part.labels if item.label is not Label.GOAL}
        for part in divided(TWO)
    )
    assert {"tickets/export.py", "tests/test_export.py"} <= first
    assert {"tickets/importer.py", "tests/test_importer.py"} <= second
    assert first & second == {"Plan the ticket tool as a task set.", "No XLSX output."}


def test_a_goal_of_the_whole_set_is_the_goal_of_no_task() -> None:
    goals = [task.draft.goal.text for task in drafted(TWO).tasks]
    assert goals == [
        "Add CSV export with the filtered rows.",
        "Add JSON import that refuses bad JSON with exit code 2.",
    ]


def test_a_task_is_as_executable_as_it_would_be_alone() -> None:
    first, second = (task.draft for task in drafted(TWO).tasks)
    assert (first.route, second.route) == (Route.DIRECT_EXECUTION, Route.DIRECT_EXECUTION)
    assert [item.text for item in second.allowed_paths] == [
        "tickets/importer.py",
        "tests/test_importer.py",
    ]
    assert [item.text for item in second.verification] == [
        "python -m unittest discover -s tests -p test_importer.py"
    ]


def test_what_points_to_no_task_goes_to_all() -> None:
    text = TWO.replace("- tests/test_importer.py\n", "- tests/test_importer.py\n- docs/usage.md\n")
    for part in divided(text):
        assert "docs/usage.md" in {item.statement.text for item in part.labels}


def test_a_sample_stays_with_what_it_hangs_on() -> None:
    text = TWO + "\nThe export must hold these columns:\n\n```\nid,subject\n```\n"
    first, second = divided(text)
    assert "id,subject" in {item.statement.text for item in first.labels}
    assert "id,subject" not in {item.statement.text for item in second.labels}


def test_a_request_with_one_deliverable_is_one_task() -> None:
    (part,) = divided(a_request(goal="Build a multi-task scheduler app"))
    assert part.task_id == "build-a-multi-task-scheduler-app"


def test_more_than_twelve_deliverables_are_declined() -> None:
    text = "".join(
        f"## Task {n}: Add export {n}\n- `e{n}.py` writes file {n}.\n" for n in range(13)
    )
    assert codes(text) == ["SET002"]


def test_exact_ids_are_taken_in_their_order() -> None:
    assert [part.task_id for part in divided(TWO, ("b", "a"))] == ["b", "a"]


def test_exact_ids_that_the_request_names_are_matched_with_what_it_says() -> None:
    text = TWO.replace("Task 1:", "Task 1: `exp-1`:").replace("Task 2:", "Task 2: `imp-2`:")
    parts = divided(text, ("imp-2", "exp-1"))
    titles = [compose(part.brief, part.labels).title.text for part in parts]
    assert [part.task_id for part in parts] == ["imp-2", "exp-1"]
    assert "JSON import" in titles[0]


def test_ids_that_stand_in_the_statements_divide_a_request() -> None:
    text = TWO.replace("Task 1:", "exp-1:").replace("Task 2:", "imp-2:")
    first, second = divided(text, ("exp-1", "imp-2"))
    assert compose(first.brief, first.labels).title.text == "Add CSV export with the filtered rows"
    assert second.task_id == "imp-2"


def test_one_exact_id_is_one_task() -> None:
    (part,) = divided(TWO, ("only-1",))
    assert part.task_id == "only-1"


@pytest.mark.parametrize("ids", [("a", "b", "c"), ("a", "b", "c", "d")])
def test_ids_that_the_request_does_not_explain_are_declined(ids: tuple[str, ...]) -> None:
    assert codes(TWO, ids) == ["SET202"]


def test_a_route_mix_gets_its_ids_and_its_routes() -> None:
    draft = drafted(MIX, ROUTE_MIX_IDS)
    assert tuple(task.task_id for task in draft.tasks) == ROUTE_MIX_IDS
    assert [task.draft.route for task in draft.tasks] == [
        Route.DIRECT_EXECUTION,
        Route.DIRECT_EXECUTION,
        Route.NEEDS_DETAIL,
        Route.MACRO_ADJUSTMENT_REQUEST,
        Route.BLOCKED,
    ]


def test_a_task_is_held_back_where_the_request_says_so() -> None:
    text = TWO.replace("bad JSON with exit code 2.", "bad JSON (route: needs_detail).")
    first, second = (task.draft for task in drafted(text).tasks)
    assert (first.route, second.route) == (Route.DIRECT_EXECUTION, Route.NEEDS_DETAIL)
    assert second.allowed_paths == ()
    assert second.blockers


def test_a_task_is_not_pushed_forward_where_the_request_says_so() -> None:
    text = "## Task 1: Add export\n- Rows (direct_execution).\n## Task 2: Add import\n- Files.\n"
    assert [task.draft.route for task in drafted(text).tasks] == [Route.NEEDS_DETAIL] * 2


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("L3: needs_detail task: x", Route.NEEDS_DETAIL),
        ("Route: blocked", Route.BLOCKED),
        ("A blocked prerequisite", Route.BLOCKED),
        ("macro adjustment request", Route.MACRO_ADJUSTMENT_REQUEST),
        ("Handle blocked users", None),
        ("direct_execution or needs_detail", None),
        ("Add an export", None),
    ],
)
def test_only_a_route_that_is_plainly_named_is_asked_for(text: str, route: Route | None) -> None:
    assert asked_route(text) is route


@pytest.mark.parametrize(
    ("title", "bare"),
    [
        ("needs_detail task: Choose a period", "Choose a period"),
        ("Choose a period. Route: needs_detail", "Choose a period"),
        ("Choose a period (route: `blocked`).", "Choose a period"),
        ("Blocked users are shown", "Blocked users are shown"),
    ],
)
def test_a_title_does_not_carry_its_route(title: str, bare: str) -> None:
    assert bare_title(title) == bare


@pytest.mark.parametrize(
    ("titles", "ids"),
    [
        (("Add CSV export",), ("add-csv-export",)),
        (("Add CSV export in `tickets/export.py`",), ("add-csv-export",)),
        (("Export ergänzen; nur Zeilen",), ("export-erganzen",)),
        (("CSVエクスポート", "インポート"), ("task-1", "task-2")),
        (("Add it", "Add it", "Add it"), ("add-it", "add-it-2", "add-it-3")),
        (("",), ("task-1",)),
        (("x" * 100,), ("x" * 48,)),
        (("`tickets/export.py`",), ("tickets-export-py",)),
    ],
    ids=["plain", "span", "accents", "scripts", "equal", "empty", "long", "span alone"],
)
def test_ids_are_the_words_of_the_titles(titles: tuple[str, ...], ids: tuple[str, ...]) -> None:
    assert slugs(titles) == ids


OPEN = "".join(
    f"## Task {number}: Add {name}\n- What does {name} hold?\n- Who reads {name}?\n"
    for number, name in enumerate(("export", "import", "report"), 1)
)


def test_at_most_three_questions_of_a_set_block_and_none_is_lost() -> None:
    draft = drafted(OPEN)
    blockers = sum(len(task.draft.blockers) for task in draft.tasks)
    assert len(draft.questions) == blockers > 3
    assert [item.defer_allowed for item in draft.questions[:4]] == [False, False, False, True]
    assert all(item.default_if_unanswered for item in draft.questions if item.defer_allowed)
    assert [item.id for item in draft.questions] == [f"q{n}" for n in range(1, blockers + 1)]


def test_each_task_asks_its_first_question_before_any_asks_its_second() -> None:
    first = [item.question.partition(":")[0] for item in drafted(OPEN).questions[:3]]
    assert first == ["Add export", "Add import", "Add report"]


def test_a_single_task_of_a_set_asks_as_it_would_alone() -> None:
    text = a_request(goal="Plan a task set for the export", verification=())
    (task,) = drafted(text).tasks
    alone = compose(a_brief(text), label(a_brief(text)))
    assert drafted(text).questions == alone.questions
    assert task.draft.questions == ()


def test_a_set_recommends_nothing_to_the_controller() -> None:
    reply = reply_of(drafted(TWO))
    assert isinstance(reply, SetReply)
    assert all(
        "status_recommendation" not in task.readiness.model_fields_set for task in reply.tasks
    )


def test_a_statement_that_holds_a_task_back_is_no_requirement_of_the_set() -> None:
    held = "blocked task: `creds.get(name: str) -> str` staging credentials are missing."
    brief = a_brief(
        f"Goal: Add an export\n\nTasks:\n- Write `csv.py`.\n- {held}\n- Write `a.md`.\n"
    )
    whole = {item.statement.text: item.label for item in label(brief)}
    found = {item.statement.text: item.label for item in labels_of_parts(brief, label(brief))}
    (changed,) = [text for text in whole if whole[text] is not found[text]]
    assert (changed, whole[held], found[held]) == (held, Label.INTERFACE, Label.BLOCKER)


def test_labels_stay_where_a_request_cannot_be_divided() -> None:
    brief = a_brief(TWO)
    assert labels_of_parts(brief, label(brief), ("only", "two", "or", "four")) == label(brief)


HEADS = {
    "part": ("## Part 1: Sort by name", "## Part 2: Sort by date"),
    "roman": ("## Task I: Sort by name", "## Task II: Sort by date"),
    "short": ("## T1 - Sort by name", "## T2 - Sort by date"),
    "in words": ("## Task one: Sort by name", "## Task two: Sort by date"),
    "ordinal": ("## First task: Sort by name", "## Second task: Sort by date"),
    "numbers alone": ("## 1. Sort by name", "## 2. Sort by date"),
    "numbers under tasks": ("## Tasks\n\n### 1. Sort by name", "### 2. Sort by date"),
    "bold before its title": ("**Task A** Sort by name", "**Task B** Sort by date"),
    "counted": ("## Task 1 of 2: Sort by name", "## Task 2 of 2: Sort by date"),
    "fraction": ("## Task 1/2: Sort by name", "## Task 2/2: Sort by date"),
    "brackets": ("## [Task 1] Sort by name", "## [Task 2] Sort by date"),
    "German ordinal": ("## Erste Aufgabe: Sort by name", "## Zweite Aufgabe: Sort by date"),
    "French lot": ("## Lot 1 : Sort by name", "## Lot 2 : Sort by date"),
    "Chinese": ("## 任务一：Sort by name", "## 任务二：Sort by date"),
}
BODY = """
Goal: Print rows.
Acceptance criteria:
- Rows are sorted by {0}.
Files:
- `src/{0}.py`
Verification:
- `pytest tests/{0}`
"""


@pytest.mark.parametrize("heads", HEADS.values(), ids=HEADS.keys())
def test_tasks_are_told_apart_however_they_are_counted(heads: tuple[str, str]) -> None:
    text = "\n".join(
        f"{head}\n{BODY.format(name)}" for head, name in zip(heads, ("name", "date"), strict=True)
    )
    brief = a_brief(f"# Lists (task set)\n\n{text}")
    parts = parts_of(brief, label(brief))
    assert not isinstance(parts, Undivided)
    assert [part.task_id for part in parts] == ["sort-by-name", "sort-by-date"]
    drafts = [compose(part.brief, part.labels) for part in parts]
    assert [[path.text for path in draft.allowed_paths] for draft in drafts] == [
        ["src/name.py"],
        ["src/date.py"],
    ]


def test_numbered_parts_of_one_request_are_no_tasks() -> None:
    brief = a_brief(
        "# One list (task set)\n\n## 1. Goal\n\nPrint rows.\n\n"
        "## 2. Acceptance criteria\n\n- Rows are sorted.\n"
    )
    parts = parts_of(brief, label(brief))
    assert not isinstance(parts, Undivided)
    assert len(parts) == 1


def test_tasks_within_parts_are_the_tasks() -> None:
    brief = a_brief(
        "# Lists (task set)\n\n## Part 1: Lists\n\n### Task 1: Sort by name\n\n- Sort rows.\n\n"
        "### Task 2: Sort by date\n\n- Sort days.\n\n## Part 2: Notes\n\nNothing else.\n"
    )
    parts = parts_of(brief, label(brief))
    assert not isinstance(parts, Undivided)
    assert [part.task_id for part in parts] == ["sort-by-name", "sort-by-date"]
