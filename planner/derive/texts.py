"""The words of a row: templates of the catalogue filled with what the document says.

* A line of a prompt or a step with a slot that the document leaves empty is left out.
* A long value is cut, and one that leaves something open is not quoted at all, since a step has
  to be concrete.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from planner.derive.words import one_word, slug, snake
from planner.model.catalogue_parts import slots_of
from planner.model.pattern import pattern

_OPEN: Final = pattern(
    r"\b(?:tb[dca]|to ?do|fixme|etc|as (?:needed|necessary|required|appropriate|applicable)"
    r"|similar to|same as|to be (?:determined|decided|defined|confirmed|specified|clarified)"
    r"|this plan)\b|<[^<>]*>|###|\.{3}|…|\?\?|\{\{|待定|未定",
    2,
)
_LONGEST_QUOTE: Final = 120
_LONGEST_TITLE: Final = 100
_LONGEST_SAID: Final = 2_000
"""Of a cell that is quoted in part, what is looked at."""

_slots = lru_cache(4096)(slots_of)


def quoted(value: str, *, longest: int = _LONGEST_QUOTE) -> str:
    """Return *value* as it may stand in quotes or in a code span; empty when it may not."""
    said = value[:_LONGEST_SAID].replace("`", "").replace('"', "'")
    text = " ".join(said.split()).strip(" .;,")
    if not text or _OPEN.search(text):
        return ""
    if len(text) > longest:
        text = text[:longest].rpartition(" ")[0] or text[:longest]
    return text.strip(" .;,:")


def name_slots(name: str) -> dict[str, str]:
    """Return the spellings of a name."""
    return {
        "name": name,
        "path": name.replace("\\", "/").removeprefix("./"),
        "slug": slug(name) or name,
        "snake": snake(name) or name,
        "pascal": one_word(name),
        "names": f"`{name}`" if name else "",
    }


def filled(template: str, slots: Mapping[str, str]) -> str | None:
    """Return *template* with its slots filled; None when one of them is empty."""
    names = _slots(template)
    if not all(map(slots.get, names)):
        return None
    return template.format_map(slots) if names else template.format()


def lines_of(templates: Iterable[str], slots: Mapping[str, str]) -> tuple[str, ...]:
    """Return the lines whose slots can be filled."""
    made = [filled(template, slots) for template in templates]
    return tuple([line for line in made if line is not None])


def title_of(template: str, slots: Mapping[str, str], instead: str) -> str:
    """Return what follows the skill in a heading, on one line and not too long."""
    text = " ".join((filled(template, slots) or instead).split())
    return text if len(text) <= _LONGEST_TITLE else f"{text[: _LONGEST_TITLE - 1].rstrip()}…"
