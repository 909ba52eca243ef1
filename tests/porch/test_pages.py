"""The pages about the command line and the rules are what command and catalogue say."""

import pytest

from planner.cli.pages import PAGES
from tests.house.tree import ROOT


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_is_made_is_current(name: str) -> None:
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == PAGES[name]()
