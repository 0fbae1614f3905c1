"""Statistics of one player and of two players: only finished, undeleted matches count."""

import re
from datetime import date
from operator import attrgetter, itemgetter

from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.events import Close, Finished
from rules.match.corrections import Undone
from scores.circle.circles import merging
from scores.circle.statistics import figures as of_rows, persons
from scores.circle.statistics.figures import (
    busts_histogram,
    points_histogram,
    rating_chart,
)
from scores.core.matches.ratings import latest_ratings
from scores.models import Match, Phone, Result, Role
from tests.rules.support.table import hand, nobody_closed, on_table
from tests.scores.support.circle_matches import new_circle, played, who
from tests.scores.support.factories import phone_of, write
from tests.scores.support.plain import plain
from tests.scores.support.table import address_of, page_text, update_row

SPACE = "\N{NO-BREAK SPACE}"
FIGURES = {
    "matches": 1,
    "won": 1,
    "share": 100,
    "place": 1,
    "mean_rank": 1,
    "points": -10,
    "hands": 1,
    "a_hand": -10,
    "closes": 1,
    "clean": 1,
    **dict.fromkeys(("chinchones", "joker_runs", "buy_backs", "comebacks"), 0),
}


def rows(circle, name):
    player = who(circle, name)
    player.circle = circle
    return persons.results_of(player)


def figures(circle, name):
    return of_rows.figures(rows(circle, name))


def best_and_worst(circle, name):
    """The points of both hands, each with the code of its match."""
    hands = of_rows.best_and_worst(rows(circle, name))
    return [(points, row.code) for points, row in hands]


def page(circle, name, role=Role.WATCH, **asked):
    return phone_of(circle, role).get(page_of(circle, name), asked)


def page_of(circle, name):
    return address_of("person", circle, who(circle, name).uid)


def duel(circle, one, other):
    uids = [who(circle, name).uid for name in (one, other)]
    return phone_of(circle).get(address_of("against", circle, *uids))


# Which matches count


def test_a_match_that_is_over_counts_until_it_is_deleted_or_its_end_is_taken_back(
    circle,
):
    played(new_circle(), "Ana", "Luis")
    played(circle, "Ana", "Luis", hands=(hand(0, 3),))
    match = played(circle, "Ana", "Luis", "Eva")
    other = played(circle, "Paco", "Luis")
    Match.objects.update(archived_at=timezone.now())
    assert figures(circle, "Ana") == FIGURES
    lost = {"won": 0, "share": 0, "place": 3, "mean_rank": 3, "closes": 0, "clean": 0}
    assert figures(circle, "Eva") == {**FIGURES, **lost, "points": 61, "a_hand": 61}
    update_row(match, deleted_at=timezone.now())
    write(other, Undone())
    assert rows(circle, "Ana") == rows(circle, "Luis") == []


# The figures


def test_who_won_after_buying_back_in_came_back(circle):
    runs = (
        hand(60, 0, 30, closer=1, close=Close.JOKER_RUN_1),
        hand(0, 40, 10),
        hand(0, 90, 90),
    )
    match = played(circle, "Ana", "Luis", "Eva", hands=runs, rebuys=1)
    assert match.finished_at is not None
    assert figures(circle, "Ana") == {
        **FIGURES,
        "points": 40,
        "hands": 3,
        "a_hand": 40 / 3,
        "closes": 2,
        "clean": 2,
        "buy_backs": 1,
        "comebacks": 1,
    }
    assert figures(circle, "Luis")["joker_runs"] == 1
    lost = (hand(60, 0, 30, closer=1), hand(90, 0, 90, closer=1))
    played(circle, "Ana", "Luis", "Eva", hands=lost, rebuys=1, days=1)
    counted = itemgetter("matches", "share", "mean_rank", "buy_backs", "comebacks")
    assert counted(figures(circle, "Ana")) == (2, 50, 1.5, 2, 1)


