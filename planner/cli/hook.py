"""`planner hook`: an agent's stop hook, which sends a refused reply back to the agent.

* What cannot be judged ends with 1, which both protocols show to the person and do not obey: a
  fault of ours, of the settings or of the caller never holds an agent up. Exit code 2 would, so
  it is never used here.
* Standard output holds the answer in the agent's protocol and nothing else.
"""

from pathlib import Path
from typing import Any, Final

import click

from planner.adapters.transcript import Turn, last_turn
from planner.app.check_reply import Beside, Checked, check
from planner.app.hook import BLOCKS, Agent, Block, Go, Malformed, Stop, decide, parse_stop, render
from planner.cli.exit_codes import ExitCode
from planner.cli.inputs import ACTIVATION_LIMIT, STANDARD_INPUT, read, read_source, read_whole
from planner.cli.options import settings_of, with_settings
from planner.diagnostics.reading import visible
from planner.errors import PlannerError, UsageError

INPUT_LIMIT: Final = 16 * 1024 * 1024
"""Bytes of a hook's input, which may hold a whole message."""
MOST_BLOCKS: Final = 7
"""Claude Code itself lets an agent go after eight blocks in a row."""


class _WrongCommandLine(click.UsageError):
    """A wrong command line, told with an exit code that blocks nobody."""

    exit_code = ExitCode.FINDINGS


class _Hook(click.Command):
    """A verb whose wrong command line does not hold an agent up either."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:  # noqa: ANN401 - click's
        """Read the command line."""
        try:
            return super().make_context(*args, **kwargs)
        except click.UsageError as error:
            raise _WrongCommandLine(error.format_message(), error.ctx) from error


@click.command(name="hook", cls=_Hook)
@click.option(
    "--agent",
    type=click.Choice([agent.value for agent in Agent]),
    default=Agent.CLAUDE_CODE.value,
    show_default=True,
    help="Whose protocol is spoken.",
)
@click.option("--intake", metavar="FILE", help="The request that the agent answers.")
@click.option("--activation", metavar="FILE", help="The controller's activation, or its prompt.")
@click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="FILE",
    help="A file that was evidence beside the request, answers included; may be repeated.",
)
@click.option("--require", is_flag=True, help="Refuse a message that holds no section, too.")
@click.option(
    "--blocks",
    type=click.IntRange(1, MOST_BLOCKS),
    default=BLOCKS,
    show_default=True,
    help="Refusals in a row before the agent is let go.",
)
@with_settings
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option
    ctx: click.Context,
    /,
    *,
    agent: str,
    intake: str | None,
    activation: str | None,
    sources: tuple[str, ...],
    require: bool,
    blocks: int,
    config: str | None,
    off: tuple[str, ...],
) -> None:
    """Judge an agent's last message when it stops.

    Standard input is what the agent hands to its stop hook; the answer is what that protocol
    expects. Exits 0 when the message was judged, and 1 when it could not be, which stops nobody.
    """
    try:
        stop = _stop()
        settings = settings_of(config, off)
        asked = None if intake is None else read(intake)
        activated = None if activation is None else read(activation, ACTIVATION_LIMIT)
        beside = Beside(sources=tuple(map(read_source, sources)))
        turn = _turn(stop)

        def judge(reply: bytes) -> Checked:
            return check(
                reply, intake=asked, activation=activated, settings=settings, beside=beside
            )

        message = stop.message if stop.message is not None else turn.message
        answer = decide(
            stop, message or "", turn.feedback, judge, is_required=require, blocks=blocks
        )
    except PlannerError as error:
        _give_up(ctx, str(error))
    except OSError as error:
        _give_up(
            ctx, f"cannot read {error.filename or 'the transcript'}: {error.strerror or error}"
        )
    else:
        _answer(answer, Agent(agent))


def _stop() -> Stop:
    found = parse_stop(read_whole(STANDARD_INPUT, INPUT_LIMIT))
    if isinstance(found, Malformed):
        raise UsageError(found.fault)
    return found


def _turn(stop: Stop) -> Turn:
    """Return what the transcript holds, where it is needed."""
    if stop.transcript is None or (stop.message is not None and not stop.is_active):
        return Turn(None, ())
    return last_turn(Path(stop.transcript).expanduser(), is_subagent=stop.is_subagent)


def _answer(answer: Go | Block, agent: Agent) -> None:
    if isinstance(answer, Go) and answer.note:
        click.echo(f"planner: {visible(answer.note)}", err=True)
    text = render(answer, agent)
    if text:
        click.echo(text)


def _give_up(ctx: click.Context, fault: str) -> None:
    click.echo(f"planner: the hook judged nothing: {visible(fault)}", err=True)
    ctx.exit(ExitCode.FINDINGS)
