"""An execution contract: what a runner would read in it, and how it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.codec.contract import parse_contract, render_contract
from planner.model.vocabulary import Route
from tests.builders import COMMANDS, PATHS, a_contract


def test_a_contract_gives_its_route_its_paths_and_its_commands() -> None:
    doc = parse_contract(a_contract())
    assert [line.text for line in doc.routes] == ["direct_execution"]
    assert doc.allowed_paths() == PATHS
    assert [item.text for found in doc.verification_lists for item in found.items] == list(COMMANDS)
    assert [found.is_exact for found in doc.path_lists] == [True]


def test_a_written_contract_is_the_canonical_one() -> None:
    assert render_contract(Route.DIRECT_EXECUTION, PATHS, COMMANDS) == a_contract()


def test_a_contract_that_authorises_nothing_says_so_with_an_empty_list() -> None:
    doc = parse_contract(render_contract(Route.BLOCKED, (), COMMANDS))
    assert [found.items for found in doc.path_lists] == [()]
    assert doc.allowed_paths() == ()


@pytest.mark.parametrize(
    "heading",
    [
        "## Allowed Change Paths",
        "**Allowed Change Paths:**",
        "allowed change paths:",
        "Allowed change paths :",
        "Changed files:",
        "- Allowed Change Paths:",
    ],
)
def test_a_heading_that_a_runner_reads_is_read_and_is_not_the_exact_one(heading: str) -> None:
    doc = parse_contract(f"# Execution Contract\n\n{heading}\n- src/x.py\n")
    assert doc.allowed_paths() == ("src/x.py",)
    assert [found.is_exact for found in doc.path_lists] == [False]


def test_paths_after_the_colon_are_read_as_items() -> None:
    doc = parse_contract("Allowed Change Paths: src/x.py, src/y.py\n- src/z.py\n")
    assert doc.allowed_paths() == ("src/x.py", "src/y.py", "src/z.py")
    assert not doc.path_lists[0].is_exact


def test_blank_lines_do_not_end_a_list_and_other_text_does() -> None:
    doc = parse_contract("Allowed Change Paths:\n\n- a.py\n\n- b.py\nThat is all.\n- c.py\n")
    assert doc.allowed_paths() == ("a.py", "b.py")


def test_a_second_list_is_kept_beside_the_first() -> None:
    doc = parse_contract("Allowed Change Paths:\n- a.py\n\nAllowed Change Paths:\n- b.py\n")
    assert [found.line for found in doc.path_lists] == [1, 4]
    assert doc.allowed_paths() == ("a.py", "b.py")


def test_line_ends_of_another_system_are_line_ends() -> None:
    assert parse_contract(a_contract().replace("\n", "\r\n")).allowed_paths() == PATHS


@pytest.mark.parametrize("text", ["", "\n\n", "# Execution Contract", "Workers edit src/x.py."])
def test_a_contract_without_lists_has_none(text: str) -> None:
    doc = parse_contract(text)
    assert (doc.path_lists, doc.verification_lists, doc.routes) == ((), (), ())


@given(st.text(alphabet=" \t\n-*#:`,AllowedChngPths", max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    doc = parse_contract(text)
    assert all(found.line <= text.count("\n") + 1 for found in doc.path_lists)


def test_a_long_contract_without_its_section_has_none() -> None:
    text = ("> " * 50 + "Allowed Change\n") * 5000 + "- \n" * 50_000
    doc = parse_contract(text)
    assert (doc.text, doc.routes, doc.path_lists, doc.verification_lists) == (text, (), (), ())
