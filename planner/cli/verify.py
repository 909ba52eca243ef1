"""`planner verify`: everything in a bundle that can be recomputed, recomputed."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import assert_never

import click

from planner.adapters.bundle_reader import read_bundle
from planner.app.bundle_given import Given
from planner.app.bundle_parts import KNOWN, Disagreement
from planner.app.verify_bundle import Disagrees, Verification, Verified, verify
from planner.cli.exit_codes import ExitCode
from planner.cli.inputs import ACTIVATION_LIMIT, only_one_from_standard_input, read, read_whole
from planner.cli.options import settings_of, with_settings
from planner.codec.canonical import digest_bytes
from planner.codec.decoding import Unreadable, decoded
from planner.diagnostics.reading import visible
from planner.errors import UsageError
from planner.model.intake import Source


@click.command(name="verify")
@click.argument("bundle", metavar="BUNDLE")
@click.option("--intake", metavar="FILE", help="The request that the bundle was planned from.")
@click.option("--activation", metavar="FILE", help="The activation that it was planned for.")
@click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="FILE",
    help="A source or prior result that it was planned from; may be repeated.",
)
@click.option(
    "--current-state", "--state", "state", metavar="FILE", help="The task's record as it is now."
)
@click.option(
    "--phase",
    metavar="NAME",
    default="planning",
    show_default=True,
    help="The phase that was planned.",
)
@click.option("--request-id", metavar="ID", help="The request's id that was given beside it.")
@with_settings
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON, nothing else.")
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option
    ctx: click.Context,
    /,
    *,
    bundle: str,
    intake: str | None,
    activation: str | None,
    sources: tuple[str, ...],
    state: str | None,
    phase: str,
    request_id: str | None,
    config: str | None,
    off: tuple[str, ...],
    as_json: bool,
) -> None:
    """Recompute a bundle and say what disagrees.

    BUNDLE is the folder that `planner plan` wrote. It does not hold the request: give it again to
    have the reply compared with it, else the answer says that it was not. Exits 0 when everything
    agrees that could be recomputed, 1 when something does not, and 2 when BUNDLE is no bundle.
    """
    only_one_from_standard_input((intake, activation, *sources, state))
    settings = settings_of(config, off)
    folder = read_bundle(Path(bundle), KNOWN)
    given = Given(
        intake=None if intake is None else read(intake),
        activation=None if activation is None else read(activation, ACTIVATION_LIMIT),
        state=None if state is None else read(state, ACTIVATION_LIMIT),
        sources=tuple(_source(name) for name in sources),
        phase=phase,
        request_id=request_id,
    )
    answer = verify(folder.files, given, settings, odd=folder.odd)
    click.echo(_as_json(answer) if as_json else "\n".join(_told(answer)))
    ctx.exit(ExitCode.DONE if isinstance(answer, Verified) else ExitCode.FINDINGS)


def _source(name: str) -> Source:
    data = read_whole(name)
    try:
        text = decoded(data)
    except Unreadable as error:
        message = f"{name}: {error}"
        raise UsageError(message) from error
    return Source(name=name, sha256=digest_bytes(data), bytes=len(data), text=text)


def _told(answer: Verification) -> Iterator[str]:
    """Yield the lines for a person: the outcome, what disagrees, what was left out."""
    match answer:
        case Verified(decision=decision):
            yield f"verified: {decision}"
        case Disagrees(findings=findings, today=today):
            count = len(findings)
            yield f"disagrees: {count} finding{'s' if count != 1 else ''}"
            yield from (f"  {visible(_line(found))}" for found in findings)
            if today is not None:
                yield f"today: {today}"
        case _:
            assert_never(answer)
    yield from (visible(sentence) for sentence in answer.unchecked)


def _line(found: Disagreement) -> str:
    place = f"{found.file} {found.pointer}".rstrip()
    code = f"{found.code} " if found.code is not None else ""
    return f"{place}: {code}{found.message}"


def _as_json(answer: Verification) -> str:
    is_verified = isinstance(answer, Verified)
    findings = () if isinstance(answer, Verified) else answer.findings
    record = {
        "outcome": "verified" if is_verified else "disagrees",
        "decision": answer.decision if isinstance(answer, Verified) else None,
        "today": None if isinstance(answer, Verified) else answer.today,
        "findings": [
            {"file": one.file, "pointer": one.pointer, "code": one.code, "message": one.message}
            for one in findings
        ],
        "unchecked": list(answer.unchecked),
    }
    return json.dumps(record, indent=2)
