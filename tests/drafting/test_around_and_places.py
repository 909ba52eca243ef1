"""Statements go where their heading, their sample, their quotation or their box puts them."""

import pytest

from planner.drafting.compose import compose
from planner.drafting.extract import label
from planner.drafting.headings import heading_label
from planner.model.vocabulary import Label
from tests.drafting.briefs import a_brief, labels_of

HEADINGS = {
    "What is the current _faulty_ behaviour?": Label.CONTEXT,
    "Beobachtetes Verhalten am Drucker": Label.CONTEXT,
    "État observé": Label.CONTEXT,
    "Resultado actual del informe": Label.CONTEXT,
    "Aktuelles Ergebnis": Label.CONTEXT,
    "当前结果": Label.CONTEXT,
    "The correct outcome": Label.CRITERION,
    "Gewünschtes Verhalten der Waage": Label.CRITERION,
    "Résultat souhaité": Label.CRITERION,
    "Comportamiento deseado": Label.CRITERION,
    "望ましい動作": Label.CRITERION,
    "Possible solutions": Label.GOAL,
    "Hors sujet": Label.NON_GOAL,
    "Queda fuera": Label.NON_GOAL,
    "Nicht gewünscht": Label.NON_GOAL,
    "À respecter": Label.CONSTRAINT,
    "Da rispettare": Label.CONSTRAINT,
    "Darf geändert werden": Label.PATH,
    "Dónde": Label.PATH,
    "Comprobación": Label.VERIFICATION,
    "Contrôle": Label.VERIFICATION,
    "Must pass": Label.VERIFICATION,
    "Where the ferry waits for the pilot": None,
    "Control panel": None,
    "Today": Label.CONTEXT,
    "Orders placed today": None,
}


@pytest.mark.parametrize(("heading", "expected"), HEADINGS.items(), ids=list(HEADINGS))
def test_a_heading_says_what_stands_under_it(heading: str, expected: Label | None) -> None:
    assert heading_label(heading) is expected


OPEN = (
    "We have not agreed yet which currency the receipt uses.",
    "The harbour master still has to decide whether guests see the list.",
    "It is not yet clear who may close a berth.",
    "Wir haben noch nicht entschieden, ob Gäste die Liste sehen.",
    "Die Leitung muss noch festlegen, wer den Bericht bekommt.",
    "Nous n'avons pas encore décidé de la couleur du bandeau.",
    "Le nom du fichier est à confirmer.",
    "El nombre del archivo queda por definir.",
    "Il nome del file è ancora da stabilire.",
    "A cor do aviso está por confirmar.",
    "De kleur van de melding is nog niet bepaald.",
    "ファイル名はまだ決めていません。",
    "文件名尚未确定。",
)
SETTLED = (
    "A visitor who has not decided which tour to take sees all of them.",
    "The list shows which orders are still to be packed.",
    "An order that is not confirmed is shown in grey.",
    "El informe se envía por correo al cerrar la caja.",
)


def _among_criteria(sentence: str) -> str:
    text = f"# Add receipts\n\n## Acceptance criteria\n\n- {sentence}\n"
    return labels_of(a_brief(text))[sentence]


@pytest.mark.parametrize("sentence", OPEN)
def test_what_somebody_has_yet_to_say_is_a_question(sentence: str) -> None:
    assert _among_criteria(sentence) == "question"


@pytest.mark.parametrize("sentence", SETTLED)
def test_a_product_may_speak_of_what_is_open(sentence: str) -> None:
    assert _among_criteria(sentence) == "criterion"


IN_PROSE = {
    "A ticket must never contain the name of the guest.": "constraint",
    "A sold seat must not be offered to anybody.": "criterion",
    "Gesperrte Räume dürfen nicht angezeigt werden.": "criterion",
    "Les élèves absents ne doivent pas figurer sur la liste.": "criterion",
    "Los platos agotados no deben aparecer en la carta.": "criterion",
    "I turni chiusi non devono comparire.": "criterion",
    "After the change no page under `site/` may mention the old name.": "criterion",
    "The format of the archive must not change.": "constraint",
    "Das Format des Archivs darf nicht geändert werden.": "constraint",
    "Der Monatsbericht bleibt diesmal außen vor.": "non_goal",
    "Les factures restent hors de cette demande.": "non_goal",
    "Las facturas quedan fuera de esta tarea.": "non_goal",
    "Le ricevute restano fuori.": "non_goal",
    "As faturas ficam de fora.": "non_goal",
    "De facturen horen er niet bij.": "non_goal",
    "今回は請求書を扱わない。": "non_goal",
}


@pytest.mark.parametrize(("sentence", "expected"), IN_PROSE.items(), ids=list(IN_PROSE))
def test_a_refusal_says_what_is_not_seen_not_touched_or_not_asked_for(
    sentence: str, expected: str
) -> None:
    text = f"# Sort the archive\n\nSort the archive by shelf.\n\n{sentence}\n"
    assert labels_of(a_brief(text))[sentence] == expected


def test_a_bound_with_its_number_is_what_one_will_see() -> None:
    assert _among_criteria("No shelf holds more than 40 boxes.") == "criterion"
    assert _among_criteria("No changes to the shelf map.") == "constraint"


