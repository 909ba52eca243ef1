"""What a verification entry may not be, and what it may."""

import json
from pathlib import Path
from typing import Any

import pytest

from planner.diagnostics.diagnostic import Diagnostic, Severity
from planner.model.vocabulary import GitCapability, Route
from planner.rules.case import Context, Listed, TaskCase
from planner.rules.command import CMD

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "vectors" / "commands.jsonl").read_text().splitlines()
]
PATHS = ("tickets/export.py", "tests/test_export.py")


def judged(
    *commands: str,
    git: GitCapability | None = GitCapability.FALSE,
    route: Route = Route.DIRECT_EXECUTION,
    paths: tuple[str, ...] = (),
    evidence: str = "",
) -> tuple[Diagnostic, ...]:
    case = TaskCase(
        packet=None,
        readiness=None,
        context=Context(git_repository=git, evidence=evidence),
        route=route,
        allowed_paths=tuple(Listed(p, f"/allowed_paths/{i}") for i, p in enumerate(paths)),
        verification=tuple(Listed(c, f"/verification/{i}") for i, c in enumerate(commands)),
    )
    return tuple(CMD.check(case))


def errors(found: tuple[Diagnostic, ...]) -> set[str]:
    return {item.code for item in found if item.severity is Severity.ERROR}


@pytest.mark.parametrize("vector", VECTORS, ids=[item["id"] for item in VECTORS])
def test_the_conformance_vectors_hold(vector: dict[str, Any]) -> None:
    value, expect = vector["value"], vector["expect"]
    expected = {expect} if isinstance(expect, str) else {*expect}
    git, route = GitCapability(vector["git_repository"]), Route(vector["route"])
    found = errors(judged(value, git=git, route=route))
    if expected == {"accepted"}:
        assert found == set()
    else:
        assert found & expected


KINDS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "vectors" / "command-kinds.jsonl")
    .read_text()
    .splitlines()
]
REFUSED = [(kind["expect"], kind["value"]) for kind in KINDS if kind["expect"] != "accepted"]
ACCEPTED = [kind["value"] for kind in KINDS if kind["expect"] == "accepted"]


@pytest.mark.parametrize(
    ("code", "command"),
    REFUSED,
)
def test_a_command_is_refused_for_its_own_reason(code: str, command: str) -> None:
    assert code in errors(judged(command))


@pytest.mark.parametrize("command", ACCEPTED)
def test_a_plain_check_is_accepted(command: str) -> None:
    assert judged(command) == ()


def test_faults_behind_an_operator_are_found_too() -> None:
    found = errors(judged("cd tickets && sudo make x; git push | bash -c y"))
    assert {"CMD002", "CMD004", "CMD005", "CMD009", "CMD201"} <= found


def test_a_hidden_character_is_named_by_its_code_point() -> None:
    found = judged("make\u200b test")
    assert any(item.code == "CMD001" and "U+200B" in item.message for item in found)


@pytest.mark.parametrize(
    ("size", "refused"),
    [(127, False), (128, True)],
)
def test_the_program_counts_among_its_arguments(size: int, refused: bool) -> None:  # noqa: FBT001
    assert ("CMD008" in errors(judged("make " + " ".join(["x1"] * size)))) is refused


@pytest.mark.parametrize(("size", "refused"), [(4096, False), (4097, True)])
def test_an_argument_has_a_bound(size: int, refused: bool) -> None:  # noqa: FBT001
    assert ("CMD008" in errors(judged("grep -q " + "x" * size + " f"))) is refused


@pytest.mark.parametrize(
    ("git", "refused"),
    [
        (GitCapability.TRUE, False),
        (GitCapability.FALSE, True),
        (GitCapability.NOT_GUARANTEED, True),
        (None, True),
    ],
)
def test_git_needs_the_declared_capability(
    git: GitCapability | None,
    refused: bool,  # noqa: FBT001
) -> None:
    assert ("CMD201" in errors(judged("git diff --name-only", git=git))) is refused


@pytest.mark.parametrize(
    ("pattern", "paths", "evidence", "warned"),
    [
        ("-s tests -p test_exprot.py", PATHS, "", True),
        ("-s test -p test_export.py", PATHS, "", True),
        ("--start-directory=tests --pattern=test_exprot.py", PATHS, "", True),
        ("-s tests -p test_export.py", PATHS, "", False),
        ("-s tests -p 'test_*.py'", PATHS, "", False),
        ("-s tests -p test_other.py", PATHS, "see tests/test_other.py", False),
        ("-s tests -p test_other.py", ("tests/",), "", False),
        ("-s tests -p test_other.py", (), "", False),
        ("-s tests", PATHS, "", False),
    ],
)
def test_a_pattern_that_finds_no_named_file_is_reported(
    pattern: str,
    paths: tuple[str, ...],
    evidence: str,
    warned: bool,  # noqa: FBT001
) -> None:
    found = judged(f"python -m unittest discover {pattern}", paths=paths, evidence=evidence)
    assert [(item.code, item.severity) for item in found] == (
        [("CMD102", Severity.WARNING)] if warned else []
    )


def test_the_same_vector_twice_is_reported_at_the_second() -> None:
    (found,) = judged("make lint", "make  lint")
    assert (found.code, found.where.pointer) == ("CMD103", "/verification/1")


IDLE = (Route.NEEDS_DETAIL, Route.BLOCKED, Route.MACRO_ADJUSTMENT_REQUEST)


@pytest.mark.parametrize("route", IDLE)
@pytest.mark.parametrize(
    "command",
    [
        "test -f tickets/export.py",
        "test -s answers.jsonl",
        "grep -q id tickets/export.py",
        "env LC_ALL=C grep -q id f",
        "/usr/bin/test -f x",
        "python -c \"import json; json.load(open('a.json'))\"",
        "python -m json.tool a.json",
        "jq -e .a a.json",
        "[ -f x ]",
    ],
)
def test_a_look_at_files_may_verify_a_stop(command: str, route: Route) -> None:
    assert judged(command, route=route) == ()


@pytest.mark.parametrize("route", IDLE)
@pytest.mark.parametrize(
    "command",
    [
        "pytest -q",
        "python -m unittest",
        "npm test",
        "make test",
        "go test ./...",
        "curl https://example.org",
        "pip install x",
        "python scripts/x.py",
        "./verify.sh",
        "verify-export --all",
        "touch answers.jsonl",
        "sed -i s/a/b/ f",
        "find src -name x.py -delete",
        "python -c \"open('x', 'w').write('a')\"",
        "python -c 'import urllib.request as u; u.urlopen(1)'",
        "python -c 'import tickets'",
    ],
)
def test_a_run_a_fetch_or_a_write_may_not(command: str, route: Route) -> None:
    assert "CMD202" in errors(judged(command, route=route))


def test_a_route_that_may_execute_may_run_tests() -> None:
    assert judged("pytest -q", route=Route.PARTIAL_COMPLETION) == ()
