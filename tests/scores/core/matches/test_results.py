"""The result columns of a match: always those of its board."""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from importlib import import_module
from io import StringIO
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from rules.events import Close, Finished, HandScored, Retired
from rules.match.corrections import Amended, Change, Undone
from scores.circle.statistics import records
from scores.core.matches import ratings, results
from scores.core.matches.scoresheet import Sheet
from scores.core.matches.seat_results import SeatResult
from scores.management import upgrade
from scores.management.upgrade import bring_up_to_date
from scores.models import Match, Rating, Records, Result
from tests.rules.support.table import hand, nobody_closed
from tests.scores.support.factories import start, write
from tests.scores.support.table import (
    match_now,
    play,
    played,
    real_transactions,
    redo,
    score,
    undo,
    won_by_ana,
)

count_again = import_module(
    "scores.migrations.0038_order_by_who_held_out_longer"
).count_again
COLUMNS = (
    "seat__player__name",
    "place",
    "won",
    "total",
    "points",
    "hands",
    "buy_backs",
    "money",
)
# as an older version left them
OLD = {
    "fewest": None,
    "most": None,
    "hand_points": None,
    "busts": None,
}
CLOSES = ("seat__player__name", "closes", "clean", "joker_runs", "chinchones")


def of(match, *columns):
    return list(
        match.results.order_by("seat__position").values_list(*(columns or COLUMNS))
    )


def test_every_figure_of_a_seat_is_a_column_that_is_counted_again():
    assert {*SeatResult._fields} == {"seat", *results.COUNTED}


def test_results_follow_every_hand(phone):
    match = played(
        phone, "Ana", "Luis", "Eva", hand(0, 90, 61), stake="100", rebuy_stake="50"
    )
    assert of(match) == [
        ("Ana", 1, False, -10, -10, 1, 0, -100_00),
        ("Luis", 3, False, 90, 90, 1, 0, -100_00),
        ("Eva", 2, False, 61, 61, 1, 0, -100_00),
    ]
    play(phone, match, hand(0, 20, 5))
    assert of(match) == [
        ("Ana", 1, False, -20, -20, 2, 0, -100_00),
        ("Luis", 2, False, 66, 110, 2, 1, -150_00),
        ("Eva", 2, False, 66, 66, 2, 0, -100_00),
    ]


def test_ways_of_closing_are_counted(phone):
    hands = [
        hand(0, 9),
        hand(3, 9),
        hand(0, 9, close=Close.JOKER_RUN_1),
        nobody_closed(9, 9),
        hand(9, 0, closer=1, close=Close.JOKER_RUN_2),
        hand(9, None, closer=1, close=Close.CHINCHON),
    ]
    assert of(played(phone, "Ana", "Luis", *hands), *CLOSES) == [
        ("Ana", 3, 1, 1, 0),
        ("Luis", 2, 0, 1, 1),
    ]


def test_what_each_hand_added_and_in_which_one_went_bust_is_kept(phone):
    match = start(phone, "Ana", "Luis", "Eva")
    assert of(match) == []
    assert match.finished_at is None
    later = [hand(0, 90, 3), hand(0, 90, 5)]
    play(phone, match, hand(0, 60, 12), hand(5, 0, 40, closer=1), *later)
    assert of(match, "fewest", "most", "hand_points", "busts") == [
        (-10, 5, [-10, 5, -10, -10], []),
        (-10, 90, [60, -10, 90, 90], [3, 4]),
        (3, 40, [12, 40, 3, 5], []),
    ]


def test_a_hand_taken_back_or_corrected_is_kept_as_it_counts_now(phone):
    match = played(phone, "Ana", "Luis", hand(0, 30), hand(0, 61))
    undo(phone, match)
    assert of(match, "fewest", "most") == [(-10, -10), (30, 30)]
    write(match, Amended((Change(0, hand(4, 12)),)))
    assert of(match, "fewest", "most", "hand_points") == [(4, 4, [4]), (12, 12, [12])]
    write(match, Undone(), Undone())
    assert of(match, "hands", "fewest", "most") == [(0, None, None), (0, None, None)]


def test_an_upgrade_fills_in_what_is_missing_and_no_log_that_cannot_be_read_stops_it(
    phone, capsys
):
    whole, _lacking = (played(phone, "Ana", "Luis", hand(0, 23)) for _time in range(2))
    before = stored()
    broken = played(phone, "Eva", "José", hand(0, 23))
    broken.entries.update(kind="nonsense")
    Result.objects.exclude(match=whole).update(**OLD)
    bring_up_to_date()
    said = capsys.readouterr()
    assert said.out == "  2 of 2\nMatches worked out again: 1\n"
    assert f"The results of match {broken.pk} stay as they are" in said.err
    bring_up_to_date()
    assert capsys.readouterr().out == ""
    broken.delete()
    assert stored() == before


@pytest.mark.parametrize(
    ("older", "is_kept"),
    [
        ({"hand_points": None, "busts": None}, True),  # as 0.5.0 left them
        ({"hand_points": None, "total": 99}, False),
    ],
)
def test_filling_in_keeps_ratings_records_and_comebacks_of_what_was_counted_alike(
    phone, older, is_kept
):
    match = won_by_ana(phone)
    ratings.bring_up_to_date(match.circle)
    records.records(match.circle, "chinchon")
    chance = 100 if is_kept else None
    match.results.filter(won=True).update(lowest_chance=chance)
    rated = list(Rating.objects.values())
    before = stored()
    match.results.update(**older)
    results.fill_in(Sheet(Match.objects.get()))
    assert stored() == before
    assert list(Rating.objects.values()) == (rated if is_kept else [])
    assert Records.objects.count() == is_kept


