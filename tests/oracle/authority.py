"""Whether an activation is one and its constraint holds, line by line of docs/authority.md."""

import re
from typing import Any

from tests.oracle.strict import digest, digest_of_text

_DIGEST = re.compile("[0-9a-f]{64}")
_TOKEN = re.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
_STOP = ("task_packet", "execution_contract", "orchestration_notes")

CONSTRAINT = "terminal_status_constraint"
_NINE = {
    "schema_version",
    "status",
    "basis",
    "task_id",
    "task_revision",
    "state_version",
    "authority_digest",
    "basis_digest",
    "required_reason",
}


def _is(pattern: re.Pattern[str], value: Any) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _positive(value: Any) -> bool:
    return type(value) is int and value >= 1


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _text_or_null(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _shape(value: Any, members: dict[str, Any], optional: dict[str, Any] | None = None) -> bool:
    """Say whether *value* is a closed object whose members pass their checks."""
    checks = members | (optional or {})
    return (
        isinstance(value, dict)
        and members.keys() <= value.keys() <= checks.keys()
        and all(checks[name](item) for name, item in value.items())
    )


def is_task(value: Any) -> bool:
    """Say whether *value* has the form of a task's record."""
    return _shape(
        value,
        {
            "id": lambda item: _is(_TOKEN, item),
            "revision": _positive,
            "state_version": _positive,
            "status": _text,
            "route": _text_or_null,
            "owner": _text_or_null,
            "next_owner": _text_or_null,
            "current_loop": _text_or_null,
            "activation_reason": _text_or_null,
        },
    )


def _is_intake(value: Any) -> bool:
    return _shape(
        value,
        {
            "sha256": lambda item: _is(_DIGEST, item),
            "bytes": lambda item: type(item) is int and item >= 0,
        },
        {"text": _text, "path": _text},
    )


def _is_artifact(value: Any) -> bool:
    return _shape(value, {"kind": _text, "path": _text, "sha256": _text}, {"content": _text})


def _list_of(check: Any) -> Any:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _words(*words: Any) -> Any:
    return lambda value: any(type(value) is type(word) and value == word for word in words)


def is_activation(value: Any) -> bool:
    """Say whether *value* matches the activation's table."""
    single = isinstance(value, dict) and value.get("planner_contract") == "single_task"
    if single and value.get("expected_task_ids") != []:
        return False
    return _shape(
        value,
        {
            "schema": _words("planner.activation/1"),
            "activation_id": lambda item: _is(_TOKEN, item),
            "kind": _words("intake", "reactivation"),
            "planner_contract": _words("single_task", "task_set", None),
            "expected_task_ids": _list_of(_text),
            "intake": _is_intake,
            "task": lambda item: item is None or is_task(item),
            "reason": _text_or_null,
            "artifacts": _list_of(_is_artifact),
            "capabilities": lambda item: _shape(
                item, {}, {"git_repository": _words("true", "false", "not_guaranteed")}
            ),
        },
        {CONSTRAINT: lambda _: True, "basis": lambda item: isinstance(item, dict)},
    )


def _is_reason(value: Any, *, token: bool) -> bool:
    if token:
        return _is(_TOKEN, value)
    broken = "[\x00-\x1f\x7f-\x9f\u2028\u2029]"
    return isinstance(value, str) and 0 < len(value) <= 240 and not re.search(broken, value)


def constraint_holds(sent: dict[str, Any], *, token: bool = False) -> bool:
    """Say whether the constraint of a well-formed activation holds, GAT001 to GAT109."""
    said, task, basis = sent.get(CONSTRAINT), sent["task"], sent.get("basis")
    if not isinstance(said, dict) or said.keys() != _NINE:
        return False
    if task is None or sent["kind"] != "reactivation" or not isinstance(basis, dict):
        return False
    exact = (
        (said["schema_version"], 1),
        (said["status"], "detail_ready"),
        (said["basis"], "verified_detail_ready_stop_contract"),
        (said["task_id"], task["id"]),
        (said["task_revision"], task["revision"]),
        (said["state_version"], task["state_version"]),
        (said["required_reason"], sent["reason"]),
        (task["status"], "detail_ready"),
        (task["route"], "needs_detail"),
        (said["basis_digest"], digest(basis)),
        (said["authority_digest"], _authority(task, said["basis_digest"])),
    )
    return (
        all(type(left) is type(right) and left == right for left, right in exact)
        and _is_reason(said["required_reason"], token=token)
        and _basis_holds(basis, task, sent["artifacts"])
    )


def _authority(task: dict[str, Any], basis_digest: Any) -> str | None:
    names = ("state_version", "status", "owner", "next_owner", "current_loop", "activation_reason")
    record = {name: task[name] for name in names}
    return digest(record | {"task_revision": task["revision"], "basis_digest": basis_digest})


def _basis_holds(basis: dict[str, Any], task: dict[str, Any], artifacts: list[Any]) -> bool:
    given = {item["kind"]: item for item in artifacts}
    origin = basis.get("detail_provenance")
    if not artifacts_agree(artifacts, basis) or not isinstance(origin, dict):
        return False
    if basis.keys() != {"route", "detail_provenance", "artifacts", "stop_contract_sha256"}:
        return False
    if origin.keys() != {"job_id", "task_id", "task_revision", "activation_id", "artifacts"}:
        return False
    references = ((basis, {"path", "sha256"}), (origin, {"path", "sha256", "source_path"}))
    for holder, members in references:
        named = holder["artifacts"]
        if not isinstance(named, dict) or any(item.keys() != members for item in named.values()):
            return False
    texts = {kind: given[kind].get("content") for kind in _STOP if kind in given}
    named = {*texts, *(kind for kind, _ in _named(basis))}
    return bool(
        texts
        and all(isinstance(given[kind].get("content"), str) for kind in named)
        and basis["stop_contract_sha256"] == digest(texts)
        and basis["route"] == "needs_detail"
        and origin["task_id"] == task["id"]
        and type(origin["task_revision"]) is int
        and origin["task_revision"] == task["revision"]
    )


def _named(basis: Any) -> list[tuple[str, Any]]:
    holders = [basis, basis.get("detail_provenance")] if isinstance(basis, dict) else []
    found = [holder.get("artifacts") for holder in holders if isinstance(holder, dict)]
    return [pair for one in found if isinstance(one, dict) for pair in one.items()]


def artifacts_agree(artifacts: list[Any], basis: Any) -> bool:
    """Say whether every artifact has its digest, and the basis's where it names one (GAT105)."""
    given = {item["kind"]: item for item in artifacts}
    if len(given) != len(artifacts):
        return False
    for item in artifacts:
        content = item.get("content")
        if content is not None and digest_of_text(content) != item["sha256"]:
            return False
    return all(
        kind in given
        and isinstance(named, dict)
        and (named.get("path"), named.get("sha256")) == (given[kind]["path"], given[kind]["sha256"])
        for kind, named in _named(basis)
    )
