"""What people send from the field: files told in passing, polite questions, tables and forms."""

import pytest

from planner.drafting.heading_clauses import label_of_clause
from planner.drafting.headings import folded, heading_label
from planner.drafting.manner import asks_politely
from planner.drafting.proving import only_proves
from planner.drafting.refusals import forbidden
from planner.drafting.restructured import restructured
from planner.drafting.scoped import says_scope, scope_of, tells_file
from planner.drafting.staying import stays
from planner.model.vocabulary import Label, Route
from planner.rules.named import runs_checks
from tests.drafting.briefs import a_draft


@pytest.mark.parametrize(
    "text",
    [
        "It's all in `src/a.go`, plus the test next to it, `src/a_test.go`.",
        "Everything is in `src/a.go`.",
        "Das steht alles in `src/a.py`.",
        "Le calcul est dans `src/a.py`, c'est le seul fichier à modifier.",
        "Le modifiche riguardano solo `src/a.php` e `tests/ATest.php`.",
        "The changes concern only `src/a.ts`.",
        "只改 `src/a.py` 和 `tests/test_a.py`。",
    ],
)
def test_a_sentence_that_says_where_all_of_the_work_is_opens_its_files(text: str) -> None:
    assert says_scope(text)


@pytest.mark.parametrize(
    "text",
    [
        "It's all in `docs/a.md`.",
        "It is in `src/a.go`.",
        "The report affects `src/a.go` when it rains.",
        "Change the test next to `src/a.go`.",
        "不要改 `src/a.py`。",
        "It's all in `src/a.go`, which we bought.",
        "It's all in `src/a.go`, but leave that alone.",
    ],
)
def test_a_sentence_that_only_points_at_a_file_opens_it_not(text: str) -> None:
    assert not says_scope(text)


def test_a_clause_that_refuses_a_file_opens_only_the_others() -> None:
    found = scope_of("只改 `src/a.py`，不要动 `src/b.py`。")

    assert [one.text for one in found] == ["src/a.py"]


@pytest.mark.parametrize(
    "after",
    [
        "`; Change: unchanged; Remark: for looks",
        "`; Change: none",
        "`; Art: gelesen; Bemerkung: bleibt unverändert",
        "`; Modification: aucune",
        "`; 改动: 不变",
        "`; Note: read-only",
    ],
)
def test_a_row_may_say_in_any_cell_that_its_file_stays(after: str) -> None:
    assert stays(after)


@pytest.mark.parametrize(
    "after",
    ["`; Change: new; Remark: the route", "`; Remark: unchanged names get a mark", "`; New: no"],
)
def test_a_row_that_says_something_else_keeps_its_file(after: str) -> None:
    assert not stays(after)


@pytest.mark.parametrize(
    ("text", "is_entry"),
    [
        ("`src/sweep.rs`: deletes expired replays", True),
        ("File: `src/a.py`; Change: new; Remark: holds `find`", True),
        ("`src/a.py`: must reject an empty list", False),
        ("`src/a.py`: reject an empty list; add a test", True),
        ("Compare with `src/a.py`: it sorts", False),
    ],
)
def test_an_entry_tells_what_a_file_holds_unless_it_demands_something(
    text: str, *, is_entry: bool
) -> None:
    assert tells_file(text) is is_entry


@pytest.mark.parametrize(
    "text",
    [
        "Hey, can you make the board show the gate?",
        "Could you round the totals once?",
        "Pouvez-vous ignorer les cuves vides ?",
        "¿Podríais ocultar los turnos vacíos?",
        "Potreste nascondere i turni vuoti?",
        "Könntet ihr die leeren Zeilen ausblenden?",
    ],
)
def test_a_question_for_an_act_is_an_order(text: str) -> None:
    assert asks_politely(text)


@pytest.mark.parametrize(
    "text",
    [
        "Could you tell us which format is meant?",
        "Can you still log in with an old card?",
        "Pouvez-vous préciser le format ?",
        "¿Podríais decir qué formato vale?",
        "Könntet ihr uns sagen, welches Format gilt?",
        "Would you expect a warning?",
    ],
)
def test_a_question_for_an_answer_stays_one(text: str) -> None:
    assert not asks_politely(text)


