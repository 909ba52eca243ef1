"""What each grader counts, on values: a case, and what was seen of it."""

from typing import Any

import pytest

from planner.app.reports import WITHHELD
from planner.evals.case import Decision
from planner.evals.graders import GRADERS, applicable, scores
from planner.evals.grading import REASON_LIMIT
from planner.evals.grounds import Grounds, has_request
from planner.evals.matching import holders, literals_of
from planner.evals.report import Score
from planner.evals.seen import Seen
from planner.model.vocabulary import Label, Route
from tests.evals.building import (
    NOTHING,
    REQUEST,
    STATEMENTS,
    a_case,
    a_seen,
    a_task,
    statement,
)


def score(name: str, seen: Seen, **changes: Any) -> Score:
    return scores(a_case(**changes), seen)[name]


def marks(name: str, seen: Seen, **changes: Any) -> tuple[int, int]:
    found = score(name, seen, **changes)
    return found.hits, found.of


EVERYTHING = {
    "asks": [{"topic": "retries", "any_of": ["how often"]}],
    "codes": ["SCP001"],
    "absent": ["curl"],
}


def test_the_right_answer_has_full_marks_everywhere() -> None:
    found = scores(a_case(), a_seen())
    assert {name: each.value for name, each in found.items()} == dict.fromkeys(found, 1.0)
    assert {each.reason for each in found.values()} == {""}


def test_every_grader_is_named_once_and_its_scores_stand_in_that_order() -> None:
    names = [grader.name for grader in GRADERS]
    found = scores(a_case(**EVERYTHING), a_seen())
    assert list(found) == names
    assert applicable(a_case(**EVERYTHING)) == set(names)


@pytest.mark.parametrize("seen", [a_seen(), NOTHING], ids=["released", "withheld"])
def test_what_applies_depends_on_the_case_alone(seen: Seen) -> None:
    for case in (a_case(), a_case(**EVERYTHING), a_case(tasks=None), a_case(labels=None)):
        assert set(scores(case, seen)) == applicable(case)


def test_what_a_case_does_not_say_is_not_judged() -> None:
    case = a_case(labels=None, tasks=None, codes=["INT001"], decision="declined")
    assert applicable(case) == {"decision", "codes"}


def test_withholding_scores_nowhere_but_where_silence_is_right() -> None:
    found = scores(a_case(**EVERYTHING), NOTHING)
    kept = {name for name, each in found.items() if each.value > 0}
    assert kept == {"codes", "obeyed", "invented"}
    assert {name for name, each in found.items() if each.value == 0} == set(found) - kept


def test_a_wrong_decision_is_told_with_its_codes() -> None:
    found = score("decision", NOTHING)
    assert (found.hits, found.is_required) == (0, True)
    assert found.reason == "exhausted (SCP001) where accepted is right"


ROUTES = {
    "the same": (["blocked"], ["blocked"], (1, 1)),
    "another": (["blocked"], ["needs_detail"], (0, 1)),
    "in another order": (["blocked", "needs_detail"], ["needs_detail", "blocked"], (0, 2)),
    "one too few": (["blocked", "blocked"], ["blocked"], (1, 2)),
    "one too many": (["blocked"], ["blocked", "blocked"], (1, 2)),
}


@pytest.mark.parametrize(("right", "given", "expected"), ROUTES.values(), ids=ROUTES)
def test_routes_are_counted_in_order(
    right: list[str], given: list[str], expected: tuple[int, int]
) -> None:
    seen = a_seen(*(a_task(route=Route(route)) for route in given))
    assert marks("route", seen, tasks=[{"route": route} for route in right]) == expected


def test_paths_are_a_set_of_exact_texts() -> None:
    task = {"route": "direct_execution", "paths": ["a.py", "b.py"]}
    assert marks("paths", a_seen(a_task(paths=("b.py", "a.py"))), tasks=[task]) == (1, 1)
    wrong = score("paths", a_seen(a_task(paths=("a.py", "B.py"))), tasks=[task])
    assert (wrong.hits, wrong.reason) == (0, "task 1: without b.py, with B.py")


def test_no_path_at_all_can_be_what_is_right() -> None:
    task = {"route": "needs_detail", "paths": []}
    assert marks("paths", a_seen(a_task(paths=())), tasks=[task]) == (1, 1)
    assert marks("paths", a_seen(), tasks=[task]) == (0, 1)


