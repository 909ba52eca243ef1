"""What every drafter keeps to, whoever drafts: no model, a script, or a model by either library."""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from planner.adapters.drafter_offline import OfflineDrafter
from planner.adapters.drafter_scripted import ScriptedDrafter
from planner.adapters.model_choice import OpenDrafter
from planner.app.outcome import Released
from planner.drafting.compose import compose
from planner.drafting.flow import begin
from planner.errors import DraftingError, RunFault
from planner.model.vocabulary import Label
from planner.ports import Drafted, Labelled
from tests.adapters.asked_by import called, refused, said
from tests.adapters.drafting_with import (
    agreeing,
    code_labels,
    drafter_for,
    plan_by,
    the_brief,
)
from tests.adapters.fault_server import FaultServer, Scripted

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

MODELS = ("pydantic_ai", "instructor")


@dataclass
class Ready:
    """A drafter that can answer, and the server that it asks, if it asks one."""

    drafter: OpenDrafter
    server: FaultServer | None = None


def offline() -> Ready:
    return Ready(OpenDrafter(OfflineDrafter()))


def scripted() -> Ready:
    draft = compose(the_brief(), code_labels())
    return Ready(OpenDrafter(ScriptedDrafter([draft, draft])))


def by_model(adapter: str) -> Callable[[], Ready]:
    def made() -> Ready:
        server = FaultServer(agreeing(), repeat_last=True)
        return Ready(drafter_for(server, adapter=adapter), server)

    return made


DRAFTERS = {"offline": offline, "scripted": scripted} | {name: by_model(name) for name in MODELS}


@pytest.fixture(params=DRAFTERS)
def ready(request: pytest.FixtureRequest) -> Iterator[Ready]:
    made = DRAFTERS[request.param]()
    if made.server is None:
        yield made
        return
    with made.server:
        yield made


def labelled(drafter: OpenDrafter) -> Labelled:
    async def whole() -> Labelled:
        try:
            return await drafter.label(the_brief(), code_labels())
        finally:
            await drafter.close()

    return asyncio.run(whole())


def drafted(drafter: OpenDrafter) -> Drafted:
    async def whole() -> Drafted:
        try:
            return await drafter.draft(begin(the_brief(), code_labels(), limit=3))
        finally:
            await drafter.close()

    return asyncio.run(whole())


def test_every_statement_is_labelled_once_and_in_order(ready: Ready) -> None:
    found = labelled(ready.drafter)
    assert [item.statement for item in found.labels] == [item.statement for item in code_labels()]


def test_what_code_is_sure_of_stays(ready: Ready) -> None:
    found = labelled(ready.drafter)
    assert [item.label for item in found.labels][-1] is Label.VERIFICATION


def test_a_draft_passes_the_gate(ready: Ready) -> None:
    outcome, store = plan_by(ready.drafter)
    assert isinstance(outcome, Released)
    assert json.loads(store.files["verdict.json"])["decision"] == "accepted"
    assert b"cli/backup.py" in store.files["task-packet.md"]


def test_the_same_question_gives_the_same_draft(ready: Ready) -> None:
    assert drafted(ready.drafter).draft == compose(the_brief(), code_labels())


def test_a_drafter_says_who_it_is(ready: Ready) -> None:
    drafter = ready.drafter
    assert drafter.name
    assert (drafter.model is None) == (drafter.drafting is None) == (ready.server is None)


def test_what_it_cost_is_told_with_every_answer(ready: Ready) -> None:
    found = labelled(ready.drafter)
    asked = 0 if ready.server is None else len(ready.server.requests)
    assert found.usage.requests == asked == len(found.exchanges)
    assert found.usage.input_tokens == 90 * asked


def test_a_drafter_is_closed_once_for_all(ready: Ready) -> None:
    async def twice() -> None:
        await ready.drafter.close()
        await ready.drafter.close()

    asyncio.run(twice())


def test_a_script_that_is_used_up_is_unavailable() -> None:
    with pytest.raises(DraftingError) as caught:
        drafted(OpenDrafter(ScriptedDrafter([])))
    assert caught.value.fault is RunFault.UNAVAILABLE


FAULTS = {
    RunFault.UNAVAILABLE: Scripted(status=503),
    RunFault.TRUNCATED: said("{}", "length"),
    RunFault.DECLINED: said(None, "content_filter"),
    RunFault.QUOTA: Scripted(status=402),
    RunFault.CONTEXT_TOO_LONG: refused("long", code="context_length_exceeded"),
    RunFault.RATE_LIMITED: Scripted(status=429),
    RunFault.WRONG_ENVELOPE: called({"id": "t", "type": "function", "function": {"name": "x"}}),
    RunFault.SCHEMA_REFUSED: refused("keyword 'enum' is refused"),
}


@pytest.mark.parametrize("adapter", MODELS)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_model_fails_by_name_and_no_draft_is_made_up(adapter: str, fault: RunFault) -> None:
    with FaultServer(FAULTS[fault]) as server, pytest.raises(DraftingError) as caught:
        labelled(drafter_for(server, adapter=adapter))
    assert (caught.value.fault, caught.value.attempts) == (fault, 1)


@pytest.mark.parametrize("adapter", MODELS)
def test_an_answer_in_other_words_is_asked_again_until_it_repeats_itself(adapter: str) -> None:
    with FaultServer(agreeing(S1="Context"), repeat_last=True) as server:
        with pytest.raises(DraftingError) as caught:
            labelled(drafter_for(server, adapter=adapter))
        assert len(server.requests) == 2
        assert b"Context" in server.requests[1].body
    assert (caught.value.fault, caught.value.attempts) == (RunFault.EXHAUSTED, 2)


@pytest.mark.parametrize("adapter", MODELS)
def test_what_a_model_chose_is_in_the_plan(adapter: str) -> None:
    with FaultServer(agreeing(S4="criterion")) as server:
        outcome, store = plan_by(drafter_for(server, adapter=adapter))
    assert isinstance(outcome, Released)
    packet = store.files["task-packet.md"].decode()
    criteria = packet.partition("## Acceptance Criteria")[2].partition("\n## ")[0]
    assert "Operators read the log in the morning." in criteria
