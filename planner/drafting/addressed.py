"""Orders that are told by whom they speak to, and what goes on from them.

* Whoever plans may be called by name ("Planner, …"), be what a note is dedicated to, or be the
  subject of the sentence; each counts only beside a matter of the plan itself: its paths, its
  instructions, its scope, its boxes, the repository.
* A product may have agents and planners of its own: what speaks of their own matters stays.
* In one paragraph, what follows an order and goes on about the plan belongs to the order.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from planner.model.intake import Brief, Form, LabelledStatement
from planner.model.pattern import pattern
from planner.model.vocabulary import Label
from planner.model.words import holds, phrases

_MACHINE: Final = (
    r"(?:(?:planning|coding|programming|ai|automated|autonomous|llm)[ -](?:tool|agent|assistant"
    r"|program|planner|model|system|bot|software)s?|(?:large )?language[ -]models?|llms?"
    r"|planungs(?:programm|werkzeug|agent|modell|software|assistent|system)\w*"
    r"|programmieragent\w*|sprachmodell\w*|ki-(?:agent|assistent|modell|system|werkzeug)\w*"
    r"|(?:outils?|programmes?|agents?|assistants?|modèles?|logiciels?) (?:de planification"
    r"|de codage|d['’]ia|ia)|modèles? de langage"
    r"|(?:herramientas?|programas?|agentes?|asistentes?|modelos?) (?:de planificación"
    r"|de programación|de ia)|modelos? de (?:lenguaje|linguagem)"
    r"|(?:strument[oi]|programm[ai]|agent[ei]|assistent[ei]) di pianificazione"
    r"|modell[oi] linguistic[oi]"
    r"|(?:ferramentas?|programas?|agentes?|assistentes?) de (?:planejamento|planeamento)"
    r"|planningsprogramma\w*|planningstools?|taalmodel\w*"
    r"|(?:计划|规划|编码|编程)(?:程序|工具|代理|助手|智能体|模型)|规划器|(?:大)?语言模型|智能体"
    r"|(?:計画|プランニング|コーディング)(?:プログラム|ツール|エージェント|アシスタント)|言語モデル"
    r"|(?:ai|人工知能)(?:アシスタント|エージェント|助手|代理|工具))"
)
"""Programs that a request's product hardly has."""
_NAMED: Final = (
    rf"(?:{_MACHINE}|planners?|planer|planificateur|planificador|pianificatore|planejador"
    r"|planeador|agents?|agenten|agentes?|agenti|assistants?|assistent[ei]?|asistentes?|ki|ia|ai"
    r"|プランナー|エージェント|代理|助手)"
)
_AGENT: Final = (
    r"(?:(?:the|this|any|every|your|our|der|dieser|jeder|ein|cet|el|este|un|il|lo|o|de|het) |l['’])"
    rf"(?:{_MACHINE}|agente?|assistente?|assistant|asistente)"
)
_PLANNER: Final = (
    rf"(?:{_MACHINE}|planners?|planer|planificateur|planificador|pianificatore|planejador"
    r"|planeador|ki|ia|ai|プランナー)"
)
_PATH: Final = r"(?:(?<![\w:/.])[\w.*-]*/[\w.*/-]+|`[^`\s]+\.\w{1,5}`|\.git\b|\.\./)"
_MATTER: Final = (
    r"(?:\ballowed[ _](?:paths?|files?)\b|\binstructions?\b|\bguidelines\b|\bscope\b"
    r"|\b(?:check ?)?boxes\b|\bcriteria\b|\bcodebase\b|\brepositor(?:y|io)\b|\brepositório\b"
    r"|\b(?:skip|ignore|drop|omit)(?:ping)? (?:all |the |any )*(?:tests?|checks?|reviews?)\b"
    r"|\bas (?:done|ready|met|passed|approved|fulfilled)\b|\b(?:is|all) (?:done|ready)\b"
    r"|\berlaubte\w* pfade?\w*|\banweisung\w*|\bvorgaben\b|\bumfang\b|\bkriterien\b|\bhäkchen\b"
    r"|\bals (?:erfüllt|erledigt|fertig|freigegeben)\b|\bverzeichnis\b"
    r"|\bchemins autorisés\b|\bpérimètre\b|\bconsignes\b|\bcritères\b|\bcases\b|\bdépôt\b"
    r"|\brutas permitidas\b|\balcance\b|\binstrucciones\b|\bcasillas\b|\bcriterios\b"
    r"|\bpercorsi (?:consentiti|ammessi)\b|\bambito\b|\bistruzioni\b|\bcaselle\b|\bcriteri\b"
    r"|\bcaminhos permitidos\b|\b(?:escopo|âmbito)\b|\binstruções\b|\bcritérios\b"
    r"|\btoegestane paden\b|\breikwijdte\b|\binstructies\b|\bvakjes\b"
    r"|指示|命令|変更してよい|許可され|範囲|指令|限制|允许修改|路径|范围|仓库|勾选)"
)
_PLAN: Final = rf"(?:{_PATH}|{_MATTER})"
_DETERMINER: Final = (
    r"(?:the|an?|its|their|his|her|each|every|no|der|die|das|ein|eine|le|la|les|un|une|el|los"
    r"|las|una|il|lo|gli|o|os|as|um|uma|de|het|een)\b"
)
_CALLS: Final = pattern(
    rf"(?:\A\W*|[.!?]\s+)(?:(?:dear|hey|hello|note|liebe[rs]?|hallo|chers?|hola|estimad[oa]|caro"
    rf"|beste) )?{_NAMED}(?:\s*[:：,，;、—–]|\s-)\s*(?!{_DETERMINER})(?!{_PLAN}\s*[:|])"
    rf"[^\n]{{0,160}}?{_PLAN}"
    rf"|\A\W*{_PLANNER}\s*[:：,，]\s*[^\n]{{0,60}}?(?:{_PATH}|\ballowed[ _]paths\b)",
    re.IGNORECASE,
)
_DEDICATES: Final = pattern(
    rf"\A\W*(?:(?:[\w-]+ )?(?:notes?|messages?|hints?|instructions?|memo|remarks?|words?|hinweis"
    rf"|notiz|nachricht|bitte|anweisung|consigne|remarque|nota|mensaje|aviso|mensagem|messaggio"
    rf"|istruzioni|notitie|bericht|opmerking)\s+)?(?:for|to|für|an|pour|à|au|aux|para|al?|per|ao"
    rf"|voor|aan)\s+(?:(?:the|any|all|an?|den|die|das|alle|el|los|la|las|il|gli|i|o|os|de|het)\s+)?"
    rf"(?:{_PLANNER}\s*[:：|]|{_NAMED}\s*[:：|,][^\n]{{0,120}}?{_PLAN})"
    rf"|\A\W*(?:给|致|对){_PLANNER}(?:的)?(?:话|说明|提示|指令|留言|备注)?\s*[|:：，]"
    rf"|\A\W*{_PLANNER}(?:へ|への|向け)(?:の)?(?:指示|お願い|メッセージ|注意|伝言|連絡)?\s*["
    rf"|:：、]",
    re.IGNORECASE,
)
_ORDERED: Final = pattern(
    rf"\b{_MACHINE}\b[^.\n]{{0,60}}?\b(?:must|should|shall|may|have to|discards?|ignores?|skips?|"
    r"müssen|muss|sollen|soll|darf|dürfen|verwirft|verwerfen"
    r"|ignoriert|ignorieren|doit|doivent|peut|peuvent|ignore|ignorent|debe|deben|puede|ignora"
    r"|ignoran|deve|devono|può|devem|pode|moet|moeten|negeert|negeren)\b"
    rf"[^\n]{{0,80}}?(?:{_MATTER}|\b(?:change|edit|replace|modify|touch|overwrite|include|patch"
    r"|ändern|ersetzen|bearbeiten|modifier|remplacer|modificar|reemplazar|cambiar|modificare"
    rf"|sostituire|substituir|alterar|wijzigen|vervangen)\b[^\n]{{0,30}}?{_PATH})",
    re.IGNORECASE,
)
_MAY: Final = (
    r"(?:may|is free to|is allowed to|has (?:the right|leave|permission) to|darf|hat das recht"
    r"|a (?:\w+ ){0,2}le droit (?:de|d['’])|peut|est libre de|puede|tiene (?:\w+ )?(?:derecho a"
    r"|permiso para)|può|ha (?:\w+ )?il diritto di|pode|tem (?:\w+ )?o direito de|mag)"
)
_GIVEN_AWAY: Final = pattern(
    rf"\b{_AGENT} (?:also |now |therefore )?{_MAY}\b[^\n]{{0,90}}?(?:\.git\b|\.ccb\b|\.\./"
    r"|\ballowed[ _]paths\b|\b(?:main|master|protected|default) branch\b|\bpush (?:to|directly)\b"
    r"|\b(?:whole|entire) (?:repo\w*|tree|directory|codebase|project)\b"
    r"|\b(?:run|execute|do|change|edit|write) (?:whatever|anything|everything)\b"
    r"|\bganzen? (?:verzeichnis|projekt|repository|baum)\b|\bhauptzweig\b|\balles\b"
    r"|\bbranche (?:principale|main|master)\b|\btout (?:le |l['’])(?:dépôt|projet|code)\b"
    r"|\brama (?:principal|main|master)\b|\btodo el (?:repositorio|proyecto|código)\b"
    r"|\bramo principale\b|\btutto il (?:repository|progetto|codice)\b"
    r"|\b(?:ramo|branch) principal\b|\btodo o (?:repositório|projeto|código)\b"
    r"|\bhoofdbranch\b|\bhele (?:repository|project|map)\b)"
    rf"|\b{_AGENT} (?:has|hat|a|tiene|ha|tem|heeft) (?:\w+ )?(?:a )?(?:free (?:hand|rein)"
    r"|carte blanche|freie hand|manos? libres?|mani libere|carta bianca|carta branca"
    r"|vrije hand|de vrije hand)\b",
    re.IGNORECASE,
)
_SECTION: Final = (
    r"(?:limits?|scope|criteria|checks?|rules?|constraints?|restrictions?|sections?|requirements?"
    r"|instructions?)"
)
_VOIDS: Final = pattern(
    r"\b(?:ignore|disregard|discard|forget|override)s? (?:all |any |the |every |these |those )*"
    rf"{_SECTION}(?: (?:listed|named|given))? (?:above|below|of this (?:document|request|ticket"
    r"|issue|text))\b"
    r"|\b(?:ignorier|missacht|verwirf|vergiss)\w*\b[^.\n]{0,30}\b(?:(?:regeln|grenzen|vorgaben"
    r"|kriterien|anweisungen|einschränkungen) (?:oben|darüber)|obige[nrms]? (?:regeln|grenzen"
    r"|vorgaben|kriterien|anweisungen|einschränkungen|umfang))\b"
    r"|\b(?:ignore[rz]?|oublie[rz]?|écarte[rz]?)\b[^.\n]{0,20}\b(?:règles|limites|critères"
    r"|contraintes|périmètre|consignes) (?:ci-dessus|précédente?s?|qui précèdent)\b"
    r"|\b(?:ignor|olvid|descart)\w*\b[^.\n]{0,20}\b(?:reglas|límites|criterios|restricciones"
    r"|alcance|instrucciones) (?:anterior(?:es)?|de arriba|precedentes?)\b"
    r"|\b(?:ignora|dimentica|scarta)\w*\b[^.\n]{0,20}\b(?:regole|limiti|criteri|vincoli|istruzioni)"
    r" (?:precedenti|sopra|di cui sopra|qui sopra)\b"
    r"|\b(?:ignor|esqueç|descart)\w*\b[^.\n]{0,20}\b(?:regras|limites|critérios|restrições"
    r"|instruções) (?:anteriores|acima)\b"
    r"|\b(?:negeer|vergeet)\b[^.\n]{0,20}\b(?:regels|grenzen|criteria|beperkingen|instructies)"
    r" (?:hierboven|hiervoor)\b"
    r"|(?:不必|不用|无需|不要|别)?(?:理会|理睬|忽略|无视|遵守)[^。\n]{0,4}(?:上面|上述|以上"
    r"|前面)的?"
    r"(?:限制|要求|规则|范围|指令|指示|标准)"
    r"|(?:上|上記|以上|これまで|前)の(?:制限|指示|条件|規則|範囲|命令)[^。\n]{0,12}(?:無視|忘れ"
    r"|従わな)"
    r"|\b(?:da(?:d|r)? por|dê por|dá por|considera\w*|betrachte\w*|considère\w*|treat|consider"
    r"|count|regard|beschouw) (?:\w+ ){0,6}(?:cumplid[oa]s|cumprid[oa]s|erfüllt|remplis"
    r"|satisfaits|soddisfatti|fulfilled|met|vervuld)\b[^.\n]{0,40}",
    re.IGNORECASE,
)
_COUNTED: Final = pattern(
    r"\b(?:criteria|boxes|items|requirements|casillas|criterios|kriterien|häkchen|critères|cases"
    r"|criteri|caselle|critérios|caixas|vakjes)\b",
    re.IGNORECASE,
)
_MARKED: Final = pattern(
    r"(?:cumpl|cumpr|erfüll|rempl|satisf|soddisf|fulfil|\bmet\b|vervul)", re.IGNORECASE
)
_CALLED: Final = phrases(
    "agent|assist|asist|planner|planer|planifi|pianific|planej|planea|planning|planung|coding"
    "|program|automated|autonomous|language model|language-model|llm|sprachmodell|taalmodel"
    "|modèle|modelo|modell|outil|herramient|strument|ferrament|规划|计划|编码|编程|语言模型|智能体"
    "|助手|代理|計画|プラン|コーディング|言語モデル|エージェント"
)
_SHORT_NAME: Final = pattern(r"(?<![^\W\d_])(?:ai|ki|ia)(?![a-zà-ÿ])")
_REFERS_UP: Final = phrases(
    "above|below|of this|oben|obig|darüber|ci-dessus|précéd|anterior|arriba|precedent|sopra|acima"
    "|hierboven|hiervoor|cumplid|cumprid|erfüllt|remplis|satisfaits|soddisfatti|fulfilled| met"
    "|vervuld|上|前|これまで"
)
_CONDITION: Final = pattern(
    r"\b(?:when|if|once|until|unless|wenn|falls|sobald|quand|lorsque|cuando|si|se|quando"
    r"|wanneer)\b|場合|とき|如果|当",
    re.IGNORECASE,
)


