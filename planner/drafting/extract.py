"""Where each statement of a request goes, decided from its place, form and words, without a model.

* Every statement gets exactly one label; what goes nowhere says why.
* Evidence is set aside first (`evidence`), then the place speaks (its heading, or the nearest
  heading above that says something), then the form, then the words.
* A prohibition, a question and a placeholder are what they are wherever they stand.
* A statement is never split, merged or reworded here.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from planner.drafting import evidence
from planner.drafting.cues import (
    BEHAVES,
    CHANGES,
    DESCRIBES,
    FORBIDS,
    IMPERATIVE,
    LATER,
    LEAVES_OUT,
    LIMITS,
    MUST,
    STATES,
    TESTS_PASS,
    WANTS,
)
from planner.drafting.gaps import asks, is_undecided, placeholder_of
from planner.drafting.headings import heading_label, report_label
from planner.drafting.interfaces import defines, is_concrete
from planner.drafting.manner import (
    asks_politely,
    bare,
    is_about_the_list,
    is_story,
    lists_files,
    only_checks,
    only_reads,
    turns_to_work,
)
from planner.drafting.measure import asks_for_tests, only_names_files
from planner.drafting.outline import outline_of
from planner.drafting.places import excludes_paths, listed_paths, written_commands
from planner.drafting.reported import is_own_goal, is_report, with_report
from planner.drafting.symptoms import is_symptom, wishes_fix
from planner.drafting.wording import follows, refers_back
from planner.model.intake import Brief, Form, LabelledStatement, Statement
from planner.model.pattern import pattern
from planner.model.vocabulary import REQUIREMENT_LABELS, Label
from planner.rules.literals import literals_of
from planner.rules.named import command_of_line, entries_in, paths_in

GOAL_LIMIT: Final = 3
"""Statements under goal headings that are the goal; what follows them is judged by its words."""

_MAY_WAIT: Final = frozenset({None, Label.GOAL, Label.CRITERION, Label.CONSTRAINT})
"""Places where a sentence about what comes later is a remainder."""
_LISTED: Final = frozenset({Form.BULLET, Form.NUMBERED, Form.CHECK, Form.ROW})
_EMPHASIS: Final = pattern(r"[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}")
_SPAN: Final = pattern(r"`[^`]*`|\"[^\"]*\"")
_COMMENT: Final = pattern(r"\A\s*(?:#|//|--\s)")
_LEAD_IN: Final = pattern(r"[:：]\s*\Z")
_PLAIN_WORD: Final = pattern(r"[^\W\d_]{2,}")
_FEW_WORDS: Final = 6


def label(brief: Brief) -> tuple[LabelledStatement, ...]:
    """Return every statement of *brief* with its label, in the order of the request."""
    places = list(_places(brief))
    reports = is_report(brief)
    found: list[LabelledStatement] = []
    goals = 0
    for statement, place in zip(brief.statements, places, strict=True):
        if place is Label.GOAL and goals >= GOAL_LIMIT:
            place = None  # noqa: PLW2901 - the place no longer speaks
        previous = found[-1] if found else None
        labelled = _labelled(statement, place, previous, is_report=reports)
        goals += labelled.label is Label.GOAL and statement.form is not Form.TITLE
        found.append(labelled)
    placed = _with_references(_with_leads(_without_blobs(found)))
    return _with_goal(with_report(placed, places, is_report=reports), places)


def _places(brief: Brief) -> Iterator[Label | None]:
    """Yield what the heading of each statement says, or the nearest one above that says it."""
    above = outline_of(brief.text)
    for statement in brief.statements:
        is_title = not statement.answer and statement.heading.strip(" #*_:") in above.titles
        place = heading_label(statement.heading, whole=is_title)
        is_labelled = statement.form is Form.LABELLED and statement.heading
        if place is None and not is_labelled and not statement.answer:
            place = above.label_at(statement.line)
        yield place


def _labelled(
    statement: Statement,
    place: Label | None,
    previous: LabelledStatement | None,
    *,
    is_report: bool,
) -> LabelledStatement:
    if (reason := evidence.set_aside(statement)) is not None:
        return LabelledStatement(statement=statement, label=Label.SET_ASIDE, reason=reason)
    if statement.form is Form.CODE:
        found = _of_code(statement, place, previous)
    else:
        if is_report and place in _REPORTED:
            place = report_label(statement.heading, statement.text) or place
        found = _of_text(statement, place, is_report=is_report)
    reason = CONTEXT_REASON if found is Label.CONTEXT else ""
    return LabelledStatement(statement=statement, label=found, reason=reason)


_REPORTED: Final = frozenset({None, Label.GOAL, Label.CRITERION, Label.CONTEXT})
"""Places where a line of a report may have a label of its own."""
CONTEXT_REASON: Final = "it describes and asks for nothing"


def _of_code(
    statement: Statement, place: Label | None, previous: LabelledStatement | None
) -> Label:
    """A line of a sample: listed paths and commands count, else it belongs to what leads it in."""
    text = statement.text
    if place is Label.PATH:
        return Label.PATH if listed_paths(statement) else Label.CONTEXT
    if place is Label.VERIFICATION:
        return (
            Label.VERIFICATION
            if command_of_line(text) and not _COMMENT.match(text)
            else Label.CONTEXT
        )
    if place in {Label.INTERFACE, Label.NON_GOAL, Label.BLOCKER}:
        return place
    if previous is not None and follows(previous.statement, statement):
        leads = previous.statement.form is Form.CODE or _LEAD_IN.search(previous.statement.text)
        if leads and previous.label in REQUIREMENT_LABELS | {Label.CONTEXT}:
            return previous.label
    return Label.CONTEXT


def _of_text(statement: Statement, place: Label | None, *, is_report: bool) -> Label:
    text = _EMPHASIS.sub("", statement.text)
    if place is Label.BLOCKER:
        return Label.BLOCKER
    if place in _ASKS_FOR_WORK and wishes_fix(text):
        return Label.GOAL
    if place is Label.QUESTION or (
        asks(text) and place is not Label.CONTEXT and not asks_politely(text)
    ):
        return Label.QUESTION
    if place is not Label.CONTEXT and (placeholder_of(statement.text) or is_undecided(text)):
        return Label.QUESTION
    if place is Label.REMAINDER or (place in _MAY_WAIT and LATER.search(_SPAN.sub("", text))):
        return Label.REMAINDER
    return _of_asking(statement, text, place, is_report=is_report)


def _of_asking(statement: Statement, text: str, place: Label | None, *, is_report: bool) -> Label:
    """Where a statement goes that asks no question and leaves nothing for later."""
    match place:
        case Label.PATH:
            return _in_scope(statement, text)
        case Label.VERIFICATION:
            return _of_proof(statement, text)
        case Label.CONSTRAINT | Label.NON_GOAL:
            return Label.NON_GOAL if LEAVES_OUT.search(text) else place
        case Label.INTERFACE:
            return _forbidden(text) or (
                Label.INTERFACE if is_concrete(statement.text) else Label.CRITERION
            )
        case Label.CRITERION:
            return _by_words(statement, text) or (
                Label.CONTEXT if is_symptom(text) else Label.CRITERION
            )
        case Label.GOAL:
            is_check = _is_check(statement)
            return Label.VERIFICATION if is_check else _forbidden(text) or Label.GOAL
        case Label.CONTEXT:
            return _of_background(statement, text)
        case _:
            return _unplaced(statement, text, is_report=is_report)


def _of_background(statement: Statement, text: str) -> Label:
    if statement.form is Form.PROSE and only_checks(statement):
        return Label.VERIFICATION
    strong = FORBIDS.search(text) or (MUST.search(text) and not DESCRIBES.search(text))
    return (_forbidden(text) or Label.CRITERION) if strong else Label.CONTEXT


_ASKS_FOR_WORK: Final = frozenset({None, Label.GOAL, Label.CRITERION, Label.CONTEXT})


def _forbidden(text: str) -> Label | None:
    words = _SPAN.sub("`x`", text)
    if turns_to_work(words):
        # What it refuses stays with what it asks for: a statement is never split here.
        return Label.CRITERION
    if LEAVES_OUT.search(words):
        return Label.NON_GOAL
    return Label.CONSTRAINT if FORBIDS.search(words) else None


def _by_words(statement: Statement, text: str) -> Label | None:
    """Return what the form and the words say by themselves."""
    if TESTS_PASS.match(text.strip()) or _is_check(statement):
        return Label.VERIFICATION
    if statement.form in _LISTED and entries_in(statement.text):
        return Label.PATH
    if (found := _forbidden(text)) is not None:
        return found
    return (
        Label.INTERFACE if defines(statement.text) and not IMPERATIVE.search(bare(text)) else None
    )


def _is_check(statement: Statement) -> bool:
    return only_checks(statement) or _is_command_alone(statement)


def _is_command_alone(statement: Statement) -> bool:
    """Whether a statement says no more than that a command passes."""
    if not any(True for _ in written_commands(statement, listed=False)):
        return False
    rest = _SPAN.sub("", statement.text)
    if CHANGES.search(bare(rest.strip())) or _NEW_SENTENCE.search(rest):
        return False
    return len(_PLAIN_WORD.findall(rest)) <= _FEW_WORDS and not any(ch.isdigit() for ch in rest)


_NEW_SENTENCE: Final = pattern(r"[.!?。！？]\s*\w")


def _in_scope(statement: Statement, text: str) -> Label:
    if entries_in(statement.text):
        return Label.PATH
    if (found := _forbidden(text)) is not None:
        return found
    if excludes_paths(statement):
        return Label.CONSTRAINT
    rest = text
    for named in reversed(list(paths_in(text))):
        rest = rest[: named.start] + rest[named.end :]
    says_more = IMPERATIVE.search(rest.lstrip(" :—–-")) or MUST.search(rest) or BEHAVES.search(rest)
    if any(True for _ in paths_in(text)) and not says_more:
        return Label.PATH
    return Label.CRITERION if says_more else Label.CONSTRAINT


def _of_proof(statement: Statement, text: str) -> Label:
    if any(True for _ in written_commands(statement, listed=True)) or TESTS_PASS.match(
        text.strip()
    ):
        return Label.VERIFICATION
    if (found := _forbidden(text)) is not None:
        return found
    # What no program can check stays a criterion, for the reviewer.
    return Label.VERIFICATION if _LEAD_IN.search(text) else Label.CRITERION


def _unplaced(statement: Statement, text: str, *, is_report: bool) -> Label:
    """Where no heading speaks: lists ask for something, prose has to say so."""
    if statement.form is Form.TITLE:
        return Label.GOAL
    if only_reads(text) or is_about_the_list(text) or is_symptom(text, is_report=is_report):
        return Label.CONTEXT
    if (found := _by_words(statement, text)) is not None:
        return found
    if lists_files(text):
        return Label.PATH
    if statement.form in _LISTED:
        return Label.CRITERION
    if is_story(text):
        return Label.GOAL
    if MUST.search(text) or WANTS.search(text) or IMPERATIVE.search(bare(text)):
        return Label.CRITERION
    if asks_politely(text):
        return Label.CRITERION
    if DESCRIBES.search(text):
        return Label.CONTEXT
    states = STATES.search(text) and any(True for _ in literals_of(statement.text))
    if BEHAVES.search(text) or states or LIMITS.match(text) or not _is_tabled(text):
        return Label.CRITERION
    return Label.CONTEXT


_TABLED: Final = pattern("[A-Za-zÀ-ɏ\u3040-\u30ff\u3400-\u9fff]")


def _is_tabled(text: str) -> bool:
    """Whether the word tables know the script; of another one nothing may be dropped."""
    return _TABLED.search(text) is not None


def _without_blobs(found: Sequence[LabelledStatement]) -> list[LabelledStatement]:
    """Set a whole sample aside when one line of it is a controller's value or a secret."""
    result = list(found)
    start = 0
    for at in range(1, len(result) + 1):
        if at < len(result) and _same_sample(result[at - 1], result[at]):
            continue
        block = result[start:at]
        reason = next((item.reason for item in block if item.reason in _SPREADS), None)
        if reason is not None and block[0].statement.form is Form.CODE:
            result[start:at] = [
                LabelledStatement(statement=item.statement, label=Label.SET_ASIDE, reason=reason)
                for item in block
            ]
        start = at
    return result


