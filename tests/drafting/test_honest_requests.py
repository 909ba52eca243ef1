"""Small requests by people who know nothing of packets: their work is seen, and nothing else."""

import pytest

from planner.drafting.phrases import PHRASES
from planner.model.draft import Draft
from planner.model.vocabulary import Route
from tests.drafting.briefs import a_brief, a_draft, labels_of, texts

CHECK = "`pytest tests/test_a.py` must pass."


def asked(draft: Draft) -> list[str]:
    return [item.question for item in draft.questions]


# Paths that are named and not said to change

UNSAID = {
    "a subject": "`shop/a.py` reads the rows in chunks. Rows must keep their order.",
    "a place": "The list in `shop/a.py` must be sorted by id.",
    "beside a test": "The list in `shop/a.py` must be sorted. Add a test in `tests/test_a.py`.",
}


@pytest.mark.parametrize("name", UNSAID)
def test_a_path_that_is_named_and_not_said_to_change_is_asked_for_by_name(name: str) -> None:
    draft = a_draft(f"{UNSAID[name]} {CHECK}")
    assert asked(draft) == ["May `shop/a.py` change?"]
    assert texts(draft.blockers) == [
        "The request names `shop/a.py` and does not say that it may change."
    ]
    assert (draft.route, draft.allowed_paths) == (Route.NEEDS_DETAIL, ())


def test_several_named_paths_are_asked_for_at_once() -> None:
    draft = a_draft(f"The lists in `shop/a.py` and `shop/b.py` must be sorted by id. {CHECK}")
    assert asked(draft) == ["May `shop/a.py`, `shop/b.py` change?"]


@pytest.mark.parametrize(
    "text",
    [
        "Do not touch `shop/a.py`.",
        "`shop/a.py` stays unchanged.",
        "See `docs/a.md`.",
        "The command writes `out/report.json`.",
        "Read the rates from `shop/rates.json`.",
        "Follow the layout described in `docs/spec.md`.",
        "Write the list to `shop/list.json`.",
        "Open `data/a.csv` and look at the rows.",
        "Run `python tools/seed.py --all` before.",
    ],
)
def test_a_path_that_is_used_or_left_out_is_not_asked_for(text: str) -> None:
    draft = a_draft(f"The list must be sorted by id. {text} {CHECK}")
    assert PHRASES["en"].no_paths[1] in asked(draft)
    assert not any(question.startswith("May ") for question in asked(draft))


def test_a_request_for_tests_needs_no_leave_for_what_they_test() -> None:
    draft = a_draft(
        f"Add tests for `shop/a.py` in `tests/test_a.py` that check that names are kept. {CHECK}"
    )
    assert (draft.route, texts(draft.allowed_paths)) == (
        Route.DIRECT_EXECUTION,
        ["tests/test_a.py"],
    )


def test_a_request_that_says_what_may_change_is_not_asked_what_else_may() -> None:
    draft = a_draft(f"Sort the list in `shop/a.py`. Update `shop/b.py`. {CHECK}")
    assert texts(draft.allowed_paths) == ["shop/b.py"]
    assert draft.route is Route.DIRECT_EXECUTION


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("`shop/a.py` must return 400 when the name is empty.", ["shop/a.py"]),
        ("`shop/a.py` must be changed so that names are kept.", ["shop/a.py"]),
        ("`shop/a.py` soll bei leerem Namen 400 zurückgeben.", ["shop/a.py"]),
        ("`shop/a.py` must not return 400 for `shop/b.py`.", []),
        ("`shop/a.py` must stay below 300 lines.", []),
        ("`out/a.csv` must show the header.", []),
        ("Callers of `shop/a.py` must return 400.", []),
    ],
)
def test_a_program_that_has_to_behave_otherwise_may_change(text: str, allowed: list[str]) -> None:
    draft = a_draft(f"Mend the list. {text} {CHECK}")
    assert texts(draft.allowed_paths) == allowed
    assert (draft.route is Route.DIRECT_EXECUTION) is bool(allowed)


