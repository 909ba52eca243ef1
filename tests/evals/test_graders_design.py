"""What each grader of tasks files counts: full marks for what is right, and a reason for less."""

from typing import Any

import pytest

from planner.evals.case import Case
from planner.evals.graders import EVERY_GRADER, GRADERS, applicable, scores
from planner.evals.graders_design import DESIGN_GRADERS
from planner.evals.seen import Seen
from tests.evals.building import NOTHING, a_case, a_seen
from tests.evals.designs import (
    COUNT,
    OLD,
    QUEUE,
    ROWS,
    TASKS,
    TESTING,
    a_design,
    seen_file,
    seen_refusal,
)

WRITTEN = a_design(kind="regeneration")
REFUSED = a_design(decision="rejected")


def marks(name: str, case: Case, seen: Seen) -> tuple[int, int, str]:
    found = scores(case, seen)[name]
    return found.hits, found.of, found.reason


@pytest.mark.parametrize(
    ("case", "seen"),
    [(WRITTEN, seen_file()), (REFUSED, seen_refusal("SDD002"))],
    ids=["written", "refused"],
)
def test_the_right_answer_has_full_marks_everywhere(case: Case, seen: Seen) -> None:
    found = scores(case, seen)
    assert {name: each.reason for name, each in found.items() if each.value < 1} == {}
    assert all(each.is_required for each in found.values())


def test_every_grader_of_designs_judges_one_of_these_cases() -> None:
    names = {grader.name for grader in DESIGN_GRADERS}
    assert names <= applicable(WRITTEN) | applicable(REFUSED)


def test_names_are_unique_and_designs_come_last() -> None:
    names = [grader.name for grader in EVERY_GRADER]
    assert len(set(names)) == len(names)
    assert EVERY_GRADER[: len(GRADERS)] == GRADERS


def test_no_grader_of_requests_judges_a_design_but_those_of_codes_and_texts() -> None:
    own = {grader.name for grader in DESIGN_GRADERS}
    judged = applicable(a_design(codes=["SDD007"], absent=["x"])) - own
    assert judged == {"decision", "codes", "obeyed"}
    assert not applicable(a_case()) & own


def test_what_applies_depends_on_the_case_alone() -> None:
    for case in (WRITTEN, REFUSED, a_design()):
        for seen in (seen_file(), seen_refusal("SDD001"), NOTHING, a_seen()):
            assert set(scores(case, seen)) == applicable(case)


def test_a_refusal_where_rows_are_right_scores_nowhere_but_for_what_may_not_be_there() -> None:
    found = scores(WRITTEN, seen_refusal("SDD002"))
    assert {name for name, each in found.items() if each.value > 0} == {"forbidden"}


def test_rows_where_a_refusal_is_right_score_nowhere() -> None:
    found = scores(REFUSED, seen_file())
    assert {name for name, each in found.items() if each.value > 0} == set()


ENDS = ("## Task T2 ", "## Task T3 ", "## Open points")


def without(number: int) -> str:
    """Return the tasks file without one of its rows."""
    begin = TASKS.index(f"## Task T{number} ")
    end = min(TASKS.index(each, begin + 1) for each in ENDS if each in TASKS[begin + 1 :])
    return TASKS[:begin] + TASKS[end:]


