"""Schemas on the wire: what both dialects make of them, and what they refuse to lose."""

import copy
from collections.abc import Callable, Mapping

import pytest

from planner.codec.canonical import Json
from planner.drafting import labelling, writing
from planner.drafting.dialect import (
    ENUM_LIMIT,
    WireFault,
    bounded,
    bounded_faults,
    strict,
    strict_faults,
)
from planner.drafting.extract import label
from planner.model.draft import Draft
from planner.model.question import Question
from tests.drafting.briefs import a_brief, a_request, an_example

Schema = dict[str, Json]
MANY = "Please sort the list.\n\n" + "\n".join(f"- Column {n} is kept." for n in range(300))


def an_object(**members: Json) -> Schema:
    return {"type": "object", "properties": members, "additionalProperties": False}


def labelling_schemas() -> list[Schema]:
    labels = label(an_example("short-prose"))
    return [labelling.answer_schema(chunk) for chunk in labelling.chunks(labels, room=2000)]


def writing_schemas(dialect: writing.Dialect) -> list[Schema]:
    briefs = [a_brief(a_request()), an_example("issue-template"), a_brief(MANY), a_brief("")]
    return [writing.answer_schema(label(brief), dialect=dialect) for brief in briefs]


SENT: dict[str, Callable[[], list[Schema]]] = {
    "labelling": labelling_schemas,
    "writing": lambda: writing_schemas("strict"),
}
"""What is sent to services that hold an answer to its schema."""
SENT_TO_GRAMMARS: dict[str, Callable[[], list[Schema]]] = {
    "labelling": lambda: [bounded(schema) for schema in labelling_schemas()],
    "writing": lambda: writing_schemas("bounded"),
}


@pytest.mark.parametrize("name", SENT)
def test_every_schema_that_is_sent_to_a_service_can_be_said_strictly(name: str) -> None:
    schemas = SENT[name]()
    assert schemas
    assert {faults for schema in schemas for faults in strict_faults(strict(schema))} == set()


@pytest.mark.parametrize("name", SENT_TO_GRAMMARS)
def test_every_schema_that_is_sent_to_a_grammar_has_an_end(name: str) -> None:
    schemas = SENT_TO_GRAMMARS[name]()
    assert schemas
    assert {faults for schema in schemas for faults in bounded_faults(schema)} == set()


@pytest.mark.parametrize("dialect", [strict, bounded])
def test_a_schema_of_our_own_models_can_be_said(dialect: Callable[[Schema], Schema]) -> None:
    draft = Draft.model_json_schema()
    before = copy.deepcopy(draft)
    lint = strict_faults if dialect is strict else bounded_faults
    assert lint(dialect(draft)) == ()
    assert draft == before


def test_a_question_loses_its_defaults_and_keeps_its_members() -> None:
    schema = strict(Question.model_json_schema())
    assert schema["required"] == list(Question.model_fields)
    assert "default" not in str(schema).replace("'default_if_unanswered'", "")


def test_every_member_is_required_and_the_object_is_closed() -> None:
    schema: Schema = {"type": "object", "properties": {"b": {"type": "null"}, "a": {"const": 1}}}
    assert strict(schema) == {
        "type": "object",
        "properties": {"b": {"type": "null"}, "a": {"type": "integer", "enum": [1]}},
        "required": ["b", "a"],
        "additionalProperties": False,
    }


def test_the_order_of_members_is_kept_so_that_the_decision_stays_last() -> None:
    text: Schema = {"type": "string"}
    schema = an_object(why=text, items={"type": "array", "items": text}, decision=text)
    assert list(bounded(schema)["required"]) == ["why", "items", "decision"]  # type: ignore[arg-type]


def test_lengths_and_numbers_are_not_said_strictly() -> None:
    schema = an_object(
        text={"type": "string", "minLength": 1, "maxLength": 9, "format": "date", "title": "T"},
        number={"type": "integer", "minimum": 1, "exclusiveMaximum": 9, "multipleOf": 2},
        entries={"type": "array", "items": {"type": "boolean"}, "minItems": 1, "uniqueItems": True},
    )
    assert strict(schema)["properties"] == {
        "text": {"type": "string"},
        "number": {"type": "integer"},
        "entries": {"type": "array", "items": {"type": "boolean"}},
    }


