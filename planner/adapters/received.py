"""One response of a provider as it came, and what its error body says in words.

* The provider's sentence reaches a user on one line, short, without hidden characters and without
  anything that was sent in confidence, however the provider echoes it.
* What the provider says is quoted and searched for a few words; nothing else is taken from it.
"""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import chain
from typing import Final

import httpx2

from planner.diagnostics.reading import visible
from planner.model.key_format import without_secrets
from planner.model.pattern import pattern

QUOTED: Final = 200
"""Characters of a provider's sentence at the most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A response, its body whole and decoded."""

    status: int
    headers: httpx2.Headers = field(repr=False)
    body: bytes = field(repr=False)
    host: str
    """Who answered, as `127.0.0.1:8080`."""
    private: tuple[str, ...] = field(default=(), repr=False)
    """What was sent in confidence: the key, cookies, the organisation."""
    is_chat: bool = True
    """Whether a chat completion was asked for; of another answer the status alone is judged."""

    @property
    def host_shown(self) -> str:
        """The host in backticks."""
        return f"`{visible(self.host)}`"

    def quoted(self, sentence: str) -> str:
        """Return *sentence* to stand behind a message; empty where nothing is left of it."""
        clean = cleaned(sentence, self.private)
        return f": {clean}" if clean else ""

    def hiding(self, text: str) -> str:
        """Return *text* of an answer without the key, which a server may echo there too.

        A short one stays: it is a stand-in for a server that wants none, and may be a word.
        """
        for secret in self.private:
            if len(secret) >= _REAL:
                text = text.replace(secret, _HIDDEN)
        return text


@dataclass(frozen=True, slots=True)
class Complaint:
    """What the body of an error says."""

    sentence: str = ""
    codes: str = ""
    """Its type, code and the like, in lower case with spaces between."""
    status: int | None = None
    """The status that the body names, where it names one."""

    @property
    def words(self) -> str:
        """Codes and sentence in lower case, without addresses: a link to a page proves nothing."""
        return f"{self.codes} {_ADDRESS.sub(' ', self.sentence[:_SEARCHED]).lower()}"


class NotJson(ValueError):
    """A body that is no JSON, or that two readers may read in two ways."""


def json_of(body: bytes) -> object:
    """Return the JSON value of *body*.

    Raises:
        NotJson: it is none, is no UTF-8, or repeats a key.
    """
    try:
        return _DECODER.decode(body.decode("utf-8-sig").strip(" \t\r\n"))
    except UnicodeDecodeError:
        fact = "it is not UTF-8"
        raise NotJson(fact) from None
    except RecursionError:
        fact = "it is nested too deeply"
        raise NotJson(fact) from None
    except json.JSONDecodeError as error:
        raise NotJson(error.msg[:1].lower() + error.msg[1:]) from None
    except NotJson:
        raise
    except ValueError:
        fact = "a number is too long"
        raise NotJson(fact) from None


def complaint_of(body: bytes) -> Complaint:
    """Return what the body of an error says, JSON or not."""
    try:
        document = json_of(body)
    except NotJson:
        text = body[: 4 * _SEARCHED].decode("utf-8", "replace").strip()
        title = _TITLE.search(text)
        is_page = text.startswith("<")
        return Complaint((title["title"] if title else "") if is_page else text)
    if isinstance(document, list) and document:
        document = document[0]
    return complaint_in(document)


def complaint_in(document: object) -> Complaint:
    """Return what a JSON value says that holds an error or is one."""
    if isinstance(document, str):
        return Complaint(document)
    if not isinstance(document, dict):
        return Complaint()
    error = next((document[key] for key in _HOLDERS if document.get(key)), document)
    if isinstance(error, list):
        error = error[0] if error else document
    if isinstance(error, str):
        beside = {key: document[key] for key in ("type", "code", "status") if key in document}
        error = {**beside, "message": error}
    if not isinstance(error, dict):
        return Complaint()
    told = [error[key] for key in _CODES if isinstance(error.get(key), str)]
    numbers = [error[key] for key in ("code", "status") if type(error.get(key)) is int]
    return Complaint(_sentence(error), " ".join(told).lower(), numbers[0] if numbers else None)


def _sentence(error: dict[str, object]) -> str:
    said = [error[key] for key in _SENTENCES if isinstance(error.get(key), str)]
    # A gateway repeats what stands behind it, and only there is the reason.
    metadata = error.get("metadata")
    if isinstance(metadata, dict) and isinstance(metadata.get("raw"), str):
        said.append(metadata["raw"])
    return " ".join(str(each).strip() for each in said)


