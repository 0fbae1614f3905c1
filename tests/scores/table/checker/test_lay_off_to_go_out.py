"""Who may go out by laying off: with the melds of the table, or without knowing them."""

import pytest

from tests.scores.support.checked import (
    at_table,
    brought,
    match_of,
    practice,
    read,
    result_of,
    scorer,
)

parametrize = pytest.mark.parametrize

NOT_COUNTED = "Sin contar lo que coloque en la mesa."
HELD = "4h 5h 6h 9s 9d 9c 2c"
ON_TABLE = "3c 4c 5c"
SETS_OR_RUNS = "7s 7h 7d 8s 8h 8d 9s 9h 9d"
TO_THE_END = "Pone el siete de corazones en el lugar del comodín, que pasa a la punta de la escalera."


def asked(client, rules, held, table=(), **fields):
    return read(
        client.get(
            practice({"rules": rules, "players": 4, "c": held, "t": table, **fields})
        )
    )


@parametrize(
    ("rules", "held", "table", "headline", "reasons"),
    [
        (
            "rummy",
            HELD,
            [],
            "No puede salir",
            ["Hay que ligarlo todo y queda 1 suelta.", NOT_COUNTED],
        ),
        (
            "rummy",
            HELD,
            ON_TABLE,
            "Puede salir: rummy, todo de una vez",
            ["Los demás pagan el doble."],
        ),
        (
            "rummy",
            HELD,
            "3s 4s 5s",
            "No puede salir",
            ["Hay que ligarlo todo y queda 1 suelta."],
        ),
        (
            "rummy",
            "4h 5h 6h 2c",
            ON_TABLE,
            "Puede salir",
            [],
        ),  # some laid down before
        (
            "double-rum",
            "7h 9d",
            "6h * 8h",
            "Puede salir",
            [TO_THE_END],
        ),
        # to the lower end, as the 5
        (
            "double-rum",
            "7h 4h 2c",
            "6h * 8h",
            "Puede salir",
            [TO_THE_END],
        ),
        ("rummy", "Ts Th 2c", SETS_OR_RUNS, "Puede salir", []),
        ("rummy", "7c 8c 2c", SETS_OR_RUNS, "Puede salir", []),
        # A card that lies in no meld is one of those that are being marked.
        ("rummy", "4h 5h 6h 2c", f"{ON_TABLE} Kd", "Puede salir", []),
        (
            "chinaso",
            "4s 4h 4d 4c 5h 6h 7h 8h 9h Th Jh 2d",
            "Jc Qc Kc Ac",
            "No puede salir",
            ["La última carta no se puede tirar: hay que jugarla."],
        ),
        (
            "chinaso",
            "7h 2c",
            "6h * 8h 9h 2s 2h 2d",
            "Puede salir",
            ["Cambia el comodín de la mesa por el siete de corazones y lo coloca."],
        ),
        # All pay the winner's hand: nothing lies on the table.
        (
            "queen-city",
            HELD,
            ON_TABLE,
            "No puede salir",
            ["Hay que ligarlo todo y queda 1 suelta."],
        ),
    ],
)
def test_the_melds_of_the_table_decide(client, rules, held, table, headline, reasons):
    shown = asked(client, rules, held, table, hand=2)
    assert shown.headline == headline
    assert shown.reasons == reasons


def test_what_the_search_gives_up_is_not_known_and_is_no_refusal(client):
    grid = [rank + suit for rank in "56789" for suit in "shd"] * 2
    held = "4s Ts 4h Th 4d Td 3s 3h"
    shown = asked(client, "chinaso", held, [*grid, *"****"], hand=2)
    assert shown.headline == "No se sabe"
    assert shown.reasons == [
        "Hay demasiadas formas de ligar estas cartas: agrúpalas o cuéntalas a mano."
    ]


def test_a_large_table_with_a_card_in_no_meld_is_not_counted_and_the_page_says_so(
    client,
):
    runs = [f"{rank}h" for rank in "23456789TJQ"] * 3
    held = "2s 2d 4s 4d 6s 6d 8s 8d Ts Kc Ac"
    shown = asked(client, "chinaso", held, [*runs, "Kd"], hand=2)
    assert shown.reasons[-1] == NOT_COUNTED
    shown = asked(client, "chinaso", held, runs, hand=2)
    assert NOT_COUNTED not in shown.reasons


def test_a_card_that_is_laid_off_is_shown_on_its_meld(client):
    shown = asked(client, "rummy", HELD, ON_TABLE)
    assert shown.of("laid-off") == [["dos de tréboles"]]


@parametrize(
    ("rules", "offers"),
    [("rummy", True), ("chinaso", True), ("queen-city", False), ("chinchon", False)],
)
def test_the_melds_of_the_table_are_tapped_on_the_same_pack(client, rules, offers):
    page = client.get(practice({"rules": rules, "players": 4})).text
    assert ("Marcar los juegos de la mesa" in page) is offers
    page = client.get(
        practice({"rules": rules, "c": "4h", "mark": "table", "t": "3c"})
    ).text
    assert ('name="t" value="4c"' in page) == offers
    assert ('type="hidden" name="c" value="4h"' in page) == offers


def test_in_a_match_the_closer_goes_out_with_the_table_and_the_form_says_how():
    match = match_of({"ruleset": "rummy", "players": 4})
    fields = {"closer": 0, "c0": "4h 5h 6h 2c", "t": ON_TABLE, "c1": "Kd"}
    assert result_of(match, at=0, **fields).headline == "Puede salir"
    assert brought(match, **fields) == {
        "closer": "0",
        "close": "out",
        "deadwood_1": "10",
    }
    hidden = scorer(match).get(at_table(match, at=1, **fields)).text
    assert hidden.count('<input type="hidden" name="t" value="3c">') == 1
