"""`planner answers`: the form in which a bundle's questions are answered.

* Every answer in it is blank: what is recommended, or taken when nobody answers, is no answer.
* A form that somebody may have filled in is not replaced unless that is asked for.
"""

from pathlib import Path

import click
from pydantic import ValidationError

from planner.cli.inputs import read_whole
from planner.codec.answers import render_form
from planner.codec.question import parse_questions
from planner.errors import StoreError, UsageError, WriteConflict
from planner.model.question import Question
from planner.model.vocabulary import Artifact


@click.command(name="answers")
@click.argument("bundle", metavar="BUNDLE")
@click.option("--out", metavar="FILE", help="Write the form to FILE instead of standard output.")
@click.option("--force", is_flag=True, help="Replace FILE.")
def command(*, bundle: str, out: str | None, force: bool) -> None:
    """Print the form in which a bundle's questions are answered.

    BUNDLE is the folder that `planner plan` wrote. Fill in `answer` where you know one, leave the
    others blank, and plan the request again with `--answers FILE`.
    """
    name = Path(bundle) / Artifact.QUESTIONS.value
    if Path(bundle).is_dir() and not name.exists():
        message = f"{bundle} asks nothing: it has no {Artifact.QUESTIONS.value}"
        raise UsageError(message)
    data = read_whole(str(name))
    form = render_form(_questions(str(name), data), data)
    if out is None:
        click.echo(form, nl=False)
    else:
        _write(Path(out), form, force=force)


def _questions(name: str, data: bytes) -> list[Question]:
    try:
        lines = parse_questions(data.decode())
        return [Question.model_validate_json(line.doc.text) for line in lines]
    except (UnicodeDecodeError, ValidationError) as error:
        message = f"{name} holds something else than questions"
        raise UsageError(message) from error


def _write(path: Path, form: str, *, force: bool) -> None:
    try:
        with path.open("w" if force else "x", encoding="utf-8", newline="\n") as file:
            file.write(form)
    except FileExistsError as error:
        message = f"{path} is there already and may hold answers; --force replaces it"
        raise WriteConflict(message, path=str(path)) from error
    except OSError as error:
        message = f"cannot write {path}: {error.strerror}"
        raise StoreError(message, path=str(path)) from error
