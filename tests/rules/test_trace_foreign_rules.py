"""A reply that is text alone carries what its request asks for, as far as that can be told."""

import json
from typing import Any

import pytest

from planner.app.check_reply import check
from planner.codec.canonical import digest_text
from planner.diagnostics.diagnostic import Diagnostic
from tests.builders import (
    INTAKE,
    a_packet,
    a_readiness,
    a_reply,
    a_set,
    a_stop_activation,
    a_stop_packet,
    a_stop_reply,
    a_task,
    an_activation,
    another_task,
)

OPEN = "The digest lists open reviews only."
ORDER = "Reviews are ordered by `opened_at`, oldest first."
SIGNATURE = "`reviews.digest.build(reviews: list[Review]) -> str` returns the text of the digest."


def asking(*more: str, constraint: str = "No e-mail is sent.") -> str:
    """Return the known-good request with *more* required behaviour."""
    wanted = "\n".join(f"- {line}" for line in (OPEN, *more))
    text = INTAKE.replace(f"- {OPEN}", wanted)
    return text.replace("- No e-mail is sent.", f"- {constraint}")


def found(reply: str, intake: str = INTAKE, **members: Any) -> tuple[Diagnostic, ...]:
    """Return what TRC finds in *reply*."""
    checked = check(reply.encode(), intake=intake.encode(), **members)
    return tuple(item for item in checked.diagnostics if item.code.startswith("TRC"))


def codes(intake: str = INTAKE, *, route: str = "direct_execution", **parts: Any) -> set[str]:
    """Return the TRC codes of a reply whose packet has *parts* replaced."""
    lists = {"paths": "allowed_paths", "commands": "verification"}
    members = {name: list(parts[part]) for part, name in lists.items() if part in parts}
    reply = a_reply(
        route=route, packet=a_packet(route=route, **parts), readiness=a_readiness(route, **members)
    )
    return {item.code for item in found(reply, intake)}


def test_the_known_good_reply_carries_its_request() -> None:
    assert codes() == set()


def test_without_the_request_nothing_is_traced() -> None:
    reply = a_reply(packet=a_packet(criteria=("Nothing of it.",)))
    assert check(reply.encode()).verdict.codes == ()


REQUIRED = "Built within 2 s for 50,000 rows, `--json` stays and “fresh” is its title."
CARRIED = {
    "word for word": REQUIRED,
    "in another order": "“fresh” and `--json` stay; 50,000 rows are built within 2 s.",
    "without marks": "So fresh is the title, --json stays, 50,000 rows take 2 s.",
    "with other marks": "'fresh' and **--json** stay: _50,000_ rows in 2s.",
    "units in full": "“fresh” and `--json` stay; 50000 rows take two, that is 2 seconds.",
    "wrapped": "“fresh” and `--json` stay;\n    50,000\n    rows take 2\n    s.",
}


@pytest.mark.parametrize("text", CARRIED.values(), ids=CARRIED)
def test_a_requirement_may_be_said_in_other_words_around_its_literals(text: str) -> None:
    assert codes(asking(REQUIRED), criteria=(OPEN, ORDER, text)) == set()


WEAKENED = {
    "a number in words": REQUIRED.replace("within 2 s", "quickly"),
    "another number": REQUIRED.replace("2 s", "3 s"),
    "more digits": REQUIRED.replace("50,000", "150,000"),
    "another unit": REQUIRED.replace("2 s", "2 min"),
    "a flag inside another": REQUIRED.replace("--json", "--json-lines"),
    "a flag gone": REQUIRED.replace("`--json`", "the format"),
    "a quoted word inside another": REQUIRED.replace("fresh", "refresh"),
}


@pytest.mark.parametrize("text", WEAKENED.values(), ids=WEAKENED)
def test_a_weakened_literal_is_an_error(text: str) -> None:
    assert codes(asking(REQUIRED), criteria=(OPEN, ORDER, text)) == {"TRC101"}


def test_an_identifier_is_not_held_by_a_longer_word() -> None:
    wanted = "The columns are `id` and `at`."
    assert codes(asking(wanted), criteria=(OPEN, ORDER, "The columns are hidden.")) == {"TRC101"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`reviews.digest.build(reviews)` returns the text of the digest.", {"TRC101"}),
        ("The module reviews/digest.py returns the text of the digest.", {"TRC101"}),
        ("`reviews.digest.build( reviews : list[Review] )->str` returns the text.", set()),
    ],
    ids=["shortened", "gone", "spaced otherwise"],
)
def test_a_signature_survives_whole(text: str, expected: set[str]) -> None:
    assert codes(interfaces=(text,)) == expected