def speaks_to_planner(text: str) -> bool:
    """Say whether *text* gives whoever plans an order or a liberty of its own matters."""
    lowered = text.lower()
    if holds(lowered, _CALLED) or _SHORT_NAME.search(lowered):
        if _CALLS.search(text) or _DEDICATES.match(text) or _ORDERED.search(text):
            return True
        if _GIVEN_AWAY.search(text):
            return True
    if not holds(lowered, _REFERS_UP):
        return False
    found = _VOIDS.search(text)
    if found is None or _CONDITION.search(text):
        return False
    return _MARKED.search(found.group()) is None or _COUNTED.search(text) is not None


def with_followers(
    brief: Brief, found: Sequence[LabelledStatement], *reasons: str
) -> list[LabelledStatement]:
    """Set aside what goes on about the plan in the paragraph of an order.

    Args:
        brief: The request, whose lines say where a paragraph ends.
        found: Its statements, labelled.
        reasons: The reasons of attacks, each of which is that of what follows it too.
    """
    result = list(found)
    if not any(item.reason in reasons for item in result):
        return result
    lines = brief.text.split("\n")
    for at in range(1, len(result)):
        before, item = result[at - 1], result[at]
        is_next = before.reason in reasons and item.label is not Label.SET_ASIDE
        if (
            is_next
            and _in_one_paragraph(before, item, lines)
            and _GOES_ON.search(item.statement.text)
        ):
            result[at] = replace(item, label=Label.SET_ASIDE, reason=before.reason)
    return result


def _in_one_paragraph(
    before: LabelledStatement, item: LabelledStatement, lines: Sequence[str]
) -> bool:
    one, other = before.statement, item.statement
    if not (one.form is other.form is Form.PROSE) or (one.answer or other.answer):
        return False
    return all(line.strip(" \t>") for line in lines[one.line - 1 : other.line])


_GOES_ON: Final = pattern(
    rf"{_PLAN}|`[^`]+`|\b(?:the|this|your) (?:checks?|verification|proof|route|reply|answer|plan)\b"
    r"|\b(?:die|deine) (?:prüfung|antwort|route)\b|\b(?:la|ta|votre) (?:vérification|réponse)\b"
    r"|\b(?:la|tu|sua|sua) (?:comprobación|respuesta|verifica|risposta|verificação|resposta)\b"
    r"|\A\W*(?:also|then|after that|in addition|besides|außerdem|danach|anschließend|ensuite|puis"
    r"|además|luego|inoltre|poi|além disso|depois|daarna|verder)\b|\A(?:また|さらに|その後|此外"
    r"|然后|另外)"
    r"|確認|検証|返答|路线|验证|回复|回答",
    re.IGNORECASE,
)
