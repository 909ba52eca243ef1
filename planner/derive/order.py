"""The order of the rows: nothing before what it waits for, and otherwise by tier and place.

* The order hangs on the rows alone, so that one document always gives one order.
* A circle is cut at its first row and told; it never stops a derivation.
"""

from collections.abc import Collection
from heapq import heappop, heappush

from planner.derive.draft import Draft
from planner.derive.parts import Plan
from planner.model.sdd import RemarkKind


def ordered(plan: Plan) -> list[Draft]:
    """Return the drafts so that each stands behind all its blockers."""
    drafts = sorted(plan.drafts.values(), key=lambda draft: (draft.order, str(draft.identity)))
    places = {draft: at for at, draft in enumerate(drafts)}
    waiting = [len(draft.blockers) for draft in drafts]
    users: list[list[int]] = [[] for _ in drafts]
    for at, draft in enumerate(drafts):
        for blocker in draft.blockers:
            users[places[blocker]].append(at)
    # In ascending order, so that it is a heap already.
    ready = [at for at, count in enumerate(waiting) if count == 0]
    done: dict[Draft, None] = {}
    first = 0
    while len(done) < len(drafts):
        if not ready:
            while drafts[first] in done:
                first += 1
            _cut(plan, drafts[first], done)
            ready.append(first)
        at = heappop(ready)
        if drafts[at] in done:
            continue
        done[drafts[at]] = None
        for user in users[at]:
            waiting[user] -= 1
            if waiting[user] == 0:
                heappush(ready, user)
    return list(done)


def _cut(plan: Plan, draft: Draft, done: Collection[Draft]) -> None:
    """Let *draft* wait only for what stands before it, since the rest waits for it in turn."""
    dropped = [one for one in draft.blockers if one not in done]
    for blocker in dropped:
        del draft.blockers[blocker]
    told = ", ".join(f"`{blocker.identity}`" for blocker in dropped[:3])
    text = f"`{draft.identity}` and {told} wait for each other; the first is done first"
    plan.remark(RemarkKind.GUESS, text, draft.reading, draft.line)
