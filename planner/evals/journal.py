"""A run's folder: what was asked for, and a line for each sample that is done.

* A line is written and flushed when its sample is done, so that a run that is stopped goes on.
* A journal belongs to one question: another data set, planner, repeat or filter is refused with
  what differs, so that no sample answers for a run that it was not made in.
* A last line that was cut off is dropped and told; any other fault refuses the folder, and so
  does a link, a pipe or a folder in the place of a file: nothing outside the folder is written.
"""

import fcntl
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from planner.adapters.input_file import open_regular
from planner.errors import StoreError, UsageError
from planner.evals.case import Split
from planner.evals.seen import Sample
from planner.evals.text_file import write_text

RUN: Final = "run.json"
SAMPLES: Final = "samples.jsonl"
BUNDLES: Final = "bundles"
WAY_OUT: Final = "begin again with `--fresh`, or name another folder with `--out`"
_MADE: Final = (RUN, SAMPLES, "report.json", "report.md", "report.html", "junit.xml")

Key = tuple[str, str, str, int]
"""Suite, split, case and repeat."""


class SuiteRecord(BaseModel):
    """One data set of a run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    suite: str
    split: Split
    sha256: str


class RunRecord(BaseModel):
    """run.json: everything that decides what a sample of the run is."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_: Literal["planner.eval-run/1"] = Field(default="planner.eval-run/1", alias="schema")
    planner: str
    """Version of the planner."""
    code: str
    """SHA-256 of the planner's own files."""
    settings: str
    """SHA-256 of the settings."""
    drafter: str
    model: str | None
    repeat: Annotated[int, Field(ge=1)]
    filter: str | None
    sample: int | None
    suites: tuple[SuiteRecord, ...]


def key_of(sample: Sample) -> Key:
    """Return what *sample* is filed under."""
    return sample.suite, sample.split, sample.case, sample.repeat


class Journal:
    """The samples of one run, on disk and in memory; safe to append to from several threads."""

    def __init__(self, folder: Path, record: RunRecord, *, fresh: bool = False) -> None:
        """Begin or go on with the run of *record* in *folder*.

        Args:
            folder: The run's folder, made where it is not there.
            record: What is asked for.
            fresh: Forget what the folder holds of an earlier run.

        Raises:
            UsageError: the folder is another run's, is in use, or is no run's at all.
            StoreError: the folder cannot be written.
            OSError: the folder cannot be read.
        """
        self.folder = folder
        self.notes: list[str] = []
        self.samples: dict[Key, Sample] = {}
        self._lock = Lock()
        with _writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as held:
            held.enter_context(_alone_in(folder))
            _prepare(folder, record, fresh=fresh)
            with _writing(folder / SAMPLES):
                # Unbuffered, so that what could not be written is not tried again at the end.
                self._file = held.enter_context((folder / SAMPLES).open("a+b", buffering=0))
            self._read()
            self._held = held.pop_all()

    def __enter__(self) -> Self:
        """Return the journal itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file and let the folder go; what comes later is dropped."""
        with self._lock:
            self._held.close()

    def append(self, sample: Sample) -> None:
        """Write down *sample*.

        Raises:
            StoreError: it cannot be written; what was written of it is taken away.
        """
        line = sample.model_dump_json().encode() + b"\n"
        with self._lock:
            if self._file.closed:
                return
            with _writing(self.folder / SAMPLES):
                self._write(line)
            self.samples[key_of(sample)] = sample

    def _write(self, line: bytes) -> None:
        """Write all of *line*, or nothing of it."""
        before = os.fstat(self._file.fileno()).st_size
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError:
            self._file.truncate(before)
            raise

    def is_done(self, key: Key) -> bool:
        """Say whether that sample was evaluated; one that was not is tried again."""
        return key in self.samples and self.samples[key].status == "evaluated"

    def _read(self) -> None:
        self._file.seek(0)
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            with _writing(self.folder / SAMPLES):
                self._file.truncate(whole)
            self.notes.append(f"the last line of {SAMPLES} was cut off and is dropped")
        for number, line in enumerate(data[:whole].split(b"\n")[:-1], 1):
            sample = _sample(line)
            if sample is None:
                place = f"{self.folder / SAMPLES}:{number}"
                message = f"{place}: this is no sample of a run: {WAY_OUT}"
                raise UsageError(message)
            self.samples[key_of(sample)] = sample


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Say what could not be written.

    Raises:
        StoreError: a call of the system failed.
    """
    try:
        yield
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror}"
        raise StoreError(message, path=str(path)) from error


def _sample(line: bytes) -> Sample | None:
    """Return the sample that *line* holds; None where it holds none, or contradicts itself."""
    try:
        sample = Sample.model_validate_json(line)
    except ValidationError:
        return None
    return sample if (sample.seen is not None) is (sample.status == "evaluated") else None


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep other runs out of *folder*; a lock ends with its process, so that none is left over.

    Raises:
        UsageError: another run is in it.
    """
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _lock(handle, folder)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        message = f"another run writes to {folder}: wait for it, or name another `--out`"
        raise UsageError(message) from error


