"""`planner schema`: the JSON schemas of everything that comes in or goes out."""

import json
from pathlib import Path
from typing import Final

import click

from planner.adapters import assets
from planner.cli.exit_codes import ExitCode
from planner.errors import StoreError, UsageError
from planner.rules.published import PUBLISHED, schema_of

SUFFIX: Final = ".schema.json"


@click.command(name="schema")
@click.argument("name", metavar="[NAME]", required=False)
@click.option("--out", "--write", "out", metavar="DIR", help="Write every schema into DIR.")
@click.option(
    "--check", "compare", is_flag=True, help="Compare the committed schemas with the models."
)
@click.pass_context
def command(ctx: click.Context, /, *, name: str | None, out: str | None, compare: bool) -> None:
    """List, print, write or check the JSON schemas.

    Without an argument the names are listed; with NAME that schema is printed. `--check` exits 1
    when a committed schema is not the one of its model.
    """
    if sum(map(bool, (name, out, compare))) > 1:
        message = "NAME, --out and --check exclude one another"
        raise UsageError(message)
    if name is not None:
        if name not in PUBLISHED:
            message = f"there is no schema {name!r}; there are {', '.join(PUBLISHED)}"
            raise UsageError(message)
        click.echo(text_of(name), nl=False)
    elif out is not None:
        _write(Path(out))
    elif compare:
        differences = drift()
        for line in differences:
            click.echo(line)
        ctx.exit(ExitCode.FINDINGS if differences else ExitCode.DONE)
    else:
        click.echo("\n".join(PUBLISHED))


def text_of(name: str) -> str:
    """Return the schema of *name* as it is committed."""
    return json.dumps(schema_of(name), ensure_ascii=False, indent=2) + "\n"


def drift() -> list[str]:
    """Return a sentence for each committed schema that is missing, stale or no longer made."""
    committed = assets.schema_ids()
    missing = [f"{name}{SUFFIX} is missing" for name in PUBLISHED if name not in committed]
    stale = [
        f"{name}{SUFFIX} is not what its model says"
        for name in PUBLISHED
        if name in committed and assets.schema(name) != text_of(name)
    ]
    left = [f"{name}{SUFFIX} has no model" for name in committed if name not in PUBLISHED]
    return [*missing, *stale, *left]


def _write(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in PUBLISHED:
            (folder / f"{name}{SUFFIX}").write_text(text_of(name), encoding="utf-8", newline="\n")
    except OSError as error:
        message = f"cannot write {error.filename or folder}: {error.strerror}"
        raise StoreError(message, path=str(folder)) from error