def cleaned(text: str, private: tuple[str, ...] = ()) -> str:
    """Return *text* on one line, short, visible, and without secrets.

    Args:
        text: What a provider said.
        private: What was sent in confidence and must not come back.
    """
    stretches = frozenset(chain.from_iterable(_stretches(secret) for secret in private))
    sizes = {len(stretch) for stretch in stretches}
    words = [
        "\u2026" if _echoes(word, stretches, sizes) else word for word in text[:_SEARCHED].split()
    ]
    shown = visible(_ACCOUNT.sub("\u2026", without_secrets(" ".join(words))))
    return shown if len(shown) <= QUOTED else f"{shown[: QUOTED - 1]}\u2026"


def _stretches(secret: str) -> Iterator[str]:
    """Yield every piece of *secret* that tells too much of it."""
    hidden = secret.casefold()
    size = min(_STRETCH, len(hidden))
    if size >= _SHORTEST:
        yield from (hidden[at : at + size] for at in range(len(hidden) - size + 1))


def _echoes(word: str, stretches: frozenset[str], sizes: Collection[int]) -> bool:
    bare = "".join(char for char in word if char.isprintable()).casefold()
    return any(
        bare[at : at + size] in stretches for size in sizes for at in range(len(bare) - size + 1)
    )


def sent_in_confidence(request: httpx2.Request) -> tuple[str, ...]:
    """Return the values of *request* that no message may repeat, the longest first."""
    sent = [*request.headers.items(), *request.url.params.items()]
    told = [value for name, value in sent if _CONFIDENTIAL.search(name) for value in value.split()]
    told += [pair.partition("=")[2] for pair in request.headers.get("cookie", "").split(";")]
    values = {value.strip() for value in told if value.casefold() not in _SCHEMES}
    return tuple(sorted(filter(_is_long_enough, values), key=len, reverse=True))


def _is_long_enough(value: str) -> bool:
    return len(value) >= _SHORTEST


def asked_pause(headers: httpx2.Headers, now: datetime) -> float | None:
    """Return the seconds that a provider wants to be left alone; None where it says none.

    What is no number and no date, is negative or lies in the past says none. Where several are
    told, the longest counts.
    """
    told = [_seconds(value, 1) for value in headers.get_list("retry-after")]
    told += [_seconds(value, 1000) for value in headers.get_list("retry-after-ms")]
    told += [_until(value, now) for value in headers.get_list("retry-after")]
    pauses = [pause for pause in told if pause is not None and pause > 0]
    return max(pauses) if pauses else None


def _seconds(value: str, divisor: int) -> float | None:
    return float(value) / divisor if _NUMBER.fullmatch(value.strip()) else None


def _until(value: str, now: datetime) -> float | None:
    try:
        moment = parsedate_to_datetime(value)
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return (aware - now).total_seconds()
    except (ValueError, OverflowError):
        return None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    keys = [key for key, _ in pairs]
    repeated = next(key for key in keys if keys.count(key) > 1)
    fact = f"it repeats the key `{cleaned(repeated)[:40]}`"
    raise NotJson(fact)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique)
_SEARCHED: Final = 4_000
"""Characters of a sentence that are looked at."""
_STRETCH: Final = 8
"""Characters of a key in a row that count as an echo of it."""
_SHORTEST: Final = 6
"""Characters of a value that is worth hiding: a shorter one stands in ordinary words."""
_REAL: Final = 16
"""Characters of the shortest value that is taken for a real key."""
_HIDDEN: Final = "[hidden]"
_HOLDERS: Final = ("error", "errors", "detail")
_CODES: Final = ("type", "code", "status", "reason", "param")
_SENTENCES: Final = ("message", "msg", "detail", "error_description", "title")
_ADDRESS: Final = pattern(r"https?://\S+")
_TITLE: Final = pattern(r"(?is)<title[^>]{0,200}>(?P<title>[^<]{0,400})<")
_NUMBER: Final = pattern(r"[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15}")
_CONFIDENTIAL: Final = pattern(
    r"(?i)auth|(?:\A|api|access|secret|private)[-_]?key\Z|token|secret|organi[sz]ation|project"
    r"|\Asig(?:nature)?\Z"
)
_SCHEMES: Final = frozenset({"basic", "bearer", "digest", "token"})
_ACCOUNT: Final = pattern(r"\b(?:org|proj|user)[-_][A-Za-z0-9]{12,}")
"""How a provider names the account; it tells a reader nothing."""
