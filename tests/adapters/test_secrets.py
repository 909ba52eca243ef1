"""Secrets that are planted where they may stand; none of them comes out anywhere.

* What comes out: standard output and error, as text and as JSON, every file of the bundle, what
  all libraries log at their most talkative, errors with their causes, and settings in print.
* What is planted in a request or an activation is not sent to a provider either.
"""

import json
import logging
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import planner
from planner.cli.main import main
from planner.errors import PlannerError
from planner.model.settings import ModelSettings, Settings
from tests.adapters.agreeing_server import AgreeingServer
from tests.adapters.asked_by import a_call, called, refused, said
from tests.adapters.asking import KEY
from tests.adapters.drafting_with import REQUEST, agreed
from tests.adapters.fault_server import FaultServer, Scripted, a_completion
from tests.builders import INTAKE, an_activation

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

AWS = "AKIA" + "IOSFODNN7EXAMPLE"
GITHUB = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
OPENAI = "sk-" + "proj-q8Zr2Lw5Xn7Tb3Vd9Kf4Hs6Jp1Mc0"
SLACK = "xoxb-" + "123456789012-123456789012-AbCdEfGhIjKlMnOpQrStUvWx"
PASSWORD = "Tr0ub4dor" + "&3horse"
URL_PASSWORD = "p4ssW0rd" + "9xQ"
JWT = "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0T"
PEM_LINE = "MIIEpAIBAAKCAQEA7bq1Zx9Qw3Er5Ty7Ui9Op1As3Df5Gh7Jk9Lz1Xc3Vb5Nm7Qw"
ORG = "org-" + "Zx9Qw3Er5Ty7Ui9Op1As3Df5"
PLAIN = "zq7Plant" + "edW9x4Value"
"""A value that looks like nothing that is known: it must not come out because of where it was."""
PEM = f"-----BEGIN RSA PRIVATE KEY-----\n{PEM_LINE}\n-----END RSA PRIVATE KEY-----"


@dataclass(frozen=True, kw_only=True)
class Row:
    """One secret, and where it was planted."""

    where: str
    secret: str
    request: str = REQUEST
    activation: str = ""
    answer: Scripted | None = None
    """What the server answers each time; None where it agrees."""
    title: str = "Add a quiet flag"
    flags: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    config: str = ""


def in_request(where: str, secret: str, text: str) -> Row:
    return Row(where=f"request: {where}", secret=secret, request=f"{REQUEST}\n{text}\n")


def in_answer(where: str, secret: str, answer: Scripted, *flags: str, title: str = "") -> Row:
    return Row(where=f"answer: {where}", secret=secret, answer=answer, flags=flags, title=title)


