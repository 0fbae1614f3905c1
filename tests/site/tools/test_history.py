"""`python -m tests.tools.history` writes the same rows as the log would."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import Sum

from scores.core.matches.scoresheet import Sheet
from scores.models import Circle, Entry, Match, Result, Seat
from tests.support import extent
from tests.tools.history.__main__ import main

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


def test_a_history_has_so_many_matches_whose_columns_say_what_their_logs_say(make, client):
    said = make()
    assert f"{MATCHES} of {MATCHES} matches, {HANDS} hands" in said
    assert (Match.objects.count(), Match.objects.aggregate(all=Sum("hands"))["all"]) == (MATCHES, HANDS)
    sheets = [Sheet(match) for match in Match.objects.all()]
    assert [sheet.replay.refusal for sheet in sheets] == [None] * MATCHES
    assert [len(sheet.steps) for sheet in sheets] == [len(sheet.lines) for sheet in sheets]
    assert [sheet.match.sought for sheet in sheets] == [sheet.match.search_text for sheet in sheets]
    assert Result.objects.count() == Seat.objects.count()
    before = stored()
    call_command("rebuild_results", stdout=StringIO())
    assert stored() == before
    assert client.post(said.splitlines()[-1].strip()).status_code == 302  # the link to the circle


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


def test_a_database_in_use_is_added_to_only_on_request(make):
    Circle.objects.create(name="Los martes")
    with pytest.raises(SystemExit, match="other circles"):
        make()
    assert (Circle.objects.count(), Match.objects.count()) == (1, 0)
    make("--here")
    assert Circle.objects.count() == 2
