"""The machine's clock."""

import time
from datetime import UTC, datetime


class SystemClock:
    """Tells the time of this machine."""

    def now(self) -> datetime:
        """Return the time in UTC."""
        return datetime.now(UTC)

    def elapsed(self) -> float:
        """Return seconds of the monotonic clock."""
        return time.monotonic()
