"""The items of a batch, found one by one in what was named.

* The order is that of what was named; folders and patterns are gone through sorted by path, a
  manifest in its own order.
* What was named and is not there is told before anything is worked on. A file of a manifest or of
  a list that is not there is an item like any other, and its outcome says so.
* Nothing is passed over silently: whatever is no item is told with the rule, and a row of a
  manifest is an item that fails, or is refused with its line.
* A file is one item, however often it is met, and no two items have one name; nothing is held but
  the names of one folder.
* A document is an SDD by the manifest's word, by its name (`…-sdd.md`), or by a planner handoff
  outside fences in its first 64 KiB; everything else is a request.
"""

import os
import re
import shutil
import tempfile
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from posixpath import dirname, splitext
from typing import BinaryIO, Final, NoReturn
from weakref import finalize

from planner.adapters.batch_manifest import RESERVED, SUFFIXES, Manifest, Row, Seen
from planner.adapters.batch_walk import (
    Found,
    Met,
    Passed,
    Pattern,
    Spelled,
    is_pattern,
    not_by_kind,
    not_by_name,
    not_by_place,
    walk,
)
from planner.codec.sdd import parse_sdd
from planner.errors import UsageError
from planner.model.batch import BatchItem, ItemKind, Skipped

LIST: Final = "-"
"""Stands for standard input: a list of paths, one a line."""
LOOKED_AT: Final = 64 * 1024
"""Bytes of a document in which a handoff makes it an SDD."""

_SDD: Final = "-sdd.md"
_HANDOFF: Final = "planner"
"""What every handoff says, in its comment and in its heading."""
_MARKED: Final = re.compile(r"<!--|#|[=-]\s*(?:[\r\n]|\Z)")
"""What a comment has, and a heading of either kind."""
_NO_TEXT: Final = re.compile("[\udc80-\udcff]|%(?=25|[89A-F][0-9A-F])")
"""A byte that is no text, as Python holds it in a path, and what would look like one written."""
_AGAIN: Final = "it is in the batch already"
_AGAIN_OTHERWISE: Final = (
    "is in the batch already, without what this row says of it: name the manifest first"
)
_RESERVED_PLACE: Final = "its outputs would stand where the batch's own do: rename it"


@dataclass(frozen=True, slots=True)
class _File:
    """A file that was named."""

    path: str


@dataclass(frozen=True, slots=True)
class _Folder:
    path: str


@dataclass(frozen=True, slots=True)
class _List:
    """Paths from standard input, kept in a file."""

    file: BinaryIO


_Source = _File | _Folder | Pattern | Manifest | _List


def items_of(inputs: Sequence[str], out: Path, *, stdin: BinaryIO | None = None) -> "Items":
    """Return the items that *inputs* name; they are found anew each time they are gone through.

    Args:
        inputs: Files, folders, patterns, manifests, or `-`.
        out: The folder of the outputs, which is no input.
        stdin: What `-` means; it is read once, here.

    Raises:
        UsageError: there are none, one is not there, or a manifest is none.
    """
    return Items(inputs, out, stdin=stdin)


def refuse_out(inputs: Sequence[str], out: Path) -> None:
    """See that no input is the folder of the outputs, before anything is made there.

    Raises:
        UsageError: one is.
    """
    place = os.path.realpath(out)
    for text in inputs:
        if "\0" not in text and os.path.realpath(_as_here(text)) == place:
            _refuse(text, "it is the folder of the outputs; name another one with `--out`")


