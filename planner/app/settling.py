"""What a document leaves open, answered by a person or a model before its rows are derived.

* What a person answers is asked of nobody else; an answer to nothing that is open is refused.
* A model is asked about what is left, and once more where its answers leave something new open.
* Where the model is given up, nothing that it answered before counts either.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from planner.derive.document import Derived, Options
from planner.diagnostics.diagnostic import shown
from planner.errors import UsageError
from planner.model.choice import MOST_STEPS, NONE, Choice, ChoiceKind

Chooser = Callable[[tuple[Choice, ...]], Mapping[str, str] | None]
"""Answers to what a document leaves open, by the key of the choice; None where code is to answer
everything."""

_MOST_NAMED: Final = 20


def settled(
    derive_with: Callable[[Options], Derived], options: Options, chooser: Chooser | None
) -> Derived:
    """Return the rows with everything answered that somebody answers.

    Args:
        derive_with: Derives the rows by the options that it is given.
        options: What the caller decides, a person's answers among it.
        chooser: Answers the rest; code does without one.

    Raises:
        UsageError: a person's answer is to nothing that is open, or is none.
    """
    by_code = derived = derive_with(options)
    _refuse_unfit(options.chosen, derived)
    asked: set[str] = set()
    found: dict[str, str] = {}
    while chooser is not None:
        open_ones = tuple(each for each in derived.choices if each.key not in asked)
        if not open_ones:
            break
        answers = chooser(open_ones)
        if answers is None:
            return by_code
        asked |= {each.key for each in open_ones}
        found |= {key: answer for key, answer in answers.items() if key in asked}
        chosen = {**found, **options.chosen}
        derived = derive_with(replace(options, chosen=chosen, by_model=frozenset(found)))
    return derived


def _refuse_unfit(chosen: Mapping[str, str], derived: Derived) -> None:
    """Refuse an answer that had no effect.

    Raises:
        UsageError: there is one.
    """
    taken = {each.key for each in derived.settled}
    choices = {each.key: each for each in derived.choices}
    for key, answer in chosen.items():
        if key in taken:
            continue
        if key in choices:
            message = f"{shown(answer)} is no answer to {key}: {_allowed(choices[key])}"
        else:
            message = f"nothing that is open is called {shown(key)}; {_open(choices.values())}"
        raise UsageError(message)


def _allowed(choice: Choice) -> str:
    if choice.kind is ChoiceKind.FATE:
        return f"answer {' or '.join(choice.options)}"
    last = choice.options[-1]
    return f"answer `{NONE}`, or at most {MOST_STEPS} of 1 to {last} with commas between them"


def _open(choices: Iterable[Choice]) -> str:
    named = [f"\n  {each.key}: {_allowed(each)}" for each in choices]
    if not named:
        return "the document leaves nothing open"
    more = f"\n  and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
    return f"open are{''.join(named[:_MOST_NAMED])}{more}"
