"""The arithmetic of the pace: how much goes in a minute, what is written down, what time does."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.adapters import pacing
from planner.adapters.pace import Circuit, Go, Limits, Pace, Seen, Sent, Wait, Waiting
from planner.adapters.pacing import Moment, Turn
from planner.model.settings import ModelSettings

UNLIMITED = Limits()


def moment(limits: Limits, now: float, draw: float = 0.0) -> Moment:
    return Moment(limits=limits, now=now, draw=draw)


def a_turn(epoch: int = 0, tokens: int = 0, ticket: str = "t") -> Turn:
    return Turn(provider="p", ticket=ticket, epoch=epoch, tokens=tokens)


def sent_at(limits: Limits, count: int, tokens: int = 0) -> list[float]:
    """Return when *count* requests go that all wait from the beginning."""
    pace, now, times = Pace.fresh(limits, 0.0), 0.0, list[float]()
    while len(times) < count:
        pace, found = pacing.turn(pace, moment(limits, now), "t", tokens, 1e9)
        match found:
            case Go():
                times.append(now)
            case Wait(seconds=seconds):
                assert seconds > 0
                now += seconds
            case Circuit():
                raise AssertionError(found)
    return times


def most_in_a_minute(times: list[float]) -> int:
    """Return the most of *times* within a minute, both of its ends included."""
    return max(sum(start <= each <= start + 60.0 for each in times) for start in times)


@pytest.mark.parametrize("limit", [1, 2, 7, 59, 60, 61, 100, 600, 3000])
def test_in_no_minute_are_there_more_requests_than_the_limit(limit: int) -> None:
    times = sent_at(Limits(requests_per_minute=limit), 2 * limit + 5)
    assert most_in_a_minute(times) <= limit


@pytest.mark.parametrize("limit", [1, 2, 60, 600, 3000])
def test_the_limit_is_used_but_for_a_sixtieth(limit: int) -> None:
    times = sent_at(Limits(requests_per_minute=limit), 3 * limit + 1)
    assert 180 <= times[-1] <= 180 * 1.03


@given(
    st.integers(1, 500),
    st.lists(st.tuples(st.floats(0, 20), st.booleans()), min_size=1, max_size=200),
)
def test_idle_times_and_bursts_do_not_add_up_to_more_than_the_limit(
    limit: int, gaps: list[tuple[float, bool]]
) -> None:
    limits = Limits(requests_per_minute=limit)
    pace, now, times = Pace.fresh(limits, 0.0), 0.0, list[float]()
    for gap, is_patient in gaps:
        now += gap
        pace, found = pacing.turn(pace, moment(limits, now), "t", 0, 1e9)
        if isinstance(found, Wait) and is_patient:
            now += found.seconds
            pace, found = pacing.turn(pace, moment(limits, now), "t", 0, 1e9)
        if isinstance(found, Go):
            times.append(now)
    assert most_in_a_minute(times) <= limit


@given(st.integers(100, 100_000), st.data())
def test_in_no_minute_are_there_more_tokens_than_the_limit(limit: int, data: st.DataObject) -> None:
    limits = Limits(tokens_per_minute=limit)
    sizes = data.draw(st.lists(st.integers(1, limit // 10), min_size=5, max_size=60))
    pace, now, sent = Pace.fresh(limits, 0.0), 0.0, list[tuple[float, int]]()
    for size in sizes:
        pace, found = pacing.turn(pace, moment(limits, now), "t", size, 1e9)
        if isinstance(found, Wait):
            now += found.seconds
            pace, found = pacing.turn(pace, moment(limits, now), "t", size, 1e9)
        assert isinstance(found, Go)
        sent.append((now, size))
    for start, _ in sent:
        assert sum(size for at, size in sent if start <= at <= start + 60.0) <= limit


def test_tokens_that_come_back_late_are_not_lost_and_not_kept_for_ever() -> None:
    limits = Limits(tokens_per_minute=6000)
    pace, _ = pacing.turn(Pace.fresh(limits, 0.0), moment(limits, 0.0), "t", 5000, 1e9)
    pace = pacing.told(
        pace, moment(limits, 60.0), a_turn(tokens=5000), Seen(answered=True, tokens=0)
    )
    assert pace.tokens == pytest.approx(6000, rel=0.2)
    assert pacing.current(pace, moment(limits, 100.0)).tokens < pace.tokens
    assert pacing.current(pace, moment(limits, 500.0)).tokens == 600


def test_no_more_than_a_minute_of_tokens_comes_back() -> None:
    limits = Limits(tokens_per_minute=6000)
    pace = Pace.fresh(limits, 0.0)
    for _ in range(20):
        ended = Seen(answered=True, tokens=0)
        pace = pacing.told(pace, moment(limits, 0.0), a_turn(tokens=5000), ended)
    assert pace.tokens == 6000


@pytest.mark.parametrize("draw", [0.0, 0.4, 0.999])
def test_chance_makes_a_pause_longer_and_never_shorter(draw: float) -> None:
    asked = Seen(answered=False, is_limited=True, pause=7.0)
    pace = pacing.told(Pace.fresh(UNLIMITED, 0.0), moment(UNLIMITED, 1.0), a_turn(), asked)
    _, found = pacing.turn(pace, moment(UNLIMITED, 1.0, draw), "t", 0, 1e9)
    assert isinstance(found, Wait)
    assert found.seconds >= 7.0
    assert (found.seconds > 7.0) == (draw > 0)


@pytest.mark.parametrize("draw", [0.0, 0.4, 0.999])
def test_chance_makes_a_rest_longer_and_never_shorter(draw: float) -> None:
    pace = Pace.fresh(UNLIMITED, 0.0)
    for _ in range(UNLIMITED.failures):
        pace = pacing.gave_up(pace, moment(UNLIMITED, 0.0, draw), "x")
    found = pacing.circuit(pace, moment(UNLIMITED, 0.0))
    assert found.opens_again_in >= UNLIMITED.rest
    assert (found.opens_again_in > UNLIMITED.rest) == (draw > 0)


def test_rests_double_up_to_the_longest() -> None:
    pace, now, rests = Pace.fresh(UNLIMITED, 0.0), 0.0, list[float]()
    for _ in range(UNLIMITED.failures):
        pace = pacing.gave_up(pace, moment(UNLIMITED, now), "x")
    for _ in range(6):
        rests.append(pacing.circuit(pace, moment(UNLIMITED, now)).opens_again_in)
        now += rests[-1]
        pace, found = pacing.turn(pace, moment(UNLIMITED, now), "t", 0, 1e9)
        assert isinstance(found, Go)
        pace = pacing.told(pace, moment(UNLIMITED, now), a_turn(found.epoch), Seen(answered=False))
    assert rests == [5.0, 10.0, 20.0, 40.0, 60.0, 60.0]


def test_a_rest_and_a_pause_that_is_too_long_hold_both() -> None:
    pace = Pace.fresh(UNLIMITED, 0.0)
    asked = Seen(answered=False, is_limited=True, pause=500.0)
    pace = pacing.told(pace, moment(UNLIMITED, 0.0), a_turn(), asked)
    for _ in range(UNLIMITED.failures):
        pace = pacing.gave_up(pace, moment(UNLIMITED, 0.0), "x")
    late = moment(UNLIMITED, 100.0)
    found = pacing.circuit(pace, late)
    assert (found.is_open, found.opens_again_in, found.rests) == (True, 400.0, 1)
    assert isinstance(pacing.turn(pace, late, "t", 0, 1e9)[1], Circuit)
    assert pacing.let_in(pace, late)[1] == 400.0


def test_what_was_sent_before_a_pause_says_nothing_about_the_time_after_it() -> None:
    asked = Seen(answered=False, is_limited=True)
    now = moment(UNLIMITED, 0.0)
    pace = pacing.told(Pace.fresh(UNLIMITED, 0.0), now, a_turn(0, ticket="a"), asked)
    for ticket in "bcdefgh":
        pace = pacing.told(pace, now, a_turn(0, ticket=ticket), asked)
    assert (pace.paused_until, pace.limited, pace.width) == (0.5, 1, 1)
    late = pacing.told(pace, now, a_turn(0, ticket="i"), Seen(answered=True))
    assert late.width == 1


def test_many_requests_under_way_are_as_good_as_no_window() -> None:
    pace = replace(Pace.fresh(UNLIMITED, 0.0), width=1, reopened=0.0, epoch=1)
    assert pacing.current(pace, moment(UNLIMITED, 5.9)).width == 1
    assert pacing.current(pace, moment(UNLIMITED, 6.1)).width == 0


def test_a_clock_that_begins_anew_forgets_what_the_old_one_said() -> None:
    asked = Seen(answered=False, is_limited=True, pause=30.0)
    pace = pacing.told(Pace.fresh(UNLIMITED, 9e5), moment(UNLIMITED, 9e5), a_turn(), asked)
    rebooted = moment(UNLIMITED, 12.0)
    assert isinstance(pacing.turn(pace, rebooted, "t", 0, 1e9)[1], Go)


def test_a_clock_that_goes_back_a_little_changes_nothing() -> None:
    limits = Limits(requests_per_minute=60)
    pace = Pace.fresh(limits, 100.0)
    pace, _ = pacing.turn(pace, moment(limits, 100.0), "t", 0, 1e9)
    pace, found = pacing.turn(pace, moment(limits, 99.5), "t", 0, 1e9)
    assert isinstance(found, Wait)
    assert pace.at == 100.0


def test_a_pace_is_read_as_it_was_written() -> None:
    pace = Pace(
        at=1.5, requests=-2.0, tokens=1e6, line=(Waiting("a", 2.0),), out=(Sent("b", 3.0),),
        width=4, reopened=1.0, why="„é“", rested_until=9.0, rests=2,
    )  # fmt: skip
    assert Pace.read(pace.written()) == pace


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        json.dumps({"at": 1.0}),
        json.dumps({"line": [[]], "out": []}),
        Pace(at=0.0).written().replace('"why"', '"later"'),
        Pace(at=0.0).written().replace('"line": []', '"line": 7'),
    ],
)
def test_what_another_version_wrote_is_no_pace(text: str) -> None:
    assert Pace.read(text) is None


def test_the_limits_are_those_of_the_settings() -> None:
    settings = ModelSettings(
        requests_per_minute=60, tokens_per_minute=9000, longest_pause=7.0, timeout=20.0
    )
    limits = Limits.of(settings)
    assert (limits.requests_per_minute, limits.tokens_per_minute) == (60, 9000)
    assert (limits.longest_pause, limits.lease) == (7.0, 30.0)
    assert limits.is_rated
    assert not Limits.of(ModelSettings()).is_rated


def test_the_line_moves_on_in_its_order() -> None:
    limits = Limits(requests_per_minute=60)
    pace = replace(Pace.fresh(limits, 0.0), requests=0.0)
    waits = list[float]()
    for ticket in "abc":
        pace, found = pacing.turn(pace, moment(limits, 0.0), ticket, 0, 1e9)
        assert isinstance(found, Wait)
        waits.append(found.seconds)
    assert [one.ticket for one in pace.line] == ["a", "b", "c"]
    assert all(1.0 <= later - earlier < 1.1 for earlier, later in pairwise(waits))
    _, early = pacing.turn(pace, moment(limits, 1.2), "b", 0, 1e9)
    assert isinstance(early, Wait), "who is before it is only just due"
    _, dead = pacing.turn(pace, moment(limits, 1.6), "b", 0, 1e9)
    assert isinstance(dead, Go), "who is before it did not come"
    pace, first = pacing.turn(pace, moment(limits, 1.2), "a", 0, 1e9)
    assert isinstance(first, Go)
    assert [one.ticket for one in pace.line] == ["b", "c"]


def left_alone(now: float = 0.0) -> Pace:
    pace = Pace.fresh(UNLIMITED, now)
    for _ in range(UNLIMITED.failures):
        pace = pacing.gave_up(pace, moment(UNLIMITED, now), "x")
    return pace


def tried(pace: Pace, now: float) -> tuple[Pace, Turn]:
    """Return the pace with a request under way that tries, and that one."""
    pace, found = pacing.turn(pace, moment(UNLIMITED, now), "try", 0, 1e9)
    assert isinstance(found, Go)
    return pace, a_turn(found.epoch, ticket="try")


def test_questions_that_end_while_a_provider_is_left_alone_do_not_lengthen_that() -> None:
    pace = left_alone()
    assert pacing.gave_up(pace, moment(UNLIMITED, 1.0), "y").rested_until == pace.rested_until
    assert pacing.gave_up(pace, moment(UNLIMITED, 9.0), "y").rests == 1


def test_nobody_is_let_in_while_a_request_tries_however_long_it_takes() -> None:
    pace, seconds = pacing.let_in(left_alone(), moment(UNLIMITED, 6.0))
    assert seconds == 0
    pace, turn = tried(pace, 7.0)
    pace, seconds = pacing.let_in(pace, moment(UNLIMITED, 40.0))
    assert seconds > 0
    pace = pacing.told(pace, moment(UNLIMITED, 41.0), turn, Seen())
    assert pacing.let_in(pace, moment(UNLIMITED, 41.0))[1] == 0


def test_who_is_let_in_and_sends_nothing_is_waited_for_a_while() -> None:
    pace, _ = pacing.let_in(left_alone(), moment(UNLIMITED, 6.0))
    assert pacing.let_in(pace, moment(UNLIMITED, 6.1))[1] > 4
    assert pacing.let_in(pace, moment(UNLIMITED, 11.1))[1] == 0


def test_a_try_that_is_broken_off_at_once_has_the_next_let_in_at_once() -> None:
    pace, _ = pacing.let_in(left_alone(), moment(UNLIMITED, 6.0))
    pace, turn = tried(pace, 6.1)
    pace = pacing.told(pace, moment(UNLIMITED, 6.2), turn, Seen())
    assert pacing.let_in(pace, moment(UNLIMITED, 6.2))[1] == 0


def test_after_a_try_that_took_long_requests_still_come_back_gently() -> None:
    pace, turn = tried(left_alone(), 6.0)
    pace = pacing.told(pace, moment(UNLIMITED, 60.0), turn, Seen(answered=True))
    now, sent = moment(UNLIMITED, 60.2), 0
    for ticket in "abcdef":
        pace, found = pacing.turn(replace(pace, next_at=0.0, line=()), now, ticket, 0, 1e9)
        sent += isinstance(found, Go)
    assert sent == 2
