"""How a request numbers its deliverables: `Task 1: …`, `## Deliverable B`, `- [ ] Work item 3 - …`.

* Only the mark itself is read here; what belongs to a deliverable is another question.
* In running text a number or a letter and a delimiter are needed; a heading may do without one.
"""

import re
from dataclasses import dataclass
from typing import Final

from planner.model.pattern import pattern


@dataclass(frozen=True, slots=True)
class Mark:
    """A deliverable's mark."""

    number: str
    """Its number or letter, folded; in a heading without one, its title."""
    title: str
    """What stands after the mark, which may be nothing."""


_KINDS: Final = (
    r"tasks?|deliverables?|work[ -]?items?|work[ -]?packages?|roadmap[ -]items?"
    r"|aufgaben?|liefergegenst(?:and|ände)|arbeitspakete?|t[âa]ches?|livrables?|tareas?|entregables?"
    r"|attivit[àa]|compit[oi]|tarefas?|entreg[áa]veis|taken?|zadani[ea]"
)
_WIDE_KINDS: Final = r"任务|任務|交付物|タスク|課題|成果物|작업|과제"
_MARK: Final = pattern(
    rf"""(?:(?:{_KINDS})(?:[ \t]*\#|[ \t]+(?:no\.?|nr\.?)?|(?=\d))[ \t]*
          (?P<number>\d{{1,2}}|[a-z](?![a-z]))
         |(?:{_WIDE_KINDS})[ \t]*(?P<wide>\d{{1,2}}|[a-z](?![a-z])))
        [ \t]*(?P<end>[:：.)、–—-]|\Z|(?=[ \t]))[ \t]*(?P<title>.*)\Z
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_UNNUMBERED: Final = pattern(
    rf"(?:{_KINDS}|{_WIDE_KINDS})[ \t]*[:：–—-][ \t]*(?P<title>\S.*)\Z", re.IGNORECASE | re.DOTALL
)
_LIST_NAME: Final = pattern(
    rf"(?:(?:the|independent|separate|roadmap|requested|planned)[ ])*(?:{_KINDS}|{_WIDE_KINDS})"
    r"(?:[ ]list)?\Z",
    re.IGNORECASE,
)
_EMPHASIS: Final = pattern(r"\*\*|__|\A[*_]|[*_]\Z")


def mark_of(text: str, *, is_heading: bool = False) -> Mark | None:
    """Return the mark that *text* begins with."""
    plain = _EMPHASIS.sub("", text.strip()).strip()
    found = _MARK.match(plain)
    if found is not None and (found["end"] or is_heading):
        number = found["number"] or found["wide"]
        return Mark(number.casefold(), found["title"].strip())
    unnumbered = _UNNUMBERED.match(plain) if is_heading else None
    if unnumbered is not None:
        return Mark(unnumbered["title"].casefold(), unnumbered["title"].strip())
    return None


def names_deliverables(heading: str) -> bool:
    """Say whether *heading* announces a list of deliverables, as `Tasks` does."""
    return _LIST_NAME.match(heading.strip(" #*_:：")) is not None
