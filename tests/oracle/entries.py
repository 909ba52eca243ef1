"""One path, one command: what the catalogue's tables PTH and CMD fix about it.

* A table that the catalogue leaves open (prose, blank checks, other rights) holds its examples
  alone: what is not certain here is let pass, and the planner may be stricter.
"""

import re
import shlex
import unicodedata
from pathlib import PurePosixPath

HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\U000e0000-\U000e007f]"
)
"""Controls, directions and what has no width: never in a path, a command or a reason."""

_RESERVED = {".git", ".hg", ".svn", ".ccb"}
_PLACEHOLDERS = {"none", "path", "relative/path", "<relative path>"}
_WILD = re.compile(r"[*?\[]")


def path_faults(path: str) -> set[str]:
    """Return the codes that stand against *path*, grounding aside."""
    folded = unicodedata.normalize("NFKC", path)
    parts = path.rstrip("/").split("/") if path.endswith("/") else path.split("/")
    found = set()
    if path.startswith("/"):
        found.add("PTH001")
    found |= _part_faults(path, parts)
    if path in (".", "./") or _WILD.search(parts[0]) or parts == [""]:
        found.add("PTH003")
    if any(part.casefold() in _RESERVED for part in folded.split("/")):
        found.add("PTH004")
    if _is_unportable(path, folded):
        found.add("PTH005")
    if path.casefold() in _PLACEHOLDERS:
        found.add("PTH008")
    return found | _spelling_faults(path, parts)


def _part_faults(path: str, parts: list[str]) -> set[str]:
    inner = parts[1:] if path.startswith("./") else parts
    plain = inner[1:] if path.startswith("/") else inner
    return {"PTH002"} if any(part in ("", ".", "..") for part in plain) and path != "." else set()


def _is_unportable(path: str, folded: str) -> bool:
    return bool(
        path != path.strip()
        or path != unicodedata.normalize("NFC", path)
        or HIDDEN.search(path)
        or re.search(r"[\\%$]|[\t\n]|^~|^-|^[A-Za-z]:|^//", path)
        or folded.count("/") != path.count("/")
        or folded.count("..") != path.count("..")
        or (folded.startswith("-"))
        or any(len(part.encode("utf-8", "replace")) > 255 for part in path.split("/"))
    )


def _spelling_faults(path: str, parts: list[str]) -> set[str]:
    last = parts[-1]
    bare = not PurePosixPath(last).suffix and not _WILD.search(last)
    if path.startswith("./"):
        return set() if bare and not path.endswith("/") else {"PTH009"}
    if not bare or path.endswith("/"):
        return set()
    return {"PTH007"} if len(parts) > 1 else {"PTH006"}


def is_grounded(path: str, evidence: str) -> bool:
    """Say whether the evidence names *path*, a folder above it, or the source that it tests."""
    path = path.removeprefix("./")
    named = {word.strip("`'\"(),:;").rstrip(".") for word in evidence.split()}
    if path in named or any(name.endswith("/") and path.startswith(name) for name in named):
        return True
    tested = re.fullmatch(r"(?:.*/)?test_(\w+)\.py", path)
    return bool(tested and any(PurePosixPath(name).name == f"{tested[1]}.py" for name in named))


_STATE = {"cd", "source", ".", "export", "alias", "!"}
_SHELLS = {"bash", "sh", "zsh", "dash", "ksh"}
_BLANK = {("true",), ("echo", "ok"), ("test", "-d", "."), ("exit", "0"), ("python", "-c", "pass")}
_RISKY = {("sudo",), ("git", "push"), ("rm", "-rf"), ("npm", "publish"), ("twine", "upload")}
_SENTENCE = re.compile(r"(?:Review|Verify|Check|Confirm|Run|Ensure)\b.*(?: \w+){2}")


def command_faults(command: str, *, git: bool) -> set[str]:
    """Return the codes that stand against *command*; *git* is true where a repository is."""
    if HIDDEN.search(command) or re.search(r"[^\S ]", command):
        return {"CMD001"}
    try:
        argv = shlex.split(command)
    except ValueError:
        return {"CMD001"}
    found = _sign_faults(command)
    if argv:
        found |= _word_faults(argv, git=git)
    return found


def _sign_faults(command: str) -> set[str]:
    outside = re.sub(r"'[^']*'", "''", command)
    found = {"CMD003"} if re.search("[$`]", outside) else set()
    bare = re.sub(r'"(?:\\.|[^"\\])*"', '""', outside)
    if re.search("[“”‘’–—]", bare):
        found.add("CMD001")
    if re.search(r"[;&|<>()]|(?:^|\s)#", bare):
        found.add("CMD002")
    words = [word for word in bare.split() if word not in ("[", "]")]
    if any(re.search(r"[*?]|\{.*,.*\}|^~|=~", word) for word in words):
        found.add("CMD003")
    return found


def _word_faults(argv: list[str], *, git: bool) -> set[str]:
    found = set()
    if argv[0] in _STATE or re.match(r"[A-Za-z_]\w*=", argv[0]):
        found.add("CMD004")
    if len(argv) > 128 or any(len(word) > 4096 for word in argv):
        found.add("CMD008")
    if tuple(argv) in _BLANK:
        found.add("CMD007")
    if not argv[-1].startswith("tmp/") and {tuple(argv[:1]), tuple(argv[:2])} & _RISKY:
        found.add("CMD009")
    if _SENTENCE.fullmatch(" ".join(argv)):
        found.add("CMD006")
    inner = _without_wrappers(argv)
    program = PurePosixPath(inner[0]).name if inner else ""
    if program in _SHELLS and any(re.fullmatch("-[a-z]*c", word) for word in inner[1:2]):
        found.add("CMD005")
    if [program, *inner[1:2]] in (["cmd", "/c"], ["powershell", "-Command"]):
        found.add("CMD005")
    if not git and (program == "git" or inner[1:3] == ["-m", "git"]):
        found.add("CMD201")
    if re.fullmatch(r"py|python(?:3(?:\.\d+)?)?", program) and _names_tests(inner):
        found.add("CMD101")
    return found


def _without_wrappers(argv: list[str]) -> list[str]:
    """Return what `env` and `timeout` in front of *argv* start."""
    while argv:
        if PurePosixPath(argv[0]).name == "env":
            argv = argv[1:]
            while argv and re.match(r"[A-Za-z_]\w*=", argv[0]):
                argv = argv[1:]
        elif argv[0] == "timeout":
            argv = argv[2:]
        else:
            break
    return argv


def _names_tests(argv: list[str]) -> bool:
    if "-m" not in argv or "unittest" not in argv:
        return False
    rest = argv[argv.index("unittest") + 1 :]
    named = [word for word in rest if not word.startswith("-")]
    return bool(named) and named[0] != "discover" and bool(re.search(r"[./]", named[0]))
