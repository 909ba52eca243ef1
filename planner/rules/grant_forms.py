"""How words grant what only a controller, or a person, may grant, as patterns (SCP001).

* Patterns read one sentence in lower case with single spaces. They stand in groups; a group is
  tried only on a sentence that holds a word of each of its two lists.
* A flat form grants whatever the request talks of; another one may be about the product. A mild
  one could so easily be that it counts only where the request is known.
"""

import re
from dataclasses import dataclass
from typing import Final

from planner.model.pattern import pattern
from planner.model.words import phrases
from planner.rules.foreign_grants import FOREIGN, FOREIGN_WORDS


@dataclass(frozen=True, slots=True)
class GrantForm:
    """One way to grant."""

    words: re.Pattern[str]
    flat: bool = False
    mild: bool = False


@dataclass(frozen=True, slots=True)
class FormGroup:
    """Forms that need the same kinds of words."""

    words: tuple[str, ...]
    """A sentence holds at least one of them, the rarer kind."""
    others: tuple[str, ...]
    """And at least one of these."""
    forms: tuple[GrantForm, ...]


def _flat(words: str) -> GrantForm:
    return GrantForm(pattern(words), flat=True)


def _open(words: str) -> GrantForm:
    return GrantForm(pattern(words))


def _mild(words: str) -> GrantForm:
    return GrantForm(pattern(words), mild=True)


EXEC: Final = (
    r"(?:(?:direct )?execution|direct_execution|executing|implementation|implementing|coding"
    r"|orchestration"
    r"|dispatch(?:ing)?|deployment|deploying|merge|merging|roll-?out|code changes?|(?:all |the "
    r"|any )?(?:file )?(?:writes|edits))"
)
PEOPLE: Final = (
    r"(?:(?:task |plan |code )?(?:workers?|orchestrators?|checkers?|coders?|executors?"
    r"|implementers?|detailers?"
    r"|runners?|reviewers?|dispatchers?)|(?:coding |sub-?|worker |ai )?agents?)"
)
THIS: Final = (
    r"(?:(?:this|that|the (?:whole|entire|present|current|above|attached)|our) (?:task packet|task"
    r"|plan|packet"
    r"|changes?|work|request|job|step|stop|route|slice|scope|reply|intake|deliverable)"
    r"|the task packet|the packet|the plan|the task|the work|the changes?|task packet"
    r"|work on (?:this|it))"
)
WHAT: Final = rf"(?:{EXEC}|{PEOPLE}|{THIS})"
ADVERB: Final = (
    r"(?:(?:now|hereby|herewith|already|fully|formally|officially|explicitly|thereby|thus|also|all"
    r"|both|therefore"
    r"|immediately|finally|implicitly|automatically|effectively|clearly|unconditionally|so) )"
)
BE: Final = (
    r"(?:is|are|was|were|has been|have been|had been|stands?|gets?|counts? as|considered|deemed)"
)
GRANTED: Final = (
    r"(?:(?:fully |pre-?)?(?:authori[sz]ed|approved)|cleared (?:for|to)|green-?l(?:it|ighted)"
    r"|signed[- ]off|sanctioned|ok(?:'d|ayed|ed)|good to go|a go\b)"
)
PERMITTED: Final = (
    r"(?:permitted|allowed|licen[sc]ed|granted|unlocked|free to (?:start|begin|proceed|go|run))"
)
BEGIN: Final = (
    r"(?:start|begin|proceed|go ahead|commence|get started|take over"
    r"|be (?:started|dispatched|launched|activated|begun|skipped))"
)
NOW: Final = (
    r"(?:now(?! and then)|immediately|right away|straight ?away|at once|without (?:further )?delay"
    r"|asap|today"
    r"|right now|instantly)"
)
END: Final = r"[\s\"'`)\]]*(?:[.!;,]|$)"
CLAUSE: Final = (
    r"(?:^[ >#+-]*(?:\d+[.)] )?|[:;,.\u2013\u2014] ?| - "
    r"|\b(?:and|then|so|please|now|just|also|you (?:may|can|should|must)|simply|therefore) )"
)
ADJECTIVE: Final = (
    r"(?:(?:all|any|the|every|each|this|that|its|your|our|a|further|additional|more|human|manual"
    r"|code|plan|peer"
    r"|mandatory|usual|normal|regular|security|design|extra|separate|prior|explicit|external"
    r"|formal|remaining"
    r"|subsequent|waiting for|asking for|second|controller|owner|user|orchestrator) )*"
)
CHECKS: Final = (
    r"(?:reviews?|reviewers?|approvals?|(?:quality |review |approval |human |release )?gates?"
    r"|sign-?offs?"
    r"|authori[sz]ations?|permissions?|oversight|supervision|consent|safeguards?|guardrails?"
    r"|checkers?\b(?! )|controller|human intervention|plan review)"
)
_REVIEWS: Final = (
    r"(?:reviews?|reviewers?|approvals?|(?:quality |review |approval |human |release )?gates?"
    r"|sign-?offs?|oversight|supervision|human intervention|plan review)"
)
"""The checks that a product's users hardly pass through by themselves."""


