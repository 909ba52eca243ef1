"""Catalogues by id and by path, and what is said of a faulty one."""

from pathlib import Path

import pytest

from planner.adapters.assets import catalogue_ids
from planner.adapters.catalogue_file import DEFAULT, built_in, read_catalogue
from planner.errors import ConfigError
from planner.model.catalogue_parts import (
    Condition,
    Fallback,
    Part,
    Place,
    RowText,
    Source,
)
from planner.model.skill_catalogue import (
    Catalogue,
    Deploying,
    DocumentKind,
    EndToEnd,
    Evidence,
    Group,
    Link,
    Skill,
    StopCondition,
    UiBatch,
)

OWN = """
id = "bakery"
title = "Bakery skills"
version = 1
requires_handoff = false

[[skills]]
name = "oven"
prefix = "oven"
tier = 1
tested = true

[[documents]]
id = "bread"
product = "Bread"
skill = "oven"

[[parts]]
id = "loaf"
skill = "oven"
stage = "build"
sections = ["Loaves"]
name = ["Loaf"]
subject = "{slug}"
description = "Bake {name}"
prompt = ["Load oven and bake `{name}` as {section} says."]
steps = ["Bake `{name}`", "**Validate:** `{name}` is brown"]

[testing]
subject = "testing"
description = "Testing (MANDATORY)"
prompt = ["Load {skill} and test `{project}`."]
steps = ["Test `{project}`", "**Validate:** all tests pass"]

[[stop_conditions]]
text = "The oven stays cold"
"""


def own(folder: Path, text: str = OWN) -> Catalogue:
    (folder / "own.toml").write_text(text, encoding="utf-8")
    return read_catalogue("./own.toml", folder)


def test_the_default_catalogue_comes_with_the_planner() -> None:
    assert DEFAULT in catalogue_ids()
    assert built_in(DEFAULT).id == DEFAULT


@pytest.mark.parametrize("catalogue_id", catalogue_ids())
def test_every_catalogue_that_comes_with_the_planner_is_sound(catalogue_id: str) -> None:
    catalogue = read_catalogue(catalogue_id, Path())
    assert catalogue.id == catalogue_id
    assert catalogue.parts


def test_a_project_brings_its_own(tmp_path: Path) -> None:
    found = own(tmp_path)
    assert found.id == "bakery"
    assert found.skill("oven") is found.skills[0]
    assert found.skill("stove") is None


def test_an_alias_finds_its_skill() -> None:
    found = built_in(DEFAULT).skill("hitl")
    assert found is not None
    assert found.name == "uipath-human-in-the-loop"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("tier = 1", "tier = 12", "`skills[oven].tier`"),
        ('stage = "build"', 'stage = "bake"', "`parts[loaf].stage`"),
        ("version = 1", 'version = 1\ncolour = "red"', "`colour` is no key of a catalogue"),
        ('title = "Bakery skills"\n', "", "`title` is missing"),
        ('subject = "{slug}"', 'subject = "{shape}"', "has the slot `shape`"),
        ('subject = "{slug}"', 'subject = "{slug"', "part `loaf`"),
        ('subject = "{slug}"', 'subject = "{slug!r}"', "is no slot"),
        ('subject = "{slug}"', 'subject = "{0}"', "is no slot"),
        ('"**Validate:** `{name}` is brown"', '"Look at it"', "does not begin with **Validate:**"),
        ('"Bake `{name}`"', '"### Bake"', "heading of level three"),
        ('skill = "oven"\nstage', 'skill = "pan"\nstage', "names the skill `pan`"),
        ('id = "loaf"', 'id = "loaf"\ndocuments = ["cake"]', "names the document `cake`"),
        ('name = ["Loaf"]\n', "", "says neither by `name` nor by `bullets`"),
        ('sections = ["Loaves"]\n', "", "names no `sections`"),
        ('name = ["Loaf"]', 'name = ["Loaf"]\nbullets = "("', "is no regular expression"),
        ('description = "Testing (MANDATORY)"', 'description = "Tests"', "Testing (MANDATORY)"),
        (
            "[[documents]]",
            '[[skills]]\nname = "oven"\nprefix = "o"\ntier = 1\n[[documents]]',
            "twice",
        ),
    ],
)
def test_a_fault_says_where_it_is(tmp_path: Path, old: str, new: str, told: str) -> None:
    text = OWN.replace(old, new, 1)
    assert text != OWN
    with pytest.raises(ConfigError) as caught:
        own(tmp_path, text)
    assert told in str(caught.value)
    assert str(caught.value).startswith("./own.toml: CFG003")


def test_a_file_that_is_no_toml_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        own(tmp_path, "id = \n")
    assert str(caught.value).startswith("./own.toml:1: CFG002")


def test_a_path_that_leads_nowhere_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"CFG001.*\n  there is no such file; name a file"):
        read_catalogue("missing.toml", tmp_path)


def test_an_unknown_id_is_told_with_what_was_meant(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"did you mean `uipath`\?"):
        read_catalogue("uipaht", tmp_path)


def test_a_catalogue_beyond_its_size_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is over"):
        own(tmp_path, OWN + "#" * 1024 * 1024)


def test_the_page_explains_every_key() -> None:
    page = (Path(__file__).parents[2] / "docs" / "catalogues.md").read_text(encoding="utf-8")
    models = (
        *(Catalogue, Skill, DocumentKind, Part, Source, Place, Condition, RowText, Fallback),
        *(UiBatch, Evidence, Link, Deploying, StopCondition, EndToEnd, Group),
    )
    missing = {
        f"{model.__name__}.{name}"
        for model in models
        for name in model.model_fields
        if f"| `{name}` |" not in page
    }
    assert missing == set()
