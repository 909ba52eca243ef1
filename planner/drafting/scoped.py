"""Sentences whose whole job is to say which files may change, in whatever words they do it.

* Such a sentence is known by what it lacks: beside its paths it holds only words of changing,
  placing and joining, so that any word of behaviour, reading or refusal makes it another one.
* It is judged a clause at a time: "touch only `a.py`, leave `b.py` alone" opens the first alone.
* What is placed ("the tests go into …") has to be work: a report that goes into a file is output.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from planner.drafting.restructured import CODE
from planner.drafting.scope_words import (
    BEINGS,
    CHANGED,
    CHANGING,
    JOINING,
    NAMING,
    PLACING,
    PRODUCTS,
)
from planner.drafting.spoken import commands_in
from planner.model.pattern import pattern
from planner.model.words import words
from planner.rules.named import Named, paths_in

_MARK: Final = "\ue000"
"""Stands for a path."""
_RUN: Final = "`x`"
"""Stands for a command: no clause with one says what may change."""
_BEFORE_RUN: Final = pattern(
    r",?\s(?:and|then|und|et|puis|y|luego|e|poi|en)\s(?:then |dann )?(?:run |execute )?`x`",
    re.IGNORECASE,
)
_OTHER_SPAN: Final = pattern(r"`[^`\n]*`")
_CLAUSE: Final = pattern(r"[;；。!！?？]|\.(?=\s|\Z)|[,、，](?!\d)|\s[—–-]{1,2}\s|\n")
_ENDS: Final = pattern(r"[;；。!！?？.]|\s[—–-]")
_WORD: Final = pattern(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SIGNS: Final = pattern("[\u3040-\u30ff\u3400-\u9fff]+")
_AS_NOUN: Final = pattern(
    r"\b(?:the|this|that|a|any|our|your|my|these|those|each|every|all|of|with|after|before|for)"
    r" (?:new )?(?:change|changes|fix|fixes|update|updates|edit|edits|work)\b",
    re.IGNORECASE,
)
_NOTHING_BUT: Final = pattern(
    r"\b(?:nothing|no(?: other)? (?:files?|modules?|folders?))(?: else)? (?:but|except(?: for)?"
    r"|than"
    r"|other than|besides"
    r"|apart from|outside(?: of)?|beyond)\b|\bnichts (?:außer|als|anderes als)\b"
    r"|\bne\b(?=[^.;]*\bqu(?:e\b|['’]))"
    r"|\bqu(?:e\b|['’])(?=\s?(?:dans |sur |à )?[^\W\d_]{0,3}\s?\ue000)"
    r"|\brien (?:d['’]autre que|sauf|que)\b|\bnada (?:más que|salvo|excepto|além de|mais que)\b"
    r"|\bnient['’]altro che\b|\bniets (?:anders dan|behalve|dan)\b"
    r"|\bno (?=(?:ficheiro|arquivo|módulo|código)s?\b)",
    re.IGNORECASE,
)
_WORKS_IN: Final = pattern(
    r"(\A\W*(?:(?:please|only|just|kindly|you|we|may|can|should|must|to|and|then)\s+)*)"
    r"(?:work(?=\s(?:only |just |solely )?(?:in|on|within|inside|under)\b)|pas(?=\b[^.;]*\baan\b))",
    re.IGNORECASE,
)
"""Verbs that are other words elsewhere: "work only in …", "pas … aan"."""
_SAYS_SCOPE_IN_SIGNS: Final = pattern(
    r"\A(?:変更|修正|編集|対象|触|テスト|実装|コード|追加|必要|ファイル|だけ|のみ|して|する|よい|いい"
    r"|ください|下さい|こと|です|ます|に|を|は|も|と|の|が|で|か|や|お願いします|お願い|書い|書く|置い|置く"
    r"|入れ|て|て良い|以下|次|新しい|新規|作成|できる|できます|およびその|および|その|対応する|回帰|まで"
    r"|只|仅|仅限|只能|可以|可|修改|更改|改动|编辑|变更|需要|要|请|在|和|与|及|以及|其|对应|的|测试|代码"
    r"|改|只要|仅需|就行|即可|就好|就可以|实现|文件|放|写|到|里|中|内|这|两个|范围|限|限于|是|为|新建|添加|增加|都|新|应|应该|个|单元"
    r"|用例)+\Z"
)
_STRONG_SIGNS: Final = pattern(
    r"変更|修正|編集|触|改|(?:テスト|実装|コード)[^。]*(?:書|置|入れ|追加|作成)|修改|更改|改动|编辑|变更"
    r"|(?:测试|代码|实现|用例)[^。]*(?:放|写|添加|增加|新建)|(?:放|写)[^。]*(?:测试|代码|实现|用例)"
)
_THAT_FILE: Final = pattern(
    r"\b(?:that|this|the same) (?:file|module|one|folder|script)\b|\bdiese[rs]? (?:datei|modul)\b"
    r"|\bce (?:fichier|module)\b|\bes[et]e (?:archivo|fichero|módulo)\b|\bquest[oa] file\b"
    r"|\b(?:the|our) only (?:file|module|one|place)\b|\bdie einzige datei\b|\bdas einzige modul\b"
    r"|\b(?:le seul|l['’]unique) (?:fichier|module)\b|\bel único (?:archivo|fichero|módulo)\b"
    r"|\bl['’]unico (?:file|modulo)\b|\bo único (?:ficheiro|arquivo|módulo)\b"
    r"|\bhet enige bestand\b"
    r"|\bess[ea] (?:ficheiro|arquivo)\b|\bdi?t bestand\b|このファイル|该文件|这个文件",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Clause:
    """A stretch of a sentence between two of its stops."""

    text: str
    """With a mark for each path."""
    paths: tuple[Named, ...]
    ends_sentence: bool
    opens: bool | None = None
    """Whether it says that its paths may change; None where it only lists them."""


def scope_of(text: str) -> tuple[Named, ...]:
    """Return the paths of those clauses of *text* that only say what may change."""
    return tuple(named for clause in _judged(text) if clause.opens for named in clause.paths)


def says_scope(text: str) -> bool:
    """Say whether all that *text* does with paths is to say that they may change."""
    clauses = [clause for clause in _judged(text) if clause.paths]
    if clauses and next(iter(commands_in(text)), None) is not None:
        return False
    return bool(clauses) and all(clause.opens for clause in clauses)


def tells_file(text: str) -> bool:
    """Say whether an entry of a list of files begins with one and tells what happens in it."""
    named = next(paths_in(text), None)
    if named is None or not _FIRST_CELL.match(text[: named.start]):
        return False
    after = text[named.end :].lstrip("`*_ ")
    return after.startswith((":", ";", "—", "–", "- ", "：")) and not _DEMANDS.search(after)


_FIRST_CELL: Final = pattern(r"\A[\s`*_]*(?:[^:;,.`\n]{1,30}:\s*)?[\s`*_]*\Z")
_DEMANDS: Final = pattern(
    r"\b(?:must|shall|should|has to|have to|needs? to|may not|muss|müssen|soll|sollen|doit|doivent"
    r"|debe|deben|deve|devono|devem|moet|moeten)\b|必须|应|なければ"
    r"|\A[:;：—–-]\s*(?:[^:;]{1,30}:\s*)?(?:add|change|make|let|show|return|write|use|create|remove"
    r"|replace|extend|update|fix|register|call|delete|store|send|move|handle)\b(?!\s*:)",
    re.IGNORECASE,
)
"""What makes the remark on a file a requirement of its own."""


@lru_cache(maxsize=256)
def _judged(text: str) -> tuple[_Clause, ...]:
    """Return the clauses of *text* with what each says; asked of one statement several times."""
    named = tuple(paths_in(text))
    commands = tuple(commands_in(text)) if named else ()
    if commands:
        named = tuple(one for one in named if not any(_lies_in(one, run) for run in commands))
    if not named:
        return ()
    clauses = list(_clauses(text, named, commands))
    reserved = _REFUSES.search(text) is not None or _RELATIVE.search(text) is not None
    for clause in clauses:
        clause.opens = _opens(clause, reserved=reserved)
    _let_lists_follow(clauses)
    _let_references_reach(clauses)
    return tuple(clauses)


def _lies_in(one: Named, other: Named) -> bool:
    return other.start <= one.start < other.end


def _clauses(text: str, named: Sequence[Named], commands: Sequence[Named]) -> Iterator[_Clause]:
    """Yield the clauses of *text*; a stop inside a path or a code span is none."""
    masked = text
    marks = [(one, _MARK) for one in named] + [(one, _RUN) for one in commands]
    for one, mark in sorted(marks, key=lambda pair: pair[0].start, reverse=True):
        masked = f"{masked[: one.start]}{mark}{masked[one.end :]}"
    masked = _OTHER_SPAN.sub("`x`", _BEFORE_RUN.sub(f"; {_RUN}", masked))
    left = list(named)
    start = 0
    stops = [*_CLAUSE.finditer(masked), None]
    for stop in stops:
        piece = masked[start : stop.start() if stop else len(masked)]
        count = piece.count(_MARK)
        taken, left = tuple(left[:count]), left[count:]
        ends = stop is None or _ENDS.match(stop.group()) is not None
        if piece.strip() or taken:
            yield _Clause(piece, taken, ends)
        start = stop.end() if stop else start


def _opens(clause: _Clause, *, reserved: bool) -> bool | None:
    """Return whether a clause says that its paths may change; None where it only lists."""
    plain = _WORKS_IN.sub(r"\1 touch", _NOTHING_BUT.sub(" only ", clause.text))
    plain = _BESIDE_IT.sub(" ", plain)
    if _SIGNS.search(plain):
        runs = _SIGNS.findall(plain)
        rest = _WORD.findall(_SIGNS.sub(" ", plain).replace(_MARK, " "))
        known = all(_SAYS_SCOPE_IN_SIGNS.match(run) for run in runs) and not rest
        return known and _STRONG_SIGNS.search(plain) is not None
    found = [word.casefold() for word in _WORD.findall(plain.replace(_MARK, " "))]
    spoken = set(found)
    if spoken <= JOINING and clause.paths and "x" not in spoken:
        return None
    if _ALL_IN.fullmatch(plain.strip()) is not None:
        return not reserved and all(CODE.search(one.text) for one in clause.paths)
    if not spoken <= NAMING:
        return False
    verbs = {word.casefold() for word in _WORD.findall(_AS_NOUN.sub(" ", plain))}
    if verbs & CHANGING or (verbs & CHANGED and verbs & BEINGS):
        return True
    if not clause.paths and spoken <= JOINING | PRODUCTS | _OWN:
        return None
    return bool(spoken & PLACING and spoken & PRODUCTS)


_RELATIVE: Final = pattern(
    r"[,;—–-]\s*(?:which|who|whose|where|but|though|der|die das|welche\w*|aber|qui|que|mais|pero"
    r"|che"
    r"|ma|mas|maar)\b",
    re.IGNORECASE,
)
"""What goes on about a file that a sentence only points at."""
_BESIDE_IT: Final = pattern(
    r"\b(?:next to|beside|alongside|along with|that goes with|belonging to) (?:it|them|this|that)\b"
    r"|\b(?:daneben|dazu|à côté|al lado|accanto|ao lado)\b(?! [dv])",
    re.IGNORECASE,
)
_OWN: Final = words("its their matching corresponding new own zugehörige ses leurs sus i suoi seus")
_ALL_IN: Final = pattern(
    r"(?:(?:it['’]?s|it is|that['’]?s|that is|this is|they are|they['’]re|es|das|c['’]est|está"
    r"|están"
    r"|è|é|fica)(?: ist| steht| liegt| spielt sich)? (?:all|only|just|alles|nur|tout|todo|tutto"
    r"|tudo)"
    r"|(?:everything|all of (?:it|this|that)|the whole thing)(?: that is needed| needed)?"
    r" (?:is|lives|happens|sits)|alles (?:ist|steht|liegt|spielt sich)|tout (?:est|se passe"
    r"|se trouve)"
    r"|todo (?:está|pasa)|tutto (?:è|sta|si trova)|tudo (?:está|fica))(?: ab)?"
    r" (?:in|inside|within|dans|en|em|nel|nella)[\s`*_]*(?:the )?\ue000"
    r"(?:[\s`*_]*(?:and|und|et|y|e)[\s`*_]*\ue000)*[\s`*_]*",
    re.IGNORECASE,
)
"""Where the whole of a matter is, as the answer to where work has to be done."""


def _let_lists_follow(clauses: Sequence[_Clause]) -> None:
    """Let a clause that only lists paths go with what it stands beside in its sentence."""
    for at, clause in enumerate(clauses):
        if clause.opens is None and at and not clauses[at - 1].ends_sentence:
            clause.opens = clauses[at - 1].opens
    for at in range(len(clauses) - 2, -1, -1):
        clause = clauses[at]
        if clause.opens is None and not clause.ends_sentence:
            clause.opens = clauses[at + 1].opens


def _let_references_reach(clauses: Sequence[_Clause]) -> None:
    """Let "that file" in a clause that opens paths be the one that was named right before it."""
    for before, clause in pairwise(clauses):
        if (
            clause.opens
            and not before.opens
            and len(before.paths) == 1
            and _THAT_FILE.search(clause.text)
            and not _REFUSES.search(before.text)
        ):
            before.opens = True


_REFUSES: Final = pattern(
    r"\b(?:not|never|no|nothing|leave|keep|read|see|like|unchanged|without|except|nicht|kein\w*"
    r"|ohne|bleib\w*|pas|sans|sauf|laisse\w*|no|sin|salvo|non|senza|tranne|não|sem|exceto|niet"
    r"|geen|zonder|behalve)\b|n['’]t\b|ない|以外|不|除",
    re.IGNORECASE,
)
