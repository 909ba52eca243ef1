"""The language of a request is told by its script and its function words, else it is English."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.codec.intake import parse_intake
from planner.triage.language import language_of, language_of_statements
from tests.builders import INTAKE


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The export holds the filtered rows only and must not be empty."),
        ("de", "Der Export enthält nur die gefilterten Zeilen und darf nicht leer sein."),
        ("fr", "L'export contient uniquement les lignes filtrées et ne doit pas être vide."),
        ("es", "La exportación contiene solo las filas filtradas y no debe estar vacía."),
        ("it", "L'esportazione contiene solo le righe filtrate e non deve essere vuota."),
        ("pt", "A exportação contém apenas as linhas filtradas e não deve ficar vazia."),
        ("nl", "De export bevat alleen de gefilterde rijen en mag niet leeg zijn."),
        ("pl", "Eksport zawiera tylko przefiltrowane wiersze i nie może być pusty."),
        ("sv", "Exporten ska innehålla endast de filtrerade raderna och får inte vara tom."),
        ("ja", "エクスポートはフィルタ後の行だけを含む。"),
        ("zh", "导出仅包含筛选后的行。"),
        ("ko", "내보내기는 필터링된 행만 포함한다."),
        ("ru", "Экспорт содержит только отфильтрованные строки."),
        ("uk", "Експорт містить лише відфільтровані рядки."),
        ("ar", "يحتوي التصدير على الصفوف المصفاة فقط."),
        ("he", "הייצוא מכיל רק את השורות המסוננות."),
        ("el", "Η εξαγωγή περιέχει μόνο τις φιλτραρισμένες γραμμές."),
    ],
)
def test_a_sentence_is_known_by_its_language(language: str, text: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize("text", ["", "12 34", "CSV", "tickets/export.py", "`der die das` x", "👍"])
def test_what_says_nothing_of_a_language_is_english(text: str) -> None:
    assert language_of(text) == "en"


def test_code_and_names_do_not_make_a_request_english() -> None:
    text = "- `python -m unittest discover` muss für `the list of it` laufen und nicht warten.\n"
    assert language_of_statements(parse_intake(text).statements) == "de"


def test_a_quoted_word_of_another_script_does_not_change_the_language() -> None:
    assert language_of("The header of the list reads 状态 and is not empty.") == "en"


def test_a_frontdesk_intake_is_english() -> None:
    assert language_of_statements(parse_intake(INTAKE).statements) == "en"


@given(st.text())
def test_every_text_has_a_language(text: str) -> None:
    assert len(language_of(text)) == 2
