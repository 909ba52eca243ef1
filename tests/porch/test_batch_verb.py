"""`planner batch`: many inputs, each its own outcome, and every way in which a run may end."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import planner as product
from planner.model.batch import ItemOutcome
from tests.porch.conftest import Command

ROOT = Path(__file__).resolve().parents[2]
GOOD_SDD = ROOT / "examples" / "sdds" / "stock-sync-sdd.md"
READY = (ROOT / "examples" / "requests" / "short-prose.md").read_text(encoding="utf-8")
BLOCKED = (ROOT / "examples" / "requests" / "blocked-token.md").read_text(encoding="utf-8")


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / name.replace("__", "/")
        path = path.with_name(f"{path.name}.md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def report(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "out" / "report.json").read_bytes())
    return found


def outcomes(folder: Path) -> dict[str, str]:
    return {each["name"]: each["outcome"] for each in report(folder)["items"]}


def outputs(folder: Path) -> dict[str, bytes]:
    """Return what was written, but for receipts, reports and the batch's own."""
    told = {"receipt.json", "report.json", "report.md", "report.html"}
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in told and ".planner" not in path.parts
    }


# One bad item (BA-01)


@pytest.fixture
def six(tmp_path: Path) -> Path:
    """Six documents: good, unreadable, refused, raising, good, and one named like the first."""
    good = GOOD_SDD.read_bytes()
    for name, data in {
        "a/stock-sdd.md": good,
        "b/broken-utf8-sdd.md": b"# Broken \xff\xfe\xff\n",
        "c/bad-reply-sdd.md": b"# A design\n\nNothing is said in it.\n",
        "d/raises-sdd.md": good + b"\n<!-- one that cannot be written -->\n",
        "e/good-sdd.md": good.replace(b"stock-sync", b"stock-other"),
        "f/stock-sdd.md": good + b"\n<!-- another one -->\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir()
        path.write_bytes(data)
    # Where its tasks file would go there is no folder.
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "d").write_bytes(b"")
    return tmp_path


@pytest.mark.parametrize("processes", ["1", "2"])
def test_one_bad_document_keeps_no_other_from_being_planned(
    planner: Command, six: Path, processes: str
) -> None:
    given = ("batch", *"abcdef", "--out", "out", "--jobs", "3", "--processes", processes)
    run = planner(*given)
    assert run.code == 1
    found = {each["name"]: each for each in report(six)["items"]}
    assert {name: each["outcome"] for name, each in found.items()} == {
        "a/stock-sdd.md": "released",
        "b/broken-utf8-sdd.md": "failed",
        "c/bad-reply-sdd.md": "refused",
        "d/raises-sdd.md": "failed",
        "e/good-sdd.md": "released",
        "f/stock-sdd.md": "released",
    }
    assert "UTF-8" in found["b/broken-utf8-sdd.md"]["message"]
    assert found["c/bad-reply-sdd.md"]["codes"]
    assert found["d/raises-sdd.md"]["message"]
    written = [name for each in found.values() for name in each["outputs"]]
    assert len(written) == len(set(written)) == 3
    assert "items        6\nreleased     3\nrefused      1\nfailed       2\n" in run.out


def test_two_items_that_would_write_one_file_are_told_apart(batch: Command, tmp_path: Path) -> None:
    write(tmp_path, one=READY)
    (tmp_path / "one.txt").write_text(BLOCKED, encoding="utf-8")
    run = batch("one.md", "one.txt")
    assert run.code == 1
    assert outcomes(tmp_path) == {"one.md": "released", "one.txt": "failed"}
    assert "one.md already writes one" in run.err


# The same request twice (BA-03)

CSV = {
    "in/1.md": b"# Add CSV export\n\nFor tickets.\n",
    "in/1-copy.md": b"# Add CSV export\r\n\r\nFor tickets.\r\n",
    "in/2.md": b"# Add CSV export\n\nFor invoices.\n",
    "in/~1.md": b"# Add CSV export\n\nFor tickets. (designer shadow copy)\n",
    "in/.1.md.swp": b"binary",
}


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    for name, data in CSV.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def test_the_same_text_is_planned_once_and_shadows_are_skipped(
    batch: Command, copies: Path
) -> None:
    run = batch("in")
    told = report(copies)
    found = {each["name"]: each for each in told["items"]}
    assert list(found) == ["in/1-copy.md", "in/1.md", "in/2.md"]
    assert (found["in/1.md"]["outcome"], found["in/1.md"]["same_as"]) == ("same", "in/1-copy.md")
    assert {each["name"] for each in told["skipped"]} == {"in/~1.md", "in/.1.md.swp"}
    assert all(each["why"] for each in told["skipped"])
    assert "in/~1.md" in run.out
    assert "in/.1.md.swp" in run.out


