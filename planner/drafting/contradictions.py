"""Statements of one request that cannot both hold.

* The same subject with different amounts, in different formats, wanted and refused, kept and
  removed, or one callable with two signatures.
* Told by equal content once amounts, modals and negations are taken out: a refinement ("on
  desktop") is another content and no contradiction. When in doubt, none is reported.
* Statements are gathered by content, so the work grows with the request and not with its pairs.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from planner.drafting.cues import FORBIDS, LEAVES_OUT
from planner.drafting.opposites import Claim, claims_of
from planner.model.intake import Form, LabelledStatement, Statement
from planner.model.pattern import pattern
from planner.model.vocabulary import REQUIREMENT_LABELS, Label
from planner.model.words import words
from planner.rules.literals import literals_of, stem, terms_of


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two statements, the earlier first."""

    one: Statement
    other: Statement


_NEGATION: Final = pattern(
    r"\b(?:not|no|never|without|n['’]t|kein\w*|nicht|nie|pas|jamais|ne|sin|nunca|non|não|sem|geen"
    r"|niet)\b|ない|禁止|不",
    re.IGNORECASE,
)
_REMOVES: Final = pattern(
    r"^(?:please )?(?:remove|drop|delete|retire|disable|hide|exclude|entferne|supprime[rz]?"
    r"|elimina[r]?|rimuov\w+|verwijder)\b",
    re.IGNORECASE,
)
_AT_MOST: Final = pattern(
    r"\b(?:at most|up to|no more than|maximum|max|limit(?:ed)?|within|under|below|less than"
    r"|fewer than|höchstens|maximal|au plus|como máximo|al massimo|no máximo|hoogstens)\b|以内|以下"
    r"|最大|最多",
    re.IGNORECASE,
)
_AT_LEAST: Final = pattern(
    r"\b(?:at least|no less than|minimum|min|more than|over|above|mindestens|au moins|al menos"
    r"|almeno|pelo menos|minstens)\b|以上|最低|至少",
    re.IGNORECASE,
)
_NUMBER: Final = pattern(r"\A([-+]?\d[\d.,:]*)\s*(\S*)\Z")
_GENERIC: Final = pattern(r"\b(?:files?|format|output|encod\w+)\b", re.IGNORECASE)
"""Subjects that are no content of their own and still are a subject."""
_EXCLUSIVE: Final = pattern(
    r"\b(?:is|are|be|only|exclusively|solely|format|encoded|ist|nur|ausschließlich|wird|werden|est"
    r"|uniquement|exclusivement|seulement|es|sólo|solo|solamente|únicamente|exclusivamente|è|soltanto"
    r"|esclusivamente|é|apenas|somente|uitsluitend|alleen|wordt|worden)\b|は|为|是",
    re.IGNORECASE,
)
_VALUES: Final[tuple[frozenset[str], ...]] = (
    words("csv json jsonl xml yaml toml xlsx tsv html markdown parquet pdf"),
    frozenset(["utf-8", "utf-16", "latin-1", "iso-8859-1", "windows-1252", "ascii", "shift_jis"]),
    frozenset(["ascending", "descending"]),
)
_VALUE: Final = pattern(
    r"(?<![\w-])(?:csv|jsonl?|xml|yaml|toml|xlsx|tsv|html|markdown|parquet|pdf|utf-8|utf-16"
    r"|latin-1|iso-8859-1|windows-1252|ascii|shift_jis|ascending|descending)"
    r"(?![\w-])|(?<![\w-])(?:csv|jsonl?|xml|yaml|toml|xlsx|tsv|html|markdown|parquet|pdf)"
    r"(?=-(?:datei|format|files?|bestand)\w*)",
    re.IGNORECASE,
)
_EMPTY_WORDS: Final = frozenset(
    stem(word)
    for word in words("""
        most up maximum max least minimum min limit limited within under below less fewer exactly
        should can cannot shall must may will not no never without need needs add support provide
        include included allow offer keep keeps stay stays remain create show existing working
        works work please remove drop delete retire disable hide exclude always only file format
        output as is are be encoded encoding also still hold holds contain contains take takes
        attach attached assign assigned link linked carry carries belong per one each every
        accept accepts process cover covers have has ist sind muss soll wird werden nur
    """)
)
_SUBJECTS: Final = REQUIREMENT_LABELS | {Label.GOAL}


