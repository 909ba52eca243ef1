"""What a stop hook is told, what it answers, and that its loop ends."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.app.check_reply import check
from planner.app.hook import (
    BLOCKS,
    MARK,
    Agent,
    Block,
    Go,
    Malformed,
    Stop,
    decide,
    is_reply,
    parse_stop,
    render,
)
from tests.builders import a_reply

GOOD = a_reply().removesuffix("\n")
"""As an agent hands it over: without a line end."""
BAD = GOOD.replace('"reviews/digest.py"', '"../x.py"')
OURS = f"Stop hook feedback:\n[planner hook]: {MARK}: …"
OTHERS = "Stop hook feedback:\n[make check]: red"


def told(**members: Any) -> bytes:
    values = {
        "session_id": "s",
        "transcript_path": "/home/me/s.jsonl",
        "cwd": "/home/me",
        "hook_event_name": "Stop",
        "stop_hook_active": False,
        "last_assistant_message": GOOD,
    }
    return json.dumps(values | members).encode()


def a_stop(*, active: bool = False) -> Stop:
    return Stop(message=None, transcript=None, is_subagent=False, is_active=active)


def test_what_claude_code_says_is_read() -> None:
    assert parse_stop(told(stop_hook_active=True)) == Stop(
        message=GOOD, transcript="/home/me/s.jsonl", is_subagent=False, is_active=True
    )


def test_a_subagent_has_a_transcript_of_its_own() -> None:
    found = parse_stop(
        told(hook_event_name="SubagentStop", agent_transcript_path="/home/me/a.jsonl")
    )
    assert isinstance(found, Stop)
    assert (found.transcript, found.is_subagent) == ("/home/me/a.jsonl", True)


def test_what_codex_says_is_read() -> None:
    found = parse_stop(
        told(turn_id="t", model="m", transcript_path=None, last_assistant_message=None)
    )
    assert found == a_stop()


def test_the_notice_of_an_older_codex_is_read() -> None:
    notice = {"type": "agent-turn-complete", "turn-id": "1", "last-assistant-message": "x"}
    found = parse_stop(json.dumps(notice).encode())
    assert isinstance(found, Stop)
    assert found.message == "x"


def test_a_byte_order_mark_is_no_fault() -> None:
    assert isinstance(parse_stop(b"\xef\xbb\xbf" + told()), Stop)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"{",
        b"[]",
        b"{}",
        b"[" * 100_000,
        told(hook_event_name="PreToolUse"),
        told(hook_event_name=None),
        told(hook_event_name=["Stop"]),
        told(last_assistant_message=1),
        told(transcript_path=[]),
        told(transcript_path="a\x00"),
        told(transcript_path="\ud800"),
        told(stop_hook_active="true"),
        told(stop_hook_active=None),
    ],
)
def test_what_no_stop_hook_is_told_is_malformed(data: bytes) -> None:
    found = parse_stop(data)
    assert isinstance(found, Malformed)
    assert len(found.fault) < 300


@given(st.binary() | st.recursive(
    st.none() | st.booleans() | st.text(),
    lambda inner: st.dictionaries(st.sampled_from(["hook_event_name", "type", "x"]), inner),
).map(lambda value: json.dumps(value).encode()))  # fmt: skip
def test_reading_never_raises(data: bytes) -> None:
    assert isinstance(parse_stop(data), Stop | Malformed)


def test_an_accepted_reply_may_stop_without_its_last_line_end() -> None:
    assert decide(a_stop(), GOOD, (), check) == Go()


def test_a_refused_reply_goes_back_with_what_is_wrong() -> None:
    answer = decide(a_stop(), BAD, (), check)
    assert isinstance(answer, Block)
    assert answer.reason.startswith(f"{MARK}: ")
    assert "- PTH002 parent-escape (readiness.json /allowed_paths/0 line " in answer.reason
    assert "GAT200" not in answer.reason


ORDINARY = {
    "a greeting": "Hello, how can I help?",
    "nothing": "",
    "a heading": "## Readiness\nWe are almost there.\n\n```bash\nmake\n```\n",
    "a mention": "I wrote `task-packet.md` and readiness.json into the folder.",
    "a list": "Changed files:\n- task-packet.md\n- readiness.json\n",
}


@pytest.mark.parametrize("message", ORDINARY.values(), ids=ORDINARY)
def test_an_ordinary_message_passes_unless_a_reply_is_required(message: str) -> None:
    assert decide(a_stop(), message, (), check) == Go()
    assert isinstance(decide(a_stop(), message, (), check, is_required=True), Block)


@pytest.mark.parametrize(
    "message",
    [
        "**readiness.json**",
        "### Readiness.json:\n```json\n{}\n```",
        "### task_packet.md\nHere:\n```\nx",
        "**task packet**\n\n```markdown\nx\n```",
        f"{GOOD}\x00",
        f"{GOOD}\ud800",
        f"{GOOD}{'x' * 1024 * 1024}",
    ],
    ids=["a label", "a heading", "prose under it", "no suffix", "NUL", "a surrogate", "too long"],
)
def test_a_message_with_a_section_is_a_reply(message: str) -> None:
    assert is_reply(message)
    assert isinstance(decide(a_stop(), message, (), check), Block)


def test_the_loop_ends_after_a_number_of_refusals() -> None:
    feedback: list[str] = []
    answer: Go | Block = Block("")
    while isinstance(answer, Block):
        answer = decide(a_stop(active=bool(feedback)), BAD, feedback, check)
        feedback.append(
            f"Stop hook feedback:\n{answer.reason if isinstance(answer, Block) else ''}"
        )
    assert len(feedback) == BLOCKS + 1
    assert answer.note.startswith(f"the last message was refused {BLOCKS} times in a row; ")
    assert "PTH002" in answer.note
    assert "GAT200" not in answer.note


@pytest.mark.parametrize(
    ("feedback", "blocks", "goes_on"),
    [
        ((OURS,), 2, True),
        ((OURS, OURS), 2, False),
        ((OURS, OURS), 3, True),
        ((OTHERS, OTHERS, OTHERS), 2, True),
        ((OTHERS, OURS), 1, False),
        ((), 2, False),
    ],
    ids=["one", "two", "two of three", "only others", "one and another", "none to count"],
)
def test_an_active_hook_counts_its_own_refusals(
    feedback: tuple[str, ...],
    blocks: int,
    goes_on: bool,  # noqa: FBT001 - a column of a table
) -> None:
    answer = decide(a_stop(active=True), BAD, feedback, check, blocks=blocks)
    assert isinstance(answer, Block) == goes_on
    assert goes_on or (isinstance(answer, Go) and answer.note)


def test_a_mended_reply_may_stop_whatever_came_before() -> None:
    assert decide(a_stop(active=True), GOOD, (OURS, OURS, OURS), check) == Go()


@pytest.mark.parametrize(
    ("answer", "agent", "printed"),
    [
        (Go(), Agent.CLAUDE_CODE, ""),
        (Go(), Agent.CODEX, "{}"),
        (Go("x"), Agent.CLAUDE_CODE, '{"systemMessage": "planner: x"}'),
        (Go("x"), Agent.CODEX, '{"systemMessage": "planner: x"}'),
        (Block("x"), Agent.CLAUDE_CODE, '{"decision": "block", "reason": "x"}'),
        (Block("x"), Agent.CODEX, '{"decision": "block", "reason": "x"}'),
    ],
)
def test_an_answer_is_printed_as_its_agent_reads_it(
    answer: Go | Block, agent: Agent, printed: str
) -> None:
    assert render(answer, agent) == printed
