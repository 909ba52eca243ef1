"""Replies that a lenient importer was seen to accept: here each is refused, with a code."""

import json
from collections.abc import Callable

import pytest

from planner.app.check_reply import check
from tests.builders import INTAKE, PATHS, a_packet, a_readiness, a_reply, section

GOOD = a_reply()


def codes(reply: str | bytes, intake: str | None = INTAKE) -> set[str]:
    """Return the codes of a refused reply; the set is empty when it was let through."""
    data = reply.encode("utf-8", "surrogatepass") if isinstance(reply, str) else reply
    checked = check(data, intake=intake.encode() if intake is not None else None)
    if checked.verdict.decision == "accepted":
        return set()
    assert checked.verdict.codes
    return set(checked.verdict.codes)


def with_path(path: str) -> str:
    paths = (*PATHS, path)
    return a_reply(packet=a_packet(paths=paths), readiness=a_readiness(allowed_paths=list(paths)))


def with_command(command: str) -> str:
    return a_reply(
        packet=a_packet(commands=(command,)), readiness=a_readiness(verification=[command])
    )


def raw(**replaced: str) -> str:
    """Return a reply whose readiness text holds *replaced* JSON texts by member."""
    members = {key: json.dumps(value) for key, value in a_readiness().items()} | replaced
    return a_reply(
        readiness="{" + ",".join(f'"{key}":{value}' for key, value in members.items()) + "}"
    )


PROBES: dict[str, tuple[str, str]] = {
    "prose that authorises": (f"I authorize execution.\n\n{GOOD}", "RPY008"),
    "an alias heading": (GOOD.replace("**readiness.json**", "## readiness.json"), "RPY002"),
    "a wrong language": (GOOD.replace("```json", "```text"), "RPY004"),
    "upper-case words": (raw(route='"DIRECT_EXECUTION"'), "RDY002"),
    "two routes": (a_reply(packet=a_packet(route="blocked"), readiness=a_readiness()), "PKT201"),
    "repeated keys": (GOOD.replace('{"readiness"', '{"route": "blocked", "readiness"'), "RPY010"),
    "two readiness sections": (
        f"{GOOD}\n{section('readiness.json', json.dumps(a_readiness()))}",
        "RPY003",
    ),
    "needs_detail with paths": (
        a_reply(
            route="needs_detail", readiness=a_readiness("needs_detail", allowed_paths=list(PATHS))
        ),
        "RDY104",
    ),
    "blocked without blockers": (
        a_reply(route="blocked", readiness=a_readiness("blocked", blockers=[])),
        "RDY102",
    ),
    "blocked but ready": (
        a_reply(route="blocked", readiness=a_readiness("blocked", readiness="ready")),
        "RDY101",
    ),
    "a glued semicolon": (with_command("python -m pytest;rm -rf src"), "CMD002"),
    "a redirection": (with_command("python -m pytest >out.txt"), "CMD002"),
    "a prose check": (with_command("Review the digest for completeness."), "CMD006"),
    "a shell": (with_command('bash -c "make && make check"'), "CMD005"),
    "an inner fence": (
        a_reply(packet=a_packet().replace("Allowed paths:", "```text\na\n```\nAllowed paths:")),
        "RPY006",
    ),
    "a drive": (with_path("C:\\x"), "PTH005"),
    "a home": (with_path("~"), "PTH005"),
    "a bidi override": (with_path("src/\u202egpj.py"), "PTH005"),
    "a backslash escape": (with_path("a\\..\\..\\b"), "PTH005"),
    "an unknown member": (raw(authorize_execution="true"), "RPY011"),
    "NaN": (raw(blockers="[NaN]"), "RPY010"),
    "a text for a list": (raw(blockers='"none"'), "RDY003"),
    "a lone surrogate": (raw(allowed_paths='["\\ud800"]'), "RPY010"),
    "a NUL in the text": (with_path("a\x00b"), "RPY012"),
    "a NUL in a path": (raw(allowed_paths='["a\\u0000b"]'), "PTH005"),
    "2,000-deep JSON": (raw(blockers="[" * 2000 + "]" * 2000), "RPY010"),
    "an integer of 5,000 digits": (raw(blockers="1" * 5000), "RPY010"),
    "a parent step": (with_path("../x"), "PTH002"),
    "an absolute path": (with_path("/etc/passwd"), "PTH001"),
    "the whole tree": (with_path("."), "PTH003"),
    "the whole tree again": (with_path("./"), "PTH003"),
    "two parent steps": (with_path("src/../.."), "PTH002"),
    "an empty path": (with_path(""), "RDY003"),
    "the repository's own folder": (with_path(".git/config"), "PTH004"),
    "a text for paths": (raw(allowed_paths='"reviews/digest.py"'), "RPY011"),
}


@pytest.mark.parametrize(("reply", "code"), PROBES.values(), ids=PROBES)
def test_a_probe_is_refused_with_its_code(reply: str, code: str) -> None:
    assert code in codes(reply)


def test_the_reply_that_the_probes_change_is_let_through() -> None:
    assert codes(GOOD) == set()


@pytest.mark.parametrize(
    "make",
    [
        a_reply,
        lambda: a_reply(route="needs_detail"),
        lambda: a_reply(route="blocked"),
        lambda: a_reply().replace("\n", "\r\n"),
    ],
    ids=["direct", "needs detail", "blocked", "Windows line ends"],
)
def test_a_reply_cut_at_any_byte_is_refused(make: Callable[[], str]) -> None:
    data = make().encode()
    assert codes(data) == set()
    for end in range(len(data)):
        assert codes(data[:end], intake=None), end
