"""`planner batch`: every item has a name and a place of its own, and nothing is taken for an input
that is none."""

import json
import shutil
from pathlib import Path

import pytest

from tests.porch.conftest import Command
from tests.porch.test_batch_verb import BLOCKED, GOOD_SDD, READY, outcomes, outputs, write


def test_two_files_of_one_name_are_both_planned(
    planner: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, work__other__a=READY, other__a=BLOCKED)
    monkeypatch.chdir(tmp_path / "work")
    far = str(tmp_path / "other" / "a.md")
    run = planner("batch", "other/a.md", far, "--out", "out", "--processes", "1")
    assert run.code == 0
    assert list(outcomes(tmp_path / "work")) == ["other/a.md", far.lstrip("/")]
    assert len(list((tmp_path / "work" / "out").rglob("verdict.json"))) == 2


def test_a_request_beside_a_folder_of_its_name_is_told_in_every_order(
    batch: Command, tmp_path: Path
) -> None:
    write(tmp_path, in__a=READY, in__a__b=BLOCKED)
    for first, second in (("in/a.md", "in/a/b.md"), ("in/a/b.md", "in/a.md")):
        run = batch(first, second)
        assert (run.code, list(outcomes(tmp_path).values())[1]) == (1, "failed")
        assert f"{second} failed: " in run.err
        assert f"{first} writes " in run.err
        shutil.rmtree(tmp_path / "out")


def test_nothing_is_written_into_a_bundle_that_the_same_run_has_finished(
    batch: Command, tmp_path: Path
) -> None:
    write(tmp_path, in__a=READY, in__a__b=BLOCKED)
    run = batch("in/a.md", "in/a/b.md", "--jobs", "1")
    assert (run.code, list(outcomes(tmp_path).values())) == (1, ["released", "failed"])
    assert "in/a is a bundle, and in/a/b would stand in it" in run.err
    assert not (tmp_path / "out" / "in" / "a" / "b").exists()


def test_nothing_is_written_into_a_bundle_of_an_earlier_run(batch: Command, tmp_path: Path) -> None:
    write(tmp_path, in__a=READY, in__a__b=BLOCKED)
    batch("in/a.md")
    before = outputs(tmp_path / "out")
    run = batch("in/a/b.md")
    assert (run.code, outputs(tmp_path / "out")) == (6, before)
    assert "in/a is a bundle, and in/a/b would stand in it: take the bundle away" in run.err


def test_no_tasks_file_is_written_over_the_report(batch: Command, tmp_path: Path) -> None:
    document = GOOD_SDD.read_text(encoding="utf-8").replace("stock-sync-tasks.md", "report.md")
    write(tmp_path, **{"x-sdd": document})
    run = batch("x-sdd.md")
    assert (run.code, outcomes(tmp_path)) == (6, {"x-sdd.md": "failed"})
    assert "report.md would stand where the batch's own outputs do" in run.err


def test_what_is_no_file_fails_alone(batch: Command, planner: Command, tmp_path: Path) -> None:
    write(tmp_path, a=READY)
    (tmp_path / "loop-sdd.md").symlink_to("loop-sdd.md")
    rows = ["a.md", "/dev/zero", "loop-sdd.md", "."]
    text = "".join(f'{{"path": "{row}"}}\n' for row in rows)
    (tmp_path / "list.jsonl").write_text(text, encoding="utf-8")
    assert batch("list.jsonl").code == 1
    assert list(outcomes(tmp_path).values()) == ["released", "failed", "failed", "failed"]
    told = b"x\0y.md\na.md\nq\0/x-sdd.md\nloop-sdd.md\n"
    run = planner("batch", "-", "--out", "out", "--processes", "1", stdin=told)
    assert run.code == 1
    assert list(outcomes(tmp_path).values()) == ["failed", "released", "failed", "failed"]
    assert "no path holds a NUL" in run.err


def test_outputs_of_another_batch_are_not_planned(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, in__a=READY)
    for out in ("in/o1", "in/o1", "o2"):
        assert planner("batch", "in", "--out", out, "--processes", "1").code == 0
    told = json.loads((tmp_path / "o2" / "report.json").read_bytes())
    assert [each["name"] for each in told["items"]] == ["in/a.md"]
    assert [each["name"] for each in told["skipped"]] == ["in/o1/"]


@pytest.mark.parametrize("verb", [(), ("run",), ("submit",), ("status",), ("collect",)])
def test_an_empty_folder_of_the_outputs_is_a_wrong_call(
    planner: Command, tmp_path: Path, verb: tuple[str, ...]
) -> None:
    write(tmp_path, in__a=READY)
    inputs = () if verb == ("status",) else ("in",)
    run = planner("batch", *verb, *inputs, "--out", "")
    assert (run.code, list(tmp_path.iterdir())) == (2, [tmp_path / "in"])
    assert "name a folder, as `--out out/autumn`, or `.` for this one" in run.err
