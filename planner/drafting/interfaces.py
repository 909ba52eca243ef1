"""Which statements name an interface that another unit could use without guessing.

* Concrete is a signature, an HTTP route, a command line with its flags, a data shape in code, an
  import path or an error type; prose about behaviour never is (seed 003).
"""

from collections.abc import Iterator
from typing import Final

from planner.model.pattern import pattern
from planner.rules.literals import Literal, literals_of

_SHAPE: Final = pattern(r"\A[{\[].*[:,].*[}\]]\Z")
_COMMAND_LINE: Final = pattern(r"\A[a-z][\w./-]*(?: [\w<\[./-][^`]*)? (?:\[?--?[A-Za-z]|<|\[)")
_DOTTED: Final = pattern(r"\A[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+\Z")
_FILE: Final = pattern(
    r"\.(?:py|js|ts|md|json|toml|ya?ml|txt|csv|go|rs|java|c|h|html|css|sql|sh)\Z"
)
_SIGNATURE: Final = pattern(
    r"\A(?:(?:pub|export|public|private|static|async|suspend|override|def|fn|fun|func"
    r"|function)\s+)*"
    r"(?:[A-Za-z_][\w:<>*&]*\s+[*&]{0,2}){0,3}[\w.:<>]+\([^()]*\)(?:\s*(?:->|=>|:)\s*\S.*|\s+[*\[\]\w.]+)?:?\Z"
)
_DEFINES_BY_WORD: Final = pattern(r"\A(?:\w+\s+)*(?:fn|fun|func|function|def)\s")
_FEW_BEFORE: Final = 4
"""Words before a route that may still make it the subject ("The new endpoint `GET /x` …")."""
_ROUTE: Final = pattern(r"\A(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) /")
_ERROR: Final = pattern(r"\A[A-Z]\w*(?:Error|Exception|Warning)\Z")


def contracts_in(text: str) -> Iterator[str]:
    """Yield the concrete interfaces that *text* names, as written."""
    for literal in literals_of(text):
        if literal.kind in {"call", "http"} or (
            literal.kind == "code" and _is_contract(literal.text)
        ):
            yield literal.text


def is_concrete(text: str) -> bool:
    """Say whether *text* names an interface that can be used as it stands."""
    return any(True for _ in contracts_in(text)) or any(
        _ERROR.match(literal.text)
        for literal in literals_of(text)
        if literal.kind in {"code", "name"}
    )


def defines(text: str) -> bool:
    """Say whether *text* gives a signature or an HTTP route, wherever it stands."""
    return any(
        _gives_signature(literal)
        and not (_is_route(literal) and len(text[: literal.start].split()) > _FEW_BEFORE)
        for literal in literals_of(text)
    )


def _gives_signature(literal: Literal) -> bool:
    if _is_route(literal):
        return True
    is_code = literal.kind in {"code", "call"}
    return (
        is_code
        and _SIGNATURE.match(literal.text) is not None
        and (
            "->" in literal.text
            or ":" in literal.text
            or bool(_DEFINES_BY_WORD.match(literal.text))
        )
    )


def _is_route(literal: Literal) -> bool:
    return literal.kind == "http" or _ROUTE.match(literal.text) is not None


def _is_contract(code: str) -> bool:
    if _DOTTED.match(code):
        return _FILE.search(code) is None
    return any(form.match(code) is not None for form in (_SIGNATURE, _ROUTE, _SHAPE, _COMMAND_LINE))
