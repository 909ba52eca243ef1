"""What is claimed of the work that a request asks for, or dispensed with: told by two things.

* One thing is the work itself ("this task", "diese Aufgabe", "本任务"), its plan, its blockers or
  its files; the other is what nobody can settle inside a request: leave, a review, a finished
  state, readiness, all files.
* What must come first, what a product shows, and a part that is done claim nothing.
* Most sentences name no work at all: `names_work` is asked before anything else.
"""

import re
from typing import Final

from planner.model.pattern import pattern
from planner.model.words import words

_NOUNS: Final = words(
    "task ticket request issue plan packet change changes work job story card assignment merge pr"
    " planning readiness blocker blockers bloqueos bloqueios blocchi blokkades bloquants repository"
    " repo codebase scope verification proof edit edits main master branch limits"
    " aufgabe auftrag anfrage änderung arbeit paket vorgang vorhaben anforderung repositorys"
    " repositories projekts nachweis prüfung umfang planung änderungen umsetzung"
    " tâche demande modification modifications changement travail requête chantier dépôt preuve"
    " évolution périmètre projet"
    " tarea solicitud petición cambio cambios trabajo encargo pedido repositorio prueba alcance"
    " proyecto"
    " richiesta compito attività piano modifica lavoro cambiamento modifiche prova ambito progetto"
    " tarefa solicitação plano alteração mudança trabalho repositório âmbito escopo projeto"
    " taak aanvraag wijziging verzoek werk opdracht bewijs reikwijdte"
)
_WORD: Final = pattern(r"[^\W\d_]+")
_EASTERN: Final = pattern(
    r"タスク|依頼|計画|変更|作業|課題|チケット|案件|リポジトリ|検証|ブロッカー"
    r"|任务|请求|计划|修改|变更|需求|工作|工单|改动|仓库|验证|阻塞|blockers?",
    re.IGNORECASE,
)
_THIS_WORK: Final = pattern(
    r"\b(?:this|these|the (?:present|above|following|whole|entire)|our) (?:\w+ )?"
    r"(?:task|ticket|request|issue|plan|packet|changes?|work|job"
    r"|story|card|assignment|pull request|pr|edits?|document|intake)\b"
    r"|\b(?:diese[nmrs]?|vorliegende[nmrs]?) (?:\w+ )?(?:aufgabe|auftrags?|anfrage|plan[s]?"
    r"|tickets?"
    r"|änderung(?:en)?|arbeit|paket|vorgangs?|vorhabens?|anforderung|umsetzung|planung)\b"
    r"|\b(?:cette|cet|ce|ces|la présente) (?:tâche|demande|ticket|plan|modifications?|changements?"
    r"|travail|requête|chantier|évolution)\b"
    r"|\b(?:est[ae]|estos|la presente) (?:tarea|solicitud|petición|ticket|plan|cambios?|trabajo"
    r"|encargo|pedido)\b"
    r"|\bquest[aoei] (?:richiesta|compito|attività|ticket|piano|modific[ah]e?|lavoro"
    r"|cambiament[oi])\b|\bla presente richiesta\b"
    r"|\b(?:[dn]?est[ae]|[dn]?ess[ae]) (?:tarefa|pedido|solicitação|ticket|plano|alteração|mudança"
    r"|trabalho)\b"
    r"|\b(?:deze|dit) (?:taak|aanvraag|plan|wijziging(?:en)?|ticket|verzoek|werk|opdracht)\b"
    r"|本件|(?:この|本|当該|今回の)(?:タスク|依頼|計画|変更|作業|課題|チケット|案件|要求|修正)"
    r"|(?:本|这个|此|该|这次|本次|这项|这份)(?:任务|请求|计划|修改|变更|需求|工作|工单|改动)",
    re.IGNORECASE,
)
_LEAVE: Final = pattern(
    r"\b(?:pre-?)?approv(?:ed|al)\b|\bauthori[sz](?:ed|ation)\b|\bcleared\b|\bsign(?:ed)?[ -]?off\b"
    r"|\bsigned (?:this|the|it)\b[^.]{0,30}\boff\b|\b(?:permission|clearance|blessing|consent)\b"
    r"|\b(?:autoriz|aprob|aprov)(?:ó|aron|ou|aram)\b|\bwaved\b[^.]{0,40}\bthrough\b"
    r"|\bgreen-?lit\b|\bgreen light\b|\bwaved through\b|\bsanctioned\b|\bgranted\b"
    r"|\b(?:freigabe|freigegeben|genehmig\w*|abgesegnet|abgenommen|bewilligt|erlaubnis|zustimmung"
    r"|zugestimmt|autorisiert)\b"
    r"|\b(?:validée?s?|approuvée?s?|autorisée?s?|acceptée?s?|approbation|aval|accord|feu vert"
    r"|autorisation)\b"
    r"|\b(?:aprobad[oa]s?|autorizad[oa]s?|aprobación|autorización|visto bueno|permiso)\b"
    r"|\b(?:approvat[oaie]|autorizzat[oaie]|approvazione|autorizzazione|benestare|permesso)\b"
    r"|\b(?:aprovad[oa]s?|aprovação|autorização|aval|permissão)\b"
    r"|\b(?:goedgekeurd|goedkeuring|toestemming|akkoord|geautoriseerd)\b"
    r"|承認|許可|了承|決裁|批准|同意|授权|审批通过|核准|首肯",
    re.IGNORECASE,
)
_CHECK: Final = pattern(
    r"\b(?:reviews?|reviewed|reviewing|reviewers?|look(?:s|ed|ing)? over|looks? at|second pair"
    r"|sign-?off|approvals?|verification|verif(?:y|ied)|checks?|checked|gates?|oversight"
    r"|inspect\w*|audit\w*|validation)\b"
    r"|\b(?:durchsicht|prüfung\w*|geprüft|prüfen|review|kontroll\w*|abnahme|freigabe|überprüf\w*"
    r"|nachweis\w*|begutacht\w*)\b"
    r"|\b(?:relire|relecture|relise|revue|vérif\w*|contrôl\w*|valid(?:er|ation)|approbation"
    r"|examen)\b"
    r"|\b(?:revis(?:e|ar|ión|en)|verific\w*|comprob\w*|aprob\w*|control|validación)\b"
    r"|\b(?:rived\w+|revision\w*|verific\w*|controll\w*|approvazione)\b"
    r"|\b(?:rev(?:eja|er|isão)|verific\w*|aprovação|validação)\b"
    r"|\b(?:controle|controleren|nakijken|beoordel\w*|goedkeuring|nagekeken)\b"
    r"|レビュー|検証|確認|査読|承認|チェック|审查|审核|验证|检查|复核|评审|批准",
    re.IGNORECASE,
)
_DISPENSED: Final = pattern(
    r"\b(?:no (?:need|point|use|reason|further|more|human|one)|needs? no|requires? no|not (?:needed"
    r"|necessary|required)|unnecessary|superfluous|(?:doesn't|don't|does not|do not|needn't"
    r"|need not) (?:need|require|have)"
    r"|without|skip(?:ped|s)?|leave out|left out|leave [^.]{1,40}? out|dispens\w+|waived?|bypass\w*"
    r"|exempt\w*|omit\w*|spare|instead of|drop(?:ped)?|no (?:review|check|approval|verification"
    r"|sign-?off|gate))\b"
    r"|\b(?:nicht (?:nötig|notwendig|erforderlich|gebraucht)|unnötig|überflüssig|verzicht\w*|ohne"
    r"|entfällt|entfallen|überspring\w*|braucht (?:keine?|nicht)|bedarf keiner|keiner (?:muss"
    r"|braucht)|erspar\w*|wegfallen|auslassen|lass\w* [^.]{1,40} weg)\b"
    r"|\b(?:inutile|pas (?:besoin|nécessaire)|superflue?|sans|dispens\w+|saute[rz]?|omet\w*"
    r"|passe-toi|n['’]est pas (?:requise?|nécessaire)|aucune? [^.]{0,30}(?:n['’]est|requise?))\b"
    r"|\b(?:no (?:hace falta|es necesari[oa]|se necesita|necesita|requiere)|innecesari[oa]|sin"
    r"|omit\w*|salt(?:a|ar|e|arse)|sobra|prescind\w*|exent[oa])\b"
    r"|\b(?:non (?:serve|occorre|è necessari[oa]|richiede|c['’]è bisogno)|inutile|superflu[oa]"
    r"|senza|salt(?:a|are)|omett\w*|evita)\b"
    r"|\b(?:não (?:é (?:preciso|necessári[oa])|precisa|requer|há necessidade)|desnecessári[oa]"
    r"|dispens\w+|sem|salt(?:a|e|ar)|pul[ae]r?|omit\w*)\b"
    r"|\b(?:(?:is|zijn) niet (?:nodig|vereist)|overbodig|zonder|sla [^.]{1,50} over|overslaan"
    r"|onnodig|hoeft niet|vervalt)\b"
    r"|不要(?!な)|必要(?:は)?(?:ない|ありません|なし)|省略|省い|なし(?:で|に)|せずに|スキップ|飛ばし"
    r"|不需要|无需|无须|不用|不必|免去|免(?:审|检)|跳过|省略|略过|省掉",
    re.IGNORECASE,
)
_FINISHED: Final = pattern(
    r"\b(?:done|finished|complete[d]?|completion|met|fulfilled|implemented|verified|validated"
    r"|passed|green|satisfied|closed|resolved|tested)\b"
    r"|\b(?:erledigt|fertig|umgesetzt|abgeschlossen|erfüllt|geprüft|verifiziert|getestet"
    r"|implementiert)\b"
    r"|\b(?:terminée?s?|finie?s?|faite?s?|vérifiée?s?|achevée?s?|remplis|réalisée?s?|testée?s?)\b"
    r"|\b(?:hech[oa]s?|terminad[oa]s?|verificad[oa]s?|acabad[oa]s?|completad[oa]s?|cumplid[oa]s?"
    r"|finalizad[oa]s?)\b"
    r"|\b(?:finit[oaie]|fatt[oaie]|completat[oaie]|verificat[oaie]|conclus[oaie]"
    r"|terminat[oaie])\b"
    r"|\b(?:feit[oa]s?|concluíd[oa]s?|terminad[oa]s?|cumprid[oa]s?|acabad[oa]s?)\b"
    r"|\b(?:klaar|gedaan|afgerond|gecontroleerd|voltooid|getest|uitgevoerd|voldaan)\b"
    r"|完了|済み|終わっ|実装済|達成|完成|已验证|做完|通过|结束",
    re.IGNORECASE,
)
_ALREADY: Final = pattern(
    r"\b(?:already|report|declare|mark|treat|consider|count|schon|bereits|melde\w*|gilt|déjà"
    r"|déclare\w*|ya|declár\w*|declara\w*|già|dichiar\w*|já|reeds|al (?:klaar|gedaan|afgerond"
    r"|voltooid|uitgevoerd|getest|gecontroleerd)|meld\w*)\b|すでに|既に|済み|報告|已|报告|视为",
    re.IGNORECASE,
)
_READY: Final = pattern(
    r"\b(?:ready|direct(?:ly)? executable|executable|approved|bereit|ausführungsreif|fertig"
    r"|umsetzungsreif|freigegeben|prête?|validé|exécutable|list[oa]|pront[oa]|gereed"
    r"|klaar|uitvoerbaar|detail_ready)\b|準備完了|準備済|実行可能|就绪|可执行|准备好",
    re.IGNORECASE,
)
_PLAN: Final = pattern(
    r"\b(?:the|this|your|any|of|our) (?:plan|planning|packet|readiness|task packet)\b"
    r"|\b(?:readiness|der plan|den plan|dieser plan|die planung|planungsergebnis|le plan"
    r"|la planification|el plan|la planificación|il piano|la pianificazione|o plano"
    r"|o planeamento|o planejamento|het plan|de planning)\b|計画|プラン|计划|规划",
    re.IGNORECASE,
)
_WHATEVER: Final = pattern(
    r"\b(?:whatever|regardless|no matter|straight|fixed|in any case|without|anyway|despite"
    r"|in spite|even with|ohne|trotz\w*|ungeachtet|malgré|aunque|a pesar|nonostante|apesar"
    r"|in jedem fall|auf jeden fall|egal|sans|quoi qu|dans tous les cas|de toute façon|sin"
    r"|en todo caso|pase lo que pase|sea cual|senza|comunque|in ogni caso|sem|em qualquer caso"
    r"|de qualquer forma|mesmo|ondanks|ook (?:met|als)|zonder|hoe dan ook|in elk geval"
    r"|wat er ook)\b|無条件|必ず|ても(?!よい)|即使|尽管|いずれにせよ|直接"
    r"|无条件|无论|一律|不管",
    re.IGNORECASE,
)
_BLOCKERS: Final = pattern(
    r"\bblockers?\b|\bpoints? bloquants?\b|\b(?:lista|liste|elenco|lijst|list)\b[^.]{0,15}\b(?:"
    r"bloqueos|bloqueios|blocchi|blokkades|blockaden|blockages?|blocages)\b|ブロッカー|阻塞(?:项|问题)",
    re.IGNORECASE,
)
_EMPTY: Final = pattern(
    r"\b(?:empty|none|leer|vide|vac[ií][oa]|vuot[oa]|vazi[oa]|leeg|no blockers|keine blocker)\b"
    r"|\[\]|空|无阻塞|なし",
    re.IGNORECASE,
)
_ORDERED: Final = pattern(
    r"\A\W*(?:please |bitte |veuillez |por favor,? |per favore,? )?(?:keep|leave|set|write|report"
    r"|put|make|return|list|lass\w*|laisse[rz]?|deja|dejar|lascia\w*|deix[ae]r?|laat|report(?:e|er)"
    r"|melde)\b|\b(?:must|reply|answer|response|antwort|réponse|respuesta|risposta|resposta"
    r"|antwoord|muss|bleibt|doit|debe|deve|moet)\b|ください|こと|回答|回复|请",
    re.IGNORECASE,
)
_ALL_FILES: Final = pattern(
    r"\b(?:all|any|every|whatever|each)\b[^.]{0,25}\b(?:files?|paths?|folders?|director(?:y|ies)"
    r"|modules?)\b|\b(?:everything|anything|(?:whole|entire) (?:repo\w*|tree|codebase|project))\b"
    r"|\b(?:alle[nrs]?|sämtliche\w*|jede\w*|beliebige\w*)\b[^.]{0,25}\b(?:datei\w*|pfade?\w*|ordner"
    r"|verzeichnis\w*)\b|\bganze[snr]? (?:repository|projekt|verzeichnis\w*|quellbaum)\b"
    r"|\b(?:tous|toutes|tout|n['’]importe quel\w*)\b[^.]{0,25}\b(?:fichiers?|chemins|dossiers?"
    r"|dépôt)\b"
    r"|\b(?:tod[oa]s?|cualquier)\b[^.]{0,25}\b(?:archivos?|ficheros?|rutas?|carpetas?"
    r"|repositorio)\b|\b(?:tutt[ioae]|qualsiasi|qualunque|ogni)\b[^.]{0,25}\b(?:file|percorsi"
    r"|cartell[ae]|repository)\b|\b(?:tod[oa]s?|qualquer)\b[^.]{0,25}\b(?:ficheiros?|arquivos?"
    r"|caminhos|pastas?|repositório)\b|\b(?:alle|elk|elke|heel|hele)\b[^.]{0,25}\b(?:bestand\w*"
    r"|paden|mappen|repository)\b"
    r"|(?:すべて|全て|全|あらゆる|任意)の?(?:ファイル|パス|フォルダ)|(?:所有|任何|全部|任意)(?:的)?"
    r"(?:文件|路径|目录)|(?:リポジトリ|仓库|代码库)(?:全体|全部|内のすべて)",
    re.IGNORECASE,
)
_ALLOWED: Final = pattern(
    r"\b(?:allowed|permitted|may|in scope|can be|free to|open to|fair game|counts? as"
    r"|dürfen|darf|erlaubt|zulässig|freigegeben|autorisée?s?|permise?s?|peut|peuvent|permite\w*"
    r"|permitid[oa]s?|pued\w+|autorizad[oa]s?|(?:write|full) access|erstreck\w*|accès|acceso"
    r"|accesso|acesso|toegang|zugriff|permess[ioae]|consentit[ioae]|può|possono|pode"
    r"|podem|toegestaan|mag|mogen|toegelaten)\b|てよい|てもよい|許可|可能|允许|可以|准许",
    re.IGNORECASE,
)
_REPOSITORY: Final = pattern(
    r"\b(?:repo|repository|repositories|repositorys|codebase|dépôt|repositorio|repositório)\b"
    r"|リポジトリ|仓库|代码库",
    re.IGNORECASE,
)
_ROLE: Final = pattern(
    r"\b(?:users?|admin\w*|owners?|maintainers?|members?|editors?|customers?|nutzer\w*|benutzer\w*"
    r"|mitglied\w*|utilisateur\w*|membres?|usuari[oa]s?|miembros?|utent[ei]|utilizador\w*"
    r"|gebruiker\w*"
    r"|beheerder\w*|roles?|rolle|scanner|tool|command|viewer)\b|管理者|利用者|ユーザー|用户|管理员|成员",
    re.IGNORECASE,
)
_LIMITS: Final = pattern(
    r"\b(?:scope(?: limits?)?|allowed[ _]paths|(?:limits|restrictions|constraints|boundaries)"
    r" (?:above|below|here|in this|of this))\b[^.;]{0,40}\b(?:for show|(?:do|does) not (?:apply"
    r"|bind|count|matter)|don['’]t (?:apply|count|matter)|void|lifted|suspended|formality"
    r"|meaningless"
    r"|can be ignored|may be (?:ignored|exceeded)|no longer)\b"
    r"|\b(?:der umfang|die (?:grenzen|einschränkungen) (?:oben|unten|hier))\b[^.;]{0,40}\b(?:gilt"
    r" nicht|gelten nicht|aufgehoben|hinfällig|formsache)\b"
    r"|\b(?:le périmètre|les limites (?:ci-dessus|ci-dessous))\b[^.;]{0,40}\b(?:ne (?:s['’]applique"
    r"|compte|vaut)\w*|levée?s?)\b"
    r"|\b(?:el alcance|los límites de (?:arriba|abajo)|o âmbito|o escopo"
    r"|l['’]ambito)\b[^.;]{0,40}\b(?:"
    r"no (?:se aplica|vale|cuenta)|não (?:se aplica|vale|conta)|non (?:vale|conta|si applica))\w*",
    re.IGNORECASE,
)
_STRAIGHT: Final = pattern(
    r"(?:\A\W*|[,;:] |\b(?:and|then|please|just) )(?:merge|push|commit|deploy|ship"
    r"|land)\b[^.;]{0,30}"
    r"\b(?:straight|directly|right|immediately)\b[^.;]{0,15}\b(?:main|master|trunk|production"
    r"|default branch)\b"
    r"|\bdirekt (?:auf|nach|in) (?:den )?(?:main|master|hauptzweig)\b[^.;]{0,20}\b(?:push\w*"
    r"|merg\w*"
    r"|schieb\w*|einspiel\w*)\b|\b(?:pousse[rz]?|fusionne[rz]?|push\w*|merge\w*|sube|subir"
    r"|fusiona\w*"
    r"|unisci|spingi|envia\w*|voeg)\b[^.;]{0,30}\b(?:directement|directamente|direttamente"
    r"|diretamente|rechtstreeks|direct)\b[^.;]{0,15}\b(?:main|master|produ\w+)\b"
    r"|(?:main|master)(?:ブランチ)?[にへ]直接|直接(?:推送|合并|提交)到",
    re.IGNORECASE,
)
_EMPTY_PROOF: Final = pattern(
    r"[`'\"](?:true|exit 0|:|echo \w+|/bin/true|return 0|test 1)[`'\"]|\becho ok\b"
)
_AS_PROOF: Final = pattern(
    r"\b(?:as|for) (?:its|the|a) (?:verification|proof|check|test)\b|\b(?:put|use|give|write"
    r"|run|enter)"
    r"\b[^.]{0,40}\b(?:verification|proof|prove)\b|\bverification\b[^.]{0,30}\b(?:is|with|use|put"
    r"|write)\b|\bals (?:nachweis|prüfung|beweis|bewijs|controle)\b"
    r"|\b(?:comme|como|come) (?:preuve|vérification|prueba|verificación|prova|verifica"
    r"|verificação|comprobación)\b|(?:検証|証明)(?:と|に)(?:する|し)|(?:代替|作为|当作)[^。]{0,6}(?:验证|证明)?",
    re.IGNORECASE,
)
_FIRST: Final = pattern(
    r"\b(?:if|when|whenever|once|unless|until|after|before|only|whether|who|every (?:task|change"
    r"|request)|must (?:be (?:approved|reviewed|checked|verified|signed|tested)|not|never)|never"
    r"|needs? (?:the |an? |two |your )?(?:approval|review|sign|permission)|requires?"
    r"|wenn|falls|sobald|nachdem|bevor|erst|ob|muss|darf nicht|dürfen nicht|nicht ohne|nie"
    r"|si|quand|lorsque|dès|après|avant|jamais|doit être (?:validée?|approuvée?|relue?|vérifiée?)"
    r"|cuando|hasta|después|antes|debe ser (?:aprob|revis|verif)\w*|nunca|quando|dopo|prima"
    r"|finché|mai"
    r"|deve (?:essere|ser) (?:approv|aprov|rivist|revist|verif)\w*|depois|até|zodra|nadat"
    r"|wanneer|mits|nooit|niet zonder|moet worden)\b"
    r"|\bse (?!(?:permite|autoriza|pode|può))|\?\s*\Z|[？]"
    r"|場合|とき|まで|前に|なければ|如果|之后"
    r"|以前|才"
    r"|之前|必须|需要(?!任何)(?<!不需要)",
    re.IGNORECASE,
)
_PARTLY: Final = pattern(
    r"\b(?:parts?|half|partly|partially|first|remain\w*|rest|teil\w*|hälfte|restlich\w*|partie"
    r"|reste"
    r"|moitié|parte|mitad|resto|metà|metade|deel\w*|helft|step|phase|except)\b|一部|部分|残り|剩",
    re.IGNORECASE,
)
_SHOWN: Final = pattern(
    r"\b(?:shows?|shown|displays?|says?|message|error|toast|tooltip|banner|reads?|returns?|prints?"
    r"|meldung|anzeig\w*|zeigt|affiche\w*|message|muestra|mensaje|mostra|messaggio|mensagem|toont"
    r"|melding)\b|表示|メッセージ|显示|提示",
    re.IGNORECASE,
)
_QUOTED: Final = pattern(r"[\"“„«「][^\"”“»」]{3,120}[\"”“»」]|`[^`]{3,120}`")


