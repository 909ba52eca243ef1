"""The client sends where the settings say, with a key that is fit for a header and never shown."""

import asyncio

import pytest

from planner.adapters.client import NO_KEY, api_key, is_loopback, openai_client
from planner.adapters.transport import RetryingTransport
from planner.errors import ConfigError, ConfigFault
from planner.model.settings import ModelSettings
from tests.adapters.asking import KEY, ask
from tests.adapters.fault_server import GOOD, FaultServer, Scripted

LOCAL = ModelSettings(base_url="http://127.0.0.1:8080/v1")
AWAY = ModelSettings(base_url="https://models.example/v1")


def refusal(settings: ModelSettings, environment: dict[str, str]) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        api_key(settings, environment)
    assert caught.value.code is ConfigFault.SCHEMA
    return caught.value


def test_a_key_is_read_from_the_variable_that_the_settings_name() -> None:
    settings = ModelSettings(api_key_env="MY_KEY")
    assert api_key(settings, {"MY_KEY": KEY, "OPENAI_API_KEY": "other"}) == KEY


@pytest.mark.parametrize("settings", [ModelSettings(), LOCAL, AWAY], ids=["own", "local", "away"])
def test_a_key_is_read_from_the_usual_variable(settings: ModelSettings) -> None:
    assert api_key(settings, {"OPENAI_API_KEY": KEY}) == KEY


def test_a_server_on_this_machine_needs_no_key() -> None:
    assert api_key(LOCAL, {}) == NO_KEY
    assert api_key(LOCAL, {"OPENAI_API_KEY": ""}) == NO_KEY


def test_a_variable_that_was_named_has_to_be_set_even_for_this_machine() -> None:
    settings = LOCAL.model_copy(update={"api_key_env": "MY_KEY"})
    assert refusal(settings, {"OPENAI_API_KEY": KEY}).path == "MY_KEY"


@pytest.mark.parametrize("settings", [ModelSettings(), AWAY], ids=["own", "away"])
@pytest.mark.parametrize("environment", [{}, {"OPENAI_API_KEY": ""}], ids=["unset", "empty"])
def test_a_missing_key_is_named_by_its_variable(
    settings: ModelSettings, environment: dict[str, str]
) -> None:
    error = refusal(settings, environment)
    assert error.path == "OPENAI_API_KEY"
    assert "model.api_key_env" in str(error)


@pytest.mark.parametrize(
    ("before", "behind", "place", "kind"),
    [
        ("", "\n", 28, "a line end"),
        ("", "\r\n", 28, "a line end"),
        (" ", "", 1, "white space"),
        ("", "\t", 28, "white space"),
        ("", "\xa0", 28, "white space"),
        ("\ufeff", "", 1, "outside ASCII"),
        ("", "\u200b", 28, "outside ASCII"),
        ("", "\xe9", 28, "outside ASCII"),
        ('"', '"', 1, "a quotation mark"),
        ("'", "'", 1, "a quotation mark"),
        ("\u201c", "\u201d", 1, "outside ASCII"),
        ("", "\x00", 28, "a control character"),
        ("", "\x7f", 28, "a control character"),
        ("Bearer ", "", 7, "white space"),
    ],
)
def test_a_key_that_was_copied_with_more_than_itself_is_refused(
    before: str, behind: str, place: int, kind: str
) -> None:
    error = refusal(AWAY, {"OPENAI_API_KEY": before + KEY + behind})
    assert error.path == "OPENAI_API_KEY"
    assert f"character {place} is {kind}" in str(error)
    assert KEY[:6] not in f"{error} {error!r} {error.objections}"
    assert str(error).isprintable() or "\n" in str(error)


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:1/v1", True),
        ("http://127.9.9.9/v1", True),
        ("http://localhost/v1", True),
        ("http://LOCALHOST:80/v1", True),
        ("http://[::1]:80/v1", True),
        ("http://127.0.0.1.elsewhere.example/v1", False),
        ("http://localhost.elsewhere.example/v1", False),
        ("http://127.0.0.1@elsewhere.example/v1", False),
        ("http://elsewhere.example/127.0.0.1", False),
        ("http://0.0.0.0/v1", False),
        ("http://10.0.0.1/v1", False),
        ("http://[::1/v1", False),
        (None, False),
    ],
)
def test_only_this_machine_counts_as_local(url: str | None, local: bool) -> None:  # noqa: FBT001
    assert is_loopback(url) is local


def test_a_provider_without_a_known_address_is_not_sent_to_another() -> None:
    settings = ModelSettings(name="anthropic:some-model")
    with pytest.raises(ConfigError, match="base_url"):
        openai_client(settings, key=KEY, transport=RetryingTransport(settings))


def test_the_environment_adds_nothing_to_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "OPENAI_BASE_URL": "http://elsewhere.example/v1",
        "OPENAI_ORG_ID": "org-of-another-account",
        "OPENAI_PROJECT_ID": "proj-of-another-account",
        "OPENAI_ADMIN_KEY": "admin-key-of-another-account",
        "OPENAI_CUSTOM_HEADERS": "X-From-Environment: another-account",
        "HTTP_PROXY": "http://elsewhere.example:3128",
        "ALL_PROXY": "http://elsewhere.example:3128",
    }.items():
        monkeypatch.setenv(name, value)
    settings = ModelSettings()
    client = openai_client(settings, key=KEY, transport=RetryingTransport(settings))
    assert str(client.base_url) == "https://api.openai.com/v1/"
    assert "account" not in " ".join(str(value) for value in client.default_headers.values())
    asyncio.run(client.close())


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_the_key_is_sent_to_the_address_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-another-account")
    with FaultServer(GOOD) as server:
        asked = ask(server)
    assert asked.fault is None
    assert [seen.path for seen in server.requests] == ["/v1/chat/completions"]
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert "openai-organization" not in server.requests[0].headers


@pytest.mark.allow_hosts(["127.0.0.1"])
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed_with_the_key(status: int) -> None:
    with FaultServer(GOOD) as other:
        to = Scripted(status=status, headers={"Location": f"{other.url}/chat/completions"})
        with FaultServer(to, repeat_last=True) as server:
            asked = ask(server)
        assert (asked.code, len(server.requests), len(other.requests)) == ("RUN001", 1, 0)
    assert "is not followed" in str(asked.fault)
