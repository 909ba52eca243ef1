"""Sub-steps that a row may have on top, put together from what the document says of its subject.

* Every one of them is written here, around words that the document has; whoever chooses selects
  among them, and without a choice none is taken.
* What the rules for steps would object to is not offered, nor is a question, an order to whoever
  plans, a permission, or a secret.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from planner.derive.draft import Draft
from planner.derive.parts import BUILDS, Plan
from planner.derive.reading import Grid, Line
from planner.derive.statements import Statement, numbers_in, rules_of, statements_of
from planner.derive.texts import quoted
from planner.derive.words import fold, is_empty
from planner.model.choice import NONE, Choice, ChoiceKind, SettledBy
from planner.model.key_format import without_secrets
from planner.model.pattern import pattern
from planner.model.sdd import RemarkKind
from planner.model.tasklist import VALIDATE
from planner.rules.grants import grants
from planner.rules.tasklist_compound import second_action
from planner.rules.tasklist_gaps import gap_in
from planner.rules.tasklist_leaks import leak_in

_FEWEST: Final = 2
"""Candidates below which there is nothing to choose among."""
_MOST: Final = 8
_LONGEST: Final = 160
_FEWEST_WORDS: Final = 3
_FEWEST_WIDE: Final = 8
"""Characters of a statement in a script that sets no spaces."""
_UNFIT: Final = pattern(
    r"[?？¿]|://|<[a-z/!?]|-->|\$\(|\{\{|\b(?:curl|wget|sudo|chmod|rm -\w+)\b"
    # Who reads a plan is spoken to, or told what to make of other rules.
    r"|\b(?:ignore|ignorier\w*|disregard|override|overrule|forget|bypass|pretend"
    r"|instructions?|anweisung\w*|prompts?|assistants?|language models?|llms?|planners?|sub-?steps?"
    r"|you|your|yourself|answer with|respond|reply|choose|select the option)\b",
    2,
)
_NAME_OF_ITS_OWN: Final = pattern(r"[a-z0-9][A-Z]|[\W_]|\d")
"""A single word that prose hardly uses for anything else."""


def offer_steps(plan: Plan) -> None:
    """Offer sub-steps for every row that builds something, and write those that are chosen."""
    if not plan.options.offers_steps:
        return
    rules = {id(reading): rules_of(reading) for reading in plan.readings}
    for draft in sorted(plan.drafts.values(), key=lambda one: one.order):
        if draft.stage not in BUILDS:
            continue
        said = list(_said_of(draft, rules[id(draft.reading)]))
        fitting = list(_fitting(draft, sorted(said, key=lambda one: one.line)))[:_MOST]
        if len(fitting) >= _FEWEST:
            _settle(plan, draft, fitting)


def _settle(plan: Plan, draft: Draft, fitting: list[tuple[str, Statement]]) -> None:
    """Leave open which of *fitting* become sub-steps, or take those that somebody chose."""
    choice = Choice(
        identity=str(draft.identity),
        kind=ChoiceKind.STEPS,
        question=f"Which of these become sub-steps of `{draft.identity}`?",
        options=tuple(str(number) for number in range(1, len(fitting) + 1)),
        answer=NONE,
        line=draft.line or 1,
        document=draft.reading.document.name,
        said=(draft.description, *draft.steps),
        candidates=tuple(step for step, _ in fitting),
    )
    if choice.key in plan.choices or choice.key in map(str, plan.drafts):
        return
    answer = choice.answered(plan.options.chosen.get(choice.key, ""))
    if answer is None:
        plan.choices[choice.key] = choice
        return
    by_model = choice.key in plan.options.by_model
    by = SettledBy.MODEL if by_model else SettledBy.PERSON
    plan.settled[choice.key] = replace(choice, answer=answer, settled_by=by)
    chosen = list(choice.steps_of(answer))
    if not chosen:
        return
    _write(draft, chosen)
    # A row rests on what its sub-steps quote, so that a later change of it is seen.
    draft.said += [one.text for step, one in fitting if step in chosen]
    told = "; ".join(chosen)
    text = f"sub-steps of `{draft.identity}` chosen by a {by.value} ({answer}): {told}"
    plan.remark(RemarkKind.CHOSEN, text, draft.reading, draft.line)


def _write(draft: Draft, chosen: Iterable[str]) -> None:
    """Put the sub-steps before the check that ends the row."""
    *before, last = draft.steps or ("",)
    is_check = last.startswith(VALIDATE)
    steps = (*before, *chosen, last) if is_check else (*before, last, *chosen)
    draft.steps = tuple(filter(None, steps))


def _said_of(draft: Draft, rules: list[Statement]) -> Iterator[Statement]:
    """Yield what the document says of the subject of a row, some of it twice."""
    reading = draft.reading
    row = _row_of(draft)
    about = reading.about(draft.name)
    # A row that no table asks for stands for the whole of its sections.
    own = about if about or row is not None else draft.sections
    for section in own:
        if section.level > 0:
            yield from statements_of(section, reading)
    if row is not None:
        yield from _cells(draft, *row)
    names, phrase = _spellings(draft.name), draft.name.casefold()
    numbers = numbers_in("\n".join(draft.said))
    for rule in rules:
        is_named = not names.isdisjoint(rule.names)
        is_named = is_named or (" " in phrase and phrase in rule.text.casefold())
        if is_named or (rule.number and rule.number in numbers):
            yield rule


def _row_of(draft: Draft) -> tuple[Grid, Line] | None:
    """Return the table row that asks for a row of the plan."""
    for table in draft.section.tables if draft.section is not None else ():
        grid = draft.reading.grid(table)
        for line in grid.lines:
            if line.row.line == draft.line:
                return grid, line
    return None


def _cells(draft: Draft, grid: Grid, line: Line) -> Iterator[Statement]:
    """Yield the cells of a row beside its name, each with its column."""
    for name, cell in zip(grid.table.head, line.cells, strict=False):
        column = quoted(name)
        is_name = fold(cell) == fold(draft.name)
        if column and not is_empty(cell) and not is_name:
            yield Statement(" ".join(cell.split()), line.row.line, f'column "{column}"')


def _spellings(name: str) -> frozenset[str]:
    """Return the words by which prose may name something."""
    path = name.replace("\\", "/")
    base = path.rpartition("/")[2]
    stem = base.rpartition(".")[0] or base
    words = {path, base} | ({stem} if _NAME_OF_ITS_OWN.search(stem) else set())
    is_plain = " " in name or not _NAME_OF_ITS_OWN.search(base)
    return frozenset() if is_plain else frozenset(word.casefold() for word in words)


def _fitting(draft: Draft, said: Iterable[Statement]) -> Iterator[tuple[str, Statement]]:
    """Yield a sub-step for everything of *said* that makes a sound one, each once."""
    name = draft.name.replace("`", "")
    known = "\n".join(draft.steps).casefold()
    for one in said:
        quote = _quote(one.text)
        if not quote or quote.casefold() in known:
            continue
        step = f'Cover "{quote}" ({one.where}) in `{name}`'
        if _is_sound(step):
            known += f"\n{quote.casefold()}"
            yield step, one


def _quote(text: str) -> str:
    """Return a statement as a step quotes it; empty where it is none to be worked through."""
    is_wide = not text.isascii() and len(text) >= _FEWEST_WIDE
    has_words = is_wide or len(text.split()) >= _FEWEST_WORDS
    if not has_words or len(text) > _LONGEST or not text.isprintable() or _UNFIT.search(text):
        return ""
    if not _is_sound(text) or grants(text) or without_secrets(text) != text:
        return ""
    return quoted(text, longest=_LONGEST)


def _is_sound(text: str) -> bool:
    """Say whether the rules for steps have nothing to say against *text*."""
    has_gap = gap_in(text, is_whole=True) is not None
    return not has_gap and second_action(text) is None and leak_in(text, is_test=True) is None
