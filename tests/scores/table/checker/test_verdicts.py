"""What the checker says of cards in practice, and of published closes."""

import pytest

from rules.packs import read_card
from rules.presets import RULESETS
from scores.core.notation.cards import name
from tests.scores.support.checked import claim, practice, practice_case, published, read

parametrize = pytest.mark.parametrize

CLOSES = {case["id"]: case for case in published("closes", "close")}
CLEAN = "1o 2o 3o 7o 7c 7e 7b"
KNOCK = "1o 2o 3o 4c 4e 4b 3b"  # two melds and a three
TWO_SETS = "(1o 1o 1c) (5b 6b 7b 10b)"
LAID_DOWN_LATE = "4h 5h 7h Qs Qd Qc Ah"
HELD = "4h 5h 6h 9s 9d 9c 2c"
ON_TABLE = {"hand": 2, "t": "3c 4c 5c"}
RUM = "As 2s 3s Qd Kd Ad 5c 9h"
GOES_OUT = "4h 5h 6h Js Jd Jc Jh 2c"
THIRTEEN = "2s 3s 4s 5s 6s 7s 8s 9s 2h 3h 4h 5h 6h"
GRID = [rank + suit for rank in "56789" for suit in "shd"] * 2
RUNS = [f"{rank}h" for rank in "23456789TJQ"] * 3
LEFT = "2s 2d 4s 4d 6s 6d 8s 8d Ts Kc Ac"

ALL_MELDED = "yes · Puede cerrar: −10 · Todas las cartas están ligadas."
THREE_LEFT = "yes · Puede cerrar: le quedan 3"
ONE_LOOSE = "no · No puede salir · Hay que ligarlo todo y queda 1 suelta."
LAST_CARD = "no · No puede salir · La última carta no se puede tirar: hay que jugarla."
TO_THE_END = (
    "yes · Puede salir · Pone el siete de corazones en el lugar del comodín, que pasa a la punta de la"
    " escalera."
)
NO_HAND = "Esas cartas no pueden estar en una mano"
ALL_AT_ONCE = "yes · Puede salir: rummy, todo de una vez · Los demás pagan el doble."
NOT_COUNTED = "Sin contar lo que coloque en la mesa."


def asked(client, rules, cards, fields):
    """The verdict on cards; those in brackets are claimed to be a group."""
    groups = [part.partition(")")[0] for part in cards.split("(")[1:]]
    held = {"c": cards.replace("(", "").replace(")", ""), "g": claim(*groups)}
    table = {"rules": rules, "players": 4}
    return read(client.get(practice(table | held | fields)))


