"""What a schema cannot say of a data set: that it is about its own requests, and judges something.

* Every span occurs in its request, as often as it is labelled.
* An id belongs to one case of all suites, and a split of a suite to one file.
* What a run of that outcome could not show is not expected of it.
* A path or a command that is expected has its ground in the request, as it has in a plan.
"""

from collections.abc import Iterable, Iterator, Sequence

from planner.catalogue import rules
from planner.evals.case import Case, Decision
from planner.evals.dataset import DataSet, Fault
from planner.evals.grounds import Grounds, has_request
from planner.evals.lint_design import of_design
from planner.evals.matching import folded, plain

Said = tuple[tuple[int | str, ...], str, str]
"""Where inside a case, what is wrong, and the cure."""


def faults_in(sets: Sequence[DataSet]) -> Iterator[Fault]:
    """Yield what is wrong with *sets*, each by itself and beside each other."""
    yield from _repeated_splits(sets)
    yield from _repeated_ids(sets)
    codes = {rule.code for rule in rules()}
    for each in sets:
        for index, case in enumerate(each.suite.cases):
            for where, fact, hint in _of_case(case, codes):
                line = each.line_of("cases", index, *where)
                yield Fault(each.path, line, f"case `{case.id}`: {fact}", hint)


def _repeated_splits(sets: Iterable[DataSet]) -> Iterator[Fault]:
    seen: dict[tuple[str, str], DataSet] = {}
    for each in sets:
        key = (each.suite.suite, each.suite.split)
        first = seen.setdefault(key, each)
        if first is not each:
            fact = f"the split {key[1]} of {key[0]} is in {first.path} as well"
            yield Fault(each.path, each.line_of("split"), fact, "put both into one file")


def _repeated_ids(sets: Iterable[DataSet]) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for each in sets:
        for index, case in enumerate(each.suite.cases):
            line = each.line_of("cases", index, "id")
            if case.id in seen:
                fact = f"case `{case.id}` is at {seen[case.id]} as well"
                yield Fault(each.path, line, fact, "give it an id of its own")
            seen.setdefault(case.id, f"{each.path}:{line}")


def _of_case(case: Case, codes: set[str]) -> Iterator[Said]:
    yield from of_design(case, codes)
    yield from _spans(case)
    yield from _beyond_the_outcome(case)
    yield from _ungrounded(case)
    yield from _blank(case)
    for index, code in enumerate(case.codes):
        if code not in codes:
            yield ("codes", index), f"there is no rule {code}", "see docs/rules.md"
    if not _judges(case):
        hint = "give labels, tasks, asks, codes, absent, or a decision that is not `accepted`"
        yield (), "there is nothing to judge", hint


def _judges(case: Case) -> bool:
    said = (case.labels, case.tasks, case.asks, case.codes, case.absent)
    by_itself = case.is_reply or case.is_design
    return any(said) or case.decision is not Decision.ACCEPTED or by_itself


def _blank(case: Case) -> Iterator[Said]:
    """Yield the texts of which nothing is left to look for: they would be found everywhere."""
    asked = (
        (("asks", index, "any_of", number), text)
        for index, ask in enumerate(case.asks)
        for number, text in enumerate(ask.any_of)
    )
    for place, text in (*asked, *((("absent", at), each) for at, each in enumerate(case.absent))):
        if not folded(text):
            yield place, f"{text!r} holds nothing that can be seen", "write what to look for"


def _spans(case: Case) -> Iterator[Said]:
    spans = [expected.span for expected in case.labels]
    for index, span in enumerate(spans):
        there = case.request.count(span)
        place = ("labels", index, "span")
        if not there and plain(span) in plain(case.request):
            yield place, "the span differs from the request in white space", "copy it as it is"
        elif not there:
            yield place, f"the request does not hold {span[:60]!r}", "copy the span from it"
        elif spans[: index + 1].count(span) > there:
            yield place, f"the span is labelled more often than the {there} it occurs", "drop one"


def _beyond_the_outcome(case: Case) -> Iterator[Said]:
    """Yield what is expected although that outcome has no reply, or no trace."""
    if (case.reply is not None) is not case.is_reply:
        yield ("kind",), "`reply` and the kind `reply` go together", "give both or neither"
    released = case.decision is Decision.ACCEPTED
    for name, items in (("tasks", case.tasks), ("asks", case.asks), ("labels", case.labels)):
        if items and not released:
            yield (name,), f"nothing is released, so there are no {name} to see", "leave them out"
    if case.labels and released and case.is_reply:
        yield ("labels",), "no trace is written of a stranger's reply", "leave the labels out"


def _ungrounded(case: Case) -> Iterator[Said]:
    if not has_request(case):
        return
    grounds = Grounds.of(case)
    for index, task in enumerate(case.tasks):
        for number, path in enumerate(task.paths or ()):
            if not grounds.has_path(path):
                place = ("tasks", index, "paths", number)
                yield place, f"the request does not name {path!r}", "expect a path that it names"
        for number, command in enumerate(task.commands or ()):
            if not grounds.has_command(command, task.route):
                place = ("tasks", index, "commands", number)
                yield place, f"the request does not name {command!r}", "expect one that it names"