def test_a_finding_names_the_statement_and_the_literal() -> None:
    (lost,) = found(a_reply(packet=a_packet(criteria=(OPEN, "Oldest first."))))
    assert (lost.message, lost.value, lost.where.artifact) == (
        "S5 says `opened_at`, and the packet does not",
        "opened_at",
        "task-packet.md",
    )


@pytest.mark.parametrize("route", ["needs_detail", "blocked", "macro_adjustment_request"])
def test_requirements_survive_on_every_route(route: str) -> None:
    assert codes(route=route) == set()
    assert codes(route=route, criteria=(OPEN,)) == {"TRC101"}


@pytest.mark.parametrize(
    "wanted",
    ["Task 2: the list is sorted.", "AC-3: the list is sorted.", "The list is sorted (see #17).",
     "As in section 4.2, the list is sorted.", "Die Liste aus Schritt 3 is sorted."],
)  # fmt: skip
def test_a_number_that_only_points_is_not_demanded(wanted: str) -> None:
    assert codes(asking(wanted), criteria=(OPEN, ORDER, "The list is sorted.")) == set()


def test_a_declaration_survives_by_its_signature() -> None:
    wanted = "There is `def reviews.digest.age(day: date) -> int:` as well."
    given = "reviews.digest.age(day: date) -> int"
    assert codes(asking(wanted), interfaces=(SIGNATURE, given)) == set()


def test_what_the_packet_hides_carries_nothing() -> None:
    hidden = f"The digest is short. <!-- {REQUIRED} -->"
    assert "TRC101" in codes(asking(REQUIRED), criteria=(OPEN, ORDER, hidden))
    assert "TRC104" in codes(constraints=("None declared", "<!-- No e-mail is sent. -->"))


def test_a_verified_stop_carries_no_requirement() -> None:
    activation = json.dumps(a_stop_activation()).encode()
    bare = a_stop_packet(criteria=("The packet is kept.",), interfaces=("None declared",))
    checked = check(
        a_stop_reply(packet=bare).encode(), intake=INTAKE.encode(), activation=activation
    )
    assert checked.verdict.codes == ()


def test_a_secret_is_not_demanded() -> None:
    secret = "ghp_" + "abcdefghij" * 3 + "123456"
    wanted = f"`api` is read with the key `{secret}`."
    assert codes(asking(wanted), criteria=(OPEN, ORDER, "`api` is read with a key.")) == set()


def test_what_the_page_hides_is_not_demanded() -> None:
    assert codes(f"{INTAKE}\n<!-- also `--force` within 9 s -->\n") == set()


PATHS = {
    "as they are": (("reviews/digest.py", "tests/test_digest.py"), set()),
    "one is gone": (("reviews/digest.py",), {"TRC101"}),
    "another one": (("reviews/digest.py", "tests/test_other.py"), {"TRC101"}),
    "with the folder above": (("reviews/", "tests/"), set()),
    "with a glob above": (("reviews/*.py", "tests/**"), set()),
}


@pytest.mark.parametrize(("paths", "expected"), PATHS.values(), ids=PATHS)
def test_paths_survive_where_the_route_executes(paths: tuple[str, ...], expected: set[str]) -> None:
    assert codes(paths=paths) == expected


@pytest.mark.parametrize(
    ("scope", "listed"),
    [
        ("src", "src/"),
        ("src/", "src/digest.py"),
        ("src/**", "src/digest.py"),
        ("src/*.py", "src/digest.py"),
        ("Makefile", "./Makefile"),
        ("./docs/digest.md", "docs/digest.md"),
    ],
)
def test_a_path_survives_in_its_accepted_spelling_or_as_a_part(scope: str, listed: str) -> None:
    intake = INTAKE.replace("- reviews/digest.py", f"- `{scope}`")
    assert codes(intake, paths=(listed, "tests/test_digest.py")) == set()
    assert codes(intake, paths=("lib/other.py", "tests/test_digest.py")) == {"TRC101"}


@pytest.mark.parametrize("path", ["/etc/app.conf", "../up.py", ".git/hooks/", "*"])
def test_a_path_that_may_not_be_listed_is_not_demanded(path: str) -> None:
    assert codes(INTAKE.replace("- reviews/digest.py", f"- reviews/digest.py\n- `{path}`")) == set()


