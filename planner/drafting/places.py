"""What a statement says may change, and what it says proves the work: paths and commands.

* A path counts where the request lists what may change, or as the object of a change ("Add x in
  `a/b.py`"); never where it is read, compared with, excluded, an example or an argument.
* When in doubt a path is left out: a missing path becomes a question, a wrong one authority.
* Paths and commands leave in their accepted spelling.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from planner.drafting.cues import CHANGES, IMPERATIVE, cue
from planner.drafting.headings import folded
from planner.drafting.manner import TURNS, bare, is_order_in_words, only_checks
from planner.drafting.placed import before_exclusion, wished_tests, within_folder
from planner.drafting.proving import is_not_run
from planner.drafting.restructured import has_to_change, reshapes, restructured
from planner.drafting.scoped import says_scope, scope_of
from planner.drafting.spoken import commands_in, is_ordered, spoken_in
from planner.drafting.staying import stays
from planner.drafting.targets import (
    AT_THE_FRONT,
    PROGRAM,
    has_to_behave,
    is_target,
    points_elsewhere,
)
from planner.model.command import spelled as spelled_command
from planner.model.intake import Form, Statement
from planner.model.path import reach
from planner.model.path import spelled as spelled_path
from planner.model.pattern import pattern
from planner.rules.named import (
    Named,
    command_of_line,
    entries_in,
    paths_in,
    runs_checks,
    usable,
)

_EXCLUDES: Final = pattern(
    r"\b(?:not|never|nothing|nichts|rien|nada|nulla|niente|niets|without|except|excluding|exclude"
    r"|but not|other than|leave|apart from"
    r"|instead of|rather than|do not|don['’]t"
    r"|keep(?:ing)?|ohne|nicht|kein\w*|außer|sauf|sans|excepto|salvo|sin|tranne|senza|exceto|sem"
    r"|zonder|behalve|niet|hands off|pas toucher|pas modifier)\b|以外|除"
    r"|\bne (?:[^\W\d_]+ )?(?:pas|jamais|plus)\b|\bn['’][^\W\d_]+ (?:pas|jamais|plus)\b"
    r"|\b(?:no|non|não) (?:(?:hay que|se (?:debe|puede)|deb\w+|si deve|va|se deve|bisogna|occorre"
    r"|é para|lo|la|se) )?(?:toc|toqu|cambi|modif|edit|alter|mex|mud|aggiorn)\w*",
    re.IGNORECASE,
)
_WAITS: Final = pattern(
    r"\b(?:in|as|with) (?:a|another) (?:separate|later|follow[- ]?up|different|second|future)\b"
    r"|\bin a follow[- ]?up\b|\bonly (?:after|once|when)\b|\b(?:after|upon|pending) (?:the )?"
    r"(?:approval|sign[- ]?off|release)\b|\bnot (?:now|yet)\b|\bat a later\b"
    r"|\bin einem (?:separaten|späteren|anderen|eigenen)\b|\berst nach\b|\bdans une? autre\b"
    r"|\bseulement après\b|\ben otro\b|\bsólo después\b|\bin un'altra\b|\bem outro\b",
    re.IGNORECASE,
)
_WIDENS: Final = cue(
    "allowed|permitted|writable|approved|erlaubt|freigegeben|permis|permitid|consentiti|permessi|"
    "autorizzati|autorizados|toegestane",
    r"\b(?:allowed|permitted|writable|approved)[ _-](?:change[ _-])?(?:paths?|files?|folders?)\b"
    r"|\b(?:erlaubten?|zulässigen?|freigegebenen?) (?:pfaden?|dateien)\b"
    r"|\b(?:chemins|fichiers) (?:autorisés|permis)\b|\b(?:rutas|archivos) permitid[oa]s\b"
    r"|\b(?:percorsi|file) (?:consentiti|permessi|autorizzati)\b|\b(?:caminhos|ficheiros|arquivos)"
    r" (?:permitidos|autorizados)\b|\btoegestane (?:paden|bestanden)\b"
    r"|(?:変更|編集)(?:して(?:よい|いい|良い)|可能な|を許可)[^。]{0,8}(?:ファイル|パス)に|允许(?:修改|更改)的?(?:文件|路径)"
    r"[^。]{0,6}(?:加|包)",
)
"""A sentence about the list of what may change is none about the work."""
_PASSES: Final = cue(
    "pass|succeed|green|exit|run|check|verif|durchlaufen|besteh|pasa|roda|slagen|slaagt|test|"
    "comprob|controleer",
    r"\b(?:pass(?:es)?|succeeds?|green|exits? (?:with )?(?:code )?0|run|runs|check|verif\w+|läuft"
    r"|durchlaufen|bestehen|besteht|passe(?:r|nt)?|réussir|pasa[rn]?|passar?e?|passa(?:no|m)"
    r"|rodar?|slagen|slaagt"
    r"|prüf\w+|tests? with|tested with|vérif\w+|comprob\w+|controleer)\b|通る|成功|通过",
)


def listed_paths(statement: Statement) -> tuple[str, ...]:
    """Return what a statement names that stands where the request lists what may change."""
    if within := within_folder(statement.text):
        return _usable(within)
    only = entries_in(statement.text)
    if only:
        return _usable(only)
    if says_scope(statement.text):
        return _usable(scope_of(statement.text))
    text = statement.text
    return _usable(
        named
        for named in kept_paths(text)
        if not points_elsewhere(text[: named.start].rstrip("`*_ "))
    )


def paths_before_exclusion(statement: Statement) -> tuple[str, ...]:
    """Return the paths that a line of the scope lists before it leaves some of them out."""
    return () if statement.form is Form.CODE else _usable(before_exclusion(statement.text))


def placed_paths(statement: Statement) -> tuple[str, ...]:
    """Return the paths that a sentence about the proof says the work goes into."""
    if statement.form is Form.CODE:
        return ()
    return _usable(
        (*scope_of(statement.text), *wished_tests(statement.text, kept_paths(statement.text)))
    )


def waits(text: str) -> bool:
    """Say whether a sentence asks for something that is not to be done now."""
    return _WAITS.search(text) is not None


def reserves(statement: Statement) -> bool:
    """Say whether a sentence leaves a path out, or for later, whatever else it asks for."""
    return _names_path(statement.text) and (waits(statement.text) or excludes_paths(statement))


def changed_paths(statement: Statement) -> tuple[str, ...]:
    """Return what a sentence names as the object of a change that it asks for."""
    text = statement.text
    if statement.form is Form.CODE or waits(text):
        return ()
    found = (
        *scope_of(text),
        *wished_tests(text, kept_paths(text)),
        *_changed_by_words(text, is_proposal=proposes(statement.heading)),
    )
    return tuple(dict.fromkeys(_usable(sorted(found, key=lambda named: named.start))))


def _changed_by_words(text: str, *, is_proposal: bool) -> Iterator[Named]:
    """Yield the paths of a sentence that are the object of its verb, or where its work is done."""
    plain = bare(text)
    if not _names_path(text) and not _names_path(plain):
        # As most sentences do; what follows costs more than the looking.
        return
    if _WIDENS.search(text):
        return
    shift = len(text) - len(plain)
    orders = is_order_in_words(text) or is_proposal
    is_reshaped = reshapes(plain)
    if is_reshaped or CHANGES.search(plain):
        moved = {named.start + shift for named in restructured(plain)}
        before = _Judged(0, is_asked=False)
        for named in kept_paths(text):
            if before.end and _JOINED.match(text[before.end : named.start]):
                is_asked = before.is_asked
            elif is_reshaped and (named.start not in moved):
                is_asked = not _MOVED_DATA.search(named.text) and _is_asked(
                    text, named, orders=orders
                )
            else:
                is_asked = named.start in moved or _is_asked(text, named, orders=orders)
            before = _Judged(named.end, is_asked=is_asked)
            if is_asked:
                yield named
    elif remarked := _remarked(text):
        yield remarked
    else:
        yield from _worked_on(text, plain, orders=orders)


def _names_path(text: str) -> bool:
    return next(paths_in(text), None) is not None


_JOINED: Final = pattern(
    r"\A[\s`*_]*(?:[,、，]|and|or|und|oder|et|ou|y|o|e|en|of|と|和|及)?(?:\s(?:and|or|und|et|y|e|en))?"
    r"[\s`*_]*\Z",
    re.IGNORECASE,
)
_MOVED_DATA: Final = pattern(
    r"(?:/|\.(?:csv|tsv|xlsx?|ods|log|db|sqlite3?|parquet|zip|gz|pdf|json[l]?|xml|txt))\Z",
    re.IGNORECASE,
)
"""What a product moves and joins: in such a sentence it is no file of the project's."""


