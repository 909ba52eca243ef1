"""What the words of an answer settle, told conservatively; when in doubt, nothing.

* Consent settles nothing: an answer is never an approval.
* One of two statements is chosen by its words, by its place, or by a value that it alone holds.
* A blocker is resolved when the answer says that it is, now and without a condition.
"""

import re
from enum import Enum, auto
from typing import Final

from planner.drafting.cues import PLACEHOLDER, REFERS_BACK, UNDECIDED
from planner.drafting.gaps import asks, is_undecided, placeholder_of
from planner.model.pattern import pattern
from planner.model.words import words
from planner.rules.literals import terms_of


class Choice(Enum):
    """Which of two statements an answer lets hold."""

    ONE = auto()
    OTHER = auto()
    NEITHER = auto()


_END: Final = r"[\s.!。！]*\Z"
_CONSENTS: Final = pattern(
    r"\A\W*(?:(?:yes|ok(?:ay)?|sure|fine)\W+)?(?:please\W+)?(?:go ahead|proceed|execute|start"
    r"(?: the)?(?: work)?|ship it|do it|lgtm|looks good(?: to me)?|approved?|i approve|agreed"
    r"|confirmed|accepted|authori[sz]ed|sounds good|as you (?:like|think|prefer|recommend(?:ed)?)"
    r"|(?:use |take )?(?:the )?(?:default|recommended|recommendation)(?: one| option)?|your choice"
    r"|you decide|whatever|einverstanden|genehmigt|freigegeben|d['’]accord|approuvé|vale|aprobado"
    r"|approvato|va bene|aprovado|akkoord|goedgekeurd"
    r"|承認(?:します|済み)?|了解(?:です)?|同意|批准|可以)" + _END,
    re.IGNORECASE,
)
_IS_ONE_WORD: Final = pattern(
    r"\A\W*(?:yes|yeah|yep|no|nope|ok|okay|sure|fine|both|ja|nein|oui|non|sí|si|sì|sim|não|nee"
    r"|はい|いいえ|是|否|对|不)" + _END,
    re.IGNORECASE,
)
_NOT_KNOWN: Final = pattern(
    r"\A\W*(?:(?:i|we) (?:do not|don['’]t|cannot say|can['’]t say)(?: really)?(?: know)?(?: yet)?"
    r"|no (?:idea|clue|answer)(?: yet)?|unknown|undecided|unclear|(?:not |still )?(?:yet )?(?:open"
    r"|decided|known|sure|clear)(?: yet)?|later|skip|skipped|deferred|to be (?:decided|determined"
    r"|defined|confirmed)|tb[dca]|ask (?:me |us )?(?:again )?later|keine ahnung|weiß (?:ich )?nicht"
    r"|(?:noch )?(?:offen|unklar|unbekannt)|je ne sais pas|inconnu|no (?:lo )?sé|ni idea"
    r"|non (?:lo )?so|não sei|(?:ik )?weet (?:ik )?niet"
    r"|(?:わかりません|不明|未定)|(?:不知道|不确定|未定))" + _END,
    re.IGNORECASE,
)


def is_consent(text: str) -> bool:
    """Say whether *text* agrees and says nothing else."""
    return _CONSENTS.match(text) is not None


def is_one_word(text: str) -> bool:
    """Say whether *text* is a bare yes or no."""
    return _IS_ONE_WORD.match(text) is not None


def leaves_open(text: str) -> bool:
    """Say whether *text* asks back, or says that nothing is decided."""
    return (
        asks(text)
        or placeholder_of(text) is not None
        or is_undecided(text)
        or _NOT_KNOWN.match(text) is not None
    )


