"""What a request says of the work itself: what stops, waits, comes first or replans."""

import pytest

from planner.drafting.larger_plan import asks_plan_change, changes_larger_plan
from planner.drafting.standing import standing_of
from planner.model.vocabulary import Label, Route
from tests.drafting.briefs import a_brief, a_draft, a_request, labels_of

BLOCKED = {
    "en": "We are blocked at the moment: the operator has not sent the map.",
    "en work": "This task is currently blocked by the missing licence.",
    "de": "Derzeit sind wir blockiert, weil der Zugang fehlt.",
    "de task": "Die Aufgabe ist leider blockiert: der Schlüssel fehlt.",
    "fr": "Nous sommes bloqués : la clé manque.",
    "es": "Estamos bloqueados hasta que llegue la clave.",
    "it": "Siamo bloccati: manca la chiave.",
    "pt": "A tarefa está bloqueada por falta da chave.",
    "ja": "この作業は現在ブロックされています。",
    "zh": "目前任务被阻塞，缺少密钥。",
}
NOT_BLOCKED = {
    "product": "A user who is blocked sees no messages.",
    "account": "The account is blocked after three attempts.",
    "denied": "We are not blocked by the missing map.",
    "no longer": "We are blocked no longer.",
    "condition": "If we are blocked, say so.",
    "asked": "We are blocked by the map?",
    "quoted": "The page says `We are blocked` in red.",
    "visitor": "The work order is blocked until the part arrives.",
}


@pytest.mark.parametrize("text", BLOCKED.values(), ids=BLOCKED.keys())
def test_a_sentence_that_the_work_is_blocked_is_a_blocker(text: str) -> None:
    assert standing_of(text) is Label.BLOCKER


@pytest.mark.parametrize("text", NOT_BLOCKED.values(), ids=NOT_BLOCKED.keys())
def test_what_a_product_blocks_or_a_request_denies_is_no_blocker(text: str) -> None:
    assert standing_of(text) is not Label.BLOCKER


def test_a_blocked_sentence_stops_a_request_that_has_all_else() -> None:
    told = a_request(more="\nWe are blocked right now: the server has not been delivered.")
    assert a_draft(told).route is Route.BLOCKED


LEFT = {
    "en": "Limits per country are left for a later task.",
    "en follows": "The printed list follows in a separate change.",
    "de": "Die Rabatte folgen in einer späteren Aufgabe.",
    "fr": "Les remises sont laissées pour plus tard.",
    "es": "Los descuentos quedan para otra tarea.",
    "it": "Gli sconti restano per più tardi.",
    "pt": "Os descontos ficam para outra tarefa.",
}


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT.keys())
def test_what_is_left_for_a_later_task_is_a_remainder(text: str) -> None:
    assert standing_of(text) is Label.REMAINDER


@pytest.mark.parametrize(
    "text",
    [
        "A message is left for the next caller.",
        "Parcels that are left for a later tram are listed.",
        "The invoice follows in a separate envelope.",
    ],
)
def test_what_a_product_leaves_for_later_is_no_remainder(text: str) -> None:
    assert standing_of(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Depends on Task 1: it reads the table that Task 1 creates.",
        "Hängt ab von Aufgabe 1.",
        "Dépend de la tâche 1.",
        "Depende de la tarea A.",
    ],
)
def test_the_order_of_two_tasks_is_a_constraint(text: str) -> None:
    assert standing_of(text) is Label.CONSTRAINT


def test_the_order_of_two_tasks_stands_among_the_ordering_constraints() -> None:
    draft = a_draft(a_request(constraints=("Depends on Task 1, which builds the table.",)))
    assert [item.text for item in draft.ordering] == ["Depends on Task 1, which builds the table."]


def test_a_part_of_a_partial_completion_is_told_from_what_is_left_in_prose() -> None:
    draft = a_draft(
        "Please add rate limits in `api/limits.go`, as a partial completion. A client that sends"
        " more than 60 requests a minute must get status 429. Limits per country are left for a"
        " later task. Run `go test ./api/...` to prove it.\n"
    )
    assert draft.route is Route.PARTIAL_COMPLETION
    assert [item.text for item in draft.remaining_scope] == [
        "Limits per country are left for a later task."
    ]


def test_items_of_a_named_group_are_of_the_kind_of_their_list() -> None:
    told = labels_of(
        a_brief(a_request(more="Remaining scope:\n- Regional lines:\n  - night buses\n  - trams"))
    )
    assert told["night buses"] == told["trams"] == "remainder"


def test_a_group_of_tests_in_a_list_of_files_holds_files() -> None:
    text = a_request().replace(
        "- tests/test_export.py", "- Tests:\n  - tests/test_export.py\n  - tests/test_rows.py"
    )
    paths = [item.text for item in a_draft(text).allowed_paths]
    assert paths == ["tickets/export.py", "tests/test_export.py", "tests/test_rows.py"]


def test_a_file_in_a_list_of_checks_is_not_allowed_to_change() -> None:
    text = a_request().replace(
        "Verification:\n", "Verification:\n- Tests:\n  - tests/data/rows.json\n"
    )
    assert "tests/data/rows.json" not in [item.text for item in a_draft(text).allowed_paths]


CHANGES = {
    "en passive": "The order of these two stages has to be swapped in the overall plan.",
    "en split": "The task is too large and must be split into three tasks in the roadmap.",
    "en request": "Please request an adjustment of the macro plan first.",
    "de": "Der Gesamtplan muss geändert werden.",
    "fr": "Il faut modifier le plan général.",
    "es": "Hay que cambiar el plan general.",
    "it": "Occorre modificare il piano generale.",
    "pt": "É preciso alterar o plano geral.",
    "ja": "全体計画を変更してください。",
    "zh": "需要修改总体计划。",
}
KEEPS = {
    "en": "Do not request a change of the macro plan.",
    "de": "Der Gesamtplan darf nicht geändert werden.",
    "fr": "Ne pas modifier le plan général.",
    "es": "No cambiar el plan general.",
    "product": "Users can move tasks in the plan.",
    "floor": "The floor plan must show the exits.",
}


@pytest.mark.parametrize("text", CHANGES.values(), ids=CHANGES.keys())
def test_a_request_to_change_the_larger_plan_is_seen(text: str) -> None:
    assert changes_larger_plan(text, "")


@pytest.mark.parametrize("text", KEEPS.values(), ids=KEEPS.keys())
def test_a_plan_that_stays_or_belongs_to_the_product_is_not_changed(text: str) -> None:
    assert not changes_larger_plan(text, "")


def test_a_refused_change_of_the_roadmap_does_not_stop_the_work() -> None:
    assert not asks_plan_change("Do not change the roadmap.")
    assert a_draft(a_request(constraints=("Do not change the roadmap.",))).route is (
        Route.DIRECT_EXECUTION
    )


def test_what_stands_under_macro_adjustment_changes_the_plan() -> None:
    draft = a_draft(
        "# Move the archive\n\n## Macro adjustment\n\n- The stage for scanners is dropped.\n\n"
        "## Goal\n\nMove all pictures.\n"
    )
    assert draft.route is Route.MACRO_ADJUSTMENT_REQUEST


def test_a_product_that_has_a_roadmap_is_built() -> None:
    wish = "The stage of a task must be changed in the plan."
    assert a_draft(a_request(behavior=(wish,))).route is Route.DIRECT_EXECUTION
