"""What a command writes over: files of the project, its dependencies, what it should compare with.

* A check looks at a result. One that formats, copies, downloads or installs makes its own.
* What a project's own files say may be set up again (`npm ci`, `pip install -e .`); a package
  that a command names may not be fetched, and no lock file be written.
* The scratch folders, `/tmp` and `/dev/null` may be written.
"""

import re
from typing import Final

from planner.model.handover import (
    awk_texts,
    awk_without_texts,
    code_of,
    sed_command,
    sed_texts,
)
from planner.model.pattern import pattern
from planner.model.program import is_python, python
from planner.model.words import words

Argv = tuple[str, ...]

SCRATCH: Final = ("tmp", ".tmp", "scratch", ".scratch", ".ccb/runtime/verification")
"""Folders of a project that a check may empty."""

# Packages -----------------------------------------------------------------------------------

_PIP: Final = pattern(r"pip[0-9.]*")
_PIP_VALUED: Final = words(
    """
    -r --requirement -c --constraint -i --index-url --extra-index-url -f --find-links --python
    --platform --python-version --progress-bar --log --cache-dir --timeout --retries
    --config-settings
    """
)
_LOCAL_PACKAGE: Final = pattern(
    r"\.{1,2}(?:/.*)?(?:\[.*\])?|\./.*|(?!.*://).+(?:/|\.whl|\.tar\.gz)"
)
_FROZEN: Final = words("--frozen-lockfile --immutable --locked --frozen --offline")
_FETCHES: Final[dict[str, frozenset[str]]] = {
    "npm": words("install i in add update up upgrade uninstall remove rm un link ln init dedupe"),
    "pnpm": words("install i add update up upgrade remove rm uninstall un link"),
    "yarn": words("install add up upgrade remove link"),
    "bun": words("install i add update remove rm link"),
    "cargo": words("install uninstall add update remove"),
    "go": words("install get"),
    "gem": words("install update uninstall"),
    "bundle": words("add update"),
    "composer": words("require update remove"),
    "poetry": words("add update remove lock"),
    "pdm": words("add update remove lock"),
    "uv": words("add remove lock"),
    "pipenv": words("install update uninstall lock upgrade"),
    "pipx": words("install upgrade uninstall inject"),
    "conda": words("install create update remove"),
    "mamba": words("install create update remove"),
    "micromamba": words("install create update remove"),
    "deno": words("install add remove"),
    "dotnet": words("add remove"),
    "nuget": words("install update"),
    "cpan": words(""),
    "cpanm": words(""),
    "luarocks": words("install remove"),
    "opam": words("install remove upgrade"),
    "stack": words("install"),
    "cabal": words("install"),
    "dart": words("install"),
    "easy_install": words(""),
    "rustup": words("install update toolchain target component default"),
    "nvm": words("install use"),
    "asdf": words("install plugin"),
}
_VALUED: Final = words(
    "--prefix -C --cwd -w --workspace --filter -F --manifest-path --directory -p"
)


def fetches(name: str, rest: Argv) -> str | None:
    """Return what *name* would install that the project's own files do not pin, or None."""
    if name.startswith("pip") and _PIP.fullmatch(name):
        return _pip(rest)
    if name == "uv" and rest[:1] == ("pip",):
        return _pip(rest[1:])
    kept = _FETCHES.get(name)
    if kept is None or _FROZEN & {*rest}:
        return None
    action = next(iter(_operands(rest, _VALUED)), "")
    if (not kept and action) or action in kept:
        return f"`{name}` installs, or changes what is installed"
    if name in {"uv", "dotnet"} and rest[:2] in {("tool", "install"), ("tool", "update")}:
        return f"`{name}` installs, or changes what is installed"
    return None


def _pip(rest: Argv) -> str | None:
    action, *named = _operands(rest, _PIP_VALUED) or ("",)
    if action == "uninstall":
        return "`pip` takes packages away"
    if action != "install":
        return None
    if any("://" in word for word in rest) or not all(map(_LOCAL_PACKAGE.fullmatch, named)):
        return "`pip` installs what the project does not declare"
    return None


def _operands(rest: Argv, valued: frozenset[str]) -> tuple[str, ...]:
    found, skips = [], False
    for word in rest:
        if skips:
            skips = False
        elif word.startswith("-") and word != "-":
            skips = word in valued
        else:
            found.append(word)
    return tuple(found)


# Files --------------------------------------------------------------------------------------

