"""Properties of random nights."""

from functools import cache
from itertools import pairwise
from random import randrange

from hypothesis import given, settings, strategies as st

from rules.night.play import replay
from rules.night.standings import Criterion, night_standings, standings
from tests.rules.night.support import naive
from tests.rules.night.support.nights import RandomNight
from tests.support import extent

# Those of one run; each is played once, however many properties look at it.
MOST = extent.share("nights of a club", nightly=2_000, here=40)
FIRST = 0 if extent.IN_CI else randrange(10**9)
NIGHTS = st.integers(FIRST, FIRST + MOST - 1).map(cache(RandomNight))
few = settings(max_examples=MOST, deadline=None)


@few
@given(NIGHTS)
def test_standings_are_those_of_a_second_count(played):
    sheet = played.sheet
    results = played.results
    for index in range(len(sheet.stages)):
        told = [
            (line.entrant, line.rank, line.points, line.lives, line.out_in)
            for line in standings(sheet, results, index)
        ]
        assert told == naive.standings(sheet, results, index)


@few
@given(NIGHTS)
def test_everybody_of_the_last_two_stages_has_a_rank_and_the_final_comes_first(played):
    sheet = played.sheet
    results = played.results
    told = [(line.entrant, line.rank) for line in night_standings(sheet, results)]
    assert told == naive.night_standings(sheet, results)


@few
@given(NIGHTS)
def test_a_log_is_legal_whatever_its_tables_came_to(played):
    again = replay(played.log)
    assert again.sheet == played.sheet
    assert again.log == played.log
    assert again.refusal is None


@few
@given(NIGHTS)
def test_a_rank_is_shared_only_where_nothing_but_the_lot_decides(played):
    lines = standings(played.sheet, played.results)
    for line, after in pairwise(lines):
        marks = zip(line.path, after.path, strict=False)
        mark, other = next(both for both in marks if both[0] != both[1])
        assert (line.rank < after.rank) == (mark.criterion != Criterion.LOT)
        assert mark.value > other.value
        assert line.rank < after.rank or (line.is_shared and after.is_shared)
