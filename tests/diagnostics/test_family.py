"""How rules are filed and run: a crash can only make it worse, and nothing is told for ever."""

from collections.abc import Iterator

import pytest

from planner.diagnostics.diagnostic import Lands, Severity, Where
from planner.diagnostics.family import FINDINGS_LIMIT, Family, Finding

PLACE = Where("reply")


def a_family() -> Family[int]:
    """Return a family with one rule that finds as many faults as its subject says."""
    family: Family[int] = Family("ABC", "numbers")

    @family.rule(1, lands=Lands.CONTRACT)
    def too_many(subject: int) -> Iterator[Finding]:
        """A number is there."""
        for number in range(subject):
            yield Finding(f"number {number}", PLACE)

    return family


def test_a_rule_is_named_and_summed_up_by_its_function() -> None:
    (rule,) = a_family().rules
    assert (rule.code, rule.name, rule.summary) == ("ABC001", "too-many", "A number is there.")


def test_every_finding_is_told_up_to_the_limit() -> None:
    assert len(list(a_family().check(FINDINGS_LIMIT))) == FINDINGS_LIMIT


def test_what_is_over_the_limit_is_told_in_one_sentence() -> None:
    found = list(a_family().check(10**9))
    assert len(found) == FINDINGS_LIMIT + 1
    assert found[-1].message.startswith("there are more than")
    assert found[-1].severity is Severity.ERROR


def test_a_crash_keeps_what_was_found_and_adds_an_error() -> None:
    family = a_family()

    @family.rule(2, lands=Lands.CONTRACT, severity=Severity.WARNING)
    def crashing(subject: int) -> Iterator[Finding]:
        """It crashes."""
        yield Finding("one", PLACE)
        raise ValueError(subject)

    assert [found.code for found in family.check(1)] == ["ABC001", "ABC002", "ABC900"]


def test_an_empty_family_is_an_error() -> None:
    empty: Family[int] = Family("ABC", "nothing")
    assert [found.code for found in empty.check(1)] == ["ABC901"]


def test_a_rule_that_is_off_does_not_run() -> None:
    assert list(a_family().check(3, off={"ABC001"})) == []


def test_a_number_is_given_once_and_a_rule_says_what_it_is() -> None:
    family = a_family()

    def undocumented(subject: int) -> Iterator[Finding]:
        yield Finding(str(subject), PLACE)

    with pytest.raises(ValueError, match="ABC002"):
        family.rule(2, lands=Lands.CONTRACT)(undocumented)
    undocumented.__doc__ = "It has a sentence now."
    with pytest.raises(ValueError, match="ABC001"):
        family.rule(1, lands=Lands.CONTRACT)(undocumented)