def test_the_best_hand_is_the_lowest_or_the_highest_as_the_total_that_wins(circle):
    first = played(circle, "Ana", "Luis", hands=(hand(20, 0, closer=1), hand(0, 61)))
    played(circle, "Ana", "Luis", days=1)
    assert best_and_worst(circle, "Ana") == [(-10, first.code), (20, first.code)]
    hands = (on_table((10, 0), (0, 30), closer=0), on_table((60, 0), (0, 5), closer=0))
    match = played(circle, "Eva", "Paco", hands=hands, preset="rum-500")
    assert best_and_worst(circle, "Paco") == [(-5, match.code), (-30, match.code)]


def test_money_is_added_up_by_currency_and_not_told_where_there_was_none(circle):
    played(circle, "Ana", "Luis", "Eva", stake=5, currency="€")
    played(circle, "Luis", "Ana", stake=3, days=1)
    assert of_rows.money(rows(circle, "Ana"), "money") == [(-3_00, ""), (10_00, "€")]
    played(circle, "Pepe", "Lola")
    assert of_rows.money(rows(circle, "Pepe"), "money") == []


def test_the_last_ten_matches_come_newest_first_by_evening_and_fellows_by_how_often(
    circle,
):
    third, first, second = (
        played(circle, "Ana", "Luis", days=day) for day in (3, 1, 2)
    )
    result = persons.recent_matches(rows(circle, "Luis"))
    assert [one.match for one in result] == [third, second, first]
    facts = attrgetter("result.place", "result.won", "others")
    assert plain(facts(result[0])) == (2, False, ["Ana"])
    for day in range(8):
        played(circle, "Ana", "Luis" if day else "Eva", days=day)
    found = rows(circle, "Ana")
    assert len(persons.recent_matches(found)) == 10
    mates = persons.table_mates(who(circle, "Ana"), found)
    assert [one.name for one in mates] == ["Luis", "Eva"]


# Two players


def test_two_who_met_are_compared_in_the_matches_that_both_played(circle):
    played(circle, "Ana", "Luis", "Eva", stake=5, currency="€")
    played(circle, "Eva", "Luis", "Ana", stake=5, currency="€", days=1)
    played(circle, "Ana", "Eva", days=2)
    played(circle, "Ana", "Luis", hands=(nobody_closed(7, 7), Finished()), days=3)
    result = of_rows.head_to_head(
        persons.duels(who(circle, "Ana"), who(circle, "Luis"))
    )
    assert result == {
        "matches": 3,
        "ahead": 1,
        "level": 1,
        "behind": 1,
        "wins": 2,
        "losses": 1,
        "cash": [(5_00, -10_00, "€")],
    }


def test_who_ended_first_in_each_of_the_last_meetings_is_said_or_that_they_never_met(
    circle,
):
    played(circle, "Ana", "Eva", "Luis")
    match = played(circle, "Eva", "Luis", "Ana", days=1)
    played(circle, "Ana", "Luis", hands=(nobody_closed(7, 7), Finished()), days=2)
    played(circle, "Lola", "Pepe")
    answer = duel(circle, "Ana", "Luis")
    assert "Luis delante Ana 3.º · Luis 2.º Chinchón · 2 jul 2026" in page_text(answer)
    assert "Ana delante Ana 1.º · Luis 3.º Chinchón · 1 jul 2026" in page_text(answer)
    assert "A la par Ana 1.º · Luis 1.º" in page_text(answer)
    assert match.get_absolute_url() in answer.text
    bar = re.findall(r'<rect class="(\w+)"(?: x="(\d)")? width="(\d)"', answer.text)
    assert bar == [("ahead", "", "1"), ("level", "1", "1"), ("behind", "2", "1")]
    never = "todavía no han terminado ninguna partida en la misma mesa"
    assert never in page_text(duel(circle, "Ana", "Lola"))


