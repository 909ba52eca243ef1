"""What a person sees and no statement is made of is kept with its reason."""

import pytest

from planner.codec.intake import (
    CONTROL_LINE,
    FRONT_MATTER,
    HEADING,
    NO_WORDS,
    UNFILLED_LINE,
    parse_intake,
)


def test_the_lines_of_front_matter_are_passed_with_their_places() -> None:
    doc = parse_intake("---\nroute: direct_execution\nplanner:\n  paths: [ops/]\n---\n\n# Title\n")
    assert [(piece.text, piece.line, piece.reason) for piece in doc.passed] == [
        ("route: direct_execution", 2, FRONT_MATTER),
        ("planner:", 3, FRONT_MATTER),
        ("paths: [ops/]", 4, FRONT_MATTER),
    ]


@pytest.mark.parametrize("marks", ["`**/*`", "`../`", "`*`", "./", "👍"])
def test_marks_without_a_word_are_passed(marks: str) -> None:
    doc = parse_intake(f"## Files\n\n- {marks}\n- `src/a.py`\n")
    assert [piece.text for piece in doc.passed if piece.reason == NO_WORDS] == [marks]
    assert [statement.text for statement in doc.statements] == ["`src/a.py`"]


@pytest.mark.parametrize("rule", ["---", "***", "===", "..."])
def test_a_drawn_line_says_nothing(rule: str) -> None:
    assert parse_intake(f"One thing is wanted.\n\n{rule}\n\nAnother one.\n").passed == ()


def test_what_is_hidden_is_not_passed_as_well() -> None:
    doc = parse_intake("A page.\n\n<!-- `../` -->\n\nMore of it.\n")
    assert doc.passed == ()
    assert doc.hidden


def test_a_heading_that_says_more_than_its_place_is_passed() -> None:
    doc = parse_intake("# Two tasks\n\n## Task 1: Print the labels\n\n### Scope\n\n- `a/b.py`\n")
    assert [(piece.text, piece.line, piece.reason) for piece in doc.passed] == [
        ("Task 1: Print the labels", 3, HEADING)
    ]


def test_a_heading_that_becomes_a_statement_is_no_passed_piece() -> None:
    doc = parse_intake("**The list must be sorted**\n")
    assert [statement.text for statement in doc.statements] != []
    assert doc.passed == ()


def test_unfilled_lines_and_control_lines_are_passed() -> None:
    doc = parse_intake("# Sort it\n\nProject capability: git_repository=true\n\n## Notes\n\nTBD\n")
    assert [(piece.line, piece.reason) for piece in doc.passed] == [
        (3, CONTROL_LINE),
        (7, UNFILLED_LINE),
    ]