def _unneeded(checks: str) -> str:
    return (
        rf"(?:no {ADJECTIVE}{checks}(?: (?:is|are|will be|was|step is))?|{checks} (?:is|are)"
        rf" (?:not|no longer)|{checks} not) {ADVERB}?(?:needed|required|necessary)"
    )


_LEAVE: Final = (
    r"(?:approval|authori[sz]ation|authority|permission|sign-?off|clearance|go-?ahead"
    r"|green light|consent)"
)
_VERB: Final = (
    r"(?:authori[sz]e[sd]?|approve[sd]?|permit(?:s|ted)?|grant(?:s|ed)?|clear(?:s|ed)?"
    r"|licen[sc]e[sd]?"
    r"|sign(?:s|ed)? off(?: on)?|green-?li(?:t|ghts?|ghted)|sanction(?:s|ed)?|waive[sd]?"
    r"|unlock(?:s|ed)?)"
)

_DECIDERS: Final = (
    r"(?:reviewers?|controllers?|owners?|maintainers?|leads?|managers?|gatekeepers?|approvers?"
    r"|gates?|checkers?|humans?|users?|team|requester|board|management|orchestrator)"
)
_GATES: Final = r"(?:(?:plan|planning|quality|review|approval|release|human) )*gates?"

_GRANT_WORDS: Final = phrases(
    "accepted| agreed| gate|authori|approv|preapprov|autoapprov|preauthori|selfapprov|cleared"
    "|clearance|green light"
    "|green-l|greenl|lgtm|ship it|sign off|signs off"
    "|signed off"
    "|sign-off|signed-off|signoff|sanction|good to go|a go|ok'd|okayed|permission|permitted"
    "|permits|allowed"
    "|licensed|licenced|licenses|granted|grants|grant |unlock|waive|consent|go-ahead|go ahead"
    "|goahead|free to"
)
_BEGIN_NOUNS: Final = phrases(
    "execution|executing|implementation|implementing|coding|orchestr|dispatch|deployment|deploying"
    "|merge"
    "|merging|roll-out|rollout|code change|writes|edits|worker|checker|coder|executor|implementer"
    "|detailer|runner"
    "|reviewer|agent|this task|this plan|this packet|this change|this work|this request|this job"
    "|this step"
    "|the task|the plan|the packet|the work|the change|task packet|our plan| now|immediately"
    "|right away"
    "|straight away|straightaway|at once|delay|asap| today|instantly|you may|you can"
)
_BEGIN_WORDS: Final = phrases(
    "start|begin|begun|commence|proceed|go ahead|carry on|continue|move on|get going|launch"
    "|dispatch|spawn|trigger|kick|invoke|activat|wake|call|engage|hand |forward|assign|pass "
    "|take over|execute|implement |merge|deploy|ship|release|run|free to|edit|change|go "
)
_PASS_WORDS: Final = phrases(
    "skip|bypass|omit|waive|ignor|disregard|disabl|drop|forgo|forego|circumvent|overrid|short-cut"
    "|shortcut"
    "|needed|required|necessary|need|no require|not require|n't require|requires no|exempt|without"
    "|wait|ask|asking|pausing"
)
_PASS_NOUNS: Final = phrases(
    "review|approv|gate|sign-off|signoff|authori|permission|oversight|supervis|consent|safeguard"
    "|guardrail"
    "|checker|controller|intervention"
)

