"""What a model wrote, read to the letter: its members, its citations, and what it brought in.

* Nothing is coerced: a member too many or too few, a citation of what was not shown, a text over
  its length or over two lines is a fault, and a faulty answer is not used at all.
* A path, a command, a code span, a name, a number, an address or a quotation has to stand in the
  statements that are cited; what does not is named to the letter.
* A text that grants, instructs or carries a controller's values is refused as the request's own
  would be.
"""

import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from planner.codec.canonical import Json
from planner.codec.strict_json import parse_json
from planner.diagnostics.diagnostic import shown
from planner.drafting import evidence
from planner.drafting.gaps import asks, placeholder_of
from planner.drafting.question import Unusable
from planner.model.draft import Cited
from planner.model.intake import Form, Statement
from planner.model.path import BARE_FILES
from planner.model.pattern import pattern
from planner.model.program import KNOWN, WORDLIKE
from planner.model.question import PROMPT_LIMIT
from planner.model.scalar import TITLE_LIMIT, control_in
from planner.model.words import words
from planner.rules.literals import Held, canonical, literals_of, terms_of

TEXT_LIMIT: Final = 600
"""Code points of an item."""
CITES_LIMIT: Final = 8
"""Statements that the title, the goal or a question rests on."""
ITEM_CITES_LIMIT: Final = 3
"""Statements that an item of a list rests on: a list is not gathered into one item."""
QUESTION_LIMIT: Final = 6
"""Questions of one answer."""

SINGLES: Final = ("title", "goal")
LISTS: Final = ("criteria", "interfaces", "constraints", "remaining_scope")
MEMBERS: Final = (*SINGLES, *LISTS, "questions")
"""The members of an answer, the decision last."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a model finds open: the question, and why the work cannot begin without its answer."""

    text: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """An answer as it was written."""

    title: Cited
    goal: Cited
    criteria: tuple[Cited, ...]
    interfaces: tuple[Cited, ...]
    constraints: tuple[Cited, ...]
    remaining_scope: tuple[Cited, ...]
    questions: tuple[Doubt, ...]


def limit_of(member: str) -> int:
    """Return the code points that a text of *member* may have."""
    return {"title": TITLE_LIMIT, "questions": PROMPT_LIMIT}.get(member, TEXT_LIMIT)


def cites_limit_of(member: str) -> int:
    """Return the statements that a text of *member* may rest on."""
    return ITEM_CITES_LIMIT if member in LISTS else CITES_LIMIT


def read(answer: str, known: Collection[str]) -> Written | Unusable:
    """Return what *answer* says, or everything that is wrong with its form.

    Args:
        answer: The JSON text that came back.
        known: The statements that may be cited.
    """
    doc = parse_json(answer)
    if doc.faults:
        return Unusable(tuple(f"the answer is no JSON: {fault.message}" for fault in doc.faults))
    if not isinstance(doc.value, Mapping):
        return Unusable(("the answer is one JSON object",))
    faults = list(_member_faults("the answer", doc.value, MEMBERS))
    if not faults:
        faults.extend(_faults(doc.value, known))
    if faults:
        return Unusable(tuple(faults))
    value = doc.value
    return Written(
        title=_cited(value["title"]),
        goal=_cited(value["goal"]),
        criteria=_all_cited(value["criteria"]),
        interfaces=_all_cited(value["interfaces"]),
        constraints=_all_cited(value["constraints"]),
        remaining_scope=_all_cited(value["remaining_scope"]),
        questions=tuple(_doubt(each) for each in _entries(value["questions"])),
    )


def _cited(value: Json) -> Cited:
    item = value if isinstance(value, Mapping) else {}
    return Cited(text=str(item["text"]), cites=_cites(item))


def _all_cited(value: Json) -> tuple[Cited, ...]:
    return tuple(_cited(each) for each in _entries(value))


def _doubt(value: Json) -> Doubt:
    item = value if isinstance(value, Mapping) else {}
    return Doubt(text=str(item["text"]), why=str(item["why"]), cites=_cites(item))


def _cites(item: Mapping[str, Json]) -> tuple[str, ...]:
    return tuple(str(cite) for cite in _entries(item["cites"]))


def _entries(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list) else ()


def _member_faults(
    place: str, value: Mapping[str, Json], members: Collection[str]
) -> Iterator[str]:
    yield from (
        f"{place}: member {shown(name)} is missing" for name in members if name not in value
    )
    yield from (
        f"{place}: there is no member {shown(name)}" for name in value if name not in members
    )


