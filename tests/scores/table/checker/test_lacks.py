"""What the checker says of a hand before the draw, and of what to throw after it."""

import re

import pytest

from rules.events import Close, HandScored
from tests.scores.support.checked import at_table, match_of, practice, scorer
from tests.scores.support.factories import write
from tests.scores.support.table import flat

SIX = "5c 6c 7c 11o 11e 12e"
LACKS = f"{SIX} 2b"  # the pair of 11 or the run of espadas, and the two
DRAWN = f"{LACKS} 3o"
FIVE_CARDS = ["caballo de copas", "sota de espadas", "caballo de bastos", "2 comodín"]


def lacks_on(page):
    return page.context["checker"].lacks


def in_verdict(page):
    """The same in short, within the verdict."""
    return re.findall(r'<p class="lack">(.*?)</p>', flat(page))


def rows(lacks):
    """The words of each row, the card that is thrown and those that may come."""
    return [
        (
            row.title,
            row.thrown and row.thrown.name,
            [
                f"{left} {card.name}" if left > 1 else card.name
                for card, left in row.coming
            ],
        )
        for row in lacks.rows
    ]


def gone(page):
    """The cards that cannot be ticked."""
    return re.findall(r'<span class="sr">([^<]*): no queda<', flat(page))


# Before the draw


def test_before_the_draw_it_says_which_cards_close_for_how_much_and_how_many_come(
    client,
):
    page = client.get(practice({"c": LACKS}))
    lacks = lacks_on(page)
    assert lacks.heading == "¿Qué me falta?"
    assert 'id="lacks" open>' in flat(page)
    assert in_verdict(page) == [lacks.summary] == ["Sirven 5 de las 35 por salir."]
    assert rows(lacks) == [("con carta suelta, 2", None, FIVE_CARDS)]


def test_seen_cards_cannot_come_leave_the_pack_and_stay_while_others_are_tapped(
    client,
):
    page = client.get(practice({"c": LACKS, "s": "11c *"}))
    lacks = lacks_on(page)
    assert lacks.summary == "Sirven 3 de las 33 por salir."
    left = ["sota de espadas", "caballo de bastos", "comodín"]
    assert rows(lacks) == [("con carta suelta, 2", None, left)]
    assert gone(page) == ["caballo de copas"]
    assert re.findall(r'<input type="hidden" name="s" value="([^"]*)">', page.text) == [
        "11c",
        "*",
    ]


def test_where_no_card_is_enough_it_says_so_and_a_hand_that_closes_is_folded_in(
    client,
):
    page = client.get(practice({"c": "1o 3c 5e 7b 10o 12c 4e"}))
    assert in_verdict(page) == []
    assert lacks_on(page).summary == "Ninguna carta basta todavía."
    assert lacks_on(page).rows == []
    page = client.get(practice({"c": "1o 2o 3o 4c 4e 4b 3b"}))
    assert in_verdict(page) == []
    assert 'id="lacks">' in flat(page)
    for cards in (SIX, f"{DRAWN} 4o"):
        assert b'id="lacks"' not in client.get(practice({"c": cards})).content


# After the draw


def test_after_the_draw_it_says_what_to_throw_and_what_that_keeps_open(client):
    page = client.get(practice({"c": DRAWN}))
    assert lacks_on(page).heading == "¿Qué tiro?"
    assert in_verdict(page) == ["Mejor tirar el tres de oros."]
    assert rows(lacks_on(page))[:2] == [
        ("Sirven 5 de las 34 por salir.", "tres de oros", FIVE_CARDS),
        ("Sirven 5 de las 34 por salir.", "dos de bastos", FIVE_CARDS),
    ]


CLOSES = "5o 6o 7o 4c 4e 4b 2b"


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (f"{LACKS} 2o", ["Mejor tirar el dos de oros o el dos de bastos."]),
        (f"{CLOSES} 2c", ["Da igual tirar el dos de copas o el dos de bastos."]),
        (f"{CLOSES} 12b", []),
    ],
)
def test_throws_that_leave_the_same_are_all_named(client, cards, said):
    assert in_verdict(client.get(practice({"c": cards}))) == said


# In a match


def test_in_a_match_it_uses_the_total_and_the_cards_of_the_others():
    match = match_of({"ruleset": "chinchon"})
    phone = scorer(match)
    fields = {"closer": 0, "at": 0, "c0": LACKS, "s": "*", "c1": "11c 1o"}
    page = phone.get(at_table(match, **fields))
    assert lacks_on(page).summary == "Sirven 3 de las 32 por salir."
    assert gone(page) == ["as de oros", "caballo de copas"]
    write(match, HandScored({0: 99, 1: 4, 2: 5, 3: 5}, 1, Close.KNOCK))
    summary = lacks_on(phone.get(at_table(match, **fields))).summary
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
    lacks = [
        lacks_on(scorer(match).get(at_table(match, **fields, s=seen)))
        for seen in ([], "Jc")
    ]
    assert [one.summary for one in lacks] == [
        "Sirven 2 de las 42 por salir.",
        "Sirve 1 de las 41 por salir.",
    ]
    assert [names for *_words, names in rows(lacks[1])] == [["jota de corazones"]]
