"""The gate and the command start without the model stack."""

import subprocess
import sys

import pytest

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
    "planner.cli.main",
    "planner.cli.plan",
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


def loaded_by(module: str) -> set[str]:
    program = f"import sys, {module}; print(*(name.partition('.')[0] for name in sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(run.stdout.split())
    assert "planner" in loaded
    return loaded
