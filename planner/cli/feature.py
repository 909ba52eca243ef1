"""`planner feature`: a request that no design document stands behind in, its plan file out.

* What the plan needs and nobody said is asked; then nothing is written.
* A request that one specialist owns is declined with that specialist's name.
"""

import json
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from shlex import quote as quoted
from typing import Any, TypeVar, assert_never

import click

from planner.adapters.catalogue_file import read_catalogue
from planner.app.feature_file import (
    PLAN_ARTIFACT,
    FeatureFileOutcome,
    FeatureRefused,
    FeatureWritten,
)
from planner.app.outcome import Declined
from planner.app.plan_feature import FeatureAsked, FeatureDeclined, FeatureFaulty
from planner.cli.exit_codes import ExitCode
from planner.cli.feature_options import options_of, with_header
from planner.cli.inputs import STANDARD_INPUT, read
from planner.cli.keeping_options import keeping_of, with_keeping
from planner.cli.options import settings_of, with_settings
from planner.cli.printing import print_findings
from planner.cli.tasks_printing import counted, diagnostics_record, rows_record
from planner.codec.canonical import Json
from planner.codec.live import FileLane, plan_mode, taskcreate_lines
from planner.compose.doors import feature
from planner.diagnostics.reading import FileRead, Reading, visible
from planner.model.plan import Approach, PlanField
from planner.model.question import Question
from planner.model.sdd import Autonomy
from planner.regenerate.difference import unified
from planner.regenerate.summary import summary_text

Word = TypeVar("Word", bound=StrEnum)


@click.command(name="feature")
@click.argument("request", metavar="REQUEST")
@click.option("--out", metavar="FILE", help="The plan file.  [default: plans/DATE-NAME.md]")
@click.option(
    "--catalogue",
    metavar="ID|FILE",
    help="The skills: `uipath` (the default), `software`, or a file of your own.",
)
@with_header
@with_keeping
@with_settings
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    request: str,
    out: str | None,
    catalogue: str | None,
    config: str | None,
    off: tuple[str, ...],
    **given: Any,  # noqa: ANN401 - what the shared options read
) -> None:
    """Turn a request into a plan file for several specialists.

    REQUEST is a file, or `-` for standard input. A plan that is there is never written over: say
    `--regenerate` or `--continue`. Exits 0 when the plan is there, 1 when the request is one
    specialist's or nobody's, and 5 when something has to be answered first.
    """
    settings = settings_of(config, off)
    keeping = keeping_of(given, settings.off)
    outcome = feature(
        read(request) if request == STANDARD_INPUT else Path(request),
        options_of(given, out),
        read_catalogue(catalogue or settings.catalogue, Path()),
        keeping=keeping,
    )
    is_for_programs = given["live"] is not None or given["plan_mode"]
    if given["as_json"]:
        click.echo(json.dumps(_record(outcome), indent=2))
    else:
        _tell(outcome, request, diff=keeping.only_show, err=is_for_programs)
    if isinstance(outcome, FeatureWritten):
        _print_payloads(outcome, live=given["live"] is not None, as_plan=given["plan_mode"])
    ctx.exit(_code(outcome, diff=keeping.only_show))


def _print_payloads(outcome: FeatureWritten, *, live: bool, as_plan: bool) -> None:
    if live:
        for line in taskcreate_lines(outcome.doc):
            click.echo(line)
    if as_plan:
        click.echo(
            plan_mode(
                outcome.text,
                lane=FileLane.PLAN,
                autonomy=_said(outcome, PlanField.AUTONOMY, Autonomy) or Autonomy.INTERACTIVE,
                approach=_said(outcome, PlanField.APPROACH, Approach),
            )
        )


def _said(outcome: FeatureWritten, name: PlanField, words: type[Word]) -> Word | None:
    """Return the word of a header's field; None where it says none of them."""
    field = outcome.doc.field(name.value)
    said = field.value.split()[0] if field is not None and field.value.split() else ""
    return words(said) if said in set(words) else None


