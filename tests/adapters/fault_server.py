"""A provider on loopback that misbehaves on purpose, one scripted response after the other.

* It speaks HTTP/1.1 over real sockets in threads, keeps what it was asked, and closes cleanly:
  a delay ends when the server does.
* A response leaves in a single write, so that no test waits for a delayed acknowledgement.
"""

import gzip
import json
import socket
import struct
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Literal, Self

JsonObject = dict[str, object]


@dataclass(frozen=True, kw_only=True)
class Scripted:
    """One response, and how it goes wrong."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: object = None
    """Bytes and text as they are, anything else as JSON; None is no body."""
    abort: Literal["before_headers"] | None = None
    """Break the connection in place of an answer."""
    abort_after: int | None = None
    """Break it after so many bytes of the body; Content-Length tells them all."""
    delay: float = 0.0
    """Seconds before the answer."""
    chunks: Sequence[bytes] | None = None
    """Send these in the place of a body, by chunked transfer."""
    chunk_delay: float = 0.0
    """Seconds before each chunk."""
    packed: bool = False
    """Compress the body with gzip."""

    def payload(self) -> bytes:
        match self.body:
            case None:
                written = b""
            case bytes():
                written = self.body
            case str():
                written = self.body.encode()
            case _:
                written = json.dumps(self.body).encode()
        return gzip.compress(written) if self.packed else written

    def head(self, length: int | None) -> bytes:
        known = {status.value: status.phrase for status in HTTPStatus}
        lines = [f"HTTP/1.1 {self.status} {known.get(self.status, 'Unknown')}"]
        given = {name.lower() for name in self.headers}
        if "content-type" not in given:
            lines.append("Content-Type: application/json")
        if self.packed:
            lines.append("Content-Encoding: gzip")
        if length is None:
            lines.append("Transfer-Encoding: chunked")
        elif "content-length" not in given:
            lines.append(f"Content-Length: {length}")
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        return "\r\n".join([*lines, "", ""]).encode("latin-1")


@dataclass(frozen=True)
class Seen:
    """A request as it arrived."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> JsonObject:
        value: JsonObject = json.loads(self.body)
        return value


class FaultServer:
    """Answers from a script while it is open."""

    def __init__(self, *script: Scripted, repeat_last: bool = False) -> None:
        self.requests: list[Seen] = []
        self._script = list(script)
        self._repeat_last = repeat_last
        self._lock = threading.Lock()
        self.closing = threading.Event()
        self._server = _Listener(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def url(self) -> str:
        """The root of the API."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def next(self, seen: Seen) -> Scripted:
        """Keep *seen* and return what it is answered; beyond the script that is a 418."""
        with self._lock:
            self.requests.append(seen)
            at = len(self.requests) - 1
            if at >= len(self._script) and self._repeat_last:
                at = len(self._script) - 1
            return self._script[at] if at < len(self._script) else Scripted(status=418)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Listener(ThreadingHTTPServer):
    request_queue_size = 256
    daemon_threads = False
    block_on_close = True

    def __init__(self, owner: FaultServer) -> None:
        self.owner = owner
        self._open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), _Answering)

    def process_request(self, request: object, client_address: object) -> None:
        if isinstance(request, socket.socket):
            self._open.add(request)
        super().process_request(request, client_address)  # type: ignore[arg-type]

    def server_close(self) -> None:
        # A client that keeps its connection open must not keep a thread waiting.
        for connection in list(self._open):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
        super().server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: a client that went away is what many a test is about."""


class _Answering(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Listener

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", "0"))
        seen = Seen(
            self.command,
            self.path,
            {name.lower(): value for name, value in self.headers.items()},
            self.rfile.read(length),
        )
        self._answer(self.server.owner.next(seen))

    def do_GET(self) -> None:
        self.do_POST()

    def _answer(self, scripted: Scripted) -> None:
        if scripted.delay and self.server.owner.closing.wait(scripted.delay):
            self.close_connection = True
            return
        if scripted.abort == "before_headers":
            self._reset()
        elif scripted.chunks is not None:
            self._stream(scripted, scripted.chunks)
        else:
            payload = scripted.payload()
            sent = payload if scripted.abort_after is None else payload[: scripted.abort_after]
            self.wfile.write(scripted.head(len(payload)) + sent)
            if len(sent) < len(payload):
                self.close_connection = True

    def _stream(self, scripted: Scripted, chunks: Iterable[bytes]) -> None:
        head = scripted.head(None)
        for chunk in chunks:
            self.wfile.write(head + f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
            head = b""
            if scripted.chunk_delay and self.server.owner.closing.wait(scripted.chunk_delay):
                self.close_connection = True
                return
        self.wfile.write(head + b"0\r\n\r\n")

    def _reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Say nothing."""


def events(*documents: object, done: bool = True) -> list[bytes]:
    """Return a stream of server-sent events."""
    written = [f"data: {json.dumps(document)}\n\n".encode() for document in documents]
    return [*written, b"data: [DONE]\n\n"] if done else written


def a_completion(
    content: str | None = '{"label": "goal"}', finish_reason: str | None = "stop", **message: object
) -> JsonObject:
    """Return a good chat completion; each keyword is a member of its message."""
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "m-2026",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish_reason,
                "message": {"role": "assistant", "content": content, **message},
            }
        ],
        "usage": {"prompt_tokens": 90, "completion_tokens": 40, "total_tokens": 130},
    }


GOOD = Scripted(body=a_completion())
