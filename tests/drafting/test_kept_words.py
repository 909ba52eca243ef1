"""What a request keeps out, puts off or bounds is neither allowed nor forgotten."""

import pytest

from planner.drafting.compose import compose
from planner.drafting.extract import label
from tests.drafting.briefs import a_brief

CHECK = "\n\nVerification: `pytest tests/test_a.py`\n"

LEFT_OUT = {
    "Refactor `src/` except `src/core/`.": ("src/", "src/core/"),
    "Update every file in `src/` other than `src/core/db.py`.": ("src/", "src/core/db.py"),
    "Add x to `src/a.py`. Update `b/p.json` in a separate PR.": ("src/a.py", "b/p.json"),
    "Add x to `src/a.py`. Update `b/p.json` only after approval.": ("src/a.py", "b/p.json"),
    "Refactor `src/`. Nobody may change `src/core/db.py`.": ("src/", "src/core/db.py"),
    "Refactor `src/`. Hands off `src/core/db.py`!": ("src/", "src/core/db.py"),
    "Refactor `src/`. Finger weg von `src/core/db.py`!": ("src/", "src/core/db.py"),
    "Add x to `src/a.py`. Do not touch `src/b.py`. `pytest` must pass.": ("src/a.py", "src/b.py"),
}


@pytest.mark.parametrize(("text", "allowed", "kept"), [(t, *p) for t, p in LEFT_OUT.items()])
def test_what_is_left_out_is_a_constraint_and_not_allowed(
    text: str, allowed: str, kept: str
) -> None:
    brief = a_brief(text + CHECK)
    draft = compose(brief, label(brief))
    assert [item.text for item in draft.allowed_paths] == [allowed]
    assert any(kept in item.text for item in draft.constraints)


def test_a_model_to_follow_is_not_to_be_changed() -> None:
    brief = a_brief("Add logging to `src/a.py` like in `src/b.py`." + CHECK)
    draft = compose(brief, label(brief))
    assert [item.text for item in draft.allowed_paths] == ["src/a.py"]


@pytest.mark.parametrize(
    "bound", ["Max 3 retries.", "Timeout: 5 s.", "At most 20 rows a page.", "Höchstens 5 Versuche."]
)
def test_a_bound_with_its_number_is_a_criterion(bound: str) -> None:
    brief = a_brief(f"Add retries to `src/a.py`. {bound}" + CHECK)
    draft = compose(brief, label(brief))
    assert bound in {item.text for item in draft.criteria}
