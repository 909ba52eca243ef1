"""Sentences that only say by which command the work is proved, in whatever words they do it.

* Such a sentence holds, beside commands that check work, only words of running and passing; any
  other word ("fails today", "takes five minutes") makes it another sentence.
* A command that is not to be run is no check, wherever it stands.
"""

import re
from typing import Final

from planner.drafting.proof_words import PROVING, SPOKEN
from planner.drafting.spoken import commands_in
from planner.model.pattern import pattern
from planner.model.words import words
from planner.rules.named import Named, runs_checks

_WORD: Final = pattern(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SIGNS: Final = pattern("[\u3040-\u30ff\u3400-\u9fff]+")
_SPAN: Final = pattern(r"`[^`\n]*`")
_ELISION: Final = pattern(r"\b(?:d|l|qu|s|c|n|all|dell)['’](?=\w)", re.IGNORECASE)
_ADDED: Final = pattern(
    r"\b(?:(?:must|should|may|shall) not (?:fail|break|(?:report|print|find|show|give|yield"
    r"|produce)"
    r" (?:anything|any(?: new)? (?:errors?|failures?|warnings?|findings|problems?|complaints?))"
    r"(?: (?:new|else|more))?)|(?:there is |there's )?no need for (?:any)?(?:more|thing else)"
    r"|no more (?:is )?(?:needed"
    r"|necessary)|nothing (?:more|else)(?: is)?(?: needed| necessary)?|(?:without|no|zero|0)"
    r" (?:any )?(?:new )?(?:errors?|failures?|warnings?|findings|problems?|complaints?)"
    r"|(?:with )?(?:exit )?(?:code|status) (?:0|zero)|mehr (?:braucht es|ist) nicht(?: nötig)?"
    r"|ohne (?:fehler|warnungen)|(?:ist|wird) nicht mehr nötig|sans (?:erreurs?|avertissements?)"
    r"|rien de plus|sin (?:errores|avisos|fallos)|nada más|senza (?:errori|avvisi)|nient['’]altro"
    r"|sem (?:erros|avisos|falhas)|nada mais|zonder (?:fouten|waarschuwingen)|meer hoeft niet)\b",
    re.IGNORECASE,
)
_PROVES_IN_SIGNS: Final = pattern(
    r"\A(?:が|は|を|で|の|と|に|も|こと|です|ます|する|した|して|すれば|成功|通る|通れば|通り|通過|合格"
    r"|改完|改好|做完|写完|跑|一下|来|可以|能|看看|看|是否|就好|完了|確認|検証|テスト|実行|ください|下さい|必要|ある|あり|以上|十分|だけ|最後|提出|前|納品"
    r"|変更|後"
    r"|必ず|用|请|运行|执行|测试|验证|检查|通过|必须|要|应|应该|即可|就|行|够|了|足够|完成|提交|之前|以前|前"
    r"|最后|并|且|和|与|及|都|需|需要|全部)+\Z"
)
_NOT_RUN: Final = pattern(
    r"\b(?:(?:do|must|should|may|need|shall|please) not|don['’]t|never|not to|without|instead of"
    r"|rather than|no need to|avoid|no longer|cannot)\b[^.;:!?]{0,40}\Z"
    r"|\b(?:nicht|niemals|nie|statt|anstelle von|ohne|kein\w*)\b[^.;:!?]{0,30}\Z"
    r"|\b(?:ne|n['’]\w+) (?:\w+ )?(?:pas|jamais)\b[^.;:!?]{0,30}\Z|\bau lieu d[e'’][^.;:!?]{0,20}\Z"
    r"|\b(?:no|nunca|jamás) (?:se debe |hay que )?(?:ejecut|us|corr|lanc)\w+[^.;:!?]{0,30}\Z"
    r"|\b(?:en lugar|en vez|invece|em vez) d[ei]\b[^.;:!?]{0,20}\Z"
    r"|\b(?:non|mai) (?:esegu|lanci|us)\w+[^.;:!?]{0,30}\Z"
    r"|\b(?:não|nunca) (?:execut|us|corr|rod)\w+[^.;:!?]{0,30}\Z"
    r"|\b(?:niet|nooit|in plaats van)\b[^.;:!?]{0,30}\Z|(?:不要|请勿|不得|禁止|别)[^。；]{0,10}\Z",
    re.IGNORECASE,
)
_NOT_RUN_AFTER: Final = pattern(
    r"\A`?\s*(?:(?:must|should|may|need|is|are|shall) not\b(?! (?:report|fail|print|find|show|raise"
    r"|complain|warn|break|give|turn up|yield|produce|get|become)\b)|nicht\b|niet\b"
    r"|(?:darf|soll|muss|mag|moet) (?:nicht|niet)\b|ne (?:doit|peut) (?:pas|jamais)\b"
    r"|no (?:debe|se debe|hace falta)\b|non (?:deve|serve)\b|não (?:deve|é preciso)\b"
    r"|(?:を|は)実行し(?:ない|ては)|は不要)",
    re.IGNORECASE,
)


def only_proves(text: str) -> bool:
    """Say whether all that *text* says is which commands have to pass."""
    named = list(commands_in(text))
    if not named or not all(runs_checks(one.text) for one in named):
        return False
    if any(is_not_run(text, one) for one in named):
        return False
    rest = text
    for one in reversed(named):
        rest = f"{rest[: one.start]} {rest[one.end :]}"
    rest = _ELISION.sub("", _ADDED.sub(" enough ", rest))
    if _SPAN.search(rest) or any(ch.isdigit() for ch in rest) or "?" in rest or "？" in rest:
        return False
    if signs := _SIGNS.findall(rest):
        return all(_PROVES_IN_SIGNS.match(run) for run in signs)
    spoken = {word.casefold() for word in _WORD.findall(rest)}
    return bool(spoken & PROVING) and spoken <= SPOKEN


_BARELY: Final = words("""
    must muss müssen doit doivent debe deben deve devono devem moet moeten enough suffit basta chega
    clean green pass passes
""")


def leads_proof(text: str) -> bool:
    """Say whether *text* leads in the commands that prove the work ("To check it, run:")."""
    if not text.rstrip(" *_").endswith((":", "：")):
        return False
    spoken = {word.casefold() for word in _WORD.findall(text)}
    return bool(spoken & (PROVING - _BARELY)) and spoken <= SPOKEN


def is_not_run(text: str, named: Named) -> bool:
    """Say whether *text* says of a command that it is not to be run."""
    return (
        _NOT_RUN.search(text[: named.start].rstrip("` ") + " ") is not None
        or _NOT_RUN_AFTER.match(text[named.end :]) is not None
    )
