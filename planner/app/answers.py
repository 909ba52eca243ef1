"""Answers beside a request: what a plan and a check make of them.

* A plan refuses answers that are not to what it asks; nothing is planned on the rest.
* A check takes an answers file for what it is where it fits, and else for a text like any other.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from planner.codec.answers import AnswersDoc, is_answers, parse_answers
from planner.codec.intake import IntakeDoc
from planner.drafting.answered import Answered, answered, settled
from planner.drafting.bound import Void
from planner.drafting.extract import label
from planner.errors import UsageError
from planner.model.answers import AnswersRecord
from planner.model.intake import Brief, LabelledStatement, Source
from planner.model.vocabulary import GitCapability, Mode

ARTIFACT: Final = "answers"
"""What an answers file is called in a verdict; the second is `answers-2`."""


def with_answers(
    brief: Brief,
    labels: Sequence[LabelledStatement],
    files: Sequence[bytes],
    *,
    mode: Mode | None,
    declared_git: GitCapability | None,
) -> Answered:
    """Return the request with the answers of *files*, each to what is asked after those before it.

    Raises:
        UsageError: a file is no answers file, it answers other questions, or the request is
            planned as a set.
    """
    if mode is Mode.TASK_SET:
        message = (
            "answers are taken for a single task, and this request is planned as a set: "
            "write what is decided into the request"
        )
        raise UsageError(message)
    done = Answered(brief, tuple(labels))
    for number, data in enumerate(files, 1):
        name = ARTIFACT if number == 1 else f"{ARTIFACT}-{number}"
        doc = parse_answers(data)
        record = _record(name, doc)
        found = answered(done.brief, done.labels, record, declared_git=declared_git)
        if isinstance(found, Void):
            raise _refused(name, found.faults)
        if any(source.name == name for source in brief.sources):
            message = f"a source is called {name}, as the answers are: give it by another name"
            raise UsageError(message)
        source = Source(name=name, sha256=doc.sha256, bytes=doc.bytes, text=doc.text)
        given = replace(found.brief, sources=(*found.brief.sources, source))
        done = Answered(given, found.labels)
    return done


def _record(name: str, doc: AnswersDoc) -> AnswersRecord:
    if doc.record is None:
        raise _refused(name, doc.faults)
    return doc.record


def _refused(name: str, faults: Sequence[str]) -> UsageError:
    return UsageError("\n  ".join([f"{name}: {faults[0]}", *faults[1:]]))


def with_answer_sources(
    brief: Brief,
    doc: IntakeDoc,
    declared_git: GitCapability | None,
    recorded: Sequence[tuple[str, str]] = (),
) -> tuple[Brief, IntakeDoc, tuple[LabelledStatement, ...]]:
    """Return the request, its reading and its labels with the answers files among its sources.

    A file that answers other questions counts as evidence by what the person wrote, no more.

    Args:
        brief: The request.
        doc: Its reading.
        declared_git: What the activation says of the repository.
        recorded: What a model chose that labelled it, on which the questions rest.
    """
    files = {
        source.sha256: parsed
        for source in brief.sources
        if is_answers(source.text)
        and (parsed := parse_answers(source.text.encode())).record is not None
    }
    if not files:
        return brief, doc, label(brief)
    sources = tuple(
        replace(source, text=files[source.sha256].text) if source.sha256 in files else source
        for source in brief.sources
    )
    before = brief = replace(brief, sources=sources)
    labels: Sequence[LabelledStatement] = label(brief)
    if recorded:
        # Imported here: a plan without a model labels nothing again.
        from planner.drafting.labelling import recalled  # noqa: PLC0415

        labels = recalled(labels, recorded)
    for parsed in files.values():
        found = (
            answered(brief, labels, parsed.record, declared_git=declared_git)
            if parsed.record is not None
            else None
        )
        if isinstance(found, Answered):
            brief, labels = found.brief, found.labels
    return brief, settled(doc, before, brief), tuple(labels)
