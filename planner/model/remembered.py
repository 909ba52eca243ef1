"""What a question about a short text was answered, remembered while the text is at hand.

* Many parts of the planner look at one statement after the other and ask the same of each.
* Long texts are asked about once, so that what is kept stays small whatever a request holds.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, TypeVar, TypeVarTuple

About = TypeVarTuple("About")
Answer = TypeVar("Answer")

SHORT: Final = 500
"""Code points of a text that counts as short: a statement, an item of a packet."""


def remembered(
    most: int,
) -> Callable[[Callable[[*About, str], Answer]], Callable[[*About, str], Answer]]:
    """Return a decorator that keeps the last answers of a pure function about a short text.

    Args:
        most: Answers that are kept.
    """

    def decorated(ask: Callable[[*About, str], Answer]) -> Callable[[*About, str], Answer]:
        kept = lru_cache(maxsize=most)(ask)

        @wraps(ask)
        def answer(*given: *tuple[*About, str]) -> Answer:
            return kept(*given) if len(given[-1]) <= SHORT else ask(*given)

        return answer

    return decorated
