"""What came of one item of a batch, from what a use case returned or raised.

* An outcome says what a person has to do next; the message is one sentence, and the codes are
  those of errors alone.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, assert_never

from planner.app.outcome import Declined, Exhausted, Outcome, Released, Withheld
from planner.app.tasks_outcome import PartOfSolution, TasksOutcome, TasksRefused, TasksWritten
from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.reading import visible
from planner.diagnostics.report import codes, errors
from planner.model.batch import BatchItem, ItemOutcome, ItemRecord
from planner.model.reply import AnyReply, Reply
from planner.model.sdd import Remark
from planner.model.verdict import Usage

_ALLOW: Final = "with `--allow-mass-change`"
_ALLOW_ALONE: Final = "alone, by `planner tasks --regenerate --allow-mass-change`"


def of_plan(item: BatchItem, key: str, outcome: Outcome, usage: Usage) -> ItemRecord:
    """Return what came of a request; its outputs are filled in by who knows where they are.

    Args:
        item: The item.
        key: Its key.
        outcome: What the plan came to.
        usage: What it cost now.
    """
    found: tuple[Diagnostic, ...] = ()
    message = ""
    match outcome:
        case Released(permit=permit):
            ready = permit.reply.is_ready
            kind = ItemOutcome.RELEASED if ready else ItemOutcome.NOT_READY
            message = "" if ready else _open_in(permit.reply)
        case Withheld(diagnostics=found):
            kind, message = ItemOutcome.REFUSED, "the gate withheld it"
        case Declined(diagnostics=found):
            kind, message = ItemOutcome.REFUSED, _first(found)
        case Exhausted(diagnostics=found, attempts=attempts):
            told = f"no sound draft in {attempts} attempt{'' if attempts == 1 else 's'}"
            kind, message = ItemOutcome.REFUSED, f"{told}: {_first(found)}"
        case _:
            assert_never(outcome)
    return ItemRecord(
        key=key,
        name=item.name,
        kind=item.kind,
        outcome=kind,
        codes=codes(errors(found)),
        message=message,
        usage=usage,
    )


def of_tasks(
    item: BatchItem, key: str, outcome: TasksOutcome, outputs: Mapping[str, str]
) -> ItemRecord:
    """Return what came of a design document.

    Args:
        item: The item.
        key: Its key.
        outcome: What its tasks file came to.
        outputs: Digest of the tasks file by its path, where it is there.
    """
    record = ItemRecord(
        key=key, name=item.name, kind=item.kind, outcome=ItemOutcome.RELEASED, outputs=outputs
    )
    match outcome:
        case TasksWritten(remarks=remarks):
            return replace(record, message=_remarked(remarks))
        case TasksRefused(diagnostics=found):
            return replace(
                record,
                outcome=ItemOutcome.REFUSED,
                codes=codes(errors(found)),
                message=_first(found),
            )
        case PartOfSolution(root):
            return replace(record, outcome=ItemOutcome.PART, same_as=root)
        case _:
            assert_never(outcome)


def _first(found: Sequence[Diagnostic]) -> str:
    """Return the first error in words with its cure, and how many more there are."""
    refusing = errors(found)
    if not refusing:
        return ""
    # What takes a decision is an option of the verb for one document.
    cure = (refusing[0].hint or "").replace(_ALLOW, _ALLOW_ALONE)
    hint = f": {visible(cure)}" if cure else ""
    more = f" (and {len(refusing) - 1} more)" if len(refusing) > 1 else ""
    return f"{visible(refusing[0].message)}{hint}{more}"


def _remarked(remarks: Sequence[Remark]) -> str:
    """Return how much of each kind there is to know, which `planner tasks` tells in words."""
    counts = Counter(remark.kind.value for remark in remarks)
    told = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    return f"{told}: `planner tasks` tells each" if told else ""


def _open_in(reply: AnyReply) -> str:
    """Return what has to come before a bundle may be executed."""
    readiness = (
        [reply.readiness] if isinstance(reply, Reply) else [task.readiness for task in reply.tasks]
    )
    counts = {
        "question": len(reply.questions),
        "blocker": sum(len(each.blockers) for each in readiness),
    }
    told = [f"{count} {name}{'' if count == 1 else 's'}" for name, count in counts.items() if count]
    return ", ".join(told) or min(each.readiness.value for each in readiness)