_ONE: Final = pattern(
    r"\A\W*(?:(?:use|take|keep|it is|it['’]s) )?(?:the |das |der |die |le |la |el |il |lo |o |a "
    r"|de |het )?(?:first|former|earlier|1st|1|erste\w*|premi(?:er|ère)|primer[oa]?|prim[oa]"
    r"|primeir[oa]|eerste|前者|第一条|第一个|一つ目)\b"
    r"(?: (?:one|statement|sentence|number|limit|holds|is right|wins|gilt|aussage))*" + _END,
    re.IGNORECASE,
)
_OTHER: Final = pattern(
    r"\A\W*(?:(?:use|take|keep|it is|it['’]s) )?(?:the |das |der |die |le |la |el |il |lo |o |a "
    r"|de |het )?(?:second|latter|later one|2nd|2|zweite\w*|second[eo]?|deuxième|segund[oa]"
    r"|second[oa]|tweede|后者|後者|第二条|第二个|二つ目)\b"
    r"(?: (?:one|statement|sentence|number|limit|holds|is right|wins|gilt|aussage))*" + _END,
    re.IGNORECASE,
)
_NEITHER: Final = pattern(
    r"\A\W*(?:neither|none of (?:the two|them|both)|keine? von beiden|weder noch|aucune? des deux"
    r"|ning\w+ de (?:los|las) dos|nessun[oa] dei due|nenhum dos dois|geen van beide|どちらでもない"
    r"|都不)(?: (?:of (?:the two|them|both)|one|statement|holds|is right|gilt))*" + _END,
    re.IGNORECASE,
)
_FILLER: Final = words("""
    the a an is are it its this that one holds hold right correct applies apply valid wins use take
    keep we want i of two statement sentence limit value number should be please with only
    gilt gelten ist stimmt das die der
    est juste c es correcto vale è giusta é certo geldt klopt
""")
_TOKEN: Final = pattern(r"[^\W_]+(?:[.,:'’-][^\W_]+)*|[\u3040-\u30ff\u3400-\u9fff]")


def choice_of(answer: str, one: str, other: str) -> Choice | None:
    """Return which of the statements *one* and *other* the *answer* lets hold."""
    for found, choice in ((_ONE, Choice.ONE), (_OTHER, Choice.OTHER), (_NEITHER, Choice.NEITHER)):
        if found.match(answer):
            return choice
    said, first, second = (_tokens(text) for text in (answer, one, other))
    named = _named(said, first, second)
    if named is not None:
        return named
    told = frozenset(said) - _FILLER
    in_one, in_other = told <= frozenset(first), told <= frozenset(second)
    if not told or in_one is in_other:
        return None
    return Choice.ONE if in_one else Choice.OTHER


def _named(said: list[str], first: list[str], second: list[str]) -> Choice | None:
    """Return the one statement that is repeated whole; where one holds the other, the longer."""
    has_one, has_other = _holds(said, first), _holds(said, second)
    if has_one and has_other:
        has_one, has_other = _holds(first, second), _holds(second, first)
    if has_one is has_other:
        return None
    return Choice.ONE if has_one else Choice.OTHER


def _tokens(text: str) -> list[str]:
    return [found.group() for found in _TOKEN.finditer(text.casefold())]


def _holds(text: list[str], part: list[str]) -> bool:
    return bool(part) and f" {' '.join(part)} " in f" {' '.join(text)} "


def shares(answer: str, one: str, other: str) -> bool:
    """Say whether *answer* names most of what both statements speak of."""
    both = terms_of(one) & terms_of(other)
    return 2 * len(both & terms_of(answer)) > len(both)


_RESOLVED: Final = pattern(
    r"\b(?:resolved|unblocked|no longer (?:blocked|missing|needed|required|open|a problem))\b"
    r"|\b(?:is|are|was|were|has been|have been|got) (?:now |since |already |finally )*(?:solved"
    r"|removed|lifted|granted|provided|delivered|available|restored|fixed|merged|issued|received"
    r"|arrived|renewed|in place|set up|back)\b|\b(?:has|have) (?:now |since |already )*(?:arrived"
    r"|come)\b|\b(?:is|are) there now\b"
    r"|\b(?:gelöst|behoben|aufgehoben|nicht mehr (?:blockiert|nötig))\b"
    r"|\bliegt (?:jetzt |nun )?vor\b"
    r"|\b(?:ist|sind) (?:jetzt|nun) (?:da|verfügbar|vorhanden)\b"
    r"|\b(?:résolu|débloqué|levé)e?s?\b|\best (?:maintenant )?disponible\b"
    r"|\b(?:resuelt|desbloquead|solucionad)[oa]s?\b|\bya está disponible\b"
    r"|\b(?:risolt|sbloccat)[oaie]\b|\b(?:resolvid|desbloquead)[oa]s?\b"
    r"|\b(?:opgelost|niet meer (?:geblokkeerd|nodig))\b"
    r"|解決(?:した|しました|済み)|解消(?:した|しました)|已解决|已解除|已经(?:解决|解除|到位)",
    re.IGNORECASE,
)
_NOT_YET: Final = pattern(
    r"[?？]|\b(?:not (?!blocked)|n['’]t|never|will|once|when|if|until|unless|should|would|could|may"
    r"|might|soon|tomorrow|next|expected|hopefully|maybe|perhaps|probably|partly|partially|almost"
    r"|nearly|still|yet|pending|assume|suppose|treat|consider|nicht (?!mehr)|kein\w*|noch|wird"
    r"|werden|sobald|wenn|falls|morgen|pas|bientôt|quand|si|cuando|cuándo|aún|todavía|pronto|quando|presto"
    r"|ancora|ainda|se|niet (?!meer)|nog|zodra|als)\b|まだ|たら|れば|予定|还没|尚未|如果|将",
    re.IGNORECASE,
)


