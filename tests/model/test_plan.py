"""Where a plan file goes and what it is called."""

import pytest

from planner.model.plan import (
    SLUG_LIMIT,
    ProjectType,
    language_of,
    plan_path,
    slug_of,
)


def test_a_plan_goes_to_the_documentation_of_a_project_that_is_there() -> None:
    assert plan_path("2026-12-01", "x", is_project=True) == "docs/plans/2026-12-01-x.md"
    assert plan_path("2026-12-01", "x", is_project=False) == "plans/2026-12-01-x.md"


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Vendor Invoice", "vendor-invoice"),
        ("  Añadir — exportación (CSV) ", "anadir-exportacion-csv"),
        ("../../etc/passwd", "etc-passwd"),
        ("日本語", ""),
        ("", ""),
    ],
)
def test_a_slug_holds_nothing_that_a_path_may_not(text: str, slug: str) -> None:
    assert slug_of(text) == slug


def test_a_long_slug_ends_with_a_whole_word() -> None:
    slug = slug_of("word " * 40)
    assert len(slug) <= SLUG_LIMIT
    assert slug.endswith("word")


@pytest.mark.parametrize("project_type", list(ProjectType))
def test_only_xaml_has_an_expression_language(project_type: ProjectType) -> None:
    expected = "VB.NET" if project_type is ProjectType.XAML else "N/A"
    assert language_of(project_type) == expected
