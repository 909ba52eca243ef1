"""The answer inside a completion: one JSON object, taken as it came or not at all.

* As a tool call: one call, of the tool that was offered. Its arguments are the JSON text of one
  object; a server that sends the object itself is taken at its word. `null`, a list, a text, two
  objects in a row are no arguments, and never an empty object.
* As text: one JSON object and nothing else but white space. Where the schema went as text, the
  object may stand in a fence: a line of three backticks and `json`, the object, a line of three
  backticks, with nothing but white space around. Prose around either is a fault.
* Nothing is repaired, completed or picked out. What the object holds is judged by whoever asked.
"""

import json
from collections.abc import Sequence
from typing import Final, Literal

from planner.adapters.envelope import Completion, ToolCall
from planner.adapters.received import cleaned
from planner.errors import DraftingError, ModelMisbehaved, RunFault

OutputMode = Literal["native", "tool", "prompted"]
"""How an answer is asked for."""

JSON_SPACE: Final = " \t\r\n"


class NotFollowed(ModelMisbehaved):
    """The server took a way of asking and did not answer in it."""


def answer_in(completion: Completion, mode: OutputMode, name: str) -> str:
    """Return the JSON text of the object that *completion* holds.

    Args:
        completion: An answer that its envelope has nothing against.
        mode: How it was asked for.
        name: What the tool was called.

    Raises:
        NotFollowed: It is text where a call was asked for, or is bound to a schema and no JSON.
        ModelMisbehaved: It is not one object.
    """
    if mode == "tool":
        return _arguments(completion.tool_calls, name)
    if completion.tool_calls:
        fact = f"the model called {_named(completion.tool_calls[0])}; no tool was offered"
        raise _strange(fact)
    text = completion.content or ""
    if mode == "prompted":
        return _object("the answer is", _unfenced(text))
    try:
        return _object("the answer is", text)
    except ModelMisbehaved as error:
        raise NotFollowed(error.message, hint=error.hint) from None


def _unfenced(text: str) -> str:
    """Return what stands in the one fence that *text* is, or *text*."""
    lines = text.strip(JSON_SPACE).split("\n")
    first, last = lines[0].rstrip(JSON_SPACE), lines[-1].rstrip(JSON_SPACE)
    return "\n".join(lines[1:-1]) if (first, last) == (f"{_FENCE}json", _FENCE) else text


def _arguments(calls: Sequence[ToolCall], name: str) -> str:
    if not calls:
        fact = "the model answered with text where a tool call was asked for"
        raise NotFollowed(fact, hint=_OTHER_WAY)
    if len(calls) > 1:
        fact = f"the model made {len(calls)} tool calls where one was asked for"
        raise _strange(fact)
    if calls[0].name != name:
        fact = f"the model called {_named(calls[0])} where `{name}` was offered"
        raise _strange(fact)
    arguments = calls[0].arguments
    if isinstance(arguments, dict):
        return json.dumps(arguments)
    if not isinstance(arguments, str):
        fact = f"{_ARGUMENTS} not one JSON object: there is {_kind(arguments)}"
        raise _strange(fact)
    return _object(_ARGUMENTS, arguments)


def _object(what: str, text: str) -> str:
    """Return *text* without the white space around it, if it is one object.

    Raises:
        ModelMisbehaved: It is something else.
    """
    bare = text.strip(JSON_SPACE)
    flaw = _flaw(bare)
    if flaw is not None:
        fact = f"{what} not one JSON object: there is {flaw}"
        raise _strange(fact)
    return bare


def _flaw(text: str) -> str | None:
    """Return what *text* is in the place of one object; None where it is one."""
    if not text:
        return "nothing"
    try:
        value, end = _DECODER.raw_decode(text)
        text.encode()
    except UnicodeEncodeError:
        return "half a character in it"
    except (ValueError, RecursionError):
        return "no JSON at its beginning"
    if not isinstance(value, dict):
        return _kind(value)
    return "more behind it" if end < len(text) else None


def judge_end(completion: Completion) -> DraftingError | None:
    """Return what is wrong with how an answer ended, as a library names it in its own words."""
    reason = completion.finish_reason
    if reason in ("stop", "tool_call"):
        if completion.tool_calls or (completion.content or "").strip():
            return None
        return _declined("the model gave an empty answer", "use another model")
    if reason in ("length", ""):
        hint = "raise `max_output_tokens`, or ask for less in one request"
        fact = "the answer was cut off" if reason else "the answer does not say how it ended"
        return ModelMisbehaved(fact, fault=RunFault.TRUNCATED, hint=hint)
    if reason == "content_filter":
        hint = "reword what the filter may object to, or use another model"
        return _declined("the provider's content filter stopped the answer", hint)
    return _strange(f"the answer ended for a reason that is not known: `{cleaned(reason)[:40]}`")


def _declined(fact: str, hint: str) -> ModelMisbehaved:
    return ModelMisbehaved(fact, fault=RunFault.DECLINED, hint=hint)


def _named(call: ToolCall) -> str:
    return f"`{cleaned(call.name)[:60]}`"


def _kind(value: object) -> str:
    return _KINDS.get(type(value), "something else")


def _strange(fact: str) -> ModelMisbehaved:
    return ModelMisbehaved(fact, hint=_OTHER_WAY)


_DECODER: Final = json.JSONDecoder()
_ARGUMENTS: Final = "the tool call's arguments are"
_OTHER_WAY: Final = "set another `output`, or use another model"
_FENCE: Final = "```"
_KINDS: Final[dict[type, str]] = {
    type(None): "`null`",
    bool: "`true` or `false`",
    int: "a number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "an object",
}
