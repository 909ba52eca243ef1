"""What goes wrong, and a wish that nothing measures, are no requirement: what is wanted is open."""

import pytest

from planner.drafting.phrases import PHRASES
from planner.model.vocabulary import Route
from tests.drafting.briefs import a_brief, a_draft, a_request, labels_of, texts
from tests.drafting.test_honest_requests import CHECK, asked

# What goes wrong is no requirement

SYMPTOMS = [
    "The page in `web/a.py` crashes when the name is empty.",
    "When the file is empty, the last row is lost.",
    "The export hangs on large files.",
    "The total is wrong.",
    "The search does not work.",
    "The upload times out.",
    "The parser throws a `KeyError` on empty lines.",
    "The call raises an unexpected error.",
    "The dashboard is slow.",
    "Die Seite stürzt ab, wenn der Name leer ist.",
    "Die Suche funktioniert nicht.",
    "La page plante quand le nom est vide.",
    "La búsqueda no funciona.",
    "La ricerca non funziona.",
    "A busca não funciona.",
    "De zoekfunctie werkt niet.",
    "名前が空だと画面がクラッシュします。",
    "名称为空时页面崩溃。",
]
WISHES = [
    "Please fix it.",
    "This needs fixing.",
    "It must be fixed.",
    "Bitte beheben.",
    "Merci de corriger.",
    "Por favor, corríjanlo.",
    "修正してください。",
    "请修复。",
]


@pytest.mark.parametrize("symptom", SYMPTOMS)
@pytest.mark.parametrize("wish", WISHES)
def test_a_symptom_and_a_wish_are_the_goal_and_leave_open_what_should_be(
    symptom: str, wish: str
) -> None:
    found = labels_of(a_brief(f"{symptom} {wish} {CHECK}"))
    assert (found[symptom], found[wish]) == ("goal", "goal")
    draft = a_draft(f"{symptom} {wish} {CHECK}")
    assert draft.goal.cites == ("S1", "S2")
    assert any(pair.no_wanted[1] == asked(draft)[0] for pair in PHRASES.values())
    assert draft.route is Route.NEEDS_DETAIL


@pytest.mark.parametrize("symptom", SYMPTOMS)
def test_a_symptom_among_requirements_is_no_criterion(symptom: str) -> None:
    draft = a_draft(a_request(behavior=("Rows keep their order.", symptom)))
    assert texts(draft.criteria) == ["Rows keep their order."]
    assert draft.route is Route.DIRECT_EXECUTION


@pytest.mark.parametrize(
    "text",
    [
        "If the id is unknown, the call fails.",
        "When a job hangs, the worker is restarted.",
        "A job that crashes is started again.",
        "The command fails with exit code 2.",
        "The page must not crash.",
        "Show a hint when the upload times out.",
    ],
)
def test_what_should_happen_on_a_failure_is_no_symptom(text: str) -> None:
    assert labels_of(a_brief(a_request(behavior=(text,))))[text] in {"criterion", "constraint"}


REPORT = """\
`shop/a.py` reads the CSV in chunks. When the file has no final newline, the last row is lost.

Steps: import a file without a final newline.
Expected: the last row is imported.
Actual: it is missing.

Change `shop/a.py`. Add a regression test in `tests/test_a.py`. `pytest tests/test_a.py`
"""


def test_a_report_tells_what_is_expected_from_what_is_there() -> None:
    draft = a_draft(REPORT)
    assert draft.goal.text == "When the file has no final newline, the last row is lost."
    assert texts(draft.criteria)[0] == "Expected: the last row is imported."
    assert not any("missing" in text or "Steps" in text for text in texts(draft.criteria))
    assert (draft.route, texts(draft.allowed_paths)) == (
        Route.DIRECT_EXECUTION,
        ["shop/a.py", "tests/test_a.py"],
    )


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("## Expected behavior", "## Actual behavior"),
        ("## Expected", "## Actual"),
        ("## Erwartetes Verhalten", "## Tatsächliches Verhalten"),
        ("## Comportement attendu", "## Comportement observé"),
        ("## Resultado esperado", "## Comportamiento actual"),
        ("## 期待する動作", "## 実際の動作"),
        ("## 预期行为", "## 实际行为"),
    ],
)
def test_headings_of_a_report_do_the_same(expected: str, actual: str) -> None:
    found = labels_of(
        a_brief(f"# Import\n\n{expected}\n\nThe last row stays.\n\n{actual}\n\nIt is not there.\n")
    )
    assert found["The last row stays."] == "criterion"
    assert found["It is not there."] == "context"


def test_a_refusal_of_the_failure_says_what_is_wanted() -> None:
    draft = a_draft(
        "The page crashes when the name is empty. Please fix it. The page must not crash. "
        f"Change `web/a.py`. {CHECK}"
    )
    assert draft.route is Route.DIRECT_EXECUTION
    assert "The page must not crash." in texts(draft.constraints)
    assert not any("crashes" in text for text in texts(draft.criteria))


# Wishes without a measure

VAGUE = [
    "Make the dashboard faster.",
    "Improve performance.",
    "Make the import more robust.",
    "The page should be nicer.",
    "Mach die Seite schneller.",
    "Verbessere die Leistung.",
    "Améliorer les performances.",
    "Mejorar el rendimiento.",
    "Migliorare le prestazioni.",
    "Melhorar o desempenho.",
    "Maak de pagina sneller.",
    "表示を速くしてください。",
    "优化页面性能。",
]


@pytest.mark.parametrize("wish", VAGUE)
def test_a_wish_without_a_measure_asks_for_one(wish: str) -> None:
    draft = a_draft(f"{wish} Change `src/a.py`. {CHECK}")
    assert draft.route is Route.NEEDS_DETAIL
    plain = wish.rstrip(".。")
    assert any(asked(draft) == [say.no_measure[1].format(text=plain)] for say in PHRASES.values())


@pytest.mark.parametrize(
    "text",
    [
        "Make the dashboard load within 2 s.",
        "Improve the error message in `src/a.py` so that it names the file.",
        "Make the dashboard faster. The list must load within 2 s.",
        "Improve the log by adding the date to each line.",
    ],
)
def test_a_wish_with_a_measure_is_a_requirement(text: str) -> None:
    draft = a_draft(f"{text} Change `src/a.py`. {CHECK}")
    assert draft.route is Route.DIRECT_EXECUTION


def test_the_goal_is_a_criterion_where_the_others_only_name_files() -> None:
    draft = a_draft(f"Rows must keep their order. Change `src/a.py`. {CHECK}")
    assert texts(draft.criteria) == ["Rows must keep their order.", "Change `src/a.py`."]


@pytest.mark.parametrize(
    "text",
    [
        "# Fix crash\n\nThe app crashes on start.\n\nChange `src/a.py`. ",
        "Fix the login. The login page crashes when the name is empty. Change `src/a.py`. ",
        "Can you fix the login? It breaks when the name is empty. Change `src/a.py`. ",
        a_request(goal="Fix the crash", behavior=("The page crashes on start.",), constraints=()),
    ],
    ids=["a title", "an order", "a question", "the frontdesk"],
)
def test_an_order_to_mend_a_symptom_leaves_open_what_should_be(text: str) -> None:
    assert asked(a_draft(f"{text}{CHECK}")) == ["What should happen instead?"]
