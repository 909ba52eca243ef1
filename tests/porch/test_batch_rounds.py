"""A batch through a provider's batch endpoint, over loopback, from the command."""

import json
from pathlib import Path

import pytest

from planner.cli.main import main
from tests.adapters.agreeing_server import labels_for
from tests.adapters.batch_server import BatchServer, answered_with, failed_with
from tests.adapters.fault_server import JsonObject, Scripted, Seen, a_completion

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

REQUESTS = Path("examples/requests")


def agreeing(row: JsonObject) -> JsonObject:
    """Answer a row as code would."""
    seen = Seen("POST", "/v1/chat/completions", {}, json.dumps(row["body"]).encode())
    return answered_with(a_completion(labels_for(seen, {}, "Import old loans")))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a request that code is sure of, and one that it has to ask about."""
    for name in ("blocked-token.md", "unsettled-import.md"):
        (tmp_path / name).write_bytes((REQUESTS / name).read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "planner-test-key-0123456789")
    return tmp_path


def planner(verb: str, server: BatchServer, *inputs: str) -> int:
    given = inputs if inputs or verb == "status" else ("blocked-token.md", "unsettled-import.md")
    model = ("--model", "openai:m", "--base-url", server.url)
    return main(["batch", verb, *given, "--out", "out", *model, "--quiet"])


def outcomes(folder: Path) -> dict[str, str]:
    report = json.loads((folder / "out" / "report.json").read_text(encoding="utf-8"))
    return {item["name"]: item["outcome"] for item in report["items"]}


def test_what_needs_no_model_is_planned_and_the_rest_waits_for_a_round(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with BatchServer(agreeing, is_slow=True) as server:
        assert planner("submit", server) == 5
        assert outcomes(folder)["unsettled-import.md"] == "waiting"
        assert planner("status", server) == 5
        assert planner("collect", server) == 5
        server.finish()
        assert planner("status", server) == 0
        assert planner("collect", server) == 0
        told = capsys.readouterr().out
    assert "round     1: 1 question sent as batch_0" in told
    assert "in_progress, 0 of 1 answered" in told
    assert "answers   1" in told
    assert outcomes(folder)["unsettled-import.md"] == "not ready"
    assert (folder / "out/unsettled-import/verdict.json").is_file()
    assert len(server.rows_seen) == 1


def test_submitting_twice_sends_nothing_twice(folder: Path) -> None:
    with BatchServer(agreeing, is_slow=True) as server:
        planner("submit", server)
        planner("submit", server)
    assert len(server.rows_seen) == 1


def test_a_round_that_reached_the_provider_before_a_kill_is_found_again(folder: Path) -> None:
    with BatchServer(agreeing, is_slow=True) as server:
        # The answer to the second request is lost, as by a kill: the round is there all the same.
        lost = server.next

        def losing(seen: Seen) -> Scripted:
            found = lost(seen)
            is_made = seen.method == "POST" and seen.path.endswith("/batches")
            return Scripted(status=400, body={"error": {}}) if is_made else found

        server.next = losing  # type: ignore[method-assign]
        assert planner("submit", server) != 5
        server.next = lost  # type: ignore[method-assign]
        assert planner("submit", server) == 5
        assert len(server.batches) == 1
        server.finish()
        assert planner("collect", server) == 0
    assert outcomes(folder)["unsettled-import.md"] == "not ready"


def test_a_question_without_a_usable_answer_is_asked_in_a_second_round(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = [failed_with("overloaded")]
    with BatchServer(lambda row: said.pop() if said else agreeing(row)) as server:
        planner("submit", server)
        assert planner("collect", server) == 5
        assert "again     1 question without a usable answer" in capsys.readouterr().out
        assert planner("submit", server) == 5
        assert planner("collect", server) == 0
    assert len(server.rows_seen) == 2


def test_a_question_that_never_gets_a_usable_answer_fails_its_item(folder: Path) -> None:
    with BatchServer(lambda _: failed_with("overloaded")) as server:
        for _ in range(3):
            planner("submit", server)
            planner("collect", server)
        assert planner("submit", server) == 1
    assert len(server.rows_seen) == 3
    assert outcomes(folder)["unsettled-import.md"] == "failed"


def test_an_answer_that_is_not_what_was_asked_is_asked_again_with_what_was_wrong(
    folder: Path,
) -> None:
    said = [answered_with(a_completion('{"nonsense": 1}'))]
    with BatchServer(lambda row: said.pop() if said else agreeing(row)) as server:
        for _ in range(2):
            planner("submit", server)
            planner("collect", server)
    first, second = server.rows_seen
    assert first["custom_id"] != second["custom_id"]
    assert "last answer was not used" in json.dumps(second["body"])
    assert outcomes(folder)["unsettled-import.md"] == "not ready"


def test_the_bundle_is_that_of_a_run_that_asked_at_once(folder: Path) -> None:
    with BatchServer(agreeing) as server:
        planner("submit", server)
        planner("collect", server)
    exchange = json.loads((folder / "out/unsettled-import/exchange.json").read_bytes())
    assert [each["answer"] for each in exchange["exchanges"]]


def test_nothing_submitted_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with BatchServer(agreeing) as server:
        assert planner("status", server) == 2
        assert planner("collect", server) == 2
    assert "comes first" in capsys.readouterr().err


def test_a_batch_endpoint_needs_a_model(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["batch", "submit", "blocked-token.md", "--out", "out"]) == 2
    assert "name the model" in capsys.readouterr().err


def test_an_item_that_is_refused_does_not_hide_that_others_wait(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bad-sdd.md").write_text("# A design\n\nNothing is said in it.\n", encoding="utf-8")
    inputs = ("blocked-token.md", "unsettled-import.md", "bad-sdd.md")
    with BatchServer(agreeing, is_slow=True) as server:
        assert planner("submit", server, *inputs) == 5
        assert "items     3: 1 planned, 1 waiting, 1 refused" in capsys.readouterr().out
        assert planner("collect", server, *inputs) == 5
        server.finish()
        assert planner("collect", server, *inputs) == 1
        assert "items     3: 2 planned, 1 refused" in capsys.readouterr().out


def test_what_answers_cost_is_told_and_stands_in_the_report(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with BatchServer(agreeing) as server:
        planner("submit", server)
        assert planner("collect", server) == 0
    assert "answers   1, 130 tokens, cost not known" in capsys.readouterr().out
    usage = json.loads((folder / "out" / "report.json").read_text(encoding="utf-8"))["usage"]
    assert (usage["requests"], usage["input_tokens"], usage["output_tokens"]) == (1, 90, 40)


@pytest.mark.parametrize("lost", [Scripted(abort="before_headers"), Scripted(status=502)])
def test_a_round_whose_answer_is_lost_is_not_sent_again(folder: Path, lost: Scripted) -> None:
    with BatchServer(agreeing, is_slow=True) as server:
        right, left = server.next, [lost]

        def losing(seen: Seen) -> Scripted:
            found = right(seen)
            is_made = seen.method == "POST" and seen.path.endswith("/batches")
            return left.pop() if is_made and left else found

        server.next = losing  # type: ignore[method-assign]
        planner("submit", server)
        assert planner("submit", server) == 5
        assert len(server.batches) == 1
        server.finish()
        assert planner("collect", server) == 0
    assert outcomes(folder)["unsettled-import.md"] == "not ready"


def test_a_round_that_the_provider_has_lost_does_not_hold_back_the_others(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asks = (folder / "unsettled-import.md").read_text(encoding="utf-8")
    with BatchServer(agreeing) as server:
        assert planner("submit", server) == 5
        (folder / "later.md").write_text(f"{asks}\n- Another row.\n", encoding="utf-8")
        inputs = ("blocked-token.md", "unsettled-import.md", "later.md")
        assert planner("submit", server, *inputs) == 5
        lost, _ = server.batches
        del server.batches[lost]
        assert planner("status", server) == 5
        told = capsys.readouterr().out
        assert "no /batches/batch_0" in told
        assert "round     2: completed, 1 of 1 answered" in told
        assert planner("collect", server, *inputs) == 3
    found = capsys.readouterr()
    assert "answers   1" in found.out
    assert "RUN001 model-unavailable: round 1: " in found.err
    assert "into another folder" in found.err
    came = outcomes(folder)
    assert (came["unsettled-import.md"], came["later.md"]) == ("waiting", "not ready")
