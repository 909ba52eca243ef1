"""`planner usage`: what is found, what is added up, and what cannot be read."""

import json
import os
from pathlib import Path

import pytest

from planner.model.verdict import ReceiptRecord, Usage
from tests.house.tree import ROOT
from tests.porch.conftest import Command


def a_receipt(
    model: str | None = "openai:gpt-4o-mini",
    drafter: str = "labelling",
    price: float | None = 0.1,
    seconds: float = 1.5,
) -> ReceiptRecord:
    return ReceiptRecord(
        activation_id=None,
        created_at="2026-01-01T00:00:00Z",
        seconds=seconds,
        attempts=1,
        drafter=drafter,
        model=model,
        versions={"planner": "1"},
        usage=Usage(requests=2, input_tokens=100, output_tokens=10, price=price),
    )


def put(folder: Path, receipt: ReceiptRecord | str | bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "receipt.json"
    if isinstance(receipt, ReceiptRecord):
        receipt = receipt.model_dump_json(by_alias=True)
    path.write_bytes(receipt.encode() if isinstance(receipt, str) else receipt)
    return path


def test_bundles_are_added_up_by_drafter_and_model(planner: Command, tmp_path: Path) -> None:
    put(tmp_path / "out" / "a", a_receipt())
    put(tmp_path / "out" / "deep" / "er" / "b", a_receipt(price=0.2))
    put(tmp_path / "out" / "c", a_receipt(price=None))
    put(tmp_path / "out" / "d", a_receipt(None, "offline", 0.0, 0.25))
    put(tmp_path / "out" / "e", a_receipt("openai:local", price=None))
    run = planner("usage", "out")
    assert (run.code, run.err) == (0, "")
    assert run.out.split("\n") == [
        (
            "drafter    model               bundles  requests   in  out"
            "                      USD  seconds"
        ),
        (
            "labelling  openai:gpt-4o-mini        3         6  300   30"
            "  0.300000, unknown for 1    4.500"
        ),
        (
            "labelling  openai:local              1         2  100   10"
            "            unknown for 1    1.500"
        ),
        (
            "offline    -                         1         2  100   10"
            "                 0.000000    0.250"
        ),
        (
            "total                                5        10  500   50"
            "  0.300000, unknown for 2    6.250"
        ),
        "",
    ]


def test_the_answer_for_a_program_holds_the_same(planner: Command, tmp_path: Path) -> None:
    put(tmp_path / "a", a_receipt())
    put(tmp_path / "b", a_receipt(price=None))
    told = json.loads(planner("usage", ".", "--json").out)
    numbers = {
        "bundles": 2,
        "requests": 4,
        "input_tokens": 200,
        "output_tokens": 20,
        "price": 0.1,
        "unknown_prices": 1,
        "seconds": 3.0,
    }
    row = {"drafter": "labelling", "model": "openai:gpt-4o-mini", **numbers}
    assert told == {"rows": [row], "total": numbers, "unread": []}


def test_money_adds_up_exactly(planner: Command, tmp_path: Path) -> None:
    for number in range(10):
        put(tmp_path / str(number), a_receipt(price=0.1))
    assert json.loads(planner("usage", ".", "--json").out)["total"]["price"] == 1.0


@pytest.mark.parametrize(
    "named",
    [
        pytest.param(["a"], id="a bundle"),
        pytest.param(["a/receipt.json"], id="a receipt"),
        pytest.param(["a", "a"], id="a bundle twice"),
        pytest.param([".", "a", "a/receipt.json"], id="a folder and what is in it"),
        pytest.param(["a", "./a/../a"], id="by two names"),
    ],
)
def test_a_receipt_counts_once_however_it_is_named(
    planner: Command, tmp_path: Path, named: list[str]
) -> None:
    put(tmp_path / "a", a_receipt())
    assert json.loads(planner("usage", *named, "--json").out)["total"]["bundles"] == 1


def test_a_link_to_a_folder_is_not_followed(planner: Command, tmp_path: Path) -> None:
    put(tmp_path / "a" / "b", a_receipt())
    (tmp_path / "a" / "b" / "loop").symlink_to(tmp_path / "a")
    assert json.loads(planner("usage", "a", "--json").out)["total"]["bundles"] == 1


def test_a_receipt_of_an_earlier_version_has_no_model(planner: Command, tmp_path: Path) -> None:
    record = json.loads(a_receipt(None, "offline").model_dump_json(by_alias=True))
    del record["model"], record["usage"]["price"]
    put(tmp_path / "a", json.dumps(record))
    run = planner("usage", "a")
    assert run.code == 0
    assert run.out.split("\n")[1].split()[:2] == ["offline", "-"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param("", "it is no JSON", id="empty"),
        pytest.param("{", "it is no JSON", id="cut off"),
        pytest.param(b"\xff{}", "it is no JSON", id="no text"),
        pytest.param("[" * 10_000, "it is no JSON", id="nested without end"),
        pytest.param("[]", "it is no receipt of a plan, as / shows", id="no object"),
        pytest.param('{"total": 5}', "it is no receipt of a plan, as /", id="of a shop"),
        pytest.param(" " * (1024 * 1024) + "{}", "it is over 1048576 bytes", id="too large"),
    ],
)
def test_a_receipt_that_cannot_be_read_is_named_and_hides_no_other(
    planner: Command, tmp_path: Path, content: str | bytes, reason: str
) -> None:
    put(tmp_path / "out" / "a", content)
    put(tmp_path / "out" / "b", a_receipt())
    run = planner("usage", "out", "--json")
    assert run.code == 1
    assert run.err.startswith(f"planner: out/a/receipt.json: {reason}")
    told = json.loads(run.out)
    assert told["total"]["bundles"] == 1
    assert told["unread"][0]["path"] == "out/a/receipt.json"


