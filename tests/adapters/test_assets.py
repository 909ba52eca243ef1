"""Rule pages and schemas are found by id, and by nothing else."""

import pytest

from planner.adapters import assets


def test_a_page_is_returned_without_its_front_matter() -> None:
    code = next(path.stem for path in sorted(assets.rules_folder().glob("*.md")))
    page = assets.rule_page(code)
    assert page is not None
    assert page.startswith(f"# {code} ")
    assert "+++" not in page


def test_front_matter_is_cut_from_the_pages_that_have_it() -> None:
    with_front_matter = [
        path
        for path in assets.rules_folder().glob("*.md")
        if path.read_text(encoding="utf-8").startswith("+++\n")
    ]
    for path in with_front_matter:
        assert (assets.rule_page(path.stem) or "").startswith(f"# {path.stem} ")
    assert with_front_matter


@pytest.mark.parametrize("name", ["", "XYZ999", "../rules/PTH001", "PTH001.md", "../../README"])
def test_what_is_no_id_has_no_page(name: str) -> None:
    assert assets.rule_page(name) is None


@pytest.mark.parametrize("name", ["", "nothing", "../pyproject", "verdict.schema.json"])
def test_what_is_no_id_has_no_schema(name: str) -> None:
    assert assets.schema(name) is None
