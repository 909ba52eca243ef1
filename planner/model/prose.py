"""Whether a verification entry is a sentence rather than an argument vector.

* Evidence is looked for in the words: an imperative or a capital at the start, sentence marks,
  articles and modal verbs outside quotes.
* Options, paths and known programs are evidence to the contrary; text that a program is given in
  quotes is no prose.
"""

import unicodedata
from collections.abc import Sequence
from typing import Final

from planner.model.pattern import pattern
from planner.model.program import KNOWN, TEXT_TOOLS, WORDLIKE, is_assignment, program, started
from planner.model.words import words

_FIRST: Final = words(
    """
    review verify check ensure confirm run inspect validate manual manually visual visually human
    reviewer code unit integration acceptance regression smoke end-to-end e2e all the a an tests
    docs documentation evidence command commands see read compare try ask look execute perform
    assert observe demonstrate show prove click navigate visit load launch use start call no none
    n/a na tbd todo fixme ok okay done pass passes passed automated peer qa sign-off signoff audit
    walkthrough walk through verification validation testing and or if when that this it we you
    please should must every each any some new existing same add update make-sure both is are
    code-review exploratory screenshot screenshots
    looks works seems feels compile build rebuild lint ci pipeline unknown null nothing not
    pruefe prufe teste sicherstellen starte fuehre kontrolliere manuell manuelle alle die der das
    ein eine kein keine lancer verifier executer tester relire comprobar verificar ejecutar revisar
    probar verifica controlla esegui eseguire controleer voer sprawdz uruchom testar rodar executar
    """
)
_JOINING: Final = words(
    """
    the an that and or is are was be been being must should shall will would can may with without
    into from when if after before their its our your this these those which works work passes
    pass succeed succeeds complete completes correct correctly successfully sure as of to every
    dass und oder ist sind wird der den dem das ein eine mit ohne ob nicht auf
    les des une est sont avec sans que pour dans du aux
    los las una que con por del para
    gli che per della het een met van zonder nie oraz jest
    """
)
_NAMED_UPPER: Final = words(
    """
    R Rscript MSBuild Xvfb Xorg VBoxManage UnityEditor Unity Godot Blender MATLAB Wolfram
    WolframScript Inkscape CMake Ninja
    """
)
_WORD: Final = pattern(r"[^\W\d_][\w'\u2019-]*[.,:;!?)]*")
_SENTENCE_END: Final = pattern(r"[^\W\d_]{2,}[.!?\u2026\u3002\uff01\uff1f]+\Z")
_FIRST_WITH_MARK: Final = pattern(
    r"[^\W\d_][\w'-]*[,:;!?)]|[^\W\d_]\w{2,}\.|[-*+\u2022\u2013\u2014]|\d+[.)]"
)
_PATHLIKE: Final = pattern(
    r"\.{0,2}/|[\w.-]+/[\w./-]*|[\w.-]+\.(?:sh|py|js|ts|rb|pl|exe|bat|cmd|ps1)\Z"
)
_START: Final = pattern(r"[\w@+.]")
_GO: Final = words(
    "build clean doc env fix fmt generate get install list mod work run test tool version vet"
)
_TEST_SIGN: Final = pattern(r"-[a-zA-Z]{1,2}|[=!<>]=?|==")


def is_prose(argv: Sequence[str], bare: Sequence[bool]) -> bool:
    """Say whether the words of an entry read as a sentence; *bare* says which had no quotes."""
    if not argv or not bare[0] or is_assignment(argv[0]):
        return False
    inner = started(argv)
    skipped = len(argv) - len(inner)
    if skipped:
        return is_prose(inner, bare[skipped:])
    first = argv[0]
    loose = [word for word, is_bare in zip(argv[1:40], bare[1:40], strict=False) if is_bare]
    has_options = any(word.startswith("-") and len(word) > 1 for word in loose)
    has_paths = any(_PATHLIKE.match(word) for word in loose)
    name = program(first)
    if name in KNOWN and name == first:
        return _is_prose_after(name, loose, argv, has_options=has_options, has_paths=has_paths)
    if "/" in first and _is_pair(first):
        return True
    if _is_program_path(first, loose):
        return False
    return _is_prose_first(first, loose, has_options=has_options)


def _is_program_path(first: str, loose: list[str]) -> bool:
    if first.startswith(("./", "../", "/")):
        return True
    if "/" not in first:
        return _PATHLIKE.fullmatch(first) is not None
    return _joining(loose) == 0 and first.isascii()


def _is_pair(first: str) -> bool:
    """Whether *first* is two words of a sentence with a slash between them, or `n/a`."""
    plain = first.casefold().rstrip(".,:;")
    return plain in _FIRST or all(piece in _FIRST | _JOINING for piece in plain.split("/"))


def _joining(loose: list[str]) -> int:
    return sum(word.rstrip(".,:;!?)").casefold() in _JOINING for word in loose)


def _is_prose_after(
    name: str, loose: list[str], argv: Sequence[str], *, has_options: bool, has_paths: bool
) -> bool:
    joining = _joining(loose)
    if name in TEXT_TOOLS and name not in WORDLIKE:
        return joining >= 2 and not has_options and not has_paths  # noqa: PLR2004 - two are a clause
    is_verb = name in {"test", "find", "go", "make"} and bool(loose) and not has_options
    if is_verb and _is_sentence_about(name, loose, argv):
        return True
    if loose and not loose[-1].isascii() and not has_options and not has_paths:
        return _WORD.fullmatch(loose[-1]) is not None
    if len(loose) > 1 and not has_options and _SENTENCE_END.fullmatch(loose[-1]):
        return True
    return joining >= 2 or (joining == 1 and not has_options and not has_paths)  # noqa: PLR2004


def _is_sentence_about(name: str, loose: list[str], argv: Sequence[str]) -> bool:
    if name == "test":
        has_sign = any(_TEST_SIGN.fullmatch(word) for word in argv[1:])
        return len(argv) > 2 and not has_sign and argv[1] != "!"  # noqa: PLR2004 - `test x` is a test
    if name == "go":
        return loose[0] not in _GO
    if name == "make":
        return loose[0] in {"sure", "certain", "it"}
    return not _PATHLIKE.match(loose[0]) and len(loose) > 1 and loose[0] != "."


def _is_prose_first(first: str, loose: list[str], *, has_options: bool) -> bool:
    plain = unicodedata.normalize("NFKD", first).encode("ascii", "ignore").decode().casefold()
    if not first.isascii() or _FIRST_WITH_MARK.fullmatch(first) or not _START.match(first):
        return True
    if first in _NAMED_UPPER:
        return False
    if first[:1].isupper():
        is_word = first.istitle() and (plain in _FIRST or plain in KNOWN)
        return is_word or not has_options
    if plain in _FIRST:
        return not has_options or _joining(loose) > 0
    if len(loose) > 1 and _SENTENCE_END.fullmatch(loose[-1]):
        return True
    return _joining(loose) > (1 if has_options else 0)
