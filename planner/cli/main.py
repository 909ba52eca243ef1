"""The command `planner`: its verbs by name, and the last place where an error can be told.

* A verb's module is imported when the verb runs, so help and version answer at once.
* Standard output holds the answer, standard error everything about it.
* An answer that cannot be written ends with a code of its own, whatever it would have said.
* A wrong input is told in one sentence; only a bug shows a traceback.
"""

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TextIO

import click

from planner import __version__
from planner.cli.exit_codes import ExitCode, of_error
from planner.cli.verbs import Verbs
from planner.errors import PlannerError

VERBS: Final = {
    "plan": "Turn a request into a gated task packet.",
    "tasks": "Turn design documents into tasks files.",
    "feature": "Turn a request into a plan file for several specialists.",
    "batch": "Plan many requests and design documents, each its own outcome.",
    "worker": "Do the items of `planner batch --queue` until told to stop.",
    "answers": "Print the form in which a bundle's questions are answered.",
    "check": "Judge a reply, or a file of tasks, whoever wrote it.",
    "normalise": "Write a reply in the canonical form, where it has one reading.",
    "hook": "Judge an agent's last message when it stops.",
    "verify": "Recompute a bundle and say what disagrees.",
    "explain": "Print the page of a rule.",
    "schema": "List, print, write or check the JSON schemas.",
    "conformance": "Run conformance vectors and show what differs.",
    "usage": "Add up what plans have cost.",
    "config": "Show what the configuration amounts to.",
    "eval": "Run data sets through the planner, compare runs, and gate them.",
}
"""Every verb and its sentence, in the order of the help."""


class TopVerbs(Verbs):
    """The verbs of `planner`."""

    verbs = VERBS
    modules = "planner.cli."


@click.group(cls=TopVerbs, name="planner", context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="planner")
def planner() -> None:
    """Turn a request into a task packet that a gate has let through."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments after the program's name; None takes the process's own.
    """
    if sys.flags.optimize > 1:
        # Python has dropped the texts that rules and verbs are made of.
        _tell("it needs its docstrings, which `python -OO` drops: run it with `-O`, or without")
        return ExitCode.USAGE
    try:
        code = planner.main(argv, prog_name="planner", standalone_mode=False)
    except SystemExit:
        # Where nobody reads on, click ends the process itself, with the code of a refusal.
        return ExitCode.UNHEARD
    except click.Abort:
        return ExitCode.INTERRUPTED
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except PlannerError as error:
        _tell(str(error))
        return of_error(error)
    except OSError as error:
        return _unusable(error)
    except Exception:  # noqa: BLE001 - a bug must not look like findings
        with suppress(OSError):
            traceback.print_exc()
        return ExitCode.BUG
    return code if isinstance(code, int) else ExitCode.DONE


def _unusable(error: OSError) -> ExitCode:
    if error.errno == errno.EPIPE:
        return ExitCode.UNHEARD
    if error.filename is None and error.errno in _UNWRITTEN:
        _tell(f"cannot write the answer: {error.strerror}")
        return ExitCode.STORE
    _tell(f"cannot read {error.filename}: {error.strerror}" if error.filename else str(error))
    return ExitCode.USAGE


_UNWRITTEN: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO})


def run() -> None:
    """Run the command for the process and end it."""
    # A text that the terminal's encoding does not know must not end the run.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    code = main()
    # What could not be told must not change the code; what was not answered has one of its own.
    _drop_what_is_left(sys.__stderr__, 2)
    if code in {ExitCode.STORE, ExitCode.UNHEARD}:
        _drop_what_is_left(sys.__stdout__, 1)
    sys.exit(code)


def _drop_what_is_left(stream: TextIO | None, number: int) -> None:
    """Let go what a stream could not write, so that the end of the process does not try again."""
    try:
        if stream is not None:
            stream.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


def _tell(sentence: str) -> None:
    from planner.diagnostics.reading import visible  # noqa: PLC0415 - only when there is trouble

    # A standard error that takes nothing must not change the code that says what happened.
    with suppress(OSError):
        for number, line in enumerate(sentence.split("\n")):
            click.echo(f"planner: {visible(line)}" if number == 0 else visible(line), err=True)
