"""What a request keeps out is not allowed by a stranger's reply."""

import json

import pytest

from planner.app.check_reply import check
from tests.builders import COMMANDS, INTAKE, PATHS, a_packet, a_readiness, a_reply


def codes(intake: str, *paths: str) -> set[str]:
    """Return the codes over a reply that allows *paths* for *intake*."""
    readiness = a_readiness(allowed_paths=list(paths), verification=list(COMMANDS))
    packet = a_packet(paths=paths, constraints=("No e-mail is sent.", KEPT))
    checked = check(
        a_reply(packet=packet, readiness=json.dumps(readiness)).encode(), intake=intake.encode()
    )
    return set(checked.verdict.codes)


KEPT = "`reviews/core.py` must not be changed."
REQUEST = INTAKE.replace("- No e-mail is sent.", f"- No e-mail is sent.\n- {KEPT}")


def test_a_path_that_is_kept_out_may_not_be_allowed() -> None:
    assert "TRC104" in codes(REQUEST, *PATHS, "reviews/core.py")


def test_a_folder_around_it_may_be_allowed_where_the_sentence_stands() -> None:
    asked = REQUEST.replace("- reviews/digest.py", "- reviews/")
    assert codes(asked, "reviews/", "tests/test_digest.py") == set()


def test_the_same_reply_without_it_is_accepted() -> None:
    assert codes(REQUEST, *PATHS) == set()


@pytest.mark.parametrize(
    "where", ["- reviews/core.py", "- Touch `reviews/core.py` as little as you can."]
)
def test_a_path_that_is_asked_for_as_well_is_no_lost_non_goal(where: str) -> None:
    asked = REQUEST.replace("- reviews/digest.py", f"- reviews/digest.py\n{where}")
    assert "TRC104" not in codes(asked, *PATHS, "reviews/core.py")
