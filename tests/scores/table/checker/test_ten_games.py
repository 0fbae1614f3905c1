"""The pages of the checker in games other than Chinchón, and the fields that they fill in on the board."""

import random
import re

import pytest

from rules.events import Close, SatOut
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
    writes_what_is_brought,
)
from tests.scores.support.factories import write
from tests.scores.support.table import lines, totals
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
    writes_what_is_brought(match, closer=closer, **fields)
    assert dict(zip(names, totals(match), strict=True)) == case["expect"]["points"]


# In a match

RUMMY = {"c0": "4h 5h 6h 2c", "t": "3c 4c 5c", "c1": "Kd"}
HELD = {"c1": "* Ah Kc 5d", "c2": "7s 7s 7d", "c3": "2c"}
SHARED = {"t0": "4s 5s 6s", "t1": "7s", "t2": "8s", "c1": "9d", "c2": "Kd"}
TABLES = {"t0": "As 2s 3s Qd Kd Ad", "t1": "4s 7h 7c 7d", "c1": "Kc 9s", "c2": "2c"}


@parametrize(
    ("case", "at", "cards", "said", "filled"),
    [
        (
            {"ruleset": "gin", "options": {"big_gin": 31}},
            "0",
            {"c0": f"{GIN} 8h"},
            "yes · Puede cerrar: gin de once cartas, +31",
            "closer=0&close=big-gin",
        ),
        # who shows no cards went out
        (
            {"ruleset": "double-rum"},
            "2",
            HELD,
            "count · 21 puntos",
            "closer=0&close=out&deadwood_1=41&deadwood_2=21&deadwood_3=2",
        ),
        (
            {"ruleset": "double-rum"},
            "2",
            HELD | {"close": "rummy"},
            "count · 21 puntos",
            "closer=0&close=rummy&deadwood_1=41&deadwood_2=21&deadwood_3=2",
        ),
        (
            {"ruleset": "rummy"},
            "0",
            RUMMY,
            "yes · Puede salir",
            "closer=0&close=out&deadwood_1=10",
        ),
        (
            {"ruleset": "queen-city"},
            "0",
            {"c0": f"{SEVEN} 7h"},
            "yes · Puede salir: cada uno paga 62",
            "closer=0&close=rummy&value_0=62",
        ),
        # the table that the seats share
        (
            {"ruleset": "rum-500", "players": 3},
            "2",
            SHARED,
            "count · En la mesa: 8",
            "closer=0&deadwood_1=9&deadwood_2=10&table_0=15&table_1=7&table_2=8",
        ),
        (
            {"ruleset": "rum-500", "players": 3},
            "1-hand",
            TABLES,
            "count · En la mano: −19",
            "closer=0&deadwood_1=19&deadwood_2=2&table_0=41&table_1=25&table_2=0",
        ),
    ],
)
def test_what_the_cards_count_is_told_and_fills_the_form(case, at, cards, said, filled):
    match = match_of(case)
    fields = {"closer": 0, **cards}
    assert result_of(match, at=at, **fields).said == said
    assert brought(match, **fields) == filled


def test_the_other_lays_off_on_the_knocker_and_an_undercut_is_called():
    # 3 and 7 are laid off on the run, 9 on the set, 10 on the figures
    cards = {"c0": KNOCK, "c1": "3h 7h 9h Ts As 2s 3s Kd Kh Kc"}
    judged = result_of(match_of({"ruleset": "gin"}), closer=0, at=1, **cards)
    undercut = "¡Contra! No tiene más que Ana (2): gana la mano y suma 27."
    assert judged.said == f"count · 0 puntos · {undercut}"
    laid = [group.title for group in judged.groups if group.kind == "laid-off"]
    assert laid == [
        "colocadas en la escalera J Q K de Ana",
        "colocadas en la escalera 4 5 6 de Ana",
        "colocadas en el trío de Ana",
    ]


def test_the_table_and_then_the_hand_of_each_are_asked():
    match = match_of({"ruleset": "rum-500", "players": 3})
    pages = [
        scorer(match).get(at_table(match, closer=0, at=at, **TABLES))
        for at in ("0", "1", "1-hand")
    ]
    seats = [page.context["checker"].seats for page in pages]
    assert [each.next for each in seats] == ["1", "1-hand", "2"]
    here = [words for _tab, words, is_here in seats[2].sides if is_here]
    assert here == ["En la mano"]


def test_where_all_pay_for_the_closer_s_cards_nobody_else_s_are_asked():
    match = match_of({"ruleset": "queen-city"})
    page = scorer(match).get(at_table(match, closer=1, c1=SEVEN))
    assert 'name="at" value="0"' not in page.text


def test_a_card_too_many_is_refused_though_more_than_sixty_lie_there():
    heap = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"] * 2
    match = match_of({"ruleset": "rum-500", "players": 6})
    lying = {f"t{seat}": heap[seat:80:5] for seat in range(5)}
    shown = result_of(match, closer=0, at="5-hand", c5="As", **lying)
    assert shown.error == "Esas cartas no pueden estar en una mano: as de picas."


@parametrize("closer", [{}, {"closer": "0"}, {"closer": "nobody"}])
@parametrize("key", ["chinchon", "rum-500"])
def test_where_everybody_rests_the_checker_only_asks_who_closed(key, closer):
    match = match_of({"ruleset": key, "players": 3})
    write(match, SatOut(0), SatOut(1), SatOut(2))
    page = scorer(match).get(at_table(match, **closer))
    assert page.status_code == 200
    assert 'class="deck' not in page.text


@parametrize(
    ("rules", "offers"),
    [("rummy", True), ("chinaso", True), ("queen-city", False), ("chinchon", False)],
)
def test_the_melds_of_the_table_are_tapped_on_the_same_pack(client, rules, offers):
    page = client.get(practice({"rules": rules})).text
    assert ("Marcar los juegos de la mesa" in page) is offers
    marking = {"rules": rules, "c": "4h", "mark": "table", "t": "3c"}
    page = client.get(practice(marking)).text
    assert ('name="t" value="4c"' in page) == offers
    assert ('type="hidden" name="c" value="4h"' in page) == offers


def test_the_cards_of_the_table_go_along_to_the_next_player():
    match = match_of({"ruleset": "rummy"})
    hidden = scorer(match).get(at_table(match, at=1, closer=0, **RUMMY)).text
    assert hidden.count('<input type="hidden" name="t" value="3c">') == 1


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


# All of them


SCRIPT = "<script>alert(1)</script>"
FIELDS = "c g c0 c1 t0 t1 at close hand others down total players"
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
def test_no_address_breaks_the_page_of_a_match_of_any_game(key):
    dice = random.Random(key)
    match = match_of({"ruleset": key})
    phone = scorer(match)
    words = [*f"{CHINASO} {ODD}".split(), "", "9" * 400, "x" * 10_000, SCRIPT]
    for _turn in range(extent.share("long random addresses", nightly=30, here=2)):
        fields = {
            name: dice.choices(words, k=dice.choice((1, 7, 11)))
            for name in dice.sample(FIELDS.split(), 6)
        }
        page = phone.get(at_table(match, **fields, closer=dice.choice("01")))
        assert page.status_code == 200
        assert SCRIPT not in page.text
