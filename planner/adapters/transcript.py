"""The end of an agent's transcript: its last message, and what stop hooks told it before.

* A transcript is one JSON object a line; only its end is read, never more than is worth reading.
* Claude Code and Codex write different objects; a line that is neither is passed over, since
  both add kinds of lines from version to version.
* What a tool printed is not feedback and not a message, whatever it says.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from planner.adapters.input_file import open_regular
from planner.model.pattern import pattern

READ_LIMIT: Final = 8 * 1024 * 1024
"""Bytes read from the end of a transcript."""

_FEEDBACK: Final = pattern(r"\s*(?:(?:Subagent)?Stop hook feedback:|<hook_prompt\b)")
_Who = Literal["agent", "person", "hook"]


@dataclass(frozen=True, slots=True)
class Turn:
    """What was said since a person last spoke."""

    message: str | None
    """The agent's last message; None if it said nothing."""
    feedback: tuple[str, ...]
    """What stop hooks told it, the latest last."""


@dataclass(frozen=True, slots=True)
class _Said:
    who: _Who
    text: str
    message_id: str | None = None


def last_turn(path: Path, *, is_subagent: bool = False, limit: int = READ_LIMIT) -> Turn:
    """Return the last turn of the transcript at *path*.

    Args:
        path: A file of one JSON object a line.
        is_subagent: Whether the lines of subagents are the conversation, and not beside it.
        limit: Bytes to read from the end.

    Raises:
        UsageError: It is no plain file.
        OSError: The file cannot be read.
    """
    parts: list[str] = []
    message_id: str | None = None
    is_whole = False
    feedback: list[str] = []
    for said in _backwards(_end_of(path, limit), is_subagent=is_subagent):
        match said.who:
            case "person":
                break
            case "hook":
                feedback.append(said.text)
                is_whole = is_whole or bool(parts)
            case "agent" if not parts:
                parts, message_id = [said.text], said.message_id
            case "agent" if (
                not is_whole and message_id is not None and said.message_id == message_id
            ):
                # One message is written in several lines, a block a line.
                parts.append(said.text)
            case "agent":
                is_whole = True
    message = "\n".join(reversed(parts)) if parts else None
    return Turn(message, tuple(reversed(feedback)))


def _end_of(path: Path, limit: int) -> list[bytes]:
    with open_regular(path) as stream:
        size = stream.seek(0, os.SEEK_END)
        start = stream.seek(max(size - limit, 0))
        lines = stream.read(limit).split(b"\n")
    return lines[1:] if start else lines


def _backwards(lines: list[bytes], *, is_subagent: bool) -> Iterator[_Said]:
    for line in reversed(lines):
        try:
            entry = json.loads(line) if line.strip() else None
        except (ValueError, RecursionError):
            continue
        if not isinstance(entry, dict):
            continue
        if entry.get("type") == "response_item":
            said = _said_in_codex(entry.get("payload"))
        elif entry.get("isSidechain") is True and not is_subagent:
            continue
        else:
            said = _said_in_claude_code(entry)
        if said is not None:
            yield said


def _said_in_claude_code(entry: dict[str, object]) -> _Said | None:
    message = entry.get("message")
    if entry.get("type") not in ("assistant", "user") or not isinstance(message, dict):
        return None
    text = _text(message.get("content"), "text")
    if not text:
        return None
    if entry["type"] == "assistant":
        found = message.get("id")
        return _Said("agent", text, found if isinstance(found, str) else None)
    if entry.get("isMeta") is not True:
        return _Said("person", text)
    return _Said("hook", text) if _FEEDBACK.match(text) else None


def _said_in_codex(payload: object) -> _Said | None:
    if not isinstance(payload, dict) or payload.get("type") != "message":
        return None
    text = _text(payload.get("content"), "output_text", "input_text")
    if not text:
        return None
    if payload.get("role") == "assistant":
        return _Said("agent", text)
    if payload.get("role") != "user":
        return None
    return _Said("hook" if _FEEDBACK.match(text) else "person", text)


def _text(content: object, *kinds: str) -> str:
    """Return the text blocks of *content*, a line end between them."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    blocks = (block for block in content if isinstance(block, dict) and block.get("type") in kinds)
    texts = (block.get("text") for block in blocks)
    return "\n".join(text for text in texts if isinstance(text, str))
