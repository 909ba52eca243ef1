"""What is missing from a request, or contradicts itself: blockers with their questions.

* At most three block. What is over three is gathered into the third as a list, and what does not
  fit its question may wait with a default; nothing is dropped.
* Every gap speaks of the current phase and quotes the request; no answer is suggested.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from planner.drafting.contradictions import contradictions
from planner.drafting.cues import CONDITION, PLACEHOLDER
from planner.drafting.kept_out import refused_scope
from planner.drafting.phrase_set import Phrases
from planner.drafting.undecided import leaves_open
from planner.model.draft import Blocker
from planner.model.intake import LabelledStatement, Statement
from planner.model.pattern import pattern
from planner.model.question import BLOCKING_LIMIT, PROMPT_LIMIT, Question
from planner.model.vocabulary import Label, Topic

_SPAN: Final = pattern(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|«[^»]*»|「[^」]*」")
_ASKS: Final = pattern(r"[?？][\s)\]*_]*\Z")
_MOST_NAMED: Final = 6
"""Paths that one question asks about."""
_QUOTE_LIMIT: Final = 150
"""Code points of a statement that a blocker or question quotes."""


@dataclass(frozen=True, slots=True)
class Gap:
    """One thing that has to be known first."""

    blocker: str
    question: str
    cites: tuple[str, ...] = ()
    topic: Topic = Topic.OPEN
    parts: tuple["Gap", ...] = ()
    """For `Topic.SEVERAL`: the gaps that it gathers, in the order of their numbers."""
    paths: tuple[str, ...] = ()
    """For `Topic.NAMED_PATHS`: the paths that it asks about."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the gap that it is about."""

    question: Question
    gap: Gap


def asks(text: str) -> bool:
    """Say whether a statement is a question that the request itself leaves open."""
    return _ASKS.search(text) is not None


def placeholder_of(text: str) -> str | None:
    """Return the placeholder that stands in a statement; one in a code span or quotes is meant."""
    found = PLACEHOLDER.search(_SPAN.sub("", text))
    return found.group().strip() if found else None


def is_undecided(text: str) -> bool:
    """Say whether a statement says of something that it is not decided."""
    plain = _SPAN.sub("x", text)
    return leaves_open(plain) and CONDITION.match(plain) is None


def quoted(text: str) -> str:
    """Return *text* as a sentence of ours quotes it: on one line, cut at a word."""
    plain = (
        " ".join(text.split()).rstrip(".。 ").replace("“", "'").replace("”", "'").replace('"', "'")
    )
    if len(plain) <= _QUOTE_LIMIT:
        return plain
    cut = plain[: _QUOTE_LIMIT + 1]
    return (cut.rpartition(" ")[0] or cut[:_QUOTE_LIMIT]).rstrip(" ,;:")


def opposed(labels: Sequence[LabelledStatement], say: Phrases) -> Iterator[Gap]:
    """Yield what the request says in two ways that cannot both hold."""
    for found in (*contradictions(labels), *refused_scope(labels)):
        one, other = quoted(found.one.text), quoted(found.other.text)
        cites = (found.one.id, found.other.id)
        yield _gap(Topic.CONTRADICTION, say.contradiction, one, cites, other)


def unsettled_git(values: Sequence[str], say: Phrases) -> Iterator[Gap]:
    """Yield that the capability is declared in two ways, or as a word that nobody knows."""
    match [f"git_repository={value}" for value in values]:
        case []:
            return
        case [only]:
            yield _gap(Topic.GIT, say.left_open, only)
        case [one, other, *_]:
            yield _gap(Topic.GIT, say.contradiction, one, other=other)


def merged(gaps: Sequence[Gap], labels: Sequence[LabelledStatement], say: Phrases) -> list[Gap]:
    """Return *gaps* and what the request itself asks, each point once.

    A question of the request that is about a gap of ours stands for it, in its own words.
    """
    own = {item.about: item.statement for item in labels if item.label is Label.QUESTION}
    found: list[Gap] = []
    told: set[str] = set()
    for gap in gaps:
        statement = own.get(gap.topic) if not gap.cites else None
        if statement is None or not asks(statement.text) or len(statement.text) > PROMPT_LIMIT:
            found.append(gap)
            continue
        told.add(statement.id)
        found.append(replace(gap, question=statement.text, cites=(statement.id,)))
    return [*found, *left_open([item for item in labels if item.statement.id not in told], say)]


def left_open(labels: Sequence[LabelledStatement], say: Phrases) -> Iterator[Gap]:
    """Yield what the request asks, or says to be undecided."""
    for item in labels:
        if item.label is not Label.QUESTION:
            continue
        statement = item.statement
        text = quoted(statement.text)
        if asks(statement.text):
            blocker, _ = say.left_open
            question = statement.text if len(statement.text) <= PROMPT_LIMIT else text
            yield Gap(blocker.format(text=text), question, (statement.id,))
        else:
            is_blank = placeholder_of(statement.text) is not None
            topic = Topic.PLACEHOLDER if is_blank else Topic.OPEN
            pair = say.placeholder if is_blank else say.left_open
            yield _gap(topic, pair, text, (statement.id,))


