"""Whether what a request asks for says how one would see that it is reached.

* A wish with no measure ("Make the dashboard faster.") is no criterion by itself.
* Nor is the order to write a test, or to change a file, without a word of what for.
"""

import re
from typing import Final

from planner.drafting.manner import bare
from planner.model.pattern import pattern
from planner.model.words import words
from planner.rules.named import paths_in

_BETTER: Final = (
    r"(?:faster|quicker|better|nicer|prettier|cleaner|simpler|easier(?: to use)?|smoother"
    r"|snappier|safer"
    r"|smarter|lighter|more \w+(?:-\w+)?|less (?:\w+)|user[- ]friendly|robust|performant|modern"
    r"|schneller|besser|schöner|robuster|einfacher|stabiler|übersichtlicher"
    r"|benutzerfreundlich(?:er)?"
    r"|moderner|(?:plus|más|più|mais) modern\w*|plus (?:rapide|robuste|simple|beau|belle|jolie?"
    r"|convivial|fiable|stable"
    r"|ergonomique)s?"
    r"|meilleure?s?|mieux|más (?:rápid|robust|simpl|bonit|fácil|amigabl|fiabl|establ)\w*"
    r"|mejor(?:es)?"
    r"|più (?:veloc|robust|semplic|bell|facil|affidabil|stabil)\w*|miglior[ei]?|mais (?:rápid"
    r"|robust"
    r"|simples|bonit|fácil|amigável|confiáve|estáve)\w*|melhor(?:es)?|sneller|beter|mooier"
    r"|robuuster"
    r"|eenvoudiger|gebruiksvriendelijk(?:er)?)"
)
_VAGUE: Final = pattern(
    rf"\A(?:make|get|render|keep)\b[^.;]{{1,80}}?\b(?:{_BETTER}|fast|quick|nice|good|pretty|simple"
    rf"|robust|intuitive|modern|pleasant|user[- ]friendly)(?: to \w+)?\W*\Z"
    rf"|\b(?:must|should|shall|needs? to|has to|could|to) (?:be(?:come)?|feel|look|run|load|work"
    rf"|get)"
    rf" (?:much |a lot |a bit |significantly |even |very )?(?:{_BETTER}|fast|nice|quick|good|easy"
    rf"|intuitive|clean|simple|stable|reliable)\W*\Z"
    rf"|\A(?:improve|optimi[sz]e|enhance|speed up|modernize|modernise|polish|streamline|boost"
    rf"|beautify"
    rf"|harden|tune)\b[^.;]{{0,80}}\W*\Z"
    rf"|\A(?:performance|speed|usability|ux|quality|robustness|stability) (?:must|should"
    rf"|needs? to|has to)"
    rf" (?:improve|be improved|increase|get better)\W*\Z"
    rf"|\A(?:i|we|users?|people|they) (?:want|would like|would love|need"
    rf"|wish)\b[^.;]{{1,80}}\b{_BETTER}\W*\Z"
    rf"|\A(?:wir|ich|nous|je|j['’]|vorremmo|vorrei|nos gustaría|me gustaría|queremos|quisiéramos"
    rf"|quiero|vogliamo|gostaríamos|gostaria|wij|ik)\b[^.;]{{1,80}}\b{_BETTER}"
    rf"(?:(?:,| und| et| y| e| en) {_BETTER})?(?: (?:wird|werden|wäre|ist|sein|hätten|wordt"
    rf"|worden))?"
    rf"\W*\Z"
    rf"|\A(?:mach|mache|macht)\b[^.;]{{1,80}}\b{_BETTER}\W*\Z|\A(?:verbesser|optimier"
    rf"|beschleunig)\w*\b"
    rf"[^.;]{{0,80}}\W*\Z|\b(?:soll|sollte|muss|müssen"
    rf"|sollen)\b[^.;]{{0,80}}\b{_BETTER}(?: werden| sein"
    rf"| laufen| laden)?\W*\Z|\b(?:verbessern|optimieren|beschleunigen)\W*\Z"
    rf"|\A(?:améliore[rz]?|optimise[rz]?|accélére[rz]?|modernise[rz]?)\b[^.;]{{0,80}}\W*\Z"
    rf"|\A(?:(?:de )?(?:l[ea]s? )?rend(?:re|ez|s)?|faire|doit|le|la"
    rf"|les)\b[^.;]{{1,80}}\b{_BETTER}\W*\Z"
    rf"|\A(?:mejor(?:ar|a|e|en)|optimi[zc]\w+|acelerar|modernizar)\b[^.;]{{0,80}}\W*\Z"
    rf"|\A(?:ha(?:cer|z|ga|gan)|el|la|los|las)\b[^.;]{{1,80}}\b{_BETTER}\W*\Z"
    rf"|\A(?:miglior(?:are|a|ate)|ottimizz(?:are|a|ate)|velocizzare)\b[^.;]{{0,80}}\W*\Z"
    rf"|\A(?:rend(?:ere|i|ete)|il|lo|la|i|gli|le)\b[^.;]{{1,80}}\b{_BETTER}\W*\Z"
    rf"|\A(?:melhor(?:ar|e|em)|otimiz(?:ar|e|em)|acelerar)\b[^.;]{{0,80}}\W*\Z"
    rf"|\A(?:torn(?:ar|e|em)|deixar|o|a|os|as)\b[^.;]{{1,80}}\b{_BETTER}\W*\Z"
    rf"|\A(?:verbeter|optimaliseer|versnel)\w*\b[^.;]{{0,80}}\W*\Z"
    rf"|\Amaak\b[^.;]{{1,80}}\b{_BETTER}\W*\Z"
    r"|(?:速く|早く|高速化|改善|最適化|使いやすく|きれいに|見やすく|軽く|良く)(?:して(?:ください"
    r"|ほしい|欲しい)?|する|したい|し"
    r"|をお願いします)?(?:こと)?[。.]?\Z"
    r"|\A(?:请)?(?:优化|改进|改善|提高|提升|美化|加快|增强)[^。;]{0,40}[。.]?\Z"
    r"|(?:更快|更好|更稳定|更健壮|更易用|更美观|快一点|好一点)(?:一些|一点)?[。.]?\Z",
    re.IGNORECASE,
)
_SECOND: Final = pattern(
    rf",? (?:and|und|et|y|e|en) (?:much |a bit |viel |bien )?(?:{_BETTER}|(?:plus|más|più|mais)"
    r" [^\W\d_]+)(?: (?:to|à|de|da|zu|om te) [^\W\d_]+)?(?=\W*\Z)",
    re.IGNORECASE,
)
"""A second wish of the same kind, which measures as little as the first."""
_WHEN: Final = pattern(
    r",?\s+(?:(?:by|before|until|in time for|for|from|as of|bis|vor|zu|zum|zur|ab|avant|pour"
    r"|d['’]ici"
    r"|antes de|para|prima di|prima del|prima della|entro|antes d[ao]|até|voor|tegen|vóór)\s"
    r"(?:[^\W\d_]+['’]?\s?){0,4}?(?:season|week|month|year|quarter|sprint|release|spring|summer"
    r"|autumn"
    r"|winter|opening|holidays|term|friday|monday|saison|woche|monat|jahr|quartal|sommer|frühling"
    r"|herbst|semaine|mois|année|été|rentrée|printemps|temporada|semana|mes|año|verano|primavera"
    r"|otoño|stagione|settimana|mese|anno|estate|autunno|época|mês|ano|verão|outono|seizoen|maand"
    r"|jaar|zomer|voorjaar)|this (?:week|month|year|season|sprint)|next (?:week|month|year|season"
    r"|sprint)"
    r"|soon|as soon as possible|asap|bald|bientôt|pronto|presto|em breve|binnenkort)\W*\Z",
    re.IGNORECASE,
)
"""When a wish is to be met, which measures nothing."""
_MEASURED: Final = pattern(
    r"\d|\b(?:so that|such that|until|within|by \w+ing|instead|damit|sodass|indem|innerhalb"
    r"|afin (?:de|que)"
    r"|pour que|en \w+ant|para que|de modo que|affinché|in modo che|de forma que|zodat)\b"
    r"|\bto (?!use\b)"
    r"(?:show|name|say|include|print|return|list|tell|mention|use|avoid|handle|support|accept"
    r"|cover)\b"
    r"|\b(?:one|two|half|twice|double|zero)\b|ように|以内|以便",
    re.IGNORECASE,
)


