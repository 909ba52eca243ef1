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
    is_loose: bool = False
    """Its word numbers many other things too ("Part 1"); only a heading has such a mark."""


_KINDS: Final = (
    r"tasks?|deliverables?|work[ -]?items?|work[ -]?packages?|roadmap[ -]items?"
    r"|aufgaben?|liefergegenst(?:and|ände)|arbeitspakete?|t[âa]ches?|livrables?|tareas?|entregables?"
    r"|attivit[àa]|compit[oi]|tarefas?|entreg[áa]veis|taken?|zadani[ea]"
)
_HEADED_KINDS: Final = (
    r"parts?|stor(?:y|ies)|user stor(?:y|ies)|items?|packages?|slices?|tickets?|teil|lieferung"
    r"|paket|partie|lot|volet|parte|entrega|lotto|pacchetto|pacote|deel|levering|pakket"
)
"""Words that number a deliverable in a heading, and much else in running text."""
_WIDE_KINDS: Final = r"任务|任務|交付物|タスク|課題|成果物|작업|과제"
_NUMBER: Final = (
    r"\d{1,2}|(?:i{2,3}|iv|vi{0,3}|ix)(?![a-z])|[a-z](?![a-z])"
    r"|(?:one|two|three|four|five|six|seven|eight|eins|zwei|drei|vier|fünf|sechs)(?!\w)"
)
_WIDE_NUMBER: Final = r"\d{1,2}|[a-z](?![a-z])|[一二三四五六七八九十](?=[\s:：.、)）\]–—-]|\Z)"
_ALL: Final = r"(?:[ \t]*/[ \t]*|[ \t]+(?:of|von|de|sur|di|van)[ \t]+)\d{1,2}(?!\w)"
"""How many there are: "Task 1 of 3", "Task 1/3"."""


def _numbered_by(kinds: str) -> re.Pattern[str]:
    return pattern(
        rf"""(?:(?:{kinds})(?:[ \t]*\#|[ \t]+(?:no\.?|nr\.?)?|(?=\d))[ \t]*(?P<number>{_NUMBER})
             |(?:{_WIDE_KINDS})[ \t]*(?P<wide>{_WIDE_NUMBER}))
            (?:{_ALL})?
            [ \t]*(?P<end>[\]:：.)、–—-]|\Z|(?=[ \t]))[ \t]*[:：–—-]?[ \t]*(?P<title>.*)\Z
        """,
        re.VERBOSE | re.IGNORECASE | re.DOTALL,
    )


_MARK: Final = _numbered_by(_KINDS)
_LOOSE_MARK: Final = _numbered_by(_HEADED_KINDS)
_SHORT_MARK: Final = pattern(
    r"(?:T|WP|AP|D)[ -]?(?P<number>\d{1,2})[ \t]*[\]:：.)–—-][ \t]*(?P<title>\S.*)\Z", re.DOTALL
)
_ORDINAL: Final = pattern(
    r"(?:(?:the|die|la|il|o|a|el|de)[ ])?(?P<number>first|second|third|fourth|fifth|sixth"
    r"|erste[sr]?|zweite[sr]?|dritte[sr]?|vierte[sr]?|premi(?:er|ère)|deuxième|second[ea]?|troisième"
    r"|quatrième|primer[ao]?|segund[ao]|tercer[ao]?|cuart[ao]|prim[ao]|terz[ao]|quart[ao]|primeir[ao]"
    rf"|terceir[ao]|eerste|tweede|derde|vierde)[ ](?:{_KINDS})"
    r"[ \t]*[:：–—-][ \t]*(?P<title>\S.*)\Z",
    re.IGNORECASE | re.DOTALL,
)
_BOLD_MARK: Final = pattern(
    r"\A(?:\*\*|__)(?P<mark>[^*_\n]{3,40})(?:\*\*|__)[ \t]+(?P<title>\S.*)\Z", re.DOTALL
)
_ORNAMENT: Final = pattern(r"\A[^\w*_`]+(?=\w)")
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
    if not is_heading and (bold := _BOLD_MARK.match(text.strip())) is not None:
        inner = _MARK.match(bold["mark"].strip())
        if inner is not None and not inner["title"]:
            return Mark(_number_of(inner), bold["title"].strip())
    plain = _EMPHASIS.sub("", text.strip()).strip()
    plain = _ORNAMENT.sub("", plain) if is_heading else plain.removeprefix("[")
    found = _MARK.match(plain)
    if found is not None and (found["end"] or is_heading):
        return Mark(_number_of(found), found["title"].strip())
    if (ordinal := _ORDINAL.match(plain)) is not None:
        return Mark(ordinal["number"].casefold(), ordinal["title"].strip())
    if not is_heading:
        return None
    if (found := _LOOSE_MARK.match(plain)) is not None:
        return Mark(_number_of(found), found["title"].strip(), is_loose=True)
    if (short := _SHORT_MARK.match(plain)) is not None:
        return Mark(short["number"], short["title"].strip(), is_loose=True)
    unnumbered = _UNNUMBERED.match(plain)
    if unnumbered is not None:
        return Mark(unnumbered["title"].casefold(), unnumbered["title"].strip())
    return None


def _number_of(found: re.Match[str]) -> str:
    return str(found["number"] or found["wide"]).casefold()


def names_deliverables(heading: str) -> bool:
    """Say whether *heading* announces a list of deliverables, as `Tasks` does."""
    return _LIST_NAME.match(heading.strip(" #*_:：")) is not None
