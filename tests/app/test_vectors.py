"""The language-neutral vectors, each with the verdict that another gate would have to give."""

import json
from pathlib import Path

import pytest

from planner.app.conformance import judge

FOLDER = Path(__file__).parent.parent / "vectors"
FILES = ("replies.jsonl", "authority.jsonl", "attacks.jsonl")
LINES = {
    f"{name}:{json.loads(line)['id']}": line
    for name in FILES
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_vector_gets_its_decision_and_its_codes(line: str) -> None:
    result = judge(line)
    assert result.agrees, f"expected {result.expected}, got {result.got}"


def test_each_file_has_both_decisions() -> None:
    decisions = {
        (key.partition(":")[0], json.loads(line)["expect"]["decision"])
        for key, line in LINES.items()
    }
    assert {(name, "rejected") for name in FILES} <= decisions
    assert {("replies.jsonl", "accepted"), ("authority.jsonl", "accepted")} <= decisions
