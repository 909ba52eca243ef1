"""A controller's prompt as lines: its header, its bodies of evidence, and its constraint blocks.

* A label counts only where the controller writes it: at the beginning of a line of the header, or
  outside the evidence; the same words inside evidence are evidence.
* A label that stands twice, or a mark that could end the evidence in two places, is a fault.
* Nothing is trimmed for the sender: a value is what stands behind the colon and one space.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from planner.codec.activation import ActivationFault
from planner.codec.canonical import Json
from planner.codec.lines import starts_of
from planner.codec.python_literal import NoLiteral, read_literal
from planner.model.constraint import CONSTRAINT
from planner.model.pattern import pattern
from planner.model.scalar import is_token

ROLE_LINE: Final = "Role: planner"
INTAKE_LINE: Final = "Frontdesk intake evidence:"
ACTIVATION_ID: Final = "Activation id"
CONTRACT: Final = "Planner contract"
TASK: Final = "Task"
STATUS: Final = "Status"
REASON: Final = "Reason"
REFS: Final = ("Artifact refs", "Open question refs", "Round evidence refs")
_ONCE: Final = frozenset(
    {"Role", ACTIVATION_ID, CONTRACT, TASK, STATUS, REASON, *REFS}
    | {"Plan", "Source frontdesk job", "Task packet root"}
)
"""Labels of the header; each may stand once."""
_LABEL: Final = pattern(r"(?P<name>[A-Z][A-Za-z0-9 _-]{0,40}):(?: (?P<value>.*))?\Z")
_NOTHING: Final = "None"
"""How the controller prints what it does not have."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt's text and its lines without their ends."""

    text: str = field(repr=False)
    lines: tuple[str, ...] = field(repr=False)

    @classmethod
    def of(cls, text: str) -> "Prompt":
        """Cut *text*, which has no byte order mark, at LF and CRLF."""
        return cls(text, tuple(line.removesuffix("\r") for line in text.split("\n")))

    @property
    def first(self) -> int:
        """The index of the first line that is not blank."""
        return next((at for at, line in enumerate(self.lines) if line.strip()), len(self.lines))

    def between(self, begin: int, end: int) -> str:
        """Return the text of the lines from *begin* to before *end* as it was written."""
        starts = starts_of(self.text)
        stop = starts[end] if end < len(starts) else len(self.text)
        return self.text[starts[begin] : stop] if begin < len(starts) else ""

    def places(self, line: str, begin: int = 0, end: int | None = None) -> list[int]:
        """Return the indices of the lines that are *line*, blanks around it aside."""
        stop = len(self.lines) if end is None else end
        return [at for at in range(begin, stop) if self.lines[at].strip() == line]


@dataclass(frozen=True, slots=True)
class Header:
    """The labelled lines that a prompt begins with."""

    values: Mapping[str, str]
    faults: tuple[ActivationFault, ...]

    def value(self, name: str) -> str | None:
        """Return what stands behind a label; None where it is missing or said to be nothing."""
        value = self.values.get(name, "")
        return None if value in ("", _NOTHING) else value

    def token(self, name: str, pointer: str, faults: list[ActivationFault]) -> str:
        """Return a value that has to be a token; else add why to *faults*."""
        value = self.value(name)
        if value is None:
            faults.append(ActivationFault(f"the prompt has no `{name}:`", pointer))
        elif not is_token(value):
            faults.append(ActivationFault(f"`{name}:` is followed by no token", pointer))
        return value or ""


def header_of(prompt: Prompt) -> Header:
    """Return the header of *prompt*: it ends at the first line that labels no value."""
    values: dict[str, str] = {}
    faults = []
    for line in prompt.lines[prompt.first :]:
        if not line.strip():
            continue
        found = _LABEL.match(line)
        name, value = (found["name"], found["value"]) if found is not None else ("", None)
        if name not in _ONCE and not value:
            break
        if name in values and name in _ONCE:
            faults.append(ActivationFault(f"`{name}:` stands twice in the prompt"))
        values.setdefault(name, value or "")
    return Header(values, tuple(faults))


_OPENS: Final = "<original-user-request>"
_CLOSES: Final = "</original-user-request>"


def original_request(
    prompt: Prompt, end: int, faults: list[ActivationFault]
) -> tuple[int, int] | None:
    """Return the lines of the block that holds the user's own words, its marks included.

    Words that look like the closing mark end nothing: the last one before *end* does.

    Args:
        prompt: The prompt.
        end: The line behind which there is no such block.
        faults: Where it is added why a block is ambiguous.
    """
    opening, closing = prompt.places(_OPENS), prompt.places(_CLOSES, 0, end)
    if len(opening) > 1:
        faults.append(ActivationFault(f"`{_OPENS}` stands {len(opening)} times", "/intake"))
    if not opening or opening[0] >= end:
        if closing:
            faults.append(ActivationFault(f"`{_CLOSES}` closes nothing", "/intake"))
        return None
    if not closing or closing[-1] < opening[0]:
        faults.append(ActivationFault(f"`{_OPENS}` is never closed", "/intake"))
        return opening[0], end
    if closing[0] < opening[0]:
        faults.append(ActivationFault(f"`{_CLOSES}` closes nothing", "/intake"))
    return opening[0], closing[-1] + 1