@pytest.mark.parametrize(
    "text",
    [
        "Affected files: `shop/a.py` and `shop/b.py`.",
        "Betroffen sind `shop/a.py` und `shop/b.py`.",
        "Fichiers concernés : `shop/a.py` et `shop/b.py`.",
        "対象ファイルは `shop/a.py` と `shop/b.py` です。",
    ],
)
def test_files_that_are_said_to_be_concerned_may_change(text: str) -> None:
    draft = a_draft(f"# List\n\nThe list must be sorted by id.\n\n{text}\n\n{CHECK}\n")
    assert texts(draft.allowed_paths) == ["shop/a.py", "shop/b.py"]


# Work that comes second

SECOND = {
    "then": "Look at `docs/style.md` first. Then rename `Foo` to `Bar` in `src/a.py`.",
    "next": "Read `docs/style.md`. Next, rename `Foo` to `Bar` in `src/a.py`.",
    "after that": "See `docs/style.md`. After that rename `Foo` to `Bar` in `src/a.py`.",
    "also": "Please read `docs/style.md` first. Also add a flag to `src/a.py`.",
    "de": "Lies zuerst `docs/style.md`. Danach ändere `src/a.py` auf den neuen Namen.",
    "fr": "Regardez `docs/style.md`. Ensuite modifiez `src/a.py` pour le nouveau nom.",
    "es": "Vea `docs/style.md`. Luego actualiza `src/a.py` con el nombre nuevo.",
    "it": "Leggi prima `docs/style.md`. Poi modifica `src/a.py` con il nome nuovo.",
    "nl": "Lees eerst `docs/style.md`. Daarna wijzig `src/a.py` met de nieuwe naam.",
    "ja": "まず `docs/style.md` を読んでください。次に `src/a.py` に名前を追加する。",
    "zh": "先看 `docs/style.md`。然后在 `src/a.py` 中添加名称。",
}


@pytest.mark.parametrize("name", SECOND)
def test_work_after_a_connective_is_the_goal_and_what_is_read_is_context(name: str) -> None:
    draft = a_draft(f"{SECOND[name]} {CHECK}")
    assert draft.goal.cites == ("S2",)
    assert texts(draft.allowed_paths) == ["src/a.py"]
    assert draft.route is Route.DIRECT_EXECUTION


def test_a_title_begins_with_the_work() -> None:
    assert a_draft(f"{SECOND['then']} {CHECK}").title.text.startswith("Rename `Foo`")


@pytest.mark.parametrize(
    "text",
    [
        "We should not edit `a/old.py`, but fix `a/new.py` so that empty names are refused.",
        "Do not change `a/old.py` but update `a/new.py` with the new name.",
        "Ändere nicht `a/old.py`, sondern korrigiere `a/new.py`, damit Namen bleiben.",
    ],
)
def test_work_after_a_refusal_is_seen_and_the_refusal_kept(text: str) -> None:
    draft = a_draft(f"{text} {CHECK}")
    assert texts(draft.allowed_paths) == ["a/new.py"]
    assert text in texts(draft.constraints)
    assert text in texts(draft.criteria)
    assert draft.route is Route.DIRECT_EXECUTION


def test_a_refusal_after_the_work_stays_one() -> None:
    draft = a_draft(f"Update `a/new.py` with the new name but not `a/old.py`. {CHECK}")
    assert texts(draft.allowed_paths) == ["a/new.py"]


# Checks

