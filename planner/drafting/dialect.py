"""What a JSON schema has to look like on the wire, by the kind of server that reads it.

* `strict` is for services that hold an answer to its schema themselves: closed objects, every
  member required, no lengths. `bounded` is for servers that decode by a grammar: every list and
  every text has an end.
* What a dialect cannot say without losing data (a map with free names, a tuple, a value of any
  type) is a fault and never dropped. Bounds that a dialect cannot say are dropped: an answer is
  checked again by whoever asked.
* Both return a copy, and the members of an object keep their order: what is decided last stands
  last.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from planner.codec.canonical import Json
from planner.codec.strict_json import pointer_part
from planner.model.pattern import pattern
from planner.model.words import words

LEVELS: Final = 5
"""Objects and lists inside one another, the root included (strict)."""
ENUM_LIMIT: Final = 1000
"""Words of all vocabularies of a schema together (strict)."""
ITEMS: Final = 32
"""Entries of a list that says no bound itself (bounded)."""
LENGTH: Final = 500
"""Code points of a text that says no bound itself (bounded)."""

_ANNOTATIONS: Final = words(
    "title description default examples format deprecated readOnly writeOnly discriminator"
    " $schema $id $comment $anchor"
)
"""Keywords that say nothing about which values are right, or nothing that a server holds."""
_BOUNDS: Final = words(
    "minLength maxLength minItems maxItems uniqueItems minimum maximum exclusiveMinimum"
    " exclusiveMaximum multipleOf minProperties maxProperties"
)
_SHAPE: Final = words(
    "type properties required additionalProperties items enum const anyOf oneOf allOf pattern"
    " $ref $defs definitions"
)
_STRICT: Final = words(
    "type properties required additionalProperties items enum anyOf pattern description $ref $defs"
)
_BOUNDED: Final = words(
    "type properties required additionalProperties items enum anyOf pattern description"
    " minItems maxItems minLength maxLength minimum maximum"
)
_TYPE_OF: Final = {str: "string", bool: "boolean", int: "integer", float: "number"}
_TYPES: Final = frozenset({*_TYPE_OF.values(), "null", "object", "array"})
_LOOKS_AROUND: Final = pattern(r"\(\?(?:[=!]|<[=!])")
_ENDLESS: Final = pattern(r"(?<!\\)(?:[*+]|\{\d*,\})")


class WireFault(ValueError):
    """A schema says what a wire dialect cannot say: where and what."""


Node = Mapping[str, Json]


def strict(schema: Node) -> dict[str, Json]:
    """Return *schema* in the dialect of services that hold an answer to its schema.

    Raises:
        WireFault: it would lose data, nests too deep, or is no schema of an object.
    """
    return _sound(_Writer(schema, is_bounded=False).root(), strict_faults)


def bounded(schema: Node, *, items: int = ITEMS, length: int = LENGTH) -> dict[str, Json]:
    """Return *schema* in the dialect of servers that decode by a grammar.

    Args:
        schema: The schema.
        items: The bound of a list that has none.
        length: The bound of a text that has none.

    Raises:
        WireFault: it would lose data, refers to itself, or is no schema of an object.
    """
    writer = _Writer(schema, is_bounded=True, items=items, length=length)
    return _sound(writer.root(), bounded_faults)


@dataclass(slots=True)
class _Writer:
    """Rewrites one schema."""

    schema: Node
    is_bounded: bool
    items: int = ITEMS
    length: int = LENGTH
    open: list[str] = field(default_factory=list)
    """References that are being followed."""
    kept: dict[str, Json] = field(default_factory=dict)
    """Definitions that refer to themselves, rewritten."""

    def root(self) -> dict[str, Json]:
        written = self.node(self.schema, "")
        return {**written, "$defs": self.kept} if self.kept else written

    def node(self, node: Json, at: str) -> dict[str, Json]:
        """Return one schema rewritten; its description stays."""
        if not isinstance(node, Mapping):
            raise _fault(at, f"{node!r} lets everything or nothing through")
        if unknown := node.keys() - _ANNOTATIONS - _BOUNDS - _SHAPE:
            raise _fault(at, f"`{min(unknown)}` cannot be said")
        written = self.meaning(node, at)
        said = node.get("description")
        return {"description": said, **written} if isinstance(said, str) else written

    def meaning(self, node: Node, at: str) -> dict[str, Json]:
        asked = [name for name in ("$ref", "anyOf", "oneOf", "allOf") if name in node]
        if not asked:
            return self.value(node, at)
        if beside := node.keys() & (_SHAPE | _BOUNDS) - {asked[0], "$defs", "definitions"}:
            raise _fault(at, f"`{asked[0]}` stands beside `{min(beside)}`")
        said = node[asked[0]]
        if asked[0] == "$ref":
            return self.reference(said, at)
        if not isinstance(said, Sequence) or isinstance(said, str) or not said:
            raise _fault(at, f"`{asked[0]}` is no list of schemas")
        if asked[0] == "allOf":
            if len(said) > 1:
                raise _fault(at, "`allOf` joins several schemas")
            return self.node(said[0], f"{at}/allOf/0")
        return {"anyOf": [self.node(each, f"{at}/{asked[0]}/{i}") for i, each in enumerate(said)]}

    def reference(self, name: Json, at: str) -> dict[str, Json]:
        """Return what a reference stands for; one that leads back to itself stays a reference."""
        target = _resolved(self.schema, name)
        if not isinstance(name, str) or target is None:
            raise _fault(at, f"`$ref` {name!r} leads nowhere")
        if not _refers_to_itself(self.schema, name):
            return self.node(target, at)
        if self.is_bounded:
            raise _fault(at, f"{name} refers to itself, so that an answer has no end")
        if name == "#":
            return {"$ref": "#"}
        key = name.rpartition("/")[2]
        if name not in self.open and key not in self.kept:
            self.open.append(name)
            self.kept[key] = self.node(target, name.removeprefix("#"))
        return {"$ref": f"#/$defs/{key}"}

    def value(self, node: Node, at: str) -> dict[str, Json]:
        types = _types(node, at)
        if (allowed := _enum(node)) is not None:
            if not allowed:
                raise _fault(at, "a vocabulary without a word")
            return {"type": _type_words(types), "enum": list(allowed)}
        written: dict[str, Json] = {"type": _type_words(types)}
        if "object" in types:
            written |= self.members(node, at)
        if "array" in types:
            written |= self.entries(node, at)
        if "string" in types:
            written |= self.text(node)
        if self.is_bounded:
            written |= {name: node[name] for name in ("minimum", "maximum") if name in node}
        return written

    def members(self, node: Node, at: str) -> dict[str, Json]:
        if node.get("additionalProperties", False) is not False:
            raise _fault(at, "a map with free names: write a list of objects with name and value")
        properties = node.get("properties")
        if not isinstance(properties, Mapping):
            raise _fault(at, "an object without named members")
        required = node.get("required", ())
        if strange := set(required if isinstance(required, Sequence) else ()) - properties.keys():
            raise _fault(at, f"requires {sorted(map(str, strange))}, which it does not have")
        return {
            "properties": {
                name: self.node(each, f"{at}/properties/{pointer_part(name)}")
                for name, each in properties.items()
            },
            "required": list(properties),
            "additionalProperties": False,
        }

    def entries(self, node: Node, at: str) -> dict[str, Json]:
        if not isinstance(node.get("items"), Mapping):
            raise _fault(at, "a list that does not say what its entries are")
        written: dict[str, Json] = {"items": self.node(node["items"], f"{at}/items")}
        if self.is_bounded:
            most = _number(node, "maxItems", self.items)
            least = _number(node, "minItems", 0)
            if least > most:
                raise _fault(at, f"at least {least} and at most {most} entries")
            written |= {"minItems": least} if least else {}
            written |= {"maxItems": most}
        return written

    def text(self, node: Node) -> dict[str, Json]:
        form = node.get("pattern")
        is_kept = isinstance(form, str) and not _LOOKS_AROUND.search(form)
        if not self.is_bounded:
            return {"pattern": form} if is_kept else {}
        least = _number(node, "minLength", 0)
        written: dict[str, Json] = {"minLength": least} if least else {}
        if is_kept and not _pattern_fault(str(form)):
            written["pattern"] = form
        written["maxLength"] = max(_number(node, "maxLength", self.length), least)
        return written


def _fault(at: str, what: str) -> WireFault:
    return WireFault(f"{at or '/'}: {what}")


def _number(node: Node, name: str, otherwise: int) -> int:
    found = node.get(name)
    return found if isinstance(found, int) and not isinstance(found, bool) else otherwise


def _resolved(schema: Node, name: Json) -> Json:
    """Return what a reference inside *schema* points to; None where it leads nowhere."""
    if not isinstance(name, str) or not name.startswith("#"):
        return None
    found: Json = schema
    for part in name.removeprefix("#").split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if not isinstance(found, Mapping) or key not in found:
            return None
        found = found[key]
    return found


def _refers_to_itself(schema: Node, name: str) -> bool:
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        for found in _references(_resolved(schema, waiting.pop())):
            if found == name:
                return True
            if found not in seen:
                seen.add(found)
                waiting.append(found)
    return False


def _references(node: Json) -> Iterator[str]:
    """Yield the references of a schema, definitions aside."""
    if isinstance(node, Mapping):
        if isinstance(name := node.get("$ref"), str):
            yield name
        for key in ("items", "additionalProperties", "anyOf", "oneOf", "allOf"):
            yield from _references(node.get(key))
        members = node.get("properties")
        for each in members.values() if isinstance(members, Mapping) else ():
            yield from _references(each)
    elif isinstance(node, list | tuple):
        for each in node:
            yield from _references(each)


def _enum(node: Node) -> Sequence[Json] | None:
    if "const" in node:
        return (node["const"],)
    allowed = node.get("enum")
    return allowed if isinstance(allowed, list | tuple) else None


def _types(node: Node, at: str) -> tuple[str, ...]:
    """Return the types of a value, as it says them or as its other keywords imply."""
    said = node.get("type")
    types = (said,) if isinstance(said, str) else said
    if types is None:
        types = tuple(_implied(node))
    if not isinstance(types, list | tuple) or not types:
        raise _fault(at, "a value of any type")
    if strange := [each for each in types if each not in _TYPES]:
        raise _fault(at, f"{strange[0]!r} is no type")
    return tuple(str(each) for each in types)


def _implied(node: Node) -> Iterator[str]:
    allowed = _enum(node)
    if allowed is not None:
        yield from dict.fromkeys(
            "null" if word is None else _TYPE_OF.get(type(word), "") for word in allowed
        )
    elif "properties" in node:
        yield "object"
    elif "items" in node:
        yield "array"


def _type_words(types: tuple[str, ...]) -> Json:
    return types[0] if len(types) == 1 else list(types)


def strict_faults(schema: Node) -> tuple[str, ...]:
    """Return what in *schema* is not of the strict dialect, place by place; empty where it is."""
    found = list(_root_faults(schema))
    said = 0
    for at, node, level in _nodes(schema, "", 1):
        found.extend(f"{at or '/'}: {what}" for what in _node_faults(node, _STRICT))
        said += len(_enum(node) or ())
        if level > LEVELS:
            found.append(f"{at}: nested in {level} levels, the limit is {LEVELS}")
        if "$ref" in node and not isinstance(_resolved(schema, node["$ref"]), Mapping):
            found.append(f"{at}: `$ref` leads nowhere")
        if _LOOKS_AROUND.search(str(node.get("pattern", ""))):
            found.append(f"{at}: a pattern that looks around")
    if said > ENUM_LIMIT:
        found.append(f"/: {said} words in vocabularies, the limit is {ENUM_LIMIT}")
    return tuple(found)


def bounded_faults(schema: Node) -> tuple[str, ...]:
    """Return what in *schema* is not of the bounded dialect, place by place; empty where it is."""
    found = list(_root_faults(schema))
    for at, node, _ in _nodes(schema, "", 1):
        faults = [*_node_faults(node, _BOUNDED), *_endless(node)]
        found.extend(f"{at or '/'}: {what}" for what in faults)
    return tuple(found)


def _sound(written: dict[str, Json], lint: Callable[[Node], tuple[str, ...]]) -> dict[str, Json]:
    if faults := lint(written):
        raise WireFault("; ".join(faults))
    return written


def _root_faults(schema: Node) -> Iterator[str]:
    if schema.get("type") != "object":
        yield "/: the root is no object"


def _node_faults(node: Node, known: frozenset[str]) -> Iterator[str]:
    yield from (f"`{name}` is no keyword here" for name in sorted(node.keys() - known))
    if "$ref" in node or "anyOf" in node:
        return
    try:
        types = _types(node, "") if "type" in node else ()
    except WireFault as error:
        yield str(error)
        return
    if not types:
        yield "a value without a type"
    if "enum" in node and not _enum(node):
        yield "a vocabulary without a word"
    if "object" in types:
        yield from _object_faults(node)
    if "array" in types and not isinstance(node.get("items"), Mapping):
        yield "a list that does not say what its entries are"


def _object_faults(node: Node) -> Iterator[str]:
    properties = node.get("properties")
    if node.get("additionalProperties") is not False:
        yield "an object that is not closed"
    if not isinstance(properties, Mapping):
        yield "an object without named members"
    elif node.get("required") != list(properties):
        yield "not every member is required, in its order"


def _endless(node: Node) -> Iterator[str]:
    types = node.get("type")
    kinds = types if isinstance(types, list) else [types]
    if "array" in kinds and _number(node, "maxItems", -1) < 0:
        yield "a list without an end"
    if "string" in kinds and "enum" not in node:
        if _number(node, "maxLength", -1) < 0:
            yield "a text without an end"
        if "pattern" in node and (fault := _pattern_fault(str(node["pattern"]))):
            yield fault


def _pattern_fault(form: str) -> str | None:
    """Return why a grammar that follows a pattern and no length would have no end."""
    if not (form.startswith("^") and form.endswith("$")):
        return "a pattern that is not tied to both ends"
    return "a pattern without an end" if _ENDLESS.search(form) else None


def _nodes(node: Json, at: str, level: int) -> Iterator[tuple[str, Node, int]]:
    """Yield every schema inside *node* with its place, and the objects and lists around it."""
    if not isinstance(node, Mapping):
        return
    yield at, node, level
    for key, below in (("properties", 1), ("$defs", 0)):
        held = node.get(key)
        for name, each in held.items() if isinstance(held, Mapping) else ():
            deeper = level + (below if _is_container(each) else 0)
            yield from _nodes(each, f"{at}/{key}/{pointer_part(name)}", deeper)
    entry = node.get("items")
    yield from _nodes(entry, f"{at}/items", level + (1 if _is_container(entry) else 0))
    choices = node.get("anyOf")
    for number, each in enumerate(choices if isinstance(choices, list) else ()):
        yield from _nodes(each, f"{at}/anyOf/{number}", level + (1 if _is_container(each) else 0))


def _is_container(node: Json) -> bool:
    return isinstance(node, Mapping) and bool({"properties", "items"} & node.keys())