def is_vague(text: str) -> bool:
    """Say whether *text* only wants something to be better, with nothing to measure it by."""
    plain = _SECOND.sub("", _WHEN.sub("", " ".join(bare(text).split())))
    return _VAGUE.search(plain) is not None and _MEASURED.search(_NAMED.sub("x", plain)) is None


_NAMED: Final = pattern(r"`[^`]*`")
_TESTS_ONLY: Final = pattern(
    r"\A(?:add|write|create|include|provide|füge|ergänze|schreibe|ajoute[rz]?|écri(?:re|s|vez)"
    r"|añad\w+"
    r"|agreg\w+|escrib\w+|aggiung\w+|scriv\w+|adicion\w+|escrev\w+|voeg|schrijf)\s+(?:\w+\s+){0,4}?"
    r"(?:regression |unit |automated |new )*(?:tests?|testf(?:all|älle)|pruebas?|prova|testes?"
    r"|essais?"
    r"|regressionstests?|test de (?:non-)?régression|prueba de regresión)\b"
    r"|(?:回帰)?テスト[^。]{0,40}を?(?:追加|書)|\A(?:添加|增加|编写|新增)[^。]{0,20}测试",
    re.IGNORECASE,
)
_SAYS_WHICH: Final = pattern(
    r"\b(?:that (?:show|prove|check|assert|cover|ensure)\w*|which (?:show|check|prove|assert)\w*"
    r"|(?:showing|proving|asserting|checking) that|dass|que|che|dat)\b",
    re.IGNORECASE,
)


