"""Where each statement of a request goes, decided from its place, form and words, without a model.

* Every statement gets exactly one label; what goes nowhere says why.
* Evidence is set aside first (`evidence`), then the place speaks (its heading, or the nearest
  heading above that says something), then the form, then the words.
* A prohibition, a question and a placeholder are what they are wherever they stand.
* A statement is never split, merged or reworded here.
"""

import re
from collections.abc import Sequence
from typing import Final

from planner.drafting import evidence
from planner.drafting.addressed import with_followers
from planner.drafting.around import (
    is_left_out_by_rank,
    is_tracker_command,
    names_kind,
    without_answered,
    without_surroundings,
)
from planner.drafting.cues import (
    BEHAVES,
    BOUNDS,
    CHANGES,
    DESCRIBES,
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
from planner.drafting.headings import lists_values, report_label
from planner.drafting.interfaces import defines, is_concrete
from planner.drafting.manner import (
    asks_politely,
    bare,
    is_about_the_list,
    is_order_in_words,
    is_story,
    keeps_compatible,
    limits_to_part,
    lists_files,
    only_checks,
    only_reads,
    turns_to_work,
)
from planner.drafting.measure import changes_what_it_names, names_several_files
from planner.drafting.opening import with_goal, with_led, without_background, without_described
from planner.drafting.outline import headed
from planner.drafting.places import excludes_paths, written_commands
from planner.drafting.refusals import (
    forbidden,
    lies_outside,
    refuses_strictly,
    says_what_is_not_seen,
)
from planner.drafting.reported import is_report, with_report
from planner.drafting.samples import of_code, with_shapes, with_steps, without_blobs
from planner.drafting.scoped import says_scope, tells_file
from planner.drafting.spoken import commands_in
from planner.drafting.standing import with_standing
from planner.drafting.symptoms import is_symptom, wishes_fix
from planner.drafting.wording import refers_back
from planner.model.intake import Brief, Form, LabelledStatement, Statement
from planner.model.pattern import pattern
from planner.model.vocabulary import REQUIREMENT_LABELS, Label
from planner.rules.literals import literals_of
from planner.rules.named import entries_in, paths_in

GOAL_LIMIT: Final = 3
"""Statements under goal headings that are the goal; what follows them is judged by its words."""
_MAY_WAIT: Final = frozenset({None, Label.GOAL, Label.CRITERION, Label.CONSTRAINT})
"""Places where a sentence about what comes later is a remainder."""
_LISTED: Final = frozenset({Form.BULLET, Form.NUMBERED, Form.CHECK, Form.ROW})
_EMPHASIS: Final = pattern(r"[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}")
_SPAN: Final = pattern(r"`[^`]*`|\"[^\"]*\"")
_LEAD_IN: Final = pattern(r"[:：]\s*\Z")
_PLAIN_WORD: Final = pattern(r"[^\W\d_]{2,}")
_FEW_WORDS: Final = 6


def label(brief: Brief) -> tuple[LabelledStatement, ...]:
    """Return every statement of *brief* with its label, in the order of the request."""
    places = _places(brief)
    reports = is_report(brief)
    found: list[LabelledStatement] = []
    goals = 0
    for statement, place in zip(brief.statements, places, strict=True):
        previous = found[-1] if found else None
        if place is Label.GOAL and (goals >= GOAL_LIMIT or _details(statement, previous)):
            place = None  # noqa: PLW2901 - the place no longer speaks
        labelled = _labelled(statement, place, previous, is_report=reports)
        goals += labelled.label is Label.GOAL and statement.form is not Form.TITLE
        found.append(labelled)
    sorted_out = with_followers(brief, without_blobs(found), *evidence.ATTACKS)
    placed = _with_references(_with_leads(with_steps(with_shapes(sorted_out, places), places)))
    told = without_background(without_surroundings(brief, placed), places)
    reported = with_report(without_described(told, places), places, is_report=reports)
    return without_answered(brief, with_goal(reported, places))


def _details(statement: Statement, previous: LabelledStatement | None) -> bool:
    """Whether a list item comes after the sentence of a goal, which it says more about."""
    if previous is None or statement.form not in _LISTED:
        return False
    before = previous.statement
    if before.form is Form.TITLE or before.heading != statement.heading:
        return False
    return (before.form in _LISTED) is not (previous.label is Label.GOAL)


def _places(brief: Brief) -> list[Label | None]:
    """Return what the heading of each statement says, or what leads it in by a heading's name."""
    return list(with_standing(brief, list(with_led(brief.statements, headed(brief)))))


def _labelled(
    statement: Statement,
    place: Label | None,
    previous: LabelledStatement | None,
    *,
    is_report: bool,
) -> LabelledStatement:
    if (reason := evidence.set_aside(statement)) is not None:
        return LabelledStatement(statement=statement, label=Label.SET_ASIDE, reason=reason)
    if is_tracker_command(statement):
        why = evidence.SMALL_TALK
        return LabelledStatement(statement=statement, label=Label.SET_ASIDE, reason=why)
    if statement.form is Form.CODE:
        found = of_code(statement, place, previous)
    else:
        if is_report and place in _REPORTED:
            place = report_label(statement.heading, statement.text) or place
        found = _of_text(statement, place, is_report=is_report)
    reason = CONTEXT_REASON if found is Label.CONTEXT else ""
    return LabelledStatement(statement=statement, label=found, reason=reason)


_REPORTED: Final = frozenset({None, Label.GOAL, Label.CRITERION, Label.CONTEXT})
"""Places where a line of a report may have a label of its own."""
CONTEXT_REASON: Final = "it describes and asks for nothing"


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
    if names_kind(statement):
        return Label.CONTEXT
    if is_left_out_by_rank(statement):
        return Label.NON_GOAL
    match place:
        case Label.PATH:
            return _in_scope(statement, text)
        case Label.VERIFICATION:
            return _of_proof(statement, text)
        case Label.CONSTRAINT if statement.form is Form.ROW and lists_values(statement.heading):
            return forbidden(text, among_behaviour=True) or Label.CRITERION
        case Label.CONSTRAINT | Label.NON_GOAL:
            return _limiting(text, place)
        case Label.INTERFACE:
            return forbidden(text) or (
                Label.INTERFACE if is_concrete(statement.text) else Label.CRITERION
            )
        case Label.CRITERION:
            is_wrong = is_symptom(text, is_report=is_report) and (
                is_report or not _IS_ABSENT.search(text)
            )
            return _by_words(statement, text, among_behaviour=True) or (
                Label.CONTEXT if is_wrong else Label.CRITERION
            )
        case Label.GOAL:
            if _is_check(statement):
                return Label.VERIFICATION
            # A goal of one line may be that something no longer happens.
            is_goal = statement.form is Form.LABELLED and not LEAVES_OUT.search(text)
            return (
                Label.GOAL if is_goal and not lies_outside(text) else forbidden(text) or Label.GOAL
            )
        case Label.CONTEXT:
            return _of_background(statement, text)
        case _:
            return _unplaced(statement, text, is_report=is_report)


def _of_background(statement: Statement, text: str) -> Label:
    if statement.form is Form.PROSE and (_is_check(statement) or TESTS_PASS.match(text.strip())):
        return Label.VERIFICATION
    if says_scope(text):
        return Label.PATH
    if lies_outside(text):
        return Label.CRITERION if turns_to_work(text) else Label.NON_GOAL
    if refuses_strictly(text):
        return Label.CRITERION if turns_to_work(text) else Label.CONSTRAINT
    is_asked = MUST.search(text) and not DESCRIBES.search(text)
    return (forbidden(text) or Label.CRITERION) if is_asked else Label.CONTEXT


_ASKS_FOR_WORK: Final = frozenset({None, Label.GOAL, Label.CRITERION, Label.CONTEXT})


def _by_words(statement: Statement, text: str, *, among_behaviour: bool = False) -> Label | None:
    """Return what the form and the words say by themselves."""
    if TESTS_PASS.match(text.strip()) or _is_check(statement):
        return Label.VERIFICATION
    if statement.form in _LISTED and entries_in(statement.text):
        return Label.PATH
    if says_scope(text) and not _is_order_for_one(text):
        return Label.PATH
    if (found := forbidden(text, among_behaviour=among_behaviour)) is not None:
        return found
    if names_several_files(text) or changes_what_it_names(text):
        return Label.PATH
    if not among_behaviour and keeps_compatible(text):
        return Label.CONSTRAINT
    return (
        Label.INTERFACE if defines(statement.text) and not IMPERATIVE.search(bare(text)) else None
    )


def _limiting(text: str, place: Label) -> Label:
    """Where a line goes that stands among constraints or non-goals."""
    if place is Label.CONSTRAINT and names_several_files(text) and not _ONLY.search(text):
        return Label.PATH
    return Label.NON_GOAL if lies_outside(text) else place


_ONLY: Final = pattern(
    r"\b(?:only|just|nur|seulement|uniquement|solo|sólo|soltanto|apenas|somente|alleen|slechts)\b"
    r"|だけ|のみ|仅|只",
    re.IGNORECASE,
)


def _is_order_for_one(text: str) -> bool:
    """Whether a sentence only orders a change of one file: that is work, and no list of files."""
    is_order = IMPERATIVE.search(bare(text)) and not _ONLY.search(text)
    return bool(is_order) and sum(1 for _ in paths_in(text)) == 1


_IS_ABSENT: Final = pattern(
    r"\b(?:does|do|did)(?: not|n['’]t) (?:appear|open|start|load|respond|finish)\b", re.IGNORECASE
)
"""What may be wished for as well as complained about."""


def _is_check(statement: Statement) -> bool:
    return only_checks(statement) or _is_command_alone(statement)


def _is_command_alone(statement: Statement) -> bool:
    """Whether a statement says no more than that a command passes."""
    if not any(True for _ in written_commands(statement, listed=False)):
        return False
    rest = statement.text
    for one in reversed(list(commands_in(rest))):
        rest = f"{rest[: one.start]} {rest[one.end :]}"
    rest = _SPAN.sub("", rest)
    if CHANGES.search(bare(rest.strip())) or _NEW_SENTENCE.search(rest):
        return False
    return len(_PLAIN_WORD.findall(rest)) <= _FEW_WORDS and not any(ch.isdigit() for ch in rest)


_NEW_SENTENCE: Final = pattern(r"[.!?。！？]\s*\w")


def _in_scope(statement: Statement, text: str) -> Label:
    listed = entries_in(statement.text)
    if only_checks(statement) and not any("/" in entry.text for entry in listed):
        return Label.VERIFICATION
    if listed:
        return Label.PATH
    if (found := forbidden(text)) is not None:
        return found
    if excludes_paths(statement):
        return Label.CONSTRAINT
    if statement.form in _LISTED and tells_file(text):
        return Label.PATH
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
    if (found := forbidden(text)) is not None:
        return found
    # What no program can check stays a criterion, for the reviewer.
    return Label.VERIFICATION if _LEAD_IN.search(text) else Label.CRITERION


def _unplaced(statement: Statement, text: str, *, is_report: bool) -> Label:
    """Where no heading speaks: lists ask for something, prose has to say so."""
    if statement.form is Form.TITLE:
        return Label.GOAL
    if only_reads(text) or is_about_the_list(text) or is_symptom(text, is_report=is_report):
        return Label.CONTEXT
    if (found := _by_words(statement, text, among_behaviour=statement.form in _LISTED)) is not None:
        is_seen = found is Label.CONSTRAINT and says_what_is_not_seen(text)
        return Label.CRITERION if is_seen else found
    if lists_files(text) and not _is_order_for_one(text):
        return Label.PATH
    if statement.form in _LISTED:
        return Label.CRITERION
    if is_story(text):
        return Label.GOAL
    if limits_to_part(text):
        return Label.CONSTRAINT
    if MUST.search(text) or WANTS.search(text) or IMPERATIVE.search(bare(text)):
        return Label.CRITERION
    if asks_politely(text) or is_order_in_words(text):
        return Label.CRITERION
    if DESCRIBES.search(text):
        return Label.CONTEXT
    states = STATES.search(text) and any(True for _ in literals_of(statement.text))
    is_bound = LIMITS.match(text) or BOUNDS.search(text)
    if BEHAVES.search(text) or states or is_bound or not _is_tabled(text):
        return Label.CRITERION
    return Label.CONTEXT


_TABLED: Final = pattern("[A-Za-zÀ-ɏ\u3040-\u30ff\u3400-\u9fff]")


def _is_tabled(text: str) -> bool:
    """Whether the word tables know the script; of another one nothing may be dropped."""
    return _TABLED.search(text) is not None


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
            and not (before.label is Label.INTERFACE and MUST.search(item.statement.text))
        ):
            result[at] = LabelledStatement(statement=item.statement, label=before.label)
    return result
