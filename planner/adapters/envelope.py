"""The envelope of a chat completion, judged before any library reads it.

* In this order: the status, JSON at all, an error under 200, the choices, the finish reason, a
  refusal, an answer that is empty.
* An answer that was cut off is never looked into, even where its content is whole JSON. One that
  does not say how it ended counts as cut off: a library that fills in `stop` would hide it.
* What was used is read where it is told, of a failed answer too.
"""

import json
from dataclasses import dataclass, field
from typing import Final

from planner.adapters.received import (
    NotJson,
    Received,
    cleaned,
    complaint_in,
    complaint_of,
    json_of,
)
from planner.adapters.refused import judge_complaint, judge_status
from planner.errors import DraftingError, ModelMisbehaved, RunFault
from planner.model.pattern import pattern

JsonObject = dict[str, object]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that the model wants made, as it was sent."""

    name: str
    arguments: object = field(repr=False)
    """JSON text by the API's rules; some servers send the value itself, or null."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """The raw facts of an answer that the envelope has nothing against."""

    finish_reason: str
    content: str | None = field(repr=False)
    tool_calls: tuple[ToolCall, ...]
    model: str
    """As the provider names it; empty where it does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What the envelope of one response amounts to: a fault or a completion.

    Both are missing for a success of another API than chat completions.
    """

    fault: DraftingError | None = None
    completion: Completion | None = None
    input_tokens: int = 0
    output_tokens: int = 0


def judge(received: Received) -> Judgement:
    """Return what *received* amounts to; total, whatever a provider sends."""
    fault = judge_status(received)
    if fault is not None or not received.is_chat:
        return Judgement(fault=fault)
    text = received.body[:_BEGINNING].decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if _is_stream(received, text):
        return Judgement(fault=_judge_stream(received))
    try:
        document = json_of(received.body)
    except NotJson as error:
        return Judgement(fault=_not_json(received, text, str(error)))
    if not isinstance(document, dict):
        kind = _KINDS.get(type(document), "a number")
        return Judgement(fault=_strange(f"the answer is JSON, but {kind} and no object"))
    outcome = _outcome(document, received)
    usage = _object(document.get("usage"))
    return Judgement(
        fault=outcome if isinstance(outcome, DraftingError) else None,
        completion=outcome if isinstance(outcome, Completion) else None,
        input_tokens=_count(usage, "prompt_tokens", "input_tokens"),
        output_tokens=_count(usage, "completion_tokens", "output_tokens"),
    )


def _outcome(document: JsonObject, received: Received) -> Completion | DraftingError:
    if document.get("error"):
        return _error_inside(document, received)
    choices = document.get("choices")
    if not isinstance(choices, list) or not choices:
        told = "holds no choices" if "choices" not in document else "has an empty list of choices"
        return _strange(f"the answer {told}")
    if len(choices) > 1:
        return _strange(f"the answer holds {len(choices)} choices where one was asked for")
    if not isinstance(choices[0], dict):
        return _strange("the answer's choice is no object")
    return _chosen(choices[0], document, received)


def _chosen(
    choice: JsonObject, document: JsonObject, received: Received
) -> Completion | DraftingError:
    reason = choice.get("finish_reason")
    ended = _judge_reason(reason, received.private)
    if ended is not None:
        return _error_inside(choice, received) if choice.get("error") else ended
    message = choice.get("message")
    if not isinstance(message, dict):
        return _strange("the answer's choice holds no message")
    refusal = message.get("refusal")
    if isinstance(refusal, str) and refusal.strip():
        return _declined(
            f"the model refused to answer{received.quoted(refusal)}",
            "reword the request, or use another model",
        )
    calls = _tool_calls(message)
    if isinstance(calls, DraftingError):
        return calls
    content = message.get("content")
    if content is not None and not isinstance(content, str):
        return _strange("the answer's content is no text")
    if not calls and not (content or "").strip():
        hint = "raise `max_output_tokens` if the model reasons before it answers, or use another"
        return _declined("the model gave an empty answer", hint)
    model = document.get("model")
    return Completion(
        finish_reason=str(reason),
        content=None if content is None else received.hiding(content),
        tool_calls=tuple(_hiding(call, received) for call in calls),
        model=received.hiding(model) if isinstance(model, str) else "",
    )


def _judge_reason(reason: object, private: tuple[str, ...]) -> DraftingError | None:
    """Return what a finish reason has against an answer; None where it ended as it should."""
    if reason in _ENDED:
        return None
    if reason is None or reason == "":
        return _cut_off(
            "the answer does not say how it ended, so it counts as cut off",
            "try again; if it stays so, the server does not follow the chat completions API",
        )
    said = reason.casefold() if isinstance(reason, str) else ""
    if said in _LENGTH:
        return _cut_off(
            "the answer was cut off at its limit of tokens",
            "raise `max_output_tokens`, or ask for less in one request",
        )
    if said in _FILTERS:
        return _declined(
            "the provider's content filter stopped the answer",
            "reword what the filter may object to, or use another model",
        )
    shown = cleaned(reason, private)[:40] if isinstance(reason, str) else "no text"
    return _strange(f"the answer ended for a reason that is not known: `{shown}`")


