"""A cassette belongs to a test, can be read by a person, and gives nothing away."""

import ast
import base64
import gzip
from pathlib import Path

import pytest
import yaml

from tests.house.tree import ROOT, modules
from tests.recorded.leaks import HOST, leaks
from tests.recorded.recorder import KEPT

CASSETTES = ROOT / "cassettes"
FILES = sorted(path for path in CASSETTES.rglob("*") if path.is_file())
ADAPTERS = ("instructor", "pydantic_ai")
KEY = "sk-" + "live-0a1B2c3D4e5F6g7H"


def wanted() -> set[str]:
    """Return the cassettes that the tests replay: one for each test that takes a recording."""
    return {
        f"{taken.arg}/{node.name}.yaml"
        for module in modules("tests/recorded")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for taken in node.args.args
        if taken.arg in ADAPTERS
    }


def test_every_test_has_its_cassette_and_every_cassette_its_test() -> None:
    assert wanted() != set()
    assert {path.relative_to(CASSETTES).as_posix() for path in FILES} == wanted()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(CASSETTES).as_posix())
def test_a_cassette_gives_nothing_away(path: Path) -> None:
    assert leaks(path.read_bytes().decode()) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(CASSETTES).as_posix())
def test_a_cassette_holds_what_is_kept_and_nothing_else(path: Path) -> None:
    for one in yaml.safe_load(path.read_bytes())["interactions"]:
        request, response = one["request"], one["response"]
        assert request.keys() == {"method", "uri", "body"}
        assert request["uri"].startswith(f"http://{HOST}/v1/")
        assert "?" not in request["uri"]
        assert response.keys() == {"status", "headers", "body"}
        assert response["headers"].keys() <= set(KEPT)
        assert list(request["body"]) == ["json"]
        assert list(response["body"]) == ["json"]


PLANTED = {
    "a key": f"text: {KEY}",
    "a key in capitals": f"text: {KEY.upper()}",
    "a key in base64": f"text: {base64.b64encode(KEY.encode()).decode()}",
    "a key, packed": f"text: {base64.b64encode(gzip.compress(KEY.encode())).decode()}",
    "a binary body": f"text: !!binary {base64.b64encode(gzip.compress(KEY.encode())).decode()}",
    "any binary body": "text: !!binary AAEC",
    "a cookie": "text: SID=0a1b2c3d",
    "a header": "Set-Cookie: [a]",
    "a header in small letters": "request:\n  headers:\n    authorization: [x]",
    "an organisation": "text: in organization org-" + "0a1b2c3d4e",
    "a request's id": "text: req_" + "0a1b2c3d4e5f",
    "another host": "uri: https://api.example.com/v1/chat/completions",
    "loopback": "uri: http://127.0.0.1/v1/chat/completions",
    "an address in the text": "text: asked 10.0.0.7 for it",
    "a place on a machine": "text: model /home/" + "somebody/models/m.gguf",
    "a place on another machine": "text: C:\\Users\\" + "somebody",
}


@pytest.mark.parametrize("text", PLANTED.values(), ids=PLANTED.keys())
def test_what_a_cassette_must_not_hold_is_seen(text: str) -> None:
    assert leaks(text) != []


@pytest.mark.parametrize(
    "text",
    [
        f"uri: http://{HOST}/v1/chat/completions",
        "text: disk-based and task-oriented, an org-chart",
        "text: run `python -m unittest discover -s tests -p test_count.py`",
        "text: the path `cli/backup.py`, the sessions of a user",
    ],
)
def test_what_a_cassette_may_hold_is_no_leak(text: str) -> None:
    assert leaks(text) == []
