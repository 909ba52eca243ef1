"""Lists of rows as a derivation gives them, and files as people leave them."""

import hashlib
from collections.abc import Iterable

from planner.codec.tasklist import TaskListDoc, parse_tasks
from planner.codec.tasklist_text import render_tasks
from planner.model.tasklist import Chapter, Field, Identity, Row, Stage, TaskList, grounding_line
from planner.regenerate.options import Options
from planner.regenerate.regenerate import Regenerated, Stopped, regenerate

FIRST_DAY = "2026-03-02"
NEXT_DAY = "2026-03-09"
NOTES = (
    "Tasks below are derived from the SDD. The SDD remains the architectural source of truth.",
    (
        "When `Execution autonomy: interactive`, the planner enters plan mode for review before"
        " execution."
    ),
)
SDD = "invoice-sdd.md"


def a_row(
    subject: str,
    *,
    skill: str = "uipath-rpa",
    project: str = "Invoice",
    says: str | None = None,
    waits: Iterable[Row] = (),
    steps: tuple[str, ...] | None = None,
    prompt: tuple[str, ...] | None = None,
    description: str | None = None,
) -> Row:
    """Return a row; *says* is what the document says of it."""
    said = f"what the document says of {subject}" if says is None else says
    lines = prompt or (f"Build `{subject}` as described: {said}.", grounding_line(SDD))
    return Row(
        identity=Identity(skill.removeprefix("uipath-"), project, subject),
        skill=skill,
        description=description or f"Build {subject}",
        stage=Stage.BUILD,
        blocked_by=tuple(row.identity for row in waits),
        prompt=lines,
        steps=steps or (f"Create `{subject}`", f"**Validate:** `{subject}` compiles"),
        source_sha256=hashlib.sha256(said.encode()).hexdigest(),
    )


def a_list(
    *rows: Row,
    day: str = FIRST_DAY,
    scope: str = "single-product",
    delivery: str = "cloud",
    chapters: tuple[Chapter, ...] = (),
    notes: tuple[str, ...] = NOTES,
    title: str = "Invoice — Implementation Tasks",
    more: tuple[Field, ...] = (),
) -> TaskList:
    """Return a list with a whole header."""
    return TaskList(
        title=title,
        fields=(
            Field("Source SDD", f"`{SDD}`"),
            Field("SDD scope", scope),
            Field("Execution autonomy", "interactive"),
            Field("Delivery model", delivery),
            Field("Generation date", day),
            *more,
        ),
        notes=notes,
        chapters=chapters,
        rows=rows,
    )


QUEUE = a_row("queue:Vendor", skill="uipath-platform")
A = a_row("A.xaml", waits=(QUEUE,))
B = a_row("B.xaml", waits=(A,))
C = a_row("C.xaml", waits=(A,))
TESTING = a_row("testing", waits=(A, B, C), description="Testing (MANDATORY)")
DEPLOY = a_row("deploy", skill="uipath-platform", waits=(TESTING,))
ROWS = (QUEUE, A, B, C, TESTING, DEPLOY)
STATES = {
    "platform:Invoice:queue:Vendor": ("[x] completed", "2026-03-03 by human"),
    "rpa:Invoice:A.xaml": ("[x] completed", "2026-03-04 by agent"),
    "rpa:Invoice:B.xaml": ("[~] in_progress", ""),
    "rpa:Invoice:testing": ("[!] blocked", ""),
}


def a_file(tasks: TaskList | None = None, states: dict[str, tuple[str, str]] | None = None) -> str:
    """Return the file of *tasks* after some of it was done."""
    text = render_tasks(tasks or a_list(*ROWS))
    for identity, (status, completed) in (STATES if states is None else states).items():
        begin = text.index(f"**Identity:** `{identity}`\n")
        done = f"**Status:** {status}\n" + (f"**Completed:** {completed}\n" if completed else "")
        text = text[:begin] + text[begin:].replace("**Status:** [ ] pending\n", done, 1)
    return text


def again(
    text: str, *rows: Row, day: str = FIRST_DAY, options: Options | None = None, **header: object
) -> Regenerated | Stopped:
    """Regenerate the file *text* from *rows*."""
    tasks = a_list(*rows, day=day, **header)  # type: ignore[arg-type] # a test names its own
    return regenerate(parse_tasks(text), tasks, today=day, options=options or Options())


def done(
    text: str, *rows: Row, day: str = FIRST_DAY, options: Options | None = None, **header: object
) -> Regenerated:
    """Regenerate the file *text* from *rows*, which goes through, twice as once."""
    result = again(text, *rows, day=day, options=options, **header)
    assert isinstance(result, Regenerated), result
    repeated = again(result.text, *rows, day=day, options=options, **header)
    assert isinstance(repeated, Regenerated), repeated
    assert repeated.text == result.text
    return result


def the_row(text: str, identity: str) -> str:
    """Return the lines of the row with that identity, but for its heading."""
    begin = text.index(f"**Identity:** `{identity}`")
    end = text.find("\n## ", begin)
    return text[begin : end if end >= 0 else len(text)]


def read(result: Regenerated) -> TaskListDoc:
    """Return the new file as it is read."""
    return parse_tasks(result.text)
