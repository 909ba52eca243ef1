"""Whether a sentence of a reply claims work that a planner has not done (SCP002).

* Who plans has run, tested and changed nothing. `I ran` and `the tests passed` are claims wherever
  they stand; `the tests pass` is a requirement under the sections that hold requirements.
* A blocker or a question may report what the request says about the past.
* A sentence that the request has word for word is the request's; one that asks, forbids or says
  what is to hold claims nothing.
"""

import re
from typing import Final

from planner.model.pattern import pattern
from planner.model.vocabulary import SEMANTIC_SECTIONS
from planner.model.words import holds, phrases
from planner.rules.request_words import Asked
from planner.rules.utterance import Voice

_DONE: Final = (
    r"(?:ran|executed|tested|verified|implemented|added|fixed|checked|confirmed|validated|created"
    r"|wrote"
    r"|written|updated|completed|finished|built|deployed|merged|committed|pushed|reviewed"
    r"|inspected|examined"
    r"|refactored|removed|searched|opened|analy[sz]ed|compiled|installed|applied|changed|edited"
    r"|reproduced"
    r"|audited|explored|looked (?:at|into|through)|double-?checked|made)"
)
_WORK: Final = (
    r"(?:(?:all |the |every |each |these |those |both |new |existing |unit |integration "
    r"|regression |full |whole )*"
    r"(?:tests?(?: suite)?|suite|tests and checks|checks?|build|pipeline|ci|lint(?:er)?|linting"
    r"|type ?checks?"
    r"|verification(?: commands?| steps?)?|commands?|changes?|code|implementation|fix|bug ?fix"
    r"|patch|feature|task|plan|packet|work"
    r"|refactoring|acceptance criteria|criteria|requirements?|coverage|files?|solution|everything"
    r"|export|module|function))"
)
_TESTS: Final = (
    r"(?:(?:all|the|every|each|our|these|new|existing|unit|integration|regression|full|whole|test"
    r"|\d+|and|of|\d+/\d+) )*"
    r"(?:tests?|suites?|specs?|checks?|builds?|pipelines?|ci|linters?|lint"
    r"|verification(?: commands?)?|commands?)"
)
_ADVERB: Final = (
    r"(?:(?:already|now|successfully|just|also|fully|manually|locally|all|since|personally"
    r"|carefully|thoroughly"
    r"|previously|therefore|recently|then) )"
)
_BY_DOING: Final = (
    r"(?: (?:successfully|locally|manually|by (?:running|executing|hand|testing|inspect\w+|reading"
    r"|reviewing)"
    r"|in (?:ci|a sandbox|the repository|my|our)|with (?:pytest|unittest|the test suite)"
    r"|against the (?:code|repo\w*)|end[- ]to[- ]end))"
)

