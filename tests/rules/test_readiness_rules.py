"""What readiness.json may not say: its words, its lists, and what they allow each other."""

from typing import Any

import pytest

from planner.codec.packet import parse_packet
from planner.diagnostics.diagnostic import Diagnostic
from planner.model.settings import Settings
from planner.model.vocabulary import Readiness, ReasonForm, Recommendation, Route
from planner.rules.case import Context, TaskCase, listed
from planner.rules.readiness import RDY
from tests.builders import BLOCKER, a_packet, a_readiness

ROUTES = {route.value: route for route in Route}
IDLE = ["blocked", "needs_detail", "macro_adjustment_request"]
EXECUTING = ["direct_execution", "partial_completion"]


def found_in(
    readiness: dict[str, Any] | None,
    *,
    packet: str | None = None,
    terminal_stop: bool = False,
    form: ReasonForm = ReasonForm.LINE,
) -> list[Diagnostic]:
    """Return what the family finds in *readiness* beside a sound packet."""
    route = str(readiness.get("route")) if readiness is not None else ""
    text = a_packet(route=route) if packet is None else packet
    case = TaskCase(
        packet=parse_packet(text),
        readiness=readiness,
        context=Context(terminal_stop=terminal_stop, settings=Settings(reason=form)),
        route=ROUTES.get(route),
        blockers=listed(readiness, "blockers") or (),
    )
    return list(RDY.check(case))


def codes_in(readiness: dict[str, Any] | None, **context: Any) -> set[str]:
    return {item.code for item in found_in(readiness, **context)}


@pytest.mark.parametrize("route", ROUTES)
def test_the_sound_readiness_of_every_route_passes(route: str) -> None:
    assert codes_in(a_readiness(route)) == set()


def test_nothing_is_said_where_there_is_no_object() -> None:
    assert codes_in(None) == set()
    assert codes_in({}) == set()


@pytest.mark.parametrize("member", list(a_readiness()))
@pytest.mark.parametrize("value", [None, 3, True, {}, 1.5])
def test_a_member_of_another_type_is_left_to_the_schema(member: str, value: object) -> None:
    codes = codes_in(a_readiness() | {member: value}, packet=a_packet())
    assert codes <= {"RDY102", "RDY105"}


@pytest.mark.parametrize(
    "value", ["READY", " ready", "ready ", "done", "", "redy", "ready\n", "ｒeady"]
)
def test_a_readiness_beyond_the_four_words_is_refused(value: str) -> None:
    assert "RDY001" in codes_in(a_readiness(readiness=value))


def test_the_hint_names_the_word_that_was_probably_meant() -> None:
    (found,) = found_in(a_readiness(readiness=" Ready "))
    assert found.hint == "write exactly `ready`"
    assert found.where.pointer == "/readiness"


@pytest.mark.parametrize(
    "value", ["DIRECT_EXECUTION", "direct-execution", "direct", "nope", "", "blocked "]
)
def test_a_route_beyond_the_five_words_is_refused(value: str) -> None:
    assert "RDY002" in codes_in(a_readiness() | {"route": value}, packet=a_packet())


@pytest.mark.parametrize("value", ["done", "READY_FOR_ORCHESTRATION", "ready", "", " blocked"])
def test_a_recommendation_beyond_the_five_words_is_refused(value: str) -> None:
    assert codes_in(a_readiness(status_recommendation=value)) == {"RDY004"}


@pytest.mark.parametrize("member", ["blockers", "allowed_paths", "verification"])
@pytest.mark.parametrize(
    ("values", "said"),
    [
        ("src/a.py", "is the text"),
        ("", "is the text"),
        (["a", 3], "is no text"),
        (["a", None], "is no text"),
        (["a", True], "is no text"),
        (["a", ["b"]], "is no text"),
        (["a", ""], "is blank"),
        (["a", " \t"], "is blank"),
        (["a", "\u200b"], "is blank"),
        (["a", " b"], "blanks around"),
        (["a", "b\n"], "blanks around"),
        (["a", "\u00a0b"], "blanks around"),
        (["a", "b", "a"], "is repeated"),
        (["a", "a "], "is repeated"),
    ],
)
def test_an_unclean_list_is_refused(member: str, values: object, said: str) -> None:
    route = "blocked" if member == "blockers" else "direct_execution"
    found = [
        item for item in found_in(a_readiness(route, **{member: values})) if item.code == "RDY003"
    ]
    assert len(found) == 1
    assert said in found[0].message


MATRIX = {
    "direct_execution": {"ready"},
    "partial_completion": {"ready"},
    "needs_detail": {"needs_clarification"},
    "macro_adjustment_request": {"not_ready", "needs_clarification"},
    "blocked": {"blocked"},
}


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("word", [word.value for word in Readiness])
def test_the_readiness_matrix_holds(route: str, word: str) -> None:
    refused = "RDY101" in codes_in(a_readiness(route, readiness=word))
    assert refused == (word not in MATRIX[route])


def test_needs_detail_is_ready_under_a_verified_constraint_alone() -> None:
    stop = a_readiness("needs_detail", readiness="ready", blockers=[])
    assert codes_in(stop) == {"RDY101"}
    assert codes_in(stop, terminal_stop=True) == set()
    blocked = a_readiness("blocked", readiness="ready", blockers=[])
    assert "RDY101" in codes_in(blocked, terminal_stop=True)


