"""What the labelled statements of a request give, before anything is decided.

* Paths and commands in their accepted spelling, each with the statements that name it.
* Items in the request's own words: a lead-in with what it leads in, a sample indented under it,
  equal texts once. Where only a heading says "out of scope", the heading is said too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planner.drafting import wording
from planner.drafting.cues import FORBIDS, LATER, LEAVES_OUT
from planner.drafting.headings import heading_label
from planner.drafting.phrase_set import Phrases
from planner.drafting.phrases import phrases_of
from planner.drafting.places import (
    changed_paths,
    commands_of,
    listed_paths,
    paths_before_exclusion,
    placed_paths,
    without_covered,
)
from planner.model.draft import Cited
from planner.model.intake import Brief, Form, LabelledStatement
from planner.model.vocabulary import GitCapability, Label
from planner.rules.proofs import needs_git, proves
from planner.rules.refusing import is_refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What the labelled statements give, before the route is decided."""

    brief: Brief
    labels: tuple[LabelledStatement, ...]
    say: Phrases
    paths: tuple[Cited, ...]
    commands: tuple[Cited, ...]
    """Those that this project can run."""
    has_git_only: bool

    def texts(self, *labels: Label) -> tuple[Cited, ...]:
        """Return the items of these labels, each with what belongs to it."""
        return tuple(items_of([item for item in self.labels if item.label in labels]))

    def of(self, label: Label) -> tuple[LabelledStatement, ...]:
        """Return the statements of one label."""
        return tuple(item for item in self.labels if item.label is label)


def material_of(brief: Brief, labels: Sequence[LabelledStatement]) -> Material:
    """Gather the paths and the commands that the statements of *brief* give."""
    paths: list[tuple[str, str]] = []
    commands: dict[str, list[str]] = {}
    for item in labels:
        statement = item.statement
        paths.extend((path, statement.id) for path in _paths_of(item))
        listed = item.label is Label.VERIFICATION
        if listed or item.label in {Label.CRITERION, Label.GOAL}:
            for command in commands_of(statement, listed=listed):
                commands.setdefault(command, []).append(statement.id)
    has_git = brief.git_repository is GitCapability.TRUE
    proofs = {command: cites for command, cites in commands.items() if proves(command)}
    usable = {
        command: cites for command, cites in proofs.items() if has_git or not needs_git(command)
    }
    return Material(
        brief=brief,
        labels=tuple(labels),
        say=phrases_of(brief.language),
        paths=tuple(Cited(text=path, cites=cites) for path, cites in without_covered(paths)),
        commands=tuple(
            Cited(text=command, cites=tuple(cites)) for command, cites in usable.items()
        ),
        has_git_only=bool(proofs) and not usable,
    )


def _paths_of(item: LabelledStatement) -> tuple[str, ...]:
    """Return the paths of a statement that may change."""
    match item.label:
        case Label.PATH:
            return listed_paths(item.statement)
        case Label.VERIFICATION:
            return placed_paths(item.statement)
        case Label.CONSTRAINT if heading_label(item.statement.heading) is Label.PATH:
            # It stays a constraint, so that what is left out is said where it is read.
            return paths_before_exclusion(item.statement)
        case Label.CONSTRAINT if is_refusal(item):
            return ()
        case Label.CRITERION | Label.GOAL | Label.INTERFACE | Label.CONSTRAINT:
            return changed_paths(item.statement)
        case _:
            return ()


def items_of(labels: Sequence[LabelledStatement]) -> Iterator[Cited]:
    """Yield one item a group; equal texts become one that cites each statement."""
    found: dict[str, list[str]] = {}
    for group in wording.groups(labels):
        cites = found.setdefault(_group_text(group), [])
        cites.extend(item.statement.id for item in group)
    for text, cites in found.items():
        yield Cited(text=text, cites=tuple(cites))


def _group_text(group: Sequence[LabelledStatement]) -> str:
    """Return the item of a group: its lead, the list under it, and its sample at the end."""
    lead, *rest = group
    if lead.statement.form is Form.CODE:
        return _sample_text(group)
    first, below = _lead_text(lead), []
    for item in rest:
        text = wording.item_text(item.statement.text)
        if item.statement.form is Form.CODE:
            continue
        if wording.is_lead(lead.statement) or item.statement.form is not Form.PROSE:
            below.append(f"- {text}")
        else:
            first = f"{first} {text}"
    samples = [item.statement.text for item in rest if item.statement.form is Form.CODE]
    return "\n".join([first, *below, *(("", wording.sample(samples)) if samples else ())])


def _sample_text(group: Sequence[LabelledStatement]) -> str:
    lines = [item.statement.text for item in group]
    if len(lines) == 1 and "`" not in lines[0]:
        return f"`{lines[0].strip()}`"
    heading = group[0].statement.heading.strip(" #*_:：") or lines[0].strip()
    return "\n".join((f"{heading}:", "", wording.sample(lines)))


def _lead_text(item: LabelledStatement) -> str:
    """Return an item's first line; where only its heading says no or later, with the heading."""
    statement = item.statement
    text = wording.item_text(statement.text)
    match item.label:
        case Label.NON_GOAL if not (LEAVES_OUT.search(text) or FORBIDS.search(text)):
            is_telling = True
        case Label.REMAINDER:
            is_telling = not LATER.search(text)
        case Label.CONSTRAINT:
            is_telling = heading_label(statement.heading) is Label.PATH
        case _:
            is_telling = False
    heading = statement.heading.strip(" #*_:：")
    return f"{heading}: {text}" if is_telling and heading else text
