"""Records of a circle: holders, match, and when a record is broken."""

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.events import Finished
from rules.match.corrections import Undone
from scores.core.matches import log, ratings
from scores.core.matches.scoresheet import Sheet
from scores.group.circles import merging
from scores.group.statistics import circle_tables
from scores.models import Circle, Match, Phone, Records
from tests.rules.support.table import hand, nobody_closed, on_table
from tests.scores.support.circle_matches import new_circle, phone_of, played, who
from tests.scores.support.table import page_text


@pytest.fixture
def circle() -> Circle:
    return new_circle()


def held(circle: Circle, game: str = "chinchon") -> dict[str, tuple]:
    """For each label: value, holders, how often it was equalled."""
    return {
        record["label"]: (
            record["value"],
            sorted(player.name for player in record["holders"]),
            record["again"],
        )
        for record in circle_tables.records(circle, game)
    }


def page(circle: Circle, **asked: str) -> HttpResponse:
    return phone_of(circle).get(reverse("records", args=[circle.code]), asked)


def test_one_match_holds_the_records_there_are(circle):
    played(circle, "Ana", "Luis", hands=(hand(5, 0, closer=1), hand(0, 70)))
    assert held(circle) == {
        "La partida más larga": ("2 manos", ["Ana", "Luis"], 0),
        "Más puntos en una mano": ("+70", ["Luis"], 0),
        "Menos puntos en una mano": ("−10", ["Ana"], 1),
        "Ganar con más puntos": ("−5", ["Ana"], 0),
        "Más cierres en una partida": ("1", ["Ana"], 1),
        "Más cierres limpios en una partida": ("1", ["Ana"], 1),
    }


def test_who_was_first_holds_it_and_it_is_said_how_often_it_was_equalled(circle):
    first = played(circle, "Ana", "Luis")
    for day in (1, 2):
        played(circle, "Ana", "Luis", days=day)
    [most] = [
        record for record in circle_tables.records(circle, "chinchon") if "Más puntos" in record["label"]
    ]
    assert (most["match"], most["again"]) == (first, 2)


@pytest.mark.parametrize(
    ("times", "spanish", "english"),
    [
        (1, "igualado una vez", "equalled once"),
        (2, "igualado dos veces", "equalled twice"),
        (3, "igualado 3 veces", "equalled 3 times"),
    ],
)
def test_a_record_says_in_words_how_often_it_was_equalled(circle, times, spanish, english):
    for day in range(times + 1):
        played(circle, "Ana", "Luis", days=day)
    phone = phone_of(circle)
    address = reverse("records", args=[circle.code])
    assert spanish in page_text(phone.get(address))
    assert english in page_text(phone.get(address, headers={"accept-language": "en"}))


def test_the_longest_and_the_shortest_match(circle):
    played(circle, "Ana", "Luis")
    long = played(circle, "Ana", "Luis", hands=(hand(0, 5), hand(0, 5), hand(0, 60)), days=1)
    result = {record["label"]: record for record in circle_tables.records(circle, "")}
    assert (result["La partida más larga"]["match"], result["La partida más larga"]["value"]) == (
        long,
        "3 manos",
    )
    assert result["La partida más corta"]["value"] == "1 mano"


def test_winning_with_most_and_with_least_points_is_of_winners_only(circle):
    played(circle, "Ana", "Luis")
    played(circle, "Luis", "Ana", hands=(hand(30, 0, closer=1), hand(0, 70)), days=1)
    result = held(circle)
    assert result["Ganar con más puntos"][:2] == ("20", ["Luis"])
    assert result["Ganar con menos puntos"][:2] == ("−10", ["Ana"])


def test_most_buy_backs_are_of_who_won_all_the_same(circle):
    came_back = (hand(60, 0, 30, closer=1), hand(0, 90, 90))
    played(circle, "Ana", "Luis", "Eva", hands=came_back, rebuys=1)
    assert held(circle)["Más reenganches y ganar"] == ("1", ["Ana"], 0)


def test_nobody_is_named_for_none(circle):
    played(circle, "Ana", "Luis")
    assert {"Más chinchones en una partida", "Más reenganches y ganar"} & set(held(circle)) == set()


def test_points_are_compared_in_one_game_only(circle):
    played(circle, "Ana", "Luis")
    played(circle, "Ana", "Luis", preset="rum-500", hands=(on_table((90, 0), (0, 5), closer=0),), days=1)
    assert {"Más puntos en una mano", "Ganar con más puntos"} & set(held(circle, "")) == set()
    assert held(circle, "rum-500")["Más puntos en una mano"] == ("+90", ["Ana"], 0)


