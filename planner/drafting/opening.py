"""What a request begins with: its goal, and the background before what it asks for.

* Where no heading names a goal, the sentence that opens the request is the goal.
* Where the title asks and a section lists what is wanted, a plain statement of fact above them
  is background.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from planner.drafting.cues import DESCRIBES, FORBIDS, IMPERATIVE, MUST, WANTS
from planner.drafting.headings import folded, heading_label, report_label
from planner.drafting.manner import (
    asks_politely,
    bare,
    is_about_the_list,
    is_order_in_words,
    is_story,
    only_reads,
)
from planner.drafting.measure import asks_for_tests, only_names_files
from planner.drafting.reported import DESCRIBED, is_own_goal
from planner.drafting.symptoms import is_symptom
from planner.model.intake import Form, LabelledStatement, Statement
from planner.model.pattern import pattern
from planner.model.vocabulary import Label
from planner.model.words import words

_LEAD: Final = pattern(
    r"\A\W*(?P<name>[^\W\d_][^:：.`*\n]{0,60}?)[*_]*\s*[:：][*_]*\s*(?P<rest>\S.*)?\Z", re.DOTALL
)
_NAME_ALONE: Final = pattern(r"\A[^\W\d_][\w '’-]{2,40}\Z")
_LISTED: Final = frozenset({Form.BULLET, Form.NUMBERED, Form.CHECK, Form.ROW})


def with_led(
    statements: Sequence[Statement], places: Iterable[Label | None]
) -> Iterator[Label | None]:
    """Yield the places of *statements*, corrected by labels that stand in their own text.

    A line that begins with a heading's name ("**Interface:** …") stands under that name; one that
    is nothing else speaks for the list below it, and a name alone on its line for the prose too.
    """
    led: Label | None = None
    above, below = "", _LISTED
    for statement, place in zip(statements, places, strict=True):
        own, is_lead = _label_in(statement)
        if own is not None:
            led, above = (own if is_lead else None), statement.heading
            below = _LISTED if statement.form is Form.LABELLED else _LISTED | {Form.PROSE}
            yield own
        elif led is not None and statement.form in below and statement.heading == above:
            yield led
        else:
            led = None
            yield place


def _label_in(statement: Statement) -> tuple[Label | None, bool]:
    """Return what the label at the front of a line says, and whether it says nothing else."""
    if statement.form is Form.PROSE and _NAME_ALONE.match(statement.text):
        return heading_label(statement.text, whole=True), True
    found = _LEAD.match(statement.text) if statement.form is Form.LABELLED else None
    if found is None:
        return None, False
    if found["rest"] is not None and folded(found["name"]) in _WISHES:
        return Label.GOAL, False
    return heading_label(found["name"], whole=True), found["rest"] is None


_WISHES: Final = frozenset({
    "wanted", "wish", "what we want", "what i want", "what we need", "what i need", "gewünscht",
    "wunsch", "was wir wollen", "was wir brauchen", "gesucht", "souhait", "souhaité", "souhaitée",
    "ce que nous voulons", "se desea", "se quiere", "deseo", "lo que queremos", "si desidera",
    "si vuole", "desiderio", "cosa vogliamo", "desejo", "pretende se", "o que queremos", "gewenst",
    "wens", "wat we willen", "要望", "希望", "やりたいこと", "期望", "想要",
})  # fmt: skip
"""Names before one wish in a sentence, which is the goal; a list under them is criteria."""


def without_background(
    found: Sequence[LabelledStatement], places: Sequence[Label | None]
) -> list[LabelledStatement]:
    """Let plain statements of fact be background where they open a request that lists its wishes.

    Only below a title that asks for something, or beside a goal, and above what a heading lists as
    wanted: elsewhere a sentence may be all that says it.
    """
    result = list(found)
    is_goal = any(_asks_at_once(item) or places[at] is Label.GOAL for at, item in enumerate(result))
    if not is_goal or not _lists_wishes(result, places):
        return result
    for at, item in enumerate(result):
        if item.statement.form is Form.TITLE or item.label is Label.SET_ASIDE:
            continue
        if places[at] is not None or item.statement.form is not Form.PROSE:
            break
        if item.label in {Label.CRITERION, Label.GOAL} and _only_tells(item.statement.text):
            result[at] = replace(item, label=Label.CONTEXT, reason=DESCRIBED)
    return result


def without_described(
    found: Sequence[LabelledStatement], places: Sequence[Label | None]
) -> list[LabelledStatement]:
    """Let what a description tells be background where a list says what is wanted."""
    result = list(found)
    if not _lists_wishes(result, places):
        return result
    for at, item in enumerate(result):
        if (
            places[at] is None
            and item.label is Label.CRITERION
            and item.statement.form is Form.PROSE
            and folded(item.statement.heading) in _DESCRIPTIONS
            and _only_tells(item.statement.text)
        ):
            result[at] = replace(item, label=Label.CONTEXT, reason=DESCRIBED)
    return result


_DESCRIPTIONS: Final = words(
    "description beschreibung descripción descrizione descrição beschrijving omschrijving details"
    " sachverhalt opis 説明 描述 详情"
)


def _lists_wishes(found: Sequence[LabelledStatement], places: Sequence[Label | None]) -> bool:
    return any(
        place is Label.CRITERION and item.label in {Label.CRITERION, Label.INTERFACE}
        for item, place in zip(found, places, strict=True)
    )


def _asks_at_once(item: LabelledStatement) -> bool:
    """Whether a title asks for a change by its first word."""
    text = item.statement.text
    is_verb = item.statement.form is Form.TITLE and _NOUN_FIRST.match(text) is None
    return is_verb and len(text.split()) >= _FEWEST_WORDS and _only_orders(text)


_FEWEST_WORDS: Final = 3
_NOUN_FIRST: Final = pattern(
    r"\w+ (?:of|for|by|in|to|with|from|and|as|on|at|von|für|mit|de|des|du|del|di|da|do|van)\b",
    re.IGNORECASE,
)
"""Titles such as "Export of loans": the first word is no verb, though it could be one."""


def _only_orders(text: str) -> bool:
    return IMPERATIVE.search(bare(text)) is not None or _VERB_FIRST.match(text) is not None


_VERB_FIRST: Final = pattern(
    r"\A(?:cache|pause|skip|show|hide|warn|remember|retry|refuse|reject|escape|sort|group|merge"
    r"|archive"
    r"|notify|remind|lock|unlock|round|publish|count|track|detect|highlight|mark|redirect|rotate"
    r"|schedule|sync|translate|validate|verify|wrap|report|speed up|improve|reduce|increase)\b"
    r"|(?-i:.*\s[a-zäöü]{2,}(?:ieren|eln|ern|en)\Z)|[^\W\d_]{3,}(?:[ai]r|[ai]re)\b",
    re.IGNORECASE,
)
"""Verbs at the front of a title; in German at its end, in Romance languages by their ending."""


def _only_tells(text: str) -> bool:
    """Whether a sentence states a fact and neither demands, wishes nor refuses anything."""
    asks = (
        MUST.search(text)
        or WANTS.search(text)
        or FORBIDS.search(text)
        or _SOMEBODY_WANTS.search(text)
        or is_order_in_words(text)
    )
    return not (asks or _only_orders(text) or asks_politely(text) or is_story(text))


_SOMEBODY_WANTS: Final = pattern(
    r"\A[^,.;]{1,60}\b(?:wants?|would like|wish(?:es)?|needs?|möchten?|wollen|brauchen|wünschen"
    r"|veulent|souhaitent|quieren|necesitan|vogliono|querem|willen)\b|(?:たい|ほしい)[。.]?\Z|希望|想要",
    re.IGNORECASE,
)


def with_goal(
    found: Sequence[LabelledStatement], places: Sequence[Label | None]
) -> tuple[LabelledStatement, ...]:
    """Where no heading names a goal, the sentence that opens the request is the goal."""
    result = list(found)
    if any(is_own_goal(item) for item in result):
        return tuple(result)
    order = _first_order(result, places)
    is_told = _asks_at_once(result[0]) and _lists_wishes(result, places) if result else False
    for at, item in enumerate(result):
        if item.label is Label.GOAL and _is_title(item.statement):
            continue
        if item.label is Label.GOAL or item.statement.answer or not _is_preamble(item):
            break
        if at < order and _is_background(item):
            result[at] = replace(item, label=Label.CONTEXT, reason=DESCRIBED)
            continue
        if at < order and item.label is Label.CONTEXT:
            continue
        if is_told and _only_tells(item.statement.text):
            continue
        if _may_be_goal(item) and places[at] is None:
            result[at] = LabelledStatement(statement=item.statement, label=Label.GOAL)
            break
    return tuple(result)


def _is_background(item: LabelledStatement) -> bool:
    """Whether a sentence above the first order tells how things are: also what nobody can do."""
    text = item.statement.text
    if item.label is Label.CONSTRAINT:
        return _CANNOT.match(text) is not None and MUST.search(text) is None
    return item.label is Label.CRITERION and _only_tells(text)


_CANNOT: Final = pattern(
    r"\A[^,.;:`]{1,60}\b(?:cannot|can(?: not|['’]t)|could(?: not|n['’]t)|(?:is|are|am)(?: not"
    r"|n['’]t)"
    r" able to|(?:kann|können|konnten?)\b[^,.;:]{0,60}\b(?:nicht|kein\w*)|ne (?:peut|peuvent)"
    r"|no (?:puede|pueden|podemos)|non (?:può|possono|possiamo)|não (?:pode|podem|podemos"
    r"|conseguem?)"
    r"|(?:kan|kunnen)\b[^,.;:]{0,60}\b(?:niet|geen))\b",
    re.IGNORECASE,
)


def _is_title(statement: Statement) -> bool:
    """Whether a statement is the title, or the subject line of a mail, which is one."""
    return statement.form is Form.TITLE or _SUBJECT.match(statement.text) is not None


_SUBJECT: Final = pattern(
    r"\A[*_]*(?:subject|re|betreff|betr\.|objet|sujet|asunto|oggetto|assunto|onderwerp|件名|主题)"
    r"[*_]*\s?[:：]",
    re.IGNORECASE,
)


def _first_order(found: Sequence[LabelledStatement], places: Sequence[Label | None]) -> int:
    """Return where a message without title and headings first says what is to be done; else 0."""
    for at, item in enumerate(found):
        statement = item.statement
        if _SUBJECT.match(statement.text):
            continue
        if places[at] is not None or statement.heading or statement.form is not Form.PROSE:
            return 0
        text = statement.text
        is_order = (
            is_order_in_words(text)
            or IMPERATIVE.search(bare(text))
            or asks_politely(text)
            or WANTS.search(text)
        )
        if item.label in {Label.CRITERION, Label.GOAL} and is_order:
            return 0 if asks_for_tests(text) or only_names_files(text) else at
    return 0


def _is_preamble(item: LabelledStatement) -> bool:
    """Whether an item asks for nothing that would have to come after a goal."""
    return item.statement.form in _SPOKEN or item.label in {Label.CONTEXT, Label.SET_ASIDE}


def _may_be_goal(item: LabelledStatement) -> bool:
    text = item.statement.text
    if item.statement.form not in _SPOKEN or only_reads(text) or is_about_the_list(text):
        return False
    if asks_for_tests(text) or only_names_files(text) or _NAMES_MATTER.match(text):
        return False
    if is_symptom(text) or report_label(item.statement.heading, text) is not None:
        return False
    if item.label is Label.CRITERION:
        return True
    is_told = DESCRIBES.search(text) and not _SOMEBODY_WANTS.search(text)
    return item.label is Label.CONTEXT and not is_told


_NAMES_MATTER: Final = pattern(
    r"\A\W*(?:(?:it|this|that)(?: is|['’]s) (?:about|regarding|on)|(?:the )?(?:subject|topic"
    r"|matter)"
    r"(?: is|:)|es geht (?:hier )?um|(?:das )?(?:thema|betreff)(?: ist|:)|il s['’]agit d[e'’]"
    r"|(?:le )?sujet(?: est|:)|c['’]est (?:à propos d|au sujet d)[eu'’]|se trata de"
    r"|(?:el )?(?:asunto|tema)"
    r"(?: es|:)|si tratta d\w+|(?:l['’])?(?:oggetto|argomento)(?: è|:)|trata-se d[eoa]"
    r"|(?:o )?assunto(?: é|:)|het (?:gaat om|betreft)|(?:het )?onderwerp(?: is"
    r"|:))\s*[^.,;:]{1,60},? "
    r"(?:as (?:we )?(?:discussed|agreed|said|mentioned|talked)|wie (?:gestern )?(?:besprochen"
    r"|vereinbart|gesagt)|comme (?:convenu|discuté|dit|vu)|como (?:hablamos|acordamos|dijimos"
    r"|quedamos|falamos|combinamos|combinado|acordado)|come (?:d['’]accordo|detto|concordato)"
    r"|zoals (?:besproken|afgesproken))\b[^.,;:]{0,30}\W*\Z",
    re.IGNORECASE,
)
"""A sentence that names a matter and leaves what is wanted of it to another talk."""
_SPOKEN: Final = frozenset({Form.PROSE, Form.LABELLED})
