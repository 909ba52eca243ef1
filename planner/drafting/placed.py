"""Where a request says that a file lies, or that its tests go, in forms that are no list of paths.

* "`settings.py` in `app/config/`" is one file: its folder is not opened with it.
* A test that is wished for in a file ("with a test in …", "I'd like to see tests in …") is work
  there; what is said of the tests that a file holds opens nothing.
* "`src/`, not `src/old/`" lists the first and leaves the second out.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from planner.model.pattern import pattern
from planner.rules.named import Named, paths_in

_FILE_IN_FOLDER: Final = pattern(
    r"\A[\s`*_]*(?:(?:in|im|dans|en|em|nel|the|das|die|le|la|el|il|lo|o|het|file|module|script|modul"
    r"|datei|fichier|archivo|módulo|modulo|ficheiro|arquivo|bestand)[\s`*_]+)*(?P<name>[\w-]+(?:\.[\w-]+)+)"
    r"[`*_]*\s+(?:in|im|inside|under|within|unter|dans|sous|en|em|nella|in der)\s+(?:the |folder "
    r"|directory |dem |ordner |le |dossier |la |carpeta |cartella |pasta |de |map )*[`*_]*"
    r"(?P<folder>(?:[\w.-]+/)+)[`*_]*(?: folder| directory|-ordner)?\W*\Z",
    re.IGNORECASE,
)


def within_folder(text: str) -> tuple[Named, ...]:
    """Return the one file that a line names by its name and the folder that it lies in."""
    found = _FILE_IN_FOLDER.match(text)
    if found is None:
        return ()
    return (Named(f"{found['folder']}{found['name']}", found.start("name"), found.end("folder")),)


_WISHES_TEST: Final = pattern(
    r"\b(?:with|like|want|plus|mit|avec|con|com|met|möchte\w*|hätte\w*|quiero|quisiera|voudra\w+"
    r"|vorr\w+|queria|gostaria)\b[^.;,]{0,40}?\b(?:tests?|specs?|testfälle|essais?|pruebas?|prove"
    r"|testes?)\b[^.;,]{0,25}?\b(?:in|into|under|inside|to|im|unter|dans|sous|en|em|nel\w*)\W*\Z",
    re.IGNORECASE,
)
_TEST_NAME: Final = pattern(r"(?:test|spec)", re.IGNORECASE)
_IS_SAID: Final = pattern(
    r"\A[`*_\s]*(?:must|should|has to|have to|pass|fail|stay|muss|müssen|doi|deb|dev|moet)",
    re.IGNORECASE,
)


def wished_tests(text: str, kept: Iterable[Named]) -> Iterator[Named]:
    """Yield the files of tests that a sentence wishes to see tests in ("with a test in …")."""
    for named in kept:
        before = text[: named.start].rstrip("`*_")[-120:]
        if (
            _TEST_NAME.search(named.text)
            and _WISHES_TEST.search(before)
            and not _IS_SAID.match(text[named.end :])
        ):
            yield named


_LISTED_FIRST: Final = pattern(
    r"\A[\s`*_]*\Z|\A[\s`*_,]*(?:and|und|et|y|e|en)?[\s`*_]*\Z", re.IGNORECASE
)
_LEAVES_OUT: Final = pattern(
    r"\A[\s`*_]*[,;(]?\s*(?:(?:but|aber|mais|pero|ma|mas|maar) )?(?:not|without|except(?: for)?"
    r"|excluding|nicht|ohne|außer|pas|sans|sauf|no|sin|excepto|salvo|non|senza|tranne|não|sem|exceto"
    r"|niet|zonder|behalve)[\s`*_]*\Z",
    re.IGNORECASE,
)


def before_exclusion(text: str) -> tuple[Named, ...]:
    """Return the paths that a line lists before it says which of them are left out.

    Empty where the line says anything else, or leaves nothing out.
    """
    found: list[Named] = []
    end, has_turned = 0, False
    for one in paths_in(text):
        between = text[end : one.start]
        if found and not has_turned and _LEAVES_OUT.match(between):
            has_turned = True
        elif not _LISTED_FIRST.match(between):
            return ()
        if not has_turned:
            found.append(one)
        end = one.end
    return tuple(found) if has_turned and not text[end:].strip(" `*_.)") else ()
