"""What stands above the rows: the header's fields, the note, and the stop conditions.

* The fields are those of the format, in its order; lines about user interfaces are there only
  where a plan drives some.
* What is bound to a session, and no document says, is left out and told.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from planner.derive.draft import Draft
from planner.derive.parts import BUILDS, Plan
from planner.derive.reading import Reading
from planner.derive.words import matcher
from planner.model.sdd import Autonomy, RemarkKind
from planner.model.skill_catalogue import StopCondition, UiBatch
from planner.model.tasklist import Chapter, Field

NOTES: Final = (
    "Tasks below are derived from the SDD. The SDD remains the architectural source of truth.",
    (
        "When `Execution autonomy: interactive`, the planner enters plan mode for review before"
        " execution."
    ),
)
STOP_TITLE: Final = "Stop conditions"
_DEFAULT_CATALOGUE: Final = "uipath"
_MOST_NAMES: Final = 5


def fields(plan: Plan, app_type: str | None) -> Iterator[Field]:
    """Yield the header's fields."""
    root = plan.readings[0].document
    handoff = root.handoff
    yield Field("Source SDD", f"`{root.path}`")
    children = [f"`{reading.document.path}`" for reading in plan.readings[1:]]
    if children:
        yield Field("Child SDDs", ", ".join(children))
    yield Field("SDD scope", str(handoff.scope))
    yield Field("Execution autonomy", str(handoff.autonomy))
    yield Field("Delivery model", str(handoff.delivery))
    if plan.catalogue.id != _DEFAULT_CATALOGUE:
        yield Field("Catalogue", plan.catalogue.id)
    yield Field("Generation date", plan.options.today)
    if app_type is not None:
        yield Field("App type", app_type)
        for name, value in (
            ("App state", plan.options.app_state),
            ("UI targeting", plan.options.ui_targeting),
        ):
            if value:
                yield Field(name, value)


def app_type_of(plan: Plan, drafts: Sequence[Draft]) -> str | None:
    """Return the kind of user interface that the plan drives; None without one."""
    built = {draft.skill.name for draft in drafts if draft.stage in BUILDS}
    found: dict[str, tuple[Reading, int]] = {}
    for reading in plan.readings:
        batch = reading.kind.ui
        if batch is None or batch.skill not in built:
            continue
        for value, line in _interfaces(batch, reading):
            found.setdefault(value, (reading, line))
    if not found:
        return None
    first, (reading, line) = next(iter(found.items()))
    if len(found) > 1:
        others = ", ".join(found)
        text = f"several kinds of application are driven ({others}); the header names `{first}`"
        plan.remark(RemarkKind.GUESS, text, reading, line)
    missing = [
        name
        for name, value in (
            ("App state", plan.options.app_state),
            ("UI targeting", plan.options.ui_targeting),
        )
        if not value
    ]
    if missing:
        hold, them = ("hold", "them") if len(missing) > 1 else ("holds", "it")
        flags = " and ".join(f"`--{name.lower().replace(' ', '-')}`" for name in missing)
        text = (
            f"{' and '.join(missing)} {hold} for one session, so the header leaves {them} out; "
            f"give {flags} to have {them} there"
        )
        plan.remark(RemarkKind.DEFAULTED, text, reading, line)
    return first


def _interfaces(batch: UiBatch, reading: Reading) -> Iterator[tuple[str, int]]:
    """Yield the kinds of application that whole cells name, with their lines."""
    by_cell = {word.casefold(): value for value, words in batch.values.items() for word in words}
    for _, grid in reading.grids(batch.sections):
        at = grid.column(batch.columns)
        for line in grid.lines if at is not None else ():
            value = by_cell.get(" ".join(line.cells[at or 0].casefold().split()))
            if value is not None:
                yield value, line.row.line


def chapters(plan: Plan, drafts: Sequence[Draft], app_type: str | None) -> Iterator[Chapter]:
    """Yield the stop conditions of an autonomous plan."""
    root = plan.readings[0].document
    if root.handoff.autonomy is not Autonomy.AUTONOMOUS:
        return
    told = (_stop(plan, one, drafts, app_type) for one in plan.catalogue.stop_conditions)
    yield Chapter(STOP_TITLE, tuple(f"- {text}" for text in told if text is not None))


def _stop(
    plan: Plan, stop: StopCondition, drafts: Sequence[Draft], app_type: str | None
) -> str | None:
    if stop.ui and app_type is None:
        return None
    rows = [
        draft
        for draft in drafts
        if (not stop.skills or draft.skill.name in stop.skills)
        and (not stop.stages or draft.stage in stop.stages)
        and matcher(stop.subjects).search(draft.identity.subject)
    ]
    if not rows:
        return None
    names = [f"`{name}`" for name in dict.fromkeys(draft.name for draft in rows) if name]
    more = [f"{len(names) - _MOST_NAMES} more"] if len(names) > _MOST_NAMES else []
    return stop.text.format(
        names=", ".join(names[:_MOST_NAMES] + more),
        process=plan.process,
        document=plan.readings[0].document.path,
    )