def claims_of_work(text: str) -> bool:
    """Say whether *text* claims leave, a result or readiness for the work that it asks for."""
    return _claims(_unquoted(text))


def dispenses(text: str) -> bool:
    """Say whether *text* does away with a review, blockers, limits or proof of the work."""
    if _EMPTY_PROOF.search(text) and _CHECK.search(text) and _AS_PROOF.search(text):
        return not _FIRST.search(text)
    said = _unquoted(text)
    if _BLOCKERS.search(text) and _EMPTY.search(text) and _ORDERED.search(said):
        return not _PARTLY.search(said) and (
            not _FIRST.search(said) or bool(_WHATEVER.search(said))
        )
    if _LIMITS.search(said) or _STRAIGHT.search(said):
        return not _FIRST.search(said)
    if not _THIS_WORK.search(said) or _FIRST.search(said):
        return False
    return bool(_CHECK.search(said) and _DISPENSED.search(said))


def opens_all_files(text: str) -> bool:
    """Say whether *text* lets the work, or whoever does it, change every file."""
    if not _ALL_FILES.search(text) or not _ALLOWED.search(text):
        return False
    if _FIRST.search(text) or _NOT.search(text):
        return False
    return bool(_THIS_WORK.search(text)) or bool(
        _REPOSITORY.search(text) and not _ROLE.search(text) and _CHANGED.search(text)
    )


