"""A fragment of the changelog is one sentence, filed under its kind."""

import re
from pathlib import Path

import pytest

from tests.house.tree import ROOT

KINDS = {"added", "changed", "fixed", "removed", "security"}
FRAGMENTS = sorted(path for path in (ROOT / "changelog.d").iterdir() if path.name != "README.md")


def faults(name: str, text: str) -> list[str]:
    """Return what is wrong with a fragment of that name and text."""
    found = []
    slug = re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*\.([a-z]+)\.md", name)
    if slug is None or slug[1] not in KINDS:
        found.append(f"{name} is not <slug>.<kind>.md with one of {sorted(KINDS)}")
    if not re.fullmatch(r"[^\n]+\.\n", text):
        found.append(f"{name} does not hold one line that ends with a full stop")
    return found


def test_every_fragment_is_filed_and_one_line() -> None:
    found = {path.name: faults(path.name, path.read_text(encoding="utf-8")) for path in FRAGMENTS}
    assert {name: list(fault) for name, fault in found.items() if fault} == {}


@pytest.mark.parametrize(
    ("name", "text"),
    [("notes.md", "A sentence.\n"), ("a.added.md", "Two.\nLines.\n"), ("a.added.md", "no stop\n")],
)
def test_a_misfiled_fragment_is_seen(name: str, text: str) -> None:
    assert faults(name, text) != []


def test_the_releases_are_listed_newest_first() -> None:
    changelog = Path(ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (\d+)\.(\d+)\.(\d+)", changelog, flags=re.MULTILINE)
    order = [tuple(int(part) for part in version) for version in versions]
    assert order == sorted(order, reverse=True)
