"""Which commands need privileges or change what matters, and which only read.

* A dry run is let through; a scratch folder of the project may be emptied.
* `only_reads` fails closed: a program that is not known to read only does not.
"""

import re
from typing import Final

from planner.model.effect import Argv, runs
from planner.model.handover import CODE_LIMIT
from planner.model.pattern import pattern
from planner.model.program import READERS, is_python, program, python, started
from planner.model.rewrite import SCRATCH, fetches, rewrites
from planner.model.words import words

_PRIVILEGED: Final = words(
    "sudo doas su pkexec runas gsudo run0 chroot nsenter runuser setpriv capsh systemd-run at batch"
)
_DESTRUCTIVE: Final = words(
    """
    dd shred wipefs fdisk sfdisk parted gdisk mkswap shutdown reboot halt poweroff init telinit
    kill killall pkill kexec mount umount useradd userdel usermod groupadd passwd chpasswd visudo
    crontab iptables nft ufw insmod rmmod modprobe sysctl dropdb createdb truncate swapoff lvremove
    apt apt-get yum dnf zypper pacman apk brew snap choco winget format diskpart del rd erase
    mv unlink rmdir semantic-release
    """
)
_SAFE_SUBCOMMANDS: Final[dict[str, frozenset[str]]] = {
    "apt": words("list show search policy"),
    "apt-get": words("check"),
    "brew": words("list info doctor"),
    "crontab": words("-l"),
    "mount": words("-l"),
    "sysctl": words("-a -n"),
    "systemctl": words("status is-active is-enabled is-failed show list-units cat"),
}
_HARMFUL: Final[dict[str, frozenset[str]]] = {
    "hg": words("push commit update strip purge revert"),
    "svn": words("commit ci revert delete"),
    "npm": words("publish unpublish deprecate dist-tag owner"),
    "pnpm": words("publish"),
    "yarn": words("publish"),
    "bun": words("publish"),
    "lerna": words("publish version"),
    "twine": words("upload register"),
    "cargo": words("publish yank owner"),
    "gem": words("push yank"),
    "poetry": words("publish"),
    "flit": words("publish"),
    "hatch": words("publish"),
    "pdm": words("publish"),
    "uv": words("publish"),
    "maturin": words("publish upload"),
    "nuget": words("push delete"),
    "mvn": words("deploy release:perform"),
    "docker": words("push rm rmi kill stop login swarm prune"),
    "podman": words("push rm rmi kill stop login"),
    "helm": words("install upgrade uninstall delete rollback push"),
    "kubectl": words(
        """
        apply delete create replace patch rollout scale drain cordon edit set annotate label exec
        run expose taint
        """
    ),
    "oc": words("apply delete create replace patch scale"),
    "terraform": words("apply destroy import taint"),
    "tofu": words("apply destroy import taint"),
    "terragrunt": words("apply destroy run-all"),
    "pulumi": words("up destroy refresh"),
    "cdk": words("deploy destroy"),
    "sam": words("deploy delete"),
    "serverless": words("deploy remove"),
    "sls": words("deploy remove"),
    "vercel": words("deploy --prod rm"),
    "netlify": words("deploy"),
    "firebase": words("deploy"),
    "fly": words("deploy destroy"),
    "flyctl": words("deploy destroy"),
    "wrangler": words("deploy publish delete"),
    "eb": words("deploy terminate"),
    "cap": words("deploy production"),
    "skaffold": words("run deploy delete"),
    "changeset": words("publish version"),
    "goreleaser": words("release publish"),
    "setup.py": words("upload register"),
    "heroku": words("pg:reset deploy releases:rollback apps:destroy ps:restart"),
    "ansible-playbook": words(""),
    "redis-cli": words("flushall flushdb FLUSHALL FLUSHDB shutdown"),
    "service": words("stop restart start reload"),
    "systemctl": words("stop restart start reload enable disable mask kill isolate"),
    "gh": words("release merge delete close create"),
    "gcloud": words("deploy delete create update"),
    "aws": words("deploy delete rm sync mv terminate-instances delete-stack update-stack"),
    "az": words("delete create update deployment"),
    "manage.py": words("flush reset_db sqlflush"),
    "django-admin": words("flush reset_db"),
    "alembic": words("downgrade"),
    "rails": words("db:drop db:reset"),
    "rake": words("db:drop db:reset release"),
}
_GIT_CHANGES: Final = words(
    """
    push reset clean commit checkout switch restore rebase merge cherry-pick revert rm mv am pull
    filter-branch filter-repo update-ref gc prune add apply bisect clone init update-index
    sparse-checkout read-tree checkout-index replace repack stage
    """
)
_GIT_VALUED: Final = words("-C -c --git-dir --work-tree --namespace --exec-path --config-env")
_AWAY: Final = words("ssh scp sftp ftp")
_TARGET_RUNNERS: Final = words(
    "make gmake npm yarn pnpm bun just task invoke nox tox gradle gradlew"
)
_TARGET: Final = pattern(
    r"(?:deploy|publish|release|upload|undeploy|destroy)(?:[-:_](?!.*(?:check|test|notes|dry|verify|lint)).*)?",
    re.IGNORECASE,
)
_NO_DRY_RUN: Final = words(
    "rm mv unlink rmdir dd shred truncate kill killall pkill perl ruby php node find sed awk curl"
)
"""Programs that know no dry run, so that the word for it changes nothing."""
_DRY: Final = pattern(r"--dry-run(?:=.*)?|--check|--syntax-check|--list-tasks|--dryrun|--whatif")
_STATEMENT: Final = pattern(
    r"\b(?:drop|truncate)\s+(?:table|database|schema)\b|\bdelete\s+from\b", re.IGNORECASE
)
_CODE_HARM: Final = pattern(
    r"rmtree\(|os\.(?:remove|unlink|rmdir|removedirs|kill)\(|\.unlink\(|\.rmdir\("
    r"|rmSync\(|unlinkSync\(|\brm\s+-[a-z]*[rf]|FileUtils\.rm"
)
_LOCAL: Final = pattern(r"(?:https?://)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)\b")
_SENDS: Final = pattern(
    r"-X(?:DELETE|PUT|POST|PATCH)?|--request(?:=.*)?|-d|--data.*|-F|-T|--upload-file"
)


