"""Findings for a program: the same members every time."""

import json

from planner.diagnostics.as_json import render
from planner.diagnostics.diagnostic import Where
from planner.diagnostics.reading import FileRead, Reading
from tests.diagnostics.findings import REPLY, a_finding

READING = Reading(FileRead("reply.md", REPLY))


def test_a_finding_is_an_object_with_every_member() -> None:
    assert json.loads(render([a_finding()], READING)) == [
        {
            "code": "RDY002",
            "name": "unknown-route",
            "severity": "error",
            "lands": "importer",
            "message": "the route is 'blockd'",
            "file": "reply.md",
            "line": 2,
            "column": 11,
            "artifact": "readiness.json",
            "pointer": "/route",
            "value": None,
            "hint": "write one of the five routes",
        }
    ]


def test_a_member_that_is_not_known_is_null_and_not_left_out() -> None:
    bare = a_finding(where=Where("reply"), hint=None)
    full, empty = (json.loads(render([each], READING))[0] for each in (a_finding(), bare))
    assert list(full) == list(empty)
    assert empty["line"] is None
    assert empty["hint"] is None


def test_no_finding_is_an_empty_list() -> None:
    assert render([], READING) == "[]\n"


def test_nothing_but_ascii_is_written() -> None:
    text = render([a_finding(message="a\u202eb\ud800\x1b", value="日本")], READING)
    assert text.isascii()
    assert json.loads(text)[0]["message"] == "a\u202eb\ud800\x1b"