@parametrize(
    ("rules", "cards", "fields", "said"),
    [
        ("chinchon", KNOCK, {}, THREE_LEFT),
        ("chinchon", "1o 2o 3o 4c 4e 4b", {}, "6 de 7 cartas"),
        (
            "chinchon",
            "1o 2o 3o 4c 4e 4b 3b 12b 11b",
            {},
            "no · No puede cerrar · Hay 9 cartas y la mano es de 7.",
        ),
        # each wrong group has its own reason; a card in two groups stays in the first
        (
            "chinchon",
            "(1o 2o 4o) (5c 5e 6b) 12b",
            {},
            "no · No puede cerrar · Juego 1: falta tres de oros."
            " · Juego 2: no es igual a las demás: seis de bastos. · Si cierra otro, cuenta 33.",
        ),
        ("chinchon", KNOCK, {"g": claim("1o 2o 3o", "4c 4e 4b", "1o")}, THREE_LEFT),
        # of eight cards the one in no group is thrown
        ("chinchon", "(1o 2o 3o) (7o 7c 7e 7b) 12b", {}, ALL_MELDED),
        (
            "chinchon",
            CLEAN,
            {"first": "on"},
            "no · No puede cerrar · En la primera vuelta no se puede cerrar. · Si cierra otro, cuenta 0.",
        ),
        (
            "chinchon",
            KNOCK,
            {"total": "98"},
            "no · No puede cerrar · Con esa carta llegaría a 101 y se pasaría de 100."
            " · Si cierra otro, cuenta 3.",
        ),
        # two packs have every card twice, also in a set
        ("chinchon-fournier", TWO_SETS, {"players": 6}, ALL_MELDED),
        ("chinchon-fournier", TWO_SETS, {}, f"{NO_HAND}: as de oros. · 0 de 7 cartas"),
        (
            "chinchon",
            "7o 99x",
            {"jokers": "2"},
            f"{NO_HAND}: 99x. · 0 de 7 cartas",
        ),
        # of eight cards the dearest loose one is thrown
        (
            "chinchon",
            "1o 2o 3o 7c 7e 10o 12b 11b",
            {},
            "no · No puede cerrar · Quedan 4 cartas sueltas y para cerrar se admite 1."
            " · Si cierra otro, cuenta 34.",
        ),
        (
            "chinchon",
            "(1o 2o 4o) (4c 4e 4b) 3b",
            {},
            "no · No puede cerrar · Juego 1: falta tres de oros."
            " · Si no vale, la mano cuenta 10 tal como está y 6 bien ligada.",
        ),
        (
            "chinchon",
            "(1o 2o 4o) (4c 4e 4b 3b) 12e",
            {},
            "no · No puede cerrar · Juego 1: falta tres de oros."
            " · Juego 2: no es igual a las demás: tres de bastos."
            " · Si no vale, la mano cuenta 22 tal como está y 6 bien ligada.",
        ),
        # in the Rummies melded cards count too
        (
            "rummy",
            LAID_DOWN_LATE,
            {},
            f"no · No puede salir · Hay que ligarlo todo y quedan 4 sueltas. · {NOT_COUNTED}"
            " · Si sale otro, cuenta 47.",
        ),
        (
            "queen-city",
            LAID_DOWN_LATE,
            {},
            "no · No puede salir · Hay que ligarlo todo y quedan 4 sueltas.",
        ),
        (
            "rum-500",
            "(4h 5h 7h) Qs Qd Qc Ah",
            {},
            "no · No puede bajarse · Juego 1: falta seis de corazones."
            " · Si no vale, la mano suma −61 tal como está y −1 bien ligada.",
        ),
        ("gin", "4h 5h 6h 9d 9c 9s Js Qs Ks Ac", {}, "yes · Puede cerrar: le queda 1"),
        ("gin", "4h 5h 6h 9d 9c 9s Js Qs Ks 7h", {}, "yes · Puede cerrar: gin, +25"),
        # another pack begins without cards
        ("gin", "1o 2o", {"pack": "spanish-40"}, "0 de 10 cartas"),
        ("rummy", "4h 5h 6h Js Jd Jc Jh", {}, ALL_AT_ONCE),
        # in Rum 500 cards are worth what can be laid down less the rest
        (
            "rum-500",
            RUM,
            {},
            f"count · Vale +27 · En la mesa 41, en la mano −14. · {NOT_COUNTED}",
        ),
        (
            "rum-500",
            GOES_OUT,
            {},
            "count · Vale +55 · En la mesa 55, en la mano 0. · Con eso puede salir.",
        ),
        # Four aces leave the 2 and the 3 in hand, and are still worth more than going out.
        (
            "rum-500",
            "As 2s 3s Ah Ad Ac 5h 6h 7h 8h 9h Th Jh",
            {"players": 2},
            "count · Vale +110 · En la mesa 115, en la mano −5. · Si sale con todas, vale +106.",
        ),
        # in Chinaso the joker goes before the 4, so that the run of eight may be two
        (
            "chinaso",
            "4h 5h 6h * 8h 9h Th Jh Qs Qd Qc Qh",
            {"hand": 6},
            "yes · Puede salir: chinaso · A los demás les cuenta el doble.",
        ),
        # a claim is judged by any reading of its groups; the form sends the joker last
        (
            "chinaso",
            "(5h 6h 7h *) (9h Th Jh Qh)",
            {"hand": 3, "down": "on"},
            "yes · Puede bajarse: dos escaleras",
        ),
        (
            "chinaso",
            "(6s 6h 6d 6c) (9c 9d 9h 9s) (2c 2d 2h) Kd",
            {"hand": 4},
            f"{LAST_CARD} · Si sale otro, cuenta 66.",
        ),
        (
            "chinaso",
            "(7s 7h 7d) (4c 5c 6c) 7c",
            {"hand": 2, "down": "on"},
            "no · No puede bajarse · Juego 2: hacen falta al menos 4 cartas."
            " · Hay algo mejor. Puede bajarse: un trío y una escalera",
        ),
        # every buy brings three cards
        ("chinaso", THIRTEEN, {}, "13 de 14 cartas"),
        (
            "chinaso",
            f"{THIRTEEN} 7h",
            {},
            f"no · No puede salir · Esta mano pide dos tríos, y hay tres escaleras. · {NOT_COUNTED}"
            " · Si sale otro, cuenta 71.",
        ),
        # the melds of the table
        (
            "rummy",
            HELD,
            {"hand": 2},
            f"{ONE_LOOSE} · {NOT_COUNTED} · Si sale otro, cuenta 44.",
        ),
        ("rummy", HELD, ON_TABLE, ALL_AT_ONCE),
        ("rummy", HELD, {"t": "3s 4s 5s"}, f"{ONE_LOOSE} · Si sale otro, cuenta 44."),
        ("rummy", "4h 5h 6h 2c", ON_TABLE, "yes · Puede salir"),  # some laid before
        ("double-rum", "7h 9d", {"t": "6h * 8h"}, TO_THE_END),
        # A card that lies in no meld is one of those that are being marked.
        ("rummy", "4h 5h 6h 2c", {"t": "3c 4c 5c Kd"}, "yes · Puede salir"),
        (
            "chinaso",
            "4s 4h 4d 4c 5h 6h 7h 8h 9h Th Jh 2d",
            {"hand": 2, "t": "Jc Qc Kc Ac"},
            f"{LAST_CARD} · Si sale otro, cuenta 63.",
        ),
        (
            "chinaso",
            "7h 2c",
            {"hand": 2, "t": "6h * 8h 9h 2s 2h 2d"},
            "yes · Puede salir · Cambia el comodín de la mesa por el siete de corazones y lo coloca.",
        ),
        # All pay the winner's hand: nothing lies on the table.
        ("queen-city", HELD, ON_TABLE, ONE_LOOSE),
        # what the search gives up is not known, and is no refusal
        (
            "chinaso",
            "4s Ts 4h Th 4d Td 3s 3h",
            {"hand": 2, "t": [*GRID, *"****"]},
            "count · No se sabe · Hay demasiadas formas de ligar estas cartas: agrúpalas o cuéntalas a mano.",
        ),
    ],
)
def test_cards_in_practice(client, rules, cards, fields, said):
    assert asked(client, rules, cards, fields).said == said


