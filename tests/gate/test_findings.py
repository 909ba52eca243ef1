"""What the gate says, word for word and place for place, over every vector.

A message that says the wrong thing is a fault like a wrong decision. Run this file as a program to
write the list anew, and read the difference: `python -m tests.gate.test_findings`.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from planner.app.check_reply import check
from planner.gate.checks import GAT
from planner.model.settings import AuthoritySettings, Settings
from planner.model.vocabulary import Evidence

VECTORS = Path(__file__).parent.parent / "vectors"
FILES = ("replies.jsonl", "authority.jsonl", "attacks.jsonl")
KEPT = Path(__file__).parent / "findings.json"


def lines() -> Iterator[dict[str, Any]]:
    """Yield every vector that is a reply."""
    for name in FILES:
        for line in (VECTORS / name).read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def data(value: object) -> bytes | None:
    """Return a document of a vector as the bytes that the gate reads."""
    if value is None:
        return None
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "surrogatepass")


def findings(line: dict[str, Any]) -> list[list[Any]]:
    """Return what the gate finds in one vector: code, place, message, value and hint."""
    config = line.get("config") or {}
    settings = Settings(
        authority=AuthoritySettings(
            evidence=Evidence(config.get("authority.evidence", "digest")),
            state=config.get("authority.state", "optional"),
        )
    )
    checked = check(
        data(line["reply"]) or b"",
        intake=data(line["intake"]),
        activation=data(line["activation"]),
        state=data(line.get("state")),
        settings=settings,
    )
    return [
        [
            *(item.code, item.artifact, item.pointer, item.line, item.column),
            *(item.message, item.value, item.hint),
        ]
        for item in checked.verdict.diagnostics
        if item.code.startswith("GAT") and item.code != "GAT200"
    ]


def chosen() -> dict[str, list[list[Any]]]:
    """Return the first vector of each kind of finding, with all that is found in it."""
    kinds: set[tuple[str, str]] = set()
    kept: dict[str, list[list[Any]]] = {}
    for line in lines():
        found = findings(line)
        new = {(item[0], re.sub(r"[0-9a-f]{8,}|'[^']*'", "", item[5])) for item in found} - kinds
        if new:
            kinds |= new
            kept[line["id"]] = found
    return kept


def test_the_gate_says_what_it_said() -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    assert {line["id"]: findings(line) for line in lines() if line["id"] in kept} == kept


def test_every_code_that_a_vector_can_raise_is_among_them() -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    raised = {item[0] for found in kept.values() for item in found}
    needs_more_than_a_reply = {"GAT200", "GAT206", "GAT207", "GAT208"}
    assert raised == {rule.code for rule in GAT.rules} - needs_more_than_a_reply


if __name__ == "__main__":
    parts = (f"{json.dumps(name)}: {json.dumps(found)}" for name, found in chosen().items())
    KEPT.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