def test_one_id_with_other_content_is_an_error_and_no_overwrite(
    batch: Command, tmp_path: Path
) -> None:
    write(tmp_path, a=f"CCB_REQ_ID: R-1\n\n{READY}", b=f"CCB_REQ_ID: R-1\n\n{BLOCKED}")
    assert batch("a.md", "b.md").code == 1
    assert outcomes(tmp_path) == {"a.md": "released", "b.md": "refused"}
    assert report(tmp_path)["items"][1]["codes"] == ["GAT208"]
    assert not (tmp_path / "out" / "b").exists()


def test_of_two_runs_at_once_one_works_and_the_other_says_in_use(tmp_path: Path) -> None:
    # The pipe keeps the first run waiting for its list until the second has answered.
    write(tmp_path, a=READY)
    argv = [sys.executable, "-m", "planner", "batch", "-", "--out", "out", "--processes", "1"]
    first = subprocess.Popen(
        argv, cwd=tmp_path, stdin=subprocess.PIPE, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    while not (tmp_path / "out" / ".planner" / "lock").exists():
        assert first.poll() is None
    argv[4] = "a.md"
    second = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, check=False)
    out, err = first.communicate(b"a.md\n")
    assert (second.returncode, "is in use by" in second.stderr) == (4, True)
    assert (first.returncode, err) == (0, b"")
    assert b"released     1" in out


# Exit codes


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        ({"a": READY}, 0),
        ({"a": BLOCKED}, 0),
        ({"a": READY, "b": "\x00"}, 1),
        ({"b": "\x00"}, 6),
    ],
    ids=["all released", "not ready is released", "some not", "none"],
)
def test_the_exit_code_says_whether_all_some_or_none_was_released(
    batch: Command, tmp_path: Path, texts: dict[str, str], code: int
) -> None:
    write(tmp_path, **{f"in__{name}": text for name, text in texts.items()})
    assert batch("in").code == code


@pytest.mark.parametrize("argv", [("nowhere",), ("in", "--force", "in/x.md"), ()])
def test_a_wrong_call_plans_nothing(batch: Command, tmp_path: Path, argv: tuple[str, ...]) -> None:
    write(tmp_path, in__a=READY)
    run = batch(*argv)
    assert run.code == 2
    assert not (tmp_path / "out" / "in").exists()


# Another run


def test_a_rerun_does_only_what_is_needed(batch: Command, tmp_path: Path) -> None:
    write(tmp_path, in__a=READY, in__b=BLOCKED)
    assert batch("in").code == 0
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "out" / "in").rglob("*")}
    write(tmp_path, in__c=f"{READY}\nIt is urgent.\n")
    run = batch("in")
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert [each["reused"] for each in report(tmp_path)["items"]] == [True, True, False]
    assert "from before  2" in run.out


@pytest.mark.parametrize("force", [(), ("--force", "in/a.md"), ("--force-all",)])
def test_what_somebody_changed_is_told_and_replaced_only_by_force(
    batch: Command, tmp_path: Path, force: tuple[str, ...]
) -> None:
    write(tmp_path, in__a=READY, in__b=BLOCKED)
    batch("in")
    packet = tmp_path / "out" / "in" / "a" / "task-packet.md"
    before = packet.read_bytes()
    packet.write_bytes(b"mine\n")
    run = batch("in", *force)
    assert run.code == (0 if force else 1)
    assert packet.read_bytes() == (before if force else b"mine\n")
    assert outcomes(tmp_path)["in/a.md"] == ("released" if force else "edited")


def test_what_was_deleted_is_made_again(batch: Command, tmp_path: Path) -> None:
    write(tmp_path, in__a=READY)
    batch("in")
    before = outputs(tmp_path / "out")
    (tmp_path / "out" / "in" / "a" / "task-packet.md").unlink()
    assert batch("in").code == 0
    assert outputs(tmp_path / "out") == before


