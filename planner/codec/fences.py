"""Labelled fenced sections: the one grammar in which a reply is written.

* A label line ``**name**`` at column 0, under it three backticks and a language word, the body,
  and three backticks at column 0 (seed 003).
* Consumers close a section at the first such line, so a body never holds a fence line.
"""

import re
import unicodedata
from typing import Final

from planner.model.pattern import pattern
from planner.model.vocabulary import FENCE_LANGUAGE, Artifact

FENCE: Final = "```"

FENCE_LINE: Final = pattern(r"^[ \t]*(`{3,}|~{3,})", re.MULTILINE)
"""A line that a Markdown reader, or the controller's, may take for a fence."""

_LOOKALIKES: Final = str.maketrans(
    "аеорсухіјѕԁԛьвкмнтӏᴀɑαειοκνρτυıɩոօսհ01",
    "aeopcyxijsdqbbkmhtlaaaeioknptuiinouhoi",
)
_DECORATION: Final = pattern(r"[\W_]+", re.UNICODE)
_LIST_NUMBER: Final = pattern(r"^\s*\d+\s*[.)]")
_SUFFIX: Final = pattern(r"(?:md|markdown|jsonl|json)$")
_LONGEST_LABEL: Final = 120
"""A longer line is prose, whatever it mentions."""
_FOLDED: Final = {
    "taskpacket": Artifact.PACKET,
    "readiness": Artifact.READINESS,
    "taskset": Artifact.TASK_SET,
    "candidatequestions": Artifact.QUESTIONS,
    "candidatequestion": Artifact.QUESTIONS,
}


def label(artifact: Artifact) -> str:
    """Return the label line of *artifact*."""
    return f"**{artifact.value}**"


def opening(artifact: Artifact) -> str:
    """Return the line that opens the fence of *artifact*."""
    return f"{FENCE}{FENCE_LANGUAGE[artifact]}"


def fenced(artifact: Artifact, body: str) -> str:
    """Print one section; *body* ends with a line end and holds no fence line."""
    return f"{label(artifact)}\n{opening(artifact)}\n{body}{FENCE}\n"


EXACT_LABELS: Final = {label(artifact): artifact for artifact in Artifact}


def lookalikes_folded(text: str) -> str:
    """Return *text* in lower case, its letters as the plain ones that they look like."""
    return unicodedata.normalize("NFKD", text).casefold().translate(_LOOKALIKES)


def named_by(line: str) -> Artifact | None:
    """Return the artifact that *line* reads as once its decoration is folded away.

    Folded are case, spaces, punctuation, the suffix, list and heading marks, zero-width and
    look-alike characters; the exact label reads as its artifact too.
    """
    if len(line) > _LONGEST_LABEL:
        return None
    folded = _DECORATION.sub("", lookalikes_folded(_LIST_NUMBER.sub("", line)))
    folded = folded.removeprefix("artifact").removeprefix("file")
    return _FOLDED.get(_SUFFIX.sub("", folded)) or _FOLDED.get(folded)
