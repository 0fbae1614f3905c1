"""Pictures of a player's results: coordinates and words."""

from datetime import date

from scores.core.matches.ratings import latest_ratings
from scores.group.statistics.persons import HeadToHead
from scores.group.statistics.pictures import duel_bar, months_of, rating_chart
from tests.scores.support.circle_matches import new_circle, played, who


def test_the_rating_is_drawn_from_the_first_month_to_the_last():
    chart = rating_chart([(date(2026, 1, 31), 400), (date(2026, 2, 28), 500), (date(2026, 3, 28), 450)])
    assert chart.points == "34.0,92.0 173.0,8.0 312.0,50.0"
    assert (chart.last, chart.heights) == ((312.0, 50.0), [(92.0, 400), (8.0, 500)])
    assert chart.text == "De 400 (Ene 2026) a 450; lo más alto, 500 (Feb 2026)."


def test_two_months_make_no_line():
    assert rating_chart([(date(2026, 1, 31), 400), (date(2026, 2, 28), 500)]) is None


def test_a_rating_that_never_changed_is_a_line():
    months = [(date(2026, month, 1), 400) for month in (1, 2, 3)]
    assert rating_chart(months).heights == [(8.0, 400)]


def test_a_month_has_the_rating_after_its_last_evening():
    circle = new_circle()
    for days in (0, 3, 40):
        played(circle, "Ana", "Luis", days=days)
    latest = latest_ratings(circle)
    ana = who(circle, "Ana")
    assert [day for day, _rating in months_of(ana, "")] == [date(2026, 7, 4), date(2026, 8, 10)]
    assert ana.pk in latest


def test_the_bar_of_two_has_a_part_for_who_was_ahead_level_and_behind():
    sums = HeadToHead(matches=4, ahead=2, behind=1, wins=2, losses=1, cash=[])
    assert duel_bar(sums) == [("ahead", 0.0, 160.0), ("level", 160.0, 80.0), ("behind", 240.0, 80.0)]


def test_the_bar_leaves_out_what_never_happened():
    sums = HeadToHead(matches=2, ahead=2, behind=0, wins=2, losses=0, cash=[])
    assert duel_bar(sums) == [("ahead", 0.0, 320.0)]
