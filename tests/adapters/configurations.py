"""Configurations for tests: read from a folder, with nothing else around them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from planner.adapters.config_file import NO_FLAGS, Configured, configure
from planner.errors import ConfigError

CODES = ("PTH001", "SCP001", "RPY001", "GAT001", "SEC001", "CMD102", "CMD103", "TRC201")

MODEL: dict[str, object] = {
    "name": "openai:gpt-5-mini",
    "base_url": "https://models.example/v1",
    "api_key_env": "OUR_KEY",
    "adapter": "instructor",
    "mode": "writing",
    "output": "native",
    "dialect": "strict",
    "fallback": ["openai:gpt-5", "offline"],
    "max_output_tokens": 100,
    "context_tokens": 200,
    "attempts": 2,
    "timeout": 1.5,
    "total_time": 60.0,
    "longest_pause": 30.0,
    "max_cost": 0.05,
    "max_tokens": 5000,
    "requests_per_minute": 60,
    "tokens_per_minute": 90_000,
    "temperature": 0.2,
    "seed": -7,
}
"""Another value than the default for every key of the table."""


def configured(
    folder: Path,
    *,
    environment: Mapping[str, str] | None = None,
    config: str | None = None,
    off: Sequence[str] = (),
    flags: Mapping[str, object] = NO_FLAGS,
) -> Configured:
    return configure(
        folder,
        codes=CODES,
        environment=environment or {},
        config=config,
        off=off,
        flags=flags,
    )


def refused(folder: Path, **given: object) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        configured(folder, **given)  # type: ignore[arg-type]
    return caught.value


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")