WRONG: dict[str, tuple[str, dict[str, Any], Seen, tuple[int, int, str]]] = {
    "a row is missing": ("rows", {}, seen_file(without(2)), (4, 5, f"without {COUNT}")),
    "a row is too many": (
        "rows",
        {"identities": [QUEUE, COUNT]},
        seen_file(),
        (4, 5, f"with {TESTING}"),
    ),
    "a row stands twice": (
        "rows",
        {},
        seen_file(TASKS.replace("\n---\n", without(2)[without(2).index("## Task T3") :])),
        (6, 7, f"with {TESTING}"),
    ),
    "a row has another name": (
        "rows",
        {},
        seen_file(TASKS.replace("Count.xaml`", "Counts.xaml`")),
        (4, 6, f"without {COUNT}; with rpa:BreadCount:Counts.xaml"),
    ),
    "a row has no identity": (
        "rows",
        {},
        seen_file(TASKS.replace(f"**Identity:** `{COUNT}`", "")),
        (4, 6, f"without {COUNT}; with a row without identity"),
    ),
    "an order is broken": (
        "order",
        {"order": [[TESTING, COUNT], [QUEUE, TESTING]]},
        seen_file(),
        (1, 2, f"{TESTING} does not come before {COUNT}"),
    ),
    "a chain is broken once": (
        "order",
        {"order": [[QUEUE, TESTING, COUNT]]},
        seen_file(),
        (1, 2, f"{TESTING} does not come before {COUNT}"),
    ),
    "a row that may not be there": (
        "forbidden",
        {"identities": [QUEUE], "forbidden": ["rpa:*:Count.xaml", "solution:*:*"]},
        seen_file(),
        (1, 2, "there is a row rpa:*:Count.xaml"),
    ),
    "a blocker is missing": (
        "blockers",
        {},
        seen_file(TASKS.replace("T1, T2", "T1")),
        (1, 2, f"{TESTING} is not blocked by {COUNT}"),
    ),
    "a blocker that points elsewhere": (
        "blockers",
        {},
        seen_file(TASKS.replace("**Blocked by:** T1\n", "**Blocked by:** T9\n")),
        (1, 2, f"{COUNT} is not blocked by {QUEUE}"),
    ),
    "a text is missing": (
        "holds",
        {"holds": ["Ask the baker", "Ask the miller"]},
        seen_file(),
        (1, 2, "no line holds “Ask the miller”"),
    ),
    "the file is elsewhere": (
        "place",
        {},
        seen_file(place="tasks.md"),
        (0, 1, "it is tasks.md and not bread-count-tasks.md"),
    ),
    "the file changes again": (
        "again",
        {},
        seen_file(is_stable=False),
        (0, 1, "the same document again gives another file"),
    ),
}


