"""Sentences that turn to whoever reads the request as a machine, and sections that do.

* The reader is met by a condition ("if you are an AI"), as whoever plans this, by a new role, or
  by an order to ask nothing; a product's wizard that asks nothing has a subject of its own.
* Rules that the reader was given are voided by "your" or "earlier" beside them, not alone.
"""

import re
from typing import Final

from planner.model.pattern import pattern
from planner.model.words import words

_MACHINE: Final = (
    r"(?:an? )?(?:ai\b|llm|(?:large )?language[ -]model|language model|bot\b|machine\b|chatbot"
    r"|(?:ai |coding |planning |automated )?(?:agent|assistant|planner)\b|automated)"
)
_SPOKEN_TO: Final = pattern(
    rf"\b(?:if|as|since|because) (?:you are|you're|the reader is) {_MACHINE}"
    r"|\bas (?:the|an?|our) (?:planner|agent|assistant|ai|model),? you\b|\byou now work (?:for"
    r"|as)\b"
    r"|\bals (?:planer|agent|assistent)\w*,? (?:sollst|darfst|musst|wirst) du\b"
    r"|\ben tant que (?:planificateur|agent|assistant|ia),? (?:tu|vous)\b"
    r"|\b(?:forget|disregard|ignore) (?:everything|anything|all(?: of)?"
    r"|what(?:ever)?)\b[^.;]{0,20}\b"
    r"(?:you (?:were|have|had|know|learned)|told|so far|until now)\b"
    r"|\b(?:vergiss|ignoriere?)\b[^.;]{0,10}\balles\b[^.;]{0,20}\b(?:dir|bisher|zuvor|vorher)\b"
    r"|\b(?:oublie[rz]?|ignore[rz]?) tout ce (?:qui|qu['’]on|que)\b"
    r"|\b(?:olvida|ignora) todo lo (?:que|anterior)\b|\b(?:dimentica|ignora) tutto (?:quello|ciò)\b"
    r"|\b(?:esquece|esqueça|ignora|ignore) tudo o que\b|\b(?:vergeet|negeer) alles wat\b"
    r"|(?:これまで|今まで|以前|上)の[^。]{0,10}(?:忘れて|無視して)"
    r"|(?:忘记|忘掉|无视|忽略)(?:之前|以上|前面|此前|先前)的?(?:一切|所有|全部|内容|话)"
    r"|\b(?:falls|wenn|sofern|da) (?:du|sie) (?:eine? )?(?:sprachmodell|ki|agent|assistent|bot"
    r"|automat|planer)\w*"
    r"|\bsi (?:tu es|vous êtes) (?:une? )?(?:ia|modèle de langage|agent|assistant|robot)\b"
    r"|\bsi (?:eres|usted es|es usted) (?:una? )?(?:ia|modelo de lenguaje|agente|asistente)\b"
    r"|\bse (?:sei|lei è) (?:un['’ ]?|una )?(?:ia|ai|modello linguistico|agente|assistente)\b"
    r"|\bse (?:és|você é|fores|for) (?:uma? )?(?:ia|modelo de linguagem|agente|assistente)\b"
    r"|\bals (?:je|u|jij) (?:een )?(?:ai|taalmodel|agent|assistent|bot)\b"
    r"|(?:あなた|君)(?:が|は)(?:AI|人工知能|言語モデル|エージェント)"
    r"|(?:如果|若|假如)?(?:你|您)(?:是|作为)(?:一个)?(?:AI|人工智能|语言模型|智能体|助手)"
    r"|\b(?:your|thy) (?:system|hidden|initial|original) (?:prompt|message|instructions)\b"
    r"|\b(?:deinen?|ihren?) systemprompt\b|\b(?:ton|votre) (?:message|prompt|invite) système\b"
    r"|\b(?:tu|su) (?:mensaje|prompt) (?:de|del) sistema\b|\b(?:tuo|suo) (?:messaggio|prompt) di"
    r" sistema\b|\b(?:tua|sua) mensagem de sistema\b|\bje systeemprompt\b"
    r"|(?:あなたの|自分の)システムプロンプト|你的系统(?:提示|指令)"
    r"|\b(?:act|behave|answer|respond|operate) as (?:the |an? )?[\w -]{2,40} from (?:now on"
    r"|here on)"
    r"|\bfrom (?:now|here) on,? you (?:are|act|work|answer|behave)\b|\byou are no longer an? \w+"
    r"|\bab (?:jetzt|hier|sofort) (?:bist du|sind sie|handelst du)\b"
    r"|\b(?:à partir (?:de maintenant|d['’]ici)|désormais),? (?:tu es|vous êtes|tu agis)\b"
    r"|\b(?:a partir de ahora|desde ahora),? (?:eres|actúas)\b|\bd['’]ora in poi,? (?:sei|agisci)\b"
    r"|\ba partir de agora,? (?:és|você é|ages)\b|\bvanaf nu (?:ben je|handel je)\b"
    r"|(?:これから|今から)(?:、)?あなたは|从现在(?:起|开始)[，,]?你",
    re.IGNORECASE,
)
_RULES: Final = (
    r"(?:rules?|guidelines?|guidance|instructions?|constraints?|prompts?|policy|policies|safeguards"
    r"|regeln|vorgaben|anweisungen|consignes|règles|instructions|reglas|instrucciones|regole"
    r"|istruzioni|regras|instruções|regels|instructies)"
)
_VOID: Final = (
    r"(?:no longer (?:apply|hold|bind|count)|(?:are|is) (?:void|lifted|suspended|cancelled|off)"
    r"|(?:do|does) not (?:apply|count)|don['’]t apply|put aside|set aside|gelten (?:nicht|ab)"
    r"|aufgehoben|hinfällig|ne (?:tiens|tenez|valent|s['’]appliquent|comptent)|dejan de|no (?:valen"
    r"|se aplican|cuentan)|non (?:valgono|contano|si applicano)|deixam de|não (?:valem|se aplicam)"
    r"|gelden \w*\s?[\w ]{0,30}niet|vervallen)"
)
_YOURS: Final = (
    r"(?:your|you were given|earlier|previous|prior|deine\w*|ihre|bisherige\w*|tes|vos|tus|sus"
    r"|anteriores|tue|vostre|tuas|suas|jouw|je|eerdere)"
)
_VOIDS: Final = pattern(
    rf"\b{_YOURS}\b[^.;]{{0,25}}\b{_RULES}\b[^.;]{{0,60}}\b{_VOID}"
    rf"|\bgel(?:den"
    rf"|ten)\b[^.;]{{0,15}}\b{_YOURS}\b[^.;]{{0,20}}\b{_RULES}\b[^.;]{{0,10}}\bnie?(?:t|cht)\b"
    rf"|\b{_RULES} (?:that )?you (?:were|have been|got|had)\b[^.;]{{0,50}}\b{_VOID}"
    rf"|\b{_VOID}\b[^.;]{{0,25}}\b{_YOURS}\b[^.;]{{0,25}}\b{_RULES}\b"
    rf"|\b(?:ne (?:tiens|tenez)|sans tenir|hält sich)\b[^.;]{{0,60}}\b{_RULES}\b"
    r"|(?:あなた|これまで|以前|与えられた)[^。]{0,20}(?:規則|ルール|指示|命令|制約)[^。]{0,10}(?:無効"
    r"|取り消|従わな|守らな|忘れ|適用され(?:ない|ません))"
    r"|(?:你|您|之前|此前|先前)[^。]{0,12}(?:规则|指令|指示|限制|要求)[^。]{0,8}(?:作废|失效|无效"
    r"|不再|忘)",
    re.IGNORECASE,
)
_WHO: Final = pattern(
    r"\b(?:whoever|anyone who|anybody who|those who|the (?:one|model|agent|assistant|planner|reader"
    r"|tool) (?:that|who)) (?:now )?(?:reads?|plans?|turns?|handles?|process\w*|works?|picks?"
    r"|prepares?|writes?"
    r"|drafts?)\b[^.]{0,40}\b(?:this|the (?:ticket|request|issue|task|plan|packet)|plan)\b"
    r"|\bwer (?:diese\w*|das|den|die)\b[^.]{0,40}\b(?:liest|verarbeitet|plant|bearbeitet|umsetzt)\b"
    r"|\b(?:celui|celle|quiconque|ceux|l['’]agent|le modèle|l['’]outil)(?: qui)? (?:lit|traite"
    r"|planifie|prépare)"
    r" (?:ce|cette|ces)\b|\bquien (?:lea|lee|procese|planifique|trate|prepare) est[ae]\b"
    r"|\bchi (?:legge|elabora|pianifica|tratta|prepara) quest|\bquem (?:ler|lê|processar|planear"
    r"|planejar|tratar|preparar) est[ae]\b|\bwie (?:deze|dit)\b[^.]{0,30}\b(?:leest|verwerkt|plant)"
    r"|(?:この|本)(?:チケット|依頼|文章|文書|タスク|課題)を(?:読む|処理する|計画する|扱う)"
    r"|(?:阅读|处理|读到|看到|规划)(?:本|此|这个|该)(?:请求|任务|工单|文档|需求)的",
    re.IGNORECASE,
)
_MATTER: Final = pattern(
    rf"\b(?:{_RULES}|reviews?|approv\w*|checks?|paths?|scope|ready|done|skip|ignore|allowed|may"
    r"|prüfung|freigabe|pfade?|umfang|darf|bereit|fertig|chemins|périmètre|prêt|rutas|alcance|listo"
    r"|percorsi|ambito|pronto|caminhos|âmbito|paden|klaar|mag)\b|規則|指示|範囲|承認|不要|规则|指令|范围"
    r"|批准|允许|可以|てよい|無視|忽略",
    re.IGNORECASE,
)
_ASKS_NOTHING: Final = pattern(
    r"(?:\A\W*|[.;:,] |\band )(?:please |and |so )?(?:do not|don['’]t|never) (?:ask|raise|pose"
    r"|come back"
    r"|get back|return|reach out|check back)\b[^.;]{0,30}\b(?:to (?:me|us)|with|questions?|anything"
    r"|for (?:clarification|details))\b"
    r"|\A\W*(?:absolutely )?no (?:clarifying|clarification|follow-?up|further|more"
    r"|open) questions?\b"
    r"(?! (?:is|are) (?:shown|displayed|asked|sent)| once| after| when)|\A\W*no questions?(?:,"
    r"|\.|:| please|\Z)"
    r"|\A\W*assume (?:whatever|anything|everything)\b"
    r"|\A\W*(?:rück)?fragen sind (?:nicht|un)\s?(?:erwünscht|nötig|erlaubt)"
    r"|\A\W*(?:pas de questions?|sin preguntas|niente domande|nessuna domanda|sem perguntas|geen"
    r" (?:weder)?vragen(?: terug| stellen)?|keine (?:rück)?fragen)\s*(?:[,:;.!—–]|\Z)"
    r"|\A\W*(?:bitte )?(?:keine|ohne) (?:rück|nach|zwischen)fragen\b(?! (?:der|des|von|an|zu))"
    r"|\A\W*(?:bitte )?(?:stell\w* )?keine (?:rück)?fragen(?: stellen)?\s*[,.;!]"
    r"|\A\W*(?:merci de )?ne (?:pose[rz]?|posez) (?:aucune|pas de|pas) (?:questions?)\b"
    r"|\A\W*no (?:hagas|hagan|haga|hagáis|preguntes|pregunte) (?:ninguna )?(?:preguntas?|nada)\b"
    r"|\A\W*non (?:fare|fate|porre|ponete) (?:nessuna )?domand[ae]\b"
    r"|\A\W*não (?:faças|faça|façam|coloques|coloque) (?:nenhuma )?perguntas?\b"
    r"|\A\W*stel(?:t u)? (?:geen|nooit) vragen\b"
    r"|質問(?:は)?(?:せず|不要|禁止|しないで)|質問(?:は|を)?(?:一切)?(?:せずに|しないで|しないこと)"
    r"|(?:\A\W*|[，,；])(?:请)?(?:不要|无需|别|请勿|不必|不用)(?:再)?(?:提问|提出?(?:任何)?问题|问我"
    r"|反问|追问)|(?:\A\W*|[，,；]) ?(?:你)?自(?:己|行)(?:决定|判断)(?:即可|就好|就行)",
    re.IGNORECASE,
)
_ADDRESSED: Final = pattern(
    r"(?:\A|[\W_])(?:(?:for|to|für|an|pour|à|aux?|para|per|ao|aos|voor|aan|al|agli|all['’])\s+"
    r"(?:(?:the|any|all|an?|den|die|das|alle|el|los|la|las|les|l['’]|il|gli|i|o|os|de|het)\s*)?"
    r"(?:(?:ai|coding|planning|automated|llm)[ -]?)?(?:planners?|agents?|assistants?|ai|llms?"
    r"|(?:large )?language models?|bots?|copilots?|planer|agenten|assistenten|ki|sprachmodelle?"
    r"|planificateurs?|ia|planificador|agentes?|asistentes?|pianificatore|agenti|assistenti"
    r"|planejador|assistentes?|taalmodellen)|(?:ai|agent|planner|assistant|llm|ki-?|agenten)[ -]?"
    r"(?:instructions?|notes?|hints?|orders?|directives?|anweisung\w*|hinweis\w*))\W*\Z"
    r"|(?:エージェント|プランナー|AI)(?:へ|向け|への)|(?:给|致)(?:AI|智能体|代理|规划器|助手)",
    re.IGNORECASE,
)
_CALLED: Final = pattern(
    r"\A\W*(?:ai|agent|planner|assistant|llm|reader|model)\s*[:,]\s*(?:please |now )?(?:act|behave"
    r"|pretend|approve|skip|ignore|answer|reply|mark|report|treat|use|set|write|add|do not|don't"
    r"|never|you)\b|\b(?:scope|plan|request|packet|review|path)\b[^.]{0,40}\bthe (?:agent|planner"
    r"|assistant|ai|model) (?:fills|decides|may|can|skips|ignores)\b|\bthe (?:agent|planner) (?:may"
    r"|can|is free to) (?:touch|change|edit|rewrite|modify) (?:everything|anything|any file"
    r"|whatever)",
    re.IGNORECASE,
)
_HEARD: Final = words(
    "come you your du dir deine deinen deiner sie ihre ihren tu tes ton vous vos votre tus su eres"
    " sei tuo tua tue és você tuas suas je jij jouw u whoever anyone anybody those reader wer"
    " quiconque celui celle ceux quien chi quem wie question questions fragen rückfragen"
    " nachfragen zwischenfragen preguntas pregunta preguntes pregunte domande domanda"
    " perguntas pergunta vragen wedervragen agent planner assistant agente ai ia ki llm bot"
    " modèle outil model machine rule rules ask act behave earlier previous prompt"
    " instructions anweisungen instrucciones istruzioni instruções instructies forget"
    " disregard ignore assume vergiss oublie oubliez olvida dimentica esquece esqueça vergeet"
    " negeer ora agora ahora désormais jetzt vanaf never answer respond operate tiens tenez"
    " hält bisherige anteriores"
)
_WORD: Final = pattern(r"[^\W\d_]+")
_EASTERN: Final = pattern(
    r"質問|あなた|君|読|処理|計画|扱|これまで|今まで|以前|与えられ|忘|無視|今から|自分|システム|从现在"
    r"|你|您|提问|问|自己|自行|阅读|处理|读到|看到|规划|之前|此前|先前|无视|忽略"
)


def turns_to_reader(text: str) -> bool:
    """Say whether *text* turns to whoever reads it as a machine that plans."""
    if _HEARD.isdisjoint(_WORD.findall(text.lower())) and (
        text.isascii() or _EASTERN.search(text) is None
    ):
        return False
    if _SPOKEN_TO.search(text) or _VOIDS.search(text) or _ASKS_NOTHING.search(text):
        return True
    if _CALLED.search(text):
        return True
    return _WHO.search(text) is not None and _MATTER.search(text) is not None


def addresses_agent(heading: str) -> bool:
    """Say whether a section is addressed to whoever plans by its *heading*."""
    return bool(heading) and _ADDRESSED.search(heading) is not None
