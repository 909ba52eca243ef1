"""Transcripts of both agents, read from their end."""

import json
from pathlib import Path
from typing import Any

import pytest

from planner.adapters.transcript import Turn, last_turn

FEEDBACK = "Stop hook feedback:\n[planner hook]: mend it"


def said(who: str, content: Any, **members: Any) -> dict[str, Any]:
    """Return a line of Claude Code."""
    message = {"role": who, "content": content} | (
        {"id": members.pop("id", "m1")} if who == "assistant" else {}
    )
    return {"type": who, "isSidechain": False, "message": message} | members


def text(*texts: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": each} for each in texts]


def codex(role: str, content: str) -> dict[str, Any]:
    """Return a line of Codex."""
    kind = "output_text" if role == "assistant" else "input_text"
    message = {"type": "message", "role": role, "content": [{"type": kind, "text": content}]}
    return {"timestamp": "2026-01-05T10:00:00Z", "type": "response_item", "payload": message}


PROMPT = said("user", "Write the packet.")
CALL = said("assistant", [{"type": "tool_use", "name": "Read", "input": {}}], id="m0")
RESULT = said("user", [{"type": "tool_result", "content": FEEDBACK}])
BLOCKED = said("user", FEEDBACK, isMeta=True)
ANSWER = said("assistant", text("the reply"))


def write(path: Path, *entries: Any) -> Path:
    lines = (entry if isinstance(entry, str) else json.dumps(entry) for entry in entries)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


def test_the_last_message_of_the_agent_is_found(path: Path) -> None:
    early = said("assistant", text("let me see"), id="m0")
    write(path, PROMPT, early, CALL, RESULT, ANSWER, {"type": "summary"})
    assert last_turn(path) == Turn("the reply", ())


def test_the_blocks_of_one_message_are_joined(path: Path) -> None:
    thought = said("assistant", [{"type": "thinking", "thinking": "hm", "text": "no"}])
    write(
        path,
        PROMPT,
        thought,
        said("assistant", text("one", "two")),
        said("assistant", text("three")),
    )
    assert last_turn(path).message == "one\ntwo\nthree"


def test_a_message_before_the_person_spoke_is_not_the_last(path: Path) -> None:
    write(path, PROMPT, ANSWER, said("user", text("And now?")), CALL)
    assert last_turn(path) == Turn(None, ())


def test_what_stop_hooks_said_since_is_kept_in_order(path: Path) -> None:
    again = said("user", text(f"{FEEDBACK} again"), isMeta=True)
    write(path, BLOCKED, PROMPT, ANSWER, BLOCKED, said("assistant", text("b"), id="m2"), again)
    write_more = said("assistant", text("c"), id="m3")
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(write_more))
    assert last_turn(path) == Turn("c", (FEEDBACK, f"{FEEDBACK} again"))


def test_only_a_hook_gives_feedback(path: Path) -> None:
    remark = said("user", "Caveat: local commands", isMeta=True)
    write(path, PROMPT, RESULT, remark, ANSWER)
    assert last_turn(path).feedback == ()
    write(path, PROMPT, said("user", FEEDBACK), ANSWER)
    assert last_turn(path).feedback == ()


def test_a_subagent_beside_the_conversation_is_passed_over(path: Path) -> None:
    beside = said("assistant", text("beside"), id="s1", isSidechain=True)
    write(path, PROMPT, ANSWER, said("user", "Look it up", isSidechain=True), beside)
    assert last_turn(path).message == "the reply"
    assert last_turn(path, is_subagent=True).message == "beside"


def test_codex_writes_other_lines(path: Path) -> None:
    prompt = '<hook_prompt hook_run_id="stop:0">mend it</hook_prompt>'
    write(
        path,
        {"type": "session_meta", "payload": {}},
        codex("developer", "rules"),
        codex("user", "Write the packet."),
        codex("assistant", "first"),
        codex("user", prompt),
        {"type": "response_item", "payload": {"type": "function_call_output", "output": prompt}},
        codex("assistant", "second"),
        {"type": "event_msg", "payload": {"type": "agent_message", "message": "second"}},
    )
    assert last_turn(path) == Turn("second", (prompt,))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "[]",
        "null",
        '"x"',
        "[" * 100_000,
        '{"type": "user"}',
        '{"type": "assistant", "message": 1}',
        '{"type": "response_item", "payload": 1}',
        '{"type": "user", "message": {"content": 1}}',
        '{"type": "assistant", "message": {"content": [1, {"type": "text", "text": 1}]}}',
    ],
    ids=range(11),
)
def test_a_line_of_another_kind_is_passed_over(path: Path, line: str) -> None:
    write(path, PROMPT, ANSWER, line)
    assert last_turn(path).message == "the reply"


def test_only_the_end_is_read(path: Path) -> None:
    write(path, said("user", "x" * 5000), *[CALL] * 20, ANSWER)
    assert last_turn(path, limit=600).message == "the reply"
    assert last_turn(path, limit=20).message is None


def test_a_line_separator_inside_a_text_cuts_nothing(path: Path) -> None:
    entry = json.dumps(said("assistant", text("a\u2028b")), ensure_ascii=False)
    write(path, PROMPT, entry)
    assert last_turn(path).message == "a\u2028b"


def test_an_empty_transcript_holds_nothing(path: Path) -> None:
    assert last_turn(write(path)) == Turn(None, ())


def test_a_missing_transcript_is_the_caller_s_error(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        last_turn(path)
