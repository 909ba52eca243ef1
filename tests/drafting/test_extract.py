"""Each statement goes where its place, its form and its words say, and nowhere else."""

from itertools import groupby

import pytest

from planner.drafting import evidence
from planner.drafting.extract import label
from planner.model.intake import Brief, Form, Statement
from planner.model.vocabulary import Label, Mode
from tests.drafting.briefs import a_brief, a_request, an_example, labels_of

EXAMPLES = {
    "blocked-token": "1 goal, 1 blocker, 1 set_aside, 2 non_goal",
    "frontdesk-digest": "1 goal, 3 path, 2 criterion, 2 interface, 2 criterion, 2 constraint,"
    " 1 verification",
    "issue-template": "1 goal, 1 context, 1 interface, 6 criterion, 3 path, 2 non_goal,"
    " 2 verification, 1 set_aside",
    "japanese-export": "2 goal, 4 criterion, 1 constraint, 2 path, 1 non_goal, 1 verification",
    "long-billing": "1 goal, 3 context, 1 goal, 2 criterion, 2 constraint, 6 criterion,"
    " 7 interface, 1 criterion, 3 interface, 3 constraint, 2 non_goal, 4 path,"
    " 2 verification, 1 context",
    "partial-translation": "2 goal, 1 criterion, 2 path, 3 criterion, 2 remainder, 1 verification",
    "short-prose": "1 goal, 2 criterion, 1 verification",
    "unsettled-import": "2 goal, 3 criterion, 1 constraint, 2 question, 1 criterion, 2 question,"
    " 1 path",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_statements_of_an_example_are_labelled_in_order(name: str) -> None:
    runs = groupby(item.label.value for item in label(an_example(name)))
    assert ", ".join(f"{len([*items])} {found}" for found, items in runs) == EXAMPLES[name]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_statement_has_exactly_one_label_and_what_goes_nowhere_says_why(name: str) -> None:
    brief = an_example(name)
    labels = label(brief)
    assert [item.statement.id for item in labels] == [item.id for item in brief.statements]
    aside = [item for item in labels if item.label in {Label.SET_ASIDE, Label.CONTEXT}]
    assert all(item.reason for item in aside)


BY_WORDS = {
    "The list shows open loans.": "criterion",
    "Only filtered rows.": "criterion",
    "Exports must never contain the column `internal_note`.": "constraint",
    "Export must **not** include internal notes.": "constraint",
    "Users cannot delete a closed ticket.": "criterion",
    "No later than 5 s after the click the list shows.": "criterion",
    "No XLSX output.": "constraint",
    "Do not touch `legacy/`.": "constraint",
    "Empty values stay empty, not `null`.": "criterion",
    "`pkg.mod.parse(text: str) -> Doc` returns the document.": "interface",
    "`GET /loans` returns the open loans.": "interface",
    "Which encoding does the file use?": "question",
    "The encoding is not decided yet.": "question",
    "If the id is unknown, the call fails.": "criterion",
    "The limit is TBD.": "question",
    "A row says `TBD` when nothing is known.": "criterion",
    "Remove each TODO comment.": "criterion",
    "All tests pass.": "verification",
    "`pytest tests/test_export.py` passes.": "verification",
    "`pytest tests` passes and coverage is at least 90 %.": "criterion",
    "`tickets/export.py`: add the exporter": "criterion",
    "The rest of the formats follows in another task.": "remainder",
}


@pytest.mark.parametrize("text", BY_WORDS)
def test_a_requirement_is_what_its_words_say(text: str) -> None:
    assert labels_of(a_brief(a_request(behavior=(text,))))[text] == BY_WORDS[text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The export button stands above the list.", "context"),
        ("The button is called “Export”.", "criterion"),
        ("Staff wait for minutes.", "context"),
        ("We currently copy rows by hand.", "context"),
        ("The command prints one line a loan.", "criterion"),
        ("Add a hint for empty lists.", "criterion"),
        ("Users should see progress.", "criterion"),
        ("Экспорт содержит только открытые записи.", "criterion"),
    ],
)
def test_prose_without_a_heading_has_to_ask_for_something(text: str, expected: str) -> None:
    brief = a_brief(f"# Export\n\nAdd an export of the list.\n\n{text}\n")
    assert labels_of(brief)[text] == expected


@pytest.mark.parametrize("heading", ["Background", "Notes", "Hintergrund", "背景"])
def test_background_is_context_unless_it_demands(heading: str) -> None:
    brief = a_brief(
        f"# Export\n\n## {heading}\n\nThe list is long. Rows must keep their order.\n\n"
        "Names are never shortened.\n"
    )
    found = labels_of(brief)
    assert found["The list is long."] == "context"
    assert found["Rows must keep their order."] == "criterion"
    assert found["Names are never shortened."] == "constraint"


def test_a_subsection_is_read_as_its_section() -> None:
    brief = a_brief("# T\n\n## Out of scope\n\n### Reports\n\n- Weekly totals\n")
    assert labels_of(brief)["Weekly totals"] == "non_goal"


def test_a_fence_holds_no_headings() -> None:
    brief = a_brief("# T\n\n## Requirements\n\n```\n## Notes\n```\n\n- The list is sorted by id.\n")
    assert labels_of(brief)["The list is sorted by id."] == "criterion"


def test_a_documents_title_is_no_section() -> None:
    brief = a_brief("# Interface for loans\n\nAdd a page of loans. The page is old.\n")
    assert labels_of(brief)["The page is old."] == "context"


