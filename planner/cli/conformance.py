"""`planner conformance`: vectors in, differences out."""

import click

from planner.app.conformance import Result, UnknownVector, judge
from planner.cli.exit_codes import ExitCode
from planner.cli.inputs import display_name, only_one_from_standard_input, read_whole
from planner.diagnostics.reading import visible
from planner.errors import UsageError

FILE_LIMIT = 256 * 1024 * 1024
"""Bytes of a file of vectors."""


@click.command(name="conformance")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.pass_context
def command(ctx: click.Context, /, *, files: tuple[str, ...]) -> None:
    """Run conformance vectors and show what differs.

    Each FILE holds one JSON object a line: a reply, a path, a command or a digest with what is
    expected of it. Exits 1 when there is a difference, or a FILE holds no vector.
    """
    only_one_from_standard_input(files)
    total = differing = empty = 0
    for file in files:
        before = total
        for number, line in enumerate(_lines(file), 1):
            if not line.strip():
                continue
            place = f"{display_name(file)}:{number}"
            result = _judged(line, place)
            total += 1
            if not result.agrees:
                differing += 1
                click.echo(_difference(place, result))
        if total == before:
            empty += 1
            click.echo(f"{visible(display_name(file))}: holds no vector")
    click.echo(
        f"{total} vectors, {differing or 'none'} {'differ' if differing != 1 else 'differs'}"
    )
    ctx.exit(ExitCode.FINDINGS if differing or empty else ExitCode.DONE)


def _lines(file: str) -> list[str]:
    data = read_whole(file, FILE_LIMIT)
    try:
        return data.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        message = f"{display_name(file)}: byte {error.start} is not UTF-8"
        raise UsageError(message) from error


def _judged(line: str, place: str) -> Result:
    try:
        return judge(line)
    except UnknownVector as error:
        message = f"{place}: {error}"
        raise UsageError(message) from error


def _difference(place: str, result: Result) -> str:
    told = f"{result.id}: expected {result.expected}, got {result.got}"
    return f"{place}: {visible(told)}"
