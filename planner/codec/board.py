"""The board export: one level-three heading for each live row, for tools that read only those.

* A title is exact, unique and one line of at most 80 characters, and holds no number, since rows
  are numbered anew; what a previous export called a row stays its title.
* No other line begins with `###` and a blank: everything from a document is quoted, so that a
  reader that knows fences and one that does not find the same titles.
* A title of a row that is gone is not given to another row: a card may still have it.
* Each card ends with the marker `[plan:<slug>]`; the slug is what such a tool makes of the file's
  name.
"""

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from planner.codec.lines import without_bom
from planner.codec.tasklist import TaskListDoc
from planner.codec.tasklist_text import one_line, quote_lines, title_line
from planner.codec.tasklist_values import numbers_in
from planner.model.pattern import pattern
from planner.model.tasklist import STATUS_OF_MARK, RowStatus

LONGEST_TITLE: Final = 80
"""Code points of a title."""

_DATE: Final = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}-")
_SLUG: Final = pattern(r"[a-z0-9][a-z0-9._-]*")
_ONLY_DATE: Final = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}-?")
_NUMBERED: Final = pattern(r"(?:Task\s+)?T[0-9]{1,9}\s*[:.—–-]+\s*(?=\S)")
_IDENTITY: Final = pattern(r'<!-- planner:identity (?P<text>"(?:[^"\\]|\\.)*") -->')
_UNSHOWN: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
_JOINERS: Final = "\u200c\u200d"
"""Invisible characters that are text."""


class EmptyBoard(ValueError):
    """There is no row to export: a board tool takes a file without titles for another mode."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """One live row."""

    identity: str
    description: str
    skill: str = ""
    status: RowStatus = RowStatus.PENDING
    prompt: tuple[str, ...] = ()
    blocked_by: tuple[str, ...] = ()
    """Identities."""


@dataclass(frozen=True, slots=True)
class Card:
    """One heading of an export."""

    title: str
    identity: str
    """Empty where none is kept under the heading."""
    line: int


@dataclass(frozen=True, slots=True)
class BoardDoc:
    """An export as written."""

    cards: tuple[Card, ...]

    @property
    def titles(self) -> tuple[str, ...]:
        """What a board tool expects."""
        return tuple(card.title for card in self.cards)


def slug_of(path: str) -> str | None:
    """Return the slug that a board tool makes of a plan's file name; None when it is unfit.

    Args:
        path: Of the export, such as `docs/plans/2026-12-01-vendor-intake.md`.
    """
    name = PurePosixPath(path.replace("\\", "/")).name
    if not name.endswith(".md"):
        return None
    slug = name.removesuffix(".md")
    if _ONLY_DATE.fullmatch(slug):
        return None
    slug = _DATE.sub("", slug, count=1) if _DATE.match(slug) else slug
    return slug if _SLUG.fullmatch(slug) else None


def marker_of(slug: str) -> str:
    """Return what a card's text holds when it comes from the plan of that slug."""
    return f"[plan:{slug}]"


def board_rows(doc: TaskListDoc) -> tuple[BoardRow, ...]:
    """Return the live rows of a tasks file; a row without a sound identity is left out."""
    identities = {row.number: str(row.identity) for row in reversed(doc.rows) if row.identity}
    return tuple(
        BoardRow(
            identity=str(row.identity),
            description=row.description,
            skill=row.skill,
            status=STATUS_OF_MARK.get(row.status.mark or "", RowStatus.PENDING),
            prompt=row.prompt,
            blocked_by=tuple(
                identities[number]
                for number in numbers_in(row.value("Blocked by"))
                if number in identities
            ),
        )
        for row in doc.rows
        if row.identity is not None
    )


def render_board(
    title: str, rows: Sequence[BoardRow], previous: BoardDoc | None = None, *, slug: str
) -> str:
    """Print the export.

    Args:
        title: Of the whole plan.
        rows: The live rows, in their order.
        previous: The export that this one takes the place of.
        slug: See `slug_of`.

    Raises:
        EmptyBoard: There is no row.
    """
    if not rows:
        raise EmptyBoard
    titles = titles_of(rows, previous)
    by_identity = dict(zip((row.identity for row in reversed(rows)), reversed(titles), strict=True))
    blocks = [title_line(title)]
    for row, name in zip(rows, titles, strict=True):
        blocks.append("\n\n".join(_card(row, name, by_identity, slug)))
    return "\n\n".join(blocks) + "\n"


