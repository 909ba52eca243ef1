"""What the use cases need from the outside world: one Protocol each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from planner.drafting.flow import Ask
from planner.model.batch import ItemRecord, KeptAnswer
from planner.model.draft import Draft
from planner.model.exchange import Drafting, Exchange
from planner.model.intake import Brief, LabelledStatement
from planner.model.verdict import Usage


@dataclass(frozen=True, slots=True)
class Labelled:
    """Where each statement of a request goes, what to call it, and what finding out cost."""

    labels: tuple[LabelledStatement, ...]
    """Every statement of the brief, in its order."""
    title: str = ""
    """In the request's own words; empty where code is to find it."""
    usage: Usage = field(default_factory=Usage)
    exchanges: tuple[Exchange, ...] = ()
    """Every answer of a model that it rests on, in order."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """What a drafter answers: the draft, the labels that it rests on, and what it cost."""

    draft: Draft
    labels: tuple[LabelledStatement, ...]
    """The ask's, unless the drafter labelled again."""
    usage: Usage = field(default_factory=Usage)
    exchanges: tuple[Exchange, ...] = ()
    """Every answer of a model that the draft rests on, in order."""


class Drafter(Protocol):
    """Says where statements go and fills in drafts; the only port that may call a model."""

    @property
    def name(self) -> str:
        """What the verdict calls it."""
        ...

    @property
    def model(self) -> str | None:
        """The model behind it, as it was configured; None without one."""
        ...

    @property
    def drafting(self) -> Drafting | None:
        """How the model is asked, for the record; None without one."""
        ...

    async def label(self, brief: Brief, labels: tuple[LabelledStatement, ...], /) -> Labelled:
        """Return where the statements of *brief* go, from where code would put them.

        It comes before a request is divided or its answers are settled, so that both rest on it.

        Raises:
            DraftingError: the provider failed, in one of its named ways.
        """
        ...

    async def draft(self, ask: Ask, /) -> Drafted:
        """Answer *ask*.

        Raises:
            DraftingError: the provider failed, in one of its named ways.
        """
        ...


class ArtifactStore(Protocol):
    """Keeps bundles, all files of one or none."""

    def put(self, files: Mapping[str, bytes], /) -> str:
        """Write *files* together and return where they are.

        Raises:
            WriteConflict: other bytes are there already.
            StoreError: they could not be written; nothing was.
        """
        ...


class DocumentStore(Protocol):
    """A design document's folder: what stands beside it, and where its tasks file goes."""

    def read(self, path: str, /) -> bytes | None:
        """Return the bytes of a document; None when there is none.

        Args:
            path: Relative to the folder, with slashes, and never out of it.

        Raises:
            EvidenceUnavailable: it is there and cannot be read, or is no plain file of the folder.
        """
        ...

    def roots(self) -> tuple[str, ...]:
        """Return the names of the solution roots beside the document, sorted."""
        ...

    def cited(self, name: str, tasks_file: str, /) -> str:
        """Return the path of document *name* as the tasks file at *tasks_file* cites it."""
        ...

    def place(self, tasks_file: str, /) -> str:
        """Return where the tasks file is, or would be."""
        ...

    def kept(self, tasks_file: str, /) -> bytes | None:
        """Return the bytes of the tasks file; None when there is none.

        Raises:
            EvidenceUnavailable: it is there and cannot be read, or is no plain file.
        """
        ...

    def keep(self, tasks_file: str, data: bytes, was: bytes | None, /) -> str:
        """Write the tasks file in one step, keep one backup, and return where it is.

        Args:
            tasks_file: Relative to the folder where tasks files go.
            data: What it holds from now on.
            was: What it held when it was read; None when there was none.

        Raises:
            WriteConflict: it holds something else by now.
            StoreError: it could not be written; what was there still is.
        """
        ...


class EvidenceSource(Protocol):
    """Reads again, right before release, what the plan was made from."""

    def current(self) -> bytes:
        """Return the request's bytes as they are now.

        Raises:
            EvidenceUnavailable: they are gone.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerKey:
    """Whose answer is looked up; None where there is no such id."""

    activation_id: str | None = None
    request_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """What a ledger holds under a key; None where it holds nothing."""

    answer_sha256: str | None = None
    """The reply that was accepted for the activation."""
    request_sha256: str | None = None
    """The body that came with the request id."""


class Ledger(Protocol):
    """Remembers which reply was accepted for an activation, and what a request id stood for."""

    def seen(self, key: LedgerKey, /) -> LedgerEntry:
        """Return what stands under *key*.

        Raises:
            EvidenceUnavailable: the ledger cannot be read, or is none.
        """
        ...

    def recorded(self, key: LedgerKey, entry: LedgerEntry, /) -> LedgerEntry:
        """Write *entry* where nothing stands, and return what stands under *key* then.

        Looking up and writing are one step, so that of two at once one is first. Where
        anything else stands already, nothing is written.

        Raises:
            EvidenceUnavailable: the ledger cannot be read or written, or is none.
        """
        ...


class Journal(Protocol):
    """Remembers what came of a batch's items and what models answered; survives a kill anywhere."""

    def finished(self, key: str, /) -> ItemRecord | None:
        """Return what came of the work of that key, in this run or an earlier one.

        Only lasting records are found under a key; every other one stands in its run's list alone.
        """
        ...

    def finish(self, record: ItemRecord, place: int, /) -> bool:
        """Write down what came of an item, in one step.

        Args:
            record: What came of it.
            place: Of the item in the batch, for the order of the report.

        Returns:
            Whether it was written: what this run has written of the same key or the same place is
            never replaced, whichever worker wrote it. What an earlier run wrote of the key is.

        Raises:
            StoreError: it could not be written; nothing was.
        """
        ...

    def claim(self, key: str, name: str, /) -> str:
        """Return the name of the item that has the key in this run: the first that claimed it."""
        ...

    def claim_id(self, request_id: str, input_sha256: str, name: str, /) -> str | None:
        """Return the name of the item of this run that has the id, if its input is another one.

        The first item with an id has it; those after it do not, whatever they hold.
        """
        ...

    def answer(self, asked_sha256: str, /) -> KeptAnswer | None:
        """Return what a model answered to a question, so that it is not paid for again."""
        ...

    def keep_answer(self, asked_sha256: str, answer: KeptAnswer, /) -> None:
        """Write down an answer before anything is made of it; the first one stands."""
        ...

    def forget_answers(self, asked_sha256: Sequence[str], /) -> None:
        """Forget what was answered to these questions, so that they are asked again."""
        ...

    def records(self) -> Iterator[ItemRecord]:
        """Yield what came of this run's items in the batch's order, reading on as it goes."""
        ...


class Clock(Protocol):
    """Tells the time for receipts; no decision depends on it."""

    def now(self) -> datetime:
        """Return the time, with its zone."""
        ...

    def elapsed(self) -> float:
        """Return seconds since an arbitrary fixed point."""
        ...
