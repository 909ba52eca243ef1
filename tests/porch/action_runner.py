"""A runner of action.yml for tests: its own scripts, with a forge and a planner made of scripts."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.house.tree import ROOT

ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = ACTION["runs"]["steps"]
SCRIPTS = [step for step in STEPS if "run" in step]
EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")

TOOLS = ("cp", "head", "mkdir", "rm")
"""What the scripts start beside planner, Python and the forge's program."""
PYTHON = """\
#!/bin/bash
# `venv` makes a folder with this program and the planner, `pip` is noted, and scripts are run.
if [ "$1" = -m ] && [ "$2" = venv ]; then
  mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && cp "$FAKES/planner" "$3/bin/planner"
elif [ "$1" = -m ] && [ "$2" = pip ]; then
  printf '%s\\n' "$*" >> "$FAKES/pip.log"
else
  exec "$REAL_PYTHON" "$@"
fi
"""
PLANNER = """\
import json, os, sys
from pathlib import Path
fakes = Path(os.environ["FAKES"])
with (fakes / "planner.log").open("a") as log:
    log.write(json.dumps(sys.argv[1:]) + "\\n")
verb, words = sys.argv[2], sys.argv[3:]
plan = json.loads((fakes / "plan.json").read_text())
if verb == "run" and plan["run"] < 2:
    out = Path(words[words.index("--out") + 1])
    out.mkdir(parents=True, exist_ok=True)
    (out / "report.md").write_text(plan["report"])
if verb == "gate":
    if not Path(words[words.index("--baseline") + 1]).is_file():
        sys.stderr.write("planner: cannot read the baseline\\n")
        sys.exit(2)
    if plan["table"]:
        Path(words[words.index("--markdown") + 1]).write_text(plan["table"])
sys.exit(plan[verb])
"""
GH = """\
import json, os, sys
from pathlib import Path
fakes = Path(os.environ["FAKES"])
words = sys.argv[1:]
assert words.pop(0) == "api" and os.environ["GH_TOKEN"]
with (fakes / "gh.log").open("a") as log:
    log.write(json.dumps(words) + "\\n")
forge = json.loads((fakes / "forge.json").read_text())
if forge["refuses"]:
    sys.exit("gh: Resource not accessible by integration (HTTP 403)\\nsecond line")
if words[0] == "graphql":
    print(json.dumps({"data": {"viewer": {"login": forge["viewer"]}}}))
elif words[0] == "--paginate":
    assert words[1] == "repos/acme/lib/issues/7/comments?per_page=100"
    half = len(forge["comments"]) // 2
    print(json.dumps(forge["comments"][:half]) + json.dumps(forge["comments"][half:]))
else:
    body = json.load(sys.stdin)["body"]
    assert words[0] == "--method" and words[3:] == ["--input", "-"]
    if words[1] == "POST":
        assert words[2] == "repos/acme/lib/issues/7/comments"
        user = {"login": "ci", "type": "Bot"}
        number = 100 + len(forge["comments"])
        forge["comments"].append({"id": number, "user": user, "body": body})
    else:
        assert words[1] == "PATCH"
        (found,) = [c for c in forge["comments"] if words[2].endswith(f"/comments/{c['id']}")]
        found["body"] = body
    (fakes / "forge.json").write_text(json.dumps(forge))
"""


@dataclass
class Done:
    """What a job with the action came to."""

    code: int
    result: str
    log: str
    summary: str


