"""`auto` finds out once how a server wants to be asked, and pays no more than it has to."""

import pytest

from planner.adapters.asker import Answered
from planner.adapters.output_mode import OutputModes, is_unsupported
from planner.errors import (
    DraftingError,
    ModelMisbehaved,
    ModelUnavailable,
    RequestRefused,
    RunFault,
)
from tests.adapters.asked_by import (
    ANSWER,
    LIBRARIES,
    a_call,
    ask_by,
    asker_for,
    asking,
    called,
    code,
    question,
    refused,
    said,
)
from tests.adapters.asking import settings_for
from tests.adapters.fault_server import FaultServer, Scripted

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

both = pytest.mark.parametrize("library", LIBRARIES)

NO_FORMAT = refused("'response_format' of type 'json_schema' is not supported with this model.")
NO_TOOLS = refused("This model does not support tools")


def ways(server: FaultServer) -> list[str]:
    """Return how each request asked for its answer."""
    return [
        "tool" if "tools" in seen.json else "native" if "response_format" in seen.json else "text"
        for seen in server.requests
    ]


def ask_all(
    library: str, server: FaultServer, count: int, **changed: object
) -> list[Answered | DraftingError]:
    """Ask as many questions through one asker."""
    asker = asker_for(library, settings_for(server.url, **changed))
    return asking(asker, *[question()] * count)


@both
def test_the_schema_as_response_format_comes_first(library: str) -> None:
    with FaultServer(said(ANSWER)) as server:
        assert code(ask_by(library, server)) is None
        assert ways(server) == ["native"]


@both
def test_a_server_without_response_formats_is_asked_for_a_tool_call(library: str) -> None:
    with FaultServer(NO_FORMAT, called(a_call())) as server:
        ended = ask_by(library, server)
        assert ways(server) == ["native", "tool"]
    assert isinstance(ended, Answered)
    assert (ended.text, ended.usage.requests) == (ANSWER, 2)


@both
def test_a_server_with_neither_is_given_the_schema_as_text(library: str) -> None:
    with FaultServer(NO_FORMAT, NO_TOOLS, said(f"```json\n{ANSWER}\n```")) as server:
        ended = ask_by(library, server)
        assert ways(server) == ["native", "tool", "text"]
    assert isinstance(ended, Answered)
    assert (ended.text, ended.usage.requests) == (ANSWER, 3)


@both
def test_text_in_answer_to_a_forced_tool_call_moves_on_and_is_paid(library: str) -> None:
    with FaultServer(NO_FORMAT, said(ANSWER), said(ANSWER)) as server:
        ended = ask_by(library, server)
        assert ways(server) == ["native", "tool", "text"]
    assert isinstance(ended, Answered)
    assert (ended.usage.requests, ended.usage.input_tokens) == (3, 180)


@both
def test_prose_where_a_schema_binds_the_answer_moves_on(library: str) -> None:
    with FaultServer(said("It is a goal."), called(a_call())) as server:
        assert code(ask_by(library, server)) is None
        assert ways(server) == ["native", "tool"]


@both
def test_what_was_found_out_is_remembered(library: str) -> None:
    script = [NO_FORMAT, called(a_call()), called(a_call()), called(a_call())]
    with FaultServer(*script) as server:
        ended = ask_all(library, server, 3)
        assert ways(server) == ["native", "tool", "tool", "tool"]
    assert [each.usage.requests for each in ended if isinstance(each, Answered)] == [2, 1, 1]


@both
def test_a_way_that_worked_is_not_left_again(library: str) -> None:
    with FaultServer(said(ANSWER), said("no JSON"), NO_FORMAT, said(ANSWER)) as server:
        ended = ask_all(library, server, 4)
        assert ways(server) == ["native"] * 4
    assert [code(each) for each in ended] == [None, "RUN010", "RUN011", None]


@both
def test_what_was_found_out_is_of_one_model_at_one_address(library: str) -> None:
    modes = OutputModes()
    with (
        FaultServer(NO_FORMAT, called(a_call()), said(ANSWER)) as first,
        FaultServer(said(ANSWER)) as second,
    ):
        for server, name in ((first, "openai:m"), (first, "openai:n"), (second, "openai:m")):
            asker = asker_for(library, settings_for(server.url, name=name), modes=modes)
            assert code(asking(asker, question())[0]) is None
        assert (ways(first), ways(second)) == (["native", "tool", "native"], ["native"])


@both
@pytest.mark.parametrize("way", ["native", "tool", "prompted"])
@pytest.mark.parametrize("response", [NO_FORMAT, NO_TOOLS], ids=["no format", "no tools"])
def test_a_way_that_was_chosen_is_never_changed(library: str, way: str, response: Scripted) -> None:
    with FaultServer(response, repeat_last=True) as server:
        ended = ask_by(library, server, output=way)
        assert len(server.requests) == 1
    assert code(ended) == "RUN011"


