"""Answers become statements of their own, numbered after the request's, and settle what they can.

* An answer is evidence like the request: it is cut and labelled as the request is, and what in it
  instructs the planner, claims authority or holds a secret is set aside.
* What an answer settles is set aside with the answer as its reason, so that nothing disappears.
* An answer that does not say what was asked leaves the question open; it is asked again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from planner.codec.intake import IntakeDoc
from planner.drafting import evidence
from planner.drafting.bound import Bound, Void, bound
from planner.drafting.compose import open_points
from planner.drafting.cues import MUST
from planner.drafting.extract import label
from planner.drafting.gaps import asks, quoted
from planner.drafting.headings import heading_label
from planner.drafting.may_change import accepted, refused_all
from planner.drafting.said import (
    FACT,
    NOWHERE,
    STAYS_OPEN,
    Said,
    counts,
    gives,
    read,
    refuses,
    sifted,
    statement_of,
    under,
)
from planner.drafting.settles import (
    Choice,
    capability_in,
    choice_of,
    filled,
    keeps_plan,
    says_resolved,
    shares,
    with_question,
)
from planner.drafting.wording import item_text
from planner.model.answers import AnswersRecord
from planner.model.intake import Brief, Form, LabelledStatement, Statement
from planner.model.vocabulary import GitCapability, Label, Topic

OTHERS_PLAN: Final = "the plan is changed by its owner, not by an answer"
STILL_BLOCKED: Final = "it does not say that the blocker is resolved"

HEADINGS: Final = {
    Topic.GOAL: "Goal",
    Topic.PATHS: "Scope",
    Topic.PROOF: "Verification",
    Topic.WANTED: "Expected behavior",
}
"""What the answer to a question about something missing stands under, as in a request."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A request with the statements of the answers."""

    brief: Brief
    labels: tuple[LabelledStatement, ...]


