"""The page about the command line is the command's own help."""

from planner.cli.pages import page
from tests.house.tree import ROOT


def test_the_page_about_the_command_line_is_current() -> None:
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == page()
