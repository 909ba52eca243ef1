"""Where adapters meet use cases: the typed door for programs.

* `plan` writes a bundle and returns the outcome; `check` judges a reply and writes nothing but,
  where one is given, the ledger.
"""

from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

from planner.adapters.clock import SystemClock
from planner.adapters.drafter_offline import OfflineDrafter
from planner.adapters.input_file import read_input
from planner.adapters.source import BytesSource, FileSource
from planner.adapters.store_files import FileStore
from planner.app.check_reply import Beside, Checked, check
from planner.app.outcome import Declined, Exhausted, Outcome, Released, Withheld
from planner.app.plan_one import PlanRequest, Ports, plan_one
from planner.codec.canonical import digest_bytes
from planner.codec.decoding import Unreadable, decoded
from planner.errors import UsageError
from planner.model.intake import Source
from planner.model.scalar import control_in, is_token
from planner.model.settings import Settings
from planner.ports import EvidenceSource, Ledger

__all__ = [
    "Beside",
    "Checked",
    "Declined",
    "Exhausted",
    "Outcome",
    "Released",
    "Settings",
    "Withheld",
    "check",
    "plan",
]

Answer = TypeVar("Answer")

DEFAULTS = Settings()


def plan(  # noqa: PLR0913 - the door for programs: every argument is named
    request: bytes | Path | None,
    *,
    out: Path,
    sources: Sequence[tuple[str, bytes]] = (),
    prior: tuple[str, bytes] | None = None,
    phase: str = "planning",
    request_id: str | None = None,
    activation: bytes | None = None,
    state: bytes | None = None,
    answers: bytes | Sequence[bytes] = (),
    ledger: Path | None = None,
    settings: Settings = DEFAULTS,
    force: bool = False,
) -> Outcome:
    """Plan one request with the offline drafter and write its bundle.

    Args:
        request: The request's bytes, or the file that holds them, which is read again before
            the bundle is released; None where the activation carries its text.
        out: The bundle's folder; other bytes there are kept unless *force* is given.
        sources: Name and bytes of each file that is evidence beside the request.
        prior: Name and bytes of a prior round's result.
        phase: The phase that questions belong to.
        request_id: The request's id where it does not carry one.
        activation: The controller's activation.
        state: The task's record as it is now, in the form of the activation's task.
        answers: An answers file, or several, each to what is asked after those before it.
        ledger: The file that remembers accepted replies, if one does.
        settings: What the project decided.
        force: Replace a bundle of other bytes.

    Raises:
        OSError: the request cannot be read.
        TypeError: the request is no bytes and no path; a text would be either.
        StoreError: the bundle cannot be written, or other bytes are there; nothing was written.
        UsageError: a source or a prior result is no text, or answers are not to what is asked.
    """
    _refuse_unfit(request_id, phase)
    asked = PlanRequest(
        data=_read(request),
        sources=tuple(_source(name, content) for name, content in sources),
        prior=_source(*prior) if prior is not None else None,
        phase=phase,
        request_id=request_id,
        activation=activation,
        state=state,
        answers=(answers,) if isinstance(answers, bytes) else tuple(answers),
    )
    return _ran(plan_one(asked, settings, _ports(request, FileStore(out, force=force), ledger)))


def _read(request: bytes | Path | None) -> bytes | None:
    if not isinstance(request, bytes | Path | None):
        message = f"request: bytes or a Path is expected, not {type(request).__name__}"
        raise TypeError(message)
    return read_input(request) if isinstance(request, Path) else request


def _ports(request: bytes | Path | None, store: FileStore, ledger: Path | None) -> Ports:
    return Ports(
        drafter=OfflineDrafter(),
        store=store,
        source=_evidence(request),
        clock=SystemClock(),
        ledger=_ledger(ledger) if ledger is not None else None,
    )


def _ledger(path: Path) -> Ledger:
    # Imported here, so that a plan without a ledger does not wait for the database.
    from planner.adapters.ledger_sqlite import SqliteLedger  # noqa: PLC0415

    return SqliteLedger(path)


def _refuse_unfit(request_id: str | None, phase: str) -> None:
    """Refuse an id or a phase that a controller could not file.

    Raises:
        UsageError: it is blank, or has another form than a token or one line.
    """
    if request_id is not None and not is_token(request_id):
        message = f"request id {request_id!r}: 1 to 80 of A-Z, a-z, 0-9, `_`, `-`, a letter first"
        raise UsageError(message)
    if phase != phase.strip() or not phase or control_in(phase) is not None:
        message = f"phase {phase!r}: one line that is not blank is expected"
        raise UsageError(message)


def _evidence(request: bytes | Path | None) -> EvidenceSource | None:
    match request:
        case None:
            return None
        case bytes():
            return BytesSource(request)
        case Path():
            return FileSource(request)


def _source(name: str, data: bytes) -> Source:
    try:
        text = decoded(data)
    except Unreadable as error:
        message = f"{name}: {error}"
        raise UsageError(message) from error
    return Source(name=name, sha256=digest_bytes(data), bytes=len(data), text=text)


def _ran(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run *work* to its end without an event loop: nothing in an offline plan ever waits.

    Raises:
        AssertionError: it waited for something.
    """
    try:
        work.send(None)
    except StopIteration as done:
        answer: Answer = done.value
        return answer
    message = "an offline plan waited for something"
    raise AssertionError(message)