_OWN: Final = pattern(
    rf"\b(?:i|we)(?:'ve| have| had)? {_ADVERB}*{_DONE}\b"
    rf"|\b(?:i|we)(?:'ve| have| had) {_ADVERB}*(?:run|read|done|seen)\b"
    rf"|\b(?:the |this )?planner (?:has |have )?{_ADVERB}*(?:{_DONE}|run)\b"
    r"|\b(?:ich habe|wir haben)\b[^.;\n]{0,80}\b(?:getestet|geprüft|ausgeführt|implementiert"
    r"|umgesetzt|verifiziert|behoben|erledigt)"
    r"|\b(?:j'ai|nous avons) (?:déjà |bien )?(?:testé|vérifié|exécuté|lancé|implémenté|corrigé"
    r"|terminé|ajouté)"
    r"|\b(?:he|hemos) (?:ya )?(?:probado|verificado|ejecutado|implementado|corregido|terminado"
    r"|añadido)\b"
    r"|\bho (?:già )?(?:eseguito|testato|verificato|implementato|corretto|completato)\b"
    r"|\b(?:executei|testei|verifiquei|implementei|corrigi)\b"
    r"|\bik heb\b[^.;\n]{0,80}\b(?:uitgevoerd|getest|geverifieerd|geïmplementeerd|gecontroleerd)"
    r"|(?:已经?|我)(?:运行|测试|验证|实现)了?(?!的)|已经?完成了?(?:实现|测试|验证|开发)(?!的)"
    r"|测试(?:都|均|已经?|全部)+通过|テスト[はが]?(?:すべて|全て)?(?:成功|合格|通過)(?:しました|済み)"
    r"|テストを(?:実行|実施)しました|(?:実装|検証|テスト|確認)済みです"
)
_PAST: Final = pattern(
    rf"\b{_TESTS} (?:have |has |had |were |was |are |is )?{_ADVERB}*(?:passed|succeeded|ran(?! on"
    rf"| at| in)|came back green|went green"
    r"|been (?:run|executed|verified))\b"
    rf"|\b{_TESTS} (?:were|was|have been|has been) {_ADVERB}*(?:run|executed|verified|green"
    rf"|successful)\b"
    rf"|\b(?:was|were|has been|have been|is|are) {_ADVERB}*(?:verified|tested|validated|confirmed"
    rf"|checked){_BY_DOING}"
    rf"|\b{_TESTS} (?:is|are|stays?|went|all) {_ADVERB}*green\b|\ball[ -]green\b|\bgreen (?:build"
    rf"|ci|test run)\b"
    r"|\b(?:all )?(?:\d+ )?tests? (?:passing|passed)\b|\b\d+ passed\b|\b0 (?:failed|failures)\b"
    r"|\b(?:alle )?tests (?:sind |wurden )?(?:bestanden|durchgelaufen|erfolgreich)\b"
    r"|\btests (?:laufen durch|sind (?:alle )?(?:grün|erfolgreich durchgelaufen))\b"
    r"|\btous les tests (?:sont passés|ont réussi)\b"
    r"|\btests (?:sont (?:au vert|verts)|ont été (?:exécutés|lancés|passés))\b"
    r"|\blas pruebas (?:pasaron|han pasado|están en verde|(?:han sido|fueron) ejecutadas)\b"
    r"|\bi test (?:sono (?:passati|verdi|stati eseguiti)|hanno avuto successo)\b"
    r"|\bos testes (?:passaram|estão verdes|foram executados)\b"
    r"|\btests zijn (?:alle |allemaal )?(?:geslaagd|groen|uitgevoerd)\b"
)
_PRESENT: Final = pattern(
    rf"\b{_TESTS} (?:all |now |currently )*(?:pass|passes|are passing|is passing|succeed"
    rf"|succeeds)\b(?! (?:an?|the|its|their|to|as|in|through)\b)"
    r"|\b(?:alle )?tests laufen\b|\btous les tests passent\b"
    r"|\btodas las pruebas pasan\b"
)
_PERFECT: Final = pattern(
    rf"\b{_WORK} (?:has|have) (?:already |now |all |successfully |just |fully "
    rf"|also )*been {_ADVERB}*(?:{_DONE}|run|done)\b"
    rf"|\b{_WORK} (?:was|were) {_ADVERB}*(?:implemented|verified|tested|completed|finished|merged"
    rf"|deployed|committed|reviewed|validated)\b"
    r"|\b(?:has|have) (?:already |now |all |successfully |just |fully )*been (?:implemented"
    r"|refactored|committed|merged|coded|unit-tested)\b"
    rf"|\b(?:is|are) already (?:done|implemented|complete[d]?|finished|fixed|verified|tested"
    rf"|merged|deployed|committed)\b"
    rf"|\b(?:implementation|task|work|coding|fix|this|everything|all work) (?:is|are) (?:now "
    rf"|fully |already |all )*(?:complete[d]?|done|finished|implemented|verified|tested"
    rf"|in place and working)\b"
    rf"|\b(?:wurden?|ist|sind) (?:bereits |schon |erfolgreich )+(?:implementiert|umgesetzt"
    rf"|verifiziert|getestet|erledigt)"
    r"|\b(?:a|ont) (?:déjà )?été (?:implémenté|vérifié|testé)e?s?\b|\b(?:ha"
    r"|han) sido (?:implementad|verificad|probad)[oa]s?\b"
    r"|\b(?:everything|it all) works\b|\bworks as (?:expected|intended) (?:now|already)\b"
    r"|\bno (?:issues|problems|errors|regressions) (?:were )?found\b"
)
_WHOLE: Final = pattern(
    r"^[\s>#+-]*(?:(?:result|note|verification|tests?(?: results?)?|evidence"
    r"|outcome): ?)?(?:already |fully |all |now |successfully |\u2705 ?|\u2714 ?)*"
    r"(?:verified|tested|validated|implemented|complete[d]?|done|fixed|finished|passed"
    r"|tests passed|(?:alles |bereits |schon )*(?:getestet|geprüft|verifiziert|erledigt)"
    r"|(?:tout |déjà )*(?:testé|vérifié)|(?:todo |ya )*(?:probado|verificado))"
    r"(?: and (?:verified|tested|validated|done|complete[d]?|working|green|passing))*"
    rf"(?:{_BY_DOING}[^.;\n]*)?[\s\"'`)\].!\u2705\u2714]*$"
)
_OWN_WORDS: Final = phrases(
    " i |\ni | i've| i'| we | we'|planner |ich habe|wir haben|j'ai|nous avons| he | hemos | ho "
    "|executei|testei|verifiquei|implementei|corrigi|ik heb|我|已|测试|テスト|済み"
)
_TEST_WORDS: Final = phrases(
    "passed|passes| pass|passing|succe|green| ran|been |0 failed|0 failures|bestanden|tests laufen"
    "|tests sind"
    "|durchgelaufen|les tests|tests sont|tests ont|pruebas|i test|os testes|tests zijn"
    "|were run|was run|executed|successful|verified|tested"
    "|validated"
    "|confirmed by|checked by|confirmed loc|checked loc|checked man"
)
_WORK_WORDS: Final = phrases(
    "been |already|implemented|verified|tested|complete|done|finished|merged|deployed|committed"
    "|reviewed|validated"
    "|fixed|works|found|erfolgreich|bereits|schon| été |sido |getestet|geprüft|verifiziert"
    "|erledigt|testé|vérifié|probado|verificado"
)
WORDS: Final = tuple(dict.fromkeys((*_OWN_WORDS, *_TEST_WORDS, *_WORK_WORDS)))
"""What a sentence that claims holds at the least."""

