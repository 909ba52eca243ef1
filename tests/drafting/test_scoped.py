"""Which files a sentence opens, in the many ways in which people say it, and which it does not."""

import pytest

from planner.drafting.scoped import says_scope, scope_of
from planner.model.vocabulary import Label
from tests.drafting.briefs import a_brief, a_draft, a_request, labels_of, texts

OPENS = (
    "Touch only `board/score.py` and its test `tests/test_score.py`.",
    "The paging is in `feeds/pages.py`; that file and `tests/t.py` are all that may change.",
    "Please work in `desk/booking.rb` and `desk/form.html` only.",
    "Change nothing but a/b.py and a/c.py.",
    "No other files than `a/b.py` should be changed.",
    "You only need to edit a/b.py, a/c.py and tests/test_b.py.",
    "The work is limited to `a/b.py`.",
    "The scenario goes into `tests/prepaid.rs`.",
    "Nur `a/b.py` und `a/c.py` dürfen geändert werden.",
    "Es dürfen nur `a/b.py` und die Tests in `tests/` angefasst werden.",
    "Die Tests gehören in `tests/test_a.py`.",
    "Seuls `a/b.py` et `a/c.py` peuvent être modifiés.",
    "Il ne faut toucher qu'à `a/b.py`.",
    "Les tests vont dans `tests/test_a.py`.",
    "Solo hay que tocar `avisos/aula.py` y su prueba `tests/test_aula.py`.",
    "Va modificato `corsi/lista.py`; i test vanno in `tests/test_lista.py`.",
    "Mexam apenas em `a/b.py` e nos testes `tests/test_b.py`.",
    "Alleen `src/a.ts` en `src/a.spec.ts` aanpassen.",
    "Pas alleen `src/a.ts` aan.",
    "変更してよいのは `a/b.py` と `a/c.py` だけです。",
    "テストは `tests/test_a.py` に書いてください。",
    "只修改 `a/b.py` 和 `a/c.py`。",
    "测试写在 `tests/test_a.py` 里。",
)
OPENS_NOTHING = (
    "We changed `a/b.py` last week.",
    "We have changed `a/b.py`.",
    "`a/b.py` was changed.",
    "The change in `a/b.py`.",
    "Only `a/b.py` uses it.",
    "Read only `a/b.py`.",
    "The report goes into `out/report.csv`.",
    "It goes into `a/b.py`.",
    "`out/x.csv` should be created.",
    "The tests in `tests/a.py` must pass.",
    "The code in `a/b.py` should work.",
    "Do not change `a/b.py`.",
    "`a/b.py` may not be changed.",
    "`a/b.py` is the only file that changes at runtime.",
    "`a/b.py` darf nicht geändert werden.",
    "Ne pas modifier `a/b.py`.",
    "Ne touchez pas à `a/b.py`.",
    "No tocar `a/b.py`.",
    "Non toccare `a/b.py`.",
    "Não mexam em `a/b.py`.",
    "Niet aanpassen: `a/b.py`.",
    "`a/b.py` を変更しないでください。",
    "`a/b.py` 以外は変更しないこと",
    "不要修改 `a/b.py`。",
    "Run only `pytest tests/a.py`.",
)


@pytest.mark.parametrize("text", OPENS)
def test_a_sentence_that_only_says_what_may_change_is_known_by_its_words(text: str) -> None:
    assert says_scope(text)


@pytest.mark.parametrize("text", OPENS_NOTHING)
def test_a_sentence_with_any_other_word_opens_nothing(text: str) -> None:
    assert scope_of(text) == ()


def test_a_clause_opens_its_own_paths_alone() -> None:
    text = "Touch only `a/b.py`, leave `c/d.py` alone."
    assert [named.text for named in scope_of(text)] == ["a/b.py"]
    assert not says_scope(text)


@pytest.mark.parametrize("text", OPENS)
def test_in_prose_such_a_sentence_is_about_paths_and_no_criterion(text: str) -> None:
    request = f"Please sort the list by date.\n\nIt must hold every row.\n\n{text}\n"
    assert labels_of(a_brief(request))[text] == Label.PATH


