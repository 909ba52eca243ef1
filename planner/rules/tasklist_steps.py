"""LST: the sub-steps of a row, which somebody works through and ticks off one by one.

* A step is a checkbox with one action; the last is `**Validate:**`, for every row.
* Words that put a decision off are a gap, in a step, a title or a prompt, in any language;
  a name in a code span or in quotes is a name, whatever it looks like.
"""

from collections.abc import Iterator
from typing import Final

from planner.codec.tasklist import FreeLines, QuoteLines, Step
from planner.diagnostics.diagnostic import Lands, Severity, shown
from planner.diagnostics.family import Finding
from planner.model.pattern import pattern
from planner.model.tasklist import VALIDATE
from planner.model.words import holds
from planner.rules.tasklist_case import TaskListCase
from planner.rules.tasklist_compound import joints_of, second_action
from planner.rules.tasklist_gaps import GAP_WORDS, gap_in, may_have_gap, says_nothing
from planner.rules.tasklist_needles import rows_of
from planner.rules.tasklist_reading import RowView, reading_of
from planner.rules.tasklist_rows import LST

__all__ = ("LST",)

_BOX: Final = pattern(r"- \[[ xX]\](?:[ \t]|$)")
_ITEM: Final = pattern(r"[ ]{0,3}(?:[-*+•](?=[ \t\[])|\d{1,4}[.)](?=[ \t]))[ \t]*\S")
_BEFORE_STEPS: Final = (QuoteLines, Step)
_RULE: Final = pattern(r"[ ]{0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$")


@LST.rule(106, lands=Lands.CONTRACT)
def placeholder_step(case: TaskListCase) -> Iterator[Finding]:
    """A sub-step, a title or a prompt leaves open what is to be done."""
    reading = reading_of(case)
    words = GAP_WORDS.allowed_by(rows_of(reading))
    for view in reading.rows:
        steps = [step.text for step in view.steps]
        texts = [view.row.description, *steps, *(line.text for line in view.prompt)]
        # All of a row is looked over at once, since most rows have no gap.
        if may_have_gap("\n".join(texts), words) or any(map(says_nothing, steps)):
            yield from _gaps(case, view)


def _gaps(case: TaskListCase, view: RowView) -> Iterator[Finding]:
    texts = [("the title", view.row.description, view.row.line, False)]
    texts += [("a sub-step", step.text, step.line, True) for step in view.steps]
    texts += [("the prompt", line.text, line.line, False) for line in view.prompt]
    for what, text, line, is_step in texts:
        if (gap := gap_in(text, is_whole=is_step)) is not None:
            yield Finding(
                f"{what} of {view.label} {gap.told}",
                case.at(line),
                hint="say what is to be done, with its names and values",
                value=gap.text,
            )


@LST.rule(107, lands=Lands.CONTRACT)
def missing_validate_step(case: TaskListCase) -> Iterator[Finding]:
    """The last sub-step of a row is not `**Validate:**`."""
    hint = "end the row with `- [ ] **Validate:** ` and the check that shows that it is done"
    for view in reading_of(case).rows:
        last = view.steps[-1] if view.steps else None
        if last is None:
            yield Finding(f"{view.label} has no sub-steps", case.at(view.row.line), hint=hint)
        elif not last.text.startswith(VALIDATE):
            earlier = any(step.text.startswith(VALIDATE) for step in view.steps)
            told = f"{view.label} goes on behind its `Validate:` sub-step" if earlier else (
                f"{view.label} has no `**Validate:**` sub-step"
            )  # fmt: skip
            yield Finding(told, case.at(last.line), hint=hint, value=last.text)


@LST.rule(119, lands=Lands.ADVICE, severity=Severity.WARNING)
def compound_step(case: TaskListCase) -> Iterator[Finding]:
    """A sub-step holds two actions, or is no checkbox."""
    rows = reading_of(case).rows
    joints = joints_of(step.text for view in rows for step in view.steps)
    for view in rows:
        for step in view.steps:
            joined = holds(step.text.casefold(), joints)
            second = second_action(step.text) if joined else None
            if second is not None and not step.text.startswith(VALIDATE):
                yield Finding(
                    f"a sub-step of {view.label} holds a second action, {shown(second)}",
                    case.at(step.line),
                    hint="write one checkbox for each action",
                    value=step.text,
                )
            if step.raw and not _BOX.match(step.raw[0]):
                yield _no_box(case, view, step.line, step.raw[0])
        for line, text in _plain_items(view):
            yield _no_box(case, view, line, text)


def _no_box(case: TaskListCase, view: RowView, line: int, text: str) -> Finding:
    return Finding(
        f"a sub-step of {view.label} is no checkbox `- [ ]`",
        case.at(line),
        hint="write `- [ ] ` before it, or set it apart as a note",
        value=text.strip(),
    )


def _plain_items(view: RowView) -> Iterator[tuple[int, str]]:
    """Yield list items that stand where sub-steps do: right behind the prompt or another step."""
    among_steps = False
    for piece in view.row.pieces:
        if not isinstance(piece, FreeLines):
            among_steps = isinstance(piece, _BEFORE_STEPS)
        elif among_steps and not piece.is_blank:
            for line, text in enumerate(piece.raw, piece.line):
                if _ITEM.match(text) and not _RULE.match(text):
                    yield line, text
                elif text.strip() and not text[0].isspace():
                    among_steps = False
                    break