def _prepare(folder: Path, record: RunRecord, *, fresh: bool) -> None:
    path = folder / RUN
    if not path.exists() and any(folder.iterdir()):
        message = f"{folder} holds no {RUN} and is not empty: name another folder with `--out`"
        raise UsageError(message)
    for name in (*_MADE, BUNDLES):
        _refuse_odd(folder / name)
    if path.exists() and fresh:
        with _writing(folder):
            _forget(folder)
    if path.exists():
        _refuse_another(path, record)
    else:
        text = record.model_dump_json(by_alias=True, indent=2)
        write_text(path, f"{text}\n")


def _refuse_odd(path: Path) -> None:
    """Refuse what no run has made: a link would have a run write outside its folder.

    Raises:
        UsageError: it is one.
    """
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not (stat.S_ISDIR(mode) if path.name == BUNDLES else stat.S_ISREG(mode)):
        kind = "folder" if path.name == BUNDLES else "plain file"
        message = f"{path} is no {kind}: take it away, or name another folder with `--out`"
        raise UsageError(message)


def _forget(folder: Path) -> None:
    """Take away what an earlier run wrote, and nothing else; `run.json` goes last."""
    if (folder / BUNDLES).is_dir():
        shutil.rmtree(folder / BUNDLES)
    for name in reversed(_MADE):
        (folder / name).unlink(missing_ok=True)


def _refuse_another(path: Path, record: RunRecord) -> None:
    try:
        with open_regular(path) as stream:
            there = RunRecord.model_validate_json(stream.read())
    except ValidationError as error:
        message = f"{path} cannot be read: {WAY_OUT}"
        raise UsageError(message) from error
    if differing := list(_differences(there, record)):
        told = "".join(f"\n  {each}" for each in differing)
        message = f"{path.parent} is of another run; {WAY_OUT}{told}"
        raise UsageError(message)


def _differences(there: RunRecord, here: RunRecord) -> Iterator[str]:
    for name in RunRecord.model_fields:
        if name == "suites":
            yield from _suites_differ(there, here)
        elif getattr(there, name) != getattr(here, name):
            old, new = _shown(getattr(there, name)), _shown(getattr(here, name))
            yield f"{name} is {old} there and {new} here"


def _suites_differ(there: RunRecord, here: RunRecord) -> Iterator[str]:
    old = {(each.suite, each.split): each.sha256 for each in there.suites}
    new = {(each.suite, each.split): each.sha256 for each in here.suites}
    for suite, split in sorted({*old, *new}):
        digests = old.get((suite, split)), new.get((suite, split))
        if None in digests:
            where = "here" if digests[0] is None else "there"
            yield f"the split {split} of {suite} is only {where}"
        elif digests[0] != digests[1]:
            yield f"the split {split} of {suite} has changed"


def _shown(value: object) -> str:
    if value is None:
        return "not given"
    text = str(value)
    return f"{text[:12]}…" if len(text) == 64 else text  # noqa: PLR2004 - a digest
