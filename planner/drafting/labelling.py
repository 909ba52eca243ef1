"""The labelling mode: a model says where the statements go that code is not sure of.

* The model sees numbered statements and answers with closed words; what it selects is code's own
  text of the request, and nothing that it writes but a title is ever copied.
* A long request is asked in chunks that overlap, each statement once, then closed by one question
  for the title; every chunk is accounted for and nothing is cut.
* An answer with a missing, unknown or misspelt member is not used at all.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from planner.codec.canonical import Json, digest
from planner.codec.strict_json import parse_json
from planner.diagnostics.diagnostic import shown
from planner.drafting.certainty import TOPICS, open_questions, unsure
from planner.drafting.extract import CONTEXT_REASON
from planner.drafting.prompt import Prompt
from planner.drafting.question import ModelQuestion, Unusable
from planner.model.intake import Brief, LabelledStatement
from planner.model.key_format import without_secrets
from planner.model.pattern import pattern
from planner.model.scalar import TITLE_LIMIT
from planner.model.vocabulary import Label, Topic

NAME: Final = "labels"
TITLE: Final = "title"
OVERLAP: Final = 4
"""Statements before a chunk that are shown with it, already decided."""
MOST_ASKED: Final = 60
"""Statements that one question asks about: a strict provider bounds the words of a schema, and a
short list is answered with more care."""
_SHOWN: Final = 100
"""Characters of a statement that is shown and not asked about."""
_KEY_WORDS: Final = 5
_WORD: Final = pattern(r"\w+")
_SIGN: Final = pattern(r"[!-&(-,./:-@\[-^`{-~]|\A-")
"""What makes more of a run than words, joined at the most."""
_SPAN: Final = pattern(r"`[^`]+`")
_AROUND: Final = ".,;:!?()[]{}\"'“”„«»*_`"
_LEFT_OUT: Final = "(withheld)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A stretch of the request that is asked about at once."""

    shown: tuple[LabelledStatement, ...]
    """In the order of the request, those before the chunk included."""
    choices: Mapping[str, tuple[Label, ...]] = field(default_factory=dict)
    """By statement: what it may be."""
    questions: tuple[str, ...] = ()
    """Statements of which it is asked what they are about."""
    has_title: bool = False

    @property
    def keys(self) -> dict[str, str]:
        """Return the member of the answer for each statement that is asked about."""
        asked = {*self.choices, *self.questions}
        return {item.statement.id: _key(item) for item in self.shown if item.statement.id in asked}


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a model chose for one chunk."""

    labels: dict[str, Label] = field(default_factory=dict)
    topics: dict[str, Topic] = field(default_factory=dict)
    title: str = ""


def chunks(labels: Sequence[LabelledStatement], *, room: int) -> tuple[Chunk, ...]:
    """Return what has to be asked about, in chunks of at most *room* bytes where it goes.

    A chunk asks about `MOST_ASKED` statements at the most. A statement is never cut: one that is
    longer than *room* is a chunk by itself. Nothing is asked where code is sure of everything.
    """
    asked = unsure(labels)
    topics = frozenset(open_questions(labels))
    if not asked and not topics:
        return ()
    stretches = list(_stretches(labels, asked.keys() | topics, room))
    if len(stretches) == 1:
        return (_chunk(labels, stretches[0], asked, topics, has_title=True),)
    parts = [_chunk(labels, stretch, asked, topics) for stretch in stretches]
    closing = tuple(item for item in labels if item.label is Label.GOAL)[: 2 * OVERLAP]
    return (*parts, Chunk(shown=closing or tuple(labels[:OVERLAP]), has_title=True))


def _stretches(
    labels: Sequence[LabelledStatement], asked: frozenset[str] | set[str], room: int
) -> Iterator[range]:
    """Yield the positions of each stretch; together they hold every statement that is asked."""
    start, used, count = 0, 0, 0
    for at, item in enumerate(labels):
        is_asked = item.statement.id in asked
        size = len(_line(item, asked=is_asked).encode("utf-8", "surrogatepass")) + 1
        is_full = used + size > room or count + is_asked > MOST_ASKED
        if is_full and at > start:
            if count:
                yield range(start, at)
            start, used, count = at, 0, 0
        used += size
        count += is_asked
    if count:
        yield range(start, len(labels))


def _chunk(
    labels: Sequence[LabelledStatement],
    stretch: range,
    asked: Mapping[str, tuple[Label, ...]],
    topics: frozenset[str],
    *,
    has_title: bool = False,
) -> Chunk:
    inside = [labels[at].statement.id for at in stretch]
    return Chunk(
        shown=tuple(labels[max(stretch.start - OVERLAP, 0) : stretch.stop]),
        choices={name: asked[name] for name in inside if name in asked},
        questions=tuple(name for name in inside if name in topics),
        has_title=has_title,
    )


def question(chunk: Chunk, *, prompt: Prompt, feedback: str = "") -> ModelQuestion:
    """Return the question that *chunk* is."""
    system, user = prompt.filled(
        statements="\n".join(_lines(chunk)),
        asked=", ".join(chunk.keys) or "none",
        feedback=f"\nAn earlier plan was refused for this:\n{feedback}" if feedback else "",
    )
    return ModelQuestion(
        prompt=prompt, name=NAME, system=system, user=user, schema=answer_schema(chunk)
    )


def _lines(chunk: Chunk) -> Iterator[str]:
    asked = chunk.keys
    heading = None
    for item in chunk.shown:
        if item.statement.heading != heading:
            heading = item.statement.heading
            if heading:
                yield f"under “{_plain(heading)[:_SHOWN]}”:"
        yield _line(item, asked=item.statement.id in asked)


def _line(item: LabelledStatement, *, asked: bool) -> str:
    name = item.statement.id
    if item.label is Label.SET_ASIDE:
        return f"{name} = {_LEFT_OUT}"
    text = _plain(item.statement.text)
    if asked:
        return f"{name} ? ({item.label}) {text}"
    cut = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
    return f"{name} = {item.label}: {cut}"


def _plain(text: str) -> str:
    """Return *text* on one line, without a secret."""
    return " ".join(without_secrets(text).split())


def _key(item: LabelledStatement) -> str:
    """Return the member's name: the id and the first words, so that both are seen together."""
    words = _WORD.findall(_plain(item.statement.text))[:_KEY_WORDS]
    return " ".join([item.statement.id, *(word[:20] for word in words)])


