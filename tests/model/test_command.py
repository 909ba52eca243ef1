"""Commands as text: words, quotes, accepted spellings, and what can be run at all."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.model.command import is_command, read, spelled, split
from planner.model.effect import is_blank, uses_git
from planner.model.harm import harm, only_reads
from planner.model.program import launched, program, python
from planner.model.prose import is_prose


@given(st.lists(st.text(alphabet="ab '\"\\$*|;é", min_size=1, max_size=6), min_size=1, max_size=5))
def test_quoted_words_come_back_as_they_were(words: list[str]) -> None:
    assert split(shlex.join(words)) == tuple(words)
    assert read(shlex.join(words)).operator is None
    assert read(shlex.join(words)).expansion is None


@given(st.text(alphabet="ab '\"\\ -=", max_size=20))
def test_words_are_split_as_the_runner_splits_them(text: str) -> None:
    try:
        expected: tuple[str, ...] | None = tuple(shlex.split(text))
    except ValueError:
        expected = None
    if expected and expected[0]:
        assert split(text) == expected
    else:
        assert split(text) is None


@given(st.text(max_size=60))
def test_no_text_breaks_a_reading(text: str) -> None:
    command = read(text)
    is_prose(command.words, command.bare)
    is_command(text)
    spelled(text)
    for call in command.calls:
        is_blank(call)
        uses_git(call)
        harm(call)
        only_reads(call)


@pytest.mark.parametrize(
    ("written", "accepted"),
    [
        (
            "python -m unittest tests/test_a.py",
            ("python -m unittest discover -s tests -p test_a.py",),
        ),
        (
            "python3.12 -m unittest -v tests/test_a.py",
            ("python3.12 -m unittest discover -s tests -p test_a.py -v",),
        ),
        (
            "python -m unittest tests.sub.test_a.TestX.test_y",
            ("python -m unittest discover -s tests/sub -p test_a.py -k '*.TestX.test_y'",),
        ),
        (
            "python -m unittest tests.test_a.TestX",
            ("python -m unittest discover -s tests -p test_a.py -k '*.TestX.*'",),
        ),
        *[
            (f"python -m unittest {named}", (f"python -m unittest {named}",))
            for named in [
                "'tests/test_[x].py'",
                "tests/a.py::X",
                "tests/test-a.py",
                "tests.unit",
                "tests.TestX",
                "tests.test_a.TestX.test_y.z",
                "tests.test-a",
                "-k x tests.test_a.TestX",
                "-p x tests/test_a.py",
                "tests/test_a.py tests/b.py::X",
            ]
        ],
        (
            "python -m unittest tests/a.py tests/b.py",
            (
                "python -m unittest discover -s tests -p a.py",
                "python -m unittest discover -s tests -p b.py",
            ),
        ),
        (
            "env A=1 python -W error -m unittest ./test/test_a.py",
            ("env A=1 python -W error -m unittest discover -s test -p test_a.py",),
        ),
        (
            "coverage run -m unittest tests.test_a",
            ("coverage run -m unittest discover -s tests -p test_a.py",),
        ),
        ("python -m unittest tests", ("python -m unittest discover -s tests",)),
        (
            "python -m unittest discover -s tests -p test_*.py",
            ("python -m unittest discover -s tests -p 'test_*.py'",),
        ),
        ("make a && make b", ("make a", "make b")),
        ("make a; make b", ("make a", "make b")),
        ("grep -q 'a && b' f && make", ("grep -q 'a && b' f", "make")),
        ("X=1 make test", ("env X=1 make test",)),
        ("cd x && make", ("cd x && make",)),
        ("make a || make b", ("make a || make b",)),
        ("make a | tee b", ("make a | tee b",)),
        ("it's", ("it's",)),
        ("pytest -q", ("pytest -q",)),
    ],
)
def test_a_command_has_an_accepted_spelling(written: str, accepted: tuple[str, ...]) -> None:
    assert spelled(written) == accepted
    assert tuple(entry for once in accepted for entry in spelled(once)) == accepted


@pytest.mark.parametrize(
    "text",
    [
        "pytest",
        "tox",
        "make test",
        "npm test",
        "python -m unittest discover -s tests -p test_export.py",
        "python -m unittest tests/test_a.py",
        "./scripts/verify.sh all",
        "./gradlew test",
        "verify-export --all",
        "make lint && make test",
        "X=1 make test",
    ],
)
def test_a_command_is_seen_as_one(text: str) -> None:
    assert is_command(text)


@pytest.mark.parametrize(
    "text",
    [
        *[
            "id",
            "subject",
            "status",
            "to_csv()",
            "opened_at",
            "test",
            "node",
            "make",
            "open",
            "true",
            "src/",
            "export",
            "cat",
            "Makefile",
        ],
        "tickets.export.to_csv(rows: list[dict]) -> str",
        "tickets/export.py",
        "text/csv",
        "Run the tests",
        "No XLSX output.",
        "GET /x",
        "--json",
        "a && b",
        "it's",
        "x = 1",
        "def f(x)",
        "id,subject",
        "",
    ],
)
def test_other_text_is_no_command(text: str) -> None:
    assert not is_command(text)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("env A=1 timeout 5 nice -n 3 make test", ("make", "test")),
        ("poetry run pytest", ("pytest",)),
        ("sudo -u root make", ("make",)),
        ("xargs -n 1 rm", ("rm",)),
        ("npm run build", ("npm", "run", "build")),
    ],
)
def test_launchers_are_looked_through(text: str, start: tuple[str, ...]) -> None:
    assert launched(text.split())[-1] == start


def test_a_program_is_known_without_its_folder_and_windows_suffix() -> None:
    assert program("/usr/bin/git") == program("git.exe") == program("C:\\x\\git.cmd") == "git"


def test_an_interpreter_says_what_it_starts() -> None:
    run = python(["python3", "-Wd", "-Bm", "unittest", "-v"])
    assert run is not None
    assert (run.module, run.rest) == ("unittest", ("-v",))
    assert python(["pythonic", "-m", "x"]) is None
