"""What a form says before anybody fills it in: part names, prompts and placeholders.

* Text that every issue of a tracker holds says nothing about this one, so it is no statement.
* A placeholder is one only where it is the whole text; a sentence that mentions `TBD` stays.
"""

import re
from functools import lru_cache
from typing import Final

from planner.model.intake import Form
from planner.model.pattern import pattern

SECTION_NAMES: Final = frozenset(
    name.strip()
    for name in """
    macro request|macro task request|user request|user intent|original user request|request
    ask|intake|intake evidence|blocked evidence|frontdesk intake evidence
    requested validation|blocker|blockers|routing recommendation|prohibited actions|scope
    in scope|out of scope|not in scope|exclusions|excluded|required behavior
    required behaviour|expected behavior|expected behaviour|actual behavior|behavior
    behaviour|current behavior|desired behavior|required|requirement|requirements
    functional requirements|non functional requirements|acceptance|acceptance criteria
    acceptance criterion|criteria|definition of done|done when|success criteria|constraint
    constraints|limitations|restrictions|constraints and non goals|non goal|non goals|goal
    goals|goals and non goals|objective|objectives|purpose|summary|description|overview
    introduction|background|context|motivation|problem|problem statement|solution|proposal
    proposed solution|proposed change|alternatives|verification|how to verify|validation
    test|tests|test plan|testing|how to test|commands|paths|files|allowed paths
    allowed change paths|affected files|files to change|changed files|interface|interfaces
    interface contracts|public interface|api|deliverables|deliverable|question|questions
    open questions|dependencies|prerequisites|risks|assumptions|note|notes|reference
    references|links|remaining scope|remainder|user story|user stories|steps
    steps to reproduce|to reproduce|reproduction|environment|additional context
    additional information|anything else|priority|title|task|tasks|todo|feature|features
    feature request|bug|bug report|issue|issue template|task template|feature template|prd
    product requirements document|spec|specification|technical design|template|untitled
    new issue|execution contract|changes|change request|what|why|how|details
    proposed changes|checklist|screenshots|logs|impact|proposed approach|implementation
    implementation notes|plan|next steps|ziel|ziele|umfang|anforderung|anforderungen
    akzeptanzkriterien|abnahmekriterien|einschränkungen|randbedingungen|nicht ziele
    nichtziele|nicht im umfang|außerhalb des umfangs|prüfung|hintergrund|zusammenfassung
    beschreibung|offene fragen|verhalten|erwartetes verhalten|dateien|kontext|aufgabe
    objectif|objectifs|portée|périmètre|exigences|critères d acceptation|contraintes
    hors périmètre|vérification|contexte|résumé|fichiers|questions ouvertes
    comportement attendu|hors champ|objetivo|objetivos|alcance|requisitos
    criterios de aceptación|restricciones|fuera de alcance|verificación|contexto|resumen
    descripción|archivos|preguntas abiertas|comportamiento esperado|obiettivo|obiettivi
    ambito|requisiti|criteri di accettazione|vincoli|fuori ambito|verifica|contesto|escopo
    âmbito|critérios de aceitação|restrições|fora do escopo|fora de âmbito|verificação
    resumo|doel|doelen|bereik|eisen|acceptatiecriteria|beperkingen|buiten scope|verificatie
    samenvatting|cel|zakres|wymagania|kryteria akceptacji|ograniczenia|poza zakresem
    weryfikacja|opis|цель|цели|область|объём|требования|критерии приёмки|критерии приемки
    ограничения|вне рамок|проверка|контекст|описание|файлы|не входит|目标|目的|范围|需求
    要求|功能需求|验收标准|验收条件|约束|约束条件|限制|非目标|不在范围内|范围外|验证|测试
    背景|概述|摘要|描述|接口|文件|问题|备注|目標|概要|範囲|スコープ|対象範囲|要件|必須要件
    受け入れ条件|受入条件|受入基準|受け入れ基準|制約|制約条件|制限|対象外|範囲外|検証|テスト
    対象ファイル|仕様|課題|備考|목표|목적|범위|요구사항|요구 사항|인수 조건|인수 기준|제약
    제약 사항|제외|검증|테스트|배경|개요|설명|الهدف|النطاق|المتطلبات|معايير القبول|القيود
    خارج النطاق|التحقق
    """.replace("\n", "|").split("|")
    if name.strip()
)
"""Names that a request gives to its parts, folded; as a label they head what follows."""