def test_on_a_partial_route_a_path_may_be_named_as_remaining() -> None:
    inputs = (
        "Independently reviewable surfaces: reviews/digest.py",
        "Stable interfaces available: none",
        "Unresolved ordering constraints requiring predecessor output: none",
    )
    paths = ("reviews/digest.py",)
    route = "partial_completion"
    later = (*inputs, "Remaining scope: tests/test_digest.py")
    assert codes(route=route, paths=paths, inputs=later) == set()
    assert codes(route=route, paths=paths, inputs=(*inputs, "Remaining scope: x")) == {"TRC101"}


COMMAND = "python -m unittest discover -s tests -p test_digest.py"
COMMANDS = {
    "as it is": (COMMAND, {COMMAND}, set()),
    "another one": (COMMAND, {"test -s reviews/digest.py"}, {"TRC101"}),
    "options in full": (
        COMMAND,
        {"python -m unittest discover --start-directory tests --pattern test_digest.py -v"},
        set(),
    ),
    "another pattern": (COMMAND, {"python -m unittest discover -s tests"}, {"TRC101"}),
    "by file": ("python -m unittest tests/test_digest.py", {COMMAND}, set()),
    "quoted otherwise": ("pytest -k 'open and not slow'", {'pytest -k "open and not slow"'}, set()),
    "one of two": ("pytest -q && ruff check reviews", {"pytest -q"}, {"TRC101"}),
    "both of two": ("pytest -q && ruff check reviews", {"pytest -q", "ruff check reviews"}, set()),
    "git without a repository": ("git diff --exit-code", {COMMAND}, set()),
    "one that may not run": ("rm -rf build", {COMMAND}, set()),
}  # fmt: skip


@pytest.mark.parametrize(("asked", "listed", "expected"), COMMANDS.values(), ids=COMMANDS)
def test_commands_survive_in_their_accepted_spelling(
    asked: str, listed: set[str], expected: set[str]
) -> None:
    assert codes(INTAKE.replace(COMMAND, asked), commands=tuple(sorted(listed))) == expected


def test_a_command_in_a_criterion_survives_in_its_accepted_spelling() -> None:
    wanted = "It is an error unless `python -m unittest tests/test_digest.py` succeeds, always."
    assert codes(asking(wanted), criteria=(OPEN, ORDER, "An error is told always.")) == set()


EXPORT = "The tasks are `reviews.export.to_csv(rows: list[dict]) -> str` and the digest."
SET = f"{asking(EXPORT)}\nPlan several tasks as a task set.\n"


def test_the_tasks_of_a_set_carry_the_request_together() -> None:
    assert found(a_set(), SET) == ()
    (lost,) = found(a_set(a_task(criteria=(OPEN,)), another_task()), SET)
    assert (lost.code, lost.value) == ("TRC101", "opened_at")
    assert (lost.where.artifact, lost.where.pointer) == ("task-set.json", "/tasks")
    (unlisted,) = found(a_set(a_task(paths=("reviews/digest.py",)), another_task()), SET)
    assert (unlisted.code, unlisted.value) == ("TRC101", "tests/test_digest.py")


def test_in_a_set_of_which_a_part_waits_no_path_is_demanded() -> None:
    assert found(a_set(a_task("blocked"), another_task()), SET) == ()


INVENTED = {
    "a callable": "`reviews.mail.send(text: str) -> None` delivers it.",
    "a callable of a known module": "`reviews.digest.render(reviews: list[Review]) -> str` prints.",
    "a dotted name": "`reviews.digest.Renderer` prints.",
    "a flag": "The flag `--quiet` is kept.",
    "a flag of scattered words": "The flag `--open-digest` is kept.",
    "a route": "`GET /digests/latest` answers with the text.",
    "a command line": "`digest build --format text` prints.",
}
NAMED = {
    "the same": SIGNATURE,
    "a module from its path": "`reviews.digest` is the module.",
    "a test by its path": "`tests/test_digest.py` checks it.",
    "a bare word": "`Renderer` and `title` stay inside.",
    "a standard type": "The day is a `datetime.date`, read by pathlib.Path.",
    "help": "`digest --help` prints.",
    "an abbreviation": "It is text, e.g. a line, i.e. no HTML, as on example.com.",
}


@pytest.mark.parametrize("text", INVENTED.values(), ids=INVENTED)
def test_an_interface_that_nobody_names_is_invented(text: str) -> None:
    assert codes(interfaces=(SIGNATURE, text)) == {"TRC103"}


