"""INT: the request itself, before anything is planned from it.

* A request is data: what is wrong with it is named, and nothing that it says is obeyed.
* A prompt that is only a preview, or another of the controller's prompts, is no request of ours;
  it is reported as that and not as a request that lacks something.
"""

from collections.abc import Iterator
from typing import Final

from planner.codec.decoding import ACCEPTED
from planner.codec.intake import Hidden, HiddenKind, IntakeDoc
from planner.diagnostics.diagnostic import Lands, Severity, Where, shown
from planner.diagnostics.family import Family, Finding
from planner.model.intake import Form
from planner.model.key_format import without_secrets
from planner.model.vocabulary import GitCapability
from planner.rules.case import IntakeCase
from planner.rules.vague import is_actionable

INT: Final[Family[IntakeCase]] = Family("INT", "the request")

ARTIFACT: Final = "request"
_REPORTED: Final = 20
"""Hidden runs that are named one by one."""
_NAMED: Final = 8
"""Empty parts that a hint names."""
_TAG_BASE: Final = 0xE0000


def _at(line: int) -> Where:
    return Where(ARTIFACT, line=line)


@INT.rule(1, lands=Lands.IMPORTER)
def missing_anchor(case: IntakeCase) -> Iterator[Finding]:
    """A request holds no statement that asks for something."""
    doc = case.doc
    if doc.unreadable is not None or doc.stub is not None or doc.foreign is not None:
        return
    if _asks(doc):
        return
    message = (
        "the request says nothing"
        if not doc.statements
        else "nothing that is said asks for a change"
    )
    yield Finding(message, _at(doc.statements[0].line if doc.statements else 1), _missing(doc))


def _asks(doc: IntakeDoc) -> bool:
    """Say whether something is asked for; a title alone is a heading and asks for nothing."""
    said = [statement for statement in doc.statements if statement.form is not Form.CODE]
    has_body = any(statement.form is not Form.TITLE for statement in said)
    return has_body and any(is_actionable(statement) for statement in said)


def _missing(doc: IntakeDoc) -> str:
    if not doc.unfilled:
        return (
            "say what is to change and how one sees that it is done: a goal, the behaviour that is "
            "required, and what must stay as it is"
        )
    named = ", ".join(shown(name) for name in doc.unfilled[:_NAMED])
    rest = len(doc.unfilled) - _NAMED
    return f"fill in what is missing: {named}{f' and {rest} more' if rest > 0 else ''}"


@INT.rule(2, lands=Lands.IMPORTER, severity=Severity.WARNING)
def missing_request_id(case: IntakeCase) -> Iterator[Finding]:
    """A frontdesk intake carries no request id."""
    doc = case.doc
    if doc.is_frontdesk and doc.request_id is None and case.request_id is None:
        hint = "add a line `CCB_REQ_ID: <id>`, or give `--request-id`"
        yield Finding("the frontdesk intake has no readable `CCB_REQ_ID`", _at(1), hint)


@INT.rule(3, lands=Lands.CONTRACT)
def stubbed_evidence(case: IntakeCase) -> Iterator[Finding]:
    """A prompt shows only a preview of the request."""
    doc = case.doc
    if doc.stub is not None:
        message = "the prompt holds a preview and says that the full text is elsewhere"
        hint = "send the full text: a planner reads no files and plans nothing from a preview"
        yield Finding(message, _at(doc.stub_line), hint, shown(doc.stub))


@INT.rule(4, lands=Lands.CONTRACT)
def contradictory_capability(case: IntakeCase) -> Iterator[Finding]:
    """The project capability is declared in two ways, or in a word that it does not have."""
    hint = f"declare `git_repository` once, as one of {', '.join(GitCapability)}"
    before = case.declared_git.value if case.declared_git is not None else None
    source = "the activation"
    for line in case.doc.capabilities:
        where, value = _at(line.line), shown(line.value)
        if line.value not in _CAPABILITIES:
            yield Finding(f"`git_repository` has no value {value}", where, hint, value)
        elif before is not None and line.value != before:
            message = f"`git_repository` is {value} here and {shown(before)} in {source}"
            yield Finding(message, where, hint, value)
        elif before is None:
            before, source = line.value, f"line {line.line}"


_CAPABILITIES: Final = frozenset(GitCapability)


@INT.rule(5, lands=Lands.CONTRACT)
def unreadable_intake(case: IntakeCase) -> Iterator[Finding]:
    """A request cannot be read as text, or an open fence or comment hides the rest of it."""
    doc = case.doc
    if doc.unreadable is not None:
        yield Finding(doc.unreadable, Where(ARTIFACT), f"accepted is {ACCEPTED}")
    elif doc.unclosed is not None:
        what = doc.unclosed.what
        message = f"the {what} that begins here is never closed and may hide the rest"
        closing = "`-->`" if what == "comment" else "the same marks on a line of their own"
        yield Finding(message, _at(doc.unclosed.line), f"close the {what} with {closing}")


@INT.rule(6, lands=Lands.CONTRACT, severity=Severity.WARNING)
def hidden_text(case: IntakeCase) -> Iterator[Finding]:
    """A request holds text that a person does not see on the page."""
    hidden = case.doc.hidden
    hint = "write what is wanted as visible text; what is hidden is shown here and never obeyed"
    for found in hidden[:_REPORTED]:
        message = f"the line holds a {found.kind.value} that the page does not show"
        yield Finding(message, _at(found.line), hint, shown(without_secrets(_spelled(found))))
    if len(hidden) > _REPORTED:
        rest = len(hidden) - _REPORTED
        message = f"{rest:,} further lines hold text that the page does not show"
        yield Finding(message, _at(hidden[_REPORTED].line), hint)


def _spelled(found: Hidden) -> str:
    """Return what is hidden; tag characters with the letters that they stand for."""
    if found.kind is not HiddenKind.TAG:
        return found.text
    points = (int(point.removeprefix("U+"), 16) - _TAG_BASE for point in found.text.split())
    letters = "".join(chr(point) for point in points if chr(point).isprintable())
    return f"{letters} ({found.text})" if letters.strip() else found.text


@INT.rule(7, lands=Lands.IMPORTER)
def foreign_prompt(case: IntakeCase) -> Iterator[Finding]:
    """A prompt of another planner mode was given as a request."""
    doc = case.doc
    if doc.foreign is not None:
        message = f"this is the controller's prompt {shown(doc.foreign)}, not a request"
        hint = "give an intake or a task activation; closures and replans belong to another mode"
        yield Finding(message, _at(doc.foreign_line), hint, shown(doc.foreign))
