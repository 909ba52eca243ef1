"""Old rows and new ones, joined by identity and by nothing else (seed 000, "Regenerate logic").

* A prefix that is another name of a skill counts as that skill's own.
* Of several old rows with one identity the most advanced goes on; the others are archived.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from planner.model.tasklist import Identity, Row, RowStatus
from planner.regenerate.old_row import OldRow
from planner.regenerate.status import ADVANCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """Which old row each new one goes on from, and which old rows leave."""

    keys: tuple[str, ...]
    """Of the new rows."""
    identities: tuple[Identity, ...]
    """Of the new rows."""
    matched: Mapping[str, OldRow]
    """By the key of the new row."""
    archived: tuple[OldRow, ...]
    """Old rows that leave, in the order of the old file."""
    beaten: tuple[tuple[OldRow, OldRow], ...]
    """Rows that leave since another one with their identity goes on, and that one."""


def key_of(identity: Identity, aliases: Mapping[str, str]) -> str:
    """Return *identity* as it is compared, an alias of its prefix resolved."""
    prefix = aliases.get(identity.prefix) or aliases.get(identity.prefix.casefold())
    return Identity(prefix or identity.prefix, identity.project, identity.subject).key


def by_key(rows: Iterable[OldRow], aliases: Mapping[str, str]) -> dict[str, list[OldRow]]:
    """Return the rows that have an identity by its key."""
    found: dict[str, list[OldRow]] = {}
    for row in rows:
        if row.identity is not None:
            found.setdefault(key_of(row.identity, aliases), []).append(row)
    return found


def join(old: Sequence[OldRow], new: Sequence[Row], aliases: Mapping[str, str]) -> Joined:
    """Join the rows of both lists."""
    groups = by_key(old, aliases)
    keys = tuple(key_of(row.identity, aliases) for row in new)
    winners = {key: max(rows, key=_advance) for key, rows in groups.items()}
    matched = {key: winners[key] for key in keys if key in winners}
    going_on = {id(row) for row in matched.values()}
    beaten = tuple(
        (row, winners[key])
        for key, rows in groups.items()
        for row in rows
        if row is not winners[key]
    )
    return Joined(
        keys=keys,
        identities=tuple(row.identity for row in new),
        matched=matched,
        archived=tuple(row for row in old if id(row) not in going_on),
        beaten=beaten,
    )


def _advance(row: OldRow) -> int:
    return ADVANCE[row.status.status or RowStatus.PENDING]
