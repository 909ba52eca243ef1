"""A short run of the fuzzer: the gate and the oracle agree, and neither crashes."""

from tests.fuzz import mutant, oracle, planner, run, seeds

MUTANTS = 1500


def test_every_seed_is_accepted_by_both() -> None:
    found = {name: (planner(case).decision, oracle(case).decision) for name, case in seeds()}
    assert set(found.values()) == {("accepted", "accepted")}
    assert len(found) >= 15


def test_both_give_the_same_decision_on_every_mutant() -> None:
    tally = run(MUTANTS, seed=1, minutes=1)
    assert [f"{one.told}\n{one.diff}" for one in tally.differences] == []
    assert (tally.mutants, tally.crashes) == (MUTANTS, 0)
    # A run that only ever refuses, or that leaves much to wording, proves nothing.
    assert tally.accepted > MUTANTS / 20
    assert tally.stricter < MUTANTS / 50


def test_a_mutant_is_made_again_from_its_index() -> None:
    assert [mutant(7, index) for index in range(50)] == [mutant(7, index) for index in range(50)]
    assert mutant(7, 1) != mutant(8, 1)