def test_the_longest_row_of_wins_is_of_who_had_it_first(circle):
    for day, first, second in (
        (0, "Ana", "Luis"),
        (1, "Ana", "Luis"),
        (2, "Luis", "Ana"),
        (3, "Luis", "Ana"),
    ):
        match = played(circle, first, second, days=day)
    assert match.played_on.day == 4
    [streak] = [record for record in circle_tables.records(circle, "") if "seguidas" in record["label"]]
    assert (streak["value"], [holder.name for holder in streak["holders"]], streak["again"]) == (
        "2",
        ["Ana"],
        1,
    )
    assert streak["match"].played_on.day == 2


def test_a_row_of_one_is_none(circle):
    played(circle, "Ana", "Luis")
    assert "Más partidas ganadas seguidas" not in held(circle)


def test_several_winners_keep_their_rows(circle):
    for day in range(2):
        played(circle, "Ana", "Luis", hands=(nobody_closed(7, 7), Finished()), days=day)
    assert held(circle)["Más partidas ganadas seguidas"][0] == "2"


def test_a_record_falls_with_the_end_that_was_taken_back(circle):
    played(circle, "Ana", "Luis")
    match = played(circle, "Luis", "Ana", hands=(hand(0, 95),), days=1)
    assert held(circle)["Más puntos en una mano"][0] == "+95"
    log.append(Sheet(match), Undone(), seq=1, client_key="undo", phone=None)
    assert held(circle)["Más puntos en una mano"][0] == "+60"


def test_a_deleted_match_holds_none(circle):
    played(circle, "Ana", "Luis")
    match = played(circle, "Luis", "Ana", hands=(hand(0, 95),), days=1)
    assert held(circle)["Más puntos en una mano"][0] == "+95"
    Match.objects.filter(pk=match.pk).update(deleted_at=timezone.now())
    ratings.invalidate(circle.pk, match.played_on)
    assert held(circle)["Más puntos en una mano"][0] == "+60"


def test_what_was_found_is_kept_until_something_changes(circle, django_assert_num_queries):
    played(circle, "Ana", "Luis")
    before = held(circle)
    kept = Records.objects.get().pk
    with django_assert_num_queries(3):
        assert held(circle) == before
    assert Records.objects.get().pk == kept


def test_two_circles_that_are_one_have_the_records_of_both_and_their_own_afterwards(circle):
    other = new_circle()
    played(circle, "Ana", "Luis")
    played(other, "Eva", "Pepe", hands=(hand(0, 95),))
    before = [held(circle), held(other)]
    done = merging.merge(circle, other, {}, Phone.objects.create())
    assert held(circle)["Más puntos en una mano"] == ("+95", ["Pepe"], 0)
    merging.undo(done, Phone.objects.create())
    assert [held(circle), held(other)] == before


def test_before_a_match_is_over_the_page_says_what_to_do_first(circle):
    assert "Los récords salen solos en cuanto acabe la primera." in page_text(page(circle))


def test_where_one_game_was_played_its_points_are_records_too(circle):
    match = played(circle, "Ana", "Luis")
    answer = page(circle)
    assert "Más puntos en una mano +60 Luis Chinchón · 1 jul 2026" in page_text(answer)
    assert match.get_absolute_url() in answer.content.decode()
    assert reverse("person", args=[circle.code, who(circle, "Luis").uid]) in answer.content.decode()


def test_where_several_were_played_one_is_chosen_for_points(circle):
    played(circle, "Ana", "Luis")
    played(circle, "Ana", "Luis", preset="rum-500", hands=(on_table((90, 0), (0, 5), closer=0),), days=1)
    assert "Los puntos se comparan dentro de un juego" in page_text(page(circle))
    assert "Más puntos en una mano +90 Ana" in page_text(page(circle, game="rum-500"))


@pytest.mark.parametrize("matches", [1, 9])
def test_the_page_costs_the_same_at_1_match_and_at_9(circle, matches, django_assert_num_queries):
    for day in range(matches):
        played(circle, "Ana", "Luis", *(f"Eva {number}" for number in range(day)), days=day)
    phone, address = phone_of(circle), reverse("records", args=[circle.code])
    phone.get(address)
    with django_assert_num_queries(6):
        phone.get(address)


def test_a_stranger_sees_nothing(circle):
    assert Client().get(reverse("records", args=[circle.code])).status_code == 404
