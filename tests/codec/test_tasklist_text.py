"""The canonical form: printed it is read back as it was meant, whatever a document says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.codec.tasklist import FieldLine, QuoteLines, SectionDoc, parse_tasks, text_of
from planner.codec.tasklist_text import (
    archive_lines_of,
    blocked_line,
    numbers_of,
    prompt_digest,
    record_line,
    render_tasks,
    row_pieces,
    status_line,
    step_digest,
)
from planner.codec.tasklist_values import numbers_in
from planner.model.tasklist import (
    Chapter,
    Field,
    Identity,
    Row,
    RowStatus,
    Stage,
    TaskList,
    grounding_line,
)
from tests.tasklists import a_meant_row, a_task_list

WORDS = st.text(
    alphabet=st.sampled_from("aZé9 #`|*_-—:>[]()<!\\~·§名\u202e"), min_size=1, max_size=30
).map(lambda text: " ".join(text.split()) or "x")
PLAIN = st.from_regex(r"[A-Za-z0-9_.-]{1,12}", fullmatch=True)
SUBJECTS = st.text(alphabet=st.sampled_from("abZ09_./:|` \\-"), min_size=1, max_size=20).map(
    lambda text: text.strip() or "x"
)
IDENTITIES = st.builds(Identity, PLAIN, PLAIN, SUBJECTS)
DIGESTS = st.sampled_from(["", "ab" * 32, "0" * 64])


@st.composite
def task_lists(draw: st.DrawFn) -> TaskList:
    """Draw a list whose texts are single lines."""
    identities = draw(st.lists(IDENTITIES, unique=True, max_size=5))
    rows = [
        Row(
            identity=identity,
            skill=draw(st.sampled_from(["uipath-rpa", "software-api", "x"])),
            description=draw(WORDS),
            stage=Stage.BUILD,
            blocked_by=tuple(
                sorted(draw(st.sets(st.sampled_from(identities[:at]))), key=identities.index)
            )
            if at
            else (),
            prompt=(*draw(st.lists(WORDS | st.just(""), max_size=4)), grounding_line("v-sdd.md")),
            steps=tuple(draw(st.lists(WORDS, max_size=3))),
            source_sha256=draw(DIGESTS),
        )
        for at, identity in enumerate(identities)
    ]
    fields = draw(st.lists(st.builds(Field, PLAIN, WORDS), max_size=4))
    notes = draw(st.lists(WORDS, max_size=2))
    chapters = draw(
        st.lists(st.builds(Chapter, st.just("Stop conditions"), st.tuples(WORDS)), max_size=1)
    )
    return TaskList(
        title=draw(WORDS),
        fields=tuple(fields),
        notes=tuple(notes),
        chapters=tuple(chapters),
        rows=tuple(rows),
    )


@pytest.mark.parametrize(
    "title",
    [
        r"<\!--",
        r"<\\!-- a",
        "<!-- a",
        "a <!-- b --> c",
        r"<!-- a --> <\!-- b <!--",
        r"a \#",
        "a #",
        r"<\a",
    ],
)
def test_a_title_is_read_back_whatever_marks_it_holds(title: str) -> None:
    tasks = TaskList(title=title, fields=(), notes=(), chapters=(), rows=())
    assert parse_tasks(render_tasks(tasks)).title == title


@given(task_lists())
def test_what_is_printed_is_read_back(tasks: TaskList) -> None:
    text = render_tasks(tasks)
    doc = parse_tasks(text)
    assert text_of(doc) == text
    assert doc.open_fence is None
    assert not doc.conflicts
    assert doc.title == tasks.title
    numbers = numbers_of(tasks.rows)
    assert [row.number for row in doc.rows] == [*range(1, len(tasks.rows) + 1)]
    for row, meant in zip(doc.rows, tasks.rows, strict=True):
        assert row.identity == meant.identity
        assert (row.skill, row.description) == (meant.skill, meant.description)
        assert row.status == (" ", "pending")
        assert numbers_in(row.value("Blocked by")) == tuple(
            numbers[each] for each in meant.blocked_by
        )
        assert row.prompt == tuple(line.rstrip() for line in meant.prompt)
        assert row.record is not None
        assert row.record.raw == (record_line(meant),)
        assert row.record.source == meant.source_sha256[:12]
        assert row.record.prompt == prompt_digest(row.prompt)
        assert row.record.steps == tuple(step_digest(step.text) for step in row.steps)
        assert len(row.steps) == len(meant.steps)


@given(task_lists())
def test_the_header_is_read_back(tasks: TaskList) -> None:
    doc = parse_tasks(render_tasks(tasks))
    fields = [piece for piece in doc.preamble if isinstance(piece, FieldLine)]
    assert [each.name for each in fields] == [each.name for each in tasks.fields]
    quotes = [piece.lines for piece in doc.preamble if isinstance(piece, QuoteLines)]
    assert quotes == ([tasks.notes] if tasks.notes else [])
    sections = [part.title for part in doc.parts if isinstance(part, SectionDoc)]
    assert sections == [chapter.title for chapter in tasks.chapters]


@given(st.text(max_size=40), st.text(max_size=40), st.text(max_size=40))
def test_no_text_of_a_document_becomes_structure(first: str, second: str, third: str) -> None:
    tasks = TaskList(
        title=first,
        fields=(Field("Owner", second), Field("Place", third)),
        notes=(first, second),
        chapters=(Chapter("Stop conditions", (third, second)),),
        rows=(
            a_meant_row(description=first, prompt=(second, third), steps=(third, second)),
            a_meant_row("rpa:P:b", blocked_by=("rpa:VendorIntake:ReadExport.xaml",)),
        ),
    )
    text = render_tasks(tasks)
    doc = parse_tasks(text)
    assert [row.number for row in doc.rows if row.number is not None][-1:] == [2]
    assert len(doc.rows) == 2
    assert all(row.record is not None for row in doc.rows)
    assert [len(row.steps) for row in doc.rows] == [2, 2]
    assert doc.open_fence is None
    assert not doc.conflicts
    assert not doc.hidden_tasks


HOSTILE = [
    "a\nb",
    "a\r\n## Task T9 — uipath-rpa — x",
    "```",
    "~~~",
    "<!-- hidden",
    "<pre>",
    "x\n\n> y",
    "# x",
    "\x00\x1b[0m",
    "\ud800",
    "a\u2028b",
    "<<<<<<< HEAD",
    "x **A:** · **B:** y",
    "ends in #",
    "#",
    "\\#",
    "- [x] x",
    "-->",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_every_hostile_text_stays_where_it_was_put(text: str) -> None:
    tasks = TaskList(
        title=text,
        fields=(Field("Owner", text), Field("Place", "here")),
        notes=(text,),
        chapters=(Chapter("Stop conditions", (text, f"- {text}", f"- a\n  {text}")),),
        rows=(a_meant_row(description=text, prompt=(text, "y"), steps=(text, text)),),
    )
    doc = parse_tasks(render_tasks(tasks))
    (row,) = doc.rows
    assert row.number == 1
    assert len(row.steps) == 2
    assert row.record is not None
    assert row.record.steps == tuple(step_digest(step.text) for step in row.steps)
    assert row.record.prompt == prompt_digest(row.prompt)
    assert [piece.name for piece in doc.preamble if isinstance(piece, FieldLine)] == [
        "Owner",
        "Place",
    ]
    (section,) = (part for part in doc.parts if isinstance(part, SectionDoc))
    assert section.title == "Stop conditions"
    assert (doc.open_fence, doc.conflicts) == (None, ())
    assert "\x00" not in doc.text
    doc.text.encode()


def test_the_canonical_form_is_this() -> None:
    queue = a_meant_row(
        "platform:VendorIntake:queue:Vendor",
        skill="uipath-platform",
        description="Create queue Vendor",
        prompt=("Create the queue.", grounding_line("v-sdd.md")),
        steps=("Create it", "**Validate:** it is there"),
    )
    tasks = TaskList(
        title="Vendor Intake — Implementation Tasks",
        fields=(Field("Source SDD", "`v-sdd.md`"), Field("SDD scope", "single-product")),
        notes=("One.", "Two."),
        chapters=(Chapter("Stop conditions", ("- Authentication fails",)),),
        rows=(queue, a_meant_row(blocked_by=(str(queue.identity),), source_sha256="")),
    )
    assert render_tasks(tasks) == CANONICAL


CANONICAL = """\
# Vendor Intake — Implementation Tasks

