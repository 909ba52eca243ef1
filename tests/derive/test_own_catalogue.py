"""A catalogue of another trade: what the page shows works, and so do headings as items."""

from pathlib import Path

import pytest

from planner.adapters.catalogue_file import read_catalogue
from planner.derive.derive import derive
from planner.derive.document import Options
from tests.derive.documents import TODAY, document, identities, section, table

PAGE = Path(__file__).parents[2] / "docs" / "catalogues.md"


def rows(folder: Path, text: str, catalogue: str) -> list[str]:
    (folder / "bakery.toml").write_text(catalogue, encoding="utf-8")
    found = read_catalogue("bakery.toml", folder)
    return identities(derive(document(text), (), found, Options(today=TODAY)))


@pytest.fixture
def bakery() -> str:
    return PAGE.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]


def test_the_pages_catalogue_turns_a_table_into_rows(tmp_path: Path, bakery: str) -> None:
    loaves = section("Loaves", table("Loaf | Purpose", "Rye bread | breakfast", "Roll | —"))
    assert rows(tmp_path, f"# Morning\n\n{loaves}\n", bakery) == [
        "oven:Morning:rye-bread",
        "oven:Morning:roll",
        "oven:Morning:testing",
    ]


def test_headings_may_be_the_items(tmp_path: Path, bakery: str) -> None:
    catalogue = bakery.replace('name = ["Loaf"]', 'each = "heading"')
    loaves = "## 2. Loaves\n\n### 2.1 Rye bread\n\nDark.\n\n#### Crust\n\n### 2.2 Roll\n\n## End\n"
    assert rows(tmp_path, f"# Morning\n\n{loaves}", catalogue) == [
        "oven:Morning:rye-bread",
        "oven:Morning:roll",
        "oven:Morning:testing",
    ]


def test_another_catalogue_is_named_in_the_header(tmp_path: Path, bakery: str) -> None:
    (tmp_path / "bakery.toml").write_text(bakery, encoding="utf-8")
    found = read_catalogue("bakery.toml", tmp_path)
    made = derive(document("# Morning\n"), (), found, Options(today=TODAY))
    assert [field.value for field in made.tasks.fields if field.name == "Catalogue"] == ["bakery"]
    assert made.tasks.rows == ()
