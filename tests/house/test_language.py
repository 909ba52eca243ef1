"""The project speaks of itself alone: no path of somebody's machine, no host of a registry."""

import re

import pytest

from tests.house.tree import ROOT, files, modules

# Put together here, so that this file does not hold what it looks for.
STRANGE = re.compile(
    "|".join(
        [
            "/wor" + "k/",
            "/far" + "m/",
            "/tmp/" + "studio",
            "farm-" + "(studio|bench)",
            "simple/?" + "index",
            r"registry\." + "npmjs",
            r"pypi\." + "org",
            r"files\." + "pythonhosted",
            r"deb\." + "debian",
        ]
    ),
    re.IGNORECASE,
)
STUBS = re.compile("|".join(["NotImplemented" + "Error", r"\bpass +" + "# ", r"\bfor " + "now\\b"]))


def lines_with(pattern: re.Pattern[str], text: str) -> list[str]:
    """Return the lines of *text* in which *pattern* is found, numbered."""
    return [
        f"{number}: {line[:120]}"
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_file_names_a_machine_or_a_registry() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): lines
        for path in files()
        if (lines := lines_with(STRANGE, path.read_bytes().decode("utf-8", "replace")))
    }
    assert found == {}


def test_no_code_is_a_stub() -> None:
    found = {
        module.name: lines
        for module in modules()
        if (lines := lines_with(STUBS, module.path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "text", ["see /wor" + "k/main", "https://pypi" + ".org/x", "simple" + "index"]
)
def test_the_search_sees_what_it_is_for(text: str) -> None:
    assert lines_with(STRANGE, f"fine\n{text}\n") == [f"2: {text}"]
