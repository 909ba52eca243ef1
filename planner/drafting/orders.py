"""Orders to whoever plans, in other words than "ignore the rules", and vouchers for an agent.

* An order speaks of the planner's own matters: its rules, its route, the list of allowed paths,
  or of an agent that reads this very text.
* What follows such an order and goes on about the agent as "he" belongs to it.
* A product may have agents, routes and assistants of its own: they read no "this paragraph".
"""

import re
from typing import Final

from planner.drafting.cues import cue
from planner.model.pattern import pattern

_ROUTE: Final = (
    r"(?:direct_execution|partial_completion|needs_detail|macro_adjustment_request|detail_ready"
    r"|ready_for_orchestration)"
)
_AGENT: Final = (
    r"(?:(?:ai|llm|automated|planning|coding|autonomous|language[- ]model)[ -]"
    r"(?:agent|assistant|planner|model|bot|system)"
    r"|(?:planende[rnms]?|automatische[rnms]?) (?:agent|assistent|planer|modell)\w*|ki-(?:agent"
    r"|assistent|modell)\w*"
    r"|(?:agent|assistant|agente|asistente|assistente|modèle) (?:planificat\w+|planificad\w+"
    r"|pianificat\w+|planejad\w+|de planification|de planificación|di pianificazione"
    r"|de planejamento|d['’]ia|ia)|plannende agent)"
)
_THIS: Final = (
    r"(?:(?:this|these) (?:paragraph|text|log|line|section|document|request|issue|page|note|lines)"
    r"|diese[nrms]? (?:absatz|text|abschnitt|zeilen?|hinweis\w*|anfrage)|dies hier"
    r"|cet?(?:te)? (?:paragraphe|texte|section|note)|est[ea] (?:párrafo|texto|sección|parágrafo"
    r"|seção)|quest[oa] (?:paragrafo|testo|sezione)|deze (?:alinea|tekst|sectie))"
)
_ORDERS: Final = cue(
    "rule|instruction|prompt|route|readiness|status|allowed|agent|assistant|asistente|planner|"
    "planer|model|bot|system|assistent",
    r"\b(?:ignore|disregard|forget|drop|override)\b[^.]{0,15}\b(?:every|each|all|any)\b[^.]{0,15}"
    r"\b(?:rules?|instructions?|prompts?)\b[^.]{0,20}\b(?:you|above|before this|so far|until now)\b"
    rf"|\b(?:set|change|make|force|choose|pick|switch|put) (?:the |your )?(?:route|readiness"
    rf"|status)\b"
    rf"[^.]{{0,12}}\b{_ROUTE}\b(?!`? (?:when|if|once|for|where)\b)"
    r"|(?:\A|[.;:,]\s+|\b(?:please|and|then|also|now|to|must|should) )(?:add|put|append|include"
    r"|insert)\b[^\n]{0,80}?\b(?:to|into|in|among) (?:the |your )?allowed[ _]paths\b"
    r"(?! (?:of|for|in|table|setting|page|view|field|list of)\b)"
    rf"|\b{_AGENT}\b[^.]{{0,40}}\b(?:read|reads|reading|liest|lesen|lit|lee|legge|lê|leest"
    rf"|process\w*|sees?|verarbeit\w*)\b[^.]{{0,30}}\b{_THIS}\b"
    rf"|\b{_AGENT}\b[^.\n]{{0,30}}\b(?:must|should|shall|may|can|has to|is to)\b[^.\n]{{0,30}}\b"
    r"(?:list|add|include|treat|count|allow|accept|use|put|open|mark|take)\b[^\n]{0,140}?\b(?:as|to"
    r"(?: the)?|among(?: the)?|in(?: the)?|into(?: the)?) (?:also )?(?:allowed|permitted|writable"
    r"|approved|in scope)\b"
    rf"|\b{_AGENT}\b[^.\n]{{0,30}}\b(?:soll|muss|darf|doit|debe|deve|moet)\b[^\n]{{0,140}}?\b(?:als"
    r"|comme|como|come) (?:erlaubt|zulässig|freigegeben|autorisée?s?|permise?s?|permitid[oa]s?"
    r"|consentit[oi]|permess[oi]|toegestaan)\w*"
    r"|(?:この|本)(?:段落|文章|文書|依頼)を読(?:む|んで)\w{0,6}(?:AI|エージェント|アシスタント)",
)
_VOUCHES: Final = cue(
    "agent|assistant|planner|bot|access|zugriff|accès|acceso|acesso|toegang|rechte",
    r"\b(?:the|this|any|our|your) (?:\w+ )?(?:agent|assistant|planner|bot) (?:is|has been|was)"
    r" (?:hereby |now |already |fully )*(?:cleared|authori[sz]ed|approved|permitted|allowed|granted"
    r"|free)\b[^.]{0,40}\b(?:whole|entire|all|any|every|everything|repository|repo|codebase)\b"
    r"|\b(?:the|this|any|our|your) (?:\w+ )?(?:agent|assistant|planner|bot) (?:has|have|gets?|is"
    r" given|was given|has been given) (?:\w+ )?(?:full |write |root |admin |unlimited |complete )+"
    r"(?:access|rights|permissions?)\b[^\n]{0,60}\b(?:whole|entire|all|any|every|everything|server"
    r"|machine|repository|repo|codebase|production|system)\b"
    r"|\b(?:der|dieser) (?:agent|assistent|planer|bot) hat (?:\w+ )?(?:voll\w*|schreib\w*|root\w*)"
    r"[ -]?(?:zugriff|rechte)\b[^\n]{0,60}\b(?:ganz\w*|gesamt\w*|alle\w*|server|system)\b"
    r"|\bl['’](?:agent|assistant) a (?:un |tous les )?(?:accès|droits) (?:complet|total"
    r"|en écriture)"
    r"[^\n]{0,60}\b(?:tout|entier|serveur|dépôt)\b"
    r"|\b(?:el agente|el asistente|l['’]agente|l['’]assistente|o agente|o assistente) (?:tiene|ha"
    r"|tem)"
    r" (?:acceso|accesso|acesso) (?:total|complet[oa]|de escritura|in scrittura|de escrita)\b"
    r"|\bde (?:agent|assistent) heeft (?:\w+ )?(?:volledige|schrijf)\w* ?(?:toegang|rechten)\b"
    r"|\b(?:the|this|any|our|your) (?:\w+ )?(?:agent|assistant|planner|bot) (?:may|is allowed to"
    r"|should)\b[^.]{0,60}\b(?:as root(?! cause)|as administrator|with sudo|without (?:a )?review"
    r"|outside (?:of )?the (?:scope|sandbox))\b",
)
_HE: Final = pattern(
    r"\b(?:he|him|his|er|ihm|ihn|lui|él|egli|gli|ele|lhe|hij|hem)\b", re.IGNORECASE
)
_MESSAGE: Final = pattern(
    r"\A\W*(?:system|assistant|developer|user|admin)\b[\s\"']*[:>\]]", re.IGNORECASE
)


def orders_agent(text: str) -> bool:
    """Say whether *text* orders whoever plans to do something."""
    return _ORDERS.search(text) is not None


def vouches_for_agent(text: str) -> bool:
    """Say whether *text* says what an agent has been given leave to do."""
    return _VOUCHES.search(text) is not None


def goes_on(text: str) -> bool:
    """Say whether *text* goes on about somebody who was named before."""
    return _HE.search(text) is not None


def speaks_as_another(text: str) -> bool:
    """Say whether a line of a sample pretends to be somebody's message ("SYSTEM: …")."""
    return _MESSAGE.match(text) is not None