def test_a_changed_request_replaces_its_own_bundle(batch: Command, tmp_path: Path) -> None:
    write(tmp_path, in__a=READY)
    batch("in")
    write(tmp_path, in__a=f"{READY}\nThe export has a header line.\n")
    assert batch("in").code == 0
    trace = (tmp_path / "out" / "in" / "a" / "trace.json").read_text(encoding="utf-8")
    assert "header line" in trace


def test_a_changed_request_does_not_replace_what_somebody_changed(
    batch: Command, tmp_path: Path
) -> None:
    write(tmp_path, in__a=READY)
    batch("in")
    packet = tmp_path / "out" / "in" / "a" / "task-packet.md"
    packet.write_bytes(b"mine\n")
    write(tmp_path, in__a=f"{READY}\nThe export has a header line.\n")
    assert batch("in").code == 6
    assert (outcomes(tmp_path), packet.read_bytes()) == ({"in/a.md": "edited"}, b"mine\n")


def test_a_status_in_a_tasks_file_outlives_a_changed_document(
    batch: Command, tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    document = shutil.copy(GOOD_SDD, tmp_path / "in")
    batch("in")
    (tasks,) = (tmp_path / "out").rglob("*-tasks.md")
    text = tasks.read_text(encoding="utf-8")
    assert "- [ ]" in text
    tasks.write_text(text.replace("- [ ]", "- [x]", 1), encoding="utf-8")
    assert batch("in").code == 6
    assert outcomes(tmp_path) == {"in/stock-sync-sdd.md": "edited"}
    with Path(document).open("a", encoding="utf-8") as file:
        file.write("\nA closing remark.\n")
    assert batch("in").code == 0
    assert "- [x]" in tasks.read_text(encoding="utf-8")


# What is told


def test_the_counts_add_up_in_every_report(batch: Command, tmp_path: Path) -> None:
    write(tmp_path, in__a=READY, in__b=BLOCKED, in__c="\x00", in__d=READY)
    run = batch("in")
    told = report(tmp_path)
    assert sum(told["counts"].values()) == len(told["items"]) == told["items_done"] == 4
    assert list(told["counts"]) == [outcome.value for outcome in ItemOutcome]
    assert run.out.startswith("items        4\nreleased     1\nnot ready    1\nsame         1\n")
    markdown = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    for name in outcomes(tmp_path):
        assert f"`{name}`" in markdown
        assert f"<code>{name}</code>" in page
    assert "<script" not in page


def test_a_program_reads_the_counts_as_json(batch: Command, tmp_path: Path) -> None:
    write(tmp_path, in__a=READY)
    told = json.loads(batch("in", "--json").out)
    assert (told["counts"]["released"], told["not_begun"]) == (1, 0)
    assert Path(told["report"]) == Path("out/report.json")


def test_what_an_item_says_is_no_markup(batch: Command, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "<b>|`x.md").write_text("\x00", encoding="utf-8")
    batch("in")
    assert "<b>" not in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    row = (tmp_path / "out" / "report.md").read_text(encoding="utf-8").splitlines()[-1]
    assert row.startswith("| `` in/<b>\\|`x.md `` | failed |")


def test_quiet_tells_nothing_while_it_runs(batch: Command, tmp_path: Path) -> None:
    write(tmp_path, in__a="\x00")
    assert batch("in", "--quiet").err == ""
    assert "in/a.md failed: " in batch("in").err


def test_the_verb_may_be_named(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, a=READY)
    assert planner("batch", "run", "a.md", "--out", "out", "--processes", "1").code == 0
    assert "run" in planner("batch", "--help").out


def test_a_program_gets_the_counts_as_a_value(tmp_path: Path) -> None:
    write(tmp_path, a=READY)
    found = product.batch([tmp_path / "a.md"], out=tmp_path / "out", processes=1)
    assert (found.counts[ItemOutcome.RELEASED], found.items, found.left) == (1, 1, 0)
    assert found.folder == os.fspath(tmp_path / "out")


# Many processes


def test_several_processes_write_what_one_writes(planner: Command, tmp_path: Path) -> None:
    for path in (ROOT / "examples" / "requests").glob("*.md"):
        write(tmp_path, **{f"in__{path.stem}": path.read_text(encoding="utf-8")})
    for processes in ("1", "3"):
        given = ("in", "--out", f"out{processes}", "--processes", processes, "--jobs", "6")
        assert planner("batch", *given).code == 0
    assert outputs(tmp_path / "out1") == outputs(tmp_path / "out3")
