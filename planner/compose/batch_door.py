"""The door for programs to whole batches; it waits for nothing before it is used."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

from planner.model.batch_report import BatchReport
from planner.model.settings import Settings

DEFAULTS: Final = Settings()


def batch(  # noqa: PLR0913 - the door for programs: every argument is named
    inputs: Sequence[Path | str],
    *,
    out: Path | str,
    jobs: int | None = None,
    processes: int | None = None,
    force: Collection[str] = (),
    force_all: bool = False,
    settings: Settings = DEFAULTS,
    max_cost: float | None = None,
    max_tokens: int | None = None,
    queue: str | None = None,
) -> BatchReport:
    """Plan many requests and design documents; what came of each stands in the report of *out*.

    A run that was stopped or killed goes on where it was when it is called again.

    Args:
        inputs: Files, folders, patterns and manifests.
        out: Where everything is written; one run has it at a time.
        jobs: Requests to a model at once, 32 where it is not given; without a model items, 8.
        processes: Among how many processes they are shared; one a core where it is not given.
        force: Names of items that are worked on anew.
        force_all: Likewise every item.
        settings: What the project decided, and the model that drafts, if one does.
        max_cost: US dollars that the whole run may cost.
        max_tokens: Tokens, in and out, that the whole run may use.
        queue: Address of the PostgreSQL database through which workers elsewhere do the items.

    Raises:
        StoreError: the folder, the journal, the report or the database cannot be used.
        UsageError: an input is not there, another run has the folder, or the model cannot be set
            up.
    """
    from planner.compose.batch_listing import Asked  # noqa: PLC0415 - only a batch waits for it
    from planner.compose.batch_run import Unheard, run_batch  # noqa: PLC0415

    asked = Asked(
        inputs=tuple(str(each) for each in inputs),
        out=Path(out),
        jobs=jobs,
        processes=processes,
        force=frozenset(force),
        force_all=force_all,
        settings=settings,
        max_cost=max_cost,
        max_tokens=max_tokens,
        queue=queue,
    )
    return run_batch(asked, Unheard())
