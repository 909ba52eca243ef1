"""What stands around a request: quoted questions, ticked boxes, closing lines, tracker commands.

* A question that is quoted and answered right below is settled, unless the answer leaves it open.
* A ticked box beside open ones that tells what has happened is history.
* A message closes with thanks, wishes and a name; nothing that asks for something is a closing.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from planner.drafting.cues import IMPERATIVE, MUST
from planner.drafting.evidence import SMALL_TALK
from planner.drafting.manner import bare, is_order_in_words
from planner.drafting.settles import leaves_open
from planner.model.intake import Brief, Form, LabelledStatement, Statement
from planner.model.pattern import pattern
from planner.model.vocabulary import Label

ANSWERED: Final = "it quotes a question that is answered below"
DONE: Final = "it is ticked, and tells what has happened"

_ACTION: Final = pattern(
    r"\A/(?:add-?\w*|approve|area|assign|blocks?|cc|clear|close|confidential|copy_metadata|done|due"
    r"|duplicate|epic|estimate|hold|iteration|kind|label|lgtm|lock|merge|milestone|move|priority"
    r"|react|reassign|relabel|relate|remove[-_]\w+|reopen|retest|severity|sig|spend|status|subscribe"
    r"|target_branch|title|todo|triage|unassign|unlabel|unlock|unsubscribe|weight)"
    r"(?:\s+[^`/]*)?\Z"
)
"""What a tracker reads as a command of its own: `/label ~bug`."""


def is_tracker_command(statement: Statement) -> bool:
    """Say whether a line speaks to the tracker that the request was written in."""
    return statement.form is not Form.CODE and _ACTION.match(statement.text) is not None


_KIND: Final = pattern(
    r"\A\W*(?:(?:this|it) is |type: ?|das ist |c['’]est |es |è |é |dit is )?(?:an? |eine? |une? "
    r"|uma? |un[oa]? |een )?(?:bug(?: ?(?:fix|report))?|defect|feature(?: request)?|enhancement"
    r"|improvement|question|documentation(?: change)?|refactoring|breaking change|task|chore"
    r"|fehler(?:meldung)?|wunsch|verbesserung|anomalie|évolution|amélioration|fallo|mejora|errore"
    r"|miglioramento|erro|melhoria|fout|verbetering|不具合|バグ|要望|缺陷|错误|新功能)\W*\Z",
    re.IGNORECASE,
)


def names_kind(statement: Statement) -> bool:
    """Say whether a box only names what kind of ticket this is."""
    return statement.form is Form.CHECK and _KIND.match(statement.text) is not None


_WONT: Final = pattern(
    r"\b(?:prio(?:rity|rität|rité|ridad|rità|ridade|riteit)?|moscow|status|優先度|优先级)\s?[:：]\s?"
    r"(?:won['’]?t(?: have)?|wont|nicht|kein\w*|no se hará|out(?: of scope)?|dropped|rejected"
    r"|対象外|不做)\W*(?:;|\Z)",
    re.IGNORECASE,
)


def is_left_out_by_rank(statement: Statement) -> bool:
    """Say whether the row of a table ranks what it names as not to be done."""
    return statement.form is Form.ROW and _WONT.search(statement.text) is not None


def without_surroundings(
    brief: Brief, found: Sequence[LabelledStatement]
) -> list[LabelledStatement]:
    """Return *found* without what only stands around the request, so that it opens no goal."""
    result = _without_closing(found)
    return _without_ticked(result, brief.text.split("\n")) if "[" in brief.text else result


def without_answered(
    brief: Brief, found: Sequence[LabelledStatement]
) -> tuple[LabelledStatement, ...]:
    """Let questions that are quoted and answered right below be settled."""
    if ">" not in brief.text:
        return tuple(found)
    blanks = [piece.line for piece in brief.passed]
    return tuple(_without_quoted(found, brief.text.split("\n"), blanks))


def _without_quoted(
    found: Sequence[LabelledStatement], lines: Sequence[str], blanks: Sequence[int]
) -> list[LabelledStatement]:
    result = list(found)
    for at in range(len(result) - 1):
        item, after = result[at], result[at + 1]
        if (
            item.label is Label.QUESTION
            and _is_quoted(item.statement, lines)
            and not _is_quoted(after.statement, lines)
            and after.label not in {Label.QUESTION, Label.SET_ASIDE}
            and after.statement.heading == item.statement.heading
            and not leaves_open(after.statement.text)
            and not any(item.statement.line < blank < after.statement.line for blank in blanks)
        ):
            result[at] = replace(item, label=Label.CONTEXT, reason=ANSWERED)
    return result


def _is_quoted(statement: Statement, lines: Sequence[str]) -> bool:
    line = _line(statement, lines)
    return statement.form is not Form.CODE and line.startswith(">")


def _line(statement: Statement, lines: Sequence[str]) -> str:
    if statement.answer or statement.line > len(lines):
        return ""
    return lines[statement.line - 1].lstrip()


_TICKED: Final = pattern(r"[-*+>\s]*(?:\d+[.)]\s*)?\[[xX✓✔]\]")
_HAPPENED: Final = pattern(
    r"\b(?:was|were|(?:has|have) been|done|finished|already|took place|took care)\b"
    r"|\b(?:ist|sind|wurden?|hat|haben)\b[^.]{0,80}\b(?:\w*ge\w+(?:t|en)|\w+iert|erledigt|fertig)"
    r"\W*\Z|\bfand\b[^.]{0,60}\bstatt\b|\berledigt\b|\b(?:a|ont) (?:déjà )?(?:été|eu)\b"
    r"|\bc['’]est fait\b"
    r"|\b(?:ya|fue|fueron|ha sido|han sido|se ha|se han|hecho|hecha)\b"
    r"|\b(?:è stat[oa]|sono stat[ie]|è già|fatto|fatta)\b|\b(?:foi|foram|já|feito|feita)\b"
    r"|\b(?:is|zijn|heeft|hebben)\b[^.]{0,80}\b(?:\w*ge\w+[tdn]|klaar|gedaan)\W*\Z"
    r"|済み|しました|完了|已经|已(?:完成|确认|通过)|了[。]?\Z",
    re.IGNORECASE,
)


def _without_ticked(
    found: Sequence[LabelledStatement], lines: Sequence[str]
) -> list[LabelledStatement]:
    boxes = [item for item in found if item.statement.form is Form.CHECK]
    ticked = {item.statement.id for item in boxes if _TICKED.match(_line(item.statement, lines))}
    if not ticked:
        return list(found)
    open_lists = {item.statement.heading for item in boxes if item.statement.id not in ticked}
    return [
        replace(item, label=Label.CONTEXT, reason=DONE)
        if item.statement.id in ticked
        and item.label is Label.CRITERION
        and item.statement.heading in open_lists
        and _HAPPENED.search(item.statement.text)
        else item
        for item in found
    ]


_CLOSING: Final = pattern(
    r"\A\W*best\b(?=[,!]?\s+(?:the|your|from)\b|\W*\Z)|"
    r"\A\W*(?:(?:many|much|a thousand|kind|best|warm|lots of|big) )?(?:thanks?(?: you)?|thx|cheers"
    r"|regards|greetings|best wishes|yours|sincerely|see you|talk soon|take care|bye)\b"
    r"|\A\W*(?:(?:vielen|herzlichen|besten|schönen|tausend) )?dank\w*\b"
    r"|\A\W*(?:(?:viele|liebe|beste|schöne|freundliche|herzliche|sonnige) )?grüße\b"
    r"|\A\W*(?:mit \w+ grüßen|gruß|lg|mfg|vg|bis (?:bald|dann|später|morgen))\b"
    r"|\A\W*(?:(?:bien |très )?cordialement|(?:un grand |mille )?merci|à (?:bientôt|plus)|bonne"
    r" (?:journée|semaine|soirée)|bon week-?end|salutations|bien à (?:vous|toi))\b"
    r"|\A\W*(?:(?:muchas |mil )?gracias|(?:un |muchos )?(?:cordial )?(?:saludos?|abrazo)|hasta"
    r" (?:luego|pronto|mañana)|atentamente|quedo atent[oa]|quedamos atent[oa]s)\b"
    r"|\A\W*(?:(?:tante |mille )?grazie|a presto|(?:cordiali |distinti |un )?salut[oi]|buona"
    r" (?:giornata|serata)|buon (?:lavoro|fine settimana))\b"
    r"|\A\W*(?:(?:muito )?obrigad[oa]s?|até (?:breve|logo|já|amanhã)|(?:um )?abraços?"
    r"|(?:com os melhores )?cumprimentos|atenciosamente|bom (?:fim de semana|trabalho))\b"
    r"|\A\W*(?:(?:hartelijk |alvast |veel )?(?:be)?dankt?|(?:met )?(?:vriendelijke |hartelijke )?"
    r"groet(?:en|jes)?|tot (?:ziens|snel|morgen|dan)|fijne (?:dag|avond)|fijn weekend)\b"
    r"|\A\W*(?:どうぞ|何卒)?(?:宜|よろ)しくお願い(?:いた|致)?し(?:ます|上げます)|\A\W*以上、?よろしく"
    r"|\A\W*(?:ご検討|ご対応|ご確認)(?:の(?:ほど|程))?[、,]?(?:どうぞ|何卒)?(?:宜|よろ)しく"
    r"|\A\W*(?:(?:非常|多谢|十分|万分)?(?:感谢|谢谢)|此致|祝好|祝|拜托)",
    re.IGNORECASE,
)
_LONGEST_CLOSING: Final = 120
_ASKS: Final = pattern(r"[`/\\]|\d|[?？]|[a-z]_[a-z]|\w\.\w", re.IGNORECASE)
_CLAUSE: Final = pattern(
    r"[,;.:!。、，！—–-]\s*|\b(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar)\s+"
)


def _without_closing(found: Sequence[LabelledStatement]) -> list[LabelledStatement]:
    """Set aside the closing lines at the end of a message."""
    result = list(found)
    for at in range(len(result) - 1, -1, -1):
        item = result[at]
        if item.label is Label.SET_ASIDE:
            continue
        if item.label not in {Label.CONTEXT, Label.CRITERION} or not _closes(item.statement):
            break
        result[at] = replace(item, label=Label.SET_ASIDE, reason=SMALL_TALK)
    return result


def _closes(statement: Statement) -> bool:
    """Whether a line thanks, wishes or signs, and every clause of it asks for nothing."""
    text = statement.text
    if statement.form is not Form.PROSE or statement.answer or len(text) > _LONGEST_CLOSING:
        return False
    if _CLOSING.match(text) is None or _ASKS.search(text) or MUST.search(text):
        return False
    clauses = [clause.strip() for clause in _CLAUSE.split(text) if clause]
    return not any(
        IMPERATIVE.search(bare(clause)) or is_order_in_words(clause) for clause in clauses[1:]
    )
