"""What a skill catalogue may say: skills, kinds of document, and what their parts give.

* A catalogue is data; the built-in ones and a project's own are read by the same model.
* A skill is what a row loads; everything about order, testing and deploying hangs on it.
* Other languages' titles stand once, in `titles`, so that all the rest is in English.
* What refers to something in the catalogue is checked when it is read.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, Field, StringConstraints, model_validator

from planner.model.catalogue_parts import (
    CLOSED,
    SLOTS,
    Condition,
    Fallback,
    Part,
    Pattern,
    Place,
    RowText,
    Slug,
    Text,
    Texts,
    Tier,
    slot_faults,
    text_faults,
)
from planner.model.catalogue_wishes import Requests
from planner.model.tasklist import TESTING_TITLE, Stage

Needs = Annotated[
    str,
    StringConstraints(
        pattern=r"^(any|cloud|automation-suite (20\d\d\.\d{1,2}|\d\.\d{4})(\.\d+)?)$"
    ),
]
"""`any`, `cloud`, or the lowest version of the automation suite that has the product."""


_STOP_SLOTS: Final = frozenset({"names", "process", "document"})


class Skill(BaseModel):
    """One specialist that a row may load."""

    model_config = CLOSED

    name: Slug
    """As it stands in a heading: `uipath-rpa`."""
    prefix: Slug
    """What its identities begin with: `rpa`."""
    aliases: tuple[str, ...] = ()
    """Other prefixes and names that people write for it; read, never written."""
    tier: Tier
    """Leaf first: a row of a lower tier comes before one of a higher tier."""
    tested: bool = False
    """It generates something, so that each of its projects gets a testing row."""
    validated: bool = False
    """Each artefact that it builds gets a validation row right after its build."""
    deploys: Literal["no", "bundle", "package", "self"] = "no"
    """`bundle`: it deploys solutions. `package`: it deploys packages of others. `self`: its own."""
    uses: tuple[Slug, ...] = ()
    """Skills of a lower tier that it comes after; what one without rows uses stands for it."""
    owns: str = ""
    """What a request is about when this skill alone is enough, for declining a plan."""


class UiBatch(BaseModel):
    """Where a document says which user interfaces are driven."""

    model_config = CLOSED

    sections: Texts
    columns: Texts
    values: dict[Slug, Texts]
    """Value of the header's `App type`, and the whole cells that stand for it."""
    skill: Slug
    """Only a plan with a row of this skill is asked about."""


class DocumentKind(BaseModel):
    """One kind of design document."""

    model_config = CLOSED

    id: Slug
    product: Text
    """What it designs, in words."""
    titles: tuple[Text, ...] = ()
    """Sections that only this kind has."""
    patterns: tuple[Pattern, ...] = ()
    """Found anywhere in the text, each is a weaker sign of it."""
    skill: Slug
    """The one that builds what the document is about."""
    projects: tuple[Place, ...] = ()
    """Where the names of its projects stand, best first."""
    named_in: tuple[Text, ...] = ()
    """Sections whose prose may name the project in a code span."""
    calls: tuple[Text, ...] = ()
    """Sections whose fenced tree shows which item calls which."""
    first: Pattern | None = None
    """Sorts of project that the others use."""
    last: Pattern | None = None
    """Sorts of project that use the others."""
    needs: Needs = "any"
    """Where the product can run at all."""
    deployment: tuple[Text, ...] = ()
    """Sections that show that deploying is part of the work."""
    packaging: Place | None = None
    """Where the document says how it is packaged."""
    packaged: Literal["bundle", "package", "self", "no"] = "no"
    """How, where it does not say."""
    unresolved: Literal["build", "portable"] = "build"
    """What becomes of a component of which nothing says whether it exists: it is built, or it is
    left to be resolved where the document is built."""
    fallbacks: tuple[Fallback, ...] = ()
    ui: UiBatch | None = None
    is_root: bool = False
    """It describes a solution, and other documents its projects."""


class Evidence(BaseModel):
    """A list that shows whether something named elsewhere is to be built."""

    model_config = CLOSED

    sections: Texts
    columns: Texts
    when: tuple[Condition, ...] = ()
    says: Literal["build", "existing"]


class Link(BaseModel):
    """A table whose rows say that one project uses another."""

    model_config = CLOSED

    sections: Texts
    parts: tuple[Text, ...] = ()
    """Columns that name what is used; none is the document's own project."""
    users: tuple[Text, ...] = ()
    """Columns that name the user; none is the document's own project."""
    is_flow: bool = False
    """The columns say where data goes; then the lower tier is the part, whichever way it flows."""


class Deploying(BaseModel):
    """How what was built gets to where it runs."""

    model_config = CLOSED

    bundle_words: Pattern
    """In a packaging cell: everything in one bundle."""
    package_words: Pattern
    """In a packaging cell: a package of its own."""
    bundle_needs: Needs = "any"
    """Where bundles can be deployed; elsewhere each package is deployed by itself."""
    bundle: RowText
    package: RowText
    own: RowText
    """By the skill that built it."""


class StopCondition(BaseModel):
    """A hard blocker, and the plans in which it may happen."""

    model_config = CLOSED

    text: Text
    """May name `{names}`, `{process}` and `{document}`."""
    skills: tuple[Slug, ...] = ()
    """Of which a row is in the plan; none is any."""
    stages: tuple[Stage, ...] = ()
    subjects: Pattern = ""
    """What the subject of such a row looks like."""
    ui: bool = False
    """Only where user interfaces are driven."""


