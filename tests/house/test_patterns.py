"""Patterns are compiled late in use and here at once, so that a faulty one cannot hide."""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import planner
from planner.model.pattern import LazyPattern


def lazy(value: object, depth: int = 0) -> Iterator[LazyPattern]:
    """Yield the lazy patterns in a module's value, in tables too."""
    if isinstance(value, LazyPattern):
        yield value
    elif isinstance(value, dict) and depth < 4:
        for member in value.values():
            yield from lazy(member, depth + 1)
    elif isinstance(value, (tuple, list, frozenset)) and depth < 4:
        for member in value:
            yield from lazy(member, depth + 1)
    elif is_dataclass(value) and not isinstance(value, type) and depth < 4:
        for each in fields(value):
            yield from lazy(getattr(value, each.name), depth + 1)


def test_every_pattern_compiles() -> None:
    found = 0
    for module in pkgutil.walk_packages(planner.__path__, "planner."):
        if module.name.endswith("__main__"):
            continue
        for value in vars(importlib.import_module(module.name)).values():
            for each in lazy(value):
                assert each.groups >= 0
                found += 1
    assert found > 200
