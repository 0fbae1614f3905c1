"""Who is ahead and why; a corrected result moves standings, never seats."""

from fractions import Fraction

import pytest

from rules.tournament import events
from rules.tournament.counting import losers, points_of
from rules.tournament.events import At, TableResult
from rules.tournament.play import replay
from rules.tournament.presets import PRESETS
from rules.tournament.proposals import beginning, groups_entering, next_round, stage_is_over, still_in
from rules.tournament.seating.values import SeatedTable
from rules.tournament.stages import Groups, LostBy, Stage
from rules.tournament.standings import Reason, standings


def log(stage, people, *rounds):
    entered = [events.Entered(number, (number,)) for number in range(1, people + 1)]
    begun = events.StageBegun(stage, (tuple(range(1, people + 1)),))
    seated = [
        events.Seated(number, tuple(SeatedTable(at, seats) for at, seats in enumerate(tables, 1)))
        for number, tables in enumerate(rounds, 1)
    ]
    return [*entered, begun, *seated]


def in_order(night):
    """Everybody's place at every table is as he sits there."""
    return {
        At(number, table.number): TableResult({name: at for at, name in enumerate(table.seats, 1)}, hands=1)
        for number, each in enumerate(night.rounds, 1)
        for table in each.tables
    }


def told(lines):
    return [(line.entrant, line.place, line.points, line.reason) for line in lines]


def decided(lines):
    return [(line.entrant, line.place, line.reason.code if line.reason else None) for line in lines]


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ([1, 2, 3], [12, 6, 0]),
        ([1, 2, 3, 4], [12, 8, 4, 0]),
        ([1, 1, 3, 4], [10, 10, 4, 0]),
        ([1, 1, 1], [6, 6, 6]),
        ([1, 2, 3, 4, 5, 6], [12, Fraction(48, 5), Fraction(36, 5), Fraction(24, 5), Fraction(12, 5), 0]),
    ],
)
def test_equal_steps_give_six_on_average_whatever_the_size(places, points):
    given = points_of(Stage(), TableResult(dict(enumerate(places))))
    assert list(given.values()) == points
    assert sum(given.values()) == 6 * len(places)


@pytest.mark.parametrize(
    ("lost_by", "who"),
    [(LostBy.LAST, {4, 5}), (LostBy.LOWER_HALF, {4, 5}), (LostBy.ALL_BUT_FIRST, {2, 3, 4, 5})],
)
def test_a_life_is_lost_by_place(lost_by, who):
    assert losers(lost_by, {1: 1, 2: 2, 3: 2, 4: 4, 5: 4}) == who


def test_where_all_share_the_first_place_nobody_loses_a_life():
    assert [losers(lost_by, {1: 1, 2: 1, 3: 1}) for lost_by in LostBy] == [set()] * 3


def test_tables_won_decide_between_equal_points():
    night = replay(log(Stage(), 8, [(1, 2, 3, 4), (5, 6, 7, 8)], [(5, 2, 1, 8), (6, 7, 4, 3)])).night
    lines = standings(night, in_order(night))
    assert told(lines)[2:4] == [
        (1, 3, Fraction(16), Reason("won", 1, 0)),
        (2, 4, Fraction(16), Reason("points", 16, 12)),
    ]


def test_who_rests_gets_the_mean_of_his_round():
    people = log(Stage(), 4)
    night = replay([*people, events.Seated(1, (SeatedTable(1, (1, 2, 3)),), (4,))]).night
    assert told(standings(night, in_order(night)))[1:3] == [
        (2, 2, Fraction(6), Reason("met", 6, 0)),
        (4, 3, Fraction(6), Reason("points", 6, 0)),
    ]


def test_a_place_that_only_the_lot_decides_is_shared():
    night = replay(log(Stage(), 3, [(1, 2, 3)])).night
    lines = standings(night, {At(1, 1): TableResult({1: 1, 2: 1, 3: 1})})
    assert [(line.place, line.is_shared) for line in lines] == [(1, True)] * 3
    assert [line.reason.code if line.reason else None for line in lines] == ["lot", "lot", None]


def test_a_reported_result_wins_over_that_of_the_match():
    night = replay(log(Stage(), 3, [(1, 2, 3)])).night
    match = in_order(night)
    reported = events.Reported(At(1, 1), TableResult({1: 3, 2: 2, 3: 1}), "written on paper")
    after = replay([*log(Stage(), 3, [(1, 2, 3)]), reported]).night
    assert [line.entrant for line in standings(night, match)] == [1, 2, 3]
    assert [line.entrant for line in standings(after, match)] == [3, 2, 1]


def test_a_corrected_result_gives_a_life_back_and_moves_no_seat():
    stage = PRESETS["three-lives"][0].turned({"lives": {"given": 1}})
    night = replay(log(stage, 6, [(1, 2, 3), (4, 5, 6)], [(1, 4, 5)])).night
    wrong = in_order(night)
    right = {**wrong, At(1, 1): TableResult({1: 2, 2: 1, 3: 3})}
    assert (still_in(night, wrong), still_in(night, right)) == ((1,), (2,))
    assert night.rounds[1].tables == (SeatedTable(1, (1, 4, 5)),)


