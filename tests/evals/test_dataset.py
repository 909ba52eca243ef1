"""Data sets are found, read with the line of every fault, and examined."""

from pathlib import Path
from typing import Any

import pytest

from planner.errors import UsageError
from planner.evals.dataset import FILE_LIMIT, Fault, find, load, read_all
from planner.evals.strict_yaml import DEPTH_LIMIT, read_yaml
from tests.evals.building import REQUEST, a_suite, members, write


def faults(folder: Path, value: object) -> list[Fault]:
    write(folder / "small" / "dev.yaml", value)
    return list(read_all(["all"], folder).faults)


def facts(folder: Path, value: object) -> list[str]:
    return [fault.fact for fault in faults(folder, value)]


def test_a_good_suite_has_no_fault(tmp_path: Path) -> None:
    path = write(tmp_path / "small" / "dev.yaml", a_suite(members()))
    (found,) = load(["small"], tmp_path)
    assert (found.suite.suite, found.suite.split, found.path) == ("small", "dev", str(path))
    assert found.suite.cases[0].request == REQUEST


def test_the_digest_is_that_of_the_bytes(tmp_path: Path) -> None:
    path = write(tmp_path / "small" / "dev.yaml", a_suite(members()))
    before = load(["small"], tmp_path)[0].sha256
    path.write_bytes(path.read_bytes() + b"# a note\n")
    assert load(["small"], tmp_path)[0].sha256 != before


TEXTS = {
    "a key twice": ("suite: a\nsuite: b\n", 2, "`suite` is here twice"),
    "a key twice deep inside": ("cases:\n- id: a\n  id: b\n", 3, "`id` is here twice"),
    "an alias": ("a: &x [1]\nb: *x\n", 1, "`x` is an anchor or an alias"),
    "a bomb": ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", 1, "`a` is an anchor or an alias"),
    "a merge of an alias": ("a: &a {b: c}\nd:\n  <<: *a\n", 1, "`a` is an anchor or an alias"),
    "a number": ("suite: 12\n", 1, "`12` is read as int"),
    "a yes": ("suite: a\nabout: no\n", 2, "`no` is read as bool"),
    "a date": ("about: 2024-01-02\n", 1, "`2024-01-02` is read as timestamp"),
    "a key that is no text": ("1: a\n", 1, "`1` is read as int"),
    "nothing after a colon": ("suite: a\nabout:\n", 2, "nothing is written here"),
    "a foreign tag": ("suite: !!python/name:os.system x\n", 1, "is read as python/name:os.system"),
    "a set": ("suite: !!set {a, b}\n", 1, "`set` is no mapping, list or text"),
    "an empty file": ("", 1, "it is empty"),
    "only a comment": ("# nothing\n", 1, "it is empty"),
    "an open bracket": ("suite: a\ncases: [\n", 3, "it is no YAML"),
    "a tab": ("suite: a\n\tsplit: dev\n", 2, "it is no YAML"),
    "two documents": ("suite: a\n---\nsuite: b\n", 2, "it is no YAML"),
    "too deep": ("[" * 40, 1, f"nested more than {DEPTH_LIMIT} deep"),
    "far too deep": ("[" * 200_000, 1, "nest"),
    "a control character": ("suite: a\nabout: \x01\n", 1, "it is no YAML"),
}


@pytest.mark.parametrize(("text", "line", "fact"), TEXTS.values(), ids=TEXTS)
def test_yaml_that_surprises_is_refused_with_its_line(
    tmp_path: Path, text: str, line: int, fact: str
) -> None:
    (found,) = faults(tmp_path, text)
    assert (found.line, fact in found.fact) == (line, True), found
    assert found.hint


def test_a_file_that_is_not_utf_8_is_refused_with_its_line(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, b"suite: a\nabout: \xff\n")
    assert (found.line, found.fact) == (2, "byte 16 is not UTF-8")


def test_a_file_beyond_the_limit_is_not_read_on(tmp_path: Path) -> None:
    assert facts(tmp_path, b"#" * (FILE_LIMIT + 1)) == [f"it is over {FILE_LIMIT} bytes"]


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = write(tmp_path / "small" / "dev.yaml", a_suite(members()))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert read_all(["all"], tmp_path).faults == ()


