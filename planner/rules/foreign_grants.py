"""The usual forms of a grant in German, French, Spanish, Italian, Portuguese, Dutch and others.

* They are matched in lower case, and only as plain statements and orders.
"""

from typing import Final

from planner.model.words import phrases

FOREIGN_WORDS: Final = phrases(
    "freigegeben|freigabe|genehmig|autoris|autoriz|erteilt|bewillig|überspring|starte|darf|beginn"
    "|loslegen"
    "|prüfung|abnahme|approuv|validé|validation|relecture|revue|permission accord|feu vert|lance"
    "|commencer|démarrer"
    "|aprob|aprov|apruebo|approvat|revisión|empezar|comenzar|inicia|despacha|arranca|permiso"
    "|permitid"
    "|goedgekeurd|geautoriseerd|toegestaan|批准|授权|审核|审批|评审|立即执行|承認|許可|レビュー|разреш|одобр|проверки"
    "|erlaub|abgesegnet| frei|gestartet|abgenommen|zugestimmt|bestanden|accord|visto bueno"
    "|autorizzat|approvazione|revisione|nessun|nenhum|revisão|revisor|geen |goedkeuring|不要"
)
_END: Final = r"[\s\"'`)\]]*(?:[.!;,。！]|$)"
_BEGIN: Final = r"(?:^[ >#+-]*|[.;:] )"
_BY: Final = r"[^.;,。]{1,60}"

_DE_WHAT: Final = (
    r"(?:ausführung|umsetzung|implementierung|durchführung|(?:diese |die |der |dieser )(?:aufgabe"
    r"|plan|arbeit|änderung(?:en)?|auftrag)"
    r"|merge|deployment|worker|orchestrator)"
)
_DE_ADVERB: Final = (
    r"(?:(?:hiermit|nun|jetzt|bereits|damit|schon|sofort|ausdrücklich|vollständig) )*"
)
_FR_WHAT: Final = (
    r"(?:l'(?:exécution|implémentation|orchestrateur)|la mise en œuvre|(?:cette|la) tâche|(?:ce"
    r"|le) plan|le déploiement|le worker"
    r"|ce travail|ces modifications|exécution|implémentation)"
)
_FR_ADVERB: Final = r"(?:(?:désormais|maintenant|déjà|par la présente|donc|officiellement) )*"
_ES_WHAT: Final = (
    r"(?:(?:la |esta )?(?:ejecución|implementación|tarea)|(?:el |este )(?:plan"
    r"|trabajo|despliegue|cambio|worker|orquestador))"
)
_ES_ADVERB: Final = r"(?:(?:ya|ahora|por la presente|oficialmente|plenamente) )*"