_UNWORDED: Final = pattern(r"[\W_]+")
_NUMBERING: Final = pattern(r"^\W*(?:\d+(?:\.\d+)*[.)]?|[a-z][.)])\s+")
_IN_BRACKETS: Final = pattern(r"[(\[\uff08][^()\[\]\uff08\uff09]*[)\]\uff09]")


def folded(name: str) -> str:
    """Return *name* without case, marks, numbering, and remarks in brackets."""
    plain = _NUMBERING.sub("", name.casefold())
    return _UNWORDED.sub(" ", _IN_BRACKETS.sub(" ", plain)).strip()


@lru_cache(maxsize=1024)
def is_section_name(name: str) -> bool:
    """Say whether *name* only names a part of a request."""
    return len(name) <= _LONGEST_NAME and folded(name) in SECTION_NAMES


_LONGEST_NAME: Final = 80

_KINDS: Final = (
    "criteri(?:on|a)|requirement|item|step|task|bullet|point|feature|example|option|constraint"
    "|question|goal|deliverable|behaviou?r|non-goal|kriterium|anforderung|punkt|critère|exigence"
    "|criterio|requisito|criterium|kryterium|критерий|требование|標準|条件|标准|要件|项目|項目"
)
_WHOLE: Final = pattern(
    rf"""(?:
        no\ response | n/?a | not\ applicable | none | nothing | nil | placeholder
      | tbd | tba | tbc | todo | wip | fixme | xxx+ | lorem\ ipsum\b.*
      | to\ be\ (?:determined|defined|decided|done|filled(?:\ in)?|added)
      | fill\ (?:me\ |this\ )?in | your\ (?:text|answer|description|title)(?:\ here)?
      | (?:acceptance\ |your\ |another\ |first\ |second\ |third\ )*(?:{_KINDS})s?
        \ ?(?:\#?[0-9]{{1,2}}|[a-z]|\.\.\.|…|here)
      | (?:your|another|first|second|third|next)\ (?:{_KINDS})s?(?:\ here)?
      | (?:please\ )?(?:describe|enter|add|write|insert|type|explain|provide|put)\b[^.]*\ here
      | a\ (?:clear\ and\ concise|brief|short)\ description\ (?:of|about)\b.*
      | ex\.\ i'm\ always\ frustrated.* | add\ any\ other\ (?:context|information|details?)\b.*
      | if\ applicable,\ add\ screenshots\b.* | steps\ to\ reproduce\ the\ behaviou?r:?
      | go\ to\ '\.\.\.' | click\ on\ '\.+' | scroll\ down\ to\ '\.+' | see\ error
      | is\ your\ (?:feature\ request|issue)\ related\ to\ a\ problem\?.*
      | what\ should\ (?:change|happen)\? | one\ (?:sentence|line|paragraph)(?:\ summary)?
      | as\ an?\ [<\[{{(][^>\]}})]*[>\]}})].* | (?:given|when|then)\ [<\[{{(][^>\]}})]*[>\]}})].*
      | keine\ (?:antwort|angabe) | keine | aucune? | aucune\ réponse | ninguno | sin\ respuesta
      | nessuno | nenhum | geen | 無し | なし | 特になし | 无 | 暂无 | 待定 | 未定 | 없음
    )""",
    re.VERBOSE,
)
_BRACKETED: Final = pattern(
    r"<(?!https?:|mailto:|[\w.+-]+@)[^<>]*[^\W\d_][^<>]*>|\[[^\[\]]*[^\W\d_]\s[^\[\]]*\]"
    r"|\{\{[^{}]*\}\}|\{[\w \-]+\}|\$\{[^{}]*\}|\u2026+|\.{3,}|[-_\u2013\u2014?]+"
)
_RITUAL: Final = pattern(
    r"i(?:'ve| have) (?:searched|read|checked|looked|verified)\b|i agree to\b|i am willing to\b"
)
_LONGEST: Final = 200
_MARKS: Final = " \t*_~\"'.:"


def is_unfilled(text: str, form: Form) -> bool:
    """Say whether *text* is what a form held before anybody filled it in."""
    if len(text) > _LONGEST:
        return False
    plain = text.casefold().strip(_MARKS + "。!")
    if not plain or _BRACKETED.fullmatch(text.strip(_MARKS)):
        return True
    if form is Form.CHECK and _RITUAL.match(plain):
        return True
    return _WHOLE.fullmatch(plain) is not None or _WHOLE.fullmatch(plain + ".") is not None