@pytest.mark.parametrize(
    "text",
    [
        "To see that all is well run `make -C firmware check`.",
        "`npm test -- totals` has to pass, and `npm run lint` must not report anything new.",
        "`pytest tests/test_a.py` shows whether it works.",
        "Depois é só rodar `pytest tests/test_a.py` e ver se passa.",
        "I test si lanciano con `vendor/bin/phpunit tests/ATest.php` e devono passare.",
        "改完用 `pytest tests/test_a.py` 验证。",
    ],
)
def test_a_sentence_in_passing_says_what_proves_the_work(text: str) -> None:
    assert only_proves(text)


@pytest.mark.parametrize(
    "text",
    [
        "`npm run lint` must not be run.",
        "`pytest tests/test_a.py` shows the old totals.",
        "不要用 `pytest tests/test_a.py` 验证。",
    ],
)
def test_a_sentence_that_says_more_or_forbids_it_proves_nothing(text: str) -> None:
    assert not only_proves(text)


@pytest.mark.parametrize(
    ("command", "is_check"),
    [
        ("vendor/bin/phpunit tests", True),
        ("./node_modules/.bin/jest", True),
        (".venv/bin/pytest -q", True),
        ("bin/deploy tests", False),
        ("vendor/bin/tool/phpunit", False),
    ],
)
def test_a_checker_is_known_where_a_project_installs_it(command: str, *, is_check: bool) -> None:
    assert runs_checks(command) is is_check


def test_a_wish_in_the_passive_moves_code_between_two_files() -> None:
    wish = "We would like the parser moved out of `src/main.c` into a new file `src/parser.c`."

    assert [one.text for one in restructured(wish)] == ["src/main.c", "src/parser.c"]


def test_data_that_has_to_be_moved_is_no_change_of_a_file() -> None:
    assert not list(restructured("Old rows must be moved from `in/a.csv` to `old/a.csv`."))


@pytest.mark.parametrize(
    ("heading", "label"),
    [
        ("What this does not cover", Label.NON_GOAL),
        ("Not to be edited", Label.CONSTRAINT),
        ("What must not be changed", Label.CONSTRAINT),
        ("Was nicht geändert werden soll", Label.CONSTRAINT),
        ("Which part of the code is concerned?", Label.PATH),
        ("Welche Dateien sind betroffen?", Label.PATH),
    ],
)
def test_a_heading_that_is_a_clause_says_what_stands_under_it(heading: str, label: Label) -> None:
    assert heading_label(heading) is label


def test_a_question_for_what_the_sender_did_asks_for_no_files() -> None:
    assert label_of_clause(folded("Which files did you open that were affected?")) is None


@pytest.mark.parametrize(
    "text",
    [
        "O ficheiro `aulas/a.py` não deve ser alterado.",
        "Le fichier `aulas/a.py` ne doit pas être modifié.",
        "The file `aulas/a.py` must not be changed.",
        "Die Datei `aulas/a.py` darf nicht geändert werden.",
    ],
)
def test_a_file_that_is_listed_and_kept_out_is_asked_about(text: str) -> None:
    request = (
        "# Waiting list\n\n## Goal\n\nAdd a waiting list.\n\n## Acceptance criteria\n\n"
        f"- It is kept.\n\n## Constraints\n\n- {text}\n\n## Files\n\n- `aulas/a.py`\n\n"
        "## Verification\n\n- `pytest tests/test_a.py`\n"
    )

    assert a_draft(request).route is Route.NEEDS_DETAIL


@pytest.mark.parametrize(
    "text",
    [
        "Le traduzioni non si toccano.",
        "Las traducciones no se tocan.",
        "As traduções não se mexem.",
        "Die Übersetzungen werden nicht angefasst.",
    ],
)
def test_what_nobody_touches_is_a_constraint(text: str) -> None:
    assert forbidden(text) is Label.CONSTRAINT
