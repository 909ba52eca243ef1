"""What the failure of a request means: by its status, and by the few words that change it.

* A quota that is used up, a request that is too long and a refused schema fail at once: no pause
  mends them. So does every other 4xx that is no request for patience.
* A rate limit is told from a quota by codes first and words after; a link to a page about
  billing in a message about a rate limit is no quota.
* A proxy that hides a request's length behind a 5xx is seen through.
* A redirect is never followed: the key and the request go where the settings say, or nowhere.
"""

from typing import Final
from urllib.parse import urlsplit

import httpx2

from planner.adapters.received import Complaint, Received, cleaned, complaint_of
from planner.diagnostics.reading import visible
from planner.errors import (
    AccessRefused,
    DraftingError,
    ModelMisbehaved,
    ModelUnavailable,
    RequestRefused,
    RunFault,
)
from planner.model.pattern import pattern

_PATIENCE: Final = frozenset({408, 409, 425, 429})
"""The 4xx that ask for another attempt."""
_FINAL: Final = frozenset({RunFault.QUOTA, RunFault.CONTEXT_TOO_LONG, RunFault.DECLINED})
"""What no other attempt changes, whatever the status."""


class BodyTooLarge(httpx2.RequestError):
    """A body over the limit; it was not read to its end."""


def is_worth_another(status: int, fault: DraftingError) -> bool:
    """Say whether sending the same request again may help."""
    return (status in _PATIENCE or status >= _SERVER) and fault.fault not in _FINAL


def judge_status(received: Received) -> DraftingError | None:
    """Return what a status that is no success means; None for a success."""
    if _SUCCESS <= received.status < _REDIRECT:
        return None
    if received.status < _CLIENT:
        return _redirect(received)
    return judge_complaint(received.status, complaint_of(received.body), received)


def judge_complaint(status: int, complaint: Complaint, received: Received) -> DraftingError:
    """Return what an error means.

    Args:
        status: Its status of 4xx or 5xx; 0 where nothing says which.
        complaint: What the provider says about it.
        received: The response that holds it.
    """
    quote = received.quoted(complaint.sentence)
    if _is_quota(status, complaint):
        return AccessRefused(
            f"the quota or the credit at {received.host_shown} is used up{quote}",
            fault=RunFault.QUOTA,
            hint="add credit or raise the limit at the provider, or use another key or model",
        )
    if _is_too_long(status, complaint):
        return RequestRefused(
            f"the request is too long for the model{quote}",
            fault=RunFault.CONTEXT_TOO_LONG,
            hint="shorten the request or split it, lower `context_tokens`, or use a model with a "
            "longer context",
        )
    return _by_status(status, complaint, received, quote)


def _by_status(status: int, complaint: Complaint, received: Received, quote: str) -> DraftingError:
    answered = f"{received.host_shown} answered {status}"
    match status:
        case 429:
            return ModelUnavailable(
                f"the provider's rate limit is reached{quote}",
                fault=RunFault.RATE_LIMITED,
                hint="try again later, or ask for a higher limit at the provider",
            )
        case 403 if _FILTERED.search(complaint.words):
            return _filtered(quote)
        case 401 | 403 | 407:
            return _no_access(answered, quote)
        case 400 | 422:
            return _bad_request(answered, complaint, quote)
        case 404 | 410:
            return _not_there(answered, quote)
    if status >= _SERVER or status in _PATIENCE:
        hint = "try again later; if it stays so, look at the provider's status or the server's log"
        return ModelUnavailable(f"{answered}{quote}", hint=hint)
    hint = "see whether `base_url` is the root of an OpenAI-compatible API, `/v1` included"
    return ModelUnavailable(f"{answered}{quote}", hint=hint)


def _no_access(answered: str, quote: str) -> DraftingError:
    hint = "see whether the key that `api_key_env` names is right and may use this model"
    return AccessRefused(f"{answered} and gives no access{quote}", hint=hint)


def _not_there(answered: str, quote: str) -> DraftingError:
    hint = "see whether `name` is a model of this provider and `base_url` ends in `/v1`"
    return AccessRefused(f"{answered}: it does not know the model or the address{quote}", hint=hint)


def _bad_request(answered: str, complaint: Complaint, quote: str) -> DraftingError:
    words = complaint.words
    if _BAD_KEY.search(words):
        return _no_access(answered, quote)
    if _FILTERED.search(words):
        return _filtered(quote)
    if _NO_MODEL.search(words):
        return _not_there(answered, quote)
    if _SCHEMA.search(words):
        return RequestRefused(
            f"the provider refuses the schema of the answer{quote}",
            hint='set `output` to "tool" or "prompted", or another `dialect`',
        )
    return RequestRefused(
        f"the provider refuses the request{quote}",
        hint="correct the setting that the provider names, or set another `output`",
    )


def _filtered(quote: str) -> DraftingError:
    return ModelMisbehaved(
        f"the provider's content filter stopped the request{quote}",
        fault=RunFault.DECLINED,
        hint="reword what the filter may object to, or use another model",
    )


def _redirect(received: Received) -> DraftingError:
    try:
        host = urlsplit(received.headers.get("location", "")).hostname
    except ValueError:
        host = None
    to = f", which points to `{visible(host[:100])}`" if host else ""
    return ModelUnavailable(
        f"{received.host_shown} answered {received.status}{to}; a redirect is not followed",
        hint="set `base_url` to the final address, if you trust it with your key",
    )