_IDS_HEADING: Final = pattern(
    r"[#*_\- ]*Exact task_id contract for this intake\b[*_]*:?[*_]*[ ]*(?P<rest>.*)\Z",
    re.IGNORECASE,
)
_ITEM: Final = pattern(r"[ \t]*(?:[-*+]|[0-9]{1,3}[.)])[ \t]+(?P<item>.*)\Z")
_ID: Final = pattern(
    r"(?P<tick>`)?(?P<id>[A-Za-z0-9][A-Za-z0-9_-]{0,79})(?(tick)`(?::.*)?)[.,;]?[ ]*\Z"
)


def is_ids_heading(line: str) -> bool:
    """Say whether *line* heads the list of exact task ids."""
    return _IDS_HEADING.match(line) is not None


def is_listed(line: str) -> bool:
    """Say whether *line* may belong to the list of exact task ids."""
    return not line.strip() or bool(_ITEM.match(line)) or is_token(line.strip())


def exact_ids(lines: Sequence[str], faults: list[ActivationFault]) -> tuple[str, ...]:
    """Return the exact task ids that the controller lists among *lines*, which are no evidence."""
    headings = [at for at, line in enumerate(lines) if is_ids_heading(line)]
    if not headings:
        return ()
    if len(headings) > 1:
        faults.append(ActivationFault("the exact task ids are listed twice", "/expected_task_ids"))
    heading = _IDS_HEADING.match(lines[headings[0]])
    inline = heading["rest"].split(",") if heading is not None else []
    listed = takewhile(is_listed, lines[headings[0] + 1 :])
    found = (_ID.match(item.strip()) for item in [*inline, *map(_unmarked, listed)])
    ids = tuple(dict.fromkeys(item["id"] for item in found if item is not None))
    if not ids:
        faults.append(
            ActivationFault("no exact task id can be read under its heading", "/expected_task_ids")
        )
    return ids


def _unmarked(line: str) -> str:
    found = _ITEM.match(line)
    return found["item"] if found is not None else line


BLOCK_LINE: Final = "Terminal status constraint:"
CLAIM: Final = "- Controller-verified constraint: "
_BLOCK: Final = pattern(
    r"[\s>#*_`-]*terminal[ _-]status[ _-]constraint[\s*_`]{0,9}:?[\s*_`]{0,9}(?:[{\[].*)?\Z",
    re.IGNORECASE,
)
_CLAIM: Final = pattern(r"[\s>*_`-]*controller[ _-]verified[ _-]constraint\b", re.IGNORECASE)
_TRAILER: Final = pattern(r"CCB_REPLY_MODE:")
_SHOWN: Final = 120
"""Characters of an unreadable constraint that stand in its place."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """What a prompt holds of constraints outside its evidence."""

    found: int
    """How many there are, well written or not."""
    value: Json = None
    faults: tuple[ActivationFault, ...] = ()

    @property
    def members(self) -> dict[str, Json]:
        """The activation's member; absent without a constraint."""
        return {CONSTRAINT: self.value} if self.found else {}


def constraint_in(lines: Sequence[str]) -> Constraint:
    """Return the constraint among *lines*, which are no evidence.

    Only a block that ends the prompt is one; whatever else looks like one is counted, so that
    it refuses.
    """
    blocks = [at for at, line in enumerate(lines) if _BLOCK.match(line)]
    claims = [at for at, line in enumerate(lines) if _CLAIM.match(line)]
    found = max(len(blocks), len(claims))
    if not found:
        return Constraint(0)
    fault = _misplaced(lines, blocks, claims)
    claim = lines[claims[-1]] if claims else ""
    written = claim.removeprefix(CLAIM) if claim.startswith(CLAIM) else claim
    try:
        value = read_literal(written)
    except NoLiteral as error:
        value, fault = written[:_SHOWN], fault or f"the constraint cannot be read: {error}"
    return Constraint(found, value, (_fault(fault),) if fault else ())


def _misplaced(lines: Sequence[str], blocks: list[int], claims: list[int]) -> str:
    """Return why the last block is not written as the controller writes one; empty if it is."""
    if not blocks or not claims or lines[blocks[-1]] != BLOCK_LINE:
        return f"a constraint stands under `{BLOCK_LINE}` and nowhere else"
    following = [at for at in range(blocks[-1] + 1, len(lines)) if lines[at].strip()]
    if following[:1] != claims[-1:] or not lines[claims[-1]].startswith(CLAIM):
        return f"a constraint begins with `{CLAIM.strip()}`"
    after = [lines[at] for at in following[1:]]
    if after and _TRAILER.match(after[-1]):
        after.pop()
    is_last = all(map(_ITEM.match, after))
    return "" if is_last else "text follows the constraint, which ends a prompt"


def _fault(message: str) -> ActivationFault:
    return ActivationFault(message, f"/{CONSTRAINT}")


def outside(lines: Sequence[str], evidence: Iterable[tuple[int, int]]) -> list[str]:
    """Return *lines* with those of every span of evidence emptied."""
    kept = list(lines)
    for begin, end in evidence:
        kept[begin:end] = [""] * (end - begin)
    return kept
