"""A mended reply goes through the same gate as any other."""

import json

from planner.app.check_reply import check
from planner.app.normalise_reply import Normalised, normalise
from planner.codec.mend import TwoReadings
from tests.builders import INTAKE, a_packet, a_readiness, a_reply, an_activation

GOOD = a_reply()
VARIANT = f"Here it is.\n{GOOD}".replace("**readiness.json**", "### Readiness.json:")


def test_a_variant_of_a_good_reply_is_accepted_in_its_canonical_form() -> None:
    activation = json.dumps(an_activation()).encode()
    found = normalise(VARIANT.encode(), intake=INTAKE.encode(), activation=activation)
    assert isinstance(found, Normalised)
    assert found.accepted
    assert found.mended.text == GOOD
    assert found.remaining == ()


def test_the_variant_itself_is_refused() -> None:
    assert check(VARIANT.encode()).verdict.decision == "rejected"


def test_what_mending_does_not_touch_is_still_refused() -> None:
    packet = a_packet(paths=("../x.py",))
    reply = a_reply(packet=packet, readiness=a_readiness(allowed_paths=["../x.py"]))
    found = normalise(f"Hello.\n{reply}".encode())
    assert isinstance(found, Normalised)
    assert not found.accepted
    assert found.mended.text == reply
    assert "PTH002" in found.remaining
    assert "RPY008" not in found.remaining


def test_a_mended_reply_is_judged_against_its_request() -> None:
    found = normalise(VARIANT.encode(), intake=b"Build something useful")
    assert isinstance(found, Normalised)
    assert "INT001" in found.remaining


def test_a_reply_with_two_readings_is_not_judged() -> None:
    found = normalise(f"{GOOD}\n{a_reply(route='blocked')}".encode())
    assert isinstance(found, TwoReadings)
    assert found.reasons
