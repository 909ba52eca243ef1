"""An execution contract as written, and as text.

* Authority is read from it as the runner does: the items under `Allowed Change Paths:`, and under
  headings that the runner takes for one.
* The reader keeps every such list with what marks it; whether it may stand there is the rules'
  matter.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from planner.codec.lines import with_lf
from planner.codec.packet import Line
from planner.model.pattern import pattern
from planner.model.vocabulary import VERIFICATION_LABEL, Route

CHANGE_PATHS_LABEL: Final = "Allowed Change Paths"
CONTRACT_TITLE: Final = "# Execution Contract"


@dataclass(frozen=True, slots=True)
class ContractList:
    """A list of the contract; lines are counted from 1 in its text."""

    heading: str
    """The line that opens it, as it stands."""
    line: int
    is_exact: bool
    """The line is the accepted one: the label, a colon, and nothing else."""
    items: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class ContractDoc:
    """An execution contract as written."""

    text: str = field(repr=False)
    routes: tuple[Line, ...]
    """The text after each `Route:` at column 0."""
    path_lists: tuple[ContractList, ...]
    verification_lists: tuple[ContractList, ...]

    def allowed_paths(self) -> tuple[str, ...]:
        """Return what the contract lets change: the items of every list of paths."""
        return tuple(item.text for found in self.path_lists for item in found.items)


_LANDMARK: Final = pattern(
    r"""^(?:
        Route:(?P<route>[^\n]*)
      | [ \t>*_`\#-]*
        (?:(?P<paths>(?:allowed[ \t_-]+)?chang(?:e|ed)[ \t_-]+(?:paths?|files?)
                    |allowed[ \t_-]+(?:paths?|files?))
          |(?P<checks>verification(?:[ \t]+commands?)?))
        [ \t*_`]*(?::[*_`]*(?P<rest>[^\n]*)|\#*[ \t]*)
    )$""",
    re.MULTILINE | re.VERBOSE | re.IGNORECASE,
)
_ITEM: Final = pattern(r"[ \t]*[-*+](?:[ \t]+(?P<text>[^\n]*))?(?:\n|\Z)")
_BLANK: Final = pattern(r"(?:[ \t]*\n)*")
_SEPARATOR: Final = pattern(r"[,;]")


def parse_contract(text: str) -> ContractDoc:
    """Find the landmarks of a contract; total."""
    text = with_lf(text)
    routes: list[Line] = []
    lists: dict[str, list[ContractList]] = {"paths": [], "checks": []}
    line, counted = 1, 0
    for found in _LANDMARK.finditer(text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        if found["route"] is not None:
            routes.append(Line(found["route"].strip(), line))
            continue
        kind = "paths" if found["paths"] is not None else "checks"
        exact = CHANGE_PATHS_LABEL if kind == "paths" else VERIFICATION_LABEL
        items = (
            *_inline(found["rest"] or "", line, split=kind == "paths"),
            *_items_after(text, found.end() + 1, line + 1),
        )
        heading = found.group()
        lists[kind].append(ContractList(heading, line, heading == f"{exact}:", items))
    return ContractDoc(text, tuple(routes), tuple(lists["paths"]), tuple(lists["checks"]))


def render_contract(route: Route, paths: Iterable[str], verification: Iterable[str]) -> str:
    """Print the contract of a task in the canonical form, ending with a line end."""
    lines = [
        CONTRACT_TITLE,
        f"Route: {route}",
        "",
        f"{CHANGE_PATHS_LABEL}:",
        *(f"- {path}" for path in paths),
        "",
        f"{VERIFICATION_LABEL}:",
        *(f"- {command}" for command in verification),
    ]
    return "\n".join(lines) + "\n"


def _inline(rest: str, line: int, *, split: bool) -> Iterator[Line]:
    """Yield what stands after the colon: a runner reads it as items of the list."""
    for text in _SEPARATOR.split(rest) if split else (rest,):
        if text.strip():
            yield Line(text.strip(), line)


def _items_after(text: str, start: int, line: int) -> Iterator[Line]:
    """Yield the items below a heading, blank lines passed over, up to the first other line."""
    while start < len(text):
        blank = _BLANK.match(text, start)
        if blank is not None and blank.end() > start:
            line += text.count("\n", start, blank.end())
            start = blank.end()
        found = _ITEM.match(text, start)
        if found is None:
            return
        yield Line((found["text"] or "").rstrip(), line)
        start, line = found.end(), line + 1
