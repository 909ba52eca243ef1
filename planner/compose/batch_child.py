"""One worker process of a batch: items in, what came of them out, a line of JSON each.

* It ends at once when its pipe does, whatever it is at: what is half done is nothing.
* It hears no interrupt; whoever started it says when it is over.
* A bug is answered with its trace, and ends the batch there.
"""

import asyncio
import gc
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO, Final

from planner.adapters.crew import BUG, LET_GO, READY, UNFIT, WITHDRAW
from planner.adapters.run_lock import worker_lock
from planner.app.plan_batch import Halt, Looked
from planner.codec.batch_item import parse_item
from planner.codec.batch_record import record_text
from planner.compose.batch_bench import opened
from planner.compose.batch_item import ItemWork
from planner.compose.batch_shared import Shared
from planner.errors import PlannerError, StoreError

_LINE: Final = 64 * 1024 * 1024
"""Bytes of a line."""


def main() -> None:
    """Work until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = _own_output()
    asyncio.run(_serve(answers))


def easy_collection() -> None:
    """Have the collector of cycles run seldom: a plan makes many objects and few cycles."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 100)


def _own_output() -> BinaryIO:
    """Return the pipe for answers; whatever else is printed goes to standard error."""
    pipe = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return pipe


async def _serve(answers: BinaryIO) -> None:
    reader = asyncio.StreamReader(limit=_LINE)
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)

    def say(said: dict[str, Any]) -> None:
        data = memoryview(json.dumps(said).encode() + b"\n")
        try:
            while data:
                data = data[answers.write(data) or 0 :]
        except BrokenPipeError:
            # Nobody is left to hear it.
            os._exit(0)

    opening = await reader.readline()
    if opening.endswith(b"\n"):
        shared = Shared.parsed(json.loads(opening))
        try:
            with worker_lock(shared.out, shared.run_id):
                await _worked(shared, reader, say)
        except StoreError as error:
            print(f"planner: {error}", file=sys.stderr)  # noqa: T201 - where nobody else can tell it
    # At once: nobody is left to wait for what is under way.
    os._exit(0)


async def _worked(
    shared: Shared, reader: asyncio.StreamReader, say: Callable[[dict[str, Any]], None]
) -> None:
    """Do what comes in, until the pipe ends."""
    try:
        work = opened(shared, is_alone=False).work
    except (PlannerError, OSError) as error:
        say({UNFIT: str(error)})
        return
    easy_collection()
    say({READY: True})
    running: set[asyncio.Task[None]] = set()
    while (line := await reader.readline()).endswith(b"\n"):
        said = json.loads(line)
        if WITHDRAW in said:
            work.withdraw()
            continue
        task = asyncio.create_task(_answer(said, work, say))
        running.add(task)
        task.add_done_callback(running.discard)


async def _answer(
    said: dict[str, Any], work: ItemWork, say: Callable[[dict[str, Any]], None]
) -> None:
    task = asyncio.ensure_future(_done(said, work))
    await asyncio.wait({task})
    if task.cancelled():
        say({LET_GO: True, "id": said["id"]})
        return
    error = task.exception()
    if error is None:
        say({**task.result(), "id": said["id"]})
    else:
        say({BUG: "".join(traceback.format_exception(error)), "id": said["id"]})


async def _done(said: dict[str, Any], work: ItemWork) -> dict[str, Any]:
    done = await work(parse_item(said["item"]), Looked(**said["looked"]))
    if isinstance(done, Halt):
        return {"halt": done.reason, "is_capped": done.is_capped}
    return {"record": record_text(done)}
