"""What a statement says may change, and what it says proves the work: paths and commands.

* A path counts where the request lists what may change, or as the object of a change ("Add x in
  `a/b.py`"); never where it is read, compared with, excluded, an example or an argument.
* When in doubt a path is left out: a missing path becomes a question, a wrong one authority.
* Paths and commands leave in their accepted spelling.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from planner.drafting.cues import CHANGES
from planner.drafting.manner import TURNS, bare, only_checks
from planner.model.command import spelled as spelled_command
from planner.model.intake import Form, Statement
from planner.model.path import reach
from planner.model.path import spelled as spelled_path
from planner.model.pattern import pattern
from planner.model.words import words
from planner.rules.named import (
    Named,
    command_of_line,
    commands_in,
    entries_in,
    paths_in,
    runs_checks,
    usable,
)

_EXCLUDES: Final = pattern(
    r"\b(?:not|never|without|except|excluding|exclude|but not|other than|leave|apart from"
    r"|instead of|rather than|do not|don['’]t"
    r"|keep(?:ing)?|ohne|nicht|kein\w*|außer|sauf|sans|excepto|salvo|sin|tranne|senza|exceto|sem"
    r"|zonder|behalve|niet)\b|以外|除",
    re.IGNORECASE,
)
_STAYS: Final = pattern(
    r"^[`*\s]*[(,:;—–-]*\s*(?:(?:is|are|stays?|remains?|must stay|must remain|as|bleibt|reste"
    r"|ist)\s+)?"
    r"(?:unchanged|read[- ]?only|untouched|not\b|never\b|for reference|reference only"
    r"|context only|as is\b|alone|out of scope|excluded"
    r"|off limits|unverändert|inchangé)"
    r"|^[`\s]*(?:は変更しない|には触れない|以外|を参照|から|のように|を除)",
    re.IGNORECASE,
)
_BEFORE: Final = pattern(
    r"([^\W\d_]+)?[^\w]*?(?:\b(?:the|a|an|new|existing|file|module|folder|directory|page|script"
    r"|die|der|das|datei|le|la|el|il|lo|o|de|het|bestand)\b\W*)*\Z",
    re.IGNORECASE,
)
_TARGET_WORDS: Final = words("""
    in into inside within under to at and or und oder zu nach unter im dans à sous et en a y dentro
    nel nella em no na e naar aan
    add create implement build introduce extend update change edit modify fix refactor rename move
    remove delete drop replace migrate rewrite adjust adapt put place document touch patch correct
    insert append expose register tests test docs
    aktualisiere ändere erweitere ergänze entferne lösche modifie modifier actualiza actualizar
    korrigiere behebe bearbeite ajoute ajoutez corrige corrigez modifiez supprimez créez renomme
    renommez añade agrega corrija
    arregla aggiungi correggi rinomina adicione conserte voeg herstel hernoem
    modifica modificar aggiorna aggiornare atualize atualizar wijzig verwijder
