"""A provider on loopback that answers every question as code would, after a pause.

* One process and one event loop, so that what it costs is small beside what is measured.
* `python -m benchmarks.slow_provider SECONDS` prints its address and serves until its input ends.
"""

import asyncio
import json
import sys
from collections.abc import Mapping

from tests.adapters.agreeing_server import labels_for
from tests.adapters.fault_server import Seen, a_completion


async def main(pause: float) -> None:
    """Serve until standard input ends."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = int(_headers(head).get("content-length", "0"))
                body = await reader.readexactly(length)
                answer, _ = await asyncio.gather(_answer(body), asyncio.sleep(pause))
                writer.write(answer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=512)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    server.close()


async def _answer(body: bytes) -> bytes:
    seen = Seen("POST", "/v1/chat/completions", {}, body)
    told = json.dumps(a_completion(labels_for(seen, {}, "Do what is asked"))).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(told)}"
    return head.encode() + b"\r\n\r\n" + told


def _headers(head: bytes) -> Mapping[str, str]:
    pairs = (line.partition(":") for line in head.decode("latin-1").split("\r\n")[1:])
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1])))