_HEDGED: Final = pattern(
    r"\b(?:if|when|whenever|once|after|before|until|unless|whether|that|which|who|whose|where"
    r"|while|only|must|should|shall"
    r"|so that|to make|ensure|make sure|needs? to|has to|have to|can|could|may|might|would|will"
    r"|as an?|not|never|no longer|cannot"
    r"|how many|number of|shows?|displays?|lists?|reports?|counts?|says?|nor|nothing|none|without"
    r"|every time|each time|any|wenn|sobald|falls|nachdem|quand|si|cuando|después)\b|n't\b"
)
_REQUIRED: Final = pattern(
    r"\b(?:still|continues?|keeps?|existing|remains?|stays?|after|afterwards|before|unchanged"
    r"|current|with|under|on|for)\b"
)
_REQUIREMENTS: Final = SEMANTIC_SECTIONS[1]
_FACTS: Final = frozenset({Voice.BLOCKER, Voice.QUESTION})


def claim_in(sentence: str, asked: Asked | None, voice: Voice, section: str = "") -> str | None:
    """Return the words of *sentence* that claim work, or None.

    Args:
        sentence: A sentence in folded form.
        asked: The words of the request; None where it is not known.
        voice: In which part of the reply it stands.
        section: The packet's section in which it stands.
    """
    text = " ".join(sentence.split())
    if text.endswith("?"):
        return None
    found = _claim(text, voice, section)
    if found is None or (asked is not None and asked.says(text)):
        return None
    return found.group().strip(" -,.;:>#")


def _claim(text: str, voice: Voice, section: str) -> re.Match[str] | None:
    framed = f" {text}"
    for needed, words in ((_OWN_WORDS, _OWN), (_TEST_WORDS, _PAST)):
        for found in words.finditer(text) if holds(framed, needed) else ():
            if not _HEDGED.search(_clause_before(text, found)):
                return found
    if len(text) <= _LONGEST_WHOLE and (whole := _WHOLE.match(text)):
        return whole
    if _HEDGED.search(text):
        return None
    if voice not in _FACTS and holds(text, _WORK_WORDS) and (perfect := _PERFECT.search(text)):
        return perfect
    if section == _REQUIREMENTS or _REQUIRED.search(text) or not holds(text, _TEST_WORDS):
        return None
    return _PRESENT.search(text)


_LONGEST_WHOLE: Final = 200


def _clause_before(text: str, found: re.Match[str]) -> str:
    return text[max(0, found.start() - _LOOK_BACK) : found.start()]


_LOOK_BACK: Final = 80
