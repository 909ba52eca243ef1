"""One plan by a recorded model: what was asked, what came back, what became of it."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from planner.adapters.drafter_offline import OfflineDrafter
from planner.adapters.model_choice import OpenDrafter, drafter_of, run
from planner.adapters.source import BytesSource
from planner.app.outcome import Outcome
from planner.app.plan_one import Ports, plan_one
from planner.app.reading import PlanRequest
from planner.drafting.extract import label
from planner.errors import DraftingError, RunFault
from planner.model.intake import Brief
from planner.model.settings import ModelSettings, Settings
from planner.model.vocabulary import Label
from tests.adapters.asking import KEY
from tests.adapters.drafting_with import Kept, Noon
from tests.drafting.briefs import a_brief
from tests.recorded.recorder import ROOT_URL, Scrubber, cassette, check_played

CASSETTES = Path(__file__).parents[2] / "cassettes"
REQUESTS = Path(__file__).parent / "requests"
JsonObject = dict[str, Any]
SETTINGS = {"temperature": 0.2, "seed": 7, "max_output_tokens": 900}
"""What every recording is asked with."""
WAITS = {"timeout": 180.0, "total_time": 400.0, "attempts": 1}
"""A small model on a small machine takes its time."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where to record from."""

    root: str
    model: str


@dataclass(kw_only=True)
class Planned:
    """How one plan went."""

    brief: Brief
    ended: Outcome | DraftingError
    files: Mapping[str, bytes]
    sent: list[JsonObject]
    """The bodies of the requests, in order."""
    came: list[JsonObject]
    """The bodies of the responses."""
    key: str = field(repr=False)
    confidential: frozenset[str] = field(repr=False)
    """What travelled in headers that are not recorded."""

    @property
    def has_sent_the_key(self) -> bool:
        """Whether the key travelled in a header."""
        return self.key in self.confidential

    @property
    def has_told_the_key(self) -> bool:
        """Whether the key, or anything else that is confidential, stands in a body or a file."""
        told = json.dumps([self.sent, self.came, *(data.decode() for data in self.files.values())])
        return any(each in told for each in self.confidential)

    @property
    def end(self) -> str:
        """How it ended, in a word: the outcome, or the code of the failure."""
        if isinstance(self.ended, DraftingError):
            return str(self.ended.fault)
        return type(self.ended).__name__

    @property
    def answers(self) -> list[JsonObject]:
        """What the model said, each answer one JSON object."""
        return [json.loads(body["choices"][0]["message"]["content"]) for body in self.came]

    @property
    def tokens(self) -> list[int]:
        """In and out, of all answers."""
        used = [body["usage"] for body in self.came]
        return [sum(each[f"{kind}_tokens"] for each in used) for kind in ("prompt", "completion")]

    @property
    def failure(self) -> str:
        """What a failure told, without what it cost."""
        return self.ended.message if isinstance(self.ended, DraftingError) else ""

    @property
    def spent(self) -> tuple[int, list[int]]:
        """Requests and tokens as they are told to the user: by the failure or by the receipt."""
        if isinstance(self.ended, DraftingError):
            used = self.ended.usage
            return self.ended.attempts, [used["input_tokens"], used["output_tokens"]]
        used = self.record("receipt.json")["usage"]
        return used["requests"], [used["input_tokens"], used["output_tokens"]]

    def text_of(self, role: str, number: int) -> str:
        """Return what question *number* says in a role."""
        (text,) = (
            message["content"]
            for message in self.sent[number]["messages"]
            if message["role"] == role
        )
        return str(text)

    def schema(self, number: int = 0) -> JsonObject:
        """Return the schema of the answer to question *number*."""
        found: JsonObject = self.sent[number]["response_format"]["json_schema"]["schema"]
        return found

    def objects(self, number: int) -> Iterator[JsonObject]:
        """Yield every object, list and text that the schema of question *number* allows."""
        ahead = [self.schema(number)]
        while ahead:
            held = ahead.pop()
            yield held
            ahead += [*held.get("properties", {}).values()]
            ahead += [held["items"]] if "items" in held else []

    @staticmethod
    def closed(schema: JsonObject) -> bool:
        """Whether an answer to *schema* has an end: no open object, no list or text without one."""
        match schema["type"]:
            case "object":
                names = set(schema["required"]) == set(schema["properties"])
                return names and schema["additionalProperties"] is False
            case "array":
                return "maxItems" in schema
            case "string":
                return "enum" in schema or "maxLength" in schema
        return False

    @property
    def told(self) -> list[list[str]]:
        """For each question that was asked again: what was wrong with the answer before."""
        mark = "What was wrong with it:\n"
        users = [self.text_of("user", number) for number in range(len(self.sent))]
        return [
            [line[2:] for line in user.split(mark)[1].splitlines() if line.startswith("- ")]
            for user in users
            if mark in user
        ]

    @cached_property
    def chosen(self) -> dict[str, str]:
        """By statement: the label that the model chose for it."""
        return {
            name.partition(" ")[0]: word
            for answer in self.answers
            for name, word in answer.items()
            if name != "title"
        }

    @property
    def moved(self) -> dict[str, list[str]]:
        """By statement: code's own guess and the model's word, where they differ."""
        guessed = {item.statement.id: item.label.value for item in label(self.brief)}
        return {
            name: [guessed[name], word]
            for name, word in self.chosen.items()
            if guessed[name] != word
        }

    @property
    def title(self) -> str:
        """The packet's; empty without one."""
        found = re.match(r"# Task: (.+)\n", self._packet)
        return found[1] if found is not None else ""

    def items(self, section: str) -> list[str]:
        """Return the items of a section of the packet."""
        found = re.search(rf"^## {section}\n((?:- .*\n)+)", self._packet, re.MULTILINE)
        return [line[2:] for line in found[1].splitlines()] if found is not None else []

    @property
    def _packet(self) -> str:
        return self.files.get("task-packet.md", b"").decode()

    def record(self, name: str) -> JsonObject:
        """Return one of the JSON files of the bundle."""
        found: JsonObject = json.loads(self.files[name])
        return found

    @property
    def labels(self) -> dict[str, Label]:
        """By statement: where the bundle's trace says that it was read as."""
        lines = self.record("trace.json")["statements"]
        return {line["id"]: Label(line["label"]) for line in lines}


