"""PLN: what only a plan file has, its header, its two sections and its stop conditions.

* The rows of a plan file are judged by the rules of tasks files; here is what stands before them.
* A value counts by its leading word, so that a note behind it ("VB.NET, the default") is one.
* A plan that asks nobody has to say what stops it; the one that asks may leave that out.
"""

import re
from collections.abc import Iterator
from typing import Final

from planner.codec.plan import body_of, field_value, plan_field
from planner.codec.tasklist import FieldLine
from planner.diagnostics.diagnostic import Lands, shown
from planner.diagnostics.family import Family, Finding
from planner.model.pattern import pattern
from planner.model.plan import (
    DECISIONS,
    DEMANDED,
    EXPRESSION_LANGUAGE,
    NOT_APPLICABLE,
    STOP_CONDITIONS,
    UNDERSTANDING,
    PlanField,
    ProjectType,
    surface_in,
)
from planner.model.sdd import Autonomy
from planner.rules.plan_stops import StopItem, soft_words, stop_items
from planner.rules.tasklist_case import TaskListCase

PLN: Final[Family[TaskListCase]] = Family("PLN", "plan files")

_SAYS: Final = pattern(r"\w")
_UNFILLED: Final = pattern(r"\s*(?:<[^<>]{1,600}>|\{\{[^{}]{1,200}\}\}|TBD|TODO|\.{2,}|…)[\s.]*\Z")
_SURFACE_NAME: Final = pattern(
    r"(?:authoring|editing|design)[ -]?(?:surface|tool|environment|canvas)|(?:code )?editor|IDE"
    r"|surface|designer(?: tool)?|open (?:in|with)|tool to author with",
    re.IGNORECASE,
)
_LANGUAGE: Final = pattern(r"VB\.NET(?![\w#])", re.IGNORECASE)
_NO_LANGUAGE: Final = pattern(r"N/?A(?!\w)|not applicable\b|none\b", re.IGNORECASE)


@PLN.rule(1, lands=Lands.CONTRACT)
def missing_plan_header(case: TaskListCase) -> Iterator[Finding]:
    """A plan lacks its title or a field of its header."""
    if not case.doc.title.strip():
        yield Finding(
            "the plan has no title",
            case.at(1),
            hint="begin with `# <feature> Implementation Plan`",
        )
    for name in DEMANDED:
        found = plan_field(case.doc, name)
        if found is None or not _says(field_value(found)):
            fault = "is not there" if found is None else "says nothing"
            yield Finding(
                f"the field `{name}` of the header {fault}",
                case.at(found.line if found else case.doc.title_line),
                hint=f"write `**{name}:** …` under the title; where it does not apply, `N/A`",
            )


def _says(text: str) -> bool:
    return _SAYS.search(text) is not None and _UNFILLED.match(text) is None


@PLN.rule(2, lands=Lands.CONTRACT)
def missing_plan_section(case: TaskListCase) -> Iterator[Finding]:
    """A plan does not say how it reads the request, or why it is made as it is."""
    for title in (UNDERSTANDING, DECISIONS):
        found = body_of(case.doc, title)
        if found is None or not any(stop_items(found.lines)):
            fault = "is not there" if found is None else "says nothing"
            yield Finding(
                f"the section `{title}` {fault}",
                case.at(found.line if found else case.doc.title_line),
                hint=f"write `## {title}` between the header and the first task",
            )


@PLN.rule(101, lands=Lands.CONTRACT)
def autonomous_without_stops(case: TaskListCase) -> Iterator[Finding]:
    """A plan that runs without asking names no hard reason to stop."""
    if not _is_autonomous(case):
        return
    items = [*_stops(case)]
    if all(soft_words(item.text) for item in items):
        found = body_of(case.doc, STOP_CONDITIONS)
        fault = (
            "there is no section `Stop conditions`"
            if found is None
            else "the section `Stop conditions` names no hard blocker"
        )
        yield Finding(
            f"the plan is autonomous and {fault}",
            case.at(found.line if found else case.doc.title_line),
            hint="list what only a person can resolve here: a sign-in, a missing resource",
        )


