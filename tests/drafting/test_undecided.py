"""What is not settled is asked; what a product calls undecided is a requirement."""

import pytest

from planner.drafting.gaps import is_undecided


@pytest.mark.parametrize(
    "text",
    [
        "We have not decided whether a voucher pays for skates.",
        "Marketing still has to say how the notice is worded.",
        "The archive team has yet to decide who may read it.",
        "It is not yet clear who may delete a board.",
        "Nobody knows how long the file is kept.",
        "The limit is still under discussion.",
        "The colour is to be confirmed.",
        "Colour: to be confirmed",
        "Die Frist ist noch zu klären.",
        "Die Farbe steht noch nicht fest.",
        "Der Verein muss noch sagen, wie der Text lautet.",
        "La durée n'est pas encore fixée.",
        "La couleur est à confirmer.",
        "Le format est à définir.",
        "Le délai est à fixer.",
        "El color está por confirmar.",
        "Todavía no se ha decidido si se guardan los nombres.",
        "Il limite è ancora da stabilire.",
        "Non abbiamo ancora deciso se i nomi restano.",
        "A cor está por definir.",
        "Ainda não decidimos se os nomes ficam.",
        "De kleur is nog niet bepaald.",
        "色はまだ決まっていません。",
        "用短信还是邮件，尚未决定。",
    ],
)
def test_what_somebody_has_yet_to_say_is_undecided(text: str) -> None:
    assert is_undecided(text)


@pytest.mark.parametrize(
    "text",
    [
        "Bookings to be confirmed are shown in grey.",
        "An order that is not yet confirmed is shown in grey.",
        "A booking needs to be confirmed by the guest within 2 days.",
        "If the winner is not decided, the game goes on.",
        "The page is open to everybody.",
        "The door is open.",
        "Die Tür ist offen.",
        "Der Kunde muss die Adresse noch bestätigen.",
        "Ein Antrag, der noch nicht entschieden ist, wird grau angezeigt.",
        "Las reservas por confirmar aparecen en gris.",
        "Les réservations à confirmer sont grises.",
        "Guests who have not decided see both menus.",
        "Non si è ancora registrato nessun utente.",
        "未定の予約は灰色で表示する。",
        "待确认的订单显示为灰色。",
        "The list shows whether the vote is still open.",
        "Nobody has to confirm twice.",
    ],
)
def test_a_products_own_open_records_are_settled(text: str) -> None:
    assert not is_undecided(text)
