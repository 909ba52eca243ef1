"""The graders of tasks files: rows, their order, and what a regeneration has to keep.

* A tasks file that was refused holds nothing, so that everything that it should hold is missed.
* `*` in an identity stands for any text; one expected row is one row that is there.
* Each reason names the rows or lines that were missed.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import pairwise
from typing import Final

from planner.evals.case import Case, Decision
from planner.evals.design import Design
from planner.evals.grading import Grader, Marks, counted, glance
from planner.evals.matching import plain
from planner.evals.seen import Seen, SeenRow, SeenTasksFile

_NOTHING: Final = SeenTasksFile()


def _rows(design: Design, seen: Seen) -> Marks:
    """Count twice the rows that are right, of all that are there and all that should be: F1."""
    right, given = list(design.identities or ()), [row.identity for row in _file(seen).rows]
    lacking: list[str] = []
    for wanted in sorted(right, key=lambda each: "*" in each):
        found = next((each for each in given if fnmatchcase(each, wanted)), None)
        if found is None:
            lacking.append(f"without {wanted}")
        else:
            given.remove(found)
    extra = [each for each in given if not _any(each, design.optional)]
    hits = 2 * (len(right) - len(lacking))
    missed = (*lacking, *(f"with {each or 'a row without identity'}" for each in extra))
    return Marks(hits, hits + len(missed), missed)


def _order(design: Design, seen: Seen) -> Marks:
    """Count pairs that stand as they should; a row that is missing is counted by `rows` alone."""
    given = [row.identity for row in _file(seen).rows]
    pairs = [pair for chain in design.order for pair in pairwise(chain)]
    missed = [
        f"{before} does not come before {after}"
        for before, after in pairs
        if not given or _is_violated(before, after, given)
    ]
    return counted(missed, len(pairs))


def _is_violated(before: str, after: str, given: Sequence[str]) -> bool:
    firsts = [at for at, each in enumerate(given) if fnmatchcase(each, before)]
    seconds = [at for at, each in enumerate(given) if fnmatchcase(each, after)]
    return bool(firsts and seconds) and max(firsts) > min(seconds)


def _forbidden(design: Design, seen: Seen) -> Marks:
    given = [row.identity for row in _file(seen).rows]
    missed = [
        f"there is a row {each}"
        for each in design.forbidden
        if any(fnmatchcase(one, each) for one in given)
    ]
    return counted(missed, len(design.forbidden))


def _blockers(design: Design, seen: Seen) -> Marks:
    rows = _by_identity(seen)
    missed = [
        f"{row} is not blocked by {blocker}"
        for row, blocker in design.blockers
        if row not in rows or not any(fnmatchcase(one, blocker) for one in rows[row].blocked_by)
    ]
    return counted(missed, len(design.blockers))


def _statuses(design: Design, seen: Seen) -> Marks:
    rows = _by_identity(seen)
    missed = []
    for identity, status in design.statuses.items():
        row = rows.get(identity)
        if row is None:
            missed.append(f"{identity} is not there, or not once")
        elif row.status is not status:
            missed.append(f"{identity} is {row.status or 'of no status'} and not {status}")
        elif row.completed != design.completed.get(identity, row.completed):
            right = design.completed[identity] or "nothing"
            missed.append(f"{identity} was completed {row.completed or 'by nobody'}, not {right}")
    return counted(missed, len(design.statuses))


def _archive(design: Design, seen: Seen) -> Marks:
    right, given = design.archived or {}, [*_file(seen).archived]
    missed = []
    for identity, status in right.items():
        own = [each for each in given if each.identity == identity]
        given = [each for each in given if each.identity != identity]
        if len(own) != 1:
            missed.append(f"{identity} is there {len(own)} times")
        elif not own[0].status.startswith(status):
            missed.append(f"{identity} is {own[0].status} and not {status}")
    missed += [f"{each.identity} is there too" for each in given]
    # An archive that is right to be absent is one mark.
    of = max(len(right) + len(given), 1)
    return counted(missed, of)


def _lines(design: Design, seen: Seen) -> Marks:
    file, rows = _file(seen), _by_identity(seen)
    missed = [f"{glance(line)} is gone" for line in _lost(design.kept, seen.text.splitlines())]
    for identity, lines in design.notes.items():
        there = rows[identity].lines if identity in rows else file.archive
        missed += [f"{glance(line)} is not with {identity}" for line in _lost(lines, there)]
    return counted(missed, len(design.kept) + sum(map(len, design.notes.values())))


def _lost(wanted: Iterable[str], there: Iterable[str]) -> Iterator[str]:
    """Yield the lines that are wanted more often than they are there."""
    left = Counter(map(_unquoted, there))
    for line in wanted:
        if left[_unquoted(line)] > 0:
            left[_unquoted(line)] -= 1
        else:
            yield line


def _unquoted(line: str) -> str:
    return plain(line.lstrip("> "))


def _holds(design: Design, seen: Seen) -> Marks:
    lines = [plain(line) for line in seen.text.splitlines()]
    missed = [
        f"no line holds {glance(text)}"
        for text in design.holds
        if not any(plain(text) in line for line in lines)
    ]
    return counted(missed, len(design.holds))


def _refusals(design: Design, seen: Seen) -> Marks:
    given = set(_file(seen).refusals)
    lacking = [each for each in design.refused_by if not each & given]
    extra = sorted(given.difference(*design.refused_by))
    missed = [
        *(f"{' or '.join(sorted(each))} is not reported" for each in lacking),
        *(f"{code} is reported too" for code in extra),
    ]
    return counted(missed, len(design.refusals) + len(extra))


def _untouched(design: Design, seen: Seen) -> Marks:  # noqa: ARG001 - a grader's signature
    is_right = _file(seen).is_untouched
    return counted(() if is_right else ("a file was written although it was refused",), 1)


def _place(design: Design, seen: Seen) -> Marks:
    place = _file(seen).place
    told = f"it is {place or 'nowhere'} and not {design.tasks_file}"
    return counted(() if place == design.tasks_file else (told,), 1)


def _form(design: Design, seen: Seen) -> Marks:
    given = _file(seen).form
    missed = [f"it is not written with {each}" for each in design.old_form if each not in given]
    return counted(missed, len(design.old_form))


def _again(design: Design, seen: Seen) -> Marks:  # noqa: ARG001 - a grader's signature
    told = "the same document again gives another file"
    return counted(() if _file(seen).is_stable else (told,), 1)


def _file(seen: Seen) -> SeenTasksFile:
    return seen.tasks_file or _NOTHING


def _by_identity(seen: Seen) -> dict[str, SeenRow]:
    """Return the rows by identity; of two that share one, neither can be told from the other."""
    rows = _file(seen).rows
    times = Counter(row.identity for row in rows)
    return {row.identity: row for row in rows if times[row.identity] == 1}


def _any(identity: str, wanted: Iterable[str]) -> bool:
    return any(fnmatchcase(identity, each) for each in wanted)


def _grader(
    name: str, applies: Callable[[Design, Case], bool], marks: Callable[[Design, Seen], Marks]
) -> Grader:
    """Return the grader of cases with a design to which it applies."""

    def is_judged(case: Case) -> bool:
        return case.design is not None and applies(case.design, case)

    def judged(case: Case, seen: Seen) -> Marks:
        if case.design is None:
            message = f"{name} does not apply to {case.id}"
            raise AssertionError(message)
        return marks(case.design, seen)

    return Grader(name, is_judged, judged)


def _is_written(_: Design, case: Case) -> bool:
    return case.decision is Decision.ACCEPTED


def _has_place(design: Design, case: Case) -> bool:
    return design.tasks_file is not None and _is_written(design, case)


DESIGN_GRADERS: Final = (
    _grader("rows", lambda design, _: design.identities is not None, _rows),
    _grader("order", lambda design, _: bool(design.order), _order),
    _grader("forbidden", lambda design, _: bool(design.forbidden), _forbidden),
    _grader("blockers", lambda design, _: bool(design.blockers), _blockers),
    _grader("statuses", lambda design, _: bool(design.statuses), _statuses),
    _grader("archive", lambda design, _: design.archived is not None, _archive),
    _grader("lines", lambda design, _: bool(design.kept or design.notes), _lines),
    _grader("holds", lambda design, _: bool(design.holds), _holds),
    _grader("place", _has_place, _place),
    _grader("form", lambda design, _: bool(design.old_form), _form),
    _grader("again", _is_written, _again),
    _grader("refusals", lambda design, _: bool(design.refusals), _refusals),
    _grader("untouched", lambda design, _: bool(design.refusals), _untouched),
)
"""The graders that apply to designs alone, in the order of tables."""