@PLN.rule(102, lands=Lands.CONTRACT)
def soft_stop_condition(case: TaskListCase) -> Iterator[Finding]:
    """A stop condition is a feeling about the work and no fact that stops it."""
    for item in _stops(case):
        if (words := soft_words(item.text)) is not None:
            yield Finding(
                f"`{words}` is no reason to stop",
                case.at(item.line),
                hint="name a fact that only a person can change, or leave the item out",
                value=shown(item.text),
            )


@PLN.rule(103, lands=Lands.CONTRACT)
def surface_field(case: TaskListCase) -> Iterator[Finding]:
    """A field, a condition or a heading of a plan says where something is authored."""
    for place, text, line in _decisions(case):
        if (surface := _surface(place, text)) is not None:
            yield Finding(
                f"{place or 'a stop condition'} names the authoring surface `{surface}`",
                case.at(line),
                hint="take it out; a wish of the user's is a sentence of the task's prompt",
                value=shown(text),
            )


def _surface(place: str, text: str) -> str | None:
    name = place.strip("`")
    if place.startswith("`") and (named := surface_in(name) or _SURFACE_NAME.fullmatch(name)):
        return named if isinstance(named, str) else name
    return surface_in(text)


def _decisions(case: TaskListCase) -> Iterator[tuple[str, str, int]]:
    """Yield what decides something: (what it is, its text, its line)."""
    for piece in case.doc.preamble:
        if isinstance(piece, FieldLine):
            yield f"`{piece.name}`", piece.value, piece.line
    for item in _stops(case):
        yield "", item.text, item.line
    for row in case.doc.rows:
        yield "a task's heading", f"{row.skill} {row.description}", row.line
        for piece in row.pieces:
            if isinstance(piece, FieldLine):
                yield f"`{piece.name}`", piece.value, piece.line


@PLN.rule(104, lands=Lands.CONTRACT)
def language_against_type(case: TaskListCase) -> Iterator[Finding]:
    """The expression language is not that of the project's type."""
    project_type = _project_type(case)
    if project_type is None:
        return
    found = plan_field(case.doc, PlanField.LANGUAGE)
    value = field_value(found) if found is not None else ""
    is_xaml = project_type is ProjectType.XAML
    if is_xaml and not _LANGUAGE.match(value):
        wanted = EXPRESSION_LANGUAGE
    elif not is_xaml and _says(value) and not _NO_LANGUAGE.match(value):
        wanted = NOT_APPLICABLE
    else:
        return
    yield Finding(
        f"a project of type `{project_type}` has the expression language {shown(value)}",
        case.at(found.line if found else case.doc.title_line),
        hint=f"write `**{PlanField.LANGUAGE}:** {wanted}`",
    )


def _project_type(case: TaskListCase) -> ProjectType | None:
    found = plan_field(case.doc, PlanField.PROJECT_TYPE)
    value = field_value(found).casefold() if found is not None else ""
    return next((each for each in ProjectType if _leads(each.casefold(), value)), None)


def _is_autonomous(case: TaskListCase) -> bool:
    found = plan_field(case.doc, PlanField.AUTONOMY)
    return found is not None and _leads(Autonomy.AUTONOMOUS, field_value(found).casefold())


def _leads(word: str, value: str) -> bool:
    """Say whether *value* begins with *word*, and no alternative follows it."""
    rest = value[len(word) :].lstrip()
    return value.startswith(word) and not rest[:1].isalnum() and not rest.startswith(("/", "|"))


def _stops(case: TaskListCase) -> Iterator[StopItem]:
    found = body_of(case.doc, STOP_CONDITIONS)
    return stop_items(found.lines) if found is not None else iter(())
