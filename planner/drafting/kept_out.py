"""Paths that one statement lets change and another keeps out: the request contradicts itself.

* Only what is kept out whole counts: "do not change the names in `a.py`" leaves the file open.
* A folder that is kept out takes what lies in it along, unless "everything else" is kept out.
* What an answer allows, it allows: it came later.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from planner.drafting.contradictions import Contradiction
from planner.drafting.headings import heading_label
from planner.drafting.places import listed_paths
from planner.drafting.staying import stays
from planner.model.intake import Form, LabelledStatement, Statement
from planner.model.path import reach
from planner.model.path import spelled as spelled_path
from planner.model.pattern import pattern
from planner.model.vocabulary import Label
from planner.rules.named import Named, paths_in

_JOINS: Final = pattern(
    r"\A[\s`*_,、，]*(?:and|or|und|oder|et|ou|y|o|e|en|of|と|和)?[\s`*_]*"
    r"(?:(?:everything|anything|all)(?: else)?(?: (?:that is|that lies|which is))? (?:under|in"
    r"|below"
    r"|inside)|(?:alles|sonst alles)(?: andere)? (?:unter|in)|tout(?: le reste)? (?:dans|sous)"
    r"|todo(?: lo demás)? (?:en|bajo)|tutto(?: il resto)? (?:in|sotto)|tudo(?: o resto)? em"
    r"|alles(?: andere)? (?:in|onder))?[\s`*_]*\Z",
    re.IGNORECASE,
)
_STAYS: Final = pattern(
    r"\A[`*\s]*(?:(?:must|have to|has to|should|shall) )(?:stay|remain|be left|be kept)"
    r" (?:as (?:it is|they are|is)|alone|untouched|unchanged)"
    r"|\A[`*\s]*(?:must|may|should) (?:not|never) be (?:changed|touched|edited|modified)"
    r"|\A[`*\s]*(?:bleib\w*|müssen bleiben)\b[^.;]{0,20}\b(?:unverändert|unberührt|wie (?:sie|es"
    r"|er))"
    r"|\A[`*\s]*(?:darf|dürfen|soll|sollen) nicht (?:geändert|verändert|angefasst)"
    r"|\A[`*\s]*ne (?:doi(?:t|vent)|peu(?:t|vent)) pas être (?:modifi|touch|chang)"
    r"|\A[`*\s]*no (?:se )?(?:deben?|pueden?) (?:cambiar|tocar|modificar|ser)"
    r"|\A[`*\s]*non (?:deve|devono|va|vanno) (?:essere )?(?:modific|tocc|cambi)"
    r"|\A[`*\s]*não (?:deve|devem|pode|podem) ser (?:alter|modific|mexid|mudad)"
    r"|\A[`*\s]*mag niet (?:worden )?(?:aangepast|gewijzigd|aangeraakt)"
    r"|\A[`*\s]*(?:は|を)(?:変更|修正|編集)し(?:ない|ては)|\A[`*\s]*(?:不能|不得|不要|不可)(?:修改|改|动)",
    re.IGNORECASE,
)
_HANDS_OFF: Final = pattern(
    r"(?:\A|[.;,:]\s*)\W*(?:please |bitte )?(?:(?:do not|don['’]t|never) (?:touch|change|edit"
    r"|modify)"
    r"|hands off|leave|finger weg von|nicht (?:anfassen|ändern)\s*:?|ne (?:touchez"
    r"|modifiez) pas(?: à)?"
    r"|ne pas (?:toucher|modifier)(?: à)?|no (?:tocar|toquen|modificar|cambiar)"
    r"|non (?:toccare|modificare)|não (?:mexer|mexam|alterar|alterem)(?: em)?"
    r"|niet (?:aanraken|aanpassen)\s*:?|(?:不要|请勿|不得)(?:修改|改动|动))[\s`*_:]*\Z",
    re.IGNORECASE,
)
_BARE: Final = pattern(
    r"\A[\s`*_]*(?:(?:the|die|der|das|le|la|les|l['’]|el|los|las|il|lo|i|gli|o|os|a|as|de|het)"
    r"[\s`*_]*)?(?:(?:files?|modules?|folders?|director(?:y|ies)|scripts?|datei(?:en)?|moduls?|ordner"
    r"|fichiers?|dossiers?|archivos?|ficheros?|carpetas?|file|moduli?|cartell[ae]|ficheiros?"
    r"|arquivos?|pastas?|bestand(?:en)?|map(?:pen)?|文件|ファイル)[\s`*_]*)?\Z",
    re.IGNORECASE,
)
"""What may stand before a path that a sentence begins with."""
_ENDS: Final = pattern(r"\A[`*_\s]*(?:[.;。]|,\s|\(|—|–|-\s|\Z)")
_ELSE: Final = pattern(
    r"\b(?:else|other|others|rest|sonst|ander\w*|übrig\w*|reste|autres?|demás|otros?|resto|altr[io]"
    r"|outros?|overige|but|except|außer|sauf|salvo|tranne|exceto|behalve)\b|他|其他|其余|以外|除",
    re.IGNORECASE,
)


def refused_scope(labels: Sequence[LabelledStatement]) -> Iterator[Contradiction]:
    """Yield each statement that lets a path change, with the one that keeps this very path out."""
    refusals = [
        (item.statement, kept)
        for item in labels
        if item.label in {Label.NON_GOAL, Label.CONSTRAINT} and (kept := tuple(_kept_out(item)))
    ]
    if not refusals:
        return
    for item in labels:
        if item.label is Label.PATH and not item.statement.answer:
            allowed = listed_paths(item.statement)
            for statement, kept in refusals:
                if _meet(allowed, kept, statement):
                    yield Contradiction(item.statement, statement)
                    break


def _meet(allowed: Sequence[str], kept: Sequence[str], statement: Statement) -> bool:
    if not set(allowed).isdisjoint(kept):
        return True
    if _ELSE.search(statement.text):
        return False
    known = reach(kept)
    return any(known.cover(path) is not None for path in allowed)


def _kept_out(item: LabelledStatement) -> Iterator[str]:
    """Yield the paths that a refusal names as what is not to be touched."""
    statement = item.statement
    if statement.form is Form.CODE:
        return
    text = statement.text
    named = list(paths_in(text))
    run: list[Named] = []
    for one in named:
        if run and not _JOINS.match(text[run[-1].end : one.start]):
            yield from _of_run(item, run)
            run = []
        run.append(one)
    if run:
        yield from _of_run(item, run)


def _of_run(item: LabelledStatement, run: Sequence[Named]) -> Iterator[str]:
    """Yield a list of paths where what stands before or after it keeps them out."""
    text = item.statement.text
    before, after = text[: run[0].start], text[run[-1].end :]
    is_first = _BARE.match(before) is not None
    is_listed = (
        item.label is Label.NON_GOAL
        and heading_label(item.statement.heading) is Label.NON_GOAL
        and not after.strip(" `*_.。")
    )
    is_stated = stays(after) or _STAYS.match(after) is not None
    is_ordered = _HANDS_OFF.search(before) is not None and _ENDS.match(after) is not None
    if is_ordered or (is_first and (is_listed or is_stated)):
        yield from (spelled_path(one.text) for one in run)
