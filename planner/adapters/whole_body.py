"""The body of a response, read whole within a limit, before anybody sees it.

* Half a body is no answer, packed or not.
"""

from typing import Final

import httpx2

from planner.adapters.refused import BodyTooLarge

LARGEST_BODY: Final = 8 * 1024 * 1024
"""Bytes of a response, as sent and as unpacked."""


async def whole_body(response: httpx2.Response) -> bytes:
    """Return the body, unpacked.

    Raises:
        BodyTooLarge: It is over the limit, packed or unpacked.
        DecodingError: It cannot be unpacked.
    """
    packed = bytearray()
    try:
        async for chunk in response.aiter_raw():
            packed += chunk
            if len(packed) > LARGEST_BODY:
                raise BodyTooLarge(_TOO_LARGE)
    finally:
        await response.aclose()
    whole = httpx2.Response(
        response.status_code, headers=response.headers, stream=httpx2.ByteStream(bytes(packed))
    )
    body = bytearray()
    for chunk in whole.iter_bytes():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise BodyTooLarge(_TOO_LARGE)
    encoding = response.headers.get("content-encoding", "").strip().lower()
    # A gzip body ends with the size of what was packed; unpacking alone misses one that is cut.
    if encoding == "gzip" and packed and int.from_bytes(packed[-4:], "little") != len(body):
        fact = "the gzip body is cut off"
        raise httpx2.DecodingError(fact)
    return bytes(body)


_TOO_LARGE: Final = f"{LARGEST_BODY // 1024 // 1024} MiB"
