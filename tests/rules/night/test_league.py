"""The best evenings of a league, and whom one has met in it."""

from hypothesis import given, strategies as st

from rules.night import events
from rules.night.league import league, met_before
from rules.night.play import replay
from rules.night.stages import Stage
from tests.rules.night.support import naive
from tests.rules.night.support.logs import in_number, tables_of
from tests.rules.night.test_nights import NIGHTS, few


def evening(*tables, people):
    """One round; entrants are numbered from 1 and are these people, and the lower number wins."""
    entered = [events.Entered(number, who) for number, who in enumerate(people, 1)]
    begun = events.StageBegun(Stage(), tuple(range(1, len(people) + 1)))
    sheet = replay([*entered, begun, events.Seated(1, tables_of(*tables))]).sheet
    return sheet, in_number(sheet)


SINGLES = [(31,), (32,), (33,)]
SEASON = [
    evening((1, 2, 3), people=SINGLES),
    evening((1, 2, 3), people=SINGLES[::-1]),
    evening((1, 2, 3), people=[(32,), (34, 39), (31,)]),
]


@few
@given(st.lists(NIGHTS, min_size=1, max_size=3), st.sampled_from([None, 1, 2]))
def test_a_league_is_that_of_a_second_count(played, best):
    evenings = [(each.sheet, each.results) for each in played]
    lines = league(evenings, best, {})
    told = {line.person: (line.rank, line.points, list(line.nights)) for line in lines}
    assert told == naive.league(evenings, best)
    for line in lines:
        came = [points for points in line.each if points is not None]
        assert sorted(came, reverse=True) == list(line.nights)


def test_a_line_has_what_each_evening_won_and_those_equal_in_all_share_a_rank():
    lines = league(SEASON, 2, {})
    assert [(line.person, line.rank, line.is_shared, line.each) for line in lines] == [
        (32, 1, False, (6, 6, 12)),
        (31, 2, False, (12, 0, 0)),
        (33, 3, False, (0, 12, None)),
        (34, 4, True, (None, None, 6)),
        (39, 4, True, (None, None, 6)),
    ]


def test_who_was_found_to_be_another_person_is_one_line_with_the_points_of_both():
    both = evening(
        (1, 2, 3), (4, 5, 6), people=[(31,), (32,), (33,), (34,), (35,), (36, 38)]
    )
    told = {
        line.person: line.nights
        for line in league([*SEASON, both], None, {33: 31, 34: 31, 38: 36})
    }
    assert told == {
        31: (24, 12, 12, 6),
        32: (12, 6, 6, 6),
        35: (6,),
        36: (0,),
        39: (6,),
    }


def test_a_pair_met_whom_either_of_them_met():
    tonight, _results = evening((1, 2, 3), people=[(33,), (31, 34), (99,)])
    nights = [sheet for sheet, _results in SEASON]
    assert met_before(tonight, nights, {}) == {(1, 2): 2}
    assert met_before(tonight, nights, {99: 32}) == {(1, 2): 2, (1, 3): 2, (2, 3): 3}
