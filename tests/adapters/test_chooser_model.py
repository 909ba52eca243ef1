"""A model that answers what a document leaves open, over a real socket."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from planner.adapters.chooser_model import ModelChooser
from planner.adapters.drafter_model import MOST_QUESTIONS
from planner.adapters.model_choice import chooser_of
from planner.drafting.choosing import MOST_ASKED
from planner.errors import ConfigError, DraftingError, RequestRefused, RunFault, UsageError
from planner.model.settings import ModelSettings
from tests.adapters.agreeing_server import AgreeingServer, schema_in, user_in
from tests.adapters.asked_by import said
from tests.adapters.drafting_with import ENVIRONMENT, model_settings
from tests.adapters.fault_server import FaultServer, Scripted
from tests.drafting.choices import FATE, STEPS, many

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

AWAY = Scripted(status=503)
C1, C2 = "C1 rpa OrderWriter Main xaml", "C2 rpa StockSync Compare xaml"
STRANGE = said(json.dumps({C1: "drop", C2: []}))
GOOD = said(json.dumps({C1: "build", C2: ["3"]}))
OURS = {FATE.key: "existing", STEPS.key: "none"}


@contextmanager
def chooser_for(server: FaultServer | str, **changed: object) -> Iterator[ModelChooser]:
    chooser = chooser_of(model_settings(server, **changed), ENVIRONMENT)
    assert chooser is not None
    with closing(chooser):
        yield chooser


@pytest.mark.parametrize("name", [None, "offline"])
def test_without_a_model_there_is_nobody_to_ask(name: str | None) -> None:
    assert chooser_of(ModelSettings(name=name), {}) is None


def test_a_model_that_is_not_needed_is_let_go_and_has_cost_nothing() -> None:
    with AgreeingServer() as server, chooser_for(server) as chooser:
        assert chooser.use is None
    assert server.requests == []


@pytest.mark.parametrize("adapter", ["pydantic_ai", "instructor"])
@pytest.mark.parametrize("mode", ["labelling", "writing"])
def test_everything_open_is_one_question_in_either_mode(adapter: str, mode: str) -> None:
    with (
        AgreeingServer(C2="1,4") as server,
        chooser_for(server, adapter=adapter, mode=mode) as chooser,
    ):
        assert chooser((FATE, STEPS)) == OURS | {STEPS.key: "1,4"}
        (seen,) = server.requests
        assert list(schema_in(seen)["properties"]) == [C1, C2]
        use = chooser.use
    assert use is not None
    assert (use.model, use.failed) == ("openai:m", "")
    assert (use.usage.requests, use.usage.input_tokens, use.usage.output_tokens) == (1, 90, 40)


def test_it_may_be_asked_again_and_everything_is_counted() -> None:
    with AgreeingServer() as server, chooser_for(server) as chooser:
        assert chooser((FATE,)) == {FATE.key: "existing"}
        assert chooser((STEPS,)) == {STEPS.key: "none"}
        assert chooser.use is not None
        assert chooser.use.usage.requests == len(server.requests) == 2


def test_it_answers_inside_a_running_event_loop() -> None:
    async def inside(chooser: ModelChooser) -> object:
        return chooser((FATE, STEPS))

    with AgreeingServer() as server, chooser_for(server) as chooser:
        assert asyncio.run(inside(chooser)) == OURS


def test_an_answer_outside_the_closed_words_is_asked_again_with_what_is_allowed() -> None:
    with FaultServer(STRANGE, GOOD) as server, chooser_for(server) as chooser:
        assert chooser((FATE, STEPS)) == {FATE.key: "build", STEPS.key: "3"}
        first, second = map(user_in, server.requests)
        assert chooser.use is not None
        assert chooser.use.usage.requests == 2
    assert second.startswith(first)
    assert "'drop'; allowed are build, existing" in second.removeprefix(first)


def test_the_same_fault_again_is_given_up() -> None:
    with (
        FaultServer(STRANGE, repeat_last=True) as server,
        chooser_for(server) as chooser,
        pytest.raises(DraftingError) as failed,
    ):
        chooser((FATE, STEPS))
    assert (failed.value.fault, failed.value.attempts) == (RunFault.EXHAUSTED, 2)


def test_a_provider_that_is_away_ends_the_run() -> None:
    with (
        FaultServer(AWAY) as server,
        chooser_for(server) as chooser,
        pytest.raises(DraftingError) as failed,
    ):
        chooser((FATE,))
    assert failed.value.fault is RunFault.UNAVAILABLE


def test_another_model_is_asked_where_the_first_is_away() -> None:
    with (
        AgreeingServer(AWAY) as server,
        chooser_for(server, fallback=("openai:other",)) as chooser,
    ):
        assert chooser((FATE, STEPS)) == OURS
        use = chooser.use
    assert use is not None
    assert (use.model, use.usage.requests) == ("openai:other", 2)


@pytest.mark.parametrize(("script", "count"), [((AWAY,), 1), ((STRANGE, STRANGE), 2)])
def test_code_answers_after_a_failure_only_where_that_is_named(
    script: tuple[Scripted, ...], count: int
) -> None:
    with FaultServer(*script) as server, chooser_for(server, fallback=("offline",)) as chooser:
        assert chooser((FATE, STEPS)) is None
        assert chooser((FATE, STEPS)) is None
        assert len(server.requests) == count
        use = chooser.use
    assert use is not None
    assert use.usage.requests == count
    assert use.failed == ("RUN001" if count == 1 else "RUN004")


def test_what_was_answered_before_a_failure_is_counted() -> None:
    with (
        AgreeingServer(GOOD, AWAY) as server,
        chooser_for(server, fallback=("offline",)) as chooser,
    ):
        assert chooser((FATE, STEPS)) is not None
        assert chooser((FATE,)) is None
        assert chooser.use is not None
        assert (chooser.use.usage.requests, chooser.use.usage.input_tokens) == (2, 90)


def test_a_cap_holds_before_every_question_and_is_no_failure_that_code_takes_over() -> None:
    with (
        AgreeingServer() as server,
        chooser_for(server, max_tokens=50, fallback=("offline",)) as chooser,
        pytest.raises(DraftingError) as failed,
    ):
        chooser((FATE,))
    assert (failed.value.fault, failed.value.attempts) == (RunFault.BUDGET, 0)
    assert server.requests == []


def test_money_without_a_known_price_is_refused_before_anything_is_asked() -> None:
    with AgreeingServer() as server, pytest.raises(UsageError, match="price"):
        chooser_of(model_settings(server, max_cost=0.01), ENVIRONMENT)


def test_a_missing_key_is_seen_before_anything_is_asked() -> None:
    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        chooser_of(ModelSettings(name="openai:m"), {})


def test_many_choices_are_asked_in_chunks() -> None:
    choices = tuple(many(MOST_ASKED + 1))
    with AgreeingServer() as server, chooser_for(server) as chooser:
        assert chooser(choices) == {each.key: "existing" for each in choices}
        assert len(server.requests) == 2


def test_very_many_are_refused_before_the_first_is_sent() -> None:
    choices = tuple(many(MOST_ASKED * MOST_QUESTIONS + 1))
    with (
        AgreeingServer() as server,
        chooser_for(server) as chooser,
        pytest.raises(RequestRefused, match="33 questions, where 32 are the most"),
    ):
        chooser(choices)
    assert server.requests == []