def _faults(value: Mapping[str, Json], known: Collection[str]) -> Iterator[str]:
    for name in SINGLES:
        yield from _item_faults(name, name, value[name], known)
    for name in (*LISTS, "questions"):
        entries = value[name]
        if not isinstance(entries, list):
            yield f"{name}: it is {shown(entries)}, not a list"
            continue
        for number, each in enumerate(entries, 1):
            yield from _item_faults(f"{name}, item {number}", name, each, known)
    if value["criteria"] == []:
        yield "criteria: there has to be at least one"
    if len(_entries(value["questions"])) > QUESTION_LIMIT:
        yield f"questions: there are more than {QUESTION_LIMIT}"


def _item_faults(place: str, member: str, item: Json, known: Collection[str]) -> Iterator[str]:
    if not isinstance(item, Mapping):
        yield f"{place}: it is {shown(item)}, not an object"
        return
    texts = ("text", "why") if member == "questions" else ("text",)
    yield from _member_faults(place, item, ("cites", *texts))
    if "cites" in item:
        yield from _cite_faults(place, item["cites"], known, cites_limit_of(member))
    for name in texts:
        if name in item:
            yield from _form_faults(place, item[name], limit_of(member))


def _cite_faults(place: str, cites: Json, known: Collection[str], limit: int) -> Iterator[str]:
    if not isinstance(cites, list):
        yield f"{place}: `cites` is {shown(cites)}, not a list"
        return
    if not 1 <= len(cites) <= limit:
        yield f"{place}: it cites {len(cites)} statements; allowed are 1 to {limit}"
    for at, cite in enumerate(cites):
        if not isinstance(cite, str) or cite not in known:
            yield f"{place}: {shown(cite)} is no statement that can be cited"
        elif cite in cites[:at]:
            yield f"{place}: it cites {cite} twice"


def _form_faults(place: str, text: Json, limit: int) -> Iterator[str]:
    if not isinstance(text, str):
        yield f"{place}: {shown(text)} is no text"
        return
    if len(text) > limit:
        yield f"{place}: the text has {len(text)} characters, the limit is {limit}"
    if control_in(text) is not None:
        yield f"{place}: the text has to stand on one line, without control characters"
    elif not _SAYS.search(text):
        yield f"{place}: the text says nothing; leave the item out"
    if _HIDES.search(text):
        yield f"{place}: the text holds a mark that begins or ends hidden text or a fence"
    if text.count("`") % 2:
        yield f"{place}: a backtick is not closed"


