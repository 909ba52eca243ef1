"""What a batch tells: in its report, on the terminal, and of what it leaves."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import planner as product
from planner.adapters.batch_report import Told, write_report
from planner.adapters.batch_settled import settled
from planner.cli import batch_progress
from planner.cli.batch_progress import Counts, Lines
from planner.cli.exit_codes import ExitCode
from planner.model.batch import ItemKind, ItemOutcome, ItemRecord
from planner.model.batch_report import BatchReport
from tests.porch.conftest import Command

ROOT = Path(__file__).resolve().parents[2]
READY = (ROOT / "examples" / "requests" / "short-prose.md").read_text(encoding="utf-8")
SDDS = ROOT / "examples" / "sdds"


def report(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "out" / "report.json").read_bytes())
    return found


def a_record(name: str, outcome: ItemOutcome, **given: Any) -> ItemRecord:
    return ItemRecord(key="", name=name, kind=ItemKind.REQUEST, outcome=outcome, **given)


FIRST = a_record("a.md", ItemOutcome.RELEASED)
SAME = a_record("b.md", ItemOutcome.SAME, same_as="a.md")
PART = a_record("c.md", ItemOutcome.PART, same_as="a.md")


@pytest.mark.parametrize(
    ("records", "left", "outcomes", "left_then"),
    [
        ([FIRST, SAME, PART], 0, ["released", "same", "part"], 0),
        ([FIRST, SAME, PART], 2, ["released", "same", "part"], 2),
        ([SAME, PART], 1, [], 3),
        ([SAME, a_record("a.md", ItemOutcome.EDITED)], 0, ["edited", "edited"], 0),
        ([a_record("a.md", ItemOutcome.FAILED), PART], 0, ["failed", "failed"], 0),
        ([a_record("a.md", ItemOutcome.WAITING), SAME], 4, ["waiting", "waiting"], 4),
    ],
    ids=["sound", "some left", "first not begun", "edited", "failed", "waiting"],
)
def test_an_item_that_leans_on_another_comes_to_what_that_one_came_to(
    records: list[ItemRecord], left: int, outcomes: list[str], left_then: int
) -> None:
    counts = dict.fromkeys(ItemOutcome, 0)
    for record in records:
        counts[record.outcome] += 1
    found = settled(lambda: records, counts, left)
    told = [record.outcome.value for record in found.records()]
    assert (told, found.left) == (outcomes, left_then)
    assert {name.value: count for name, count in found.counts.items() if count} == {
        name: outcomes.count(name) for name in outcomes
    }


def test_what_a_document_decides_without_a_word_is_counted(batch: Command, tmp_path: Path) -> None:
    (tmp_path / "stock-sync-sdd.md").write_bytes((SDDS / "stock-sync-sdd.md").read_bytes())
    assert batch("stock-sync-sdd.md").code == ExitCode.DONE
    (item,) = report(tmp_path)["items"]
    assert re.fullmatch(r"(\d+ [a-z ]+(, )?)+: `planner tasks` tells each", item["message"])


def test_a_refused_call_leaves_nothing_in_the_folder_that_it_names(
    planner: Command, tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.md").write_text(READY, encoding="utf-8")
    run = planner("batch", "in", "--out", "in")
    assert (run.code, "folder of the outputs" in run.err) == (ExitCode.USAGE, True)
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["a.md"]


@pytest.mark.parametrize("name", ["./in/a.md", "in/../in/a.md"])
def test_an_item_is_forced_by_any_way_to_its_name(
    batch: Command, tmp_path: Path, name: str
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.md").write_text(READY, encoding="utf-8")
    batch("in")
    assert report(tmp_path)["reused"] == 0
    batch("in")
    assert report(tmp_path)["reused"] == 1
    assert batch("in", "--force", name).code == ExitCode.DONE
    assert report(tmp_path)["reused"] == 0


@pytest.mark.parametrize("name", ["a.md", "a", "tickets/a.md"])
def test_who_forces_what_is_no_item_is_told_what_may_have_been_meant(
    batch: Command, tmp_path: Path, name: str
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.md").write_text(READY, encoding="utf-8")
    run = batch("in", "--force", name)
    assert (run.code, "`in/a.md` is one" in run.err) == (ExitCode.USAGE, True)


def test_an_edited_bundle_is_told_with_the_way_on(batch: Command, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(READY, encoding="utf-8")
    batch("a.md")
    with (tmp_path / "out" / "a" / "task-packet.md").open("a", encoding="utf-8") as file:
        file.write("mine")
    batch("a.md")
    assert "`--force` and its name have them made anew" in report(tmp_path)["items"][0]["message"]
    (tmp_path / "a.md").write_text(f"{READY}\nAnd more.\n", encoding="utf-8")
    batch("a.md")
    assert "`--force` and its name have it made anew" in report(tmp_path)["items"][0]["message"]


@pytest.mark.parametrize(
    ("message", "cell"),
    [
        ("put `<!-- mark -->` in it", "put `<!-- mark -->` in it"),
        ("a <b> and | more", "a \\<b> and \\| more"),
        ("one ` alone <b>", "one ` alone \\<b>"),
        ("`` ` `` <img> `", "`` ` `` \\<img> `"),
        ("a\\b", "a\\\\b"),
    ],
    ids=["code", "markup", "half a span", "doubled", "backslash"],
)
def test_a_message_is_text_in_a_table_of_markdown(tmp_path: Path, message: str, cell: str) -> None:
    record = a_record("a.md", ItemOutcome.REFUSED, message=message)
    told = Told(
        report=BatchReport(folder="out", counts=dict.fromkeys(ItemOutcome, 0)),
        records=lambda: [record],
        skipped=list,
    )
    write_report(told, tmp_path)
    assert f"| refused | {cell} |" in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_a_program_may_name_its_folders_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text(READY, encoding="utf-8")
    assert product.batch(["a.md"], out="out", processes=1).done == 1
    assert report(tmp_path)["planned"] == 1


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which passes only where a test says so."""
    now = [1000.0]
    monkeypatch.setattr(batch_progress, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_the_rate_is_that_of_the_last_items(clock: list[float]) -> None:
    counts = Counts()
    counts.begin(200)
    for number in range(110):
        # Those that need no model are done at once, the others wait for their pace.
        clock[0] += 0.0 if number < 45 else 2.0
        counts.add(FIRST)
    assert "30.0 a minute, about 3 min left" in counts.line()


def test_where_nothing_is_done_for_long_a_line_says_so(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = Lines()
    lines.begun(3)
    for _ in range(65):
        clock[0] += 1.0
        lines.waited()
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert "0 of 3 done" in told[0]
    assert "wait for their turn" in told[0]