**Source SDD:** `v-sdd.md`
**SDD scope:** single-product

> One.
> Two.

## Stop conditions

- Authentication fails

## Task T1 — uipath-platform — Create queue Vendor

**Identity:** `platform:VendorIntake:queue:Vendor`
**Status:** [ ] pending
**Blocked by:** none
**Skill prompt:**

> Create the queue.
> Use values, mappings, and structure exactly as documented in the SDD at v-sdd.md. \
Do not infer or guess.

- [ ] Create it
- [ ] **Validate:** it is there

<!-- planner:row source=abababababab prompt=2ae684f8800f steps=fe8b95d9,71386744 -->

## Task T2 — uipath-rpa — Read the export

**Identity:** `rpa:VendorIntake:ReadExport.xaml`
**Status:** [ ] pending
**Blocked by:** T1
**Skill prompt:**

> Load uipath-rpa.
> Use values, mappings, and structure exactly as documented in the SDD at vendor-intake-sdd.md. \
Do not infer or guess.

- [ ] Build the workflow
- [ ] **Validate:** the build succeeds

<!-- planner:row source=- prompt=f8837db3ba64 steps=b9f9b176,26376087 -->
"""


def test_a_list_without_rows_is_a_header() -> None:
    assert render_tasks(TaskList(title="X", fields=(), rows=())) == "# X\n"


def test_an_identity_with_backticks_stands_in_a_longer_span() -> None:
    row = a_meant_row("rpa:P:a``b`")
    assert row_pieces(row, {}, 1).identity == "**Identity:** ``` rpa:P:a``b` ```"
    (read,) = parse_tasks(render_tasks(a_task_list(row))).rows
    assert read.identity == row.identity


def test_a_blocker_without_a_number_is_left_out() -> None:
    row = a_meant_row(blocked_by=("rpa:P:gone", "rpa:P:there"))
    assert row_pieces(row, {row.blocked_by[1]: 4}, 5).blocked_by == "**Blocked by:** T4"


def test_blockers_stand_in_ascending_order_each_once() -> None:
    assert blocked_line([10, 2, 2]) == "**Blocked by:** T2, T10"
    assert blocked_line([], "(waiting on IT)") == "**Blocked by:** none (waiting on IT)"


@pytest.mark.parametrize(
    ("status", "words", "expected"),
    [
        (RowStatus.PENDING, "", "**Status:** [ ] pending"),
        (RowStatus.IN_PROGRESS, "", "**Status:** [~] in_progress"),
        (RowStatus.COMPLETED, "", "**Status:** [x] completed"),
        (RowStatus.BLOCKED, "blocked: no tenant", "**Status:** [!] blocked: no tenant"),
    ],
)
def test_a_status_is_its_mark_and_name_or_words(
    status: RowStatus, words: str, expected: str
) -> None:
    assert status_line(status, words) == expected


def test_a_digest_is_of_the_words_and_not_of_their_wrapping() -> None:
    assert prompt_digest(["Do it  now", "", "here"]) == prompt_digest(["Do it", " now here"])
    assert step_digest(" Do\nit ") == step_digest("Do it")
    assert step_digest("Do it") != step_digest("Do that")


ARCHIVED = st.tuples(PLAIN, IDENTITIES.map(str), WORDS, PLAIN)


@given(st.lists(ARCHIVED, max_size=4))
def test_the_rows_of_an_archive_are_read_back(rows: list[tuple[str, str, str, str]]) -> None:
    text = render_tasks(a_task_list()) + "\n" + "\n".join(archive_lines_of(rows)) + "\n"
    archive = parse_tasks(text).archive
    assert archive is not None
    assert archive.kept == ()
    assert archive.raw[0] == "---"
    read = [(row.old_id, row.identity, row.status, row.removed_on) for row in archive.rows]
    assert [each[:2] + each[3:] for each in read] == [each[:2] + each[3:] for each in rows]
    assert archive_lines_of(read) == archive_lines_of(rows)
