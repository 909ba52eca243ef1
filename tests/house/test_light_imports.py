"""The gate and the command start without the model stack."""

import subprocess
import sys

import pytest

HEAVY = {
    "fastapi",
    "httpx",
    "httpx2",
    "instructor",
    "jsonschema",
    "mcp",
    "openai",
    "pydantic_ai",
    "requests",
    "tenacity",
    "vcr",
}


@pytest.mark.parametrize("module", ["planner", "planner.cli.main", "planner.gate.release"])
def test_importing_a_door_loads_no_model_library(module: str) -> None:
    program = f"import sys, {module}; print(*(name.partition('.')[0] for name in sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(run.stdout.split())
    assert "planner" in loaded
    assert loaded & HEAVY == set()
