"""A reply with two readings is refused with the place of each."""

import json

import pytest

from planner.codec.mend import TwoReadings, mend
from planner.codec.reply import REPLY_LIMIT
from tests.builders import a_readiness, a_reply
from tests.codec.mending import DIRECT, GOOD, READINESS, SET, longer, refused, with_sample

GUESS = "is not strict JSON, and a repair would be a guess"
READY = READINESS.replace("needs_clarification", "blocked")
TWO = {
    "other bytes": (f"{GOOD}\n{READY}", 33, "`readiness.json` was given in other words at line 23"),
    "a set and a task": (f"{GOOD}\n{SET}", 33, "a task set stands beside a single task"),
    "reasoning without end": (f"<think>\n{GOOD}", 1, "reasoning that begins here has no end"),
    "reasoning in reasoning": (
        f"<think>\n<think>\n</think>\n{GOOD}",
        2,
        "reasoning is opened in reasoning that has not ended",
    ),
    "a draft alone": (
        f"<think>\n{GOOD}</think>\nDone.",
        33,
        "no section with a label and a fence stands outside the reasoning",
    ),
    "reasoning after the reply": (
        f"{READINESS}<think>\nwrong?\n</think>\n",
        1,
        "`readiness.json` stands before the reasoning that follows it",
    ),
    "a repeated key": (
        GOOD.replace('{"readiness"', '{"route": "blocked", "readiness"'),
        25,
        f"`readiness.json` {GUESS}: the key 'route' is repeated",
    ),
    "two questions on a line": (
        GOOD.replace("null}", 'null} {"id": "q2"}'),
        30,
        f"`candidate-questions.jsonl` {GUESS}: a second value follows the first",
    ),
    "JSON with comments": (
        GOOD.replace("```json\n", "```jsonc\n"),
        24,
        "the fence says jsonc, which is another grammar than JSON",
    ),
    "a fence for another artifact": (
        GOOD.replace("```json\n", "```json title=task-set.json\n"),
        24,
        "the label says `readiness.json`, the fence `task-set.json`",
    ),
    "a label without a fence": (
        DIRECT.replace("```json\n", ""),
        25,
        "a label stands here and no fence opens under it",
    ),
    "content between label and fence": (
        GOOD.replace("**\n```json\n", "**\n{}\n```json\n"),
        23,
        "a label stands here and no fence opens under it",
    ),
    "a fence without a label": (
        f"{GOOD}\n```jsonl\n{{}}\n```\n",
        33,
        "a fenced block stands here without a label",
    ),
    "a section that is cut off": (
        GOOD[: GOOD.index("null}")],
        29,
        "`candidate-questions.jsonl`, opened here, is not closed",
    ),
    "a packet that is cut off": (
        DIRECT[: DIRECT.index("Allowed")],
        2,
        "`task-packet.md`, opened here, is not closed",
    ),
    "a bare block after the packet": (
        DIRECT.replace("```\n\n**read", "```\nRun:\n```\nmake\n```\n\n**read"),
        23,
        "more than one fence line could close `task-packet.md`",
    ),
    "no end that leaves it whole": (
        with_sample("```\nx\n```\n").replace("Verification:", "Checks:"),
        12,
        "no fence line clearly closes `task-packet.md`",
    ),
    "text of the packet after its end": (
        DIRECT.replace("## Constraints", "```\n## Constraints").replace(
            "test_digest.py\n```", "test_digest.py"
        ),
        12,
        "text of a packet stands after this end of `task-packet.md`",
    ),
    "a sample in a sample": (
        longer(with_sample("~~~\n```\nx\n```\n~~~\n")),
        12,
        "the fence lines of the samples in `task-packet.md` do not pair",
    ),
    "a label inside the packet": (
        DIRECT.replace("## Goal\n", "## Goal\n**task-set.json**\n").replace(
            "**readiness", "## readiness"
        ),
        6,
        "the label of a section stands inside `task-packet.md`",
    ),
    "nothing of ours": ("Hello.", 1, "no section with a label and a fence stands here"),
    "nothing": (" \n", 1, "there is nothing to read: it is blank"),
}


@pytest.mark.parametrize(("reply", "line", "what"), TWO.values(), ids=TWO)
def test_two_readings_are_refused_with_their_place(reply: str, line: int, what: str) -> None:
    assert (line, what) in refused(reply)


@pytest.mark.parametrize(
    ("right", "broken"),
    [
        pytest.param('"]', '",]', id="a trailing comma"),
        pytest.param('"x"', "'x'", id="other quotes"),
        pytest.param("{", "{// why\n", id="a comment"),
        pytest.param("}", "", id="no end"),
        pytest.param('"x"', "NaN", id="no number"),
    ],
)
def test_json_is_never_repaired(right: str, broken: str) -> None:
    body = json.dumps(a_readiness(reason="x")).replace(right, broken, 1)
    assert "is not strict JSON" in refused(a_reply(readiness=body))[0][1]


def test_a_bad_byte_and_a_reply_that_is_too_large_are_refused() -> None:
    assert "not UTF-8" in refused(b"\xff")[0][1]
    assert "NUL" in refused(f"{GOOD}\x00")[0][1]
    assert "the limit is" in refused("x" * (REPLY_LIMIT + 1))[0][1]


@pytest.mark.parametrize(
    "line", ["```", "**readiness.json**\n```", "<think>\n</think>", "## Goal", "\n"]
)
def test_a_long_reply_of_one_line_again_and_again_is_answered(line: str) -> None:
    text = f"**task-packet.md**\n```markdown\n{line}\n" + f"{line}\n" * 20_000
    assert isinstance(mend(text), TwoReadings)
