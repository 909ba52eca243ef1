"""What a run has to reach, from a TOML file in which every word is known.

* A table for each suite and split, `[frontdesk.dev]`; each key is a grader with the least mean
  that will do, or one of the keys below. An empty table says that nothing is asked of it.
* A misspelt grader or suite is an error: a threshold that nothing is held against looks like one
  that is met.
* Numbers are finite, shares from 0 to 1; true is no number.
"""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import inf, isfinite
from pathlib import Path
from typing import Final, get_args

from planner.adapters.input_file import read_input
from planner.errors import UsageError
from planner.evals.case import Split
from planner.evals.outcomes import GroupKey
from planner.evals.report_file import refuse

PASS_RATE: Final = "pass_rate"  # noqa: S105 - a key, not a credential
MOST: Final = {
    "max_calls": "calls",
    "max_output_tokens": "output tokens",
    "max_price": "US dollars",
    "max_seconds": "seconds",
}
"""What a case may cost at most, on average, and its unit."""
SIZE_LIMIT: Final = 1024 * 1024
_CURE: Final = "correct it"
_SPLITS: Final = get_args(Split)


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What is asked of one suite and split."""

    means: Mapping[str, float] = field(default_factory=dict)
    """The least mean, by grader."""
    pass_rate: float | None = None
    """The least share of cases that pass in every repeat."""
    most: Mapping[str, float] = field(default_factory=dict)
    """The most that a case may cost on average, by a key of `MOST`."""


def read_thresholds(
    path: Path, *, graders: Collection[str], suites: Collection[str]
) -> dict[GroupKey, Thresholds]:
    """Return what a file asks, by suite and split.

    Args:
        path: The TOML file.
        graders: Every grader that there is.
        suites: Every suite that there is.

    Raises:
        UsageError: It is no TOML, or says what it may not say.
        OSError: The file cannot be read.
    """
    faults: list[str] = []
    found: dict[GroupKey, Thresholds] = {}
    for suite, splits in _document(path).items():
        if suite not in suites:
            faults.append(f"[{suite}]: neither run nor baseline has it; {_meant(suite, suites)}")
        elif not isinstance(splits, dict):
            faults.append(f"`{suite}` is no table; write [{suite}.dev]")
        else:
            for split, table in splits.items():
                if split not in _SPLITS or not isinstance(table, dict):
                    faults.append(f"[{suite}.{split}]: {_meant(split, _SPLITS)}")
                    continue
                faults += _faults(f"[{suite}.{split}]", table, graders)
                found[GroupKey(suite, split)] = _thresholds(table)
    refuse(path, faults, cure=_CURE)
    return found


def _document(path: Path) -> dict[str, object]:
    data = read_input(path, SIZE_LIMIT + 1)
    if len(data) > SIZE_LIMIT:
        message = f"{path} is over {SIZE_LIMIT:,} bytes"
        raise UsageError(message)
    try:
        return tomllib.loads(data.decode())
    except UnicodeDecodeError as error:
        message = f"{path}: byte {error.start} is not UTF-8; write TOML 1.0 in UTF-8"
        raise UsageError(message) from error
    except (ValueError, RecursionError) as error:
        # TOML's own error is a ValueError, and so is Python's over an integer of many digits.
        message = f"{path}: {error}; write TOML 1.0"
        raise UsageError(message) from error


def _faults(place: str, table: Mapping[str, object], graders: Collection[str]) -> list[str]:
    known = [*graders, PASS_RATE, *MOST]
    return [
        f"{place} {key}: {fault}"
        for key, value in table.items()
        if (fault := _fault(key, value, known))
    ]


def _fault(key: str, value: object, known: Collection[str]) -> str | None:
    if key not in known:
        return f"there is no such grader; {_meant(key, known)}"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "write a number"
    number = _number(value)
    if key in MOST:
        fits, wanted = isfinite(number) and number >= 0, "a number from 0"
    else:
        fits, wanted = 0 <= number <= 1, "a number from 0 to 1"
    return None if fits else f"{number:g} is out of range; write {wanted}"


def _number(value: float) -> float:
    """Return *value* as a float; an integer beyond all floats is infinite."""
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf


def _meant(word: str, known: Collection[str]) -> str:
    near = get_close_matches(word, sorted(known), n=1)
    return f"did you mean {near[0]}?" if near else f"known: {', '.join(sorted(known)) or 'none'}"


def _thresholds(table: Mapping[str, object]) -> Thresholds:
    numbers = {
        key: _number(value) for key, value in table.items() if isinstance(value, int | float)
    }
    return Thresholds(
        means={key: n for key, n in numbers.items() if key not in {PASS_RATE, *MOST}},
        pass_rate=numbers.get(PASS_RATE),
        most={key: n for key, n in numbers.items() if key in MOST},
    )
