"""The prompt that a controller composes around an intake, as an activation of kind `intake`.

* The intake is the text between the label of the evidence and the last line that can begin the
  controller's template; where none is found, all of the rest is the intake, so nothing is lost.
* The user's own words are an artifact beside it: evidence, as the intake is.
* A constraint outside the evidence is kept, and refused for what it is: an intake has none.
"""

from typing import Final

from planner.codec.activation import ActivationDoc, ActivationFault, ActivationForm
from planner.codec.canonical import digest_text
from planner.codec.prompt import (
    ACTIVATION_ID,
    CONTRACT,
    INTAKE_LINE,
    Constraint,
    Header,
    Prompt,
    constraint_in,
    exact_ids,
    is_ids_heading,
    is_listed,
    original_request,
    outside,
)
from planner.model.activation import ACTIVATION_SCHEMA, Activation
from planner.model.pattern import pattern
from planner.model.vocabulary import Mode

ORIGINAL_REQUEST: Final = "original_user_request"
"""The kind of the artifact that holds the user's own words."""
_TEMPLATE: Final = "Required reply-only output"
_TAIL: Final = pattern(r"[*_]*Next role[*_]*:")
_LABEL: Final = pattern(r"\*\*task-(?:packet\.md|set\.json)\*\*")
_MODES: Final = {mode.value: mode for mode in Mode}


def read_composed(prompt: Prompt, header: Header) -> ActivationDoc:
    """Read a composed prompt; total."""
    faults = list(header.faults)
    activation_id = header.token(ACTIVATION_ID, "/activation_id", faults)
    contract = header.value(CONTRACT)
    if contract is not None and contract not in _MODES:
        faults.append(ActivationFault(f"`{CONTRACT}:` has no such shape", "/planner_contract"))
    labels = prompt.places(INTAKE_LINE)
    if len(labels) != 1:
        message = f"`{INTAKE_LINE}` stands {len(labels)} times; it has to stand once"
        faults.append(ActivationFault(message, "/intake"))
        return ActivationDoc(None, tuple(faults), form=ActivationForm.COMPOSED)
    begin, end = labels[0] + 1, _template_start(prompt, labels[0])
    block = original_request(prompt, labels[0], faults)
    evidence = [(begin, end), *([block] if block is not None else [])]
    left = outside(prompt.lines, evidence)
    constraint, ids = constraint_in(left), exact_ids(left, faults)
    activation = (
        Activation.model_validate(
            {
                "schema": ACTIVATION_SCHEMA,
                "activation_id": activation_id,
                "kind": "intake",
                "planner_contract": _MODES.get(contract or ""),
                "expected_task_ids": ids,
                "intake": reference(prompt.between(begin, end).strip()),
                "task": None,
                "reason": None,
                "artifacts": _artifacts(prompt, block),
                "capabilities": {},
            }
            | constraint.members
        )
        if not faults
        else None
    )
    return _doc(activation, faults, constraint)


def _doc(
    activation: Activation | None, faults: list[ActivationFault], constraint: Constraint
) -> ActivationDoc:
    return ActivationDoc(
        activation,
        (*faults, *constraint.faults),
        constraint.found,
        form=ActivationForm.COMPOSED,
    )


def reference(text: str) -> dict[str, object]:
    """Return the activation's reference to an intake whose bytes are those of *text*."""
    return {"sha256": digest_text(text), "bytes": len(text.encode()), "text": text}


def _artifacts(prompt: Prompt, block: tuple[int, int] | None) -> tuple[dict[str, object], ...]:
    if block is None:
        return ()
    text = prompt.between(block[0] + 1, block[1] - 1).strip()
    return (
        {
            "kind": ORIGINAL_REQUEST,
            # It has no file; words that no reader takes for a path.
            "path": "the original user request",
            "sha256": digest_text(text),
            "content": text,
        },
    )


def _template_start(prompt: Prompt, label: int) -> int:
    """Return the index of the line at which the controller goes on behind the intake.

    Every mark is looked for from the end, so that the same words in the intake end nothing.
    """
    lines = prompt.lines
    after = range(len(lines) - 1, label, -1)
    start = next((at for at in after if lines[at].startswith(_TEMPLATE)), None)
    if start is None:
        tail = next((at for at in after if _TAIL.match(lines[at])), None)
        start = tail + 1 if tail is not None else None
    if start is None:
        section = next((at for at in after if _LABEL.match(lines[at])), None)
        start = _introduction(lines, label, section) if section is not None else len(lines)
    return _ids_start(lines, label, start)


def _introduction(lines: tuple[str, ...], label: int, section: int) -> int:
    """Return where the paragraph begins that ends in a colon right before *section*."""
    at = section
    if not lines[at - 1].endswith(":"):
        return at
    while at - 1 > label and lines[at - 1].strip():
        at -= 1
    return at


def _ids_start(lines: tuple[str, ...], label: int, start: int) -> int:
    """Return where the list of exact ids begins if it is all that stands before *start*."""
    heading = next((at for at in range(start - 1, label, -1) if is_ids_heading(lines[at])), None)
    is_list = heading is not None and all(map(is_listed, lines[heading + 1 : start]))
    return heading if heading is not None and is_list else start
