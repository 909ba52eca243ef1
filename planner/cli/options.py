"""Options that several verbs share, and the settings that they amount to."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from planner.adapters.config_file import configure
from planner.catalogue import rules
from planner.model.settings import Settings

Verb = TypeVar("Verb", bound=Callable[..., Any])


def with_settings(verb: Verb) -> Verb:
    """Add `--config` and `--off` to *verb*."""
    verb = click.option(
        "--off",
        multiple=True,
        metavar="CODE",
        help="Do not run this rule; may be repeated, and replaces `off` of the configuration.",
    )(verb)
    return click.option(
        "--config",
        metavar="FILE",
        help="Read the settings from FILE instead of planner.toml or pyproject.toml.",
    )(verb)


def settings_of(config: str | None, off: tuple[str, ...]) -> Settings:
    """Return the settings in force; what a user should know goes to standard error.

    Raises:
        ConfigError: The configuration is missing or wrong.
        OSError: A configuration file is there and cannot be read.
    """
    configured = configure(
        Path(),
        codes=[rule.code for rule in rules()],
        environment=os.environ,
        config=config,
        off=off,
    )
    for note in configured.notes:
        click.echo(f"planner: {note}", err=True)
    return configured.settings
