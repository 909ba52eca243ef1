"""What every throttle does when a provider does not answer, or asks to be left alone for long."""

import asyncio

import pytest

from planner.adapters.pace import BROKEN_OFF, Limits
from planner.errors import RunFault
from tests.adapters.throttle_world import (
    ANSWERED,
    AWAY,
    PROVIDER,
    QUICK,
    Make,
    ThrottleWorld,
    all_sent,
    limited,
    most_within,
    now,
    opened,
    refused,
    sent,
)


class CircuitContract(ThrottleWorld):
    """The rules of the circuit."""

    def test_a_pause_over_the_longest_is_not_waited_for_by_anybody(self) -> None:
        async def work(make: Make) -> None:
            limits = Limits(longest_pause=1.0)
            asked, other = await make(limits), await make(limits)
            await asked.told(await asked.turn(PROVIDER), limited(3600.0))
            error = await refused(other)
            assert error.fault is RunFault.RATE_LIMITED
            assert error.retry_after == pytest.approx(3600.0, abs=2.0)
            assert error.attempts == 0
            assert "in 3600 seconds" in str(error) or "in 3599 seconds" in str(error)
            found = await other.circuit([PROVIDER])
            assert (found.is_open, found.rests) == (True, 0)
            assert found.opens_again_in == pytest.approx(3600.0, abs=2.0)

        self.run(work)

    def test_questions_in_a_row_without_an_answer_open_the_circuit(self) -> None:
        async def work(make: Make) -> None:
            failing, other = await make(QUICK), await make(QUICK)
            assert not (await other.circuit([PROVIDER])).is_open
            await opened(failing, QUICK)
            error = await refused(other)
            assert (error.fault, error.attempts) == (RunFault.UNAVAILABLE, 0)
            assert "`models.example` is open, since 3 questions in a row" in error.message
            assert "question 2 broke off" in error.message
            assert 0 < (error.retry_after or 0) <= 0.5
            found = await other.circuit([PROVIDER])
            assert (found.is_open, found.failed_in_a_row, found.rests) == (True, 3, 1)
            assert 0 < found.opens_again_in <= 0.5
            assert found.why == "question 2 broke off"

        self.run(work)

    def test_an_answer_in_between_keeps_the_circuit_closed(self) -> None:
        async def work(make: Make) -> None:
            throttle = await make(QUICK)
            for _ in range(4):
                for _ in range(QUICK.failures - 1):
                    await throttle.gave_up(PROVIDER, "it broke off")
                await sent(throttle)
            assert not (await throttle.circuit([PROVIDER])).is_open

        self.run(work)

    def test_one_request_tries_and_an_answer_closes_the_circuit(self) -> None:
        async def work(make: Make) -> None:
            first, second = await make(QUICK), await make(QUICK)
            begun = now()
            await opened(first, QUICK)
            await asyncio.sleep((await first.circuit([PROVIDER])).opens_again_in + 0.01)
            assert now() - begun >= QUICK.rest
            turn = await first.turn(PROVIDER)
            assert "just now" in (await refused(second)).message
            await first.told(turn, ANSWERED)
            assert not (await second.circuit([PROVIDER])).is_open
            times = await all_sent([first, second], 8)
            assert most_within(times, 0.02) <= 2

        self.run(work)

    def test_a_try_that_is_not_answered_leaves_the_provider_alone_for_longer(self) -> None:
        async def work(make: Make) -> None:
            throttle = await make(QUICK)
            await opened(throttle, QUICK)
            await asyncio.sleep(QUICK.rest * 1.3)
            await throttle.told(await throttle.turn(PROVIDER), AWAY)
            found = await throttle.circuit([PROVIDER])
            assert (found.is_open, found.rests) == (True, 2)
            assert found.opens_again_in > QUICK.rest * 1.5
            await refused(throttle)

        self.run(work)

    def test_a_try_that_is_broken_off_lets_another_try(self) -> None:
        async def work(make: Make) -> None:
            throttle = await make(QUICK)
            await opened(throttle, QUICK)
            await asyncio.sleep(QUICK.rest * 1.3)
            await throttle.told(await throttle.turn(PROVIDER), BROKEN_OFF)
            await sent(throttle)
            assert not (await throttle.circuit([PROVIDER])).is_open

        self.run(work)

    def test_a_try_that_is_never_heard_of_again_is_given_up_when_its_lease_ends(self) -> None:
        async def work(make: Make) -> None:
            limits = Limits(rest=0.2, failures=3, lease=0.4)
            killed, living = await make(limits), await make(limits)
            await opened(killed, limits)
            await asyncio.sleep(0.3)
            await killed.turn(PROVIDER)
            await refused(living)
            await asyncio.sleep(0.5)
            await sent(living)

        self.run(work)

    def test_whoever_waits_to_begin_is_let_in_while_the_circuit_is_closed(self) -> None:
        async def work(make: Make) -> None:
            throttle, begun = await make(QUICK), now()
            await asyncio.gather(*(throttle.ready([PROVIDER]) for _ in range(10)))
            assert now() - begun < 0.5

        self.run(work)

    def test_whoever_waits_to_begin_is_let_in_alone_to_try_and_the_others_after_an_answer(
        self,
    ) -> None:
        async def work(make: Make) -> None:
            both = [await make(QUICK), await make(QUICK)]
            await opened(both[0], QUICK)
            let_in = list[int]()

            async def one(number: int) -> None:
                await both[number % 2].ready([PROVIDER])
                let_in.append(number)

            waiting = [asyncio.create_task(one(number)) for number in range(8)]
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            turn = await both[0].turn(PROVIDER)
            await asyncio.sleep(0.2)
            assert len(let_in) == 1
            await both[0].told(turn, ANSWERED)
            begun = now()
            await asyncio.gather(*waiting)
            assert now() - begun < 1.5

        self.run(work)

    def test_whoever_may_ask_another_provider_need_not_wait(self) -> None:
        async def work(make: Make) -> None:
            throttle = await make(QUICK)
            await opened(throttle, QUICK)
            begun = now()
            await throttle.ready([PROVIDER, "another.example"])
            await throttle.ready([])
            assert now() - begun < 0.3
            assert not (await throttle.circuit([PROVIDER, "another.example"])).is_open
            assert not (await throttle.circuit([])).is_open
            await asyncio.sleep(QUICK.rest * 1.3)
            assert (await throttle.circuit([PROVIDER])).opens_again_in == 0
            assert not (await throttle.circuit([PROVIDER, "another.example"])).is_open

        self.run(work)