def test_a_large_table_with_a_card_in_no_meld_is_not_counted_and_the_page_says_so(
    client,
):
    tables = ([*RUNS, "Kd"], RUNS)
    said = [asked(client, "chinaso", LEFT, {"hand": 2, "t": t}).said for t in tables]
    assert [NOT_COUNTED in words for words in said] == [True, False]


@parametrize(
    ("rules", "cards", "fields", "kind", "lies"),
    [
        ("chinchon", "(1o 2o 4o) (5c 5e 6b) 12b", {}, "loose", ["rey de bastos"]),
        ("chinchon", f"{CLEAN} 12b", {}, "discard", ["rey de bastos"]),
        ("rum-500", RUM, {}, "loose", ["nueve de corazones", "cinco de tréboles"]),
        ("rum-500", GOES_OUT, {}, "discard", ["dos de tréboles"]),
        ("rummy", HELD, ON_TABLE, "laid-off", ["dos de tréboles"]),
    ],
)
def test_what_is_in_no_group_lies_apart(client, rules, cards, fields, kind, lies):
    assert asked(client, rules, cards, fields).of(kind) == [lies]


# Published closes

PUBLISHED = {
    "H-000-03": "no · No puede cerrar · Quedan 5 puntos sueltos y se cierra con 4 o menos.",
    "H-003-06": "no · No puede cerrar · Juego 1: el as no enlaza ahí.",
    "H-000-08": "yes · Puede cerrar: escalera con comodín, −50",
    "H-000-11": "no · No puede cerrar · Juego 1: hacen falta al menos 2 que no sean comodín.",
    "H-000-18": "no · No puede cerrar · Juego 1: hay más de un palo: siete de oros.",
    "Q-02": "yes · Puede salir: cada uno paga 62",
    "C-07": "no · No puede bajarse · Esta mano pide un trío y una escalera, y hay dos tríos y una escalera.",
    "C-10": "yes · Puede bajarse: dos tríos",
}


def names(cards, case):
    pack = RULESETS[case["ruleset"]].pack
    return sorted(name(read_card(card, pack)) for card in cards)


@parametrize("case_id", PUBLISHED)
def test_a_published_close_is_judged_as_claimed(case_id, client):
    """Its groups lie as they were claimed, the wrong ones with their numbers."""
    case = CLOSES[case_id]
    judged = read(client.get(practice_case(case)))
    assert judged.said.startswith(PUBLISHED[case_id])
    lie = [*judged.of("meld"), *judged.of("bad")]
    claimed = [names(meld, case) for meld in case.get("melds", ())]
    assert not claimed or sorted(map(sorted, lie)) == sorted(claimed)
    titles = [group.title for group in judged.groups if group.kind == "bad"]
    told = [part.partition(":")[0].lower() for part in judged.reasons]
    assert titles == [title for title in told if "juego" in title]
