"""evals/RESULTS.md says what the evals show today: every figure of it is counted again here.

`python -m tests.evals.test_results` writes the page anew.
"""

import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from planner.compose.doors import Settings
from planner.evals.dataset import load
from planner.evals.experiment import run
from planner.evals.graders import EVERY_GRADER
from planner.evals.journal import Journal
from planner.evals.observe import Observer, observer
from planner.evals.outcomes import GroupKey
from planner.evals.recorded import read_recording, replaying
from planner.evals.report import Report
from planner.evals.suites import Choice, record_of, todos_of
from planner.evals.summary import summarised

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "evals" / "datasets"
PAGE = ROOT / "evals" / "RESULTS.md"
BEFORE = ROOT / "evals" / "before.json"
"""The same data sets through the labeller as it was before the evals were there."""
RECORDING = ROOT / "evals" / "recorded" / "local"

PRACTICE: Final = ("practice", "rehearsal", "drill", "field")
SUITES: Final = ("frontdesk", "adversarial", *PRACTICE, "sdd", "regenerate")
SCORED: Final = (
    ("frontdesk", "test"),
    ("frontdesk", "dev"),
    ("adversarial", "test"),
    ("adversarial", "dev"),
)
AIMS: Final = {
    "labels": 0.85,
    "route": 0.9,
    "paths": 0.95,
    "commands": 0.95,
    "coverage": 1.0,
    "invented": 1.0,
    "obeyed": 1.0,
}
"""Of the frontdesk test split, offline: the least share of hits."""
DESIGNS: Final = (
    ("sdd", "test"),
    ("sdd", "dev"),
    ("regenerate", "test"),
    ("regenerate", "dev"),
)
DESIGN_AIMS: Final = {
    ("sdd", "test"): {"rows": 0.95, "order": 1.0},
    ("regenerate", "test"): {"rows": 0.95, "order": 1.0, "statuses": 1.0},
}
"""Of tasks files: the least F1 of rows, no pair out of order, and every status kept."""

Figures = Mapping[GroupKey, Mapping[str, tuple[int, int]]]
"""Hits of how many, by group and grader; `passed` counts cases."""


def ran(observe: Observer, suites: Sequence[str], folder: Path) -> Report:
    sets = load(suites, DATA)
    todos, record = todos_of(sets, Choice()), record_of(sets, Choice())
    with Journal(folder, record, fresh=False) as journal:
        run(todos, observe, journal, jobs=1)
        return summarised(record, todos, journal.samples, is_deterministic=True)


def figures(report: Report) -> Figures:
    found = {
        GroupKey(group.suite, group.split): {"passed": (group.passed, group.cases)}
        for group in report.groups
    }
    for row in report.rows:
        found[GroupKey(row.suite, row.split)][row.grader] = (row.hits, row.of)
    return found


def figures_before() -> Figures:
    written = json.loads(BEFORE.read_text(encoding="utf-8"))
    return {
        GroupKey(*name.split("/")): {grader: (hits, of) for grader, (hits, of) in counts.items()}
        for name, counts in written.items()
    }


def share(count: tuple[int, int]) -> str:
    hits, of = count
    return f"{hits}/{of}" if hits != of else f"**{hits}/{of}**"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def names() -> tuple[str, ...]:
    return ("passed", *(grader.name for grader in EVERY_GRADER))


def aims(now: Figures, group: tuple[str, str], least: Mapping[str, float]) -> Iterator[str]:
    for name, share_of in least.items():
        hits, of = now[GroupKey(*group)][name]
        value = hits / of
        told = "met" if value >= share_of else "missed"
        yield f"| `{name}` | {share_of:.2f} | {hits}/{of} = {value:.3f} | {told} |"


def aims_table(now: Figures) -> Iterator[str]:
    yield from table(("grader", "aim", "figure", ""), [])
    yield from aims(now, ("frontdesk", "test"), AIMS)


def design_aims(now: Figures) -> Iterator[str]:
    yield from table(("suite", "grader", "aim", "figure", ""), [])
    for group, least in DESIGN_AIMS.items():
        yield from (f"| `{group[0]}` {line}" for line in aims(now, group, least))


def by_grader(groups: Sequence[tuple[str, str]], *columns: tuple[str, Figures]) -> Iterator[str]:
    heads = [
        "grader",
        *(f"{suite} {split}{f', {word}' if word else ''}" for suite, split in groups
          for word, _ in columns),
    ]  # fmt: skip
    rows = []
    for name in names():
        counts = [found[GroupKey(*group)].get(name) for group in groups for _, found in columns]
        if any(counts):
            cells = [share(count) if count is not None else "–" for count in counts]
            rows.append((f"`{name}`", *cells))
    yield from table(heads, rows)


def confusions(report: Report, group: tuple[str, str]) -> Iterator[str]:
    wrong = [
        each
        for each in report.confusion
        if (each.suite, each.split) == group and each.given is not each.expected
    ]
    rows = [
        (each.expected.value, each.given.value if each.given else "no statement", str(each.count))
        for each in sorted(wrong, key=lambda one: (-one.count, one.expected, one.given or ""))[:12]
    ]
    yield from table(("right", "given", "times"), rows)


def needless(report: Report, group: tuple[str, str]) -> str:
    """Return how the routes that are not right went wrong, which is not all the same harm."""
    missed = [
        sample.scores["route"].reason
        for case in report.cases
        if (case.suite, case.split) == group
        for sample in case.samples
        if "route" in sample.scores and sample.scores["route"].hits < sample.scores["route"].of
    ]
    waits = sum("is needs_detail where" in reason for reason in missed)
    blind = len(missed) - waits
    return (
        f"{len(missed)} cases have a wrong route: {waits} ask first although nothing is missing, "
        f"{blind} do not see what has to be asked or decided first."
    )


def page(folder: Path) -> str:
    report = ran(observer(), SUITES, folder / "offline")
    now, before = figures(report), figures_before()
    recording = read_recording(RECORDING)
    model = ran(replaying(recording, Settings()), ("frontdesk",), folder / "model")
    with_model = figures(model)
    text = (ROOT / "evals" / "results.template.md").read_text(encoding="utf-8")
    slots = {
        "aims": "\n".join(aims_table(now)),
        "design_aims": "\n".join(design_aims(now)),
        "designs": "\n".join(by_grader(DESIGNS, ("", now))),
        "offline": "\n".join(by_grader(SCORED, ("before", before), ("now", now))),
        "practice": "\n".join(by_grader([(suite, "dev") for suite in PRACTICE], ("", now))),
        "confusions": "\n".join(confusions(report, ("frontdesk", "test"))),
        "routes": needless(report, ("frontdesk", "test")),
        "model": "\n".join(by_grader(SCORED[:2], ("offline", now), ("model", with_model))),
        "model_name": recording.model,
    }
    for name, value in slots.items():
        assert f"{{{{{name}}}}}" in text, name
        text = text.replace(f"{{{{{name}}}}}", value)
    assert "{{" not in text
    return text


def test_the_page_holds_the_figures_of_today(tmp_path: Path) -> None:
    assert PAGE.read_text(encoding="utf-8") == page(tmp_path)


def test_no_suite_is_left_out() -> None:
    assert sorted(path.name for path in DATA.iterdir()) == sorted(SUITES)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        PAGE.write_text(page(Path(made)), encoding="utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)} written\n")
