"""Show what the gate decided in the pull request that an action runs for.

* An earlier comment of ours is written anew; a comment of somebody else never is.
* Whether a comment can be posted changes no result: a failure is a warning.
* Everything comes from the environment, and `gh` is given texts on standard input.
"""
# ruff: noqa: INP001 - a script of action.yml, no package

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

EVENTS = frozenset({"pull_request", "pull_request_target"})
LIMIT = 30_000
"""Characters of either table; a comment may hold 65,536."""


class _Unposted(Exception):
    """What kept the comment from being posted."""


def main() -> None:
    """Post the comment, or say in one line why not."""
    try:
        number, commit = _pull_request()
        _post(number, f"{_marker()}\n{_body(commit)}")
    except (_Unposted, OSError, ValueError, LookupError, TypeError, AttributeError) as trouble:
        told = str(trouble).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
        sys.stdout.write(f"::warning title=planner evals::no comment: {told}\n")


def _pull_request() -> tuple[int, str]:
    """Return the number and the commit; the process ends where there is nothing to post to."""
    if _given("COMMENT") != "true":
        _leave("comments are switched off")
    if _given("GITHUB_EVENT_NAME") not in EVENTS:
        _leave("the event is no pull request")
    if not _given("GH_TOKEN"):
        _leave("there is no token")
    try:
        event = json.loads(Path(_given("GITHUB_EVENT_PATH")).read_text(encoding="utf-8"))
        request = event["pull_request"]
        return int(request["number"]), str(request["head"]["sha"])
    except (OSError, ValueError, LookupError, TypeError) as error:
        message = "the event names no pull request"
        raise _Unposted(message) from error


def _leave(why: str) -> None:
    sys.stdout.write(f"planner evals: no comment: {why}\n")
    sys.exit(0)


def _given(name: str) -> str:
    return os.environ.get(name, "")


def _marker() -> str:
    """Return the hidden first line, one for each use of the action in a repository."""
    use = "\n".join(_given(name) for name in ("GITHUB_WORKFLOW", "GITHUB_JOB", "OUT"))
    return f"<!-- planner-evals {hashlib.sha256(use.encode()).hexdigest()[:16]} -->"


def _body(commit: str) -> str:
    log = "/".join(_given(name) for name in ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY"))
    log = f"{log}/actions/runs/{_given('GITHUB_RUN_ID')}"
    parts = [
        _ruling() or "## planner evals: error\n\nNothing could be judged; the log says why.",
        _report(),
        f"`{commit[:7]}` · [log]({log})\n",
    ]
    return "\n\n".join(part for part in parts if part)


def _ruling() -> str:
    # What stands in the folder where the gate did not decide is not its decision.
    return _read("gate.md") if _given("RESULT") in {"pass", "fail"} else ""


def _report() -> str:
    # Beyond 1 nothing was run anew, and what stands in the folder is an earlier run's.
    text = _read("report.md") if _given("RAN") in {"0", "1"} else ""
    summary = "<summary>The whole report</summary>"
    return f"<details>{summary}\n\n{text}\n\n</details>" if text else ""


def _read(name: str) -> str:
    path = Path(_given("OUT"), name)
    if not path.is_file():
        return ""
    text = path.read_text(encoding="utf-8", errors="replace").strip()
    if len(text) <= LIMIT:
        return text
    return text[:LIMIT].rpartition("\n")[0] + "\n\n… the rest is in the job's summary."


def _post(number: int, body: str) -> None:
    repository = f"repos/{_given('GITHUB_REPOSITORY')}"
    earlier = _earlier(f"{repository}/issues/{number}/comments?per_page=100")
    if earlier is None:
        _gh("--method", "POST", f"{repository}/issues/{number}/comments", body=body)
    else:
        _gh("--method", "PATCH", f"{repository}/issues/comments/{earlier}", body=body)


def _earlier(listed: str) -> int | None:
    """Return the id of our comment; one that a person wrote with our marker is not ours."""
    marker = _marker()
    marked = [
        comment
        for page in _documents(_gh("--paginate", listed))
        for comment in page
        if str(comment["body"] or "").startswith(marker)
    ]
    ours = [comment for comment in marked if _author(comment, "type") == "Bot"]
    if marked and not ours:
        # Where the token is a person's, that person's comments are ours.
        (answer,) = _documents(_gh("graphql", "--raw-field", "query={viewer{login}}"))
        login = answer["data"]["viewer"]["login"]
        ours = [comment for comment in marked if _author(comment, "login") == login]
    return int(ours[0]["id"]) if ours else None


def _author(comment: Any, member: str) -> object:  # noqa: ANN401 - JSON of the forge
    # The author of a comment is null where the account is gone.
    return (comment["user"] or {}).get(member)


def _documents(text: str) -> Iterator[Any]:
    """Yield the JSON documents of *text*: older releases of `gh` print one a page."""
    decoder, text = json.JSONDecoder(), text.strip()
    while text:
        found, end = decoder.raw_decode(text)
        yield found
        text = text[end:].lstrip()


def _gh(*words: str, body: str | None = None) -> str:
    given = () if body is None else ("--input", "-")
    try:
        run = subprocess.run(  # noqa: S603 - words of ours, and no shell
            ["gh", "api", *words, *given],  # noqa: S607 - the runner's own
            input=None if body is None else json.dumps({"body": body}),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
    except OSError as error:
        message = "`gh` could not be started"
        raise _Unposted(message) from error
    if run.returncode:
        message = run.stderr.strip() or f"`gh` ended with {run.returncode}"
        raise _Unposted(message)
    return run.stdout


if __name__ == "__main__":
    main()
