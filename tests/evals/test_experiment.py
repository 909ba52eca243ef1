"""A run: resumable, bounded, and honest about what it could not evaluate."""

import fcntl
import os
import resource
import signal
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from planner.errors import ModelUnavailable, StoreError, UsageError
from planner.evals.case import Case
from planner.evals.experiment import UNBOUND, Bounds, dataset_of, run, total
from planner.evals.journal import RUN, SAMPLES, Journal, SuiteRecord
from planner.evals.seen import Sample, Seen, Spent
from tests.evals.building import NOTHING, a_case, a_record, a_seen, todos

CASES = tuple(a_case(id=name) for name in ("one", "two", "three"))


@dataclass
class Fake:
    """An observer that counts, and fails where it is told to."""

    faults: dict[str, BaseException] = field(default_factory=dict)
    spent: Spent = field(default_factory=lambda: Spent(price=0.0))
    asked: list[str] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)

    def __call__(self, case: Case, folder: Path) -> Seen:
        self.asked.append(case.id)
        self.folders.append(folder)
        if case.id in self.faults:
            raise self.faults[case.id]
        return a_seen(spent=self.spent)


def ran(
    folder: Path,
    observer: Callable[[Case, Path], Seen],
    *,
    cases: Sequence[Case] = CASES,
    repeat: int = 1,
    bounds: Bounds = UNBOUND,
    clock: Callable[[], float] = lambda: 0.0,
) -> list[Sample]:
    """Run and return the samples as the journal holds them afterwards."""
    with Journal(folder, a_record(repeat=repeat)) as journal:
        run(todos(cases, repeat=repeat), observer, journal, jobs=1, bounds=bounds, clock=clock)
        return list(journal.samples.values())


def lines(folder: Path) -> list[str]:
    return (folder / SAMPLES).read_text(encoding="utf-8").splitlines()


def test_every_sample_has_its_line(tmp_path: Path) -> None:
    samples = ran(tmp_path, Fake())
    assert [sample.case for sample in samples] == ["one", "two", "three"]
    assert [Sample.model_validate_json(line) for line in lines(tmp_path)] == samples


def test_a_second_run_asks_for_nothing_that_is_there(tmp_path: Path) -> None:
    first = ran(tmp_path, Fake())
    again = Fake()
    assert ran(tmp_path, again) == first
    assert again.asked == []


def test_a_repeat_is_a_run_of_its_own(tmp_path: Path) -> None:
    fake = Fake()
    samples = ran(tmp_path, fake, repeat=3)
    assert len(fake.asked) == len(samples) == 9
    assert len(set(fake.folders)) == 9
    assert fake.folders[1] == tmp_path / "bundles" / "small" / "one" / "2"


@pytest.mark.parametrize(
    "fault",
    [
        ModelUnavailable("the provider is overloaded"),
        StoreError("the disk is full", path="x"),
        PermissionError(13, "Permission denied", "x"),
    ],
    ids=lambda fault: type(fault).__name__,
)
def test_a_fault_of_infrastructure_is_not_evaluated_and_tried_again(
    tmp_path: Path, fault: Exception
) -> None:
    samples = ran(tmp_path, Fake({"two": fault}))
    by_case = {sample.case: sample for sample in samples}
    assert by_case["two"].status == "not_evaluated"
    assert by_case["two"].seen is None
    assert by_case["two"].reason == f"{type(fault).__name__}: {fault}"
    assert by_case["three"].status == "evaluated"
    again = Fake()
    assert {sample.status for sample in ran(tmp_path, again)} == {"evaluated"}
    assert again.asked == ["two"]


def test_an_answer_that_is_wrong_is_evaluated(tmp_path: Path) -> None:
    assert {sample.status for sample in ran(tmp_path, lambda *_: NOTHING)} == {"evaluated"}


@pytest.mark.parametrize(
    "fault", [ZeroDivisionError("x"), KeyError("x"), AssertionError("x")], ids=repr
)
def test_a_bug_stops_the_run_and_keeps_what_was_done(tmp_path: Path, fault: Exception) -> None:
    fake = Fake({"two": fault})
    with pytest.raises(type(fault)) as raised:
        ran(tmp_path, fake)
    assert raised.value is fault
    assert fake.asked == ["one", "two"]
    assert [Sample.model_validate_json(line).case for line in lines(tmp_path)] == ["one"]


def test_a_case_that_no_planner_can_take_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^case two: a source is no text$"):
        ran(tmp_path, Fake({"two": UsageError("a source is no text")}))


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        ran(tmp_path, Fake({"two": KeyboardInterrupt()}))
    again = Fake()
    assert len(ran(tmp_path, again)) == 3
    assert again.asked == ["two", "three"]


BOUNDS = {
    "cost": (Bounds(cost=0.5), "budget of 0.5 USD spent"),
    "tokens": (Bounds(tokens=150), "budget of 150 tokens spent"),
    "seconds": (Bounds(seconds=2), "budget of 2 seconds spent"),
}


