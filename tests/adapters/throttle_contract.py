"""What every throttle keeps to, wherever its state is kept.

* A subclass says how a throttle is made, and how a test runs: in virtual time where the throttle
  has the loop's, else in real time. So nothing here takes long, and nothing is expected to be
  early to the millisecond.
* Two throttles of one `make` are two processes.
"""

import asyncio
from collections import Counter
from contextlib import suppress

import pytest

from planner.adapters.pace import Limits, Seen
from planner.adapters.throttle import Throttle, Turn
from tests.adapters.circuit_contract import CircuitContract
from tests.adapters.throttle_world import (
    ANSWERED,
    PAUSE,
    PROVIDER,
    Answer,
    Make,
    Work,
    all_sent,
    limited,
    most_within,
    now,
    sent,
)

__all__ = [
    "ANSWERED",
    "PROVIDER",
    "Answer",
    "SharedThrottleContract",
    "ThrottleContract",
    "Work",
    "all_sent",
    "limited",
    "now",
    "sent",
]


class ThrottleContract(CircuitContract):
    """The rules of turns, pauses and the circuit."""

    def test_without_limits_nobody_waits(self) -> None:
        async def work(make: Make) -> None:
            throttle, begun = await make(Limits()), now()
            turns = await asyncio.gather(*(throttle.turn(PROVIDER) for _ in range(50)))
            assert now() - begun < 1
            assert len({turn.ticket for turn in turns}) == 50

        self.run(work)

    def test_requests_go_as_fast_as_the_limit_and_no_faster(self) -> None:
        async def work(make: Make) -> None:
            throttle, begun = await make(Limits(requests_per_minute=1200)), now()
            times = await all_sent([throttle], 40)
            # Those of a second go at once, the others twenty a second.
            assert most_within(times, 0.02) <= 21
            assert 0.9 < times[-1] - begun < 2.5

        self.run(work)

    def test_once_withdrawn_whoever_waits_is_cancelled_and_nobody_else(self) -> None:
        async def work(make: Make) -> None:
            throttle = await make(Limits(requests_per_minute=1))
            first = await throttle.turn(PROVIDER)
            waiting = [asyncio.create_task(throttle.turn(PROVIDER)) for _ in range(3)]
            await asyncio.sleep(PAUSE)
            throttle.withdraw()
            await asyncio.wait(waiting)
            assert all(task.cancelled() for task in waiting)
            await throttle.told(first, ANSWERED)
            late = asyncio.create_task(throttle.turn(PROVIDER))
            await asyncio.wait({late})
            assert late.cancelled()
            assert (await throttle.turn("another")).provider == "another"

        self.run(work)

    def test_two_processes_keep_to_one_limit_together(self) -> None:
        async def work(make: Make) -> None:
            limits = Limits(requests_per_minute=1200)
            both, begun = [await make(limits), await make(limits)], now()
            times = await all_sent(both, 40)
            assert 0.9 < times[-1] - begun < 2.5

        self.run(work)

    def test_tokens_go_as_fast_as_the_limit(self) -> None:
        async def work(make: Make) -> None:
            throttle, begun = await make(Limits(tokens_per_minute=6000)), now()
            # 600 tokens at once, and 90 a second.
            for _ in range(4):
                await throttle.turn(PROVIDER, 200)
            assert 2.0 < now() - begun < 4

        self.run(work)

    def test_tokens_that_were_not_used_are_given_back(self) -> None:
        async def work(make: Make) -> None:
            throttle, begun = await make(Limits(tokens_per_minute=6000)), now()
            for _ in range(10):
                await sent(throttle, Seen(answered=True, tokens=20), tokens=400)
            assert now() - begun < 1
            for _ in range(3):
                await sent(throttle, Seen(answered=True), tokens=300)
            assert now() - begun > 1

        self.run(work)

    def test_tokens_over_the_bound_are_made_up_for(self) -> None:
        async def work(make: Make) -> None:
            throttle = await make(Limits(tokens_per_minute=6000))
            await sent(throttle, Seen(answered=True, tokens=650), tokens=10)
            begun = now()
            await throttle.turn(PROVIDER, 50)
            assert now() - begun > 0.9

        self.run(work)

    def test_a_request_over_the_whole_limit_is_sent_and_paid_for_by_those_after_it(self) -> None:
        async def work(make: Make) -> None:
            throttle, begun = await make(Limits(tokens_per_minute=6000)), now()
            await throttle.turn(PROVIDER, 700)
            assert now() - begun < 0.5
            await throttle.turn(PROVIDER, 10)
            assert now() - begun > 1

        self.run(work)

    def test_first_come_is_first_served(self) -> None:
        async def work(make: Make) -> None:
            throttle, served = await make(Limits(requests_per_minute=1200)), list[int]()

            async def one(number: int) -> None:
                await throttle.turn(PROVIDER)
                served.append(number)

            await asyncio.gather(*(one(number) for number in range(30)))
            assert served == list(range(30))

        self.run(work)

    def test_providers_do_not_wait_for_one_another(self) -> None:
        async def work(make: Make) -> None:
            throttle = await make(Limits())
            await throttle.told(await throttle.turn(PROVIDER), limited(5.0))
            begun = now()
            await throttle.turn("another.example")
            assert now() - begun < 1

        self.run(work)

    @pytest.mark.parametrize("seen", [limited(), Seen(answered=False, pause=PAUSE)])
    def test_a_pause_that_is_asked_for_holds_for_everybody(self, seen: Seen) -> None:
        async def work(make: Make) -> None:
            asked, other = await make(Limits()), await make(Limits())
            turn = await asked.turn(PROVIDER)
            begun = now()
            await asked.told(turn, seen)
            times = await all_sent([asked, other], 6)
            assert times[0] - begun >= PAUSE

        self.run(work)

    def test_of_several_pauses_the_longest_holds(self) -> None:
        async def work(make: Make) -> None:
            throttle = await make(Limits())
            turns = [await throttle.turn(PROVIDER) for _ in range(3)]
            begun = now()
            for turn, pause in zip(turns, (0.2, PAUSE, 0.1), strict=True):
                await throttle.told(turn, limited(pause))
            assert await sent(throttle) - begun >= PAUSE

        self.run(work)

    def test_a_limit_without_a_pause_makes_everybody_wait_longer_each_time(self) -> None:
        async def work(make: Make) -> None:
            throttle, waits = await make(Limits()), list[float]()
            turn = await throttle.turn(PROVIDER)
            for _ in range(2):
                begun = now()
                await throttle.told(turn, limited(None))
                turn = await throttle.turn(PROVIDER)
                waits.append(now() - begun)
            assert waits[0] >= 0.5
            assert waits[1] >= 1.0

        self.run(work)

    def test_a_herd_comes_back_one_by_one(self) -> None:
        async def work(make: Make) -> None:
            herd = [await make(Limits()) for _ in range(20)]
            turns = [await throttle.turn(PROVIDER) for throttle in herd]
            begun = now()
            for throttle, turn in zip(herd, turns, strict=True):
                await throttle.told(turn, limited())
            times = await asyncio.gather(*(sent(throttle) for throttle in herd))
            assert min(times) - begun >= PAUSE
            assert len(set(times)) == 20
            assert most_within(times, 0.1) <= 5

        self.run(work)

    def test_after_a_pause_requests_double_from_answer_to_answer(self) -> None:
        async def work(make: Make) -> None:
            throttle = await make(Limits(doubling=60.0, spacing=0.001))
            await throttle.told(await throttle.turn(PROVIDER), limited(0.1))
            under_way = list[Turn]()
            rounds = list[int]()
            for _ in range(4):
                with suppress(TimeoutError):
                    while True:
                        async with asyncio.timeout(0.5):
                            under_way.append(await throttle.turn(PROVIDER))
                rounds.append(len(under_way))
                for turn in under_way:
                    await throttle.told(turn, ANSWERED)
                under_way.clear()
            assert rounds == [1, 2, 4, 8]

        self.run(work)

    def test_where_answers_take_long_requests_double_by_the_time(self) -> None:
        async def work(make: Make) -> None:
            throttle = await make(Limits(doubling=0.25, spacing=0.001))
            await throttle.told(await throttle.turn(PROVIDER), limited(0.1))
            times = list[float]()
            for _ in range(8):
                await throttle.turn(PROVIDER)
                times.append(now())
            passed = [each - times[0] for each in times]
            assert passed[1] >= 0.25
            assert passed[2] >= 0.25 * 1.5
            assert 0.7 <= passed[7] <= 1.2

        self.run(work)

    def test_a_second_limit_closes_the_window_again(self) -> None:
        async def work(make: Make) -> None:
            throttle = await make(Limits())
            await throttle.told(await throttle.turn(PROVIDER), limited(0.1))
            for _ in range(5):
                await sent(throttle)
            turn = await throttle.turn(PROVIDER)
            begun = now()
            await throttle.told(turn, limited())
            assert await sent(throttle) - begun >= PAUSE

        self.run(work)

    def test_who_is_cancelled_while_it_waits_has_taken_nothing(self) -> None:
        async def work(make: Make) -> None:
            limits = Limits(requests_per_minute=60)
            throttle, other = await make(limits), await make(limits)
            await throttle.turn(PROVIDER)
            waiting = [asyncio.create_task(throttle.turn(PROVIDER)) for _ in range(20)]
            await asyncio.sleep(0.1)
            for task in waiting:
                task.cancel()
            ends = await asyncio.gather(*waiting, return_exceptions=True)
            assert Counter(map(type, ends)) == {asyncio.CancelledError: 20}
            begun = now()
            await other.turn(PROVIDER)
            assert now() - begun < 1.2

        self.run(work)

    def test_who_is_cancelled_at_the_head_lets_the_next_go(self) -> None:
        async def work(make: Make) -> None:
            throttle = await make(Limits(requests_per_minute=120))
            for _ in range(2):
                await throttle.turn(PROVIDER)
            first, second = (asyncio.create_task(throttle.turn(PROVIDER)) for _ in range(2))
            await asyncio.sleep(0.1)
            begun = now()
            first.cancel()
            await second
            assert now() - begun < 1

        self.run(work)