def test_filling_in_orders_by_who_held_out_longer_and_keeps_comebacks(phone):
    names = ("Ana", "Luis", "Eva")
    played(phone, *names, hand(0, 60, 5))  # all are in: it is placed as it was
    retired = played(phone, *names, hand(0, 60, 5))
    write(retired, Retired(1))
    match = played(
        phone, *names, hand(0, 60, 5), hand(0, None, 70), limit="50", rebuys="0"
    )
    assert of(match, "place") == [(1,), (3,), (2,)]
    ratings.bring_up_to_date(match.circle)
    match.results.filter(won=True).update(lowest_chance=100)
    before = stored()
    for rank, name in enumerate(names, 1):  # by total alone, as 1.0.1 stored it
        match.results.filter(seat__player__name=name).update(place=rank)
    count_again(apps, SimpleNamespace(connection=connection))
    assert {*results.incomplete_matches()} == {retired, match}
    for one in (retired, match):
        results.fill_in(Sheet(match_now(one)))
    assert stored() == before
    assert Rating.objects.count() == 0
    assert list(results.incomplete_matches()) == []
    assert match.results.get(won=True).lowest_chance == 100


def test_behind_the_app_all_results_are_filled_in_while_it_runs_but_unreadable_ones(
    phone,
):
    broken, _sound = (played(phone, "Ana", "Luis", hand(0, 23)) for _time in range(2))
    broken.entries.update(kind="nonsense")
    Result.objects.update(**OLD)
    upgrade.fill_in(os.getpid(), pytest.fail)  # the parent of this process is another
    assert results.incomplete_matches().count() == 2
    said = []
    upgrade.fill_in(os.getppid(), said.append)
    assert list(results.incomplete_matches()) == []  # nor is the broken one tried again
    assert [line.partition(",")[0] for line in said] == [
        f"The results of match {broken.pk} stay as they are"
    ]


@real_transactions
def test_one_process_fills_in_at_a_time():
    def tried():
        with closing(connection), upgrade._one_process_at_a_time() as is_mine:
            return is_mine

    with ThreadPoolExecutor(1) as other:
        with upgrade._one_process_at_a_time() as is_mine:
            assert is_mine is True
            assert other.submit(tried).result() is False
        assert other.submit(tried).result()


def test_several_win_where_the_table_stops_and_amounts_are_in_hundredths(phone):
    names = ("Ana", "Luis", "Eva")
    match = played(phone, *names, nobody_closed(7, 7, 9), stake="0,25", currency="€")
    write(match, Finished())
    assert of(match, "place", "won", "money") == [
        (1, True, 13),
        (1, True, 12),
        (3, False, -25),
    ]


def test_a_match_ended_when_its_last_hand_happened_until_an_undo_takes_that_back(phone):
    match = start(phone, "Ana", "Luis", limit="50", rebuys="0", stake="100")
    Match.objects.update(created_at="2026-01-02T20:00:00Z")
    happened_at = "2026-01-02T23:30:00+00:00"
    assert score(phone, match, hand(0, 60), happened_at=happened_at).status_code == 302
    ended = Match.objects.get().finished_at
    assert ended.isoformat() == happened_at
    assert Match.objects.get().written_at == match.entries.get().at
    rows = of(match)
    assert rows == [
        ("Ana", 1, True, -10, -10, 1, 0, 100_00),
        ("Luis", 2, False, 60, 60, 1, 0, -100_00),
    ]
    undo(phone, match)
    assert Match.objects.get().finished_at is None
    assert of(match, "won", "total", "hands") == [(False, 0, 0), (False, 0, 0)]
    redo(phone, match)
    assert Match.objects.get().finished_at == ended
    assert of(match) == rows


def test_results_wiped_by_hand_are_restored_exactly_from_the_logs(phone):
    for names in (("Ana", "Luis"), ("Ana", "Luis", "Eva")):
        others = [60] * (len(names) - 1)
        played(phone, *names, hand(0, *others), limit="50", rebuys="0", stake="100")
    undo(phone, played(phone, "Eva", "Pepe", hand(0, 23)))
    start(phone, "Ana", "Pepe")  # nothing written
    before = stored()
    Result.objects.all().delete()
    Match.objects.update(finished_at=None, written_at=timezone.now())
    out = StringIO()
    call_command("rebuild_results", stdout=out)
    assert out.getvalue() == "  3 of 3\nMatches worked out again: 3\n"
    assert stored() == before


def stored():
    """All result columns, without the primary keys."""
    results = Result.objects.order_by("seat_id").values()
    matches = Match.objects.exclude(entries=None).order_by("pk").values()
    return [[{**row, "id": 0} for row in results], list(matches)]


def test_partners_at_gin_share_total_rank_and_money_and_count_their_own_hands(phone):
    match = start(
        phone,
        "Ana",
        "Luis",
        "Eva",
        "Paco",
        preset="gin",
        team_size="2",
        limit="50",
        per_point="1",
    )
    play(
        phone,
        match,
        HandScored({1: 10}, 0, Close.GIN),
        HandScored({2: 9, 3: 29}, 2, Close.KNOCK),
    )
    assert of(match) == [
        ("Ana", 1, True, 205, 35, 1, 0, 103_00),
        ("Luis", 2, False, 0, 0, 1, 0, -102_00),
        ("Eva", 1, True, 205, 20, 1, 0, 102_00),
        ("Paco", 2, False, 0, 0, 1, 0, -103_00),
    ]