@dataclass(slots=True)
class _Desk:
    """The request as it is read so far; answers are laid on it one after the other."""

    brief: Brief
    labels: tuple[LabelledStatement, ...]
    declared_git: GitCapability | None
    said: list[Said] = field(default_factory=list)
    aside: dict[str, str] = field(default_factory=dict)
    """Id of a statement that is settled, and by what."""
    holds: dict[str, str] = field(default_factory=dict)
    """Id of a statement that was chosen, and the question where it was."""
    git: GitCapability | None = None
    resolved: bool = False

    def by_id(self, cites: Sequence[str]) -> list[LabelledStatement]:
        """Return the cited statements, and those that say the same and so were asked with them."""
        cited = [item for item in self.labels if item.statement.id in cites]
        same = {(item.label, quoted(item.statement.text)) for item in cited}
        return [item for item in self.labels if (item.label, quoted(item.statement.text)) in same]

    def take(self, answer: Bound) -> None:
        """Lay one answer on the desk."""
        said = read(answer)
        match answer.gap.topic:
            case Topic.NAMED_PATHS:
                self._allow(answer, said)
            case Topic.CONTRADICTION:
                self._choose(answer, sifted(said))
            case Topic.GIT:
                self._declare(answer)
            case Topic.OPEN:
                self._decide(answer, said)
            case Topic.PLACEHOLDER:
                self._fill(answer, sifted(said))
            case Topic.BLOCKER:
                self._resolve(answer, sifted(said))
            case Topic.PLAN_CHANGE:
                self._keep_plan(answer, said)
            case topic:
                self._supply(topic, sifted(said), answer.gap.cites)

    def _add(self, said: Sequence[Said]) -> str:
        """Number *said* after the request's statements; return the ids of those that count."""
        first = len(self.brief.statements) + len(self.said) + 1
        numbered = [
            replace(item, statement=replace(item.statement, id=f"S{number}"))
            for number, item in enumerate(said, first)
        ]
        self.said.extend(numbered)
        return ", ".join(item.statement.id for item in numbered if counts(item))

    def _supply(self, topic: Topic, said: list[Said], cites: Sequence[str] = ()) -> None:
        """Take what was missing: where a path or a command was asked for, it has to be there.

        Where the request itself asks for it, in one of the statements *cites*, that is answered.
        """
        heading = HEADINGS.get(topic, "")
        is_there = any(counts(item) and gives(topic, item.statement) for item in said)
        ids = self._add(
            [
                item.aside(STAYS_OPEN)
                if counts(item)
                and not (is_there or item.statement.heading or refuses(item.statement))
                else under(heading, item)
                for item in said
            ]
        )
        if ids and is_there:
            own = [item for item in self.by_id(cites) if item.label is Label.QUESTION]
            self.aside |= {item.statement.id: f"answered by {ids}" for item in own}

    def _allow(self, answer: Bound, said: list[Said]) -> None:
        """Take which of the named paths may change: yes names them all, no none of them."""
        text = " ".join(answer.text.split())
        asked, named = answer.gap.question, answer.gap.paths
        kept = accepted(text, named)
        if refused_all(text):
            whole = replace(statement_of(answer, f"{asked} {text}"), heading="Scope")
            self._add([Said(whole, label=Label.NON_GOAL)])
        elif kept is None or any(evidence.set_aside(item.statement) for item in said):
            self._supply(Topic.PATHS, sifted(said))
        else:
            listed = ", ".join(f"`{path}`" for path in kept)
            first = replace(statement_of(answer, listed), heading="Scope")
            refused = [path for path in named if path not in kept]
            rest = replace(statement_of(answer, f"{asked} {text}"), heading="Scope")
            held = [Said(rest, label=Label.NON_GOAL)] if refused else []
            self._add([Said(first, label=Label.PATH), *held])

    def _choose(self, answer: Bound, said: list[Said]) -> None:
        one, other = (
            next(item.statement for item in self.labels if item.statement.id == cite)
            for cite in answer.gap.cites
        )
        picks = {
            at: choice
            for at, item in enumerate(said)
            if counts(item)
            and (choice := choice_of(item.statement.text, one.text, other.text)) is not None
        }
        if not picks:
            self._replace(said, one, other)
            return
        if len(set(picks.values())) > 1:
            self._add([item.aside(STAYS_OPEN) if counts(item) else item for item in said])
            return
        choice = next(iter(picks.values()))
        kept = {Choice.ONE: one.id, Choice.OTHER: other.id}.get(choice)
        told = f"it chose {kept}" if kept else "it says that neither holds"
        for statement in (one, other):
            if statement.id != kept:
                reason = f"chose {kept}" if kept else "says that neither holds"
                self.aside[statement.id] = f"answer {answer.id} {reason}"
        if kept:
            self.holds[kept] = answer.id
        self._add(
            [
                item.used(told) if at in picks else under(one.heading, item)
                for at, item in enumerate(said)
            ]
        )

    def _replace(self, said: list[Said], one: Statement, other: Statement) -> None:
        """Let a third statement stand in the place of two that contradict each other."""
        if not any(
            counts(item) and shares(item.statement.text, one.text, other.text) for item in said
        ):
            self._add([item.aside(STAYS_OPEN) if counts(item) else item for item in said])
            return
        placed = [replace(under(one.heading, item), otherwise=Label.CRITERION) for item in said]
        ids = self._add(placed)
        self.aside |= {one.id: f"replaced by {ids}", other.id: f"replaced by {ids}"}

    def _declare(self, answer: Bound) -> None:
        text = " ".join(answer.text.split())
        value = capability_in(text, self.brief.unsettled_git)
        known = GitCapability(value) if value in frozenset(GitCapability) else None
        said = Said(statement_of(answer, text))
        if known is None:
            self._add([said.aside(evidence.set_aside(said.statement) or STAYS_OPEN)])
        elif self.declared_git not in {None, known}:
            self._add([said.aside(f"the activation declares {self.declared_git}")])
        else:
            self.git = known
            self._add([said.used(f"it settled git_repository={known}")])

    def _decide(self, answer: Bound, said: list[Said]) -> None:
        cited = self.by_id(answer.gap.cites)
        asked = item_text(cited[0].statement.text) if cited else answer.gap.question
        kept = sifted(said, is_decision=asks(asked))
        at = next((at for at, item in enumerate(kept) if counts(item)), None)
        if at is None:
            self._add(kept)
            return
        whole = _with_what_was_asked(asked, kept[at])
        if any(evidence.set_aside(item.statement) for item in whole):
            self._add([item.aside(STAYS_OPEN) if counts(item) else item for item in kept])
            return
        heading = cited[0].statement.heading if cited else ""
        if heading_label(heading) in {Label.QUESTION, Label.CONTEXT}:
            heading = ""
        rest = [
            item
            if not counts(item) or asks(item.statement.text)
            else replace(under(heading, item), otherwise=Label.CONSTRAINT)
            for item in kept[at + 1 :]
        ]
        placed = [under(heading, item) for item in whole]
        ids = self._add([*kept[:at], *placed, *rest])
        self.aside |= {item.statement.id: f"answered by {ids}" for item in cited}

    def _fill(self, answer: Bound, said: list[Said]) -> None:
        cited = self.by_id(answer.gap.cites)
        counting = [item for item in said if counts(item)]
        if not counting or not cited:
            self._add(said)
            return
        origin = cited[0].statement
        text = filled(origin.text, counting[0].statement.text) if len(said) == 1 else None
        if text is not None:
            form = Form.PROSE if origin.form is Form.TITLE else origin.form
            statement = replace(said[0].statement, text=text, form=form, depth=origin.depth)
            if (reason := evidence.set_aside(statement)) is not None:
                self._add([said[0].aside(reason)])
                return
            said = [Said(statement)]
        ids = self._add([under(origin.heading, item) for item in said])
        self.aside |= {item.statement.id: f"answered by {ids}" for item in cited}

    def _resolve(self, answer: Bound, said: list[Said]) -> None:
        gone = [item for item in said if counts(item) and says_resolved(item.statement.text)]
        if not gone:
            self._add([item.aside(STILL_BLOCKED) if counts(item) else item for item in said])
            return
        self.resolved = True
        for item in self.by_id(answer.gap.cites):
            self.aside[item.statement.id] = f"answer {answer.id} says that it is resolved"
        reason = "it says that the blocker is resolved"
        self._add([item.used(reason) if item in gone else item for item in said])

    def _keep_plan(self, answer: Bound, said: list[Said]) -> None:
        kept = sifted(said, is_decision=True)
        first = next((item for item in kept if counts(item)), None)
        if first is None or not keeps_plan(first.statement.text):
            self._add([item.aside(OTHERS_PLAN) if counts(item) else item for item in kept])
            return
        for item in self.by_id(answer.gap.cites):
            self.aside[item.statement.id] = f"answer {answer.id} keeps the plan"
        self._add([item.used("it keeps the plan") if item is first else item for item in kept])


