"""Pictures of a player's results: coordinates and words."""

from datetime import date

from scores.circle.statistics.figures import (
    busts_histogram,
    points_histogram,
)
from scores.circle.statistics.persons import months_of
from scores.circle.statistics.rating_chart import rating_chart
from scores.core.matches.ratings import latest_ratings
from scores.models import Result
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import played, who
from tests.scores.support.factories import phone_of
from tests.scores.support.table import address_of, text_at, update_row


def test_the_rating_is_drawn_from_the_first_month_to_the_last():
    months = [
        (date(2026, 1, 31), 400),
        (date(2026, 2, 28), 500),
        (date(2026, 3, 28), 450),
    ]
    chart = rating_chart(months)
    assert chart.points == "40.0,90.0 176.0,8.0 312.0,49.0"
    assert chart.last == (312.0, 49.0)
    assert chart.heights == [(90.0, 400), (8.0, 500)]
    assert chart.text == "De 400 (Ene 2026) a 450; lo más alto, 500 (Feb 2026)."
    assert rating_chart(months[:2]) is None  # two months make no line
    assert rating_chart([(month, 400) for month, _rating in months]).heights == [
        (8.0, 400)
    ]


def test_a_month_has_the_rating_after_its_last_evening(circle):
    for days in (0, 3, 40):
        played(circle, "Ana", "Luis", days=days)
    latest_ratings(circle)
    months = months_of(who(circle, "Ana"), "")
    assert [day for day, _rating in months] == [date(2026, 7, 4), date(2026, 8, 10)]


# Histograms


def shares(histogram) -> dict[str, str]:
    return {bar.label: bar.share for bar in histogram.bars}


def test_ten_hands_are_counted_in_ranges_of_points_and_told_in_words():
    points = [-10, -10, 0, 1, 10, 11, 20, 25, 30, 44, 50, 90]
    percents = {
        "menos": "17",
        "0": "8",
        "1–10": "17",
        "11–20": "17",
        "21–30": "17",
        "31–40": "",
    }
    percents |= {"41–50": "17", "51+": "8"}
    bars = shares(points_histogram(points))
    assert {
        label: share.strip("\N{NO-BREAK SPACE}%") for label, share in bars.items()
    } == percents
    assert [*shares(points_histogram([0, 1, 2, 3, 4, 5, 5, 5, 5, 5]))] == [
        "0",
        "1",
        "2",
        "3",
        "4",
        "5",
    ]
    assert points_histogram([-10, 0, *range(1, 11)]).text == (
        "De 12 manos, la mitad con +4 o menos; sin puntos o restando, el 17\N{NO-BREAK SPACE}%."
    )
    assert points_histogram(range(9)) is None
    heights = [(bar.y, bar.height) for bar in points_histogram([0] * 5 + [5] * 15).bars]
    assert heights[0] == (68.7, 23.3)
    assert heights[-1] == (22.0, 70.0)


def test_three_busts_are_counted_by_the_number_of_the_hand_and_told_in_words():
    histogram = busts_histogram([[3], [], [2, 5], [3]])
    percents = {
        label: share.strip("\N{NO-BREAK SPACE}%")
        for label, share in shares(histogram).items()
    }
    assert percents == {"1": "", "2": "25", "3": "50", "4": "", "5": "25"}
    assert histogram.text == (
        "Se pasó 4 veces: la mitad en la mano 3 o antes, la más temprana en la 2. "
        "En 1 partida de 4 no se pasó."
    )
    assert [*shares(busts_histogram([[3, 9, 17]]))] == [
        "1–3",
        "4–6",
        "7–9",
        "10–12",
        "13–15",
        "16–18",
    ]
    assert busts_histogram([[1], [2], []]) is None


def test_all_matches_of_the_player_in_one_game_count(circle):
    for days in range(3):
        played(
            circle,
            "Ana",
            "Luis",
            hands=(hand(0, 12), hand(0, 20), hand(0, 7), hand(0, 30)),
            days=days,
        )
    played(circle, "Ana", "Luis", preset="chinchon-french", limit=10)
    luis = who(circle, "Luis")
    phone = phone_of(circle)
    address = f"{address_of('person', circle, luis.uid)}?game=chinchon"
    text = text_at(phone, address)
    assert "De 12 manos, la mitad con +12 o menos" in text
    assert "Se pasó 3 veces: la mitad en la mano 4 o antes" in text
    update_row(Result.objects.filter(seat__player=luis).first(), hand_points=None)
    text = text_at(phone, address)
    assert "salen cuando se acaben de leer las partidas de antes" in text
    assert "la mitad" not in text
