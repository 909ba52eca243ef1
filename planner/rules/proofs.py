"""Which commands of a request can stand as verification.

* The same functions judge a stranger's entries (CMD): what a rule would refuse is no proof here.
* A cheap check only looks at files, so that it may stand where nothing may be executed.
"""

from functools import lru_cache

from planner.model.command import read, shell_wrapper
from planner.model.effect import is_blank, uses_git
from planner.model.harm import harm, only_reads
from planner.model.unittest_run import named_by_path, unittest


@lru_cache(maxsize=256)
def proves(command: str) -> bool:
    """Say whether *command* can fail when the work is missing, and changes nothing that matters."""
    read_command = read(command)
    calls = read_command.calls
    return (
        bool(calls)
        and shell_wrapper(read_command) is None
        and not all(is_blank(call) for call in calls)
        and all(harm(call) is None and not _names_tests(call) for call in calls)
    )


def _names_tests(call: tuple[str, ...]) -> bool:
    run = unittest(call)
    return run is not None and named_by_path(run) is not None


@lru_cache(maxsize=256)
def is_cheap(command: str) -> bool:
    """Say whether *command* looks at files and does no more."""
    calls = read(command).calls
    return proves(command) and all(only_reads(call) and not uses_git(call) for call in calls)


@lru_cache(maxsize=256)
def needs_git(command: str) -> bool:
    """Say whether *command* works only in a Git repository."""
    return any(uses_git(call) for call in read(command).calls)
