"""What an allowed path may not be, and what it may."""

import json
from pathlib import Path
from typing import Any

import pytest

from planner.codec.intake import parse_intake
from planner.diagnostics.diagnostic import Diagnostic, Severity
from planner.model.settings import Settings
from planner.model.vocabulary import Route
from planner.rules.case import Context, Listed, TaskCase
from planner.rules.path import PTH
from planner.triage.brief import brief_of_doc

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "vectors" / "paths.jsonl").read_text().splitlines()
]


def judged(
    *paths: str, context: Context | None = None, route: Route = Route.DIRECT_EXECUTION
) -> tuple[Diagnostic, ...]:
    case = TaskCase(
        packet=None,
        readiness=None,
        context=context or Context(),
        route=route,
        allowed_paths=tuple(Listed(p, f"/allowed_paths/{i}") for i, p in enumerate(paths)),
    )
    return tuple(PTH.check(case))


def errors(*paths: str, context: Context | None = None) -> set[str]:
    found = judged(*paths, context=context)
    return {item.code for item in found if item.severity is Severity.ERROR}


def warned(*paths: str, context: Context | None = None) -> set[str]:
    found = judged(*paths, context=context)
    return {item.code for item in found if item.severity is Severity.WARNING}


def asked(text: str) -> Context:
    doc = parse_intake(text)
    brief = brief_of_doc(doc, data=text.encode(), declared_git=None, phase="planning")
    return Context(brief=brief, evidence=text)


@pytest.mark.parametrize("vector", VECTORS, ids=[item["id"] for item in VECTORS])
def test_the_conformance_vectors_hold(vector: dict[str, Any]) -> None:
    value, expect = vector["value"], vector["expect"]
    expected = {expect} if isinstance(expect, str) else {*expect}
    if expected == {"accepted"}:
        assert errors(value) == set()
    else:
        assert errors(value) & expected


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/", "PTH001"),
        ("//host/share/x.py", "PTH001"),
        ("../shared/auth.py", "PTH002"),
        ("tickets/../../secrets.env", "PTH002"),
        ("tickets//export.py", "PTH002"),
        ("tickets/./export.py", "PTH002"),
        ("././x.py", "PTH002"),
        ("tickets/..", "PTH002"),
        ("./", "PTH003"),
        (".//", "PTH003"),
        ("./.", "PTH003"),
        ("*", "PTH003"),
        ("./**", "PTH003"),
        ("?rc/x.py", "PTH003"),
        ("*.py", "PTH003"),
        ("s*/x.py", "PTH003"),
        ("{src,lib}/x.py", "PTH003"),
        (".git", "PTH004"),
        (".GIT/config", "PTH004"),
        (".ccb/", "PTH004"),
        ("src/.hg/x.py", "PTH004"),
        (".Svn/entries.txt", "PTH004"),
        (".git./config.py", "PTH004"),
        (".git /config.py", "PTH004"),
        (".gi\u200bt/config.py", "PTH004"),
        ("\uff0egit/config.py", "PTH004"),
        ("GIT~1/config.py", "PTH004"),
        (".git::$INDEX_ALLOCATION/config.py", "PTH004"),
        ("src/.g*/config.py", "PTH004"),
        ("a\\.git\\config.py", "PTH004"),
        ("C:x.py", "PTH005"),
        ("\\\\server\\share\\x.py", "PTH005"),
        ("~user/x.py", "PTH005"),
        ("$HOME/x.py", "PTH005"),
        ("src/${NAME}/x.py", "PTH005"),
        ("%TEMP%/x.py", "PTH005"),
        ("%2e%2e/x.py", "PTH005"),
        ("\uff0e\uff0e/x.py", "PTH005"),
        ("a\uff0fb.py", "PTH005"),
        ("a\u2100b.py", "PTH005"),
        ("\uff0drf.py", "PTH005"),
        ("tickets/export.py\\n", "PTH005"),
        ("tickets/ex\u202eyp.trop", "PTH005"),
        ("tickets/a\x00b.py", "PTH005"),
        ("tickets/export.py\n", "PTH005"),
        ("tickets/\u2028x.py", "PTH005"),
        ("tickets/\ud800.py", "PTH005"),
        ("re\u0301sume\u0301/x.py", "PTH005"),
        ("tickets/export.py/", "PTH005"),
        ("src/a.py.", "PTH005"),
        ("`src/a.py`", "PTH005"),
        ("src/" + "é" * 128 + ".py", "PTH005"),
        ("a/" * 3000 + "b.py", "PTH005"),
        (".gitignore", "PTH006"),
        ("src/lib/core", "PTH007"),
        ("none", "PTH008"),
        ("None", "PTH008"),
        ("path", "PTH008"),
        ("<relative path>", "PTH008"),
        ("relative/path", "PTH008"),
        ("path/to/file.py", "PTH008"),
        ("your/path/here", "PTH008"),
        ("src/{module}.py", "PTH008"),
        ("src/...", "PTH008"),
        ("TBD", "PTH008"),
        ("all files", "PTH008"),
        (" ", "PTH008"),
        ("./tickets/export.py", "PTH009"),
        ("./src/", "PTH009"),
        ("./src/**", "PTH009"),
    ],
)
def test_a_path_is_refused_for_its_own_reason(path: str, code: str) -> None:
    assert code in errors(path)