def no_goal(say: Phrases) -> Gap:
    """Return that no statement says what is wanted."""
    return _gap(Topic.GOAL, say.no_goal)


def no_wanted(cites: Sequence[str], say: Phrases) -> Gap:
    """Return that the cited statements say what goes wrong, and none what should happen."""
    return _gap(Topic.WANTED, say.no_wanted, cites=tuple(cites))


def no_measure(statement: Statement, say: Phrases) -> Gap:
    """Return that nothing shows when the wish of *statement* is reached."""
    return _gap(Topic.WANTED, say.no_measure, quoted(statement.text), (statement.id,))


def no_paths(say: Phrases) -> Gap:
    """Return that no statement names what may change."""
    return _gap(Topic.PATHS, say.no_paths)


def unsaid_paths(paths: Sequence[str], cites: Sequence[str], say: Phrases) -> Gap:
    """Return that *paths* are named, and no statement says that they may change."""
    shown = paths[:_MOST_NAMED]
    text = ", ".join(f"`{path}`" for path in shown)
    gap = _gap(Topic.NAMED_PATHS, say.unsaid_paths, text, tuple(cites))
    return replace(gap, paths=tuple(shown))


def no_proof(say: Phrases, *, git_only: bool) -> Gap:
    """Return that no statement names a check, or only checks that need the missing repository."""
    return _gap(Topic.PROOF, say.git_only if git_only else say.no_proof)


def _gap(
    topic: Topic,
    pair: tuple[str, str],
    text: str = "",
    cites: tuple[str, ...] = (),
    other: str = "",
) -> Gap:
    blocker, question = (sentence.format(text=text, other=other) for sentence in pair)
    return Gap(blocker, question, cites, topic)


def asked(
    gaps: Sequence[Gap], say: Phrases, stage: str
) -> tuple[tuple[Blocker, ...], tuple[Question, ...]]:
    """Return the blockers, and the questions that would remove them, for *gaps*."""
    points = numbered(gaps, say, stage)
    blockers = tuple(
        Blocker(text=point.gap.blocker, cites=point.gap.cites)
        for point in points
        if not point.question.defer_allowed
    )
    return blockers, tuple(point.question for point in points)


def numbered(gaps: Sequence[Gap], say: Phrases, stage: str) -> tuple[Asked, ...]:
    """Return the questions of *gaps* with what each is about: those that block, then the others."""
    held, waiting = _gathered(_unique(gaps), say)
    points = [Asked(_question(number, gap, stage), gap) for number, gap in enumerate(held, 1)]
    for number, gap in enumerate(waiting, len(held) + 1):
        points.append(Asked(_question(number, gap, stage, default=say.stays_open), gap))
    return tuple(points)


def _unique(gaps: Sequence[Gap]) -> list[Gap]:
    return list({gap.blocker: gap for gap in gaps}.values())


def _gathered(gaps: Sequence[Gap], say: Phrases) -> tuple[list[Gap], list[Gap]]:
    """Return at most three gaps that block, and those that may wait."""
    if len(gaps) <= BLOCKING_LIMIT:
        return list(gaps), []
    first, rest = list(gaps[: BLOCKING_LIMIT - 1]), gaps[BLOCKING_LIMIT - 1 :]
    blocker, question = say.several
    listed: list[Gap] = []
    length = len(question)
    for number, gap in enumerate(rest, 1):
        length += len(gap.question) + 5 + len(str(number))
        if length > PROMPT_LIMIT:
            break
        listed.append(gap)
    gathered = listed or [rest[0]]
    if len(gathered) == 1:
        return [*first, gathered[0]], list(rest[1:])
    asked_for = " ".join(f"({number}) {gap.question}" for number, gap in enumerate(gathered, 1))
    named = " ".join(f"({number}) {gap.blocker}" for number, gap in enumerate(gathered, 1))
    cites = tuple(dict.fromkeys(cite for gap in gathered for cite in gap.cites))
    third = Gap(
        blocker.format(text=named),
        question.format(text=asked_for),
        cites,
        Topic.SEVERAL,
        tuple(gathered),
    )
    return [*first, third], list(rest[len(gathered) :])


def _question(number: int, gap: Gap, stage: str, *, default: str | None = None) -> Question:
    return Question(
        id=f"q{number}",
        stage=stage,
        question=gap.question,
        why_blocking=gap.blocker,
        defer_allowed=default is not None,
        default_if_unanswered=default,
    )
