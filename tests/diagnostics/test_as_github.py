"""Findings as annotations: one command a line, whatever a message holds."""

import pytest

from planner.diagnostics.as_github import render
from planner.diagnostics.diagnostic import Where
from planner.diagnostics.reading import FileRead, Reading
from tests.diagnostics.findings import REPLY, a_finding, a_warning


def command(name: str = "reply.md", **members: object) -> str:
    return render([a_finding(**members)], Reading(FileRead(name, REPLY)))


def test_an_error_is_one_command() -> None:
    assert command() == (
        "::error file=reply.md,line=2,col=11,title=RDY002 unknown-route::"
        "readiness.json /route: the route is 'blockd'%0Awrite one of the five routes\n"
    )


def test_a_warning_is_a_warning() -> None:
    assert render([a_warning()], Reading(FileRead("r"))).startswith("::warning file=r,")


def test_an_unknown_place_is_left_out() -> None:
    text = command(where=Where("reply"), hint=None)
    assert text == "::error file=reply.md,title=RDY002 unknown-route::the route is 'blockd'\n"


@pytest.mark.parametrize(
    ("message", "written"),
    [
        pytest.param("100%", "100%25", id="percent"),
        pytest.param("a\nb", "a%0Ab", id="line feed"),
        pytest.param("a\rb", "a%0Db", id="carriage return"),
        pytest.param("a%0Ab", "a%250Ab", id="what is escaped already"),
        pytest.param("a: b, c", "a: b, c", id="colon and comma need none in a message"),
    ],
)
def test_a_message_is_escaped(message: str, written: str) -> None:
    text = command(message=message, where=Where("reply"), hint=None)
    assert text.endswith(f"::{written}\n")


def test_a_property_is_escaped() -> None:
    text = command("a:b,c%d\ne\r.md", where=Where("reply"))
    assert text.startswith("::error file=a%3Ab%2Cc%25d%0Ae%0D.md,title=")


def test_a_message_cannot_begin_a_command_of_its_own() -> None:
    assert command(message="x\n::set-output name=a::b").count("\n") == 1


def test_no_finding_is_no_output() -> None:
    assert render([], Reading(FileRead("reply.md"))) == ""
