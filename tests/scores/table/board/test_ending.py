"""The board of a match that is over, and of a hand that was closed with chinchón."""

import re

import pytest

from rules.events import Close, Finished, HandScored
from rules.match.corrections import Undone
from scores.circle.recap.highlights import podium
from scores.models import Player, Role
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_with, sheet_of, start, write
from tests.scores.support.plain import plain
from tests.scores.support.table import (
    address_of,
    html_of,
    page_at,
    page_of,
    play,
    played,
    text_at,
    text_of,
    won_by_ana,
)

CHINCHON = HandScored({1: 20, 2: 9}, 0, Close.CHINCHON)
CALLED = "chinchon-called"


def test_the_podium_is_in_the_order_of_ranks_and_equal_totals_share_one():
    sheet = sheet_of("chinchon", hand(20, 9, 0, 9, closer=2), Finished(), players=4)
    assert [(side.ordinal, plain(side.name), side.won) for side in podium(sheet)] == [
        ("1.º", "Eva", True),
        ("2.º", "Luis", False),
        ("2.º", "Paco", False),
        ("4.º", "Ana", False),
    ]


def test_each_side_has_its_buy_backs_the_hand_that_ended_it_and_what_was_won_or_lost():
    hands = [hand(0, 100, 50), hand(0, 60, 9)]
    sheet = sheet_of("chinchon", *hands, Finished(), stake=2, rebuys=1)
    assert [side.note for side in podium(sheet)] == [
        "+4\N{NO-BREAK SPACE}fichas",
        "1 reenganche · −2\N{NO-BREAK SPACE}fichas",
        "−2\N{NO-BREAK SPACE}fichas",
    ]


def test_after_a_chinchon_that_wins_the_event_is_told_and_no_points_that_nobody_got(
    phone,
):
    match = played(
        phone, "Ana", "Luis", "Eva", hand(0, 3, 4), CHINCHON, chinchon_points="wins"
    )
    pages = [
        page_of(phone, match).text,
        page_at(phone, "big", match).text,
    ]
    assert [page.count('class="card-face"') >= 7 for page in pages] == [True] * 2
    pages.append(page_at(phone, "scoresheet", match).text)
    assert ["+0" in page for page in pages] == [False] * 3


def test_the_evening_is_told_to_who_may_see_the_circle_once_there_are_two_matches(
    phone,
):
    first = won_by_ana(phone, stake="5", currency="€")
    assert "Lo del día" not in text_at(phone, first.get_absolute_url())
    played(
        phone,
        "Ana",
        "Luis",
        hand(60, 0, closer=1),
        limit="50",
        rebuys="0",
        stake="3",
        currency="€",
    )
    evening = "2 partidas Ana 1 ganada de 2 +2 € Luis 1 ganada de 2 −2 €"
    for address in (
        first.get_absolute_url(),
        address_of("big", first),
    ):  # also a page that is cached
        assert evening in text_at(phone, address)
        assert "Lo del día" not in text_at(phone_with(Role.WATCH, first), address)


def test_the_page_of_a_match_that_is_over_costs_two_queries_more_than_before(
    phone, django_assert_num_queries
):
    match = won_by_ana(phone)
    won_by_ana(phone)
    for address in (match.get_absolute_url(), address_of("big", match)):
        with django_assert_num_queries(
            5
        ):  # the match, its seats and its log, its rematch, the evening
            phone.get(address)


def test_the_winner_bears_in_the_headline_the_face_of_his_row_and_nobody_else_does(
    phone,
):
    match = start(phone, "Ana", "Luis", "Eva", chinchon_points="wins")
    Player.objects.filter(name="Ana").update(emoji="🦊", chosen_colour=3)
    Player.objects.filter(name="Eva").update(emoji="🐻", chosen_colour=5)
    play(phone, match, CHINCHON)
    html = page_of(phone, match).text
    headline = html.partition('class="headline">')[2].partition("</p>")[0]
    assert re.findall(r'class="mark".*?class="(c\d)"', headline, re.DOTALL) == ["c3"]
    assert text_of(headline) == "🦊 ¡Gana Ana!"


@pytest.mark.parametrize(
    ("entries", "is_called"), [([], True), ([hand(0, 3, 4), Undone()], False)]
)
def test_a_chinchon_is_called_while_its_hand_is_the_newest_line(
    phone, entries, is_called
):
    match = start(phone, "Ana", "Luis", "Eva", chinchon_points=-50)
    write(match, CHINCHON, *entries, phone=phone)
    watcher = phone_with(Role.WATCH, match)
    big = html_of(page_at(phone, "big", match)).partition("data-event")[2]
    called = [CALLED in page_of(one, match).text for one in (phone, watcher)]
    called += ['class="fan' in big, "¡Chinchón de Ana!" in big]
    assert called == [is_called] * 4
