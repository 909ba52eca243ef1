"""An activation in any form, and the bytes of the request that it is about.

* The request of an activation that carries one is the activation's own text; what is given beside
  a prompt is that text only where both say the same, line ends and outer blank lines aside.
* The shape is inferred over everything that the user said: the original request and the intake.
"""

from typing import Final

from planner.codec.activation import ActivationDoc, ActivationForm, parse_state
from planner.codec.activation_composed import ORIGINAL_REQUEST
from planner.codec.activation_prompt import read_activation
from planner.codec.lines import with_lf, without_bom
from planner.gate.prompt_record import with_record
from planner.model.activation import Activation
from planner.model.pattern import pattern

_TRAILER: Final = pattern(r"\n[ \t]*CCB_REPLY_MODE:[^\n]*\Z")


def activated(data: bytes, state: bytes | None = None) -> ActivationDoc:
    """Read an activation in any of its forms; total.

    Args:
        data: Its bytes.
        state: The task's record as it is now, which a prompt does not carry.
    """
    document = read_activation(data)
    return with_record(document, parse_state(state) if state is not None else None)


def intake_bytes(document: ActivationDoc | None, given: bytes | None) -> bytes | None:
    """Return the request's bytes, of which the activation has the digest if they are its own.

    Args:
        document: The activation as read; None when a person asked.
        given: The request that came beside it. Another one than the activation's is returned
            as it is, so that the gate refuses it (GAT202).
    """
    activation = document.activation if document is not None else None
    if document is None or activation is None or activation.intake.text is None:
        return given
    own = activation.intake.text
    if given is None or (document.form is not ActivationForm.JSON and _is_same(document, given)):
        return own.encode("utf-8", "surrogatepass")
    return given


def _is_same(document: ActivationDoc, given: bytes) -> bool:
    """Say whether *given* is the intake of a prompt, or that prompt itself."""
    activation = document.activation
    try:
        text = given.decode()
    except UnicodeDecodeError:
        return False
    own = activation.intake.text if activation is not None else None
    if own is not None and _body(own) == _body(text):
        return True
    again = read_activation(given)
    return again.form is document.form and again.activation == _without_record(document)


def _without_record(document: ActivationDoc) -> Activation | None:
    activation = document.activation
    if activation is None or document.partial is None:
        return activation
    return activation.model_copy(update={"task": None})


def _body(text: str) -> str:
    """Return what an intake says, without what a transport may add around it."""
    return _TRAILER.sub("", with_lf(without_bom(text)).strip()).strip()


def original_request(document: ActivationDoc | None) -> str:
    """Return the user's own words that a controller put beside the intake; empty without any."""
    activation = document.activation if document is not None else None
    if document is None or activation is None or document.form is not ActivationForm.COMPOSED:
        return ""
    texts = {artifact.kind: artifact.content for artifact in activation.artifacts}
    return texts.get(ORIGINAL_REQUEST) or ""
