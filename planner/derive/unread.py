"""Tables that look as if they listed something to be built, and that no part of the catalogue read.

* A table in a section that the catalogue knows, or with columns of a description, is no surprise.
"""

from typing import Final

from planner.derive.parts import Plan
from planner.derive.reading import Reading
from planner.derive.words import fold
from planner.model.pattern import pattern
from planner.model.sdd import RemarkKind

_NAMES: Final = pattern(
    r"(?:\w+ )?(?:name|file|workflow|component|module|service|process|queue|asset|agent|project)\Z"
    r"|name\w*\Z|nombre\Z|nom\Z|nome\Z|名前\Z|名称\Z"
)


def unread(plan: Plan, reading: Reading) -> None:
    """Tell every such table of one document."""
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