@pytest.mark.parametrize("text", NAMED.values(), ids=NAMED)
def test_an_interface_that_the_request_names_is_not_invented(text: str) -> None:
    assert codes(interfaces=(SIGNATURE, text)) == set()


def test_a_stable_interface_may_be_invented_too() -> None:
    inputs = (
        "Independently reviewable surfaces: reviews/digest.py",
        "Stable interfaces available: reviews.digest.build, reviews.archive.store",
        "Unresolved ordering constraints requiring predecessor output: none",
    )
    (invented,) = found(a_reply(packet=a_packet(inputs=inputs)))
    assert (invented.code, invented.value) == ("TRC103", "reviews.archive.store")
    assert a_reply(packet=a_packet(inputs=inputs)).split("\n")[(invented.where.line or 0) - 1] == (
        f"- {inputs[1]}"
    )


def test_an_interface_that_an_artifact_names_is_not_invented() -> None:
    text = "reviews.mail.send(text: str) -> None\n"
    artifact = {"kind": "notes", "path": "docs/notes.md", "sha256": digest_text(text)}
    activation = an_activation(artifacts=[artifact | {"content": text}])
    reply = a_reply(packet=a_packet(interfaces=(SIGNATURE, f"`{text.strip()}` delivers it.")))
    assert found(reply, activation=json.dumps(activation).encode()) == ()


LOST = {
    "nothing stands there": {"constraints": ("None declared",)},
    "another refusal of the request": {"constraints": ("Reviews that are not open are left out.",)},
    "without its no": {"constraints": ("E-mail is sent.",)},
    "turned into work": {
        "constraints": ("None declared",),
        "criteria": (OPEN, ORDER, "An e-mail is sent to every reviewer."),
    },
}
KEPT = {
    "in another order": {"constraints": ("E-mail must not be sent.",)},
    "in other words": {"constraints": ("Sending e-mail is out of scope.",)},
    "under a lead": {"constraints": ("Non-goals:\n    - sending e-mail",)},
    "in German": {"constraints": ("Es wird keine E-Mail sent.",)},
    "as a criterion that refuses": {
        "constraints": ("None declared",),
        "criteria": (OPEN, ORDER, "The digest never sends an e-mail."),
    },
}


@pytest.mark.parametrize("parts", LOST.values(), ids=LOST)
def test_a_lost_non_goal_is_an_error(parts: dict[str, Any]) -> None:
    assert "TRC104" in codes(**parts)


@pytest.mark.parametrize("parts", KEPT.values(), ids=KEPT)
def test_a_non_goal_is_kept_as_a_refusal(parts: dict[str, Any]) -> None:
    assert codes(**parts) == set()


def test_a_constraint_in_words_of_its_own_may_be_the_non_goal() -> None:
    assert codes(constraints=("Messages stay undelivered.",)) == {"TRC201"}
    two = INTAKE.replace("- No e-mail is sent.", "- No e-mail is sent.\n- No map is drawn.")
    assert "TRC104" in codes(two, constraints=("Messages stay undelivered.",))


def test_a_renamed_subject_is_a_warning() -> None:
    title = a_packet(title="Nautical dashboard")
    goal = a_packet(goal="Ship a nautical dashboard.")
    for packet in (title, goal):
        checked = check(a_reply(packet=packet).encode(), intake=INTAKE.encode())
        assert {item.code for item in checked.diagnostics} == {"TRC105"}
        assert checked.verdict.decision == "accepted"


def test_a_requirement_of_which_no_word_is_seen_is_a_warning() -> None:
    unseen = "Missing weeks show a warning."
    assert codes(asking(unseen)) == {"TRC201"}
    assert codes(asking(unseen), criteria=(OPEN, ORDER, "A week that lacks is warned of.")) == set()


def test_the_words_of_the_goal_are_passed_over() -> None:
    assert codes(asking("Build reviews fast.")) == {"TRC201"}


def test_a_reply_without_a_packet_is_not_traced() -> None:
    assert found("**readiness.json**\n```json\n{}\n```\n") == ()


@pytest.mark.parametrize("size", [2_000])
def test_many_literals_are_looked_for_at_once(size: int) -> None:
    wanted = [f"Review `r {number}` takes {number} ms." for number in range(size)]
    criteria = (OPEN, ORDER, *(f"`r {number}`: {number} ms" for number in range(1, size)))
    lost = found(a_reply(packet=a_packet(criteria=criteria)), asking(*wanted))
    assert {item.value for item in lost} == {"r 0", "0 ms"}
