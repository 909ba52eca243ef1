"""The word tables: a heading finds its label, and a cue finds what its pattern finds."""

from importlib import import_module
from pkgutil import iter_modules

import pytest

from planner import drafting
from planner.drafting.cues import Cue, cue
from planner.drafting.headings import heading_label
from planner.model.vocabulary import Label
from tests.drafting.needles import GAP, unguarded

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


MODULES = [
    import_module(f"planner.drafting.{found.name}") for found in iter_modules(drafting.__path__)
]
ALL_CUES = {
    f"{module.__name__.rpartition('.')[2]}.{name}": value
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(value, Cue)
}


@pytest.mark.parametrize("name", ALL_CUES)
def test_every_way_through_a_pattern_holds_a_needle(name: str) -> None:
    assert unguarded(ALL_CUES[name]) == []


@pytest.mark.parametrize("name", ALL_CUES)
def test_no_needle_stands_in_another_which_would_never_be_looked_for(name: str) -> None:
    needles = ALL_CUES[name].needles
    assert [one for one in needles for other in needles if other != one and other in one] == []


def test_a_way_without_a_needle_is_found() -> None:
    written = r"\bcrash\b|\b(?:is|gets?) (?:lost|brok?en)\b|perdu\xe9|^(?:old|stale)|_{2,}"
    ways = ["is broen", "is broken", "get broen", "get broken", "gets broen", "gets broken"]
    assert unguarded(cue("crash|lost| old", written)) == [*ways, " stale", "__", f"__{GAP}__"]
