"""Options that several verbs share, and the settings that they amount to."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from planner.adapters.config_file import NO_FLAGS, Configured, configure
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


def settings_of(
    config: str | None, off: tuple[str, ...], flags: Mapping[str, object] = NO_FLAGS
) -> Settings:
    """Return the settings in force; what a user should know goes to standard error.

    Raises:
        ConfigError: The configuration is missing or wrong.
        OSError: A configuration file is there and cannot be read.
    """
    return configured_of(config, off, flags).settings


def configured_of(
    config: str | None, off: tuple[str, ...], flags: Mapping[str, object] = NO_FLAGS
) -> Configured:
    """Return the settings with where they came from, as `settings_of` finds them.

    Args:
        config: The file that `--config` names.
        off: The codes that `--off` names.
        flags: The model's flags by their names, None where one is not given.

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
        flags=flags,
    )
    for note in configured.notes:
        click.echo(f"planner: {note}", err=True)
    return configured