def test_nobody_is_compared_with_himself_or_with_somebody_of_another_circle(circle):
    other = new_circle()
    played(circle, "Ana", "Luis")
    played(other, "Ana", "Luis")
    ana = who(circle, "Ana").uid
    stranger = who(other, "Luis").uid
    phone = phone_of(circle)
    pages = [
        ("person", [stranger]),
        ("against", [ana, ana]),
        ("against", [ana, stranger]),
    ]
    answers = [
        phone.get(address_of(name, circle, *uids)).status_code for name, uids in pages
    ]
    assert answers == [404] * 3


# The page of a player


def test_one_match_that_is_over_is_enough_for_a_page_and_an_owner_is_led_to_the_name(
    circle,
):
    played(circle, "Ana", "Luis", hands=(hand(0, 3),))
    answer = page(circle, "Ana")
    assert "Todavía no ha terminado ninguna partida" in page_text(answer)
    assert f"{reverse('new-match')}?circle={circle.code}" in answer.text
    played(circle, "Ana", "Luis")
    text = page_text(page(circle, "Ana"))
    assert "Partidas 1 Ganadas 1 100 % Puesto medio 1,0" in text
    assert "Racha 1 la mayor, 1 ganada Puntos por mano −10,0" in text
    assert "provisional" in text
    assert "Ganó Con Luis Chinchón · 1 jul 2026" in text
    assert page_text(page(circle, "Ana", game="gin")) == text  # which she never played
    edit = address_of("person-edit", circle, who(circle, "Ana").uid)
    found = [edit in page(circle, "Ana", role).text for role in (Role.SCORE, Role.OWN)]
    assert found == [False, True]


def test_points_of_several_games_are_not_mixed(circle):
    played(circle, "Ana", "Luis")
    played(
        circle,
        "Luis",
        "Ana",
        preset="rum-500",
        hands=(on_table((60, 0), (0, 5), closer=0),),
        days=1,
    )
    text = page_text(page(circle, "Ana"))
    assert "Puntos por mano −10,0" not in text
    assert "Mejor mano" not in text
    assert "Chinchón 1 de 1 −10,0 Rum 500 0 de 1 −5,0" in text
    assert "de la más antigua a la última 1.º de 2 2.º de 2" in text
    assert "Puesto 2 de 2 Con Luis Rum 500" in text
    alone = page_text(page(circle, "Ana", game="rum-500"))
    assert "Partidas 1 Ganadas 0" in alone
    assert "Puntos por mano −5,0" in alone


# Merged players


def test_the_address_of_a_name_that_was_somebody_leads_who_may_watch_to_who_that_is(
    circle,
):
    for name in ("Ana", "Anita", "Aninha"):
        played(circle, "Luis", name)
    for name, other in (("Anita", "Aninha"), ("Ana", "Anita")):
        merging.merge_players(
            who(circle, name), who(circle, other), Phone.objects.create()
        )
    for name in ("Anita", "Aninha"):
        assert page(circle, name).url == page_of(circle, "Ana")
        in_one_game = page(circle, name, game="chinchon").url
        assert in_one_game == f"{page_of(circle, 'Ana')}?game=chinchon"
    luis, ana, anita = (who(circle, name).uid for name in ("Luis", "Ana", "Anita"))
    assert duel(circle, "Luis", "Anita").url == address_of("against", circle, luis, ana)
    assert duel(circle, "Ana", "Anita").url == page_of(circle, "Ana")
    for hidden in (
        page_of(circle, "Anita"),
        address_of("against", circle, luis, anita),
    ):
        assert Client().get(hidden).status_code == 404


# The pictures of a player: coordinates and words