@dataclass
class Runner:
    """A runner with one checkout, that keeps what the fakes were told."""

    folder: Path
    inputs: dict[str, str] = field(default_factory=dict)
    event: str = "pull_request"

    @property
    def fakes(self) -> Path:
        return self.folder / "fakes"

    @property
    def checkout(self) -> Path:
        return self.folder / "checkout"

    def plan(
        self,
        *,
        run: int = 0,
        gate: int = 0,
        table: str = "| the gate |\n",
        report: str = "| the report |\n",
    ) -> None:
        plan = {"run": run, "gate": gate, "table": table, "report": report}
        (self.fakes / "plan.json").write_text(json.dumps(plan), encoding="utf-8")

    def forge(self, *comments: Any, refuses: bool = False, viewer: str = "ci") -> None:
        state = {"comments": comments, "refuses": refuses, "viewer": viewer}
        (self.fakes / "forge.json").write_text(json.dumps(state), encoding="utf-8")

    @property
    def comments(self) -> list[Any]:
        found: list[Any] = json.loads((self.fakes / "forge.json").read_text())["comments"]
        return found

    def told(self, program: str) -> list[Any]:
        path = self.fakes / f"{program}.log"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    @property
    def installed(self) -> str:
        path = self.fakes / "pip.log"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def work(self, **inputs: str) -> Done:
        """Run every script of the action with *inputs*, names with hyphens for underscores."""
        self.inputs = {
            name: str(said.get("default", "")) for name, said in ACTION["inputs"].items()
        }
        self.inputs["github-token"] = "a-token"
        for name, value in inputs.items():
            assert name.replace("_", "-") in self.inputs
            self.inputs[name.replace("_", "-")] = value
        summary = self.folder / "summary.md"
        summary.write_text("", encoding="utf-8")
        outputs: dict[str, dict[str, str]] = {}
        code, log = 0, ""
        for step in SCRIPTS:
            if code and step.get("if") != "${{ !cancelled() }}":
                continue
            done, told = self._script(step, outputs)
            log += done.stdout
            outputs[step.get("id", "")] = told
            code = code or done.returncode
        (result,) = EXPRESSION.findall(ACTION["outputs"]["result"]["value"])
        shown = summary.read_text(encoding="utf-8")
        return Done(code, self._value(result, outputs), log, shown)

    def _script(self, step: Any, outputs: Mapping[str, Mapping[str, str]]) -> tuple[Any, Any]:
        assert step["shell"] == "bash"
        told = self.folder / "output"
        told.write_text("", encoding="utf-8")
        given = {
            name: EXPRESSION.sub(lambda found: self._value(found[1], outputs), value)
            for name, value in step.get("env", {}).items()
        }
        script = self.folder / "script.sh"
        script.write_text(step["run"], encoding="utf-8")
        done = subprocess.run(
            ["/bin/bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=self.checkout,
            env={**self._around(told), **given},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        lines = told.read_text(encoding="utf-8").splitlines()
        return done, dict(line.split("=", 1) for line in lines)

    def _around(self, told: Path) -> dict[str, str]:
        return {
            # Nothing else of this machine: its own `gh` must not be found where ours is missing.
            "PATH": f"{self.fakes}{os.pathsep}{self.folder / 'tools'}",
            "FAKES": str(self.fakes),
            "REAL_PYTHON": sys.executable,
            "RUNNER_TEMP": str(self.folder / "temp"),
            "GITHUB_OUTPUT": str(told),
            "GITHUB_STEP_SUMMARY": str(self.folder / "summary.md"),
            "GITHUB_EVENT_NAME": self.event,
            "GITHUB_EVENT_PATH": str(self.folder / "event.json"),
            "GITHUB_REPOSITORY": "acme/lib",
            "GITHUB_SERVER_URL": "https://forge.example",
            "GITHUB_RUN_ID": "42",
            "GITHUB_WORKFLOW": "checks",
            "GITHUB_JOB": "evals",
        }

    def _value(self, expression: str, outputs: Mapping[str, Mapping[str, str]]) -> str:
        match expression.split("."):
            case ["inputs", name]:
                return self.inputs[name]
            case ["github", "action_path"]:
                return str(ROOT)
            case ["steps", step, "outputs", name]:
                return outputs.get(step, {}).get(name, "")
        message = f"the runner does not know {expression}"
        raise AssertionError(message)


def a_runner(tmp_path: Path) -> Runner:
    """Return a runner in *tmp_path* with a checkout, an event, and programs that are ours."""
    made = Runner(tmp_path)
    for folder in (made.fakes, made.checkout / "evals", tmp_path / "temp"):
        folder.mkdir(parents=True)
    for name in ("baseline.json", "thresholds.toml"):
        (made.checkout / "evals" / name).write_text("", encoding="utf-8")
    event = {"pull_request": {"number": 7, "head": {"sha": "0123456789abcdef"}}}
    (tmp_path / "event.json").write_text(json.dumps(event), encoding="utf-8")
    # A first line cannot name a program with a blank in its path; this one is a text to Python.
    python = f"#!/bin/sh\n'''exec' \"{sys.executable}\" \"$0\" \"$@\"\n' '''\n"
    programs = {"python3": PYTHON, "planner": python + PLANNER, "gh": python + GH}
    for name, text in programs.items():
        program = made.fakes / name
        program.write_text(text, encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "tools").mkdir()
    for name in TOOLS:
        (tmp_path / "tools" / name).symlink_to(shutil.which(name) or name)
    made.plan()
    made.forge()
    return made
