"""The report of a batch as one HTML page that needs nothing else: no script, no network.

* It is made row by row, so that ten thousand items need no more room than one.
* Every text of an item is escaped, and holds no control character.
"""

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from planner.diagnostics.reading import visible
from planner.model.batch import DONE, ItemOutcome, ItemRecord, Skipped
from planner.model.batch_report import BatchReport
from planner.model.verdict import Usage

_STYLE: Final = """\
:root {
  color-scheme: light dark;
  --ground: #f5f6f8; --paper: #ffffff; --ink: #1b212b; --soft: #556070; --line: #d8dde5;
  --good: #0b57a4; --part: #6b4a00; --bad: #9c2f00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10141a; --paper: #181e27; --ink: #e7ebf1; --soft: #a3aebe; --line: #313a48;
    --good: #86bdff; --part: #f6cf7d; --bad: #ffa27a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: break-word;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
}
h1, h2, p, ul, dl, dd { margin: 0; }
ul { padding-left: 1.2rem; }
code { font: .875em/1.4 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.inner { max-width: 90rem; margin: 0 auto; padding: 0 1.5rem; }
header { background: var(--paper); border-bottom: 1px solid var(--line); padding: 2rem 0 1.5rem; }
.kicker, .soft, dt { color: var(--soft); font-size: .875rem; }
h1 { font-size: clamp(1.5rem, 1.1rem + 1.8vw, 2.25rem); line-height: 1.2; margin: .3rem 0 1.2rem; }
h2 { font-size: 1.25rem; margin: 2.25rem 0 .75rem; }
dl { display: flex; flex-wrap: wrap; gap: .8rem 2.2rem; }
dd { font-weight: 600; font-variant-numeric: tabular-nums; }
.note { margin-top: 1.2rem; padding: .7rem 1rem; border: 1px solid var(--part); }
.note { border-radius: .5rem; }
table { width: 100%; border-collapse: collapse; background: var(--paper); font-size: .9375rem; }
table { border: 1px solid var(--line); font-variant-numeric: tabular-nums; }
th, td { padding: .5rem .9rem; border-top: 1px solid var(--line); text-align: left; }
th, td { vertical-align: top; overflow-wrap: anywhere; }
th { font-weight: 500; }
thead th { color: var(--soft); font-size: .8125rem; border-top: 0; }
.number { text-align: right; white-space: nowrap; }
.outcome { font-weight: 600; white-space: nowrap; }
.good .outcome { color: var(--good); }
.part .outcome { color: var(--part); }
.bad .outcome { color: var(--bad); }
@media (max-width: 48rem) {
  .inner { padding: 0 1rem; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, th, td { display: block; width: 100%; }
  tr { padding: .6rem 0; border-top: 1px solid var(--line); }
  th, td { padding: .1rem 1rem; border: 0; }
  td:empty { display: none; }
  .number { text-align: left; }
  .number::before { content: attr(data-name) " "; color: var(--soft); }
}
"""
_HEAD: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
"""
_COLUMNS: Final = ("Item", "Outcome", "What to know", "Files", "Cost", "Seconds")
_NUMBERS: Final = frozenset({"Cost", "Seconds"})
_UNDECIDED: Final = frozenset({ItemOutcome.NOT_READY, ItemOutcome.EDITED})


def page(
    report: BatchReport, records: Iterable[ItemRecord], skipped: Iterable[Skipped]
) -> Iterator[str]:
    """Yield the page piece by piece.

    Args:
        report: What the batch came to.
        records: Its items, in order.
        skipped: Files that are no items, and why.
    """
    title = escape(verdict(report))
    yield f"{_HEAD}<title>{title} · Planner batch</title>\n<style>\n{_STYLE}</style>\n</head>\n"
    yield '<body>\n<header>\n<div class="inner">\n<p class="kicker">Planner batch</p>\n'
    yield f"<h1>{title}</h1>\n<dl>\n"
    for name, told in facts(report):
        yield f"<div><dt>{escape(name)}</dt><dd>{escape(told)}</dd></div>\n"
    yield "</dl>\n"
    if note := left_note(report):
        yield f'<p class="note">{escape(note)}</p>\n'
    yield '</div>\n</header>\n<main class="inner">\n<h2>Items</h2>\n<table>\n<thead>\n<tr>'
    for name in _COLUMNS:
        yield f'<th scope="col"{_class(name)}>{name}</th>'
    yield "</tr>\n</thead>\n<tbody>\n"
    for record in records:
        yield _row(record)
    yield "</tbody>\n</table>\n"
    yield from _skipped(skipped)
    yield "</main>\n</body>\n</html>\n"


def verdict(report: BatchReport) -> str:
    """Return the batch in one sentence."""
    told = f"{report.done} of {report.items + report.left} items planned"
    return f"{told}, {report.left} not begun" if report.left else told


def facts(report: BatchReport) -> Iterator[tuple[str, str]]:
    """Yield what is told of a batch, by name."""
    for outcome, count in report.counts.items():
        if count:
            yield outcome.value, f"{count:,}"
    if report.reused:
        yield "from before", f"{report.reused:,}"
    if report.left:
        yield "not begun", f"{report.left:,}"
    if report.skipped:
        yield "skipped", f"{report.skipped:,} file{'' if report.skipped == 1 else 's'}"
    yield "time", f"{report.seconds:.1f} s"
    if report.usage.requests:
        yield "requests", f"{report.usage.requests:,}"
        yield "tokens", f"{report.usage.input_tokens + report.usage.output_tokens:,}"
        yield "cost", cost(report.usage) or "not known"


def left_note(report: BatchReport) -> str:
    """Return why items are left and what to do about it; empty where none is."""
    if not report.left:
        return ""
    why = report.halted or ("it was asked to stop" if report.is_interrupted else "the run ended")
    return f"{visible(why)}; the same command goes on with what was not begun"


def cost(usage: Usage) -> str:
    """Return what was paid; empty where it is not known or nothing was asked."""
    if not usage.requests or usage.price is None:
        return ""
    return f"{usage.price:.6f} USD"


def remark(record: ItemRecord) -> str:
    """Return what a person should know of an item beside its outcome."""
    told = [*record.codes, record.message]
    if record.same_as:
        word = "with" if record.outcome is ItemOutcome.PART else "as"
        told.append(f"{word} {record.same_as}")
    if record.is_reused:
        told.append("there from before")
    return visible(" · ".join(part for part in told if part))


def _row(record: ItemRecord) -> str:
    cells = {
        "What to know": escape(remark(record)),
        "Files": _files(record),
        "Cost": escape(cost(record.usage)),
        "Seconds": f"{record.seconds:.2f}" if record.seconds else "",
    }
    told = "".join(
        f'<td{_class(name)} data-name="{name.lower()}">{text}</td>' for name, text in cells.items()
    )
    name, outcome = escape(visible(record.name)), record.outcome
    head = f'<th scope="row"><code>{name}</code></th><td class="outcome">{outcome.value}</td>'
    return f'<tr class="{_mark(outcome)}">{head}{told}</tr>\n'


def _files(record: ItemRecord) -> str:
    """Return where the outputs are: a tasks file by its name, a bundle by its folder."""
    folders = {path.rpartition("/")[0] for path in record.outputs}
    named = sorted(record.outputs) if len(record.outputs) == 1 else sorted(folders)
    return " ".join(f"<code>{escape(visible(name))}</code>" for name in named)


def _class(name: str) -> str:
    return ' class="number"' if name in _NUMBERS else ""


def _mark(outcome: ItemOutcome) -> str:
    if outcome in _UNDECIDED:
        return "part"
    return "good" if outcome in DONE else "bad"


def _skipped(skipped: Iterable[Skipped]) -> Iterator[str]:
    opened = False
    for each in skipped:
        if not opened:
            opened = True
            yield "<h2>Files skipped</h2>\n<ul>\n"
        yield f"<li><code>{escape(visible(each.name))}</code> {escape(each.reason)}</li>\n"
    if opened:
        yield "</ul>\n"