def harm(argv: Argv) -> str | None:
    """Return what *argv* would do that a check must not, or None."""
    for call in runs(argv):
        name = program(call[0])
        if name in _PRIVILEGED:
            return f"`{name}` takes other rights"
        reason = _harm_of(name, call[1:])
        if reason is not None:
            return reason
    return None


def _harm_of(name: str, rest: Argv) -> str | None:
    run = python((name, *rest)) if is_python(name) else None
    if run is not None and run.module is not None:
        name, rest = run.module, run.rest
    elif run is not None and run.script is not None:
        name, rest = program(run.script), run.rest
    is_code = run is not None and run.code is not None
    if not is_code and name not in _NO_DRY_RUN and any(map(_DRY.fullmatch, rest)):
        return None
    if name == "rm" or name.startswith("mkfs"):
        return None if name == "rm" and _is_scratch(rest) else f"`{name}` destroys"
    if name in {"mv", "unlink", "rmdir"} and _is_scratch(rest):
        return None
    if name in _DESTRUCTIVE and not set(rest[:1]) & _SAFE_SUBCOMMANDS.get(name, frozenset()):
        return f"`{name}` changes the machine or destroys"
    return _harmful_use(name, rest)


def _harmful_use(name: str, rest: Argv) -> str | None:
    operands = [word for word in rest if not word.startswith("-") or word == "--prod"]
    kept = _HARMFUL.get(name)
    if kept is not None and (name == "ansible-playbook" or kept & set(operands[:4])):
        return f"`{name}` publishes, deploys or rewrites"
    if name in {"docker", "podman", "nerdctl"} and _reaches_the_host(rest):
        return f"`{name}` is given the machine that it runs on"
    if name == "git" and _is_git_change(_past_git_options(rest)):
        return "`git` would be told to change the repository"
    if name in {"chmod", "chown", "chgrp"} and _is_wide(rest):
        return f"`{name}` changes rights beyond one file"
    if name in {"curl", "wget", "http", "https"} and _sends_away(rest):
        return f"`{name}` sends something to another machine"
    if name in _AWAY or (name == "rsync" and any(":" in word for word in operands)):
        return f"`{name}` acts on another machine"
    if name == "find" and "-delete" in rest:
        return "`find -delete` destroys"
    if name in _TARGET_RUNNERS and any(_TARGET.fullmatch(word) for word in operands[:3]):
        return f"`{name}` is told to publish or deploy"
    text = " ".join(word for word in rest if len(word) <= CODE_LIMIT)
    if name not in READERS and (_STATEMENT.search(text) or _CODE_HARM.search(text)):
        return "its text destroys data"
    return fetches(name, rest) or rewrites(name, rest)


