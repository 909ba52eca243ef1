"""What the request itself says, for telling a requirement from a claim of the planner.

* Asked is what stands in the request's statements: hidden text and controller lines are none.
* A statement that would be refused in a reply excuses nothing, so a claim cannot be smuggled in
  by way of the request.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Final

from planner.model.intake import Brief, Form
from planner.model.pattern import pattern
from planner.rules.latest import latest
from planner.rules.literals import literals_of
from planner.rules.utterance import folded

_SPACES: Final = pattern(r"[^\S ]\s*| \s+")
"""What stands in the place of one space."""
_EDGES: Final = " \t\n-+#>.,:;!?'()[]|"
_QUOTES: Final = str.maketrans("", "", '`"“”„«»')


def plain(text: str) -> str:
    """Return folded *text* on one line without quotes, and without the marks at its ends."""
    return _SPACES.sub(" ", text.translate(_QUOTES)).strip(_EDGES)


class Asked:
    """The words of a request, folded when they are first asked for."""

    def __init__(self, brief: Brief) -> None:
        """Keep *brief*; most replies need none of its words."""
        self._brief = brief
        self._talked: dict[tuple[object, ...], bool] = {}

    @cached_property
    def statements(self) -> tuple[str, ...]:
        """Every statement, one with a label after it."""
        return tuple(
            plain(folded(f"{item.heading}: {item.text}" if _is_field(item.form) else item.text))
            for item in self._brief.statements
        )

    @cached_property
    def whole(self) -> frozenset[str]:
        """Every statement and every sentence of one, without labels."""
        return frozenset(
            plain(folded(piece))
            for item in self._brief.statements
            for piece in (item.text, *_PIECES.split(item.text))
        )

    @cached_property
    def rows(self) -> frozenset[str]:
        """The rows of tables, but for those of a key and its value."""
        return frozenset(
            plain(folded(item.text))
            for item in self._brief.statements
            if item.form is Form.ROW and item.text.count(":") >= _FEWEST_CELLS
        )

    @cached_property
    def text(self) -> str:
        """The statements, one a line."""
        return "\n".join(self.statements)

    @cached_property
    def source(self) -> str:
        """The request as it stands."""
        return folded(self._brief.text)

    @cached_property
    def literals(self) -> str:
        """What stands in code spans and in quotes, and every identifier."""
        said = "\n".join(item.text for item in self._brief.statements)
        return "\n".join(
            plain(folded(found.text)) for found in literals_of(said) if found.kind in _SPOKEN
        )

    def says(self, sentence: str) -> bool:
        """Say whether a statement, or a sentence of one, is exactly *sentence*."""
        return plain(sentence) in self.whole

    def has_within(self, words: str, more: int) -> bool:
        """Say whether a statement holds *words* and at least so many *more*."""
        least = len(words.split()) + more
        return any(words in said and len(said.split()) >= least for said in self.statements)

    def talks(self, stems: tuple[str, ...], grants: Callable[[str], bool]) -> bool:
        """Say whether one statement holds all *stems* and is not itself one that *grants*."""
        if (stems, grants) not in self._talked:
            self._talked[stems, grants] = any(
                all(stem in statement for stem in stems) and not grants(statement)
                for statement in self.statements
            )
        return self._talked[stems, grants]


_SPOKEN: Final = frozenset({"code", "quote", "call", "name", "http"})
_FEWEST_CELLS: Final = 3
"""Cells of a table's row; fewer are a key and its value."""
_PIECES: Final = pattern(r"(?<=[.!?;])\s+")


def _is_field(form: Form) -> bool:
    return form is Form.LABELLED


@latest
def asked_of(brief: Brief) -> Asked:
    """Return the words of *brief*."""
    return Asked(brief)