def test_the_rating_is_drawn_from_the_first_month_to_the_last():
    months = [
        (date(2026, 1, 31), 400),
        (date(2026, 2, 28), 500),
        (date(2026, 3, 28), 450),
    ]
    chart = rating_chart(months)
    assert chart.points == "40.0,90.0 176.0,8.0 312.0,49.0"
    assert chart.end == (312.0, 49.0)
    assert chart.heights == [(90.0, 400), (8.0, 500)]
    page = render_to_string("scores/statistics/_rating_chart.html", {"chart": chart})
    assert "De 400 (Ene 2026) a 450; lo más alto, 500 (Feb 2026)." in page
    assert rating_chart(months[:2]) is None  # two months make no line
    assert rating_chart([(month, 400) for month, _rating in months]).heights == [
        (8.0, 400)
    ]


def test_a_month_has_the_rating_after_its_last_evening(circle):
    days = [date(2026, month, 4) for month in (1, 2, 3)]
    months = [(day, 400) for day in days]
    assert rating_chart([(date(2026, 1, 3), 500), *months]) == rating_chart(months)
    for apart in (40, 3):
        played(circle, "Ana", "Luis", days=apart)
    latest_ratings(circle)
    levels = persons.levels_of(who(circle, "Ana"), "")
    assert [day for day, _level in levels] == [date(2026, 7, 4), date(2026, 8, 10)]


def shares(histogram):
    """The percents by the labels of the bars."""
    return {bar.label: bar.share.strip(f"{SPACE}%") for bar in histogram.bars}


def test_ten_hands_are_counted_in_ranges_of_points_and_told_in_words():
    points = [-10, -10, 0, 1, 10, 11, 20, 25, 30, 44, 50, 90]
    equal = dict.fromkeys(("menos", "1–10", "11–20", "21–30", "41–50"), "17")
    found = shares(points_histogram(points))
    assert found == {**equal, "0": "8", "31–40": "", "51+": "8"}
    assert [*found] == ["menos", "0", "1–10", "11–20", "21–30", "31–40", "41–50", "51+"]
    few = points_histogram([0, 1, 2, 3, 4, 5, 5, 5, 5, 5])
    assert [*shares(few)] == ["0", "1", "2", "3", "4", "5"]
    assert points_histogram([-10, 0, *range(1, 11)]).text == (
        f"De 12 manos, la mitad con +4 o menos; sin puntos o restando, el 17{SPACE}%."
    )
    assert points_histogram(range(9)) is None
    heights = [bar.height for bar in points_histogram([0] * 5 + [5] * 15).bars]
    assert (heights[0], heights[-1]) == (23.3, 70.0)


def test_three_busts_are_counted_by_the_number_of_the_hand_and_told_in_words():
    histogram = busts_histogram([[3], [], [2, 6], [4]])
    empty = {"1": "", "5": ""}
    assert shares(histogram) == {**dict.fromkeys("2346", "25"), **empty}
    assert histogram.text == (
        "Se pasó 4 veces: la mitad en la mano 3 o antes, la más temprana en la 2. "
        "En 1 partida de 4 no se pasó."
    )
    ranges = ["1–3", "4–6", "7–9", "10–12", "13–15", "16–18"]
    assert [*shares(busts_histogram([[3, 9, 17]]))] == ranges
    assert busts_histogram([[1], [2], []]) is None


def test_all_matches_of_the_player_in_one_game_count(circle):
    hands = (hand(0, 12), hand(0, 20), hand(0, 7), hand(0, 30))
    for days in range(3):
        played(circle, "Ana", "Luis", hands=hands, days=days)
    played(circle, "Ana", "Luis", preset="chinchon-french", limit=10)
    answer = page(circle, "Luis", game="chinchon")
    assert 'y="-70.0" width="' in answer.text  # the tallest bar stands on the line
    text = page_text(answer)
    assert "De 12 manos, la mitad con +12 o menos" in text
    assert "Se pasó 3 veces: la mitad en la mano 4 o antes" in text
    luis = who(circle, "Luis")
    update_row(Result.objects.filter(seat__player=luis).first(), hand_points=None)
    text = page_text(page(circle, "Luis", game="chinchon"))
    assert "salen cuando se acaben de leer las partidas de antes" in text
    assert "la mitad" not in text