_IN_PLACE: Final[dict[str, re.Pattern[str]]] = {
    "sed": pattern(r"-[a-zA-Z]*i.*|--in-place.*"),
    "gsed": pattern(r"-[a-zA-Z]*i.*|--in-place.*"),
    "perl": pattern(r"-(?!-|I|M|m)[a-zA-Z0-9]*i.*"),
    "ruby": pattern(r"-(?!-|I|r)[a-zA-Z0-9]*i.*"),
    "awk": pattern(r"inplace"),
    "gawk": pattern(r"inplace|-iinplace"),
    "yq": pattern(r"-[a-zA-Z]*i|--inplace|--in-place"),
    "sort": pattern(r"-o.*|--output.*"),
    "find": pattern(r"-fprint.*|-fls"),
    "gofmt": pattern(r"-w"),
    "goimports": pattern(r"-w"),
    "shfmt": pattern(r"-w|--write"),
    "clang-format": pattern(r"-i"),
    "autopep8": pattern(r"-i|--in-place|-[a-zA-Z]*i"),
    "yapf": pattern(r"-i|--in-place|-[a-z]*i"),
    "git": pattern(r"--output(?:=.*)?"),
    "jest": pattern(r"-u"),
    "vitest": pattern(r"-u"),
    "codespell": pattern(r"-w|--write-changes"),
    "typos": pattern(r"-w|--write-changes"),
    "markdownlint": pattern(r"-f"),
    "buf": pattern(r"-w"),
}
_FIXES: Final = pattern(
    r"--(?:fix(?:-only|-errors)?|write|in-?place|unsafe-fixes|auto-?correct(?:-all)?|autofix)"
)
_UPDATES: Final = pattern(
    r"--(?:update-?snapshots?|snapshot-update|force-regen|update-goldens?|accept|bless|inline-snapshot=.*)",
    re.IGNORECASE,
)
_FORMATTERS: Final[dict[str, frozenset[str]]] = {
    "black": frozenset(),
    "isort": frozenset(),
    "rustfmt": frozenset(),
    "ruff": words("format"),
    "cargo": words("fmt fix"),
    "go": words("fmt fix generate"),
    "terraform": words("fmt"),
    "tofu": words("fmt"),
    "dotnet": words("format"),
    "mix": words("format"),
    "dart": words("format"),
    "deno": words("fmt"),
    "taplo": words("fmt format"),
    "biome": words("format migrate"),
}
_ONLY_SHOWS: Final = pattern(
    r"-{1,2}check.*|-c|-diff|--diff.*|--verify-no-changes|-l|--list.*|--check-formatted|--check-only|-n"
    r"|--set-exit-if-changed|--output=.*|-o|--stdout|-|-d|--dry-run|--help|--version"
)
_COPIES: Final = words("cp install ln rsync link")
_ARCHIVES: Final = words("gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lzma compress uncompress")
_CODE_WRITES: Final = pattern(
    r"open\([^)]*,\s*(?:mode\s*=\s*)?['\"][^'\"]*[wax+]|\.write_(?:text|bytes)\(|writeFile|appendFile"
    r"|shutil\.(?:copy\w*|move)\(|os\.(?:rename|replace|truncate|symlink|link|chmod)\(|renameSync\("
    r"|copyFileSync|cpSync\(|rmdirSync|truncateSync|File\.(?:write|delete|rename)|file_put_contents"
    r"|\bunlink\s*[(\"'$]|\brename\s*[(\"'$]|Deno\.(?:remove|write\w*|rename)|os\.remove\b"
    r"|\bfile\.remove\(|\bwriteLines\(|\.rename\(|\.symlink_to\(|\.chmod\("
)
_TEMPORARY: Final = pattern(
    r"\b(?:tmp|temp\w*|scratch|StringIO|BytesIO|devnull)\b|/dev/null|mkdtemp"
)
_AWK_WRITES: Final = pattern(r"\bprintf?\b[^;}\n|]*>")
_AWK_ALLOWED: Final = pattern(r'>>?\s*"(?:/dev/\w+|/tmp/[^"]*|\.?tmp/[^"]*)"')
_SED_WRITES: Final = sed_command(r"[wW]\s(?!\s*/dev/)", r"w\s(?!\s*/dev/)")
_SPIDER: Final = pattern(r"--spider|-[a-zA-Z]*O-|--output-document=(?:-|/dev/null)")


_WRITERS: Final = _ARCHIVES | words(
    """
    tar bsdtar unzip patch curl wget awk gawk mawk nawk sed gsed node nodejs deno bun perl ruby php
    lua Rscript R julia elixir tsx
    """
)
"""Programs that write by an option or by their code, Python apart."""


def is_scratch(target: str) -> bool:
    """Say whether a check may write *target*."""
    if target in {"-", "/dev/null", "/dev/stdout", "/dev/stderr"}:
        return True
    if ".." in target.split("/"):
        return False
    plain = target.removeprefix("./")
    return target.startswith("/tmp/") or any(  # noqa: S108 - a word of a command, not a place of ours
        plain == folder or plain.startswith(f"{folder}/") for folder in SCRATCH
    )


