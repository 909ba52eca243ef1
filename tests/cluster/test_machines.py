"""Batches that several machines share: every item once, whoever joins, pauses or dies."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

import planner
from benchmarks.kill_soak import corpus, differences
from planner.cli.exit_codes import ExitCode
from tests.cluster.machines import Hall, SlowServer, calm, eventually, model_at, report_of

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


@pytest.fixture
def provider() -> Iterator[SlowServer]:
    with SlowServer(0.15) as server:
        yield server


def test_a_worker_makes_what_one_machine_would(machines: Hall, tmp_path: Path, out: Path) -> None:
    given = corpus(tmp_path / "in", 12)
    worker = machines.worker()
    assert machines.batch(given, out).ended() in {ExitCode.DONE, ExitCode.FINDINGS}
    assert differences(calm(given), out) == []
    assert machines.asked("SELECT count(*) FROM work") == 0
    deferred = machines.deferred()
    assert machines.batch(given, out).ended() in {ExitCode.DONE, ExitCode.FINDINGS}
    assert machines.deferred() == deferred
    told = report_of(out)
    assert told["reused"] >= 12
    worker.process.terminate()
    assert worker.ended() == ExitCode.DONE
    assert "stopped" in worker.told()


def written(out: Path) -> dict[Path, bytes]:
    """Return every file of a batch that is in its place."""
    return {
        path: path.read_bytes()
        for path in out.rglob("*")
        if path.is_file() and ".planner-staged" not in str(path)
    }


def test_of_three_workers_one_is_killed_and_one_is_paused_and_all_is_done_once(
    machines: Hall, tmp_path: Path, out: Path, provider: SlowServer
) -> None:
    given = corpus(tmp_path / "in", 48, sdds=False)
    still = calm(given, *model_at(provider))
    once = provider.asked.copy()
    provider.asked.clear()
    # Nothing is finished before all three are at work, however slow the machine is.
    quick, provider.delay = provider.delay, 20.0
    killed, paused, living = (machines.worker("--jobs", "4", *model_at(provider)) for _ in range(3))
    batch = machines.batch(given, out, *model_at(provider))
    eventually(lambda: machines.under_way() >= 12)
    paused.process.send_signal(signal.SIGSTOP)
    killed.process.send_signal(signal.SIGKILL)
    provider.delay = quick
    assert batch.ended() in {ExitCode.DONE, ExitCode.FINDINGS}
    assert "of a dead worker taken over" in batch.told() + living.told()
    # Of the dead one, and of the one that still holds its breath, half-written folders may be left.
    found = [each for each in differences(still, out) if ".planner-staged/" not in each]
    assert found == []
    assert machines.asked("SELECT count(*) FROM item WHERE run LIKE '%/handed'") == 0
    # What the dead and the paused had under way may be asked twice, and nothing else.
    again = {name: count for name, count in provider.asked.items() if count > once[name]}
    assert sum(again.values()) - sum(once[name] for name in again) <= 2 * 4 * 2
    before = written(out)
    paused.process.send_signal(signal.SIGCONT)
    eventually(lambda: machines.under_way() == 0)
    paused.process.terminate()
    assert paused.ended() == ExitCode.DONE
    assert written(out) == before


def test_a_worker_that_is_asked_to_stop_finishes_what_it_has(
    machines: Hall, tmp_path: Path, out: Path, provider: SlowServer
) -> None:
    given = corpus(tmp_path / "in", 16, sdds=False)
    first = machines.worker("--jobs", "2", *model_at(provider))
    batch = machines.batch(given, out, *model_at(provider))
    eventually(lambda: machines.under_way() == 2)
    first.process.terminate()
    assert first.ended() == ExitCode.DONE
    assert machines.under_way() == 0
    machines.worker(*model_at(provider))
    assert batch.ended() in {ExitCode.DONE, ExitCode.FINDINGS}
    assert "taken over" not in batch.told()
    assert max(provider.asked.values()) <= 2


def test_a_batch_that_was_killed_goes_on_and_pays_for_nothing_again(
    machines: Hall, tmp_path: Path, out: Path, provider: SlowServer
) -> None:
    given = corpus(tmp_path / "in", 24, sdds=False)
    machines.worker("--jobs", "4", *model_at(provider))
    batch = machines.batch(given, out, *model_at(provider))
    eventually(lambda: machines.asked("SELECT count(*) FROM item") >= 5)
    batch.process.kill()
    batch.ended()
    again = machines.batch(given, out, *model_at(provider))
    assert again.ended() in {ExitCode.DONE, ExitCode.FINDINGS}
    asked = provider.asked.copy()
    provider.asked.clear()
    assert differences(calm(given, *model_at(provider)), out) == []
    assert asked == provider.asked


def test_a_program_hands_its_items_to_workers_too(
    machines: Hall, tmp_path: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = corpus(tmp_path / "in", 6, sdds=False)
    machines.worker()
    monkeypatch.chdir(tmp_path)
    report = planner.batch([given.name], out=out, queue=machines.queue)
    assert sum(report.counts.values()) == 6
    assert machines.deferred() == 6
    assert differences(calm(given), out) == []


def test_a_cap_holds_over_all_workers_and_the_batch_can_go_on(
    machines: Hall, tmp_path: Path, out: Path, provider: SlowServer
) -> None:
    given = corpus(tmp_path / "in", 24, sdds=False)
    still = calm(given, *model_at(provider))
    for _ in range(2):
        machines.worker("--jobs", "2", *model_at(provider))
    # A question is let through when all that it could cost is left: some 6,500 tokens here, of
    # which the answers use a hundred.
    capped = machines.batch(given, out, *model_at(provider), "--max-tokens", "8000")
    assert capped.ended() == ExitCode.DRAFTING
    assert 0 < tokens(out) < tokens(still)
    assert report_of(out)["not_begun"] > 0
    assert "--max-tokens is 8000 tokens" in report_of(out)["halted"]
    again = machines.batch(given, out, *model_at(provider))
    assert again.ended() in {ExitCode.DONE, ExitCode.FINDINGS}
    assert differences(still, out) == []


def tokens(out: Path) -> int:
    """Return the tokens that a batch used, as its report tells them."""
    usage = report_of(out)["usage"]
    return int(usage["input_tokens"] + usage["output_tokens"])


def test_an_interrupted_batch_takes_back_what_nobody_began(
    machines: Hall, tmp_path: Path, out: Path, provider: SlowServer
) -> None:
    given = corpus(tmp_path / "in", 40, sdds=False)
    machines.worker("--jobs", "2", *model_at(provider))
    batch = machines.batch(given, out, *model_at(provider))
    eventually(lambda: machines.asked("SELECT count(*) FROM item") >= 3)
    batch.process.send_signal(signal.SIGINT)
    assert batch.ended() == ExitCode.INTERRUPTED
    told = report_of(out)
    assert told["not_begun"] > 20
    assert told["not_begun"] + told["items_done"] == 40
    assert machines.asked("SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo'") == 0


def test_connections_that_the_server_cuts_cost_no_item(
    machines: Hall, tmp_path: Path, out: Path, provider: SlowServer
) -> None:
    given = corpus(tmp_path / "in", 24, sdds=False)
    machines.worker("--jobs", "4", *model_at(provider))
    batch = machines.batch(given, out, *model_at(provider))
    eventually(lambda: machines.asked("SELECT count(*) FROM item") >= 5)
    machines.asked(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    assert batch.ended() in {ExitCode.DONE, ExitCode.FINDINGS}
    assert differences(calm(given, *model_at(provider)), out) == []


OTHER_VERSION = "import planner; planner.__version__ = '9.9.9'"


@pytest.mark.parametrize(
    ("before", "flags"),
    [(OTHER_VERSION, ()), ("", ("--off", "PKT001")), ("", ("--catalogue", "software"))],
    ids=["version", "rules", "catalogue"],
)
def test_a_worker_of_another_kind_leaves_the_items_alone(
    machines: Hall, tmp_path: Path, out: Path, before: str, flags: tuple[str, ...]
) -> None:
    given = corpus(tmp_path / "in", 3, sdds=False)
    other = machines.worker(*flags, before=before)
    batch = machines.batch(given, out)
    eventually(lambda: "left alone: items of" in other.told())
    assert machines.under_way() == 0
    assert not list(out.rglob("verdict.json"))
    machines.worker()
    assert batch.ended() in {ExitCode.DONE, ExitCode.FINDINGS}
    assert "bug" not in other.told()


def test_a_worker_without_the_providers_key_does_not_begin(
    machines: Hall, provider: SlowServer
) -> None:
    worker = machines.worker(
        *model_at(provider), before="import os; os.environ['PLANNER_API_KEY_ENV'] = 'NOT_SET'"
    )
    assert worker.ended() == ExitCode.USAGE
    assert "NOT_SET" in worker.told()
    assert "Traceback" not in worker.told()


def test_a_cap_that_a_worker_cannot_keep_halts_the_batch(
    machines: Hall, tmp_path: Path, out: Path, provider: SlowServer
) -> None:
    given = corpus(tmp_path / "in", 2, sdds=False)
    machines.worker(*model_at(provider))
    # The price of this model is known to nobody.
    batch = machines.batch(given, out, *model_at(provider), "--max-cost", "1")
    assert batch.ended() == ExitCode.DRAFTING
    assert "--max-cost cannot be kept" in batch.told()
    assert provider.asked.total() == 0


BLIND = "import planner.compose.cluster_worker as module; module.is_marked = lambda *_: False"


def test_a_worker_that_does_not_see_the_folder_leaves_the_items_to_those_who_do(
    machines: Hall, tmp_path: Path, out: Path
) -> None:
    given = corpus(tmp_path / "in", 3, sdds=False)
    blind = machines.worker(before=BLIND)
    batch = machines.batch(given, out)
    eventually(lambda: f"left alone: items of {out}" in blind.told())
    eventually(lambda: "a worker does not see" in batch.told())
    assert not list(out.rglob("verdict.json"))
    machines.worker()
    assert batch.ended() in {ExitCode.DONE, ExitCode.FINDINGS}
    assert differences(calm(given), out) == []
    assert not list(out.glob(".planner/run-*"))
    blind.process.terminate()
    assert blind.ended() == ExitCode.DONE


def test_without_a_worker_a_person_is_told(machines: Hall, tmp_path: Path, out: Path) -> None:
    batch = machines.batch(corpus(tmp_path / "in", 1, sdds=False), out)
    eventually(lambda: "no worker of this version and configuration" in batch.told())


BUG = """
import planner.compose.cluster_worker as module
async def planned(*_):
    raise AssertionError("an invariant does not hold")
