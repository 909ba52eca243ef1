"""Options of `planner feature` that say what a request does not: one for each field of a header."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, TypeVar

import click

from planner.errors import UsageError
from planner.model.plan import (
    Approach,
    AppState,
    AppType,
    Packaging,
    PlanOptions,
    ProjectType,
    UiTargeting,
)
from planner.model.sdd import Autonomy, Delivery, Platform, version_of

Verb = TypeVar("Verb", bound=Callable[..., Any])


def _word(name: str, words: type[StrEnum], told: str) -> Callable[[Verb], Verb]:
    choice = click.Choice([word.value for word in words])
    return click.option(name, type=choice, callback=_read_by(words), help=told)


def _read_by(
    words: type[StrEnum],
) -> Callable[[click.Context, click.Parameter, str | None], StrEnum | None]:
    return lambda _context, _parameter, given: None if given is None else words(given)


def _delivery(_context: click.Context, _parameter: click.Parameter, given: str | None) -> Any:  # noqa: ANN401 - click's signature
    """Read the words of `--delivery-model`.

    Raises:
        UsageError: They name no delivery model.
    """
    if given is None:
        return None
    head, _, version = given.strip().partition(" ")
    is_suite = head == Platform.AUTOMATION_SUITE.value
    is_sound = version_of(version) is not None if is_suite else not version
    if head not in set(Platform) or not is_sound:
        message = (
            f"--delivery-model {given!r}: `cloud`, `automation-suite 2024.10`, `standalone` or "
            "`unspecified` is expected"
        )
        raise UsageError(message)
    return Delivery(Platform(head), version.strip())


_OPTIONS: Final = (
    click.option("--name", metavar="TEXT", help="The feature's name, for the title and the file."),
    click.option("--project", metavar="NAME", help="The project's name in the identities."),
    _word("--project-type", ProjectType, "What is built in the first place."),
    _word("--approach", Approach, "Whether the plan is looked at before the work begins."),
    _word("--execution-autonomy", Autonomy, "Whether the executor asks before it acts."),
    click.option(
        "--delivery-model",
        metavar="MODEL",
        callback=_delivery,
        help="`cloud`, `automation-suite VERSION`, `standalone` or `unspecified`.",
    ),
    _word("--packaging", Packaging, "How it is shipped."),
    _word("--app-type", AppType, "The application that a robot drives."),
    _word("--app-state", AppState, "Whether that application is open."),
    _word("--ui-targeting", UiTargeting, "Who points at its elements."),
)


def with_header(verb: Verb) -> Verb:
    """Add the options to *verb*, which takes them as keywords."""
    for option in reversed(_OPTIONS):
        verb = option(verb)
    return verb


def options_of(given: Mapping[str, Any], path: str | None) -> PlanOptions:
    """Return what the options say, and where the plan goes."""
    return PlanOptions(
        name=given["name"],
        project=given["project"],
        project_type=given["project_type"],
        approach=given["approach"],
        autonomy=given["execution_autonomy"],
        delivery=given["delivery_model"],
        packaging=given["packaging"],
        app_type=given["app_type"],
        app_state=given["app_state"],
        ui_targeting=given["ui_targeting"],
        path=path,
    )