def ungrounded(written: Written, sources: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield what stands in *written* and not in the statements that are cited for it.

    Args:
        written: What a model wrote.
        sources: What each statement that may be cited says, by its id.
    """
    for name in SINGLES:
        item: Cited = getattr(written, name)
        yield from _ground_faults(name, item.text, item.cites, sources)
    for name in LISTS:
        for number, item in enumerate(getattr(written, name), 1):
            yield from _ground_faults(f"{name}, item {number}", item.text, item.cites, sources)
    for number, doubt in enumerate(written.questions, 1):
        place = f"questions, item {number}"
        for text in (doubt.text, doubt.why):
            yield from _ground_faults(place, text, doubt.cites, sources, may_ask=True)
        if not asks(doubt.text):
            yield f"{place}: {shown(doubt.text)} is no question"


def _ground_faults(
    place: str,
    text: str,
    cites: Sequence[str],
    sources: Mapping[str, Sequence[str]],
    *,
    may_ask: bool = False,
) -> Iterator[str]:
    """Yield the faults of one text; one that asks speaks in its own words."""
    statement = Statement(id="S0", text=text, line=1, form=Form.PROSE)
    if (reason := evidence.set_aside(statement)) is not None:
        # The text is not repeated: it may hold a secret.
        yield f"{place}: the text cannot stand in a plan: {reason}"
        return
    if (blank := placeholder_of(text)) is not None and not may_ask:
        yield f"{place}: {shown(blank)} is a placeholder; ask a question instead"
    said = [each for cite in cites for each in sources[cite]]
    faults = list(_unsaid(text, said, may_reword=may_ask))
    if faults:
        holders = [name for name, held in sources.items() if not any(_unsaid(text, held))]
        where = f", but in {' or '.join(holders[:3])}" if holders else ""
        yield from (f"{place}: {what} not stand in {' or '.join(cites)}{where}" for what in faults)


def _unsaid(text: str, said: Sequence[str], *, may_reword: bool = False) -> Iterator[str]:
    """Yield what of *text* does not stand in *said*."""
    for literal in brought_in(text, said):
        yield f"{shown(literal)} does"
    words_of, known = terms_of(text), terms_of(" ".join(said))
    if not may_reword and len(words_of - known) * 2 > len(words_of):
        yield "most of its words do"


def brought_in(text: str, sources: Sequence[str]) -> tuple[str, ...]:
    """Return the literals of *text* that none of *sources* holds, as they are written."""
    found = tuple(dict.fromkeys(_brought_in(text, Held.of(sources), "\n".join(sources))))
    return tuple(each for each in found if not any(each in more for more in found if more != each))


def _brought_in(text: str, held: Held, given: str) -> Iterator[str]:
    rest = text
    for literal in literals_of(text):
        if not held.holds(literal):
            yield literal.text
        elif literal.kind == "number":
            # It may be spelled in another way: `2s` for `2 seconds`.
            blank = " " * (literal.end - literal.start)
            rest = f"{rest[: literal.start]}{blank}{rest[literal.end :]}"
    for quotation in _QUOTED.finditer(text):
        inner = quotation.group()[1:-1]
        if not held.says(canonical(inner.strip().rstrip(_TAIL))):
            yield inner
    known, said = frozenset(_tokens(given)), frozenset(_WORD.findall(given))
    lower = frozenset(word.casefold() for word in said)
    yield from (
        token for token in _tokens(rest) if token not in known and _is_telling(token, lower)
    )
    for word in _WORD.findall(rest):
        if word not in said and (_is_code_word(word) or _is_counting(word, lower)):
            yield word
    for spoken in _SPOKEN_COMMAND.findall(text):
        if not held.says(canonical(spoken)):
            yield spoken
    yield from (sign for sign in text if sign not in given and _is_strange(sign))


def _tokens(text: str) -> Iterator[str]:
    for run in _RUN.findall(text):
        if token := run.lstrip("*_:").rstrip("*_.:-"):
            yield token


def _is_telling(token: str, said: Collection[str]) -> bool:
    """Whether a run of signs is a path, an address, an option or a setting, and no plain words."""
    if token.casefold() in _JOINTS:
        return False
    if _PAIR.fullmatch(token):
        return not all(word.casefold() in said for word in token.split("/"))
    return _TELLING.search(token) is not None


def _is_code_word(word: str) -> bool:
    return _MIXED.search(word) is not None or word in _PROGRAMS or word in _FILES


def _is_counting(word: str, said: Collection[str]) -> bool:
    folded = word.casefold()
    return folded in _COUNTS and folded not in said


def _is_strange(sign: str) -> bool:
    """Whether a sign is not seen, or is a number in another shape."""
    if sign.isascii():
        return False
    return unicodedata.category(sign) in _STRANGE or (sign.isdecimal() and not sign.isascii())


_SAYS: Final = pattern(r"[^\W_]")
_HIDES: Final = pattern(r"<!--|-->|`{3}|~{3}")
_TAIL: Final = ".,:;!?"
_QUOTED: Final = pattern(
    '"[^"]+"|“[^”]+”|„[^“”]+[“”]|«[^»]+»|‹[^›]+›|‘[^’]+’|「[^」]+」|『[^』]+』'
)
_RUN: Final = pattern(r"[A-Za-z0-9_./\\@$=+~*:#%&-]+")
_TELLING: Final = pattern(
    r"[/\\@$=~#&]|::|\w_\w|\A--?[A-Za-z]|[A-Za-z0-9]\.[A-Za-z]|\A\.[A-Za-z]|\*\.|[a-z][A-Z]"
)
_PAIR: Final = pattern(r"[A-Za-z]+/[A-Za-z]+")
_JOINTS: Final = words("and/or und/oder et/ou y/o e/o en/of e.g i.e z.b d.h p.ej a.m p.m")
_WORD: Final = pattern(r"[A-Za-z0-9]+")
_MIXED: Final = pattern(r"[A-Za-z][0-9]|[0-9][A-Za-z]")
_PROGRAMS: Final = (
    KNOWN - WORDLIKE - words("strings coverage bundle behave robot black safety source set number")
)
_FILES: Final = frozenset(BARE_FILES - words("configure"))
_SPOKEN_COMMAND: Final = pattern(
    r"\b(?:make|go|just|task|mix) (?:test|check|lint|verify|vet|build|install)\b"
)
_COUNTS: Final = words(
    """
    two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred
    thousand million billion dozen
    """
)
"""Numbers as words; `one` is too often none."""
_STRANGE: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Nl", "No", "Zl", "Zp"})