def answer_schema(chunk: Chunk) -> dict[str, Json]:
    """Return the schema of the answer: every member required, every word closed."""
    keys = chunk.keys
    members: dict[str, Json] = {
        keys[name]: {"type": "string", "enum": [label.value for label in allowed]}
        for name, allowed in chunk.choices.items()
    }
    members |= {
        keys[name]: {"type": "string", "enum": [topic.value for topic in TOPICS]}
        for name in chunk.questions
    }
    if chunk.has_title:
        members[TITLE] = {"type": "string", "maxLength": TITLE_LIMIT}
    return {
        "type": "object",
        "properties": members,
        "required": list(members),
        "additionalProperties": False,
    }


def chosen(chunk: Chunk, answer: str) -> Chosen | Unusable:
    """Return what *answer* chooses, or everything that is wrong with it."""
    doc = parse_json(answer)
    if doc.faults:
        return Unusable(tuple(f"{fault.message}" for fault in doc.faults))
    if not isinstance(doc.value, dict):
        return Unusable(("the answer is one JSON object",))
    keys = chunk.keys
    faults = list(_faults(chunk, doc.value))
    if faults:
        return Unusable(tuple(faults))
    value = {name: doc.value[key] for name, key in keys.items()}
    title = doc.value.get(TITLE, "")
    return Chosen(
        labels={name: Label(str(value[name])) for name in chunk.choices},
        topics={name: Topic(str(value[name])) for name in chunk.questions},
        title=title if isinstance(title, str) else "",
    )