@dataclass(frozen=True, slots=True)
class _Judged:
    """Where the path before ended, and whether it is asked to change."""

    end: int
    is_asked: bool


def _is_asked(text: str, named: Named, *, orders: bool) -> bool:
    return is_target(text, named) or (orders and _is_in(text, named))


def _worked_on(text: str, plain: str, *, orders: bool) -> Iterator[Named]:
    """Yield the paths of a sentence without a verb of change that are worked on all the same."""
    for named in kept_paths(text):
        if has_to_change(text, named) or (orders and _is_in(text, named)):
            yield named
    if orders:
        return
    shift = len(text) - len(plain)
    for named in kept_paths(plain):
        if has_to_behave(plain, named):
            yield Named(named.text, named.start + shift, named.end + shift)


def _remarked(text: str) -> Named | None:
    """Return the path that a line begins with, where a remark after it says what to do there."""
    named = next(kept_paths(text), None)
    if named is None or not AT_THE_FRONT.match(text[: named.start].rstrip("`*_")):
        return None
    remark = _REMARK.match(text[named.end :])
    is_work = remark is not None and IMPERATIVE.search(text[named.end + remark.end() :])
    return named if is_work else None


_REMARK: Final = pattern(r"[`*_]*\s*[:—–-]+\s+(?=\S)")
_WORKS_IN: Final = pattern(
    r"(?P<before>[^\W_]+)(?P<gap>\W+)(?:in|into|inside|within|im|dans|en|em|nel|nella|no"
    r"|na)\s*[`*_]*\Z",
    re.IGNORECASE,
)
_STANDS: Final = pattern(
    r"(?:\w{2,}ed|given|written|shown|kept|found|known|seen|is|are|lives?|stands?|\w{2,}ée?s?"
    r"|\w{2,}[ai]d[oa]s?"
    r"|\w{2,}(?:at|it|ut)[oaie]|steht|stehen|liegt|liegen|\w*ge\w{2,}(?:t|en))\Z",
    re.IGNORECASE,
)
_ONLY_USES: Final = pattern(
    r"\b(?:use|using|reuse|look|read|check|see|follow|run|keep|leave|copy|compare|consult|mirror"
    r"|verify|test"
    r"|confirm|explain|like|review|inspect|match|call|import"
    r"|prüf\w*|lies|lest|schau\w*|nutz\w*|verwend\w*|benutz\w*|führ\w*|vergleich\w*|beacht\w*"
    r"|vérifi\w*|utilis\w*|lis(?:ez|ent)?|regard\w*|lanc\w*|exécut\w*|compar\w*|respect\w*"
    r"|revis\w*|us[aeoi]r?"
    r"|le[ea]r?|mir[ae]r?|ejecut\w*|comprob\w*|verific\w*|legg(?:i|e|ere|ete)|guarda(?:re|te)?"
    r"|esegu\w*|confront\w*|leiam?"
    r"|vej\w*|gebruik\w*|lees|bekijk|draai|controleer)\b|使|参照|確認|参考|查看",
    re.IGNORECASE,
)
_PROPOSES: Final = frozenset({
    "proposed fix", "suggested fix", "possible fix", "fix", "proposed fixes", "suggested fixes",
    "possible fixes", "fixes", "mögliche lösung", "corrections possibles", "posible solución",
    "proposed solution", "solution",
    "suggested solution", "proposal", "vorgeschlagene lösung", "lösungsvorschlag", "lösung",
    "vorschlag", "solution proposée", "correction proposée", "solución propuesta", "solución",
    "soluzione proposta", "soluzione", "solução proposta", "solução", "voorgestelde oplossing",
    "oplossing", "提案", "修正案", "解决方案", "建议",
})  # fmt: skip


