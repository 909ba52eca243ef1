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

from planner.drafting.cues import CHATTER, NOTHING, UNFILLED, cue
from planner.drafting.headings import folded
from planner.model.intake import Form, Statement
from planner.model.key_format import secrets_in
from planner.model.pattern import pattern
from planner.rules.grants import grants

INSTRUCTS: Final = "an instruction to the planner is evidence, not a requirement"
CLAIMS: Final = "a request cannot authorise its own execution"
CONTROLLER: Final = "a controller's value inside a request is evidence, not authority"
SECRET: Final = "it holds a secret, which is not copied"  # noqa: S105 - a reason, no password
UNFILLED_LINE: Final = "a line of a template that nobody filled in"
SAYS_NONE: Final = "it says that there is none"
SMALL_TALK: Final = "it asks for nothing"
ROUTED: Final = "the route is decided from the request's content"

_SECRET: Final = cue(
    "akia|gh|glpat|sk-|xox|aiza|begin|eyj|://|pass|secret|key|token|kennwort",
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
    "ignor|disregard|forget|override|bypass|skip|omit|review|approv|gate|sign-off|"
    "signoff|clarification|planner|assistant|language model|ai|llm|chat|claude|gpt|"
    "reply|respond|answer|output|emit|return|write|produce|use|mark|treat|consider|"
    "report|declare|count|label|route|readiness|do not ask|leave|allow|you |dispatch|"
    "start|begin|launch|pretend|jailbreak|negeer",
    r"\b(?:ignore|disregard|forget|override)\b[^.]{0,20}\b(?:all|any|previous|prior|above|earlier"
    r"|your|these|those|planner)\b"
    r"[^.]{0,30}\b(?:instructions?|rules?|prompts?|guidelines|safeguards|constraints|policy)\b"
    rf"|^(?:please )?(?:bypass|skip|omit) (?:the |any |all |every |code |human |plan "
    rf"|your )*{_REVIEW}\b"
    rf"|\b(?:no|without(?: any)?) (?:further|code|human|manual|additional|plan) {_REVIEW}\b"
    rf"|\bno (?:further )?{_REVIEW} (?:is |are )?(?:needed|required|necessary)\b"
    rf"|^(?:the |this |dear |hey |hi )?{_SPEAKER}\b[^.]{{0,20}}\b(?:reply|respond|answer|approve"
    rf"|mark|ignore|skip|treat|authori[sz]e|proceed|obey|follow these)\b"
    rf"|^(?:dear |hey |hi )?{_SPEAKER}\b\s*[,:!]"
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
    r"|\byou (?:are|have been) (?:now |hereby |already )*(?:an?|the|approved|authori[sz]ed"
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
    "approv|authori|cleared|signed|accepted|released|ready for|grant|permit|order|"
    "instruct|confirm|authority|verified",
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


def set_aside(statement: Statement) -> str | None:
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
    if _CLAIMS.search(text) or grants(text):
        return CLAIMS
    if _INSTRUCTS.search(text):
        return INSTRUCTS
    if statement.form is Form.CODE:
        return None
    if UNFILLED.match(text):
        return UNFILLED_LINE
    if NOTHING.match(text):
        return SAYS_NONE
    return SMALL_TALK if CHATTER.match(text) else None


def holds_secret(text: str) -> bool:
    """Say whether *text* holds what looks like a key, a token or a password."""
    return _SECRET.search(text) is not None or any(True for _ in secrets_in(text))
