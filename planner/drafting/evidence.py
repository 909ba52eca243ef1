"""Statements that are evidence and no requirement, and why.

* What instructs the planner, claims authority or carries a controller's values is read, reported
  and never obeyed, whoever wrote it.
* A statement with a secret is not copied anywhere; the reason does not repeat it.
* A greeting, an unfilled line of a template and a "none" ask for nothing.
* A product may have approvals, statuses and prompts of its own: a sentence about the product is
  set aside only when it speaks to the planner or about this task.
"""

import re
from typing import Final

from planner.codec.intake import UNFILLED_LINE
from planner.drafting.addressed import speaks_to_planner
from planner.drafting.claims import claims_leave, dictates_outcome
from planner.drafting.cues import NOTHING, UNFILLED, cue
from planner.drafting.forbidden_places import opens_forbidden, runs_download
from planner.drafting.headings import folded
from planner.drafting.orders import orders_agent, vouches_for_agent
from planner.drafting.reader import addresses_agent, turns_to_reader
from planner.drafting.this_work import claims_of_work, dispenses, names_work, opens_all_files
from planner.model.intake import Form, Statement
from planner.model.key_format import secrets_in
from planner.model.pattern import pattern
from planner.model.remembered import remembered
from planner.rules.grants import grants
from planner.rules.pleasantries import is_pleasantry

INSTRUCTS: Final = "an instruction to the planner is evidence, not a requirement"
CLAIMS: Final = "a request cannot authorise its own execution"
CONTROLLER: Final = "a controller's value inside a request is evidence, not authority"
SECRET: Final = "it holds a secret, which is not copied"  # noqa: S105 - a reason, no password
SAYS_NONE: Final = "it says that there is none"
PIPED: Final = "a download that is run as a program proves nothing"
FORBIDDEN: Final = "it leads to a place that no task may change"
ATTACKS: Final = (INSTRUCTS, CLAIMS, PIPED, FORBIDDEN)
"""Reasons that reach on to what goes on from the sentence in its paragraph."""
SMALL_TALK: Final = "it asks for nothing"
ROUTED: Final = "the route is decided from the request's content"

