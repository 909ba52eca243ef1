"""The way of a user: plan, print the form, fill it in, plan again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import planner as door
from planner.errors import UsageError
from tests.builders import INTAKE
from tests.drafting.briefs import EXAMPLES
from tests.porch.conftest import Command

UNSETTLED = (EXAMPLES / "unsettled-import.md").read_text(encoding="utf-8")
DECIDED = {
    "q1": "The first.",
    "q2": "Duplicate loans are skipped.",
    "q3": (
        "(1) `python -m unittest discover -s tests -p test_importer.py`\n"
        "(2) The old system writes dates as `YYYY-MM-DD`.\n"
        "(3) `failed.log`\n(4) The finance team.\n(5) No."
    ),
}
SECRET = "AKIA" + "IOSFODNN7EXAMPLE"
NO_SCOPE = "Add a `--quiet` flag to the backup.\n\n`pytest tests/test_backup.py` must pass.\n"


def ask(planner: Command, folder: Path, text: str = UNSETTLED) -> None:
    """Plan a request that leaves something open, and write the form."""
    (folder / "ask.md").write_text(text, encoding="utf-8")
    assert planner("plan", "ask.md").code == 5
    run = planner("answers", "out/ask", "--out", "form.json")
    assert (run.code, run.out, run.err) == (0, "", "")


def fill(folder: Path, name: str = "a.json", form: str = "form.json", **given: str) -> None:
    record = json.loads((folder / form).read_text(encoding="utf-8"))
    for answer in record["answers"]:
        answer["answer"] = given.get(answer["id"], answer["answer"])
    (folder / name).write_text(json.dumps(record), encoding="utf-8")


def trace(folder: Path) -> list[dict[str, object]]:
    lines: list[dict[str, object]] = json.loads(
        (folder / "trace.json").read_text(encoding="utf-8")
    )["statements"]
    return lines


def test_a_request_that_is_answered_fully_is_ready(planner: Command, tmp_path: Path) -> None:
    ask(planner, tmp_path)
    fill(tmp_path, **DECIDED)
    run = planner("plan", "ask.md", "--answers", "a.json", "--out", "done")
    assert (run.code, run.err) == (0, "")
    assert "route     direct_execution\nreadiness ready\n" in run.out
    packet = (tmp_path / "done" / "task-packet.md").read_text(encoding="utf-8")
    for line in (
        "- An import holds at most 5,000 loans.",
        "- The old system writes dates as `YYYY-MM-DD`.",
        "- Each failed row goes to `failed.log`.",
        "- Who signs off the imported data? The finance team.",
        "- python -m unittest discover -s tests -p test_importer.py",
    ):
        assert f"\n{line}\n" in packet
    assert "20,000" not in packet


def test_a_request_that_is_answered_in_part_asks_the_rest(planner: Command, tmp_path: Path) -> None:
    ask(planner, tmp_path)
    fill(tmp_path, q1="At most 5,000 loans", q3="(1) `pytest tests`\n(2) \n(3) \n(4) \n(5) ")
    run = planner("plan", "ask.md", "--answers", "a.json", "--out", "part")
    assert run.code == 5
    assert "route     needs_detail\n" in run.out
    asked = [line for line in run.out.splitlines() if line.startswith("question ")]
    assert "Duplicate loans" in asked[0]
    assert "5,000" not in run.out
    assert "Which command" not in run.out


def test_the_form_itself_answers_nothing(planner: Command, tmp_path: Path) -> None:
    ask(planner, tmp_path)
    again = planner("plan", "ask.md", "--answers", "form.json", "--out", "same")
    assert again.code == 5
    for name in ("reply.md", "trace.json", "candidate-questions.jsonl"):
        assert (tmp_path / "same" / name).read_bytes() == (tmp_path / "out/ask" / name).read_bytes()


def test_a_second_round_is_given_after_the_first(planner: Command, tmp_path: Path) -> None:
    ask(planner, tmp_path)
    fill(tmp_path, q1=DECIDED["q1"], q3=DECIDED["q3"])
    assert planner("plan", "ask.md", "--answers", "a.json", "--out", "one").code == 5
    assert planner("answers", "one", "--out", "form2.json").code == 0
    fill(tmp_path, "b.json", "form2.json", q1="the first")
    both = ("--answers", "a.json", "--answers", "b.json")
    assert planner("plan", "ask.md", *both, "--out", "two").code == 0
    alone = planner("plan", "ask.md", "--answers", "b.json", "--out", "none")
    assert alone.code == 2
    assert "the questions changed" in alone.err
    named = json.loads((tmp_path / "two/verdict.json").read_text())["digests"]["artifacts"]
    assert list(named) == ["answers", "answers-2"]


def test_what_was_planned_from_answers_can_be_checked_by_others(
    planner: Command, tmp_path: Path
) -> None:
    ask(planner, tmp_path, NO_SCOPE)
    fill(tmp_path, q1="src/backup.py")
    assert planner("plan", "ask.md", "--answers", "a.json", "--out", "done").code == 0
    judged = ("check", "done/reply.md", "--intake", "ask.md")
    assert "PTH202" in planner(*judged).out
    assert planner(*judged, "--source", "a.json").out == "accepted: no findings\n"
    checked = planner("verify", "done", "--intake", "ask.md", "--source", "a.json")
    assert (checked.code, checked.out.splitlines()[0]) == (0, "verified: accepted")
    assert planner("verify", "done", "--intake", "ask.md").code == 0


def test_a_capability_that_an_answer_settles_is_settled_for_the_check_too(
    planner: Command, tmp_path: Path
) -> None:
    line = "- Project capability: git_repository=false\n"
    ask(planner, tmp_path, INTAKE.replace(line, line + line.replace("false", "true")))
    fill(tmp_path, q1="false")
    assert planner("plan", "ask.md", "--answers", "a.json", "--out", "done").code == 0
    judged = ("check", "done/reply.md", "--intake", "ask.md")
    assert "INT004" in planner(*judged).out
    assert planner(*judged, "--source", "a.json").out == "accepted: no findings\n"
    verified = planner("verify", "done", "--intake", "ask.md", "--source", "a.json")
    assert verified.out.startswith("verified: accepted\n")


def test_a_blocker_that_is_resolved_lets_the_rest_be_planned(
    planner: Command, tmp_path: Path
) -> None:
    text = INTAKE.replace("Intake Evidence", "Blocked Evidence")
    ask(planner, tmp_path, f"{text}\nBlocker:\n- The schema of the archive is missing.\n")
    fill(tmp_path, q1="approved")
    assert planner("plan", "ask.md", "--answers", "a.json", "--out", "one").code == 5
    fill(tmp_path, q1="The schema is available now.")
    assert planner("plan", "ask.md", "--answers", "a.json", "--out", "two").code == 0
    judged = planner("check", "two/reply.md", "--intake", "ask.md", "--source", "a.json")
    assert judged.out == "accepted: no findings\n"


def test_answers_to_other_questions_only_ground_paths(planner: Command, tmp_path: Path) -> None:
    ask(planner, tmp_path, NO_SCOPE)
    fill(tmp_path, q1="src/backup.py")
    planner("plan", "ask.md", "--answers", "a.json", "--out", "done")
    record = json.loads((tmp_path / "a.json").read_text())
    record["questions_sha256"] = "0" * 64
    record["answers"][0]["question"] = "May src/other.py change?"
    (tmp_path / "b.json").write_text(json.dumps(record))
    judged = ("check", "--intake", "ask.md", "--source", "b.json")
    assert planner(*judged, "done/reply.md").code == 0
    reply = (tmp_path / "done/reply.md").read_text().replace("src/backup.py", "src/other.py")
    (tmp_path / "other.md").write_text(reply)
    assert "PTH202" in planner(*judged, "other.md").out


def test_a_secret_in_an_answer_leaves_in_no_file(planner: Command, tmp_path: Path) -> None:
    ask(planner, tmp_path, NO_SCOPE)
    fill(tmp_path, q1=f"The key is {SECRET}.\n\n- src/backup.py")
    run = planner("plan", "ask.md", "--answers", "a.json", "--out", "done")
    assert run.code == 0
    assert SECRET not in run.out + run.err
    for file in (tmp_path / "done").iterdir():
        assert SECRET not in file.read_text(encoding="utf-8")
    line = next(line for line in trace(tmp_path / "done") if line["answer"] == "q1")
    assert line["reason"] == "it holds a secret, which is not copied"
    checked = planner("verify", "done", "--intake", "ask.md", "--source", "a.json")
    assert checked.out.startswith("verified: accepted\n")


def test_a_secret_in_a_request_does_not_leave_by_the_trace(
    planner: Command, tmp_path: Path
) -> None:
    text = f"{INTAKE}\nThe key of the service is {SECRET}.\n"
    (tmp_path / "ask.md").write_text(text, encoding="utf-8")
    assert planner("plan", "ask.md").code == 0
    assert SECRET not in (tmp_path / "out/ask/trace.json").read_text(encoding="utf-8")
    assert planner("verify", "out/ask", "--intake", "ask.md").code == 0


def test_a_stranger_to_the_answers_sees_a_changed_statement(
    planner: Command, tmp_path: Path
) -> None:
    ask(planner, tmp_path, NO_SCOPE)
    fill(tmp_path, q1="src/backup.py")
    planner("plan", "ask.md", "--answers", "a.json", "--out", "done")
    changed = (tmp_path / "done/trace.json").read_text().replace("src/backup.py", "src/other.py")
    (tmp_path / "done/trace.json").write_text(changed)
    checked = planner("verify", "done", "--intake", "ask.md", "--source", "a.json")
    assert "trace.json /statements" in checked.out


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"questions_sha256": "0" * 64}, "answers: the questions changed"),
        ({"questions_sha256": "x"}, "answers: /questions_sha256"),
        ({"schema": "planner.answers/2"}, "answers: /schema"),
        ({"approved": True}, "answers: /approved"),
        ({"answers": [{"id": "q7", "answer": "x"}]}, "answers: there is no question 'q7'"),
        (
            {"answers": [{"id": "q1", "answer": "x", "option_ids": ["a"]}]},
            "answers: q1 offers no option 'a'",
        ),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_void_answers_are_told_and_nothing_is_planned(
    planner: Command, tmp_path: Path, change: dict[str, object], told: str
) -> None:
    ask(planner, tmp_path)
    record = json.loads((tmp_path / "form.json").read_text(encoding="utf-8")) | change
    (tmp_path / "a.json").write_text(json.dumps(record), encoding="utf-8")
    run = planner("plan", "ask.md", "--answers", "a.json", "--out", "none")
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"planner: {told}")
    assert not (tmp_path / "none").exists()


def test_answers_are_void_once_the_request_asks_something_else(
    planner: Command, tmp_path: Path
) -> None:
    ask(planner, tmp_path)
    fill(tmp_path, **DECIDED)
    (tmp_path / "ask.md").write_text(UNSETTLED.replace("5,000", "6,000"), encoding="utf-8")
    run = planner("plan", "ask.md", "--answers", "a.json", "--out", "none")
    assert run.code == 2
    assert "plan again without these answers" in run.err


def test_a_set_takes_no_answers(planner: Command, tmp_path: Path) -> None:
    ask(planner, tmp_path)
    text = (
        "Split this into a task set of two separate tasks.\n\n1. Add an export in `a.py`.\n"
        "2. Add an import in `b.py`.\n"
    )
    (tmp_path / "set.md").write_text(text, encoding="utf-8")
    run = planner("plan", "set.md", "--answers", "form.json", "--out", "none")
    assert run.code == 2
    assert "answers are taken for a single task" in run.err


def test_a_form_that_may_hold_answers_is_kept(planner: Command, tmp_path: Path) -> None:
    ask(planner, tmp_path)
    run = planner("answers", "out/ask", "--out", "form.json")
    assert (run.code, run.out) == (4, "")
    assert "form.json is there already and may hold answers" in run.err
    assert planner("answers", "out/ask", "--out", "form.json", "--force").code == 0
    assert planner("answers", "out/ask", "--out", "no/form.json").code == 4


def test_a_form_goes_to_standard_output_unless_told(planner: Command, tmp_path: Path) -> None:
    ask(planner, tmp_path)
    assert planner("answers", "out/ask").out == (tmp_path / "form.json").read_text("utf-8")


def test_there_is_no_form_where_nothing_is_asked(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "ask.md").write_text(INTAKE, encoding="utf-8")
    assert planner("plan", "ask.md").code == 0
    run = planner("answers", "out/ask")
    assert (run.code, run.out) == (2, "")
    assert "out/ask asks nothing" in run.err
    assert planner("answers", "nowhere").code == 2
    (tmp_path / "out/ask/candidate-questions.jsonl").write_text("{}\n", encoding="utf-8")
    assert "something else than questions" in planner("answers", "out/ask").err


def test_the_door_for_programs_takes_one_round_or_several(planner: Command, tmp_path: Path) -> None:
    ask(planner, tmp_path)
    fill(tmp_path, **DECIDED)
    data = (tmp_path / "a.json").read_bytes()
    done = door.plan(UNSETTLED.encode(), out=tmp_path / "one", answers=data)
    assert isinstance(done, door.Released)
    assert done.permit.reply.is_ready
    with pytest.raises(UsageError, match="answers-2: nothing is asked"):
        door.plan(UNSETTLED.encode(), out=tmp_path / "two", answers=[data, data])


def test_the_same_answers_give_the_same_bytes(planner: Command, tmp_path: Path) -> None:
    ask(planner, tmp_path)
    fill(tmp_path, **DECIDED)
    for folder in ("one", "two"):
        assert planner("plan", "ask.md", "--answers", "a.json", "--out", folder).code == 0
    for name in ("reply.md", "trace.json", "verdict.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
