"""The chances of a match after each hand."""

from datetime import timedelta
from io import StringIO

from django.core.management import call_command

from rules.events import BoughtBackIn, Close, Finished, HandScored
from rules.match.corrections import Undone
from scores.circle.forecast import course
from scores.circle.forecast.course import (
    COMEBACK_BELOW,
    comeback,
    course_of,
)
from scores.circle.forecast.views import story_of
from scores.circle.statistics.records import records
from scores.core.matches.scoresheet import Sheet
from scores.models import Match, Result
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import new_circle, played
from tests.scores.support.factories import sheet_of, write
from tests.scores.support.plain import plain
from tests.scores.support.table import match_now, update_row

AHEAD = hand(0, 40, 45)
NOBODY_CLOSES = HandScored({0: 20, 1: 20})
NO_REBUYS = {"rebuys": 0}
CHINCHON = HandScored({}, 0, Close.CHINCHON)


def test_chances_before_the_first_hand_and_after_each_are_those_of_any_process():
    sheet = sheet_of("chinchon", AHEAD, AHEAD, hand(0, 10, 30), **NO_REBUYS)
    first = course_of(sheet)
    assert [hands for hands, _chances in first.moments] == [0, 1, 2, 3]
    assert first.now == course.now(sheet)
    moments = first.moments
    course.cache.clear()
    assert course_of(sheet).moments == moments


def test_the_hand_that_moved_the_chances_most_is_the_turn():
    chinchon = HandScored({}, 2, Close.CHINCHON)
    sheet = sheet_of("chinchon", AHEAD, hand(0, 5, 9), chinchon, chinchon_points="wins")
    story = story_of(sheet)
    assert (story["turn"].number, story["hands"][2].last) == ("3", 3)
    assert story["chart"].turn == story["chart"].scale.x(3)
    assert course_of(sheet).now == {0: 0, 1: 0, 2: 1}


def test_ahead_all_the_way_with_a_shared_win_or_out_of_danger_nobody_came_back():
    """The equal chances before the first hand are not the lowest of the winner."""
    of_six = {"players": 6, "chinchon_points": "wins"}
    ahead = sheet_of("chinchon", hand(0, 9, 9, 9, 9, 9), CHINCHON, **of_six)
    before, after, _end = [chances for _hands, chances in course_of(ahead).moments]
    assert before[0] < COMEBACK_BELOW < after[0]
    shared = sheet_of("chinchon", hand(90, 0, 95, closer=1), hand(0, 90, 3), Finished())
    assert len(shared.board.winners) == 2
    safe = sheet_of("chinchon", hand(0, 60), hand(0, 60), players=2, **NO_REBUYS)
    found = [comeback(sheet, course_of(sheet)) for sheet in (ahead, shared, safe)]
    assert found == [None] * 3


def test_an_answer_counts_before_the_next_hand():
    asking = {"rebuy_choice": "ask", "limit": 50, "out_at": "reach"}
    log_of = (hand(0, 10, 45), hand(0, 10, 20), BoughtBackIn(2), hand(0, 9, 9))
    sheet = sheet_of("chinchon", *log_of, **asking)
    assert course_of(sheet).moments[2][1][2] > 0


def test_a_long_match_comes_in_several_answers(monkeypatch):
    sheet = sheet_of("chinchon", *[hand(0, 1, 1)] * 9)
    monkeypatch.setattr(course, "MOST_WORK", 40_000)
    answers = [course_of(sheet)]
    while not answers[-1].is_complete:
        answers.append(course_of(sheet))
    assert len(answers) > 2
    assert answers[0].moments[-1][0] == 9
    assert [hands for hands, _chances in answers[-1].moments] == [*range(10)]


def test_of_a_very_long_match_some_hands_are_taken_together(monkeypatch):
    monkeypatch.setattr(course, "MOST_MOMENTS", 4)
    sheet = sheet_of("chinchon", *[hand(0, 1, 1)] * 8)
    assert [hands for hands, _chances in course_of(sheet).moments] == [0, 2, 4, 8]


# What a group knows of itself


def group_of(matches, *hands):
    circle = new_circle()
    for number in range(matches):
        match = played(circle, "Ana", "Luis", hands=hands, limit=300)
        earlier = match.created_at - timedelta(days=matches - number)
        update_row(match, created_at=earlier)
    return circle


def test_who_beat_the_other_again_and_again_is_likelier_to_win():
    circle = group_of(6, *[hand(0, 40)] * 8)
    match = played(circle, "Ana", "Luis", hands=(NOBODY_CLOSES,), limit=100)
    stranger = sheet_of("chinchon", NOBODY_CLOSES, players=2, **NO_REBUYS)
    assert course.now(Sheet(match))[0] > course.now(stranger)[0] + 0.15


def test_neither_a_later_match_nor_the_end_of_the_match_changes_a_chance():
    circle = group_of(2, *[hand(0, 40)] * 8)
    match = played(circle, "Ana", "Luis", hands=(hand(0, 40), hand(0, 5)), limit=100)
    before = course_of(Sheet(match)).moments[:2]
    played(circle, "Ana", "Luis", hands=(hand(0, 80),))
    write(match, Finished())
    assert course_of(Sheet(match_now(match))).moments[:2] == before


def test_a_forecast_costs_five_queries(django_assert_num_queries):
    circle = group_of(3, *[hand(0, 40)] * 8)
    match = played(circle, "Ana", "Luis", hands=(hand(0, 30),), limit=100)
    sheet = Sheet(Match.objects.select_related("circle").get(pk=match.pk))
    with django_assert_num_queries(5):
        course.now(sheet)


# The greatest comeback of a circle


NEARLY_OUT = hand(90, 0, closer=1)


def comeback_of(circle):
    held = records(circle, "chinchon")
    found = [one for one in held if one.name == "comeback"]
    return [(one.value, one.holders, one.beaten) for one in found]


def test_the_lowest_chance_of_a_winner_is_a_record_once_known_until_the_log_changes():
    circle = new_circle()
    match = played(circle, "Ana", "Luis", hands=(NEARLY_OUT, CHINCHON), limit=100)
    assert comeback_of(circle) == []
    call_command("find_comebacks", stdout=StringIO())
    ((value, holders, beaten),) = comeback_of(circle)
    assert plain((holders, beaten)) == ("Ana", "Luis")
    assert int(value.strip("<").split()[0]) < 25
    write(match, Undone())
    assert comeback_of(circle) == []
    assert set(Result.objects.values_list("lowest_chance", flat=True)) == {None}
