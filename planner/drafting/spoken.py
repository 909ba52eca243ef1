"""Commands that a sentence names, with or without a code span around them.

* Outside a span only a program that checks work begins a command, and what follows belongs to it
  only as far as it has the form of an argument: a path, a flag, a flag's value.
* Where a plain word follows that might be an argument, nothing is named: the command that was
  meant is not known, and half of it is another one.
* A program's name alone ("pytest fixtures", "make test data") is a command only where a word of
  running stands before it.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from planner.model.command import is_command
from planner.model.pattern import pattern
from planner.model.words import words
from planner.rules import named
from planner.rules.named import Named, runs_checks

_PROGRAM: Final = pattern(
    r"(?<![\w`./\"“„«-])(?:(?:(?:uv|poetry|pdm|hatch|rye|pipenv) run |bundle exec |npx )?"
    r"(?:(?:python|py)[\d.]* -m (?:pytest|unittest(?: discover)?|mypy|doctest|tox|nox)"
    r"|(?:npm|yarn|pnpm|bun)(?: run)? (?:test|lint|check|typecheck)(?::[\w:-]+)?"
    r"|(?P<make>make (?:test|check|lint|verify))|cargo (?:test|clippy|check)|go (?:test|vet)"
    r"|mvn(?: -\w+)* (?:test|verify)|(?:\./)?gradlew? (?:test|check)|dotnet test|swift test"
    r"|flutter test|deno test|mix test|sbt test|composer test|rake test|rails test|ruff check"
    r"|(?P<word>pytest|tox|nox|mypy|pyright|rspec|jest|vitest|phpunit|(?:vendor/bin|bin)/\w+"
    r"|ctest|eslint|rubocop|shellcheck|playwright test|cypress run)))(?![\w/-])"
)
_QUOTED: Final = pattern(r"[\"“„«]\s?([^\"“”„«»\n]{4,120}?)\s?[\"”“»]")
_TOKEN: Final = pattern(r"[ ]+(\S+)")
_FORMED: Final = pattern(
    r"-{1,2}\w|--\Z|\.{0,2}/|[\w@.*-]+[/.:=_*][\w./:=*@\[\]-]|:[\w:-]+\Z|(?:tests?|specs?|src)\Z"
)
_TAKES_VALUE: Final = frozenset({
    "-k", "-m", "-p", "-s", "-t", "-c", "-run", "--run", "--filter", "--test", "--tests", "--grep",
    "--", "--testNamePattern",
})  # fmt: skip
_STOPS: Final = pattern(r"[,;:!?)\]）。，、；”\"»]+\Z|(?<![/.])\.\Z|(?<=/\.\.\.)\.\Z")
_RUNS: Final = pattern(
    r"(?:\A|[.;:：!?。，,(—–-]\s*|\b(?:run|runs|running|execute|executes|executing|with|w/|by|via|using"
    r"|is|say|do|try|ausführen|führe|führt|mit|durch|per|lancer|lancez|lance|exécute[rz]?|avec"
    r"|ejecut\w+|con|corr\w+|lanz\w+|esegu\w+|lanci\w+|execut\w+|rod\w+|com|draai\w*|met|that)\s+)"
    r"\Z",
    re.IGNORECASE,
)
_AFTER: Final = words("""
    a again afterwards all also and any are at be before but by check clean comes confirm exits for
    from gives green has have if in is it keeps locally may must needs of on once or over pass
    passes passing please pls proves reports runs shall shall should shows so stays still succeed
    succeeds that the then this to too twice until verifies when which while will with without
    ausführen aus bitte besteht bestehen danach dann durch durchlaufen fehlerfrei grün ist laufen
    lassen läuft muss müssen nach noch ohne prüfen soll sollen sollte sollten und vor weiterhin wird
    avant doit doivent est et passe passent pour puis sans soit svp après
    antes debe deben después es para pasa pasan sigue sin tiene y
    prima deve devono dopo e passa passano per poi senza è
    deve devem depois para passa passam sem tem
    daarna en groen is moet moeten na slaagt slagen voor zonder
""")


def commands_in(text: str) -> Iterator[Named]:
    """Yield the commands that running text names."""
    yield from _commands(text)


@lru_cache(maxsize=256)
def _commands(text: str) -> tuple[Named, ...]:
    spanned = tuple(named.commands_in(text))
    if spanned or len(text) > _LONGEST:
        return spanned
    return tuple(_quoted(text)) or tuple(spoken_in(text))


_LONGEST: Final = 1000


def _quoted(text: str) -> Iterator[Named]:
    for found in _QUOTED.finditer(text):
        command = found[1].strip()
        if " " in command and runs_checks(command) and is_command(command):
            yield Named(command, found.start(), found.end())


def spoken_in(text: str) -> Iterator[Named]:
    """Yield the commands of *text* that stand in it without a mark of code."""
    for found in _PROGRAM.finditer(text):
        if _in_span(text, found.start()):
            continue
        end = _end_of(text, found)
        if end is None:
            continue
        command = text[found.start() : end]
        has_arguments = end > found.end()
        is_run = _RUNS.search(text[: found.start()]) is not None
        if (is_run and not found["word"]) or (has_arguments and (is_run or not found["make"])):
            yield from _checking(Named(command, found.start(), end))


def _checking(one: Named) -> Iterator[Named]:
    if is_command(one.text) and runs_checks(one.text):
        yield one


def _in_span(text: str, at: int) -> bool:
    return "`" in text and text.count("`", 0, at) % 2 == 1


def _end_of(text: str, program: re.Match[str]) -> int | None:
    """Return where the arguments of a program end; None where that cannot be told."""
    end = program.end()
    takes_value = False
    while (found := _TOKEN.match(text, end)) is not None:
        token = found[1]
        bare = _STOPS.sub("", token)
        if not bare:
            return end
        is_argument = _FORMED.match(bare) is not None
        if not (is_argument or takes_value):
            is_over = bare.casefold() in _AFTER or not bare[0].isalnum() or not bare[0].isascii()
            return end if is_over else None
        end = found.start(1) + len(bare)
        if bare != token:
            return end
        takes_value = bare in _TAKES_VALUE
    return end


_ORDERED: Final = pattern(
    r"(?:\A|[.;:,]|\b(?:and|then|please|und|dann|bitte|et|puis|y|luego|e|poi|depois|en|dan))\s*"
    r"(?:run|execute|führt?e?|lance[rz]?|exécute[rz]?|ejecut(?:a|e|en|ad)|corr(?:e|an)|lanza"
    r"|esegu(?:i|ite|ire)|lancia(?:te)?|execut(?:e|em|a)|rod(?:e|em)|draai)[\s`]*\Z",
    re.IGNORECASE,
)


def is_ordered(text: str, command: Named) -> bool:
    """Say whether the sentence orders to run this very command."""
    return _ORDERED.search(text[: command.start]) is not None
