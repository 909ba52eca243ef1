"""Whether a statement asks for something: an object, and not only words that fit every request.

* English is judged by its words: `Build something useful` names nothing that could be built.
* In other languages three words, or six characters of a spaceless script, are enough.
* A greeting or a thank-you is taken off first; what is left has to ask.
"""

import re
from typing import Final

from planner.codec.sentences import words_of
from planner.model.intake import Form, Statement
from planner.model.pattern import pattern
from planner.rules.pleasantries import is_pleasantry

_GENERIC: Final = words_of(
    """
    a an the some any for me us my our your to of in on with by and or but so if it its this
    that these those is are be was can could would should will may might must shall do does did
    done doing have has had get got i we you they he she who what which how why when where there
    here build make create write implement develop design produce generate code program add
    improve fix change update optimize optimise enhance give show provide deliver want wants
    need needs like help please let lets something anything everything nothing stuff thing
    things work works working job one ones way useful nice good great better best cool awesome
    amazing new simple quick fast modern clean perfect beautiful interesting fun helpful
    whatever really very just more much all every now asap today soon possible app apps
    application applications software project projects programs product products solution
    solutions system systems tool tools site website page feature features functionality task
    tasks request requests etwas irgendwas nützliches gutes baue bau mach mache erstelle bitte
    ein eine einen tolles quelque chose d utile fais faites crée construis un une truc algo útil
    haz crea construye hacer qualcosa di fai costruisci iets nuttigs maak bouw coś zrób сделай
    что нибудь полезное talked discussed agreed about yesterday earlier before last usual same
    again as per web mobile online python javascript typescript rust java users people customers
    team company business
    """
)
_GREETING: Final = pattern(
    r"""\W*(?:(?:
        hi | hello | hey | dear | greetings | howdy | good\s(?:morning|afternoon|evening|day)
      | thanks | thank\syou | many\sthanks | thx | cheers | (?:kind\s|best\s|warm\s)?regards
      | best | sincerely | yours | hallo | guten\s(?:tag|morgen|abend) | moin | vielen\sdank
      | danke | viele\sgrüße | mit\sfreundlichen\sgrüßen | liebe\sgrüße | bonjour | bonsoir
      | salut | merci | cordialement | hola | buenos\sdías | gracias | muchas\sgracias | saludos
      | ciao | buongiorno | grazie | saluti | olá | bom\sdia | obrigad[oa] | dank\sje | bedankt
      | groeten | cześć | dzień\sdobry | dziękuję | привет | здравствуйте | спасибо
      | добрый\sдень
    )\b | 你好 | 您好 | 谢谢 | 感谢 | 辛苦了 | こんにちは | お世話になっております | お疲れ様です
      | ありがとうございます? | よろしくお願い(?:いたし|致し|し)ます | 안녕하세요 | 감사합니다
      | مرحبا | شكرا)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_AFTER_GREETING: Final = pattern(
    r"(?:\s+(?:all|team|everyone|everybody|folks|there|guys|friends|you|so|very|much|again|in"
    r"|advance|a\slot|for|your|the|any|help|time|everything|reading|looking|zusammen|alle|im"
    r"|voraus|beaucoup|d'avance|à\stous|tutti|todos|a)\b)*",
    re.IGNORECASE,
)
_NAME: Final = pattern(r"[^,!.:;，！。\n]{0,40}[,!.:;，！。\n]")
_WORD: Final = pattern(r"[^\W\d_][\w'’-]*")
_WIDE: Final = pattern("[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\u0e00-\u0e7f]")
_CODE: Final = pattern(r"`[^`]*`")
_FEWEST_WORDS: Final = 3
_FEWEST_VERB_WORDS: Final = 2
_FEWEST_WIDE: Final = 6
_VERBS: Final = words_of(
    """
    add adapt allow build bump change clean convert create delete deprecate disable document
    drop enable expose export extend extract fix handle implement import improve integrate
    introduce make migrate move optimise optimize port prevent provide refactor reject remove
    rename replace return rewrite show speed split stop store support test translate update
    upgrade use validate write
    """
)
_LONGEST: Final = 2_000
"""Characters of a statement that are looked at."""


def is_actionable(statement: Statement) -> bool:
    """Say whether *statement* asks for something that could be planned."""
    if statement.form is Form.CODE or is_pleasantry(statement.text):
        return False
    text = _asked(statement.text[:_LONGEST])
    if len(_WIDE.findall(text)) >= _FEWEST_WIDE:
        return True
    words = [word.casefold().strip("'’-") for word in _WORD.findall(_spaced(text))]
    if all(word in _GENERIC for word in words):
        return False
    pieces = [piece for piece in text.split() if any(mark.isalpha() for mark in piece)]
    if len(pieces) >= _FEWEST_WORDS:
        return True
    return len(pieces) >= _FEWEST_VERB_WORDS and words[0] in _VERBS


def _spaced(text: str) -> str:
    """Keep a code span as one word that says something."""
    return _CODE.sub(" codespan ", text)


def _asked(text: str) -> str:
    """Return *text* without the greeting, the name and the thanks that it begins with."""
    for _ in range(3):
        found = _GREETING.match(text)
        if found is None:
            return text
        text = text[found.end() :]
        rest = _AFTER_GREETING.match(text)
        text = text[rest.end() :] if rest is not None else text
        named = _NAME.match(text)
        if named is not None and not _asks_in(named.group()):
            text = text[named.end() :]
    return text


def _asks_in(piece: str) -> bool:
    return any(
        word.casefold() in _VERBS or word.casefold() == "please" for word in _WORD.findall(piece)
    )
