"""What keys, tokens and passwords look like, and what only talks about them."""

import pytest

from planner.model.key_format import SHOWN, secrets_in

FIXED = {
    "AWS": "AKIAABCDEFGHIJKLMNOP",
    "AWS sample": "AKIAIOSFODNN7EXAMPLE",
    "GitHub": "ghp_ThisIsNotARealTokenButMatches12345678",
    "GitHub, fine": "github_pat_11ABCDEFG0abcdefghijkl_ABCDEFGHIJ",
    "GitLab": "glpat-abcdefghijklmnopqrst",
    "Slack": "xoxb-123456789012-abcdefghij",
    "Stripe": "sk_live_abcdefghijklmnop1234",
    "OpenAI, project": "sk-proj-abcdefghij1234567890abcd",
    "OpenAI": "sk-abcdefghij1234567890abcd",
    "Anthropic": "sk-ant-api03-abcdefghijklmnop",
    "Google": "AIzaSyA1234567890abcdefghijklmnopqrstuv",
    "web token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123",
    "RSA key": "-----BEGIN RSA PRIVATE KEY-----",
    "private key": "-----BEGIN PRIVATE KEY-----",
    "npm": "npm_abcdefghijklmnopqrstuvwxyz0123456789",
    "PyPI": "pypi-AgEIcHlwaS5vcmcCJGFiY2Q",
    "SendGrid": "SG.abcdefghijklmnopqrst.uvwxyzABCDEFGHIJ",
    "Twilio": "SK0123456789abcdef0123456789abcdef",
    "Hugging Face": "hf_abcdefghijklmnopqrstuvwxyzABCDEF",
}
ASSIGNED = {
    "password: hunter2": "hunter2",
    "password=Tr0ub4dor&3": "Tr0ub4dor&3",
    "Password is Summer2024!": "Summer2024!",
    'api_key = "a1b2c3d4e5f6g7h8"': "a1b2c3d4e5f6g7h8",
    '"client_secret": "9f8e7d6c5b4a"': "9f8e7d6c5b4a",
    "DB_PASSWORD=abc1234": "abc1234",
    "token: 8f14e45fceea167a": "8f14e45fceea167a",
    "Kennwort: geheim99": "geheim99",
    "postgres://admin:s3cret@db.example/app": "s3cret",
    "https://user:hunter2@host.example/x": "hunter2",
    "redis://:p4ssw0rd@cache:6379": "p4ssw0rd",
    "Authorization: Bearer abcdef1234567890abcdef": "abcdef1234567890abcdef",
    "Authorization: Basic dXNlcjpwYXNzd29yZA==": "dXNlcjpwYXNzd29yZA==",
    "Cookie: sessionid=abc123def456ghi789": "abc123def456ghi789",
    "Set-Cookie: a=b; session=abc123def456ghi789": "abc123def456ghi789",
    "AccountKey=abcdefghijklmnopqrstuv0123456789==": "abcdefghijklmnopqrstuv0123456789==",
}
SPOKEN_OF = """
    password: string
    password: min 8 characters
    The password is hashed with bcrypt.
    The password is at least 12 characters long.
    token: str
    `token: str | None = None`
    token: base64
    A token is required.
    api_key: <your key>
    sk-...
    sk-xxxxxxxxxxxxxxxxxxxxxxxx
    ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
    password: ${DB_PASSWORD}
    password=$PASSWORD
    token = os.environ["TOKEN"]
    API_KEY=YOUR_API_KEY
    Authorization: Bearer <token>
    Bearer authentication is required.
    The token is valid for 15 minutes.
    The `Authorization` header holds a bearer token.
    sk-learn-contrib-something-long-name
    The secret is kept in the vault.
    https://example.com:8080/path
    http://localhost:3000/users/@me
    tokens: 4096
    max_tokens=4096
    session=expired
    password: changeme
    pypi-packages are listed
    secret: projects/x/secrets/y
    password reset: enabled
"""


@pytest.mark.parametrize("key", FIXED.values(), ids=FIXED)
def test_a_key_is_known_by_its_form(key: str) -> None:
    for text in (key, f"Use `{key}` for it.", f"KEY={key}"):
        (found,) = secrets_in(text)
        assert found.text in key
        assert text[found.start :].startswith(found.text)


@pytest.mark.parametrize(("text", "secret"), ASSIGNED.items(), ids=ASSIGNED)
def test_a_secret_is_known_by_what_stands_before_it(text: str, secret: str) -> None:
    (found,) = secrets_in(text)
    assert found.text.rstrip(".") == secret


@pytest.mark.parametrize("text", [line.strip() for line in SPOKEN_OF.strip().splitlines()])
def test_what_only_talks_about_a_secret_is_none(text: str) -> None:
    assert list(secrets_in(text)) == []


@pytest.mark.parametrize("key", [*FIXED.values(), *ASSIGNED.values()])
def test_no_more_than_its_beginning_may_be_shown(key: str) -> None:
    for found in secrets_in(f"password: {key}"):
        assert len(found.beginning) <= SHOWN
        assert 2 * len(found.beginning) <= len(found.text)


def test_several_secrets_are_all_found() -> None:
    text = "\n".join(FIXED.values())
    assert len(list(secrets_in(text))) == len(FIXED)
