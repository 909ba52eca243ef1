"""A report as the comment on a pull request: verdict, scores, failed cases, confused labels, cost.

* Every text from a run stands in `<code>` with its markup as character references, so that it
  can open no cell, link, mention or tag.
* A list that is cut says how much more there is.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from planner.diagnostics.reading import visible
from planner.evals.report import Confused, Report
from planner.evals.tally import State, cases, cost, first_reason, state_of, tally, verdict

FAILED_LIMIT: Final = 40
"""Cases that are listed with their reason."""
CONFUSED_LIMIT: Final = 15
"""Pairs of labels that are listed."""
_LONGEST: Final = 300
"""Characters of a reason; the whole one is on the page."""
_MARKUP: Final = re.compile(
    r"[&<>|`*\[\]\\~#@!$]|(?<![^\W_])_|_(?![^\W_])|:(?=//)|(?<=www)\.", re.IGNORECASE
)


def render(report: Report) -> str:
    """Return *report* as GitHub-flavoured Markdown that ends with a line end."""
    parts = [
        f"## Planner evaluation: {verdict(tally(report.groups))}",
        *_what_ran(report),
        *_scores(report),
        *_unfinished(report),
        *_confused(report.confusion),
        f"Cost: {cost(report)}.",
    ]
    return "\n\n".join(parts) + "\n"


def code(text: str) -> str:
    """Return *text* as code in which nothing is markup and no line ends."""
    shown = visible(text)
    if len(shown) > _LONGEST:
        shown = shown[: _LONGEST - 1] + "…"
    return f"<code>{_MARKUP.sub(lambda found: f'&#{ord(found[0])};', shown)}</code>"


def _what_ran(report: Report) -> Iterator[str]:
    model = f" with {code(report.model)}" if report.model else ""
    times = "once" if report.repeat == 1 else f"{report.repeat} times"
    yield (
        f"Planner {code(report.planner)}, drafter {code(report.drafter)}{model}, each case {times}."
    )
    if report.filter is not None or report.sample is not None:
        yield f"**Partial run:** {_partial(report)}. It cannot serve as a baseline."


def _partial(report: Report) -> str:
    asked = []
    if report.filter is not None:
        asked.append(f"only cases that match {code(report.filter)}")
    if report.sample is not None:
        asked.append(f"a sample of {report.sample}")
    return " and ".join(asked)


def _scores(report: Report) -> Iterator[str]:
    yield "### Scores"
    if not report.groups:
        yield "No suite was run."
        return
    lines = []
    for group in report.groups:
        name = f"{code(group.suite)} | {group.split}"
        rate = group.passed / group.cases
        lines.append(f"| {name} | **cases passed** | {group.passed}/{group.cases} | {rate:.3f} |")
        for row in report.rows:
            if (row.suite, row.split) == (group.suite, group.split):
                mean = "not evaluated" if row.mean is None else f"{row.mean:.3f}"
                lines.append(f"| {name} | {code(row.grader)} | {row.hits}/{row.of} | {mean} |")
    yield _table("Suite | Split | Grader | Hits | Mean", "--- | --- | --- | ---: | ---:", lines)


def _unfinished(report: Report) -> Iterator[str]:
    yield "### Cases that did not pass"
    found = [case for case in report.cases if state_of(case) is not State.PASSED]
    if not found:
        yield "None of the results." if report.cases else "There is no result."
    else:
        lines = [
            f"| {code(case.suite)} | {case.split} | {code(case.case)} | {state_of(case)} | "
            f"{code(first_reason(case) or 'no reason was kept')} |"
            for case in found[:FAILED_LIMIT]
        ]
        yield _table(
            "Suite | Split | Case | Ended | First reason", "--- | --- | --- | --- | ---", lines
        )
        if len(found) > FAILED_LIMIT:
            yield f"And {cases(len(found) - FAILED_LIMIT)} more."
    absent = tally(report.groups).cases - len(report.cases)
    if absent > 0:
        yield f"**{cases(absent)} without any result.**"


def _confused(confusion: Sequence[Confused]) -> Iterator[str]:
    yield "### Labels taken for another"
    found = sorted(
        (each for each in confusion if each.expected is not each.given),
        key=lambda each: (-each.count, each.suite, each.split, each.expected, each.given or ""),
    )
    if not found:
        yield "None." if confusion else "No labels were judged."
        return
    lines = [
        f"| {code(each.suite)} | {each.split} | {code(each.expected)} | "
        f"{code(each.given) if each.given else 'none'} | {each.count} |"
        for each in found[:CONFUSED_LIMIT]
    ]
    yield _table("Suite | Split | Expected | Given | Times", "--- | --- | --- | --- | ---:", lines)
    if len(found) > CONFUSED_LIMIT:
        yield f"And {len(found) - CONFUSED_LIMIT} more of such pairs."


def _table(head: str, rule: str, lines: Iterable[str]) -> str:
    return "\n".join([f"| {head} |", f"| {rule} |", *lines])