def _tell(outcome: FeatureFileOutcome, request: str, *, diff: bool, err: bool) -> None:
    match outcome:
        case FeatureWritten():
            _tell_written(outcome, diff=diff, err=err or diff)
        case FeatureRefused(path=path, text=text, diagnostics=found):
            file = FileRead(path, text)
            reading = Reading(file, {PLAN_ARTIFACT: file})
            print_findings(found, reading, outcome=f"{visible(path)}: refused", err=True)
        case FeatureAsked(questions):
            for line in _asked(questions):
                click.echo(line, err=err)
        case FeatureDeclined(why=why, owner=owner):
            click.echo(f"declined  {visible(why)}", err=True)
            if owner:
                click.echo(f"owner     {visible(owner)}", err=err)
        case FeatureFaulty(diagnostics=found) | Declined(diagnostics=found):
            reading = Reading(FileRead(request))
            print_findings(found, reading, outcome="declined", err=True)
        case _:
            assert_never(outcome)


def _asked(questions: Iterable[Question]) -> Iterator[str]:
    for question in questions:
        kind = "can wait" if question.defer_allowed else "blocks"
        yield f"question  {question.id} ({kind}): {visible(question.question)}"
        flag = f"--{question.id.removeprefix('plan-')}"
        for option in question.options or ():
            meaning = f": {option.description}" if option.description != option.id else ""
            yield f"option      {visible(f'{flag} {quoted(option.id)}{meaning}')}"
        if not question.options:
            yield "answer      in REQUEST: write there what holds, in place of the question"
    yield "nothing was written: give these options, or say it in REQUEST, and run the command again"


def _tell_written(outcome: FeatureWritten, *, diff: bool, err: bool) -> None:
    if diff:
        click.echo(unified(outcome.before or "", outcome.text, outcome.path), nl=False)
    file = FileRead(outcome.path, outcome.text)
    if outcome.diagnostics:
        print_findings(outcome.diagnostics, Reading(file, {PLAN_ARTIFACT: file}), err=True)
    note = " (unchanged)" if outcome.before == outcome.text else " (not written)" if diff else ""
    lines = [("plan", f"{outcome.path}{note}"), ("rows", counted(outcome.doc))]
    lines += [(remark.kind.value, remark.text) for remark in outcome.remarks]
    lines += [
        ("left out", f"{each.statement.id}: {each.statement.text}") for each in outcome.left_out
    ]
    for label, text in lines:
        click.echo(f"{label:<9} {visible(text)}", err=err)
    if outcome.summary is not None:
        told = summary_text(outcome.summary, outcome.path, source="request")
        click.echo(told, nl=False, err=err)


def _code(outcome: FeatureFileOutcome, *, diff: bool) -> ExitCode:
    match outcome:
        case FeatureWritten():
            changes = diff and outcome.before != outcome.text
            return ExitCode.FINDINGS if changes else ExitCode.DONE
        case FeatureAsked():
            return ExitCode.NOT_READY
        case FeatureDeclined() | FeatureRefused() | FeatureFaulty() | Declined():
            return ExitCode.FINDINGS
        case _:
            assert_never(outcome)


def _record(outcome: FeatureFileOutcome) -> dict[str, Json]:
    match outcome:
        case FeatureWritten():
            return {
                "decision": "planned",
                "plan_file": outcome.path,
                "rows": rows_record(outcome.doc),
                "remarks": [
                    {"kind": each.kind.value, "text": each.text} for each in outcome.remarks
                ],
                "left_out": [each.statement.text for each in outcome.left_out],
                **diagnostics_record(outcome.diagnostics),
            }
        case FeatureAsked(questions):
            asked = [each.model_dump(mode="json", exclude_none=True) for each in questions]
            return {"decision": "asked", "questions": asked}
        case FeatureDeclined(why=why, owner=owner):
            return {"decision": "declined", "why": why, "owner": owner or None}
        case FeatureRefused(diagnostics=found, path=path):
            return {"decision": "refused", "plan_file": path, **diagnostics_record(found)}
        case FeatureFaulty(diagnostics=found) | Declined(diagnostics=found):
            return {"decision": "declined", **diagnostics_record(found)}
        case _:
            assert_never(outcome)
