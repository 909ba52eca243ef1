"""Small changes to a reply and to what it answers, each by a name and a generator of chance.

* A change takes entries whose verdict the catalogue fixes: what is a matter of wording stays out.
* A change that finds nothing to change returns the case as it was.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tests.mutation_words import LINES, STRANGE, TWINS, VOCABULARY

NO_STATE = object()
"""What stands for a current state that was not given; null is a state: no task."""


@dataclass(frozen=True, slots=True)
class Case:
    """A reply and what it answers."""

    reply: str
    intake: str | None = None
    activation: dict[str, Any] | None = None
    state: Any = NO_STATE


Mutation = Callable[[Random, Case], Case]
MUTATIONS: dict[str, Mutation] = {}


def named(change: Mutation) -> Mutation:
    """File *change* under its name."""
    MUTATIONS[change.__name__] = change
    return change


# The reply as lines and characters.


def _at(rng: Random, text: str) -> int:
    return rng.randrange(len(text) + 1)


def _by_line(change: Callable[[Random, list[str], int], None], rng: Random, case: Case) -> Case:
    lines = case.reply.split("\n")
    change(rng, lines, rng.randrange(len(lines)))
    return replace(case, reply="\n".join(lines))


@named
def drop_line(rng: Random, case: Case) -> Case:
    return _by_line(lambda _, lines, at: lines.__delitem__(at), rng, case)


@named
def repeat_line(rng: Random, case: Case) -> Case:
    return _by_line(lambda _, lines, at: lines.insert(at, lines[at]), rng, case)


@named
def swap_lines(rng: Random, case: Case) -> Case:
    def swap(_: Random, lines: list[str], at: int) -> None:
        other = rng.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]

    return _by_line(swap, rng, case)


@named
def insert_line(rng: Random, case: Case) -> Case:
    return _by_line(lambda r, lines, at: lines.insert(at, r.choice(LINES)), rng, case)


@named
def indent_line(rng: Random, case: Case) -> Case:
    def indent(r: Random, lines: list[str], at: int) -> None:
        lines[at] = r.choice((" ", "  ", "    ", "\t", "> ", "- ", "# ")) + lines[at]

    return _by_line(indent, rng, case)


@named
def pad_line(rng: Random, case: Case) -> Case:
    def pad(r: Random, lines: list[str], at: int) -> None:
        lines[at] += r.choice((" ", "  ", "\t", ":", ".", "\r", " #", "\\"))

    return _by_line(pad, rng, case)


@named
def join_lines(rng: Random, case: Case) -> Case:
    at = [found.start() for found in re.finditer("\n", case.reply)]
    place = rng.choice(at) if at else 0
    return replace(case, reply=case.reply[:place] + case.reply[place + 1 :])


@named
def insert_character(rng: Random, case: Case) -> Case:
    at = _at(rng, case.reply)
    return replace(case, reply=case.reply[:at] + rng.choice(STRANGE) + case.reply[at:])


@named
def drop_character(rng: Random, case: Case) -> Case:
    at = _at(rng, case.reply)
    return replace(case, reply=case.reply[:at] + case.reply[at + 1 :])


@named
def cut(rng: Random, case: Case) -> Case:
    return replace(case, reply=case.reply[: _at(rng, case.reply)])


@named
def change_word(rng: Random, case: Case) -> Case:
    present = [word for word in VOCABULARY if word in case.reply]
    if not present:
        return case
    word, other = rng.choice(present), rng.choice(VOCABULARY)
    if rng.random() < 0.3:
        return replace(case, reply=case.reply.replace(word, other))
    places = [found.start() for found in re.finditer(re.escape(word), case.reply)]
    at = rng.choice(places)
    return replace(case, reply=case.reply[:at] + other + case.reply[at + len(word) :])


@named
def disguise_word(rng: Random, case: Case) -> Case:
    present = [word for word in VOCABULARY if word in case.reply]
    if not present:
        return case
    word = rng.choice(present)
    forms: tuple[str, ...] = (
        word.upper(),
        word.title(),
        word.replace("_", "-"),
        word.replace("-", "_"),
    )
    forms += (word.translate(TWINS), f" {word}", f"{word} ", f"`{word}`", f"*{word}*", f"{word}s")
    forms += (word.replace(" ", "  "), "\u200b".join((word[:3], word[3:])))
    return replace(case, reply=case.reply.replace(word, rng.choice(forms), 1))


@named
def dress(rng: Random, case: Case) -> Case:
    text = case.reply
    forms: tuple[str, ...] = (
        text.replace("\n", "\r\n"),
        text.replace("\n", "\r\n", 3),
        text.replace("\n", "\r", 1),
        "\ufeff" + text,
        "\n\n" + text,
        " \n" + text,
        " " + text,
        text + "\n\n",
        text + "  ",
        text + "done",
        "Sure.\n\n" + text,
        text.rstrip("\n"),
        f"<think>{text}</think>\n{text}",
        "````\n" + text + "````\n",
        "\u00a0\n" + text,
    )
    return replace(case, reply=rng.choice(forms))


# Sections.

_SECTION = re.compile(r"\*\*[^\n]+\*\*\n```.*?\n```\n", re.DOTALL)


@named
def change_sections(rng: Random, case: Case) -> Case:
    parts = _SECTION.findall(case.reply)
    if not parts:
        return case
    one = rng.randrange(len(parts))
    match rng.randrange(4):
        case 0:
            del parts[one]
        case 1:
            parts.insert(rng.randrange(len(parts) + 1), parts[one])
        case 2:
            rng.shuffle(parts)
        case _:
            parts[one] = re.sub(r"```.*?\n(.*)```\n", "```\n```\n", parts[one], flags=re.DOTALL)
    return replace(case, reply=rng.choice(("", "\n", "\n\n")).join(parts))


@named
def change_label(rng: Random, case: Case) -> Case:
    labels = re.findall(r"^\*\*[^\n]+\*\*$", case.reply, re.MULTILINE)
    if not labels:
        return case
    label = rng.choice(labels)
    name = label.strip("*")
    forms: tuple[str, ...] = (
        f"## {name}",
        f"`{name}`",
        name,
        f"**{name}:**",
        f"**{name}**:",
        f"__{name}__",
    )
    forms += (f" {label}", f"{label} ", f"- {label}", label.upper(), label.replace("-", "_"))
    forms += (label.translate(TWINS), f"{label}\n", f"**`{name}`**", label.replace(".", " ."))
    return replace(case, reply=case.reply.replace(label, rng.choice(forms), 1))


@named
def change_fence(rng: Random, case: Case) -> Case:
    fences = re.findall(r"^```.*$", case.reply, re.MULTILINE)
    if not fences:
        return case
    fence = rng.choice(fences)
    forms: tuple[str, ...] = (
        f"`{fence}",
        f" {fence}",
        f"{fence} ",
        f"{fence} x",
        fence.replace("```", "~~~"),
    )
    forms += (fence.upper(), fence[:3], f"{fence[:3]} {fence[3:]}", fence[:2], f"\n{fence}")
    at = rng.choice([found.start() for found in re.finditer(re.escape(fence), case.reply)])
    text = case.reply[:at] + rng.choice(forms) + case.reply[at + len(fence) :]
    return replace(case, reply=text)