""")
_POINTS_ELSEWHERE: Final = pattern(
    r"\b(?:described|defined|documented|listed|specified|given|stated|shown|found|used|explained"
    r"|mentioned|see|noted|outlined|beschrieben|décrit|descrito|descritto)"
    r"\s+(?:in|at|under|dans|en|em|nel)\W*(?:the\W+)?\Z"
    r"|\b(?:like|as|wie|comme|como|come|zoals)"
    r"(?:\s+(?:the one|those|it is|that|what is|in|at|dans|en|em))*\W*(?:the\W+)?\Z"
    r"|\b(?:calls?|links?|references?|imports?|dependency|similar|identical|according|compared"
    r"|relative|equal|respect)\s+(?:to|at)\W*(?:the\W+)?\Z",
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
_AT_THE_FRONT: Final = pattern(r"\A[\s*]*\Z")
_FOLLOWED: Final = pattern(r"\A\W{0,2}\s*[:—–-]\s*\S")
_AFTER_SIGNS: Final = pattern("\\A[`\\s]*[にをへ内中里のとで、和]")
_SIGNS: Final = pattern("[\u3040-\u30ff\u3400-\u9fff]")
_PASSES: Final = pattern(
    r"\b(?:pass(?:es)?|succeeds?|green|exits? (?:with )?(?:code )?0|run|runs|check|verif\w+|läuft"
    r"|durchlaufen|bestehen|besteht|passer?|réussir|pasar?|passare|passar|slagen|slaagt"
    r"|prüf\w+|tests? with|tested with|vérif\w+|comprob\w+|controleer)\b|通る|成功|通过",
    re.IGNORECASE,
)


def listed_paths(statement: Statement) -> tuple[str, ...]:
    """Return what a statement names that stands where the request lists what may change."""
    only = entries_in(statement.text)
    if only:
        return _usable(only)
    return _usable(kept_paths(statement.text))


def waits(text: str) -> bool:
    """Say whether a sentence asks for something that is not to be done now."""
    return _WAITS.search(text) is not None


def reserves(statement: Statement) -> bool:
    """Say whether a sentence leaves a path out, or for later, whatever else it asks for."""
    has_path = next(iter(paths_in(statement.text)), None) is not None
    return has_path and (waits(statement.text) or excludes_paths(statement))


def changed_paths(statement: Statement) -> tuple[str, ...]:
    """Return what a sentence names as the object of a change that it asks for."""
    text = statement.text
    if statement.form is Form.CODE or waits(text):
        return ()
    plain = bare(text)
    if CHANGES.search(plain):
        return _usable(named for named in kept_paths(text) if _is_target(text, named))
    return _usable(named for named in kept_paths(plain) if _has_to_behave(plain, named))


def excludes_paths(statement: Statement) -> bool:
    """Say whether a statement names a path in order to leave it out."""
    return len(tuple(kept_paths(statement.text))) < len(tuple(paths_in(statement.text)))


def kept_paths(text: str) -> Iterator[Named]:
    """Yield the paths of *text* that it does not leave out or keep as they are."""
    position, excluded = 0, False
    for named in paths_in(text):
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


def stays(after: str) -> bool:
    """Say whether what comes right after a path says that it stays as it is."""
    return _STAYS.search(after[:60]) is not None


def points_elsewhere(before: str) -> bool:
    """Say whether what comes right before a path makes a reference of it."""
    return _POINTS_ELSEWHERE.search(f"{before} ") is not None


_HAS_TO: Final = pattern(
    r"\A[`*_\s]*(?:must|shall|should|has to|needs to|ought to|muss|soll|sollte|doit|devrait|debe"
    r"|deberá|deve|dovrà|moet)\s+(?:also |always |then |now |aussi |también |anche |ook )?"
    r"(?:return|show|display|print|accept|reject|refuse|raise|handle|support|use|validate|check"
    r"|send"
    r"|answer|respond|ignore|skip|sort|filter|export|import|log|parse|escape|strip|report|list"
    r"|offer"
    r"|allow|retry|store|save|load|write|read|emit|warn|be (?:changed|fixed|updated|extended"
    r"|adapted"
    r"|adjusted|corrected|modified|edited|rewritten|refactored)|renvoyer|retourner|afficher"
    r"|accepter"
    r"|refuser|devolver|mostrar|aceptar|rechazar|restituire|mostrare|accettare|rifiutare|retornar"
    r"|exibir|aceitar|recusar|teruggeven|tonen|weigeren)\b"
    r"|\A[`*_\s]*(?:muss|soll|sollte)\b[^.;,]{1,80}\b(?:zurückgeben|liefern|anzeigen|zeigen"
    r"|ablehnen"
    r"|akzeptieren|annehmen|prüfen|geändert werden|angepasst werden|korrigiert werden)\b",
    re.IGNORECASE,
)
_PROGRAM: Final = pattern(
    r"\.(?:bash|cc?|cjs|cpp|cs|css|dart|ex|exs|go|h|hpp|html?|java|jsx?|kts?|lua|mjs|php|pl|ps1"
    r"|py|rb"
    r"|rs|scala|scss|sh|sql|svelte|swift|tsx?|vue|zig)\Z"
)


def _has_to_behave(text: str, named: Named) -> bool:
    """Whether a sentence begins with a program and demands a behaviour of that very file."""
    return (
        _AT_THE_FRONT.match(text[: named.start].rstrip("`*_")) is not None
        and _PROGRAM.search(named.text) is not None
        and _HAS_TO.match(text[named.end :]) is not None
    )


def _is_target(text: str, named: Named) -> bool:
    before, after = text[: named.start].rstrip("`*_\"'“ "), text[named.end :]
    if _AT_THE_FRONT.match(before):
        return bool(_FOLLOWED.match(after) or _AFTER_SIGNS.match(after)) or _has_to_behave(
            text, named
        )
    if _SIGNS.search(text):
        return bool(_AFTER_SIGNS.match(after)) or before.endswith(
            ("在", "更新", "修改", "删除", "创建", "は")
        )
    near = before[-120:]
    if points_elsewhere(near):
        return False
    word = _BEFORE.search(near)
    last = (word[1] or "").casefold() if word else ""
    if last in _TARGET_WORDS:
        return True
    return near.endswith((",", "、", "`,", "`")) and any(True for _ in paths_in(near))


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
    spans = (
        [named.text for named in commands_in(statement.text)]
        if statement.form is not Form.CODE
        else []
    )
    if listed:
        line = None if spans else command_of_line(_without_lead(statement.text))
        yield from spans or ([line] if line else [])
    elif only_checks(statement):
        yield from spans
    elif _PASSES.search(statement.text):
        yield from (span for span in spans if runs_checks(span))
    else:
        yield from (span for span in spans if runs_checks(span) and _is_alone(statement.text, span))


def _is_alone(text: str, command: str) -> bool:
    """Whether a command is a sentence of its own at the end of a statement."""
    before, _, after = text.rpartition(f"`{command}`")
    return not after.strip(" .。*_") and before.rstrip(" *_").endswith((".", "!", ":", "。", ";"))


def _without_lead(text: str) -> str:
    return re.sub(
        r"\A(?:run|execute|use|führe|ausführen|lancer|ejecutar)\s*:?\s+",
        "",
        text,
        flags=re.IGNORECASE,
    ).rstrip(".")


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