def proposes(heading: str) -> bool:
    """Say whether what stands under *heading* is the work that is proposed."""
    return folded(heading) in _PROPOSES


def _is_in(text: str, named: Named) -> bool:
    """Whether a sentence that orders work says that it is done in this very file."""
    before = text[: named.start].rstrip("`*_\"'“ ")[-160:]
    found = _WORKS_IN.search(f"{before} ")
    if found is None or PROGRAM.search(named.text) is None:
        return False
    is_said_of_it = "," not in found["gap"] and _STANDS.match(found["before"]) is not None
    return not (points_elsewhere(before) or is_said_of_it or _ONLY_USES.search(before))


def excludes_paths(statement: Statement) -> bool:
    """Say whether a statement names a path in order to leave it out."""
    return len(tuple(kept_paths(statement.text))) < len(tuple(paths_in(statement.text)))


def kept_paths(text: str) -> Iterator[Named]:
    """Yield the paths of *text* that it does not leave out or keep as they are."""
    position, excluded = 0, False
    runs = tuple(spoken_in(text)) if len(text) <= _LONGEST_SPOKEN else ()
    for named in paths_in(text):
        if any(run.start <= named.start < run.end for run in runs):
            continue
        between = text[position : named.start]
        if turn := TURNS.search(f"{between}{text[named.start : named.start + 1]}"):
            excluded = _EXCLUDES.search(between[turn.end() :]) is not None
        elif _EXCLUDES.search(between):
            excluded = True
        elif excluded and re.search(r"[.;]\s|\b(?:add|update|change|to)\b", between):
            excluded = False
        if not excluded and not stays(text[named.end :]):
            yield named
        position = named.end


