"""The texts of a block, one by one and each with its line."""

from collections.abc import Iterator

from planner.codec.sdd import ListBlock, TableBlock, TextBlock


def texts_of(block: TextBlock | ListBlock | TableBlock) -> Iterator[tuple[str, int]]:
    """Yield each text of *block* and its line: cells and items one by one."""
    match block:
        case TextBlock():
            yield block.text, block.line
        case ListBlock():
            yield from ((item.text, item.line) for item in block.items)
        case TableBlock():
            yield from ((name, block.line) for name in block.head)
            yield from ((cell, row.line) for row in block.rows for cell in row.cells)
