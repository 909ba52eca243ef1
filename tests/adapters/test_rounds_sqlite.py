"""Questions on their way through a provider's batch endpoint."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from planner.adapters.rounds_sqlite import MOST_ASKED, SqliteRounds
from planner.errors import StoreError


@pytest.fixture
def rounds(tmp_path: Path) -> Iterator[SqliteRounds]:
    with SqliteRounds(tmp_path / "rounds.sqlite3") as found:
        yield found


def begun(rounds: SqliteRounds, token: str, most: int = 100) -> int:
    found = rounds.begin(token, most=most, most_bytes=10_000)
    return 0 if found is None else found.total


def test_a_question_is_kept_once(rounds: SqliteRounds) -> None:
    assert rounds.ask("k", "{}") is None
    assert rounds.ask("k", "{}") is None
    assert (rounds.open_count(), begun(rounds, "t"), rounds.open_count()) == (1, 1, 0)
    assert list(rounds.bodies("t")) == [("k", "{}")]


def test_nothing_open_makes_no_round(rounds: SqliteRounds) -> None:
    assert begun(rounds, "t") == 0
    assert rounds.rounds() == ()


def test_a_question_in_a_round_is_in_no_other(rounds: SqliteRounds) -> None:
    for key in "abc":
        rounds.ask(key, "{}")
    assert [begun(rounds, "t1", most=2), begun(rounds, "t2"), begun(rounds, "t3")] == [2, 1, 0]
    assert [key for key, _ in rounds.bodies("t2")] == ["c"]


def test_a_round_is_no_larger_than_its_bytes_but_holds_one_question(rounds: SqliteRounds) -> None:
    rounds.ask("a", "é" * 40)
    rounds.ask("b", "é" * 40)
    found = rounds.begin("t", most=9, most_bytes=100)
    assert found is not None
    assert found.total == 1


def test_a_round_that_was_begun_and_not_sent_is_there_after_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "rounds.sqlite3"
    first = SqliteRounds(path)
    first.ask("a", "{}")
    begun(first, "t")
    with SqliteRounds(path) as again:
        (found,) = again.rounds()
        assert (found.token, found.batch_id, found.is_collected) == ("t", None, False)
        again.sent("t", "batch_1")
        assert again.rounds()[0].batch_id == "batch_1"
        assert again.open_count() == 0


def test_an_answered_question_is_gone_and_a_refused_one_goes_into_the_next_round(
    rounds: SqliteRounds,
) -> None:
    for key in "abc":
        rounds.ask(key, "{}")
    begun(rounds, "t1")
    rounds.answered("a")
    rounds.refused("b", "it was cut off")
    rounds.collected("t1", "the round brought no word of it")
    assert (rounds.waiting(), rounds.open_count()) == (0, 2)
    assert rounds.rounds()[0].is_collected
    assert begun(rounds, "t2") == 2


def test_a_question_that_came_back_too_often_is_given_up_with_the_reason(
    rounds: SqliteRounds,
) -> None:
    for number in range(MOST_ASKED):
        assert rounds.ask("a", "{}") is None
        assert begun(rounds, f"t{number}") == 1
        rounds.refused("a", f"reason {number}")
    assert rounds.ask("a", "{}") == f"reason {MOST_ASKED - 1}"
    assert (rounds.open_count(), begun(rounds, "last")) == (0, 0)


def test_a_file_that_is_none_of_ours_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "rounds.sqlite3"
    path.write_bytes(b"notes of somebody" * 100)
    with pytest.raises(StoreError, match=r"cannot open"):
        SqliteRounds(path)
    assert path.read_bytes().startswith(b"notes")