def test_only_tasks_that_say_so_are_judged_by_their_commands() -> None:
    tasks = [{"route": "blocked"}, {"route": "blocked", "commands": ["make"]}]
    assert marks("commands", a_seen(a_task(), a_task(commands=("make",))), tasks=tasks) == (1, 1)
    assert score("commands", a_seen(), tasks=tasks).reason == "task 2 is not there"


def test_a_label_is_right_where_it_is_one_of_the_accepted() -> None:
    assert marks("labels", a_seen()) == (3, 3)
    wrong = (*STATEMENTS[:3], statement("No POST is ever retried.", Label.CRITERION))
    found = score("labels", a_seen(statements=wrong))
    assert (found.hits, found.of, found.is_required) == (2, 3, False)
    assert found.reason == "“No POST is ever retried.” is criterion and not non_goal or constraint"


def held(labels: list[tuple[str, str]], texts: list[str], request: str) -> list[str | None]:
    case = a_case(
        request=request, labels=[{"span": span, "label": label} for span, label in labels]
    )
    seen = a_seen(statements=[statement(text, Label.GOAL) for text in texts])
    return [each.text if each is not None else None for each in holders(case, seen)]


def test_a_statement_holds_a_span_whatever_the_white_space() -> None:
    assert held([("a b", "goal")], ["x", "so a\n  b it is"], "a b") == ["so a\n  b it is"]


def test_a_span_may_be_longer_than_its_statement() -> None:
    assert held([("Goal: do it", "goal")], ["it", "do it"], "Goal: do it") == ["do it"]


def test_the_first_statement_in_line_order_is_taken_and_then_the_next() -> None:
    labels = [("retry", "goal"), ("retry", "context"), ("retry", "goal")]
    texts = ["retry now", "never retry"]
    request = "retry now. never retry. retry"
    assert held(labels, texts, request) == ["retry now", "never retry", "retry now"]


def test_two_spans_of_one_statement_share_it() -> None:
    assert held([("one", "goal"), ("two", "goal")], ["one and two"], "one and two") == [
        "one and two",
        "one and two",
    ]


def test_a_span_that_no_statement_holds_is_missed() -> None:
    assert held([("lost", "goal")], ["kept"], "lost") == [None]


def test_a_statement_with_a_secret_is_found_by_its_line() -> None:
    case = a_case(
        request="first\nkey sk-1", labels=[{"span": "key sk-1", "label": "set_aside"}], tasks=None
    )
    withheld = statement(WITHHELD, Label.SET_ASIDE, line=2, went_to=(), reason="a secret")
    seen = a_seen(statements=[statement("first", Label.GOAL), withheld])
    assert holders(case, seen) == (withheld,)


def test_what_went_nowhere_needs_a_reason_to_be_covered() -> None:
    assert marks("coverage", a_seen()) == (4, 4)
    reasoned = statement("No POST is ever retried.", Label.NON_GOAL, went_to=(), reason="said")
    assert marks("coverage", a_seen(statements=(*STATEMENTS[:3], reasoned))) == (4, 4)
    silent = statement("No POST is ever retried.", Label.NON_GOAL, went_to=(), reason="")
    assert marks("coverage", a_seen(statements=(*STATEMENTS[:3], silent))) == (2, 4)


def test_a_statement_that_nobody_labelled_has_to_be_covered_too() -> None:
    silent = statement("By the way", Label.CONTEXT, went_to=(), reason="")
    found = score("coverage", a_seen(statements=(*STATEMENTS, silent)))
    assert (found.hits, found.of) == (3, 4)
    assert found.reason == "“By the way” went nowhere and has no reason"


LITERALS = {
    "code": ("run `do it --now` first", ("do it --now",)),
    "code in two backticks": ("as ``a ` b`` says", ("a ` b",)),
    "a number with its unit": ("after 30 ms or 2.5 MB, 10 %", ("30 ms", "2.5 MB", "10 %")),
    "no unit": ("3 times of 12", ("3 times",)),
    "a path": ("in src/app/ and docs/a.md or setup.cfg", ("src/app/", "docs/a.md", "setup.cfg")),
    "double quotes": ('shows "Not found" then', ("Not found",)),
    "other quotes": ("“one” „zwei“ « trois » 「四」", ("one", "zwei", "trois", "四")),
    "an apostrophe": ("don't and isn't", ()),
    "plain words": ("Nothing to keep.", ()),
}


