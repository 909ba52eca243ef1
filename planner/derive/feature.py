"""From a labelled request to a plan file, to the one specialist that is enough, or to questions.

* Nothing is invented: rows come from what the request names, names and quotes are its own, and
  what it does not say is asked.
* Every statement is accounted for: quoted in the prompt of the row that it concerns, quoted in
  the Understanding, said by the header, or named as left out with the reason.
* A plan is for several specialists; a request that one of them owns is theirs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from planner.codec.plan import PlanParts, plan_of
from planner.derive import feature_words as words
from planner.derive.feature_accounts import accounts_of
from planner.derive.feature_header import Header, bundles, header_of, target_line
from planner.derive.feature_items import Items, items_of
from planner.derive.feature_mentions import UNTOLD, mentions_of
from planner.derive.feature_questions import questions_of
from planner.derive.feature_rows import (
    Built,
    Draft,
    deploys_of,
    drafts_of,
    rows_of,
    tests_of,
)
from planner.derive.feature_text import decisions, stops, understanding
from planner.derive.feature_title import feature_of, goal_of
from planner.derive.words import pascal
from planner.model.intake import LabelledStatement, Statement
from planner.model.plan import (
    SOURCE_NONE,
    Packaging,
    PlanField,
    PlanOptions,
    plan_path,
    slug_of,
)
from planner.model.question import Question
from planner.model.sdd import Autonomy, Remark, RemarkKind
from planner.model.skill_catalogue import Catalogue
from planner.model.tasklist import Row, Stage, TaskList
from planner.model.vocabulary import Label

BUILT_IN: Final = "uipath"
"""The catalogue that a header need not name."""
_OPEN: Final = frozenset({Label.QUESTION, Label.BLOCKER})


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureDerived:
    """A plan file, and what a person should know of it."""

    tasks: TaskList
    path: str
    remarks: tuple[Remark, ...]
    left_out: tuple[LabelledStatement, ...]
    """Statements that stand nowhere in the plan, each with its reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureOwned:
    """One specialist is enough, so that there is nothing to plan."""

    skill: str
    why: str


@dataclass(frozen=True, slots=True)
class FeatureUnknown:
    """Nothing of the request is work for a specialist of the catalogue."""

    why: str


@dataclass(frozen=True, slots=True)
class FeatureOpen:
    """What has to be known first; never empty."""

    questions: tuple[Question, ...]


Feature = FeatureDerived | FeatureOwned | FeatureUnknown | FeatureOpen


def derive_feature(
    labelled: Sequence[LabelledStatement],
    options: PlanOptions,
    catalogue: Catalogue,
    *,
    today: str,
    stage: str = "planning",
) -> Feature:
    """Return what becomes of a request.

    Args:
        labelled: Every statement of it.
        options: What flags say.
        catalogue: The skills.
        today: The date of the plan, `YYYY-MM-DD`.
        stage: The phase that questions belong to.
    """
    items = items_of(mentions_of(labelled, catalogue.requests))
    if not items.wanted:
        return FeatureUnknown(_nothing(items, catalogue))
    told = [item.statement for item in labelled if item.label not in UNTOLD]
    desk = _Desk(labelled, told, options, catalogue, items)
    if (owned := desk.owned()) is not None:
        return owned
    open_ones = [item.statement for item in labelled if item.label in _OPEN]
    if questions := questions_of(desk.header, open_ones, stage):
        return FeatureOpen(questions)
    return desk.derived(today)


def path_of(labelled: Sequence[LabelledStatement], options: PlanOptions, *, today: str) -> str:
    """Return where the plan of a request goes."""
    if options.path is not None:
        return options.path
    feature = options.name or feature_of(labelled, goal_of(labelled))
    slug = slug_of(feature) or "feature"
    return plan_path(today, slug, is_project=options.is_project)


def _nothing(items: Items, catalogue: Catalogue) -> str:
    if items.existing:
        names = ", ".join(f"`{one.name or one.words}`" for one in items.existing)
        return f"the request names only what is there already: {names}"
    return catalogue.requests.other or "the request names nothing that a skill makes"


