"""Where adapters meet use cases: the typed door for programs.

* `plan` writes a bundle, `tasks` a tasks file, `feature` a plan file and `batch` many of them; each
  returns its outcome.
* `check` judges a reply and writes nothing but, where one is given, the ledger.
"""

import os
from collections.abc import Callable, Coroutine, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from planner.adapters.clock import SystemClock
from planner.adapters.drafter_offline import OfflineDrafter
from planner.adapters.input_file import read_input
from planner.adapters.source import BytesSource, FileSource
from planner.adapters.store_files import FileStore
from planner.app.check_reply import Beside, Checked, check
from planner.app.context import context_of
from planner.app.outcome import Declined, Exhausted, Outcome, Released, Withheld
from planner.app.plan_one import Ports, plan_one
from planner.app.reading import PlanRequest, read_request
from planner.codec.canonical import digest_bytes
from planner.codec.decoding import Unreadable, decoded
from planner.compose.batch_door import batch
from planner.drafting.extract import label
from planner.drafting.split import Undivided, parts_of
from planner.errors import UsageError
from planner.model.batch_report import BatchReport
from planner.model.intake import Source
from planner.model.scalar import control_in, is_token
from planner.model.settings import Settings
from planner.model.vocabulary import Mode
from planner.ports import EvidenceSource, Ledger

if TYPE_CHECKING:
    from planner.adapters.budget import Estimate
    from planner.app.board import Board
    from planner.app.feature_file import FeatureFileOutcome
    from planner.app.kept_list import Keeping
    from planner.app.settling import Chooser
    from planner.app.tasks_outcome import TasksOutcome, TasksRequest, TasksWritten
    from planner.model.plan import PlanOptions
    from planner.model.skill_catalogue import Catalogue

__all__ = [
    "BatchReport",
    "Beside",
    "Checked",
    "Declined",
    "Exhausted",
    "Outcome",
    "Released",
    "Settings",
    "Withheld",
    "batch",
    "check",
    "estimate",
    "feature",
    "plan",
    "tasks",
]

Answer = TypeVar("Answer")

DEFAULTS = Settings()
HERE = Path()


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
    replay: Path | None = None,
    force: bool = False,
) -> Outcome:
    """Plan one request and write its bundle; without a model, unless the settings name one.

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
        settings: What the project decided, and the model that drafts, if one does; its key is
            read from the environment.
        replay: A bundle whose recorded answers are used in a model's place, without a network.
        force: Replace a bundle of other bytes.

    Raises:
        DraftingError: the model's provider failed, or the budget is spent; nothing was written.
        OSError: the request cannot be read.
        TypeError: the request is no bytes and no path; a text would be either.
        StoreError: the bundle cannot be written, or other bytes are there; nothing was written.
        UsageError: a source or a prior result is no text, answers are not to what is asked, the
            model cannot be set up, or the bundle to replay holds no answer to what is asked.
    """
    asked = _asked(
        request, sources=sources, prior=prior, phase=phase, request_id=request_id,
        activation=activation, state=state, answers=answers,
    )  # fmt: skip
    ports = _ports(request, FileStore(out, force=force), ledger)
    return _planned(asked, settings, ports, replay)


def _planned(asked: PlanRequest, settings: Settings, ports: Ports, replay: Path | None) -> Outcome:
    if settings.model.name is None and replay is None:
        return _ran(plan_one(asked, settings, ports))
    # Imported here, so that a plan without a model waits for no provider's library.
    from planner.adapters.model_choice import drafter_of, replayed, run  # noqa: PLC0415

    if replay is None:
        drafter = drafter_of(settings.model, os.environ)
    else:
        found = read_request(asked)
        drafter = replayed(replay, None if isinstance(found, Declined) else found.data)
    return run(drafter, plan_one(asked, settings, replace(ports, drafter=drafter)))


def estimate(
    request: bytes | Path | None,
    *,
    sources: Sequence[tuple[str, bytes]] = (),
    activation: bytes | None = None,
    settings: Settings = DEFAULTS,
) -> "Estimate | Declined":
    """Return what a plan of *request* would cost at the most; nothing is sent or written.

    Args:
        request: As for `plan`.
        sources: As for `plan`.
        activation: As for `plan`.
        settings: Name the model.

    Raises:
        OSError: the request cannot be read.
        RequestRefused: the request is so long that a model would not be asked about it.
        UsageError: the settings name no model, or the request is none.
    """
    from planner.adapters.estimate import estimated  # noqa: PLC0415 - only where a model is named

    asked = _asked(request, sources=sources, activation=activation)
    found = read_request(asked)
    if isinstance(found, Declined):
        return found
    labels = label(found.brief)
    context = context_of(found.brief, found.activated, settings)
    if context.mode is not Mode.TASK_SET:
        return estimated(found.brief, labels, settings.model)
    parts = parts_of(found.brief, labels, context.expected_task_ids)
    if isinstance(parts, Undivided):
        return Declined(parts.diagnostics)
    tasks = [(part.brief, part.labels) for part in parts]
    return estimated(found.brief, labels, settings.model, tasks=tasks)


