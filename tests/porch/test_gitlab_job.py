"""The job for GitLab, its script run with a planner and a forge made of scripts."""

import json
import shutil
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.house.tree import ROOT

JOB = yaml.safe_load((ROOT / "docs" / "ci" / "gitlab.yml").read_text(encoding="utf-8"))[
    "planner-evals"
]
NOTES = "https://forge.example/api/v4/projects/3/merge_requests/7/notes"

PLANNER = """\
import json, sys
from pathlib import Path
fakes, words = Path(sys.argv[0]).parent, sys.argv[1:]
plan = json.loads((fakes / "plan.json").read_text())
with (fakes / "planner.log").open("a") as log:
    log.write(" ".join(words) + "\\n")
if words[1] == "run":
    Path(words[words.index("--out") + 1]).mkdir(parents=True)
elif plan["gate"] < 2:
    Path(words[words.index("--markdown") + 1]).write_text("| the gate |\\n")
sys.exit(plan[words[1]])
"""
CURL = """\
import json, sys
from pathlib import Path
fakes, words = Path(sys.argv[0]).parent, sys.argv[1:]
forge = json.loads((fakes / "forge.json").read_text())
assert words[:3] == ["--silent", "--show-error", "--fail"]
assert words[words.index("--header") + 1] == "PRIVATE-TOKEN: a-token"
if forge["refuses"]:
    sys.exit("curl: (22) The requested URL returned error: 403")
if "--request" in words:
    name, _, file = words[words.index("--data-urlencode") + 1].partition("@")
    assert name == "body"
    sent = [words[words.index("--request") + 1], words[-1], Path(file).read_text()]
    (fakes / "sent.json").write_text(json.dumps(sent))
else:
    assert words[-1].endswith("/notes?sort=asc&per_page=100")
    print(json.dumps(forge["notes"]))
"""


@dataclass
class Runner:
    """A runner with one checkout."""

    folder: Path

    def work(
        self,
        *,
        run: int = 0,
        gate: int = 0,
        notes: tuple[Any, ...] = (),
        refuses: bool = False,
        without: str = "",
    ) -> Any:
        plan = {"run": run, "gate": gate}
        (self.folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
        forge = {"notes": notes, "refuses": refuses}
        (self.folder / "forge.json").write_text(json.dumps(forge), encoding="utf-8")
        given = {
            "EVALS_TOKEN": "a-token",
            "CI_API_V4_URL": "https://forge.example/api/v4",
            "CI_PROJECT_ID": "3",
            "CI_MERGE_REQUEST_IID": "7",
        }
        given |= {without: ""} if without else {}
        script = self.folder / "script.sh"
        script.write_text("\n".join(JOB["script"]), encoding="utf-8")
        return subprocess.run(
            ["/bin/bash", "-eo", "pipefail", str(script)],
            cwd=self.folder / "checkout",
            env={"PATH": str(self.folder), **JOB["variables"], **given},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    @property
    def sent(self) -> Any:
        path = self.folder / "sent.json"
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    (tmp_path / "checkout").mkdir()
    # A first line cannot name a program with a blank in its path; this one is a text to Python.
    python = f"#!/bin/sh\n'''exec' \"{sys.executable}\" \"$0\" \"$@\"\n' '''\n"
    for name, text in {"planner": PLANNER, "curl": CURL, "pip": ""}.items():
        program = tmp_path / name
        program.write_text(python + text, encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "python3").symlink_to(sys.executable)
    (tmp_path / "cat").symlink_to(shutil.which("cat") or "cat")
    return Runner(tmp_path)


@pytest.mark.parametrize(
    ("run", "gate", "code"),
    [
        pytest.param(0, 0, 0, id="passed"),
        pytest.param(0, 1, 1, id="the gate says no"),
        pytest.param(1, 1, 1, id="a sample was not evaluated"),
        pytest.param(0, 2, 2, id="the gate cannot read"),
        pytest.param(2, 0, 2, id="a wrong data set"),
        pytest.param(70, 0, 70, id="a fault"),
    ],
)
@pytest.mark.parametrize("refuses", [False, True], ids=["", "the note is refused"])
def test_the_gate_decides_how_the_job_ends(
    runner: Runner, run: int, gate: int, code: int, *, refuses: bool
) -> None:
    done = runner.work(run=run, gate=gate, refuses=refuses)
    assert done.returncode == code, done.stdout
    was_gated = run < 2
    assert ("eval gate" in (runner.folder / "planner.log").read_text()) is was_gated
    was_noted = was_gated and gate < 2 and not refuses
    assert (runner.sent is not None) is was_noted


def test_a_first_note_is_posted(runner: Runner) -> None:
    runner.work(notes=({"id": 1, "body": "fine"}, {"id": 2, "body": "> <!-- planner-evals -->"}))
    assert runner.sent == ["POST", NOTES, "<!-- planner-evals -->\n| the gate |\n"]


def test_an_earlier_note_is_written_anew(runner: Runner) -> None:
    runner.work(
        gate=1,
        notes=(
            {"id": 1, "body": "fine"},
            {"id": 5, "body": "<!-- planner-evals -->\n| old |\n"},
            {"id": 6, "body": "<!-- planner-evals -->\n| older |\n"},
        ),
    )
    assert runner.sent[:2] == ["PUT", f"{NOTES}/5"]


@pytest.mark.parametrize("name", ["EVALS_TOKEN", "CI_MERGE_REQUEST_IID"])
def test_without_token_or_merge_request_nothing_is_sent(runner: Runner, name: str) -> None:
    assert runner.work(without=name).returncode == 0
    assert runner.sent is None


def test_a_note_that_is_refused_is_said(runner: Runner) -> None:
    assert "no note was written" in runner.work(refuses=True).stdout


def test_what_is_kept_is_what_the_job_writes() -> None:
    out = JOB["variables"]["OUT"]
    assert JOB["artifacts"]["paths"] == [out]
    assert JOB["artifacts"]["reports"]["junit"] == f"{out}/junit.xml"
    assert JOB["artifacts"]["when"] == "always"
