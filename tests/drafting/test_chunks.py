"""How a long request is asked about: every statement once, and no question without bounds."""

import pytest

from planner.codec.canonical import digest
from planner.drafting.certainty import unsure
from planner.drafting.extract import label
from planner.drafting.labelling import (
    MOST_ASKED,
    Chosen,
    Chunk,
    answer_schema,
    chosen,
    chunks,
    merged,
    recalled,
)
from planner.model.intake import LabelledStatement
from planner.model.vocabulary import Label
from tests.drafting.briefs import a_brief

ROOM = 35_000
STRICT_WORDS = 1000
"""Words of all enumerations of a schema that a strict provider takes."""


def read(lines: int, sentence: str = "Operator {n} reads log {n}.") -> list[LabelledStatement]:
    told = "\n\n".join(sentence.format(n=n) for n in range(lines))
    return list(label(a_brief(f"Add a `--quiet` flag to `cli/backup.py`.\n\n{told}\n")))


def words(chunk: Chunk) -> int:
    members = answer_schema(chunk)["properties"]
    assert isinstance(members, dict)
    kinds = [kind for kind in members.values() if isinstance(kind, dict)]
    enums = [kind.get("enum", []) for kind in kinds]
    return sum(len(enum) for enum in enums if isinstance(enum, list))


@pytest.mark.parametrize("lines", [1, MOST_ASKED, MOST_ASKED + 1, 3 * MOST_ASKED + 7])
def test_a_question_asks_about_no_more_than_the_most(lines: int) -> None:
    labels = read(lines)
    found = chunks(labels, room=ROOM)
    sizes = [len(chunk.keys) for chunk in found]
    assert max(sizes) <= MOST_ASKED
    assert sum(sizes) == len(unsure(labels))
    assert [name for chunk in found for name in chunk.choices] == list(unsure(labels))
    assert [chunk.has_title for chunk in found] == [False] * (len(found) - 1) + [True]


def test_as_many_as_the_most_are_one_question() -> None:
    labels = read(MOST_ASKED)
    most = [item for item in labels if item.statement.id in list(unsure(labels))[:MOST_ASKED]]
    assert len(chunks(most, room=ROOM)) == 1


def test_the_words_of_a_schema_stay_below_what_a_strict_provider_takes() -> None:
    labels = read(500, "Why is log {n} empty?")
    assert max(words(chunk) for chunk in chunks(labels, room=10**9)) < STRICT_WORDS
    assert max(words(chunk) for chunk in chunks(read(500), room=10**9)) < STRICT_WORDS


def test_the_room_counts_what_a_script_takes_and_not_its_characters() -> None:
    labels = read(50, "担当者{n}は毎朝ログ{n}を読んでいます。")
    for chunk in chunks(labels, room=1500)[:-1]:
        asked = [item for item in chunk.shown if item.statement.id in chunk.keys]
        assert sum(len(item.statement.text.encode()) for item in asked) <= 1500


def answers_to(found: tuple[Chunk, ...], word: Label) -> list[tuple[str, Chosen, str]]:
    told = []
    for chunk in found:
        members = {
            chunk.keys[name]: (word if word in allowed else allowed[0]).value
            for name, allowed in chunk.choices.items()
        }
        text = str({**members, **({"title": "A flag"} if chunk.has_title else {})})
        answer = text.replace("'", '"')
        read_back = chosen(chunk, answer)
        assert isinstance(read_back, Chosen)
        told.append((digest(answer_schema(chunk)), read_back, answer))
    return told


def test_what_was_chosen_is_recalled_from_a_record() -> None:
    labels = read(2 * MOST_ASKED)
    told = answers_to(chunks(labels, room=ROOM), Label.CONSTRAINT)
    recorded = [(schema, answer) for schema, _, answer in told]
    found = recalled(labels, recorded)
    assert found == merged(labels, [each for _, each, _ in told])
    assert found != tuple(labels)


def test_an_answer_that_was_not_used_is_not_recalled() -> None:
    labels = read(3)
    ((schema, _, answer),) = answers_to(chunks(labels, room=ROOM), Label.CONSTRAINT)
    for unused in (answer.replace("constraint", "Constraint"), "[]", "", answer[:-9], "{}"):
        assert recalled(labels, [(schema, unused)]) == tuple(labels)
        assert recalled(labels, [(schema, unused), (schema, answer)]) != tuple(labels)
    assert recalled(labels, [("0" * 64, answer)]) == tuple(labels)
