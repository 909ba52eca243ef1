"""A whole single-task reply, from the tables RPY, RDY and QST.

* The grammar is one regular expression over the whole text: what it does not match is refused.
"""

import re
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from tests.oracle.entries import HIDDEN, command_faults, is_grounded, path_faults
from tests.oracle.packet import ROUTES, Seen, read_packet
from tests.oracle.sets import set_faults
from tests.oracle.strict import NoValue, read

_LANGUAGE = {
    "task-packet.md": "markdown",
    "readiness.json": "json",
    "task-set.json": "json",
    "candidate-questions.jsonl": "jsonl",
}
_SECTION = "|".join(
    rf"\*\*{re.escape(name)}\*\*\n```{language}\n(?:(?!```).*\n)*```\n"
    for name, language in _LANGUAGE.items()
)
_REPLY = re.compile(rf"(?:[^\S\n]*\n)*(?:(?:{_SECTION})(?:[^\S\n]*\n)*)+\s*")
_CUT = re.compile(r"^\*\*(.+)\*\*\n```\w+\n((?:(?!```).*\n)*)```\n", re.MULTILINE)
_LIMIT = 2**20

EXECUTING = ("direct_execution", "partial_completion")
_READINESS = {
    "direct_execution": ("ready",),
    "partial_completion": ("ready",),
    "needs_detail": ("needs_clarification",),
    "macro_adjustment_request": ("not_ready", "needs_clarification"),
    "blocked": ("blocked",),
}
_ADVICE = {
    "direct_execution": ("ready_for_orchestration",),
    "partial_completion": ("ready_for_orchestration",),
    "needs_detail": ("needs_clarification",),
    "macro_adjustment_request": ("replan_required", "needs_clarification"),
    "blocked": ("blocked",),
}
_UNFIT = re.compile(f"(?![\u200c\u200d])(?:{HIDDEN.pattern}|\t)")
_LISTS = ("blockers", "allowed_paths", "verification")


@dataclass(frozen=True)
class Known:
    """What is known beside the reply."""

    git: bool = False
    stop: bool = False
    task_set: bool = False
    single: bool = False
    ids: tuple[str, ...] = ()
    evidence: str | None = None
    token_reason: bool = False


def readiness_in(reply: str) -> dict[str, Any] | None:
    """Return the readiness object of *reply*; None when none can be read."""
    for name, body in _CUT.findall(reply):
        if name == "readiness.json":
            try:
                value = read(body)
            except NoValue:
                return None
            return value if isinstance(value, dict) else None
    return None


def text_of(reply: bytes) -> str | None:
    """Return the reply with LF alone and without its mark; None when it is no text."""
    try:
        text = reply.decode()
    except UnicodeDecodeError:
        return None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    return None if not text.strip() or "\0" in text or len(reply) > _LIMIT else text


def reply_faults(text: str, known: Known) -> set[str]:
    """Return the codes that stand against a reply, read on its own."""
    found = set()
    if "CCB completion reply" in text and "Full text:" in text:
        found.add("RPY013")
    if not _REPLY.fullmatch(text):
        return {*found, "RPY002"}
    sections = _CUT.findall(text)
    names = [name for name, _ in sections]
    # Consumers take a label wherever it stands, so one inside a section is one too many.
    labels = re.findall(r"^\*\*([a-z-]+\.[a-z]+)\*\*$", text, re.MULTILINE)
    if labels != names or len({*names}) < len(names):
        found.add("RPY003")
    bodies = dict(sections)
    asked = bodies.pop("candidate-questions.jsonl", None)
    if names[:1] == ["task-set.json"] and [*bodies] == ["task-set.json"]:
        found |= {"SET201"} if known.single else set()
        found |= set_faults(bodies["task-set.json"], partial(_alone, known=known), known.ids)
        return found | _question_faults(asked, {"readiness": None, "blockers": []})
    if names[:2] != ["task-packet.md", "readiness.json"] or len(bodies) != 2:
        return {*found, "RPY001"}
    if known.task_set:
        found.add("RPY201")
    try:
        readiness = read(bodies["readiness.json"])
    except NoValue:
        return {*found, "RPY010"}
    if not isinstance(readiness, dict):
        return {*found, "RPY011"}
    found |= _alone(bodies["task-packet.md"], readiness, known)[0]
    if not any(code in found for code in ("RPY011", "RDY003")):
        found |= _question_faults(asked, readiness)
    return found


def _alone(text: str, readiness: dict[str, Any], known: Known) -> tuple[set[str], Seen]:
    packet = read_packet(text, stop=known.stop)
    return packet.faults | _readiness_faults(readiness, packet, known), packet


def _readiness_faults(said: dict[str, Any], packet: Seen, known: Known) -> set[str]:
    texts = ("readiness", "route", "status_recommendation", "reason")
    unknown = said.keys() - {*texts, *_LISTS}
    absent = {"readiness", "route", *_LISTS} - said.keys()
    if unknown or absent or any(not isinstance(said.get(name, ""), str) for name in texts):
        return {"RPY011"}
    found = set()
    for name in _LISTS:
        items = said[name]
        if not isinstance(items, list):
            return {"RPY011"}
        if not all(map(_is_trimmed, items)):
            return {"RDY003"}
        if len(items) != len({*map(str, items)}):
            found.add("RDY003")
    return found | _matrix_faults(said, known) | _entry_faults(said, packet, known)


