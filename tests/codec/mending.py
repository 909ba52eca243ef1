"""Replies to mend, and what mending has to answer."""

from planner.codec.mend import Mended, TwoReadings, mend
from tests.builders import a_reply

GOOD = a_reply(route="needs_detail")
DIRECT = a_reply()
PACKET, READINESS, QUESTIONS = (
    part if part.endswith("\n") else f"{part}\n" for part in GOOD.split("\n\n")
)
RUN = "python -m unittest discover -s tests -p test_digest.py"
BY_FILE = DIRECT.replace(RUN, "python -m unittest tests/test_digest.py")
SET = '**task-set.json**\n```json\n{"tasks": []}\n```\n'
SAMPLE = "```text\nid,subject\n7,Printer\n```\n"


def with_sample(sample: str, reply: str = DIRECT) -> str:
    return reply.replace("## Constraints", f"{sample}## Constraints")


def indented_sample(reply: str = DIRECT) -> str:
    return with_sample("    id,subject\n    7,Printer\n", reply)


def longer(reply: str) -> str:
    """Return *reply* with four backticks around its packet."""
    return reply.replace("```markdown", "````markdown").replace(
        "```\n\n**readiness", "````\n\n**readiness"
    )


def mended(reply: bytes | str) -> Mended:
    found = mend(reply)
    assert isinstance(found, Mended), found
    return found


def refused(reply: bytes | str) -> list[tuple[int, str]]:
    found = mend(reply)
    assert isinstance(found, TwoReadings), found
    return [(reason.line, reason.what) for reason in found.reasons]