def _card(row: BoardRow, title: str, by_identity: dict[str, str], slug: str) -> Iterator[str]:
    yield f"### {title}"
    yield f"<!-- planner:identity {_comment_text(row.identity)} -->"
    waits = [by_identity[each] for each in row.blocked_by if each in by_identity]
    facts = [f"- Status: {row.status.value}"]
    facts += [f"- Skill: {_without_comment(one_line(row.skill))}"] if row.skill else []
    facts += [f"- After: {each}" for each in waits]
    yield "\n".join(facts)
    if row.prompt:
        yield _without_comment("\n".join(quote_lines(row.prompt)))
    yield marker_of(slug)


def _without_comment(text: str) -> str:
    """Return *text* so that it begins no comment, which could hide the headings below it."""
    return text.replace("<!--", "<\\!--")


def _comment_text(text: str) -> str:
    """Return *text* as JSON that cannot end the comment in which it stands."""
    written = json.dumps(text, ensure_ascii=True)
    return written.replace("--", "-\\u002d").replace(">", "\\u003e").replace("<", "\\u003c")


def parse_board(text: str) -> BoardDoc:
    """Read an export as a board tool does: every line that begins with `###` and a blank; total."""
    cards: list[Card] = []
    lines = without_bom(text).split("\n")
    for number, line in enumerate(lines, start=1):
        if line.startswith(("### ", "###\t")) and (title := line[4:].strip()):
            cards.append(Card(title, "", number))
        elif cards and not cards[-1].identity and (found := _IDENTITY.match(line.strip())):
            card = cards.pop()
            cards.append(Card(card.title, _identity_text(found["text"]), card.line))
    return BoardDoc(tuple(cards))


def _identity_text(written: str) -> str:
    try:
        return str(json.loads(written))
    except ValueError:
        return ""


def titles_of(rows: Sequence[BoardRow], previous: BoardDoc | None) -> tuple[str, ...]:
    """Return the title of each row; those of *previous* are kept by identity."""
    kept: dict[str, str] = {}
    taken: set[str] = set()
    for card in previous.cards if previous is not None else ():
        if is_title(card.title) and (key := key_of(card.title)) not in taken:
            taken.add(key)
            if card.identity:
                kept.setdefault(card.identity, card.title)
    titles: list[str] = []
    for row in rows:
        title = kept.pop(row.identity, None)
        if title is None:
            title = next(each for each in _wishes(row) if key_of(each) not in taken)
            taken.add(key_of(title))
        titles.append(title)
    return tuple(titles)


def key_of(title: str) -> str:
    """Return a title as two of them are held against each other."""
    return " ".join(unicodedata.normalize("NFKC", title).casefold().split())


def is_title(text: str) -> bool:
    """Say whether *text* can stand as a title."""
    return 0 < len(text) <= LONGEST_TITLE and _shown(text) == text


def _wishes(row: BoardRow) -> Iterator[str]:
    """Yield titles for a row, the plainest first, without end."""
    prefix, _, rest = row.identity.partition(":")
    project, _, subject = rest.partition(":")
    plain = _shown(_NUMBERED.sub("", one_line(row.description), count=1))
    plain = plain or _shown(row.identity) or "Task"
    yield _cut(plain, "")
    for mark in (project, subject, prefix, row.identity):
        if said := _shown(mark):
            yield _cut(plain, f" ({said})")
    digest = hashlib.sha256(row.identity.encode(errors="replace")).hexdigest()
    yield from (_cut(plain, f" ({digest[:length]})") for length in range(6, len(digest)))
    count = 2
    while True:
        yield _cut(plain, f" ({count})")
        count += 1


def _cut(text: str, mark: str) -> str:
    """Return *text* and *mark* as one title; what is too long is cut at a word."""
    if len(mark) > LONGEST_TITLE // 2:
        mark = mark[: LONGEST_TITLE // 2 - 2] + "…)"
    room = LONGEST_TITLE - len(mark)
    if len(text) > room:
        head = text[: room - 1]
        whole = head.rpartition(" ")[0] if text[room - 1] != " " else head
        text = (whole if len(whole) > room // 2 else head).rstrip() + "…"
    return text + mark


def _shown(text: str) -> str:
    """Return *text* as a title may hold it: composed, one line, nothing invisible, no last `#`."""
    composed = unicodedata.normalize("NFC", text)
    seen = "".join(_seen(composed)).replace("<!--", "(").replace("-->", ")")
    return " ".join(seen.split()).rstrip("# ").lstrip()


def _seen(text: Iterable[str]) -> Iterator[str]:
    for mark in text:
        if mark in _JOINERS or unicodedata.category(mark) not in _UNSHOWN:
            yield mark
        elif mark.isspace():
            yield " "
