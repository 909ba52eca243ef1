"""Headings of a request, by language: what stands under each.

* A heading is folded (case, marks, numbering) and looked up whole, then by the longest phrase
  that it holds; the longest wins, so that "out of scope" is not "scope".
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from planner.drafting.heading_clauses import label_of_clause
from planner.model.pattern import pattern
from planner.model.vocabulary import Label
from planner.model.words import words

HEADINGS: Final[dict[Label, str]] = {
    Label.GOAL: """
        macro request|macro task request|user request|user intent|requested validation|goal|goals
        summary|user story|user stories|story|feature request|objective|objectives|outcome|purpose
        what should change|what do you want|what is wanted|proposal|proposed change|request|feature
        overview|tl dr|title|task|the ask|problem to solve|desired outcome|mission
        proposed fix|suggested fix|possible fix|fix|solution|proposed solution|suggested solution
        suggestion|vorgeschlagene lösung|lösungsvorschlag|lösung|vorschlag|solution proposée
        correction proposée|solución propuesta|solución|soluzione proposta|soluzione
        solução proposta|solução|voorgestelde oplossing|oplossing|提案|修正案|解决方案|建议
        possible solution|possible change|ce que je voudrais|à faire|betreff|titel|titre|título
        titolo
        标题|件名|タイトル
        ziel|ziele|anforderung|zusammenfassung|auftrag|aufgabe|wunsch|zweck
        objectif|objectifs|but|résumé|demande|objetivo|objetivos|resumen|resumo|solicitud|pedido
        obiettivo|obiettivi|riepilogo|richiesta|doel|doelen|samenvatting|verzoek
        目的|目標|概要|要望|依頼|ゴール|目标|需求概述|摘要|需求描述""",
    Label.PATH: """
        scope|in scope|files|file|allowed paths|allowed change paths|paths|files to change
        files to touch|touch|touched files|affected files|changed files|where|where to change
        write scope|write paths|files in scope|change paths
        may change|may be changed|can change|what may change|allowed to change|where it lives
        where the change goes|place|places|location|files and folders|folders
        darf geändert werden|dürfen geändert werden|zu ändern|zu ändernde dateien|änderbare dateien
        wo|ort|stelle|stellen|où|fichiers à modifier|à modifier|peut changer|dónde|donde
        se puede cambiar|archivos a modificar|ficheros afectados|dove|si può modificare
        file da modificare|onde|pode mudar|ficheiros a alterar|arquivos a alterar|ficheiros afetados
        waar|mag veranderen|mogen veranderen|te wijzigen bestanden|betrokken bestanden
        変更するファイル|変更してよいファイル|修正するファイル|修正ファイル|変更箇所
        修改范围|可修改文件|可以修改|修改位置|改动范围
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
        checklist|non functional requirements|performance|what is needed|specification
        expected|expected outcome|should be|desired behavior|desired behaviour|acceptance tests
        details of the change|what we want|what we need|wanted|what i want|what i need
        what did you expect|what you expected|what should happen|was hast du erwartet
        was sollte passieren|qué esperabas|cosa ti aspettavi|o que você esperava
        wat had je verwacht|was gebraucht wird|ce qu il faut|lo que se necesita|cosa serve
        o que é necessário|wat nodig is
        required plan change|required plan changes|plan change|plan changes|requested changes
        requested change|gewünschte planänderung|planänderung|changement de plan|cambio de plan
        modifica del piano|mudança de plano|planwijziging|計画変更|计划变更
        was wir wollen|was wir brauchen|ce que nous voulons|lo que queremos|cosa vogliamo
        o que queremos|wat we willen
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
        limits|limit|keep in mind|to respect|conditions|must stay|must keep|unchanged|stays as it is
        to keep|bedingungen|einschränkung|zu beachten|bleibt wie es ist|bleibt unverändert
        begrenzungen
        à respecter|à garder|limites|conditions|contrainte|restricción|límites|condiciones
        a respetar
        vincolo|limiti|condizioni|da rispettare|restrição|condições|a respeitar|grens|voorwaarden
        randvoorwaarde|守ること|条件|注意点|限制条件|注意事项
        grenzen|einschränkungen|randbedingungen|rahmenbedingungen|abhängigkeiten|voraussetzungen
        contraintes|dépendances|restricciones|dependencias|vincoli|dipendenze|restrições
        dependências|beperkingen|randvoorwaarden|afhankelijkheden
        制約|制約条件|制限|前提条件|依存関係|约束|限制|约束条件|依赖""",
    Label.NON_GOAL: """
        non goals|non goal|out of scope|not in scope|excluded|exclusions|prohibited actions
        do not change|do not touch|not included|will not do|won t do|off limits|no gos
        out of bounds|not part of this|not part of the task|not part of this task|not required
        what is not wanted|must not change|read only|not to touch|not to change|leave alone
        not wanted|not asked for|not needed|not now|not this time|left out|leave out|hands off
        not affected|unwanted|without|other teams|nobody asked for
        nicht gewünscht|nicht gewollt|nicht nötig|nicht gefragt|nicht anfassen|finger weg
        nicht jetzt
        nicht enthalten sein|abgrenzung|hors sujet|non demandé|pas demandé|pas voulu|exclus|exclu
        ne pas toucher|ne pas modifier|excluido|excluidos|no se pide|no se quiere|no deseado
        no tocar
        no modificar|queda fuera|quedan fuera|fuera|escluso|esclusi|non richiesto|non voluto
        non toccare|non modificare|resta fuori|restano fuori|excluído|excluídos|não pedido
        não desejado
        não tocar|não alterar|fica de fora|ficam de fora|de fora|niet gewenst|niet gevraagd
        niet nodig
        niet aanraken|niet wijzigen|hoort er niet bij|含めないもの|やらないこと|不要なもの
        触らないもの|不需要|不要求|不修改
        nicht teil der aufgabe|nicht teil des auftrags|gehört nicht dazu|nicht enthalten
        ne fait pas partie|ne font pas partie|non inclus|no forma parte|no incluido|no incluye
        non fa parte|non incluso|não faz parte|não incluído|geen onderdeel|niet inbegrepen
        nicht ziele|nichtziele|außerhalb des umfangs|nicht im umfang|ausgeschlossen|nicht ändern
        hors périmètre|hors de portée|non objectifs|exclusions|fuera de alcance|fuera del alcance
        no objetivos|fuori ambito|non obiettivi|fora do escopo|fora de escopo|não objetivos
        buiten scope|buiten de scope|geen doelen|buiten reikwijdte
        対象外|スコープ外|範囲外|含まない|非目標|非目标|范围之外|不在范围内|不包含|不包括|不做""",
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
        検証|検証方法|確認方法|テスト|テスト方法|验证|验证方法|测试|测试方法
        must pass|has to pass|green when|shown by|proven by|proved by|how we check|how to prove it
        nachweis|kontrolle|kontrollen|prüfungen|prüfbefehl|prüfbefehle|muss laufen|tests laufen
        contrôle|contrôles|preuve|essais|comprobación|comprobaciones|prueba|control|debe pasar
        controllo|controlli|prova|prove|deve passare|comprovação|prova|controlo|teste|deve passar
        bewijs|testen|moet slagen|確認|テスト手順|验证命令|检查|检验|测试命令""",
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
        what happens|what happened|what is happening|what goes wrong|what went wrong|bug description
        describe the bug|describe the problem|description of the bug|description of the problem
        problem description|error description|symptoms|symptom|bug|error|to reproduce
        is your feature request related to a problem|describe alternatives
        was passiert|was ist passiert|fehlerbeschreibung|problembeschreibung|fehlerbild|fehler
        beschreibung des fehlers|beschreibung des problems|symptome|umgebung|alternativen
        description du bug|description du problème|description de l erreur|ce qui se passe|symptômes
        environnement|alternatives envisagées|descripción del error|descripción del problema
        descripción del fallo|qué ocurre|qué pasa|qué sucede|síntomas|entorno|alternativas
        descrizione del problema|descrizione dell errore|descrizione del bug|cosa succede|sintomi
        ambiente|descrição do erro|descrição do problema|descrição do bug|o que acontece|sintomas
        foutbeschrijving|beschrijving van het probleem|probleembeschrijving|wat gebeurt er|omgeving
        不具合の内容|問題の内容|発生している問題|現象|事象|環境|问题描述|错误描述|现象|环境
        findings|finding|observation|today|how it is today|what we see|what i see|log|trace|logs
        befund|feststellung|heute|stand heute|beobachtung|constat|constats|aujourd hui|situation
        situation actuelle|état actuel|situación|situación actual|hoy|hallazgo|situazione
        situazione attuale|oggi|constatazione|situação|situação atual|hoje|constatação|bevinding
        vandaag|huidige situatie|状況|現在の状況|再現環境|情况|当前情况
        achtergrond|opmerkingen|context|背景|補足|備考|現状|参考|背景说明|备注|说明|现状""",
}

_SENTENCE: Final = pattern(r"(?<=\w\w)[?.!？。！](?:\s|\Z)")
_NUMBERING: Final = pattern(r"^\W*(?:\d+(?:\.\d+)*|[ivx]+|[a-z])[.)]\s+", re.IGNORECASE)
_UNWORDED: Final = pattern(r"[\W_]+")
_SIGNS: Final = pattern("[\u3040-\u30ff\u3400-\u9fff]")
_TOO_COMMON: Final = words(
    "but file files later note notes rest story task tasks test tests where why links version "
    "overview request feature problem details commands rule rules limits title outcome purpose "
    "questions question touch related history logs expected order proof excluded deferred"
    " actual observed repro erwartet attendu esperado atteso verwacht tatsächlich beobachtet"
    " observé werkelijk check fix bug error suggestion wanted fehler symptom symptoms solution"
    " vorschlag lösung solución soluzione solução oplossing ambiente entorno omgeving umgebung"
    " environnement alternativen alternativas symptome symptômes síntomas sintomas sintomi"
    " 提案 建议 現象 现象 環境 环境 事象 状況 情况 条件 検証 確認 检查 标题 件名"
    " place places location folders wo ort stelle stellen où dónde donde dove onde waar limit"
    " conditions unchanged control controle contrôle prueba prova prove teste testen essais preuve"
    " bewijs fuera exclu exclus without today heute hoy oggi hoje vandaag log trace situation"
    " finding findings observation titel titre título titolo betreff limites conditions limiti"
    " grens condiciones condizioni condições kontrolle kontrollen bedingungen unwanted"
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
    if _REPRODUCES.search(plain):
        return Label.CONTEXT
    # A form asks in two sentences: "Is it related to a problem? Please describe."
    first = folded(_SENTENCE.split(heading, maxsplit=1)[0])
    for name in (first, _singular(plain)):
        if name in _PHRASES:
            return _PHRASES[name]
    if (said := label_of_clause(plain)) is not None:
        return said
    if (told := _is_or_should_be(plain)) is not None:
        return told
    if _SIGNS.search(plain):
        found = next((phrase for phrase in _INSIDE if phrase in plain), None)
    elif plain.count(" ") >= _LONGEST_HEADING:
        return None
    else:
        padded = f" {plain} "
        found = next((phrase for phrase in _INSIDE if f" {phrase} " in padded), None)
    if found is None:
        return None
    label = _PHRASES[found]
    # "Nicht Teil der Aufgabe": what a heading says no to is not what it names.
    return Label.NON_GOAL if label in _WANTED and _SAYS_NO.match(plain) else label


def _singular(plain: str) -> str:
    """Return a name without the ending of its plural ("possible fixes")."""
    return plain.removesuffix("es") if plain.endswith(("xes", "ches")) else plain.removesuffix("s")


_HOW_IT_GOES: Final = pattern(
    r"\b(?:behaviou?r|results?|outcome|output|state|situation|verhalten|ergebnis|zustand"
    r"|comportement|résultat|état|comportamiento|resultado|estado|comportamento|risultato|stato"
    r"|gedrag|resultaat|toestand)\b|動作|挙動|結果|状態|行为|结果|状态"
)
_AS_IT_IS: Final = pattern(
    r"\b(?:actual|current|present|observed|existing|seen|now|today|wrong|faulty|buggy|bug|broken"
    r"|tatsächlich\w*|aktuell\w*|derzeitig\w*|bisherig\w*|jetzig\w*|beobachtet\w*|fehlerhaft\w*|ist"
    r"|actuel\w*|observé\w*|constaté\w*|erroné\w*|actual|observado|presente|attuale|osservato"
    r"|errato|atual|huidige?|waargenomen|werkelijke?|foutief)\b|実際|現在|現状|现在|当前|实际|目前"
)
_AS_IT_SHOULD_BE: Final = pattern(
    r"\b(?:expected|desired|intended|correct|right|wanted|wished|new|future|target|proper"
    r"|erwartet\w*|gewünscht\w*|richtig\w*|gewollt\w*|neu\w*|soll|attendu\w*|souhaité\w*|voulu\w*"
    r"|correct\w*|esperado|deseado|correcto|nuevo|atteso|desiderato|previsto|corretto|desejado"
    r"|correto|verwachte?|gewenste?|juiste?)\b|期待|正しい|望ましい|预期|期望|正确|应有"
)


def _is_or_should_be(plain: str) -> Label | None:
    """Return whether a heading tells how something goes today, or how it should go.

    One that names both ("expected and actual results") says neither.
    """
    if _HOW_IT_GOES.search(plain) is None or plain.count(" ") >= _LONGEST_HEADING:
        return None
    is_today, is_wanted = _AS_IT_IS.search(plain), _AS_IT_SHOULD_BE.search(plain)
    if bool(is_today) is bool(is_wanted):
        return None
    return Label.CONTEXT if is_today else Label.CRITERION


_WANTED: Final = frozenset({Label.GOAL, Label.PATH, Label.CRITERION})
_SAYS_NO: Final = pattern(r"(?:not|nicht|kein\w*|non|pas|hors|no|não|niet|geen|without|ohne)\b")
_REPRODUCES: Final = pattern(
    r"^(?:steps?|how|schritte?|étapes?|pasos?|passi|passos?|stappen|comment|cómo|come|como|wie)\b.*"
    r"\b(?:repro|nach(?:zu)?stell|nach(?:zu)?vollz|rejouer|riprod)\w*|再現(?:手順|方法)|(?:重现|复现)(?:步骤|方法)"
)
"""Headings of the steps by which something is seen to go wrong."""


def lists_values(heading: str) -> bool:
    """Say whether a table under *heading* gives the bounds of a product's own settings."""
    return folded(heading) in _BOUNDS


