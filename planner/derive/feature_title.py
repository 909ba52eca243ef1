"""What a plan's goal and title say, both in the words of the request.

* Neither names where something is authored: that is no field of a plan.
* A name is cut at a word; a goal is never cut.
"""

import re
from collections.abc import Sequence
from typing import Final

from planner.derive.feature_mentions import UNTOLD
from planner.model.intake import Form, LabelledStatement
from planner.model.key_format import without_secrets
from planner.model.pattern import pattern
from planner.model.plan import surface_in
from planner.model.vocabulary import Label

NAME_LIMIT: Final = 60
"""Code points of a name that is made from the beginning of a goal."""


def goal_of(labelled: Sequence[LabelledStatement]) -> str:
    """Return the sentence of the request that says what is wanted."""
    # A request may ask for nothing but what a plan leaves out; that has a name nonetheless.
    told = [item for item in labelled if item.label not in UNTOLD] or [*labelled]
    ranked = [
        *(
            item
            for item in told
            if item.label is Label.GOAL and item.statement.form is not Form.TITLE
        ),
        *(item for item in told if item.statement.form is Form.TITLE),
        *(item for item in told if item.label is Label.CRITERION),
        *told,
    ]
    texts = [without_secrets(item.statement.text) for item in ranked]
    plain = [text for text in texts if surface_in(text) is None]
    return plain[0] if plain else _SURFACE_PHRASE.sub("", next(iter(texts), ""))


_SURFACE_PHRASE: Final = pattern(
    r"[ \t]*\b(?:in|with|using|via|inside)[ \t]+(?:the[ \t]+)?(?:UiPath[ \t]+)?"
    r"(?:Studio(?:[ -]?(?:Web|X|Desktop|Pro))?|VS[ -]?Code|Visual Studio Code)\b",
    re.IGNORECASE,
)


def feature_of(labelled: Sequence[LabelledStatement], goal: str) -> str:
    """Return what the feature is called: the request's title, or how its goal begins."""
    title = next(
        (item.statement.text for item in labelled if item.statement.form is Form.TITLE), ""
    )
    if title and surface_in(title) is None:
        return _short(without_secrets(title).strip().rstrip(".:!"))
    text = _POLITE.sub("", goal).strip().rstrip(".:!")
    clause = _CLAUSE.split(text, maxsplit=1)[0].strip()
    return _short(clause if len(clause.split()) > 1 else text)


def _short(text: str) -> str:
    text = text.replace("`", "")
    if len(text) > NAME_LIMIT:
        text = _DANGLING.sub("", text[:NAME_LIMIT].rpartition(" ")[0] or text[:NAME_LIMIT])
    return text[:1].upper() + text[1:]


_CLAUSE: Final = pattern(
    r"[,;:(.]|[ ](?:that|which|who|with|to|for|from|so|when|where|in|on|by|using)[ ]", re.IGNORECASE
)
_POLITE: Final = pattern(
    r"\A(?:please[ ,]+)?"
    r"(?:(?:I|we)(?:['’]d| would) like(?: to have)?[ ]+|(?:I|we) (?:need|want)[ ]+)?"
    r"(?:(?:to )?(?:build|create|make|develop|implement|automate|design|set up)[ ]+)?"
    r"(?:(?:an?|the)[ ]+)?",
    re.IGNORECASE,
)
_DANGLING: Final = pattern(
    r"(?:[ ,;:—–-]+(?:an?|the|and|or|of|to|in|on|for|with|that|which|from|by|into))*[ ,;:—–-]*\Z",
    re.IGNORECASE,
)