@pytest.mark.parametrize(
    "path",
    [
        "tickets/export.py",
        "./bin/run",
        "./.gitignore",
        ".github/",
        ".gitignore.d/x.py",
        "src/**",
        "src/*",
        "pages/[id].tsx",
        "docs/über.md",
        "文書/概要.md",
        "path/helpers.py",
        "src/none.py",
        "setup.py",
        "a" * 200 + "/b.py",
    ],
)
def test_a_plain_path_is_accepted(path: str) -> None:
    assert judged(path) == ()


@pytest.mark.parametrize("path", ["docs/my notes.md", "src/{a,b}.py", "src/aux.c"])
def test_what_only_some_consumers_misread_is_a_warning(path: str) -> None:
    assert (errors(path), warned(path)) == (set(), {"PTH005"})


def test_every_bad_entry_of_a_list_is_named_at_its_place() -> None:
    found = judged("tickets/export.py", "/etc/x.py", "../y.py")
    assert [(item.code, item.where.pointer) for item in found] == [
        ("PTH001", "/allowed_paths/1"),
        ("PTH002", "/allowed_paths/2"),
    ]


def test_a_configured_control_folder_is_kept_in_any_case() -> None:
    context = Context(settings=Settings(control_folders=("Ops",)))
    assert errors("src/oPS/x.py", context=context) == {"PTH004"}
    assert errors("src/oPS/x.py") == set()


def test_a_name_that_another_path_lies_below_is_a_folder() -> None:
    assert errors("tickets", "tickets/export.py") == {"PTH007"}
    assert errors("./tickets", "tickets/export.py") == {"PTH007"}


def test_a_name_that_the_evidence_lies_below_is_a_folder() -> None:
    assert errors("tickets", context=Context(evidence="see tickets/export.py")) == {"PTH007"}
    assert errors("tickets", context=Context(evidence="see tickets.py")) == {"PTH006"}


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        ("src/", "src/a.py"),
        ("src/", "src/lib/"),
        ("src/**", "src/a/b.py"),
        ("src/*.py", "src/lib/a.py"),
        ("src/", "src/*.py"),
    ],
)
def test_a_covered_path_is_reported(wide: str, narrow: str) -> None:
    found = [item for item in judged(wide, narrow) if item.code == "PTH102"]
    assert [item.where.pointer for item in found] == ["/allowed_paths/1"]


@pytest.mark.parametrize("other", ["srcs/a.py", "src.py", "lib/src/a.py"])
def test_a_neighbour_is_not_covered(other: str) -> None:
    assert warned("src/", other) == set()


ASKED = asked(
    "Goal: export tickets\n\n- Change `tickets/export.py` and the docs/ folder.\n- Makefile\n"
    "- `billing.invoice.total(x) -> int` stays.\n"
    "- See https://example.org/o/r/blob/main/web/page.ts#L3 and /srv/app/jobs/run.py.\n"
)


@pytest.mark.parametrize(
    "path",
    ["tickets/export.py", "docs/x.md", "docs/", "./Makefile", "web/page.ts", "jobs/run.py"],
)
def test_what_the_request_names_is_grounded(path: str) -> None:
    assert judged(path, context=ASKED) == ()


@pytest.mark.parametrize(
    "path", ["tickets/", "tickets/list.py", "export.py", "src/tickets/export.py"]
)
def test_what_nobody_named_is_refused(path: str) -> None:
    assert errors(path, context=ASKED) == {"PTH202"}


@pytest.mark.parametrize(
    "path",
    ["tests/test_export.py", "tickets/test_export.py", "billing/invoice.py", "tests/page.test.ts"],
)
def test_a_test_or_module_of_what_is_named_is_let_through_with_a_warning(path: str) -> None:
    assert (errors(path, context=ASKED), warned(path, context=ASKED)) == (set(), {"PTH202"})


def test_a_test_of_something_else_is_refused() -> None:
    assert errors("tests/test_login.py", context=ASKED) == {"PTH202"}
    assert errors("secrets/test_export.py", context=ASKED) == {"PTH202"}


def test_without_a_request_nothing_is_called_ungrounded() -> None:
    assert judged("other/file.py") == ()
