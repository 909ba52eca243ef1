"""Prices: the list that is installed, and no guess beside it."""

import subprocess
import sys
from decimal import Decimal

import pytest

from planner.adapters.prices import price_of, priced
from planner.model.verdict import Usage

MILLION = 1_000_000


@pytest.mark.parametrize(
    "model",
    [
        "openai:gpt-4o-mini",
        "openai:gpt-4o-mini-2024-07-18",
        "openai-chat:gpt-4o-mini",
        "openai-responses:gpt-4o-mini",
        "gpt-4o-mini",
    ],
)
def test_a_models_price_is_that_of_its_tokens(model: str) -> None:
    assert price_of(model, MILLION, 0) == Decimal("0.15")
    assert price_of(model, 0, MILLION) == Decimal("0.6")
    assert price_of(model, 1000, 500) == Decimal("0.00045")
    assert price_of(model, 0, 0) == 0


@pytest.mark.parametrize(
    "model",
    [
        pytest.param("openai:no-such-model", id="no such model"),
        pytest.param("openai:gpt-4o-mini-of-ours", id="a name that begins like a model's"),
        pytest.param("nobody:gpt-4o-mini", id="no such provider"),
        pytest.param("my-openai-proxy:gpt-4o-mini", id="a provider that is named like another"),
        pytest.param("OpenAI:gpt-4o-mini", id="a provider in other letters"),
        pytest.param("openai:", id="no model"),
        pytest.param(":gpt-4o-mini", id="no provider"),
        pytest.param("", id="nothing"),
        pytest.param("llama3:8b", id="a model of a local server"),
        pytest.param("openai:text-embedding-3-small", id="no price for answers"),
        pytest.param("perplexity:sonar", id="a price for each request beside its tokens"),
    ],
)
def test_a_price_that_may_be_wrong_is_not_known(model: str) -> None:
    assert price_of(model, 1000, 500) is None


@pytest.mark.parametrize(
    "base_url",
    [
        "https://api.openai.com/v1",
        "https://api.openai.com",
        "https://api.openai.com:443/v1",
        "https://API.openai.com/v1",
    ],
)
def test_the_providers_own_address_has_its_prices(base_url: str) -> None:
    assert price_of("openai:gpt-4o-mini", MILLION, 0, base_url=base_url) == Decimal("0.15")


@pytest.mark.parametrize(
    "base_url",
    [
        "http://127.0.0.1:8080/v1",
        "http://localhost/v1",
        "http://api.openai.com/v1",
        "https://api.openai.com:8443/v1",
        "https://api.openai.com.example/v1",
        "https://api.openai.community/v1",
        "https://proxy.example/https://api.openai.com/v1",
        "https://api.openai.com@proxy.example/v1",
        "https://apixopenai.com/v1",
        "https://api.groq.com/openai/v1",
        "https://[/v1",
        "https://api.openai.com:x/v1",
        "",
    ],
)
def test_at_another_address_the_price_is_not_known(base_url: str) -> None:
    assert price_of("openai:gpt-4o-mini", 1000, 500, base_url=base_url) is None


def test_an_address_that_only_ends_like_the_providers_is_not_its_own() -> None:
    own = "https://generativelanguage.googleapis.com/v1beta/openai"
    other = "https://proxy.example/x.googleapis.com"
    assert price_of("google:gemini-2.5-flash", 1000, 500, base_url=own) is not None
    assert price_of("google:gemini-2.5-flash", 1000, 500, base_url=other) is None


def test_a_price_needs_no_connection_and_no_file_of_the_network() -> None:
    program = """
import sys
seen = []
sys.addaudithook(lambda name, given: seen.append(name) if name.startswith("socket.") else None)
from planner.adapters.prices import price_of
print(price_of("openai:gpt-4o-mini", 1000, 500), price_of("openai:none", 1, 1), seen)
import socket
socket.socket().close()
print(seen[:1])
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "0.00045 None []\n['socket.__new__']\n"


def test_usage_gets_its_price() -> None:
    usage = Usage(requests=2, input_tokens=1000, output_tokens=500, price=None)
    assert priced(usage, "openai:gpt-4o-mini") == usage.model_copy(update={"price": 0.00045})


def test_tokens_of_a_model_without_a_price_did_not_cost_nothing() -> None:
    usage = Usage(requests=1, input_tokens=1000, output_tokens=500)
    assert priced(usage, "openai:gpt-4o-mini", base_url="http://127.0.0.1/v1").price is None


@pytest.mark.parametrize(
    "usage",
    [
        pytest.param(Usage(), id="nothing was asked"),
        pytest.param(Usage(requests=1, price=None), id="no tokens were told"),
        pytest.param(
            Usage(requests=1, input_tokens=5, output_tokens=5, price=0.5), id="it has a price"
        ),
    ],
)
def test_usage_that_needs_no_price_stays_as_it_is(usage: Usage) -> None:
    assert priced(usage, "openai:gpt-4o-mini") == usage
