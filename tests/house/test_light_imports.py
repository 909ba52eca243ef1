"""The gate and the command start without the model stack."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.builders import a_reply
from tests.rules.sdd_documents import a_document

CHECK = ["check", "reply.md"]
LANE = {"markdown_it", "planner.codec.markdown_blocks", "planner.derive", "planner.regenerate"}
"""What reads design documents, derives rows from them, and keeps what was done."""

HEAVY = {
    "anthropic",
    "fastapi",
    "genai_prices",
    "httpx",
    "httpx2",
    "instructor",
    "jsonschema",
    "mcp",
    "mistralai",
    "openai",
    "pydantic_ai",
    "requests",
    "tenacity",
    "vcr",
}


DOORS = [
    "planner",
    "planner.adapters.key_check",
    "planner.cli.check",
    "planner.cli.config_show",
    "planner.cli.eval",
    "planner.cli.feature",
    "planner.cli.main",
    "planner.cli.plan",
    "planner.cli.tasks",
    "planner.cli.usage",
    "planner.compose",
    "planner.gate.release",
]


@pytest.mark.parametrize("module", DOORS)
def test_importing_a_door_loads_no_model_library(module: str) -> None:
    assert loaded_by(module) & HEAVY == set()


def test_a_run_of_evals_waits_for_no_provider() -> None:
    # The library of the data sets brings its own along, but nothing that speaks to a provider.
    assert loaded_by("planner.cli.eval_run") & {"instructor", "openai", "tenacity"} == set()


def test_a_check_of_a_reply_waits_for_nothing_of_the_documents_lane(tmp_path: Path) -> None:
    (tmp_path / "reply.md").write_text(a_reply(), encoding="utf-8")
    loaded = run_by(f"import sys; from planner.cli.main import main; main({CHECK})", tmp_path)
    assert loaded & LANE == set()


def test_planning_a_document_loads_that_lane(tmp_path: Path) -> None:
    # So that the names above are those of the lane.
    (tmp_path / "x-sdd.md").write_text(a_document(), encoding="utf-8")
    program = "import sys; from planner.cli.main import main; main(['tasks', 'x-sdd.md', '--json'])"
    assert run_by(program, tmp_path) >= LANE


def loaded_by(module: str) -> set[str]:
    loaded = {name.partition(".")[0] for name in run_by(f"import sys, {module}")}
    assert "planner" in loaded
    return loaded


def run_by(program: str, folder: Path | None = None) -> set[str]:
    """Run a program and return the modules that are loaded at its end."""
    run = subprocess.run(
        [sys.executable, "-c", f"{program}; print(); print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
    )
    return set(run.stdout.splitlines()[-1].split())
