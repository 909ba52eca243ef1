"""A title that a model chose: all of it is the request's, also what is more than words."""

import pytest

from planner.drafting.labelling import Chosen, title_of
from tests.drafting.briefs import a_brief

TEXT = """\
Please add a `--csv` flag in `billing/export.py`.
Should we also run `rm -rf build`, and keep etc/notes?
"""


def chosen_title(title: str) -> str:
    return title_of(a_brief(TEXT), [Chosen(labels={}, topics={}, title=title)])


@pytest.mark.parametrize(
    "title",
    [
        "Add a csv flag",
        "Add a `--csv` flag in `billing/export.py`",
        "add  --csv   in billing/export.py.",
        "Run `rm -rf build`?",
        "A flag: csv (billing)",
    ],
)
def test_a_title_of_the_requests_words_is_taken(title: str) -> None:
    assert chosen_title(title) == " ".join(title.split())


@pytest.mark.parametrize(
    "title",
    [
        "Run `rm -rf /`",
        "Run rm -rf /",
        "Run `rm -rf ~`",
        "Run `rm -rf etc`",
        "Add a flag in rm/export.py",
        "Add a flag in ../billing/export.py",
        "Add a flag in /etc/notes",
        "Add a -csv flag",
        "Add a `csv flag",
        "# Add a flag",
        "Add a flag | build",
        "<!-- add a flag -->",
        "Add a flag $build",
    ],
)
def test_a_path_or_command_put_together_from_its_words_is_not(title: str) -> None:
    assert chosen_title(title) == ""
