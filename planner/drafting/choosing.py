"""What a design document leaves open, asked of a model in the labelling manner.

* The model sees numbered choices and answers with closed words or with numbers of sentences that
  code wrote; nothing that it writes is ever copied.
* Many choices are asked in chunks, each choice once and whole.
* An answer with a missing, unknown or misspelt member is not used at all.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from planner.codec.canonical import Json
from planner.codec.strict_json import parse_json
from planner.diagnostics.diagnostic import shown
from planner.drafting.prompt import Prompt
from planner.drafting.question import ModelQuestion, Unusable
from planner.model.choice import MOST_STEPS, NONE, Choice, ChoiceKind
from planner.model.key_format import without_secrets
from planner.model.pattern import pattern

NAME: Final = "choices"
MOST_ASKED: Final = 30
"""Choices that one question asks about: a short list is answered with more care, and a strict
provider bounds the words of a schema."""
_SHOWN: Final = 240
"""Characters of a line that tells what the document says."""
_MOST_LINES: Final = 12
_KEY_WORDS: Final = 5
_WORD: Final = pattern(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Chunk:
    """Choices that are asked about at once."""

    choices: tuple[Choice, ...]
    first: int
    """The number of the first one; the others follow."""

    @property
    def keys(self) -> dict[str, Choice]:
        """Return each choice by its member of the answer: its number and its first words."""
        return {_key(at, each): each for at, each in enumerate(self.choices, self.first)}


def chunks(choices: Sequence[Choice], *, room: int) -> tuple[Chunk, ...]:
    """Return *choices* in chunks of at most *room* bytes where it goes; none is ever cut.

    A chunk asks about `MOST_ASKED` choices at the most. A choice that is longer than *room* is a
    chunk by itself.
    """
    found: list[Chunk] = []
    start, used = 0, 0
    for at, each in enumerate(choices):
        text = "\n".join(_lines(at + 1, each))
        size = len(text.encode("utf-8", "surrogatepass")) + 1
        if at > start and (used + size > room or at - start == MOST_ASKED):
            found.append(Chunk(tuple(choices[start:at]), start + 1))
            start, used = at, 0
        used += size
    return (*found, Chunk(tuple(choices[start:]), start + 1)) if choices else ()


def question(chunk: Chunk, *, prompt: Prompt) -> ModelQuestion:
    """Return the question that *chunk* is."""
    numbered = enumerate(chunk.choices, chunk.first)
    system, user = prompt.filled(
        choices="\n".join(line for at, each in numbered for line in _lines(at, each)),
        asked=", ".join(key.partition(" ")[0] for key in chunk.keys),
    )
    return ModelQuestion(
        prompt=prompt, name=NAME, system=system, user=user, schema=answer_schema(chunk)
    )


def _lines(number: int, choice: Choice) -> Iterator[str]:
    """Yield a choice as it is asked; no line of a document begins at the edge."""
    yield f"C{number} ? ({choice.answer}) {_plain(choice.question)}"
    lead = "  has " if choice.kind is ChoiceKind.STEPS else "  "
    for line in choice.said[:_MOST_LINES]:
        text = _plain(line)
        yield lead + (text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…")
    # A sentence to choose among is shown whole, since it is taken whole.
    for option, candidate in zip(choice.options, choice.candidates, strict=False):
        yield f"  {option} {_plain(candidate)}"


def _plain(text: str) -> str:
    """Return *text* on one line, without a secret."""
    return " ".join(without_secrets(text).split())


def _key(number: int, choice: Choice) -> str:
    words = _WORD.findall(_plain(choice.identity))[-_KEY_WORDS:]
    return " ".join([f"C{number}", *(word[:20] for word in words)])


def answer_schema(chunk: Chunk) -> dict[str, Json]:
    """Return the schema of the answer: every member required, every word closed."""
    members: dict[str, Json] = {key: _schema_of(each) for key, each in chunk.keys.items()}
    return {
        "type": "object",
        "properties": members,
        "required": list(members),
        "additionalProperties": False,
    }


def _schema_of(choice: Choice) -> Json:
    word: dict[str, Json] = {"type": "string", "enum": list(choice.options)}
    if choice.kind is ChoiceKind.FATE:
        return word
    return {"type": "array", "items": word, "maxItems": MOST_STEPS}


def chosen(chunk: Chunk, answer: str) -> dict[str, str] | Unusable:
    """Return what *answer* chooses, by the choices' keys, or everything that is wrong with it."""
    doc = parse_json(answer)
    if doc.faults:
        return Unusable(tuple(fault.message for fault in doc.faults))
    if not isinstance(doc.value, dict):
        return Unusable(("the answer is one JSON object",))
    faults = list(_faults(chunk, doc.value))
    if faults:
        return Unusable(tuple(faults))
    return {each.key: _answer(each, doc.value[key]) or "" for key, each in chunk.keys.items()}


def _faults(chunk: Chunk, value: Mapping[str, Json]) -> Iterator[str]:
    wanted = chunk.keys
    yield from (f"member {shown(name)} is missing" for name in wanted if name not in value)
    yield from (f"there is no member {shown(name)}" for name in value if name not in wanted)
    for name, choice in wanted.items():
        if name in value and _answer(choice, value[name]) is None:
            yield f"{shown(name)} is {shown(value[name])}; {_allowed(choice)}"


def _allowed(choice: Choice) -> str:
    words = ", ".join(choice.options)
    if choice.kind is ChoiceKind.FATE:
        return f"allowed are {words}"
    return f"it is a list of at most {MOST_STEPS} of {words}, none of them twice"


def _answer(choice: Choice, value: Json) -> str | None:
    """Return what a member says as an answer to its choice; None where it says none."""
    if choice.kind is ChoiceKind.FATE:
        return choice.answered(value) if isinstance(value, str) else None
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        return None
    if any(each not in choice.options for each in value):
        return None
    return choice.answered(",".join(map(str, value)) or NONE)
