"""The paths that a text names, found once and looked up often.

* A path is named by itself, by a folder above it or by a glob that covers it; a folder is not
  named by what lies below it, since that would widen what was asked for.
* Web addresses to a file, absolute paths, tracebacks and diffs name the file they end in.
* Naming is evidence only: it allows nothing by itself.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from planner.model.path import (
    BARE_FILES,
    DEPTH_LIMIT,
    PATH_LIMIT,
    Reach,
    core,
    folders_above,
    has_suffix,
    is_glob,
    name,
    reach,
    suffix,
)
from planner.model.pattern import pattern
from planner.model.words import words

_BETWEEN: Final = pattern(
    "[\\s`\"'\u2018\u2019\u201c-\u201e\xab\xbb,;|\uff0c\u3001\u3002\uff1b\uff1a\uff08\uff09\u300c\u300d\u3010\u3011]+"
)
_INSIDE: Final = pattern(r"[()\[\]{}<>:=#!]+")
_EDGE: Final = "()[]{}<>.,;:!?*_"
_SPAN: Final = pattern(r"`([^`\n]{1,255})`")
_ALONE: Final = pattern(
    r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(\S{1,255})[ \t]*$", re.MULTILINE
)
_AFTER_LABEL: Final = pattern(
    r"^[ \t*_#>-]*(?:scope|(?:allowed |change )?paths?|files?|folders?|director(?:y|ies)|modules?)"
    r"[*_]*:[*_]*[ \t]*(.{1,1000})$",
    re.IGNORECASE | re.MULTILINE,
)
_CALLED: Final = pattern(
    r"(?<![\w.-])([\w.-]{1,100}) (?:folder|directory|package|dir)\b"
    r"|(?:folder|directory|package) ([\w.-]{1,100})"
)
_NOUNS: Final = pattern(r"folder|package|dir")
"""What stands before or behind what is called so."""
_DIFF: Final = pattern(r"^(---|\+\+\+) [ab]/", re.MULTILINE)
_ADDRESS: Final = pattern(r"https?://[^\s`\"'<>]{1,2000}")
_IN_REPOSITORY: Final = pattern(r"/(?:blob|tree|raw|src|edit)/[^/]+/(.+)")
_ASCII_RUN: Final = pattern(r"[\x21-\x7e]+")
_DOTTED: Final = pattern(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_TEST_NAME: Final = pattern(
    r"(?:test_(?P<before>.+)|(?P<after>.+?)(?:_test|_spec|\.test|\.spec|Tests?|Spec))\.(?P<kind>\w+)"
)
_TEST_FOLDERS: Final = words("test tests spec specs testing __tests__")


@dataclass(frozen=True, slots=True)
class Mentions:
    """The paths that a text names."""

    reach: Reach
    above: frozenset[str]
    """Every folder that something named lies in."""
    sources: frozenset[str]
    """Folder and stem of the named files, as `stem` and as `folder/stem`."""
    modules: frozenset[str]
    """The dotted names of the text and of all their parents, written as paths."""

    def names(self, path: str) -> bool:
        """Say whether *path* is named, or a folder or glob above it."""
        text = core(path.lstrip("/"))
        if text in self.reach.named or self.reach.cover(text) is not None:
            return True
        return text.endswith("/") and text in self.reach.folders

    def names_module(self, path: str) -> bool:
        """Say whether *path* is the file of a module that is named by its dotted name."""
        text = core(path)
        stem = text.removesuffix(".py").removesuffix("/__init__").removeprefix("src/")
        return text.endswith(".py") and stem in self.modules

    def names_tested(self, path: str) -> bool:
        """Say whether *path* is the test file of a source file that is named."""
        return tested(path, self.sources)


def tested(path: str, sources: frozenset[str]) -> bool:
    """Say whether *path* is the test file of one of *sources* (see `Mentions.sources`)."""
    text = core(path)
    found = _TEST_NAME.fullmatch(name(text)) if len(text) <= PATH_LIMIT else None
    if found is None:
        return False
    stem = f"{found['before'] or found['after']}.{found['kind'][:2]}"
    folder = text.rpartition("/")[0]
    if _TEST_FOLDERS.isdisjoint(folder.split("/")):
        return f"{folder}/{stem}" in sources
    return stem in sources


def stems(paths: Iterable[str]) -> frozenset[str]:
    """Return the sources among *paths*: each file's stem and kind, with and without folder."""
    found: set[str] = set()
    for path in paths:
        kind = suffix(path)
        if kind and not is_glob(path):
            stem = f"{name(path).removesuffix(kind)}{kind[:3]}"
            found.add(stem)
            found.add(f"{path.rpartition('/')[0]}/{stem}")
    return frozenset(found)


