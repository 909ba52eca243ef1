"""What a catalogue says of one row, and of the places in a document that ask for it.

* A text of a row has slots in braces out of a closed set, and a line whose slot is empty in the
  document is left out; both are checked when the catalogue is read.
* Sections and columns are named by their English title.
"""

import re
from collections.abc import Iterable, Iterator
from string import Formatter
from typing import Annotated, Final, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from planner.model.tasklist import VALIDATE, Stage

CLOSED: Final = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)
"""How every model of a catalogue is read."""

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
Tier = Annotated[int, Field(ge=0, le=9)]
Text = Annotated[str, StringConstraints(min_length=1)]
SlotName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z_]*$")]
Texts = Annotated[tuple[Text, ...], Field(min_length=1)]

SLOTS: Final = frozenset(
    {
        *("name", "path", "slug", "snake", "pascal", "text"),
        *("project", "process", "skill", "section", "row", "document", "names"),
    }
)
"""What every text may name in braces; a part's own `slots` come on top.

`name` is the item's name as written, `path` the same with slashes, `slug`, `snake` and `pascal`
its spellings; `text` what its text column says; `project` and `process` the project and the whole
process or solution; `skill` what the row loads; `section`, `row` and `document` where it stands;
`names` the names that one row stands for.
"""


def _compiles(text: str) -> str:
    try:
        re.compile(text, re.IGNORECASE)
    except re.error as error:
        message = f"is no regular expression: {error}"
        raise ValueError(message) from None
    return text


Pattern = Annotated[str, AfterValidator(_compiles)]
"""A regular expression, searched for in the plain text of a cell whatever its case."""


class RowText(BaseModel):
    """The words of a row; every one of them may have slots."""

    model_config = CLOSED

    project: Text = "{project}"
    """The middle part of the identity."""
    subject: Text
    """The last part of the identity; it must tell the items of a project apart."""
    description: Text
    """What follows the skill in the heading."""
    prompt: Texts
    """Lines of the prompt; the lines that every prompt ends with are added."""
    steps: Texts
    """One action each; the last begins with `**Validate:**`."""

    @model_validator(mode="after")
    def _ends_in_a_check(self) -> Self:
        if not self.steps[-1].startswith(VALIDATE):
            message = f"the last step does not begin with {VALIDATE}"
            raise ValueError(message)
        return self

    def texts(self) -> Iterator[str]:
        """Yield everything that may have slots."""
        yield from (self.project, self.subject, self.description, *self.prompt, *self.steps)


class Condition(BaseModel):
    """Something about one cell of a table row."""

    model_config = CLOSED

    columns: Texts
    """The first of these that the table has is looked at; `*` is the whole row."""
    pattern: Pattern = ""
    """Holds when it is found in the cell. A group called `name` gives the item its name."""
    absent: bool = False
    """The reverse: holds when it is not found."""
    without_column: bool = False
    """Whether it also holds in a table that has no such column."""
    tables_only: bool = False
    """It says nothing of bullets; else what a bullet says in parentheses is taken for the cell."""


class Source(BaseModel):
    """Where a document asks for rows of one kind.

    A column is given by its title; `*first` is the first that holds more than numbers.
    """

    model_config = CLOSED

    documents: tuple[Slug, ...] = ()
    """Kinds of document in which it is looked for; none named is all of them."""
    sections: tuple[Text, ...] = ()
    """Titles, best first; the first under which something is found is the one that counts."""
    name: tuple[Text, ...] = ()
    """Columns that hold the item's name, best first."""
    text: tuple[Text, ...] = ()
    """Columns that say what it is for, best first."""
    of_project: tuple[Text, ...] = ()
    """Columns that name the project that it belongs to."""
    bullets: Pattern | None = None
    """What a bullet's name has to look like; absent, bullets are not read. A heading that is an
    item has to look like it too, and a group called `name` in it is then the item's name."""
    when: tuple[Condition, ...] = ()
    """All have to hold. For a bullet, what stands in parentheses right behind its name is the cell
    that every condition looks at."""
    unless: tuple[Text, ...] = ()
    """Sections that say it better: where one of them has a table, this place is passed over."""


class Part(Source, RowText):
    """One kind of row, and where a document says that it is wanted."""

    id: Slug
    also: tuple[Source, ...] = ()
    """Further places; what several of them say is still one row."""
    each: Literal["item", "heading", "any", "project", "document"] = "item"
    """`item`: a row for each table row, or each bullet whose name is a code span or in bold.
    `heading`: for each heading right below the section. `any`: items, or headings where there are
    none. `project`, `document`: one row for each of those, where one of the sections is there or
    none is named."""
    slots: dict[SlotName, Texts] = {}
    """Further slots, each with the columns that fill it."""
    defaults: dict[SlotName, str] = {}
    """What fills a slot where the document does not."""
    skill: Slug
    stage: Stage
    tier: Tier | None = None
    """Where it stands in the order; absent, the skill's."""
    validation: RowText | None = None
    """A second row, right after this one, that checks what it built."""
    component: bool = False
    """It is a project of its own that may exist already, so that its building is a choice."""
    home: tuple[Text, ...] = ()
    """Columns that may name the project that it is, where it goes by another name here."""
    existing: tuple[Condition, ...] = ()
    """Any of these shows that it exists already."""
    shared: bool = False
    """It belongs to the whole process or solution: said twice, it is still one row."""
    entry: tuple[Pattern, ...] = ()
    """Names that call the others of their project and come after them; the outermost is last."""
    uses: tuple[Text, ...] = ()
    """Columns that name other items of its skill, which come before it."""
    used_by: tuple[Text, ...] = ()
    """Columns that name other items of its skill, which come after it."""
    in_order: bool = False
    """Each comes after the one above it in the document."""
    only_with: Literal["", "scaffold"] = ""
    """An option without which the part gives nothing."""

    @property
    def sources(self) -> tuple[Source, ...]:
        """The part's own place and the further ones."""
        return (self, *self.also)


class Place(BaseModel):
    """A column in a section."""

    model_config = CLOSED

    sections: Texts
    columns: Texts
    when: tuple[Condition, ...] = ()
    kind: tuple[Text, ...] = ()
    """Columns that say what sort of project it is."""


class Fallback(RowText):
    """The row of a project of which no list says what it consists of."""

    kind: Pattern = ""
    """What the sort of the project has to be; the first that fits is taken."""


def slots_of(text: str) -> tuple[str, ...]:
    """Return the names of the slots of *text*.

    Raises:
        ValueError: A brace is not closed, or a slot has more than a name.
    """
    found = []
    for _, name, form, conversion in Formatter().parse(text):
        if name is None:
            continue
        if form or conversion or not name.isidentifier():
            message = f"`{{{name}}}` is no slot"
            raise ValueError(message)
        found.append(name)
    return tuple(found)


def slot_faults(place: str, row: RowText, known: Iterable[str]) -> Iterator[str]:
    """Yield what is wrong with the slots of *row*, which may be those *known*."""
    allowed = frozenset(known)
    for text in row.texts():
        yield from text_faults(place, text, allowed)


def text_faults(place: str, text: str, allowed: frozenset[str]) -> Iterator[str]:
    """Yield what is wrong with one text, whose slots may be those *allowed*."""
    try:
        unknown = sorted(set(slots_of(text)) - allowed)
    except ValueError as error:
        yield f"{place}: {error} in `{text}`"
        return
    if unknown:
        slots = ", ".join(sorted(allowed))
        yield f"{place} has the slot `{unknown[0]}`, which is none of {slots}"
    if "###" in text:
        yield f"{place} has a heading of level three in a text, which boards read as a task"
