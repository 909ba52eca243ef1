"""A person's answers to the questions of a bundle, bound to exactly those questions.

* The form is closed. `questions_sha256` is the digest of the bytes of candidate-questions.jsonl.
* An empty `answer` is none: the question stays open.
* `question` repeats what was asked, for the reader; an answer to another question is none.
"""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from planner.model.scalar import Sha256

ANSWERS_SCHEMA: Final = "planner.answers/1"

Text = Annotated[str, StringConstraints(min_length=1, pattern=r"\S")]


class Answer(BaseModel):
    """What a person says to one question."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)

    id: Text
    """The question's id."""
    question: str | None = None
    """The question's words; where they are given, they have to be those of the question."""
    answer: str
    """Markdown or plain text, read as the request is; blank leaves the question open."""
    option_ids: tuple[Text, ...] = ()
    """The options that the person chose; a recommended one is not chosen by itself."""


class AnswersRecord(BaseModel):
    """An answers file."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", defer_build=True, populate_by_name=True
    )

    schema_: Literal["planner.answers/1"] = Field(alias="schema")
    questions_sha256: Sha256
    """Of the exact bytes of candidate-questions.jsonl."""
    answers: tuple[Answer, ...]