@pytest.mark.parametrize(("bounds", "reason"), BOUNDS.values(), ids=BOUNDS)
def test_a_bound_leaves_the_rest_for_another_run(
    tmp_path: Path, bounds: Bounds, reason: str
) -> None:
    seconds = iter(range(100))
    spent = Spent(calls=1, input_tokens=100, output_tokens=50, price=0.5)
    fake = Fake(spent=spent)
    samples = ran(tmp_path, fake, bounds=bounds, clock=lambda: float(next(seconds)))
    assert [sample.status for sample in samples] == [
        "evaluated",
        "not_evaluated",
        "not_evaluated",
    ]
    assert {sample.reason for sample in samples[1:]} == {reason}
    assert fake.asked == ["one"]
    assert {sample.status for sample in ran(tmp_path, fake)} == {"evaluated"}
    assert fake.asked == ["one", "two", "three"]


def test_a_bound_on_an_unknown_price_is_not_taken_for_kept(tmp_path: Path) -> None:
    fake = Fake(spent=Spent(calls=1, price=None))
    samples = ran(tmp_path, fake, bounds=Bounds(cost=5))
    assert [sample.status for sample in samples].count("evaluated") == 1
    assert samples[1].reason == "the price is not known, so a budget of 5 USD cannot be kept"


def test_samples_run_beside_each_other_as_many_as_there_are_jobs(tmp_path: Path) -> None:
    together = threading.Barrier(3, timeout=10)

    def observer(case: Case, folder: Path) -> Seen:
        together.wait()
        return a_seen()

    with Journal(tmp_path, a_record()) as journal:
        run(todos(CASES), observer, journal, jobs=3)
        assert len(journal.samples) == 3


def test_pydantic_evals_hears_of_every_score(tmp_path: Path) -> None:
    with Journal(tmp_path, a_record()) as journal:
        report = run(todos(CASES[:2]), Fake({"two": OSError("x")}), journal, jobs=1)
    scored, missed = report.cases
    assert (scored.name, missed.name) == ("small/dev/one/1", "small/dev/two/1")
    assert scored.scores["labels"].value == 1
    assert missed.scores == {}


def test_a_data_set_of_pydantic_evals_names_each_sample() -> None:
    names = [case.name for case in dataset_of(todos(CASES[:1], repeat=2)).cases]
    assert names == ["small/dev/one/1", "small/dev/one/2"]


def test_a_price_is_known_where_every_price_is() -> None:
    known = Spent(calls=1, input_tokens=2, output_tokens=3, price=0.25, seconds=1.5)
    assert total([known, known]) == Spent(
        calls=2, input_tokens=4, output_tokens=6, price=0.5, seconds=3.0
    )
    assert total([known, Spent()]).price is None
    assert total([]).price == 0


def test_a_line_that_was_cut_off_is_dropped_and_told(tmp_path: Path) -> None:
    ran(tmp_path, Fake())
    path = tmp_path / SAMPLES
    path.write_bytes(path.read_bytes()[:-30])
    with Journal(tmp_path, a_record()) as journal:
        assert journal.notes == [f"the last line of {SAMPLES} was cut off and is dropped"]
        assert len(journal.samples) == 2
    again = Fake()
    assert len(ran(tmp_path, again)) == 3
    assert again.asked == ["three"]
    assert len(lines(tmp_path)) == 3


@pytest.mark.parametrize(
    "line",
    ["{}", "garbage", '{"case": NaN}', "", "changed"],
)
def test_a_line_in_the_middle_that_is_no_sample_is_refused(tmp_path: Path, line: str) -> None:
    ran(tmp_path, Fake())
    there = lines(tmp_path)
    bad = there[1].replace('"evaluated"', '"not_evaluated"') if line == "changed" else line
    (tmp_path / SAMPLES).write_text("\n".join([there[0], bad, there[2], ""]), encoding="utf-8")
    with pytest.raises(UsageError, match=r"samples.jsonl:2: .*begin again with `--fresh`"):
        Journal(tmp_path, a_record())


CHANGES = {
    "repeat": ({"repeat": 2}, "repeat is 1 there and 2 here"),
    "filter": ({"filter": "a*"}, "filter is not given there and a* here"),
    "planner": ({"planner": "2"}, "planner is 1 there and 2 here"),
    "code": ({"code": "d" * 64}, "code is cccccccccccc… there and dddddddddddd… here"),
    "a changed suite": (
        {"suites": (SuiteRecord(suite="small", split="dev", sha256="b" * 64),)},
        "the split dev of small has changed",
    ),
    "another suite": (
        {"suites": (SuiteRecord(suite="large", split="dev", sha256="b" * 64),)},
        "the split dev of large is only here\n  the split dev of small is only there",
    ),
}


@pytest.mark.parametrize(("changes", "told"), CHANGES.values(), ids=CHANGES)
def test_a_journal_of_another_run_is_refused_with_what_differs(
    tmp_path: Path, changes: dict[str, object], told: str
) -> None:
    ran(tmp_path, Fake())
    with pytest.raises(UsageError) as raised:
        Journal(tmp_path, a_record(**changes))
    assert str(raised.value) == (
        f"{tmp_path} is of another run; begin again with `--fresh`, or name another folder with "
        f"`--out`\n  {told}"
    )
    with Journal(tmp_path, a_record(**changes), fresh=True) as journal:
        assert journal.samples == {}