def rewrites(name: str, rest: Argv) -> str | None:
    """Return what *name* would write over, or None."""
    in_place = _IN_PLACE.get(name)
    if in_place is not None and any(map(in_place.fullmatch, rest)) and not _all_scratch(name, rest):
        return f"`{name}` is told to write over files"
    long = [word for word in rest if word.startswith("--")]
    if any(map(_FIXES.fullmatch, long)) and "--diff" not in rest:
        return f"`{name}` is told to correct what it should judge"
    if any(map(_UPDATES.fullmatch, long)):
        return f"`{name}` is told to renew what it should compare with"
    formats = _FORMATTERS.get(name)
    if formats is not None and (not formats or formats & {*rest[:1]}):
        return None if any(map(_ONLY_SHOWS.fullmatch, rest)) else f"`{name}` rewrites sources"
    if name in _COPIES and not _lands_in_scratch(rest):
        return f"`{name}` puts files into place"
    if name not in _WRITERS and not is_python(name):
        return None
    return _unpacks(name, rest) or _downloads(name, rest) or _writes_by_code(name, rest)


def _all_scratch(name: str, rest: Argv) -> bool:
    if name == "sort":
        return _named_scratch(rest, "-o", "--output")
    operands = [word for word in rest if not word.startswith("-")]
    files = operands[1:] if name in {"sed", "gsed", "perl", "ruby"} else operands
    return bool(files) and all(map(is_scratch, files))


def _lands_in_scratch(rest: Argv) -> bool:
    if {"--help", "--version", "-n", "--dry-run"} & {*rest}:
        return True
    operands = [word for word in rest if not word.startswith("-")]
    targets = [rest[at + 1] for at, word in enumerate(rest[:-1]) if word in {"-t", "--target"}]
    targets += [word.partition("=")[2] for word in rest if word.startswith("--target-directory=")]
    return all(map(is_scratch, targets or operands[-1:])) and bool(operands)


def _unpacks(name: str, rest: Argv) -> str | None:
    told = f"`{name}` unpacks or packs over files"
    if name in {"tar", "bsdtar"}:
        first = rest[0] if rest else ""
        mode = first if first and not first.startswith("-") else "".join(
            word for word in rest if re.fullmatch(r"-[a-zA-Z]+", word)
        )  # fmt: skip
        unpacks = "x" in mode or {"--extract", "--get"} & {*rest}
        if not unpacks or "O" in mode or "--to-stdout" in rest:
            return None
        return None if _named_scratch(rest, "-C", "--directory") else told
    if name == "unzip":
        looks = any(re.fullmatch(r"-[a-zA-Z]*[tlpZvz][a-zA-Z]*", word) for word in rest)
        return None if looks or _named_scratch(rest, "-d") else told
    if name in _ARCHIVES:
        looks = any(
            re.fullmatch(r"-[a-zA-Z]*[tlcVh][a-zA-Z]*|--(?:test|list|stdout).*", w) for w in rest
        )
        return None if looks else told
    if name == "patch":
        return None if "-C" in rest else told
    return None


def _named_scratch(rest: Argv, *options: str) -> bool:
    """Whether an option of *options* names a scratch folder."""
    named = [rest[at + 1] for at, word in enumerate(rest[:-1]) if word in options]
    named += [
        word.partition("=")[2] for word in rest if word.partition("=")[0] in options and "=" in word
    ]
    return bool(named) and all(map(is_scratch, named))


def _downloads(name: str, rest: Argv) -> str | None:
    told = f"`{name}` writes a file that another machine sends"
    if name == "curl":
        if any(
            re.fullmatch(r"-[a-zA-Z]*[OJ]|--remote-(?:name|header-name).*", word) for word in rest
        ):
            return told
        named = [w.partition("=")[2] for w in rest if w.startswith("--output=")]
        for at, word in enumerate(rest):
            if re.fullmatch(r"-[a-zA-Z]*o|--output", word):
                named += rest[at + 1 : at + 2]
            elif re.fullmatch(r"-o.+", word):
                named.append(word[2:])
        return None if all(map(is_scratch, named)) else told
    if name == "wget" and not {"--help", "--version"} & {*rest}:
        if any(map(_SPIDER.fullmatch, rest)):
            return None
        named = [
            rest[at + 1] for at, w in enumerate(rest[:-1]) if re.fullmatch(r"-[a-zA-Z]*[OP]", w)
        ]
        return None if named and all(map(is_scratch, named)) else told
    return None


def _writes_by_code(name: str, rest: Argv) -> str | None:
    told = f"`{name}` is handed code that writes files"
    if name.endswith("awk"):
        return told if any(map(_awk_writes, awk_texts(rest))) else None
    if name in {"sed", "gsed"}:
        return told if any(map(_SED_WRITES.search, sed_texts(rest))) else None
    run = python((name, *rest))
    texts = code_of(rest) if run is None else (run.code,) if run.code is not None else ()
    if run is None and name not in _CODE_RUNNERS:
        return None
    is_bad = any(_CODE_WRITES.search(text) and not _TEMPORARY.search(text) for text in texts)
    return told if is_bad else None


_CODE_RUNNERS: Final = words("node nodejs deno bun perl ruby php lua Rscript R julia elixir tsx")


def _awk_writes(text: str) -> bool:
    if ">" not in text or "print" not in text:
        return False
    plain = awk_without_texts(_AWK_ALLOWED.sub("", text))
    for _ in range(4):
        plain = re.sub(r"\([^()]*\)", "", plain)
    return _AWK_WRITES.search(plain) is not None
