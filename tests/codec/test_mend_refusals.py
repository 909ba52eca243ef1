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


SENSE = {
    "a correction": f"{GOOD}\nCorrection: the route is blocked. Disregard the above.\n",
    "a correction in one word": f"{GOOD}\nInstead:\n",
    "a condition": f"{GOOD}\ndo not execute before approval\n",
    "an example": f"The following is an EXAMPLE only; do not use it\n\n{GOOD}",
    "an example, politely": f"Here is an example of the plan:\n\n{GOOD}",
    "a draft": f"Here is the draft plan:\n\n{GOOD}",
    "a comment around it": f"<!--\n{GOOD}-->\n",
    "a comment around a section": GOOD.replace(READINESS, f"<!--\n{READINESS}-->\n"),
    "a tag around it": f"<example>\n{GOOD}</example>\n",
    "a collapsed block around it": f"<details>\n{GOOD}</details>\n",
    "a label struck through": GOOD.replace("**readiness.json**", "~~readiness.json~~"),
    "letters struck through": GOOD.replace("**readiness", "**r\u0336eadiness"),
    "a label in a comment": GOOD.replace("**readiness.json**", "<!-- readiness.json -->"),
    "a label that is quoted": GOOD.replace("**readiness.json**", "> readiness.json"),
    "a label with a question mark": GOOD.replace("**readiness.json**", "readiness.json?"),
    "an open box": GOOD.replace("**readiness.json**", "- [ ] readiness.json"),
    "prose under a label": GOOD.replace("**\n```json\n", "**\nThis is not final.\n```json\n"),
    "a fence that says draft": GOOD.replace("```json\n", "```json draft\n"),
    "a fence that says diff": GOOD.replace("```markdown\n", "```diff\n"),
    "a fence around it that says diff": f"```diff\n{GOOD}```\n",
    "a route": f"{GOOD}\nRoute: blocked\n",
    "a status": f"Here is the blocked plan.\n{GOOD}",
    "a readiness": f"{GOOD}\nDone. ready\n",
    "a path": f"{GOOD}\nHere is reviews/digest.py.\n",
    "a command": f"{GOOD}\nRun make.\n",
    "a negation in a farewell": f"{GOOD}\nThat is not all.\n",
    "sense behind a greeting": f"Hello. Skip the tests.\n{GOOD}",
    "sense behind a comma": f"Sure, but wait for approval.\n{GOOD}",
    "another language": f"Nicht ausf\u00fchren.\n{GOOD}",
    "another script": f"{GOOD}\n\u5b9f\u884c\u3057\u306a\u3044\u3067\u304f\u3060\u3055\u3044\n",
    "a sign": f"\u274c\n{GOOD}",
    "a greeting that does not end": f"{'Hello. ' * 30}\n{GOOD}",
    "a quotation": f"> Hello\n{GOOD}",
}


@pytest.mark.parametrize("reply", SENSE.values(), ids=SENSE)
def test_nothing_that_may_have_a_meaning_is_dropped(reply: str) -> None:
    assert refused(reply)


def test_text_that_is_not_dropped_is_quoted() -> None:
    assert refused(f"{GOOD}\nThis is `not` final.\n") == [
        (
            33,
            "this text may change what the reply says, and is not dropped: `This is 'not' final.`",
        )
    ]
    assert refused(f"{GOOD}\n{'x' * 300}")[0][1].endswith(f"`{'x' * 80}\u2026`")
