"""A secret is one in whatever order a sentence tells it."""

import pytest

from planner.drafting.evidence import holds_secret

MARK = "44" + "71"


@pytest.mark.parametrize(
    "text",
    [
        f"Log in as depot with Kettle:Fern:{MARK} as password.",
        f"Melde dich mit Regen_{MARK}x als Kennwort an.",
        f"Connectez-vous avec Pluie{MARK}! comme mot de passe.",
        f"Entra con Lluvia-{MARK} como contraseña.",
        f"Tide-{MARK}-Q is the password.",
        f"Log in with depot:Kettle{MARK}!",
        'The passphrase of the backup is "' + "walnut ferry copper lantern" + '".',
        "Passphrase: " + "lamp stone river cloud",
        "パスフレーズは「" + "walnut ferry copper lantern" + "」です。",
        "La phrase secrète est « " + "loutre bougie crête prune" + " »",
    ],
)
def test_a_secret_is_found_before_its_name_and_in_plain_words(text: str) -> None:
    assert holds_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "Users sign in with their address and a password.",
        'The passphrase prompt is "enter your passphrase again".',
        'Show the message "password too short" for a wrong password.',
        "Use bcrypt as password hash.",
        "Sign in with the id as password.",
        "The passphrase is read from the variable `DEPOT_PASS`.",
        "A user signs in with user:password pairs.",
        "The passphrase is asked once every session starts.",
        'The hint below the passphrase is "four words that nobody guesses".',
        "Connect as guest to http://db.example:5432/levels.",
        "Every password is changed after 90 days.",
    ],
)
def test_what_is_said_about_passwords_is_no_secret(text: str) -> None:
    assert not holds_secret(text)
