"""What a batch makes of inputs and outputs that somebody changes while it runs."""

import io
import shutil
from pathlib import Path
from typing import BinaryIO

import pytest

from planner.adapters.input_file import open_regular
from planner.app.plan_batch import Looked
from planner.cli.exit_codes import ExitCode
from planner.compose.batch_look import Looking
from planner.model.batch import BatchItem
from tests.adapters.agreeing_server import AgreeingServer
from tests.porch.conftest import Command
from tests.porch.test_batch_faults import (
    GOOD_SDD,
    READY,
    ROOT,
    Taking,
    asking,
    given,
    outcomes,
    report,
)

__all__ = ["given"]

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])


class Touching(Looking):
    """Has a file changed right after it was looked at."""

    def __call__(self, item: BatchItem) -> Looked:
        looked = super().__call__(item)
        with Path(item.path).open("a", encoding="utf-8") as file:
            file.write("\nAnd another line.\n")
        return looked


@pytest.mark.parametrize("name", ["a.md", "stock-sync-sdd.md"])
def test_a_text_that_was_changed_since_it_was_looked_at_is_not_planned_as_the_old_one(
    batch: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "a.md").write_text(READY, encoding="utf-8")
    shutil.copy(GOOD_SDD, tmp_path / "stock-sync-sdd.md")
    old = (tmp_path / name).read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr("planner.compose.batch_run.Looking", Touching)
        batch(name)
    (item,) = report(tmp_path)["items"]
    assert (item["outcome"], item["outputs"]) == ("failed", {})
    assert "was changed while the batch ran: give the same command again" in item["message"]
    (tmp_path / name).write_bytes(old)
    assert batch(name).code == ExitCode.DONE
    assert report(tmp_path)["reused"] == 0


def test_a_document_that_a_root_names_is_looked_at_with_it(
    batch: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = tmp_path / "desk"
    shutil.copytree(ROOT / "examples" / "sdds" / "returns-desk", solution)
    (root,) = solution.glob("*-solution-sdd.md")
    child = next(path for path in sorted(solution.glob("*-sdd.md")) if path != root)

    class TouchingChild(Looking):
        def __call__(self, item: BatchItem) -> Looked:
            looked = super().__call__(item)
            if item.path.endswith(root.name):
                child.write_text(f"{child.read_text(encoding='utf-8')}\n", encoding="utf-8")
            return looked

    monkeypatch.setattr("planner.compose.batch_run.Looking", TouchingChild)
    batch("desk")
    assert outcomes(tmp_path)[f"desk/{root.name}"] == "failed"


@pytest.mark.parametrize(("flags", "is_kept"), [((), True), (("--force-all",), False)])
def test_what_somebody_changes_while_a_model_answers_is_not_written_over(
    given: Path, tmp_path: Path, flags: tuple[str, ...], is_kept: object
) -> None:
    def change() -> None:
        for packet in (tmp_path / "out").rglob("task-packet.md"):
            packet.write_text("my own correction", encoding="utf-8")

    with AgreeingServer() as server:
        asking(given, server).run()
    for path in given.iterdir():
        text = path.read_text(encoding="utf-8").replace("ticket T-", "ticket T-9")
        path.write_text(text, encoding="utf-8")
    with Taking(change) as server:
        asking(given, server, "--processes", "1", "--jobs", "8", *flags).run()
    asked = [item for item in report(tmp_path)["items"] if item["usage"]["requests"]]
    assert len(asked) > 1
    for item in asked:
        packet = tmp_path / "out" / item["name"].removesuffix(".md") / "task-packet.md"
        assert (packet.read_text(encoding="utf-8") == "my own correction") is is_kept
        assert (item["outcome"] == "edited") is is_kept


@pytest.mark.parametrize("read", [None, b""])
def test_what_has_nothing_to_give_fails_alone(
    batch: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: bytes | None
) -> None:
    (tmp_path / "a.md").write_text(READY, encoding="utf-8")
    (tmp_path / "b.md").write_text("x", encoding="utf-8")

    class Silent(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return read  # type: ignore[return-value] # as a file does that does not wait

    def opened(path: Path) -> BinaryIO:
        return Silent() if path.name == "b.md" else open_regular(path)

    for module in ("batch_look", "batch_outputs"):
        monkeypatch.setattr(f"planner.compose.{module}.open_regular", opened)
    assert batch("a.md", "b.md").code == ExitCode.FINDINGS
    assert outcomes(tmp_path)["a.md"] == "released"
    assert outcomes(tmp_path)["b.md"] in {"refused", "failed"}
