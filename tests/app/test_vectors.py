"""The language-neutral vectors, each with the verdict that another gate would have to give."""

import json
from pathlib import Path
from typing import Any

import pytest

from planner.app.check_reply import check

LINES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "vectors" / "replies.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
LATER = ("SCP", "SEC")
"""Families that this version does not have: their replies are judged by the others."""


def _is_judged(line: dict[str, Any]) -> bool:
    by_later = any(code.startswith(LATER) for code in line["expect"]["codes"])
    return not by_later and line["id"] not in FOREIGN_TRACE


FOREIGN_TRACE = ("lost-signature",)
"""Found by comparing a reply without a trace to the request, which comes with those families."""

JUDGED = [line for line in LINES if _is_judged(line)]


def answer(line: dict[str, Any]) -> tuple[str, set[str]]:
    """Return the decision and the codes over one vector."""
    checked = check(
        line["reply"].encode("utf-8", "surrogatepass"),
        intake=line["intake"].encode(),
        activation=json.dumps(line["activation"]).encode(),
    )
    return checked.verdict.decision, {found.code for found in checked.diagnostics}


@pytest.mark.parametrize("line", JUDGED, ids=[line["id"] for line in JUDGED])
def test_a_vector_gets_its_decision_and_its_codes(line: dict[str, Any]) -> None:
    decision, codes = answer(line)
    assert (decision, set(line["expect"]["codes"]) - codes) == (line["expect"]["decision"], set())


def test_most_vectors_are_judged() -> None:
    assert len(JUDGED) >= 90


@pytest.mark.parametrize(
    "line", [line for line in LINES if line not in JUDGED], ids=lambda line: line["id"]
)
def test_what_is_not_judged_yet_has_to_be_refused(line: dict[str, Any]) -> None:
    assert line["expect"]["decision"] == "rejected"
