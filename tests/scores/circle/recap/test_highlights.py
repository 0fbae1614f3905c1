"""How a match went in facts: how it was won, closes, duration, money."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from rules.events import Close, Declined, Finished, HandScored, Retired
from rules.match.corrections import Amended, Change
from scores.circle.recap.highlights import (
    Cash,
    CloseCount,
    cash_of,
    closes,
    highlights_of,
    how_won,
    in_words,
    pace,
)
from scores.core.matches.scoresheet import Sheet
from tests.rules.support.table import hand, nobody_closed, on_table, out
from tests.scores.support.factories import sheet_of, start, write
from tests.scores.support.plain import plain
from tests.scores.support.table import (
    address_of,
    match_now,
    page_text,
    play,
    played,
    text_at,
    undo,
    update_row,
)

WITH_CHINCHON = HandScored({1: 20, 2: 9}, 0, Close.CHINCHON)
TO_90 = {"limit": 90, "rebuys": 0}
ASKING_AT_70 = {"key": "chinchon-fournier", "limit": 70, "rebuy_needs": 1}
OF_TWO = {"players": 2, "limit": 90}
BEHIND = hand(40, 0, 9, closer=1)  # Ana falls behind
AHEAD = hand(0, 50, 60)


@pytest.mark.parametrize(
    ("log_of", "knobs", "words"),
    [
        ([WITH_CHINCHON], {"chinchon_points": "wins"}, "con chinchón"),
        ([hand(0, 99, 98)], TO_90, "cerrando con −10"),
        ([hand(0, 99, 5), hand(4, None, 91)], TO_90, "cerrando con 4"),
        (
            [nobody_closed(5, 99, 8), nobody_closed(5, None, 95)],
            TO_90,
            "porque Eva se pasó",
        ),
        ([hand(0, 9, 8), Retired(1), Retired(2)], {}, "porque Eva se retiró"),
        ([hand(0, 9, 8), Finished()], {}, "con menos puntos"),
        ([hand(0, 9, 8)], {}, ""),
        ([hand(0, 75, 71), Declined(1), Declined(2)], ASKING_AT_70, "cerrando con −10"),
        (
            [on_table((520, 0), (40, 10), closer=0)],
            {"key": "rum-500", **OF_TWO},
            "quedándose sin cartas",
        ),
        (
            [*[out(None, 20, 30, 5)] * 6, out(5, 20, None, 40, closer=2)],
            {"key": "chinaso", "players": 4},
            "con menos puntos",
        ),
    ],
)
def test_it_is_the_last_hand_of_the_winner_or_what_happened_to_the_others(
    log_of, knobs, words
):
    turned = {knob: value for knob, value in knobs.items() if knob != "key"}
    assert (
        plain(how_won(sheet_of(knobs.get("key", "chinchon"), *log_of, **turned)))
        == words
    )


def test_before_the_end_and_without_a_hand_nothing_is_told():
    assert highlights_of(sheet_of("chinchon", BEHIND, AHEAD)) is None
    assert highlights_of(sheet_of("chinchon", Finished())) is None


# Who closed


def test_closes_are_counted_and_those_worth_telling_are_named():
    joker = HandScored({1: 3, 2: 4}, 0, Close.JOKER_RUN_1)
    hands = [
        hand(0, 3, 7),
        hand(0, 3, 7),
        hand(2, 3, 7),
        joker,
        hand(5, 3, 2, closer=2),
        HandScored({0: 1, 1: 2, 2: 3}),
    ]
    assert plain(closes(sheet_of("chinchon", *hands, Finished()))) == [
        CloseCount("Ana", 4, "−10 (2) · escalera con comodín (1)"),
        CloseCount("Eva", 1, ""),
        CloseCount("Luis", 0, ""),
        CloseCount("Nadie cerró", 1, ""),
    ]


# How long it took


def timed(*minutes, corrected=False):
    """The duration of a match with hands written so many minutes after its start."""
    sheet = sheet_of("chinchon", *[hand(0, 3, 4)] * len(minutes))
    started = timezone.now() - timedelta(days=2)
    update_row(sheet.match, created_at=started)
    for seq, minute in enumerate(minutes):
        moment = started + timedelta(minutes=minute)
        sheet.match.entries.filter(seq=seq).update(happened_at=moment)
    if corrected:
        forgotten = Amended((Change(1, hand(0, 5, 6), insert=True),))
        write(sheet.match, forgotten)
    return pace(Sheet(match_now(sheet.match)))


def test_a_hand_takes_the_median_of_what_lies_between_them_without_a_dinner():
    assert timed(4, 7, 13) == ["4 min por mano; en total, 13 min."]
    # put in later
    assert timed(4, 7, 13, 16, corrected=True) == ["4 min por mano; en total, 13 min."]
    without = "Sin contar pausas de más de una hora."
    assert timed(4, 8, 100, 104) == ["4 min por mano; en total, 12 min.", without]
    for typed in (
        (),
        (3,),
        (100, 200, 300),
        (0.1, 0.2, 0.3, 0.4),
        (-60, -60, -60),
        (0, 0, 0),
    ):
        assert (typed, timed(*typed)) == (
            typed,
            [],
        )  # a sheet that was typed in afterwards


def test_times_are_told_as_they_are_said():
    said = {
        50: "50 s",
        103: "1 min 43 s",
        120: "2 min",
        3600: "1 h 0 min",
        4830: "1 h 20 min",
    }
    assert {seconds: in_words(seconds) for seconds in said} == said


# On the page


def test_the_page_tells_it_after_the_end_and_no_longer_once_that_is_undone(phone):
    hands = (hand(9, 0, closer=1), HandScored({}, 0, Close.CHINCHON))
    match = played(phone, "Ana", "Luis", *hands, chinchon_points="wins")
    expected = "Quién iba a ganar, mano por mano"
    address = address_of("scoresheet", match)
    over = phone.get(address)
    assert expected in page_text(over)
    assert "css/recap" in over.text
    undo(phone, match)
    going = phone.get(address)
    assert expected not in page_text(going)
    assert "css/recap" not in going.text


def test_a_pot_that_is_played_for_is_shown_and_nobody_pays_yet():
    match = start(Client(), "Ana", "Luis", "Eva", stake=100)
    net = [("Ana", -100_00), ("Luis", -100_00), ("Eva", -100_00)]
    assert plain(cash_of(Sheet(match))) == Cash(300_00, net, payments=[])
    assert cash_of(sheet_of("chinchon", hand(0, 23, 7))) is None  # without money


def test_the_pot_is_at_the_top_of_the_boards_during_play_and_of_the_big_one_after(
    phone,
):
    match = start(phone, "Ana", "Luis", stake="0,50", currency="€", limit=20, rebuys=0)
    board, big = (address_of(name, match) for name in ("match", "big"))

    def shown(address):
        return text_at(phone, address).replace("\N{NO-BREAK SPACE}", " ")

    assert "Mano 1 reparte Ana · empieza Luis a 20 · bote 1 €" in shown(board)
    play(phone, match, hand(0, 60))
    assert shown(board).count("bote 1") == 1
    assert "se lleva el bote: 1" in shown(board)
    assert "¡Gana Ana! cerrando con −10 bote 1 €" in shown(big)