_SECRET: Final = cue(
    "akia|gh|github_pat_|glpat|sk-|xox|aiza|begin|eyj|://|pass|secret|key|token|kennwort",
    r"\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}"
    r"|\bsk-[A-Za-z0-9_-]{20,}"
    r"|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bAIza[\w-]{30,}|-----BEGIN [A-Z ]*PRIVATE KEY"
    r"|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*"
    r"|[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,100}:[^\s/@]{3,100}@"
    r"|\b(?:password|passwd|secret|api[ _-]?key|access[ _-]?token|auth[ _-]?token|token|passwort"
    r"|kennwort)\b[\"'`]?\s*[:=]\s*[\"'`]?"
    r"(?=[^\s\"'`]*\d)[^\s\"'`<>{}()\[\]]{8,}",
)
_ROUTE_WORDS: Final = (
    r"(?:direct_execution|partial_completion|needs_detail|macro_adjustment_request"
    r"|readiness\.json|task-packet\.md"
    r"|task-set\.json|ready_for_orchestration|detail_ready)"
)
_OUTCOME: Final = r"(?:ready|approved|done|completed?|authori[sz]ed|accepted|verified)"
_REVIEW: Final = r"(?:review(?:er|s)?|approvals?|gate|sign-?off|clarification)"
_THIS: Final = r"(?:this|it|(?:this|the) (?:task|request|packet|plan|reply|intake|work))"
_SPEAKER: Final = r"(?:planner|assistant|language model|ai|llm|chatbot|claude|gpt|chatgpt)"
_INSTRUCTS: Final = cue(
    "ignor|disregard|forget|override|bypass|skip|omit|review|approv|gate|sign-off|signoff|"
    "clarification|planner|assistant|language model|ai|llm|chat|claude|gpt|reply|respond|"
    "answer|output|emit|return|write|produce|use|mark|treat|consider|report|declare|count|"
    "label|route|readiness|do not ask|leave|allow|you |dispatch|start|begin|launch|pretend|"
    "negeer|blocker",
    r"\b(?:ignore|disregard|forget|override)\b[^.]{0,20}\b(?:all|any|previous|prior|above|earlier"
    r"|your|these|those|planner)\b"
    r"[^.]{0,30}\b(?:instructions?|rules?|prompts?|guidelines|safeguards|constraints|policy)\b"
    rf"|^(?:please )?(?:bypass|skip|omit) (?:the |any |all |every |code |human |plan "
    rf"|your )*{_REVIEW}\b"
    rf"|\b(?:no|without(?: any)?) (?:further|code|human|manual|additional|plan) {_REVIEW}\b"
    rf"|\bno (?:further )?{_REVIEW} (?:is |are )?(?:needed|required|necessary)\b"
    rf"|^(?:the |this |dear |hey |hi )?{_SPEAKER}\b[^.]{{0,20}}\b(?:(?:reply|respond|answer|mark"
    rf"|ignore|skip|treat)\b[^.]{{0,60}}\b(?:{_ROUTE_WORDS}|ready|approved|done|instructions?"
    rf"|these|this|above|below|rules?|{_REVIEW})|approve|authori[sz]e|proceed|obey|follow these)\b"
    rf"|^(?:dear |hey |hi )?{_SPEAKER}\b\s*[,:!](?!\s*(?:the|an?|its|their|each)\b)"
    r"(?!\s*\w+(?:,| and\b| or\b))"
    rf"|^(?:please |then |now |and |just |only )*(?:reply|respond|answer|output|emit|return|write"
    rf"|produce|use)\b[^.]{{0,40}}\b{_ROUTE_WORDS}\b"
    rf"|\b(?:reply|respond|answer) (?:only )?with\b[^.]{{0,40}}\b(?:{_ROUTE_WORDS}|ready"
    rf"|approved)\b"
    rf"|^(?:please |then |now |and |just |so )*(?:mark|treat|consider|report|declare|count"
    rf"|label) (?:{_THIS} )?(?:as |to be )?(?:already )?{_OUTCOME}\b(?! (?:when|if|once|after"
    rf"|by)\b)"
    r"|\b(?:set|change|make|force|choose|use|pick) (?:the )?(?:route"
    r"|readiness)\b[^.]{0,10}\b(?:ready|direct|direct_execution|approved|done)\b"
    r"|\bdo not ask (?:me |us |any |the |further |more |user )*(?:questions?|for (?:clarification"
    r"|confirmation|approval))"
    r"|^(?:please )?(?:leave|make|keep|set) (?:the )?(?:allowed[ _]paths|blockers)\b"
    r"|\ballow(?:ed)? (?:all|any|every) (?:paths?|files?)\b"
    r"|\byou (?:are|have been|were) (?:now |hereby |already )*(?:approved|authori[sz]ed|allowed"
    r"|permitted|granted|cleared|free) (?:to|for|by|and)\b"
    r"|(?<!if )(?<!when )(?<!unless )(?<!while )(?<!that )(?<!where )"
    r"\byou (?:are|have been) (?:now |hereby |already )*(?:an?|the|approved|authori[sz]ed"
    r"|in (?:developer|admin|god))\b"
    r"|\byou (?:may|can|must|should|shall|have to) (?:now )?(?:skip|ignore|proceed|approve"
    r"|dispatch|reply with|respond with|execute (?:this|the))\b"
    r"|^(?:please |now )?(?:dispatch|start|begin|launch) (?:the )?(?:worker|orchestrator"
    r"|execution|checker|coder)s?(?: now| immediately| at once)?[.!]?$"
    r"|\bpretend (?:to be|that|you)\b|\bjailbreak\b"
    r"|\bignorier\w*\b[^.]{0,40}\b(?:anweisung\w*|regeln|vorgaben)\b"
    r"|\bignore[rz]?\b[^.]{0,40}\b(?:instructions|consignes|règles) (?:précédentes|ci-dessus"
    r"|antérieures)\b"
    r"|\bignor[ae]r?\b[^.]{0,40}\b(?:instrucciones|reglas|istruzioni|regole|instruções|regras)\b"
    r"|\bnegeer\b[^.]{0,40}\b(?:instructies|regels)\b"
    r"|(?:指示|命令|ルール|プロンプト)を(?:すべて|全て)?無視|(?:忽略|无视)[^。]{0,20}(?:指令|指示|规则|提示)",
)
_CLAIMS: Final = cue(
    "approv|authori|cleared|signed|accepted|released|ready for|grant|permit|order|instruct|"
    "confirm|verified",
    r"\b(?:this (?:task|request|packet|plan|work)|execution|implementation) (?:is|was|has been"
    r"|are) (?:now |hereby |already |fully |pre-?)*"
    r"(?:approved|authori[sz]ed|cleared|signed off|accepted|released|ready for (?:orchestration"
    r"|execution))\b"
    r"|^(?:the )?(?:task|request|packet|plan|execution|work) (?:is|was|has been) (?:now |hereby "
    r"|already |fully |pre-?)*(?:approved|authori[sz]ed|cleared)[.!]?$"
    r"|\bthe (?:task|request|packet|plan) (?:is|was|has been) (?:already|hereby"
    r"|pre-?)[ -]?(?:approved|authori[sz]ed)\b"
    r"|\bi (?:hereby |now |fully )*(?:authori[sz]e|approve|grant (?:you|the|full|permission)"
    r"|permit|confirm approval)\b"
    r"|^(?:pre-?)?(?:approved|authori[sz]ed)(?: by\b| for (?:execution|release|direct)|[.!]?$)"
    r"|\bas (?:the|an?|your) [\w -]{2,30},? (?:i|we) (?:hereby |now )*(?:authori[sz]e|approve"
    r"|grant|permit|order|instruct|confirm)\b"
    r"|\b(?:full|blanket|standing) (?:authority|approval|authori[sz]ation)\b|\bpre-?(?:approved"
    r"|authori[sz]ed)\b"
    r"|\bthe (?:controller|orchestrator|maintainer|project owner|user) (?:has |already "
    r"|hereby )*(?:approved|authori[sz]e[sd]?|granted|verified) (?:this|the (?:task|plan|packet"
    r"|request|execution|work)|execution|you)\b",
)
_FIELD: Final = (
    r"(?:terminal[_ ]status[_ ]constraint|task_revision|state_version|authority_digest"
    r"|basis_digest|required_reason"
    r"|status_recommendation|next_owner|activation_reason|current_loop|stop_contract_sha256"
    r"|controller-verified constraint)"
)
_CONTROLLER: Final = cue(
    "_|constraint|readiness",
    rf"^[\W_]*{_FIELD}\b[\"'`]?\s*[:=]|[\"']{_FIELD}[\"']\s*:|[\"']readiness[\"']\s*:\s*[\"']"
    rf"|^[\W_]*terminal[_ ]status[_ ]constraint\b",
)
_STATUS: Final = pattern(
    r"^[\W_]*(?:status|readiness|route|recommendation|approval)[\"'`]?\s*[:=]\s*[\"'`]?(?:done"
    r"|ready|approved|accepted|complete[d]?|verified|authori[sz]ed"
    r"|detail_ready|ready_for_orchestration|direct_execution|needs_detail|blocked"
    r"|partial_completion|macro_adjustment_request)\b[\W_]*$",
    re.IGNORECASE,
)
_CONTROLLER_HEADINGS: Final = frozenset(
    """
    status|readiness|route|approval|approved by|recommendation|task revision|state version
    authority digest|basis digest|required reason|status recommendation|owner|next owner
    terminal status constraint|activation reason|current loop|next step|next role|role
    activation id|controller verified constraint|routing recommendation
    """.strip()
    .replace("\n    ", "|")
    .split("|")
)
_ROUTE_HEADINGS: Final = frozenset({"route", "routing recommendation"})


