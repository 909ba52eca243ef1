"""Titles and names as a catalogue and a document are brought together.

* A title is looked for under its English name; what the catalogue lists beside it counts as well.
* What is computed from a catalogue is computed once for it.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from planner.codec.title import title_key
from planner.model.skill_catalogue import Catalogue, DocumentKind

_EMPTY: Final = frozenset(
    {
        *(
            "",
            "-",
            "—",
            "–",
            "―",
            "…",
            "...",
            "/",
            "n/a",
            "na",
            "none",
            "nil",
            "null",
            "tbd",
            "tba",
        ),
        *("not applicable", "no", "?", "keine", "keiner", "entfällt", "aucun", "aucune", "néant"),
        *(
            "ninguno",
            "ninguna",
            "nessuno",
            "nessuna",
            "nenhum",
            "nenhuma",
            "なし",
            "該当なし",
            "無",
        ),
    }
)
_NO_WORD: Final = re.compile(r"[\W_]+")
_VERSION: Final = re.compile(
    r"[\W_]+v?\d+(?:\.\d+)*\Z|[\W_]+(?:version|ver|release)[\W_]*[\d.]+\Z", 2
)
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_CACHED: Final = 8192


@lru_cache(_CACHED)
def fold(text: str) -> str:
    """Return a title or column name as it is compared; `&` is read as `and`."""
    key = title_key(text)
    return key.replace("&", "and") if "&" in key else key


@lru_cache(_CACHED)
def same(name: str) -> str:
    """Return a name as two mentions of one thing are compared: letters and digits alone."""
    return _NO_WORD.sub("", name).casefold()


@lru_cache(512)
def matcher(pattern: str) -> re.Pattern[str]:
    """Return a pattern of a catalogue, ready to search."""
    return re.compile(pattern, re.IGNORECASE)


def is_empty(text: str) -> bool:
    """Say whether a cell says nothing."""
    folded = text.casefold().strip(" .*`#")
    return folded in _EMPTY or not any(map(str.isalnum, folded))


def pascal(title: str, filler: Iterable[str] = ()) -> str:
    """Return the words of *title* as one name, without fillers and a version at its end."""
    words = [word for word in _NO_WORD.split(_VERSION.sub("", title)) if word]
    dropped = {word.casefold() for word in filler}
    kept = [word for word in words if word.casefold() not in dropped] or words
    return "".join(word[:1].upper() + word[1:] for word in kept)


def one_word(name: str) -> str:
    """Return *name* as a project is called: as written, but without blanks and colons."""
    return (pascal(name) if re.search(r"\s", name) else name).replace(":", "-")


def slug(name: str) -> str:
    """Return *name* in lower case with hyphens."""
    return _NO_WORD.sub("-", name.casefold()).strip("-")


def snake(name: str) -> str:
    """Return *name* as a module's file is called."""
    stem = name.replace("\\", "/").rpartition("/")[2].removesuffix(".py")
    return _NO_WORD.sub("_", _HUMP.sub("_", stem)).strip("_").casefold()


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The titles of a catalogue as they are compared."""

    also: Mapping[str, tuple[str, ...]]
    """What else a title is, by its key."""
    known: frozenset[str]
    """Keys of all sections that the catalogue names."""

    def keys_of(self, key: str) -> tuple[str, ...]:
        """Return *key* and the keys of what it is another word for."""
        return (key, *self.also.get(key, ()))


class _Held:
    """A catalogue that is told from others by being itself, since it has no hash."""

    __slots__ = ("catalogue",)

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def __hash__(self) -> int:
        return id(self.catalogue)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.catalogue is self.catalogue


def words_of(catalogue: Catalogue) -> Words:
    """Return the titles of *catalogue* as they are compared."""
    return _words_of(_Held(catalogue))


@lru_cache(8)
def _words_of(held: _Held) -> Words:
    catalogue = held.catalogue
    also: dict[str, list[str]] = {}
    for title, others in catalogue.titles.items():
        for other in others:
            if (key := fold(other)) != fold(title):
                also.setdefault(key, []).append(fold(title))
    known = {fold(title) for title in _sections(catalogue)}
    known |= {key for key, titles in also.items() if not known.isdisjoint(titles)}
    return Words({key: tuple(titles) for key, titles in also.items()}, frozenset(known))


def _sections(catalogue: Catalogue) -> Iterable[str]:
    yield from catalogue.background
    for part in catalogue.parts:
        for source in part.sources:
            yield from source.sections
    for evidence in catalogue.evidence:
        yield from evidence.sections
    for link in catalogue.links:
        yield from link.sections
    for kind in catalogue.documents:
        yield from _sections_of(kind)


def _sections_of(kind: DocumentKind) -> Iterable[str]:
    yield from (*kind.titles, *kind.named_in, *kind.calls, *kind.deployment)
    for place in kind.projects:
        yield from place.sections
    yield from kind.packaging.sections if kind.packaging else ()
    yield from kind.ui.sections if kind.ui else ()
