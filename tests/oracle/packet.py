"""A packet's text by regular expressions over the whole of it, from the table PKT.

* Headings, labels and lists are exact; what only looks like one of them is refused.
"""

import re
from dataclasses import dataclass, field

FIVE = (
    "Goal",
    "Acceptance Criteria",
    "Interface Contracts",
    "Constraints And Non-Goals",
    "Execution Decomposition Inputs",
)
LABELS = (
    "Independently reviewable surfaces",
    "Stable interfaces available",
    "Unresolved ordering constraints requiring predecessor output",
)
ROUTES = (
    "direct_execution",
    "needs_detail",
    "macro_adjustment_request",
    "blocked",
    "partial_completion",
)
_UNSEEN = re.compile("[\u200b\u202a-\u202e\ufeff\U000e0020-\U000e007f]")
_LISTS = re.compile(
    r"(?m)^Allowed paths:\n((?:-[ \t].*\n)*)\n*Verification:\n((?:-[ \t].*\n)*)\s*\Z"
)


@dataclass
class Seen:
    """What was read of a packet, and what stands against it."""

    faults: set[str] = field(default_factory=set)
    route: str | None = None
    paths: list[str] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    remaining: list[str] = field(default_factory=list)


def read_packet(text: str, *, stop: bool) -> Seen:
    """Read a packet's *text*; *stop* says that a verified constraint holds."""
    seen = Seen()
    seen.faults |= _title_faults(text)
    named = re.findall(r"^\W*route\W*:.*$", text, re.MULTILINE | re.IGNORECASE)
    exact = re.findall(rf"^Route:[ \t]*({'|'.join(ROUTES)})[ \t]*$", text, re.MULTILINE)
    if len(named) == 1 and len(exact) == 1:
        seen.route = exact[0]
    else:
        seen.faults.add("PKT002")
    text = re.sub(r"(?m)[^\S\n]+$", "", text + "\n")
    sections = _sections(text)
    seen.faults |= _section_faults(text, sections)
    seen.faults |= _criteria_faults(sections.get("Acceptance Criteria", ""))
    inputs = sections.get("Execution Decomposition Inputs", "")
    for label in LABELS:
        if not re.search(rf"^-[ \t]+{re.escape(label)}:.*\w", inputs, re.MULTILINE):
            seen.faults.add("PKT005")
    seen.remaining = re.findall(r"^- Remaining scope:(.*)$", text, re.MULTILINE)
    _read_lists(seen, text)
    if re.search(r"\b(?:update|fix|edit|change|modify)\s+only\s+\S", text, re.IGNORECASE):
        seen.faults.add("PKT103")
    if "detail_ready" in text and not stop and not re.match(r"\s*# Task: [\w-]+\n", text):
        seen.faults.add("PKT105")
    if re.search(r"(?m)^\s*(?:```|~~~)", text):
        seen.faults.add("RPY006")
    if _UNSEEN.search(text) or re.search(r"(?m)^ {0,3}<!--", text):
        seen.faults.add("PKT106")
    return seen


def _title_faults(text: str) -> set[str]:
    lines = [line.rstrip() for line in text.split("\n")]
    title = re.fullmatch(
        r"# Task:[^\S\n]*(\S.*)", next((line for line in lines if line.strip()), "")
    )
    if title is None or len(title[1]) > 80 or len(re.findall(r"^# Task:", text, re.MULTILINE)) != 1:
        return {"PKT001"}
    below = text.split(title.group(), 1)[1].split("\n")[1:2]
    return {"PKT001"} if below and re.match(r"(?!Route:)\s*[^\s#]", below[0]) else set()


def _sections(text: str) -> dict[str, str]:
    """Return the body of each level-two section; the lists at the end belong to none."""
    before_lists = re.split(r"(?m)^Allowed paths:$", text)[0]
    parts = re.split(r"(?m)^#{1,2}(?!#) *(.*)\n", before_lists)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _section_faults(text: str, sections: dict[str, str]) -> set[str]:
    found = set()
    headings = re.findall(r"^ {0,3}#{1,6}[ \t]*.*$", text, re.MULTILINE)
    folded = [re.sub(r"[\W_]", "", heading).casefold() for heading in headings]
    for name in FIVE:
        plain = re.sub(r"\W", "", name).casefold()
        like = [heading for heading in folded if _within_one_edit(heading, plain)]
        if headings.count(f"## {name}") != 1 or len(like) != 1:
            found.add("PKT003")
        elif not _says_something(sections.get(name, "")):
            found.add("PKT004")
    return found


def _within_one_edit(left: str, right: str) -> bool:
    short, long = sorted((left, right), key=len)
    if len(long) - len(short) > 1:
        return False
    same = next(
        (i for i, pair in enumerate(zip(short, long, strict=False)) if len({*pair}) > 1), None
    )
    if same is None:
        return True
    return short[same + (len(short) == len(long)) :] == long[same + 1 :]


def _says_something(body: str) -> bool:
    body = re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL)
    return any(re.search(r"\w", line) for line in body.split("\n") if not line.startswith("#"))


def _criteria_faults(body: str) -> set[str]:
    items = re.findall(r"^-(?: (.*))?$", body, re.MULTILINE)
    return set() if items and all(re.search(r"\w", item) for item in items) else {"PKT006"}


def _read_lists(seen: Seen, text: str) -> None:
    lists = _LISTS.search(text)
    labels = re.findall(r"(?mi)^[ >*#_-]*(?:allowed paths|verification)[ *_]*:", text)
    if lists is None or len(labels) != 2 or re.search(r"^#", text[lists.start() :], re.MULTILINE):
        seen.faults.add("PKT007")
        return
    seen.paths, seen.commands = (
        [line[1:].lstrip(" \t").rstrip() for line in lists[group].split("\n")[:-1]]
        for group in (1, 2)
    )
    if any(not item.strip() for item in (*seen.paths, *seen.commands)):
        seen.faults.add("PKT007")