_SPREADS: Final = frozenset({evidence.CONTROLLER, evidence.SECRET})


def _same_sample(one: LabelledStatement, other: LabelledStatement) -> bool:
    first, second = one.statement, other.statement
    return (
        first.form is Form.CODE
        and second.form is Form.CODE
        and (first.heading, first.answer) == (second.heading, second.answer)
        and second.line - first.line <= 2  # noqa: PLR2004 - one blank line inside a sample
    )


def _with_leads(found: Sequence[LabelledStatement]) -> list[LabelledStatement]:
    """Let a line that introduces others ("It holds:") go where the first of them goes."""
    result = list(found)
    for at in range(len(result) - 2, -1, -1):
        item, after = result[at], result[at + 1]
        if (
            item.label is Label.CONTEXT
            and _LEAD_IN.search(item.statement.text)
            and not is_about_the_list(item.statement.text)
            and item.statement.answer == after.statement.answer
            and after.label in REQUIREMENT_LABELS
        ):
            result[at] = LabelledStatement(statement=item.statement, label=after.label)
    return result


def _with_references(found: Sequence[LabelledStatement]) -> list[LabelledStatement]:
    """Let a sentence that only refers back ("It is sorted by date.") stay with what it is about."""
    result = list(found)
    for at in range(1, len(result)):
        item, before = result[at], result[at - 1]
        if (
            item.label in {Label.CRITERION, Label.INTERFACE, Label.CONTEXT}
            and before.label in REQUIREMENT_LABELS
            and refers_back(item.statement, before.statement)
            and item.statement.heading == before.statement.heading
            and not is_symptom(item.statement.text)
            and not is_about_the_list(item.statement.text)
            and not (item.label is Label.CONTEXT and DESCRIBES.search(item.statement.text))
        ):
            result[at] = LabelledStatement(statement=item.statement, label=before.label)
    return result


