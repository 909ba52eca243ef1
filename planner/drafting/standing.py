"""What a statement says of the work itself, whatever stands above it, and what a nested list is of.

* "We are blocked: …" stops the work; only where its subject is the work or who does it, and not
  where it is denied, asked or set as a condition: a product may block users and move blocks.
* "… are left for a later task" is for later; "Depends on Task 1" orders the tasks of a set.
* An item below another that only names a group ("Regional lines:") is of the kind of its list.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from planner.drafting.cues import cue
from planner.drafting.headings import heading_label
from planner.model.intake import Brief, Form, Statement
from planner.model.pattern import pattern
from planner.model.vocabulary import Label
from planner.rules.named import paths_in

_SPEAKS_FOR_ITSELF: Final = frozenset({
    None, Label.GOAL, Label.CRITERION, Label.CONSTRAINT, Label.REMAINDER
})  # fmt: skip
_ITEMS: Final = frozenset({Form.BULLET, Form.NUMBERED, Form.CHECK})
_SAID: Final = _ITEMS | {Form.PROSE, Form.LABELLED}
_INHERITED: Final = frozenset({
    Label.REMAINDER, Label.NON_GOAL, Label.BLOCKER, Label.QUESTION, Label.CONSTRAINT
})  # fmt: skip
"""Places whose groups have names of their own."""
_WORK: Final = (
    r"(?:we|i|this (?:task|work|ticket|request|change|issue)|the (?:task|work|whole task)"
    r"|(?:all )?work(?: on (?:this|it))?)"
)
_NOW: Final = r"(?:(?:currently|still|now|completely|presently|unfortunately|at present),? )?"
_BLOCKED: Final = pattern(
    rf"\A\W*(?:\w+, |at the moment,? |right now,? )?{_WORK}(?:['’](?:re|m)| are| is| am|"
    rf" remains?| stays?) {_NOW}blocked\b"
    r"|\A\W*(?:derzeit |momentan |aktuell |leider )?(?:wir sind|sind wir"
    r"|(?:diese|die) (?:arbeit|aufgabe) ist|ist (?:diese|die) (?:arbeit|aufgabe))"
    r" (?:(?:derzeit|momentan|aktuell|zurzeit|noch|leider) )*blockiert\b"
    r"|\A\W*(?:actuellement,? )?(?:nous sommes|(?:cette tâche|la tâche|ce travail|le travail) est)"
    r" (?:(?:actuellement|encore|toujours) )?bloquée?s?\b"
    r"|\A\W*(?:estamos|(?:esta|la) tarea está|(?:este|el) trabajo está)"
    r" (?:(?:actualmente|ahora|todavía) )?bloquead[oa]s?\b"
    r"|\A\W*(?:siamo|(?:questa|la) attività è|(?:questo|il) lavoro è)"
    r" (?:(?:attualmente|ancora|al momento) )?bloccat[oiae]\b"
    r"|\A\W*(?:(?:esta|a) tarefa está|(?:este|o) trabalho está)"
    r" (?:(?:atualmente|ainda) )?(?:bloquead|parad)[oa]\b"
    r"|\A\W*(?:wij|we) zijn (?:(?:momenteel|nog) )?geblokkeerd\b"
    r"|\A\W*(?:この|本)?(?:作業|タスク)は(?:現在|いま)?(?:、)?(?:ブロックされて|止まって)い(?!ない|ません)"
    r"|\A\W*(?:我们|这个任务|本任务|该任务|工作)?(?:目前|现在|当前)(?:我们|任务|工作)?(?:被阻塞|受阻)",
    re.IGNORECASE,
)
_NO_LONGER: Final = pattern(
    r"\bblocked (?:no longer|no more|if|when|only if|unless|users?)\b", re.IGNORECASE
)
_LATER_WORK: Final = (
    r"(?:task|tasks|round|request|step|slice|change|release|iteration|ticket|phase|stage|work)"
)
_LEFT: Final = cue(
    "left|follow|come|folg|komm|bleib|plus tard|livraison|queda|deja|resta|rima|lascia|fica",
    rf"\b(?:is|are|stays?|remains?|be) left (?:for|to) (?:a |an |the |some )?(?:later|another|next"
    rf"|following|separate|subsequent)(?: {_LATER_WORK}\b|\W*\Z)"
    rf"|\b(?:follows?|comes?|will follow|will come) (?:in|with) (?:a|an|the) (?:later|another|next"
    rf"|separate|subsequent) {_LATER_WORK}\b"
    r"|\b(?:folgt|folgen|kommt|kommen|bleibt|bleiben)\b[^.;]{0,40}\b(?:einer?m? )?(?:späteren?"
    r"|nächsten?|weiteren?|eigenen?) (?:aufgabe|runde|schritt|auftrag|lieferung|teil)\b"
    r"|\b(?:(?:est|sont|sera|seront) (?:laissé|remis|reporté|réservé)\w*|reste(?:nt)?) (?:pour|à)"
    r" (?:une|un|la)? ?(?:plus tard|(?:tâche|étape|livraison) (?:ultérieure|suivante|future))\b"
    r"|\b(?:queda|quedan|se deja|se dejan) para (?:más (?:adelante|tarde)|(?:una|otra|la) (?:otra "
    r"|próxima |siguiente )?(?:tarea|fase|etapa|entrega))\b"
    r"|\b(?:resta|restano|rimane|rimangono|si lascia|si lasciano) (?:per|a) (?:più tardi|dopo"
    r"|(?:un|una)['’ ]?(?:altra |successiva |prossima )?(?:attività|fase|consegna))\b"
    r"|\b(?:fica|ficam|é deixado|são deixad[oa]s) para (?:depois|mais tarde|(?:uma|outra|a)"
    r" (?:outra |próxima )?(?:tarefa|fase|etapa|entrega))\b"
    r"|(?:は|を)(?:後|次|別)の(?:タスク|作業|段階)(?:で|に)|留(?:到|待)(?:以后|后续|下一)",
)
_AFTER_TASK: Final = pattern(
    r"\A\W*(?:(?:it|this|this task|task \w{1,2}) )?(?:depends? on|needs the \w+ of|builds on"
    r"|(?:must |can only )?(?:starts?|comes?|runs?) after)"
    r" (?:the )?(?:tasks?|deliverables?|work items?) ?#?\w{1,2}\b"
    r"|\A\W*(?:(?:sie|diese aufgabe) )?(?:hängt (?:ab )?von|baut auf|setzt|nach) aufgabe \w{1,2}\b"
    r"|\A\W*(?:(?:elle|cette tâche) )?(?:dépend de|s['’]appuie sur|vient après) la tâche \w{1,2}\b"
    r"|\A\W*(?:(?:esta tarea) )?(?:depende de|sigue a|va después de) la tarea \w{1,2}\b"
    r"|\A\W*(?:dipende da(?:ll[ao])? (?:attività|compito)|depende da tarefa|hangt af van taak)"
    r" \w{1,2}\b|(?:タスク|任务) ?\d{1,2} ?(?:に依存|の完了後)|依赖(?:于)? ?任务 ?\d",
    re.IGNORECASE,
)
_SPAN: Final = pattern(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|«[^»]*»|「[^」]*」")
_ASKED: Final = pattern(r"[?？]\W*\Z")
_LABEL_LINE: Final = pattern(
    r"^(?:\#{1,6}[ ]+(?P<head>.+)|[*_]*(?P<label>[^\W\d_][^:：\n]{0,60})[:：][*_]*[ \t]*)$",
    re.MULTILINE,
)


_Group = tuple[int, Label | None, str]
"""Depth, place and name of an item that may have others below it."""


def standing_of(text: str) -> Label | None:
    """Return what *text* says of the work itself; None where it speaks of the product."""
    plain = _SPAN.sub("x", text)
    if _ASKED.search(plain):
        return None
    if _BLOCKED.match(plain) and not _NO_LONGER.search(plain):
        return Label.BLOCKER
    if _LEFT.search(plain):
        return Label.REMAINDER
    return Label.CONSTRAINT if _AFTER_TASK.match(plain) else None


def comes_after_task(text: str) -> bool:
    """Say whether *text* names another task of the set that has to come first."""
    return standing_of(text) is Label.CONSTRAINT


def with_standing(brief: Brief, places: Sequence[Label | None]) -> Iterator[Label | None]:
    """Yield the place of each statement of *brief*, after what it says of the work itself.

    Args:
        brief: The request.
        places: What stands above each of its statements.
    """
    lines = brief.text.splitlines()
    parents: list[_Group] = []
    for statement, above in zip(brief.statements, places, strict=True):
        place = above
        if statement.form in _ITEMS:
            while parents and parents[-1][0] >= statement.depth:
                parents.pop()
            place = _nested(lines, statement, above, parents[-1] if parents else None)
            parents.append((statement.depth, place, statement.text.rstrip(" :：")))
        elif not statement.depth:
            parents.clear()
        if place in _SPEAKS_FOR_ITSELF and not statement.answer and statement.form in _SAID:
            yield standing_of(statement.text) or place
        else:
            yield place


def _nested(
    lines: Sequence[str], statement: Statement, place: Label | None, parent: _Group | None
) -> Label | None:
    """Return the place of an item that stands below the name of a group."""
    if not statement.depth:
        return place
    if place is None and parent is not None and parent[1] in _INHERITED:
        return parent[1] if statement.heading == parent[2] else place
    if place is Label.VERIFICATION and _is_file(statement.text):
        # "Tests:" within a list of files names those that are tests; it is no proof.
        return Label.PATH if _list_above(lines, statement.line) is Label.PATH else place
    return place


def _is_file(text: str) -> bool:
    named = tuple(paths_in(text))
    return len(named) == 1 and not (text[: named[0].start] + text[named[0].end :]).strip(" `*_.,")


def _list_above(lines: Sequence[str], line: int) -> Label | None:
    """Return what the nearest label or heading at the margin above *line* says."""
    above = "\n".join(lines[max(0, line - 1 - _REACH) : line - 1])
    found = [found["head"] or found["label"] for found in _LABEL_LINE.finditer(above)]
    return heading_label(found[-1]) if found else None


_REACH: Final = 60
"""Lines above an item in which its list has to begin."""
