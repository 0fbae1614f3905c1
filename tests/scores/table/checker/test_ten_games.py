"""The pages of the checker in games other than Chinchón, and the fields that they fill in on the board."""

import random
import re

import pytest

from rules.events import Close
from rules.presets import CHINASO as RULES_OF_CHINASO, RULESETS
from scores.table.checker.headlines import consequences
from tests.scores.support.checked import (
    at_table,
    brought,
    claim,
    match_of,
    practice,
    published,
    read,
    result_of,
    scorer,
)
from tests.scores.support.table import lines, post, totals
from tests.support import extent

parametrize = pytest.mark.parametrize
SHOWDOWNS = published("counts", "showdown")

NINE = "4h 5h 6h 9d 9c 9s Js Qs Ks"
KNOCK = f"{NINE} 2c"
GIN = f"{NINE} 7h"
# A run of eight and a set of four
CHINASO = "4h 5h 6h * 8h 9h Th Jh Qs Qd Qc Qh"
SEVEN = "4h 5h 6h Js Jd Jc Jh"


# Published cases


@parametrize("case", SHOWDOWNS, ids=lambda case: case["id"])
def test_a_published_showdown_is_what_the_hand_adds(case):
    names = list(case["cards"])
    match = match_of(case | {"players": len(names)})
    closer = names.index(case["closer"])
    fields = {f"c{seat}": case["cards"][name] for seat, name in enumerate(names)}
    fields |= (
        {"g": claim(*map(" ".join, case["melds"][case["closer"]]))}
        if "melds" in case
        else {}
    )
    fields |= {"close": case["close"]} if "close" in case else {}
    hand = brought(match, closer=closer, **fields)
    assert post(scorer(match), "score-hand", match, **hand).status_code == 302
    assert dict(zip(names, totals(match), strict=True)) == case["expect"]["points"]


# In practice

NOT_THE_TABLE = "Sin contar lo que coloque en la mesa."
IN_BOTH = "En la mesa 41, en la mano −14."
ALL_AT_ONCE = "Puede salir: rummy, todo de una vez"
GO_OUT = "Con eso puede salir."
LEFT_OF_RUM = ["nueve de corazones", "cinco de tréboles"]
DOUBLE = ["A los demás les cuenta el doble."]
RUM = "As 2s 3s Qd Kd Ad 5c 9h"
HELD_DOWN = "7s 7h 7d 4c 5c 6c 7c"
WRONG_CLAIM = {"down": "on", "g": claim("7s 7h 7d", "4c 5c 6c")}
NOT_DOWN = {
    "headline": "No puede bajarse",
    "better": "Hay algo mejor. Puede bajarse: un trío y una escalera",
}
STRAIGHTS = ("5h 6h 7h *", "9h Th Jh Qh")  # the form sends the joker last
THREE_OF_FOURS = ("6s 6h 6d 6c", "9c 9d 9h 9s", "2c 2d 2h")
SOME = [f"{rank}{suit}" for suit in "shd" for rank in "23456789"]


