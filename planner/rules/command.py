"""CMD: what a verification entry may not be, since it is run literally and without a shell.

* Every entry is read once (`planner.model.command.read`) and judged by each rule on its own.
* Behind an operator the rules read on, so an entry may have several faults.
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Final

from planner.diagnostics.diagnostic import Lands, Severity, shown
from planner.diagnostics.family import Family, Finding
from planner.model import command as commands
from planner.model.command import Command
from planner.model.effect import is_blank, uses_git
from planner.model.harm import harm, only_reads
from planner.model.mention import mentions
from planner.model.path import core, is_directory, is_glob
from planner.model.prose import is_prose
from planner.model.unittest_run import Unittest, discovery, named_by_path, unittest
from planner.model.vocabulary import GitCapability
from planner.rules.case import Listed, TaskCase
from planner.rules.latest import latest

CMD: Final[Family[TaskCase]] = Family("CMD", "verification commands")

Entry = tuple[Listed, Command]


@latest
def _read(listed: tuple[Listed, ...]) -> tuple[Entry, ...]:
    return tuple((entry, commands.read(entry.text)) for entry in listed)


@latest
def _runs(entries: tuple[Entry, ...]) -> tuple[tuple[Listed, Unittest], ...]:
    return tuple(
        (entry, run)
        for entry, command in entries
        for run in map(unittest, command.calls)
        if run is not None
    )


def _entries(case: TaskCase) -> tuple[Entry, ...]:
    return _read(case.verification)


def _finding(case: TaskCase, entry: Listed, message: str, hint: str) -> Finding:
    value = shown(entry.text)
    return Finding(f"command {value} {message}", case.at(entry.pointer), hint, value)


@CMD.rule(1, lands=Lands.IMPORTER)
def unparsable_command(case: TaskCase) -> Iterator[Finding]:
    """A verification entry cannot be split into arguments as it is meant."""
    for entry, command in _entries(case):
        if command.unreadable is not None:
            yield _finding(
                case,
                entry,
                f"cannot be split: {command.unreadable}",
                "write one program and its arguments on one line, with plain quotes in pairs",
            )


@CMD.rule(2, lands=Lands.IMPORTER)
def shell_operator(case: TaskCase) -> Iterator[Finding]:
    """A verification entry holds an operator that only a shell understands."""
    for entry, command in _entries(case):
        if command.operator is not None:
            yield _finding(
                case,
                entry,
                f"holds the shell operator `{command.operator}`",
                "write each command as an entry of its own, and quote what is meant literally",
            )


@CMD.rule(3, lands=Lands.LATE)
def shell_expansion(case: TaskCase) -> Iterator[Finding]:
    """A verification entry relies on a shell to expand a variable, a wildcard or a home folder."""
    for entry, command in _entries(case):
        if command.expansion is not None:
            yield _finding(
                case,
                entry,
                f"would need a shell to expand {shown(command.expansion)}",
                "name files literally, and put single quotes round what is no expansion",
            )


@CMD.rule(4, lands=Lands.IMPORTER)
def shell_state(case: TaskCase) -> Iterator[Finding]:
    """A verification entry changes the state of a shell that is not there."""
    for entry, command in _entries(case):
        word = commands.shell_state(command)
        if word is not None:
            yield _finding(
                case,
                entry,
                f"begins with {shown(word)}, which only a shell knows",
                "start the program itself, with `env NAME=value` in front where it needs one",
            )


@CMD.rule(5, lands=Lands.CONTRACT)
def shell_wrapper(case: TaskCase) -> Iterator[Finding]:
    """A verification entry hands a text to a shell."""
    for entry, command in _entries(case):
        shell = commands.shell_wrapper(command)
        if shell is not None:
            yield _finding(
                case, entry, f"hands a text to {shown(shell)}", "write the program's own arguments"
            )


@CMD.rule(6, lands=Lands.LATE)
def prose_command(case: TaskCase) -> Iterator[Finding]:
    """A verification entry is a sentence for a person, not a command."""
    for entry, command in _entries(case):
        if command.words and is_prose(command.words, command.bare):
            yield _finding(
                case,
                entry,
                "reads as prose",
                "write a program and its arguments, or say it under Acceptance Criteria",
            )


@CMD.rule(7, lands=Lands.CONTRACT)
def blank_check(case: TaskCase) -> Iterator[Finding]:
    """A verification entry cannot fail when the work is missing."""
    for entry, command in _entries(case):
        # Of several commands in one entry the last one decides, and CMD002 refuses the entry.
        if command.calls and all(is_blank(call) for call in command.calls):
            yield _finding(
                case, entry, "cannot fail", "check something that is false until the work is done"
            )


@CMD.rule(8, lands=Lands.LATE)
def oversized_command(case: TaskCase) -> Iterator[Finding]:
    """A verification entry has too many arguments, or too long a one."""
    for entry, command in _entries(case):
        if len(entry.text) <= commands.ARGUMENT_COUNT:
            continue
        if len(command.words) > commands.ARGUMENT_COUNT:
            message = f"has {len(command.words):,} arguments"
        elif any(len(word) > commands.ARGUMENT_LENGTH for word in command.words):
            message = f"has an argument over {commands.ARGUMENT_LENGTH:,} characters"
        else:
            continue
        yield _finding(case, entry, message, "put long checks into a script and run that")


@CMD.rule(9, lands=Lands.CONTRACT)
def privileged_or_destructive(case: TaskCase) -> Iterator[Finding]:
    """A verification entry takes other rights, or changes what matters outside the check."""
    for entry, command in _entries(case):
        reason = next((found for call in command.calls if (found := harm(call))), None)
        if reason is not None:
            yield _finding(case, entry, f"is no mere check: {reason}", "only look at the result")


@CMD.rule(101, lands=Lands.CONTRACT)
def unittest_by_path(case: TaskCase) -> Iterator[Finding]:
    """Unittest is told by file or dotted name what to run."""
    for entry, run in _runs(_entries(case)):
        named = named_by_path(run)
        if named is not None:
            yield _finding(
                case,
                entry,
                f"names {shown(named)}, which an installed package may answer to",
                _discovered(run, named),
            )


def _discovered(run: Unittest, named: str) -> str:
    cure = discovery(run, named)
    return f"write {shown(cure)}" if cure else "name folder and file: `discover -s DIR -p FILE`"


@CMD.rule(102, lands=Lands.LATE, severity=Severity.WARNING)
def unmatched_discovery(case: TaskCase) -> Iterator[Finding]:
    """A discovery pattern matches no test file that is named."""
    for entry, run in _runs(_entries(case)):
        if run.discovers and run.pattern and not _may_match(case, run, run.pattern):
            yield _finding(
                case,
                entry,
                f"finds none of the named files by {shown(run.pattern)}",
                "write the pattern of a test file that is listed or named in the request",
            )


def _may_match(case: TaskCase, run: Unittest, pattern: str) -> bool:
    """Whether a named file matches, a listed folder may hold one, or no file is known at all."""
    start = "" if run.start in {".", "./"} else f"{core(run.start).rstrip('/')}/"
    listed = [core(entry.text) for entry in case.allowed_paths]
    if any(
        (is_directory(path) or is_glob(path))
        and (path.startswith(start) or start.startswith(path.partition("*")[0]))
        for path in listed
    ):
        return True
    named = {*listed, *mentions(case.context.evidence).reach.named}
    return not named or any(
        fnmatchcase(path.rpartition("/")[2], pattern)
        for path in named
        if path.startswith(start) or "/" not in path
    )


@CMD.rule(103, lands=Lands.ADVICE, severity=Severity.WARNING)
def repeated_command(case: TaskCase) -> Iterator[Finding]:
    """The same argument vector is listed twice."""
    seen: set[tuple[str, ...]] = set()
    for entry, command in _entries(case):
        if command.words and command.words in seen:
            yield _finding(case, entry, "repeats an earlier one", "list it once")
        seen.add(command.words)


@CMD.rule(201, lands=Lands.CONTRACT)
def git_without_repository(case: TaskCase) -> Iterator[Finding]:
    """A verification entry needs git where no repository is declared."""
    if case.context.git_repository is GitCapability.TRUE:
        return
    declared = case.context.git_repository
    said = f"git_repository={declared.value}" if declared else "no declared git_repository"
    for entry, command in _entries(case):
        if "git" in entry.text.casefold() and any(uses_git(call) for call in command.calls):
            yield _finding(
                case, entry, f"needs git under {said}", "check files, contents or tests instead"
            )


@CMD.rule(202, lands=Lands.CONTRACT)
def repository_dependent_check(case: TaskCase) -> Iterator[Finding]:
    """A route that may not execute still runs, fetches or writes something to verify."""
    if case.route is None or case.executes:
        return
    for entry, command in _entries(case):
        if command.calls and not all(only_reads(call) for call in command.calls):
            yield _finding(
                case,
                entry,
                f"is more than a look at files, and route `{case.route.value}` may not execute",
                "use `test -f`, `test -s` or a check of a file's content",
            )
