"""Records what a provider answers, without what belongs to an account or a machine, and replays it.

* The recording sits below our transport: what is replayed passes retries, envelope and asker.
* Kept of a response are its status, two headers and its body; of a request its method, path and
  body. What was sent or given in confidence is hidden in a body, however it is written there, and
  a cassette that still gives something away is not written.
* A replay matches method, path and the JSON of the body. It answers each recording once, and a
  request that was not recorded is an error that says what differs.
"""

import base64
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from vcr import VCR  # type: ignore[import-untyped]
from vcr.persisters.filesystem import (  # type: ignore[import-untyped]
    CassetteNotFoundError,
    FilesystemPersister,
)
from vcr.serialize import serialize  # type: ignore[import-untyped]

from planner.model.key_format import without_secrets
from tests.recorded import cassette_file
from tests.recorded.leaks import HOST, leaks

ROOT_URL = f"http://{HOST}/v1"
KEPT = ("content-type", "retry-after")
HIDDEN = "[hidden]"
_PRIVATE = re.compile(
    r"auth|cookie|key|token|secret|organi[sz]ation|project|session|account|request-id|cf-ray",
    re.IGNORECASE,
)
_SHORTEST = 5
"""Characters of what is hidden: less may be a word."""
_SHAPED = re.compile(
    r"\bsk-[^\s\"'<>,;]{4,}|\b(?:org|proj)[-_](?=[a-z_-]*\d)[a-z0-9_-]{6,}|\breq_[a-z0-9]{8,}"
    r"|\b(?:sid|session|sessionid|__cf_bm|_cfuvid)=[^\s;\"]+",
    re.IGNORECASE,
)


class Leak(ValueError):
    """A cassette that would give something away; it was not written."""


class NotRecorded(AssertionError):
    """A request that the cassette does not hold, or holds and never got."""


@dataclass
class Scrubber:
    """Takes out what is private, and remembers it, so that an echo is known."""

    root: str = ROOT_URL
    """Of the API that is asked, which stands as `ROOT_URL` in a cassette."""
    private: set[str] = field(default_factory=set)
    sent: dict[str, None] = field(default_factory=dict)
    """The bodies that were sent, each once, in order."""

    def request(self, request: Any) -> Any:
        """Return *request* as it is recorded and compared."""
        self._remember(request.uri, dict(request.headers))
        path = urlsplit(request.uri).path.removeprefix(urlsplit(self.root).path.rstrip("/"))
        own = urlsplit(ROOT_URL).path
        request.uri = ROOT_URL + path.removeprefix(own)
        request.headers = {}
        request.body = self.hidden(request.body or b"")
        self.sent[canonical(request.body)] = None
        return request

    def response(self, response: dict[str, Any]) -> dict[str, Any]:
        """Return *response*, its body unpacked already, as it is recorded."""
        for name, values in response["headers"].items():
            if _PRIVATE.search(name):
                self._keep(*values)
        response["headers"] = {
            name.lower(): [self.hidden(value.encode()).decode() for value in values]
            for name, values in response["headers"].items()
            if name.lower() in KEPT
        }
        response["body"]["string"] = self.hidden(response["body"]["string"])
        return response

    def _remember(self, uri: str, headers: dict[str, str]) -> None:
        for name, value in headers.items():
            if _PRIVATE.search(name):
                self._keep(value)
        place = urlsplit(uri)
        self._keep(*(value for _, value in parse_qsl(place.query)))
        self._keep(unquote(place.username or ""), unquote(place.password or ""))

    def _keep(self, *values: str) -> None:
        for value in values:
            parts = re.split(r"[\s;,]+", value)
            parts += [part.partition("=")[2] for part in parts]
            self.private.update(part for part in (value, *parts) if len(part) >= _SHORTEST)
        self.private -= _WORDS

    def hidden(self, body: bytes) -> bytes:
        """Return *body* without what is private; one that is no text as it is."""
        try:
            text = body.decode()
        except UnicodeDecodeError:
            return body
        try:
            document = json.loads(text)
        except ValueError:
            return self._clean(text).encode()
        clean = self._cleaned(document)
        # The bytes stay as they came where nothing had to be hidden.
        return body if clean == document else json.dumps(clean, ensure_ascii=False).encode()

    def _cleaned(self, value: object) -> object:
        match value:
            case str():
                return self._clean(value)
            case list():
                return [self._cleaned(held) for held in value]
            case dict():
                return {self._clean(name): self._cleaned(held) for name, held in value.items()}
            case _:
                return value

    def _clean(self, text: str) -> str:
        for secret in sorted(self.private, key=len, reverse=True):
            for form in _forms(secret):
                text = re.sub(re.escape(form), HIDDEN, text, flags=re.IGNORECASE)
        text = _SHAPED.sub(HIDDEN, text)
        return without_secrets(text)


