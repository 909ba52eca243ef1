"""What a reply may rest on: an own, simple definition, apart from the rules of the gate.

* A path and a command have to stand in the request, letter by letter.
* A text may be shortened and reordered: its code spans and numbers have to be there, and three
  of five of its words; scripts that put no space between words are compared by pairs of letters.
* The writer's own sentences are allowed where it has nothing to quote: for a missing goal, for a
  check on a route that may not execute, and for a stop that an activation asks for.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from planner.app.activated import activated
from planner.codec.canonical import Json
from planner.drafting.phrases import PHRASES
from planner.drafting.stop import stop_reply
from planner.drafting.wording import title_of
from planner.evals.case import Case
from planner.evals.matching import code_spans, occurs, plain
from planner.model.pattern import pattern
from planner.model.vocabulary import EVIDENCE_COMMANDS, Route

ENOUGH: Final = 0.6
"""The share of a text's words that have to be the request's."""

_NUMBER: Final = pattern(r"\d+(?:[.,]\d+)*")
_UNSPACED: Final = pattern("[぀-ヿ㐀-䶿一-鿿豈-\ufaff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+")
_WORD: Final = pattern(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True)
class Grounds:
    """What one case gives a reply to rest on."""

    request: str
    """The request and what an activation carries, with single spaces."""
    evidence: str
    """The sources, likewise."""
    tokens: frozenset[str]
    numbers: frozenset[str]
    sentences: frozenset[str]
    """The writer's own."""
    commands: frozenset[str]
    """Those of a stop."""

    @classmethod
    def of(cls, case: Case) -> "Grounds":
        """Return the grounds of *case*."""
        request = plain("\n".join((case.request, *_carried(case.activation))))
        evidence = plain("\n".join(part for item in case.sources.items() for part in item))
        sentences, commands = _stop(case.activation)
        both = f"{request}\n{evidence}"
        return cls(
            request=request,
            evidence=evidence,
            tokens=frozenset(tokens(both)),
            numbers=frozenset(_NUMBER.findall(both)),
            sentences=sentences | own_sentences(),
            commands=commands,
        )

    def has_path(self, path: str) -> bool:
        """Say whether the request names exactly *path*, with or without the marks of a folder."""
        bare = re.escape(plain(path).removeprefix("./").rstrip("/"))
        found = rf"(?:(?<![\w/.@~-])|(?<![\w/.@~-])\./){bare}(?:/(?![\w.@*-])|(?![\w/@-])(?!\.\w))"
        return bool(bare) and re.search(found, self.request) is not None

    def has_command(self, command: str, route: Route) -> bool:
        """Say whether *command* is the request's, or the writer's on *route*."""
        if command == EVIDENCE_COMMANDS.get(route) or command in self.commands:
            return True
        return occurs(plain(command), self.request)

    def lacks(self, text: str) -> str | None:
        """Return what of *text* is nobody's but the writer's; None when nothing is."""
        if _bare(text) in self.sentences:
            return None
        for code in code_spans(text):
            if code not in self.request and code not in self.evidence:
                return f"the code {code}"
        for number in _NUMBER.findall(text):
            if number not in self.numbers:
                return f"the number {number}"
        said = list(tokens(text))
        known = sum(token in self.tokens for token in said)
        return None if known >= ENOUGH * len(said) else "its words"


def has_request(case: Case) -> bool:
    """Say whether there is a request at all: a reply may come without the one it answers."""
    return any(text.strip() for text in (case.request, *_carried(case.activation)))


def tokens(text: str) -> Iterator[str]:
    """Yield the words of *text*, and for scripts without spaces each pair of letters."""
    for run in _UNSPACED.findall(text):
        yield from (run[at : at + 2] for at in range(max(len(run) - 1, 1)))
    for word in _WORD.findall(_UNSPACED.sub(" ", text)):
        yield word.casefold()


@cache
def own_sentences() -> frozenset[str]:
    """Return what the writer says where the request gives no goal, as a goal and as a title."""
    goals = [phrases.no_goal[0] for phrases in PHRASES.values()]
    return frozenset(_bare(text) for goal in goals for text in (goal, title_of(goal)))


def _bare(text: str) -> str:
    return plain(text).rstrip(".。．! ").casefold()


def _carried(activation: str | None) -> Iterable[str]:
    """Return the texts in an activation, which may carry the request itself."""
    if activation is None:
        return ()
    try:
        value: Json = json.loads(activation)
    except (ValueError, RecursionError):
        return (activation,)
    return _texts(value)


def _texts(value: Json) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for member in value.values():
                yield from _texts(member)
        case list():
            for member in value:
                yield from _texts(member)


def _stop(activation: str | None) -> tuple[frozenset[str], frozenset[str]]:
    """Return the sentences and the checks of the stop that *activation* may ask for."""
    read = activated(activation.encode()).activation if activation is not None else None
    if read is None or read.task is None:
        return frozenset(), frozenset()
    packet = stop_reply(read, read.task).packet
    said = (packet.title, packet.goal, *packet.criteria, *packet.constraints)
    return frozenset(map(_bare, said)), frozenset(packet.verification)
