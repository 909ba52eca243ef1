"""How a cassette looks on disk: YAML for people, with bodies as the JSON that they are.

* A JSON body is stored as a structure, so that prompts are read line by line and a change of one
  sentence is a change of one line; characters outside ASCII stand as themselves.
* A body that is another text is stored as text; one that is no text is not stored at all.
* Requests have no headers here. What is loaded is what vcrpy expects of its own files.
"""

import json
from collections.abc import Iterator
from typing import Any

import yaml

Interaction = dict[str, Any]


class Unreadable(ValueError):
    """A body that no person could read in a cassette."""


class _Dumper(yaml.SafeDumper):
    """Writes a text of several lines as a block."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def serialize(cassette: dict[str, Any]) -> str:
    """Return the file for what vcrpy holds.

    Raises:
        Unreadable: a body is no text.
    """
    document = {
        "version": cassette["version"],
        "interactions": [_written(one) for one in cassette["interactions"]],
    }
    written: str = yaml.dump(
        document, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100
    )
    return written


def deserialize(text: str) -> dict[str, Any]:
    """Return what vcrpy wants to hold for the file *text*."""
    document: dict[str, Any] = yaml.safe_load(text)
    loaded = [_loaded(one) for one in document["interactions"]]
    return {"version": document["version"], "interactions": loaded}


def _written(one: Interaction) -> Interaction:
    request, response = one["request"], one["response"]
    return {
        "request": {
            "method": request["method"],
            "uri": request["uri"],
            "body": _body(request["body"]),
        },
        "response": {
            "status": response["status"]["code"],
            "headers": {name.lower(): values for name, values in response["headers"].items()},
            "body": _body(response["body"]["string"]),
        },
    }


def _loaded(one: Interaction) -> Interaction:
    request, response = one["request"], one["response"]
    return {
        "request": {**request, "body": _flat(request["body"]), "headers": {}},
        "response": {
            "status": {"code": response["status"], "message": ""},
            "headers": response["headers"],
            "body": {"string": _flat(response["body"])},
        },
    }


def _body(found: str | bytes | None) -> dict[str, Any]:
    if isinstance(found, bytes):
        fact = "a body that is no text cannot be read in a cassette, and is not recorded"
        raise Unreadable(fact)
    text = found or ""
    try:
        return {"json": json.loads(text, object_pairs_hook=_distinct)}
    except ValueError:
        return {"text": text}


def _flat(body: dict[str, Any]) -> str:
    if "json" in body:
        return json.dumps(body["json"], ensure_ascii=False)
    text: str = body["text"]
    return text


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        # As a structure it would come back as another text than was sent.
        fact = "a member stands there twice"
        raise ValueError(fact)
    return found


def scalars(value: object) -> Iterator[object]:
    """Yield every name and value of a document."""
    match value:
        case dict():
            for name, held in value.items():
                yield name
                yield from scalars(held)
        case list():
            for held in value:
                yield from scalars(held)
        case _:
            yield value