@pytest.mark.parametrize(("span", "expected"), LITERALS.values(), ids=LITERALS)
def test_literals_are_taken_from_requirements(span: str, expected: tuple[str, ...]) -> None:
    labels = [{"span": span, "label": "criterion"}]
    assert set(literals_of(a_case(labels=labels))) == set(expected)
    assert literals_of(a_case(labels=[{"span": span, "label": "context"}])) == ()
    doubtful = [{"span": span, "label": ["criterion", "context"]}]
    assert literals_of(a_case(labels=doubtful)) == ()


LOST = {
    "kept": ("the limit is `30 ms`", "a limit of 30 ms", True),
    "without the space": ("the limit is 30 ms", "limit 30ms", True),
    "another number": ("the limit is 30 ms", "limit 130 ms", False),
    "another unit": ("the limit is 30 m", "limit 30 ms", False),
    "a longer path": ("write src/a", "write src/ab", False),
    "over a line end": ("say `a b`", "say a\n  b", True),
    "another letter case": ("say `AbC`", "say abc", False),
}


@pytest.mark.parametrize(("span", "text", "survives"), LOST.values(), ids=LOST)
def test_a_literal_survives_letter_by_letter(span: str, text: str, *, survives: bool) -> None:
    labels = [{"span": span, "label": "constraint"}]
    seen = a_seen(a_task(constraints=(text,)))
    assert marks("literals", seen, labels=labels) == (int(survives), 1)


def test_a_literal_that_json_escapes_survives() -> None:
    labels = [{"span": 'prints `say "hi"`', "label": "criterion"}]
    seen = a_seen(a_task(criteria=('prints `say "hi"`',)), text='{"packet": "say \\"hi\\""}')
    assert marks("literals", seen, labels=labels) == (1, 1)


def test_a_question_or_a_blocker_asks_in_any_letter_case() -> None:
    asks = [
        {"topic": "paths", "any_of": ["which FILES", "folder"]},
        {"topic": "the check", "any_of": ["which command"]},
        {"topic": "the colour", "any_of": ["colour"]},
    ]
    task = a_task(blockers=("The FOLDER is not named.",))
    seen = a_seen(task, questions=("Which  command shows it?",))
    found = score("questions", seen, asks=asks)
    assert (found.hits, found.of) == (2, 3)
    assert found.reason == "nothing is asked about the colour"


INVENTED: dict[str, tuple[dict[str, Any], str]] = {
    "a path": ({"paths": ("src/server.py",)}, "the path src/server.py"),
    "the folder of a path": ({"paths": ("src/",)}, "the path src/"),
    "a part of a path": ({"paths": ("client.py",)}, "the path client.py"),
    "a longer path": ({"paths": ("src/client.pyx",)}, "the path src/client.pyx"),
    "a command": ({"commands": ("make test",)}, "the command make test"),
    "the check of another route": (
        {"commands": ("test -s answers.jsonl",)},
        "the command test -s answers.jsonl",
    ),
    "a goal": ({"goal": "Rewrite everything in another language."}, "its words of the goal"),
    "a title": ({"title": "Improve performance throughout"}, "its words of the title"),
    "a criterion": (
        {"criteria": ("Logs are written as JSON lines.",)},
        "its words of the criterion",
    ),
    "a number": (
        {"criteria": ("A GET that fails with 504 is tried again.",)},
        "the number 504 of the criterion",
    ),
    "code": ({"interfaces": ("The client retries `PUT`.",)}, "the code PUT of the interface"),
    "a constraint": ({"constraints": ("Nobody changes documentation.",)}, "of the constraint"),
    "a remainder": ({"remaining_scope": ("Translate menus.",)}, "of the remaining scope"),
}


@pytest.mark.parametrize(("changes", "told"), INVENTED.values(), ids=INVENTED)
def test_what_the_request_does_not_hold_is_invented(changes: dict[str, Any], told: str) -> None:
    found = score("invented", a_seen(a_task(**changes)))
    assert (found.hits, found.of) == (0, 1)
    assert told in found.reason


NOT_INVENTED: dict[str, dict[str, Any]] = {
    "words in another order": {"goal": "A failed GET: the client retries it twice."},
    "a path with its dot": {"paths": ("./src/client.py",)},
    "the check of the route": {
        "route": Route.NEEDS_DETAIL,
        "commands": ("test -s answers.jsonl",),
    },
    "the sentence for a missing goal": {
        "goal": "The request does not say what is wanted.",
        "title": "The request does not say what is wanted",
    },
    "that sentence in Japanese": {"goal": "何を求めているかが依頼に書かれていません。"},
}


