"""Interfaces in a stranger's packet that neither request nor artifact names.

* Only what binds others is judged: qualified names, signatures, flags and HTTP routes under
  Interface Contracts and Stable interfaces available. A bare word may be a word.
* A name is known when each of its parts stands somewhere in the evidence: `tickets/export.py` and
  `to_csv` make `tickets.export.to_csv` known. Types of a standard library are nobody's invention.
* A flag is known when its words stand there one after the other.
"""

import re
from collections.abc import Iterator
from typing import Final

from planner.codec.packet import Line, PacketDoc, labelled_items
from planner.diagnostics.family import Finding
from planner.model.path import is_path
from planner.model.pattern import pattern
from planner.model.vocabulary import DECOMPOSITION_LABELS, SEMANTIC_SECTIONS
from planner.model.words import words
from planner.rules.case import ForeignTraceCase
from planner.rules.literals import Held, Literal, literals_of
from planner.rules.trace_asked import packets_of
from planner.rules.trace_search import missing_from

_CONTRACTS: Final = SEMANTIC_SECTIONS[2]
_INPUTS: Final = SEMANTIC_SECTIONS[4]
_STABLE: Final = DECOMPOSITION_LABELS[1]
_WORD: Final = pattern(r"\w+")
_NAME_PART: Final = pattern(r"[^\W_]+")
_DOTTED: Final = pattern(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_CALLED: Final = pattern(r"(?:async[ ]+)?(?:def[ ]+)?(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\(")
_ROUTE: Final = pattern(r"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?P<path>/[^\s?]*)")
_VARIABLE: Final = pattern(r"\{[^}/]*\}|<[^>/]*>|:\w+|[\[\]]")
_FLAG: Final = pattern(r"(?<![\w-])--(?P<name>[A-Za-z][\w-]*)")
_USUAL_FLAGS: Final = words("help version")
_HOST: Final = pattern(
    r"(?:[\w-]+\.)+(?:com|org|net|io|dev|co|edu|gov|info|example|test|local)", re.IGNORECASE
)
_LIBRARIES: Final = words("""
    abc argparse array asyncio base64 builtins click collections concurrent contextlib csv
    dataclasses datetime decimal django email enum fastapi flask fractions functools hashlib http
    httpx importlib io itertools java json logging math multiprocessing np numbers numpy operator
    os pandas pathlib pd pickle pydantic pytest queue random re requests shutil socket sqlalchemy
    sqlite3 std string subprocess sys tempfile threading time tomllib types typing unittest urllib
    uuid xml zipfile zoneinfo
""")


def invented(case: ForeignTraceCase) -> Iterator[Finding]:
    """Yield the interfaces that nobody gave."""
    named = [
        (task.packet_line(line.line), name, parts)
        for task, packet in packets_of(case)
        for line in _interface_lines(packet)
        for name, parts in map(_binding, literals_of(line.text))
        if parts
    ]
    if not named:
        return
    unknown = missing_from(_evidence(case), {part for _, _, parts in named for part in parts})
    for where, name, parts in named:
        if not unknown.isdisjoint(parts):
            yield Finding(
                f"`{name}` is named by neither the request nor an artifact",
                where,
                hint="name what the request names, or ask; a predecessor's output is ordering",
                value=name,
            )


def _interface_lines(packet: PacketDoc) -> Iterator[Line]:
    contracts, inputs = packet.section(_CONTRACTS), packet.section(_INPUTS)
    if contracts is not None:
        for number, text in enumerate(contracts.body.split("\n"), contracts.line + 1):
            yield Line(text, number)
    if inputs is not None and (stable := labelled_items(inputs).get(_STABLE)) is not None:
        yield stable


def _evidence(case: ForeignTraceCase) -> Held:
    """Return the words of the request and of every artifact, in lower case."""
    texts = (case.reply.context.evidence, *(item.text for item in case.brief.statements))
    words_of_all = " ".join(_WORD.findall("\n".join(texts).casefold()))
    # What is written `dry_run` or `dry-run` there makes the flag `--dry-run` known as well.
    return Held(f" {words_of_all} | {words_of_all.replace('_', ' ')} ", "")


def _binding(literal: Literal) -> tuple[str, tuple[str, ...]]:
    """Return the name that others would build on, and its parts; no parts where it binds nobody."""
    text = literal.text
    match literal.kind:
        case "call":
            return _of_name(text.partition("(")[0])
        case "http":
            return _of_route(text)
        case "flag":
            return _of_flag(text)
        case "name" if "." in text:
            return _of_name(text)
        case "code":
            return _of_code(text)
    return "", ()


def _of_code(text: str) -> tuple[str, tuple[str, ...]]:
    if is_path(text):
        return "", ()
    if (called := _CALLED.match(text)) is not None:
        return _of_name(called["name"])
    if _DOTTED.fullmatch(text) is not None:
        return _of_name(text)
    if _ROUTE.match(text) is not None:
        return _of_route(text)
    flags = [found["name"] for found in _FLAG.finditer(text)]
    return text, tuple(_phrase(flag) for flag in flags if flag not in _USUAL_FLAGS)


def _of_name(name: str) -> tuple[str, tuple[str, ...]]:
    if name.partition(".")[0] in _LIBRARIES or _HOST.fullmatch(name) is not None:
        return name, ()
    return name, tuple(name.casefold().split("."))


def _of_route(text: str) -> tuple[str, tuple[str, ...]]:
    found = _ROUTE.match(text)
    path = _VARIABLE.sub("", found["path"]) if found is not None else ""
    return text, tuple(_WORD.findall(path.casefold()))


def _of_flag(text: str) -> tuple[str, tuple[str, ...]]:
    name = text.removeprefix("--")
    return text, () if name in _USUAL_FLAGS else (_phrase(name),)


def _phrase(flag: str) -> str:
    """Return `dry run` for `dry-run`: a flag is known by its words one after the other."""
    return " ".join(_NAME_PART.findall(flag.casefold()))
