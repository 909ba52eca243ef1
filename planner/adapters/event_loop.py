"""Asynchronous work run to its end by code that is not asynchronous."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

Answer = TypeVar("Answer")


def to_end(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run *work* to its end; inside a running event loop, in a thread that the loop waits for."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(max_workers=1) as threads:
        return threads.submit(copy_context().run, asyncio.run, work).result()