module._Worker._planned = planned
"""


def test_a_bug_in_a_worker_ends_the_batch_and_says_so(
    machines: Hall, tmp_path: Path, out: Path
) -> None:
    machines.worker(before=BUG)
    batch = machines.batch(corpus(tmp_path / "in", 3, sdds=False), out)
    assert batch.ended() == ExitCode.BUG
    assert "an invariant does not hold" in batch.told()
    assert machines.asked("SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo'") == 0


def test_an_input_that_the_worker_reads_otherwise_is_not_planned(
    machines: Hall, tmp_path: Path, out: Path
) -> None:
    given = corpus(tmp_path / "in", 2, sdds=False)
    batch = machines.batch(given, out)
    eventually(lambda: machines.asked("SELECT count(*) FROM work") == 2)
    changed = given / "r00001.md"
    changed.write_text(f"{changed.read_text(encoding='utf-8')}\nAnd more.\n", encoding="utf-8")
    machines.worker()
    batch.ended()
    told = {each["name"]: each for each in report_of(out)["items"]}["in/r00001.md"]
    assert told["outcome"] == "failed"
    assert "another text than the batch did" in told["message"]


@pytest.mark.parametrize("verb", ["worker", "batch"])
@pytest.mark.parametrize(
    ("url", "code", "told"),
    [
        ("mysql://me:geheim@x/y", ExitCode.USAGE, "postgresql://"),
        ("postgresql://me:ge%zzheim@x/y", ExitCode.USAGE, "cannot be read as the address"),
        ("postgresql://me:geheim@127.0.0.1:1/y", ExitCode.STORE, "cannot use the database y"),
    ],
    ids=["no postgres", "no address", "no server"],
)
def test_an_address_of_no_use_is_told_without_its_password(
    machines: Hall, tmp_path: Path, verb: str, url: str, code: ExitCode, told: str
) -> None:  # fmt: skip
    corpus(tmp_path / "in", 1, sdds=False)
    given = ("in", "--out", "out") if verb == "batch" else ()
    machine = machines.start(verb, *given, "--queue", url)
    assert machine.ended() == code
    assert told in machine.told()
    assert "heim" not in machine.told()
    assert "Traceback" not in machine.told()


MISSING = "import sys; sys.modules['procrastinate'] = None"


@pytest.mark.parametrize("verb", ["worker", "batch"])
def test_without_the_libraries_the_extra_is_named(
    machines: Hall, tmp_path: Path, verb: str
) -> None:
    corpus(tmp_path / "in", 1, sdds=False)
    given = ("in", "--out", "out") if verb == "batch" else ()
    machine = machines.start(verb, *given, "--queue", "postgresql://x/y", before=MISSING)
    assert machine.ended() == ExitCode.USAGE
    assert "packet-planner[cluster]" in machine.told()