@pytest.mark.parametrize(
    "change",
    [
        {"schema": "planner.receipt/2"},
        {"seconds": -1},
        {"usage": {"requests": -1}},
        {"usage": {"input_tokens": "100"}},
        {"drafter": None},
        {"tip": 1},
    ],
)
def test_a_receipt_that_another_program_wrote_is_named(
    planner: Command, tmp_path: Path, change: dict[str, object]
) -> None:
    record = json.loads(a_receipt().model_dump_json(by_alias=True)) | change
    put(tmp_path / "a", json.dumps(record))
    run = planner("usage", "a")
    assert run.code == 1
    assert "a/receipt.json: it is no receipt of a plan" in run.err


def test_seconds_without_end_are_no_receipt(planner: Command, tmp_path: Path) -> None:
    text = a_receipt().model_dump_json(by_alias=True).replace("1.5", "Infinity")
    put(tmp_path / "a", text)
    assert planner("usage", "a").code == 1


def test_what_is_no_file_is_named(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "a" / "receipt.json").mkdir(parents=True)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "receipt.json").symlink_to("gone")
    (tmp_path / "c").mkdir()
    os.mkfifo(tmp_path / "c" / "receipt.json")
    run = planner("usage", ".")
    assert run.code == 1
    assert len(run.err.strip().split("\n")) == 3
    assert "c/receipt.json: it is no plain file" in run.err


def test_a_name_is_shown_without_what_a_terminal_would_obey(
    planner: Command, tmp_path: Path
) -> None:
    put(tmp_path / "a", a_receipt("openai:\x1b[31mred"))
    assert "\x1b" not in planner("usage", "a").out


def test_where_there_is_no_receipt_the_command_has_to_be_changed(
    planner: Command, tmp_path: Path
) -> None:
    (tmp_path / "a").mkdir()
    run = planner("usage", "a")
    assert (run.code, run.out) == (2, "")
    assert "no receipt.json below a" in run.err


def test_a_folder_that_is_not_there_is_told(planner: Command, tmp_path: Path) -> None:
    put(tmp_path / "a", a_receipt())
    run = planner("usage", "a", "gone")
    assert (run.code, run.out) == (2, "")
    assert "gone" in run.err


def test_at_least_one_bundle_is_named(planner: Command) -> None:
    assert planner("usage").code == 2


def test_the_bundle_of_a_plan_is_read(planner: Command, tmp_path: Path) -> None:
    planner("plan", str(ROOT / "examples" / "requests" / "short-prose.md"), "--out", "out/a")
    run = planner("usage", "out", "--json")
    assert run.code == 0
    rows = json.loads(run.out)["rows"]
    assert [(row["drafter"], row["model"], row["bundles"]) for row in rows] == [
        ("offline", None, 1)
    ]
