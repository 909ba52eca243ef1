"""Findings as a SARIF log: its required members, its levels, and its places."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from planner.diagnostics.as_sarif import render
from planner.diagnostics.diagnostic import Severity, Where
from planner.diagnostics.reading import FileRead, Reading
from tests.diagnostics.findings import REPLY, a_finding, a_warning


@dataclass(frozen=True)
class Described:
    code: str
    name: str
    summary: str
    severity: Severity


RULES = (
    Described("PKT001", "missing-title", "A packet has no title.", Severity.ERROR),
    Described("RDY002", "unknown-route", "The route is unknown.", Severity.ERROR),
    Described("CMD103", "repeated-command", "A command stands twice.", Severity.WARNING),
)


def run_of(*found: Any, name: str = "reply.md") -> Any:
    reading = Reading(FileRead(name, REPLY), {"activation.json": FileRead("act.json", "{}")})
    log = json.loads(render(found, reading, rules=RULES, version="1.2.3"))
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    assert len(log["runs"]) == 1
    return log["runs"][0]


def test_every_rule_has_a_descriptor_found_or_not() -> None:
    driver = run_of()["tool"]["driver"]
    assert driver["name"] == "planner"
    assert driver["semanticVersion"] == "1.2.3"
    assert [rule["id"] for rule in driver["rules"]] == ["PKT001", "RDY002", "CMD103"]
    assert driver["rules"][2] == {
        "id": "CMD103",
        "name": "repeated-command",
        "shortDescription": {"text": "A command stands twice."},
        "helpUri": "docs/rules/CMD103.md",
        "defaultConfiguration": {"level": "warning"},
    }


def test_a_result_has_level_message_and_both_kinds_of_place() -> None:
    run = run_of(a_finding(value="'blockd'"))
    assert run["results"] == [
        {
            "ruleId": "RDY002",
            "ruleIndex": 1,
            "level": "error",
            "message": {"text": "the route is 'blockd'; write one of the five routes"},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": "reply.md"},
                        "region": {"startLine": 2, "startColumn": 11},
                    },
                    "logicalLocations": [
                        {"name": "route", "fullyQualifiedName": "readiness.json#/route"}
                    ],
                }
            ],
            "properties": {
                "lands": "importer",
                "value": "'blockd'",
                "hint": "write one of the five routes",
            },
        }
    ]


def test_columns_are_declared_to_count_code_points() -> None:
    assert run_of()["columnKind"] == "unicodeCodePoints"


def test_a_clean_run_was_successful_and_has_an_empty_list_of_results() -> None:
    run = run_of()
    assert run["results"] == []
    assert run["invocations"] == [{"executionSuccessful": True}]


def test_a_warning_keeps_its_level() -> None:
    assert run_of(a_warning())["results"][0]["level"] == "warning"


@pytest.mark.parametrize("code", ["RDY900", "GAT901"])
def test_our_own_trouble_is_a_notification_and_no_result(code: str) -> None:
    run = run_of(a_finding(), a_finding(code=code, name="crashed-rule"))
    assert [result["ruleId"] for result in run["results"]] == ["RDY002"]
    invocation = run["invocations"][0]
    assert invocation["executionSuccessful"] is False
    assert [each["descriptor"] for each in invocation["toolExecutionNotifications"]] == [
        {"id": code}
    ]
    assert run["tool"]["driver"]["notifications"] == [{"id": code, "name": "crashed-rule"}]


def test_a_finding_of_a_rule_that_has_no_descriptor_has_no_index() -> None:
    result = run_of(a_finding(code="ABC001"))["results"][0]
    assert result["ruleId"] == "ABC001"
    assert "ruleIndex" not in result


def test_a_finding_without_a_line_has_no_region() -> None:
    location = run_of(a_finding(where=Where("reply")))["results"][0]["locations"][0]
    assert location == {"physicalLocation": {"artifactLocation": {"uri": "reply.md"}}}


def test_a_finding_about_another_file_points_at_it() -> None:
    location = run_of(a_finding(where=Where("activation.json", "/task/id")))["results"][0][
        "locations"
    ]
    assert location[0]["physicalLocation"]["artifactLocation"] == {"uri": "act.json"}


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("a b/c.md", "a%20b/c.md"),
        ("réply#1?.md", "r%C3%A9ply%231%3F.md"),
        ("<stdin>", "%3Cstdin%3E"),
        ("a:b.md", "a%3Ab.md"),
        ("raw\udcff.md", "raw%FF.md"),
    ],
)
def test_a_file_name_is_written_as_a_uri(name: str, uri: str) -> None:
    location = run_of(a_finding(), name=name)["results"][0]["locations"][0]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == uri