@parametrize(
    ("game", "fields", "expected"),
    [
        ("gin", {"c": f"{NINE} Ac"}, {"headline": "Puede cerrar: le queda 1"}),
        ("gin", {"c": GIN}, {"headline": "Puede cerrar: gin, +25"}),
        # another pack begins without cards
        (
            "gin",
            {"c": "1o 2o", "pack": "spanish-40"},
            {"error": "", "hint": "0 de 10 cartas"},
        ),
        (
            "rummy",
            {"c": SEVEN},
            {"headline": ALL_AT_ONCE, "reasons": ["Los demás pagan el doble."]},
        ),
        # in Rum 500 cards are worth what can be laid down less the rest
        (
            "rum-500",
            {"c": RUM},
            {
                "headline": "Vale +27",
                "style": "count",
                "loose": [LEFT_OF_RUM],
                "reasons": [IN_BOTH, NOT_THE_TABLE],
            },
        ),
        (
            "rum-500",
            {"c": f"{SEVEN} 2c"},
            {
                "discard": [["dos de tréboles"]],
                "reasons": ["En la mesa 55, en la mano 0.", GO_OUT],
            },
        ),
        (
            "rum-500",
            {"c": "As 2s Ks 5c", "g": claim("As 2s Ks")},
            {
                "headline": "No puede bajarse",
                "style": "no",
                "reasons": ["Juego 1: el as no enlaza ahí."],
            },
        ),
        # in Chinaso the joker goes before the 4, so that the run of eight may be two
        ("chinaso", {"c": CHINASO, "hand": 6}, {"reasons": DOUBLE}),
        # a claim is judged by any reading of its groups
        (
            "chinaso",
            {
                "hand": 3,
                "down": "on",
                "c": " ".join(STRAIGHTS),
                "g": claim(*STRAIGHTS),
            },
            {"headline": "Puede bajarse: dos escaleras", "better": ""},
        ),
        (
            "chinaso",
            {
                "hand": 4,
                "c": f"{' '.join(THREE_OF_FOURS)} Kd",
                "g": claim(*THREE_OF_FOURS),
            },
            {"reasons": ["La última carta no se puede tirar: hay que jugarla."]},
        ),
        ("chinaso", {"hand": 2, "c": HELD_DOWN, **WRONG_CLAIM}, NOT_DOWN),
        # every buy brings three cards
        ("chinaso", {"c": SOME[:14]}, {"hint": ""}),
        ("chinaso", {"c": SOME[:13]}, {"hint": "13 de 14 cartas"}),
    ],
)
def test_cards_in_practice(game, fields, expected, client):
    assert (
        read(client.get(practice({"rules": game, **fields}))).shows(expected)
        == expected
    )


# Gin


def test_the_other_lays_off_on_the_knocker_and_an_undercut_is_called():
    match = match_of({"ruleset": "gin"})
    # 3 and 7 are laid off on the run, 9 on the set, 10 on the figures
    other = "3h 7h 9h Ts As 2s 3s Kd Kh Kc"
    judged = result_of(match, closer=0, at=1, c0=KNOCK, c1=other)
    assert judged.headline == "0 puntos"
    assert judged.style == "count"
    assert judged.reasons == [
        "¡Contra! No tiene más que Ana (2): gana la mano y suma 27."
    ]
    assert {
        group.title: len(group.cards)
        for group in judged.groups
        if group.kind == "laid-off"
    } == {
        "colocadas en la escalera 4 5 6 de Ana": 2,
        "colocadas en el trío de Ana": 1,
        "colocadas en la escalera J Q K de Ana": 1,
    }
    expected = {"closer": "0", "close": "knock-2", "deadwood_1": "0"}
    assert brought(match, closer=0, c0=KNOCK, c1=other) == expected


# Chinaso


@parametrize(
    ("fees", "said"),
    [
        ({"buy_fee": 5}, "A los demás les cuenta el doble."),
        (
            {"buy_fee": 5, "doubles_fees": True},
            "Los demás pagan el doble por sus compras.",
        ),
        (
            {"hand_fee": 10, "buy_fee": 5, "doubles_fees": True},
            "Los demás pagan el doble por la mano y por sus compras.",
        ),
    ],
)
def test_a_chinaso_says_what_it_doubles(fees, said):
    assert consequences(RULES_OF_CHINASO.with_options(fees), Close.CHINASO) == [said]


# The Rummies


def test_eleven_cards_melded_are_a_big_gin_where_the_house_has_one():
    match = match_of({"ruleset": "gin", "options": {"big_gin": 31}})
    assert (
        result_of(match, closer=0, c0=f"{GIN} 8h").headline
        == "Puede cerrar: gin de once cartas, +31"
    )
    assert brought(match, closer=0, c0=f"{GIN} 8h") == {
        "closer": "0",
        "close": "big-gin",
    }


def test_who_shows_no_cards_went_out_and_the_others_count_what_they_hold():
    match = match_of({"ruleset": "double-rum"})
    fields = {
        "closer": 0,
        "c1": "* Ah Kc 5d",
        "c2": "7s 7s 7d",
        "c3": "2c",
    }
    assert result_of(match, at=2, **fields).headline == "21 puntos"
    assert brought(match, **fields) == {
        "closer": "0",
        "close": "out",
        "deadwood_1": "41",
        "deadwood_2": "21",
        "deadwood_3": "2",
    }
    assert brought(match, **fields, close="rummy")["close"] == "rummy"