@lru_cache(maxsize=4)
def mentions(text: str) -> Mentions:
    """Return the paths that *text* names."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    text = _DIFF.sub(r"\1 ", text.replace("\\", "/"))
    words = set(_words(text))
    named = set(_paths(words, text))
    above = {folder for path in named for folder in folders_above(path)}
    modules: set[str] = set()
    for word in words:
        if "." in word and "/" not in word:
            for dotted in _DOTTED.findall(word[:PATH_LIMIT]):
                modules.update(_with_parents(dotted))
    return Mentions(reach(named), frozenset(above), stems(named), frozenset(modules))


def _words(text: str) -> Iterator[str]:
    for word in set(_BETWEEN.split(text)):
        if "/" not in word and "." not in word:
            if word.strip(_EDGE) in BARE_FILES:
                yield word.strip(_EDGE)
            continue
        if "://" not in word:
            yield from _inner(word)
    for span in _SPAN.findall(text):
        yield span.strip()


def _inner(word: str) -> Iterator[str]:
    yield word
    yield _trimmed(word)
    if word[0] in "*_" and word.rstrip(".,;:")[-1:] in ("*", "_"):
        yield word.rstrip(".,;:").strip("*_")  # emphasis around a name
    if _INSIDE.search(word):
        for piece in _INSIDE.split(word):
            yield _trimmed(piece)
    if not word.isascii():
        for piece in _ASCII_RUN.findall(word):
            yield _trimmed(piece)


def _trimmed(word: str) -> str:
    # A leading dot belongs to the name (`.github/`), a closing one to the sentence.
    return word.rstrip(".,;:!?)]}>").lstrip("([{<")


def _paths(words: set[str], text: str) -> Iterator[str]:
    for word in words:
        if len(word) > PATH_LIMIT or (".." in word and ".." in word.split("/")):
            continue
        if word.startswith(("/", "~/")):
            yield from _tails(word)
        elif "/" in word or has_suffix(word) or word in BARE_FILES:
            yield from _spellings(word)
    for address in _ADDRESS.findall(text):
        inside = _IN_REPOSITORY.search(address.partition("#")[0].partition("?")[0])
        if inside is not None:
            yield from _spellings(_trimmed(inside[1]))
    for bare in _bare_names(text):
        yield from _spellings(bare)


def _spellings(word: str) -> Iterator[str]:
    path = core(word)
    if not path.strip("./*") or path.startswith("/"):
        return
    yield path
    if not path.endswith("/") and not has_suffix(path) and not is_glob(path):
        yield f"{path}/"


def _tails(word: str) -> Iterator[str]:
    """Yield what an absolute path to a file may be inside the project."""
    if has_suffix(word):
        pieces = word.split("/")
        for start in range(1, min(len(pieces), DEPTH_LIMIT)):
            yield "/".join(pieces[start:])


def _bare_names(text: str) -> Iterator[str]:
    """Yield names without slash or suffix where they stand as names, not as words."""
    yield from (span for span in _SPAN.findall(text) if " " not in span)
    yield from (_trimmed(word) for word in _ALONE.findall(text))
    for rest in _AFTER_LABEL.findall(text):
        words = [_trimmed(word) for word in re.split(r"[,;]\s*(?:and\s+)?|\s+and\s+", rest)]
        yield from (word for word in words if " " not in word)
    for before, after in _CALLED.findall(text) if _NOUNS.search(text) else ():
        yield _trimmed(before or after)


def _with_parents(dotted: str) -> Iterator[str]:
    pieces = dotted.split(".")
    for end in range(2, min(len(pieces), DEPTH_LIMIT) + 1):
        yield "/".join(pieces[:end])
