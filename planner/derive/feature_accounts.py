"""What becomes of each statement of a request in its plan.

* A statement that asks for a thing is quoted where that thing is built, and so is what hangs
  under it, stands under its heading, or calls it by its name.
* What proves the work is quoted where it is tested; a wish about where something is authored is
  quoted where it is built, and stands nowhere else.
* What concerns no single row is quoted in the Understanding; what goes nowhere says why.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from planner.derive.feature_mentions import UNTOLD
from planner.derive.feature_rows import Draft
from planner.model.intake import Form, LabelledStatement, Statement
from planner.model.key_format import without_secrets
from planner.model.pattern import pattern
from planner.model.plan import surface_in
from planner.model.tasklist import Stage
from planner.model.vocabulary import Label
from planner.rules.tasklist_gaps import gap_in

MAKES: Final = frozenset({Stage.BUILD, Stage.HOST})
_UNFIT: Final = pattern(r"\bthis plan\b|###", re.IGNORECASE)
"""What a prompt may not say, whoever says it; gaps come on top."""
_PROVES: Final = pattern(
    r"\b(?:verif\w*|tests?|testing|validation|proof|Prüfung|Tests)\b", re.IGNORECASE
)
"""In a heading: what stands under it is tried when the work is tested."""
_SHORTEST_NAME: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounts:
    """Where the statements went."""

    quotes: Mapping[str, tuple[str, ...]]
    """Lines of prompts, by the key of the row's identity."""
    whole: tuple[str, ...]
    """Quotes for the Understanding."""
    left_out: tuple[LabelledStatement, ...]


def quote(text: str) -> str:
    """Return *text* in quotation marks, secrets withheld."""
    return f"“{without_secrets(text)}”"


def accounts_of(
    labelled: Sequence[LabelledStatement], drafts: Sequence[Draft], goal: str
) -> Accounts:
    """Return where each statement goes.

    Args:
        labelled: The statements.
        drafts: The rows.
        goal: The goal of the header, which need not be said again.
    """
    quotes: dict[str, list[str]] = {}
    whole: list[str] = []
    left_out: list[LabelledStatement] = []
    above: list[tuple[Statement, tuple[Draft, ...]]] = []
    for item in labelled:
        statement = item.statement
        if item.label is Label.SET_ASIDE:
            left_out.append(item)
            continue
        rows = () if item.label in UNTOLD else _rows(item, drafts) or _inherited(statement, above)
        above = [pair for pair in above if pair[0].depth < statement.depth]
        above.append((statement, rows))
        if rows and _is_fit(statement.text):
            for row in rows:
                quotes.setdefault(row.identity.key, []).append(
                    f"The request says: {quote(statement.text)}"
                )
        elif statement.text != goal and statement.form is not Form.TITLE:
            whole.append(quote(statement.text))
        elif statement.form is Form.TITLE and statement.text != goal:
            left_out.append(replace(item, reason="it is the title"))
    return Accounts(
        quotes={key: tuple(dict.fromkeys(lines)) for key, lines in quotes.items()},
        whole=tuple(dict.fromkeys(whole)),
        left_out=tuple(left_out),
    )


def _rows(item: LabelledStatement, drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """Return the rows that a statement concerns by itself."""
    statement = item.statement
    found = [
        draft for draft in drafts if statement.id in draft.cites or _names(statement, draft, drafts)
    ]
    if item.label is Label.VERIFICATION or _PROVES.search(statement.heading):
        found += [draft for draft in drafts if draft.stage is Stage.TESTING]
    if surface_in(statement.text) is not None:
        found = [draft for draft in drafts if draft.stage in MAKES]
    if not found and statement.form is not Form.TITLE:
        found = [draft for draft in drafts if _heads(statement.heading, draft)]
    return tuple(dict.fromkeys(found))


def _is_fit(text: str) -> bool:
    return _UNFIT.search(text) is None and gap_in(text) is None


def _names(statement: Statement, draft: Draft, drafts: Iterable[Draft]) -> bool:
    """Whether a statement calls a thing by its name, and no longer name holds that one."""
    name = draft.slots["name"] if draft.cites else ""
    if len(name) < _SHORTEST_NAME or name not in statement.text or draft.stage in _AFTER:
        return False
    longer = [
        each.slots["name"]
        for each in drafts
        if name != each.slots["name"] and name in each.slots["name"]
    ]
    rest = statement.text
    for each in longer:
        rest = rest.replace(each, "")
    return name in rest


_AFTER: Final = frozenset({Stage.VALIDATION, Stage.TESTING, Stage.DEPLOY, Stage.END_TO_END})


def _heads(heading: str, draft: Draft) -> bool:
    if not heading or draft.stage in _AFTER or not draft.cites:
        return False
    folded = heading.casefold()
    return any(
        len(word) >= _SHORTEST_NAME and folded in (word.casefold(), f"{word.casefold()}s")
        for word in (draft.slots["name"], draft.words)
    )


def _inherited(
    statement: Statement, above: Sequence[tuple[Statement, tuple[Draft, ...]]]
) -> tuple[Draft, ...]:
    """Return the rows of the list item that a statement hangs under."""
    if statement.depth == 0:
        return ()
    for parent, rows in reversed(above):
        if parent.depth < statement.depth and parent.heading == statement.heading:
            return rows
    return ()
