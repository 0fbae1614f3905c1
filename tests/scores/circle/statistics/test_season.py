"""The trophies of a year: who holds them, and why."""

from django.test import Client

from rules.events import Finished
from scores.circle.statistics.season import season_of
from tests.rules.support.table import hand, nobody_closed
from tests.scores.support.circle_matches import played
from tests.scores.support.factories import phone_of
from tests.scores.support.plain import plain
from tests.scores.support.table import address_of, page_at, page_text


def held(circle, year=2026):
    season = season_of(circle, year)
    return {
        str(trophy.kind.name): (trophy.value, plain(trophy.holders))
        for trophy in (season.trophies if season else [])
    }


def test_who_did_it_most_in_the_year_has_the_trophy_and_equals_share_it(circle):
    played(circle, "Ana", "Luis", "Eva")
    played(circle, "Luis", "Ana", days=1)
    played(circle, "Ana", "Luis", days=2)
    played(circle, "Eva", "Luis", days=200)  # in 2027
    assert held(circle) == {"Campeón": (2, "Ana"), "Todo ligado": (2, "Ana")}
    season = season_of(circle, 2026)
    assert (season.matches, season.days, season.hands) == (3, 3, 3)
    assert held(circle, 2025) == {}


def test_the_picture_of_a_year_with_one_match_counts_it_as_one(circle):
    played(circle, "Ana", "Luis")
    assert season_of(circle, 2026).pictures[0] == [
        "El año en la mesa",
        "1",
        "partida acabada",
        "1 día · 1 mano",
    ]
    played(circle, "Ana", "Luis", days=1)
    assert season_of(circle, 2026).pictures[0][2:] == [
        "partidas acabadas",
        "2 días · 2 manos",
    ]


def test_the_run_without_going_past_the_limit_goes_on_from_match_to_match(circle):
    for days in range(10):
        played(circle, "Ana", "Luis", days=days, hands=(hand(0, 20),) * 3)
    assert held(circle)["El invicto"] == (30, "Ana")


def test_who_wins_past_the_limit_has_gone_past_it(circle):
    both_past = (nobody_closed(20, 30), nobody_closed(40, 40))
    for days in range(10):
        played(circle, "Ana", "Luis", days=days, hands=both_past)
    assert held(circle)["Campeón"] == (10, "Ana")
    assert held(circle)["El invicto"] == (1, "Ana y Luis")


def test_nine_matches_of_a_year_are_no_contest_for_who_plays_most(circle):
    contests = {"El invicto", "Nunca falla"}
    for days in range(9):
        played(circle, "Ana", "Luis", days=days)
    played(circle, "Ana", "Luis", days=10, hands=(Finished(),))
    assert not contests & held(circle).keys()
    played(circle, "Ana", "Luis", days=11)
    assert contests <= held(circle).keys()
    phone = phone_of(circle)
    for name in ("season", "certificate"):
        shown = page_text(page_at(phone, name, circle, 2026))
        assert "Más partidas jugadas, en un año de diez o más." in shown


def test_a_year_with_no_match_but_one_without_a_hand_has_a_page_and_no_trophy(circle):
    played(circle, "Ana", "Luis", hands=(Finished(),))
    assert held(circle) == {}
    shown = page_text(page_at(phone_of(circle), "season", circle, 2026))
    assert "Partidas: 1 · días: 1 · manos: 0" in shown
    assert "Diploma para imprimir" not in shown


def test_the_phoenix_won_after_buying_back_in(circle):
    hands = (hand(60, 0, 20, closer=1), hand(0, 70, 70))
    played(circle, "Ana", "Luis", "Eva", rebuys=1, hands=hands)
    assert held(circle)["El ave fénix"] == (1, "Ana")


def test_the_page_explains_each_trophy_and_has_a_picture_for_each_of_the_first(circle):
    played(circle, "Ana", "Luis")
    phone = phone_of(circle)
    page = page_at(phone, "season", circle, 2026)
    assert "Más cierres con todo ligado: los −10." in page_text(page)
    last = len(held(circle))
    first, shown, missing = (
        page_at(phone, "season-picture", circle, 2026, number)
        for number in (0, last, last + 1)
    )
    assert (shown["Content-Type"], missing.status_code) == ("image/png", 404)
    assert first["ETag"] != shown["ETag"]


def test_a_year_without_matches_has_no_page_and_no_link_and_strangers_none(circle):
    for days in (0, 800):
        played(circle, "Ana", "Luis", days=days)
    phone = phone_of(circle)
    for client, year in ((phone, 2025), (phone, 0), (Client(), 2026)):
        for name in ("season", "certificate"):
            assert page_at(client, name, circle, year).status_code == 404
    for page in (address_of("season", circle, 2026), address_of("league", circle)):
        assert list(phone.get(page).context["years"]) == [2028, 2026]