def _is_scratch(rest: Argv) -> bool:
    operands = [word for word in rest if not word.startswith("-")]
    return bool(operands) and all(
        ".." not in word.split("/")
        and any(word.removeprefix("./").startswith(f"{folder}/") for folder in SCRATCH)
        for word in operands
    )


def _past_git_options(rest: Argv) -> Argv:
    at = 0
    while at < len(rest) and rest[at].startswith("-"):
        at += 2 if rest[at] in _GIT_VALUED else 1
    return rest[at:]


def _is_git_change(rest: Argv) -> bool:
    match [word for word in rest if not word.startswith("-")]:
        case [action, *_] if action in _GIT_CHANGES:
            return True
        case ["notes", action, *_]:
            return action not in words("list show")
        case ["config", *more]:
            return len(more) > 1 and not any(word.startswith(("--get", "--list")) for word in rest)
        case ["stash", *more]:
            return more[:1] not in (["list"], ["show"])
        case ["branch", *_]:
            return bool(words("-d -D -m -M --delete --move") & set(rest))
        case ["tag", _, *_]:
            return not words("-l --list --points-at --contains") & set(rest)
        case ["worktree" | "submodule" | "remote", action, *_]:
            return action in words("add remove rm prune update deinit set-url")
    return False


_HOST_OPTION: Final = pattern(
    r"--privileged(?:=true)?|--(?:pid|ipc|userns|uts|cgroupns)=host|--cap-add(?:=.*)?|--device(?:=.*)?"
    r"|--security-opt(?:=.*)?"
)
_MOUNT: Final = pattern(r"(?:-v|--volume=)?(?P<place>[^:=,]+):.*", re.DOTALL)
_BIND: Final = pattern(r"(?:--mount=)?.*\b(?:source|src)=(?P<place>[^,]+).*", re.DOTALL)


def _reaches_the_host(rest: Argv) -> bool:
    """Whether a container is given folders outside the project, or rights over the machine."""
    operands = [word for word in rest if not word.startswith("-")]
    if operands[:2] == ["compose", "down"]:
        return bool({"-v", "--volumes", "--rmi"} & {*rest})
    if not {"run", "create"} & {*operands[:2]}:
        return False
    for at, word in enumerate(rest):
        if _HOST_OPTION.fullmatch(word):
            return True
        value = rest[at + 1] if word in {"-v", "--volume", "--mount"} and rest[at + 1 :] else ""
        if not value and word.startswith(("-v", "--volume=", "--mount=")):
            value = word
        found = (_BIND if "source=" in value or "src=" in value else _MOUNT).fullmatch(value)
        if found is not None and found["place"].startswith(("/", "~", "..", "$")):
            return True
    return False


