"""Headings of a request, by language: what stands under each.

* A heading is folded (case, marks, numbering) and looked up whole, then by the longest phrase
  that it holds; the longest wins, so that "out of scope" is not "scope".
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from planner.model.pattern import pattern
from planner.model.vocabulary import Label
from planner.model.words import words

HEADINGS: Final[dict[Label, str]] = {
    Label.GOAL: """
        macro request|macro task request|user request|user intent|requested validation|goal|goals
        summary|user story|user stories|story|feature request|objective|objectives|outcome|purpose
        what should change|what do you want|what is wanted|proposal|proposed change|request|feature
        overview|tl dr|title|task|the ask|problem to solve|desired outcome|mission
        ziel|ziele|anforderung|zusammenfassung|auftrag|aufgabe|wunsch|zweck
        objectif|objectifs|but|résumé|demande|objetivo|objetivos|resumen|resumo|solicitud|pedido
        obiettivo|obiettivi|riepilogo|richiesta|doel|doelen|samenvatting|verzoek
        目的|目標|概要|要望|依頼|ゴール|目标|需求概述|摘要|需求描述""",
    Label.PATH: """
        scope|in scope|files|file|allowed paths|allowed change paths|paths|files to change
        files to touch|touch|touched files|affected files|changed files|where|where to change
        write scope|write paths|files in scope|change paths
        dateien|umfang|betroffene dateien|pfade|fichiers|périmètre|portée|fichiers concernés|chemins
        archivos|alcance|ficheros|rutas|archivos afectados|file interessati|ambito|percorsi
        arquivos|ficheiros|escopo|caminhos|arquivos afetados|bestanden|reikwijdte|paden
        対象ファイル|変更ファイル|変更対象|対象範囲|範囲|スコープ|ファイル|文件|修改文件|范围
        变更范围|涉及文件""",
    Label.CRITERION: """
        required behavior|required behaviour|acceptance criteria|acceptance criterion|acceptance
        requirements|requirement|functional requirements|definition of done|done when|criteria
        expected behavior|expected behaviour|expected result|expected results|behavior|behaviour
        success criteria|must have|must haves|rules|rule|features|deliverables|tasks|to do|todo
        checklist|limits|non functional requirements|performance|what is needed|specification
        expected|expected outcome|should be|desired behavior|desired behaviour|acceptance tests
        details of the change
        erwartet|erwartetes ergebnis|soll zustand|attendu|résultat attendu|esperado
        resultado esperado|atteso|risultato atteso|verwacht|verwacht resultaat|期待|期待結果|预期
        预期结果
        akzeptanzkriterien|abnahmekriterien|anforderungen|verhalten|erwartetes verhalten
        fertig wenn|kriterien|leistung|critères d acceptation|critères|exigences
        comportement attendu|comportement requis|criterios de aceptación|criterios|requisitos
        comportamiento esperado|criteri di accettazione|criteri|requisiti|comportamento atteso
        critérios de aceitação|critérios|comportamento esperado|acceptatiecriteria|criteria
        eisen|vereisten|gewenst gedrag|verwacht gedrag
        受け入れ条件|受入条件|受入基準|受け入れ基準|要件|期待する動作|期待動作|仕様|完了条件
        必須要件
        验收标准|验收条件|需求|要求|功能需求|预期行为|完成标准""",
    Label.CONSTRAINT: """
        constraints|constraint|constraints and non goals|limitations|restrictions|compatibility
        guardrails|assumptions|dependencies|prerequisites|ordering|order of work|boundaries
        einschränkungen|randbedingungen|rahmenbedingungen|abhängigkeiten|voraussetzungen
        contraintes|dépendances|restricciones|dependencias|vincoli|dipendenze|restrições
        dependências|beperkingen|randvoorwaarden|afhankelijkheden
        制約|制約条件|制限|前提条件|依存関係|约束|限制|约束条件|依赖""",
    Label.NON_GOAL: """
        non goals|non goal|out of scope|not in scope|excluded|exclusions|prohibited actions
        do not change|do not touch|not included|will not do|won t do|off limits|no gos
        what is not wanted|must not change|read only|not to touch|not to change|leave alone
        nicht ziele|nichtziele|außerhalb des umfangs|nicht im umfang|ausgeschlossen|nicht ändern
        hors périmètre|hors de portée|non objectifs|exclusions|fuera de alcance|fuera del alcance
        no objetivos|fuori ambito|non obiettivi|fora do escopo|fora de escopo|não objetivos
        buiten scope|buiten de scope|geen doelen|buiten reikwijdte
        対象外|スコープ外|範囲外|非目標|非目标|范围之外|不在范围内|不做""",
    Label.INTERFACE: """
        interface|interfaces|api|apis|contract|contracts|interface contracts|signature|signatures
        public api|cli|command line|endpoints|endpoint|data model|data shape|schema|data format
        schnittstelle|schnittstellen|vertrag|interfaces publiques|contrat|contrats|interfaz
        contrato|contratos|interfaccia|interfacce|contratto|schnittstellenvertrag|koppelvlak
        koppelvlakken|インターフェース|インタフェース|シグネチャ|公開 api|接口|接口约定|签名""",
    Label.VERIFICATION: """
        verification|verify|how to test|how to verify|tests|testing|test plan|validation|checks
        verification commands|test commands|test command|commands|proof|how to check|check
        prüfung|verifikation|überprüfung|test|vérification|comment tester|verificación|pruebas
        cómo probar|verifica|come testare|verificação|como testar|testes|verificatie|controle
        検証|検証方法|確認方法|テスト|テスト方法|验证|验证方法|测试|测试方法""",
    Label.QUESTION: """
        open questions|open question|questions|question|undecided|unresolved|unresolved questions
        to be decided|to clarify|decisions needed|offene fragen|fragen|zu klären
        questions ouvertes|à clarifier|preguntas abiertas|preguntas|dudas|domande aperte|domande
        perguntas abertas|perguntas|dúvidas|open vragen|vragen
        未決事項|質問|確認事項|待确认|未决问题|问题""",
    Label.BLOCKER: """
        blocker|blockers|blocked by|blocked on|blocking issue|missing prerequisite|blockiert durch
        blocker grund|hindernis|blocage|bloqué par|bloqueo|bloqueado por|blocco|bloccato da
        bloqueio|geblokkeerd door|ブロッカー|阻塞|阻塞原因|障害事項""",
    Label.REMAINDER: """
        remaining|remaining scope|remaining work|left for later|later|rest|deferred|follow up
        follow ups|future work|not yet|left over|later steps|spätere schritte|später|verbleibend
        restarbeiten|reste à faire|plus tard|pendiente|más adelante|rimanente|più tardi|restante
        mais tarde|resterend|later werk|残作業|残り|今後|残件|剩余|剩余工作|后续""",
    Label.CONTEXT: """
        background|background note|notes|note|context|additional context|motivation|why|rationale
        actual|actual result|actual results|actual outcome|observed|observed behavior
        observed behaviour|repro|repro steps|how to reproduce|tatsächlich|tatsächliches verhalten
        beobachtet|schritte zum reproduzieren|observé|comportement observé|comportement actuel
        étapes pour reproduire|comportamiento actual|pasos para reproducir
        comportamento attuale|passi per riprodurre|comportamento atual|passos para reproduzir
        werkelijk|huidig gedrag|stappen om te reproduceren|実際|実際の動作|実際の結果|再現手順
        实际|实际行为
        实际结果|重现步骤|复现步骤
        problem|problem statement|current behavior|current behaviour|actual behavior
        actual behaviour|steps to reproduce|reproduction|environment|version|versions|references
        links|related|related issues|alternatives|alternatives considered|history|risks|glossary
        anything else|additional information|introduction|current state|routing recommendation
        status quo|for information|fyi|screenshots|logs|example output|acknowledgements
        hintergrund|anmerkungen|hinweise|kontext|problem|ist zustand|motivation|contexte|notes
        remarques|motivo|antecedentes|contexto|notas|contesto|note|sfondo|contexto|observações
        achtergrond|opmerkingen|context|背景|補足|備考|現状|参考|背景说明|备注|说明|现状""",
}

_NUMBERING: Final = pattern(r"^\W*(?:\d+(?:\.\d+)*|[ivx]+|[a-z])[.)]\s+", re.IGNORECASE)
_UNWORDED: Final = pattern(r"[\W_]+")
_SIGNS: Final = pattern("[\u3040-\u30ff\u3400-\u9fff]")
_TOO_COMMON: Final = words(
    "but file files later note notes rest story task tasks test tests where why links version "
    "overview request feature problem details commands rule rules limits title outcome purpose "
    "questions question touch related history logs expected order proof excluded deferred"
    " actual observed repro erwartet attendu esperado atteso verwacht tatsächlich beobachtet"
    " observé werkelijk check"
)
"""Words that say something as a whole heading, and nothing inside a longer one."""
_LONGEST_HEADING: Final = 8
_SHORTEST_PHRASE: Final = 4


def folded(heading: str) -> str:
    """Return *heading* without case, marks and numbering."""
    plain = unicodedata.normalize("NFKC", heading).casefold()
    return _UNWORDED.sub(" ", _NUMBERING.sub("", plain)).strip()


def _by_phrase() -> dict[str, Label]:
    return {
        folded(phrase): label
        for label, table in HEADINGS.items()
        for line in table.split("\n")
        for phrase in line.split("|")
        if phrase.strip()
    }


_PHRASES: Final = _by_phrase()
_INSIDE: Final = sorted(
    (
        phrase
        for phrase in _PHRASES
        if phrase not in _TOO_COMMON and (len(phrase) >= _SHORTEST_PHRASE or _SIGNS.search(phrase))
    ),
    key=len,
    reverse=True,
)
"""Phrases that are looked for inside a longer heading, the longest first."""


@lru_cache(maxsize=4096)
def heading_label(heading: str, *, whole: bool = False) -> Label | None:
    """Return what stands under *heading*, or None when it does not say.

    Args:
        heading: As written.
        whole: Look it up as a whole only, not for the phrases that it holds.
    """
    plain = folded(heading)
    if not plain or whole or plain in _PHRASES:
        return _PHRASES.get(plain)
    if _SIGNS.search(plain):
        found = next((phrase for phrase in _INSIDE if phrase in plain), None)
    elif plain.count(" ") >= _LONGEST_HEADING:
        return None
    else:
        padded = f" {plain} "
        found = next((phrase for phrase in _INSIDE if f" {phrase} " in padded), None)
    return _PHRASES[found] if found else None


_LEAD: Final = pattern(r"\A[*_\s]*(?P<name>[^\W\d_][^:：.`*_\n]{0,40}?)[*_]*\s*[:：][*_]*\s*(?=\S)")
_REPORT: Final = frozenset({Label.CRITERION, Label.CONTEXT})
_STEPS: Final = words("steps schritte étapes pasos passi passos stappen 手順 步骤")


def report_label(heading: str, text: str) -> Label | None:
    """Return what a line of a report says by its own label ("Expected: …", "Actual: …").

    Args:
        heading: The label or heading that it stands under.
        text: The line; where it has no label of its own, it may begin with one.
    """
    lead = _LEAD.match(text)
    for name in (lead["name"] if lead else "", heading):
        plain = folded(name)
        if plain in _STEPS:
            return Label.CONTEXT
        found = _PHRASES.get(plain)
        if found in _REPORT and plain in _REPORTS:
            return found
    return None


_REPORTS: Final = frozenset(
    folded(phrase)
    for phrase in """
    expected|expected behavior|expected behaviour|expected result|expected results|expected outcome
    should be|erwartet|erwartetes verhalten|erwartetes ergebnis|soll zustand|attendu
    résultat attendu
    comportement attendu|esperado|resultado esperado|comportamiento esperado|comportamento esperado
    atteso|risultato atteso|comportamento atteso|verwacht|verwacht gedrag|verwacht resultaat|期待
    期待結果|期待する動作|期待動作|预期|预期结果|预期行为
    actual|actual result|actual results|actual outcome|actual behavior|actual behaviour|observed
    observed behavior|observed behaviour|current behavior|current behaviour|steps to reproduce
    reproduction|repro|repro steps|how to reproduce|tatsächlich|tatsächliches verhalten|beobachtet
    ist zustand|schritte zum reproduzieren|observé|comportement observé|comportement actuel
    étapes pour reproduire|comportamiento actual|pasos para reproducir|comportamento attuale
    passi per riprodurre|comportamento atual|passos para reproduzir|werkelijk|huidig gedrag
    stappen om te reproduceren|実際|実際の動作|実際の結果|再現手順|实际|实际行为|实际结果|重现步骤
    复现步骤
    """.replace("\n", "|").split("|")
    if phrase.strip()
)
"""Labels by which a report tells what is from what should be."""