def _is_trimmed(item: Any) -> bool:
    if not isinstance(item, str) or not item.strip() or item != item.strip():
        return False
    return not {item[0], item[-1]} & {*"\u200b\u2060\ufeff\u00ad"}


def _matrix_faults(said: dict[str, Any], known: Known) -> set[str]:
    route, readiness, advice = (
        said.get(n) for n in ("route", "readiness", "status_recommendation")
    )
    if route not in ROUTES:
        return {"RDY002"}
    found = set()
    ready = ("ready",) if known.stop and route == "needs_detail" else _READINESS[str(route)]
    advised = ("detail_ready",) if known.stop else _ADVICE[str(route)]
    if readiness not in ready:
        found.add("RDY101")
    if "status_recommendation" in said and advice not in advised:
        found.add("RDY108")
    if bool(said["blockers"]) != (route not in EXECUTING and not known.stop):
        found.add("RDY102" if not said["blockers"] else "RDY103")
    if bool(said["allowed_paths"]) != (route in EXECUTING):
        found.add("RDY105" if route in EXECUTING else "RDY104")
    if not said["verification"]:
        found.add("RDY106")
    reason = said.get("reason", "x")
    form = r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}" if known.token_reason else r"(?=.*\S).{1,240}"
    if not re.fullmatch(form, str(reason)) or _UNFIT.search(str(reason)):
        found.add("RDY107")
    return found


def _entry_faults(said: dict[str, Any], packet: Seen, known: Known) -> set[str]:
    found = set()
    if packet.route is not None and packet.route != said["route"]:
        found.add("PKT201")
    if "PKT007" not in packet.faults:
        found |= {"PKT202"} if packet.paths != said["allowed_paths"] else set()
        found |= {"PKT203"} if packet.commands != said["verification"] else set()
    if said["route"] == "partial_completion" and not _says_what_is_left(packet.remaining):
        found.add("RDY109")
    for path in _texts(said["allowed_paths"]):
        found |= path_faults(path)
        if known.evidence is not None and not is_grounded(path, known.evidence):
            found.add("PTH202")
    for command in _texts(said["verification"]):
        found |= command_faults(command, git=known.git)
    return found


def _texts(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _says_what_is_left(remaining: list[str]) -> bool:
    values = [value.strip() for value in remaining]
    if not values or any(value.casefold().rstrip(".") in ("", "none", "-") for value in values):
        return False
    for value in values:
        sums = re.fullmatch(r"(\d+) of (\d+) done, (\d+) remaining", value)
        if sums and (int(sums[1]) + int(sums[3]) != int(sums[2]) or int(sums[3]) == 0):
            return False
    return True


_TEXTS = {"id": 100, "stage": None, "question": 500, "why_blocking": None}
_OPTIONAL = {"context", "placeholder", "selection_mode", "required", "require_option", "options"}


def _question_faults(body: str | None, said: dict[str, Any]) -> set[str]:
    found: set[str] = set()
    questions: list[dict[str, Any]] = []
    for line in body.removesuffix("\n").split("\n") if body is not None else ():
        try:
            value = read(line)
        except NoValue:
            return {"QST001"}
        if not isinstance(value, dict):
            return {"QST001"}
        questions.append(value)
        found |= _form_faults(value)
    if any(one.get("id") == two.get("id") for one, two in pairwise(sorted(questions, key=_id))):
        found.add("QST101")
    blocking = sum(question.get("defer_allowed") is False for question in questions)
    if blocking > 3:
        found.add("QST102")
    blockers = said["blockers"]
    wanted = min(3, max(1, len(blockers))) if isinstance(blockers, list) else 1
    if said["readiness"] == "needs_clarification" and blocking < wanted:
        found.add("QST202")
    return found


def _id(question: dict[str, Any]) -> str:
    return str(question.get("id"))


def _form_faults(question: dict[str, Any]) -> set[str]:
    fixed = {*_TEXTS, "defer_allowed", "default_if_unanswered"}
    if question.keys() - fixed - _OPTIONAL or fixed - question.keys():
        return {"QST001"}
    for name, limit in _TEXTS.items():
        value = question[name]
        if not isinstance(value, str) or not value.strip():
            return {"QST001"}
        if limit is not None and len(value) > limit:
            return {"QST002"}
    default = question["default_if_unanswered"]
    if type(question["defer_allowed"]) is not bool or not isinstance(default, str | None):
        return {"QST001"}
    if any(len(str(question.get(name, ""))) > limit for name, limit in _LONG.items()):
        return {"QST002"}
    return {"QST201"} if question["stage"] != "planning" else set()


_LONG = {"context": 1000, "placeholder": 300}
