"""An answer that stands in the journal is not asked for, not paid for, and never another's."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from planner.adapters.asker import Answered, Asked
from planner.adapters.asker_journal import Anew, JournalAsker, PaidAsker
from planner.adapters.budget import Budget
from planner.adapters.journal_sqlite import SqliteJournal
from planner.adapters.model_choice import OpenDrafter, drafter_of
from planner.app.outcome import Outcome, Released
from planner.errors import BudgetSpent, DraftingError, ModelUnavailable
from planner.model.batch import KeptAnswer
from planner.model.settings import ModelSettings
from planner.model.verdict import Usage
from tests.adapters.asked_by import said
from tests.adapters.drafting_with import ENVIRONMENT, Kept, agreeing, model_settings, plan_by
from tests.adapters.fault_server import FaultServer, Scripted

MODEL = ModelSettings(name="openai:m")
PAID = Usage(requests=2, input_tokens=100, output_tokens=10, price=0.1 + 0.2)
ASKED = Asked(
    system="Label it.",
    user="Add a flag.",
    schema={"type": "object"},
    name="labels",
    max_output_tokens=100,
)
AWAY = Scripted(status=503)
SECRET = "sk-proj-" + "a1B2c3D4" * 6  # put together here, so that no scanner takes it for one


class Counting:
    """A model that numbers its answers, or fails."""

    def __init__(self, *, model: str = "openai:m", usage: Usage = PAID) -> None:
        self.model = model
        self.usage = usage
        self.asked: list[Asked] = []
        self.fails: DraftingError | None = None
        self.is_closed = False

    async def ask(self, asked: Asked, /) -> Answered:
        self.asked.append(asked)
        if self.fails is not None:
            raise self.fails
        return Answered(text=f'{{"n": {len(self.asked)}}}', model="m-1", usage=self.usage)

    async def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    made = SqliteJournal(tmp_path / "journal.sqlite3", "run-1")
    yield made
    made.close()


def ask(asker: JournalAsker, asked: Asked = ASKED) -> Answered:
    return asyncio.run(asker.ask(asked))


def test_a_question_is_asked_once(journal: SqliteJournal) -> None:
    model = Counting()
    first = ask(JournalAsker(model, journal, MODEL))
    assert first == Answered(text='{"n": 1}', model="m-1", usage=PAID)
    second = ask(JournalAsker(model, journal, MODEL))
    assert second == replace(first, is_replayed=True)
    assert len(model.asked) == 1


def test_another_run_and_another_process_find_the_answer(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    model = Counting()
    for run in ("run-1", "run-2"):
        journal = SqliteJournal(path, run)
        ask(JournalAsker(model, journal, MODEL))
        journal.close()
    assert len(model.asked) == 1


OTHER_QUESTIONS = {
    "system": replace(ASKED, system="Label it well."),
    "user": replace(ASKED, user="Add two flags."),
    "schema": replace(ASKED, schema={"type": "object", "required": []}),
    "name": replace(ASKED, name="draft"),
    "length": replace(ASKED, max_output_tokens=101),
    "what is whose": replace(ASKED, system=ASKED.user, user=ASKED.system),
}
OTHER_MODELS = {
    "model": {"name": "openai:n"},
    "place": {"base_url": "http://127.0.0.1:1/v1"},
    "library": {"adapter": "instructor"},
    "enforcement": {"output": "tool"},
    "temperature": {"temperature": 0.0},
    "seed": {"seed": 1},
}
SAME_MODELS = {
    "attempts": {"attempts": 1},
    "times": {"timeout": 1.0, "total_time": 1.0, "longest_pause": 1.0},
    "caps": {"max_cost": 1.0, "max_tokens": 1},
    "key": {"api_key_env": "MY_KEY"},
    "rates": {"requests_per_minute": 1, "tokens_per_minute": 1},
    "another one to fall back on": {"fallback": ("openai:n",)},
}


@pytest.mark.parametrize("other", OTHER_QUESTIONS.values(), ids=OTHER_QUESTIONS)
def test_another_question_is_asked(journal: SqliteJournal, other: Asked) -> None:
    model = Counting()
    asker = JournalAsker(model, journal, MODEL)
    assert ask(asker).text != ask(asker, other).text
    assert len(model.asked) == 2


@pytest.mark.parametrize("changed", OTHER_MODELS.values(), ids=OTHER_MODELS)
def test_what_changes_an_answer_is_asked_anew(
    journal: SqliteJournal, changed: dict[str, object]
) -> None:
    settings = MODEL.model_copy(update=changed)
    ask(JournalAsker(Counting(), journal, MODEL))
    model = Counting(model=str(settings.name))
    assert not ask(JournalAsker(model, journal, settings)).is_replayed
    assert len(model.asked) == 1


@pytest.mark.parametrize("changed", SAME_MODELS.values(), ids=SAME_MODELS)
def test_what_changes_no_answer_asks_nothing(
    journal: SqliteJournal, changed: dict[str, object]
) -> None:
    ask(JournalAsker(Counting(), journal, MODEL))
    model = Counting()
    assert ask(JournalAsker(model, journal, MODEL.model_copy(update=changed))).is_replayed
    assert model.asked == []


def test_a_failure_is_not_kept(journal: SqliteJournal) -> None:
    model = Counting()
    model.fails = ModelUnavailable("it is away")
    asker = JournalAsker(model, journal, MODEL)
    with pytest.raises(ModelUnavailable):
        ask(asker)
    model.fails = None
    assert ask(asker) == Answered(text='{"n": 2}', model="m-1", usage=PAID)


def test_an_answer_is_kept_before_it_is_handed_on(journal: SqliteJournal) -> None:
    told: list[str] = []

    class Telling(Counting):
        async def ask(self, asked: Asked, /) -> Answered:
            told.append("answered")
            return await super().ask(asked)

    class Slow:
        def answer(self, asked_sha256: str, /) -> KeptAnswer | None:
            return journal.answer(asked_sha256)

        def keep_answer(self, asked_sha256: str, answer: KeptAnswer, /) -> None:
            journal.keep_answer(asked_sha256, answer)
            told.append("kept")

        def forget_answers(self, asked_sha256: object, /) -> None:
            told.append("forgotten")

    ask(JournalAsker(Telling(), Slow(), MODEL))
    told.append("handed on")
    assert told == ["answered", "kept", "handed on"]


def test_of_two_that_ask_at_once_both_go_on_with_the_same_answer(journal: SqliteJournal) -> None:
    class Waiting(Counting):
        async def ask(self, asked: Asked, /) -> Answered:
            answered = await super().ask(asked)
            await asyncio.sleep(0.01)
            return replace(answered, text=json.dumps(self.model))

    async def both() -> list[Answered]:
        askers = [JournalAsker(Waiting(), journal, MODEL) for _ in range(2)]
        askers[1] = JournalAsker(Counting(), journal, MODEL)
        return list(await asyncio.gather(*(asker.ask(ASKED) for asker in askers)))

    first, second = asyncio.run(both())
    assert first.text == second.text
    assert (first.usage, second.usage) == (PAID, PAID)
    assert (first.is_replayed, second.is_replayed) == (False, False)


def test_no_secret_is_kept(journal: SqliteJournal, tmp_path: Path) -> None:
    class Telling(Counting):
        async def ask(self, asked: Asked, /) -> Answered:
            return replace(await super().ask(asked), text=json.dumps({"key": SECRET}))

    first = ask(JournalAsker(Telling(), journal, MODEL))
    assert SECRET not in first.text
    assert ask(JournalAsker(Counting(), journal, MODEL)).text == first.text
    journal.close()
    held = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert SECRET.encode() not in held


def test_an_answer_of_a_record_is_not_kept(journal: SqliteJournal) -> None:
    class Replaying(Counting):
        async def ask(self, asked: Asked, /) -> Answered:
            return replace(await super().ask(asked), is_replayed=True)

    model = Replaying()
    asker = JournalAsker(model, journal, MODEL)
    assert [ask(asker).text for _ in range(2)] == ['{"n": 1}', '{"n": 2}']


def test_the_model_is_the_one_that_gave_the_answer(journal: SqliteJournal) -> None:
    settings = MODEL.model_copy(update={"fallback": ("openai:n", "offline")})
    asker = JournalAsker(Counting(model="openai:n"), journal, settings)
    ask(asker)
    assert asker.model == "openai:n"
    later = JournalAsker(Counting(), journal, settings)
    assert later.model == "openai:m"
    assert ask(later).is_replayed
    assert later.model == "openai:n"
    ask(later, OTHER_QUESTIONS["user"])
    assert later.model == "openai:m"


def test_what_is_forgotten_is_asked_again(journal: SqliteJournal) -> None:
    model = Counting()
    asker = JournalAsker(model, journal, MODEL)
    ask(asker)
    ask(asker, OTHER_QUESTIONS["user"])
    asker.forget([ASKED])
    assert not ask(asker).is_replayed
    assert ask(asker, OTHER_QUESTIONS["user"]).is_replayed


def test_anew_each_question_is_asked_once_and_its_answer_replaced(journal: SqliteJournal) -> None:
    model = Counting()
    ask(JournalAsker(model, journal, MODEL))
    anew = JournalAsker(model, Anew(journal), MODEL)
    assert [ask(anew).text for _ in range(2)] == ['{"n": 2}', '{"n": 2}']
    assert ask(JournalAsker(model, journal, MODEL)).text == '{"n": 2}'
    assert len(model.asked) == 2


def test_what_is_kept_is_held_back_by_no_budget(journal: SqliteJournal) -> None:
    ask(JournalAsker(Counting(), journal, MODEL))
    model = Counting()
    asker = JournalAsker(PaidAsker(model, Budget(["openai:m"], max_tokens=1)), journal, MODEL)
    assert ask(asker).is_replayed
    with pytest.raises(BudgetSpent):
        ask(asker, OTHER_QUESTIONS["user"])
    assert model.asked == []


def test_closing_lets_go_the_connections_and_not_the_journal(journal: SqliteJournal) -> None:
    model = Counting()
    asker = JournalAsker(PaidAsker(model, Budget(["openai:m"], max_tokens=10**6)), journal, MODEL)
    ask(asker)
    asyncio.run(asker.close())
    assert model.is_closed
    assert ask(asker).is_replayed


# Through the drafter that the settings name


def drafter(server: FaultServer, journal: SqliteJournal, **changed: object) -> OpenDrafter:
    return drafter_of(model_settings(server, **changed), ENVIRONMENT, journal=journal)


def compared(planned: tuple[Outcome, Kept]) -> dict[str, bytes]:
    """Return the files of a bundle but for the receipt."""
    outcome, store = planned
    assert isinstance(outcome, Released)
    return {name: data for name, data in store.files.items() if name != "receipt.json"}


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_plan_is_made_again_to_the_byte_without_a_request(journal: SqliteJournal) -> None:
    with FaultServer(agreeing()) as server:
        first = plan_by(drafter(server, journal))
        again = plan_by(drafter(server, journal))
        assert len(server.requests) == 1
    assert compared(first) == compared(again)
    spent = [
        json.loads(store.files["receipt.json"])["usage"]["requests"] for _, store in (first, again)
    ]
    assert spent == [1, 0]


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_plan_by_the_next_model_is_made_again_to_the_byte(journal: SqliteJournal) -> None:
    with FaultServer(AWAY, agreeing()) as server:
        first = plan_by(drafter(server, journal, fallback=("openai:second",)))
        again = plan_by(drafter(server, journal, fallback=("openai:second",)))
        assert len(server.requests) == 2
    assert compared(first) == compared(again)
    assert json.loads(compared(again)["verdict.json"])["model"] == "openai:second"


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_cap_that_is_reached_does_not_stop_what_is_paid(journal: SqliteJournal) -> None:
    with FaultServer(agreeing()) as server:
        first = plan_by(drafter(server, journal))
        again = plan_by(drafter(server, journal, max_tokens=1))
        assert len(server.requests) == 1
    assert compared(first) == compared(again)


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_cap_holds_for_what_is_not_kept(journal: SqliteJournal) -> None:
    with FaultServer(agreeing()) as server, pytest.raises(BudgetSpent):
        plan_by(drafter(server, journal, max_tokens=1))
    assert server.requests == []


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_answers_that_were_of_no_use_do_not_stand_in_the_way(journal: SqliteJournal) -> None:
    useless = said('{"title": 1}')
    with FaultServer(useless, useless, agreeing()) as server:
        with pytest.raises(DraftingError, match="RUN004"):
            plan_by(drafter(server, journal))
        assert compared(plan_by(drafter(server, journal)))
        assert len(server.requests) == 3


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_run_that_was_cut_off_between_two_questions_goes_on(journal: SqliteJournal) -> None:
    with FaultServer(said('{"title": 1}'), AWAY, agreeing()) as server:
        with pytest.raises(DraftingError, match="RUN001"):
            plan_by(drafter(server, journal))
        assert compared(plan_by(drafter(server, journal)))
        bodies = [json.dumps(seen.json["messages"]) for seen in server.requests]
    assert len(bodies) == 3
    assert bodies[1] == bodies[2]
