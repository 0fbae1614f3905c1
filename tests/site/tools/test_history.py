"""`python -m tests.tools.history` writes the same rows as the log would."""

from io import StringIO
from random import Random

import pytest
from django.core.management import call_command
from django.db.models import Sum

from rules.events import Close, HandVoided
from rules.presets import CHINCHON, FOURNIER, FRENCH, GIN, QUEEN_CITY
from scores.core.matches.scoresheet import Sheet
from scores.models import Circle, Entry, Match, Result, Seat
from tests.support import extent
from tests.tools.history.__main__ import main
from tests.tools.history.playing import SamplePlayer, play_deal

pytestmark = [pytest.mark.django_db, extent.by_night("long history")]

MATCHES = 30
HANDS = 10 * MATCHES


@pytest.fixture
def make(capsys):
    """Play a history; gives what the program prints."""

    def made(*options, matches=MATCHES, hands=HANDS, seed=1):
        main([f"--matches={matches}", f"--hands={hands}", f"--seed={seed}", *options])
        return capsys.readouterr().out

    return made


def stored():
    """All columns derived from a log, by match and seat."""
    matches = list(Match.objects.order_by("pk").values("hands", "finished_at", "written_at", "version"))
    results = list(Result.objects.order_by("seat").values())
    return matches, [{key: one for key, one in row.items() if key != "id"} for row in results]


def logs():
    """The logs of each circle."""
    return [
        [list(match.entries.values_list("kind", "payload")) for match in circle.matches.order_by("pk")]
        for circle in Circle.objects.order_by("pk")
    ]


def test_it_makes_exactly_so_many_matches_and_hands(make):
    said = make()
    assert (Match.objects.count(), Match.objects.aggregate(all=Sum("hands"))["all"]) == (MATCHES, HANDS)
    assert f"{MATCHES} of {MATCHES} matches, {HANDS} hands" in said


def test_every_log_replays_to_its_last_line(make):
    make()
    sheets = [Sheet(match) for match in Match.objects.all()]
    assert [sheet.replay.refusal for sheet in sheets] == [None] * MATCHES
    assert [len(sheet.steps) for sheet in sheets] == [len(sheet.lines) for sheet in sheets]


def test_the_columns_say_what_working_them_out_again_says(make):
    make()
    before = stored()
    call_command("rebuild_results", stdout=StringIO())
    assert stored() == before


def test_every_match_is_found_by_what_is_written_about_it(make):
    make()
    assert all(match.sought == match.search_text for match in Match.objects.all())
    assert Match.objects.filter(sought__contains="pena la union").exists()


def test_everybody_who_sits_at_a_table_has_a_result(make):
    make()
    assert Result.objects.count() == Seat.objects.count()


def test_the_same_seed_plays_the_same_matches_and_another_others(make):
    make(seed=7)
    make("--here", seed=7)
    make("--here", seed=8)
    first, again, other = logs()
    assert first == again
    assert first != other


def test_there_are_mistakes_and_matches_without_end(make):
    make(matches=60, hands=900)
    kinds = set(Entry.objects.values_list("kind", flat=True))
    assert {"hand", "buy_back", "decline", "amend", "undo", "redo", "void", "join", "retire"} <= kinds
    assert Match.objects.filter(finished_at=None).exists()


def test_the_printed_link_opens_the_circle(client, make):
    path = make().splitlines()[-1].strip()
    assert client.post(path).status_code == 302
    assert client.get(Circle.objects.get().get_absolute_url()).status_code == 200


def test_a_database_in_use_is_left_alone(make):
    Circle.objects.create(name="Los martes")
    with pytest.raises(SystemExit, match="other circles"):
        make()
    assert (Circle.objects.count(), Match.objects.count()) == (1, 0)


def test_a_database_in_use_is_added_to_on_request(make):
    Circle.objects.create(name="Los martes")
    make("--here")
    assert Circle.objects.count() == 2


def test_fewer_hands_than_matches_are_refused(make):
    with pytest.raises(SystemExit, match="a hand for each"):
        make(matches=10, hands=9)
    assert not Circle.objects.exists()


# The simple player


@pytest.mark.parametrize("ruleset", [CHINCHON, FOURNIER, FRENCH, GIN, QUEEN_CITY], ids=lambda one: one.key)
def test_played_deals_end_in_a_close_that_the_rules_know(ruleset):
    table = [SamplePlayer(0, 0.9), SamplePlayer(1, 0.5)]
    played = [play_deal(ruleset, table, 2, Random(seed)) for seed in range(20)]
    hands = [hand for hand in played if not isinstance(hand, HandVoided)]
    assert len(hands) > 10
    assert {hand.close for hand in hands} <= set(Close)


def test_who_sees_more_closes_more_often():
    table = [SamplePlayer(0, 0.9), SamplePlayer(1, 0.2)]
    closers = [play_deal(CHINCHON, table, 2, Random(seed)).closer for seed in range(60)]
    assert closers.count(0) > 2 * closers.count(1)


def test_nobody_closes_with_a_card_that_would_take_him_past_the_limit():
    table = [SamplePlayer(0, 1, total=100), SamplePlayer(1, 1, total=100)]
    hands = [play_deal(CHINCHON, table, 2, Random(seed)) for seed in range(20)]
    assert {hand.deadwood[hand.closer] for hand in hands} == {0}
