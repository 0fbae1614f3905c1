"""Rum 500 in the checker: the worth of cards on the table and in hand."""

import random

import pytest

from rules.events import SatOut
from rules.packs import read_cards
from rules.presets import RUM_500
from scores.table.checker.worth import CardsAtEnd
from tests.scores.support.checked import (
    Lying,
    at_table,
    brought,
    match_of,
    practice,
    read,
    result_of,
    scorer,
)
from tests.scores.support.factories import write


def cards(text):
    return read_cards(text.split(), RUM_500.pack)


def tables(closer=0, players=3, **tapped):
    """Cards before each player (t0, t1, …) and in hand (c0, c1, …)."""
    read = {key: cards(text) for key, text in tapped.items()}
    sides = [
        {int(key[1:]): held for key, held in read.items() if key[0] == side}
        for side in "tc"
    ]
    return CardsAtEnd(RUM_500, players, closer, *sides)


def test_with_too_many_ways_nothing_is_counted():
    heap = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"] * 2
    random.Random(2).shuffle(heap)
    held = {f"t{seat}": " ".join(heap[seat::3]) for seat in range(3)}
    at_end = tables(closer=None, **held, c0="", c1="Ad", players=5)
    assert at_end.has_too_many_ways is True
    assert at_end.laid(0).points == 0
    assert at_end.in_hand(1) == 15
    assert not tables(t0="2s 3s 4s").has_too_many_ways


@pytest.mark.parametrize("held", ["As", "As As As"])
def test_a_card_too_many_is_refused_though_more_than_sixty_lie_there(held):
    heap = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"] * 2
    match = match_of({"ruleset": "rum-500", "players": 6})
    lying = {f"t{seat}": heap[seat:80:5] for seat in range(5)}
    shown = result_of(match, closer=0, at="5-hand", c5=held, **lying)
    assert shown.error == "Esas cartas no pueden estar en una mano: as de picas."


def test_the_table_that_the_seats_share_is_filled_in_on_the_form():
    match = match_of({"ruleset": "rum-500", "players": 3})
    laid = {
        "t0": "4s 5s 6s",
        "t1": "7s",
        "t2": "8s",
        "c1": "9d",
        "c2": "Kd",
    }
    shown = result_of(match, closer=0, at=2, **laid)
    assert shown.headline == "En la mesa: 8"
    assert shown.reasons == []
    assert shown.groups == [
        Lying("laid-off", "colocadas en la escalera de Ana", ["ocho de picas"])
    ]
    assert brought(match, closer=0, **laid) == {
        "closer": "0",
        "table_0": "15",
        "table_1": "7",
        "table_2": "8",
        "deadwood_1": "9",
        "deadwood_2": "10",
    }


@pytest.mark.parametrize(
    ("held", "players", "headline", "reasons"),
    [
        (
            "As 2s 3s Ah Ad Ac 9d",
            3,
            "Vale +46",
            ["En la mesa 60, en la mano −14.", "Sin contar lo que coloque en la mesa."],
        ),
        (
            "4h 5h 6h 7h Js Jd Jc",
            3,
            "Vale +52",
            ["En la mesa 52, en la mano 0.", "Con eso puede salir."],
        ),
        # Four aces leave the 2 and the 3 in hand, and are still worth more than going out.
        (
            "As 2s 3s Ah Ad Ac 5h 6h 7h 8h 9h Th Jh",
            2,
            "Vale +110",
            ["En la mesa 115, en la mano −5.", "Si sale con todas, vale +106."],
        ),
    ],
)
def test_cards_are_worth_the_most_less_what_stays_in_hand(
    client, held, players, headline, reasons
):
    shown = read(
        client.get(practice({"rules": "rum-500", "players": players, "c": held}))
    )
    assert shown.headline == headline
    assert shown.reasons == reasons


def test_points_below_0_have_a_true_minus_sign():
    assert tables(c1="Ad Kd", t1="").points(1) == "−25"


@pytest.mark.parametrize("closer", [{}, {"closer": "0"}, {"closer": "nobody"}])
@pytest.mark.parametrize("key", ["chinchon", "rum-500"])
def test_where_everybody_rests_the_checker_only_asks_who_closed(key, closer):
    match = match_of({"ruleset": key, "players": 3})
    write(match, SatOut(0), SatOut(1), SatOut(2))
    page = scorer(match).get(at_table(match, **closer))
    assert page.status_code == 200
    assert 'class="deck' not in page.text
