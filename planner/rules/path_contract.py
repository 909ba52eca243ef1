"""PTH201: an execution contract and the list of allowed paths, which are one authority.

* The runner takes its authority from the contract's text, so a path that stands there alone is
  granted; lists are compared in order, entry by entry.
* The PTH family is completed by this rule.
"""

import unicodedata
from collections.abc import Iterator
from itertools import zip_longest

from planner.diagnostics.diagnostic import Lands, Where, shown
from planner.diagnostics.family import Finding
from planner.rules.case import TaskCase, listed
from planner.rules.packet_prose import widening_phrases
from planner.rules.path import PTH

__all__ = ("PTH",)


@PTH.rule(201, lands=Lands.CONTRACT)
def contract_path_mismatch(case: TaskCase) -> Iterator[Finding]:
    """An execution contract does not list the paths of `allowed_paths`, in the same order."""
    contract = case.contract
    if contract is None:
        return
    where = case.at("/execution_contract")
    for number, found in enumerate(contract.path_lists):
        if number:
            yield _finding(f"a second list of paths stands under {shown(found.heading)}", where)
    for _, phrase in widening_phrases(contract.text):
        yield _finding(f"a runner reads {shown(' '.join(phrase.split()))} as a path", where)
    meant = listed(case.readiness, "allowed_paths")
    if meant is None or not contract.path_lists:
        return
    yield from _differences(contract.allowed_paths(), [entry.text for entry in meant], where)


def _differences(here: tuple[str, ...], there: list[str], where: Where) -> Iterator[Finding]:
    if list(here) == there:
        return
    granted, written = frozenset(there), frozenset(here)
    extra = [path for path in here if path not in granted]
    lost = [path for path in there if path not in written]
    forms = {unicodedata.normalize("NFC", path): path for path in lost}
    for path in extra:
        twin = forms.pop(unicodedata.normalize("NFC", path), None)
        if twin is None:
            yield _finding(f"{shown(path)} stands in the contract alone", where, path)
            continue
        lost.remove(twin)
        told = (
            f"the contract and `allowed_paths` differ in the Unicode form of {path!a} and {twin!a}"
        )
        yield _finding(told, where, path)
    for path in lost:
        yield _finding(f"{shown(path)} stands in `allowed_paths` alone", where, path)
    if not extra and not lost:
        pairs = zip_longest(here, there)
        at = next(number for number, (one, other) in enumerate(pairs) if one != other)
        yield _finding(
            f"the contract lists the paths in another order from entry {at + 1} on", where
        )


def _finding(message: str, where: Where, value: str | None = None) -> Finding:
    hint = "list in the contract exactly the paths of `allowed_paths`, in the same order"
    return Finding(message, where, hint, shown(value) if value is not None else None)