def _with_goal(
    found: Sequence[LabelledStatement], places: Sequence[Label | None]
) -> tuple[LabelledStatement, ...]:
    """Where no heading names a goal, the sentence that opens the request is the goal."""
    result = list(found)
    if any(is_own_goal(item) for item in result):
        return tuple(result)
    for at, item in enumerate(result):
        if item.label is Label.GOAL and item.statement.form is Form.TITLE:
            continue
        if item.label is Label.GOAL or item.statement.answer or not _is_preamble(item):
            break
        if _may_be_goal(item) and places[at] is None:
            result[at] = LabelledStatement(statement=item.statement, label=Label.GOAL)
            break
    return tuple(result)


def _is_preamble(item: LabelledStatement) -> bool:
    """Whether an item asks for nothing that would have to come after a goal."""
    return item.statement.form in _SPOKEN or item.label in {Label.CONTEXT, Label.SET_ASIDE}


def _may_be_goal(item: LabelledStatement) -> bool:
    text = item.statement.text
    if item.statement.form not in _SPOKEN or only_reads(text) or is_about_the_list(text):
        return False
    if asks_for_tests(text) or only_names_files(text):
        return False
    if is_symptom(text) or report_label(item.statement.heading, text) is not None:
        return False
    if item.label is Label.CRITERION:
        return True
    return item.label is Label.CONTEXT and not DESCRIBES.search(item.statement.text)


_SPOKEN: Final = frozenset({Form.PROSE, Form.LABELLED})