def test_a_text_keeps_its_line_ends_and_its_letters() -> None:
    read = read_yaml('a: |\n  één\n  two\nb: "x\\ty"\nc: "12"\n')
    assert read.value == {"a": "één\ntwo\n", "b": "x\ty", "c": "12"}


MISFITS: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown member": ({"decison": "accepted"}, "`decison` is no member here"),
    "no request": ({"request": None}, "`request` is missing"),
    "an unknown kind": ({"kind": "easy"}, "`kind`: "),
    "an unknown label": ({"labels": [{"span": "Goal", "label": "gaol"}]}, "`label`: "),
    "one label in a list": ({"labels": [{"span": "Goal", "label": ["goal"]}]}, "`label`: "),
    "an unknown route": ({"tasks": [{"route": "go"}]}, "`route`: "),
    "an id with a space": ({"id": "a b"}, "`id`: "),
    "a code in lower case": ({"codes": ["scp001"]}, "`0`: "),
    "a list where a text is": ({"why": ["x"]}, "`why`: "),
}


@pytest.mark.parametrize(("changes", "fact"), MISFITS.values(), ids=MISFITS)
def test_what_does_not_fit_the_schema_is_told_once(
    tmp_path: Path, changes: dict[str, Any], fact: str
) -> None:
    (found,) = facts(tmp_path, a_suite(members(**changes)))
    assert found.startswith(fact)


def test_an_unknown_member_is_told_at_its_line_with_what_was_meant(tmp_path: Path) -> None:
    text = "suite: small\nsplit: dev\nabout: x\ncases:\n- id: a\n  kind: prose\n  why: x\n"
    (found,) = faults(tmp_path, f"{text}  request: x\n  absnet: [y]\n")
    assert (found.line, found.hint) == (9, "write `absent`")


def test_a_suite_without_cases_is_refused(tmp_path: Path) -> None:
    assert len(facts(tmp_path, a_suite())) == 1


LABELS = members()["labels"]
WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a span that is not there": (
        {"labels": [{"span": "retries thrice", "label": "goal"}]},
        "the request does not hold 'retries thrice'",
    ),
    "a span with other white space": (
        {"labels": [{"span": "The client  retries", "label": "goal"}]},
        "the span differs from the request in white space",
    ),
    "a span twice where it occurs once": (
        {"labels": [LABELS[0], LABELS[0]]},
        "the span is labelled more often than the 1 it occurs",
    ),
    "a rule that is not there": ({"codes": ["SCP999"]}, "there is no rule SCP999"),
    "a path without ground": (
        {"tasks": [{"route": "direct_execution", "paths": ["src/server.py"]}]},
        "the request does not name 'src/server.py'",
    ),
    "a folder that only holds the path": (
        {"tasks": [{"route": "direct_execution", "paths": ["src/"]}]},
        "the request does not name 'src/'",
    ),
    "a command without ground": (
        {"tasks": [{"route": "direct_execution", "commands": ["make test"]}]},
        "the request does not name 'make test'",
    ),
    "a check of another route": (
        {"tasks": [{"route": "blocked", "commands": ["test -s answers.jsonl"]}]},
        "the request does not name 'test -s answers.jsonl'",
    ),
    "nothing to judge": ({"labels": None, "tasks": None}, "there is nothing to judge"),
    "a reply of another kind": ({"reply": "x"}, "`reply` and the kind `reply` go together"),
    "labels of a declined request": (
        {"decision": "declined", "tasks": None},
        "nothing is released, so there are no labels to see",
    ),
    "tasks of a rejected reply": (
        {"decision": "rejected", "labels": None},
        "nothing is released, so there are no tasks to see",
    ),
    "labels of a stranger's reply": (
        {"kind": "reply", "reply": "x"},
        "no trace is written of a stranger's reply",
    ),
    "nothing visible to look for": (
        {"absent": ["\u200b"]},
        "'\\u200b' holds nothing that can be seen",
    ),
}


