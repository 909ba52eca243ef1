"""A request, a model's answers to it, and the drafters of every kind over them."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from planner.adapters.model_choice import OpenDrafter, drafter_of
from planner.adapters.source import BytesSource
from planner.app.outcome import Outcome
from planner.app.plan_one import Ports, plan_one
from planner.app.reading import PlanRequest
from planner.drafting import labelling
from planner.drafting.extract import label
from planner.model.intake import Brief, LabelledStatement
from planner.model.settings import ModelSettings, Settings
from planner.ports import Drafter
from tests.adapters.asked_by import said
from tests.adapters.asking import KEY
from tests.adapters.fault_server import FaultServer, Scripted
from tests.drafting.briefs import a_brief

REQUEST = """\
The backup command prints too much when it runs from cron.
Add a `--quiet` flag to the `backup run` command in `cli/backup.py`.
With `--quiet` nothing is printed on success.
Operators read the log in the morning.
The command to verify it is `python -m unittest discover -s tests -p test_backup.py`.
"""
ENVIRONMENT = {"OPENAI_API_KEY": KEY}


def the_brief() -> Brief:
    return a_brief(REQUEST)


def code_labels() -> tuple[LabelledStatement, ...]:
    return tuple(label(the_brief()))


def agreed(**changed: str) -> str:
    """Return the answer of a model that agrees with code, but for what is *changed* by id."""
    labels = code_labels()
    (chunk,) = labelling.chunks(labels, room=20_000)
    known = {item.statement.id: item.label.value for item in labels} | changed
    members = {key: known[name] for name, key in chunk.keys.items()}
    return json.dumps({**members, labelling.TITLE: "Add a quiet flag"})


def agreeing(**changed: str) -> Scripted:
    return said(agreed(**changed))


def model_settings(server: FaultServer | str, **changed: object) -> ModelSettings:
    url = server if isinstance(server, str) else server.url
    members = {"name": "openai:m", "base_url": url, "attempts": 1}
    return ModelSettings.model_validate({**members, **changed})


def drafter_for(server: FaultServer | str, **changed: object) -> OpenDrafter:
    return drafter_of(model_settings(server, **changed), ENVIRONMENT)


@dataclass
class Kept:
    """A store in memory."""

    files: dict[str, bytes] = field(default_factory=dict)

    def put(self, files: Mapping[str, bytes], /) -> str:
        self.files = dict(files)
        return "kept"


class Noon:
    """A clock that stands still."""

    def now(self) -> datetime:
        return datetime(2026, 1, 2, 12, tzinfo=UTC)

    def elapsed(self) -> float:
        return 0.0


async def planned(drafter: Drafter, store: Kept) -> Outcome:
    """Plan the request by *drafter*."""
    data = REQUEST.encode()
    ports = Ports(drafter=drafter, store=store, source=BytesSource(data), clock=Noon())
    return await plan_one(PlanRequest(data=data), Settings(), ports)


def plan_by(drafter: OpenDrafter) -> tuple[Outcome, Kept]:
    """Plan the request and close the drafter."""
    store = Kept()

    async def whole() -> Outcome:
        try:
            return await planned(drafter, store)
        finally:
            await drafter.close()

    return asyncio.run(whole()), store


def written(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write *files* as a bundle's folder."""
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder
