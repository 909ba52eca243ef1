"""LST: the prompt of a row, which a specialist gets alone, without the file around it.

* Its last line ties it to the document by path, in exactly one wording.
* It names itself by path too: who reads "this plan" in a copied prompt has no plan before him.
* It says which skill works and on what, never how that skill works.
"""

import re
from collections.abc import Iterator
from typing import Final

from planner.codec.tasklist_values import plain_value
from planner.diagnostics.diagnostic import Lands, shown
from planner.diagnostics.family import Finding
from planner.model.pattern import pattern
from planner.model.tasklist import Stage, grounding_line
from planner.model.words import holds
from planner.rules.tasklist_case import ListLane, TaskListCase
from planner.rules.tasklist_leaks import LEAK_WORDS, leak_in, may_leak
from planner.rules.tasklist_needles import rows_of
from planner.rules.tasklist_reading import PromptLine, RowView, reading_of
from planner.rules.tasklist_steps import LST

__all__ = ("LST",)

_GROUNDING: Final = pattern(
    r"Use values, mappings, and structure exactly as documented in the (?P<source>SDD|plan) at"
    r" (?P<path>[^\n]{1,400}?)\. Do not infer or guess\."
)
_NEAR: Final = pattern(r"do not (?:infer|guess)|exactly as documented", re.IGNORECASE)
_UNNAMED: Final = pattern(
    r"\bthis (?:(?:implementation|task|tasks|feature|project|very) )?plan(?:['’]s)?\b"
    r"(?! (?:id|number|code|type|tier)s?\b)|\bthis tasks? (?:file|list)\b"
    r"|\bthe (?:plan (?:above|below|at hand)|above(?:-mentioned)? plan|present plan)\b"
    r"|\bdiese[mnrs]? Plan(?:s|es)?\b|\bce plan\b|\best[ea] plan\b|\bquesto piano\b"
    r"|\beste plano\b|\bdit plan\b|\bten plan\b|\bэтот план|\bэтого плана"
    r"|本计划|此计划|この(?:計画|プラン)|이 계획",
    re.IGNORECASE,
)
_PLANS: Final = ("plan", "task", "piano", "план", "计划", "計画", "プラン", "계획")
"""What each wording of it holds, in lower case."""
_SPANS: Final = pattern(r"`([^`\n]+)`")


@LST.rule(110, lands=Lands.CONTRACT)
def missing_grounding_line(case: TaskListCase) -> Iterator[Finding]:
    """A prompt does not end with the exact line that ties it to its document."""
    is_plan = case.lane is ListLane.PLAN
    for view in reading_of(case).rows:
        fault = _grounding_fault(view.prompt, "plan" if is_plan else "SDD")
        if fault is not None:
            path = next(iter(_own_paths(case)), "<path>")
            yield Finding(
                f"the prompt of {view.label} {fault}",
                case.at(view.prompt[-1].line),
                hint=f"end it with the line `{grounding_line(path, is_plan=is_plan)}`",
                value=view.prompt[-1].text,
            )


def _grounding_fault(prompt: tuple[PromptLine, ...], source: str) -> str | None:
    if not any(line.text.strip() for line in prompt):
        return None  # a missing prompt is a fault of its own
    last = prompt[-1].text.rstrip()
    found = _GROUNDING.fullmatch(last)
    if found is None:
        if not last.strip():
            return "ends with an empty line"
        if _GROUNDING.search(last):
            return "has its grounding line inside another one"
        if any(_GROUNDING.search(line.text) for line in prompt):
            return "goes on behind its grounding line"
        near = any(_NEAR.search(line.text) for line in prompt)
        return "has its grounding line in other words" if near else "has no grounding line"
    if found["source"] != source:
        return f"is grounded in the {found['source']} instead of the {source}"
    if found["path"].strip(" `'\"") != found["path"]:
        return "has its path in a code span or in quotes"
    return None


@LST.rule(201, lands=Lands.CONTRACT)
def foreign_grounding_path(case: TaskListCase) -> Iterator[Finding]:
    """A grounding line names another file than the one that the rows come from."""
    own = frozenset(_own_paths(case))
    if not own:
        return
    for view in reading_of(case).rows:
        for line in view.prompt:
            for found in _GROUNDING.finditer(line.text):
                path = _normal(found["path"])
                if not _is_own(path, own, case.lane):
                    yield Finding(
                        f"the prompt of {view.label} names {shown(path)}",
                        case.at(line.line),
                        hint=f"name {' or '.join(f'`{name}`' for name in sorted(own)[:3])}",
                        value=path,
                    )


def _own_paths(case: TaskListCase) -> Iterator[str]:
    """Yield the paths that a prompt may be grounded in."""
    if case.lane is ListLane.PLAN:
        if case.name:
            yield _normal(case.name)
        return
    for name in ("Source SDD", "Child SDDs"):
        found = case.doc.field(name)
        value = plain_value(found.value) if found is not None else ""
        spans = _SPANS.findall(value)
        for path in spans or value.split(","):
            if path.strip():
                yield _normal(path)


def _normal(path: str) -> str:
    return path.strip(" `'\"").replace("\\", "/").removeprefix("./")


def _is_own(path: str, own: frozenset[str], lane: ListLane) -> bool:
    if path in own:
        return True
    # How a plan file is called depends on where the command runs, so an end of the path will do.
    return lane is ListLane.PLAN and any(
        name.endswith(f"/{path}") or path.endswith(f"/{name}") for name in own
    )


@LST.rule(111, lands=Lands.CONTRACT)
def specialist_leak(case: TaskListCase) -> Iterator[Finding]:
    """A prompt or a sub-step tells a specialist how it does its own work."""
    reading = reading_of(case)
    words = LEAK_WORDS.allowed_by(rows_of(reading))
    for view in reading.rows:
        is_test = view.stage is Stage.TESTING
        texts = [line.text for line in view.prompt]
        texts += [line for step in view.steps for line in step.raw]
        # All of a row is looked over at once, since most rows have no leak.
        for what, line, text in _told(view) if may_leak("\n".join(texts), words) else ():
            if (leak := leak_in(text, is_test=is_test)) is not None:
                yield Finding(
                    f"{what} of {view.label} tells {view.row.skill or 'the skill'} {leak.told}:"
                    f" {shown(leak.text)}",
                    case.at(line),
                    hint="say what has to come out of it, and leave the way to the skill",
                    value=text,
                )


def _told(view: RowView) -> Iterator[tuple[str, int, str]]:
    yield from (("the prompt", line.line, line.text) for line in view.prompt)
    yield from (("a sub-step", step.line, "\n".join(step.raw)) for step in view.steps)


@LST.rule(120, lands=Lands.CONTRACT)
def unnamed_plan(case: TaskListCase) -> Iterator[Finding]:
    """A prompt says "this plan" where only a path tells which one."""
    for view in reading_of(case).rows:
        for line in view.prompt:
            if not holds(line.text.casefold(), _PLANS):
                continue
            if (found := _UNNAMED.search(line.text)) is not None:
                yield Finding(
                    f"the prompt of {view.label} says {shown(found.group())}",
                    case.at(line.line),
                    hint="name the file by its path: a prompt is copied without the file",
                    value=line.text,
                )
