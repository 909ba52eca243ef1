"""What is cut is never accepted, and where we accept, Markdown reads the same sections."""

import pytest
from markdown_it import MarkdownIt

from planner.app.check_reply import check
from planner.codec.reply import parse_reply
from planner.gate.permit import Permit, Refusal
from tests.builders import a_packet, a_reply

SOUND = {
    "one task": a_reply(),
    "questions": a_reply(route="needs_detail"),
    "an indented sample": a_reply(packet=a_packet(goal="Print a list:\n\n    a\n    **b**")),
    "backticks in a line": a_reply(packet=a_packet(goal="Read ``a ` b`` and ```c```.")),
    "a rule of dashes": a_reply(packet=a_packet(goal="Print a line.\n\n---\n\n> quoted")),
}


@pytest.mark.parametrize("text", SOUND.values(), ids=SOUND)
def test_what_we_read_is_what_markdown_reads(text: str) -> None:
    assert isinstance(check(text.encode()).decision, Permit)
    ours = [(section.fence, section.body) for section in parse_reply(text.encode()).sections]
    fences = [token for token in MarkdownIt().parse(text) if token.type == "fence"]
    assert [(f"{token.markup}{token.info}", token.content) for token in fences] == ours


@pytest.mark.parametrize("name", ["one task", "questions"])
def test_a_reply_cut_at_any_byte_is_refused(name: str) -> None:
    whole = SOUND[name].encode()
    let_through = [
        length
        for length in range(len(whole))
        if not isinstance(check(whole[:length]).decision, Refusal)
    ]
    assert let_through == []
