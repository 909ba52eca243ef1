"""What a request wants built: its mentions put together, one item for each thing.

* What is named twice is one item; what is named nowhere is one item for each kind of thing.
* Something that the request says is there already is no item, and is told.
* A general word gives way to the exact ones beside it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from planner.derive.feature_mentions import Mention
from planner.model.catalogue_wishes import Wish


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing that gets a row."""

    wish: Wish
    name: str
    """As the request writes it; empty where it gives none."""
    cites: tuple[str, ...]
    """The statements that ask for it."""
    words: str
    """By which it was told first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Existing:
    """One thing that is there already."""

    name: str
    words: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """What is built, and what is not."""

    wanted: tuple[Item, ...] = ()
    existing: tuple[Existing, ...] = ()


@dataclass(slots=True)
class _Gathered:
    wish: Wish
    name: str
    words: str
    cites: dict[str, None] = field(default_factory=dict)
    exists: bool = False
    is_asked: bool = False
    """It is spoken of without an article that takes it as known."""


def items_of(mentions: Sequence[Mention]) -> Items:
    """Return what *mentions* ask for together, in the order of the request."""
    gathered = _gathered(mentions)
    existing = tuple(
        Existing(name=one.name, words=one.words, cites=tuple(one.cites))
        for one in gathered
        if one.exists and (one.name or not one.is_asked)
    )
    wanted = [one for one in gathered if not one.exists or (one.is_asked and not one.name)]
    skills = {one.wish.skill for one in wanted}
    kept = [one for one in wanted if not _is_less(one, wanted, gathered) and _fits(one, skills)]
    items = tuple(
        Item(wish=one.wish, name=one.name, cites=tuple(one.cites), words=one.words) for one in kept
    )
    return Items(items, existing)


def _gathered(mentions: Iterable[Mention]) -> list[_Gathered]:
    found: dict[tuple[str, str], _Gathered] = {}
    for mention in mentions:
        key = (mention.wish.id, mention.name.replace("\\", "/"))
        one = found.setdefault(key, _Gathered(mention.wish, mention.name, mention.words))
        one.cites[mention.statement.id] = None
        one.exists = one.exists or mention.exists
        one.is_asked = one.is_asked or not (mention.exists or mention.is_the)
    return list(found.values())


def _is_less(one: _Gathered, wanted: Sequence[_Gathered], gathered: Sequence[_Gathered]) -> bool:
    """Say whether an unnamed item only speaks of others that are named or told more exactly."""
    if one.name:
        return False
    is_named = any(each.wish is one.wish and each.name for each in wanted)
    is_exact = any(each.wish.id in one.wish.gives_way for each in wanted)
    # "the queue" after "the existing queue `A`" is that queue.
    is_known = not one.is_asked and any(
        each.wish is one.wish and each.exists for each in gathered if each is not one
    )
    return is_named or is_exact or is_known


def _fits(one: _Gathered, skills: Iterable[str]) -> bool:
    return not one.wish.only_beside or bool({*skills} & {*one.wish.only_beside})
