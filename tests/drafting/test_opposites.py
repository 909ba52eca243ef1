"""What excludes each other is asked about, and what only looks alike is not."""

import pytest

from planner.drafting.contradictions import contradictions
from planner.model.intake import Form, LabelledStatement, Statement
from planner.model.vocabulary import Label


def are_opposed(one: str, other: str) -> bool:
    labels = [
        LabelledStatement(
            statement=Statement(
                id=f"S{number}", text=text, line=number, heading="Rules", form=Form.BULLET
            ),
            label=Label.CRITERION,
        )
        for number, text in enumerate((one, other), 1)
    ]
    return any(True for _ in contradictions(labels))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The default language is German.", "The default language is English."),
        ("Die voreingestellte Sprache ist `de`.", "Die voreingestellte Sprache ist `en`."),
        ("The port of the gauge is 8080.", "The port of the gauge is 9090."),
        ("The cells are separated by commas.", "The cells are separated by tabs."),
        ("Die Zellen sind durch Komma getrennt.", "Die Zellen sind durch Semikolon getrennt."),
        ("La lista está ordenada por fecha.", "La lista está ordenada por nombre."),
        ("Rows are in ascending order.", "Rows are in descending order."),
        ("一覧は日付の昇順で並ぶ。", "一覧は日付の降順で並ぶ。"),
        ("Only keepers can open a gate.", "Every visitor can open a gate."),
        ("Nur der Vorstand darf Termine löschen.", "Jedes Mitglied darf Termine löschen."),
        ("Solo los socios pueden ver la lista.", "Todos los vecinos pueden ver la lista."),
        ("只有教师可以删除记录。", "所有学生都可以删除记录。"),
        ("Ohne Karte ist die Tür nicht offen.", "Ohne Karte ist die Tür offen."),
        ("The phone number is required.", "The phone number is optional."),
        ("Alte Einträge werden gelöscht.", "Alte Einträge werden aufbewahrt."),
        ("Les anciens messages sont supprimés.", "Les anciens messages sont conservés."),
        ("El archivo es público.", "El archivo es privado."),
        ("过期的文件会被删除。", "过期的文件会被保留。"),
        ("La durée maximale est de 4 minutes.", "Durée maximale | 10 minutes"),
        ("A trip takes at most 2 minutes.", "A trip takes at most 300 seconds."),
        (
            "The tag of a key is removed before the key is stored.",
            "Every key is stored unchanged, with its tag.",
        ),
    ],
)
def test_two_statements_that_cannot_both_hold_are_found(one: str, other: str) -> None:
    assert are_opposed(one, other)
    assert are_opposed(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A trip takes at most 5 minutes.", "A trip takes at most 300 seconds."),
        ("The list is sorted by date.", "The list is sorted by date in descending order."),
        ("The cells are separated by commas.", "The cells are separated by commas and quoted."),
        ("Only members can post.", "All members can post."),
        ("Only the owner can delete a note.", "Every member can read a note."),
        ("The removed items are listed.", "The kept items are listed."),
        ("Items that are removed are listed.", "Items that are kept are listed."),
        ("Names are shown to judges.", "Names are hidden from guests."),
        ("The menu is shown if the door is open.", "The menu is hidden unless the door is open."),
        ("The file is deleted after 30 days.", "The file is kept for 30 days."),
        ("A state is `open`.", "A state is `closed`."),
        ("The code of a full import is `0`.", "The code of a failed import is `2`."),
        ("A late booking is refused.", "A booking is accepted."),
        ("Photos up to 4 MB are accepted.", "Photos above 4 MB are refused."),
        ("Ein Termin ohne Ort ist erlaubt.", "Ein Termin ohne Zeit ist nicht erlaubt."),
        ("An entry without a name is not shown.", "An entry without a date is not shown."),
    ],
)
def test_a_refinement_another_case_and_the_same_in_other_words_are_none(
    one: str, other: str
) -> None:
    assert not are_opposed(one, other)
    assert not are_opposed(other, one)
