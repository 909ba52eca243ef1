"""What both use cases need to know before they judge: capability, shape, evidence, basis."""

from planner.app.activated import original_request
from planner.catalogue import catalogue_sha256
from planner.codec.activation import ActivationDoc, parse_state
from planner.codec.canonical import digest_bytes
from planner.gate.case import Evidence
from planner.gate.record import Basis
from planner.model.activation import Activation
from planner.model.intake import Brief, Source
from planner.model.settings import Settings
from planner.model.verdict import Shape
from planner.model.vocabulary import GitCapability, Mode
from planner.rules.case import Context
from planner.triage.mode import expected_task_ids, mode_of


def activation_of(activated: ActivationDoc | None) -> Activation | None:
    """Return the activation's value; None when there is none or it is malformed."""
    return activated.activation if activated is not None else None


def declared_git(activated: ActivationDoc | None) -> GitCapability | None:
    """Return the capability that an activation declares."""
    activation = activation_of(activated)
    return activation.capabilities.git_repository if activation is not None else None


def contract_of(activated: ActivationDoc | None) -> Mode | None:
    """Return the shape that an activation asks for."""
    activation = activation_of(activated)
    return activation.planner_contract if activation is not None else None


def evidence_of(intake: bytes | None, text: str = "", state: bytes | None = None) -> Evidence:
    """Return what the gate compares: the request's bytes, its text, the current state."""
    return Evidence(
        intake_sha256=digest_bytes(intake) if intake is not None else None,
        intake_bytes=len(intake) if intake is not None else None,
        intake_text=text,
        state=parse_state(state) if state is not None else None,
    )


def context_of(
    brief: Brief | None,
    activated: ActivationDoc | None,
    settings: Settings,
    *,
    stop_holds: bool = False,
) -> Context:
    """Return what every rule may know about the request, the project and the stop."""
    activation, mode = activation_of(activated), _mode(brief, activated)
    texts = [brief.text, *(item.text for item in _given(brief))] if brief is not None else []
    if activation is not None:
        texts += [f"{item.path}\n{item.content or ''}" for item in activation.artifacts]
    return Context(
        settings=settings,
        brief=brief,
        git_repository=brief.git_repository if brief is not None else declared_git(activated),
        phase=brief.phase if brief is not None else "planning",
        mode=mode,
        evidence="\n".join(texts),
        terminal_stop=stop_holds,
        expected_task_ids=_expected_task_ids(brief, activated, mode),
    )


def _mode(brief: Brief | None, activated: ActivationDoc | None) -> Mode | None:
    """Return the shape that the activation asks for, else the one that the words of it ask for."""
    contract = contract_of(activated)
    if contract is not None or brief is None:
        return contract
    original = original_request(activated)
    return mode_of(f"{original}\n{brief.text}") if original else brief.mode


def _expected_task_ids(
    brief: Brief | None, activated: ActivationDoc | None, mode: Mode | None
) -> tuple[str, ...]:
    """Return the activation's exact ids, else those that the request's words impose on a set."""
    activation = activation_of(activated)
    if activation is not None and activation.expected_task_ids:
        return activation.expected_task_ids
    if brief is None or mode is not Mode.TASK_SET:
        return ()
    return expected_task_ids(f"{original_request(activated)}\n{brief.text}")


def basis_of(
    reply: bytes,
    intake: bytes | None,
    activation: bytes | None,
    activated: ActivationDoc | None,
    context: Context,
) -> Basis:
    """Return what a verdict over *reply* rests on."""
    return Basis(
        reply_sha256=digest_bytes(reply),
        catalogue_sha256=catalogue_sha256(),
        shape=_shape(context, activated),
        intake_sha256=digest_bytes(intake) if intake is not None else None,
        activation_sha256=digest_bytes(activation) if activation is not None else None,
        activation=activation_of(activated),
        artifacts={item.name: item.sha256 for item in _given(context.brief)},
    )


def _given(brief: Brief | None) -> tuple[Source, ...]:
    if brief is None:
        return ()
    return (*brief.sources, *((brief.prior,) if brief.prior is not None else ()))


def _shape(context: Context, activated: ActivationDoc | None) -> Shape:
    contract = contract_of(activated)
    if contract is not None:
        return Shape(mode=contract, source="activation")
    return Shape(mode=context.mode, source="inferred" if context.mode is not None else "unknown")
