"""Words of a controller's record, as a reply would write them: `key: value` (SCP003, SCP004).

* A key counts in every spelling: `task_revision`, `taskRevision`, "Task revision", quoted, bold.
* What the request writes in a code span or in quotes, and a sentence that it has word for word,
  is the request's; a pair that stands alone is a claim, whoever wrote it first.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from planner.model.pattern import pattern
from planner.rules.request_words import Asked, plain
from planner.rules.utterance import Sentence, Utterance

_SEP: Final = (
    r"[\"'`]?[ \t]*(?:[:=|#]|->|→|:=|\b(?:is|was|now|of|becomes|equals|stays"
    r"|set to)\b)[ \t]*[\"'`]?"
)
_TIME: Final = (
    r"\d{4}-\d{2}-\d{2}(?:[t ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?z|[+-]\d{2}:?\d{2})?)?"
)
_TYPE: Final = (
    r"(?!(?:str|string|text|int|integer|number|uuid|id|bool|boolean|float|date|datetime|timestamp"
    r"|user|email|e-mail"
    r"|name|null|none|optional|required|nullable|list|dict|object|any|varchar|bigint|foreign"
    r"|reference|the|a|an|not"
    r"|no|int64|char|instant|enum|<)\b)"
)
_STEP: Final = (
    r"(?:approved|started|completed|finished|verified|dispatched|imported|requested"
    r"|archived|decided|authori[sz]ed|settled|activated)"
)
_ROLE: Final = (
    r"(?:planner|plan[_ -]reviewer|(?:task[_ -])?detailer|orchestrator|controller|coder|worker"
    r"|checker|reviewer|executor"
    r"|coordinator|frontdesk|runner|agent|human|nobody)"
)


@dataclass(frozen=True, slots=True)
class _Key:
    """A kind of pair: its words are looked for before its pattern is tried."""

    words: tuple[str, ...]
    """A sentence with the pair holds at least one of them, the rarer kind."""
    others: tuple[str, ...]
    """And at least one of these."""
    pair: re.Pattern[str]


def _key(words: str, others: str, pair: str) -> _Key:
    return _Key(tuple(words.split("/")), tuple(others.split("/")), pattern(pair))


_MARKS: Final = ":/=/|/->/→"
_DIGITS: Final = "/".join("0123456789")

_VALUES: Final = (
    _key(
        "revision/version/taskrevision/staterevision/stateversion/storagerevision/planrevision",
        _DIGITS,
        r"\b(?:task|state|storage|plan|base|stop)[ _-]?(?:revision|version)(?:[ _-]?(?:number"
        r"|no\.?))?"
        rf"(?:{_SEP}| )(?:now |at |v|r|rev\.? ?|no\.? ?|#)*\d+"
        r"|\brevision \d+ of (?:the|this) (?:task|plan|packet)",
    ),
    _key(
        "authority/basis/stop contract/stop_contract/stop-contract/stopcontract/intake/activation"
        "/packet",
        "digest/sha256/sha-256/hash/authoritydigest/basisdigest/stopcontractsha256",
        r"\b(?:authority|basis|stop[ _-]?contract|intake|activation|packet)[ _-]?(?:digest"
        r"|sha-?256|hash)"
        rf"{_SEP}[\"'`]?\w[\w:]{{5,}}",
    ),
    _key(
        "next owner/next_owner/next-owner/nextowner/current "
        "loop/current_loop/current-loop/currentloop"
        "/activation/required reason/required_reason/required-reason/requiredreason",
        _MARKS + "/ is ",
        r"\b(?:next[ _-]?owner|current[ _-]?loop|activation[ _-]?(?:reason|id|status)"
        r"|required[ _-]?reason)"
        rf"[\"'`]?[ \t]*(?:[:=|]|->|\bis\b)[ \t]*[\"'`]?(?:the )?{_TYPE}[\w-]+",
    ),
    _key(
        "owner/owned by/taskowner/planowner",
        _MARKS + "/ is / becomes /owned by",
        rf"\b(?:task[ _-]?|plan[ _-]?)?owner[\"'`]?[ \t]*(?:[:=|]"
        rf"|->)[ \t]*[\"'`]?{_TYPE}[\w@.-]+(?: [\w.-]+)?[\"'`]?"
        r"(?=[ \t]*(?:[,;}\]|.]|$))"
        rf"|\b(?:task|plan|packet)(?:'s)? owner (?:is|becomes) (?:the )?{_ROLE}\b"
        r"|\bowned by (?:the )?(?:planner|plan[_ -]reviewer|detailer|orchestrator|controller"
        r"|coder)\b",
    ),
    _key(
        "approved/started/completed/finished/verified/dispatched/imported/requested/archived/decided/authori/settled/activated",
        "-0/-1",
        rf"\b{_STEP}[ _-]?(?:at|on|time|date)?[\"'`]?[ \t]*(?:[:=|]|->|\b(?:at"
        rf"|on)\b)[ \t]*[\"'`]?{_TIME}",
    ),
    _key(
        "binding/taskbinding/secretarybinding/_id/-id/ "
        "id/sessionid/taskid/planid/agentid/workerid/nativeid/threadid/cardid"
        "/boardid/leaseid/claimid/jobid/token",
        ":/=/|",
        r"\b(?:task|secretary|plan|session|worker|agent|native|thread|card|board|lease|claim|job"
        r"|client)[ _-]?"
        r"(?:binding|session[ _-]?id|id|token)s?"
        rf"[\"'`]?[ \t]*[:=][ \t]*[\"'`]?(?=[\w-]*\d){_TYPE}[\w{{][\w.:-]*"
        r"|\b(?:task|secretary)[ _-]?binding[\"'`]?[ \t]*[:=|][ \t]*\S+",
    ),
    _key(
        "approv/authori/response "
        "status/response_status/responsestatus/sign-off/sign_off/signoff/signed "
        "off/signed_off/requested",
        ":/=/|",
        rf"\b(?:approval(?:[ _-]?(?:status|state))?|response[ _-]?status"
        rf"|sign-?off)[\"'`]?[ \t]*[:=|][ \t]*[\"'`]?"
        r"(?!pending\b|none\b|n/a|open\b|awaiting|outstanding|required|needed|missing|not\b|to\b"
        r"|by\b)"
        rf"{_TYPE}\w+"
        r"|\b(?:(?:approved|authori[sz]ed|signed[ _-]off|requested)[ _-]?by"
        r"|approver)[\"'`]?[ \t]*[:=|][ \t]*[\"'`]?"
        rf"(?!pending|n/a|nobody){_TYPE}[\w@]+",
    ),
)

DIGEST: Final = pattern(r"[0-9a-f]{64}(?<![0-9a-f]{65})(?![0-9a-f])")
INSTANT: Final = pattern(
    r"\d{4}(?<!\w\d{4})-[01]\d-[0-3]\d[t ][0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:z"
    r"|[+-][01]\d:?[0-5]\d)(?!\w)"
)

_DONE_WORDS: Final = (
    "frozen/coding/done/review/progress/running/execut/dispatched/orchestrat/complete/closed/finished/merged"
    "/released/approved/accepted/verified/authori/archived/cancel/implement/passed/waiting/started/active"
    "/green/完成/erledigt/fertig/termin/hecho"
)
_FOREIGN: Final = (
    r"(?:test[ _-]?frozen|design[ _-]?frozen|frozen|coding|done|review(?:ed|ing)?|in[ _-]?review"
    r"|in[ _-]?progress"
    r"|running|executing|execution|executed|dispatched|orchestrat(?:ing|ed|ion)|completed?|closed"
    r"|finished|merged"
    r"|released|approved|accepted|verified|authori[sz]ed|archived|cancell?ed|implemented"
    r"|implementing|passed"
    r"|waiting[ _-]?(?:package|qa)|started|active|green|已完成|完成|erledigt|fertig|terminée?|hecho"
    r"|terminad[oa])"
)
_OF_TASK: Final = (
    r"(?:(?:this|the) (?:task|plan|packet|step|work|job|slice)(?:'s)?|task|plan|packet)"
)

_STATUSES: Final = (
    _key(
        "status/taskstatus/planstatus/archivestatus/activationstatus/state/stage/estado/statut/状态",
        _DONE_WORDS,
        r"(?:^|[,;{|(])[ \t>#+-]*[\"'`]?(?:(?:task|plan|current|new|overall|final|packet|work"
        r"|execution|archive|activation"
        r"|lifecycle)[ _-]?)?(?:status|state|stage|estado|statut|状态)[\"'`]?[ \t]*(?:[:=|：]|->|→"
        r"|is)[ \t]*[\"'`]?"
        rf"{_FOREIGN}\b[\"'`]?(?=[ \t]*(?:[,;}}\])|.!✅]|$))",
    ),
    _key(
        "task/plan /plan'/packet/this step/the step/the work/the job/the slice/this work/this "
        "job/this slice",
        _DONE_WORDS,
        rf"\b{_OF_TASK} (?:status|state)? ?(?:is|was|has been|becomes|=|:|->|→"
        r"|(?:is |was |has been )?(?:set|moved|changed|transitioned|marked)(?: to| as)?) (?:now "
        r"|already )*[\"'`]?"
        rf"{_FOREIGN}\b"
        rf"|\b(?:mark|marks|marked|set|move|moved|moving|transition"
        rf"|advance)(?:ing)? {_OF_TASK}(?: status)?"
        rf" (?:as|to) [\"'`]?{_FOREIGN}\b",
    ),
    _key(
        "frozen/freeze/testfrozen/testfreeze",
        " / ",
        r"\btest[ _-]frozen\b|\b(?:test|design|product|scope"
        r"|contract)[ _-]?freeze\b(?!_)[^.;]{0,30}\b(?:established|done"
        r"|complete[d]?|reached|recorded|in place|granted|confirmed|approved|passed|set|holds"
        r"|achieved|declared"
        r"|effective)\b"
        r"|\bfreeze (?:is |was |has been )?(?:established|complete[d]?|reached|confirmed|approved"
        r"|in place)\b"
        r"|\b(?:tests?|test contract|design|product contract|technical design|contract|scope|prd)"
        r" (?:is|are|has been|have been|was|were) (?:now |already |hereby |test[ -])*frozen\b"
        r"|\bfreeze[ _-]?(?:integrity|revisions?)[\"'`]?[ \t]*[:="
        r"|][ \t]*[\"'`{]?(?!not[ _-]?run)\w+",
    ),
    _key(
        "revision/baseline/evidence/resultrevision/completedrevision/testevidence",
        _MARKS + "/red /green ",
        r"\b(?:result|completed|baseline|checked[ _-]at|frozen)[ _-]?revision[\"'`]?[ \t]*(?:[:=|]"
        r"|->)[ \t]*[\"'`]?"
        r"(?!null|none|n/a)\w+"
        r"|\bbaseline[ _-]?result[\"'`]?[ \t]*[:=|][ \t]*[\"'`]?(?:red|green|not[ _-]applicable)\b"
        r"|\b(?:test|sensitivity|baseline)[ _-]?evidence[\"'`]?[ \t]*(?:[:=|]|->)[ \t]*(?!none"
        r"|pending|n/a|not\b)\S+"
        r"|\b(?:red|green) (?:at|on|against) (?:the )?baseline\b",
    ),
    _key(
        "verdict/review/validation/gate/cr ",
        "pass/approved/changes_required/freeze_break/fail",
        r"\b(?:review|cr|code review|module cr|final cr|validation|gate)[ _-]?(?:verdict|result"
        r"|status|outcome)?[\"'`]?"
        r"[ \t]*[:=|][ \t]*[\"'`]?(?:pass|pass_with_notes|passed|approved|changes_required"
        r"|freeze_break_required|fail)\b",
    ),
)


def values_in(said: Utterance, asked: Asked | None) -> Iterator[tuple[str, int]]:
    """Yield (words, offset) of the values of a controller that are said.

    Args:
        said: A text of the reply.
        asked: The words of the request; None where it is not known.
    """
    for key in _VALUES:
        for words, offset, sentence in _pairs(said, key):
            if not _is_asked(said.line_at(offset), sentence.text, words, asked):
                yield words, offset


def foreign_in(said: Utterance, asked: Asked | None) -> Iterator[tuple[str, int]]:
    """Yield (words, offset) of the statuses, freezes and evidence of later stages that are said.

    Args:
        said: A text of the reply.
        asked: The words of the request; None where it is not known.
    """
    for key in _STATUSES:
        for words, offset, sentence in _pairs(said, key):
            if _is_stated(words, offset, sentence) and not _is_asked(
                said.line_at(offset), sentence.text, words, asked
            ):
                yield words, offset


def _is_stated(words: str, offset: int, sentence: Sentence) -> bool:
    """Say whether a pair is what a sentence says, and not what it asks or makes a condition."""
    if sentence.text.rstrip().endswith("?"):
        return False
    first = plain(sentence.text[:_NEAR])
    near = sentence.text[max(0, offset - sentence.start - _NEAR) :][: 2 * _NEAR]
    return words.startswith(first[: len(words)]) or not _HEDGED.search(near)


_NEAR: Final = 300
"""Characters on each side of a pair that are looked at."""
_HEDGED: Final = pattern(
    r"\b(?:if|when|whenever|once|until|whether|that|after|before|how|which|who|where|while|only"
    r"|must|should|shall|can|could|may"
    r"|might|will|would|unless|never|not|each|every|wenn|sobald|quand|cuando)\b"
)


def _pairs(said: Utterance, key: _Key) -> Iterator[tuple[str, int, Sentence]]:
    """Yield (words, offset, sentence) of the pairs of one kind."""
    for sentence in said.sentences_with(key.words, key.others):
        for found in key.pair.finditer(sentence.text.replace("\n", " ").rstrip()):
            own = found.group().strip(" \t,;{|(>#+-")
            offset = sentence.start + found.end() - 1
            if own:
                yield own, offset, sentence


def _is_asked(line: str, sentence: str, own: str, asked: Asked | None) -> bool:
    """Say whether a pair is the request's own literal, or a part of a sentence of its."""
    span = _span_of(line, own)
    if asked is None:
        return span is not None
    pair = plain(own)
    if pair in asked.literals or (span is not None and plain(span) in asked.literals):
        return True
    if span is not None or line.startswith("    "):
        return asked.has_within(pair, _FEWEST_WORDS)
    if plain(line) in asked.rows:
        return True
    return any(
        len(_WORD.findall(_PAIR.sub(" ", words.replace(pair, " ")))) >= _FEWEST_WORDS
        and words in asked.text
        for words in (plain(sentence[:_LONGEST]), plain(line))
    )


_LONGEST: Final = 1_000
"""Characters of a sentence that are compared with the request's."""
_PAIR: Final = pattern(r"[\w-]+[\"'`]?[ \t]*[:=|][ \t]*[\"'`]?[^\s,;|]+")
_WORD: Final = pattern(r"(?<!\w)[^\W\d_]{2,}(?!\w)")
_FEWEST_WORDS: Final = 2
"""Words beside a pair that make it a part of a sentence."""
_SPAN: Final = pattern(r"`([^`\n]+)`|\"([^\"\n]+)\"|“([^”\n]+)”|„([^“”\n]+)[“”]|«([^»\n]+)»")


def _span_of(line: str, own: str) -> str | None:
    """Return the code span or quotation of *line* that holds *own* as a whole."""
    for found in _SPAN.finditer(line):
        text = found.group(found.lastindex or 0)
        if own.strip('`"') in text:
            return text
    return None
