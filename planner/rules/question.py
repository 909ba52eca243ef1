"""QST: candidate-questions.jsonl, one question to a person on each line.

* The form is closed: six fields that have to be there, six more for a question with options.
  Texts have lengths, counted in code points; nothing is cut or filled in.
* A question asks. It neither holds its own answer nor turns silence into approval.
* A line that is faulty is still read for what can be read of it, so that no finding hides another.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from planner.codec.question import QuestionLine
from planner.diagnostics.diagnostic import Lands, Severity, Where, shown
from planner.diagnostics.family import Family, Finding
from planner.model.question import (
    BLOCKING_LIMIT,
    CONTEXT_LIMIT,
    OPTION_DESCRIPTION_LIMIT,
    OPTION_ID_LIMIT,
    OPTION_LABEL_LIMIT,
    OPTION_LIMIT,
    PLACEHOLDER_LIMIT,
    PROMPT_LIMIT,
    SelectionMode,
)
from planner.model.vocabulary import Artifact, Readiness, Route
from planner.rules.answers import Members, answer_in, blocks, options_of, preselections
from planner.rules.case import ReplyCase, TaskCase

QST: Final[Family[ReplyCase]] = Family("QST", "candidate-questions.jsonl")

_TEXTS: Final = ("id", "stage", "question", "why_blocking")
_REQUIRED: Final = (*_TEXTS, "defer_allowed", "default_if_unanswered")
_NULLABLE: Final = ("default_if_unanswered", "context", "placeholder")
_FLAGS: Final = ("required", "require_option")
_FIELDS: Final = (*_REQUIRED, "context", "placeholder", "selection_mode", *_FLAGS, "options")
_OPTION_TEXTS: Final = ("id", "label")
_OPTION_FLAGS: Final = ("recommended", "requires_text", "exclusive")
_OPTION_FIELDS: Final = (*_OPTION_TEXTS, "description", *_OPTION_FLAGS)

_LIMITS: Final = {
    "id": OPTION_ID_LIMIT,
    "question": PROMPT_LIMIT,
    "context": CONTEXT_LIMIT,
    "placeholder": PLACEHOLDER_LIMIT,
}
_OPTION_LIMITS: Final = {
    "id": OPTION_ID_LIMIT,
    "label": OPTION_LABEL_LIMIT,
    "description": OPTION_DESCRIPTION_LIMIT,
}


@QST.rule(1, lands=Lands.LATE)
def malformed_question(case: ReplyCase) -> Iterator[Finding]:
    """A line of questions is not one JSON object with the fields of a question."""
    section = case.doc.named(Artifact.QUESTIONS)
    if case.has_questions and not case.questions and section is not None:
        yield Finding(
            "the section holds no question",
            Where(Artifact.QUESTIONS.value, line=section.fence_line),
            hint="leave the section out where nothing is asked",
        )
    for line in case.questions:
        for fault, hint in _line_faults(line):
            yield Finding(fault, _place(case, line), hint=hint)


def _line_faults(line: QuestionLine) -> Iterator[tuple[str, str]]:
    if line.blank:
        yield "a blank line stands among the questions", "remove it; every line is one JSON object"
    elif line.doc.faults:
        for fault in line.doc.faults:
            yield fault.message, "write one strict JSON object on the line"
    elif not isinstance(line.doc.value, dict):
        yield (
            f"the line holds {shown(line.doc.value)}, not an object",
            "write one JSON object a line",
        )
    else:
        yield from _field_faults(line.doc.value)
        options = line.doc.value.get("options", [])
        if not isinstance(options, list):
            yield f"`options` is {shown(options)}, not a list", "write a list of objects"
        for number, option in enumerate(options if isinstance(options, list) else (), 1):
            yield from _option_faults(number, option)


def _field_faults(question: Members) -> Iterator[tuple[str, str]]:
    for name in _REQUIRED:
        if name not in question:
            yield f"the field `{name}` is missing", f"add `{name}`: {_wanted(name)}"
    for name, value in question.items():
        if name not in _FIELDS:
            yield f"the field {shown(name)} is unknown", f"the fields are {', '.join(_FIELDS)}"
        elif not _fits(name, value):
            yield f"`{name}` is {shown(value)}, not {_wanted(name)}", f"write {_wanted(name)}"


def _fits(name: str, value: object) -> bool:
    if name in _TEXTS:
        return isinstance(value, str) and bool(value.strip())
    if name in _NULLABLE:
        return value is None or isinstance(value, str)
    return name != "defer_allowed" or isinstance(value, bool)


def _wanted(name: str) -> str:
    if name == "defer_allowed":
        return "true or false"
    return "a text or null" if name in _NULLABLE else "a text that is not blank"


def _option_faults(number: int, option: object) -> Iterator[tuple[str, str]]:
    if not isinstance(option, dict):
        yield (
            f"option {number} is {shown(option)}, not an object",
            "write an object with id and label",
        )
        return
    for name in _OPTION_TEXTS:
        value = option.get(name)
        if not isinstance(value, str) or not value.strip():
            yield f"option {number} has no `{name}`", "write a text that is not blank"
    if not isinstance(option.get("description", ""), str | None):
        yield f"the description of option {number} is no text", "write a text or null"
    for name in option:
        if name not in _OPTION_FIELDS:
            yield (
                f"option {number} has the unknown field {shown(name)}",
                f"the fields are {', '.join(_OPTION_FIELDS)}",
            )


@QST.rule(2, lands=Lands.LATE)
def oversized_question(case: ReplyCase) -> Iterator[Finding]:
    """A text of a question is longer than its limit, or it offers too many options."""
    for line, question in _objects(case):
        faults = list(_overlong("", question, _LIMITS))
        options = options_of(question)
        for number, option in enumerate(options, 1):
            faults.extend(_overlong(f"option {number}: ", option, _OPTION_LIMITS))
        listed = question.get("options")
        if isinstance(listed, list) and len(listed) > OPTION_LIMIT:
            faults.append(f"{len(listed)} options are offered, the limit is {OPTION_LIMIT}")
        for fault in faults:
            yield Finding(
                fault, _place(case, line), hint="say it in fewer words, or ask two questions"
            )


def _overlong(where: str, members: Members, limits: Mapping[str, int]) -> Iterator[str]:
    for name, limit in limits.items():
        value = members.get(name)
        if isinstance(value, str) and len(value) > limit:
            yield f"{where}`{name}` has {len(value)} code points, the limit is {limit}"


@QST.rule(3, lands=Lands.LATE)
def inconsistentoptions_of(case: ReplyCase) -> Iterator[Finding]:
    """The options of a question contradict how they may be chosen."""
    for line, question in _objects(case):
        for fault, hint in (*_choice_faults(question), *_flag_faults(question)):
            yield Finding(fault, _place(case, line), hint=hint)


def _choice_faults(question: Members) -> Iterator[tuple[str, str]]:
    options = options_of(question)
    mode = question.get("selection_mode", SelectionMode.SINGLE.value)
    if mode not in {word.value for word in SelectionMode}:
        yield f"`selection_mode` is {shown(mode)}", "write single or multiple, or leave it out"
    if mode == SelectionMode.MULTIPLE.value and not options:
        yield (
            "several answers may be chosen and no option is offered",
            "offer options, or write single",
        )
    if question.get("require_option") is True and not options:
        yield "an option is required and none is offered", "offer options, or drop `require_option`"
    exclusive = any(option.get("exclusive") is True for option in options)
    if exclusive and mode == SelectionMode.SINGLE.value:
        yield (
            "an option is exclusive where only one can be chosen",
            "drop `exclusive`, or write multiple",
        )
    for name in _OPTION_TEXTS:
        values = [option[name] for option in options if isinstance(option.get(name), str)]
        if len(values) != len(set(values)):
            yield f"two options have the same `{name}`", f"give each option a `{name}` of its own"


def _flag_faults(question: Members) -> Iterator[tuple[str, str]]:
    hint = "write true or false, or leave it out"
    for name in _FLAGS:
        if not isinstance(question.get(name, False), bool):
            yield f"`{name}` is {shown(question[name])}, not a boolean", hint
    for number, option in enumerate(options_of(question), 1):
        for name in _OPTION_FLAGS:
            if not isinstance(option.get(name, False), bool):
                yield f"`{name}` of option {number} is {shown(option[name])}, not a boolean", hint


@QST.rule(101, lands=Lands.CONTRACT)
def duplicate_question_id(case: ReplyCase) -> Iterator[Finding]:
    """Two questions have the same id."""
    seen: dict[str, int] = {}
    for line, question in _objects(case):
        value = question.get("id")
        if not isinstance(value, str):
            continue
        before = seen.setdefault(value.strip(), line.index)
        if before != line.index:
            yield Finding(
                f"the id {shown(value)} was given to question line {before + 1} already",
                _place(case, line),
                hint="give each question an id of its own",
                value=value,
            )


@QST.rule(102, lands=Lands.CONTRACT)
def crowded_questions(case: ReplyCase) -> Iterator[Finding]:
    """More than three questions block."""
    blocking = [line for line, question in _objects(case) if blocks(question)]
    if len(blocking) > BLOCKING_LIMIT:
        yield Finding(
            f"{len(blocking)} questions block, the limit is {BLOCKING_LIMIT}",
            _place(case, blocking[BLOCKING_LIMIT]),
            hint="ask the three that block most; merge the others into them, or give them"
            " a default and let them be deferred",
        )


@QST.rule(104, lands=Lands.CONTRACT)
def preselected_answer(case: ReplyCase) -> Iterator[Finding]:
    """A question holds its own answer, or takes silence for approval."""
    for line, question in _objects(case):
        for fault in preselections(question):
            yield Finding(
                fault,
                _place(case, line),
                hint="ask openly; a recommendation is a hint, and only a person answers",
            )


@QST.rule(201, lands=Lands.CONTRACT)
def deferred_phase_question(case: ReplyCase) -> Iterator[Finding]:
    """A question belongs to another phase than the current one."""
    for line, question in _objects(case):
        stage = question.get("stage")
        phase = case.context.phase
        if isinstance(stage, str) and stage.strip() and stage != phase:
            yield Finding(
                f"the question is for {shown(stage)}, the current phase is {shown(phase)}",
                _place(case, line),
                hint="ask it when its phase has come, or ask what is open now",
                value=stage,
            )


@QST.rule(202, lands=Lands.CONTRACT)
def clarification_without_question(case: ReplyCase) -> Iterator[Finding]:
    """A task that needs clarification asks fewer blocking questions than it has blockers."""
    waiting = [task for task in case.tasks if _waits(task)]
    if not waiting:
        return
    blockers = [entry for task in waiting for entry in task.blockers if entry.text.strip()]
    wanted = min(max(len(blockers), 1), BLOCKING_LIMIT)
    asked = sum(1 for _, question in _objects(case) if blocks(question))
    if asked < wanted:
        section = case.doc.named(Artifact.QUESTIONS)
        yield Finding(
            f"{len(blockers)} blocker(s) need {wanted} blocking question(s), {asked} are asked",
            waiting[0].at("/blockers")
            if section is None
            else Where(Artifact.QUESTIONS.value, line=section.label_line),
            hint='ask a question with `"defer_allowed": false` a blocker, three at most',
        )


def _waits(task: TaskCase) -> bool:
    """Say whether *task* waits for answers."""
    readiness = task.readiness.get("readiness") if task.readiness else None
    if readiness == Readiness.NEEDS_CLARIFICATION.value:
        return True
    return task.route is Route.NEEDS_DETAIL and readiness != Readiness.READY.value


@QST.rule(203, lands=Lands.ADVICE, severity=Severity.WARNING)
def answered_by_intake(case: ReplyCase) -> Iterator[Finding]:
    """A question asks for what the request states."""
    brief = case.context.brief
    if brief is None:
        return
    for line, question in _objects(case):
        asked = question.get("question")
        stated = answer_in(brief, asked) if isinstance(asked, str) else None
        if stated is not None:
            yield Finding(
                f"the request states it: {shown(stated)}",
                _place(case, line),
                hint="use what the request says, and ask for what is missing",
                value=str(asked),
            )


def _place(case: ReplyCase, line: QuestionLine) -> Where:
    section = case.doc.named(Artifact.QUESTIONS)
    first = section.body_line if section is not None else 1
    return Where(Artifact.QUESTIONS.value, line=first + line.index)


def _objects(case: ReplyCase) -> Iterator[tuple[QuestionLine, Members]]:
    for line in case.questions:
        if isinstance(line.doc.value, dict):
            yield line, line.doc.value
