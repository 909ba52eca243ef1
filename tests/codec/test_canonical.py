"""Canonical JSON: the controller's dialect, proven by vectors."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.codec.canonical import NoCanonicalForm, canonical_bytes, digest, digest_text

VECTORS = Path(__file__).parent.parent / "vectors" / "digests.jsonl"
LINES = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("line", LINES, ids=[line["id"] for line in LINES])
def test_a_digest_is_the_one_of_the_vector(line: dict[str, Any]) -> None:
    assert digest(line["value"]) == line["sha256"]


def test_non_ascii_is_escaped_in_lower_case_with_surrogate_pairs() -> None:
    assert canonical_bytes({"é": "\U0001f600"}) == b'{"\\u00e9":"\\ud83d\\ude00"}'


@pytest.mark.parametrize(
    "value",
    [1.0, [0.5], {"a": float("nan")}, "\ud800", {"\udc00": 1}, 2**53 + 1, -(2**60)],
    ids=str,
)
def test_a_value_that_readers_hold_differently_has_no_digest(value: Any) -> None:
    with pytest.raises(NoCanonicalForm):
        canonical_bytes(value)


def test_a_text_with_a_lone_surrogate_has_no_digest() -> None:
    with pytest.raises(NoCanonicalForm, match="character 1"):
        digest_text("a\ud800")


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), st.integers(-9, 9)))
def test_canonical_bytes_survive_the_order_of_keys(value: dict[str, int]) -> None:
    assert canonical_bytes(dict(reversed(value.items()))) == canonical_bytes(value)