class SharedThrottleContract(ThrottleContract):
    """The rules of a throttle that several processes have, each by itself."""

    def test_no_process_is_starved_by_one_that_asks_for_more(self) -> None:
        async def work(make: Make) -> None:
            limits = Limits(requests_per_minute=1200)
            greedy, modest = await make(limits), await make(limits)
            served = list[str]()

            async def one(throttle: Throttle, name: str) -> None:
                await throttle.turn(PROVIDER)
                served.append(name)

            crowd = [one(greedy, "greedy") for _ in range(36)]
            await asyncio.gather(*crowd, *(one(modest, "modest") for _ in range(6)))
            last = max(place for place, name in enumerate(served) if name == "modest")
            assert last < 36

        self.run(work)

    def test_a_process_that_dies_in_line_does_not_stop_the_others(self) -> None:
        async def work(make: Make) -> None:
            limits = Limits(requests_per_minute=120)
            dead, living = await make(limits, sleep=for_ever), await make(limits)
            for _ in range(2):
                await dead.turn(PROVIDER)
            dying = asyncio.create_task(dead.turn(PROVIDER))
            await asyncio.sleep(0.05)
            begun = now()
            for _ in range(3):
                await living.turn(PROVIDER)
            assert now() - begun < 4
            dying.cancel()

        self.run(work)

    def test_what_one_process_hears_another_acts_upon(self) -> None:
        async def work(make: Make) -> None:
            one, other = await make(Limits()), await make(Limits())
            await one.told(await one.turn(PROVIDER), limited(0.2))
            begun = now()
            turns = [await one.turn(PROVIDER)]
            waiting = asyncio.create_task(other.turn(PROVIDER))
            await asyncio.sleep(0.1)
            assert not waiting.done()
            await one.told(turns[0], ANSWERED)
            await waiting
            assert now() - begun < 2

        self.run(work)


async def for_ever(seconds: float) -> None:
    """Sleep as a process does that was killed."""
    del seconds
    await asyncio.Event().wait()