def contradictions(labels: Iterable[LabelledStatement]) -> Iterator[Contradiction]:
    """Yield the contradictions among what is asked for, each pair once."""
    seen: dict[tuple[str, frozenset[str]], tuple[Statement, str]] = {}
    claimed: dict[tuple[str, frozenset[str]], tuple[Statement, Claim]] = {}
    told: set[tuple[str, str]] = set()
    for item in labels:
        if item.label not in _SUBJECTS or item.statement.form is Form.CODE:
            continue
        for key, value in _claims(item.statement):
            first, said = seen.setdefault(key, (item.statement, value))
            pair = (first.id, item.statement.id)
            if said != value and first.id != item.statement.id and pair not in told:
                told.add(pair)
                yield Contradiction(first, item.statement)
        for claim in claims_of(item.statement.text):
            one, before = claimed.setdefault(claim.about, (item.statement, claim))
            pair = (one.id, item.statement.id)
            if claim.excludes(before) and one.id != item.statement.id and pair not in told:
                told.add(pair)
                yield Contradiction(one, item.statement)


def _claims(statement: Statement) -> Iterator[tuple[tuple[str, frozenset[str]], str]]:
    """Yield what a statement claims: what about, and the value that must be one."""
    text = statement.text
    content = terms_of(_affirmed(text)) - _EMPTY_WORDS
    yield from _signatures(text)
    if content:
        yield ("holds", content), "no" if _refuses(text) else "yes"
        yield from _amounts(text, content)
    yield from _values(text, content)


_SPOKEN_NO: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (pattern("できません|できない"), "できる"),
    (pattern("しません|しない"), "する"),
    (pattern("されません|されない"), "される"),
    (pattern("(?<=[\u3040-\u30ff\u3400-\u9fff])[はもが](?=[\u3040-\u30ff\u3400-\u9fff])"), "は"),
    (pattern("不能|不可以|可以|不得|不可"), "能"),
)


def _affirmed(text: str) -> str:
    """Return *text* of a script without spaces with its negations and topic marks made alike."""
    if text.isascii():
        return text
    for found, instead in _SPOKEN_NO:
        text = found.sub(instead, text)
    return text


def _amounts(
    text: str, content: frozenset[str]
) -> Iterator[tuple[tuple[str, frozenset[str]], str]]:
    numbers = [
        found
        for literal in literals_of(text)
        if literal.kind == "number" and (found := _NUMBER.match(literal.text))
    ]
    if len(numbers) == 1:
        amount, unit = numbers[0].groups()
        about = frozenset(term for term in content if not term[0].isdigit())
        bound = _bound(text)
        is_one = unit or bound != "exactly" or _EXCLUSIVE.search(text)
        if about and is_one:
            yield (f"{bound} {stem(unit.casefold())}", about), amount.rstrip(".,")


def _values(text: str, content: frozenset[str]) -> Iterator[tuple[tuple[str, frozenset[str]], str]]:
    named = {word.casefold() for word in _VALUE.findall(text)}
    for number, values in enumerate(_VALUES):
        found_values = named & values
        if len(found_values) == 1 and _EXCLUSIVE.search(text) and not _refuses(text):
            value = found_values.pop()
            about = content - terms_of(value)
            if about or _GENERIC.search(text):
                yield (f"value {number}", about), value


def _refuses(text: str) -> bool:
    if LEAVES_OUT.search(text) or FORBIDS.search(text) or _REMOVES.match(text):
        return True
    return _NEGATION.search(text) is not None


def _bound(text: str) -> str:
    if _AT_MOST.search(text):
        return "most"
    return "least" if _AT_LEAST.search(text) else "exactly"


def _signatures(text: str) -> Iterator[tuple[tuple[str, frozenset[str]], str]]:
    for literal in literals_of(text):
        name, opened, rest = literal.text.partition("(")
        if opened and literal.kind in {"call", "code"} and "->" in rest and " " not in name:
            yield ("signature", frozenset([name])), "".join(rest.split())
