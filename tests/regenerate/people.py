"""What people do to a tasks file between two regenerations, one change each.

* Each change writes a word that stands nowhere else, so that a test can look for it ever after.
* A change that does not fit the file as it is leaves it alone.
"""

from collections.abc import Callable
from dataclasses import dataclass

from planner.codec.tasklist import RowDoc, Step, parse_tasks

FENCE = "`" * 3


@dataclass(frozen=True)
class Change:
    """The lines of a file, the row to be changed, a number to choose by, and a word."""

    lines: list[str]
    row: RowDoc
    choice: int
    word: str

    @property
    def begin(self) -> int:
        """Index of the heading."""
        return self.row.line - 1

    @property
    def end(self) -> int:
        """Index after the last line of the row that says something."""
        length = 1 + sum(len(piece.raw) for piece in self.row.pieces)
        end = self.begin + length
        while not self.lines[end - 1].strip():
            end -= 1
        return end

    def index(self, start: str) -> int | None:
        """Return the index of the row's first line that begins so."""
        found = range(self.begin, self.end)
        return next((at for at in found if self.lines[at].startswith(start)), None)


def note(change: Change) -> None:
    change.lines[change.end : change.end] = ["", f"A note, {change.word}, about T1."]


def note_under_heading(change: Change) -> None:
    change.lines[change.begin + 1 : change.begin + 1] = ["", f"Seen by {change.word}."]


def note_in_a_fence(change: Change) -> None:
    sample = [FENCE, "## Task T9 — x — y", f"- [ ] {change.word}", "", FENCE]
    change.lines[change.end : change.end] = ["", *sample]


def note_between_steps(change: Change) -> None:
    steps = change.row.steps
    if steps:
        at = steps[change.choice % len(steps)].line
        change.lines[at:at] = ["", f"Between, {change.word}.", ""]


def quote(change: Change) -> None:
    change.lines[change.end : change.end] = ["", f"> {change.word}, she said", "> twice"]


def comment(change: Change) -> None:
    change.lines[change.end : change.end] = ["", "<!-- to be seen", f"{change.word} -->"]


def extra_field(change: Change) -> None:
    at = change.index("**Blocked by:**")
    if at is not None:
        change.lines.insert(at + 1, f"**Changes:** {change.word}")


def field_on_the_same_line(change: Change) -> None:
    at = change.index("**Identity:**")
    if at is not None:
        change.lines[at] += f" · **Owner:** {change.word}"


def rule(change: Change) -> None:
    change.lines[change.end : change.end] = ["", "---", "", f"Below, {change.word}."]


def step_at_the_end(change: Change) -> None:
    steps = change.row.steps
    if steps:
        last = steps[-1]
        at = last.line - 1 + len(last.raw)
        change.lines[at:at] = [f"- [ ] by hand {change.word}"]


def step_before(change: Change) -> None:
    steps = change.row.steps
    if steps:
        at = steps[change.choice % len(steps)].line - 1
        change.lines[at:at] = [f"- [ ] first {change.word}", f"  - [ ] nested {change.word}"]


def step_checked(change: Change) -> None:
    steps = change.row.steps
    if steps:
        at = steps[change.choice % len(steps)].line - 1
        change.lines[at] = f"{change.lines[at].replace('- [ ]', '- [x]', 1)}"
        change.lines.insert(at + 1, f"  done in {change.word}")


def step_reworded(change: Change) -> None:
    steps = change.row.steps
    if steps:
        at = steps[change.choice % len(steps)].line - 1
        change.lines[at] += f" ({change.word})"


def step_taken_out(change: Change) -> None:
    steps = [step for step in change.row.steps if _is_plain(step)]
    if steps:
        del change.lines[steps[change.choice % len(steps)].line - 1]


def _is_plain(step: Step) -> bool:
    """Whether nobody wrote anything into it, so that taking it out loses no word."""
    return "word" not in "".join(step.raw) and not any(line.strip() for line in step.raw[1:])


def prompt_edited(change: Change) -> None:
    at = change.index("> ")
    if at is not None and change.row.record is not None:
        change.lines.insert(at, f"> Mind {change.word}.")


def waiting_for(change: Change) -> None:
    at = change.index("**Blocked by:**")
    if at is not None:
        change.lines[at] += f" (asked {change.word})"


def section(change: Change) -> None:
    change.lines[change.end : change.end] = ["", f"## Talk {change.word}", "", "See T1 and T2."]


def section_at_the_end(change: Change) -> None:
    change.lines.extend(["", f"## Log {change.word}", "- one"])


def header_field(change: Change) -> None:
    lines = change.lines
    at = next((at for at, line in enumerate(lines) if line.startswith("**SDD scope")), None)
    if at is not None:
        lines.insert(at, f"**Owner {change.word}:** {change.word}")


def header_note(change: Change) -> None:
    change.lines.insert(1, f"Handed over by {change.word}.")


def header_value_noted(change: Change) -> None:
    lines = change.lines
    at = next((at for at, line in enumerate(lines) if line.startswith("**Delivery")), None)
    if at is not None:
        lines[at] += f" (says {change.word})"


PEOPLE: tuple[Callable[[Change], None], ...] = (
    note,
    note_under_heading,
    note_in_a_fence,
    note_between_steps,
    quote,
    comment,
    extra_field,
    field_on_the_same_line,
    rule,
    step_at_the_end,
    step_before,
    step_checked,
    step_reworded,
    step_taken_out,
    prompt_edited,
    waiting_for,
    section,
    section_at_the_end,
    header_field,
    header_note,
    header_value_noted,
)


def changed(text: str, kind: Callable[[Change], None], row: int, choice: int, word: str) -> str:
    """Return *text* after one change by a person."""
    newline = "\r\n" if "\r\n" in text else "\n"
    doc = parse_tasks(text)
    if not doc.rows:
        return text
    lines = doc.text.removesuffix("\n").split("\n")
    kind(Change(lines, doc.rows[row % len(doc.rows)], choice, word))
    mark = "\ufeff" if doc.has_bom else ""
    return mark + newline.join(lines) + newline


def with_status(text: str, row: int, status: str, completed: str) -> str:
    """Return *text* with another status of a row, and its completion line."""
    doc = parse_tasks(text)
    lines = text.split("\n")
    end = "\r" if doc.newline == "\r\n" else ""
    found = doc.rows[row % len(doc.rows)]
    begin = found.line
    at = next(at for at in range(begin, len(lines)) if lines[at].startswith("**Status:**"))
    lines[at] = f"**Status:** {status}{end}"
    has_completed = lines[at + 1].startswith("**Completed:**")
    if completed:
        lines[at + 1 : at + 1 + has_completed] = [f"**Completed:** {completed}{end}"]
    elif has_completed:
        del lines[at + 1]
    return "\n".join(lines)
