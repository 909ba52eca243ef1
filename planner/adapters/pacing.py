"""Who may ask a provider now, and who waits: every step from one state of things to the next.

* Pure: where things stand, the moment and what happened make where things stand next.
* A pause that a provider asks for holds for everybody. After it one request goes; each answer
  lets one more go beside those under way, so that they double from answer to answer, and where
  answers take long they double by the second. No two go in the same instant.
* Where question after question went unanswered nobody asks; after a rest one request goes to try,
  and an answer to it opens the way again, in the same gentle manner.
* First come, first served. Who does not come when it is due, since it died, loses its place.
* A request that is never heard of again holds its place until its lease ends.
"""

import math
from dataclasses import dataclass, replace
from typing import Final

from planner.adapters.pace import Circuit, Go, Limits, Pace, Seen, Sent, Wait, Waiting


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """When a step is taken, under which limits, and what chance says."""

    limits: Limits
    now: float
    draw: float = 0.0
    """From 0 up to 1."""


def turn(
    pace: Pace, moment: Moment, ticket: str, tokens: int, look: float
) -> tuple[Pace, Go | Wait | Circuit]:
    """Return whether a request goes, waits, or is not to be sent.

    Args:
        pace: Where things stand.
        moment: When.
        ticket: Who asks; the same one each time that it asks again.
        tokens: A bound of the request's and its answer's.
        look: Seconds after which it asks again at the latest.
    """
    here = current(pace, moment)
    left_alone = circuit(here, moment)
    if left_alone.is_open and not _is_to_try(here, moment):
        return without(here, ticket), left_alone
    tickets = [one.ticket for one in here.line]
    place = tickets.index(ticket) if ticket in tickets else len(tickets)
    seconds = _wait(here, moment, tokens)
    if place:
        late = moment.now - here.line[place - 1].due
        step = _step(here, moment.limits)
        seconds = max(seconds, step - late if late < 0 else max(step, late))
    if seconds > 0:
        seconds = min(seconds, look)
        waiting = Waiting(ticket, moment.now + seconds)
        line = (*here.line[:place], waiting, *here.line[place + 1 :])
        return replace(here, line=line), Wait(seconds)
    return _sent(without(here, ticket), moment, ticket, tokens), Go(here.epoch)


