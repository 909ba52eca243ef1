"""What a statement says may change, and what it says proves the work: paths and commands.

* A path counts where the request lists what may change, or as the object of a change ("Add x in
  `a/b.py`"); never where it is read, compared with, excluded, an example or an argument.
* When in doubt a path is left out: a missing path becomes a question, a wrong one authority.
* Paths and commands leave in their accepted spelling.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from planner.drafting.cues import CHANGES
from planner.model.command import spelled as spelled_command
from planner.model.intake import Form, Statement
from planner.model.path import reach
from planner.model.path import spelled as spelled_path
from planner.model.pattern import pattern
from planner.model.words import words
from planner.rules.named import (
    Named,
    command_of_line,
    commands_in,
    entries_in,
    paths_in,
    runs_checks,
    usable,
)

_EXCLUDES: Final = pattern(
    r"\b(?:not|never|without|except|excluding|exclude|but not|other than|leave|apart from"
    r"|instead of|rather than|do not|don['’]t"
    r"|keep(?:ing)?|ohne|nicht|kein\w*|außer|sauf|sans|excepto|salvo|sin|tranne|senza|exceto|sem"
    r"|zonder|behalve|niet)\b|以外|除",
    re.IGNORECASE,
)
_STAYS: Final = pattern(
    r"^[`*\s]*[(,:;—–-]*\s*(?:(?:is|are|stays?|remains?|must stay|must remain|as|bleibt|reste"
    r"|ist)\s+)?"
    r"(?:unchanged|read[- ]?only|untouched|not\b|never\b|for reference|reference only"
    r"|context only|as is\b|alone|out of scope|excluded"
    r"|off limits|unverändert|inchangé)"
    r"|^[`\s]*(?:は変更しない|には触れない|以外|を参照|から|のように|を除)",
    re.IGNORECASE,
)
_BEFORE: Final = pattern(
    r"([^\W\d_]+)?[^\w]*?(?:\b(?:the|a|an|new|existing|file|module|folder|directory|page|script"
    r"|die|der|das|datei|le|la|el|il|lo|o|de|het|bestand)\b\W*)*\Z",
    re.IGNORECASE,
)
_TARGET_WORDS: Final = words("""
    in into inside within under to at and or und oder zu nach unter im dans à sous et en a y dentro
    nel nella em no na e naar aan
    add create implement build introduce extend update change edit modify fix refactor rename move
    remove delete drop replace migrate rewrite adjust adapt put place document touch patch correct
    insert append expose register tests test docs
    aktualisiere ändere erweitere ergänze entferne lösche modifie modifier actualiza actualizar
    modifica modificar aggiorna aggiornare atualize atualizar wijzig verwijder
""")
_POINTS_ELSEWHERE: Final = pattern(
    r"\b(?:described|defined|documented|listed|specified|given|stated|shown|found|used|explained"
    r"|mentioned|see|noted|outlined|beschrieben|décrit|descrito|descritto)"
    r"\s+(?:in|at|under|dans|en|em|nel)\W*(?:the\W+)?\Z"
    r"|\b(?:calls?|links?|references?|imports?|dependency|similar|identical|according|compared"
    r"|relative|equal|respect)\s+(?:to|at)\W*(?:the\W+)?\Z",
    re.IGNORECASE,
)
_AT_THE_FRONT: Final = pattern(r"\A[\s*]*\Z")
_FOLLOWED: Final = pattern(r"\A\W{0,2}\s*[:—–-]\s*\S")
_AFTER_SIGNS: Final = pattern("\\A[`\\s]*[にをへ内中里のとで、和]")
_SIGNS: Final = pattern("[\u3040-\u30ff\u3400-\u9fff]")
_PASSES: Final = pattern(
    r"\b(?:pass(?:es)?|succeeds?|green|exits? (?:with )?(?:code )?0|run|runs|check|verif\w+|läuft"
    r"|besteht|passe)\b|通る|成功|通过",
    re.IGNORECASE,
)


def listed_paths(statement: Statement) -> tuple[str, ...]:
    """Return what a statement names that stands where the request lists what may change."""
    only = entries_in(statement.text)
    if only:
        return _usable(only)
    return _usable(_not_excluded(statement.text))


def changed_paths(statement: Statement) -> tuple[str, ...]:
    """Return what a sentence names as the object of a change that it asks for."""
    text = statement.text
    if statement.form is Form.CODE or not CHANGES.search(text):
        return ()
    return _usable(named for named in _not_excluded(text) if _is_target(text, named))


def excludes_paths(statement: Statement) -> bool:
    """Say whether a statement names a path in order to leave it out."""
    return len(tuple(_not_excluded(statement.text))) < len(tuple(paths_in(statement.text)))


def _not_excluded(text: str) -> Iterator[Named]:
    position, excluded = 0, False
    for named in paths_in(text):
        between = text[position : named.start]
        if _EXCLUDES.search(between):
            excluded = True
        elif excluded and re.search(r"[.;]\s|\b(?:add|update|change|to)\b", between):
            excluded = False
        if not excluded and not _STAYS.search(text[named.end : named.end + 60]):
            yield named
        position = named.end


def _is_target(text: str, named: Named) -> bool:
    before, after = text[: named.start].rstrip("`*_\"'“ "), text[named.end :]
    if _AT_THE_FRONT.match(before):
        return bool(_FOLLOWED.match(after)) or bool(_AFTER_SIGNS.match(after))
    if _SIGNS.search(text):
        return bool(_AFTER_SIGNS.match(after)) or before.endswith(
            ("在", "更新", "修改", "删除", "创建", "は")
        )
    near = before[-120:]
    if _POINTS_ELSEWHERE.search(f"{near} "):
        return False
    word = _BEFORE.search(near)
    last = (word[1] or "").casefold() if word else ""
    if last in _TARGET_WORDS:
        return True
    return near.endswith((",", "、", "`,", "`")) and any(True for _ in paths_in(near))


def _usable(named: Iterable[Named]) -> tuple[str, ...]:
    return tuple(
        spelled_path(found.text)
        for found in named
        if usable(found.text) and usable(spelled_path(found.text))
    )


def commands_of(statement: Statement, *, listed: bool) -> tuple[str, ...]:
    """Return the commands of a statement in their accepted spelling.

    Args:
        statement: Where they stand.
        listed: It stands where the request lists what proves the work, so that every command
            counts; elsewhere only one that checks work and is said to pass.
    """
    return tuple(
        command
        for written in written_commands(statement, listed=listed)
        for command in spelled_command(written)
    )


def written_commands(statement: Statement, *, listed: bool) -> Iterator[str]:
    """Yield the commands of a statement as the request writes them."""
    spans = (
        [named.text for named in commands_in(statement.text)]
        if statement.form is not Form.CODE
        else []
    )
    if listed:
        line = None if spans else command_of_line(_without_lead(statement.text))
        yield from spans or ([line] if line else [])
    elif _PASSES.search(statement.text):
        yield from (span for span in spans if runs_checks(span))


def _without_lead(text: str) -> str:
    return re.sub(
        r"\A(?:run|execute|use|führe|ausführen|lancer|ejecutar)\s*:?\s+",
        "",
        text,
        flags=re.IGNORECASE,
    ).rstrip(".")


def without_covered(paths: Iterable[tuple[str, str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each path once with the statements that name it; covered ones are dropped."""
    cites: dict[str, list[str]] = {}
    for path, statement in paths:
        found = cites.setdefault(path, [])
        if statement not in found:
            found.append(statement)
    known = reach(cites)
    for path, statements in cites.items():
        if known.cover(path) is None:
            yield path, tuple(statements)
