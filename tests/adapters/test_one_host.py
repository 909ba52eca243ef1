"""Who is reached over the network: nobody without a model, and one host and port with one.

The interpreter itself tells of every socket, by an audit hook in each process that is started.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.adapters.agreeing_server import AgreeingServer
from tests.adapters.asking import KEY
from tests.adapters.drafting_with import REQUEST
from tests.adapters.fault_server import FaultServer, Scripted
from tests.house.tree import ROOT

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

SPY = """\
import json, os, socket, sys

def spy(event, args):
    if not event.startswith(("socket.", "urllib.", "http.", "ftplib.", "smtplib.")):
        return
    if event == "socket.__new__" and args[1] == socket.AF_UNIX:
        return
    told = [str(one) for one in args[1:] if not isinstance(one, socket.socket)]
    if event in ("socket.getaddrinfo", "socket.gethostbyname", "urllib.Request"):
        told = [str(one) for one in args]
    with open(os.environ["SPY_LOG"], "a") as log:
        log.write(json.dumps([event, *told]) + "\\n")

if "SPY_LOG" in os.environ:
    sys.addaudithook(spy)
"""
LOOKUPS = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")


@dataclass(frozen=True)
class Watched:
    """A run of the command, and what the interpreter told of the network."""

    code: int
    out: str
    err: str
    events: list[list[str]]

    @property
    def addresses(self) -> set[str]:
        return {told[0] for event, *told in self.events if event == "socket.connect"}

    @property
    def names(self) -> set[str]:
        return {told[0] for event, *told in self.events if event in LOOKUPS}

    @property
    def others(self) -> set[str]:
        known = {"socket.__new__", "socket.connect", *LOOKUPS}
        return {event for event, *_ in self.events} - known


Watch = Callable[..., Watched]


@pytest.fixture
def watch(tmp_path: Path) -> Watch:
    """Run the command in a process of its own that tells of every socket."""
    (tmp_path / "spy").mkdir()
    (tmp_path / "spy" / "sitecustomize.py").write_text(SPY, encoding="utf-8")
    (tmp_path / "ask.md").write_text(REQUEST, encoding="utf-8")
    log = tmp_path / "spy.log"

    def run(*argv: str, program: str = "", **variables: str) -> Watched:
        log.write_text("", encoding="utf-8")
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        ran = subprocess.run(
            [sys.executable, *(("-c", program) if program else ("-m", "planner")), *argv],
            cwd=tmp_path,
            env={**kept, "PYTHONPATH": f"{tmp_path / 'spy'}{os.pathsep}{ROOT}",
                 "SPY_LOG": str(log), "PLANNER_ATTEMPTS": "1", **variables},
            capture_output=True,
            text=True,
            check=False,
        )  # fmt: skip
        events = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        return Watched(ran.returncode, ran.stdout, ran.stderr, events)

    return run


def modelled(server: FaultServer, *flags: str) -> tuple[str, ...]:
    return ("plan", "ask.md", "--model", "openai:x", "--base-url", server.url, *flags)


def address(server: FaultServer) -> str:
    return str(("127.0.0.1", urlsplit(server.url).port))


# Nobody


def test_the_spy_sees_a_socket(watch: Watch) -> None:
    with FaultServer() as server:
        program = f"import urllib.request as r; r.urlopen('{server.url}')"
        seen = watch(program=program)
    assert seen.addresses == {address(server)}
    assert seen.names == {"127.0.0.1"}
    assert "urllib.Request" in seen.others


HOSTILE = {
    "HTTP_PROXY": "http://127.0.0.1:9",
    "HTTPS_PROXY": "http://127.0.0.1:9",
    "OPENAI_API_KEY": KEY,
    "OPENAI_BASE_URL": "http://127.0.0.1:9/v1",
}
OFFLINE = {
    "plan": ("plan", "ask.md", "--out", "b"),
    "plan that offline is named for": ("plan", "ask.md", "--model", "offline", "--out", "b"),
    "estimate": ("plan", "ask.md", "--model", "openai:gpt-5-mini", "--estimate"),
    "answers": ("answers", "made"),
    "check": ("check", "made/reply.md", "--intake", "ask.md"),
    "verify": ("verify", "made", "--intake", "ask.md"),
    "usage": ("usage", "made"),
    "configuration": ("config", "show"),
    "evals": (
        *("eval", "run", "frontdesk", "--split", "dev", "--sample", "2", "--out", "evals"),
        *("--datasets", str(ROOT / "evals" / "datasets")),
    ),
}


@pytest.mark.parametrize("argv", OFFLINE.values(), ids=OFFLINE)
def test_without_a_model_no_socket_is_opened_and_no_name_looked_up(
    watch: Watch, argv: tuple[str, ...]
) -> None:
    if "made" in " ".join(argv):
        watch("plan", "ask.md", "--out", "made")
    seen = watch(*argv, **HOSTILE)
    assert "Traceback" not in seen.err
    assert seen.out or seen.err
    assert seen.events == []


@pytest.mark.parametrize("mode", ["labelling", "writing"])
def test_a_replay_opens_no_socket(watch: Watch, mode: str) -> None:
    with AgreeingServer() as server:
        assert watch(*modelled(server, "--mode", mode, "--out", "made")).code == 0
        count = len(server.requests)
        seen = watch("plan", "ask.md", "--replay", "made", "--out", "again", **HOSTILE)
        assert len(server.requests) == count
    assert (seen.code, seen.err, seen.events) == (0, "", [])


# One host and port


def elsewhere(spy: FaultServer) -> dict[str, str]:
    """Return everything that an environment may say of other places and accounts."""
    root = spy.url.removesuffix("/v1")
    proxies = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")
    addresses = ("OPENAI_BASE_URL", "OPENAI_API_BASE", "OPENROUTER_BASE_URL", "OLLAMA_BASE_URL")
    return {
        **dict.fromkeys(proxies, root),
        **dict.fromkeys(addresses, spy.url),
        "AZURE_OPENAI_ENDPOINT": root,
        "OPENAI_ORG_ID": "org-planted0123456789",
        "OPENAI_PROJECT_ID": "proj-planted0123456789",
        "OPENAI_CUSTOM_HEADERS": "X-Planted: 1",
        "OPENAI_ADMIN_KEY": "planted-admin-0123456789",
        "LOGFIRE_TOKEN": "planted0123456789",
        "LOGFIRE_SEND_TO_LOGFIRE": "true",
        "OTEL_EXPORTER_OTLP_ENDPOINT": root,
        "OTEL_TRACES_EXPORTER": "otlp",
        "PYDANTIC_AI_GATEWAY_API_KEY": "planted0123456789",
    }


@pytest.mark.parametrize("adapter", ["pydantic_ai", "instructor"])
@pytest.mark.parametrize("mode", ["labelling", "writing"])
def test_only_the_configured_host_is_reached_whatever_the_environment_says(
    watch: Watch, mode: str, adapter: str
) -> None:
    with AgreeingServer() as server, FaultServer() as spy:
        flags = ("--adapter", adapter, "--mode", mode, "--out", "b")
        seen = watch(*modelled(server, *flags), **elsewhere(spy))
        assert (len(server.requests), len(spy.requests)) == (1, 0)
        sent = str(server.requests[0].headers) + server.requests[0].body.decode()
    assert (seen.code, seen.err) == (0, "")
    assert seen.addresses == {address(server)}
    assert seen.names <= {"127.0.0.1"}
    # A library looks whether this machine speaks IPv6, by binding a port of its own.
    assert seen.others <= {"socket.bind"}
    assert "lanted" not in sent


@pytest.mark.parametrize(
    ("status", "adapter"),
    [(301, "pydantic_ai"), (307, "instructor"), (200, "pydantic_ai"), (429, "instructor")],
)
def test_an_address_in_an_answer_is_not_followed(watch: Watch, status: int, adapter: str) -> None:
    with FaultServer() as spy:
        there = spy.url + "/chat/completions"
        headers = {
            "Location": there,
            "Content-Location": there,
            "Refresh": f"0; url={there}",
            "Link": f"<{there}>; rel=next",
            "Alt-Svc": f'h2="127.0.0.1:{urlsplit(there).port}"',
        }
        answer = Scripted(status=status, headers=headers, body={"error": {"message": there}})
        with FaultServer(answer, repeat_last=True) as server:
            seen = watch(*modelled(server, "--adapter", adapter, "--out", "b"))
            assert {request.path for request in server.requests} == {"/v1/chat/completions"}
        assert spy.requests == []
    assert seen.code == 3
    assert seen.addresses == {address(server)}
    assert seen.names <= {"127.0.0.1"}


def test_a_fallback_is_asked_at_the_same_address(watch: Watch) -> None:
    with AgreeingServer(Scripted(status=503)) as server:
        flags = ("--fallback", "deepseek:chat", "--out", "b")
        seen = watch(*modelled(server, *flags), DEEPSEEK_API_KEY="planted0123456789")
        assert len(server.requests) == 2
        assert "planted" not in str(server.requests[1].headers)
    assert seen.code == 0
    assert seen.addresses == {address(server)}


def test_a_server_that_is_not_there_is_looked_for_nowhere_else(watch: Watch) -> None:
    with FaultServer() as server:
        pass
    seen = watch(*modelled(server, "--out", "b"))
    assert seen.code == 3
    assert seen.addresses == {address(server)}
    assert seen.names <= {"127.0.0.1"}
