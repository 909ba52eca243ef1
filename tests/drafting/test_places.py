"""Only what the request names as to be changed may change; only what can fail is a proof."""

import pytest

from planner.model.vocabulary import GitCapability, Route
from tests.drafting.briefs import a_draft, a_request, texts

CHANGES = {
    "Add the parser in `src/a.py`.": ["src/a.py"],
    "Update `docs/x.md`.": ["docs/x.md"],
    "`src/a.py`: add the parser": ["src/a.py"],
    "Update `docs/x.md` but leave `docs/y.md` alone.": ["docs/x.md"],
    "Update `docs/x.md` without changing `docs/y.md`.": ["docs/x.md"],
    "Add the totals in `a/b.py` and `a/c.py`.": ["a/b.py", "a/c.py"],
    "Rename `a/old.py` to `a/new.py`.": ["a/old.py", "a/new.py"],
    "Add a line to README.md.": ["README.md"],
    "Write tests in `tests/test_a.py`.": ["tests/test_a.py"],
    "Füge die Summe in `a/b.py` hinzu.": ["a/b.py"],
    "Ajouter la somme dans `a/b.py`.": ["a/b.py"],
    "`a/b.py` に合計を追加する。": ["a/b.py"],
    "在 `a/b.py` 中添加合计。": ["a/b.py"],
    "Do not touch `legacy/`.": [],
    "Read the rates from `data/in.csv`.": [],
    "Write the report to `out/report.csv`.": [],
    "The command writes `out/report.csv`.": [],
    "Follow the layout described in `docs/spec.md`.": [],
    "Add the table described in `docs/spec.md` to the page.": [],
    "Keep `a/b.py` as it is.": [],
    "`a/b.py` stays unchanged.": [],
    "Add a switch for CSV/JSON and/or TSV.": [],
    "Support Node.js 20.": [],
    "Update `/etc/passwd`.": [],
    "Update `../other/x.py`.": [],
    "Update `.git/config.toml`.": [],
}


@pytest.mark.parametrize("text", CHANGES)
def test_a_sentence_allows_what_it_changes_and_no_more(text: str) -> None:
    draft = a_draft(a_request(scope=("tickets/export.py",), behavior=(text,)))
    assert texts(draft.allowed_paths) == ["tickets/export.py", *CHANGES[text]]


SCOPES = {
    "one a bullet": (("a/b.py", "`c/d.py`"), ["a/b.py", "c/d.py"]),
    "several": (("a/b.py, c/d.py and `e/f.py`",), ["a/b.py", "c/d.py", "e/f.py"]),
    "with a remark": (("`a/b.py` (new)",), ["a/b.py"]),
    "with words": (("`a/b.py` for the exporter",), ["a/b.py"]),
    "in bold": (("**a/b.py**",), ["a/b.py"]),
    "spelled": (("src", "Makefile"), ["src/", "./Makefile"]),
    "covered": (("src/", "src/a.py"), ["src/"]),
    "twice": (("a/b.py", "`a/b.py`"), ["a/b.py"]),
    "read-only": (("a/b.py", "`c/d.py` (read-only)"), ["a/b.py"]),
    "excluded": (("a/b.py", "not `legacy/`"), ["a/b.py"]),
    "outside": (("a/b.py", "/etc/hosts", "../x.py", "**"), ["a/b.py"]),
}


@pytest.mark.parametrize("name", SCOPES)
def test_a_scope_lists_paths_in_their_accepted_spelling(name: str) -> None:
    scope, expected = SCOPES[name]
    assert texts(a_draft(a_request(scope=scope)).allowed_paths) == expected


PROOFS = {
    "unittest by file": (
        "`python -m unittest tests/test_export.py`",
        ["python -m unittest discover -s tests -p test_export.py"],
    ),
    "two in one": ("`ruff check a && pytest tests`", ["ruff check a", "pytest tests"]),
    "a prompt sign": ("`$ pytest tests`", ["pytest tests"]),
    "a whole line": ("pytest tests/test_export.py -q", ["pytest tests/test_export.py -q"]),
    "run it": ("Run `make test`.", ["make test"]),
}


@pytest.mark.parametrize("name", PROOFS)
def test_a_command_leaves_in_its_accepted_spelling(name: str) -> None:
    written, expected = PROOFS[name]
    assert texts(a_draft(a_request(verification=(written,))).verification) == expected


@pytest.mark.parametrize(
    "written",
    ["`true`", "`echo ok`", "`git push origin main`", "`sudo make test`", "Look at the page."],
)
def test_what_cannot_fail_or_is_no_check_proves_nothing(written: str) -> None:
    draft = a_draft(a_request(verification=(written,)))
    assert draft.route is Route.NEEDS_DETAIL
    assert texts(draft.verification) == ["test -s answers.jsonl"]


@pytest.mark.parametrize(
    ("git", "route"),
    [
        (GitCapability.TRUE, Route.DIRECT_EXECUTION),
        (GitCapability.FALSE, Route.NEEDS_DETAIL),
        (GitCapability.NOT_GUARANTEED, Route.NEEDS_DETAIL),
        (None, Route.NEEDS_DETAIL),
    ],
)
def test_a_git_check_counts_only_where_there_is_a_repository(
    git: GitCapability | None, route: Route
) -> None:
    draft = a_draft(a_request(verification=("`git diff --exit-code tickets`",)), git=git)
    assert draft.route is route
    if route is Route.NEEDS_DETAIL:
        assert "Git" in draft.blockers[0].text


def test_a_command_is_no_path_and_its_argument_neither() -> None:
    draft = a_draft(a_request(behavior=("Update the list; `pytest tests/test_a.py` must pass.",)))
    assert "tests/test_a.py" not in texts(draft.allowed_paths)
    assert "pytest tests/test_a.py" in texts(draft.verification)