def _is_wide(rest: Argv) -> bool:
    recursive = any(re.fullmatch(r"-[a-zA-Z]*R[a-zA-Z]*|--recursive", word) for word in rest)
    return recursive or any(word.startswith(("/", "..")) for word in rest)


def _sends_away(rest: Argv) -> bool:
    return any(_SENDS.fullmatch(word) for word in rest) and not any(
        _LOCAL.match(word) for word in rest
    )


# Only reads ---------------------------------------------------------------------------------

_WRITES_IN_CODE: Final = pattern(
    r"open\([^)]*,\s*(?:mode\s*=\s*)?['\"][^'\"]*[wax+]|\.write(?:_text|_bytes|lines)?\(|writeFile"
    r"|\bmkdir|makedirs|\.touch\(|rename\(|\.replace\(\s*['\"][^'\"]*/|copy(?:file|tree)?\(|rmtree"
    r"|unlink|\.remove\("
)
_REACHES_IN_CODE: Final = pattern(
    r"\b(?:urllib|requests|httpx|aiohttp|socket|http\.client|ftplib|smtplib|fetch\(|subprocess|"
    r"os\.(?:system|popen|exec\w*|spawn\w*)|execSync|child_process|runpy|pytest|unittest|importlib|"
    r"__import__)\b"
)
_IMPORT: Final = pattern(r"\b(?:import|from)\s+([A-Za-z_]\w*)")
_IMPORTABLE: Final = words(
    """
    sys os re json pathlib csv ast math hashlib tomllib configparser io glob itertools collections
    string textwrap datetime xml html yaml toml tomli jsonschema zipfile gzip base64 struct
    unicodedata functools operator sqlite3 fnmatch difflib codecs typing
    """
)
_READING_MODULES: Final = words(
    "json.tool py_compile ast tokenize tabnanny zipfile tarfile calendar"
)
_WRITING_FLAGS: Final[dict[str, re.Pattern[str]]] = {
    "sed": pattern(r"-[a-zA-Z]*i.*|--in-place.*|-.*w"),
    "sort": pattern(r"-o.*|--output.*"),
    "find": pattern(r"-delete|-exec(?:dir)?|-ok(?:dir)?|-fprint.*|-fls"),
    "yq": pattern(r"-i|--inplace"),
    "taplo": pattern(r"fmt|format"),
    "markdownlint": pattern(r"-f|--fix"),
    "xmllint": pattern(r"--output|-o"),
}
_AWK_REACHES: Final = pattern(r"system\s*\(|\|\s*getline|>")


def only_reads(argv: Argv) -> bool:
    """Say whether *argv* is known to look at files alone: no test run, no network, no write."""
    inner = started(argv)
    name, rest = program(inner[0]), inner[1:]
    if any("://" in word for word in rest) and name not in READERS:
        return False
    run = python(inner)
    if run is not None:
        if run.code is not None:
            return _reads_in_code(run.code)
        return run.module in _READING_MODULES
    if name in {"node", "ruby", "perl"} and rest[:1] in {("-e",), ("-ne",), ("-p",)}:
        code = " ".join(rest[1:2])
        return not (_WRITES_IN_CODE.search(code) or _REACHES_IN_CODE.search(code))
    if name not in READERS or "/" in inner[0].removeprefix("/usr/bin/").removeprefix("/bin/"):
        return False
    flags = _WRITING_FLAGS.get(name)
    if flags is not None and any(flags.fullmatch(word) for word in rest):
        return False
    return not (name.endswith("awk") and any(_AWK_REACHES.search(word) for word in rest))


def _reads_in_code(code: str) -> bool:
    if _WRITES_IN_CODE.search(code) or _REACHES_IN_CODE.search(code):
        return False
    return all(module in _IMPORTABLE for module in _IMPORT.findall(code))