def tasks(
    document: Path,
    asked: "TasksRequest",
    *,
    out: Path | None = None,
    together_with: Sequence[Path] = (),
    settings: Settings = DEFAULTS,
) -> "TasksOutcome":
    """Write the tasks file of one design document, or say why there is none.

    Args:
        document: The file; documents that it names are read from its folder.
        asked: What is to be done with it; its name is that of *document*.
        out: The folder of the tasks file; without one it goes beside the document.
        together_with: The other documents of the same run: a child whose root is among them is
            planned with it.
        settings: Name the model that is asked about what a document leaves open, if one is.

    Raises:
        DraftingError: the model's provider failed; nothing was written.
        StoreError: a file cannot be read or written, or the tasks file is there and nobody said
            what to do with it; nothing was written.
        UsageError: the document is missing or no text, there is no tasks file to go on from, an
            answer is to nothing that the document leaves open, or the model cannot be set up.
    """
    # Imported here, so that a plan of a request does not wait for the lane of documents.
    from planner.adapters.documents_files import FolderDocuments  # noqa: PLC0415
    from planner.app.tasks_one import tasks_one  # noqa: PLC0415

    folder = document.parent
    beside = [
        os.path.relpath(each, folder).replace(os.sep, "/")
        for each in together_with
        if each != document
    ]

    def planned(chooser: "Chooser | None") -> "TasksOutcome":
        return tasks_one(
            replace(asked, name=document.name),
            FolderDocuments(folder, out),
            today=SystemClock().now().date().isoformat(),
            together_with=beside,
            chooser=chooser,
        )

    return planned(None) if settings.model.name is None else _chosen(planned, settings)


def _chosen(
    planned: "Callable[[Chooser | None], TasksOutcome]", settings: Settings
) -> "TasksOutcome":
    """Have a model answer what the document leaves open, and tell what it was asked for."""
    from planner.adapters.model_choice import chooser_of  # noqa: PLC0415 - the model's libraries
    from planner.app.tasks_outcome import PartOfSolution  # noqa: PLC0415

    chooser = chooser_of(settings.model, os.environ)
    if chooser is None:
        return planned(None)
    with closing(chooser):
        outcome = planned(chooser)
    if isinstance(outcome, PartOfSolution):
        return outcome
    return replace(outcome, model_use=chooser.use)


def board_of(outcome: "TasksWritten", folder: Path) -> "Board":
    """Write the export for boards of a tasks file, below *folder*.

    Raises:
        UsageError: it has no task, or its name makes no slug.
        StoreError: it cannot be written, or another plan has its name; nothing was written.
    """
    from planner.adapters.documents_files import FolderDocuments  # noqa: PLC0415
    from planner.app.board import FOLDER, export  # noqa: PLC0415

    there = tuple(sorted(path.name for path in (folder / FOLDER).glob("*.md")))
    today = SystemClock().now().date().isoformat()
    return export(outcome.doc, outcome.tasks_file, there, FolderDocuments(folder), today)


def feature(
    request: bytes | Path,
    options: "PlanOptions",
    catalogue: "Catalogue",
    *,
    keeping: "Keeping | None" = None,
    folder: Path = HERE,
) -> "FeatureFileOutcome":
    """Write the plan file of a request that no design document stands behind.

    Args:
        request: Its bytes, or the file that holds them.
        options: What the request does not say.
        catalogue: The skills.
        keeping: What happens where the plan is there already; it is refused where nothing is said.
        folder: Where the plan's path starts; an existing project there keeps its plans in `docs`.

    Raises:
        OSError: the request cannot be read.
        StoreError: the plan cannot be written, or is there already; nothing was written.
        UsageError: the request is none, or there is no plan to go on from.
    """
    from planner.adapters.documents_files import FolderDocuments, plans_in  # noqa: PLC0415
    from planner.app.feature_file import FeatureRequest, feature_file  # noqa: PLC0415
    from planner.app.kept_list import Keeping  # noqa: PLC0415
    from planner.model.plan import PROJECT_SIGNS  # noqa: PLC0415

    is_project = any((folder / sign).exists() for sign in PROJECT_SIGNS)
    wanted = FeatureRequest(
        asked=_asked(request, sources=(), activation=None),
        options=replace(options, is_project=is_project),
        catalogue=catalogue,
        keeping=keeping or Keeping(),
    )
    today = SystemClock().now().date().isoformat()
    return feature_file(wanted, FolderDocuments(folder), plans_in(folder), today=today)


def _asked(  # noqa: PLR0913 - the arguments of the door
    request: bytes | Path | None,
    *,
    sources: Sequence[tuple[str, bytes]],
    prior: tuple[str, bytes] | None = None,
    phase: str = "planning",
    request_id: str | None = None,
    activation: bytes | None,
    state: bytes | None = None,
    answers: bytes | Sequence[bytes] = (),
) -> PlanRequest:
    _refuse_unfit(request_id, phase)
    return PlanRequest(
        data=_read(request),
        sources=tuple(_source(name, content) for name, content in sources),
        prior=_source(*prior) if prior is not None else None,
        phase=phase,
        request_id=request_id,
        activation=activation,
        state=state,
        answers=(answers,) if isinstance(answers, bytes) else tuple(answers),
    )


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
