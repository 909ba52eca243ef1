"""An activation in any of its four forms, into the one value; total.

* The form is told by structure alone: JSON, a prompt with a header, or the intake by itself.
* A prompt that is neither of the two that are known, or for another role, is a fault and not an
  intake: what a controller wrote is never read as what a user wants.
* A prompt that was cut to a preview counts as an intake, whose reader knows it for one (INT003).
"""

import re
from typing import Final

from planner.codec.activation import (
    ActivationDoc,
    ActivationFault,
    ActivationForm,
    parse_activation,
)
from planner.codec.activation_again import read_again
from planner.codec.activation_composed import read_composed, reference
from planner.codec.canonical import digest_text
from planner.codec.control import is_stub
from planner.codec.decoding import Unreadable, decoded
from planner.codec.intake import parse_intake
from planner.codec.lines import without_bom
from planner.codec.prompt import (
    CONTRACT,
    INTAKE_LINE,
    ROLE_LINE,
    STATUS,
    TASK,
    Header,
    Prompt,
    header_of,
    original_request,
    outside,
)
from planner.codec.strict_json import parse_json
from planner.model.activation import ACTIVATION_SCHEMA, Activation
from planner.model.pattern import pattern
from planner.model.scalar import is_token

_JSON: Final = pattern(r'\s*(?:\{|\[\s*[{\["\]]|["\d-])')
"""How JSON begins; a heading such as `[BUG] …` is none."""
_ALWAYS_JSON: Final = pattern(r'\s*(?:\{|\[\s*[{"])')
_WORD: Final = pattern(r"\s*(?:null|true|false)\s*\Z")
_ROLE: Final = pattern(r"\s*role\s*:[^\n]*\n\s*activation id\s*:", re.IGNORECASE)


def read_activation(data: bytes) -> ActivationDoc:
    """Read an activation: canonical JSON, either prompt, or an intake by itself; total."""
    try:
        whole = data.decode()
    except UnicodeDecodeError:
        return parse_activation(data)
    text = without_bom(whole)
    if _is_json(text):
        return parse_activation(data)
    try:
        decoded(data)
    except Unreadable as error:
        return _fault(str(error).replace("the request", "the prompt", 1))
    prompt = Prompt.of(text)
    if prompt.first < len(prompt.lines) and prompt.lines[prompt.first] == ROLE_LINE:
        return _prompt(prompt, whole)
    if _ROLE.match(text.replace("\r\n", "\n")):
        return _fault(f"a prompt for the planner begins with the line `{ROLE_LINE}`")
    return _intake(whole)


def _is_json(text: str) -> bool:
    """Say whether *text* is JSON, or begins as only JSON does and so is broken JSON."""
    if _ALWAYS_JSON.match(text) or _WORD.match(text):
        return True
    return bool(_JSON.match(text)) and not parse_json(text).faults


def _prompt(prompt: Prompt, whole: str) -> ActivationDoc:
    header = header_of(prompt)
    if _is_cut(prompt, header):
        return _intake(whole)
    is_again = TASK in header.values or STATUS in header.values
    is_composed = CONTRACT in header.values or (INTAKE_LINE in prompt.lines and not is_again)
    match is_again, is_composed:
        case True, False:
            return read_again(prompt, header, whole)
        case False, True:
            return read_composed(prompt, header)
        case True, True:
            return _fault(f"`{TASK}:` and `{CONTRACT}:` belong to different prompts")
        case _:
            return _fault("the prompt names no task and holds no intake")


def _is_cut(prompt: Prompt, header: Header) -> bool:
    """Say whether the prompt itself, and not the intake in it, is only a preview."""
    end = min(prompt.places(INTAKE_LINE), default=len(prompt.lines))
    block = original_request(prompt, end, [])
    around = outside(prompt.lines[:end], [block] if block is not None else [])
    return "Full text" in header.values or is_stub(around)


def _intake(whole: str) -> ActivationDoc:
    """Return the activation of an intake that came by itself."""
    doc = parse_intake(whole)
    if not doc.text.strip():
        return _fault("there is nothing in the activation")
    if doc.foreign is not None:
        return _fault(f"{doc.foreign} is a prompt of another mode of the planner")
    named = f"act-frontdesk-{doc.request_id}"
    activation = Activation.model_validate(
        {
            "schema": ACTIVATION_SCHEMA,
            "activation_id": named
            if doc.request_id is not None and is_token(named)
            else f"act-{digest_text(whole)[:16]}",
            "kind": "intake",
            "planner_contract": None,
            "expected_task_ids": (),
            "intake": reference(whole),
            "task": None,
            "reason": None,
            "artifacts": (),
            "capabilities": {},
        }
    )
    return ActivationDoc(activation, form=ActivationForm.INTAKE)


def _fault(message: str) -> ActivationDoc:
    return ActivationDoc(None, (ActivationFault(message),))
