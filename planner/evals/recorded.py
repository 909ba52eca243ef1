"""Recorded answers of a model, in the place of the model: the same run again, without a network.

* A recording is the folder of a run, or what is kept of one: of each bundle that a model had a
  part in, `exchange.json` and `verdict.json`, under the suite, the case and the repeat.
* A repeat is answered from its own recording and never from another one's.
* A question that was not recorded is no result: the sample is not evaluated, and says so.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from planner.adapters.input_file import open_regular
from planner.codec.canonical import digest, digest_bytes
from planner.compose.doors import Declined, Settings, estimate, plan
from planner.errors import EvidenceUnavailable, UsageError
from planner.evals.case import Case
from planner.evals.journal import BUNDLES
from planner.evals.observe import Observer, observer, planned_as, request_of, seen_of
from planner.evals.seen import Seen
from planner.model.settings import ModelSettings
from planner.model.verdict import VerdictRecord
from planner.publish.bundle import EXCHANGE, VERDICT

KEPT: Final = (EXCHANGE, VERDICT)
"""What is kept of a bundle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """What a model answered in a run."""

    folder: Path
    drafter: str
    model: str
    sha256: str
    """Of every file that is kept, with its place."""

    def place(self, bundle: Path) -> Path:
        """Return the recording of what goes into *bundle*: suite, case and repeat are the same."""
        return self.folder.joinpath(BUNDLES, *bundle.parts[-3:])


def read_recording(folder: Path) -> Recording:
    """Return the recording in *folder*.

    Raises:
        UsageError: it holds no answer of a model, or those of several.
        OSError: it cannot be read.
    """
    files = sorted((folder / BUNDLES).glob(f"*/*/*/{EXCHANGE}"))
    if not files:
        message = f"{folder} holds no recorded answer: name the folder of a run with a model"
        raise UsageError(message)
    verdicts = [_verdict(each.parent / VERDICT) for each in files]
    told = {(each.drafter, each.model) for each in verdicts}
    if len(told) != 1:
        message = f"{folder} holds answers of several: {', '.join(sorted(map(str, told)))}"
        raise UsageError(message)
    drafter, model = told.pop()
    kept = {
        str(path.relative_to(folder)): digest_bytes(_bytes(path))
        for each in files
        for path in (each.parent / name for name in KEPT)
    }
    return Recording(
        folder=folder, drafter=drafter or "", model=model or "", sha256=digest(dict(kept))
    )


def _verdict(path: Path) -> VerdictRecord:
    try:
        return VerdictRecord.model_validate_json(_bytes(path))
    except ValidationError as error:
        message = f"{path} is no verdict of a run: record again"
        raise UsageError(message) from error


def _bytes(path: Path) -> bytes:
    with open_regular(path) as stream:
        return stream.read()


def replaying(recording: Recording, settings: Settings) -> Observer:
    """Return what runs a case with the recorded answers to it."""
    plain = observer(settings)

    def observe(case: Case, folder: Path) -> Seen:
        if case.is_reply or case.is_design:
            return plain(case, folder)
        place = recording.place(folder)
        if not (place / EXCHANGE).is_file():
            _refuse_unrecorded(case, settings, recording, place)
            return plain(case, folder)
        try:
            outcome = plan(
                request_of(case), out=folder, settings=settings, replay=place, **planned_as(case)
            )
        except UsageError as error:
            raise EvidenceUnavailable(str(error), path=str(place)) from error
        return seen_of(outcome)

    return observe


def _refuse_unrecorded(case: Case, settings: Settings, recording: Recording, place: Path) -> None:
    """Refuse a case of which nothing is recorded, although a model would be asked about it.

    Raises:
        EvidenceUnavailable: a model would be asked.
    """
    asked = ModelSettings.model_validate({"name": recording.model, "mode": recording.drafter})
    named = settings.model_copy(update={"model": asked})
    given = planned_as(case)
    found = estimate(
        request_of(case), sources=given["sources"], activation=given["activation"], settings=named
    )
    if not isinstance(found, Declined) and found.calls:
        message = "a model would be asked here, and nothing is recorded: record again"
        raise EvidenceUnavailable(message, path=str(place))


def keep(run: Path, recording: Path) -> int:
    """Copy what is kept of the bundles of *run* to *recording*; return how many there are.

    Raises:
        UsageError: no model had a part in the run, or something is recorded there already.
        OSError: a file cannot be read or written.
    """
    if recording.exists():
        message = f"{recording} is there already: remove it, or name another folder"
        raise UsageError(message)
    read_recording(run)
    places = list(_places(run))
    for place in places:
        target = recording / place.relative_to(run)
        target.mkdir(parents=True)
        for name in KEPT:
            shutil.copyfile(place / name, target / name)
    return len(places)


def _places(run: Path) -> Iterator[Path]:
    yield from (each.parent for each in sorted((run / BUNDLES).glob(f"*/*/*/{EXCHANGE}")))
