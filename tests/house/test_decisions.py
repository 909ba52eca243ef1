"""Every decision record is numbered, whole and in the index."""

import re
from pathlib import Path

import pytest

from tests.house.tree import ROOT

RECORDS = sorted((ROOT / "docs" / "adr").glob("*.md"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_has_its_parts_in_order(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.match(rf"# {path.name[:4]} · \S", text)
    assert re.findall(r"^## (.+)$", text, flags=re.MULTILINE) == [
        "Context",
        "Decision",
        "Consequences",
    ]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_in_the_index_under_its_title(path: Path) -> None:
    title = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    number, _, name = title.partition(" · ")
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert f"| [{number}](adr/{path.name}) | {name} |" in index


def test_the_numbers_run_without_a_gap() -> None:
    assert [path.name[:4] for path in RECORDS] == [f"{n:04}" for n in range(1, len(RECORDS) + 1)]
