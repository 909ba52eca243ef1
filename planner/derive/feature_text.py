"""What a plan says in its own words: how it reads the request, why it is so, what stops it.

* Every sentence is made from a fact: a row, a field, a quote; none of them judges.
* Names and quotes are the request's, whatever its language.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from planner.derive.feature_accounts import Accounts, quote
from planner.derive.feature_header import ASSUMED_CLOUD, Header
from planner.derive.feature_items import Item, Items
from planner.model.plan import NOT_APPLICABLE, PlanField
from planner.model.skill_catalogue import Catalogue, StopCondition
from planner.model.tasklist import Row, Stage

_OWN: Final = frozenset({Stage.RESOURCE, Stage.BUILD, Stage.HOST, Stage.TRIGGER})
_MOST_NAMED: Final = 6


def understanding(
    goal: str, rows: Sequence[Row], items: Items, header: Header, accounts: Accounts
) -> tuple[str, ...]:
    """Return how the request is read, then what of it concerns no single row."""
    read = [
        f"The request is read as: {quote(goal)}",
        f"It takes {_count(rows)}: {_shares(rows)}.",
    ]
    if items.existing:
        read.append(f"What the request calls existing is not built: {_existing(items)}.")
    if header.says(PlanField.DELIVERY) == ASSUMED_CLOUD:
        read.append("It names no delivery model, and the cloud is assumed.")
    lines = [" ".join(_ended(each) for each in read)]
    if accounts.whole:
        lines += ["", "In the request's words, and of no single task:", ""]
        lines += [f"- {each}" for each in accounts.whole]
    return tuple(lines)


def _ended(sentence: str) -> str:
    return sentence if sentence.rstrip("”").endswith((".", "!", "?")) else f"{sentence}."


def _count(rows: Sequence[Row]) -> str:
    return f"{len({row.skill for row in rows})} specialists and {len(rows)} tasks"


def _shares(rows: Sequence[Row]) -> str:
    """Return what each specialist is there for, by the headings of its first rows."""
    shares: dict[str, list[str]] = {}
    for row in rows:
        shares.setdefault(row.skill, []).append(row.description)
    return "; ".join(f"`{skill}` ({_listed(own)})" for skill, own in shares.items())


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_MOST_NAMED])
    more = len(names) - _MOST_NAMED
    return f"{shown} and {more} more" if more > 0 else shown


def _existing(items: Items) -> str:
    return ", ".join(f"`{one.name or one.words}`" for one in items.existing)


def decisions(rows: Sequence[Row], items: Items, header: Header) -> tuple[str, ...]:
    """Return why the plan is as it is, one item each."""
    return (*_choices(header), _order(rows), *_risks(rows, items, header))


def _choices(header: Header) -> Iterator[str]:
    for name in (PlanField.PROJECT_TYPE, PlanField.PACKAGING, PlanField.APPROACH):
        if name in header.choices:
            choice = header.choices[name]
            yield f"{name} `{choice.value}`: {choice.reason}."
    app = header.choices[PlanField.APP_TYPE]
    if app.value == NOT_APPLICABLE:
        yield f"No fields about an application: {app.reason}."


def _order(rows: Sequence[Row]) -> str:
    skills = " → ".join(f"`{skill}`" for skill in dict.fromkeys(row.skill for row in rows))
    return (
        f"Order of the specialists: {skills}. What is used comes before what uses it, a test"
        " right after what it tests, and deploying after the tests."
    )


def _risks(rows: Sequence[Row], items: Items, header: Header) -> Iterator[str]:
    if items.existing:
        yield f"Risk: nothing here builds or checks {_existing(items)}; the rows rely on it."
    unnamed = [item.wish.id for item in items.wanted if not item.name and _wants_name(item)]
    for kind in unnamed:
        yield f"Risk: the request gives the {kind} no name, and its task may not make one up."
    if header.says(PlanField.DELIVERY) == ASSUMED_CLOUD:
        yield "Risk: on another delivery model than the cloud a product may be missing."
    if not any(row.stage is Stage.DEPLOY for row in rows):
        yield "Trade-off: nothing is deployed, since the request does not ask for it."


def _wants_name(item: Item) -> bool:
    is_named = "{name}" in item.wish.subject or "{slug}" in item.wish.subject
    return is_named and item.wish.unnamed is None


def stops(
    rows: Sequence[Row], catalogue: Catalogue, header: Header, path: str, process: str
) -> tuple[str, ...]:
    """Return the hard blockers that may be met in *rows*, from the catalogue's list."""
    drives_ui = header.says(PlanField.APP_TYPE) not in ("", NOT_APPLICABLE)
    found = []
    for one in catalogue.stop_conditions:
        touched = [row for row in rows if _touches(one, row)]
        if touched and (drives_ui or not one.ui):
            names = ", ".join(f"`{name}`" for name in _subjects(touched))
            text = one.text.format_map({"names": names, "process": process, "document": path})
            found.append(re.sub(r"\bSDD\b", "plan", text))
    return tuple(found)


def _touches(one: StopCondition, row: Row) -> bool:
    return (
        (not one.skills or row.skill in one.skills)
        and (not one.stages or row.stage in one.stages)
        and re.search(one.subjects, row.identity.subject, re.IGNORECASE) is not None
    )


def _subjects(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        if row.stage in _OWN:
            yield row.identity.subject.rpartition(":")[2]
