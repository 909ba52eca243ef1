"""What a model is shown of a labelled request, and what may not get lost on the way back.

* What code set aside, and whatever holds a secret or speaks to the planner, is withheld whoever
  labelled it: it is not shown, and cannot be cited.
* A sample of code is carried by code, so that no model copies it.
* A requirement is carried by an item that speaks of it and says "no" where it does; what is open
  is decided nowhere, and what belongs to this task is not put off.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from planner.drafting import evidence
from planner.drafting.material import Material, material_of
from planner.drafting.writing_answer import Written
from planner.model.draft import Cited
from planner.model.intake import Brief, Form, LabelledStatement, Statement
from planner.model.pattern import pattern
from planner.model.vocabulary import REQUIREMENT_LABELS, Label
from planner.rules.literals import terms_of
from planner.rules.trace_asked import NO

SECTIONS: Final[dict[str, tuple[Label, ...]]] = {
    "criteria": (Label.CRITERION,),
    "interfaces": (Label.INTERFACE,),
    "constraints": (Label.CONSTRAINT, Label.NON_GOAL),
}
"""Where a requirement goes, by its label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a model is shown of a labelled request, and what it has to do with it."""

    labels: tuple[LabelledStatement, ...]
    material: Material
    withheld: dict[str, str]
    """By statement: why the model does not see it."""
    carried: dict[str, tuple[Cited, ...]]
    """By section: the items that code writes, since a sample is no matter of words."""

    @property
    def shown(self) -> tuple[LabelledStatement, ...]:
        """The statements that may be cited."""
        return tuple(item for item in self.labels if item.statement.id not in self.withheld)

    def ids(self, *labels: Label) -> tuple[str, ...]:
        """Return the statements of these labels that may be cited."""
        return tuple(item.statement.id for item in self.shown if item.label in labels)

    def duties(self, section: str) -> tuple[str, ...]:
        """Return the requirements that *section* has to carry, but for those that code carries."""
        done = self.carried_ids()
        return tuple(name for name in self.ids(*SECTIONS[section]) if name not in done)

    def carried_ids(self) -> frozenset[str]:
        """Return the statements that code's own items carry."""
        return frozenset(
            cite for items in self.carried.values() for item in items for cite in item.cites
        )

    def sources(self) -> dict[str, tuple[str, ...]]:
        """Return what each statement that may be cited says, its heading included."""
        return {
            item.statement.id: (item.statement.text, *heading_of(item.statement))
            for item in self.shown
        }


def sheet_of(brief: Brief, labels: Sequence[LabelledStatement]) -> Sheet:
    """Return what a model is shown of *brief*."""
    material = material_of(brief, labels)
    withheld = {
        item.statement.id: reason for item in labels if (reason := withheld_for(item)) is not None
    }
    samples = {item.statement.id for item in labels if item.statement.form is Form.CODE}
    carried = {
        section: tuple(
            item
            for item in material.texts(*wanted)
            if not samples.isdisjoint(item.cites) and withheld.keys().isdisjoint(item.cites)
        )
        for section, wanted in SECTIONS.items()
    }
    return Sheet(labels=tuple(labels), material=material, withheld=withheld, carried=carried)


def withheld_for(item: LabelledStatement) -> str | None:
    """Return why a statement is not shown, whoever labelled it."""
    if item.label is Label.SET_ASIDE:
        return item.reason
    statement = item.statement
    if evidence.holds_secret(f"{statement.heading}: {statement.text}"):
        return evidence.SECRET
    reason = evidence.set_aside(statement)
    return reason if reason in _DANGEROUS else None


_DANGEROUS: Final = frozenset(
    {evidence.SECRET, evidence.INSTRUCTS, evidence.CLAIMS, evidence.CONTROLLER, evidence.ROUTED}
)


def heading_of(statement: Statement) -> tuple[str, ...]:
    """Return a statement's heading, unless it instructs, claims or gives away something."""
    heading = " ".join(statement.heading.split())
    as_said = Statement(id=statement.id, text=heading, line=statement.line, form=Form.PROSE)
    is_fit = heading and evidence.set_aside(as_said) not in _DANGEROUS
    return (heading,) if is_fit else ()


