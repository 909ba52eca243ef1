"""A queue of items in a PostgreSQL database: jobs by procrastinate, one an item.

* A job is deferred in the transaction that writes down its item; an item whose job still waits or
  runs is not deferred again.
* A queue's name holds the version and the configuration that its items are meant for, so that a
  worker of another kind never gets one.
* A job whose worker has not been heard of for the length of a lease is given to another: every
  worker and the batch that waits look for such jobs.
* A job holds no text of an item and no configuration; those stand in the item's row.
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final

import psycopg
from procrastinate import App, PsycopgConnector, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Job
from procrastinate.manager import JobManager
from procrastinate.worker import Worker

from planner.adapters.postgres import Address, Database, Row
from planner.errors import StoreError

if TYPE_CHECKING:
    from psycopg import Connection

LEASE: Final = 30.0
"""Seconds without a sign of life after which a worker's items are another's."""
TASK: Final = "planner:item"
_POOL: Final = 4
_UNREACHED: Final = (ConnectorException, psycopg.Error)
"""What the libraries raise when they do not reach the database."""
_LOOK: Final = 1.0
"""Seconds between two looks for jobs that nobody told of."""
_A_DAY: Final = 86_400.0
_STUCK: Final = 10
"""Leases after which a plan that lets nothing else go on is taken for stuck."""

_PUT: Final = (
    "INSERT INTO work (batch, key, run, queue, item) VALUES (%s, %s, %s, %s, %s) "
    "ON CONFLICT (batch, key) DO UPDATE SET run = excluded.run, queue = excluded.queue, "
    "item = excluded.item, came = NULL, "
    "job = CASE WHEN work.queue = excluded.queue AND work.came IS NULL THEN work.job END, "
    "epoch = CASE WHEN work.queue = excluded.queue AND work.came IS NULL THEN work.epoch "
    "ELSE work.epoch + 1 END "
    "RETURNING EXISTS (SELECT 1 FROM procrastinate_jobs "
    "WHERE procrastinate_jobs.id = work.job AND status IN ('todo', 'doing'))"
)
_BEAT: Final = "SELECT procrastinate_update_heartbeat_v1(%s::bigint)"
_JOB: Final = "UPDATE work SET job = %s WHERE batch = %s AND key = %s"
_ORPHANS: Final = (
    "SELECT key, queue FROM work WHERE batch = %s AND run = %s AND came IS NULL "
    "AND NOT EXISTS (SELECT 1 FROM procrastinate_jobs "
    "WHERE procrastinate_jobs.id = work.job AND status IN ('todo', 'doing')) FOR UPDATE"
)
_WITHDRAW: Final = (
    "WITH gone AS (DELETE FROM procrastinate_jobs USING work WHERE work.batch = %s "
    "AND work.run = %s AND work.came IS NULL AND procrastinate_jobs.id = work.job "
    "AND status = 'todo' RETURNING procrastinate_jobs.id) "
    "DELETE FROM work USING gone WHERE work.batch = %s AND work.job = gone.id RETURNING key"
)

# What the libraries tell of jobs and connections is told by the planner where it matters.
for _library in ("procrastinate", "psycopg.pool"):
    logging.getLogger(_library).setLevel(logging.CRITICAL)


@dataclass(frozen=True, slots=True)
class Ticket:
    """An item that is to be done."""

    key: str
    item: Mapping[str, Any]


class Deferring:
    """Puts the items of one run of a batch into a queue."""

    def __init__(self, database: Database, batch: str, run: str, queue: str) -> None:
        """Put them into *queue*."""
        self._database = database
        self._batch = batch
        self._run = run
        self._queue = queue
        # It is never opened: every job is deferred on the connection of its item's row.
        self._jobs = JobManager(SyncPsycopgConnector(conninfo=database.address.conninfo))

    def put(self, tickets: Sequence[Ticket]) -> int:
        """Write items down, and defer those that do not wait already; return how many were.

        Raises:
            StoreError: the database cannot be used; nothing was written.
        """

        def step(connection: "Connection[Row]") -> int:
            new = []
            for ticket in tickets:
                text = json.dumps(ticket.item)
                row = connection.execute(
                    _PUT, (self._batch, ticket.key, self._run, self._queue, text)
                ).fetchone()
                if row != (True,):
                    new.append(ticket.key)
            self._defer(connection, new)
            return len(new)

        return self._database.step(step)

    def mend(self) -> int:
        """Defer anew the items whose jobs are gone; return how many were.

        Raises:
            StoreError: the database cannot be used.
        """

        def step(connection: "Connection[Row]") -> int:
            rows = connection.execute(_ORPHANS, (self._batch, self._run)).fetchall()
            self._defer(connection, [str(key) for key, _ in rows])
            return len(rows)

        return self._database.step(step)

    def withdraw(self) -> Sequence[str]:
        """Take back the items that nobody has begun, and return their keys.

        Raises:
            StoreError: the database cannot be used; nothing was taken back.
        """
        query = (self._batch, self._run, self._batch)
        rows = self._database.step(
            lambda connection: connection.execute(_WITHDRAW, query).fetchall()
        )
        return [str(row[0]) for row in rows]

    def _defer(self, connection: "Connection[Row]", keys: Sequence[str]) -> None:
        if not keys:
            return
        jobs = [self._job(key) for key in keys]
        try:
            with connection.transaction():
                made = self._jobs.batch_defer_jobs(jobs, connection=connection)
        except AlreadyEnqueued:
            made = [job for each in jobs for job in self._one(connection, each)]
        except ConnectorException as error:
            raise _cause(error) from error
        rows = [(job.id, self._batch, job.task_kwargs["key"]) for job in made]
        with connection.cursor() as cursor:
            cursor.executemany(_JOB, rows)

    def _one(self, connection: "Connection[Row]", job: Job) -> Sequence[Job]:
        """Defer *job*, unless one of the same item waits that its row knows nothing of."""
        try:
            with connection.transaction():
                return self._jobs.batch_defer_jobs([job], connection=connection)
        except AlreadyEnqueued:
            return []

    def _job(self, key: str) -> Job:
        return Job(
            queue=self._queue,
            lock=None,
            queueing_lock=f"{self._batch}:{key}:{self._queue}",
            task_name=TASK,
            task_kwargs={"batch": self._batch, "key": key},
        )


class Sweeping:
    """Gives the jobs of dead workers to others."""

    def __init__(self, jobs: JobManager, queue: str, lease: float) -> None:
        """Look at the jobs of *queue*."""
        self._jobs = jobs
        self._queue = queue
        self._lease = lease

    async def sweep(self) -> int:
        """Have every job of a worker that is silent for the length of a lease wait again."""
        stalled = await self._jobs.get_stalled_jobs(
            queue=self._queue, seconds_since_heartbeat=self._lease
        )
        count = 0
        for job in stalled:
            # Somebody else may have done so just now.
            with suppress(ConnectorException):
                await self._jobs.retry_job(job)
                count += 1
        return count


@asynccontextmanager
async def sweeping(address: Address, queue: str, lease: float) -> AsyncIterator[Sweeping]:
    """Look for the jobs of dead workers, for the length of a block.

    Raises:
        StoreError: the database cannot be used.
    """
    app = _app(address)
    async with AsyncExitStack() as opened:
        try:
            await opened.enter_async_context(app.open_async())
        except _UNREACHED as error:
            raise address.fault(_cause(error)) from error
        yield Sweeping(app.job_manager, queue, lease)


class Working:
    """Takes jobs of one queue, so many at once, until it is stopped."""

    def __init__(
        self, address: Address, queue: str, do: Callable[[str, str], Awaitable[None]],
        *, at_once: int, lease: float,
    ) -> None:  # fmt: skip
        """Take the jobs of *queue*.

        Args:
            address: Where the queue is.
            queue: Its name.
            do: Does the item of a batch and a key.
            at_once: Jobs that are done at the same time.
            lease: Seconds without a sign of life after which its jobs are another's.
        """
        self._app = _app(address)
        self._app.task(name=TASK)(_task(do))
        self._sweeping = Sweeping(self._app.job_manager, queue, lease)
        self._lease = lease
        self._alive = 0.0
        self._address = address
        self._worker = Worker(
            self._app,
            queues=[queue],
            name=None,
            concurrency=at_once,
            fetch_job_polling_interval=_LOOK,
            abort_job_polling_interval=_A_DAY,
            delete_jobs="always",
            install_signal_handlers=False,
            update_heartbeat_interval=lease / 4,
            # One that was only paused must find its row again; `Sweeping` minds the lease.
            stalled_worker_timeout=_A_DAY,
        )

    def stop(self) -> None:
        """Take no more jobs, and finish what runs."""
        self._worker.stop()  # type: ignore[no-untyped-call]

    async def run(self, taken_over: Callable[[int], None]) -> None:
        """Take jobs until it is stopped, or the database is gone.

        Args:
            taken_over: Is told how many jobs of dead workers wait again.

        Raises:
            StoreError: the database cannot be used.
        """
        asyncio.get_running_loop().set_exception_handler(_unretrieved)
        try:
            async with self._app.open_async():
                beside = [
                    asyncio.create_task(self._look(taken_over)),
                    asyncio.create_task(self._count()),
                ]
                over = Event()
                beating = Thread(target=self._beat, args=(over,), daemon=True)
                beating.start()
                try:
                    await self._worker.run()  # type: ignore[no-untyped-call]
                finally:
                    over.set()
                    for task in beside:
                        task.cancel()
                    await asyncio.wait(beside)
                    await asyncio.to_thread(beating.join)
        except _UNREACHED as error:
            raise self._address.fault(_cause(error)) from error

    async def _count(self) -> None:
        """Note that jobs go on, as long as they let anything else go on."""
        while True:
            self._alive = time.monotonic()
            await asyncio.sleep(_LOOK)

    def _beat(self, over: Event) -> None:
        """Say that this worker lives, from a thread, since one plan may take longer than a lease.

        A worker that has been stuck for many leases says nothing any more.
        """
        database = Database(self._address, is_lasting=False)

        def step(connection: "Connection[Row]") -> None:
            connection.execute(_BEAT, (self._worker.worker_id,))

        while not over.wait(self._lease / 4):
            if time.monotonic() - self._alive > self._lease * _STUCK:
                continue
            # Without the database there is nobody to say it to; the jobs meet the same trouble.
            with suppress(StoreError):
                database.step(step)
        database.close()

    async def _look(self, taken_over: Callable[[int], None]) -> None:
        while True:
            await asyncio.sleep(self._lease / 3)
            with suppress(ConnectorException):
                if count := await self._sweeping.sweep():
                    taken_over(count)


def _unretrieved(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Tell what no task was asked for, but that the library could not reach the database."""
    if not isinstance(context.get("exception"), ConnectorException):
        loop.default_exception_handler(context)


def _task(do: Callable[[str, str], Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    async def task(*, batch: str, key: str) -> None:
        await do(batch, key)

    return task


def _app(address: Address) -> App:
    connector = PsycopgConnector(
        conninfo=address.conninfo, min_size=1, max_size=_POOL, timeout=_LOOK * 10
    )
    return App(connector=connector)


def _cause(error: BaseException) -> BaseException:
    """Return what the database said."""
    return error.__cause__ or error
