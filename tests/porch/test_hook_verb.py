"""`planner hook`: the documented settings, both protocols, and faults that hold nobody up."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from planner.app.hook import MARK
from tests.builders import INTAKE, a_reply
from tests.porch.conftest import Command

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "hook.md").read_text(encoding="utf-8")
GOOD = a_reply().removesuffix("\n")
BAD = GOOD.replace('"reviews/digest.py"', '"../x.py"')


def told(**members: Any) -> bytes:
    values = {"hook_event_name": "Stop", "stop_hook_active": False, "transcript_path": None}
    return json.dumps(values | members).encode()


def snippet(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def documented() -> dict[str, str]:
    """Return the command line of each snippet that the page shows."""
    settings = {"claude-code": json.loads(snippet("json")), "codex": tomllib.loads(snippet("toml"))}
    return {
        agent: hooks["hooks"]["Stop"][0]["hooks"][0]["command"] for agent, hooks in settings.items()
    }


def write_transcript(path: Path, *messages: tuple[str, str]) -> None:
    lines = []
    for at, (who, text) in enumerate(messages):
        is_agent = who == "assistant"
        message = {"role": who, "content": [{"type": "text", "text": text}], "id": f"m{at}"}
        is_meta = text.startswith("Stop hook feedback")
        kind = "assistant" if is_agent else "user"
        lines.append(json.dumps({"type": kind, "isMeta": is_meta, "message": message}))
    path.write_text("\n".join(lines), encoding="utf-8")


def test_a_transcript_that_is_no_file_is_not_waited_for(planner: Command, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        run = planner("hook", stdin=told(transcript_path=str(tmp_path / name)))
        assert (run.code, run.out) == (1, "")
        assert run.err.endswith(f"{name} is no plain file\n")
    run = planner("hook", "--intake", "pipe", stdin=told(last_assistant_message=GOOD))
    assert (run.code, run.out) == (1, "")


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_the_documented_command_line_works_as_it_stands(agent: str, tmp_path: Path) -> None:
    program = tmp_path / "bin" / "planner"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m planner "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    project = tmp_path / "a project"
    project.mkdir()
    (project / "request.md").write_text(INTAKE, encoding="utf-8")
    environment = os.environ | {
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "CLAUDE_PROJECT_DIR": str(project),
    }

    def run(message: str) -> str:
        return subprocess.run(
            ["/bin/sh", "-c", documented()[agent]],
            input=told(last_assistant_message=message).decode(),
            capture_output=True,
            check=True,
            text=True,
            cwd=project,
            env=environment,
        ).stdout

    assert run(GOOD) == ("" if agent == "claude-code" else "{}\n")
    assert json.loads(run(BAD))["decision"] == "block"


def test_a_refused_reply_is_sent_back(planner: Command) -> None:
    run = planner("hook", stdin=told(last_assistant_message=BAD))
    answer = json.loads(run.out)
    assert (run.code, run.err) == (0, "")
    assert answer["decision"] == "block"
    assert answer["reason"].startswith(MARK)
    assert "PTH002" in answer["reason"]


def test_the_request_is_judged_with_it(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "ask").write_text("Build something useful", encoding="utf-8")
    run = planner("hook", "--intake", "ask", stdin=told(last_assistant_message=GOOD))
    assert "INT001" in json.loads(run.out)["reason"]


def test_a_message_that_is_no_reply_passes_unless_required(planner: Command) -> None:
    hello = told(last_assistant_message="Hello.")
    assert planner("hook", stdin=hello).out == ""
    assert "RPY001" in json.loads(planner("hook", "--require", stdin=hello).out)["reason"]
    assert "RPY012" in json.loads(planner("hook", "--require", stdin=told()).out)["reason"]


def test_the_reply_is_found_in_the_transcript(planner: Command, tmp_path: Path) -> None:
    write_transcript(tmp_path / "t", ("user", "Go."), ("assistant", "Hm."), ("assistant", BAD))
    run = planner("hook", stdin=told(transcript_path=str(tmp_path / "t")))
    assert json.loads(run.out)["decision"] == "block"


def test_the_agent_is_let_go_after_two_refusals(planner: Command, tmp_path: Path) -> None:
    feedback = f"Stop hook feedback:\n[planner hook]: {MARK}: …"
    said = [("user", "Go."), ("assistant", BAD), ("user", feedback), ("assistant", BAD)]
    active = told(
        transcript_path=str(tmp_path / "t"), stop_hook_active=True, last_assistant_message=BAD
    )
    write_transcript(tmp_path / "t", *said)
    assert json.loads(planner("hook", stdin=active).out)["decision"] == "block"
    write_transcript(tmp_path / "t", *said, ("user", feedback), ("assistant", BAD))
    run = planner("hook", stdin=active)
    assert run.code == 0
    assert "decision" not in json.loads(run.out)
    assert "refused 2 times in a row" in json.loads(run.out)["systemMessage"]
    assert "refused 2 times in a row" in run.err
    run = planner("hook", "--blocks", "3", stdin=active)
    assert json.loads(run.out)["decision"] == "block"


FAULTS = {
    "no JSON": ((), b"{"),
    "nothing": ((), b""),
    "closed": ((), None),
    "too long": ((), b'"' + b"x" * (16 * 1024 * 1024) + b'"'),
    "another event": ((), told(hook_event_name="PreToolUse")),
    "a missing request": (("--intake", "missing"), told(last_assistant_message=GOOD)),
    "a missing activation": (("--activation", "."), told(last_assistant_message=GOOD)),
    "a missing configuration": (("--config", "no.toml"), told(last_assistant_message=GOOD)),
    "a missing transcript": ((), told(transcript_path="missing")),
    "a folder as transcript": ((), told(transcript_path=".")),
    "a NUL in the path": ((), told(transcript_path="a\x00b")),
    "an unknown option": (("--no-such-option",), told()),
    "an unknown agent": (("--agent", "cursor"), told()),
    "an argument": (("reply.md",), told()),
    "no number": (("--blocks", "0"), told()),
}


@pytest.mark.parametrize(("argv", "stdin"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_told_and_blocks_nobody(
    planner: Command, argv: tuple[str, ...], stdin: bytes | None
) -> None:
    run = planner("hook", *argv, stdin=stdin)
    assert (run.code, run.out) == (1, "")
    assert run.err
    assert "Traceback" not in run.err


def test_a_source_is_evidence_beside_the_request(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "ask").write_text(INTAKE, encoding="utf-8")
    (tmp_path / "notes").write_text("The work is in reviews/other.py too.\n", encoding="utf-8")
    reply = GOOD.replace("reviews/digest.py", "reviews/other.py")
    stop = told(last_assistant_message=reply)
    assert "PTH202" in planner("hook", "--intake", "ask", stdin=stop).out
    assert "PTH202" not in planner("hook", "--intake", "ask", "--source", "notes", stdin=stop).out