def test_in_queen_city_the_others_pay_what_the_closer_s_cards_are_worth():
    match = match_of({"ruleset": "queen-city"})
    page = scorer(match).get(at_table(match, closer=1, c1=f"{SEVEN} 7h"))
    assert read(page).headline == "Puede salir: cada uno paga 62"
    # nobody else's cards matter
    assert 'name="at" value="0"' not in page.text
    hand = brought(match, closer=1, c1=f"{SEVEN} 7h")
    assert hand == {"closer": "1", "close": "rummy", "value_1": "62"}
    assert post(scorer(match), "score-hand", match, **hand).status_code == 302
    assert totals(match) == [-62, 186, -62, -62]


# Rum 500


TABLES = {
    "t0": "As 2s 3s Qd Kd Ad",
    "t1": "4s 7h 7c 7d",
    "c1": "Kc 9s",
}


def test_the_table_and_then_the_hand_of_each_are_asked_and_fill_the_form():
    match = match_of({"ruleset": "rum-500", "players": 3})
    seen = [
        scorer(match).get(at_table(match, closer=0, at=at, **TABLES))
        for at in ("0", "1", "1-hand")
    ]
    assert [
        (read(page).headline, page.context["checker"].seats.next) for page in seen
    ] == [
        ("En la mesa: 41", "1"),
        ("En la mesa: 25", "1-hand"),
        ("En la mano: −19", "2"),
    ]
    assert [
        words
        for _tab, words, is_here in seen[2].context["checker"].seats.sides
        if is_here
    ] == ["En la mano"]
    hand = brought(match, closer=0, **TABLES, c2="2c")
    assert hand == {
        "closer": "0",
        "table_0": "41",
        "table_1": "25",
        "deadwood_1": "19",
        "table_2": "0",
        "deadwood_2": "2",
    }
    assert post(scorer(match), "score-hand", match, **hand).status_code == 302
    assert totals(match) == [41, 6, -2]


# All of them


SCRIPT = "<script>alert(1)</script>"
FIELDS = "c g c0 c1 t0 t1 at closer close hand others down total players"
ODD = "0 1 9 1-hand nobody out on -5 ñ\0 ٣ 1o:9 ** %00"
NOBODY = {
    "chinaso": ["Nadie se quedó sin cartas"],
    "rum-500": ["Nadie se quedó sin cartas"],
    "rum-500-pairs": ["Nadie se quedó sin cartas"],
}
NOBODY |= {key: ["Nadie cerró"] for key in RULESETS if key.startswith("chinchon")}


@parametrize("key", RULESETS)
def test_every_game_has_its_practice_and_its_table(key, client):
    """That nobody closed is offered where such a hand counts."""
    match = match_of({"ruleset": key})
    asked, counted = (
        scorer(match).get(at_table(match, **fields))
        for fields in ({}, {"closer": 0, "at": 1})
    )
    for page in (client.get(practice({"rules": key})), asked, counted):
        assert (read(page).error, lines(match)) == ("", [])
    assert re.findall(r'value="nobody">(.*?)<', asked.text) == NOBODY.get(key, [])


@parametrize("key", RULESETS)
def test_no_address_breaks_a_page_of_any_game(key, client):
    dice = random.Random(key)
    match = match_of({"ruleset": key})
    phone = scorer(match)
    words = [*f"{CHINASO} {ODD}".split(), *claim("4h 5h 6h", "Js Jd Jc Jh")]
    words += ["", "9" * 400, "x" * 10_000, SCRIPT]
    for _turn in range(extent.share("long random addresses", nightly=30, here=2)):
        fields = {
            name: dice.choices(words, k=dice.choice((1, 1, 7, 11)))
            for name in dice.sample(FIELDS.split(), 6)
        }
        fields |= {"closer": dice.choice(["0", "1", "nobody"])}
        for page in (
            client.get(practice(fields | {"rules": key})),
            phone.get(at_table(match, **fields)),
        ):
            assert page.status_code == 200
            assert SCRIPT not in page.text