_BOUNDS: Final = words("limits limit grenzen grenzwerte limites límites limiti limieten 制限 限制")


_LEAD: Final = pattern(r"\A[*_\s]*(?P<name>[^\W\d_][^:：.`*_\n]{0,40}?)[*_]*\s*[:：][*_]*\s*(?=\S)")
_REPORT: Final = frozenset({Label.CRITERION, Label.CONTEXT})
STEPS: Final = words("steps schritte étapes pasos passi passos stappen 手順 步骤")


def report_label(heading: str, text: str) -> Label | None:
    """Return what a line of a report says by its own label ("Expected: …", "Actual: …").

    Args:
        heading: The label or heading that it stands under.
        text: The line; where it has no label of its own, it may begin with one.
    """
    lead = _LEAD.match(text)
    for name in (lead["name"] if lead else "", heading):
        plain = folded(name)
        if plain in STEPS:
            return Label.CONTEXT
        found = _PHRASES.get(plain)
        if found in _REPORT and plain in REPORTS:
            return found
    return None


REPORTS: Final = frozenset(
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
    to reproduce|stappen om te reproduceren
    実際|実際の動作|実際の結果|再現手順|实际|实际行为|实际结果|重现步骤
    复现步骤
    """.replace("\n", "|").split("|")
    if phrase.strip()
)
"""Labels by which a report tells what is from what should be."""