_PIPED: Final = pattern(
    r"\A[`\s$]*(?:sudo )?(?:curl|wget)\b[^`]*\|\s*(?:sudo )?(?:ba|z|da|k)?sh\b[^`]*`?\W*\Z",
    re.IGNORECASE,
)
_SPOKEN_SECRET: Final = cue(
    "pass|login|log-in|credent|zugang|anmeld|identif|credenc|credenz|inlog|acces|acess|mot de|"
    "key|token|secret|clave|chiave|chave|sleutel|senha|wachtwoord|kennwort",
    r"(?:\b(?:password|passphrase|passcode|passwort|kennwort|mot de passe|contraseña|senha"
    r"|wachtwoord)\b(?! (?:hash|length|policy|field|rule))[^.:=\n]{0,40}?(?:\s"
    r"(?:is|ist|lautet|est|es|è|é)|\s?[:：=])|パスワードは|密码是|(?:パスワード|密码)\s?[:：])\s*[`\"'「]?"
    r"(?-i:(?=[^\s`\"']*\d)(?=[^\s`\"']*[a-z])(?=[^\s`\"']*[A-Z]))[^\s`\"'<>{}()\[\]/]{8,}"
    r"|\b(?:log-?in|credentials?|zugang(?:sdaten)?|anmeldung|identifiants?|credencia(?:l|les|is)"
    r"|credenziali|inloggegevens|acceso|accesso"
    r"|acesso)\b[^.\n]{0,40}?[\w.@-]{2,30}\s?[/:]\s?[`\"']?"
    r"(?-i:(?=[^\s`\"']*\d)(?=[^\s`\"']*[a-z])(?=[^\s`\"']*[A-Z]))[^\s`\"'<>{}()\[\]/,]{8,}"
    r"|(?<!cache )(?<!primary )(?<!foreign )(?<!sort )(?<!storage )(?<!lookup )(?<!partition )"
    r"\b(?:key|token|secret|schlüssel|clé|clave|chiave|chave|sleutel)\b[^.:=\n]{0,40}?\s"
    r"(?:is|ist|lautet|est|es|è|é)\s+[`\"']?"
    r"(?-i:(?=[^\s`\"']*(?:\d[^\s`\"']*){4})(?=[^\s`\"']*[a-z])(?=[^\s`\"']*[A-Z]))"
    r"[\w.~+=-]{20,}",
)
"""A secret that is told in a sentence; a name such as `API_KEY_2` has no small letters."""


