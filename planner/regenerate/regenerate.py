"""A tasks file written anew from its document, with everything that people put into it.

* Nothing that was written once is lost: it is live, in the archive, or told.
* The same document and the same day give the same bytes, and doing it twice is doing it once.
* Where the old file cannot be read for certain nothing is written at all.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from planner.codec.tasklist import ArchiveDoc, TaskListDoc, as_written, parse_tasks
from planner.codec.tasklist_text import SOURCE_DIGITS, step_digest
from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.report import ordered
from planner.model.tasklist import Identity, Row, RowStatus, TaskList, identity_of
from planner.regenerate.archive import Leaving, archived, archived_key, earlier
from planner.regenerate.head import write_head
from planner.regenerate.join import Joined, join, key_of
from planner.regenerate.leaving import leaving
from planner.regenerate.merge import Place, RowWritten, blockers_of, merge, write_new
from planner.regenerate.number import Numbers, repaired, stale
from planner.regenerate.old_row import COMPLETED, STATUS, OldRow, read_rows
from planner.regenerate.options import Options
from planner.regenerate.pieces import Block
from planner.regenerate.rename import Candidate, renames, saying
from planner.regenerate.sections import Sections, Unit, arrange
from planner.regenerate.stops import Fault, faults, mass_change
from planner.regenerate.summary import Removed, Summary
from planner.regenerate.told import Kind, RowName, Told, in_order


@dataclass(frozen=True, slots=True)
class Stopped:
    """Nothing is to be written; the old file stays byte for byte."""

    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Regenerated:
    """The new file, and what was done."""

    text: str
    """With the line ends and the byte order mark of the old file."""
    summary: Summary


_DEFAULTS: Final = Options()


def regenerate(
    old: TaskListDoc, new: TaskList, *, today: str, options: Options = _DEFAULTS
) -> Regenerated | Stopped:
    """Write *new* with all that the file *old* says about its rows.

    Args:
        old: The tasks file or plan file as it is.
        new: What the document gives now.
        today: The date of rows that are archived now, as YYYY-MM-DD.
        options: What may be resolved.
    """
    rows = read_rows(old.rows)
    found = [*faults(old, rows, options)]
    joined = join(rows, new.rows, options.aliases)
    found += _twice(joined)
    if not found and not options.allow_mass_change:
        gone = _gone(joined)
        came = [row for key, row in _new(joined, new) if key not in joined.matched]
        change = mass_change(old, new, len(rows), gone, came)
        found += [change] if change is not None else []
    if found:
        return Stopped(_filed(found, options))
    done = _Generation(old, new, rows, joined, today, options).written()
    found += _misread(done, joined)
    return Stopped(_filed(found, options)) if found else done


def _filed(found: Iterable[Fault], options: Options) -> tuple[Diagnostic, ...]:
    return ordered(fault.filed(options.artifact) for fault in found)


def _misread(done: Regenerated, joined: Joined) -> Iterator[Fault]:
    """Yield why the new file would not be read as it was written.

    Whatever people leave open in a file could swallow rows of the next one; this is the last look.
    """
    doc = parse_tasks(done.text)
    there = tuple(row.identity for row in doc.rows)
    wanted = tuple(identity_of(str(each)) for each in joined.identities)
    if there != wanted or doc.hidden_tasks or doc.open_fence is not None:
        yield Fault(
            "LST203",
            "the new file would be read with other rows than it was written with",
            None,
            "close what is left open in the notes of the old file: a comment, a fence, a `<pre>`",
        )


def _twice(joined: Joined) -> Iterator[Fault]:
    seen: set[str] = set()
    for key in joined.keys:
        if key in seen:
            hint = "this is a fault of the planner: please report it with the document"
            yield Fault("LST102", f"the document gives `{key}` twice", None, hint, key)
        seen.add(key)


def _gone(joined: Joined) -> list[OldRow]:
    beaten = {id(row) for row, _ in joined.beaten}
    return [row for row in joined.archived if id(row) not in beaten]


def _new(joined: Joined, new: TaskList) -> Iterator[tuple[str, Row]]:
    return zip(joined.keys, new.rows, strict=True)


@dataclass(frozen=True, slots=True)
class _Generation:
    """One regeneration that goes through."""

    old: TaskListDoc
    new: TaskList
    rows: tuple[OldRow, ...]
    joined: Joined
    today: str
    options: Options

    def written(self) -> Regenerated:
        """Write the new file."""
        numbers = self._numbers()
        head = write_head(self.old, self.new)
        rows = self._rows(numbers)
        leavings = [leaving(row, self._key(row)) for row in self.joined.archived]
        going_on = {row.doc.line: key for key, row in self.joined.matched.items()}
        sections = arrange(self.old, self.new.chapters, going_on)
        lines = archived(sections.archive, leavings, self.today, self.options.aliases)
        units = [Unit(head.blocks, -1), *self._units(rows, sections)]
        if lines:
            units.append(Unit((Block(lines),), sections.archive_place))
        text, prose = _text([*units, *sections.after], self.old.text)
        told = [
            *head.told,
            *(each for row in rows.values() for each in row.told),
            *sections.told,
            *self._told(numbers),
            *repaired(self.rows),
            *stale(prose, numbers),
        ]
        summary = self._summary(numbers, leavings, told)
        return Regenerated(as_written(text, self.old), summary)

    def _key(self, row: OldRow) -> str:
        return "" if row.identity is None else key_of(row.identity, self.options.aliases)

    def _numbers(self) -> Numbers:
        old: dict[int, dict[str, None]] = {}
        names: dict[str, str] = {}
        for row in self.rows:
            old.setdefault(row.doc.number or 0, {})[self._key(row)] = None
            names[self._key(row)] = str(row.identity)
        names.update((key, str(row.identity)) for key, row in _new(self.joined, self.new))
        return Numbers(
            old={number: tuple(keys) for number, keys in old.items()},
            new={key: number for number, key in enumerate(self.joined.keys, start=1)},
            names=names,
        )

    def _rows(self, numbers: Numbers) -> dict[str, RowWritten]:
        blockers = blockers_of(self.new.rows, self.joined.keys)
        before = self._earlier()
        written = {}
        for key, row in _new(self.joined, self.new):
            place = Place(key, blockers[key], numbers)
            old = self.joined.matched.get(key)
            written[key] = (
                merge(old, row, place) if old is not None else write_new(row, place, before(key))
            )
        return written

    def _earlier(self) -> Callable[[str], str]:
        """Return what says of a key what the archive last says of it."""
        there = {
            archived_key(row, self.options.aliases): row
            for part in self.old.parts
            if isinstance(part, ArchiveDoc)
            for row in part.rows
        }
        return lambda key: earlier(there[key]) if key in there else ""

    def _units(self, rows: Mapping[str, RowWritten], sections: Sections) -> Iterator[Unit]:
        places = {part.line: at for at, part in enumerate(self.old.parts)}
        yield from sections.head
        for key, row in rows.items():
            old = self.joined.matched.get(key)
            yield Unit(row.blocks, places[old.doc.line] if old is not None else None)
            yield from sections.behind.get(key, ())
        yield from sections.tail

    def _told(self, numbers: Numbers) -> Iterator[Told]:
        for row, winner in self.joined.beaten:
            status = winner.status.value
            name = numbers.names[self._key(row)]
            yield Told(
                Kind.DUPLICATE,
                f"{row.label} `{name}` is archived; {winner.label}, `{status}`, goes on",
            )
        for row in self.rows:
            if row.status.status is None:
                said = row.value(STATUS) or "no status"
                name = numbers.names[self._key(row)]
                yield Told(Kind.MARK, f"{row.label} `{name}` had `{said}` and counts as pending")
        for row in self.joined.archived:
            if row.has(COMPLETED):
                said = row.value(COMPLETED)
                yield Told(Kind.UNDATED, f"{row.label} `{row.identity}`, `{said}`")
        yield from renames(
            [_left(row, row.identity) for row in _gone(self.joined) if row.identity is not None],
            [
                _came(row, str(numbers.name(key)))
                for key, row in _new(self.joined, self.new)
                if key not in self.joined.matched
            ],
        )

    def _summary(
        self, numbers: Numbers, leavings: Sequence[Leaving], told: Iterable[Told]
    ) -> Summary:
        by_status: dict[RowStatus, list[RowName]] = {status: [] for status in RowStatus}
        added: list[RowName] = []
        unknown: list[RowName] = []
        for key in self.joined.keys:
            row, name = self.joined.matched.get(key), numbers.name(key)
            if row is None:
                added.append(name)
                continue
            by_status[row.status.status or RowStatus.PENDING].append(name)
            if row.status.status is RowStatus.COMPLETED and row.record is None:
                unknown.append(name)
        return Summary(
            completed=tuple(by_status[RowStatus.COMPLETED]),
            in_progress=tuple(by_status[RowStatus.IN_PROGRESS]),
            blocked=tuple(by_status[RowStatus.BLOCKED]),
            pending=tuple(by_status[RowStatus.PENDING]),
            added=tuple(added),
            archived=tuple(Removed(row.old_id, row.identity, row.status) for row in leavings),
            unknown=tuple(unknown),
            told=in_order(told),
        )


def _left(row: OldRow, identity: Identity) -> Candidate:
    name = f"{row.label} `{identity}`"
    if row.record is None:
        return Candidate(identity, name, "")
    recorded = frozenset(row.record.steps)
    steps = [step.text for step in row.steps if step_digest(step.text) in recorded]
    return Candidate(identity, name, row.record.source, saying(identity, [*row.prompt, *steps]))


def _came(row: Row, name: str) -> Candidate:
    said = saying(row.identity, [*row.prompt, *row.steps])
    return Candidate(row.identity, name, row.source_sha256[:SOURCE_DIGITS], said)


def _text(units: Sequence[Unit], before: str) -> tuple[str, list[tuple[int, str]]]:
    """Return the text of *units*, and the lines of people in it with their numbers.

    Parts that did not follow one another have a blank line between them; the end of the file is
    as it was in *before*.
    """
    lines: list[str] = []
    prose: list[tuple[int, str]] = []
    last: int | None = None
    for unit in units:
        follows = last is not None and unit.place == last + 1
        if lines and lines[-1].strip() and not follows:
            lines.append("")
        for block in unit.blocks:
            prose += [(len(lines) + at, said) for at, said in enumerate(block.prose, start=1)]
            lines += block.lines
        last = unit.place
    end = before[len(before.rstrip("\n")) :] if before.strip() else "\n"
    return "\n".join(lines).rstrip("\n") + end, prose
