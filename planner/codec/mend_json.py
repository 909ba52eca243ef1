"""The JSON sections laid out as one line a value; no token of them is repaired.

* A text that is not strict JSON is refused: a missing comma or a repeated key can be meant in
  more than one way.
* Tokens keep their bytes and their order; only white space between them changes.
* One spelling is replaced in `verification`: unittest by file, which is written as discovery.
"""

import json
from typing import Final

from planner.codec.mend_notes import Notes, Row, joined
from planner.codec.strict_json import JsonDoc, parse_json
from planner.model.command import read, spelled
from planner.model.pattern import pattern
from planner.model.unittest_run import unittest
from planner.model.vocabulary import Artifact

_STRING: Final = pattern(r'"(?:[^"\\]++|\\.)*+"')
_TOKEN: Final = pattern(r'"(?:[^"\\]++|\\.)*+"|[\[\]{},:]|[^\s"\[\]{},:]++')
_SPACED: Final = {",": ", ", ":": ": "}


def mended_json(artifact: Artifact, rows: tuple[Row, ...], notes: Notes) -> str:
    """Return the body of readiness.json or task-set.json on one line."""
    body = joined(rows)
    doc = parse_json(body)
    if doc.faults:
        _refuse(artifact, rows, doc, notes)
        return ""
    first = next(row.number for row in rows if row.text.strip())
    laid = _on_one_line(body)
    if laid != body:
        notes.change(first, f"`{artifact}` laid out on one line")
    return _with_spelled_commands(laid, first, notes) + "\n"


def mended_questions(rows: tuple[Row, ...], notes: Notes) -> str:
    """Return the questions, one a line, without blank lines; their content stays as it is."""
    lines = []
    for row in rows:
        line = row.text.strip(" \t")
        if line != row.text or not line:
            notes.change(row.number, "white space around a question dropped")
        if not line:
            continue
        doc = parse_json(line)
        if doc.faults:
            _refuse(Artifact.QUESTIONS, (Row(row.number, line),), doc, notes)
        lines.append(f"{line}\n")
    return "".join(lines)


def spelled_commands(command: str) -> tuple[str, ...]:
    """Return a run of unittest by file as discovery; any other command as it is."""
    read_command = read(command)
    if read_command.unreadable or read_command.operator or unittest(read_command.words) is None:
        return (command,)
    return spelled(command)


def _refuse(artifact: Artifact, rows: tuple[Row, ...], doc: JsonDoc, notes: Notes) -> None:
    fault = doc.faults[0]
    line = doc.text.count("\n", 0, fault.offset)
    number = rows[min(line, len(rows) - 1)].number if rows else 1
    notes.refuse(
        number, f"`{artifact}` is not strict JSON, and a repair would be a guess: {fault.message}"
    )


def _on_one_line(body: str) -> str:
    return "".join(_SPACED.get(token, token) for token in _TOKEN.findall(body))


def _with_spelled_commands(text: str, line: int, notes: Notes) -> str:
    doc = parse_json(text)
    commands = doc.value.get("verification") if isinstance(doc.value, dict) else None
    if not isinstance(commands, list):
        return text
    places: dict[str, int] = {}
    for index, command in reversed(list(enumerate(commands))):
        if not isinstance(command, str) or (entries := spelled_commands(command)) == (command,):
            continue
        places = places or doc.places()
        found = _STRING.match(text, places[f"/verification/{index}"])
        if found is not None:
            after = ", ".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
            notes.change(line, "command spelled as discovery", found.group(), after)
            text = text[: found.start()] + after + text[found.end() :]
    return text