def says_resolved(text: str) -> bool:
    """Say whether *text* says that a blocker is gone, now and without a condition."""
    return _RESOLVED.search(text) is not None and _NOT_YET.search(text) is None


_KEEPS_PLAN: Final = pattern(
    r"\A\W*(?:no|nope|nein|non|não|nee|いいえ|不(?:要|用)?)(?=[\s,.;:!—–-]|\Z)"
    r"|\b(?:the )?plan (?:stays|remains|is kept)\b|\b(?:keep|leave) the plan\b"
    r"|\b(?:do not|don['’]t) change the plan\b",
    re.IGNORECASE,
)


def keeps_plan(text: str) -> bool:
    """Say whether *text* says that the plan is not to be changed."""
    return _KEEPS_PLAN.search(text) is not None


_CAPABILITY: Final = pattern(
    r"\A\W*(?:(?:project capability:|it is|it['’]s|use|take)\s+)?(?:git_repository\s*[=:]\s*)?"
    r"[`'\"]?(?P<value>true|false|not_guaranteed)[`'\"]?" + _END,
    re.IGNORECASE,
)


def capability_in(answer: str, declared: tuple[str, ...]) -> str | None:
    """Return the one value of `git_repository` that *answer* names, by itself or by its place."""
    if found := _CAPABILITY.match(answer):
        return found["value"].casefold()
    if len(declared) > 1 and _ONE.match(answer):
        return declared[0]
    return declared[1] if len(declared) > 1 and _OTHER.match(answer) else None


_SPAN: Final = pattern(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|«[^»]*»|「[^」]*」")
_LEAD: Final = pattern(r"\A[:(\[-] ?(?=[TFX])")
_LONGEST_VALUE: Final = 80
_MOST_WORDS: Final = 8
_SENTENCE_END: Final = pattern(r"[.!。！]\Z")


def filled(text: str, answer: str) -> str | None:
    """Return *text* with *answer* in the place of its placeholder; None where it is no value."""
    masked = _SPAN.sub(lambda found: "x" * len(found.group()), text)
    found = PLACEHOLDER.search(masked)
    value = _value(answer)
    if found is None or value is None:
        return None
    start, end = found.span()
    if lead := _LEAD.match(found.group()):
        start += lead.end()
    around = terms_of(f"{text[:start]} {text[end:]}")
    if around and 2 * len(around & terms_of(value)) > len(around):
        return None
    if end == len(text) and found.group().endswith("."):
        value = f"{value}."
    return f"{text[:start]}{value}{text[end:]}"


def _value(answer: str) -> str | None:
    plain = " ".join(answer.split())
    if len(plain) > _LONGEST_VALUE or len(plain.split()) > _MOST_WORDS:
        return None
    if _SENTENCE_END.search(plain):
        if " " in plain:
            return None
        plain = plain[:-1]
    return plain or None


_FEWEST_WORDS: Final = 4
_YES_NO: Final = pattern(r"\A\W*(?:yes|no|ja|nein|oui|non|sí|sì|sim|não|nee)\b", re.IGNORECASE)


def with_question(asked: str, answer: str) -> str:
    """Return *answer* as it can be read without the question: with what was *asked*, if need be."""
    about, said = terms_of(asked), terms_of(answer)
    points_back = REFERS_BACK.match(answer) or _YES_NO.match(answer)
    if asks(asked):
        return answer if about and about <= said and not points_back else f"{asked} {answer}"
    is_sentence = len(answer.split()) >= _FEWEST_WORDS and not about.isdisjoint(said)
    if is_sentence and not points_back:
        return answer
    found = UNDECIDED.search(asked)
    subject = asked[: found.start()].strip(" ,;:") if found else ""
    return f"{subject or asked.rstrip('.。 ')}: {answer}"
