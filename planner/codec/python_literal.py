"""A Python literal as a controller prints it: into a JSON value, or why it is none.

* Nothing is evaluated: the text is checked token by token, parsed, and the tree is read.
* Kinds stay what they are: `True` is no integer, `1.0` is no integer, `'4'` is a text.
* Refused are a repeated key, a key that is no text, names, calls and operators, two texts side by
  side, lone surrogates, integers beyond 2^53, and what is too long or too deep.
"""

import ast
import math
import re
from typing import Final

from planner.codec.canonical import SAFE_INTEGER, Json
from planner.model.pattern import pattern

LITERAL_LIMIT: Final = 65_536
"""Characters of one literal."""
DEPTH_LIMIT: Final = 16
"""Nested brackets."""

_TOKEN: Final = pattern(
    r"""[ ]*(?:
      (?P<open>[{\[(]) | (?P<close>[}\])]) | (?P<mark>[,:])
    | (?P<string>'(?:[^'\\\x00-\x1f\x7f]|\\ESC)*'|"(?:[^"\\\x00-\x1f\x7f]|\\ESC)*")
    | (?P<number>-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)(?![\w.])
    | (?P<name>True|False|None)(?!\w)
    )""".replace(
        "ESC",
        r"""(?:[\\'"nrtabfv0]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U000[0-9a-fA-F]{5}|U0010[0-9a-fA-F]{4})""",
    ),
    re.VERBOSE,
)
_SURROGATE: Final = pattern("[\ud800-\udfff]")
_SHOWN: Final = 24
"""Characters of an unreadable part that a message quotes."""


class NoLiteral(ValueError):
    """The text is no literal that can be read; the message says why."""


def read_literal(text: str) -> Json:
    """Return the value of *text*; a tuple comes as a list.

    Raises:
        NoLiteral: see the module's rules.
    """
    text = text.strip(" ")
    _refuse_other_tokens(text)
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        message = "it is not complete, or not written as a literal is"
        raise NoLiteral(message) from error
    return _value(tree.body)


def _refuse_other_tokens(text: str) -> None:
    """Let through only what a literal is made of, in bounds that a parser can take.

    Raises:
        NoLiteral: there is something else, or too much of it.
    """
    if len(text) > LITERAL_LIMIT:
        message = f"it has {len(text):,} characters, more than {LITERAL_LIMIT:,}"
        raise NoLiteral(message)
    position = depth = 0
    before = None
    while position < len(text):
        found = _TOKEN.match(text, position)
        if found is None:
            part = text[position : position + _SHOWN]
            message = f"{part!r} is no part of a literal"
            raise NoLiteral(message)
        kind = found.lastgroup
        depth += {"open": 1, "close": -1}.get(kind or "", 0)
        if depth > DEPTH_LIMIT:
            message = f"it is nested deeper than {DEPTH_LIMIT}"
            raise NoLiteral(message)
        if before == kind == "string":
            message = "two texts stand side by side"
            raise NoLiteral(message)
        before, position = kind, found.end()


def _value(node: ast.expr) -> Json:
    match node:
        case ast.Constant(value=str() | int() | float() | None as value):
            return _sound(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return _sound(-value)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [_value(item) for item in items]
        case ast.Dict(keys=keys, values=values):
            members: dict[str, Json] = {}
            for key, member in zip(keys, values, strict=True):
                members[_key(key, members)] = _value(member)
            return members
    message = f"it holds a {type(node).__name__.lower()}, which is no literal"
    raise NoLiteral(message)


def _key(node: ast.expr | None, before: dict[str, Json]) -> str:
    key = node.value if isinstance(node, ast.Constant) else None
    if not isinstance(key, str):
        message = "a key is no text"
        raise NoLiteral(message)
    if key in before:
        message = f"the key {key[:_SHOWN]!r} is repeated"
        raise NoLiteral(message)
    _sound(key)
    return key


def _sound(value: str | float | None) -> str | int | float | None:
    """Return *value* if JSON can hold it.

    Raises:
        NoLiteral: it cannot.
    """
    if isinstance(value, str) and _SURROGATE.search(value):
        message = "a text holds a lone surrogate"
    elif type(value) is int and abs(value) > SAFE_INTEGER:
        message = "an integer is beyond 2^53"
    elif isinstance(value, float) and not math.isfinite(value):
        message = "a number is out of range"
    else:
        return value
    raise NoLiteral(message)
