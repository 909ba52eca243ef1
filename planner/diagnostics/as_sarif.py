"""Diagnostics as a SARIF 2.1.0 log, for code-scanning services and editors.

* Every rule of the catalogue has a descriptor, found or not: the log says what was looked for.
* Our own trouble (x900, x901) is a notification of the invocation and never a result.
* Columns count code points, and the run says so.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from planner.diagnostics.diagnostic import Diagnostic, Severity, Where
from planner.diagnostics.reading import Reading

SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_OWN_TROUBLE: Final = ("900", "901")
_UNRESERVED: Final = frozenset(
    b"-./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"
)


class Described(Protocol):
    """What a log tells about a rule."""

    @property
    def code(self) -> str:
        """Its code."""

    @property
    def name(self) -> str:
        """Its name with hyphens."""

    @property
    def summary(self) -> str:
        """Its one sentence."""

    @property
    def severity(self) -> Severity:
        """What a finding of it does by default."""


def render(
    diagnostics: Iterable[Diagnostic],
    reading: Reading,
    *,
    rules: Sequence[Described],
    version: str,
) -> str:
    """Print *diagnostics* as one SARIF run, indented by two; ends with a line end.

    Args:
        diagnostics: In the order in which they are to be read.
        reading: The files that they speak of.
        rules: The catalogue.
        version: The version of this program.
    """
    return render_all([(diagnostics, reading)], rules=rules, version=version)


def render_all(
    judged: Iterable[tuple[Iterable[Diagnostic], Reading]],
    *,
    rules: Sequence[Described],
    version: str,
) -> str:
    """Print what was found in several files as one run, file after file.

    Args:
        judged: The findings of each file with the files that they speak of.
        rules: The catalogue.
        version: The version of this program.
    """
    found = [(each, reading) for several, reading in judged for each in several]
    trouble = [pair for pair in found if pair[0].code.endswith(_OWN_TROUBLE)]
    index = {rule.code: number for number, rule in enumerate(rules)}
    run = {
        "tool": {"driver": _driver(rules, [each for each, _ in trouble], version)},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(trouble)],
        "results": [
            _result(each, reading, index)
            for each, reading in found
            if not each.code.endswith(_OWN_TROUBLE)
        ],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2) + "\n"


def _driver(
    rules: Sequence[Described], trouble: Sequence[Diagnostic], version: str
) -> dict[str, object]:
    driver: dict[str, object] = {
        "name": "planner",
        "semanticVersion": version,
        "rules": [_descriptor(rule) for rule in rules],
    }
    if trouble:
        names = {each.code: each.name for each in trouble}
        driver["notifications"] = [{"id": code, "name": name} for code, name in names.items()]
    return driver


def _descriptor(rule: Described) -> dict[str, object]:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "helpUri": f"docs/rules/{rule.code}.md",
        "defaultConfiguration": {"level": rule.severity.value},
    }


def _invocation(trouble: Sequence[tuple[Diagnostic, Reading]]) -> dict[str, object]:
    invocation: dict[str, object] = {"executionSuccessful": not trouble}
    if trouble:
        invocation["toolExecutionNotifications"] = [
            {
                "descriptor": {"id": each.code},
                "level": "error",
                "message": {"text": _sentence(each)},
                "locations": [_location(each.where, reading)],
            }
            for each, reading in trouble
        ]
    return invocation


def _result(found: Diagnostic, reading: Reading, index: Mapping[str, int]) -> dict[str, object]:
    result: dict[str, object] = {"ruleId": found.code}
    if found.code in index:
        result["ruleIndex"] = index[found.code]
    properties = {"lands": found.lands.value, "value": found.value, "hint": found.hint}
    return result | {
        "level": found.severity.value,
        "message": {"text": _sentence(found)},
        "locations": [_location(found.where, reading)],
        "properties": {name: value for name, value in properties.items() if value is not None},
    }


def _sentence(found: Diagnostic) -> str:
    return f"{found.message}; {found.hint}" if found.hint else found.message


def _location(where: Where, reading: Reading) -> dict[str, object]:
    name = reading.file_of(where).name
    physical: dict[str, object] = {"artifactLocation": {"uri": _as_uri(name)}}
    if where.line is not None:
        region = {"startLine": where.line}
        if where.column is not None:
            region["startColumn"] = where.column
        physical["region"] = region
    location: dict[str, object] = {"physicalLocation": physical}
    if where.pointer:
        qualified = f"{where.artifact}#{where.pointer}"
        location["logicalLocations"] = [
            {"name": where.pointer.rpartition("/")[2], "fullyQualifiedName": qualified}
        ]
    return location


def _as_uri(name: str) -> str:
    encoded = name.encode("utf-8", "surrogateescape")
    return "".join(chr(byte) if byte in _UNRESERVED else f"%{byte:02X}" for byte in encoded)
