"""Properties of random nights."""

from itertools import pairwise

from hypothesis import given, settings, strategies as st

from rules.tournament.play import replay
from rules.tournament.stages import Stage, Tie
from rules.tournament.standings import standings
from tests.rules.tournament.support import naive
from tests.rules.tournament.support.nights import RandomNight
from tests.support import extent

NIGHTS = st.integers(0, 10**9).map(RandomNight)
few = settings(max_examples=extent.share("nights of a club", nightly=2_000, here=40), deadline=None)


@few
@given(NIGHTS)
def test_standings_are_those_of_a_second_count(played):
    night, results = played.night, played.results
    for place in range(len(night.stages)):
        told = [
            (line.entrant, line.place, line.points, line.lives, line.out_in)
            for line in standings(night, results, place)
        ]
        assert told == naive.standings(night, results, place)


@few
@given(NIGHTS)
def test_a_table_is_of_one_stage_and_one_group(played):
    for number, each in enumerate(played.night.rounds, 1):
        for table in each.tables:
            groups = [set(group) for group in played.night.stage_of(number, table.seats).groups]
            assert sum(set(table.seats) <= group for group in groups) == 1


@few
@given(NIGHTS)
def test_a_log_is_legal_whatever_its_tables_came_to(played):
    again = replay(played.log)
    assert (again.night, again.accepted, again.refusal) == (played.night, len(played.log), None)
    half = len(played.log) // 2
    assert replay(played.log[half:], replay(played.log[:half]).night).night == played.night


@few
@given(NIGHTS)
def test_the_order_of_the_results_does_not_matter(played):
    backwards = dict(reversed(played.results.items()))
    assert standings(played.night, backwards) == standings(played.night, played.results)


@few
@given(NIGHTS)
def test_a_place_is_shared_only_where_nothing_but_the_lot_decides(played):
    lines = standings(played.night, played.results)
    for line, after in pairwise(lines):
        decides = line.reason is not None and line.reason.code != Tie.LOT
        assert (line.place < after.place) == decides
        assert line.reason is None or line.reason.mine > line.reason.theirs
        assert line.place < after.place or (line.is_shared and after.is_shared)


@few
@given(NIGHTS)
def test_a_stage_is_read_back_as_it_was_written(played):
    for begun in played.night.stages:
        assert Stage.load(begun.stage.dump()) == begun.stage
