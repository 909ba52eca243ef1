"""A question to a person, as one line of candidate-questions.jsonl.

* The six fields that the controller's importer reads, and optionally those of a question with
  options; the form is closed.
* Lengths are counted in code points and are rules (QST002): nothing is cut.
"""

from enum import StrEnum
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, StringConstraints

PROMPT_LIMIT: Final = 500
CONTEXT_LIMIT: Final = 1000
PLACEHOLDER_LIMIT: Final = 300
OPTION_LIMIT: Final = 6
OPTION_ID_LIMIT: Final = 100
OPTION_LABEL_LIMIT: Final = 200
OPTION_DESCRIPTION_LIMIT: Final = 500
BLOCKING_LIMIT: Final = 3
"""Questions that may block one reply (QST102)."""

Text = Annotated[str, StringConstraints(min_length=1, pattern=r"\S")]


class SelectionMode(StrEnum):
    """How many options may be chosen."""

    SINGLE = "single"
    MULTIPLE = "multiple"


class Option(BaseModel):
    """One answer that is offered; a recommended one is a hint and never an answer."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)

    id: Text
    label: Text
    description: str | None = None
    recommended: bool = False
    requires_text: bool = False
    exclusive: bool = False


class Question(BaseModel):
    """One candidate question (the controller's importer; optional fields of a question form)."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)

    id: Text
    stage: Text
    """The phase that the question belongs to."""
    question: Text
    why_blocking: Text
    defer_allowed: bool
    """False: the question blocks."""
    default_if_unanswered: str | None
    context: str | None = None
    placeholder: str | None = None
    selection_mode: SelectionMode = SelectionMode.SINGLE
    required: bool = True
    require_option: bool = False
    options: tuple[Option, ...] = ()
