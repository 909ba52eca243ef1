"""An accepted stop, every leaf of it, and every wrong value that a leaf may have."""

import copy
import json
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from planner.app.check_reply import check
from planner.codec.canonical import digest
from planner.diagnostics.report import codes, errors

VECTORS: Final = Path(__file__).parent.parent / "vectors" / "authority.jsonl"
CONSTRAINT: Final = "terminal_status_constraint"

Place = tuple[str | int, ...]
Inputs = dict[str, Any]
"""`activation`, `state`, `readiness`, `intake`, and the reply with its readiness cut out."""


@cache
def _stop() -> str:
    for line in VECTORS.read_text(encoding="utf-8").splitlines():
        vector = json.loads(line)
        if vector["id"] == "stop-good-state":
            before, rest = vector["reply"].split("**readiness.json**\n```json\n")
            body, after = rest.split("\n```", 1)
            inputs = {name: vector[name] for name in ("activation", "state", "intake")}
            inputs |= {"readiness": json.loads(body), "before": before, "after": after}
            return json.dumps(inputs)
    message = "there is no accepted stop with a current state among the vectors"
    raise AssertionError(message)


def stop() -> Inputs:
    """Return a fresh copy of an accepted stop with everything that it rests on."""
    copied: Inputs = json.loads(_stop())
    return copied


def reply_of(inputs: Inputs) -> str:
    """Return the reply."""
    body = json.dumps(inputs["readiness"], ensure_ascii=False)
    label = "**readiness.json**\n```json\n"
    return f"{inputs['before']}{label}{body}\n```{inputs['after']}"


def refusals(inputs: Inputs) -> tuple[str, ...]:
    """Return the codes that refuse *inputs*; empty when they are accepted."""
    checked = check(
        reply_of(inputs).encode("utf-8", "surrogatepass"),
        intake=inputs["intake"].encode(),
        activation=json.dumps(inputs["activation"]).encode(),
        state=json.dumps(inputs["state"]).encode(),
    )
    found = codes(errors(checked.diagnostics))
    assert (checked.verdict.decision == "accepted") == (not found)
    return found


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    """Yield the place of everything below *value*, objects and lists included."""
    pairs: Any = ()
    if isinstance(value, dict):
        pairs = value.items()
    elif isinstance(value, list):
        pairs = enumerate(value)
    for key, inner in pairs:
        yield (*at, key)
        yield from places(inner, (*at, key))


def at(value: Any, place: Place) -> Any:
    """Return what stands at *place*."""
    for key in place:
        value = value[key]
    return value


def replaced(inputs: Inputs, place: Place, value: Any) -> Inputs:
    """Return a copy with *value* at *place*."""
    changed = copy.deepcopy(inputs)
    at(changed, place[:-1])[place[-1]] = value
    return changed


def without(inputs: Inputs, place: Place) -> Inputs:
    """Return a copy without what stands at *place*."""
    changed = copy.deepcopy(inputs)
    del at(changed, place[:-1])[place[-1]]
    return changed


_WIDE: Final = str.maketrans("0123456789", "".join(chr(0xFF10 + n) for n in range(10)))
_TYPES: tuple[Any, ...] = (True, False, 1.0, 0, 1, "4", "", "x", None, [], {}, [None], {"x": 1})


def wrong(value: Any) -> Iterator[Any]:
    """Yield values that are not *value*, in all types, each once."""
    seen = {_exact(value)}
    for other in (*_like(value), *_TYPES):
        if _exact(other) not in seen:
            seen.add(_exact(other))
            yield other


def _exact(value: Any) -> str:
    return json.dumps(value)


def _like(value: Any) -> tuple[Any, ...]:
    match value:
        case bool() | None:
            return ()
        case int():
            return (value + 1, value - 1, -value, value + 2**32, float(value), str(value))
        case str():
            return (*_texts_like(value), [value], {value: value})
        case list():
            doubled = [*value, *value]
            return (value[:-1], value[::-1], doubled, [*value, "x"], [*value, None], [value])
        case _:
            return ([value], [*value], json.dumps(value))


def _texts_like(text: str) -> tuple[str, ...]:
    return (
        text.upper(),
        text.title(),
        text.translate(_WIDE),
        unicodedata.normalize("NFD", text + "é"),
        text[::-1],
        *(f"{mark}{text}" for mark in (" ", "\t", "\ufeff", "\u200b", "0x", "x")),
        *(f"{text}{mark}" for mark in (" ", "\n", "\r\n", "\u2028", "\x00", "\u200b", "x", "=")),
        text[:-1],
        text[1:],
        text.replace("_", "-"),
        text.replace("e", "\u0435"),
        text.replace("a", "\u00e4", 1),
        f'"{text}"',
    )


def swapped(inputs: Inputs, place: Place) -> Iterator[tuple[str, Inputs]]:
    """Yield *inputs* with what stands at *place* exchanged with a later one of its type."""
    holder = at(inputs, place[:-1])
    keys = [*holder] if isinstance(holder, dict) else range(len(holder))
    value = holder[place[-1]]
    for key in [*keys][[*keys].index(place[-1]) + 1 :]:
        if type(holder[key]) is type(value) and holder[key] != value:
            other = (*place[:-1], key)
            changed = replaced(replaced(inputs, place, holder[key]), other, value)
            yield f"swapped with {key}", changed


def mutants(inputs: Inputs, place: Place) -> Iterator[tuple[str, Inputs]]:
    """Yield what one change at *place* makes of *inputs*, with its name."""
    for value in wrong(at(inputs, place)):
        yield f"{ascii(value)[:60]} there", replaced(inputs, place, value)
    yield "missing", without(inputs, place)
    yield from swapped(inputs, place)
    if isinstance(place[-1], str):
        names = (f"{place[-1]} ", place[-1].upper(), f"{place[-1]}\u200b", f"x{place[-1]}")
        for name in names:
            beside = (*place[:-1], name)
            yield f"{name!a} beside it", replaced(inputs, beside, at(inputs, place))


def resealed(inputs: Inputs) -> Inputs:
    """Return a copy whose digests a forger computed again, from the basis outwards."""
    changed = copy.deepcopy(inputs)
    activation = changed["activation"]
    constraint, task = activation[CONSTRAINT], activation["task"]
    constraint["basis_digest"] = digest(activation["basis"])
    record = {
        name: task[name]
        for name in (
            "state_version",
            "status",
            "owner",
            "next_owner",
            "current_loop",
            "activation_reason",
        )
    }
    record |= {"task_revision": task["revision"], "basis_digest": constraint["basis_digest"]}
    constraint["authority_digest"] = digest(record)
    return changed