def test_a_life_bought_brings_back_who_is_out():
    stage = PRESETS["three-lives"][0].turned({"lives": {"given": 1, "bought_until": 1}})
    made = log(stage, 6, [(1, 2, 3), (4, 5, 6)])
    results = in_order(replay(made).night)
    assert still_in(replay([*made, events.LifeBought(2)]).night, results) == (1, 2, 4)


def test_who_went_out_later_is_ahead():
    stage = PRESETS["three-lives"][0].turned({"lives": {"given": 1}})
    night = replay(log(stage, 6, [(1, 2, 3), (4, 5, 6)], [(4, 1, 2)])).night
    lines = standings(night, in_order(night))
    assert [(line.entrant, line.out_in) for line in lines[:4]] == [(4, None), (1, 2), (2, 2), (5, 1)]


def play_out(plan, people):
    """The tables of each round of a night in which the lower number always wins, and the night."""
    made = [events.Entered(number, (number,)) for number in range(1, people + 1)]
    night = replay(made).night
    tables = []
    while begins := beginning(plan, night):
        for stage in begins:
            made.append(events.StageBegun(stage, groups_entering(night, in_number(night), stage, 1), 1))
            night = replay(made).night
        while not stage_is_over(night, in_number(night)):
            made.append(next_round(night, in_number(night), steps=2_000))
            night = replay(made).night
            tables.append(len(night.rounds[-1].tables))
    return tables, night


def test_a_group_leaves_free_the_tables_to_which_those_of_the_next_one_are_bound():
    entered = [events.Entered(name, (name,)) for name in range(1, 17)]
    begun = events.StageBegun(Stage(groups=Groups(2)), (tuple(range(1, 9)), tuple(range(9, 17))))
    night = replay([*entered, events.Bound(16, frozenset({1})), begun]).night
    seated = next_round(night, {}, steps=2_000)
    assert ([table.number for table in seated.tables if max(table.seats) <= 8], seated.broken) == ([2, 3], ())


def order_of(night, place=None):
    return [line.entrant for line in standings(night, in_number(night), place)]


def in_number(night):
    return {
        At(number, table.number): TableResult(
            {name: at for at, name in enumerate(sorted(table.seats), 1)}, hands=1
        )
        for number, each in enumerate(night.rounds, 1)
        for table in each.tables
    }


@pytest.mark.parametrize(
    ("key", "people", "tables"),
    [
        ("everybody-plays", 16, [4, 4, 4, 4]),
        ("knockout", 40, [10, 5, 3, 2, 1]),
        ("groups-and-final", 24, [6, 6, 6, 6, 1]),
        ("league", 13, [4, 4]),
    ],
)
def test_a_usual_night_is_played_to_its_end(key, people, tables):
    played, night = play_out(PRESETS[key], people)
    assert (played, 1 in order_of(night)[:2]) == (tables, True)  # 1 and 2 may never meet


def test_three_lives_end_in_a_final_of_four():
    tables, night = play_out(PRESETS["three-lives"], 24)
    assert (tables[-1], order_of(night)[0], len(order_of(night))) == (1, 1, 4)


OTHERS = Stage().turned({"enters": {"who": "others"}, "lasts": {"number": 2}, "carries": "nothing"})
MIXED, FINAL = PRESETS["everybody-plays"][0].turned({"lasts": {"number": 1}}), PRESETS["knockout"][-1]


def test_who_is_not_in_the_final_plays_beside_it_for_longer():
    tables, night = play_out((MIXED, FINAL, OTHERS), 16)
    assert (tables, len(order_of(night)), len(order_of(night, 2))) == ([4, 4, 3], 4, 12)
    assert {*order_of(night), *order_of(night, 2)} == set(range(1, 17))


def test_those_left_over_who_fill_no_table_hold_no_night_up():
    tables, night = play_out((MIXED, FINAL, OTHERS), 6)
    assert (tables, len(order_of(night, 2))) == ([2, 1], 2)


def test_the_next_stage_ranks_who_played_beside_the_last_after_it():
    again = Stage().turned({"lasts": {"number": 1}})
    _tables, night = play_out((MIXED, FINAL, OTHERS, again), 12)
    order = (*order_of(night, 1), *order_of(night, 2))
    assert night.stages[3].groups == (order,)
    carried = {
        line.entrant: line.points for place in (1, 2) for line in standings(night, in_number(night), place)
    }
    last = {line.entrant: line.points for line in standings(night, in_number(night))}
    assert sum(last.values()) == sum(carried.values()) + 12 * 6


def test_who_rests_gets_the_mean_of_the_tables_of_his_stage_only():
    first, others = FINAL.turned({"points": "first"}), OTHERS.turned({"points": "first"})
    begun = [events.StageBegun(first, ((1, 2, 3),)), events.StageBegun(others, ((4, 5, 6, 7, 8),))]
    tables = (SeatedTable(1, (1, 2, 3)), SeatedTable(2, (4, 5, 6, 7)))
    night = replay([*log(MIXED, 8), *begun, events.Seated(1, tables, (8,))]).night
    points = {line.entrant: line.points for line in standings(night, in_order(night), 2)}
    assert points == {4: 1, 5: 0, 6: 0, 7: 0, 8: Fraction(1, 4)}
