"""Secrets, paths of a machine, and personal data in a reply."""

import json
from typing import Any

import pytest

from planner.codec.intake import parse_intake
from planner.codec.reply import parse_reply
from planner.diagnostics.diagnostic import Diagnostic, Severity
from planner.rules.assess import reply_case
from planner.rules.case import Context
from planner.rules.secret import SEC
from planner.triage.brief import brief_of_doc
from tests.builders import INTAKE, a_packet, a_question, a_readiness, a_reply

KEY = "ghp_ThisIsNotARealTokenButMatches12345678"
CONSTRAINT_LINE = 13
"""The line of the reply on which the first constraint stands."""


def findings(reply: str, intake: str | None = None) -> list[Diagnostic]:
    """Return what the family finds in *reply*, with the request where it is given."""
    brief = None
    if intake is not None:
        brief = brief_of_doc(parse_intake(intake), data=intake.encode())
    return list(SEC.check(reply_case(parse_reply(reply), Context(brief=brief))))


def codes(reply: str, intake: str | None = None) -> list[str]:
    return [found.code for found in findings(reply, intake)]


def saying(*constraints: str) -> str:
    return a_reply(packet=a_packet(constraints=constraints))


def test_a_secret_is_shown_by_its_first_four_characters_only() -> None:
    (found,) = findings(saying("No e-mail is sent.", f"Log in with {KEY}."))
    assert (found.code, found.severity) == ("SEC001", Severity.ERROR)
    assert "'ghp_'" in found.message
    told = json.dumps([found.message, found.hint, found.value])
    assert KEY[4:9] not in told
    assert (found.where.artifact, found.where.line) == ("task-packet.md", CONSTRAINT_LINE + 1)


def test_a_secret_is_refused_though_the_request_holds_it() -> None:
    intake = INTAKE.replace("No e-mail is sent.", f"Log in with `{KEY}`.")
    assert codes(saying(f"Log in with `{KEY}`."), intake) == ["SEC001"]


HIDING: dict[str, Any] = {
    "a command": a_reply(
        readiness=a_readiness(verification=[f"curl -H 'Authorization: Bearer {KEY}' api"])
    ),
    "a blocker": a_reply(route="blocked", readiness=a_readiness("blocked", blockers=[KEY])),
    "an escape": a_reply(
        readiness=json.dumps(a_readiness(reason=KEY)).replace("ghp_", "\\u0067hp_")
    ),
    "a question": a_reply(route="needs_detail", questions=(a_question(context=KEY),)),
    "an escape in a question": a_reply(
        route="needs_detail",
        questions=json.dumps(a_question(context=KEY)).replace("ghp_", "\\u0067hp_") + "\n",
    ),
    "around the sections": f"{a_reply()}\n{KEY}\n",
}


@pytest.mark.parametrize("reply", HIDING.values(), ids=HIDING)
def test_a_secret_is_found_wherever_it_stands(reply: str) -> None:
    assert codes(reply) == ["SEC001"]


MACHINE = [
    "/home/ci/project/a.py",
    "/Users/dora/projects/x",
    r"C:\Users\bob\src",
    "D:/projects/app",
    "/root/projects/a",
    "/tmp/build/x",
    r"\\server\share\x",
    "file:///home/x/y",
    "/etc/app/config.toml",
]
NO_MACHINE = """
    The answer of `/api/v1/home/x` is JSON.
    See https://host.example/home/y for more.
    GET /home/dashboard answers 200.
    The route `/home/settings` is kept.
    The module is src/home/x.py, its test tests/tmp/x.py.
    `/users/{id}` and and/or are no paths.
    The report /reports/weekly is kept.
"""


@pytest.mark.parametrize("path", MACHINE)
def test_a_path_of_a_machine_is_refused(path: str) -> None:
    reply = saying("No e-mail is sent.", f"It is read from `{path}`.")
    (found,) = findings(reply)
    assert (found.code, found.value) == ("SEC002", path)
    assert found.where.line == CONSTRAINT_LINE + 1


@pytest.mark.parametrize("path", MACHINE)
def test_a_path_that_the_request_names_is_the_requests(path: str) -> None:
    sentence = f"It is read from `{path}`."
    assert codes(saying(sentence), INTAKE.replace("No e-mail is sent.", sentence)) == []


@pytest.mark.parametrize("sentence", [line.strip() for line in NO_MACHINE.strip().splitlines()])
def test_an_address_or_a_route_is_no_path_of_a_machine(sentence: str) -> None:
    assert codes(saying(sentence)) == []


def test_a_path_of_a_machine_in_a_command_is_refused() -> None:
    command = "/home/ci/.venv/bin/python -m pytest tests/test_digest.py"
    reply = a_reply(readiness=a_readiness(verification=[command]))
    (found,) = findings(reply)
    assert (found.code, found.where.pointer) == ("SEC002", "/verification/0")


PERSONAL = [
    "dora.smith@reviews-team.dev",
    "+49 30 1234567",
    "(030) 123-4567",
    "+1 (555) 010-0199",
    "555-123-4567",
]


@pytest.mark.parametrize("datum", PERSONAL)
def test_personal_data_that_the_request_does_not_hold_is_warned_of(datum: str) -> None:
    (found,) = findings(saying(f"Questions go to {datum}."), INTAKE)
    assert (found.code, found.severity) == ("SEC003", Severity.WARNING)


@pytest.mark.parametrize("datum", PERSONAL)
def test_personal_data_of_the_request_is_the_requests(datum: str) -> None:
    sentence = f"Questions go to {datum}."
    assert codes(saying(sentence), INTAKE.replace("No e-mail is sent.", sentence)) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Mail goes to someone@example.com.",
        "The package is cloned from git@host.dev:team/app.",
        "The date is 2024-01-02 and the version 1.2.3.",
        "The number 12345678 is kept, and 192.168.100.200 too.",
        "A row has the keys 123-456 and `a@b`.",
    ],
)
def test_what_belongs_to_nobody_is_no_personal_data(sentence: str) -> None:
    assert codes(saying(sentence), INTAKE) == []


def test_without_a_request_nothing_is_known_about_personal_data() -> None:
    assert codes(saying("Questions go to dora.smith@reviews-team.dev.")) == []


def test_a_sound_reply_has_no_finding() -> None:
    assert findings(a_reply(), INTAKE) == []
