"""Waiting that the catalogue asks for, and values that stand in another place of a document."""

from pathlib import Path

import pytest

from planner.adapters.catalogue_file import read_catalogue
from planner.derive.derive import derive
from planner.derive.document import Derived, Options
from planner.errors import ConfigError
from tests.derive.documents import (
    TODAY,
    blockers,
    derived,
    document,
    identities,
    sdd,
    section,
    table,
    told,
)

KITCHEN = """
id = "kitchen"
title = "Kitchen"
version = 1
requires_handoff = false

[[skills]]
name = "pantry"
prefix = "pantry"
tier = 0

[[skills]]
name = "dough"
prefix = "dough"
tier = 1
tested = true
uses = ["pantry"]

[[skills]]
name = "shop"
prefix = "shop"
tier = 2
uses = ["dough"]

[[documents]]
id = "menu"
product = "Menu"
skill = "dough"

[testing]
subject = "testing"
description = "Testing (MANDATORY)"
prompt = ["Load {skill}."]
steps = ["**Validate:** all is well"]

[[stop_conditions]]
text = "No gas"
"""
PART = """
[[parts]]
id = "{0}"
skill = "{1}"
stage = "build"
sections = ["{2}"]
name = ["Name"]
{3}
subject = "{{slug}}"
description = "Make {{name}}"
prompt = ["Load {{skill}}."]
steps = ["**Validate:** `{{name}}` is there"]
"""
PARTS = (
    PART.format("flour", "pantry", "Pantry", "")
    + PART.format("loaf", "dough", "Dough", 'uses = ["From"]\nused_by = ["For"]')
    + PART.format("shelf", "shop", "Shop", "in_order = true")
)


def kitchen(folder: Path, *sections: str, catalogue: str = KITCHEN + PARTS) -> Derived:
    (folder / "kitchen.toml").write_text(catalogue, encoding="utf-8")
    found = read_catalogue("kitchen.toml", folder)
    text = "\n\n".join(["# Lunch", *sections]) + "\n"
    return derive(document(text), (), found, Options(today=TODAY))


def rows(title: str, head: str, *lines: str) -> str:
    return section(title, table(head, *lines))


def test_a_skill_waits_for_the_tests_of_the_one_that_it_uses(tmp_path: Path) -> None:
    pantry, dough = rows("Pantry", "Name", "Rye"), rows("Dough", "Name", "Loaf")
    assert blockers(kitchen(tmp_path, pantry, dough, rows("Shop", "Name", "Shelf"))) == {
        "pantry:Lunch:rye": [],
        "dough:Lunch:loaf": [1],
        "dough:Lunch:testing": [2],
        "shop:Lunch:shelf": [3],
    }


def test_what_a_skill_without_rows_uses_stands_for_it(tmp_path: Path) -> None:
    found = kitchen(tmp_path, rows("Pantry", "Name", "Rye"), rows("Shop", "Name", "Shelf"))
    assert blockers(found) == {"pantry:Lunch:rye": [], "shop:Lunch:shelf": [1]}


def test_cells_name_what_comes_before_and_after(tmp_path: Path) -> None:
    dough = rows(
        "Dough", "Name | From | For", "Loaf | Sour start, `Malt` | —", "Sour start | — | —"
    )
    malt = rows("Dough", "Name | From | For", "Malt | — | Sour start")
    waits = blockers(kitchen(tmp_path, dough, malt))
    assert waits["dough:Lunch:sour-start"] == [1]
    assert waits["dough:Lunch:loaf"] == [1, 2]
    assert list(waits)[:3] == ["dough:Lunch:malt", "dough:Lunch:sour-start", "dough:Lunch:loaf"]


def test_a_part_of_a_name_names_nothing(tmp_path: Path) -> None:
    dough = rows("Dough", "Name | From", "Loaf | Sour starters", "Sour start | —")
    assert blockers(kitchen(tmp_path, dough))["dough:Lunch:loaf"] == []


def test_things_in_order_wait_for_the_one_above(tmp_path: Path) -> None:
    found = kitchen(tmp_path, rows("Shop", "Name", "Shelf", "Till", "Door"))
    assert list(blockers(found).values()) == [[], [1], [2]]


def test_a_circle_of_names_is_cut_and_told(tmp_path: Path) -> None:
    found = kitchen(tmp_path, rows("Dough", "Name | From", "Loaf | Roll", "Roll | Loaf"))
    assert blockers(found)["dough:Lunch:roll"] == [1]
    assert any("wait for each other" in text for text in told(found, "guess"))


def test_a_skill_that_uses_a_higher_tier_is_refused(tmp_path: Path) -> None:
    upside_down = KITCHEN.replace("tier = 0", "tier = 5") + PARTS
    with pytest.raises(ConfigError, match="uses `pantry`, whose tier is not lower"):
        kitchen(tmp_path, catalogue=upside_down)


def test_a_used_skill_that_is_not_listed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="names the skill `cellar`, which is not listed"):
        kitchen(tmp_path, catalogue=KITCHEN.replace('["pantry"]', '["cellar"]') + PARTS)


ROOT = {"SDD scope": "solution", "Project SDD role": "root"}
CHILD = {"SDD scope": "solution", "Project SDD role": "child"}


def test_what_the_root_leaves_out_is_taken_from_the_child() -> None:
    root = sdd(
        "Desk",
        rows(
            "Project Inventory", "Project Name | Product", "fee | Function", "Flow | Maestro Flow"
        ),
        rows("Shared Assets & Queues", "Name | Type", "Inbox | Queue"),
        given=ROOT,
    )
    child = sdd(
        "Flow",
        rows("Nodes Inventory", "Node Key | Node Type", "a | Trigger"),
        rows("Queue Definitions", "Queue Name | Max Retries", "Inbox | 3"),
        rows("Coded Functions", "Function | Entry Point | Outputs", "fee | calculate | amount"),
        given=CHILD,
    )
    found = derived(root, child)
    assert [name for name in identities(found) if name.startswith("functions:")] == [
        "functions:fee:calculate",
        "functions:fee:validation",
    ]
    steps = {str(row.identity): row.steps for row in found.tasks.rows}
    assert (
        "Set the maximum number of retries of `Inbox` to `3`" in steps["platform:Desk:queue:Inbox"]
    )
    assert 'Return the outputs "amount" from `fee`' in steps["functions:fee:calculate"]


def test_a_tool_with_a_name_of_its_own_is_the_project_that_its_row_names() -> None:
    inventory = ("Adviser | Agent", "Bookings | RPA")
    root = sdd("Club", rows("Project Inventory", "Project Name | Product", *inventory), given=ROOT)
    robot = sdd("Bookings", rows("Workflow Inventory", "Workflow File", "`Book.xaml`"), given=CHILD)
    tools = rows(
        "Tools", "Tool Name | Tool Type | Repo / IS URL", "book_boat | RPA_PROCESS | Bookings"
    )
    adviser = sdd("Adviser", section("Agent Framework", "Low-code."), tools, given=CHILD)
    found = derived(root, robot, adviser)
    assert [name for name in identities(found) if name.startswith("rpa:")] == [
        "rpa:Bookings:Book.xaml",
        "rpa:Bookings:testing",
    ]
    waits = blockers(found)
    assert list(waits).index("rpa:Bookings:testing") + 1 in waits["agents:Adviser:agent"]
