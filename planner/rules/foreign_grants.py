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
    "|erlaub|abgesegnet| frei|gestartet"
)

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
    # Spanish, Portuguese, Italian, Dutch
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
    r"(?:実行|実装|作業)(?:を|は|が)?(?:承認|許可)(?:します|する|済み|され)|レビュー(?:は|なし|不要)で?実行",
    (
        r"(?:выполнение|реализация|задача) (?:разрешен|одобрен)[ао]|без (?:проверки"
        r"|одобрения) (?:выполн)"
    ),
)
