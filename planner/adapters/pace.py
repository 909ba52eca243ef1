"""How one provider is asked: the limits, and where things stand just now.

* A limit is so much at once and so much a second. In no minute are there more requests than the
  limit allows, and no more tokens but for the last request, if it alone is over a tenth of them.
* Where things stand is a value that can be written as a text: it is kept in memory, in a file or
  in a database, and changed by one at a time (`pacing`).
"""

import json
from dataclasses import dataclass, fields
from typing import Final, NamedTuple

from planner.model.settings import ModelSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How fast a provider may be asked, and what is done when it does not answer."""

    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    longest_pause: float = 60.0
    """Seconds; a provider that wants a longer pause is not waited for."""
    lease: float = 130.0
    """Seconds after which a request counts as lost."""
    failures: int = 5
    """Questions without an answer, one after the other, after which nobody asks."""
    rest: float = 5.0
    """Seconds until one request goes then; doubled with each that is not answered."""
    longest_rest: float = 60.0
    spacing: float = 0.025
    """Seconds between two requests at the least, while they come back."""
    doubling: float = 1.0
    """Seconds in which the requests that may be under way double, where no answer comes."""

    @classmethod
    def of(cls, settings: ModelSettings) -> "Limits":
        """Return the limits that the settings give to each provider."""
        return cls(
            requests_per_minute=settings.requests_per_minute,
            tokens_per_minute=settings.tokens_per_minute,
            longest_pause=settings.longest_pause,
            lease=settings.timeout + _LATE,
        )

    @property
    def is_rated(self) -> bool:
        """Whether there is a limit a minute."""
        return self.requests_per_minute is not None or self.tokens_per_minute is not None

    @property
    def buckets(self) -> "tuple[Bucket | None, Bucket | None]":
        """How requests and tokens are counted, where they are limited."""
        requests, tokens = self.requests_per_minute, self.tokens_per_minute
        return (
            None if requests is None else _bucket(requests, max(1.0, requests / _MINUTE), 1.0),
            None if tokens is None else _bucket(tokens, tokens * _AT_ONCE, 0.0),
        )


class Bucket(NamedTuple):
    """How a limit a minute is kept: so much at once, and so much a second."""

    size: float
    rate: float

    def after(self, seconds: float, level: float) -> float:
        """Return the level some seconds later; what is over the size is lost at the same rate."""
        change = self.rate * seconds
        if level > self.size:
            return max(self.size, level - change)
        return min(self.size, level + change)

    def wait(self, level: float, amount: float) -> float:
        """Return the seconds until *amount* is there, or all that there can be."""
        return max(0.0, (min(amount, self.size) - level) / self.rate)


def _bucket(limit: int, size: float, unit: float) -> Bucket:
    # What goes at once is part of the limit; of whole units the first may come a little sooner.
    return Bucket(size, (limit - size + unit) / _MINUTE * _UNDER)


@dataclass(frozen=True, slots=True)
class Go:
    """A request may be sent."""

    epoch: int
    """How many pauses and rests there had been."""


@dataclass(frozen=True, slots=True)
class Wait:
    """It may not be sent yet; ask again after so many seconds, or when something changed."""

    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Circuit:
    """Whether a provider is left alone."""

    is_open: bool = False
    """Nobody asks: questions fail at once."""
    opens_again_in: float = 0.0
    """Seconds until one request goes to try; 0 where it may go now, or is under way."""
    why: str = ""
    """What the last question ended with; empty where the provider asked to be left alone."""
    failed_in_a_row: int = 0
    """Questions that went unanswered."""
    rests: int = 0
    """How often it was left alone since the last answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What came of a request."""

    answered: bool | None = None
    """Whether the provider is there and does its work; None where nobody waited for it."""
    is_limited: bool = False
    """It says that it is asked too often."""
    pause: float | None = None
    """Seconds that it wants to be left alone."""
    tokens: int | None = None
    """As it counted them; None where it told none, so that they stay as they were bounded."""


BROKEN_OFF: Final = Seen()
"""Nobody waited for the answer."""


class Waiting(NamedTuple):
    """One who waits for its turn, and when it looks again."""

    ticket: str
    due: float


class Sent(NamedTuple):
    """A request under way, and until when it is waited for."""

    ticket: str
    until: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Where things stand with one provider."""

    at: float
    """The time of the levels."""
    requests: float = 0.0
    """That may go at once; below 0 where more went."""
    tokens: float = 0.0
    line: tuple[Waiting, ...] = ()
    """Who waits, in order: one of each process."""
    out: tuple[Sent, ...] = ()
    """Requests under way, while there is a window."""
    width: int = 0
    """Requests that may be under way; 0 for any number, so no window."""
    reopened: float | None = None
    """When the first went through the window."""
    next_at: float = 0.0
    """Nothing goes through the window before."""
    paused_until: float = 0.0
    limited: int = 0
    """Pauses since the last answer."""
    epoch: int = 0
    """Pauses and rests so far: what was sent before one says nothing about the time after it."""
    failures: int = 0
    """Questions in a row that went unanswered."""
    why: str = ""
    """What the last of them ended with."""
    rested_until: float | None = None
    """When one request goes to try; None where the provider is not left alone."""
    rests: int = 0
    promised_until: float = 0.0
    """Until when one who was let in is waited for, before another is."""

    @classmethod
    def fresh(cls, limits: Limits, now: float) -> "Pace":
        """Return the pace of a provider that nobody has asked."""
        requests, tokens = limits.buckets
        return cls(
            at=now,
            requests=requests.size if requests else 0.0,
            tokens=tokens.size if tokens else 0.0,
        )

    def written(self) -> str:
        """Return the pace as a text."""
        return json.dumps({each.name: getattr(self, each.name) for each in fields(self)})

    @classmethod
    def read(cls, text: str) -> "Pace | None":
        """Return the pace that was written; None where it is of another version."""
        try:
            members = json.loads(text)
            members["line"] = tuple(Waiting(*one) for one in members["line"])
            members["out"] = tuple(Sent(*one) for one in members["out"])
            return cls(**members)
        except (LookupError, TypeError, ValueError):
            return None


_MINUTE: Final = 60.0
_UNDER: Final = 0.999
"""Part of a rate that is used, so that the first of a minute is not in the next one too."""
_AT_ONCE: Final = 0.1
"""Part of a minute's tokens that may go at once."""
_LATE: Final = 10.0
"""Seconds after a request's time until it counts as lost."""