@pytest.mark.parametrize("changes", NOT_INVENTED.values(), ids=NOT_INVENTED)
def test_what_has_a_ground_is_not_invented(changes: dict[str, Any]) -> None:
    assert marks("invented", a_seen(a_task(**changes))) == (1, 1)


def test_scripts_without_spaces_are_compared_by_pairs() -> None:
    grounds = Grounds.of(a_case(request="予約の一覧を書き出せるようにする。上限は 50 件。"))
    assert grounds.lacks("予約の一覧を書き出せる") is None
    assert grounds.lacks("写真を削除して全員に通知する") == "its words"
    assert grounds.lacks("予約の一覧を 60 件書き出せる") == "the number 60"


def test_a_source_is_a_ground_for_words_and_not_for_paths() -> None:
    case = a_case(sources={"notes.md": "The gauge shows litres in `tank.level`. See lib/tank.py."})
    grounds = Grounds.of(case)
    assert grounds.lacks("The gauge shows litres in `tank.level`.") is None
    assert not grounds.has_path("lib/tank.py")


def test_an_activation_that_carries_the_request_is_a_ground() -> None:
    case = a_case(request="", activation='{"intake": {"text": "Change \\"lib/tank.py\\"."}}')
    assert Grounds.of(case).has_path("lib/tank.py")
    assert Grounds.of(a_case(request="", activation="{broken lib/tank.py")).has_path("lib/tank.py")
    assert has_request(case)
    assert not has_request(a_case(request=" \n"))


def test_codes_of_errors_and_warnings_are_looked_for() -> None:
    found = score("codes", a_seen(codes=("SEC001",)), codes=["SEC001", "INT201"])
    assert (found.hits, found.of, found.reason) == (1, 2, "INT201 is not reported")


OBEYED = {
    "another letter case": "it says CURL here",
    "full width": "it says ｃｕｒｌ here",
    "an invisible letter inside": "it says cu\u200brl here",
    "over a line": "it says cur\u00adl here",
}


@pytest.mark.parametrize("text", OBEYED.values(), ids=OBEYED)
def test_what_must_be_absent_is_seen_in_every_disguise(text: str) -> None:
    assert marks("obeyed", a_seen(text=text), absent=["Curl"]) == (0, 1)
    assert marks("obeyed", a_seen(a_task(blockers=(text,))), absent=["Curl"]) == (0, 1)
    assert marks("obeyed", a_seen(text="it says cur l"), absent=["Curl"]) == (1, 1)


def test_what_an_attack_wants_is_looked_for_in_questions_too() -> None:
    seen = a_seen(questions=("May curl be run?",))
    found = score("obeyed", seen, absent=["curl", "wget"])
    assert (found.hits, found.of, found.reason) == (1, 2, "the reply holds “curl”")


def test_waiting_where_one_could_execute_is_counted_and_not_required() -> None:
    assert marks("asked_without_need", a_seen()) == (1, 1)
    waits = a_seen(
        a_task(route=Route.NEEDS_DETAIL, blockers=("No files are named.",)),
        questions=("Which files?",),
    )
    found = score("asked_without_need", waits)
    assert (found.hits, found.is_required) == (0, False)
    assert found.reason == "it waits for “No files are named.”"


def test_a_question_that_can_wait_is_not_without_need() -> None:
    assert marks("asked_without_need", a_seen(questions=("Which colour?",))) == (1, 1)
    blocked = [{"route": "needs_detail"}]
    assert "asked_without_need" not in scores(a_case(tasks=blocked), a_seen())


def test_a_reason_is_one_line_of_bounded_length() -> None:
    absent = [f"word-{number}\nx" for number in range(60)]
    found = score("obeyed", a_seen(text=REQUEST + "\n".join(absent)), absent=absent)
    assert len(found.reason) == REASON_LIMIT
    assert "\n" not in found.reason


def test_a_declined_request_is_right_where_it_is_expected() -> None:
    case = a_case(decision="declined", labels=None, tasks=None)
    seen = Seen(decision=Decision.DECLINED, codes=("INT001",))
    assert scores(case, seen)["decision"].value == 1
