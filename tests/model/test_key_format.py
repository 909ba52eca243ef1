"""What keys, tokens and passwords look like, and what only talks about them."""

import pytest

from planner.model.key_format import SHOWN, secrets_in, without_secrets

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
    "Das Passwort lautet Sommer2024!x.": "Sommer2024!x",
    "Das Passwort ist Sommer2024!x": "Sommer2024!x",
    "user admin and password Sommer2024!x": "Sommer2024!x",
    "log in as admin with password `Sommer2024!x`": "Sommer2024!x",
    "Le mot de passe est Ete2024!x": "Ete2024!x",
    "La contraseña es Verano2024!": "Verano2024!",
    "La password è Estate2024!": "Estate2024!",
    "A senha é Verao2024!": "Verao2024!",
    "Het wachtwoord is Zomer2024!": "Zomer2024!",
    "パスワードは Natsu2024! です": "Natsu2024!",
    "密码是 Xiatian2024!": "Xiatian2024!",
    "credentials admin / Sommer2024!x": "Sommer2024!x",
    "login: admin/Sommer2024!x": "Sommer2024!x",
    "| user | password |\n| --- | --- |\n| admin | Sommer2024!x |": "Sommer2024!x",
    "| password | Sommer2024!x |": "Sommer2024!x",
    "user;password\nadmin;Sommer2024!x": "Sommer2024!x",
    "user,password\nadmin,Sommer2024!x": "Sommer2024!x",
    "curl -u admin:s3cretpass https://host.example/x": "s3cretpass",
    "curl --user 'admin:s3cretpass' https://host.example/x": "s3cretpass",
    "wget --password=s3cretpass https://host.example/x": "s3cretpass",
    "mysql --password s3cretpass": "s3cretpass",
    "mysql -u root -ps3cretpass": "s3cretpass",
    "sshpass -p s3cretpass ssh host": "s3cretpass",
    "password&#58; Sommer2024x": "Sommer2024x",
    "password&colon; Sommer2024x": "Sommer2024x",
    "pass&#119;ord: Sommer2024x": "Sommer2024x",
    "**Password:** Sommer2024x": "Sommer2024x",
    "pass\u200bword: Sommer2024x": "Sommer2024x",
    "DB_PASSWORD=Sommer2024x": "Sommer2024x",
    "export MYSQL_PWD=Sommer2024x": "Sommer2024x",
    "DB_PASS=Sommer2024x": "Sommer2024x",
}
BLOCK = """\
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj
MzEfYyjiWA4R4Vh1bS1HQ0wXGkzZc0kT9mXb5S1e0yQJt7a8hGm2s3f0x9q1w2e3"""
ARMOURED = {
    "no first line": f"{BLOCK}\n-----END RSA PRIVATE KEY-----",
    "no last line": f"The private key:\n{BLOCK}",
    "after the words": f"PRIVATE KEY\n\n{BLOCK}",
    "quoted": "> PRIVATE KEY\n" + "".join(f"> {line}\n" for line in BLOCK.split("\n")),
    "by its first bytes": BLOCK,
    "OpenSSH": "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtz",
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
    The password has at least 12 characters.
    password: required
    `password` column
    The table has the columns `user` and `password`.
    Das Passwort hat mindestens 12 Zeichen.
    Das Passwort ist ein Pflichtfeld.
    Le mot de passe est obligatoire.
    La contraseña es obligatoria.
    The user and password fields are required.
    user and password authentication
    login with a password of 12 characters
    | name | type |\n| --- | --- |\n| password | str |\n| token | varchar(255) |
    | field | rule |\n| --- | --- |\n| password | at least 12 characters |
    | column | password |\n| --- | --- |\n| type | varchar(64) |
    curl -u "$USER:$PASSWORD" https://host.example/x
    curl -u admin https://host.example/x
    python -u script.py
    docker run -u 1000:1000 image
    python -m unittest discover -s tests -p test_digest.py
    mkdir -p src/app2/new-dir
    The digest is a SHA-256 of 64 characters.
    DB_PASSWORD is read from the environment.
    DB_PASSWORD=${DB_PASSWORD}
    The private key is kept in the vault.
    login: /api/v1/login
    compass: north-2
    bypass=true1
    tokens/s: 40-50
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


@pytest.mark.parametrize("text", ARMOURED.values(), ids=ARMOURED)
def test_the_body_of_a_private_key_is_one_without_its_first_line(text: str) -> None:
    assert [found.name for found in secrets_in(text)] != []


@pytest.mark.parametrize("text", [line.strip() for line in SPOKEN_OF.strip().splitlines()])
def test_what_only_talks_about_a_secret_is_none(text: str) -> None:
    assert list(secrets_in(text.replace("\\n", "\n"))) == []


@pytest.mark.parametrize(("text", "secret"), ASSIGNED.items(), ids=ASSIGNED)
def test_a_text_without_its_secrets_holds_none(text: str, secret: str) -> None:
    clean = without_secrets(f"Before.\n{text}\nAfter.")
    assert secret not in clean
    assert f"{secret[: min(SHOWN, len(secret) // 2)]}…" in clean
    assert list(secrets_in(clean)) == []
    assert without_secrets(clean) == clean


def test_a_block_of_a_private_key_is_taken_out_as_a_whole() -> None:
    armoured = f"-----BEGIN PRIVATE KEY-----\n{BLOCK}\n-----END PRIVATE KEY-----"
    for text in (armoured, *ARMOURED.values()):
        assert not set(BLOCK.split("\n")) & set(without_secrets(text).replace("> ", "").split())


def test_a_text_that_holds_no_secret_stays_itself() -> None:
    text = "The password has at least 12 characters."
    assert without_secrets(text) is text


@pytest.mark.parametrize("key", [*FIXED.values(), *ASSIGNED.values()])
def test_no_more_than_its_beginning_may_be_shown(key: str) -> None:
    for found in secrets_in(f"password: {key}"):
        assert len(found.beginning) <= SHOWN
        assert 2 * len(found.beginning) <= len(found.text)


def test_several_secrets_are_all_found() -> None:
    text = "\n".join(FIXED.values())
    assert len(list(secrets_in(text))) == len(FIXED)