@pytest.mark.parametrize("route", IDLE)
@pytest.mark.parametrize("blockers", [[], [""], ["  "]])
def test_a_route_that_waits_names_a_blocker(route: str, blockers: list[str]) -> None:
    assert "RDY102" in codes_in(a_readiness(route, blockers=blockers))


def test_a_task_that_is_ready_names_no_blocker() -> None:
    assert codes_in(a_readiness(blockers=[BLOCKER])) == {"RDY103"}


@pytest.mark.parametrize("route", IDLE)
def test_a_route_that_waits_authorises_no_path(route: str) -> None:
    assert codes_in(a_readiness(route, allowed_paths=["src/"])) == {"RDY104"}


@pytest.mark.parametrize("route", EXECUTING)
@pytest.mark.parametrize("paths", [[], [""]])
def test_a_route_that_executes_names_its_paths(route: str, paths: list[str]) -> None:
    assert "RDY105" in codes_in(a_readiness(route, allowed_paths=paths))


@pytest.mark.parametrize("route", ROUTES)
def test_every_route_needs_a_verification(route: str) -> None:
    assert codes_in(a_readiness(route, verification=[])) == {"RDY106"}


@pytest.mark.parametrize(
    "reason",
    [
        "",
        "  ",
        "two\nlines",
        "a\rb",
        "a\tb",
        "x" * 241,
        "a\u2028b",
        "a\u202eb",
        "a\u200bb",
        "a\x7f",
        "\ufeffa",
    ],
)
def test_a_reason_that_is_not_one_plain_line_is_refused(reason: str) -> None:
    assert codes_in(a_readiness(reason=reason)) == {"RDY107"}


@pytest.mark.parametrize("reason", ["export ready", "x" * 240, "é" * 240, "می\u200cخواهم", "?"])
def test_one_plain_line_is_a_reason(reason: str) -> None:
    assert codes_in(a_readiness(reason=reason)) == set()


@pytest.mark.parametrize("reason", ["export ready", "_a", "a" * 81, "é", "a.b"])
def test_a_reason_is_a_token_where_the_project_asks_for_one(reason: str) -> None:
    assert codes_in(a_readiness(reason=reason), form=ReasonForm.TOKEN) == {"RDY107"}
    assert codes_in(a_readiness(reason=reason)) == set()


def test_a_token_passes_where_the_project_asks_for_one() -> None:
    assert codes_in(a_readiness(reason="detail_ready_task"), form=ReasonForm.TOKEN) == set()


RECOMMENDED = {
    "direct_execution": {"ready_for_orchestration"},
    "partial_completion": {"ready_for_orchestration"},
    "needs_detail": {"needs_clarification"},
    "macro_adjustment_request": {"replan_required", "needs_clarification"},
    "blocked": {"blocked"},
}


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("word", [word.value for word in Recommendation])
def test_a_recommendation_goes_with_its_route(route: str, word: str) -> None:
    refused = bool(codes_in(a_readiness(route, status_recommendation=word)) & {"RDY108", "RDY201"})
    assert refused == (word not in RECOMMENDED[route])


def test_detail_ready_is_awarded_by_a_verified_constraint_alone() -> None:
    stop = a_readiness(
        "needs_detail", readiness="ready", blockers=[], status_recommendation="detail_ready"
    )
    assert codes_in(stop) == {"RDY101", "RDY201"}
    assert codes_in(stop, terminal_stop=True) == set()
    assert "RDY108" in codes_in(a_readiness(status_recommendation="detail_ready"))


def a_partial(*values: str) -> str:
    packet = a_packet(route="partial_completion")
    items = "".join(f"- Remaining scope: {value}\n" for value in values)
    return packet.replace("- Remaining scope: the monthly digest\n", items)


@pytest.mark.parametrize(
    "values",
    [
        (),
        ("",),
        ("none",),
        ("None.",),
        ("None declared",),
        ("n/a",),
        ("nothing",),
        ("-",),
        ("TBD",),
        ("unknown",),
        ("3 of 10 done, 6 remaining",),
        ("3/10 done, 8 left",),
        ("11 of 10 done",),
        ("10 of 10 done",),
        ("10 of 10 done, 0 remaining",),
        ("3 of 10 remaining, 8 done",),
        ("total 10, processed 7, remaining 4",),
        ("total 9: processed 7 (deleted 5, already absent 1, retained 0, blocked 0), left 2",),
        ("the monthly digest", "3 of 10 done, 6 remaining"),
    ],
)
def test_a_partial_completion_says_what_is_left_and_adds_up(values: tuple[str, ...]) -> None:
    assert codes_in(a_readiness("partial_completion"), packet=a_partial(*values)) == {"RDY109"}


@pytest.mark.parametrize(
    "value",
    [
        "the monthly digest",
        "target list unknown",
        "3 of 10 done, 7 remaining",
        "3/10 files done, 7 left",
        "3 of 10 done",
        "7 remaining",
        "total: 10, done: 3, remaining: 7",
        "baseline 9: processed 7 (deleted 5, already absent 1, retained 1, blocked 0), left 2",
        "10 of 10 done, 1 retained, 0 remaining",
        "the 2 pages of 2024 and the 5 tables",
        "phase 2 of 3",
        "page 3 of 3",
        "无线网络的其余部分",
    ],
)
def test_a_stated_remainder_passes(value: str) -> None:
    assert codes_in(a_readiness("partial_completion"), packet=a_partial(value)) == set()


def test_other_routes_need_no_remainder() -> None:
    assert codes_in(a_readiness()) == set()