def asks_for_tests(text: str) -> bool:
    """Say whether *text* wants a test and does not say what it has to show."""
    plain = bare(text)
    return _TESTS_ONLY.search(plain) is not None and _SAYS_WHICH.search(plain) is None


_CHANGE_WORDS: Final = words("""
    change edit update modify touch adapt adjust fix patch please only and or in the file files
    put place into tests test code is lives for this that one it here just with also
    module ändere bearbeite passe an datei bitte nur und modifie modifiez modifier fichier et
    cambia modifica modificar archivo y aggiorna file e altere arquivo wijzig bestand en
""")
_WORD: Final = pattern(r"[^\W\d_]+")


def only_names_files(text: str) -> bool:
    """Say whether *text* wants files changed and does not say how."""
    named = list(paths_in(text))
    rest = text
    for one in reversed(named):
        rest = f"{rest[: one.start]} {rest[one.end :]}"
    return bool(named) and all(word.casefold() in _CHANGE_WORDS for word in _WORD.findall(rest))


def names_several_files(text: str) -> bool:
    """Say whether *text* names two files or more that are to change, and not how."""
    return only_names_files(text) and sum(1 for _ in paths_in(text)) > 1


_CHANGE_THOSE: Final = pattern(
    r"[;,.:]\s*(?:and |und |et |y |e |en )?(?:please |only |bitte |nur )*(?:change|edit|adapt"
    r"|adjust|touch"
    r"|update) (?:only |just )?(?:both|it|them|those|these|that one|those two|these two)\W*\Z"
    r"|[;,.:]\s*(?:bitte |nur )*(?:ändere|bearbeite) (?:nur )?(?:beide|sie|diese|die)\W*\Z"
    r"|[;,.:]\s*(?:modifiez?|changez?) (?:les deux|seulement (?:celui-ci|ceux-ci))\W*\Z"
    r"|[;,.:]\s*(?:cambi[ae]n?|modific[ae]n?|modifica(?:te)?) (?:ambos|ambas|los dos"
    r"|entrambi)\W*\Z",
    re.IGNORECASE,
)


def changes_what_it_names(text: str) -> bool:
    """Say whether *text* says where something is and ends with the order to change that."""
    return _CHANGE_THOSE.search(text) is not None and next(paths_in(text), None) is not None
