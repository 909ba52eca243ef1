"""The flags for how fast a provider is asked, on the verbs that ask one."""

import time

import pytest

from tests.adapters.agreeing_server import AgreeingServer
from tests.porch.conftest import Command

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

FLAGS = ("--requests-per-minute", "--tokens-per-minute")


@pytest.mark.parametrize("flag", FLAGS)
def test_a_plan_within_the_limits_is_made_as_without_them(ask: Command, flag: str) -> None:
    with AgreeingServer() as server:
        assert ask(server, flag, "100000").code == 0
        assert len(server.requests) == 1


def test_plans_one_after_the_other_wait_for_their_turn(ask: Command) -> None:
    with AgreeingServer() as server:
        begun = time.monotonic()
        for number in range(3):
            assert ask(server, "--requests-per-minute", "61", "--out", f"b{number}").code == 0
        assert time.monotonic() - begun > 1.5
        assert len(server.requests) == 3


@pytest.mark.parametrize("flag", FLAGS)
@pytest.mark.parametrize("value", ["0", "-1", "1.5", "many"])
@pytest.mark.parametrize("verb", ["plan", "tasks"])
def test_a_limit_that_is_none_is_refused(
    planner: Command, verb: str, flag: str, value: str
) -> None:
    run = planner(verb, "ask.md", flag, value)
    assert run.code == 2
    assert f"{flag}: CFG003" in run.err