def losses(written: Written, sheet: Sheet) -> Iterator[str]:
    """Yield what of the request is lost, turned around, decided or put off in *written*."""
    yield from _unfounded(written, sheet)
    carrying = (*written.criteria, *written.interfaces, *written.constraints)
    done = sheet.carried_ids()
    for item in sheet.shown:
        name, label = item.statement.id, item.label
        if label not in REQUIREMENT_LABELS or name in done:
            continue
        places = written.constraints if label is Label.NON_GOAL else carrying
        texts = [each.text for each in places if name in each.cites]
        if not texts:
            where = (
                "constraints" if label is Label.NON_GOAL else "criteria, interfaces, constraints"
            )
            yield f"{name} has to be carried, and no item of {where} cites it"
        elif not _speaks_of(item.statement, texts):
            yield f"{name} is cited, and no item that cites it says what it says"
        elif _denies(item.statement.text) and not any(map(_may_deny, texts)):
            yield f"{name} says what must not be, and no item that cites it does"
        if label is Label.NON_GOAL and any(name in each.cites for each in written.criteria):
            yield f"{name} is left out of this work: cite it in constraints and in no criterion"


def _unfounded(written: Written, sheet: Sheet) -> Iterator[str]:
    """Yield the items that rest on the wrong statements."""
    goals = sheet.ids(Label.GOAL)
    if goals and set(goals).isdisjoint(written.goal.cites):
        yield f"goal: it has to cite {' or '.join(goals)}"
    open_points = set(sheet.ids(Label.QUESTION, Label.BLOCKER))
    later, asked = set(sheet.ids(Label.REMAINDER)), set(sheet.ids(*REQUIREMENT_LABELS))
    texts = {name: " ".join(said) for name, said in sheet.sources().items()}
    for section in (written.criteria, written.interfaces, written.constraints):
        for item in section:
            if open_points.issuperset(item.cites):
                yield f"“{item.text}” rests on {', '.join(item.cites)} alone, which is open"
            elif _denies(item.text) and not any(_may_deny(texts[cite]) for cite in item.cites):
                yield f"“{item.text}” forbids something, and {', '.join(item.cites)} does not"
    for item in written.remaining_scope:
        if later.isdisjoint(item.cites) or not asked.isdisjoint(item.cites):
            named = ", ".join(sorted(later, key=_number)) or "nothing"
            yield f"remaining_scope holds what the request puts off: {named}; not “{item.text}”"


def _number(name: str) -> int:
    return int(name.removeprefix("S"))


def _speaks_of(statement: Statement, texts: Sequence[str]) -> bool:
    """Whether *texts* hold a good part of what a statement is about."""
    meant = terms_of(statement.text)
    return not meant or len(meant & terms_of(" ".join(texts))) * _SHARE >= len(meant)


def _denies(text: str) -> bool:
    return _NOT.search(_SPAN.sub("", text)) is not None


def _may_deny(text: str) -> bool:
    return NO.search(text) is not None or _RESERVES.search(text) is not None or _denies(text)


_SHARE: Final = 4
"""One term in so many has to be there."""
_SPAN: Final = pattern(r"`[^`]*`|\"[^\"]*\"")
_NOT: Final = pattern(
    r"(?<![-\w])(?:no|not|never|none|nothing|nobody|without|cannot|neither|nor|kein\w*|nicht\w*|nie"
    r"|niemals|ohne|pas|jamais|sans|aucune?|nunca|sin|ning[uú]na?|non|senza|mai|nessun\w*|não|sem"
    r"|nenhuma?|geen|niet\w*|zonder|nooit)(?![-\w])|n['’]t\b|ない|ません|なし|禁止|不|没|无",
    re.IGNORECASE,
)
"""Words by which a sentence says what must not be."""
_RESERVES: Final = pattern(
    r"\b(?:only|except|unless|unchanged|untouched|instead|stays?|remains?|refuse[sd]?|reject(?:s|ed)?"
    r"|fails?|missing|unknown|empty|nur|außer|statt|seul\w*|sauf|solo|salvo|alleen|behalve)\b",
    re.IGNORECASE,
)
"""Words that may stand for a "no"."""