class Items:
    """What a batch works on."""

    def __init__(self, inputs: Sequence[str], out: Path, *, stdin: BinaryIO | None = None) -> None:
        """Look at what was named; see `items_of`."""
        self._out = out
        self._stdin = stdin
        refuse_out(inputs, out)
        self._sources = [self._source(text) for text in dict.fromkeys(inputs)]
        self._naming = _Naming([_base_of(source) for source in self._sources])
        if not self._sources:
            message = "a batch needs inputs: files, folders, patterns or manifests"
            raise UsageError(message)

    def __iter__(self) -> Iterator[BatchItem | Skipped]:
        """Yield each item, and each thing that is none, in the batch's order.

        Raises:
            UsageError: there is no item.
        """
        is_empty, first = True, ""
        with closing(Seen()) as seen:
            for met, row in self._met():
                found = self._item(met, row, seen)
                yield found
                if isinstance(found, BatchItem):
                    is_empty = False
                elif not first:
                    first = f"; {found.name}: {found.reason}"
        if is_empty:
            message = f"the batch is empty: there is nothing to plan in what was named{first}"
            raise UsageError(message)

    def _met(self) -> Iterator[tuple[Met, Row | None]]:
        for source in self._sources:
            match source:
                case _File(path):
                    yield _named(path), None
                case _Folder(path):
                    yield from ((met, None) for met in walk(path, self._out))
                case Pattern():
                    yield from ((met, None) for met in walk(source.folder, self._out, source))
                case Manifest():
                    yield from ((_in_row(source, row), row) for row in source)
                case _List(file):
                    yield from ((met, None) for met in self._listed(file))

    def _listed(self, file: BinaryIO) -> Iterator[Met]:
        file.seek(0)
        for number, line in enumerate(file):
            own = line.removeprefix(BOM_UTF8) if number == 0 else line
            path = os.fsdecode(own.rstrip(b"\r\n"))
            if not path.strip():
                continue
            if os.path.isdir(path):  # noqa: PTH112 - a path need not be text
                yield from walk(path, self._out)
            else:
                yield _named(path)

    def _item(self, met: Met, row: Row | None, seen: Seen) -> BatchItem | Skipped:
        """Return the item of what was met, or why it is none.

        Raises:
            UsageError: what a row of a manifest says cannot be done.
        """
        name = self._naming.name(met.path)
        if isinstance(met, Passed):
            return Skipped(f"{name}/" if met.is_folder else name, met.reason)
        row = row or Row(path=met.path)
        if seen.before(met.path) is not None:
            if row.says_more:
                _refuse(row.where, f"{row.path!r} {_AGAIN_OTHERWISE}")
            return Skipped(name, _AGAIN)
        kind = row.kind or kind_of(met.path)
        if not seen.is_new(name):
            name = next(filter(seen.is_new, self._naming.others(met.path)))
        place = row.place if row.place is not None else _place_of(name, kind)
        if place.partition("/")[0].casefold() in RESERVED:
            if row.where:
                _refuse(row.where, f"{row.path!r} has no 'out', and {_RESERVED_PLACE}")
            return Skipped(name, _RESERVED_PLACE)
        return BatchItem(
            name=name, path=met.path, kind=kind, place=place, request_id=row.request_id
        )

    def _source(self, text: str) -> _Source:
        """Return what *text* names.

        Raises:
            UsageError: it is not there, or is no input.
        """
        if text == LIST:
            return self._list()
        path = _as_here(text)
        try:
            is_there = _is_there(path)
        except (OSError, ValueError) as error:
            _refuse(text, getattr(error, "strerror", None) or str(error))
        if not is_there:
            return self._pattern(text)
        if os.path.isdir(path):  # noqa: PTH112
            return _Folder(path)
        if path.casefold().endswith(SUFFIXES):
            return _checked(Manifest(Path(path)), text)
        return _File(path)

    def _pattern(self, text: str) -> Pattern:
        if not is_pattern(text):
            _refuse(text, "there is no such file or folder")
        pattern = Pattern(text)
        met = walk(pattern.folder, self._out, pattern)
        if not any(isinstance(each, Found) or not each.is_folder for each in met):
            _refuse(text, "nothing is there that this pattern means")
        return pattern

    def _list(self) -> _List:
        if self._stdin is None:
            _refuse(LIST, "there is no standard input to read paths from")
        # Read once and kept, since the items may be gone through more than once.
        kept = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed with the list of items
        finalize(self, kept.close)
        shutil.copyfileobj(self._stdin, kept)
        return _List(kept)


