"""What the checker says of a hand before the draw, and of what to throw after it."""

import html
import re
from dataclasses import dataclass

import pytest

from rules.events import Close, HandScored
from rules.presets import CHINCHON
from scores.table.checker.check import Check
from scores.table.checker.headlines import lacks_of
from scores.table.checker.query import read_held_cards
from tests.scores.support.checked import at_table, match_of, practice, scorer
from tests.scores.support.factories import write
from tests.scores.support.table import flat

SIX = "5c 6c 7c 11o 11e 12e"
LACKS = f"{SIX} 2b"  # the pair of 11 or the run of espadas, and the two
DRAWN = f"{LACKS} 3o"
FIVE_CARDS = ["caballo de copas", "sota de espadas", "caballo de bastos", "comodín ×2"]


@dataclass
class Shown:
    """The part of the page about the next draw or the throw."""

    heading: str
    is_open: bool
    short: str  # within the verdict
    summary: str
    # the words of each row, and the names of its cards
    rows: list[tuple[str, list[str]]]
    gone: list[str]  # those that cannot be ticked


def shown(page):
    text = html.unescape(re.sub(r"<svg\b.*?</svg>", "", flat(page)))
    part = re.search(
        r'<details class="card lacks" id="lacks"( open)?><summary>(.*?)</summary>(.*?)</details>',
        text,
        re.S,
    )
    short = re.search(r'<p class="lack">(.*?)</p>', text)
    rows = re.findall(r"<li>(.*?)</li>", part[3], re.S)
    return Shown(
        heading=part[2],
        is_open=bool(part[1]),
        short=short[1] if short else "",
        summary="".join(re.findall(r"^<p>(.*?)</p>", part[3])),
        rows=[
            (
                re.search(r"<p>(.*?)</p>", row)[1],
                re.findall(r'role="img" aria-label="(.*?)"', row),
            )
            for row in rows
        ],
        gone=re.findall(r'<span class="sr">([^<]*): no queda<', text),
    )


# Before the draw


def test_before_the_draw_it_says_which_cards_close_for_how_much_and_how_many_can_come(
    client,
):
    page = shown(client.get(practice({"c": LACKS})))
    assert page.heading == "¿Qué me falta?"
    assert page.is_open is True
    assert page.short == page.summary == "Sirven 5 de las 35 por salir."
    assert page.rows == [("con carta suelta, 2", FIVE_CARDS)]


def test_cards_that_were_seen_cannot_come_leave_the_pack_and_stay_while_others_are_tapped(
    client,
):
    answer = client.get(practice({"c": LACKS, "s": "11c *"}))
    page = shown(answer)
    assert page.summary == "Sirven 3 de las 33 por salir."
    assert page.rows == [
        ("con carta suelta, 2", ["sota de espadas", "caballo de bastos", "comodín"])
    ]
    assert page.gone == ["caballo de copas"]
    fields = re.findall(
        r'<input type="hidden" name="(\w+)" value="([^"]*)">', answer.text
    )
    assert [card for name, card in fields if name == "s"] == ["11c", "*"]


def test_where_no_card_is_enough_it_says_so_and_a_hand_that_closes_already_is_folded_in(
    client,
):
    page = shown(client.get(practice({"c": "1o 3c 5e 7b 10o 12c 4e"})))
    assert page.short == ""
    assert page.summary == "Ninguna carta basta todavía."
    assert page.rows == []
    page = shown(client.get(practice({"c": "1o 2o 3o 4c 4e 4b 3b"})))
    assert page.is_open is False
    assert page.short == ""
    for cards in (SIX, f"{DRAWN} 4o"):
        assert b'id="lacks"' not in client.get(practice({"c": cards})).content


# After the draw


def test_after_the_draw_it_says_what_to_throw_and_what_that_keeps_open(client):
    page = shown(client.get(practice({"c": DRAWN})))
    assert page.heading == "¿Qué tiro?"
    assert page.short == "Mejor tirar el tres de oros."
    assert page.rows[:2] == [
        ("Sirven 5 de las 34 por salir.", ["tres de oros", *FIVE_CARDS]),
        ("Sirven 5 de las 34 por salir.", ["dos de bastos", *FIVE_CARDS]),
    ]


def test_throws_that_leave_the_same_are_all_named(client):
    page = shown(client.get(practice({"c": f"{LACKS} 2o"})))
    assert page.short == "Mejor tirar el dos de oros o el dos de bastos."
    closes = "5o 6o 7o 4c 4e 4b 2b"
    page = shown(client.get(practice({"c": f"{closes} 2c"})))
    assert page.short == "Da igual tirar el dos de copas o el dos de bastos."
    assert shown(client.get(practice({"c": f"{closes} 12b"}))).short == ""


# In a match


def test_in_a_match_it_uses_the_total_and_the_cards_of_the_others():
    match = match_of({"ruleset": "chinchon"})
    phone = scorer(match)
    fields = {"closer": 0, "at": 0, "c0": LACKS, "s": "*", "c1": "11c 1o"}
    page = shown(phone.get(at_table(match, **fields)))
    assert page.summary == "Sirven 3 de las 32 por salir."
    assert page.gone == ["as de oros", "caballo de copas"]
    write(match, HandScored({0: 99, 1: 4, 2: 5, 3: 5}, 1, Close.KNOCK))
    summary = shown(phone.get(at_table(match, **fields))).summary
    # with two points more the player would be out
    assert summary == "Ninguna carta basta todavía."


GOES_OUT_WITH_A_JACK = "4h 5h 6h 7h Js Jd 2c"


@pytest.mark.parametrize(
    ("at", "held"),
    [("0", "t0"), ("1-hand", "c1")],
    ids=["who went out", "who has them in hand"],
)
def test_in_a_match_of_rum_500_the_cards_of_the_others_and_those_seen_cannot_come(
    at, held
):
    match = match_of({"ruleset": "rum-500", "players": 3})
    fields = {
        "closer": 0,
        "at": at,
        held: GOES_OUT_WITH_A_JACK,
        "t2": "3s 4s 5s",
    }
    pages = [
        shown(scorer(match).get(at_table(match, **fields, s=seen)))
        for seen in ([], "Jc")
    ]
    assert [page.summary for page in pages] == [
        "Sirven 2 de las 42 por salir.",
        "Sirve 1 de las 41 por salir.",
    ]
    assert [names for _words, names in pages[1].rows] == [["jota de corazones"]]


def test_cards_with_too_many_ways_are_said_to_be_not_tried():
    house = CHINCHON.with_options(
        {"packs": 3, "jokers": 6, "hand_size": 20, "limit": 100_000}
    )
    text = "* * * * * * 1o 1o 1o 1c 1c 1c 1e 1e 1e 1b 1b 1b 2o 2o"
    held = read_held_cards(text.split(), house, 4)
    lacks = lacks_of(Check(house, 4, held), ())
    assert lacks.has_too_many_ways is True
    assert lacks.rows == []