def _faults(chunk: Chunk, value: Mapping[str, Json]) -> Iterator[str]:
    keys = chunk.keys
    allowed: dict[str, tuple[str, ...]] = {
        keys[name]: tuple(label.value for label in labels) for name, labels in chunk.choices.items()
    }
    allowed |= {keys[name]: tuple(topic.value for topic in TOPICS) for name in chunk.questions}
    wanted = [*allowed, *([TITLE] if chunk.has_title else [])]
    yield from (f"member {shown(name)} is missing" for name in wanted if name not in value)
    yield from (f"there is no member {shown(name)}" for name in value if name not in wanted)
    for name, words in allowed.items():
        if name in value and value[name] not in words:
            yield f"{shown(name)} is {shown(value[name])}; allowed are {', '.join(words)}"
    if chunk.has_title and TITLE in value and not isinstance(value[TITLE], str):
        yield f"{shown(TITLE)} is a text"


def merged(
    labels: Sequence[LabelledStatement], answers: Sequence[Chosen]
) -> tuple[LabelledStatement, ...]:
    """Return *labels* with what was chosen; a request that had a goal keeps one."""
    chosen_labels = {name: label for answer in answers for name, label in answer.labels.items()}
    topics = {name: topic for answer in answers for name, topic in answer.topics.items()}
    allowed = unsure(labels)
    found = tuple(
        _changed(item, chosen_labels.get(item.statement.id), topics.get(item.statement.id))
        if item.statement.id in allowed or item.statement.id in topics
        else item
        for item in labels
    )
    if any(item.label is Label.GOAL for item in found):
        return found
    return tuple(
        before if before.label is Label.GOAL else after
        for before, after in zip(labels, found, strict=True)
    )


def recalled(
    labels: Sequence[LabelledStatement], recorded: Sequence[tuple[str, str]]
) -> tuple[LabelledStatement, ...]:
    """Return *labels* with what a model chose when they were first asked about.

    Args:
        labels: Where code puts the statements.
        recorded: The digest of the schema that was asked with, and the answer, in their order.
    """
    answers: dict[str, Chosen] = {}
    for schema, answer in recorded:
        chunk = _chunk_of(labels, answer)
        if schema not in answers and digest(answer_schema(chunk)) == schema:
            found = chosen(chunk, answer)
            if isinstance(found, Chosen):
                answers[schema] = found
    return merged(labels, tuple(answers.values()))


def _chunk_of(labels: Sequence[LabelledStatement], answer: str) -> Chunk:
    """Return the chunk that *answer* names the statements of."""
    value = parse_json(answer).value
    members = value if isinstance(value, dict) else {}
    named = {name.partition(" ")[0] for name in members}
    asked, topics = unsure(labels), open_questions(labels)
    return Chunk(
        shown=tuple(labels),
        choices={name: allowed for name, allowed in asked.items() if name in named},
        questions=tuple(name for name in topics if name in named),
        has_title=TITLE in members,
    )


def _changed(
    item: LabelledStatement, label: Label | None, topic: Topic | None
) -> LabelledStatement:
    if topic is not None:
        return replace(item, about=topic)
    if label is None or label is item.label:
        return item
    reason = CONTEXT_REASON if label is Label.CONTEXT else ""
    return replace(item, label=label, reason=reason)


def title_of(brief: Brief, answers: Sequence[Chosen]) -> str:
    """Return the chosen title where all of it is the request's; empty otherwise.

    A path or a command can be put together from the request's own words, so that what is more
    than a word, and every code span as a whole, has to stand there too.
    """
    title = next((" ".join(answer.title.split()) for answer in answers if answer.title), "")
    words = _WORD.findall(title.casefold())
    known = set(_WORD.findall(brief.text.casefold()))
    is_ours = len(words) > 1 and len(title) <= TITLE_LIMIT and known.issuperset(words)
    text = " ".join(brief.text.split())
    tokens = set(_tokens(text))
    is_ours = is_ours and all(token in tokens for token in _tokens(title) if _SIGN.search(token))
    is_ours = is_ours and title.count("`") % 2 == 0
    is_ours = is_ours and all(span in text for span in _SPAN.findall(title))
    is_clean = without_secrets(title) == title and title.isprintable()
    return title if is_ours and is_clean else ""


def _tokens(text: str) -> Iterator[str]:
    yield from (token for word in text.split() if (token := word.strip(_AROUND)))