def test_steps_in_a_sample_are_criteria() -> None:
    text = (
        "# Lend a boat\n\n```gherkin\nSzenario: ein Boot ist frei\n  Angenommen ein Boot ist frei\n"
        "  Wenn ein Gast es bucht\n  Dann steht es auf `lent`\n```\n"
    )
    found = labels_of(a_brief(text))
    assert {found[line] for line in found if line.startswith(("  ", "Szenario"))} == {"criterion"}


def test_steps_by_which_something_goes_wrong_ask_for_nothing() -> None:
    text = (
        "# Lend a boat\n\n## Steps to reproduce\n\n```\nGiven a free boat\n"
        "When a guest books it\nThen nothing happens\n```\n"
    )
    assert set(list(labels_of(a_brief(text)).values())[1:]) == {"context"}


def test_a_log_with_a_word_of_a_step_is_no_scenario() -> None:
    text = "# Lend a boat\n\nIt stops:\n\n```\nWhen 12:00\nERROR no boat\nThen 12:01\n```\n"
    assert "criterion" not in set(list(labels_of(a_brief(text)).values())[2:])


SHAPES = (
    "The entry has this form:",
    "Der Eintrag hat folgenden Aufbau:",
    "L'entrée a la forme suivante :",
    "応答は次の形式です。",
)


@pytest.mark.parametrize("lead", SHAPES)
def test_a_sample_that_is_led_in_as_a_shape_is_an_interface(lead: str) -> None:
    sample = '{"boat": "b-1", "free": true}'
    found = labels_of(a_brief(f"# Add a list of boats\n\n{lead}\n\n```json\n{sample}\n```\n"))
    assert (found[lead], found[sample]) == ("interface", "interface")


def test_the_shape_of_what_goes_wrong_is_no_interface() -> None:
    sample = '{"boat": "b-1"}'
    text = f"# Add a list of boats\n\nThe body that crashes has this form:\n\n```\n{sample}\n```\n"
    assert labels_of(a_brief(text))[sample] != "interface"


QUOTED = "> Which unit do you want?\n\n{answer}\n\nAdd the unit to `src/a.py`.\n"


def test_a_quoted_question_that_is_answered_is_settled() -> None:
    found = labels_of(a_brief(QUOTED.format(answer="The list must use metres.")))
    assert found["Which unit do you want?"] == "context"


@pytest.mark.parametrize("answer", ["We don't know yet.", "To be decided.", "Maybe metres?"])
def test_a_quoted_question_stays_open_with_its_answer(answer: str) -> None:
    found = labels_of(a_brief(QUOTED.format(answer=answer)))
    assert found["Which unit do you want?"] == "question"


def test_a_ticked_box_that_tells_what_happened_is_history() -> None:
    text = (
        "# Print the menu\n\n- [x] The talk with the cook has taken place and was useful.\n"
        "- [x] A dish shows its price.\n- [ ] A dish shows its allergens.\n"
    )
    found = labels_of(a_brief(text))
    assert [*found.values()] == ["goal", "context", "criterion", "criterion"]


CLOSINGS = (
    "Many thanks,\nthe pool office",
    "Muito obrigada e bom trabalho,\na receção",
    "A presto,\nil laboratorio",
    "Bis bald,\ndie Werkstatt",
    "cheers, shout if you get stuck",
    "どうぞよろしくお願いいたします。",
    "/label ~pool ~bug",
)


@pytest.mark.parametrize("closing", CLOSINGS)
def test_a_closing_line_asks_for_nothing(closing: str) -> None:
    text = f"Please show the water temperature on the board.\n\n{closing}\n"
    assert [*labels_of(a_brief(text)).values()][-1] == "set_aside"


@pytest.mark.parametrize(
    "closing",
    [
        "Thanks, and please add a test as well.",
        "Thanks, it must also work offline.",
        "Many thanks, the board lives in `src/board.py`.",
    ],
)
def test_thanks_that_go_on_to_ask_are_kept(closing: str) -> None:
    text = f"Please show the water temperature on the board.\n\n{closing}\n"
    assert "set_aside" not in labels_of(a_brief(text)).values()


def test_a_description_above_listed_criteria_tells_how_things_are() -> None:
    fact = "Beim Schließen des Tors läuft der Motor nach."
    text = f"Zusammenfassung: Tor stoppt sofort\n\nBeschreibung:\n{fact}\n\nAkzeptanzkriterien:\n"
    found = labels_of(a_brief(f"{text}- Der Motor steht nach 1 Sekunde.\n"))
    assert found[fact] == "context"


def test_what_nobody_can_do_today_is_background_of_a_mail() -> None:
    fact = "the guides cannot see which boats are out."
    found = labels_of(a_brief(f"Hello,\n\n{fact}\nPlease add a list of them.\n"))
    assert (found[fact], found["Please add a list of them."]) == ("context", "goal")


def test_the_first_heading_above_all_others_is_the_title() -> None:
    found = labels_of(
        a_brief("## Print boat tickets\n\n### Acceptance\n\n- A ticket has a number.\n")
    )
    assert found["Print boat tickets"] == "goal"


def test_a_form_that_only_tells_what_happened_is_asked_what_should() -> None:
    brief = a_brief(
        "## The crane swings back\n\n### What happened\n\nThe crane swings back at noon.\n"
    )
    draft = compose(brief, label(brief))
    assert any("should happen" in item.question for item in draft.questions)