_WORDS = {"Bearer", "Basic", "Secure", "HttpOnly", "Strict", "Path=/", "SameSite=Lax"}


def _forms(secret: str) -> Iterator[str]:
    yield secret
    yield quote(secret, safe="")
    yield base64.b64encode(secret.encode()).decode().rstrip("=")
    yield secret.encode().hex()


def canonical(body: bytes) -> str:
    """Return the JSON of *body* with its members in order; another body as it is."""
    try:
        return json.dumps(json.loads(body), sort_keys=True)
    except ValueError:
        return body.decode("latin-1")


def _same_body(one: Any, other: Any) -> bool:
    return canonical(one.body) == canonical(other.body)


def _guarded(scrubber: Scrubber, *, record: bool) -> type:
    class Guarded(FilesystemPersister):  # type: ignore[misc]
        """Writes a cassette that gives nothing away, and no other."""

        @classmethod
        def load_cassette(cls, path: str, serializer: Any) -> Any:
            if record:
                # All of it is recorded anew, so nothing of the old one counts.
                raise CassetteNotFoundError(path)
            return super().load_cassette(path, serializer)

        @staticmethod
        def save_cassette(path: str, held: dict[str, Any], serializer: Any) -> None:
            text = serialize(held, serializer)
            found = leaks(text, scrubber.private)
            if found:
                fact = f"{Path(path).name} would give away {', '.join(found)}"
                raise Leak(fact)
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(text, encoding="utf-8", newline="\n")

    return Guarded


@contextmanager
def cassette(path: Path, scrubber: Scrubber, *, record: bool) -> Iterator[Any]:
    """Record into *path*, all of it anew, or replay from it.

    What fails inside is not recorded.
    """
    machine = VCR(record_mode="all" if record else "none")
    machine.register_serializer("readable", cassette_file)
    machine.register_matcher("json", _same_body)
    machine.register_persister(_guarded(scrubber, record=record))
    with machine.use_cassette(
        str(path),
        serializer="readable",
        match_on=["method", "path", "json"],
        before_record_request=scrubber.request,
        before_record_response=scrubber.response,
        decode_compressed_response=True,
        allow_playback_repeats=False,
        record_on_exception=False,
    ) as held:
        # What the file holds was not sent by this run.
        scrubber.sent.clear()
        yield held


def check_played(held: Any, scrubber: Scrubber) -> None:
    """Hold what was sent against what is recorded.

    Raises:
        NotRecorded: something else was sent, or less.
    """
    recorded = [canonical(request.body) for request in held.requests]
    strange = [body for body in scrubber.sent if body not in recorded]
    if strange:
        near = next((body for body in recorded if body not in scrubber.sent), "")
        fact = f"not recorded; it differs in {differing(strange[0], near)}: make record"
        raise NotRecorded(fact)
    if not held.all_played:
        fact = f"{len(held)} are recorded, {held.play_count} were asked for: make record"
        raise NotRecorded(fact)


def differing(one: str, other: str) -> str:
    """Return the members in which two bodies differ, by their places."""
    try:
        left, right = json.loads(one), json.loads(other)
    except ValueError:
        return "the whole body"
    return ", ".join(list(_places(left, right, ""))[:5]) or "nothing"


def _places(one: object, other: object, at: str) -> Iterator[str]:
    match one, other:
        case dict(), dict():
            for name in dict.fromkeys([*one, *other]):
                yield from _places(one.get(name), other.get(name), f"{at}/{name}")
        case list(), list() if len(one) == len(other):
            for number, (left, right) in enumerate(zip(one, other, strict=True)):
                yield from _places(left, right, f"{at}/{number}")
        case _ if one != other:
            yield at
