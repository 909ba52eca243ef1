"""What a catalogue says of requests: which words and files tell that a skill is wanted.

* A request has no tables; what it wants is told by words, by the files that it names, and by what
  it calls them.
* A word of everyday language is a sign only in a request that speaks of the trade at all.
"""

from typing import Literal, Self

from pydantic import BaseModel, model_validator

from planner.model.catalogue_parts import CLOSED, Pattern, RowText, Slug, Text
from planner.model.tasklist import Stage


class Wish(RowText):
    """One thing that a request may ask for."""

    id: Slug
    skill: Slug
    stage: Stage
    words: tuple[Text, ...] = ()
    """Words and phrases for it in the singular; a plural ending and a hyphen are allowed for."""
    files: tuple[Text, ...] = ()
    """Endings (`.xaml`) and names (`agent.json`) of files that are part of it."""
    everyday: tuple[Text, ...] = ()
    """Further words and endings that count only in a request that speaks of the trade."""
    passes: tuple[Text, ...] = ()
    """Phrases that hold one of the words and mean something else."""
    only_beside: tuple[Slug, ...] = ()
    """Skills of which one has to be wanted too; without one the host does this itself."""
    is_project: bool = False
    """What is named is a project of its own, and the rows of it go by that project."""
    file_is_item: bool = False
    """A file that is named is what the row builds; else it only shows what is wanted."""
    entry: Pattern = ""
    """Names that call the others of their project, and therefore come after them."""
    unnamed: Text | None = None
    """What its `name` is where the request gives none; may have the slots `project`, `process`."""
    gives_way: tuple[Slug, ...] = ()
    """Wishes that say the same more exactly: beside one of them an unnamed one is no row."""
    drives_ui: bool = False
    """It may drive user interfaces, so that these have to be known."""
    project_type: Literal["", "XAML", "C# coded", "AI Agent", "Flow", "Application"] = ""
    """What the plan's type of project is where this is its host."""
    validation: RowText | None = None
    """A second row, right after this one, that checks what it built."""

    @model_validator(mode="after")
    def _can_be_told(self) -> Self:
        if not (self.words or self.files or self.everyday):
            message = f"the wish `{self.id}` has neither words nor files to tell it by"
            raise ValueError(message)
        return self


class Requests(BaseModel):
    """How requests are read."""

    model_config = CLOSED

    trade: Pattern = ""
    """A request that speaks of the trade holds one of these; empty, every request does."""
    other: Text | None = None
    """What a request that asks for nothing of this catalogue is told."""
    wishes: tuple[Wish, ...] = ()