WORKS = {
    "The imports in `src/index.js` have to be adapted.": ["src/index.js"],
    "Die Importe in `a/b.py` müssen angepasst werden.": ["a/b.py"],
    "Les imports de `a/b.py` doivent être adaptés.": ["a/b.py"],
    "Los imports de `a/b.py` deben adaptarse.": ["a/b.py"],
    "De imports in `a/b.py` moeten worden aangepast.": ["a/b.py"],
    "Split `a/b.py` into a package with `a/b/__init__.py` and `a/b/c.py`.": [
        "a/b.py",
        "a/b/__init__.py",
        "a/b/c.py",
    ],
    "Move `parse` from `a/b.py` to `a/c.py`.": ["a/b.py", "a/c.py"],
    "Merge `a/b.py` and `a/c.py` into `a/d.py`.": ["a/b.py", "a/c.py", "a/d.py"],
    "Teile `a/b.py` in `a/c.py` und `a/d.py` auf.": ["a/b.py", "a/c.py", "a/d.py"],
    "将 `a/b.py` 拆分为 `a/c.py` 和 `a/d.py`。": ["a/b.py", "a/c.py", "a/d.py"],
    "Copy `a/b.py` to `a/c.py`.": ["a/c.py"],
    "Create `a/b.py` next to `a/c.py`.": ["a/b.py"],
    "Erstelle `a/b.py` neben `a/c.py`.": ["a/b.py"],
    "`a/c.py` の隣に `a/b.py` を作成する。": ["a/b.py"],
    "Add a check to `a/b.py`, modelled on `a/c.py`.": ["a/b.py"],
    "Please publish the menu on Friday at 16:00, in `a/b.py`.": ["a/b.py"],
    "Move the rows from `data/in.csv` to `data/out.csv`.": [],
    "The command moves files from `in/` to `out/`.": [],
    "Move to the folder `out/` what is older than 3 days.": [],
    "The counter in `state.json` must be updated after each run.": [],
    "The report in `out/x.html` must be changed by nobody.": [],
    "If the table in `a/b.py` must be updated, the command says so.": [],
    "Split the line at each comma, as `a/b.py` does.": [],
    "Join the rows with `a/b.py` as a reference.": [],
    "Compare `a/b.py` and `a/c.py` and rename the second.": [],
    "Convert `a/b.md` to HTML.": [],
    "Add `infra/x.tf` to the allowed paths.": [],
    "The imports in `a/b.py` do not have to be adapted.": [],
}


@pytest.mark.parametrize("text", WORKS)
def test_a_sentence_of_work_allows_what_it_works_on(text: str) -> None:
    draft = a_draft(a_request(scope=("tickets/export.py",), behavior=(text,)))
    assert texts(draft.allowed_paths) == ["tickets/export.py", *WORKS[text]]


REMARKS = {
    "a word after a dash": (("`a/b.py` — the parser",), ["a/b.py"]),
    "read only after a colon": (("`a/b.py`: change", "`a/c.py`: read only"), ["a/b.py"]),
    "for reading": (("`a/b.py` (change)", "`a/c.py` (for reading)"), ["a/b.py"]),
    "for reference": (("`a/b.py`  # new", "`a/c.py`  # only for reference"), ["a/b.py"]),
    "in German": (("`a/b.py` – nur lesen", "`a/c.py`"), ["a/c.py"]),
    "in Japanese": (("`a/b.py`（参照のみ）", "`a/c.py`"), ["a/c.py"]),
    "see": (("a/b.py (only the import)", "see a/c.py"), ["a/b.py"]),
    "a folder with a space": (
        ("`signs/Market Day/prices.csv`", "`docs/My Notes/read me.md`"),
        ["signs/Market Day/prices.csv", "docs/My Notes/read me.md"],
    ),
    "a program with an argument": (("`ci/build Market/x.csv`", "`a/b.py`"), ["a/b.py"]),
    "a word and a folder": (("`deploy data/x.csv`", "`a/b.py`"), ["a/b.py"]),
}


@pytest.mark.parametrize("name", REMARKS)
def test_a_list_of_files_heeds_its_remarks(name: str) -> None:
    scope, expected = REMARKS[name]
    assert texts(a_draft(a_request(scope=scope)).allowed_paths) == expected


def test_a_table_of_files_heeds_what_its_rows_say() -> None:
    remarks = {"b": "change", "c": "read only", "d": "new", "e": "nicht ändern"}
    rows = "\n".join(f"| `a/{name}.py` | {remark} |" for name, remark in remarks.items())
    table = f"\n## Files\n\n| File | What |\n|---|---|\n{rows}\n"
    assert texts(a_draft(a_request(scope=(), more=table)).allowed_paths) == ["a/b.py", "a/d.py"]


@pytest.mark.parametrize("name", ["`a/b/__init__.py`", "a/b/__init__.py"])
def test_a_title_keeps_the_name_of_a_file(name: str) -> None:
    goal = f"Split __all__ of {name} into two"
    assert name in a_draft(a_request(goal=goal)).title.text
