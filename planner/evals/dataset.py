"""Data sets from their files: found, read, and refused with the line of what is wrong.

* A folder is a suite and each of its files a split; a suite without a case is an error.
* The digest is that of the file's bytes, so that a report says what it was made over.
* All faults are told at once, each with its file, its line and what would be right.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from planner.adapters.input_file import read_input
from planner.codec.canonical import digest_bytes
from planner.errors import UsageError
from planner.evals.case import Ask, Case, Expected, ExpectedTask, Split, Suite
from planner.evals.strict_yaml import Document, Location, read_yaml

FILE_LIMIT: Final = 8 * 1024 * 1024
"""Bytes of one data set."""
TOLD: Final = 40
"""Faults that are told one by one."""
ALL: Final = "all"
"""The name that stands for every suite."""
_SUFFIXES: Final = frozenset({".yaml", ".yml"})
_MEMBERS: Final = sorted(
    {name for model in (Suite, Case, Expected, Ask, ExpectedTask) for name in model.model_fields}
)


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing that is wrong with a data set."""

    path: str
    line: int
    fact: str
    hint: str

    def told(self) -> str:
        """Return it as one line."""
        return f"{self.path}:{self.line}: {self.fact}; {self.hint}"


@dataclass(frozen=True, slots=True)
class DataSet:
    """One file as it was read."""

    suite: Suite
    sha256: str
    path: str
    document: Document

    def line_of(self, *location: int | str) -> int:
        """Return the line at which something of the suite stands."""
        return self.document.line_of(location)


@dataclass(frozen=True, slots=True)
class Found:
    """Everything that was read, and everything that was wrong with it."""

    sets: tuple[DataSet, ...]
    faults: tuple[Fault, ...]


def load(names: Sequence[str], root: Path, *, split: Split | None = None) -> tuple[DataSet, ...]:
    """Return the data sets of *names*, by suite and split.

    Args:
        names: Folders under *root*, paths of a file or a folder, or `all`.
        root: Where the suites are.
        split: The only split that is wanted, if one is.

    Raises:
        UsageError: there is none of that name or split, or something is wrong with one.
        OSError: a file cannot be read.
    """
    found = read_all(names, root)
    if found.faults:
        told = "".join(f"\n  {fault.told()}" for fault in found.faults[:TOLD])
        rest = len(found.faults) - TOLD
        more = f"\n  and {rest} more" if rest > 0 else ""
        message = f"the data set is wrong in {len(found.faults)} places:{told}{more}"
        raise UsageError(message)
    wanted = tuple(each for each in found.sets if split in (None, each.suite.split))
    if not wanted:
        message = (
            f"no suite of {', '.join(names)} has a split {split!r}: an empty run proves nothing"
        )
        raise UsageError(message)
    return wanted


def read_all(names: Sequence[str], root: Path) -> Found:
    """Read and examine the data sets of *names*.

    Raises:
        UsageError: there is none of that name.
        OSError: a file cannot be read.
    """
    # Imported here: what examines data sets has to know what they are.
    from planner.evals.lint import faults_in  # noqa: PLC0415

    sets: list[DataSet] = []
    faults: list[Fault] = []
    for path in find(names, root):
        read = _read(path)
        if isinstance(read, DataSet):
            sets.append(read)
        else:
            faults.extend(read)
    sets.sort(key=lambda each: (each.suite.suite, each.suite.split, each.path))
    faults.extend(_elsewhere(sets, root))
    return Found(tuple(sets), tuple(sorted({*faults, *faults_in(sets)})))


def _elsewhere(sets: Sequence[DataSet], root: Path) -> Iterator[Fault]:
    """Yield the suites in a folder of another name: they would not be found under their own."""
    for each in sets:
        folder = Path(each.path).parent
        if folder.parent == root and folder.name != each.suite.suite:
            fact = f"the suite {each.suite.suite} stands in the folder {folder.name}"
            yield Fault(each.path, each.line_of("suite"), fact, "name both alike")