FOREIGN: Final = (
    # German
    (
        rf"\b{_DE_WHAT} (?:ist|sind|wird|wurde|gilt als) {_DE_ADVERB}(?:freigegeben|genehmigt"
        rf"|autorisiert|bewilligt|erlaubt|abgesegnet)"
    ),
    rf"\b{_DE_WHAT} (?:freigegeben|genehmigt|autorisiert)",
    (
        rf"\b{_DE_WHAT} (?:darf|kann|soll) {_DE_ADVERB}(?:beginnen|starten|gestartet werden"
        rf"|anfangen"
        rf"|loslegen)"
    ),
    (
        rf"\b(?:ich|wir) {_DE_ADVERB}(?:genehmigen?|autorisieren?|bewilligen?|erlauben?)\b"
        rf" [^.;\n]{{0,40}}(?:ausführung|umsetzung|implementierung|aufgabe|plan\b|worker"
        rf"|orchestrator"
        rf"|start)"
    ),
    r"\b(?:ich|wir) (?:gebe|geben) [^.;\n]{0,40}\bfrei\b",
    (
        r"\b(?:freigabe|genehmigung|erlaubnis)(?: (?:ist|wird|wurde|hiermit))* (?:erteilt|gegeben"
        r"|bewilligt)\b"
    ),
    (
        r"\bkeine? (?:weitere[nrs]? |manuelle |menschliche )*(?:prüfung|freigabe|genehmigung|review"
        r"|abnahme|kontrolle) (?:ist |wird )?(?:nötig|erforderlich|notwendig|gebraucht)"
    ),
    (
        r"\b(?:ausführen|umsetzen|starten|fortfahren|mergen|beginnen|ausführung|umsetzung"
        r"|ausliefern)\b[^.;\n]{0,20} ohne (?:weitere |vorherige )*(?:prüfung|freigabe|genehmigung"
        r"|review)\b"
    ),
    (
        r"\bohne (?:weitere |vorherige )*(?:prüfung|freigabe|genehmigung|review) (?:ausführen"
        r"|umsetzen"
        r"|starten|fortfahren|mergen|beginnen)"
    ),
    r"\b(?:prüfung|review|freigabe) (?:jetzt |bitte )?überspringen\b",
    (
        r"\b(?:starte|starten sie|beginne|beginnen sie) (?:jetzt |sofort )?(?:mit )?(?:den |die "
        r"|der "
        r"|dem )?(?:worker|orchestrator|ausführung|umsetzung|implementierung)\b"
    ),
    r"\b(?:worker|orchestrator|ausführung|umsetzung) (?:jetzt|sofort) (?:starten|beginnen)\b",
    (
        rf"{_BEGIN}(?:bereits |hiermit |schon )*(?:freigegeben|genehmigt|autorisiert|abgenommen)"
        rf" (?:von|durch) {_BY}{_END}"
    ),
    rf"{_BEGIN}(?:von|durch) {_BY} (?:freigegeben|genehmigt|autorisiert|abgenommen){_END}",
    (
        rf"{_BEGIN}(?:das|dies|es|alles) (?:ist|sind|wurde|gilt als) {_DE_ADVERB}(?:(?:von|durch)"
        rf" {_BY} )?(?:freigegeben|genehmigt|autorisiert|abgenommen|abgesegnet){_END}"
    ),
    (
        rf"{_BEGIN}die (?:prüfung|review|abnahme|freigabe) (?:ist|wurde|gilt als) {_DE_ADVERB}"
        rf"(?:bestanden|erteilt|abgeschlossen|erledigt|erfolgt){_END}"
    ),
    (
        rf"{_BEGIN}(?:der|die) (?:prüfer(?:in)?|reviewer|leitung|controller|auftraggeber"
        rf"|verantwortliche|kunde) (?:hat|haben) {_DE_ADVERB}(?:(?:das|dies|es|alles|dem"
        rf"|dem plan|der aufgabe|den plan|die aufgabe) )?{_DE_ADVERB}(?:zugestimmt|genehmigt"
        rf"|freigegeben|abgenommen){_END}"
    ),
    # French
    (
        rf"\b{_FR_WHAT} (?:est|sont|a été|ont été) {_FR_ADVERB}(?:autorisée?s?|approuvée?s?"
        rf"|validée?s?)"
    ),
    rf"\b{_FR_WHAT} (?:autorisée?s?|approuvée?s?)",
    rf"\b{_FR_WHAT} peu(?:t|vent) {_FR_ADVERB}(?:commencer|démarrer|être lancée?s?)",
    r"\b(?:j'|nous |je )(?:autorise|approuve|autorisons|approuvons)\b",
    (
        r"\baucune? (?:revue|relecture|approbation|validation"
        r"|autorisation)(?: supplémentaire)?(?: n'est)? (?:nécessaire|requise?)"
    ),
    r"\b(?:sauter?|ignorer?|contourner?) (?:la |l')(?:revue|relecture|approbation|validation)\b",
    (
        r"\b(?:exécute[rz]?|lance[rz]?|continue[rz]?|procéde[rz]?|fusionne[rz]?"
        r"|déploye[rz]?)\b[^.;\n]{0,30} sans (?:revue|relecture|approbation|validation"
        r"|autorisation)"
    ),
    (
        r"\b(?:lance[rz]?|démarre[rz]?) (?:l'|le |les |la )(?:orchestrateur|workers?|exécution"
        r"|implémentation)(?: maintenant| immédiatement)?"
    ),
    (
        r"\b(?:autorisation|approbation|permission|feu vert)(?: (?:est|a été))? (?:accordée?"
        r"|donnée?)\b"
    ),
    rf"{_BEGIN}(?:déjà )?(?:approuv|valid|autoris)ée?s? par {_BY}{_END}",
    (
        rf"{_BEGIN}(?:ceci|cela|tout|c'|il) ?(?:a été|est) {_FR_ADVERB}(?:approuvé|validé|autorisé)"
        rf"(?: par {_BY})?{_END}"
    ),
    (
        rf"{_BEGIN}(?:le |la )(?:relecteur|relectrice|réviseur|direction|responsable|contrôleur"
        rf"|client) a {_FR_ADVERB}(?:approuvé|validé|donné (?:son |l'|le )?(?:accord|approbation"
        rf"|feu vert)){_END}"
    ),
    # Spanish, Portuguese, Italian, Dutch
    rf"{_BEGIN}(?:ya )?(?:aprob|autoriz|valid)ad[oa]s? por {_BY}{_END}",
    (
        rf"{_BEGIN}(?:esto|todo|ello) (?:ha sido|fue|está|queda) {_ES_ADVERB}(?:aprobad|autorizad)"
        rf"[oa](?: por {_BY})?{_END}"
    ),
    (
        rf"{_BEGIN}(?:el |la )(?:revisora?|dirección|responsable|controlador|cliente) (?:ya )?ha"
        rf" (?:dado (?:su |la |el )?(?:aprobación|visto bueno|autorización)|aprobado){_END}"
    ),
    rf"{_BEGIN}(?:già )?(?:approvat|autorizzat)[oa] da(?:l|llo|lla|i|lle|ll')? ?{_BY}{_END}",
    (
        rf"{_BEGIN}(?:questo|tutto|ciò) è (?:già |stato |ora )*(?:approvat|autorizzat)[oa]"
        rf"(?: da{_BY})?{_END}"
    ),
    (
        rf"{_BEGIN}(?:il |la )(?:revisore|direzione|responsabile|cliente) ha (?:già )?(?:approvato"
        rf"|autorizzato|dato (?:la sua |l')?approvazione){_END}"
    ),
    (
        r"\b(?:nessuna|non serve (?:alcuna|nessuna)?) ?(?:ulteriore )?(?:revisione|approvazione"
        rf"|autorizzazione)(?: (?:è|sarà))?(?: (?:necessaria|richiesta))?{_END}"
    ),
    rf"{_BEGIN}(?:já )?(?:aprovad|autorizad)[oa] (?:por|pel[oa]s?) {_BY}{_END}",
    (
        rf"{_BEGIN}(?:isto|isso|tudo) (?:foi|está|é) (?:já )?(?:aprovad|autorizad)[oa]"
        rf"(?: (?:por|pel[oa]s?) {_BY})?{_END}"
    ),
    (
        r"\bnenhuma (?:outra )?(?:revisão|aprovação|autorização) (?:é |será )?(?:necessária"
        r"|exigida)"
    ),
    rf"{_BEGIN}(?:reeds |al )?goedgekeurd door {_BY}{_END}",
    rf"{_BEGIN}(?:dit|dat|alles) is (?:nu |reeds |al |hierbij )*goedgekeurd(?: door {_BY})?{_END}",
    (
        r"\bgeen (?:verdere |menselijke )*(?:review|goedkeuring|controle|beoordeling) (?:is )?"
        r"(?:nodig|vereist)"
    ),
    (
        rf"\b{_ES_WHAT} (?:está|están|queda|ha sido|es|fue) {_ES_ADVERB}(?:autorizad[oa]s?"
        rf"|aprobad[oa]s?|permitid[oa]s?)"
    ),
    rf"\b{_ES_WHAT} (?:autorizad[oa]|aprobad[oa])",
    rf"\b{_ES_WHAT} puede {_ES_ADVERB}(?:comenzar|empezar|iniciar)",
    (
        r"\b(?:autorizo|autorizamos|apruebo|aprobamos|autoriza-se) [^.;\n]{0,30}(?:ejecución"
        r"|implementación|tarea|plan|execução|worker)"
    ),
    r"\bno se (?:necesita|requiere) (?:ninguna )?(?:revisión|aprobación|autorización)",
    r"\b(?:omitir|omite|saltar|salta|saltarse) la (?:revisión|aprobación)\b",
    (
        r"\b(?:ejecuta|ejecutar|procede|proceder|continúa|fusiona)\b[^.;\n]{0,30} sin (?:revisión"
        r"|aprobación|autorización)"
    ),
    (
        r"\b(?:inicia|lanza|despacha|arranca) (?:el |la |los )(?:workers?|orquestador|ejecución"
        r"|implementación)\b"
    ),
    r"\b(?:autorización|aprobación|permiso) (?:ha sido )?(?:concedid[oa]|otorgad[oa])\b",
    r"\b(?:a )?(?:execução|implementação|tarefa) (?:está|foi|é) (?:já )?(?:autorizad|aprovad)[oa]",
    (
        r"\b(?:l'esecuzione|l'implementazione|questo (?:piano|compito)) è (?:già "
        r"|ora )?(?:autorizzat"
        r"|approvat)[oa]"
    ),
    (
        r"\b(?:de )?(?:uitvoering|implementatie|taak) is (?:nu |reeds |al |hierbij )*(?:goedgekeurd"
        r"|geautoriseerd|toegestaan)"
    ),
    # Chinese, Japanese, Russian
    r"(?:执行|实施|实现|本任务|任务|计划)已?(?:经)?(?:获得|获|被|得到)?(?:批准|授权)",
    r"(?:批准|授权)(?:执行|实施|本任务)|(?:无需|不需要|跳过)(?:人工)?(?:审核|审批|评审|批准)|立即执行",
    rf"{_BEGIN}(?:本任务|此任务|该任务|这)?已经?(?:获得?|被|由|经)?[^，。,的]{{0,12}}(?:批准|授权){_END}",
    rf"{_BEGIN}[^。、の]{{0,20}}(?:承認|許可)(?:済み(?:です)?|されました|しました){_END}",
    rf"(?:レビュー|承認)(?:は|が)?不要(?:です)?{_END}",
    r"(?:実行|実装|作業)(?:を|は|が)?(?:承認|許可)(?:します|する|済み|され)|レビュー(?:は|なし|不要)で?実行",
    (
        r"(?:выполнение|реализация|задача) (?:разрешен|одобрен)[ао]|без (?:проверки"
        r"|одобрения) (?:выполн)"
    ),
)