CHECKS = [
    "Test: `pytest tests/test_a.py`",
    "Test with `pytest tests/test_a.py`.",
    "Check: `pytest tests/test_a.py`",
    "Verify it with `pytest tests/test_a.py`.",
    "`pytest tests/test_a.py` must pass.",
    "`pytest tests/test_a.py`",
    "Prüfe mit `pytest tests/test_a.py`.",
    "`pytest tests/test_a.py` muss durchlaufen.",
    "Vérifier avec `pytest tests/test_a.py`.",
    "Comprobar con `pytest tests/test_a.py`.",
    "Verificare con `pytest tests/test_a.py`.",
    "Testar com `pytest tests/test_a.py`.",
    "Controleer met `pytest tests/test_a.py`.",
    "`pytest tests/test_a.py` で確認。",
    "用 `pytest tests/test_a.py` 验证。",
]
LAYOUTS = {
    "a line": "# List\n\nAdd a footer to `src/a.py`. {}\n",
    "a bullet": "# List\n\n- Add a footer to `src/a.py`. {}\n",
    "a number": "# List\n\n1. Add a footer to `src/a.py`. {}\n",
    "alone": "Add a footer to `src/a.py`.\n\n{}\n",
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("check", CHECKS)
def test_a_check_is_told_from_the_work_beside_it(check: str, layout: str) -> None:
    draft = a_draft(LAYOUTS[layout].format(check))
    assert texts(draft.verification) == ["pytest tests/test_a.py"]
    assert texts(draft.allowed_paths) == ["src/a.py"]
    assert draft.route is Route.DIRECT_EXECUTION
    spoken = [draft.title.text, draft.goal.text, *texts(draft.criteria)]
    assert any("footer" in text for text in spoken)


@pytest.mark.parametrize("check", CHECKS)
def test_a_check_alone_is_no_goal(check: str) -> None:
    draft = a_draft(f"## Goal\n\nAdd a footer to `src/a.py`. {check}\n")
    assert "pytest" not in draft.goal.text
    assert not any(text.startswith("`pytest") for text in texts(draft.criteria))


def test_a_title_cites_the_statement_that_it_is_taken_from() -> None:
    draft = a_draft(f"# Invoice footer\n\nAdd a footer to `src/a.py`. {CHECK}\n")
    assert (draft.title.text, draft.title.cites) == ("Invoice footer", ("S1",))
    assert draft.goal.cites == ("S2",)


# Labels


@pytest.mark.parametrize(
    "text",
    [
        "Es wird keine neue Bibliothek eingeführt.",
        "Dabei werden keine Daten gelöscht.",
        "Keine neuen Abhängigkeiten.",
        "Aucune nouvelle dépendance n'est ajoutée.",
        "Ninguna dependencia nueva.",
        "Nessuna nuova libreria viene introdotta.",
        "Nenhuma biblioteca nova.",
        "Er wordt geen nieuwe bibliotheek toegevoegd.",
        "The change introduces no new library.",
    ],
)
def test_that_nothing_new_comes_in_is_a_constraint(text: str) -> None:
    draft = a_draft(f"# List\n\nAdd a footer to `src/a.py`.\n\n{text}\n\n{CHECK}\n")
    assert texts(draft.constraints) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "As an operator I want a log so that I can see errors.",
        "Als Betreiber möchte ich ein Protokoll, damit ich Fehler sehe.",
        "En tant qu'opérateur, je veux un journal afin de voir les erreurs.",
        "Como operador, quiero un registro para ver los errores.",
        "Come operatore voglio un registro per vedere gli errori.",
        "Als beheerder wil ik een logboek zodat ik fouten zie.",
    ],
)
def test_a_story_is_the_goal(text: str) -> None:
    brief = a_brief(f"The shop is old. {text} Change `src/a.py`.")
    assert labels_of(brief)[text] == "goal"
    assert a_draft(brief.text).goal.cites == ("S2",)


def test_words_about_the_list_are_context() -> None:
    text = (
        "# Footer\n\nPlease do these three things. They are independent and can be reviewed "
        "separately.\n\n1. Add a footer to `src/a.py`.\n2. Add totals to `src/b.py`.\n"
        f"3. Add dates to `src/c.py`.\n\n{CHECK}\n"
    )
    found = labels_of(a_brief(text))
    assert found["Please do these three things."] == "context"
    assert found["They are independent and can be reviewed separately."] == "context"
    assert a_draft(text).goal.text == "Footer"


@pytest.mark.parametrize(
    "text",
    [
        "Could you please add a footer to `src/a.py`?",
        "Can you add a footer to `src/a.py`?",
        "Könntet ihr in `src/a.py` eine Fußzeile ergänzen?",
    ],
)
def test_a_polite_question_is_an_order(text: str) -> None:
    draft = a_draft(f"{text} {CHECK}")
    assert (draft.route, texts(draft.allowed_paths)) == (Route.DIRECT_EXECUTION, ["src/a.py"])
    assert not draft.title.text.endswith("?")


def test_a_lead_in_about_the_list_is_no_goal() -> None:
    draft = a_draft(
        "Please do these two things:\n\n1. Add a footer to `src/a.py`.\n"
        f"2. Add totals to `src/b.py`.\n\n{CHECK}\n"
    )
    assert draft.goal.text == "Add a footer to `src/a.py`."
    assert len(draft.criteria) == 2
