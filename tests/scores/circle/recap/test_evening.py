"""An evening of a circle: wins, money over all matches, the hand of the night, and who may see it."""

from datetime import timedelta

import pytest
from django.test import Client

from rules.events import Close, HandScored
from scores.circle.recap import evening
from scores.circle.recap.evening_facts import Evening, PlayerEvening
from scores.circle.recap.views import LISTED
from scores.core.matches import dates
from scores.models import Match, Role
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import JULY, new_circle, played
from tests.scores.support.factories import phone_of, phone_with
from tests.scores.support.plain import plain
from tests.scores.support.table import address_of, page_text, text_at, update_row

SPACE = "\N{NO-BREAK SPACE}"


def address(circle, day=JULY, name="evening"):
    return address_of(name, circle, day.isoformat())


def of_july(circle):
    """That of 1 July, with names as they were typed."""
    return plain(evening.of_day(circle, JULY))


def test_an_evening_adds_up_all_its_matches(circle):
    played(circle, "Ana", "Luis", "Eva", stake=10, currency="€")
    played(circle, "Ana", "Luis", stake=5, currency="€")
    played(circle, "Luis", "Ana", stake=5, currency="€")
    played(circle, "Luis", "Eva", days=1, stake=90, currency="€")
    assert of_july(circle) == Evening(
        day=JULY,
        matches=3,
        players=[
            PlayerEvening("Ana", 2, 3, f"+20{SPACE}€"),
            PlayerEvening("Luis", 1, 3, f"−10{SPACE}€"),
            PlayerEvening("Eva", 0, 1, f"−10{SPACE}€"),
        ],
        richest=[("Ana", f"+20{SPACE}€")],
        hand="Más puntos en una mano: Eva, +61",
    )


def test_each_win_is_a_coin_and_more_than_five_are_a_number_beside_one():
    players = [PlayerEvening("Ana", wins, 9, "") for wins in (0, 5, 6)]
    assert [len(player.coins) for player in players] == [0, 5, 1]


def test_winning_after_a_buy_back_is_the_hand_of_the_night_and_a_chinchon_more_so(
    circle,
):
    played(circle, "Ana", "Luis")
    hands = (hand(60, 0, 30, closer=1), hand(60, 0, 5, closer=1), hand(0, 90, 90))
    played(circle, "Ana", "Luis", "Eva", hands=hands, rebuys=2)
    assert of_july(circle).hand == "Ana se reenganchó 2 veces y ganó"
    chinchon = HandScored({0: 5}, 1, Close.CHINCHON)
    played(circle, "Ana", "Luis", hands=(chinchon,), chinchon_points="wins")
    assert of_july(circle).hand == "Chinchón de Luis"


def test_a_match_in_the_bin_is_part_of_no_evening_and_in_no_list(circle):
    played(circle, "Ana", "Luis")
    Match.objects.update(deleted_at="2026-07-02T12:00Z")
    assert evening.of_day(circle, JULY) is None
    answer = page(circle)
    assert answer.context["years"] == []
    assert "Aquí queda cada día" in page_text(answer)


def test_the_page_and_its_picture_show_the_same_evening_to_who_may_see_the_circle(
    circle,
):
    match = played(circle, "Ana", "Luis", stake=10, currency="€")
    phone = phone_of(circle)
    addresses = (address(circle), address(circle, name="evening-picture"))
    text = text_at(phone, addresses[0])
    assert "1 ganada de 1" in text
    assert "Luis → Ana" in text
    assert "Ganó Ana" in text
    picture = phone.get(addresses[1])
    assert picture["Content-Type"] == "image/png"
    played(circle, "Luis", "Ana")
    assert phone.get(addresses[1])["ETag"] != picture["ETag"]
    strangers = (phone_with(Role.SCORE, match), phone_of(new_circle(), Role.OWN))
    for who in (Client(), *strangers):
        assert [who.get(one).status_code for one in addresses] == [404] * 2
    for day in ("2026-07-02", "ayer", "2026-13-01"):
        assert phone.get(f"/c/{circle.code}/evenings/{day}/").status_code == 404


