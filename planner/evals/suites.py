"""What a run is asked for: which cases, how often, with which planner.

* A sample of a suite is chosen by the digests of the ids, so that it is the same everywhere and
  stays the same when a case is added elsewhere.
* The record of a run holds the planner's own files: a changed planner is another run. What only
  judges or prints is left out, so that samples that were paid for can be judged again.
"""

import fnmatch
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import planner
from planner import __version__
from planner.adapters.assets import catalogues_folder, prompts_folder
from planner.codec.canonical import digest_text
from planner.errors import UsageError
from planner.evals.case import Case
from planner.evals.dataset import DataSet
from planner.evals.experiment import Todo
from planner.evals.journal import RunRecord, SuiteRecord
from planner.evals.observe import SETTINGS
from planner.model.settings import Settings
from planner.model.vocabulary import OFFLINE

_GLOB: Final = frozenset("*?[")
_JUDGING: Final = ("cli/", "evals/")
_SEEING: Final = frozenset(
    f"evals/{name}.py"
    for name in ("case", "design", "observe", "observe_design", "seen", "tasks_text")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What of the data sets is run, and how often."""

    repeat: int = 1
    filter: str | None = None
    """A glob over the ids, or a part of them."""
    sample: int | None = None
    """At most so many cases of each suite and split."""


def todos_of(sets: Sequence[DataSet], choice: Choice) -> tuple[Todo, ...]:
    """Return every sample of a run, by suite, split and place in the file.

    Raises:
        UsageError: nothing is left to run.
    """
    found = tuple(
        Todo(suite=each.suite.suite, split=each.suite.split, case=case, repeat=repeat)
        for each in sets
        for case in _chosen(each.suite.cases, choice)
        for repeat in range(1, choice.repeat + 1)
    )
    if not found:
        message = f"no case matches {choice.filter!r}: an empty run proves nothing"
        raise UsageError(message)
    return found


def _chosen(cases: Sequence[Case], choice: Choice) -> Iterator[Case]:
    matching = [case for case in cases if _matches(case.id, choice.filter)]
    if choice.sample is None:
        yield from matching
        return
    first = sorted(matching, key=lambda case: digest_text(case.id))[: choice.sample]
    kept = {case.id for case in first}
    yield from (case for case in matching if case.id in kept)


def _matches(name: str, wanted: str | None) -> bool:
    if wanted is None:
        return True
    return fnmatch.fnmatchcase(name, wanted) if _GLOB & set(wanted) else wanted in name


def record_of(
    sets: Sequence[DataSet],
    choice: Choice,
    *,
    drafter: str = OFFLINE,
    model: str | None = None,
    settings: Settings = SETTINGS,
    recording: str | None = None,
) -> RunRecord:
    """Return the record of a run over *sets*.

    Args:
        sets: What is run.
        choice: What of it, and how often.
        drafter: What the drafter calls itself.
        model: The model behind it.
        settings: Those of the run.
        recording: The digest of the recorded answers, where they stand for the model.
    """
    return RunRecord(
        planner=__version__,
        code=own_sha256(),
        settings=digest_text(f"{settings.model_dump_json()}{recording or ''}"),
        drafter=drafter,
        model=model,
        repeat=choice.repeat,
        filter=choice.filter,
        sample=choice.sample,
        suites=tuple(
            SuiteRecord(suite=each.suite.suite, split=each.suite.split, sha256=each.sha256)
            for each in sets
        ),
    )


@cache
def own_sha256() -> str:
    """Return the SHA-256 of the modules, prompts and catalogues that decide what a sample is."""
    root = Path(planner.__file__).parent
    found = sha256()
    for path in sorted(root.rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if not name.startswith(_JUDGING) or name in _SEEING:
            found.update(f"{name}\n".encode())
            found.update(sha256(path.read_bytes()).digest())
    pages = (*prompts_folder().glob("*.md"), *catalogues_folder().glob("*.toml"))
    for path in sorted(pages, key=lambda each: (each.suffix, each.name)):
        found.update(f"{path.name}\n".encode())
        found.update(sha256(path.read_bytes()).digest())
    return found.hexdigest()
