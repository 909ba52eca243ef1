"""What a regeneration changes, as a unified difference for a person to read.

* Lines that stand once in both texts tie them together, so that only short stretches between them
  are searched; the cost grows with the length of the texts and not with its square.
* A stretch that is too long to search is shown as taken out and put in.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

_CONTEXT: Final = 3
_SEARCHED: Final = 40_000
"""The most pairs of lines of one stretch that are compared."""

_UNENDED: Final = "\\ No newline at end of file"

Code = tuple[str, int, int, int, int]
"""As in difflib: what happens, and the two half-open stretches of lines."""


def unified(old: str, new: str, name: str) -> str:
    """Return the difference between two texts of the file *name*; empty when they are equal."""
    if old == new:
        return ""
    before, after = _lines(old), _lines(new)
    lines = [f"--- a/{name}", f"+++ b/{name}"]
    for group in _groups(_joined(_codes(before, after))):
        first, last = group[0], group[-1]
        lines.append(f"@@ -{_span(first[1], last[2])} +{_span(first[3], last[4])} @@")
        for what, begin, end, begin_new, end_new in group:
            if what == "equal":
                lines += [f" {line}" for line in before[begin:end]]
                continue
            lines += [f"-{line}" for line in before[begin:end]]
            lines += [f"+{line}" for line in after[begin_new:end_new]]
    return "".join(f"{line}\n" for line in lines)


def _lines(text: str) -> list[str]:
    """Return the lines; of a text that does not end one, the last says so as `diff` does."""
    *whole, last = text.split("\n")
    return [*whole, f"{last}\n{_UNENDED}"] if last else whole


def _groups(codes: Sequence[Code]) -> Iterator[list[Code]]:
    """Yield the changes that lie close together, with the lines around them."""
    group: list[Code] = []
    for at, (what, begin, end, begin_new, end_new) in enumerate(codes):
        if what != "equal":
            group.append((what, begin, end, begin_new, end_new))
            continue
        is_long = end - begin > 2 * _CONTEXT
        if group and (is_long or at == len(codes) - 1):
            tail = min(_CONTEXT, end - begin)
            yield [*group, (what, begin, begin + tail, begin_new, begin_new + tail)]
            group = []
        if at == len(codes) - 1:
            return
        lead = min(_CONTEXT, end - begin) if not group else end - begin
        group.append((what, end - lead, end, end_new - lead, end_new))
    if group:
        yield group


def _span(begin: int, end: int) -> str:
    length = end - begin
    return f"{begin + 1 if length else begin},{length}"


def _codes(before: Sequence[str], after: Sequence[str]) -> Iterator[Code]:
    """Yield what happens stretch by stretch, between lines that tie the texts together."""
    at, at_new = 0, 0
    for tie, tie_new in (*_ties(before, after), (len(before), len(after))):
        yield from _stretch(before, after, (at, tie), (at_new, tie_new))
        if tie < len(before):
            yield "equal", tie, tie + 1, tie_new, tie_new + 1
        at, at_new = tie + 1, tie_new + 1


def _ties(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """Return the longest rising chain of lines that stand once in both texts."""
    once, once_new = Counter(before), Counter(after)
    places = {line: at for at, line in enumerate(before) if once[line] == 1}
    pairs = [
        (places[line], at)
        for at, line in enumerate(after)
        if once_new[line] == 1 and line in places
    ]
    ends: list[int] = []
    chains: list[int] = []
    came_from: list[int] = []
    for index, (place, _) in enumerate(pairs):
        length = bisect_left(ends, place)
        came_from.append(chains[length - 1] if length else -1)
        ends[length : length + 1] = [place]
        chains[length : length + 1] = [index]
    kept = []
    index = chains[-1] if chains else -1
    while index >= 0:
        kept.append(pairs[index])
        index = came_from[index]
    return kept[::-1]


def _stretch(
    before: Sequence[str], after: Sequence[str], old: tuple[int, int], new: tuple[int, int]
) -> Iterator[Code]:
    (begin, end), (begin_new, end_new) = old, new
    while begin < end and begin_new < end_new and before[begin] == after[begin_new]:
        yield "equal", begin, begin + 1, begin_new, begin_new + 1
        begin, begin_new = begin + 1, begin_new + 1
    if begin == end and begin_new == end_new:
        return
    if (end - begin) * (end_new - begin_new) > _SEARCHED:
        yield "replace", begin, end, begin_new, end_new
        return
    found = SequenceMatcher(None, before[begin:end], after[begin_new:end_new], autojunk=False)
    for what, first, last, first_new, last_new in found.get_opcodes():
        yield what, begin + first, begin + last, begin_new + first_new, begin_new + last_new


def _joined(codes: Iterator[Code]) -> list[tuple[str, int, int, int, int]]:
    """Return *codes* with neighbours of one kind as one."""
    joined: list[Code] = []
    for code in codes:
        what, begin, end, begin_new, end_new = code
        if joined and (joined[-1][0] == "equal") == (what == "equal"):
            kind, first, _, first_new, _ = joined[-1]
            joined[-1] = (kind if kind == what else "replace", first, end, first_new, end_new)
        else:
            joined.append((what, begin, end, begin_new, end_new))
    return joined
