"""Which kind of design document one is, and what it designs.

* Sections that only one kind has weigh more than words in the text.
* The author's handoff decides about a solution's root; everything else is told by the text.
"""

from typing import Final, NamedTuple

from planner.codec.sdd import SddDoc
from planner.derive.words import Words, fold, matcher, words_of
from planner.model.sdd import Handoff, ProjectRole
from planner.model.skill_catalogue import Catalogue, DocumentKind

_BY_TITLE: Final = 3
_BY_WORD: Final = 1


class Told(NamedTuple):
    """A kind, and whether the document says so itself."""

    kind: DocumentKind
    is_sure: bool


def kind_of(doc: SddDoc, catalogue: Catalogue, handoff: Handoff | None = None) -> Told:
    """Return the kind of *doc*; the catalogue's first where nothing tells it.

    Args:
        doc: The document.
        catalogue: The catalogue in force.
        handoff: What its author decided; a root is known by it.
    """
    kinds = catalogue.documents
    if handoff is not None and handoff.role is ProjectRole.ROOT:
        root = next((kind for kind in kinds if kind.is_root), None)
        if root is not None:
            return Told(root, is_sure=True)
    words = words_of(catalogue)
    keys = {key for section in doc.sections for key in words.keys_of(fold(section.key))}
    titles = [_BY_TITLE * _titles_in(kind, keys, words) for kind in kinds]
    floor = max(titles)
    # Words are looked for only where they can still decide.
    near = [
        at for at, kind in enumerate(kinds) if titles[at] + _BY_WORD * len(kind.patterns) >= floor
    ]
    if len(near) == 1 and floor:
        return Told(kinds[near[0]], is_sure=True)
    scores = {at: titles[at] + _BY_WORD * _words_in(kinds[at], doc.text) for at in near}
    best = max(scores.values())
    told = [at for at in near if scores[at] == best]
    return Told(kinds[told[0]], is_sure=best > 0 and len(told) == 1)


def _titles_in(kind: DocumentKind, keys: set[str], words: Words) -> int:
    titles = {fold(title) for title in kind.titles}
    return sum(1 for title in titles if not keys.isdisjoint(words.keys_of(title)))


def _words_in(kind: DocumentKind, text: str) -> int:
    return sum(1 for pattern in kind.patterns if matcher(pattern).search(text))


def product_of(
    doc: SddDoc, catalogue: Catalogue, handoff: Handoff | None = None
) -> tuple[str, str]:
    """Return what *doc* designs, and where that can run at all (`any`, `cloud`, a version)."""
    kind = kind_of(doc, catalogue, handoff).kind
    return kind.product, kind.needs
