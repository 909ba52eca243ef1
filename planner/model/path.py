"""One relative POSIX path that cannot leave the tree, as pure functions on its text.

* A folder ends with `/`; a file without suffix is spelled with one leading `./`; nothing else
  begins so (`src/`, `./Makefile`, `tickets/export.py`).
* Names are compared with control folders in one folded form: neither case, Unicode form,
  hidden characters nor Windows' own spellings make `.git` another folder.
* Reading what a person wrote (`is_path`, `spelled`) is kept apart from judging what a reply
  lists; nothing here mends a reply.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from planner.model.pattern import pattern
from planner.model.words import words

PART_LIMIT: Final = 255
"""Bytes of one part (the common file systems' bound)."""
PATH_LIMIT: Final = 4096
"""Bytes of a whole path."""
DEPTH_LIMIT: Final = 64
"""Folders that are looked at above a path; deeper ones are no project's."""

HIDDEN: Final = pattern(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)
"""Control, bidirectional, zero-width, blank and half characters, and line separators."""
_SELECTORS: Final = pattern("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")

_GLOB: Final = pattern(r"[*?\[]")
_ALL_BELOW: Final = frozenset("*/")
_UNSAFE: Final = pattern(r'[\\:%$"`|<>]')
_UNSAFE_REASON: Final = {
    "\\": "holds a backslash",
    ":": "holds a colon, which names a drive or a stream",
    "%": "holds a percent sign, which may be an escape or a variable",
    "$": "holds a dollar sign, which may be a variable",
}
_DEVICE: Final = pattern(r"(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\..*)?", re.IGNORECASE)
_SHORT_NAME: Final = pattern(r"([^~]{1,6})~[0-9]+")

_PLACEHOLDER: Final = pattern(
    r"(?:\./)?(?:none|null|nil|n/?a|tbd|tba|todo|fixme|xxx+|unknown|undefined|[-_.…]+"
    r"|not[ _-]applicable|to[ _-]be[ _-](?:determined|decided|defined)|none[ _-]declared"
    r"|(?:(?:some|your|my|the|an?|relative|absolute|full|real|actual|example|allowed)[/ _-])*"
    r"(?:paths?|file[ _-]?paths?)(?:[/ _-]here)?"
    r"|(?:some|your|my|the|an?|relative|actual|example)[/ _-]"
    r"(?:(?:paths?|files?|file[ _-]?name|folder|directory|dir)(?:\.\w+)?)(?:[/ _-]here)?"
    r"|paths?/to(?:/.*)?|.*/paths?/to/.*)/?",
    re.IGNORECASE,
)
_PLACEHOLDER_WORD: Final = pattern(
    r"(?:all(?:[ _-]files)?|any(?:thing)?|every(?:thing)?|files?|file[ _-]?name(?:\.ext)?"
    r"|folders?|director(?:y|ies)|dirs?|file\.ext|command|insert[ _-].*)",
    re.IGNORECASE,
)
_SLOT: Final = pattern(
    r"<[^>]*>|\{\{|\{[A-Za-z_ -]*\}|\[(?:path|file|folder|name|insert)\b[^\]]*\]"
)
_ELLIPSIS: Final = pattern(r"(?:^|/)(?:\.{3,}|…)(?:/|$)")

# Folders are seldom named like a file of these kinds; `.js` is left out for `next.js/` and kin.
FILE_SUFFIXES: Final = words(
    """
    py pyi pyx ipynb ts tsx jsx mjs cjs json jsonl json5 yaml yml toml ini cfg conf md mdx rst
    txt csv tsv html htm css scss sass less xml svg sql sh bash zsh ps1 bat rs go java kt kts
    scala c h cc cpp hpp cxx cs fs swift m rb erb php pl pm lua ex exs erl hs clj dart vue svelte
    graphql gql proto tf tfvars lock env properties gradle log xaml rmd tex bib png jpg jpeg gif
    pdf docx xlsx
    """
)
BARE_FILES: Final = words(
    """
    Makefile makefile GNUmakefile Dockerfile Containerfile LICENSE LICENCE COPYING NOTICE README
    CHANGELOG CHANGES AUTHORS CONTRIBUTORS CONTRIBUTING CODEOWNERS MAINTAINERS INSTALL TODO
    VERSION Procfile Gemfile Rakefile Vagrantfile Jenkinsfile Justfile justfile Brewfile Podfile
    Cartfile Fastfile Guardfile Pipfile Caddyfile Earthfile Tiltfile Taskfile BUILD WORKSPACE
    gradlew mvnw configure py.typed go.mod go.sum
    """
)
_BARE_FOLDERS: Final = words(
    """
    src lib libs docs doc tests test spec specs app apps packages pkg scripts bin tools tool
    internal cmd config configs assets static public include examples example benchmarks evals
    migrations templates schemas prompts deploy infra infrastructure frontend backend components
    pages modules crates plugins services
    """
)
_DOT_FOLDERS: Final = words(
    """
    .github .gitlab .vscode .idea .circleci .devcontainer .husky .storybook .config .ci
    """
)
_MIME: Final = words(
    """
    application text image audio video multipart font model message
    """
)
_PRODUCTS: Final = pattern(
    r"(?:node|next|nuxt|vue|react|express|three|d3|ember|backbone|angular|chart|socket|deno|nest)"
    r"\.(?:js|ts)",
    re.IGNORECASE,
)
_HOST: Final = pattern(r"(?:[\w-]+\.)+(?:com|org|net|io|dev|co|edu|gov|info)", re.IGNORECASE)
_WRITTEN: Final = pattern(r"(?:\./)?[\w.@+\[\]()*?-][\w.@+\[\]()*?/~-]*")
_SUFFIX_WORD: Final = pattern(r"[a-z][A-Za-z0-9_]{0,11}")
_DOTFILE: Final = pattern(r"\.[a-z][\w-]*(?:rc|ignore|env|attributes|modules|config|keep)\w*")


def core(path: str) -> str:
    """Return *path* without the one leading `./` that spells a file without suffix."""
    return path.removeprefix("./")


def parts(path: str) -> tuple[str, ...]:
    """Return the parts of *path*, without its leading `./` and its closing slash."""
    text = core(path)
    return tuple((text.removesuffix("/")).split("/"))


def is_directory(path: str) -> bool:
    """Say whether *path* is written as a folder."""
    return path.endswith("/")


def is_glob(text: str) -> bool:
    """Say whether *text* holds a wildcard."""
    return _GLOB.search(text) is not None


def name(path: str) -> str:
    """Return the last part of *path*."""
    return path.rstrip("/").rpartition("/")[2]


def suffix(path: str) -> str:
    """Return what `PurePosixPath.suffix` gives for the last part, without building a path."""
    last = name(path)
    at = last.rfind(".")
    return last[at:] if 0 < at < len(last) - 1 else ""


def has_suffix(path: str) -> bool:
    """Say whether the last part of *path* has a suffix."""
    return "." in path and suffix(path) != ""


def folders_above(path: str) -> Iterator[str]:
    """Yield every folder above *path*, outermost first, each with its slash."""
    text = core(path)
    at = text.find("/")
    for _ in range(DEPTH_LIMIT):
        if at < 0 or at + 1 >= len(text):
            return
        yield text[: at + 1]
        at = text.find("/", at + 1)


def folded(part: str) -> str:
    """Return *part* as file systems may take it: no case, form, hidden character or tail."""
    if not part.isascii():
        part = _SELECTORS.sub("", HIDDEN.sub("", unicodedata.normalize("NFKC", part)))
    return part.casefold().partition(":")[0].rstrip(". ")


def control_folder(path: str, control: Iterable[str]) -> str | None:
    """Return the folder of *control* that a part of *path* names or, as a glob, matches."""
    kept = {folded(folder): folder for folder in control}
    # A longer path is refused for its length.
    for part in path[:PATH_LIMIT].replace("\\", "/").split("/"):
        key = folded(part)
        if key in kept:
            return kept[key]
        short = _SHORT_NAME.fullmatch(key)
        if short is not None and f".{short[1]}" in kept:
            return kept[f".{short[1]}"]
        if key.startswith((".", "[.]")) and is_glob(key):
            for candidate, folder in kept.items():
                if _matches(key, candidate):
                    return folder
    return None


def _matches(pattern: str, text: str) -> bool:
    wildcards = re.sub(r"\*+", "*", pattern[:PART_LIMIT]).split("*")
    expression = ".*".join(
        re.escape(piece).replace(r"\?", ".").replace(r"\[", "[").replace(r"\]", "]")
        for piece in wildcards[:8]
    )
    try:
        return re.fullmatch(expression, text) is not None
    except re.error:
        return False


def unportable(path: str) -> str | None:
    """Return why *path* does not mean the same file everywhere, or None."""
    if len(path) > PATH_LIMIT:
        return f"is longer than {PATH_LIMIT:,} bytes"
    found = HIDDEN.search(path) or _SELECTORS.search(path)
    if found is not None:
        return f"holds the hidden character U+{ord(found.group()):04X}"
    unsafe = _UNSAFE.search(path)
    if unsafe is not None:
        return _UNSAFE_REASON.get(unsafe.group(), f"holds `{unsafe.group()}`")
    return _bad_edge(path) or _disguise(path) or _bad_part(path)


def _bad_edge(path: str) -> str | None:
    reason = None
    if path != path.strip():
        reason = "begins or ends with white space"
    elif path.startswith("//"):
        reason = "begins as a network share does"
    elif path.startswith("~") or "/~/" in f"{path}/":
        reason = "begins at a home folder"
    elif path.startswith("-"):
        reason = "begins as an option does"
    elif path.startswith("'") or path.endswith("'"):
        reason = "stands in quotes"
    return reason


def _disguise(path: str) -> str | None:
    if path.isascii():
        return None
    if not unicodedata.is_normalized("NFC", path):
        return "is not in Unicode normal form C"
    if any(ch.isspace() and ch != " " for ch in path):
        return "holds a space that is no plain space"
    plain = unicodedata.normalize("NFKC", path)
    if any(plain.count(mark) > path.count(mark) for mark in "/\\"):
        return "holds a look-alike of a separator"
    if set(plain.split("/")) & {".", ".."} - set(path.split("/")):
        return "holds look-alikes of dots"
    return "begins with a look-alike of `-`" if plain.startswith("-") else None


def _bad_part(path: str) -> str | None:
    for part in path.split("/"):
        if len(part.encode()) > PART_LIMIT:
            return f"has a part over {PART_LIMIT} bytes"
        if part not in {"", ".", ".."} and part[-1] in ". " and part.strip("."):
            return "has a part that ends with a dot or a space"
    if path.endswith("/") and suffix(path)[1:].lower() in FILE_SUFFIXES:
        return "ends with a slash as a folder does, and with a suffix as a file does"
    return None


def awkward(path: str) -> str | None:
    """Return why some consumer reads *path* otherwise than the rest, or None."""
    if " " in path.strip():
        return "holds a space, where some consumers cut a path"
    if "{" in path or "," in path:
        return "holds a brace or a comma, which consumers take literally or as a list"
    if any(_DEVICE.fullmatch(part) for part in path.split("/")):
        return "has a part that Windows keeps for a device"
    return None


def is_placeholder(path: str) -> bool:
    """Say whether *path* only stands where a path should."""
    text = unicodedata.normalize("NFKC", path[:PATH_LIMIT]).strip()
    if not text or _SLOT.search(text) or _ELLIPSIS.search(text):
        return True
    if text.strip("./") == "" and not text.startswith("..."):
        return False
    return bool(_PLACEHOLDER.fullmatch(text) or _PLACEHOLDER_WORD.fullmatch(text))


@dataclass(frozen=True, slots=True)
class Reach:
    """What a list of paths covers: named entries, whole folders, files of a kind in a folder."""

    named: frozenset[str]
    folders: frozenset[str]
    kinds: frozenset[tuple[str, str]]

    def cover(self, path: str) -> str | None:
        """Return the folder or glob that covers *path* from above, not *path* itself."""
        text = core(path)
        kind = suffix(text)
        for folder in folders_above(text):
            # `src/**` is no more than `src/` itself, so it is covered by that entry alone.
            is_same = set(text[len(folder) :]) <= _ALL_BELOW
            if folder in self.folders and (not is_same or folder in self.named):
                return folder
            if kind and (folder, kind) in self.kinds and not is_glob(text):
                return f"{folder}*{kind}"
        return None


def reach(paths: Iterable[str]) -> Reach:
    """Return what *paths* cover; as for the consumers, `*` also crosses `/`."""
    named: set[str] = set()
    folders: set[str] = set()
    kinds: set[tuple[str, str]] = set()
    for path in paths:
        text = core(path)
        named.add(text)
        wildcard = _GLOB.search(text)
        if wildcard is None:
            if text.endswith("/"):
                folders.add(text)
            continue
        head = text[: text.rfind("/", 0, wildcard.start()) + 1]
        last = name(text)
        if head and set(text[len(head) :]) <= _ALL_BELOW:
            folders.add(head)
        elif head and last.startswith("*.") and not is_glob(last[1:]):
            kinds.add((head, last[1:]))
    return Reach(frozenset(named), frozenset(folders), frozenset(kinds))


def spelled(path: str) -> str:
    """Return the accepted spelling of a path that a person wrote: `src` is `src/`."""
    text = re.sub(r"/(?:\.?/)+", "/", path.strip().replace("\\", "/"))
    is_file = text.startswith("./")
    while text.startswith("./"):
        text = text[2:]
    if not text or text.endswith("/") or has_suffix(text) or is_glob(name(text)):
        return text
    last = name(text)
    if last in BARE_FILES or (last.startswith(".") and last not in _DOT_FOLDERS):
        return f"./{text}"
    if is_file and last not in _BARE_FOLDERS:
        return f"./{text}"
    return f"{text}/"


def is_path(text: str) -> bool:
    """Say whether a code span or a bullet of a request is a path as a person writes it.

    A media type, a route of a web service, a dotted name, a version, a date, an address and
    a pair of words (`and/or`) are none.
    """
    if len(text) > PATH_LIMIT or _WRITTEN.fullmatch(text) is None:
        return False
    if text in BARE_FILES or text in _DOT_FOLDERS or _DOTFILE.fullmatch(text):
        return True
    if "(" in text and "/(" not in f"/{text}":
        return False
    text = core(text)
    kind = suffix(text)[1:]
    known = kind.lower() in FILE_SUFFIXES or kind == "js"
    if "/" not in text:
        return known and not _PRODUCTS.fullmatch(text) and "@" not in text
    return _is_slashed_path(text, kind, known=known)


def _is_slashed_path(text: str, kind: str, *, known: bool) -> bool:
    names = parts(text)
    first = names[0]
    if "" in names or _HOST.fullmatch(first) or not any(ch.isalpha() for ch in text):
        return False
    if known or name(text) in BARE_FILES:
        return True
    if len(names) == 2 and first in _MIME:  # noqa: PLR2004 - a type and its subtype
        return False
    if text.endswith("/") or first in _BARE_FOLDERS or first in _DOT_FOLDERS:
        return True
    if is_glob(names[-1]):
        return not is_glob(first)
    return _SUFFIX_WORD.fullmatch(kind) is not None