def in_error(where: str, secret: str, status: int, body: object, **headers: str) -> Row:
    """Return a row whose server refuses; `_` in a header's name stands for `-`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = Scripted(status=status, body=body, headers=named)
    return Row(where=f"error: {where}", secret=secret, answer=answer)


def on_good(where: str, secret: str, name: str, value: str) -> Row:
    answer = Scripted(body=a_completion(agreed()), headers={name: value})
    return Row(where=f"header of an answer: {where}", secret=secret, answer=answer)


def completion(**changed: object) -> Scripted:
    return Scripted(body={**a_completion(agreed()), **changed})


def an_activation_saying(text: str) -> str:
    return json.dumps(an_activation(original_request=text))


ROWS = [
    in_request("an AWS key in a sentence", AWS, f"The key of the service is {AWS}."),
    in_request("a token of GitHub", GITHUB, f"Use the token {GITHUB} for the release."),
    in_request("a key of OpenAI", OPENAI, f"OPENAI_API_KEY={OPENAI}"),
    in_request("a token of Slack in code", SLACK, f"```\ntoken = '{SLACK}'\n```"),
    in_request("a password", PASSWORD, f"The password: {PASSWORD}"),
    in_request("an address with a password", URL_PASSWORD,
               f"It runs on postgres://ops:{URL_PASSWORD}@db.internal/backup."),
    in_request("a bearer", JWT, f"Call it with `Authorization: Bearer {JWT}`."),
    in_request("a private key", PEM_LINE, f"```\n{PEM}\n```"),
    in_request("a heading", GITHUB, f"## Token {GITHUB}\n\n- The log has a date in every line."),
    in_request("a question", AWS, f"Is {AWS} still the key to use?"),
    Row(where="request: the title", secret=GITHUB, request=f"# Add {GITHUB} to it\n\n{REQUEST}"),
    Row(where="request: in the writing mode", secret=AWS, flags=("--mode", "writing"),
        request=f"{REQUEST}\nThe key of the service is {AWS}.\n"),
    Row(where="activation: the original request", secret=GITHUB, request=INTAKE,
        activation=an_activation_saying(f"Build it. The token is {GITHUB}.")),
    Row(where="activation: a member that nobody knows", secret=OPENAI, request=INTAKE,
        activation=json.dumps({**an_activation(), "api_key": OPENAI})),
    on_good("a cookie", PLAIN, "Set-Cookie", f"session={PLAIN}; HttpOnly"),
    on_good("a request's id", PLAIN, "x-request-id", PLAIN),
    on_good("an organisation", ORG, "openai-organization", ORG),
    on_good("a key", PLAIN, "x-api-key", PLAIN),
    on_good("an address", PLAIN, "Location", f"http://127.0.0.1:9/?token={PLAIN}"),
    in_error("a cookie", PLAIN, 500, "", Set_Cookie=f"session={PLAIN}"),
    in_error("a request's id", PLAIN, 500, "", x_request_id=PLAIN),
    in_error("an organisation in a header", ORG, 429, "", openai_organization=ORG),
    in_error("what is asked for", PLAIN, 401, "", WWW_Authenticate=f"Bearer error={PLAIN}"),
    in_error("an address", PLAIN, 307, "", Location=f"http://127.0.0.1:9/?token={PLAIN}"),
    in_error("an address with a password", PLAIN, 302, "",
             Location=f"http://ops:{PLAIN}@127.0.0.1:9/"),
    in_error("the key in a sentence", KEY, 401, {"error": {"message": f"bad key {KEY}."}}),
    in_error("the key with a hidden character", KEY[9:], 401,
             {"error": {"message": f"bad key {KEY[:9]}\N{ZERO WIDTH SPACE}{KEY[9:]}"}}),
    in_error("the key in another case", KEY.upper(), 403, {"error": {"message": KEY.upper()}}),
    in_error("the key in a code", KEY, 400, {"error": {"code": KEY, "message": "no"}}),
    in_error("the key in the title of a page", KEY, 502, f"<html><title>{KEY}</title></html>"),
    in_error("the key as plain text", KEY, 500, f"denied: {KEY}"),
    in_error("another key", OPENAI, 401, {"error": {"message": f"Incorrect API key: {OPENAI}"}}),
    in_error("an organisation in a sentence", ORG, 429,
             {"error": {"message": f"Rate limit for {ORG} on tokens per min"}}),
    in_error("an AWS key behind a gateway", AWS, 500,
             {"error": {"message": "up", "metadata": {"raw": f"signed by {AWS}"}}}),
    in_error("an error under 200", KEY, 200, {"error": {"message": f"key {KEY} is expired"}}),
    in_error("a stream", KEY, 200, f'data: {{"error": {{"message": "no {KEY}"}}}}\n\n',
             Content_Type="text/event-stream"),
    in_error("no JSON", PLAIN, 200, f"{{'key': '{PLAIN}'"),
    in_error("a key that is repeated", AWS, 200, f'{{"{AWS}": 1, "{AWS}": 2}}'),
    in_answer("the title", GITHUB, said(agreed().replace("Add a quiet flag", f"Add {GITHUB}"))),
    in_answer("a label", OPENAI, said(json.dumps({"S1 x": OPENAI}))),
    in_answer("the name of a member", AWS, said(json.dumps({AWS: "goal"}))),
    in_answer("a member too many", OPENAI, said(agreed()[:-1] + f', "key": "{OPENAI}"}}')),
    in_answer("no JSON at all", OPENAI, said(f"the key is {OPENAI}")),
    in_answer("a refusal", OPENAI, Scripted(body=a_completion(None, refusal=f"no {OPENAI}"))),
    in_answer("why it ended", OPENAI, said("{}", OPENAI)),
    in_answer("the arguments of a tool", OPENAI, called(a_call(f'{{"S1": "{OPENAI}"}}')),
              "--output", "tool"),
    in_answer("arguments that are no object", OPENAI, called(a_call(f'"{OPENAI}"')),
              "--output", "tool"),
    in_answer("the name of a tool", OPENAI, called(a_call(name=OPENAI)), "--output", "tool"),
    in_answer("the model's name", OPENAI, completion(model=f"gpt {OPENAI}")),
    in_answer("the echoed key as the model", KEY, completion(model=KEY)),
    in_answer("the echoed key as the title", KEY, said(agreed().replace("Add a quiet flag", KEY))),
    in_answer("the echoed key as a label", KEY, said(json.dumps({"S1 x": KEY}))),
    in_answer("the echoed key as a member", KEY, said(json.dumps({KEY: "goal"}))),
    in_answer("the echoed key in escapes", KEY, said("{" + f'"\\u0070{KEY[1:]}": 1' + "}")),
    in_answer("the echoed key as why it ended", KEY, said("{}", KEY)),
    in_answer("the echoed key in a refusal", KEY, Scripted(body=a_completion(None, refusal=KEY))),
    in_answer("the echoed key as a tool", KEY, called(a_call(name=KEY)), "--output", "tool"),
    in_answer("the echoed key in arguments", KEY, called(a_call(json.dumps({"S1": KEY}))),
              "--output", "tool"),
    in_answer("the echoed key in an object of arguments", KEY, called(a_call({"S1": KEY})),
              "--output", "tool"),
    in_answer("a long key as why it ended", JWT, said("{}", f"stop {JWT}")),
    in_answer("its id", PLAIN, completion(id=PLAIN)),
    in_answer("its fingerprint", PLAIN, completion(system_fingerprint=PLAIN)),
    in_answer("what it thought", PLAIN, Scripted(
        body=a_completion(agreed(), reasoning_content=PLAIN, reasoning=PLAIN))),
    in_answer("a text in the writing mode", GITHUB, said(json.dumps(
        {"title": {"text": GITHUB, "cites": ["S1"]}})), "--mode", "writing"),
    Row(where="environment: a key with a line end", secret=PLAIN,
        env={"OPENAI_API_KEY": f"{PLAIN}\n"}),
    Row(where="environment: a key with a header behind it", secret=PLAIN,
        env={"OPENAI_API_KEY": f"x\r\nX-Other: {PLAIN}"}),
    Row(where="environment: a key in quotes", secret=PLAIN,
        env={"OPENAI_API_KEY": f'"{PLAIN}"'}),
    Row(where="environment: a key outside ASCII", secret=PLAIN,
        env={"OPENAI_API_KEY": f"{PLAIN}\N{EM DASH}"}),
    Row(where="environment: an organisation", secret=ORG, env={"OPENAI_ORG_ID": ORG}),
    Row(where="environment: an address with a password", secret=PLAIN,
        env={"PLANNER_BASE_URL": f"http://ops:{PLAIN}@127.0.0.1:9/v1"}),
    Row(where="environment: a key for a variable's name", secret=OPENAI,
        env={"PLANNER_API_KEY_ENV": OPENAI}),
    Row(where="environment: another provider's key", secret=PLAIN,
        env={"DEEPSEEK_API_KEY": PLAIN}),
    Row(where="flag: a key for a model", secret=OPENAI, flags=("--model", f"openai:{OPENAI}")),
    Row(where="flag: a key for a fallback", secret=OPENAI, flags=("--fallback", OPENAI)),
    Row(where="flag: an address with a password", secret=PLAIN,
        flags=("--base-url", f"http://ops:{PLAIN}@127.0.0.1:9/v1")),
    Row(where="flag: an address with a key", secret=OPENAI,
        flags=("--base-url", f"http://127.0.0.1:9/v1?key={OPENAI}")),
    Row(where="configuration: a key", secret=PLAIN, config=f'[model]\napi_key = "{PLAIN}"\n'),
    Row(where="configuration: a key as the variable", secret=OPENAI,
        config=f'[model]\napi_key_env = "{OPENAI}"\n'),
    Row(where="configuration: an address with a password", secret=PLAIN,
        config=f'[model]\nbase_url = "https://ops:{PLAIN}@models.example/v1"\n'),
]  # fmt: skip
IDS = [row.where for row in ROWS]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("PLANNER_ATTEMPTS", "1")
    return tmp_path


def arranged(row: Row, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Write and set what *row* plants, and return the arguments of the command."""
    for name, value in row.env.items():
        monkeypatch.setenv(name, value)
    (folder / "ask.md").write_text(row.request, encoding="utf-8")
    if row.config:
        (folder / "planner.toml").write_text(row.config, encoding="utf-8")
    argv = ["plan", "ask.md", "--out", "b"]
    if row.activation:
        (folder / "act").write_text(row.activation, encoding="utf-8")
        argv += ["--activation", "act"]
    return argv