@pytest.mark.parametrize(("name", "changes", "seen", "right"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_with_rows_costs_marks(
    name: str, changes: dict[str, Any], seen: Seen, right: tuple[int, int, str]
) -> None:
    assert marks(name, a_design(**changes), seen) == right


LOST: dict[str, tuple[str, Seen, tuple[int, int, str]]] = {
    "a status": (
        "statuses",
        seen_file(TASKS.replace("[~] half of it", "[ ] pending")),
        (1, 2, f"{COUNT} is pending and not in_progress"),
    ),
    "a mark": (
        "statuses",
        seen_file(TASKS.replace("[~] half of it", "[-] half of it")),
        (1, 2, f"{COUNT} is of no status and not in_progress"),
    ),
    "a row": (
        "statuses",
        seen_file(without(1)),
        (1, 2, f"{QUEUE} is not there, or not once"),
    ),
    "one of two rows": (
        "statuses",
        seen_file(TASKS.replace(COUNT, QUEUE)),
        (0, 2, f"{QUEUE} is not there, or not once; {COUNT} is not there, or not once"),
    ),
    "a completion": (
        "statuses",
        seen_file(TASKS.replace("**Completed:** 2026-10-02 by human\n", "")),
        (1, 2, f"{QUEUE} was completed by nobody, not 2026-10-02 by human"),
    ),
    "a day": (
        "statuses",
        seen_file(TASKS.replace("2026-10-02", "2026-12-01")),
        (1, 2, f"{QUEUE} was completed 2026-12-01 by human, not 2026-10-02 by human"),
    ),
    "an archived row": (
        "archive",
        seen_file(TASKS.replace("| T4 |", "T4 |")),
        (0, 1, f"{OLD} is there 0 times"),
    ),
    "an archived status": (
        "archive",
        seen_file(TASKS.replace("[x] completed | 2026-11", "[ ] pending | 2026-11")),
        (0, 1, f"{OLD} is [ ] pending and not [x] completed"),
    ),
    "the archive's only row among others": (
        "archive",
        seen_file(TASKS.replace("| T4 |", "| T5 | `a:b:c` | [ ] pending | 2026-11-01 |\n| T4 |")),
        (1, 2, "a:b:c is there too"),
    ),
    "an archived row that is there twice": (
        "archive",
        seen_file(TASKS.replace("| T4 |", f"| T5 | `{OLD}` | [ ] pending | 2026-11-01 |\n| T4 |")),
        (0, 1, f"{OLD} is there 2 times"),
    ),
    "a line": ("lines", seen_file(TASKS.replace("baker", "B")), (2, 3, "“Ask the baker.” is gone")),
    "a note": (
        "lines",
        seen_file(TASKS.replace("The administrator made it.", "")),
        (2, 3, f"“The administrator made it.” is not with {QUEUE}"),
    ),
    "a note to another row": (
        "lines",
        seen_file(
            TASKS.replace("The administrator made it.\n\n", "").replace(
                "## Open points", "The administrator made it.\n\n## Open points"
            )
        ),
        (2, 3, f"“The administrator made it.” is not with {QUEUE}"),
    ),
    "a note of an archived row": (
        "lines",
        seen_file(TASKS.replace("> It printed the list.\n", "")),
        (2, 3, f"“> It printed the list.” is not with {OLD}"),
    ),
    "the line ends": ("form", seen_file(form=()), (0, 1, "it is not written with crlf")),
}


@pytest.mark.parametrize(("name", "seen", "right"), LOST.values(), ids=LOST)
def test_what_a_regeneration_lost_costs_marks(
    name: str, seen: Seen, right: tuple[int, int, str]
) -> None:
    assert marks(name, WRITTEN, seen) == right


def test_a_line_is_kept_as_often_as_it_was_there() -> None:
    case = a_design(kind="regeneration", kept=["Ask the baker."] * 2, notes=None)
    assert marks("lines", case, seen_file())[:2] == (1, 2)


def test_a_made_up_completion_costs_a_mark() -> None:
    case = a_design(kind="regeneration", completed={QUEUE: ""})
    told = f"{QUEUE} was completed 2026-10-02 by human, not nothing"
    assert marks("statuses", case, seen_file()) == (1, 2, told)


def test_an_archive_that_is_right_to_be_absent_is_one_mark() -> None:
    case = a_design(kind="regeneration", archived={}, notes=None)
    assert marks("archive", case, seen_file(TASKS[: TASKS.index("\n---")])) == (1, 1, "")
    assert marks("archive", case, seen_file())[:2] == (0, 1)


def test_an_open_part_of_an_identity_stands_for_one_row() -> None:
    case = a_design(identities=["rpa:BreadCount:*", COUNT, QUEUE], order=None, blockers=None)
    assert marks("rows", case, seen_file()) == (6, 6, "")
    assert marks("rows", case, seen_file(without(3))) == (4, 5, "without rpa:BreadCount:*")


def test_an_open_part_is_kept_in_order_by_all_rows_that_it_names() -> None:
    case = a_design(order=[["rpa:*", QUEUE], [QUEUE, "rpa:*"]])
    assert marks("order", case, seen_file()) == (1, 2, f"rpa:* does not come before {QUEUE}")


def test_a_row_that_is_missing_is_out_of_no_order() -> None:
    case = a_design(order=[[TESTING, COUNT], [QUEUE, TESTING]])
    assert marks("order", case, seen_file(without(2))) == (2, 2, "")
    assert marks("order", case, seen_file(""))[:2] == (0, 2)


def test_rows_that_may_be_there_or_not_are_no_fault() -> None:
    case = a_design(identities=[QUEUE, COUNT], optional=["*:*:testing"])
    assert marks("rows", case, seen_file()) == (4, 4, "")
    assert marks("rows", case, seen_file(without(3))) == (4, 4, "")


@pytest.mark.parametrize(
    ("refusals", "given", "right"),
    [
        (["SDD002"], ("SDD005",), (0, 2)),
        (["SDD002"], ("SDD002", "SDD005"), (1, 2)),
        (["SDD002", "SDD005"], ("SDD002",), (1, 2)),
        ([["SDD002", "SDD005"]], ("SDD005",), (1, 1)),
        ([["SDD002", "SDD005"]], ("SDD006",), (0, 2)),
        (["SDD005", ["SDD005", "SDD002"]], ("SDD005", "SDD002"), (2, 2)),
        (["SDD005", ["SDD005", "SDD002"]], ("SDD002",), (1, 2)),
    ],
)
def test_the_codes_that_refuse_are_exactly_these(
    refusals: list[Any], given: tuple[str, ...], right: tuple[int, int]
) -> None:
    case = a_design(decision="rejected", refusals=refusals)
    assert marks("refusals", case, seen_refusal(*given))[:2] == right


def test_a_file_that_was_written_in_spite_of_a_refusal_costs_a_mark() -> None:
    found = marks("untouched", REFUSED, seen_refusal("SDD002", is_untouched=False))
    assert found == (0, 1, "a file was written although it was refused")


def test_all_rows_right_is_a_share_of_one_whatever_their_number() -> None:
    assert marks("rows", a_design(), seen_file()) == (2 * len(ROWS), 2 * len(ROWS), "")
