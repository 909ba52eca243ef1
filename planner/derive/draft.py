"""A row while it is being put together.

* Two drafts of one identity are one row; what is said of it in several places counts for it.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from planner.codec.sdd import Section
from planner.codec.tasklist_text import without_controls
from planner.derive.reading import Reading
from planner.derive.texts import lines_of, title_of
from planner.model.catalogue_parts import SLOTS, RowText
from planner.model.skill_catalogue import Skill
from planner.model.tasklist import Identity, Stage

Order = tuple[int, ...]
_EMPTY: Final = dict.fromkeys(SLOTS, "")


@dataclass(slots=True, eq=False, kw_only=True)
class Draft:
    """One row to be, with what its place in the order hangs on."""

    identity: Identity
    skill: Skill
    stage: Stage
    description: str
    prompt: tuple[str, ...]
    steps: tuple[str, ...]
    reading: Reading
    """The document that asks for it; of several, the first."""
    name: str = ""
    """What the document calls it."""
    section: Section | None = None
    sections: list[Section] = field(default_factory=list)
    """Every section that says something of it."""
    line: int | None = None
    order: Order = ()
    said: list[str] = field(default_factory=list)
    """What the document says of it, for telling whether that changed."""
    asked_by: list[Reading] = field(default_factory=list)
    """Every document that asks for it."""
    is_component: bool = False
    """It is a project of its own beside the document's."""
    is_shared: bool = False
    calls_level: int = 0
    """1 and more: it calls the rows of its project that have a lower level."""
    uses: str = ""
    """What the document says that it uses."""
    used_by: str = ""
    """What the document says that it is used by."""
    line_of: str = ""
    """Rows with the same word here come one after the other."""
    blockers: "dict[Draft, None]" = field(default_factory=dict)
    """In the order in which they were found."""

    @property
    def project(self) -> str:
        """The middle part of its identity."""
        return self.identity.project

    def waits_for(self, other: "Draft") -> None:
        """Let this row come after *other*."""
        if other is not self:
            self.blockers[other] = None

    def source_sha256(self, known: dict[tuple[str, ...], str]) -> str:
        """Return the digest of what the document says of it; empty where it says nothing.

        Args:
            known: Digests by what they are of; rows that share a section share its digest.
        """
        said = tuple(self.said)
        if said not in known:
            known[said] = _digest(said)
        return known[said]


def _digest(texts: Iterable[str]) -> str:
    said = sorted({" ".join(text.split()) for text in texts} - {""})
    if not said:
        return ""
    return hashlib.sha256("\n".join(said).encode("utf-8", "surrogatepass")).hexdigest()


def written(
    text: RowText, slots: Mapping[str, str], *, skill: Skill, stage: Stage, reading: Reading
) -> Draft:
    """Return the draft that *text* and *slots* give."""
    slots = {**_EMPTY, **slots}
    project = (text.project.format_map(slots) or reading.process).replace(":", "-")
    subject = text.subject.format_map(slots).strip() or slots["name"] or skill.prefix
    return Draft(
        # As the file will have it, so that it is read as what it was written from.
        identity=Identity(
            skill.prefix, without_controls(project).strip(), without_controls(subject).strip()
        ),
        skill=skill,
        stage=stage,
        description=title_of(text.description, slots, subject),
        prompt=lines_of(text.prompt, slots),
        steps=lines_of(text.steps, slots),
        reading=reading,
        asked_by=[reading],
    )