def _with_what_was_asked(asked: str, said: Said) -> list[Said]:
    """Return the first statement of an answer so that it can be read without the question."""
    statement = said.statement
    if statement.form is Form.CODE:
        lead = replace(statement, text=f"“{asked}”:", form=Form.PROSE, heading="")
        return [
            Said(lead, label=Label.CONSTRAINT),
            replace(said, otherwise=Label.CONSTRAINT, little=FACT),
        ]
    text = with_question(asked, statement.text)
    is_fact = asks(asked) and text != statement.text and MUST.search(text) is None
    return [
        replace(
            said,
            statement=replace(statement, text=text),
            otherwise=Label.CONSTRAINT,
            little=FACT if is_fact else NOWHERE,
        )
    ]


def answered(
    brief: Brief,
    labels: Sequence[LabelledStatement],
    record: AnswersRecord,
    *,
    declared_git: GitCapability | None = None,
) -> Answered | Void:
    """Return the request with the answers of *record*, or why there are none to its questions.

    Args:
        brief: The request, with the answers of earlier rounds.
        labels: Its statements, each with its label.
        record: Answers to what `compose` asks of it.
        declared_git: The capability that the activation declares, which no answer overrules.
    """
    found = bound(open_points(brief, labels), record)
    if isinstance(found, Void):
        return found
    desk = _Desk(brief=brief, labels=tuple(labels), declared_git=declared_git)
    for answer in found:
        desk.take(answer)
    clashes = tuple(
        f"{desk.holds[one]} chose {one}, and another answer sets it aside: {desk.aside[one]}"
        for one in desk.holds
        if one in desk.aside
    )
    return Void(clashes) if clashes else _laid(desk)


def _laid(desk: _Desk) -> Answered:
    old = tuple(
        LabelledStatement(statement=item.statement, label=Label.SET_ASIDE, reason=reason)
        if (reason := desk.aside.get(item.statement.id)) is not None
        else item
        for item in desk.labels
    )
    statements = tuple(item.statement for item in desk.said)
    brief = replace(desk.brief, statements=(*desk.brief.statements, *statements))
    if desk.git is not None:
        brief = replace(brief, git_repository=desk.git, unsettled_git=())
    if desk.resolved and not any(item.label is Label.BLOCKER for item in old):
        brief = replace(brief, is_blocked=False)
    by_words = label(brief)[len(old) :]
    new = (item.labelled(found) for item, found in zip(desk.said, by_words, strict=True))
    return Answered(brief, (*old, *new))


def settled(doc: IntakeDoc, before: Brief, after: Brief) -> IntakeDoc:
    """Return the request as written, its capability lines as an answer settled them."""
    value = after.git_repository
    if not before.unsettled_git or after.unsettled_git or value is None:
        return doc
    lines = tuple(replace(line, value=value.value) for line in doc.capabilities)
    return replace(doc, capabilities=lines)
