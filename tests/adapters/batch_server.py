"""A provider on loopback that speaks OpenAI's batch endpoint: files in, rounds, files out.

* What a row is answered is for the test to say; everything else follows the documented forms.
"""

import json
import re
import threading
from collections.abc import Callable

from tests.adapters.fault_server import FaultServer, JsonObject, Scripted, Seen

Answer = Callable[[JsonObject], JsonObject]
"""From a row of a round to what its line holds beside the key: `response` or `error`."""

_PART = re.compile(rb'name="(?P<name>[a-z]+)".*?\r\n\r\n(?P<body>.*?)\r\n--', re.DOTALL)


class BatchServer(FaultServer):
    """Takes rounds and answers them row by row, at once or when the test says so."""

    def __init__(self, answer: Answer, *, is_slow: bool = False) -> None:
        """Answer each row by *answer*; a slow server ends a round only when `finish` is called."""
        super().__init__()
        self._answer_row = answer
        self._is_slow = is_slow
        self._state = threading.Lock()
        self.files: dict[str, bytes] = {}
        self.batches: dict[str, JsonObject] = {}
        self.faults: list[tuple[str, Scripted]] = []
        """What the next request whose path begins so is answered, instead of the right thing."""

    @property
    def rows_seen(self) -> list[JsonObject]:
        """Every row of every round, in the order of arrival."""
        rounds = [self.files[str(batch["input_file_id"])] for batch in self.batches.values()]
        return [json.loads(line) for sent in rounds for line in sent.splitlines()]

    def finish(self) -> None:
        """End every round that is still in progress."""
        with self._state:
            for batch in self.batches.values():
                self._end(batch)

    def next(self, seen: Seen) -> Scripted:
        """Answer by the endpoint's rules."""
        super().next(seen)
        path = seen.path.removeprefix("/v1").partition("?")[0]
        with self._state:
            for at, (prefix, fault) in enumerate(self.faults):
                if f"{seen.method} {path}".startswith(prefix):
                    del self.faults[at]
                    return fault
            return self._routed(seen, path)

    def _routed(self, seen: Seen, path: str) -> Scripted:
        match seen.method, path.strip("/").split("/"):
            case "POST", ["files"]:
                return self._taken(seen.body)
            case "POST", ["batches"]:
                return self._begun(seen.json)
            case "GET", ["batches"]:
                found = list(self.batches.values())
                return Scripted(body={"object": "list", "data": found, "has_more": False})
            case "GET", ["batches", name] if name in self.batches:
                return Scripted(body=self.batches[name])
            case "GET", ["files", name, "content"] if name in self.files:
                return Scripted(body=self.files[name])
        return Scripted(status=404, body={"error": {"message": f"no {path}"}})

    def _taken(self, body: bytes) -> Scripted:
        parts = {found["name"].decode(): found["body"] for found in _PART.finditer(body)}
        assert parts["purpose"] == b"batch"
        name = f"file-{len(self.files)}"
        self.files[name] = parts["file"]
        made = {
            "id": name, "object": "file", "bytes": len(parts["file"]), "created_at": 1,
            "filename": "questions.jsonl", "purpose": "batch", "status": "processed",
        }  # fmt: skip
        return Scripted(body=made)

    def _begun(self, asked: JsonObject) -> Scripted:
        name = f"batch_{len(self.batches)}"
        total = len(self.files[str(asked["input_file_id"])].splitlines())
        batch: JsonObject = {
            "id": name, "object": "batch", "endpoint": asked["endpoint"], "created_at": 1,
            "completion_window": asked["completion_window"], "status": "in_progress",
            "input_file_id": asked["input_file_id"], "metadata": asked.get("metadata"),
            "request_counts": {"total": total, "completed": 0, "failed": 0},
        }  # fmt: skip
        self.batches[name] = batch
        if not self._is_slow:
            self._end(batch)
        return Scripted(body=batch)

    def _end(self, batch: JsonObject) -> None:
        if batch["status"] != "in_progress":
            return
        good: list[bytes] = []
        bad: list[bytes] = []
        for line in self.files[str(batch["input_file_id"])].splitlines():
            row = json.loads(line)
            said = self._answer_row(row)
            answered = {"id": "r", "custom_id": row["custom_id"], "response": None, "error": None}
            written = json.dumps({**answered, **said}).encode() + b"\n"
            (bad if said.get("error") else good).append(written)
        for member, lines in (("output_file_id", good), ("error_file_id", bad)):
            if lines:
                name = f"file-{len(self.files)}"
                self.files[name] = b"".join(lines)
                batch[member] = name
        batch["request_counts"] = {
            "total": len(good) + len(bad), "completed": len(good), "failed": len(bad),
        }  # fmt: skip
        batch["status"] = "completed"


def answered_with(completion: JsonObject, status: int = 200) -> JsonObject:
    """Return what a row's line holds for an answer."""
    return {"response": {"status_code": status, "request_id": "q", "body": completion}}


def failed_with(message: str) -> JsonObject:
    """Return what a row's line holds where the endpoint gave none."""
    return {"error": {"code": "server_error", "message": message}}