def test_a_grammar_is_given_an_end_for_every_list_and_text() -> None:
    schema = an_object(
        text={"type": "string"},
        short={"type": "string", "maxLength": 9},
        word={"type": "string", "enum": ["a", "b"]},
        id={"type": "string", "pattern": "^S[0-9]{1,4}$"},
        open={"type": "string", "pattern": "^S[0-9]+$"},
        entries={"type": ["array", "null"], "items": {"type": "string"}, "minItems": 1},
    )
    assert bounded(schema, items=7, length=70)["properties"] == {
        "text": {"type": "string", "maxLength": 70},
        "short": {"type": "string", "maxLength": 9},
        "word": {"type": "string", "enum": ["a", "b"]},
        "id": {"type": "string", "pattern": "^S[0-9]{1,4}$", "maxLength": 70},
        "open": {"type": "string", "maxLength": 70},
        "entries": {
            "type": ["array", "null"],
            "items": {"type": "string", "maxLength": 70},
            "minItems": 1,
            "maxItems": 7,
        },
    }


def test_a_reference_is_put_in_its_place() -> None:
    schema = {**an_object(one={"$ref": "#/$defs/A~1b"}), "$defs": {"A/b": an_object()}}
    assert strict(schema)["properties"] == {
        "one": {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    }


def test_a_reference_that_leads_back_is_kept_for_a_service() -> None:
    tree = an_object(below={"type": "array", "items": {"$ref": "#/$defs/Tree"}})
    schema = {**an_object(top={"$ref": "#/$defs/Tree"}), "$defs": {"Tree": tree}}
    written = strict(schema)
    assert written["properties"] == {"top": {"$ref": "#/$defs/Tree"}}
    assert strict_faults(written) == ()


def test_a_grammar_is_given_no_reference_that_leads_back() -> None:
    with pytest.raises(WireFault, match="refers to itself"):
        bounded(an_object(below={"type": "array", "items": {"$ref": "#"}}))


def test_one_of_several_is_any_of_them() -> None:
    schema = an_object(
        one={
            "oneOf": [{"type": "string"}, {"type": "null"}],
            "discriminator": {"propertyName": "kind"},
        }
    )
    assert strict(schema)["properties"] == {
        "one": {"anyOf": [{"type": "string"}, {"type": "null"}]}
    }


def test_members_may_be_called_like_keywords() -> None:
    names = ("title", "default", "$ref", "properties", "items", "enum", "oneOf", "$schema")
    schema = an_object(**{name: {"type": "boolean"} for name in names})
    assert strict(schema)["required"] == list(names)
    assert bounded_faults(bounded(schema)) == ()


def deep(levels: int) -> Json:
    return an_object(below=deep(levels - 1)) if levels else {"type": "string"}


HOSTILE: dict[str, tuple[Json, str]] = {
    "a map": ({"type": "object", "additionalProperties": {"type": "string"}}, "free names"),
    "a map of anything": ({"type": "object", "additionalProperties": True}, "free names"),
    "an open object": (
        {"type": "object", "properties": {}, "additionalProperties": True},
        "free names",
    ),
    "an object of unknown members": ({"type": "object"}, "without named members"),
    "a map by pattern": (
        {"type": "object", "properties": {}, "patternProperties": {"^x": {"type": "string"}}},
        "patternProperties",
    ),
    "a tuple": ({"type": "array", "prefixItems": [{"type": "string"}]}, "prefixItems"),
    "a list of anything": ({"type": "array"}, "what its entries are"),
    "a list of lists": ({"type": "array", "items": {"type": "array"}}, "what its entries are"),
    "anything": ({}, "any type"),
    "everything": (True, "everything or nothing"),
    "an unknown type": ({"type": "date"}, "no type"),
    "no word": ({"enum": []}, "any type|without a word"),
    "a vocabulary without a word": ({"type": "string", "enum": []}, "without a word"),
    "a negation": ({"not": {"type": "string"}}, "`not`"),
    "a condition": ({"type": "string", "if": {"const": "a"}}, "`if`"),
    "several at once": ({"allOf": [{"type": "string"}, {"maxLength": 3}]}, "joins several"),
    "a choice of nothing": ({"anyOf": []}, "no list of schemas"),
    "a choice beside a type": ({"type": "string", "anyOf": [{"enum": ["a"]}]}, "stands beside"),
    "a reference to nowhere": ({"$ref": "#/$defs/Gone"}, "leads nowhere"),
    "a reference elsewhere": ({"$ref": "https://example.org/schema"}, "leads nowhere"),
    "a reference beside a bound": ({"$ref": "#", "maxLength": 3}, "stands beside"),
    "a required stranger": (
        {"type": "object", "properties": {}, "required": ["a"]},
        "does not have",
    ),
}


@pytest.mark.parametrize("dialect", [strict, bounded])
@pytest.mark.parametrize(("member", "fault"), HOSTILE.values(), ids=HOSTILE)
def test_what_would_lose_data_is_a_fault(
    dialect: Callable[[Schema], Schema], member: Json, fault: str
) -> None:
    with pytest.raises(WireFault, match=fault) as raised:
        dialect(an_object(one=member))
    assert "/properties/one" in str(raised.value)


@pytest.mark.parametrize("dialect", [strict, bounded])
@pytest.mark.parametrize(
    "root", [{"type": "array", "items": {"type": "string"}}, {"anyOf": [an_object()]}]
)
def test_the_root_is_an_object(dialect: Callable[[Schema], Schema], root: Schema) -> None:
    with pytest.raises(WireFault, match="root"):
        dialect(root)


def test_five_levels_are_enough_and_six_too_many() -> None:
    assert strict_faults(strict(an_object(a=deep(4)))) == ()
    with pytest.raises(WireFault, match="6 levels"):
        strict(an_object(a=deep(5)))


def test_a_thousand_words_are_enough() -> None:
    def words(count: int) -> Schema:
        return an_object(a={"type": "string", "enum": [str(n) for n in range(count)]})

    assert strict_faults(strict(words(ENUM_LIMIT))) == ()
    with pytest.raises(WireFault, match="1001 words"):
        strict(words(ENUM_LIMIT + 1))


def test_a_list_cannot_hold_less_than_it_must() -> None:
    entries: Json = {"type": "array", "items": {"type": "null"}, "minItems": 9}
    with pytest.raises(WireFault, match="at least 9"):
        bounded(an_object(entries=entries), items=3)


CLOSED: Schema = {**an_object(a={"type": "string"}), "required": ["a"]}
UNSAID: dict[str, tuple[Mapping[str, Json], str]] = {
    "open": ({**CLOSED, "additionalProperties": True}, "not closed"),
    "left open": ({"type": "object", "properties": {}, "required": []}, "not closed"),
    "optional": ({**CLOSED, "required": []}, "required"),
    "default": ({**CLOSED, "default": {}}, "`default`"),
    "schema": ({**CLOSED, "$schema": "x"}, "`\\$schema`"),
    "a title": ({**CLOSED, "title": "A"}, "`title`"),
    "one of": ({**an_object(a={"oneOf": []}), "required": ["a"]}, "`oneOf`"),
    "a length": ({**an_object(a={"type": "string", "format": "date"}), "required": ["a"]}, "`form"),
    "no type": ({**an_object(a={}), "required": ["a"]}, "without a type"),
    "a strange type": ({**an_object(a={"type": "any"}), "required": ["a"]}, "no type"),
    "no entries": ({**an_object(a={"type": "array"}), "required": ["a"]}, "entries"),
    "no members": ({"type": "object", "additionalProperties": False}, "without named members"),
    "no word": ({**an_object(a={"type": "string", "enum": []}), "required": ["a"]}, "without a wo"),
}


@pytest.mark.parametrize("lint", [strict_faults, bounded_faults])
@pytest.mark.parametrize(("schema", "fault"), UNSAID.values(), ids=UNSAID)
def test_the_lint_names_what_is_not_of_the_dialect(
    lint: Callable[[Mapping[str, Json]], tuple[str, ...]], schema: Schema, fault: str
) -> None:
    assert [found for found in lint(schema) if fault.replace("\\", "") in found]


@pytest.mark.parametrize(
    ("member", "fault"),
    [
        ({"type": "string", "pattern": "^(?=a)b$"}, "looks around"),
        ({"$ref": "#/$defs/Gone"}, "leads nowhere"),
        ({"type": "string", "maxLength": 3}, "`maxLength`"),
    ],
)
def test_the_lint_of_services_names_what_they_do_not_read(member: Json, fault: str) -> None:
    schema = {**an_object(a=member), "required": ["a"]}
    assert [found for found in strict_faults(schema) if fault in found]


@pytest.mark.parametrize(
    ("member", "fault"),
    [
        ({"type": "string"}, "text without an end"),
        ({"type": "array", "items": {"type": "null"}}, "list without an end"),
        ({"type": ["array", "null"], "items": {"type": "null"}}, "list without an end"),
        ({"type": "string", "pattern": "^a+$", "maxLength": 9}, "pattern without an end"),
        ({"type": "string", "pattern": "a", "maxLength": 9}, "not tied"),
        ({"$ref": "#"}, "`$ref`"),
    ],
)
def test_the_lint_of_grammars_names_what_has_no_end(member: Json, fault: str) -> None:
    schema = {**an_object(a=member), "required": ["a"]}
    assert [found for found in bounded_faults(schema) if fault in found]