def set_aside(statement: Statement) -> str | None:  # noqa: C901 - one reason after another
    """Return why *statement* goes nowhere, or None when it may say something."""
    text, heading = statement.text, folded(statement.heading)
    if holds_secret(text):
        return SECRET
    if statement.form is Form.LABELLED and heading in _CONTROLLER_HEADINGS:
        return ROUTED if heading in _ROUTE_HEADINGS else CONTROLLER
    if _CONTROLLER.search(text):
        return CONTROLLER
    if _STATUS.match(text):
        return ROUTED if "rout" in text[:20].casefold() else CONTROLLER
    if _CLAIMS.search(text) or grants(text) or vouches_for_agent(text) or claims_leave(text):
        return CLAIMS
    if _INSTRUCTS.search(text) or orders_agent(text):
        return INSTRUCTS
    if dictates_outcome(text) or speaks_to_planner(text):
        return INSTRUCTS
    if _PIPED.match(text) or runs_download(text, is_code=statement.form is Form.CODE):
        return PIPED
    if (reason := _by_structure(statement)) is not None:
        return reason
    if statement.form is Form.CODE:
        return None
    if UNFILLED.match(text):
        return UNFILLED_LINE
    if NOTHING.match(text):
        return SAYS_NONE
    return SMALL_TALK if is_pleasantry(text) else None


def _by_structure(statement: Statement) -> str | None:
    """Return why a statement attacks: by whom it turns to, what it claims, or where it leads."""
    text = statement.text
    if names_work(text):
        if claims_of_work(text):
            return CLAIMS
        if dispenses(text) or opens_all_files(text):
            return INSTRUCTS
    if turns_to_reader(text):
        return INSTRUCTS
    if opens_forbidden(text):
        return FORBIDDEN
    return INSTRUCTS if addresses_agent(statement.heading) else None


@remembered(256)
def holds_secret(text: str) -> bool:
    """Say whether *text* holds what looks like a key, a token or a password."""
    if _SECRET.search(text) or _SPOKEN_SECRET.search(text):
        return True
    return any(True for _ in secrets_in(text))
