"""Thresholds are read so strictly that each is held against something."""

from pathlib import Path

import pytest

from planner.errors import UsageError
from planner.evals.outcomes import GroupKey
from planner.evals.thresholds import Thresholds, read_thresholds


def asked_in(tmp_path: Path, text: str) -> dict[GroupKey, Thresholds]:
    path = tmp_path / "thresholds.toml"
    path.write_text(text, encoding="utf-8")
    return read_thresholds(path, graders=["decision", "labels", "route"], suites=["frontdesk"])


def test_thresholds_are_read_by_suite_and_split(tmp_path: Path) -> None:
    text = "[frontdesk.dev]\nlabels = 0.9\npass_rate = 1\nmax_calls = 2.5\n[frontdesk.test]\n"
    assert asked_in(tmp_path, text) == {
        GroupKey("frontdesk", "dev"): Thresholds({"labels": 0.9}, 1.0, {"max_calls": 2.5}),
        GroupKey("frontdesk", "test"): Thresholds(),
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[frontdesk.dev]\nlabel = 0.9", "did you mean labels?"),
        ("[frontdesk.dev]\nlabels = 90", "from 0 to 1"),
        ("[frontdesk.dev]\nlabels = nan", "from 0 to 1"),
        ("[frontdesk.dev]\nlabels = -0.1", "from 0 to 1"),
        ("[frontdesk.dev]\nlabels = true", "write a number"),
        ('[frontdesk.dev]\nlabels = "0.9"', "write a number"),
        ("[frontdesk.dev]\nmax_calls = inf", "a number from 0"),
        ("[frontdesk.dev]\nmax_calls = -1", "a number from 0"),
        ("[frontdesk.dev.labels]\nmean = 1", "write a number"),
        ("[frontdesk]\nlabels = 0.9", "known: dev, test"),
        ("[frontdesk.tset]\nlabels = 0.9", "did you mean test?"),
        ("[frontdesc.dev]\nlabels = 0.9", "did you mean frontdesk?"),
        ("frontdesk = 1", "write [frontdesk.dev]"),
        ("[frontdesk.dev]\nlabels = 0.9\nlabels = 0.1", "TOML"),
        ("[frontdesk.dev", "TOML"),
        (f"[frontdesk.dev]\nmax_price = {'9' * 400}", "inf is out of range"),
        (f"[frontdesk.dev]\nlabels = -{'9' * 400}", "-inf is out of range"),
        (f"[frontdesk.dev]\nmax_price = 0x{'f' * 5000}", "inf is out of range"),
        (f"[frontdesk.dev]\nmax_price = {'9' * 5000}", "write TOML 1.0"),
    ],
)
def test_a_threshold_that_holds_nothing_is_an_error(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        asked_in(tmp_path, text)
    assert told in str(caught.value)
