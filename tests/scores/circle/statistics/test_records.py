"""Records of a circle: holders, and match."""

from rules.match.corrections import Undone
from scores.circle.statistics import records
from tests.rules.support.table import hand, on_table
from tests.scores.support.circle_matches import played
from tests.scores.support.factories import phone_of, write
from tests.scores.support.plain import plain
from tests.scores.support.table import address_of, page_text

MOST = "Más puntos en una mano"


def by_label(circle, game="chinchon"):
    return {record.label: record for record in records.records(circle, game)}


def held(circle, game="chinchon"):
    """For each label: value, holders, how often it was equalled."""
    return {
        label: (record.value, plain(record.holders), record.again)
        for label, record in by_label(circle, game).items()
    }


def page(circle, **asked):
    return phone_of(circle).get(address_of("records", circle), asked)


def test_one_match_holds_the_records_there_are(circle):
    assert "Los récords salen solos en cuanto acabe la primera." in page_text(
        page(circle)
    )
    match = played(circle, "Ana", "Luis", hands=(hand(5, 0, closer=1), hand(0, 70)))
    assert held(circle) == {
        "La partida más larga": ("2 manos", "Ana y Luis", 0),
        MOST: ("+70", "Luis", 0),
        "Menos puntos en una mano": ("−10", "Ana", 1),
        "Ganar con más puntos": ("−5", "Ana", 0),
        "Más cierres en una partida": ("1", "Ana", 1),
        "Más cierres con todo ligado en una partida": ("1", "Ana", 1),
    }
    answer = page(circle)
    assert "+70 Más puntos en una mano Luis Chinchón · 1 jul 2026" in page_text(answer)
    assert match.get_absolute_url() in answer.text


def test_who_was_first_holds_it_and_it_is_said_how_often_it_was_equalled(circle):
    first = played(circle, "Ana", "Luis", hands=(hand(0, 60),))
    for times, words in enumerate(("otro lo igualó", "otros dos lo", "otros 3 lo"), 1):
        played(circle, "Ana", "Luis", days=times)
        most = by_label(circle)[MOST]
        assert (most.match, most.again) == (first, times)
        assert words in page_text(page(circle))
    older = played(circle, "Luis", "Ana", days=-1)  # written down later
    most = by_label(circle)[MOST]
    assert (most.match, plain(most.holders)) == (older, "Ana")
    write(older, Undone())
    assert by_label(circle)[MOST].match == first


def test_the_longest_and_the_shortest_match_and_winning_with_most_and_least_points(
    circle,
):
    played(circle, "Ana", "Luis")
    hands = (hand(0, 5), hand(30, 0, closer=1), hand(0, 70))
    long = played(circle, "Luis", "Ana", hands=hands, days=1)
    longest = by_label(circle, "")["La partida más larga"]
    assert (longest.match, longest.value) == (long, "3 manos")
    assert held(circle, "")["La partida más corta"][0] == "1 mano"
    points = held(circle)
    assert points["Ganar con más puntos"][:2] == ("10", "Luis")
    assert points["Ganar con menos puntos"][:2] == ("−10", "Ana")


def test_most_buy_backs_are_of_who_won_all_the_same(circle):
    came_back = (hand(60, 0, 30, closer=1), hand(0, 90, 90))
    played(circle, "Ana", "Luis", "Eva", hands=came_back, rebuys=1)
    assert held(circle)["Ganó con más reenganches"] == ("1", "Ana", 0)


def test_points_are_compared_in_one_game_only_and_the_page_asks_which(circle):
    played(circle, "Ana", "Luis")
    hands = (on_table((90, 0), (0, 5), closer=0),)
    played(circle, "Ana", "Luis", preset="rum-500", hands=hands, days=1)
    assert not {MOST, "Ganar con más puntos"} & held(circle, "").keys()
    assert held(circle, "rum-500")[MOST] == ("+90", "Ana", 0)
    assert "Los puntos se comparan dentro de un juego" in page_text(page(circle))
    assert "+90 Más puntos en una mano Ana" in page_text(page(circle, game="rum-500"))


def test_the_longest_row_of_wins_is_of_who_had_it_first(circle):
    for day, names in enumerate([("Ana", "Luis")] * 2 + [("Luis", "Ana")] * 2):
        played(circle, *names, days=day)
    streak = by_label(circle)["Más partidas ganadas seguidas"]
    assert (streak.value, plain(streak.holders), streak.again) == ("2", "Ana", 1)
    assert streak.match.played_on.day == 2