def test_the_money_of_a_picture_ends_in_one_column(circle):
    played(circle, "Ana", "Luis", "Eva", stake=1000, currency="€")
    one = evening.of_day(circle, JULY)
    rows = [evening._slip(one, each, 50, evening.WIDTH, 1) for each in one.players]
    ends = [row["money_x"] + row["money"].width for row in rows]
    assert ends == pytest.approx([evening.WIDTH - evening.MARGIN] * 3, abs=0.2)


def test_of_a_night_of_a_hundred_matches_and_more_the_page_leads_to_all(circle):
    rules = played(circle, "Ana", "Luis").ruleset
    for more, leads in ((LISTED - 1, False), (1, True)):
        Match.objects.bulk_create(
            Match(circle=circle, ruleset=rules, played_on=JULY, players_at_start=2)
            for _match in range(more)
        )
        found = phone_of(circle).get(address(circle)).text
        assert found.count('<li class="card">') == LISTED
        assert ("?since=2026-07-01&amp;until=2026-07-01" in found) == leads


# The evenings of a year: a coin for each in its month, and a card


def page(circle, **asked):
    return phone_of(circle).get(address_of("evenings", circle), asked)


def test_a_page_has_one_year_with_the_last_evening_first_and_leads_to_the_others(
    circle,
):
    for days in (-365, 0, 2, 2):
        played(circle, "Ana", "Luis", days=days)
    second = JULY + timedelta(days=2)
    found = evening.evenings(circle, played_on__year=2026)
    assert [(one.day, one.matches) for one in found] == [(second, 2), (JULY, 1)]
    days = [second, JULY, JULY - timedelta(days=365)]
    last = page(circle).text
    before = page(circle, year="2025").text
    assert [address(circle, day) in last for day in days] == [True, True, False]
    assert [address(circle, day) in before for day in days] == [False, False, True]
    assert last.index(address(circle, second)) < last.index(address(circle, JULY))
    assert '?year=2025"' in last
    for year in ("1999", "ayer", "99999999999"):
        assert page(circle, year=year).context["year"] == 2026


def test_a_month_has_a_coin_that_leads_to_each_evening_and_an_empty_month_has_none(
    circle,
):
    for apart in (0, 0, 7, 183):
        played(circle, "Ana", "Luis", days=apart)
    shown = page(circle).text

    def coins(month):
        link = shown.partition(f'href="#m{month}"')[2].partition("</a>")[0]
        return link.count('class="coin"')

    assert (coins(7), coins(12)) == (2, 1)
    assert shown.count('id="m7"') == 1
    assert ('href="#m8"' in shown) is False


def test_a_card_names_the_winner_the_venue_the_money_and_the_hand_of_the_night(circle):
    match = played(circle, "Ana", "Luis", "Eva", stake=10, currency="€")
    update_row(match, place="Bar Manolo")
    best = "La mano del día Más puntos en una mano: Eva, +61"
    assert f"Ana 1 de 1 · Bar Manolo en dinero Ana +20 € {best}" in page_text(
        page(circle)
    )
    played(circle, "Luis", "Ana", stake=20, currency="€")
    one = of_july(circle)
    assert plain((one.names, one.result)) == ("Ana y Luis", "1 cada uno")


def test_who_leads_in_matches_and_who_in_money_are_told_apart(circle):
    for _match in range(2):
        played(circle, "Ana", "Luis", stake=1, currency="€")
    played(circle, "Luis", "Ana", stake=5, currency="€")
    phone = phone_of(circle)
    text = text_at(phone, address(circle))
    assert "Ana En partidas, 2 de 3 En dinero Luis, +3 €" in text
    Match.objects.update(played_on=dates.evening(circle))
    text = text_at(phone, circle.get_absolute_url())
    assert "Ana va ganando en partidas, 2 de 3; en dinero Luis, +3 €" in text