def _is_quota(status: int, complaint: Complaint) -> bool:
    if status == _PAYMENT or _QUOTA_CODE.search(complaint.codes):
        return True
    if status >= _SERVER:
        return False
    words = complaint.words
    if _QUOTA.search(words):
        return True
    return status == _TOO_MANY and bool(_MONEY.search(words)) and not _RATE.search(words)


def _is_too_long(status: int, complaint: Complaint) -> bool:
    words = complaint.words
    if status == _TOO_MANY:
        # The request alone is over what a minute allows: no pause makes it fit.
        return bool(_NEVER_FITS.search(words))
    if status == _TOO_LARGE:
        return True
    if status in (0, 400, 422):
        return bool(_TOO_LONG.search(words) or _OVER_TOKENS.search(words))
    return status >= _SERVER and bool(_TOO_LONG.search(words))


def no_answer(
    error: httpx2.RequestError, host: str, private: tuple[str, ...], seconds: float
) -> DraftingError:
    """Return what an error of the transport means.

    Args:
        error: What the transport raised.
        host: Who was asked.
        private: What was sent in confidence.
        seconds: How long was waited at the most.
    """
    asked = f"`{visible(host)}`"
    match error:
        case BodyTooLarge():
            return ModelMisbehaved(
                f"{asked} sent an answer of over {error}; the rest was not read",
                hint="see whether `base_url` is the root of an OpenAI-compatible API",
            )
        case httpx2.TimeoutException():
            return ModelUnavailable(
                f"{asked} gave no whole answer within {seconds:.3g} s",
                fault=RunFault.TIMED_OUT,
                hint="raise `timeout` and `total_time`, or ask for less with `max_output_tokens`",
            )
        case httpx2.ConnectError():
            told = cleaned(str(error), private)
            return ModelUnavailable(
                f"there is no connection to {asked}{': ' if told else ''}{told}",
                hint="start the server, or correct `base_url`",
            )
        case httpx2.DecodingError():
            fact = "sent a compressed answer that cannot be unpacked"
        case httpx2.LocalProtocolError() | httpx2.UnsupportedProtocol():
            # Its text may quote a header that was sent.
            return ModelUnavailable(
                f"the request to {asked} could not be sent as HTTP",
                hint="see whether `base_url` and the key are written right",
            )
        case _:
            fact = "broke the connection before its answer was whole"
    return ModelUnavailable(f"{asked} {fact}", hint="try again later, or see the server's log")


_SUCCESS: Final = 200
_REDIRECT: Final = 300
_CLIENT: Final = 400
_PAYMENT: Final = 402
_TOO_LARGE: Final = 413
_TOO_MANY: Final = 429
_SERVER: Final = 500

_QUOTA_CODE: Final = pattern(
    r"insufficient_(?:quota|balance|credit|fund)|billing_|credit_|payment_required|out_of_credit"
)
_QUOTA: Final = pattern(
    r"exceeded your current quota|insufficient[ _](?:quota|balance|credits?|funds)"
    r"|credit balance|(?:out of|no|not enough|run out of|negative|add(?: more)?) credits?\b"
    r"|credits? (?:(?:have|has|are|is) )?(?:been )?(?:exhausted|depleted|used up|expired)"
    r"|payment required|spend(?:ing)? (?:limit|cap)|billing hard limit|余额不足|欠费"
)
_MONEY: Final = pattern(r"quota|billing|credits?\b|prepaid|your plan\b")
_RATE: Final = pattern(
    r"rate[ _-]?limit|per[ _-]?(?:minute|second|hour|day)|(?:requests|tokens) per|\b[rt]p[md]\b"
    r"|(?:try again|retry) (?:in|after)|too many requests"
)
_NEVER_FITS: Final = pattern(r"request too large|must be reduced in order to run")
_TOO_LONG: Final = pattern(
    r"context[ _-]?(?:length|window|size|limit|overflow)|max(?:imum)?[ _]context|n_ctx\b"
    r"|(?:prompt|input|request|payload|request entity|message)[ _](?:is[ _])?too[ _](?:long|large)"
    r"|exceeds? the (?:available |model'?s )?context|string_above_max_length"
    r"|reduce (?:the|your) (?:length|prompt|input)"
)
_OVER_TOKENS: Final = pattern(
    r"too many (?:input |prompt )?tokens|maximum (?:number of )?(?:input |prompt )tokens"
    r"|input token count|exceeds the maximum number of tokens|tokens \+ `?max_new_tokens"
)
_BAD_KEY: Final = pattern(
    r"(?:invalid|incorrect|missing|no)[ _]api[ _-]?key"
    r"|api[ _-]?key[ _](?:is )?(?:not valid|invalid)"
    r"|invalid_authentication|authentication_error|unauthori[sz]ed"
)
_FILTERED: Final = pattern(
    r"content[ _-]?(?:filter|policy|management)|content_policy_violation|responsible ?ai"
    r"|moderation|prohibited_content"
)
_NO_MODEL: Final = pattern(
    r"model_not_found|(?:not a valid|unknown|no such|invalid) model"
    r"|model\b.{0,120}\b(?:does not exist|not found|not exist)"
)
_SCHEMA: Final = pattern(
    r"schema|response[ _]format|grammar|additionalproperties|structured[ _]output"
    r"|function[ _]parameters|tool_choice|\btools?\b|guided"
)