class EndToEnd(RowText):
    """The last check, over all projects together."""

    skill: Slug


class Group(RowText):
    """One row in the place of many, when the caller wants it so."""

    skill: Slug


class Catalogue(BaseModel):
    """Everything that turns a design document of a trade into tasks."""

    model_config = CLOSED

    id: Slug
    title: Text
    version: Annotated[int, Field(ge=1)]
    requires_handoff: bool
    """Whether a document without the handoff's marker is refused."""
    filler: tuple[Text, ...] = ()
    """Words that a project's name does without."""
    titles: dict[Text, Texts] = {}
    """A section's or column's English title, and what else it may be called."""
    background: tuple[Text, ...] = ()
    """Sections that never give rows, so that their tables are passed over in silence."""
    skills: Annotated[tuple[Skill, ...], Field(min_length=1)]
    documents: Annotated[tuple[DocumentKind, ...], Field(min_length=1)]
    parts: Annotated[tuple[Part, ...], Field(min_length=1)]
    evidence: tuple[Evidence, ...] = ()
    links: tuple[Link, ...] = ()
    testing: RowText
    """Its description begins with `Testing (MANDATORY)`."""
    deploying: Deploying | None = None
    end_to_end: EndToEnd | None = None
    group: Group | None = None
    stop_conditions: Annotated[tuple[StopCondition, ...], Field(min_length=1)]
    requests: Requests = Requests()
    """How a request is read that no document stands behind."""

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Self:
        for fault in self._faults():
            raise ValueError(fault)
        return self

    def skill(self, name: str) -> Skill | None:
        """Return the skill of that name, prefix or alias; None without one."""
        return next(
            (one for one in self.skills if name in (one.name, one.prefix, *one.aliases)), None
        )

    def _faults(self) -> Iterator[str]:
        yield from _twice("skill", (skill.name for skill in self.skills))
        yield from _twice("prefix", (skill.prefix for skill in self.skills))
        yield from _twice("document", (kind.id for kind in self.documents))
        yield from _twice("part", (part.id for part in self.parts))
        known = {skill.name for skill in self.skills}
        for place, named in self._named_skills():
            if named not in known:
                yield f"{place} names the skill `{named}`, which is not listed under skills"
        yield from self._uses_of_a_higher_tier()
        if not self.testing.description.startswith(TESTING_TITLE):
            yield f"the description of `testing` does not begin with {TESTING_TITLE}"
        kinds = {kind.id for kind in self.documents}
        for part in self.parts:
            for kind in (kind for source in part.sources for kind in source.documents):
                if kind not in kinds:
                    yield f"part `{part.id}` names the document `{kind}`, which is not listed"
            yield from self._part_faults(part)
        for stop in self.stop_conditions:
            yield from text_faults("a stop condition", stop.text, _STOP_SLOTS)
        for place, row in self._other_rows():
            yield from slot_faults(place, row, SLOTS)

    def _uses_of_a_higher_tier(self) -> Iterator[str]:
        tiers = {skill.name: skill.tier for skill in self.skills}
        for skill in self.skills:
            for name in skill.uses:
                if tiers.get(name, -1) >= skill.tier:
                    yield f"skill `{skill.name}` uses `{name}`, whose tier is not lower"

    def _part_faults(self, part: Part) -> Iterator[str]:
        own = SLOTS | part.slots.keys() | part.defaults.keys()
        yield from slot_faults(f"part `{part.id}`", part, own)
        if part.validation is not None:
            yield from slot_faults(f"the validation of part `{part.id}`", part.validation, own)
        for source in part.sources if part.each in ("item", "heading", "any") else ():
            named = any("(?P<name>" in condition.pattern for condition in source.when)
            if part.each != "heading" and not (source.name or source.bullets or named):
                yield f"part `{part.id}` says neither by `name` nor by `bullets` what its items are"
            if not source.sections:
                yield f"part `{part.id}` has items and names no `sections` to find them in"

    def _named_skills(self) -> Iterator[tuple[str, str]]:
        yield from ((f"document `{kind.id}`", kind.skill) for kind in self.documents)
        yield from ((f"part `{part.id}`", part.skill) for part in self.parts)
        yield from ((f"wish `{one.id}`", one.skill) for one in self.requests.wishes)
        yield from ((f"skill `{one.name}`", name) for one in self.skills for name in one.uses)
        yield from (("ui", kind.ui.skill) for kind in self.documents if kind.ui)
        yield from (
            ("a stop condition", name) for one in self.stop_conditions for name in one.skills
        )
        yield from (
            (place, row.skill)
            for place, row in (("end_to_end", self.end_to_end), ("group", self.group))
            if row is not None
        )

    def _other_rows(self) -> Iterator[tuple[str, RowText]]:
        yield "testing", self.testing
        if self.deploying is not None:
            yield "deploying.bundle", self.deploying.bundle
            yield "deploying.package", self.deploying.package
            yield "deploying.own", self.deploying.own
        if self.end_to_end is not None:
            yield "end_to_end", self.end_to_end
        if self.group is not None:
            yield "group", self.group
        for wish in self.requests.wishes:
            yield f"wish `{wish.id}`", wish
            if wish.validation is not None:
                yield f"the validation of wish `{wish.id}`", wish.validation
        for kind in self.documents:
            yield from ((f"a fallback of document `{kind.id}`", row) for row in kind.fallbacks)


def _twice(what: str, names: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield f"the {what} `{name}` is listed twice"
        seen.add(name)
