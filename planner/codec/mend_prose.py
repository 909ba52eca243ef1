"""Prose that plainly adds no sense to a reply, and so may be dropped from around it.

* An allow-list: a greeting, an announcement, a farewell. Whatever is not known says something, be
  it a correction, a condition, `draft`, a path, or a sentence in a language that is not read here.
* What surrounds a section can take it back as well: a label struck through, a fence that says
  `diff`, a comment around it. Those are no spellings of the section.
"""

from collections.abc import Iterable
from typing import Final

from planner.codec.fences import named_by
from planner.codec.mend_notes import Row
from planner.model.pattern import pattern
from planner.model.words import words

LONGEST: Final = 200
"""Characters of one stretch of prose; a longer one is no greeting."""
_QUOTED: Final = 80

_THING: Final = (
    r"(?:repl(?:y|ies)|answers?|responses?|plans?|outputs?|results?|(?:task )?packets?|task sets?"
    r"|readiness|(?:candidate )?questions|artifacts?|sections?|files?|documents?|deliverables?"
    r"|contracts?)"
)
_NAMED: Final = (
    rf"(?:(?:the|my|your|our|a|an|all|both) )*(?:(?:requested|complete|full|whole|finished|final"
    rf"|following) )*{_THING}(?:(?:,| and|, and| with) (?:(?:the|its|my|your) )?{_THING})*"
)
_TAIL: Final = (
    r"(?: below| here| now| as (?:asked|requested)| you (?:asked for|requested|wanted)| for you"
    r"| for (?:this|your|the) (?:request|task|issue))*"
)
_SENTENCE: Final = pattern(
    r"(?:(?:and|now|so|okay|ok|sure|certainly|of course|great),? )*(?:"
    r"(?:hello|hi|hey|greetings)(?: there| everyone| all)?|good (?:morning|afternoon|evening|day)"
    r"|sure(?: thing)?|certainly|of course|absolutely|okay|ok|all ?right|understood|great|gladly"
    r"|perfect|got it|no problem|with pleasure|yes|thanks?(?: you)?(?: very much)?|you(?:'re| are)"
    r" welcome|(?:all )?done|finished|that(?:'s| is) (?:all|it)|and now|now|first|then|next"
    r"|finally|lastly"
    rf"|(?:here(?:'s| is| are)?|below(?: is| are)?|this is|these are|please find|you will find)"
    rf"(?: (?:it|them|{_NAMED}))?{_TAIL}|here (?:it is|they are|you (?:go|are))|{_NAMED} follows?"
    rf"|(?:i(?:'ve| have)|we(?:'ve| have)) (?:prepared|written|made|completed) {_NAMED}{_TAIL}"
    rf"|as (?:asked|requested)|(?:the |my )?{_THING}"
    r"|let me know(?: what you think| if (?:you (?:have|need|want)|there (?:is|are))(?: any)?"
    r"(?: other| further| more)?(?: questions| anything(?: else)?| help))?"
    r"|(?:i )?hope (?:that )?(?:this|it|that) (?:helps|is helpful)|(?:i'm |i am )?happy to help"
    r"|feel free to (?:ask|reach out)(?: any time| anytime)?|good ?bye|bye|cheers|enjoy|good luck"
    r"|(?:best|kind|warm)(?: regards| wishes)?|regards|have a (?:nice|good|great) (?:day|one|week)"
    r"|hallo|guten (?:tag|morgen)|gerne?|nat\u00fcrlich|klar|selbstverst\u00e4ndlich|danke"
    r"|hier (?:ist|sind)(?: (?:er|sie|es|(?:der|die) (?:plan|antwort)))?|bitte(?: sehr)?"
    r"|viele gr\u00fc\u00dfe|bonjour|bien s\u00fbr|voici(?: (?:le plan|la r\u00e9ponse))?|merci"
    r"|voil\u00e0|cordialement|hola|claro|por supuesto|gracias|saludos"
    r"|aqu\u00ed (?:est\u00e1|tienes)(?: (?:el plan|la respuesta))?|ciao|certo|ecco|grazie"
    r"|ol\u00e1|obrigad[oa]|\u597d\u7684|\u4f60\u597d|\u8c22\u8c22|\u306f\u3044|\u4ee5\u4e0b\u3067\u3059"
    r")"
)
_ENDS: Final = pattern(r"[.!:\u2026\u3002\uff01\uff1a]+(?:\s+|$)")
_MARKS: Final = pattern(r"^[ \t]*#{1,6}[ \t]+|\*\*|__|[ \t]+#+[ \t]*$")
_RULE: Final = pattern(r"[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*")

_LABEL: Final = pattern(
    "\\s*(?:\\d+\\s*[.)])?[\\w\\s#*`:.+'\"\u2022\u00ad\u200b-\u200f\u2060-\u2064\ufeff-]*"
)
_LANGUAGES: Final = words(
    """
    json jsonl jsonlines json-lines ndjson jsonc json5 hjson jsonnet json-with-comments javascript
    js markdown md text txt plain plaintext
    """
)
_WRAPPERS: Final = words("markdown md text txt plain plaintext")


def adds_no_sense(rows: Iterable[Row]) -> bool:
    """Say whether *rows* hold nothing but what is said out of politeness."""
    told = [row.text for row in rows if row.text.strip()]
    return sum(map(len, told)) <= LONGEST and all(map(_is_polite, told))


def _is_polite(line: str) -> bool:
    if _RULE.fullmatch(line):
        return True
    plain = _MARKS.sub("", line.replace("\u2019", "'")).strip().casefold()
    parts = [part.strip() for part in _ENDS.split(plain) if part.strip()]
    return bool(parts) and all(map(_SENTENCE.fullmatch, parts))


def quoted(rows: Iterable[Row]) -> str:
    """Return the beginning of *rows* for a message."""
    text = " ".join(" ".join(row.text.split()) for row in rows if row.text.strip())
    text = text.replace("`", "'")
    return f"`{text}`" if len(text) <= _QUOTED else f"`{text[:_QUOTED]}\u2026`"


def is_plain_label(line: str) -> bool:
    """Say whether a label is decorated only in ways that leave it a label."""
    return _LABEL.fullmatch(line) is not None


def unknown_info(info: str) -> str | None:
    """Return the word of a fence's info line that may say something about its content."""
    for at, word in enumerate(info.split()):
        is_name = named_by(word.rpartition("=")[2]) is not None
        if not is_name and (at or word.casefold() not in _LANGUAGES):
            return word
    return None


def is_plain_wrapper(info: str) -> bool:
    """Say whether a fence around a whole reply says nothing about it."""
    return not info or info.casefold() in _WRAPPERS