def test_a_record_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    ran(tmp_path, Fake())
    (tmp_path / RUN).write_text('{"schema": ', encoding="utf-8")
    with pytest.raises(UsageError, match=r"run\.json cannot be read: begin again"):
        Journal(tmp_path, a_record())


@pytest.mark.parametrize("fresh", [False, True], ids=["as it is", "fresh"])
def test_a_folder_of_something_else_is_left_alone(tmp_path: Path, *, fresh: bool) -> None:
    (tmp_path / "mine.txt").write_text("x", encoding="utf-8")
    with pytest.raises(UsageError, match=r"holds no run.json and is not empty"):
        Journal(tmp_path, a_record(), fresh=fresh)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_beginning_again_takes_away_only_what_a_run_wrote(tmp_path: Path) -> None:
    ran(tmp_path, Fake())
    (tmp_path / "bundles" / "small").mkdir(parents=True)
    (tmp_path / "report.json").write_text("{}", encoding="utf-8")
    (tmp_path / "mine.txt").write_text("x", encoding="utf-8")
    with Journal(tmp_path, a_record(), fresh=True):
        left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["mine.txt", RUN, SAMPLES]


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    with (
        Journal(tmp_path, a_record()),
        pytest.raises(UsageError, match="another run writes to"),
    ):
        Journal(tmp_path, a_record(), fresh=True)
    with Journal(tmp_path, a_record()) as journal:
        assert journal.samples == {}


def test_a_folder_that_was_refused_is_let_go(tmp_path: Path) -> None:
    ran(tmp_path, Fake())
    with pytest.raises(UsageError):
        Journal(tmp_path, a_record(repeat=2))
    handle = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(handle)


def _link(path: Path, outside: Path) -> None:
    path.symlink_to(outside)


def _pipe(path: Path, outside: Path) -> None:
    os.mkfifo(path)


def _folder(path: Path, outside: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize("fresh", [False, True], ids=["as it is", "fresh"])
@pytest.mark.parametrize("name", [RUN, SAMPLES, "report.json", "bundles"])
@pytest.mark.parametrize("put", [_link, _pipe, _folder])
def test_what_no_run_has_made_is_neither_followed_nor_waited_for(
    tmp_path: Path, put: Callable[[Path, Path], None], name: str, *, fresh: bool
) -> None:
    folder, outside = tmp_path / "run", tmp_path / "outside"
    ran(folder, Fake())
    outside.write_text("a text of somebody else, without a last line end", encoding="utf-8")
    (folder / name).unlink(missing_ok=True)
    put(folder / name, outside)
    is_right = name == "bundles" and put is _folder
    before = sorted(path.name for path in folder.iterdir())
    if is_right:
        Journal(folder, a_record(), fresh=fresh).__exit__(None, None, None)
    else:
        with pytest.raises(UsageError, match=r"is no (plain file|folder): take it away"):
            Journal(folder, a_record(), fresh=fresh)
        assert sorted(path.name for path in folder.iterdir()) == before
    assert outside.read_text(encoding="utf-8").startswith("a text of somebody else")


def test_a_sample_that_cannot_be_written_ends_the_run_and_leaves_no_half_a_line(
    tmp_path: Path,
) -> None:
    ran(tmp_path, Fake(), cases=CASES[:1])
    before = (tmp_path / SAMPLES).read_bytes()
    fake, (soft, hard) = Fake(), resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        with Journal(tmp_path, a_record()) as journal:
            resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 9, hard))
            with pytest.raises(StoreError, match=r"samples\.jsonl cannot be written: File too"):
                run(todos(CASES), fake, journal, jobs=1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert fake.asked == ["two"]
    assert (tmp_path / SAMPLES).read_bytes() == before


def test_an_interrupt_does_not_wait_for_a_slow_provider(tmp_path: Path) -> None:
    answered, asked = threading.Event(), threading.Event()

    def slow(case: Case, folder: Path) -> Seen:
        asked.set()
        answered.wait(30)
        return a_seen()

    def interrupt() -> None:
        asked.wait(30)
        signal.raise_signal(signal.SIGINT)

    with Journal(tmp_path, a_record()) as journal:
        threading.Thread(target=interrupt).start()
        begun = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            run(todos(CASES), slow, journal, jobs=2)
        assert time.monotonic() - begun < 20
    answered.set()
    assert lines(tmp_path) == []


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(StoreError, match="cannot be written"):
        Journal(tmp_path / "file" / "run", a_record())


def test_what_comes_after_the_end_is_dropped(tmp_path: Path) -> None:
    with Journal(tmp_path, a_record()) as journal:
        pass
    sample = Sample(
        suite="small", split="dev", case="one", repeat=1, status="not_evaluated", reason="x"
    )
    journal.append(sample)
    assert lines(tmp_path) == []
