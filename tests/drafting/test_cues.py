"""The word tables: a heading finds its label, and a cue finds what its pattern finds."""

import re

import pytest

from planner.drafting import cues, evidence
from planner.drafting.cues import Cue
from planner.drafting.headings import heading_label
from planner.model.vocabulary import Label
from tests.drafting.briefs import EXAMPLES
from tests.drafting.test_evidence import ASIDE
from tests.drafting.test_extract import BY_WORDS, LANGUAGES

HEADINGS = {
    "Macro request": Label.GOAL,
    "## 1. Goals": Label.GOAL,
    "✅ Acceptance criteria (must)": Label.CRITERION,
    "Required behavior": Label.CRITERION,
    "Definition of Done": Label.CRITERION,
    "Scope": Label.PATH,
    "Files to change": Label.PATH,
    "Out of scope": Label.NON_GOAL,
    "Files not to touch": Label.NON_GOAL,
    "Non-goals": Label.NON_GOAL,
    "API": Label.INTERFACE,
    "How to test": Label.VERIFICATION,
    "Open questions": Label.QUESTION,
    "Blocker": Label.BLOCKER,
    "Left for later": Label.REMAINDER,
    "Background note": Label.CONTEXT,
    "Steps to reproduce": Label.CONTEXT,
    "Akzeptanzkriterien": Label.CRITERION,
    "Critères d’acceptation": Label.CRITERION,
    "受け入れ条件": Label.CRITERION,
    "対象外": Label.NON_GOAL,
    "验收标准": Label.CRITERION,
    "Ticket export": None,
    "What the user sees once the export of the long list has ended": None,
    "": None,
}


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_heading_says_what_stands_under_it(heading: str) -> None:
    assert heading_label(heading) is HEADINGS[heading]


def test_a_title_is_looked_up_as_a_whole_only() -> None:
    assert heading_label("Feature request: loans", whole=True) is None
    assert heading_label("Feature request", whole=True) is Label.GOAL


ALL_CUES = {
    f"{module.__name__.rpartition('.')[2]}.{name}": value
    for module in (cues, evidence)
    for name, value in vars(module).items()
    if isinstance(value, Cue)
}


@pytest.fixture(scope="module")
def sentences() -> list[str]:
    requests = [path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.md"))]
    lines = [piece for text in requests for piece in re.split(r"\n|(?<=[.;:])\s", text)]
    return [*lines, *BY_WORDS, *ASIDE, *(text for _, text, _ in LANGUAGES.values())]


@pytest.mark.parametrize("name", ALL_CUES)
def test_the_needles_of_a_cue_hide_nothing_that_its_pattern_finds(
    name: str, sentences: list[str]
) -> None:
    cue = ALL_CUES[name]
    hidden = [text for text in sentences if cue.pattern.search(text) and not cue.search(text)]
    assert hidden == []