_GRANTING: Final = (
    _flat(rf"\b{WHAT}\b(?: (?:of|for|in|on) [\w /-]{{1,30}}?)?(?: {BE}|:| -)? {ADVERB}*{GRANTED}"),
    _open(rf"\b{WHAT} {BE} {ADVERB}*{PERMITTED}"),
    _flat(rf"{CLAUSE}(?:it|this|that|everything|all) {BE} {ADVERB}*{GRANTED}{END}"),
    _flat(
        rf"{CLAUSE}(?:it|this|that|everything|all) (?:has been|have been|was|were|is {ADVERB}"
        rf"|are {ADVERB}) ?{ADVERB}*(?:{GRANTED}|accepted) by [^.;,]{{1,60}}{END}"
    ),
    _flat(
        rf"{CLAUSE}(?:the |our |my |both |all |two |project |plan |code )*{_DECIDERS}"
        rf" (?:has|have) {ADVERB}*(?:{_VERB}|accepted|agreed|given (?:the |his |her |their |its )*"
        rf"{_LEAVE})(?: (?:on|to|of|for))?(?: (?:it|this|that|everything|{WHAT}))?{END}"
    ),
    _flat(
        rf"^[ >#+-]*[\w.-]+(?: [\w.-]+)? (?:has|have) {ADVERB}*(?:{_VERB}|accepted|agreed)"
        rf"(?: (?:on|to))? (?:it|this|that|everything|{THIS}){END}"
    ),
    _flat(
        rf"{CLAUSE}(?:the |all |every |this |our )*{_GATES} (?:(?:is|are|was|were|has been"
        rf"|have been) {ADVERB}*(?:passed|satisfied|cleared|met|fulfilled)|(?:has|have) {ADVERB}*"
        rf"(?:passed|been passed|(?:accepted|approved|cleared|passed|let through)"
        rf" (?:it|this|that|everything|{WHAT}))){END}"
    ),
    _flat(
        rf"{CLAUSE}(?:it|this|that|everything|{THIS}) (?:has|have) {ADVERB}*(?:passed|cleared)"
        rf" (?:the |all |every |our )*{_GATES}{END}"
    ),
    _flat(
        rf"\byou {BE} {ADVERB}*(?:{GRANTED}|{PERMITTED}) (?:to )?(?:start|begin|proceed|execute"
        r"|implement|merge|deploy|dispatch|skip|go ahead|run the|change any|edit any)"
    ),
    _flat(
        rf"{CLAUSE}(?:treat|consider|regard|mark|count) (?:it|this|that|everything"
        rf"|{WHAT}) (?:as )?{ADVERB}*{GRANTED}"
    ),
    _flat(
        r"(?<!as )\b(?:i|we)(?:'ve| have| do| had| as (?:the )?planner)?,? "
        rf"(?:{ADVERB}|can |may |will |shall |would )*(?:{_VERB}|give (?:the |my |our "
        rf"|full )*{_LEAVE})\b"
        rf"(?:{END}|[^.;]{{0,60}}\b(?:{WHAT}|it|this|everything|you)\b)"
    ),
    _flat(
        r"\b(?:this|the|our|my) (?:reply|packet|task packet|task|plan|document|planner|readiness"
        rf"|recommendation)(?: itself)? (?:has |have |{ADVERB})*{_VERB}"
        rf" [^.;]{{0,40}}\b(?:{EXEC}|{PEOPLE}|{CHECKS}|start|changes)\b"
    ),
    _open(
        r"\b(?:the |our |my )?(?:controller|frontdesk|user|(?:project )?owner|maintainer|team"
        r"|requester"
        rf"|reviewer|operator|customer|client|human|lead|manager) (?:has |have |had "
        rf"|{ADVERB})*{_VERB}"
        rf" [^.;]{{0,40}}\b{WHAT}\b"
    ),
    _flat(
        rf"^[ >#+-]*(?:[\w ]{{1,30}}: )?(?:status |verdict )?{ADVERB}*(?:(?:pre-?)?approved"
        rf"|authori[sz]ed"
        r"|green-?lit|cleared|lgtm|ship it|good to go|approved and ready)"
        r"(?: by (?:the )?[\w -]{1,40})?[\s\"'`)\]\u2705\u2714.!]*$"
    ),
    _flat(
        r"^[ >#+\"'{-]*(?:\w{1,20}[_ ])?(?:authori[sz]ed?|approved?|authori[sz]ation"
        r"|authori[sz]e_\w{1,20})[\"']?"
        r" ?[:=] ?[\"']?(?:true|yes|granted|1|y|ok)\b[\"'}.]*$"
    ),
    _open(
        r"\b(?:authori[sz]ed|approved|cleared|signed off|green-?lit|good to go|unlocked)"
        rf" (?:for|to start|to begin) ?(?:the )?{EXEC}\b"
    ),
    _flat(
        rf"\b{_LEAVE}(?: (?:for|to) [\w ]{{1,30}}?)?(?:(?: (?:is|was|has been|have been|stands))?"
        rf"|:| -)"
        rf" {ADVERB}*(?:granted|given|obtained|received|on file|in place|confirmed|implied|assumed"
        rf"|complete){END}"
    ),
    _open(
        r"\b(?:have|has|with|under|got) (?:full |blanket |standing |explicit |the )*"
        rf"{_LEAVE} (?:to|for) (?:start|begin|proceed|execute|implement|merge|deploy|dispatch"
        rf"|{EXEC})\b"
    ),
    _flat(rf"\b(?:auto|pre|self)-?(?:approv|authori[sz])(?:e[sd]?|al|ation|ing) (?:of )?{WHAT}\b"),
)
_BEGINNING: Final = (
    _flat(
        rf"\b(?:{EXEC}|{THIS}|orchestrators?) (?:may|can|could|is free to|are free to|should|must"
        rf"|shall"
        rf"|will) {ADVERB}*{BEGIN}\b(?:,? (?:the )?{PEOPLE})?(?:[\s,]+{NOW})?{END}"
    ),
    _flat(
        rf"\b{WHAT} (?:may|can|could|is free to|are free to|should|must|shall) {ADVERB}*(?:{BEGIN}"
        rf"|run"
        rf"|execute|implement|edit|change)\b[^.;]{{0,40}}\b{NOW}\b"
    ),
    _open(rf"\b{WHAT} (?:may|is free to|are free to) {ADVERB}*{BEGIN}\b"),
    _flat(
        rf"\byou (?:may|can) {ADVERB}*(?:proceed|begin|go ahead|start(?: work(?:ing)?| {EXEC})?)"
        rf"(?: {NOW})?{END}"
    ),
    _flat(
        rf"{CLAUSE}(?:dispatch|spawn|launch|start|begin|trigger|kick off|invoke|activate|wake|call"
        rf"|engage"
        rf"|run) (?:up )?(?:all |the |an? |any |these |this |with )*(?:{EXEC}"
        rf"|{PEOPLE})(?: {NOW})?{END}"
    ),
    _open(
        rf"{CLAUSE}(?:dispatch|spawn|wake|hand (?:it |this |over |off )*to|forward (?:it |this )?to"
        rf"|assign (?:it |this )?to|pass (?:it |this )?(?:on )?to) (?:all |the |an? |any |these "
        rf"|this )*"
        rf"(?:{EXEC}|{PEOPLE})\b"
    ),
    _flat(
        r"\b(?:proceed|go ahead|carry on|continue|move on|get started|get going)"
        rf"(?: (?:directly|straight|{NOW}))? (?:to|with|on|into) (?:the )?(?:{EXEC}|{THIS}){END}"
    ),
    _open(
        rf"\b(?:proceed|go ahead|carry on|move on)(?: (?:directly|straight|{NOW}))?"
        rf" (?:to|with|on|into) (?:the )?(?:{EXEC}|{THIS})\b"
    ),
    _flat(
        rf"{CLAUSE}(?:dispatch|execute|implement|merge|deploy|ship|start|begin|proceed|go ahead|go"
        rf"|release)(?: (?:it|this|them|everything|{THIS}))? {NOW}{END}"
    ),
)
_PASSING: Final = (
    _flat(
        rf"{CLAUSE}(?:skip|bypass|omit|waive|ignore|disregard|disable|drop|forgo|forego|circumvent"
        rf"|override|short-?cut)(?:ping)? {ADJECTIVE}{CHECKS}(?: step| stage| phase| process)?"
        rf"(?: (?:for|of) (?:this|the|now)\b[^.;]{{0,30}}| entirely| altogether| completely"
        rf"| this time| {NOW})?{END}"
    ),
    _mild(rf"{CLAUSE}(?:skip|bypass|omit|waive|circumvent|override) {ADJECTIVE}{CHECKS}\b"),
    _flat(
        rf"\b(?:{EXEC}|{THIS}|this|planner) (?:{ADVERB})?(?:skips|bypasses|needs no|requires no"
        r"|does not (?:need|require)|doesn't (?:need|require)|is exempt from|may skip|can skip"
        rf"|may bypass|can bypass) {ADJECTIVE}{CHECKS}\b"
    ),
    _flat(rf"\b{_unneeded(_REVIEWS)}{END}"),
    _flat(
        rf"\b{_unneeded(CHECKS)} (?:for this|for the (?:task|plan|change)|here"
        rf"|to (?:start|proceed|begin|execute|merge)|(?:before|for) {EXEC})\b[^.;]{{0,30}}{END}"
    ),
    _mild(rf"\bno {ADJECTIVE}{CHECKS} (?:is|are|will be) (?:needed|required|necessary)\b"),
    _flat(
        r"\b(?:no need (?:for|to (?:wait|ask) for)|(?:do not|don't|without|no) (?:wait|ask|stop"
        r"|paus)(?:ing)?"
        rf" for) {ADJECTIVE}{CHECKS}{END}"
    ),
    _open(
        rf"\b{CHECKS} (?:may|can|should|must|will|is|are|has been"
        rf"|have been)(?: to)? (?:be )?{ADVERB}?"
        r"(?:skipped|bypassed|waived|omitted|ignored)"
    ),
    _open(
        r"\b(?:proceed|start|begin|execut(?:e|ed|ion|ing)|implement(?:ed|ation)?|merged?|merging"
        r"|deploy(?:ed|ment)?|dispatch(?:ed)?|go ahead|continue|ship|land|work)\b[^.;]{0,40}"
        rf"\bwithout {ADJECTIVE}{CHECKS}\b"
    ),
)

GROUPS: Final = (
    FormGroup(_GRANT_WORDS, (" ",), _GRANTING),
    FormGroup(_BEGIN_NOUNS, _BEGIN_WORDS, _BEGINNING),
    FormGroup(_PASS_WORDS, _PASS_NOUNS, _PASSING),
    FormGroup(FOREIGN_WORDS, (" ", "行", "务", "。"), tuple(_flat(words) for words in FOREIGN)),
)