def kind_of(path: str) -> ItemKind:
    """Return what the document at *path* is; one that cannot be read is taken for a request."""
    if path.casefold().endswith(_SDD):
        return ItemKind.SDD
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            head = file.read(LOOKED_AT) or b""
    except (OSError, ValueError):
        return ItemKind.REQUEST
    is_wide = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = head.decode("utf-16" if is_wide else "utf-8", "ignore")
    if _HANDOFF not in text.casefold() or _MARKED.search(text) is None:
        return ItemKind.REQUEST
    return ItemKind.REQUEST if parse_sdd(text).marker_line is None else ItemKind.SDD


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


class _Naming:
    """What the report calls a file."""

    def __init__(self, bases: Sequence[str]) -> None:
        """Name files that lie outside of the working directory below the folder of all *bases*."""
        self._spelled = Spelled()
        # Any name does: it is the folder that counts.
        inside = [self._spelled(os.path.join(base, "_")) for base in bases]  # noqa: PTH118
        absolute = list(map(os.path.dirname, inside))
        self._common = os.path.commonpath(absolute) if absolute else os.sep

    def name(self, path: str) -> str:
        """Return the name of the file at *path*: relative, with slashes, and a text."""
        normal = os.path.normpath(path)
        if os.path.isabs(normal) or _leads_out(normal) or self._is_elsewhere(path):  # noqa: PTH117
            whole = self._spelled(path)
            normal = os.path.relpath(whole, self._common)
            if _leads_out(normal):
                normal = _rootless(whole)
        return _as_text(normal)

    def others(self, path: str) -> Iterator[str]:
        """Yield names of the file at *path* where another file has that of `name`."""
        whole = _as_text(_rootless(self._spelled(path)))
        yield whole
        yield from (f"{number}/{whole}" for number in count(2))

    def _is_elsewhere(self, path: str) -> bool:
        """Say whether a link makes *path* another one than its words."""
        return os.pardir in path and self._spelled(path) != os.path.abspath(path)  # noqa: PTH100


def _rootless(path: str) -> str:
    return os.path.splitdrive(path)[1].lstrip(os.sep)


def _as_text(path: str) -> str:
    """Return a relative path with slashes, and a byte that is no text as `%E9`, one-to-one."""
    return _NO_TEXT.sub(_written, path.replace(os.sep, "/"))


def _written(found: re.Match[str]) -> str:
    what = found.group()
    return "%25" if what == "%" else f"%{ord(what) - 0xDC00:02X}"


def _leads_out(path: str) -> bool:
    return path == os.pardir or path.startswith(os.pardir + os.sep)


def _place_of(name: str, kind: ItemKind) -> str:
    return dirname(name) or "." if kind is ItemKind.SDD else splitext(name)[0]


def _named(path: str) -> Met:
    """Return a file that was named: its suffix says nothing, all else does."""
    reason = not_by_name(os.path.basename(path)) or not_by_kind(path) or not_by_place(path)  # noqa: PTH119
    return Found(path) if reason is None else Passed(path, reason)


def _in_row(manifest: Manifest, row: Row) -> Found:
    """Return the file of a row; who wrote the row has chosen it, whatever it is and is called."""
    return Found(_as_here(os.path.join(manifest.folder, row.path)))  # noqa: PTH118


def _as_here(path: str) -> str:
    """Return *path* as it is written on this system, where it was written on another one."""
    other = path.replace("\\", os.sep)
    try:
        is_other = not _is_there(path) and _is_there(other)
    except (OSError, ValueError):
        return path
    return other if is_other else path


def _is_there(path: str) -> bool:
    """Say whether something is at *path*, a link to nothing included.

    Raises:
        OSError: it cannot be found out.
        ValueError: it is no path.
    """
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _base_of(source: _Source) -> str:
    match source:
        case _File(path):
            return os.path.dirname(path)  # noqa: PTH120
        case _Folder(path):
            return path
        case Pattern() | Manifest():
            return source.folder
        case _List():
            return ""


def _checked(manifest: Manifest, text: str) -> Manifest:
    try:
        manifest.check()
    except OSError as error:
        _refuse(text, f"it cannot be read: {error.strerror or error}")
    return manifest


def _refuse(text: str, fact: str) -> NoReturn:
    named = text.encode("utf-8", "backslashreplace").decode()
    message = f"{named or repr(text)}: {fact}"
    raise UsageError(message)
