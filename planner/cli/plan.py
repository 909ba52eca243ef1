"""`planner plan`: a request in, a bundle and one sentence about it out."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from planner.app.outcome import Declined
from planner.cli.exit_codes import ExitCode, of_outcome
from planner.cli.inputs import (
    ACTIVATION_LIMIT,
    STANDARD_INPUT,
    TEXT_LIMIT,
    display_name,
    inputs_read,
    only_one_from_standard_input,
    read,
    read_whole,
)
from planner.cli.model_options import flags_of, with_caps, with_model
from planner.cli.options import settings_of, with_settings
from planner.cli.plan_printing import print_estimate, print_failure, print_outcome
from planner.codec.decoding import Unreadable, decoded
from planner.compose.doors import estimate, plan
from planner.errors import DraftingError, UsageError

if TYPE_CHECKING:
    from planner.adapters.budget import Estimate

OUT_FOLDER = "out"
"""Where bundles go when `--out` does not say."""


@click.command(name="plan")
@click.argument("request", metavar="[REQUEST]", required=False)
@click.option("--out", metavar="DIR", help="The bundle's folder.  [default: out/NAME-OF-REQUEST]")
@click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="FILE",
    help="A file that is evidence beside the request; may be repeated.",
)
@click.option(
    "--answers",
    multiple=True,
    metavar="FILE",
    help="Answers to what was asked; may be repeated, a file a round.",
)
@click.option("--prior", metavar="FILE", help="A prior round's result.")
@click.option(
    "--phase",
    metavar="NAME",
    default="planning",
    show_default=True,
    help="The phase that questions belong to.",
)
@click.option("--request-id", metavar="ID", help="The request's id where it carries none.")
@click.option(
    "--activation", metavar="FILE", help="The controller's activation: JSON, or its prompt."
)
@click.option("--current-state", "state", metavar="FILE", help="The task's record as it is now.")
@click.option(
    "--ledger",
    metavar="FILE",
    help="Refuse a second answer to one activation, and remember this one when it is accepted.",
)
@with_settings
@with_model
@with_caps
@click.option("--estimate", "only_estimate", is_flag=True, help="Print the cost, send nothing.")
@click.option(
    "--replay", metavar="BUNDLE", help="Use the answers recorded in BUNDLE, without a network."
)
@click.option("--force", is_flag=True, help="Replace a bundle of other bytes.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON, nothing else.")
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option
    ctx: click.Context,
    /,
    *,
    request: str | None,
    out: str | None,
    sources: tuple[str, ...],
    answers: tuple[str, ...],
    prior: str | None,
    phase: str,
    request_id: str | None,
    activation: str | None,
    state: str | None,
    ledger: str | None,
    config: str | None,
    off: tuple[str, ...],
    only_estimate: bool,
    replay: str | None,
    force: bool,
    as_json: bool,
    **model: object,
) -> None:
    """Turn a request into a gated task packet.

    REQUEST is a file, or `-` for standard input; it may be left out where the activation
    carries its text. The bundle is written whole or not at all.
    Exits 0 when it may be executed as it stands, and 5 when it first needs answers, a decision
    or a blocker removed.
    """
    _judge_inputs(request, activation, (*sources, *answers, prior, state))
    settings = settings_of(config, off, flags_of(model))
    data = None if request is None else read(request)
    activated = None if activation is None else read(activation, ACTIVATION_LIMIT)
    evidence = [(name, _evidence(name)) for name in sources]
    with _failure_told(as_json=as_json):
        if only_estimate:
            found = estimate(data, sources=evidence, activation=activated, settings=settings)
            ctx.exit(_told_estimate(found, as_json=as_json))
        outcome = plan(
            None if request is None else _rereadable(request, data or b""),
            out=Path(out) if out is not None else _default_folder(request or activation or ""),
            sources=evidence, prior=None if prior is None else (prior, _evidence(prior)),
            phase=phase, request_id=request_id, activation=activated, settings=settings,
            state=None if state is None else read(state, ACTIVATION_LIMIT), force=force,
            answers=[read_whole(name) for name in answers],
            ledger=_path(ledger), replay=_path(replay),
        )  # fmt: skip
    inputs = inputs_read(request=(request, data), activation=(activation, activated))
    print_outcome(outcome, inputs, as_json=as_json)
    ctx.exit(of_outcome(outcome))


@contextmanager
def _failure_told(*, as_json: bool) -> Generator[None]:
    """Print a provider's failure for a program; what a person is told stands on standard error.

    Raises:
        DraftingError: as it came.
    """
    try:
        yield
    except DraftingError as error:
        if as_json:
            print_failure(error)
        raise


def _told_estimate(found: "Estimate | Declined", *, as_json: bool) -> ExitCode:
    """Print what a plan would cost, or why there is none."""
    if isinstance(found, Declined):
        print_outcome(found, {}, as_json=as_json)
        return of_outcome(found)
    print_estimate(found, as_json=as_json)
    return ExitCode.DONE


def _path(name: str | None) -> Path | None:
    return None if name is None else Path(name)


def _judge_inputs(
    request: str | None, activation: str | None, others: tuple[str | None, ...]
) -> None:
    """Refuse a call without a request, or with two inputs from standard input.

    Raises:
        UsageError: it is one.
    """
    only_one_from_standard_input((request, activation, *others))
    if request is None and activation is None:
        message = "name a REQUEST, or an activation that carries one (`--activation FILE`)"
        raise UsageError(message)


def _rereadable(name: str, data: bytes) -> bytes | Path:
    """Return the file itself where it can be read again before release, else its bytes."""
    again = name != STANDARD_INPUT and len(data) <= TEXT_LIMIT and Path(name).is_file()
    return Path(name) if again else data


def _default_folder(request: str) -> Path:
    stem = "" if request == STANDARD_INPUT else Path(request).stem
    # `..md` has the stem `.`, which is no name, and a folder of its own is wanted.
    return Path(OUT_FOLDER) / (stem if stem.strip(". ") else "request")


def _evidence(name: str) -> bytes:
    data = read_whole(name)
    try:
        decoded(data)
    except Unreadable as error:
        told = str(error).removeprefix("the request ")
        message = f"{display_name(name)} {told}"
        raise UsageError(message) from error
    return data
