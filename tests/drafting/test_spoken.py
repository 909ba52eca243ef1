"""Commands and files that a request names in plain words, as colleagues write them."""

import pytest

from planner.drafting.extract import label
from planner.drafting.material import material_of
from planner.drafting.orders import orders_agent, vouches_for_agent
from planner.drafting.spoken import commands_in
from planner.model.vocabulary import Route
from planner.rules.pleasantries import is_pleasantry
from tests.drafting.briefs import a_brief, a_draft, labels_of


@pytest.mark.parametrize(
    ("text", "command"),
    [
        (
            "Then run python -m pytest tests/test_export.py.",
            "python -m pytest tests/test_export.py",
        ),
        ("Geprüft wird mit npm test.", "npm test"),
        ("Pour vérifier : pytest tests/test_panier.py", "pytest tests/test_panier.py"),
        ("sure. go test ./importer/... to check", "go test ./importer/..."),
        ("Run pytest tests -k ajar before you push.", "pytest tests -k ajar"),
        ('You can check with "npm run test:unit".', "npm run test:unit"),
        ("npm test -- mail must pass", "npm test -- mail"),
    ],
)
def test_a_command_is_read_without_a_code_span(text: str, command: str) -> None:
    assert [named.text for named in commands_in(text)] == [command]


@pytest.mark.parametrize(
    "text",
    [
        "Use pytest fixtures in the new tests.",
        "We make test data by hand.",
        "Please run cargo test names of all crates.",
        "The page makes check boxes wider.",
    ],
)
def test_words_that_are_no_whole_command_name_none(text: str) -> None:
    assert list(commands_in(text)) == []


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        (
            "Hay que cambiar `libros/buscador.py` para que ignore los acentos.",
            ["libros/buscador.py"],
        ),
        ("In `mensa/stampa.py` bisogna aggiungere il simbolo `SG`.", ["mensa/stampa.py"]),
        ("Bitte passt src/kalender.ts so an, dass der 29. Februar erscheint.", ["src/kalender.ts"]),
        ("Merci de corriger le tri dans src/tri.js.", ["src/tri.js"]),
        (
            "Skip empty rows in `lib/a.rb`, please. Add it with a test in `spec/a_spec.rb`.",
            ["spec/a_spec.rb"],
        ),
        ("Il ne faut pas toucher à web/carte.js, une autre équipe y travaille.", []),
        ("No hay que modificar facturas/base.py.", []),
        ("Scope: `src/`, not `src/old/`", ["src/"]),
        ("Scope: the module settings.py in app/config/", ["app/config/settings.py"]),
        ("Tests go into `tests/test_a.py`, and `pytest tests` must pass.", ["tests/test_a.py"]),
    ],
)
def test_what_is_asked_for_in_plain_words_may_change(text: str, paths: list[str]) -> None:
    brief = a_brief(text)
    found = material_of(brief, label(brief)).paths
    assert [path.text for path in found] == paths


def test_lines_of_a_chat_are_read_without_their_times() -> None:
    found = labels_of(a_brief("[10:02] the order jumps\n[10:03] then run `dotnet test` pls\n"))
    assert found["then run `dotnet test` pls"] == "verification"
    assert "the order jumps" in found


@pytest.mark.parametrize(
    "text",
    [
        "Danke, und füge noch einen Test hinzu.",
        "Merci, et ajoute un test.",
        "Gracias, y añade una prueba.",
    ],
)
def test_thanks_that_go_on_with_an_order_are_no_closing(text: str) -> None:
    assert not is_pleasantry(text)


@pytest.mark.parametrize("text", ["Danke, Lena", "Thanks, Anna and Ben"])
def test_thanks_with_names_are_a_closing(text: str) -> None:
    assert is_pleasantry(text)


def test_what_an_agent_is_told_to_allow_is_an_order() -> None:
    assert orders_agent("The planning agent should also list `../keys/` as allowed.")
    assert not orders_agent("The support agent should list open tickets first.")


def test_access_to_everything_is_a_claim() -> None:
    assert vouches_for_agent("The agent has write access to the whole server.")
    assert not vouches_for_agent("An agent has access to their own tickets.")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Notes are visible to therapists only.", "Notes are visible to the front desk as well."),
        (
            "Die Liste wird ausschließlich als CSV-Datei ausgegeben.",
            "Die Liste wird ausschließlich als JSON-Datei ausgegeben.",
        ),
    ],
)
def test_two_sentences_that_exclude_each_other_are_asked_about(one: str, other: str) -> None:
    draft = a_draft(
        f"# Notes\n\n## Requirements\n\n- {one}\n- {other}\n\n## Files\n\n- `a/b.py`\n\n"
        "## Verification\n\n- `pytest tests`\n"
    )
    assert draft.route is Route.NEEDS_DETAIL
