"""Values in one PostgreSQL database, for the processes of many machines.

* A change is one transaction that holds the value's row: it waits for the one before it, and is
  whole or not there.
* The time is the server's, which all machines have in common.
* A process that is killed takes nothing with it, and one that is stopped in the middle is cut off.
  A server that loses power may take the last changes: nothing here is waited for until it is on
  the disk.
"""

from typing import TYPE_CHECKING, Final

from planner.adapters.cells import Answer, Change, Form, Value
from planner.adapters.postgres import Database, Row
from planner.ports import Clock

if TYPE_CHECKING:
    from psycopg import Connection

_GET: Final = "SELECT value FROM cell WHERE name = %s FOR UPDATE"
_NOW: Final = "SELECT extract(epoch FROM clock_timestamp())::float8"
_MAKE: Final = "INSERT INTO cell VALUES (%s, NULL) ON CONFLICT DO NOTHING"
_PUT: Final = "UPDATE cell SET value = %s WHERE name = %s"


class PostgresCells:
    """Values in a shared database."""

    unnoticed: float | None = 1.0

    def __init__(self, database: Database, clock: Clock | None = None) -> None:
        """Keep to *database*; the server tells the time where no *clock* is given."""
        self._database = database
        self._clock = clock

    async def change(
        self, name: str, form: Form[Value], change: Change[Value, Answer], /
    ) -> Answer:
        """Change the value of *name*.

        Raises:
            StoreError: the database cannot be used; nothing was changed.
        """

        def step(connection: "Connection[Row]") -> Answer:
            row = connection.execute(_GET, (name,)).fetchone()
            if row is None:
                connection.execute(_MAKE, (name,))
                row = connection.execute(_GET, (name,)).fetchone() or (None,)
            there = None if row[0] is None else form.read(str(row[0]))
            # Read once the row is held: who waited for it must not come with an old time.
            value, answer = change(there, self._now(connection))
            connection.execute(_PUT, (form.written(value), name))
            return answer

        return self._database.step(step)

    async def close(self) -> None:
        """Let go the connection."""
        self._database.close()

    def _now(self, connection: "Connection[Row]") -> float:
        if self._clock is not None:
            return self._clock.elapsed()
        row = connection.execute(_NOW).fetchone()
        return 0.0 if row is None else float(str(row[0]))