class _Desk:
    """One request and what was found in it."""

    def __init__(
        self,
        labelled: Sequence[LabelledStatement],
        told: Sequence[Statement],
        options: PlanOptions,
        catalogue: Catalogue,
        items: Items,
    ) -> None:
        self.labelled = labelled
        self.options = options
        self.catalogue = catalogue
        self.items = items
        self.deploying = tuple(each.id for each in told if words.deploys(each))
        starts = [each for each in items.wanted if each.wish.stage is Stage.TRIGGER]
        self.is_deployed = bool(self.deploying or starts)
        self.header = header_of(
            options, told, items.wanted, catalogue, is_deployed=self.is_deployed
        )
        self.goal = goal_of(labelled)
        self.feature = options.name or feature_of(labelled, self.goal)
        self.process = options.project or pascal(self.feature, catalogue.filler) or "Feature"

    def drafts(self) -> tuple[Draft, ...]:
        built = drafts_of(self.items.wanted, self.process, self.catalogue)
        tests = tuple(tests_of(built, self.catalogue))
        is_bundle = self.header.says(PlanField.PACKAGING) == Packaging.SOLUTION
        if not self.is_deployed and not is_bundle:
            return (*built, *tests)
        deploys = deploys_of(
            built,
            self.process,
            self.catalogue,
            is_bundle=bundles(self.header, self.catalogue),
            cites=self.deploying,
        )
        return (*built, *tests, *deploys)

    def owned(self) -> FeatureOwned | None:
        """Return the one skill that everything needs; None where there are several."""
        skills = {draft.skill.name: draft.skill for draft in self.drafts()}
        if len(skills) > 1:
            return None
        skill = next(iter(skills.values()))
        lines = {item.statement.id: item.statement.line for item in self.labelled}
        told = ", ".join(
            f"`{item.name or item.words}` (line {lines[item.cites[0]]})"
            for item in self.items.wanted
        )
        what = f", which owns {skill.owns}" if skill.owns else ""
        why = f"everything that the request asks for is work of `{skill.name}`{what}: {told}"
        return FeatureOwned(skill=skill.name, why=why)

    def derived(self, today: str) -> FeatureDerived:
        path = path_of(self.labelled, self.options, today=today)
        drafts = self.drafts()
        accounts = accounts_of(self.labelled, drafts, self.goal)
        rows = rows_of(
            drafts, Built(path=path, quotes=accounts.quotes, target=target_line(self.header))
        )
        is_autonomous = self.header.says(PlanField.AUTONOMY) == Autonomy.AUTONOMOUS
        parts = PlanParts(
            feature=self.feature,
            fields=self._fields(),
            understanding=understanding(self.goal, rows, self.items, self.header, accounts),
            decisions=decisions(rows, self.items, self.header),
            stops=self._stops(rows, path) if is_autonomous else (),
            rows=rows,
        )
        remarks = tuple(_remarks(self.items, self.header))
        # The title of the request is the plan's own.
        left = tuple(each for each in accounts.left_out if each.statement.text != self.feature)
        return FeatureDerived(tasks=plan_of(parts), path=path, remarks=remarks, left_out=left)

    def _stops(self, rows: Sequence[Row], path: str) -> tuple[str, ...]:
        return stops(rows, self.catalogue, self.header, path, self.process)

    def _fields(self) -> tuple[tuple[PlanField, str], ...]:
        chosen = [(name, choice.value) for name, choice in self.header.choices.items()]
        catalogue = [(PlanField.CATALOGUE, self.catalogue.id)]
        return (
            (PlanField.GOAL, self.goal),
            (PlanField.SOURCE, SOURCE_NONE),
            *chosen,
            *(catalogue if self.catalogue.id != BUILT_IN else ()),
        )


def _remarks(items: Items, header: Header) -> list[Remark]:
    found = [
        Remark(
            RemarkKind.NOT_BUILT,
            f"`{one.name or one.words}` is there already, as the request says",
        )
        for one in items.existing
    ]
    if "[ASSUMPTION]" in header.says(PlanField.DELIVERY):
        text = f"the delivery model is assumed: {header.choices[PlanField.DELIVERY].reason}"
        found.append(Remark(RemarkKind.GUESS, text))
    return found
