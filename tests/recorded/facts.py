"""Prints the facts of new recordings as the table of a test file, ready to be put there."""

import textwrap
from collections.abc import Iterator
from typing import Any

_WIDTH = 96


def table(facts: dict[str, dict[str, Any]]) -> str:
    """Return the table for *facts*, by test."""
    lines = list(_lines(facts, ""))
    lines[0] = f"FACTS: dict[str, dict[str, Any]] = {lines[0]}"
    lines[-1] = lines[-1].removesuffix(",")
    return "\n".join(lines) + "\n"


def _lines(value: object, name: str, depth: int = 0) -> Iterator[str]:
    indent = " " * 4 * depth
    short = f"{indent}{name}{_literal(value)},"
    if len(short) <= _WIDTH and depth > 1:
        yield short
        return
    match value:
        case dict():
            yield f"{indent}{name}{{"
            for member, held in value.items():
                yield from _lines(held, f"{_literal(member)}: ", depth + 1)
            yield f"{indent}}},"
        case list():
            yield f"{indent}{name}["
            for held in value:
                yield from _lines(held, "", depth + 1)
            yield f"{indent}],"
        case str():
            yield f"{indent}{name}("
            pieces = textwrap.wrap(
                value, _WIDTH - len(indent) - 8, drop_whitespace=False, break_on_hyphens=False
            )
            yield from (f"{indent}    {_literal(piece)}" for piece in pieces)
            yield f"{indent}),"
        case _:
            yield short


def _literal(value: object) -> str:
    """Return *value* in Python, texts in double quotes where that needs no escape."""
    match value:
        case str() if '"' not in value and "\\" not in value and value.isprintable():
            return f'"{value}"'
        case list():
            return f"[{', '.join(map(_literal, value))}]"
        case dict():
            members = (f"{_literal(name)}: {_literal(held)}" for name, held in value.items())
            return f"{{{', '.join(members)}}}"
    return repr(value)
