"""Questions of many plans, so many at once and no more."""

import asyncio
from dataclasses import dataclass, field

import pytest

from planner.adapters.asker import Answered, Asked
from planner.adapters.asker_bounded import BoundedAsker
from planner.errors import ModelMisbehaved
from planner.model.verdict import Usage

ASKED = Asked(system="", user="", schema={}, name="answer", max_output_tokens=1)


@dataclass
class Counting:
    """Takes a turn of the loop for each question, and counts those under way."""

    under_way: int = 0
    most: int = 0
    answered: int = 0
    model: str = "counting"
    closed: list[bool] = field(default_factory=list)

    async def ask(self, asked: Asked, /) -> Answered:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        try:
            await asyncio.sleep(0)
        finally:
            self.under_way -= 1
        if asked.name == "fails":
            message = "it is no answer"
            raise ModelMisbehaved(message, hint="", attempts=1, price=0.0)
        self.answered += 1
        return Answered(text="{}", model=self.model, usage=Usage())

    async def close(self) -> None:
        self.closed.append(True)


@pytest.mark.parametrize("room", [1, 3])
def test_askers_with_one_room_have_no_more_questions_under_way_than_it_holds(room: int) -> None:
    counting = Counting()

    async def asked() -> None:
        shared = asyncio.Semaphore(room)
        askers = [BoundedAsker(counting, shared) for _ in range(7)]
        await asyncio.gather(*(each.ask(ASKED) for each in askers))

    asyncio.run(asked())
    assert (counting.most, counting.answered) == (room, 7)


def test_a_question_that_fails_or_is_let_go_gives_its_room_to_the_next() -> None:
    counting = Counting()

    async def asked() -> None:
        asker = BoundedAsker(counting, asyncio.Semaphore(1))
        fails = Asked(system="", user="", schema={}, name="fails", max_output_tokens=1)
        with pytest.raises(ModelMisbehaved):
            await asker.ask(fails)
        let_go = asyncio.create_task(asker.ask(ASKED))
        await asyncio.sleep(0)
        let_go.cancel()
        await asyncio.wait({let_go})
        await asker.ask(ASKED)
        await asker.close()

    asyncio.run(asked())
    assert (counting.answered, counting.closed) == (1, [True])


def test_the_model_is_that_of_who_is_asked() -> None:
    assert BoundedAsker(Counting(model="a:b"), asyncio.Semaphore(1)).model == "a:b"
