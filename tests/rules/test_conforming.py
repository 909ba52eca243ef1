"""A quick yes to a schema is never one that the library would not give."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from planner.rules.conforming import surely
from planner.rules.published import nonconformities, schema_of

SCALARS = (
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-2, 2) | st.text("ab ", max_size=3)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner),
    max_leaves=8,
)
SIMPLE = st.one_of(
    st.sampled_from(["object", "array", "string", "integer", "number", "boolean", "null"]).map(
        lambda name: {"type": name}
    ),
    SCALARS.map(lambda value: {"const": value}),
    st.lists(SCALARS, min_size=1, max_size=3).map(lambda values: {"enum": values}),
    st.sampled_from(["^a", "b$", "a b"]).map(lambda text: {"pattern": text}),
    st.integers(0, 2).map(lambda count: {"minItems": count}),
    st.integers(0, 2).map(lambda count: {"minLength": count}),
    st.integers(0, 2).map(lambda count: {"maxLength": count}),
    st.integers(-1, 1).map(lambda least: {"minimum": least}),
    st.just({"required": ["a"]}),
    st.just({"not": {"type": "null"}}),
    st.just({"$ref": "#/$defs/list"}),
    st.booleans().map(lambda allowed: {"additionalProperties": allowed, "properties": {"a": {}}}),
)
SCHEMAS = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda each: {"anyOf": each}),
        inner.map(lambda each: {"items": each}),
        inner.map(lambda each: {"properties": {"a": each, "b": {"type": "string"}}}),
        inner.map(lambda each: {"additionalProperties": each, "properties": {"a": {}}}),
        st.tuples(inner, inner).map(lambda both: {**both[0], **both[1]}),
    ),
    max_leaves=5,
)
DEFINED = {"list": {"type": "array", "items": {"$ref": "#/$defs/list"}}}


@given(SCHEMAS, VALUES)
def test_what_is_accepted_at_once_is_accepted_by_the_library(schema: Any, value: Any) -> None:
    whole = {**schema, "$defs": DEFINED}
    if surely(whole)(value):
        assert Draft202012Validator(whole).is_valid(value)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "integer"}, True),
        ({"const": 1}, True),
        ({"enum": [0]}, False),
        ({"minimum": 1}, 0),
        ({"not": {}}, 1),
        ({"properties": {"a": {"type": "null"}}}, {"a": 1}),
        ({"additionalProperties": False}, {"a": 1}),
        ({"$ref": "#/$defs/absent"}, 1),
        ({"items": False}, [1]),
    ],
)
def test_what_does_not_conform_is_never_accepted(schema: Any, value: Any) -> None:
    assert not surely(schema)(value)


def test_a_definition_may_name_itself() -> None:
    says = surely({"$ref": "#/$defs/list", "$defs": DEFINED})
    assert says([[], [[]]])
    assert not says([[], [1]])


@pytest.mark.parametrize("name", ["verdict", "trace", "receipt", "exchange"])
def test_what_is_printed_often_has_no_keyword_that_is_not_known(name: str) -> None:
    # Such a keyword would make no answer wrong, only every one slow.
    told = json.dumps(schema_of(name))
    for keyword in ("oneOf", "allOf", "patternProperties", "prefixItems", "uniqueItems", "format"):
        assert f'"{keyword}":' not in told


def test_what_is_wrong_is_the_librarys_to_say() -> None:
    assert nonconformities("readiness", {"readiness": 1}) != ()