@both
def test_the_bound_of_requests_holds_for_finding_out_too(library: str) -> None:
    with FaultServer(NO_FORMAT, called(a_call())) as server:
        first, second = ask_all(library, server, 2, attempts=1)
        assert ways(server) == ["native", "tool"]
    assert (code(first), code(second)) == ("RUN011", None)
    assert isinstance(first, DraftingError)
    assert first.attempts == 1


@both
def test_the_last_way_fails_by_its_own_name(library: str) -> None:
    with FaultServer(NO_FORMAT, said("prose"), said("prose")) as server:
        ended = ask_by(library, server)
        assert ways(server) == ["native", "tool", "text"]
    assert isinstance(ended, DraftingError)
    assert (str(ended.fault), ended.attempts) == ("RUN010", 3)


@both
def test_an_answer_that_was_left_is_never_taken_for_the_next(library: str) -> None:
    with FaultServer(NO_FORMAT, said(ANSWER), Scripted(abort="before_headers")) as server:
        ended = ask_by(library, server, attempts=3)
        assert len(server.requests) == 3
    assert code(ended) == "RUN001"


@both
@pytest.mark.parametrize(
    "response",
    [
        refused(
            "response_format schema planner_reply refused: keyword 'default' at "
            "properties.blockers is not supported in strict mode",
            code="invalid_json_schema",
        ),
        Scripted(
            status=400,
            body={
                "error": {
                    "code": 400,
                    "status": "INVALID_ARGUMENT",
                    "message": "function parameters: no such field additionalProperties",
                }
            },
        ),
        said(ANSWER, "length"),
        said(None, "content_filter"),
        refused("bad key", 401),
        refused("slow down", 400, code="context_length_exceeded"),
        said('{"S1 add a flag": "Goal"}'),
        called(a_call()),
    ],
    ids=["keyword", "field", "cut", "filter", "key", "long", "other words", "uncalled tool"],
)
def test_any_other_ending_costs_one_request(library: str, response: Scripted) -> None:
    with FaultServer(response, repeat_last=True) as server:
        ask_by(library, server)
        assert len(server.requests) == 1


UNSUPPORTED = [
    "'response_format' of type 'json_schema' is not supported with this model.",
    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model",
    "This model does not support response format `json_schema`. See supported models",
    "This response_format type is unavailable now",
    'Unknown name "response_format": Cannot find field.',
    "Unrecognized request argument supplied: response_format",
    "Unsupported parameter: 'tools'",
    "registry.example/library/gemma:2b does not support tools",
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    "tools param requires --jinja flag",
    "deepseek-reasoner does not support this tool_choice",
    "Invalid tool_choice type: 'object'. Supported string values: none, auto, required",
    '"response_format" type must be one of "text" or "json_object", but got: json_schema',
    "'response_format.type' must be 'json_schema'",
    "response_format value as json_schema is enabled only for api versions 2024-08-01 and later",
    "Function calling is not enabled for this model",
    "this model doesn't support structured outputs",
    "guided decoding is not implemented by this backend",
]
SCHEMA_FAULTS = [
    "Invalid schema for response_format 'labels': 'maxLength' is not permitted.",
    "response_format schema labels refused: keyword 'default' is not supported",
    "function parameters: no such field additionalProperties",
    "Invalid schema for function 'labels': schema must be a JSON Schema of 'type: \"object\"'",
    "tools.0: too many enum values, not supported",
    "response_format: $ref is not supported",
    "response_format: nesting of 6 levels is not supported",
    "tool schema: anyOf is not supported at the root",
    "temperature is not supported with this model",
    "max_tokens is not supported with this model",
    "unknown parameter: seed",
    "",
]


@pytest.mark.parametrize("sentence", UNSUPPORTED)
def test_a_sentence_about_the_way_itself_is_understood(sentence: str) -> None:
    # What is ours before the colon names schemas itself.
    fact = "the provider refuses the schema of the answer"
    assert is_unsupported(RequestRefused(f"{fact}: {sentence}"))


@pytest.mark.parametrize("sentence", SCHEMA_FAULTS)
def test_a_sentence_about_anything_else_is_final(sentence: str) -> None:
    fact = "the provider refuses the schema of the answer"
    assert not is_unsupported(RequestRefused(f"{fact}: {sentence}" if sentence else fact))


def test_a_router_without_an_endpoint_for_tools_offers_none() -> None:
    fact = "`router.example` answered 404: it does not know the model or the address"
    error = ModelUnavailable(f"{fact}: No endpoints found that support tool use.")
    assert is_unsupported(error)


@pytest.mark.parametrize(
    "error",
    [
        RequestRefused("too long: tools are not supported", fault=RunFault.CONTEXT_TOO_LONG),
        ModelUnavailable("quota: tools are not supported", fault=RunFault.QUOTA),
        ModelMisbehaved("odd: tools are not supported"),
    ],
    ids=["long", "quota", "answered"],
)
def test_only_a_refusal_or_an_absence_can_be_about_the_way(error: DraftingError) -> None:
    assert not is_unsupported(error)
