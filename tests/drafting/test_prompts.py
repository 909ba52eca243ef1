"""Every prompt page: unchanged unless its version says so, short, and in the contract's words."""

import re
from pathlib import Path

import pytest

from planner.drafting import choosing, labelling, writing
from planner.drafting.extract import label
from planner.drafting.prompt import Prompt, PromptFault, parse_prompt
from planner.drafting.question import ModelQuestion
from planner.drafting.writing_answer import MEMBERS
from planner.model.choice import BUILD, EXISTING
from planner.model.vocabulary import Label, Readiness, Recommendation, Route
from tests.drafting.briefs import an_example
from tests.drafting.choices import FATE, STEPS

PAGES = Path(__file__).parents[2] / "prompts"
SNAPSHOTS = {
    "choose": (1, "6ae5440b029104d37f1d82a5e723e4f3a33714aaeba086844b7bef3eba37b508"),
    "label": (1, "4ca078f77a55e1f0ff6c8198cad60e03500e90a3a08dddfc16167ec4b5b1dfad"),
    "write": (1, "de435a36eb1914fdebbf2be242e85217cd26edf45e551fec5ace4a758c35310c"),
}
"""By id: the version and the digest. A page that changes gets a new version and a new line here."""
BYTES_A_TOKEN = 3
"""Fewer than English text has (about 4), so that the count is rather too high."""
TOKEN_LIMIT = 2000
WORDS = {
    "label": {word.value for word in Label},
    "write": set(MEMBERS),
    "choose": {BUILD, EXISTING},
}
"""By id: the closed words that the page explains, each after a dash at the line's beginning."""
LEFT_TO_CODE = sorted({*Route, *Readiness, *Recommendation} - {Route.BLOCKED, Readiness.READY})


def page(name: str) -> Prompt:
    return parse_prompt((PAGES / f"{name}.md").read_text(encoding="utf-8"))


def asked(name: str) -> ModelQuestion:
    brief = an_example("unsettled-import")
    labels = label(brief)
    if name == "choose":
        return choosing.question(choosing.chunks([FATE, STEPS], room=4000)[0], prompt=page(name))
    if name == "write":
        return writing.question(brief, labels, prompt=page(name), dialect="strict")
    return labelling.question(labelling.chunks(labels, room=4000)[0], prompt=page(name))


def test_every_page_has_a_snapshot() -> None:
    assert sorted(path.stem for path in PAGES.glob("*.md")) == sorted(SNAPSHOTS)


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_a_page_changes_only_with_its_version(name: str) -> None:
    prompt = page(name)
    assert (prompt.id, prompt.version, prompt.sha256) == (name, *SNAPSHOTS[name])


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_the_fixed_text_leaves_room_for_the_request(name: str) -> None:
    prompt = page(name)
    assert len(f"{prompt.system}{prompt.user}".encode()) / BYTES_A_TOKEN <= TOKEN_LIMIT


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_the_system_text_is_the_same_for_every_request(name: str) -> None:
    assert asked(name).system == page(name).system


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_a_page_explains_only_words_that_there_are(name: str) -> None:
    explained = re.findall(r"^- ([a-z_]+): ", page(name).system, re.MULTILINE)
    assert explained
    assert set(explained) <= WORDS[name]


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_no_page_speaks_of_what_code_decides(name: str) -> None:
    prompt = page(name)
    text = f"{prompt.system}{prompt.user}"
    assert [word for word in LEFT_TO_CODE if re.search(rf"\b{word}\b", text)] == []


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_a_slot_without_a_value_is_a_fault(name: str) -> None:
    prompt = page(name)
    values = dict.fromkeys(prompt.slots, "x")
    with pytest.raises(PromptFault, match="no value"):
        prompt.filled(**dict(list(values.items())[1:]))
    with pytest.raises(PromptFault, match="no slot"):
        prompt.filled(**values, another="x")


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_what_is_put_into_a_slot_is_not_filled_again(name: str) -> None:
    prompt = page(name)
    held = f"{{{{{prompt.slots[0]}}}}}"
    _, user = prompt.filled(**dict.fromkeys(prompt.slots, held))
    assert user.count(held) == len(prompt.slots)
