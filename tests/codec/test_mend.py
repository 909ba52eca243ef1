"""Mending: each known variant has one canonical form, and the rest stays as it is."""

import json
from collections.abc import Callable

import pytest

from planner.codec.mend import Change, Mended
from tests.builders import a_packet, a_readiness, a_reply
from tests.codec.mending import (
    BY_FILE,
    DIRECT,
    GOOD,
    PACKET,
    QUESTIONS,
    READINESS,
    SAMPLE,
    SET,
    indented_sample,
    longer,
    mended,
    with_sample,
)

LABELS = [
    "## task-packet.md",
    "###   Task-Packet.md",
    "task-packet.md",
    "task-packet.md:",
    "**Task-Packet.md:**",
    "**task_packet.md**",
    "`task-packet.md`",
    "**`task-packet.md`**",
    "- **task-packet.md**",
    "1. task-packet.md",
    "**task packet**",
    " **task-packet.md**",
    "**task-packet.md** ",
    "**t\u0430sk-packet.md**",
    "**task\u200b-packet.md**",
]


@pytest.mark.parametrize("label", LABELS)
def test_every_spelling_of_a_label_becomes_the_exact_one(label: str) -> None:
    found = mended(GOOD.replace("**task-packet.md**", label))
    assert found.text == GOOD
    assert found.changes == (Change(1, "label", label, "**task-packet.md**"),)


OPENINGS = {
    "tildes": "~~~json",
    "four backticks": "````json",
    "no language": "```",
    "another language": "```javascript",
    "a space": "``` json",
    "more words": "```json title=readiness.json",
    "upper case": "```JSON",
    "jsonl": "```jsonl",
}


@pytest.mark.parametrize("opening", OPENINGS.values(), ids=OPENINGS)
def test_every_spelling_of_a_fence_becomes_the_exact_one(opening: str) -> None:
    closing = opening[: len(opening) - len(opening.lstrip("`~"))]
    part = READINESS.replace("```json", opening).replace("\n```\n", f"\n{closing}\n")
    found = mended(GOOD.replace(READINESS, part))
    assert found.text == GOOD
    assert found.changes[0] == Change(24, "fence", opening, "```json")


@pytest.mark.parametrize(
    "variant",
    [
        pytest.param(f"{QUESTIONS}\n{READINESS}\n{PACKET}", id="another order"),
        pytest.param(f"{GOOD}\n{READINESS}", id="a section twice"),
        pytest.param(f"Certainly! Here it is.\n\n{GOOD}", id="a greeting"),
        pytest.param(f"{GOOD}\nI hope that this helps.", id="a farewell"),
        pytest.param(f"Sure! Here is the plan:\n\n{GOOD}", id="an announcement"),
        pytest.param(f"## Answer\n\n{GOOD}", id="a heading"),
        pytest.param(f"**Here are the requested artifacts:**\n{GOOD}", id="in bold"),
        pytest.param(f"Here\u2019s the task packet and the readiness:\n{GOOD}", id="both named"),
        pytest.param(f"{GOOD}\nLet me know if you have any questions!", id="an offer"),
        pytest.param(f"Gerne! Hier ist der Plan:\n\n{GOOD}", id="in German"),
        pytest.param(f"---\n\n{GOOD}\n---\n", id="ruled lines"),
        pytest.param(GOOD.replace("\n\n**read", "\nAnd now:\n**read"), id="prose between"),
        pytest.param(GOOD.replace("**\n```json\n", "**\n\n\n```json\n"), id="blank lines under"),
        pytest.param(GOOD.replace("**\n```json\n", "**\nAs asked:\n```json\n"), id="prose under"),
        pytest.param(GOOD.replace("\n\n**", "\n**"), id="no blank line between"),
        pytest.param(GOOD.replace("\n\n**", "\n\n\n\n**"), id="blank lines between"),
        pytest.param(f"```markdown\n{GOOD}```\n", id="a fence around it"),
        pytest.param(f"Here:\n````\n{GOOD}````\nDone.\n", id="a longer fence and prose around it"),
        pytest.param(GOOD[:-1], id="no line end at the end"),
        pytest.param(GOOD.replace("\n", "\r\n"), id="CRLF"),
        pytest.param(f"\ufeff{GOOD}", id="a byte order mark"),
        pytest.param("".join(f"  {line}\n" for line in GOOD.split("\n")), id="indented"),
        pytest.param(longer(GOOD), id="a longer fence"),
        pytest.param(GOOD.replace("```", "~~~"), id="tildes"),
        pytest.param(GOOD.replace("\n- ", "\n* "), id="asterisks"),
        pytest.param(GOOD.replace("\n- ", "\n+   "), id="plus signs"),
        pytest.param(GOOD.replace("\n- ", "\n\u2022 "), id="round bullets"),
        pytest.param(GOOD.replace("# Task:", "## task :"), id="the title's mark"),
        pytest.param(
            GOOD.replace("open.\n", "open.  \n").replace("only.\n", "only.\t\n"), id="blanks"
        ),
        pytest.param(
            GOOD.replace("\n```\n\n**read", "\n\n\n```\n\n**read"), id="blank lines at its end"
        ),
        pytest.param(GOOD.replace("jsonl\n{", "jsonl\n\n  {"), id="blanks before a question"),
        pytest.param(
            GOOD.replace(
                READINESS.split("\n")[2], json.dumps(a_readiness("needs_detail"), indent=2)
            ),
            id="JSON on several lines",
        ),
    ],
)
def test_a_known_variant_has_one_canonical_form(variant: str) -> None:
    assert mended(variant).text == GOOD


