"""A batch's ports in memory: a journal, work that is let go by the test, and what was told."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from planner.app.plan_batch import Bench, Halt, Looked, Outputs, Work
from planner.errors import PlannerError
from planner.model.batch import BatchItem, ItemKind, ItemOutcome, ItemRecord, KeptAnswer


def an_item(name: str, *, force: bool = False, request_id: str | None = None) -> BatchItem:
    return BatchItem(
        name=f"{name}.md",
        path=f"/in/{name}.md",
        kind=ItemKind.REQUEST,
        place=name,
        force=force,
        request_id=request_id,
    )


def a_record(item: BatchItem, looked: Looked, **changed: object) -> ItemRecord:
    record = ItemRecord(
        key=looked.key,
        name=item.name,
        kind=item.kind,
        outcome=ItemOutcome.RELEASED,
        outputs={f"{item.place}/reply.md": "0" * 64},
    )
    return replace(record, **changed)  # type: ignore[arg-type]


class MemoryJournal:
    """What one run and those before it wrote down."""

    def __init__(self) -> None:
        self.items: dict[str, ItemRecord] = {}
        self.listed: dict[int, ItemRecord] = {}
        self.claims: dict[str, str] = {}
        self.ids: dict[str, tuple[str, str]] = {}

    def another_run(self) -> None:
        self.listed, self.claims, self.ids = {}, {}, {}

    def finished(self, key: str, /) -> ItemRecord | None:
        return self.items.get(key)

    def finish(self, record: ItemRecord, place: int, /) -> bool:
        if record.is_lasting:
            self.items[record.key] = record
        self.listed[place] = record
        return True

    def claim(self, key: str, name: str, /) -> str:
        return self.claims.setdefault(key, name)

    def claim_id(self, request_id: str, input_sha256: str, name: str, /) -> str | None:
        has, first = self.ids.setdefault(request_id, (input_sha256, name))
        return None if has == input_sha256 else first

    def answer(self, asked_sha256: str, /) -> KeptAnswer | None:
        raise AssertionError(asked_sha256)

    def keep_answer(self, asked_sha256: str, answer: KeptAnswer, /) -> None:
        raise AssertionError(asked_sha256)

    def forget_answers(self, asked_sha256: Sequence[str], /) -> None:
        raise AssertionError(asked_sha256)

    def records(self) -> Iterator[ItemRecord]:
        for place in sorted(self.listed):
            yield self.listed[place]


@dataclass
class Hand:
    """Does work, counts how much of it runs at once, and remembers what it did."""

    pauses: Mapping[str, int] = field(default_factory=dict)
    """By item: how often it lets others go on before it is done; once where nothing is said."""
    ends: Mapping[str, BaseException | Halt | ItemOutcome] = field(default_factory=dict)
    """By item: how it ends, where it is not released."""
    began: list[str] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)
    running: int = 0
    most: int = 0

    async def __call__(self, item: BatchItem, looked: Looked) -> ItemRecord | Halt:
        self.began.append(item.name)
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            for _ in range(self.pauses.get(item.name, 1)):
                await asyncio.sleep(0)
        finally:
            self.running -= 1
        self.finished.append(item.name)
        match self.ends.get(item.name, ItemOutcome.RELEASED):
            case Halt() as halt:
                return halt
            case ItemOutcome() as outcome:
                return a_record(item, looked, outcome=outcome)
            case error:
                raise error


@dataclass
class Told:
    """What a batch told."""

    records: list[ItemRecord] = field(default_factory=list)
    halts: list[Halt] = field(default_factory=list)

    def done(self, record: ItemRecord, /) -> None:
        self.records.append(record)

    def halted(self, halt: Halt, /) -> None:
        self.halts.append(halt)


@dataclass
class Files:
    """What stands on disk: texts of inputs by name, and what became of outputs."""

    texts: Mapping[str, str] = field(default_factory=dict)
    """By item; its own name where nothing is said."""
    roots: Mapping[str, str] = field(default_factory=dict)
    writes: Mapping[str, str] = field(default_factory=dict)
    unreadable: Mapping[str, PlannerError | OSError] = field(default_factory=dict)
    outputs: Mapping[str, Outputs] = field(default_factory=dict)

    def look(self, item: BatchItem) -> Looked:
        if item.name in self.unreadable:
            raise self.unreadable[item.name]
        text = self.texts.get(item.name, item.name)
        return Looked(
            key=f"key of {text}",
            input_sha256=text,
            writes=self.writes.get(item.name, item.place),
            request_id=item.request_id,
            root=self.roots.get(item.name, ""),
        )

    def compared(self, record: ItemRecord) -> Outputs:
        return self.outputs.get(record.name, Outputs.AS_WRITTEN)


def a_bench(journal: MemoryJournal, work: Work, files: Files, told: Told) -> Bench:
    return Bench(journal=journal, look=files.look, outputs=files.compared, work=work, events=told)
