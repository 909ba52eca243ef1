"""A server with a model that agrees with code, whatever it is asked, in every manner.

It reads the question like a model would: the numbered statements and the schema of the answer.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from tests.adapters.fault_server import FaultServer, Scripted, Seen, a_completion

_ASKED = re.compile(r"^(S\d+) \? \(([a-z_]+)\) (.*)$", re.MULTILINE)
_SHOWN = re.compile(r"^(S\d+) (?:\[[^\]]*\] )?(.*)$", re.MULTILINE)
_CHOICE = re.compile(r"^(C\d+) \? \(([a-z]+)\) ", re.MULTILINE)
_DUTY = re.compile(r"^- (\w+), an item for each of: (.*)$", re.MULTILINE)
_GOAL = re.compile(r"^- read as goal: (S\d+)", re.MULTILINE)


def schema_in(seen: Seen) -> dict[str, Any]:
    """Return the schema of the answer that was asked for."""
    sent: dict[str, Any] = seen.json
    schema: dict[str, Any] = sent["response_format"]["json_schema"]["schema"]
    return schema


def user_in(seen: Seen) -> str:
    sent: dict[str, Any] = seen.json
    text: str = sent["messages"][1]["content"]
    return text


def labels_for(seen: Seen, choice: Mapping[str, str], title: str) -> str:
    """Return code's own guesses but for *choice*, which is by a statement's id."""
    guesses = {name: guess for name, guess, _ in _ASKED.findall(user_in(seen))}
    guesses.update(choice)
    answer: dict[str, str] = {}
    for member, kind in schema_in(seen)["properties"].items():
        words = kind.get("enum", [])
        guess = title if member == "title" else guesses.get(member.partition(" ")[0], "")
        answer[member] = guess if not words or guess in words else words[-1]
    return json.dumps(answer)


def choices_for(seen: Seen, choice: Mapping[str, str]) -> str:
    """Return code's own answers but for *choice*, which is by a choice's number."""
    taken = {**dict(_CHOICE.findall(user_in(seen))), **choice}
    answer: dict[str, Any] = {}
    for member, kind in schema_in(seen)["properties"].items():
        word = taken[member.partition(" ")[0]]
        numbers = [] if word == "none" else word.split(",")
        answer[member] = numbers if kind["type"] == "array" else word
    return json.dumps(answer)


def packet_for(seen: Seen) -> str:
    """Return a packet that says every statement in its own words."""
    user = user_in(seen)
    text = dict(_SHOWN.findall(user.partition("=== end")[0]))
    duties = {name: re.findall(r"S\d+", ids) for name, ids in _DUTY.findall(user)}
    goal = found[1] if (found := _GOAL.search(user)) else next(iter(text))
    items = {
        name: [{"text": text[one], "cites": [one]} for one in ids] for name, ids in duties.items()
    }
    named = {"text": " ".join(text[goal].split()[:6]), "cites": [goal]}
    answer: dict[str, Any] = {"title": named, "goal": {"text": text[goal], "cites": [goal]}}
    answer |= items
    answer["criteria"] = answer["criteria"] or [{"text": text[goal], "cites": [goal]}]
    return json.dumps({**answer, "questions": []})


class AgreeingServer(FaultServer):
    """Answers every question as code would, after what is scripted."""

    def __init__(self, *script: Scripted, title: str = "Add a quiet flag", **choice: str) -> None:
        """Answer otherwise where *choice* names a statement or a choice by its number."""
        super().__init__(*script)
        self._scripted = len(script)
        self._title = title
        self._choice = choice

    def next(self, seen: Seen) -> Scripted:
        found = super().next(seen)
        if len(self.requests) <= self._scripted:
            return found
        return Scripted(body=a_completion(self._answer(seen)))

    def _answer(self, seen: Seen) -> str:
        members = schema_in(seen)["properties"]
        if "criteria" in members:
            return packet_for(seen)
        if any(name.startswith("C") for name in members):
            return choices_for(seen, self._choice)
        return labels_for(seen, self._choice, self._title)