@pytest.mark.parametrize(("changes", "fact"), WRONG.values(), ids=WRONG)
def test_a_case_that_cannot_be_judged_so_is_refused(
    tmp_path: Path, changes: dict[str, Any], fact: str
) -> None:
    assert facts(tmp_path, a_suite(members(**changes))) == [f"case `retry-reads`: {fact}"]


def test_the_own_check_of_a_route_needs_no_ground(tmp_path: Path) -> None:
    task = {"route": "needs_detail", "paths": [], "commands": ["test -s answers.jsonl"]}
    assert facts(tmp_path, a_suite(members(tasks=[task]))) == []


def test_an_equal_span_may_be_labelled_as_often_as_it_occurs(tmp_path: Path) -> None:
    labels = [{"span": "POST", "label": "goal"}, {"span": "POST", "label": "context"}]
    case = members(labels=labels, tasks=None, request="POST it. Do POST it.")
    assert facts(tmp_path, a_suite(case)) == []


def test_an_id_is_told_where_it_stands_a_second_time(tmp_path: Path) -> None:
    write(tmp_path / "small" / "dev.yaml", a_suite(members(), members(id="other")))
    write(tmp_path / "small" / "test.yaml", a_suite(members(), split="test"))
    (found,) = read_all(["small"], tmp_path).faults
    assert found.path.endswith("test.yaml")
    assert found.fact.startswith("case `retry-reads` is at ")


def test_a_split_is_one_file(tmp_path: Path) -> None:
    write(tmp_path / "small" / "a.yaml", a_suite(members()))
    write(tmp_path / "small" / "b.yaml", a_suite(members(id="other")))
    (found,) = read_all(["small"], tmp_path).faults
    assert "the split dev of small is in" in found.fact


def test_a_suite_stands_in_the_folder_of_its_name(tmp_path: Path) -> None:
    assert facts(tmp_path, a_suite(members(), suite="large")) == [
        "the suite large stands in the folder small"
    ]


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    bad = members(codes=["SCP999"], absent=["\u200b"])
    write(tmp_path / "small" / "dev.yaml", a_suite(bad))
    with pytest.raises(UsageError, match=r"wrong in 2 places:\n  \S+dev.yaml:\d+: case") as told:
        load(["small"], tmp_path)
    assert len(str(told.value).splitlines()) == 3


def test_a_flood_of_faults_is_cut_and_counted(tmp_path: Path) -> None:
    cases = [members(id=f"case-{number}", codes=["SCP999"]) for number in range(50)]
    write(tmp_path / "small" / "dev.yaml", a_suite(*cases))
    with pytest.raises(UsageError, match=r"wrong in 50 places") as told:
        load(["small"], tmp_path)
    assert str(told.value).endswith("\n  and 10 more")


def test_suites_are_named_by_folder_by_path_and_all_together(tmp_path: Path) -> None:
    dev = write(tmp_path / "small" / "dev.yaml", a_suite(members()))
    other = write(tmp_path / "other" / "dev.yml", a_suite(members(id="b"), suite="other"))
    assert find(["small"], tmp_path) == (dev,)
    assert find([str(dev)], tmp_path / "elsewhere") == (dev,)
    assert find([str(dev.parent)], tmp_path / "elsewhere") == (dev,)
    assert find(["all", "small", str(dev)], tmp_path) == (other, dev)
    assert find(["small", str(dev.parent / ".." / "small")], tmp_path) == (dev,)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("large", "there is no suite 'large' under .*: there are small"),
        ("empty", "holds no .yaml or .yml file: an empty suite is no suite"),
    ],
)
def test_a_suite_that_is_not_there_is_refused(tmp_path: Path, name: str, told: str) -> None:
    write(tmp_path / "small" / "dev.yaml", a_suite(members()))
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match=told):
        load([name], tmp_path)


def test_no_suite_at_all_is_no_success(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no suite"):
        load(["all"], tmp_path)
    with pytest.raises(UsageError, match="is no folder"):
        load(["all"], tmp_path / "missing")


def test_a_split_that_no_suite_has_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "small" / "dev.yaml", a_suite(members()))
    with pytest.raises(UsageError, match="has a split 'test'"):
        load(["small"], tmp_path, split="test")
    assert len(load(["small"], tmp_path, split="dev")) == 1