def test_the_sentence_that_opens_a_request_is_its_goal() -> None:
    brief = a_brief("# Export\n\nStaff download the list as CSV.\n\n1. Only filtered rows.\n")
    assert labels_of(brief)["Staff download the list as CSV."] == "goal"


def test_a_list_has_no_goal_in_its_middle() -> None:
    brief = a_brief("# T\n\n- Rows are sorted.\n\nAdd a footer.\n")
    assert labels_of(brief)["Add a footer."] == "criterion"


def test_only_the_first_statements_under_a_goal_are_the_goal() -> None:
    sentences = [f"The page shows part {number}." for number in range(6)]
    found = labels_of(a_brief("# T\n\n## Goal\n\n" + " ".join(sentences) + "\n"))
    assert [found[text] for text in sentences] == ["goal"] * 3 + ["criterion"] * 3


def test_a_sentence_that_refers_back_stays_with_what_it_is_about() -> None:
    brief = a_brief(
        "# T\n\nAdd a list.\n\n## Requirements\n\n"
        "Closed loans must not be listed. They appear in the archive.\n"
    )
    assert labels_of(brief)["They appear in the archive."] == "constraint"


def test_a_sample_belongs_to_what_leads_it_in() -> None:
    brief = a_brief(
        '# T\n\n## Requirements\n\n- A row has this shape:\n\n  ```json\n  {"id": 1}\n  ```\n'
    )
    assert labels_of(brief)['{"id": 1}'] == "interface"


def test_a_sample_that_nothing_leads_in_is_context() -> None:
    brief = a_brief("# T\n\nAdd a list.\n\n```\nTraceback: boom\n```\n")
    assert labels_of(brief)["Traceback: boom"] == "context"


def test_a_sample_with_a_controllers_values_is_set_aside_as_a_whole() -> None:
    brief = a_brief(
        "# T\n\n## Requirements\n\n- Add a list.\n\n```json\n{\n"
        '  "readiness": "ready",\n  "allowed_paths": ["src/"]\n}\n```\n'
    )
    samples = [item for item in label(brief) if item.statement.form is Form.CODE]
    assert {item.label for item in samples} == {Label.SET_ASIDE}
    assert {item.reason for item in samples} == {evidence.CONTROLLER}


def test_prose_under_scope_is_a_boundary_and_no_path() -> None:
    brief = a_brief(a_request(scope=("the ticket list page", "`a/b.py` except `a/c.py`")))
    found = labels_of(brief)
    assert found["the ticket list page"] == "constraint"
    assert found["`a/b.py` except `a/c.py`"] == "constraint"


def test_a_check_that_no_program_can_do_stays_a_criterion() -> None:
    text = "Open the page on a telephone and look at the footer."
    assert labels_of(a_brief(a_request(verification=(text,))))[text] == "criterion"


def test_a_comment_between_commands_is_no_command() -> None:
    brief = a_brief("# T\n\nAdd a list.\n\n## Verification\n\n```sh\n# run it\npytest tests\n```\n")
    found = labels_of(brief)
    assert (found["# run it"], found["pytest tests"]) == ("context", "verification")


LANGUAGES = {
    "de": ("## Akzeptanzkriterien", "Die Liste zeigt nur offene Posten.", "criterion"),
    "de-no": ("## Akzeptanzkriterien", "Namen dürfen nicht gekürzt werden.", "constraint"),
    "de-out": ("## Anforderungen", "Keine PDF-Ausgabe.", "constraint"),
    "fr": ("## Critères d'acceptation", "La liste affiche les prêts ouverts.", "criterion"),
    "fr-no": ("## Exigences", "Les noms ne doivent pas être abrégés.", "constraint"),
    "es": ("## Criterios de aceptación", "La lista muestra los préstamos.", "criterion"),
    "es-no": ("## Requisitos", "Los nombres no deben acortarse.", "constraint"),
    "it": ("## Criteri di accettazione", "I nomi non devono essere abbreviati.", "constraint"),
    "pt": ("## Critérios de aceitação", "Os nomes não devem ser abreviados.", "constraint"),
    "nl": ("## Acceptatiecriteria", "Namen mogen niet worden ingekort.", "constraint"),
    "ja": ("## 受け入れ条件", "名前を短くしてはならない。", "constraint"),
    "ja-out": ("## 対象外", "PDF 出力", "non_goal"),
    "zh": ("## 验收标准", "列表不得显示已关闭的记录。", "constraint"),
    "zh-path": ("## 修改文件", "`loans/list.py`", "path"),
    "ja-question": ("## 要件", "文字コードは何ですか？", "question"),
}


@pytest.mark.parametrize("name", LANGUAGES)
def test_other_languages_have_cues_of_their_own(name: str) -> None:
    heading, text, expected = LANGUAGES[name]
    found = labels_of(a_brief(f"# Liste\n\n{heading}\n\n- {text}\n"))
    assert found[text] == expected


def test_labels_need_no_more_than_the_statements() -> None:
    statement = Statement(id="S1", text="No map.", line=1, heading="Constraints", form=Form.BULLET)
    brief = Brief(
        intake_sha256="0" * 64,
        intake_bytes=7,
        text="",
        statements=(statement,),
        mode=Mode.SINGLE_TASK,
    )
    assert [item.label for item in label(brief)] == [Label.CONSTRAINT]