def server_for(row: Row) -> FaultServer:
    if row.answer is None:
        return AgreeingServer(title=row.title)
    return FaultServer(row.answer, repeat_last=True)


def told_by_files(folder: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("b/*")))


def assert_hidden(secret: str, *told: str) -> None:
    """Assert that no more of *secret* stands in *told* than its first characters."""
    everything = "\n".join(told)
    stretches = {secret[at : at + 8] for at in range(4, len(secret) - 7)}
    assert {stretch for stretch in stretches if stretch in everything} == set()


@pytest.mark.parametrize("adapter", ["pydantic_ai", "instructor"])
@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_a_secret_comes_out_nowhere(
    row: Row,
    adapter: str,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    argv = arranged(row, place, monkeypatch)
    caplog.set_level(logging.DEBUG)
    for name in [*logging.root.manager.loggerDict]:
        caplog.set_level(logging.DEBUG, logger=name)
    with server_for(row) as server:
        model = ["--model", "openai:m", "--base-url", server.url, "--adapter", adapter]
        if "PLANNER_BASE_URL" in row.env or "base_url" in row.config:
            model = ["--model", "openai:m", "--adapter", adapter]
        given = [*model, *row.flags]
        codes = {main([*argv, *given, *more]) for more in ([], ["--json", "--force"])}
        main(["config", "show"])
        main(["plan", "ask.md", *given, "--estimate"])
        if row.where.startswith(("request", "activation")):
            assert_hidden(row.secret, *(seen.body.decode() for seen in server.requests))
    out, err = capfd.readouterr()
    assert 70 not in codes
    assert "Traceback" not in err
    logs = [caplog.text, *(str(vars(record)) for record in caplog.records)]
    assert_hidden(row.secret, out, err, *logs, told_by_files(place))
    assert_hidden(KEY, out, err, *logs, told_by_files(place))


def chain(error: BaseException | None) -> list[BaseException]:
    """Return *error* with everything that it rests on or came up while it was handled."""
    found: list[BaseException] = []
    waiting = [error]
    while waiting:
        one = waiting.pop()
        if one is not None and one not in found:
            found.append(one)
            waiting += [one.__cause__, one.__context__]
    return found


@pytest.mark.parametrize("adapter", ["pydantic_ai", "instructor"])
@pytest.mark.parametrize(
    "row",
    [row for row in ROWS if row.answer is not None or row.env],
    ids=[row.where for row in ROWS if row.answer is not None or row.env],
)
def test_an_error_holds_no_secret_in_any_of_its_causes(
    row: Row, adapter: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arranged(row, place, monkeypatch)
    named = dict(zip(row.flags[::2], row.flags[1::2], strict=True))
    members = {"name": "openai:m", "attempts": 1, "adapter": adapter}
    members |= {flag.removeprefix("--"): value for flag, value in named.items()}
    told: list[str] = []
    with server_for(row) as server:
        address = row.env.get("PLANNER_BASE_URL", server.url)
        variable = row.env.get("PLANNER_API_KEY_ENV", "OPENAI_API_KEY").replace("-", "_")
        model = ModelSettings.model_validate(
            {**members, "base_url": address, "api_key_env": variable}
        )
        told += [repr(model), str(model)]
        try:
            planner.plan(row.request.encode(), out=place / "b", settings=Settings(model=model))
        except PlannerError as error:
            for one in chain(error):
                told += [str(one), repr(one), str(one.args), str(vars(one))]
            told += traceback.format_exception(error)
    if "PLANNER_API_KEY_ENV" not in row.env:
        assert_hidden(row.secret, *told, told_by_files(place))
    assert_hidden(KEY, *told)


def test_settings_in_print_hold_no_password() -> None:
    address = f"http://ops:{PLAIN}@127.0.0.1:9/v1"
    settings = Settings(model=ModelSettings(name="openai:m", base_url=address))
    assert_hidden(PLAIN, repr(settings), str(settings))
    with pytest.raises(PlannerError) as caught:
        planner.plan(REQUEST.encode(), out=Path("never"), settings=settings)
    assert_hidden(PLAIN, str(caught.value), *traceback.format_exception(caught.value))


def test_settings_that_are_refused_do_not_quote_what_was_given() -> None:
    with pytest.raises(ValueError, match="base_url") as caught:
        ModelSettings(name="openai:m", base_url=f"ops:{PLAIN}@127.0.0.1")
    assert_hidden(PLAIN, str(caught.value), repr(caught.value))


def test_the_table_is_long_enough_and_every_place_has_one_name() -> None:
    assert len(ROWS) >= 40
    assert len(set(IDS)) == len(IDS)


def test_a_secret_that_came_out_would_be_seen() -> None:
    with pytest.raises(AssertionError):
        assert_hidden(AWS, f"the key {AWS[:14]}")


def test_what_others_log_with_the_same_libraries_is_left_as_it_is(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with AgreeingServer() as server:
        model = ModelSettings(name="openai:m", base_url=server.url)
        planner.plan(REQUEST.encode(), out=place / "b", settings=Settings(model=model))
    assert [one for one in caplog.records if one.name.startswith(("openai", "http"))] == []
    logging.getLogger("httpx2").info("theirs")
    assert "theirs" in caplog.text


def test_a_refusal_that_quotes_a_header_is_told_without_it(place: Path) -> None:
    with FaultServer(refused(f"Authorization: Bearer {KEY} is not valid", 401)) as server:
        model = ModelSettings(name="openai:m", base_url=server.url)
        with pytest.raises(PlannerError) as caught:
            planner.plan(REQUEST.encode(), out=place / "b", settings=Settings(model=model))
    assert "gives no access: Authorization: Bearer \N{HORIZONTAL ELLIPSIS}" in str(caught.value)
