"""What a process of a batch makes of what it is told: the work of one item after the other."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from planner.adapters.catalogue_file import read_catalogue
from planner.adapters.drafter_offline import OfflineDrafter
from planner.compose.batch_gate import Gate, Open
from planner.compose.batch_item import ItemWork, MakesDrafters
from planner.compose.batch_shared import Shared
from planner.model.vocabulary import OFFLINE
from planner.ports import Drafter


@dataclass(frozen=True, slots=True)
class Opened:
    """The work of one process, and what has to be let go after it."""

    work: ItemWork
    close: Callable[[], Awaitable[None]]


def opened(shared: Shared, *, is_alone: bool) -> Opened:
    """Return the work of this process, made ready.

    Args:
        shared: What all processes of the run are told.
        is_alone: There is no other one.

    Raises:
        ConfigError: the model or the catalogue cannot be set up.
        UsageError: a cap cannot be kept, since a price is not known.
    """
    settings = shared.settings
    catalogue = read_catalogue(settings.catalogue, Path())
    drafter: MakesDrafters = _offline
    gate: Gate | Open = Open()
    close: Callable[[], Awaitable[None]] = _nothing
    if settings.model.name not in {None, OFFLINE}:
        # Imported here, so that a batch without a model waits for no provider's library.
        from planner.compose.batch_model import asking  # noqa: PLC0415

        asked = asking(shared, is_alone=is_alone)
        drafter, gate, close = asked.drafter, asked.gate, asked.close
    work = ItemWork(
        out=shared.out, settings=settings, catalogue=catalogue, drafter=drafter, gate=gate
    )
    return Opened(work, close)


def _offline(*, is_anew: bool) -> Drafter:  # noqa: ARG001 - it remembers nothing
    return OfflineDrafter()


async def _nothing() -> None:
    """Let go nothing."""