@dataclass
class Recording:
    """The cassette of one test."""

    name: str
    adapter: str
    source: Source | None = None
    """Where to record from; absent, it is replayed."""
    new: dict[str, JsonObject] = field(default_factory=dict)
    """The facts of what was recorded just now, by test."""

    @property
    def path(self) -> Path:
        """One test, one cassette."""
        return CASSETTES / self.adapter / f"{self.name}.yaml"

    def plan(self, request: str, **changed: object) -> Planned:
        """Plan *request* by the recorded model; settings by keyword."""
        data = (REQUESTS / f"{request}.md").read_bytes()
        root, model = (
            (ROOT_URL, str(bodies(self.path)[0]["model"]))
            if self.source is None
            else (self.source.root, self.source.model)
        )
        settings = ModelSettings.model_validate(
            {
                "name": f"openai:{model}",
                "base_url": root,
                "adapter": self.adapter,
                "output": "native",
                **SETTINGS,
                **WAITS,
                **changed,
            }
        )
        key = os.environ.get("OPENAI_API_KEY", KEY) if self.source else KEY
        scrubber, store = Scrubber(root), Kept()
        with cassette(self.path, scrubber, record=self.source is not None) as held:
            drafter = drafter_of(settings, {"OPENAI_API_KEY": key})
            ended = planned_by(drafter, data, settings, store)
            if self.source is None:
                check_played(held, scrubber)
            elif isinstance(ended, DraftingError) and ended.fault is not RunFault.EXHAUSTED:
                raise ended
        return Planned(
            brief=a_brief(data.decode()),
            ended=ended,
            files=store.files,
            sent=[json.loads(each.body) for each in held.requests],
            came=[json.loads(each["body"]["string"]) for each in held.responses],
            key=key,
            confidential=frozenset(scrubber.private),
        )

    def pinned(self, facts: Mapping[str, JsonObject], observed: JsonObject) -> JsonObject:
        """Return the facts that are known of this test; while recording, those observed."""
        if self.source is None:
            return facts[self.name]
        self.new[self.name] = observed
        return observed


def offline(request: str) -> Mapping[str, bytes]:
    """Return the bundle for *request* without a model."""
    store = Kept()
    data = (REQUESTS / f"{request}.md").read_bytes()
    planned_by(OpenDrafter(OfflineDrafter()), data, ModelSettings(), store)
    return store.files


def planned_by(
    drafter: OpenDrafter, data: bytes, settings: ModelSettings, store: Kept
) -> Outcome | DraftingError:
    """Return how the plan of a request ends; a failure of the model is an end."""
    ports = Ports(drafter=drafter, store=store, source=BytesSource(data), clock=Noon())
    try:
        return run(drafter, plan_one(PlanRequest(data=data), Settings(model=settings), ports))
    except DraftingError as error:
        return error


def bodies(path: Path) -> list[JsonObject]:
    """Return the bodies of the requests of a cassette."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [one["request"]["body"]["json"] for one in document["interactions"]]