HEADINGS = {
    "another level": ("## Goal", "### Goal"),
    "level one": ("## Goal", "# Goal"),
    "other case": ("## Acceptance Criteria", "## Acceptance criteria"),
    "one letter more": ("## Acceptance Criteria", "## Acceptance Criterias"),
    "one letter less": ("## Interface Contracts", "## Interface Contract"),
    "one letter other": ("## Interface Contracts", "## Interface Contracte"),
    "an ampersand": ("## Constraints And Non-Goals", "## Constraints & Non-Goals"),
    "bold": ("## Goal", "**Goal**"),
    "bold with a colon": ("## Goal", "**Goal:**"),
    "numbered": ("## Goal", "## 1. Goal"),
    "closed": ("## Goal", "## Goal ##"),
    "no space": ("## Goal", "##Goal"),
}


@pytest.mark.parametrize(("right", "written"), HEADINGS.values(), ids=HEADINGS)
def test_a_heading_that_reads_as_a_missing_section_becomes_it(right: str, written: str) -> None:
    found = mended(DIRECT.replace(right, written))
    assert found.text == DIRECT
    assert [(change.before, change.after) for change in found.changes] == [(written, right)]


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(
            DIRECT.replace("## Goal\n", "## Goal\n### Goals\n"), id="the section is there"
        ),
        pytest.param(
            DIRECT.replace("## Goal\n", "### Goal\n### Goals\n"), id="two lines read as it"
        ),
        pytest.param(DIRECT.replace("## Goal\n", "## Aim\n"), id="another word"),
        pytest.param(DIRECT.replace("## Goal\n", "Goal\n"), id="a plain line"),
    ],
)
def test_a_heading_that_may_be_meant_in_another_way_stays(reply: str) -> None:
    assert mended(reply) == Mended(reply, ())


SAMPLES = {
    "with a language": SAMPLE,
    "bare": "```\nid,subject\n7,Printer\n```\n",
    "in tildes": "~~~\nid,subject\n7,Printer\n~~~\n",
    "in four backticks": "````text\nid,subject\n7,Printer\n````\n",
    "indented fence": "  ```text\nid,subject\n7,Printer\n  ```\n",
}


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
@pytest.mark.parametrize("around", [str, longer], ids=["three", "four"])
def test_a_sample_loses_its_fence_and_is_indented(
    sample: str, around: Callable[[str], str]
) -> None:
    if sample.startswith("````") and around is longer:
        sample = sample.replace("````", "```")
    found = mended(around(with_sample(sample)))
    assert found.text == indented_sample()
    dropped = [change for change in found.changes if "sample dropped" in change.what]
    assert [change.line for change in dropped] == [12, 15]


