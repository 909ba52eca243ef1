"""A bundle's own trace says what its reply may leave out; a reply by itself cannot."""

import asyncio

from planner.adapters.drafter_scripted import ScriptedDrafter
from planner.adapters.source import BytesSource
from planner.app.bundle_given import Given
from planner.app.check_reply import check
from planner.app.outcome import Released
from planner.app.plan_one import Ports, plan_one
from planner.app.reading import PlanRequest
from planner.app.verify_bundle import Verified, verify
from planner.model.draft import Cited
from planner.model.settings import Settings
from tests.app.bundles import Files, forged, told
from tests.app.test_plan_set import Kept, Noon
from tests.builders import INTAKE
from tests.drafting.briefs import a_draft

GIVEN = Given(intake=INTAKE.encode())
ORDER = "Reviews are ordered by `opened_at`, oldest first."


def bundle_without_order() -> Files:
    """Plan the request with a draft that sets one of its criteria aside."""
    draft = a_draft(INTAKE)
    (aside,) = [item for item in draft.criteria if item.text == ORDER]
    changes = {
        "criteria": tuple(item for item in draft.criteria if item is not aside),
        "set_aside": (Cited(text="the order is decided elsewhere", cites=aside.cites),),
    }
    data, store = INTAKE.encode(), Kept()
    ports = Ports(
        drafter=ScriptedDrafter([draft.model_copy(update=changes)]),
        store=store,
        source=BytesSource(data),
        clock=Noon(),
    )
    outcome = asyncio.run(plan_one(PlanRequest(data=data), Settings(), ports))
    assert isinstance(outcome, Released)
    return store.files


def test_what_the_trace_sets_aside_is_not_demanded_of_the_bundle() -> None:
    assert isinstance(verify(bundle_without_order(), GIVEN), Verified)


def test_the_same_reply_without_its_trace_has_lost_a_literal() -> None:
    reply = bundle_without_order()["reply.md"]
    checked = check(reply, intake=INTAKE.encode())
    assert checked.verdict.codes == ("GAT200", "TRC101")


def test_a_literal_that_a_bundle_loses_later_is_noticed() -> None:
    weakened = forged(bundle_without_order(), b": list[Review]", b"")
    assert ("task-packet.md", "", "TRC101") in told(verify(weakened, GIVEN))