def _tool_calls(message: JsonObject) -> tuple[ToolCall, ...] | DraftingError:
    told = message.get("tool_calls")
    if told is None:
        return ()
    calls: list[ToolCall] = []
    for call in told if isinstance(told, list) else [told]:
        function = _object(_object(call).get("function"))
        name = function.get("name")
        if not isinstance(name, str):
            return _strange("the answer holds a tool call without a function's name")
        calls.append(ToolCall(name, function.get("arguments")))
    return tuple(calls)


def _error_inside(holder: JsonObject, received: Received) -> DraftingError:
    """Return what an error object under a status of success means."""
    complaint = complaint_in(holder)
    status = complaint.status or 0
    if not _ERRORS <= status < _BEYOND_ERRORS:
        status = next((number for words, number in _STATUS_OF if words in complaint.codes), 0)
    named = judge_complaint(status, complaint, received)
    if status or named.fault is not RunFault.UNAVAILABLE:
        return named
    return _strange(
        f"an error came under the status {received.status}{received.quoted(complaint.sentence)}"
    )


def _is_stream(received: Received, text: str) -> bool:
    kind = received.headers.get("content-type", "")
    claims = kind.lower().startswith("text/event-stream") and not text.startswith("{")
    return claims or bool(_EVENT.match(text))


def _judge_stream(received: Received) -> DraftingError:
    """Return what is wrong with a stream of events, which nobody asked for."""
    reason: object = None
    for line in _LINE_END.split(received.body.decode("utf-8", "replace")):
        if not line.startswith("data:") or line[5:].strip() == "[DONE]":
            continue
        try:
            event = _object(json_of(line[5:].encode()))
        except NotJson:
            continue
        if event.get("error"):
            return _error_inside(event, received)
        choices = event.get("choices")
        if isinstance(choices, list) and choices:
            reason = _object(choices[0]).get("finish_reason") or reason
    if reason is None:
        return _cut_off(
            "the answer came as a stream that broke off before it said how it ended",
            "try again; if it stays so, switch streaming off at the server",
        )
    return _judge_reason(reason, received.private) or _strange(
        "the answer came as a stream; none was asked for"
    )


def _not_json(received: Received, text: str, fact: str) -> DraftingError:
    if not text:
        return _strange(f"the answer is empty (status {received.status})")
    if text.startswith("<"):
        title = received.quoted(complaint_of(received.body).sentence)
        return _strange(f"{received.host_shown} answered with a web page and no JSON{title}")
    return _strange(f"the answer is not JSON: {cleaned(fact, received.private)}")


def _hiding(call: ToolCall, received: Received) -> ToolCall:
    arguments = call.arguments
    if isinstance(arguments, str):
        arguments = received.hiding(arguments)
    elif (hidden := received.hiding(written := json.dumps(arguments))) != written:
        arguments = json.loads(hidden)
    return ToolCall(received.hiding(call.name), arguments)


def _strange(message: str) -> DraftingError:
    hint = "see whether `base_url` is the root of an OpenAI-compatible API, `/v1` included"
    return ModelMisbehaved(message, hint=hint)


def _cut_off(message: str, hint: str) -> DraftingError:
    return ModelMisbehaved(message, fault=RunFault.TRUNCATED, hint=hint)


def _declined(message: str, hint: str) -> DraftingError:
    return ModelMisbehaved(message, fault=RunFault.DECLINED, hint=hint)


def _object(value: object) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _count(usage: JsonObject, *names: str) -> int:
    """Return the number of tokens under the first of *names* that tells one."""
    told = (usage.get(name) for name in names)
    return next((number for number in told if type(number) is int and number >= 0), 0)


_ENDED: Final = ("stop", "tool_calls", "function_call")
_LENGTH: Final = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
_FILTERS: Final = frozenset(
    {"content_filter", "safety", "recitation", "blocklist", "prohibited_content", "spii", "refusal"}
)
_KINDS: Final = {
    type(None): "`null`", bool: "`true` or `false`", str: "a text", list: "a list",
}  # fmt: skip
_BEGINNING: Final = 2_000
_ERRORS: Final = 400
_BEYOND_ERRORS: Final = 600
_STATUS_OF: Final = (
    ("rate_limit", 429),
    ("overloaded", 529),
    ("authentication", 401),
    ("permission", 403),
    ("not_found", 404),
    ("invalid_request", 400),
)
"""What an error that names no status says by its code."""
_EVENT: Final = pattern(r"(?:data|event|id|retry):|:[^\n]{0,200}\n\s{0,20}(?:data|event):")
_LINE_END: Final = pattern(r"\r\n|\r|\n")
