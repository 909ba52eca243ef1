"""YAML as a data set is written in: mappings, lists and texts, and nothing that surprises.

* A key stands once in its mapping, and what looks like a number, a date or a yes is an error
  until it is quoted, so that no text is read as something else.
* Anchors and aliases are refused before anything is built: a few lines of them make a gigabyte.
* Everything that is read knows its line.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, cast

import yaml

DEPTH_LIMIT: Final = 16
"""Mappings and lists inside each other; a case needs six."""

_LOADER: Final = cast("type[yaml.SafeLoader]", getattr(yaml, "CSafeLoader", yaml.SafeLoader))
_TAG: Final = "tag:yaml.org,2002:"

Plain = str | list["Plain"] | dict[str, "Plain"]
"""What a data set is made of."""
Location = tuple[int | str, ...]


@dataclass(frozen=True, slots=True, order=True)
class Oddity:
    """One thing that is wrong with a text, and its cure in the imperative."""

    line: int
    fact: str
    hint: str


@dataclass(slots=True)
class Document:
    """A text as it was read; what is odd has no place in the value."""

    value: Plain = ""
    lines: dict[Location, int] = field(default_factory=dict)
    oddities: list[Oddity] = field(default_factory=list)

    def line_of(self, location: Location) -> int:
        """Return the line of the nearest thing at or around *location*."""
        for length in range(len(location), 0, -1):
            if location[:length] in self.lines:
                return self.lines[location[:length]]
        return 1


def read_yaml(text: str) -> Document:
    """Read one YAML document; total: a text that is none has its oddities and no value."""
    document = Document()
    try:
        document.oddities.extend(_bombs(text))
        node = None if document.oddities else yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        document.oddities.append(_malformed(error))
        return document
    if node is not None:
        document.value = _value(node, (), document)
    elif not document.oddities:
        document.oddities.append(Oddity(1, "it is empty", "write a suite with its cases"))
    return document


def _bombs(text: str) -> Iterator[Oddity]:
    """Yield the first thing that would cost more than its length: no node is built for this."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        line = _line(event.start_mark)
        anchor: str | None = getattr(event, "anchor", None)
        if anchor is not None:
            yield Oddity(line, f"`{anchor}` is an anchor or an alias", "write the text out")
            return
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > DEPTH_LIMIT:
            yield Oddity(line, f"it is nested more than {DEPTH_LIMIT} deep", "write it flat")
            return


def _line(mark: object) -> int:
    """Return the line of a mark; what has none is told of the first."""
    line = getattr(mark, "line", 0)
    return line + 1 if isinstance(line, int) else 1


def _malformed(error: yaml.YAMLError) -> Oddity:
    match error:
        case yaml.MarkedYAMLError(problem=problem, problem_mark=mark) if mark is not None:
            return Oddity(_line(mark), f"it is no YAML: {problem}", "mend the line")
        case _:
            told = " ".join(str(error).split())
            return Oddity(1, f"it is no YAML: {told}", "mend the file")


def _value(node: yaml.Node, location: Location, document: Document) -> Plain:
    document.lines.setdefault(location, _line(node.start_mark))
    match node:
        case yaml.MappingNode(tag=tag) if tag == f"{_TAG}map":
            return _mapping(node, location, document)
        case yaml.SequenceNode(tag=tag, value=nodes) if tag == f"{_TAG}seq":
            return [_value(each, (*location, index), document) for index, each in enumerate(nodes)]
        case yaml.ScalarNode(tag=tag, value=text) if tag == f"{_TAG}str":
            return str(text)
    document.oddities.append(_no_text(node))
    return ""


def _mapping(node: yaml.MappingNode, location: Location, document: Document) -> Plain:
    found: dict[str, Plain] = {}
    for key, value in node.value:
        if not (isinstance(key, yaml.ScalarNode) and key.tag == f"{_TAG}str"):
            document.oddities.append(_no_text(key))
            continue
        name = str(key.value)
        line = _line(key.start_mark)
        if name in found:
            document.oddities.append(Oddity(line, f"`{name}` is here twice", "keep one of them"))
            continue
        document.lines[*location, name] = line
        found[name] = _value(value, (*location, name), document)
    return found


def _no_text(node: yaml.Node) -> Oddity:
    line, kind = _line(node.start_mark), node.tag.removeprefix(_TAG)
    if kind == "null":
        return Oddity(line, "nothing is written here", "give it a value, or leave it out")
    if isinstance(node, yaml.ScalarNode):
        return Oddity(line, f"`{node.value}` is read as {kind}", "put it in quotes")
    return Oddity(line, f"`{kind}` is no mapping, list or text", "write it as one of these")
