"""Whatever a document and its readers do, a regeneration loses nothing, and twice is once."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from planner.codec.tasklist import TaskListDoc, parse_tasks
from planner.codec.tasklist_text import render_tasks
from planner.codec.tasklist_values import blockers_of
from planner.model.tasklist import Row
from planner.regenerate.options import Options
from planner.regenerate.regenerate import Regenerated, Stopped, regenerate
from planner.regenerate.status import read_status
from planner.rules.tasklist_case import TaskListCase
from planner.rules.tasklist_regenerated import lost_completion, lost_row
from tests.regenerate.lists import (
    DEPLOY,
    QUEUE,
    ROWS,
    TESTING,
    A,
    C,
    a_file,
    a_list,
    a_row,
    done,
)
from tests.regenerate.people import PEOPLE, Change, changed, with_status

SUBJECTS = ("A.xaml", "B.xaml", "queue:Q", "get:status:reason", "C.xaml", "testing")
STATUSES = (
    ("[ ] pending", ""),
    ("[~] halfway there", ""),
    ("[!] blocked: no tenant", ""),
    ("[x] done", ""),
    ("[x] completed", "2026-01-0{} by human"),
    ("[X] completed", "2026-01-0{} by agent (late)"),
)
EVERYTHING = Options(allow_mass_change=True)


@dataclass(frozen=True)
class Document:
    """What a document says: subjects in order, and the version of each."""

    subjects: tuple[str, ...]
    versions: tuple[int, ...]
    project: str
    wordy: bool

    def rows(self) -> tuple[Row, ...]:
        """Return its rows; each waits for the two before it."""
        rows: list[Row] = []
        for subject, version in zip(self.subjects, self.versions, strict=True):
            steps = (f"Create {subject}", f"Fill {subject} {version}", "**Validate:** it builds")
            prompt = (f"Build {subject} {version}.",) if self.wordy else None
            rows.append(
                a_row(
                    subject,
                    project=self.project,
                    says=f"{subject} {version}",
                    waits=rows[-2:],
                    steps=steps,
                    prompt=prompt,
                )
            )
        return tuple(rows)


DOCUMENTS = st.builds(
    lambda chosen, versions, project, wordy: Document(
        tuple(chosen), tuple(versions[: len(chosen)]), project, wordy
    ),
    st.lists(st.sampled_from(SUBJECTS), min_size=1, max_size=6, unique=True),
    st.lists(st.integers(1, 2), min_size=6, max_size=6),
    st.sampled_from(["P", "P", "P", "Q R"]),
    st.booleans(),
)
NUMBER = st.integers(0, 11)
CHANGES = st.lists(st.tuples(st.sampled_from(PEOPLE), NUMBER, NUMBER), max_size=4)
MARKS = st.lists(st.tuples(NUMBER, st.sampled_from(STATUSES), NUMBER), max_size=3)
GENERATIONS = st.lists(
    st.tuples(DOCUMENTS, CHANGES, MARKS, st.integers(0, 2)), min_size=5, max_size=7
)


@dataclass(frozen=True)
class Start:
    """A first file: from a document, with line ends, and by this tool or another."""

    document: Document
    newline: str
    mark: str
    is_foreign: bool

    def text(self) -> str:
        text = render_tasks(a_list(*self.document.rows()))
        if self.is_foreign:
            text = re.sub(r"\n<!-- planner:row .*-->\n", "", text)
        return self.mark + text.replace("\n", self.newline)


STARTS = st.builds(
    Start,
    DOCUMENTS,
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\ufeff"]),
    st.booleans(),
)


@dataclass
class Seen:
    """What was ever in the file."""

    words: set[str] = field(default_factory=set)
    archived: set[str] = field(default_factory=set)


Changes = list[tuple[Callable[[Change], None], int, int]]
Marks = list[tuple[int, tuple[str, str], int]]
Generations = list[tuple[Document, Changes, Marks, int]]


def people_at_work(text: str, changes: Changes, marks: Marks, seen: Seen, day: int) -> str:
    for at, (kind, row, choice) in enumerate(changes):
        word = f"word{day}x{at}x{len(seen.words)}"
        text = changed(text, kind, row, choice, word)
        if word in text:
            seen.words.add(word)
    for row, (status, completed), choice in marks:
        text = with_status(text, row, status, completed.format(choice % 9 + 1))
    return text


def states(doc: TaskListDoc) -> dict[str, tuple[str, str]]:
    """Return status and completion of each row by identity."""
    return {
        row.value("Identity").strip("`").partition("`")[0]: (
            read_status(row.value("Status")).value,
            row.value("Completed"),
        )
        for row in doc.rows
    }


def check(before: TaskListDoc, after: TaskListDoc, rows: tuple[Row, ...], seen: Seen) -> None:
    was, now = states(before), states(after)
    assert list(now) == [str(row.identity) for row in rows]
    assert {key: state for key, state in was.items() if key in now}.items() <= now.items()
    assert {now[key][0] for key in now if key not in was} <= {"[ ] pending"}
    assert [row.number for row in after.rows] == list(range(1, len(rows) + 1))
    places = {row.identity: number for number, row in enumerate(rows, start=1)}
    for row, doc in zip(rows, after.rows, strict=True):
        blockers = blockers_of(doc.value("Blocked by")).numbers
        assert blockers == tuple(places[each] for each in row.blocked_by)
        assert doc.steps[-1].text.startswith("**Validate:**")
    archived = {line for part in ([after.archive] if after.archive else []) for line in part.raw}
    assert seen.archived <= archived
    table = (
        {(row.identity, read_status(row.status).value) for row in after.archive.rows}
        if (after.archive)
        else set()
    )
    assert {(key, state[0]) for key, state in was.items() if key not in now} <= table
    seen.archived |= {line for line in archived if re.match(r"\| T\d", line)}
    assert [word for word in sorted(seen.words) if word not in after.text] == []
    case = TaskListCase(doc=after, skills=(), previous=before)
    lost = [*lost_completion.check(case), *lost_row.check(case)]
    assert lost == [], lost


@given(STARTS, GENERATIONS)
def test_nothing_that_was_ever_written_is_lost(start: Start, generations: Generations) -> None:
    text = start.text()
    seen = Seen()
    day = 10
    for document, changes, marks, days in generations:
        day += days
        text = people_at_work(text, changes, marks, seen, day)
        before = parse_tasks(text)
        rows = document.rows()
        tasks = a_list(*rows, day=f"2026-02-{day}")
        result = regenerate(before, tasks, today=f"2026-02-{day}", options=EVERYTHING)
        assert isinstance(result, Regenerated), result
        after = parse_tasks(result.text)
        check(before, after, rows, seen)
        assert (after.newline, after.has_bom) == (start.newline, bool(start.mark))
        repeated = regenerate(after, tasks, today=f"2026-02-{day}", options=EVERYTHING)
        assert isinstance(repeated, Regenerated)
        assert repeated.text == result.text
        text = result.text


FENCE = "`" * 3
ODD_LINES = (
    "## Notes", "### Sub", "---", "- [ ] x", "- [x] y", "  nested", "    code", "> q", ">", "",
    "**Owner:** me", "**Status:** [x] done", "**Blocked by:** T1 (a), T2", "**Completed:** soon",
    "<!-- c -->", "<!-- open", "-->", FENCE, "~~~", "| a | b |", "|---|---|", "text T1 and T10",
    "## Archive — Tasks removed from plan", "| Old ID | Identity | Status | Removed on |",
    "| T9 | `rpa:X:y` | [x] completed | 2026-01-01 |", "**Skill prompt:** inline", "# Title",
    "**Skill prompt:**", "**Identity:** `rpa:Invoice:A.xaml`", "1. [ ] num", "* [X] star",
    "**Delivery model:** cloud · **SDD scope:** solution", "<pre>", "</pre>", "\ttab", "===",
    "**Kept from the prompt:**", "**Earlier:** x", "> Do not infer or guess.", "- bullet",
    "## Task T3 — uipath-rpa — Build Z", "**Identity:** `rpa:Invoice:Z`",
    "<!-- planner:row source=66ee78050a65 prompt=d98010a81755 steps=97a858a2,a39a93eb -->",
    "- [ ] **Validate:** x", "**Status:** [-]", "**Blocked by:** none (T1 (T2) T3)",
)  # fmt: skip
"""Lines that are something in one place and something else in another."""
WHOLE = done(a_file(), QUEUE, A, C, TESTING, DEPLOY, day="2026-03-05").text.split("\n")
PLACES = st.integers(0, len(WHOLE) - 1)
ODDITIES = st.lists(st.tuples(PLACES, st.sampled_from([*ODD_LINES, None])), max_size=9)


@given(ODDITIES, st.lists(st.sampled_from(ROWS), min_size=1, unique=True))
def test_whatever_stands_in_a_file_it_is_refused_or_done_once_and_for_all(
    oddities: list[tuple[int, str | None]], rows: list[Row]
) -> None:
    lines = [*WHOLE]
    for place, odd in oddities:
        at = place % len(lines)
        lines[at : at + (odd is None)] = [] if odd is None else [odd]
    before = parse_tasks("\n".join(lines))
    resolving = Options(resolve_duplicates=True, resolve_marks=True, allow_mass_change=True)
    tasks = a_list(*sorted(rows, key=ROWS.index))
    result = regenerate(before, tasks, today="2026-03-07", options=resolving)
    if isinstance(result, Stopped):
        assert result.diagnostics
        return
    after = parse_tasks(result.text)
    repeated = regenerate(after, tasks, today="2026-03-07", options=resolving)
    assert isinstance(repeated, Regenerated)
    assert repeated.text == result.text
    case = TaskListCase(doc=after, skills=(), previous=before)
    assert [*lost_row.check(case)] == []
