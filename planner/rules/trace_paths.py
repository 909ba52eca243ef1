"""Paths that the request keeps out and a stranger's reply allows all the same (TRC104).

* Only a sentence that forbids a change and names the path counts, and only where no sentence that
  asks for work names it too; a folder around it may be allowed, since the sentence says the rest.
"""

from collections.abc import Iterator
from typing import Final

from planner.diagnostics.diagnostic import shown
from planner.diagnostics.family import Finding
from planner.model.path import core
from planner.model.pattern import pattern
from planner.model.vocabulary import Label
from planner.rules.case import ForeignTraceCase
from planner.rules.named import paths_in

_KEPT_OUT: Final = pattern(
    r"(?i)\b(?:not|never|nobody|no one|hands off|off[- ]limits|untouched|read[- ]?only|unchanged"
    r"|nicht|niemals|finger weg|unverändert|jamais|interdit\w*|nunca|prohibid\w*|intact[eo]?"
    r"|non|não|niet|nooit)\b|n['’]t\b|\bne\b[^.]{0,40}\bpas\b|しない|ないこと|禁止|不得|不要|不能|不可"
)
_REFUSALS: Final = frozenset({Label.CONSTRAINT, Label.NON_GOAL})
_WORK: Final = frozenset({Label.PATH, Label.GOAL, Label.CRITERION, Label.INTERFACE})


def allowed_though_kept_out(case: ForeignTraceCase) -> Iterator[Finding]:
    """Yield the allowed paths that the request says to leave alone."""
    kept_out: dict[str, str] = {}
    for item in case.labels:
        if item.label in _REFUSALS and _KEPT_OUT.search(item.statement.text):
            for named in paths_in(item.statement.text):
                kept_out.setdefault(core(named.text), item.statement.id)
    if not kept_out:
        return
    wanted = {
        core(named.text)
        for item in case.labels
        if item.label in _WORK
        for named in paths_in(item.statement.text)
    }
    for task in case.reply.tasks:
        for entry in task.allowed_paths:
            path = core(entry.text)
            if path in kept_out and path not in wanted:
                yield Finding(
                    f"{shown(entry.text)} is allowed, and {kept_out[path]} says to leave it alone",
                    task.at(entry.pointer),
                    hint="take it out of the list, and keep what the request keeps out",
                    value=entry.text,
                )