_LONGEST_SPOKEN: Final = 1000


def _usable(named: Iterable[Named]) -> tuple[str, ...]:
    return tuple(
        spelled_path(found.text)
        for found in named
        if usable(found.text) and usable(spelled_path(found.text))
    )


def commands_of(statement: Statement, *, listed: bool) -> tuple[str, ...]:
    """Return the commands of a statement in their accepted spelling.

    Args:
        statement: Where they stand.
        listed: It stands where the request lists what proves the work, so that every command
            counts; elsewhere only one that checks work and is said to pass.
    """
    return tuple(
        command
        for written in written_commands(statement, listed=listed)
        for command in spelled_command(written)
    )


def written_commands(statement: Statement, *, listed: bool) -> Iterator[str]:
    """Yield the commands of a statement as the request writes them."""
    text = statement.text
    named = [] if statement.form is Form.CODE else list(commands_in(text))
    run = [one for one in named if not is_not_run(text, one)]
    if listed:
        is_marked = "`" in text and named
        is_told = bool(run) and _GOES_ON.match(text[run[-1].end :]) is not None
        line = None if is_marked or is_told else command_of_line(_without_lead(text))
        yield from [line] if line else [one.text for one in run]
    elif only_checks(statement):
        yield from (one.text for one in run)
    elif _PASSES.search(text):
        yield from (one.text for one in run if runs_checks(one.text))
    else:
        yield from (
            one.text
            for one in run
            if runs_checks(one.text) and (_is_alone(text, one) or is_ordered(text, one))
        )


_GOES_ON: Final = pattern(r"\s+[^\W\d_]+\b")
"""What is said of a command after its end: "… is green"."""


def _is_alone(text: str, command: Named) -> bool:
    """Whether a command is a sentence of its own at the end of a statement."""
    before, after = text[: command.start].rstrip("`"), text[command.end :].lstrip("`")
    return not after.strip(" .。*_") and before.rstrip(" *_").endswith((".", "!", ":", "。", ";"))


def _without_lead(text: str) -> str:
    bare = re.sub(
        r"\A(?:run|execute|use|führe|ausführen|lancer|ejecutar)\s*:?\s+",
        "",
        text,
        flags=re.IGNORECASE,
    )
    # Three full stops after a slash are a pattern of packages.
    return bare if bare.endswith("/...") else bare.rstrip(".")


def without_covered(paths: Iterable[tuple[str, str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each path once with the statements that name it; covered ones are dropped."""
    cites: dict[str, list[str]] = {}
    for path, statement in paths:
        found = cites.setdefault(path, [])
        if statement not in found:
            found.append(statement)
    known = reach(cites)
    for path, statements in cites.items():
        if known.cover(path) is None:
            yield path, tuple(statements)
