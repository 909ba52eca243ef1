"""A ledger that lives as long as the process: for tests, and for a run that keeps nothing."""

from threading import Lock

from planner.ports import LedgerEntry, LedgerKey


class MemoryLedger:
    """Remembers answers and requests in two dictionaries."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lock = Lock()
        self._answers: dict[str, str] = {}
        self._requests: dict[str, str] = {}

    def seen(self, key: LedgerKey, /) -> LedgerEntry:
        """Return what stands under *key*."""
        with self._lock:
            return self._held(key)

    def recorded(self, key: LedgerKey, entry: LedgerEntry, /) -> LedgerEntry:
        """Write *entry* where nothing stands, and return what stands under *key* then."""
        with self._lock:
            held = self._held(key)
            if held.answer_sha256 not in (None, entry.answer_sha256):
                return held
            if held.request_sha256 not in (None, entry.request_sha256):
                return held
            if key.activation_id is not None and entry.answer_sha256 is not None:
                self._answers[key.activation_id] = entry.answer_sha256
            if key.request_id is not None and entry.request_sha256 is not None:
                self._requests[key.request_id] = entry.request_sha256
            return self._held(key)

    def _held(self, key: LedgerKey) -> LedgerEntry:
        return LedgerEntry(
            answer_sha256=self._answers.get(key.activation_id or ""),
            request_sha256=self._requests.get(key.request_id or ""),
        )
