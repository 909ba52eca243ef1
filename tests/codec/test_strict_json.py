"""Strict JSON: what two readers cannot read in two ways."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.codec.strict_json import compact, parse_json

REFUSED = {
    "nothing": "",
    "blank": " \n",
    "a repeated key": '{"a":1,"a":2}',
    "a repeated key deep inside": '[{"x":{"a":1,"a":1}}]',
    "a key repeated by an escape": '{"a":1,"\\u0061":2}',
    "NaN": "[NaN]",
    "infinity": "-Infinity",
    "a number out of range": "[1e999]",
    "an integer beyond 2^53": "[9007199254740993]",
    "a negative integer beyond 2^53": "[-9007199254740993]",
    "an integer of 5,000 digits": "1" * 5000,
    "nesting of 65": "[" * 65 + "]" * 65,
    "nesting of 2,000": "[" * 2000 + "]" * 2000,
    "nesting of 100,000, not closed": "[" * 100_000,
    "objects nested 2,000 deep": '{"a":' * 2000 + "1" + "}" * 2000,
    "a lone surrogate": '"\\ud800"',
    "a lone low surrogate in a key": '{"\\udc00":1}',
    "a raw lone surrogate": '"\ud800"',
    "a line comment": "[1] // one",
    "a block comment": "[/* one */1]",
    "a trailing comma in a list": "[1,]",
    "a trailing comma in an object": '{"a":1,}',
    "a second value": '{"a":1}{"b":2}',
    "a second value on the next line": "1\n2",
    "a byte order mark": "\ufeff{}",
    "a control character in a text": '"a\nb"',
    "single quotes": "{'a':1}",
    "a bare key": "{a:1}",
    "a leading zero": "[01]",
    "a plus sign": "[+1]",
    "a bare dot": "[.5]",
    "a wrong word": "[True]",
    "an unknown escape": '"\\x41"',
    "a missing colon": '{"a" 1}',
    "a missing comma": "[1 2]",
    "a wrong bracket": "[1}",
    "a value where a key belongs": "{1:2}",
    "a cut text": '{"a":"b',
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_readers_may_read_differently_is_refused_with_a_place(text: str) -> None:
    doc = parse_json(text)
    assert doc.value is None
    assert doc.faults
    assert all(0 <= fault.offset <= len(text) for fault in doc.faults)


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "-0",
        "null",
        " [1,2] \n",
        '"\\ud83d\\ude00"',
        '{"":[]}',
        "[" * 64 + "]" * 64,
        "9007199254740992",
        "-9007199254740992",
        "1.5e3",
        '{"a":{"b":[true,false]}}',
    ],
)
def test_what_every_reader_reads_alike_is_read(text: str) -> None:
    doc = parse_json(text)
    assert doc.faults == ()
    assert doc.value == json.loads(text)


def test_every_repeated_key_is_named_with_its_place() -> None:
    doc = parse_json('{"a":1,"a":2,"b":{"c":1,"c":2}}')
    assert [(fault.pointer, fault.offset) for fault in doc.faults] == [("/a", 7), ("/b/c", 24)]


def test_places_are_pointers_to_offsets() -> None:
    assert parse_json('{"a":[1,{"b/c":"c"}]}').places() == {
        "": 0,
        "/a": 5,
        "/a/0": 6,
        "/a/1": 8,
        "/a/1/b~1c": 15,
    }


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(VALUES)
def test_what_is_printed_is_read_back(value: Any) -> None:
    assert parse_json(compact(value)).value == value


def _reference(text: str) -> bool:
    """Say whether the standard decoder, told to be as strict as it can, reads *text*."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len(dict(pairs)) == len(pairs)
        return dict(pairs)

    def number(digits: str) -> int:
        assert abs(int(digits)) <= 2**53
        return int(digits)

    def finite(digits: str) -> float:
        assert abs(float(digits)) != float("inf")
        return float(digits)

    def never(name: str) -> None:
        raise AssertionError(name)

    try:
        value = json.loads(
            text, object_pairs_hook=once, parse_int=number, parse_float=finite, parse_constant=never
        )
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, AssertionError):
        return False
    return True


@given(st.text('{}[]:,"\\u0123456789abd eEfnulrtsNI-+.\n', max_size=24))
def test_the_scanner_and_the_decoder_agree_on_what_is_legal(text: str) -> None:
    doc = parse_json(text)
    assert (not doc.faults) == _reference(text)
