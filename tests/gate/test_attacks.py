"""Hostile replies, requests, activations and states: each is refused, and for the right reason."""

import json
from pathlib import Path

import pytest

from planner.app.conformance import judge

VECTORS = Path(__file__).parent.parent / "vectors" / "attacks.jsonl"
LINES = VECTORS.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", LINES, ids=[json.loads(line)["id"] for line in LINES])
def test_an_attack_gets_its_verdict(line: str) -> None:
    result = judge(line)
    assert result.got.split()[0] == result.expected.split()[0]
    assert not any(code.endswith("900") for code in result.got.split()), "a check crashed"
    assert result.agrees, f"expected {result.expected}, got {result.got}"


def test_the_controls_among_them_are_accepted() -> None:
    good = [line for line in LINES if json.loads(line)["expect"]["decision"] == "accepted"]
    assert 0 < len(good) < len(LINES) / 10