def test_a_packet_that_a_sample_cut_is_recovered_under_other_labels_too() -> None:
    reply = with_sample(SAMPLE).replace("**readiness.json**", "### Readiness.json:")
    assert mended(reply).text == indented_sample()


THOUGHTS = {
    "a draft": f"<think>\nFirst:\n{DIRECT}No, the day is unknown.\n</think>\n\n{GOOD}",
    "no opening tag": f"First:\n{DIRECT}No.\n</think>\n\n{GOOD}",
    "upper case": f"<THINK>\n{DIRECT}\n</THINK>\n{GOOD}",
    "another name": f"<reasoning>\n{DIRECT}\n</reasoning>\n{GOOD}",
    "brackets": f"[THINK]\n{DIRECT}\n[/THINK]\n{GOOD}",
    "a cut draft": f"<think>\n{DIRECT[:300]}\n</think>\n{GOOD}",
    "a short thought": f"<think>fine</think>{GOOD}",
    "an empty one": f"<think>\n\n</think>\n\n{GOOD}",
    "two": f"<think>\na\n</think>\n<think>\nb\n</think>\n{GOOD}",
    "the tag after a sentence": f"<think>\nI see.</think>\n{GOOD}",
    "the tag before a label": f"I see.</think>{GOOD}",
    "prose after it": f"<think>\na\n</think>\nHere it is.\n{GOOD}",
}


@pytest.mark.parametrize("reply", THOUGHTS.values(), ids=THOUGHTS)
def test_only_what_stands_after_the_reasoning_counts(reply: str) -> None:
    assert mended(reply).text == GOOD


def test_a_tag_inside_a_canonical_packet_is_text() -> None:
    reply = DIRECT.replace("No e-mail is sent.", "What stands before </think> is dropped")
    assert mended(reply) == Mended(reply, ())
    assert mended(f"Hello.\n{reply}").text == reply


def test_unittest_by_file_becomes_discovery_in_both_places() -> None:
    found = mended(BY_FILE)
    assert found.text == DIRECT
    assert {change.what for change in found.changes} == {"command spelled as discovery"}


@pytest.mark.parametrize(
    "command",
    ["pytest -q && ruff check .", "X=1 pytest", "cd src", "grep *.py", "it's", "python -m pytest"],
)
def test_any_other_command_stays_as_it_is(command: str) -> None:
    reply = a_reply(
        packet=a_packet(commands=(command,)), readiness=a_readiness(verification=[command])
    )
    assert mended(reply) == Mended(reply, ())


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('"ready"', '"READY"'),
        ("Route: direct_execution", "Route: DIRECT_EXECUTION"),
        ("Route: direct_execution", "**Route:** direct_execution"),
        ("Allowed paths:", "**Allowed paths:**"),
        ("reviews/digest.py", "src"),
        ("reviews/digest.py", "./reviews/digest.py"),
        ("reviews/digest.py", "../x"),
    ],
)
def test_what_says_what_may_be_done_stays_as_it_is(right: str, wrong: str) -> None:
    reply = DIRECT.replace(right, wrong)
    assert mended(reply) == Mended(reply, ())


def test_the_order_of_keys_and_the_bytes_of_tokens_stay() -> None:
    written = '{ "b":1e2 , "a" : "\\u00e9",\n "c": [ ] , "d":{"x":-0.0}}'
    found = mended(a_reply(readiness=written))
    assert '{"b": 1e2, "a": "\\u00e9", "c": [], "d": {"x": -0.0}}\n' in found.text


def test_a_task_set_is_laid_out_on_one_line() -> None:
    assert mended(SET.replace('": []', '":\n  [ ]')).text == SET
