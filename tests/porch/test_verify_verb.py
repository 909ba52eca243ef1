"""`planner verify`: transcripts of a bundle that agrees, one that does not, and none."""

import json
from pathlib import Path

import pytest

from tests.builders import INTAKE, an_activation
from tests.porch.conftest import Command

TASK = {
    "id": "t-digest-4",
    "revision": 1,
    "state_version": 1,
    "status": "planned",
    "route": None,
    "owner": "planner",
    "next_owner": None,
    "current_loop": None,
    "activation_reason": None,
}
GIVEN = ("--intake", "ask.md", "--activation", "act.json")


@pytest.fixture
def bundle(planner: Command, tmp_path: Path) -> Path:
    """Plan a request under an activation and return the bundle's folder."""
    activation = json.dumps(an_activation(task=TASK))
    for name, text in (
        ("ask.md", INTAKE),
        ("act.json", activation),
        ("now.json", json.dumps(TASK)),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert planner("plan", "ask.md", "--activation", "act.json", "--out", "out").code == 0
    return tmp_path / "out"


@pytest.mark.usefixtures("bundle")
def test_a_bundle_agrees_with_what_it_was_made_from(planner: Command) -> None:
    run = planner("verify", "out", *GIVEN, "--current-state", "now.json")
    assert (run.code, run.err) == (0, "")
    first, *rest = run.out.splitlines()
    assert first == "verified: accepted"
    assert all(line.startswith("not checked: ") for line in rest)


@pytest.mark.usefixtures("bundle")
def test_without_the_request_the_answer_says_so(planner: Command) -> None:
    run = planner("verify", "out")
    assert run.code == 0
    assert run.out.startswith(
        "verified: accepted\nnot checked without the request\nnot checked without the activation\n"
    )


def test_a_changed_file_is_named(planner: Command, bundle: Path) -> None:
    path = bundle / "readiness.json"
    path.write_bytes(path.read_bytes().replace(b"ready", b"steady"))
    run = planner("verify", "out", *GIVEN)
    assert (run.code, run.err) == (1, "")
    assert run.out.startswith(
        "disagrees: 2 findings\n"
        "  readiness.json: it is not the section of reply.md\n"
        "  readiness.json: its digest is "
    )
    assert "\ntoday: accepted\n" in run.out


def test_links_folders_and_strange_names_are_named(planner: Command, bundle: Path) -> None:
    (bundle / "notes\n\x1b[31m.txt").write_bytes(b"")
    (bundle / "trace.json").unlink()
    (bundle / "trace.json").symlink_to("/etc/hostname")
    run = planner("verify", "out")
    assert run.code == 1
    assert "  notes\\n\\u001b[31m.txt: no bundle has an entry of that name\n" in run.out
    assert "  trace.json: it is a link, and links are not followed\n" in run.out


@pytest.mark.usefixtures("bundle")
def test_a_moved_state_is_stale(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "now.json").write_text(json.dumps(TASK | {"revision": 2}), encoding="utf-8")
    run = planner("verify", "out", *GIVEN, "--state", "now.json")
    assert run.code == 1
    assert "  activation.json /task/revision: GAT201 `revision` was 1 " in run.out
    assert "\ntoday: rejected\n" in run.out


@pytest.mark.usefixtures("bundle")
def test_another_activation_is_noticed(planner: Command, tmp_path: Path) -> None:
    other = json.dumps(an_activation(task=TASK, activation_id="act-digest-5"))
    (tmp_path / "act.json").write_text(other, encoding="utf-8")
    run = planner("verify", "out", *GIVEN)
    assert run.code == 1
    assert "  receipt.json /activation_id: GAT206 the receipt names activation " in run.out


@pytest.mark.usefixtures("bundle")
def test_the_answer_as_json(planner: Command, tmp_path: Path) -> None:
    run = planner("verify", "out", *GIVEN, "--json")
    answer = json.loads(run.out)
    assert (run.code, answer["outcome"], answer["decision"]) == (0, "verified", "accepted")
    assert answer["findings"] == []
    (tmp_path / "out" / "reply.md").unlink()
    run = planner("verify", "out", *GIVEN, "--json")
    answer = json.loads(run.out)
    assert (run.code, answer["outcome"], answer["today"]) == (1, "disagrees", None)
    assert {"file": "reply.md", "pointer": "", "code": None, "message": "it is missing"} in answer[
        "findings"
    ]


def test_a_source_is_given_again(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "ask.md").write_text("Add a `--quiet` flag to the backup.\n", encoding="utf-8")
    (tmp_path / "where.md").write_text("It is in `cli/backup.py`.\n", encoding="utf-8")
    planner("plan", "ask.md", "--source", "where.md", "--out", "out")
    bare = planner("verify", "out", "--intake", "ask.md")
    assert "not checked without the source 'where.md'\n" in bare.out
    whole = planner("verify", "out", "--intake", "ask.md", "--source", "where.md")
    assert (whole.code, "without" in whole.out) == (0, False)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("missing",), "cannot read missing: No such file or directory"),
        (("ask.md",), "ask.md is no folder"),
        (("empty",), "empty is no bundle: it holds none of "),
        (("link",), "link is no folder, or a link to one"),
        (("out", "--intake", "missing"), "cannot read missing: No such file or directory"),
        (("out", "--intake", "-", "--source", "-"), "standard input can be read once"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
@pytest.mark.usefixtures("bundle")
def test_what_is_no_bundle_is_told_apart(
    planner: Command, tmp_path: Path, argv: tuple[str, ...], said: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "out")
    run = planner("verify", *argv)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"planner: {said}")
