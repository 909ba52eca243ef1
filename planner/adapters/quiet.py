"""The libraries' own logs say nothing of our questions, at whatever level they are switched on.

* They quote what was sent and what came back: a request, headers, an account, now and then a key.
* What a program logs of its own use of the same libraries is left as it is.
"""

import logging
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

LIBRARIES: Final = frozenset(
    {
        "anthropic",
        "genai-prices",
        "google",
        "google_genai",
        "hpack",
        "httpcore",
        "httpcore2",
        "httpx",
        "httpx2",
        "instructor",
        "mistralai",
        "openai",
        "pydantic_ai",
        "tenacity",
    }
)
"""The first part of their loggers' names."""

_is_ours: ContextVar[bool] = ContextVar("is_ours", default=False)


class _OfOthers(logging.Filter):
    """Lets a record pass that is not about a question of ours."""

    def filter(self, record: logging.LogRecord) -> bool:  # noqa: ARG002 - whatever it says
        """Say whether the record is about something else."""
        return not _is_ours.get()


_OF_OTHERS: Final = _OfOthers()


@contextmanager
def quiet_libraries() -> Generator[None]:
    """Keep what the libraries log about what is done inside, in tasks that are begun there too."""
    for name, logger in list(logging.root.manager.loggerDict.items()):
        if isinstance(logger, logging.Logger) and name.partition(".")[0] in LIBRARIES:
            logger.addFilter(_OF_OTHERS)
    token = _is_ours.set(True)
    try:
        yield
    finally:
        _is_ours.reset(token)
