"""What tokens cost, by the price list that is installed.

* Nothing is fetched: the list is the one in the package, and no other that a program may have
  put in its place.
* A price that may be wrong is not known: a model that the list has not, an address that is not
  the provider's own, a provider that takes money for a request beside its tokens.
* Tokens that a provider's cache held count in full, so that a price is rather too high.
"""

import re
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from planner.model.verdict import Usage

if TYPE_CHECKING:
    from genai_prices.data_snapshot import DataSnapshot
    from genai_prices.types import PriceCalculation, Provider

USUAL_PROVIDER: Final = "openai"
"""Whose a model is that is named without one."""
_OTHER_NAMES: Final = {
    "bedrock": "aws",
    "google-gla": "google",
    "google-vertex": "google",
    "grok": "x-ai",
    "openai-chat": "openai",
    "openai-responses": "openai",
    "xai": "x-ai",
}
"""What libraries call a provider, and what the list calls it."""
_SECURE_PORTS: Final = (None, 443)


def price_of(
    model: str, input_tokens: int, output_tokens: int, *, base_url: str | None = None
) -> Decimal | None:
    """Return US dollars; None where they are not known.

    Args:
        model: `provider:model`, or a model of OpenAI.
        input_tokens: Of one request.
        output_tokens: Of its answer.
        base_url: Where the request goes, if not to the provider's usual address.
    """
    name, colon, reference = model.partition(":")
    if not colon:
        name, reference = USUAL_PROVIDER, model
    snapshot = _bundled()
    wanted = _OTHER_NAMES.get(name, name)
    provider = next((one for one in snapshot.providers if one.id == wanted), None)
    if provider is None or not _is_own(base_url, provider):
        return None
    found = _calculated(snapshot, provider, reference, (input_tokens, output_tokens))
    return found.total_price if found is not None and _is_by_tokens(found) else None


def priced(usage: Usage, model: str, *, base_url: str | None = None) -> Usage:
    """Return *usage* with its price, or None in its place where that is not known.

    Args:
        usage: Of one question.
        model: The model that answered, as it was configured.
        base_url: Where the request went, if not to the provider's usual address.
    """
    if usage.price or not (usage.input_tokens and usage.output_tokens):
        return usage
    price = price_of(model, usage.input_tokens, usage.output_tokens, base_url=base_url)
    return usage.model_copy(update={"price": None if price is None else float(price)})


@cache
def _bundled() -> "DataSnapshot":
    # Imported here, since the list is long and a plan without a model needs none of it.
    from genai_prices.data import providers  # noqa: PLC0415
    from genai_prices.data_snapshot import DataSnapshot  # noqa: PLC0415

    return DataSnapshot(providers=providers, from_auto_update=False)


def _calculated(
    snapshot: "DataSnapshot", provider: "Provider", reference: str, tokens: tuple[int, int]
) -> "PriceCalculation | None":
    from genai_prices import Usage as Counted  # noqa: PLC0415

    counted = Counted(input_tokens=tokens[0], output_tokens=tokens[1])
    try:
        return snapshot.calc(counted, reference, provider.id, None, None)
    except (LookupError, ValueError):
        return None


def _is_by_tokens(found: "PriceCalculation") -> bool:
    """Say whether tokens in and out have a price, and a request by itself has none."""
    price = found.model_price
    by_tokens = (price.input_mtok, price.output_mtok)
    return all(one is not None for one in by_tokens) and price.requests_kcount is None


def _is_own(base_url: str | None, provider: "Provider") -> bool:
    """Say whether *base_url* is the provider's: its host as a whole, not a beginning of it."""
    if base_url is None:
        return True
    try:
        parts = urlsplit(base_url)
        port = parts.port
    except ValueError:
        return False
    origin = f"{parts.scheme}://{parts.hostname}"
    is_plain = parts.scheme == "https" and parts.username is None and port in _SECURE_PORTS
    return is_plain and re.fullmatch(provider.api_pattern, origin) is not None
