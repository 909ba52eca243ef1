"""Which statements code is not sure of, and which labels a model may choose for each.

* Code is certain of what it set aside, of paths, commands, blockers, questions, samples, lists and
  titles, and of what stands under a heading that says the same as its words.
* What is left is prose without a word that obliges, forbids, orders or wishes: there the place and
  the form say little, and meaning has to be read.
* A choice never widens: where code takes no path or command out of a statement, no choice does.
"""

from collections.abc import Sequence
from typing import Final

from planner.drafting.cues import FORBIDS, IMPERATIVE, MUST, WANTS
from planner.drafting.headings import heading_label
from planner.drafting.manner import asks_politely, bare
from planner.drafting.places import changed_paths, commands_of
from planner.model.intake import Form, LabelledStatement
from planner.model.vocabulary import Label, Topic

OFFERED: Final = {
    Label.GOAL: (Label.GOAL, Label.CONTEXT),
    Label.CRITERION: (Label.CRITERION, Label.CONTEXT, Label.CONSTRAINT),
    Label.CONTEXT: (Label.CONTEXT, Label.CRITERION),
}
"""By code's guess: the labels that a model may choose from, the guess first. What is no guess here
is certain: paths, commands, questions, limits, blockers and evidence are code's."""

TOPICS: Final = (Topic.GOAL, Topic.PATHS, Topic.PROOF, Topic.WANTED, Topic.OPEN)
"""What a question of the request can be about."""

_GIVE_PATHS: Final = frozenset({Label.CRITERION, Label.GOAL, Label.INTERFACE, Label.CONSTRAINT})
_GIVE_COMMANDS: Final = frozenset({Label.CRITERION, Label.GOAL})
_OF_PROSE: Final = frozenset({Form.PROSE, Form.LABELLED})


def choices(item: LabelledStatement) -> tuple[Label, ...]:
    """Return the labels that *item* may have, two or more; empty where code is certain."""
    statement = item.statement
    if item.label not in OFFERED or statement.form not in _OF_PROSE or statement.answer:
        return ()
    if heading_label(statement.heading) is item.label or _is_told(item):
        return ()
    left = [label for label in OFFERED[item.label] if not _is_barred(item, label)]
    return tuple(left) if len(left) > 1 else ()


def _is_told(item: LabelledStatement) -> bool:
    """Whether the words themselves say that something is asked for."""
    text = item.statement.text
    if item.label is Label.CONTEXT:
        return False
    words = (MUST.search(text), FORBIDS.search(text), WANTS.search(text))
    return any(words) or IMPERATIVE.search(bare(text)) is not None or asks_politely(text)


def _is_barred(item: LabelledStatement, label: Label) -> bool:
    if label is item.label:
        return False
    statement = item.statement
    if label in _GIVE_PATHS and item.label not in _GIVE_PATHS and changed_paths(statement):
        return True
    gives = label in _GIVE_COMMANDS and item.label not in _GIVE_COMMANDS
    return gives and bool(commands_of(statement, listed=False))


def unsure(labels: Sequence[LabelledStatement]) -> dict[str, tuple[Label, ...]]:
    """Return the statements that code is not sure of, by id, with what each may be."""
    found = {item.statement.id: choices(item) for item in labels}
    return {name: allowed for name, allowed in found.items() if allowed}


def open_questions(labels: Sequence[LabelledStatement]) -> tuple[str, ...]:
    """Return the questions of the request of which it is not known what they are about."""
    return tuple(
        item.statement.id
        for item in labels
        if item.label is Label.QUESTION and item.about is None and not item.statement.answer
    )
