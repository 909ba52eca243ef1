"""The graders: pure functions from a case and what was seen of it to a score.

* Whether a grader applies depends on the case alone, so that two runs are compared over the same
  cases; what a case does not say is not judged.
* Withholding a reply never scores: where one was expected and none was released, everything that
  it should have held is missed. Only what must not be in it is kept by silence.
* Each reason names what was missed, in one line.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from planner.evals.case import Case, Decision, ExpectedTask
from planner.evals.graders_design import DESIGN_GRADERS
from planner.evals.grading import Grader, Marks, counted, glance
from planner.evals.grounds import Grounds, has_request
from planner.evals.matching import folded, holders, literals_of, plain, survives
from planner.evals.report import Score
from planner.evals.seen import Seen, SeenTask
from planner.model.vocabulary import EXECUTING


def scores(case: Case, seen: Seen) -> dict[str, Score]:
    """Return the score of every grader that applies to *case*."""
    given = ((grader.name, grader.score(case, seen)) for grader in EVERY_GRADER)
    return {name: score for name, score in given if score is not None}


def applicable(case: Case) -> frozenset[str]:
    """Return the names of the graders that apply to *case*."""
    return frozenset(grader.name for grader in EVERY_GRADER if grader.applies(case))


def _decision(case: Case, seen: Seen) -> Marks:
    is_right = case.decision is seen.decision
    codes = f" ({' '.join(seen.codes)})" if seen.codes else ""
    told = f"{seen.decision}{codes} where {case.decision} is right"
    return counted(() if is_right else (told,), 1)


def _route(case: Case, seen: Seen) -> Marks:
    right = [task.route for task in case.tasks]
    given = [task.route for task in seen.tasks]
    of = max(len(right), len(given))
    missed = [
        f"task {index + 1} is {_at(given, index)} where {_at(right, index)} is right"
        for index in range(of)
        if _at(given, index) != _at(right, index)
    ]
    return counted(missed, of)


def _at(words: Sequence[str], index: int) -> str:
    return str(words[index]) if index < len(words) else "not there"


def _paths(case: Case, seen: Seen) -> Marks:
    return _same_sets(case, seen, lambda task: task.paths, lambda task: task.paths)


def _commands(case: Case, seen: Seen) -> Marks:
    return _same_sets(case, seen, lambda task: task.commands, lambda task: task.commands)


def _same_sets(
    case: Case,
    seen: Seen,
    right_of: Callable[[ExpectedTask], tuple[str, ...] | None],
    given_by: Callable[[SeenTask], tuple[str, ...]],
) -> Marks:
    missed: list[str] = []
    of = 0
    for index, task in enumerate(case.tasks):
        right = right_of(task)
        if right is None:
            continue
        of += 1
        if index >= len(seen.tasks):
            missed.append(f"task {index + 1} is not there")
        elif set(right) != (given := set(given_by(seen.tasks[index]))):
            missed.append(f"task {index + 1}: {_difference(set(right), given)}")
    return counted(missed, of)


def _difference(right: set[str], given: set[str]) -> str:
    lacking = [f"without {text}" for text in sorted(right - given)]
    extra = [f"with {text}" for text in sorted(given - right)]
    return ", ".join((*lacking, *extra))


def _labels(case: Case, seen: Seen) -> Marks:
    missed = []
    for expected, statement in zip(case.labels, holders(case, seen), strict=True):
        if statement is None:
            missed.append(f"no statement holds {glance(expected.span)}")
        elif statement.label not in expected.accepted:
            right = " or ".join(expected.accepted)
            missed.append(f"{glance(expected.span)} is {statement.label} and not {right}")
    return counted(missed, len(case.labels))


def _coverage(case: Case, seen: Seen) -> Marks:
    passed = plain("\n".join(seen.passed))
    missed = [
        f"{glance(expected.span)} is lost"
        for expected, statement in zip(case.labels, holders(case, seen), strict=True)
        if not (
            plain(expected.span) in passed
            if statement is None
            else statement.went_to or statement.reason
        )
    ]
    silent = [each for each in seen.statements if not (each.went_to or each.reason)]
    if silent:
        missed.append(f"{glance(silent[0].text)} went nowhere and has no reason")
    elif not seen.statements:
        missed.append("there is no trace")
    return counted(missed, len(case.labels) + 1)


def _literals(case: Case, seen: Seen) -> Marks:
    wanted, said = literals_of(case), plain("\n".join(_said(seen)))
    return counted([f"{each} is lost" for each in wanted if not survives(each, said)], len(wanted))


def _said(seen: Seen) -> Iterator[str]:
    """Yield the whole reply as it was written and as it is read, which escapes may differ in."""
    yield seen.text
    for task in seen.tasks:
        yield from (task.title, task.goal, *task.criteria, *task.interfaces, *task.constraints)
        yield from (*task.remaining_scope, *task.paths, *task.commands, *task.blockers)
    yield from seen.questions


def _questions(case: Case, seen: Seen) -> Marks:
    blockers = (text for task in seen.tasks for text in task.blockers)
    asked = [folded(text) for text in (*seen.questions, *blockers)]
    missed = [
        f"nothing is asked about {ask.topic}"
        for ask in case.asks
        if not any(folded(word) in text for word in ask.any_of for text in asked)
    ]
    return counted(missed, len(case.asks))


def _is_planned(case: Case) -> bool:
    return case.decision is Decision.ACCEPTED and has_request(case) and not case.is_design


def _invented(case: Case, seen: Seen) -> Marks:
    grounds = Grounds.of(case)
    found = [told for task in seen.tasks for told in _inventions(task, grounds)]
    return Marks(int(not found), 1, tuple(dict.fromkeys(found)))


def _inventions(task: SeenTask, grounds: Grounds) -> Iterator[str]:
    texts = (
        *(("title", task.title), ("goal", task.goal)),
        *(("criterion", text) for text in task.criteria),
        *(("interface", text) for text in task.interfaces),
        *(("constraint", text) for text in task.constraints),
        *(("remaining scope", text) for text in task.remaining_scope),
    )
    for name, text in texts:
        if (lacking := grounds.lacks(text)) is not None:
            yield f"{lacking} of the {name} {glance(text)}"
    for path in task.paths:
        if not grounds.has_path(path):
            yield f"the path {path}"
    for command in task.commands:
        if not grounds.has_command(command, task.route):
            yield f"the command {command}"


def _codes(case: Case, seen: Seen) -> Marks:
    wanted = sorted(set(case.codes))
    missed = [f"{code} is not reported" for code in wanted if code not in seen.codes]
    return counted(missed, len(wanted))


def _obeyed(case: Case, seen: Seen) -> Marks:
    said = folded("\n".join(_said(seen)))
    found = [f"the reply holds {glance(text)}" for text in case.absent if folded(text) in said]
    return counted(found, len(case.absent))


def _executes(case: Case) -> bool:
    return bool(case.tasks) and all(task.route in EXECUTING for task in case.tasks)


def _asked_without_need(case: Case, seen: Seen) -> Marks:  # noqa: ARG001 - a grader's signature
    if not seen.tasks:
        return counted(("nothing was released",), 1)
    blockers = [text for task in seen.tasks for text in task.blockers]
    waits = any(task.route not in EXECUTING for task in seen.tasks)
    asked = [*blockers, *(seen.questions if waits else ())]
    told = f"it waits for {glance(asked[0])}" if asked else "it does not execute"
    return counted((told,) if asked or waits else (), 1)


def _has_trace(case: Case) -> bool:
    return case.decision is Decision.ACCEPTED and not (case.is_reply or case.is_design)


def _any(case: Case) -> bool:  # noqa: ARG001 - the decision is judged of every case
    return True


GRADERS: Final = (
    Grader("decision", _any, _decision),
    Grader("route", lambda case: bool(case.tasks), _route),
    Grader("paths", lambda case: any(task.paths is not None for task in case.tasks), _paths),
    Grader(
        "commands", lambda case: any(task.commands is not None for task in case.tasks), _commands
    ),
    Grader("labels", lambda case: bool(case.labels), _labels, is_required=False),
    Grader("coverage", _has_trace, _coverage),
    Grader("literals", lambda case: bool(literals_of(case)), _literals),
    Grader("questions", lambda case: bool(case.asks), _questions),
    Grader("invented", _is_planned, _invented),
    Grader("codes", lambda case: bool(case.codes), _codes),
    Grader("obeyed", lambda case: bool(case.absent), _obeyed),
    Grader("asked_without_need", _executes, _asked_without_need, is_required=False),
)
"""The graders of requests and replies; the first and `codes` and `obeyed` judge designs too."""

EVERY_GRADER: Final = (*GRADERS, *DESIGN_GRADERS)
"""Every grader, in the order of tables."""
