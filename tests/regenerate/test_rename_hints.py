"""Hints that a row goes on under another name, and when there is none."""

import pytest

from planner.model.tasklist import Identity, identity_of
from planner.regenerate.options import Options
from planner.regenerate.rename import Candidate, renames
from planner.regenerate.told import Kind
from tests.regenerate.lists import DEPLOY, QUEUE, ROWS, TESTING, A, C, a_file, a_row, done


def candidate(text: str, source: str = "") -> Candidate:
    identity = identity_of(text)
    assert isinstance(identity, Identity)
    return Candidate(identity, text, source)


@pytest.mark.parametrize(
    ("left", "came"),
    [
        ("rpa:P:B.xaml", "rpa:P:B2.xaml"),
        ("rpa:P:Process/Sum.xaml", "rpa:P:Sum.xaml"),
        ("rpa:P:GetInvoice.xaml", "rpa:P:GetInvoices.xaml"),
        ("platform:P:queue:Vendor", "platform:P:queue:Vendors"),
        ("rpa:P:A.xaml", "rpa:Q:A.xaml"),
    ],
)
def test_names_that_are_alike_are_hinted_at(left: str, came: str) -> None:
    assert len([*renames([candidate(left)], [candidate(came)])]) == 1


@pytest.mark.parametrize(
    ("left", "came"),
    [
        ("rpa:P:OldReport.xaml", "rpa:P:ReadExport.xaml"),
        ("rpa:P:A.xaml", "platform:P:A.xaml"),
        ("rpa:P:A.xaml", "rpa:P:B.xaml"),
        ("rpa:P:A.xaml", "rpa:Q:B.xaml"),
    ],
)
def test_names_that_are_not_alike_are_not(left: str, came: str) -> None:
    assert [*renames([candidate(left)], [candidate(came)])] == []


def test_the_same_words_of_the_document_outdo_a_name_that_is_alike() -> None:
    left = [candidate("rpa:P:Read.xaml", "0123456789ab")]
    came = [candidate("rpa:P:Read2.xaml"), candidate("rpa:P:Fetch.xaml", "0123456789ab")]
    assert [each.text for each in renames(left, came)] == [
        "rpa:P:Read.xaml may now be rpa:P:Fetch.xaml; nothing was carried over"
    ]


def test_a_row_that_reads_the_same_but_for_its_name_is_hinted_at() -> None:
    other = a_row("Quite.xaml", waits=(A,))
    result = done(a_file(), QUEUE, A, other, C, TESTING, DEPLOY)
    assert [each.text for each in result.summary.of(Kind.RENAMED)] == [
        "T3 `rpa:Invoice:B.xaml` may now be T3 `rpa:Invoice:Quite.xaml`; nothing was carried over"
    ]


def test_every_row_that_moved_to_another_project_is_hinted_at() -> None:
    moved = [a_row(row.identity.subject, skill=row.skill, project="New") for row in ROWS]
    result = done(a_file(), *moved, options=Options(allow_mass_change=True))
    assert len(result.summary.of(Kind.RENAMED)) == len(ROWS)


def test_a_thousand_rows_on_either_side_are_not_all_compared() -> None:
    left = [candidate(f"rpa:P:Left{number}.xaml") for number in range(1000)]
    came = [candidate(f"rpa:P:Came{number}.xaml") for number in range(1000)]
    assert [*renames(left, came)] == []
