"""Whether a row that left and one that came may be the same thing under a new name.

* It is a hint for a person and carries nothing over.
* Rows of one skill and one project are compared, by what the document says of them, by what the
  planner writes of them but for the name, and by the stem of the file that their subject names.
* A row that is there again under another project is hinted at too. The search is bounded.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from planner.model.tasklist import Identity
from planner.regenerate.told import Kind, Told

_LIKE: Final = 0.75
_SAME_SOURCE: Final = 2.0
_NAME: Final = "\0"
_COMPARED: Final = 4000
"""The most pairs of one project that are compared."""
_LONGEST: Final = 80
_SHORTEST: Final = 2
"""A shorter stem is like too many others, but for one that it begins."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row that left or came."""

    identity: Identity
    name: str
    """How it is named to a person."""
    source: str
    """Digest of what the document says of it; empty when unknown."""
    saying: str = ""
    """What the planner writes of it, but for its name; empty when that is not known."""


def renames(left: Sequence[Candidate], came: Sequence[Candidate]) -> Iterator[Told]:
    """Yield a hint for each row of *left* that is most like one of *came*."""
    groups: dict[tuple[str, str], list[Candidate]] = defaultdict(list)
    moved = {(each.identity.prefix, each.identity.subject): each for each in came}
    for each in came:
        groups[each.identity.prefix, each.identity.project].append(each)
    compared = 0
    for gone in left:
        group = groups[gone.identity.prefix, gone.identity.project]
        compared += len(group)
        if compared > _COMPARED:
            return
        likeness, found = _most_like(gone, group)
        if found is None or likeness < _LIKE:
            found = moved.get((gone.identity.prefix, gone.identity.subject))
        if found is not None:
            yield Told(
                Kind.RENAMED,
                f"{gone.name} may now be {found.name}; nothing was carried over",
            )


def _most_like(gone: Candidate, group: Sequence[Candidate]) -> tuple[float, Candidate | None]:
    best: tuple[float, Candidate | None] = (0.0, None)
    for each in group:
        likeness = _likeness(gone, each)
        if likeness > best[0]:
            best = (likeness, each)
    return best


def saying(identity: Identity, texts: Iterable[str]) -> str:
    """Return *texts* without the name of the row; empty when they do not name it."""
    said = "\n".join(texts)
    if identity.subject not in said:
        return ""
    return said.replace(identity.subject, _NAME)


def _likeness(gone: Candidate, came: Candidate) -> float:
    if gone.source and gone.source == came.source:
        return _SAME_SOURCE
    if gone.saying and gone.saying == came.saying:
        return _SAME_SOURCE
    stem, other = _stem(gone.identity.subject), _stem(came.identity.subject)
    if stem == other or _begins(stem, other) or _begins(other, stem):
        return 1.0
    if min(len(stem), len(other)) <= _SHORTEST:
        return 0.0
    return SequenceMatcher(None, stem, other, autojunk=False).ratio()


def _begins(stem: str, other: str) -> bool:
    """Whether *other* is *stem* with a little behind it: `B` and `B2`, `Read` and `ReadAll`."""
    return bool(stem) and other.startswith(stem) and len(other) - len(stem) <= max(3, len(stem))


def _stem(subject: str) -> str:
    """Return the name in a subject without its folder, kind and suffix."""
    name = subject.replace("\\", "/").rpartition("/")[2].rpartition(":")[2]
    return (name.rpartition(".")[0] or name)[:_LONGEST].casefold()
