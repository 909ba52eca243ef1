"""What a handoff says: its values, what was filled in, and what cannot be read.

* A missing or empty field takes its default, and says so; a word outside the vocabulary is never
  mapped, case included.
* A value that still holds its template's alternatives was never chosen.
* A field whose name is only near one of ours is named beside the default and never read.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, TypeVar

from planner.codec.handoff_fields import (
    AUTONOMY,
    DELIVERY,
    EXECUTABLE,
    FIELD_NAMES,
    LIST_SECTION,
    ROLE,
    ROOT,
    SCOPE,
    SOLUTION_ID,
    STATUS,
    TASKS_FILE,
    known_name,
)
from planner.codec.sdd import HandoffField, SddDoc
from planner.codec.spans import code_spans, link_targets
from planner.codec.title import title_key
from planner.model.pattern import pattern
from planner.model.sdd import (
    Autonomy,
    Delivery,
    Handoff,
    HandoffStatus,
    Platform,
    ProjectRole,
    Scope,
    version_of,
)
from planner.rules.review_items import review_items
from planner.rules.tasks_path import default_tasks_file, named_tasks_file

Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Defaulted:
    """A field that the author left out, and what stands for it."""

    name: str
    default: str
    near: str = ""
    """A name in the handoff that may be meant for it."""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Outside:
    """A value that is none of a field's."""

    name: str
    value: str
    accepted: str
    line: int
    reason: str = "is none of its values"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoffReading:
    """A handoff as it is meant, beside everything that had to be decided to read it."""

    handoff: Handoff
    line: int | None
    """Where it begins; None without one."""
    defaulted: tuple[Defaulted, ...] = ()
    outside: tuple[Outside, ...] = ()
    unchosen: tuple[HandoffField, ...] = ()
    """Fields that still hold what their template offers."""
    unknown: tuple[HandoffField, ...] = ()
    """Fields that are none of ours."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """Where each field stands, by the name that the templates give it."""


_EMPTY: Final = frozenset({"", "-", "--", "—", "–", "…"})
_NOT_APPLICABLE: Final = _EMPTY | {"n/a", "na", "none", "not applicable"}
_SLOT: Final = pattern(r"<[^<>]*[^\W\d_][^<>]*>|\{\{[^{}]*\}\}")
_LEGAL_SLOT: Final = "<UNRESOLVED>"
_WORDS: Final = pattern(r"[a-z]+(?:-[a-z]+)*")
_NEAR_WORDS: Final = pattern(r"[^\W\d_]+")
_SHARED: Final = frozenset({"solution", "project", "sdd", "model", "id", "file", "planner"})
"""Words that too many names share to say which of them is meant."""
_VERSIONED: Final = Platform.AUTOMATION_SUITE.value
_DELIVERY_WORDS: Final = "`cloud`, `automation-suite <version>`, `standalone` or `unspecified`"
_BY_TEMPLATE: Final = "by title"
_OF_THE_ROOT: Final = "that of the root"


def accepted_words(words: Iterable[str]) -> str:
    """Return *words* as a hint lists them."""
    *most, last = [f"`{word}`" for word in words]
    return f"{', '.join(most)} or {last}" if most else last


@dataclass(slots=True)
class _Reader:
    given: dict[str, HandoffField]
    unknown: tuple[HandoffField, ...]
    defaulted: list[Defaulted] = field(default_factory=list)
    outside: list[Outside] = field(default_factory=list)
    unchosen: list[HandoffField] = field(default_factory=list)

    def value(self, name: str, empty: frozenset[str] = _EMPTY) -> HandoffField | None:
        """Return the field *name* where it says something."""
        found = self.given.get(name)
        if found is None or found.value.casefold() in empty:
            return None
        return found

    def default(self, name: str, default: str) -> None:
        """Note that *default* stands for the field *name*."""
        found = self.given.get(name)
        line = found.line if found is not None else None
        near = "" if found is not None else _near(name, self.unknown)
        self.defaulted.append(Defaulted(name, default, near, line))

    def word(
        self, name: str, words: type[Word], default: Word, empty: frozenset[str] = _EMPTY
    ) -> Word:
        """Return the word of the field *name*, or its default."""
        found = self.value(name, empty)
        if found is None:
            self.default(name, default)
        elif self.is_unchosen(found, {word.value for word in words}):
            self.unchosen.append(found)
        elif found.value in {word.value for word in words}:
            return words(found.value)
        else:
            self.refuse(found, name, accepted_words(word.value for word in words))
        return default

    def refuse(self, found: HandoffField, name: str, accepted: str, reason: str = "") -> None:
        """Note that the field *found* has a value outside its vocabulary."""
        fault = Outside(name, found.value, accepted, found.line)
        self.outside.append(replace(fault, reason=reason) if reason else fault)

    def text(self, name: str) -> str:
        """Return the text of the field *name*; empty where it has none."""
        found = self.value(name, _NOT_APPLICABLE)
        if found is None:
            return ""
        if self.is_unchosen(found):
            self.unchosen.append(found)
            return ""
        return found.value

    def is_unchosen(self, found: HandoffField, words: set[str] | None = None) -> bool:
        """Say whether the field still holds a slot or the alternatives of its template."""
        if _SLOT.search(found.value.replace(_LEGAL_SLOT, "")):
            return True
        if words is None:
            return False
        return len(words.intersection(_WORDS.findall(found.value))) > 1


def read_handoff(doc: SddDoc, name: str) -> HandoffReading:
    """Return the handoff of *doc*, the file *name*, with defaults where a field is missing."""
    given: dict[str, HandoffField] = {}
    unknown: list[HandoffField] = []
    twice: list[Outside] = []
    for each in doc.handoff:
        known = known_name(each.name)
        if known is None:
            unknown.append(each)
        elif known not in given:
            given[known] = each
        elif known in FIELD_NAMES and each.value != given[known].value:
            reason = f"stands beside {given[known].value!r} on line {given[known].line}"
            twice.append(Outside(known, each.value, "one value", each.line, reason))
    reader = _Reader(given, tuple(unknown), outside=twice)
    handoff = _handoff(reader, doc, name)
    first = [each.line for each in doc.handoff[:1]]
    return HandoffReading(
        handoff=handoff,
        line=doc.marker_line or next(iter(first), None),
        defaulted=tuple(sorted(reader.defaulted, key=lambda each: FIELD_NAMES.index(each.name))),
        outside=tuple(sorted(reader.outside, key=lambda each: each.line)),
        unchosen=tuple(reader.unchosen),
        unknown=reader.unknown,
        lines={name: each.line for name, each in given.items()},
    )


def _handoff(reader: _Reader, doc: SddDoc, name: str) -> Handoff:
    status = reader.word(STATUS, HandoffStatus, HandoffStatus.READY)
    autonomy = reader.word(AUTONOMY, Autonomy, Autonomy.INTERACTIVE)
    delivery = _delivery(reader)
    root = _path_text(reader, ROOT)
    solution_id = reader.text(SOLUTION_ID)
    role_given = reader.value(ROLE, _NOT_APPLICABLE) is not None
    is_part = bool(root or solution_id or role_given)
    scope = reader.word(SCOPE, Scope, Scope.SOLUTION if is_part else Scope.SINGLE_PRODUCT)
    role: ProjectRole | None = None
    if scope is Scope.SOLUTION or role_given:
        guess = ProjectRole.CHILD if _names_another(root, name) else ProjectRole.ROOT
        role = reader.word(ROLE, ProjectRole, guess, _NOT_APPLICABLE)
        _rest_of_a_part(reader, role, root, solution_id)
    return Handoff(
        status=status,
        autonomy=autonomy,
        delivery=delivery,
        scope=scope,
        role=role,
        solution_root=root,
        solution_id=solution_id,
        list_section=_list_section(reader),
        tasks_file=_tasks_file(reader, doc, name, role),
    )


def _delivery(reader: _Reader) -> Delivery:
    default = Delivery(Platform.UNSPECIFIED)
    found = reader.value(DELIVERY)
    if found is None:
        reader.default(DELIVERY, str(default))
        return default
    if reader.is_unchosen(found, {word.value for word in Platform}):
        reader.unchosen.append(found)
        return default
    head, _, version = found.value.partition(" ")
    if head == _VERSIONED:
        if version_of(version) is not None:
            return Delivery(Platform.AUTOMATION_SUITE, version.strip())
        reason = "names no version" if not version.strip() else "names no version that can be read"
        reader.refuse(found, DELIVERY, "`automation-suite 2024.10` or `2.2510.2`", reason)
    elif found.value in {word.value for word in Platform}:
        return Delivery(Platform(found.value))
    else:
        reader.refuse(found, DELIVERY, _DELIVERY_WORDS)
    return default


def _rest_of_a_part(reader: _Reader, role: ProjectRole, root: str, solution_id: str) -> None:
    """Read the fields that only the documents of a solution have."""
    if not solution_id and reader.value(SOLUTION_ID, _NOT_APPLICABLE) is None:
        reader.default(SOLUTION_ID, "none")
    if role is not ProjectRole.CHILD:
        return
    if not root and reader.value(ROOT, _NOT_APPLICABLE) is None:
        reader.default(ROOT, "none")
    found = reader.value(EXECUTABLE, _NOT_APPLICABLE)
    if found is None:
        reader.default(EXECUTABLE, "no")
    elif reader.is_unchosen(found, {"yes", "no"}):
        reader.unchosen.append(found)
    elif found.value.casefold() not in {"yes", "no"}:
        reader.refuse(found, EXECUTABLE, accepted_words(("no", "yes")))


def _list_section(reader: _Reader) -> str:
    if reader.value(LIST_SECTION, _NOT_APPLICABLE) is None:
        reader.default(LIST_SECTION, _BY_TEMPLATE)
    return reader.text(LIST_SECTION)


def _path_text(reader: _Reader, name: str) -> str:
    """Return the path that a field names: its link's target, its code span, or its text."""
    text = reader.text(name)
    raw = reader.given[name].raw if text else ""
    return next(iter((*link_targets(raw), *code_spans(raw), text)), "")


