"""Bundles of small requests, and what a change does to them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from planner.app.bundle_given import Given
from planner.app.check_reply import check
from planner.app.verify_bundle import Disagrees, Verification
from planner.codec.canonical import digest_bytes, digest_text
from planner.compose.doors import plan
from planner.gate.permit import Permit
from planner.gate.record import Basis
from planner.model.verdict import ReceiptRecord, Usage
from planner.publish.bundle import as_published
from planner.publish.release import released
from tests.builders import INTAKE, an_activation

Files = dict[str, bytes]

TASK = {
    "id": "t-digest-4",
    "revision": 2,
    "state_version": 7,
    "status": "planned",
    "route": None,
    "owner": "planner",
    "next_owner": None,
    "current_loop": None,
    "activation_reason": None,
}
SHORT = """\
Add a `--quiet` flag to the `backup run` command in `cli/backup.py`.
With `--quiet` nothing is printed on success.
The command to verify it is `python -m unittest discover -s tests -p test_backup.py`.
"""


def bundle_of(folder: Path, request: str = SHORT, **members: Any) -> Files:
    """Plan *request* and return its bundle."""
    plan(request.encode(), out=folder, **members)
    return {entry.name: entry.read_bytes() for entry in folder.iterdir()}


def activation(**members: Any) -> bytes:
    return json.dumps(an_activation(task=TASK, kind="reactivation", **members)).encode()


REQUEST = Given(intake=SHORT.encode())
WHOLE = Given(intake=INTAKE.encode(), activation=activation())


def told(answer: Verification) -> set[tuple[str, str, str | None]]:
    """Return file, pointer and code of everything that disagrees."""
    findings = answer.findings if isinstance(answer, Disagrees) else ()
    return {(one.file, one.pointer, one.code) for one in findings}


def changed(files: Files, name: str, change: Callable[[Any], object]) -> Files:
    """Return the bundle with the JSON of one file changed in place, as it would be written."""
    value = json.loads(files[name])
    change(value)
    return files | {name: (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()}


def forged(files: Files, before: bytes, after: bytes) -> Files:
    """Return the bundle with a text replaced everywhere and every digest made to agree."""
    assert before in files["reply.md"]
    bad = {
        name: data.replace(before, after) if name in ("reply.md", "task-packet.md") else data
        for name, data in files.items()
    }
    if before in files["readiness.json"]:
        bad["readiness.json"] = files["readiness.json"].replace(before, after)

    def redigest(verdict: dict[str, Any]) -> None:
        verdict["files"] = {name: digest_bytes(bad[name]) for name in verdict["files"]}
        verdict["digests"]["reply"] = digest_bytes(bad["reply.md"])

    return changed(bad, "verdict.json", redigest)


def released_by_hand(reply: bytes, given: Given, activation_id: str) -> Files:
    """Return the bundle of a reply that somebody wrote."""
    checked = check(reply, intake=given.intake, activation=given.activation)
    assert isinstance(checked.decision, Permit)
    there = checked.verdict
    basis = Basis(
        reply_sha256=digest_text(checked.text),
        catalogue_sha256=there.digests.catalogue,
        shape=there.shape,
        intake_sha256=there.digests.intake,
        activation_sha256=there.digests.activation,
        activation=checked.decision.admission.activation,
        drafter="by-hand",
    )
    receipt = ReceiptRecord(
        activation_id=activation_id,
        created_at="2026-01-01T00:00:00Z",
        seconds=0.5,
        attempts=1,
        drafter="by-hand",
        versions={"planner": there.planner},
        usage=Usage(),
    )
    bundle, verdict = released(checked.decision, basis, None, receipt)
    assert bundle.files["verdict.json"] == as_published(verdict)
    return bundle.files
