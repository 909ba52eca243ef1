"""Tables that look as if they listed something to be built, and that no part of the catalogue read.

* A table in a section that the catalogue knows, or with columns of a description, is no surprise.
* In a section that rows are read from, one without any column that they are read by is one.
"""

from typing import Final

from planner.derive.parts import Plan
from planner.derive.reading import Grid, Reading
from planner.derive.words import fold
from planner.model.catalogue_parts import Source
from planner.model.pattern import pattern
from planner.model.sdd import RemarkKind

_NAMES: Final = pattern(
    r"(?:\w+ )?(?:name|file|workflow|component|module|service|process|queue|asset|agent|project)\Z"
    r"|name\w*\Z|nombre\Z|nom\Z|nome\Z|名前\Z|名称\Z"
)


def unread(plan: Plan, reading: Reading) -> None:
    """Tell every such table of one document."""
    _without_columns(plan, reading)
    words = reading.words
    for section in reading.document.doc.sections:
        keys = words.keys_of(fold(section.key)) if section.title else ()
        above = (one for path in section.path for one in words.keys_of(fold(path)))
        if not words.known.isdisjoint((*keys, *above)):
            continue
        for table in section.tables:
            if table.line in reading.used or not table.rows:
                continue
            column = next((name for name in table.head if _NAMES.match(fold(name))), None)
            if column is not None:
                where = reading.cite(section)
                text = f"the table under {where} gives no rows, though it has `{column}`"
                plan.remark(RemarkKind.NOT_BUILT, text, reading, table.line)


def _without_columns(plan: Plan, reading: Reading) -> None:
    """Tell tables of sections that give nothing, since no column says what they list."""
    background = {fold(title) for title in plan.catalogue.background}
    every = _sources(plan, reading)
    gave = _giving(plan, reading)
    for section in reading.document.doc.sections:
        keys = set(reading.words.keys_of(fold(section.key))) if section.title else set()
        if not section.tables or not keys.isdisjoint(background):
            continue
        sources = [source for titles, source in every if not keys.isdisjoint(titles)]
        if not sources or (*section.path, section.key) in gave:
            continue
        for table in section.tables:
            grid = reading.grid(table)
            if not table.rows or any(_is_read(source, grid) for source in sources):
                continue
            wanted = next((f" `{source.name[0]}`" for source in sources if source.name), "")
            where = reading.cite(section)
            text = f"the table under {where} gives no rows, for want of a column{wanted}"
            plan.remark(RemarkKind.NOT_BUILT, text, reading, table.line)


def _giving(plan: Plan, reading: Reading) -> set[tuple[str, ...]]:
    """Return the paths of the sections that gave something, and of all above them."""
    told = {id(one) for draft in plan.drafts.values() for one in draft.sections}
    found: set[tuple[str, ...]] = set()
    for section in reading.document.doc.sections:
        if id(section) in told or any(table.line in reading.used for table in section.tables):
            path = (*section.path, section.key)
            found.update(path[:depth] for depth in range(1, len(path) + 1))
    return found


def _sources(plan: Plan, reading: Reading) -> list[tuple[set[str], Source]]:
    return [
        ({fold(title) for title in source.sections}, source)
        for part in plan.catalogue.parts
        for source in part.sources
        if reading.kind.id in (source.documents or part.documents or (reading.kind.id,))
        and part.each in ("item", "any")
    ]


def _is_read(source: Source, grid: Grid) -> bool:
    columns = [*source.name, *(name for one in source.when for name in one.columns)]
    return grid.column(name for name in columns if name != "*") is not None
