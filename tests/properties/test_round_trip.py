"""What the writer prints, the reader reads back as the same value."""

from hypothesis import given
from hypothesis import strategies as st

from planner.codec.packet import parse_packet, render_packet
from planner.codec.question import parse_questions, render_questions
from planner.codec.reply import parse_reply, render_reply
from planner.model.packet import Packet
from planner.model.question import Option, Question, SelectionMode
from planner.model.readiness import ReadinessRecord
from planner.model.reply import Reply
from planner.model.vocabulary import Readiness, Recommendation, Route
from planner.rules.assess import reply_case
from planner.rules.case import Context
from planner.rules.elaborate import elaborated

WORDS = st.text(
    st.characters(categories=["L", "N", "P", "S", "Zs"], exclude_characters="`~"), max_size=30
)
LINE = WORDS.map(lambda text: f"x{text}".strip())
SAMPLE = st.lists(LINE.map(lambda text: f"    {text}"), min_size=1, max_size=3)
ITEM = LINE | st.tuples(LINE, SAMPLE).map(lambda pair: "\n".join([pair[0], "", *pair[1]]))
ITEMS = st.lists(ITEM, max_size=4).map(tuple)
LINES = st.lists(LINE, max_size=4).map(tuple)

PACKETS = st.builds(
    Packet,
    title=LINE,
    route=st.sampled_from(Route),
    goal=LINE,
    criteria=st.lists(ITEM, min_size=1, max_size=4).map(tuple),
    interfaces=ITEMS,
    constraints=ITEMS,
    surfaces=LINE,
    stable_interfaces=LINE,
    ordering=LINE,
    remaining_scope=LINES,
    allowed_paths=LINES,
    verification=LINES,
)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20).map(lambda text: f"x{text}")
OPTIONS = st.builds(
    Option, id=TEXT, label=TEXT, description=st.none() | TEXT, recommended=st.booleans()
)
QUESTIONS = st.builds(
    Question,
    id=TEXT,
    stage=TEXT,
    question=TEXT,
    why_blocking=TEXT,
    defer_allowed=st.booleans(),
    default_if_unanswered=st.none() | TEXT,
) | st.builds(
    Question,
    id=TEXT,
    stage=TEXT,
    question=TEXT,
    why_blocking=TEXT,
    defer_allowed=st.booleans(),
    default_if_unanswered=st.none() | TEXT,
    selection_mode=st.sampled_from(SelectionMode),
    options=st.lists(OPTIONS, max_size=3).map(tuple),
)
READINESS = st.builds(
    ReadinessRecord,
    readiness=st.sampled_from(Readiness),
    route=st.sampled_from(Route),
    blockers=st.lists(TEXT, max_size=2).map(tuple),
    allowed_paths=LINES,
    verification=st.lists(TEXT, min_size=1, max_size=2).map(tuple),
) | st.builds(
    ReadinessRecord,
    readiness=st.sampled_from(Readiness),
    route=st.sampled_from(Route),
    blockers=st.just(()),
    allowed_paths=LINES,
    verification=st.just(("x",)),
    status_recommendation=st.sampled_from(Recommendation),
    reason=TEXT,
)


@given(PACKETS, READINESS, st.lists(QUESTIONS, max_size=3).map(tuple))
def test_a_reply_is_read_back_as_it_was_meant(
    packet: Packet, readiness: ReadinessRecord, questions: tuple[Question, ...]
) -> None:
    # Route is one word in both sections; where they differ PKT201 speaks and nothing is meant.
    readiness = readiness.model_copy(update={"route": packet.route})
    reply = Reply(packet=packet, readiness=readiness, questions=questions)
    text = render_reply(reply)
    again = elaborated(reply_case(parse_reply(text), Context()))
    assert again == reply
    assert render_reply(again) == text


@given(PACKETS)
def test_a_packet_has_its_landmarks_where_they_were_written(packet: Packet) -> None:
    doc = parse_packet(render_packet(packet))
    assert [title.text for title in doc.titles] == [packet.title]
    assert doc.allowed_paths() == packet.allowed_paths
    assert doc.verification() == packet.verification


@given(st.lists(QUESTIONS, min_size=1, max_size=4))
def test_questions_are_read_back_one_a_line(questions: list[Question]) -> None:
    lines = parse_questions(render_questions(questions))
    assert [Question.model_validate_json(line.doc.text) for line in lines] == questions