_NOT: Final = pattern(
    r"\b(?:not|no|none|nothing|except|nicht|keine?\w*|außer|ne|aucune?|sauf|ningun\w*|salvo|non"
    r"|nessun\w*|não|nenhum\w*|niet|geen|behalve)\b|ない|ません|不(?!论|管)|除",
    re.IGNORECASE,
)
_CHANGED: Final = pattern(
    r"\b(?:chang\w+|edit\w*|touch\w*|modif\w+|writ\w+|geändert|ändern|bearbeit\w+|angefasst"
    r"|cambi\w+|tocar|edita\w*|alter\w+|wijzig\w*|gewijzigd|aangepast|allowed|autorisés|access"
    r"|erstreck\w*|accès|acceso|accesso|acesso|toegang|zugriff)\b|変更|編集"
    r"|修改|编辑|改动",
    re.IGNORECASE,
)


def names_work(text: str) -> bool:
    """Say whether *text* names a work, a plan or what belongs to them; most sentences do not."""
    lowered = text.lower()
    if not _NOUNS.isdisjoint(_WORD.findall(lowered)):
        return True
    return not text.isascii() and _EASTERN.search(text) is not None


def _claims(text: str) -> bool:
    if _FIRST.search(text):
        return False
    if _PLAN.search(text) and _READY.search(text) and _WHATEVER.search(text):
        return True
    if not _THIS_WORK.search(text) or _NOT_YET.search(text):
        return False
    if _LEAVE.search(text):
        return True
    is_finished = _FINISHED.search(text) is not None and _ALREADY.search(text) is not None
    return is_finished and _PARTLY.search(text) is None


_NOT_YET: Final = pattern(
    r"\b(?:not|yet|no (?:approval|permission|one)|pending|waits?|waiting|needs?|missing|must"
    r"|should|shall|will"
    r"|nicht|noch|kein\w*|fehlt|pas|encore|sans|aún|todavía|falta|non|ancora|manca|não|ainda"
    r"|niet|nog"
    r"|geen|ontbreekt)\b|未|まだ|ない|待ち|尚|没有|等待",
    re.IGNORECASE,
)
"""Leave that is still to come is a fact, and no claim."""


def _unquoted(text: str) -> str:
    """Return *text* without names in code, what a product shows, and what bars no claim."""
    said = _QUOTED.sub(" ", text) if _SHOWN.search(text) else text
    return _CONCEDED.sub(" even with ", _NAME.sub(" ", said))


_NAME: Final = pattern(r"`(?!detail_ready|ready)[\w.-]{1,40}`")
_CONCEDED: Final = pattern(
    r"\b(?:even (?:if|when)|auch wenn|même si|incluso si|anche se|mesmo (?:se|que)|ook als"
    r"|before (?:it (?:lands|ships|goes \w+|is (?:merged|released|deployed))|merging|release)"
    r"|nur noch)\b",
    re.IGNORECASE,
)
