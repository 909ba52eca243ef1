"""The prompt that activates a planner again for a task, as an activation of kind `reactivation`.

* It names the task's files and shows none of them, so its own bytes are all that there is to plan
  from; what is given beside it is not what the controller sent.
* It has no record of the task: revision, state version and owner are missing, and nothing that a
  constraint claims takes their place.
* Only the block that ends the prompt is the controller's constraint.
"""

from planner.codec.activation import ActivationDoc, ActivationFault, ActivationForm, PartialTask
from planner.codec.activation_composed import reference
from planner.codec.canonical import Json
from planner.codec.prompt import (
    ACTIVATION_ID,
    INTAKE_LINE,
    REASON,
    REFS,
    STATUS,
    TASK,
    Header,
    Prompt,
    constraint_in,
    exact_ids,
    original_request,
    outside,
)
from planner.codec.python_literal import NoLiteral, read_literal
from planner.model.activation import ACTIVATION_SCHEMA, Activation
from planner.model.vocabulary import Mode


def read_again(prompt: Prompt, header: Header, whole: str) -> ActivationDoc:
    """Read a prompt that names a task; total.

    Args:
        prompt: The prompt.
        header: Its header.
        whole: Its text as it came, a byte order mark included.
    """
    faults = list(header.faults)
    activation_id = header.token(ACTIVATION_ID, "/activation_id", faults)
    partial = PartialTask(
        id=header.token(TASK, "/task/id", faults),
        status=header.token(STATUS, "/task/status", faults),
        reason=header.value(REASON),
        refs=_refs(header, faults),
    )
    block = original_request(prompt, len(prompt.lines), faults)
    left = outside(prompt.lines, [block] if block is not None else [])
    if INTAKE_LINE in left:
        message = "a prompt for a task holds no intake; it is not clear which prompt this is"
        faults.append(ActivationFault(message, "/intake"))
    constraint, ids = constraint_in(left), exact_ids(left, faults)
    activation = (
        Activation.model_validate(
            {
                "schema": ACTIVATION_SCHEMA,
                "activation_id": activation_id,
                "kind": "reactivation",
                # It is about the one task that it names.
                "planner_contract": Mode.SINGLE_TASK,
                "expected_task_ids": ids,
                "intake": reference(whole),
                "task": None,
                "reason": partial.reason,
                "artifacts": (),
                "capabilities": {},
            }
            | constraint.members
        )
        if not faults
        else None
    )
    return ActivationDoc(
        activation,
        (*faults, *constraint.faults),
        constraint.found,
        form=ActivationForm.AGAIN,
        partial=partial,
    )


def _refs(header: Header, faults: list[ActivationFault]) -> dict[str, Json]:
    """Return the references by label; each is a literal that holds others, or is not there."""
    found: dict[str, Json] = {}
    for name in REFS:
        written = header.value(name)
        if written is None:
            continue
        try:
            value = read_literal(written)
        except NoLiteral as error:
            faults.append(ActivationFault(f"`{name}:` cannot be read: {error}", "/artifacts"))
            continue
        if not isinstance(value, dict | list):
            faults.append(ActivationFault(f"`{name}:` holds no references", "/artifacts"))
        found[name] = value
    return found
