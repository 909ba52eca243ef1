"""Many phrases looked for in one text, in the time that reading both takes.

* Phrases and text are in canonical form (`literals.canonical`): words and marks with one space
  between them. A phrase is found where its words stand one after the other.
* A few phrases are searched one by one; more of them are read into a tree with links back, so
  that neither a long request nor a long reply makes the search quadratic.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from planner.rules.literals import Held

_FEW: Final = 64
"""Phrases that are searched one by one."""


def missing_from(held: Held, phrases: Collection[str]) -> frozenset[str]:
    """Return those of *phrases* that do not stand in *held*."""
    if len(phrases) <= _FEW:
        return frozenset(phrase for phrase in phrases if not held.says(phrase))
    tokens = held.text.split()
    known = frozenset(tokens)
    likely = [phrase for phrase in phrases if known.issuperset(phrase.split())]
    return frozenset(phrases) - _found(tokens, likely)


class _Tree:
    """The phrases as paths of words from a root, each node with its longest proper ending."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self.below: dict[tuple[int, str], int] = {}
        self.ends: dict[int, str] = {}
        self.back = [0]
        for phrase in phrases:
            node = 0
            for word in phrase.split():
                node = self._child(node, word)
            self.ends[node] = phrase
        self._link()

    def _child(self, node: int, word: str) -> int:
        child = self.below.get((node, word))
        if child is None:
            child = self.below[node, word] = len(self.back)
            self.back.append(0)
        return child

    def _link(self) -> None:
        """Link every node to where reading goes on when its path breaks off."""
        children: dict[int, list[tuple[str, int]]] = {}
        for (node, word), child in self.below.items():
            children.setdefault(node, []).append((word, child))
        self.order = [0]
        for node in self.order:
            for word, child in children.get(node, ()):
                self.order.append(child)
                if node:
                    self.back[child] = self.step(self.back[node], word)

    def step(self, node: int, word: str) -> int:
        """Return the node of the longest path that ends with *word*."""
        while (child := self.below.get((node, word))) is None and node:
            node = self.back[node]
        return child or 0


def _found(tokens: Sequence[str], phrases: Iterable[str]) -> frozenset[str]:
    tree = _Tree(phrases)
    reached = {0}
    node = 0
    for token in tokens:
        node = tree.step(node, token)
        reached.add(node)
    # What ends a path that was read was read too.
    for node in reversed(tree.order):
        if node in reached:
            reached.add(tree.back[node])
    return frozenset(phrase for node, phrase in tree.ends.items() if node in reached)