def find(names: Sequence[str], root: Path) -> tuple[Path, ...]:
    """Return the files of the suites *names*, each once.

    Raises:
        UsageError: there is none of that name, or a folder is empty.
    """
    found: dict[Path, Path] = {}
    for name in names:
        for folder in _folders(root) if name == ALL else (_named(name, root),):
            for file in _files(folder):
                found.setdefault(file.resolve(), file)
    if not found:
        message = f"{root} holds no suite: name a folder with {_kinds()} files in it"
        raise UsageError(message)
    return tuple(found.values())


def _folders(root: Path) -> tuple[Path, ...]:
    if not root.is_dir():
        message = f"{root} is no folder: name the folder of the suites with `--datasets`"
        raise UsageError(message)
    return tuple(sorted(each for each in root.iterdir() if each.is_dir() and _files_in(each)))


def _named(name: str, root: Path) -> Path:
    for path in (root / name, Path(name)):
        if path.is_dir() or path.is_file():
            return path
    known = ", ".join(each.name for each in _folders(root)) or "none"
    message = f"there is no suite {name!r} under {root}: there are {known}, or name a file"
    raise UsageError(message)


def _files(path: Path) -> tuple[Path, ...]:
    if path.is_file():
        return (path,)
    files = _files_in(path)
    if not files:
        message = f"{path} holds no {_kinds()} file: an empty suite is no suite"
        raise UsageError(message)
    return files


def _files_in(folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(each for each in folder.iterdir() if each.suffix in _SUFFIXES))


def _kinds() -> str:
    return " or ".join(sorted(_SUFFIXES))


def _read(path: Path) -> DataSet | list[Fault]:
    data = read_input(path, FILE_LIMIT + 1)
    if len(data) > FILE_LIMIT:
        return [Fault(str(path), 1, f"it is over {FILE_LIMIT} bytes", "split it into two suites")]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return [Fault(str(path), line, f"byte {error.start} is not UTF-8", "save it as UTF-8")]
    document = read_yaml(text)
    if document.oddities:
        return [Fault(str(path), odd.line, odd.fact, odd.hint) for odd in document.oddities]
    try:
        suite = Suite.model_validate(document.value)
    except ValidationError as error:
        return list(_misfits(error, document, path))
    return DataSet(suite, digest_bytes(data), str(path), document)


def _misfits(error: ValidationError, document: Document, path: Path) -> Iterator[Fault]:
    """Yield what does not fit the schema, once a place: a union complains of each of its arms."""
    found: dict[Location, ErrorDetails] = {}
    for detail in error.errors(include_url=False, include_context=False):
        found.setdefault(_place(detail["loc"], document), detail)
    # What holds something that does not fit does not fit either, which says nothing new.
    around = {place[:length] for place in found for length in range(len(place))}
    for place, detail in found.items():
        if place not in around:
            fact, hint = _told(detail, place)
            yield Fault(str(path), document.line_of(place), fact, hint)


def _place(location: Location, document: Document) -> Location:
    """Return *location* without the arms of unions, which stand in no file."""
    length = len(location)
    while length and location[:length] not in document.lines and location[: length - 1]:
        length -= 1
    return location[:length]


def _told(detail: ErrorDetails, place: Location) -> tuple[str, str]:
    name = str(detail["loc"][-1]) if detail["loc"] else "the file"
    match detail["type"]:
        case "missing":
            return f"`{name}` is missing", "add it"
        case "extra_forbidden":
            near = get_close_matches(name, _MEMBERS, n=1)
            return f"`{name}` is no member here", f"write `{near[0]}`" if near else "take it out"
        case _:
            told = detail["msg"].removeprefix("Value error, ")
            written = detail["input"]
            shown = f" and not {written!r}"[:80] if isinstance(written, str) else ""
            where = str(place[-1]) if place else "the file"
            return f"`{where}`: {told[:1].lower()}{told[1:]}{shown}", "see docs/evals.md"