def _tasks_file(reader: _Reader, doc: SddDoc, name: str, role: ProjectRole | None) -> str:
    default = default_tasks_file(doc, name)
    found = reader.value(TASKS_FILE)
    path = named_tasks_file(doc, found) if found is not None else ""
    if found is None or not path:
        # A project of a solution is planned into the file of its root.
        reader.default(TASKS_FILE, _OF_THE_ROOT if role is ProjectRole.CHILD else default)
        return default
    if _SLOT.search(path):
        reader.unchosen.append(found)
        return default
    return path


def _names_another(root: str, name: str) -> bool:
    return bool(root) and root.rpartition("/")[2] != name.rpartition("/")[2]


def _near(name: str, unknown: Iterable[HandoffField]) -> str:
    """Return the first unknown name that shares a telling word with the field *name*."""
    telling = set(_NEAR_WORDS.findall(title_key(name))) - _SHARED
    for each in unknown:
        for word in _NEAR_WORDS.findall(title_key(each.name)):
            if any(_alike(word, own) for own in telling):
                return each.name
    return ""


def _alike(word: str, own: str) -> bool:
    """Say whether two words are one, up to an ending or one slip."""
    if word in _SHARED or abs(len(word) - len(own)) > 1 or min(len(word), len(own)) <= 3:  # noqa: PLR2004
        return word == own
    head = next(
        (at for at, (one, two) in enumerate(zip(word, own, strict=False)) if one != two),
        min(len(word), len(own)),
    )
    rest, own_rest = word[head:], own[head:]
    return (
        rest[1:] == own_rest[1:]
        or rest[1:] == own_rest
        or rest == own_rest[1:]
        or (rest[:2] == own_rest[1::-1] and rest[2:] == own_rest[2:])
    )


__all__ = [
    "Defaulted",
    "HandoffReading",
    "Outside",
    "accepted_words",
    "read_handoff",
    "review_items",
]