def without(pace: Pace, ticket: str) -> Pace:
    """Return the pace after one waits no longer."""
    return replace(pace, line=tuple(one for one in pace.line if one.ticket != ticket))


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A request that was let go."""

    provider: str
    ticket: str
    epoch: int
    tokens: int
    """As they were bounded."""


def told(pace: Pace, moment: Moment, ended: Turn, seen: Seen) -> Pace:
    """Return the pace after a request came to an end."""
    here = current(pace, moment)
    here = replace(here, out=tuple(one for one in here.out if one.ticket != ended.ticket))
    minute = moment.limits.tokens_per_minute
    if seen.tokens is not None and minute is not None:
        level = here.tokens + ended.tokens - seen.tokens
        here = replace(here, tokens=min(level, float(minute)))
    if seen.is_limited or seen.pause is not None:
        here = _paused(here, moment, ended.epoch, seen)
    if seen.answered:
        return _answered(here, moment, ended.epoch)
    was_to_try = pace.rested_until is not None and ended.epoch == pace.epoch
    if seen.answered is False and was_to_try:
        return _left_alone(here, moment)
    return here


def gave_up(pace: Pace, moment: Moment, why: str) -> Pace:
    """Return the pace after a question ended without an answer, its requests all sent."""
    here = current(pace, moment)
    if here.rested_until is not None:
        return here
    here = replace(here, failures=here.failures + 1, why=why)
    return _left_alone(here, moment) if here.failures >= moment.limits.failures else here


def circuit(pace: Pace, moment: Moment) -> Circuit:
    """Return whether the provider is left alone."""
    pause = pace.paused_until - moment.now if _is_kept_off(pace, moment) else 0.0
    if pace.rested_until is not None:
        return Circuit(
            is_open=True,
            opens_again_in=max(pace.rested_until - moment.now, pause, 0.0),
            why=pace.why,
            failed_in_a_row=pace.failures,
            rests=pace.rests,
        )
    return Circuit(is_open=pause > 0, opens_again_in=pause, failed_in_a_row=pace.failures)


def let_in(pace: Pace, moment: Moment) -> tuple[Pace, float]:
    """Return the seconds to wait before anything is begun; 0 where it may be.

    Where a request has to go to try, one is let in, and the others after it was heard of.
    """
    here = current(pace, moment)
    left_alone = circuit(here, moment)
    if not left_alone.is_open:
        return here, 0.0
    if here.rested_until is None:
        return here, left_alone.opens_again_in - moment.limits.longest_pause
    waits = [left_alone.opens_again_in, here.promised_until - moment.now]
    waits += [one.until - moment.now for one in here.out]
    if max(waits) > 0:
        return here, max(waits)
    return replace(here, promised_until=moment.now + _PROMISE), 0.0


def current(pace: Pace, moment: Moment) -> Pace:
    """Return the pace as it is at the moment, without those who are overdue."""
    now, limits = moment.now, moment.limits
    if pace.at > now + _SKEW:
        # The clock began anew: nothing that was written down by the old one holds.
        return Pace.fresh(limits, now)
    passed = max(0.0, now - pace.at)
    requests, tokens = limits.buckets
    here = replace(
        pace,
        at=max(now, pace.at),
        requests=requests.after(passed, pace.requests) if requests else 0.0,
        tokens=tokens.after(passed, pace.tokens) if tokens else 0.0,
        line=tuple(one for one in pace.line if one.due + _GRACE > now),
        out=tuple(one for one in pace.out if one.until > now),
    )
    if here.width and _allowed(here, moment) >= _WIDE:
        return replace(here, width=0, out=(), reopened=None)
    return here


def _is_kept_off(pace: Pace, moment: Moment) -> bool:
    """Say whether the provider asked for a pause that is too long to be waited for."""
    return pace.paused_until - moment.now > moment.limits.longest_pause


def _is_to_try(pace: Pace, moment: Moment) -> bool:
    """Say whether a request has to go now, to see if the provider is there."""
    is_rested = pace.rested_until is not None and pace.rested_until <= moment.now
    return is_rested and not pace.out and not _is_kept_off(pace, moment)


def _wait(pace: Pace, moment: Moment, tokens: int) -> float:
    """Return the seconds until a request of so many tokens may go."""
    by_requests, by_tokens = moment.limits.buckets
    waits = [0.0]
    if by_requests:
        waits.append(by_requests.wait(pace.requests, 1.0))
    if by_tokens:
        waits.append(by_tokens.wait(pace.tokens, tokens))
    if pace.paused_until > moment.now:
        waits.append(pace.paused_until - moment.now + moment.draw * _LATER)
    if pace.width:
        waits += [pace.next_at - moment.now, _until_room(pace, moment)]
    # What the rounding of sums leaves of a wait is none.
    return longest if (longest := max(waits)) > _ROUNDED else 0.0


def _until_room(pace: Pace, moment: Moment) -> float:
    """Return the seconds until one more may be under way, if nothing is heard meanwhile."""
    if len(pace.out) < _allowed(pace, moment):
        return 0.0
    until = min(one.until for one in pace.out)
    if pace.reopened is not None and pace.rested_until is None:
        doublings = math.log2(len(pace.out) + 1)
        until = min(until, pace.reopened + doublings * moment.limits.doubling)
    return until - moment.now


def _allowed(pace: Pace, moment: Moment) -> int:
    """Return how many requests may be under way at once."""
    if pace.rested_until is not None:
        return 1
    if pace.reopened is None:
        return max(pace.width, 1)
    doublings = min((moment.now - pace.reopened) / moment.limits.doubling, _DOUBLINGS)
    return max(pace.width, int(2.0 ** max(doublings, 0.0) + _ROUNDED))


def _step(pace: Pace, limits: Limits) -> float:
    """Return the seconds between two turns of those in line."""
    by_requests, _ = limits.buckets
    each = 1.0 / by_requests.rate if by_requests else 0.0
    return max(_LEAST_STEP, each, limits.spacing if pace.width else 0.0)


def _sent(pace: Pace, moment: Moment, ticket: str, tokens: int) -> Pace:
    by_requests, by_tokens = moment.limits.buckets
    here = replace(
        pace,
        requests=pace.requests - 1.0 if by_requests else 0.0,
        tokens=pace.tokens - tokens if by_tokens else 0.0,
        promised_until=0.0,
    )
    if not here.width:
        return here
    return replace(
        here,
        out=(*here.out, Sent(ticket, moment.now + moment.limits.lease)),
        reopened=moment.now if here.reopened is None else here.reopened,
        next_at=moment.now + moment.limits.spacing * (1.0 + moment.draw),
    )


def _paused(pace: Pace, moment: Moment, epoch: int, seen: Seen) -> Pace:
    """Return the pace after a provider asked to be left alone."""
    here, pause = pace, seen.pause
    if epoch == pace.epoch:
        here = replace(_narrowed(pace), limited=pace.limited + 1)
        if pause is None:
            doubled = _FIRST_PAUSE * 2.0 ** min(pace.limited, _DOUBLINGS)
            pause = min(doubled, moment.limits.longest_pause)
    if pause is None:
        # It was sent before the pause that is there already, and says nothing new.
        return here
    return replace(here, paused_until=max(here.paused_until, moment.now + pause))


def _answered(pace: Pace, moment: Moment, epoch: int) -> Pace:
    """Return the pace after an answer."""
    here = replace(
        pace, failures=0, limited=0, why="", rested_until=None, rests=0, promised_until=0.0
    )
    if pace.rested_until is not None:
        here = replace(here, reopened=moment.now)
    return replace(here, width=here.width + 1) if here.width and epoch == here.epoch else here


def _left_alone(pace: Pace, moment: Moment) -> Pace:
    """Return the pace with a rest for the provider."""
    limits = moment.limits
    rest = min(limits.rest * 2.0 ** min(pace.rests, _DOUBLINGS), limits.longest_rest)
    until = moment.now + rest * (1.0 + _SPREAD * moment.draw)
    return replace(_narrowed(pace), rested_until=until, rests=pace.rests + 1)


def _narrowed(pace: Pace) -> Pace:
    """Return the pace with a window for one request."""
    return replace(pace, epoch=pace.epoch + 1, width=1, out=(), reopened=None, next_at=0.0)


_WIDE: Final = 64
"""Requests under way from which on there is no window."""
_DOUBLINGS: Final = 10
_GRACE: Final = 0.5
"""Seconds that one who is due is waited for."""
_LEAST_STEP: Final = 0.005
_LATER: Final = 0.25
"""Seconds after a pause over which those who waited for it come, by chance."""
_SPREAD: Final = 0.25
"""Part of a rest that is added by chance."""
_FIRST_PAUSE: Final = 0.5
"""Seconds, where a provider limits and does not say for how long; doubled with each."""
_PROMISE: Final = 5.0
"""Seconds that one who was let in has until its first request."""
_SKEW: Final = 1.0
"""Seconds that the time may go back by."""
_ROUNDED: Final = 1e-6
