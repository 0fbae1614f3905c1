"""The greatest comeback of a circle."""

from io import StringIO

from django.core.management import call_command

from rules.events import Close, HandScored
from rules.match.corrections import Undone
from scores.core.matches import log
from scores.core.matches.scoresheet import Sheet
from scores.group.forecast import course
from scores.group.statistics.circle_records import records
from scores.models import Match, Result
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import new_circle, played

CHINCHON = HandScored({}, 0, Close.CHINCHON)
NEARLY_OUT = hand(90, 0, closer=1)


def comeback_of(circle):
    found = [
        record for record in records(circle, "chinchon") if record["label"].startswith("La mayor remontada")
    ]
    return [
        (record["value"], [player.name for player in record["holders"]], record["beaten"]) for record in found
    ]


def looked_at(match):
    sheet = Sheet(match)
    course.store_comeback(sheet, course.whole_course(sheet))


def test_the_lowest_chance_of_a_winner_is_a_record_once_it_is_known():
    circle = new_circle()
    match = played(circle, "Ana", "Luis", hands=(NEARLY_OUT, CHINCHON), limit=100)
    assert comeback_of(circle) == []
    looked_at(match)
    ((value, holders, beaten),) = comeback_of(circle)
    assert (holders, beaten) == (["Ana"], "Luis")
    assert int(value.strip("<").split()[0]) < 25


def test_a_win_that_was_never_in_danger_is_none():
    circle = new_circle()
    looked_at(played(circle, "Ana", "Luis", hands=(hand(0, 60), hand(0, 60)), limit=100))
    assert comeback_of(circle) == []


def test_a_changed_log_takes_the_comeback_back():
    circle = new_circle()
    match = played(circle, "Ana", "Luis", hands=(NEARLY_OUT, CHINCHON), limit=100)
    looked_at(match)
    log.append(Sheet(match), Undone(), seq=2, client_key="undo", phone=None)
    assert comeback_of(circle) == []
    assert set(Result.objects.values_list("lowest_chance", flat=True)) == {None}


def test_a_command_finds_the_comebacks_of_all_matches():
    circle = new_circle()
    played(circle, "Ana", "Luis", hands=(NEARLY_OUT, CHINCHON), limit=100)
    call_command("find_comebacks", stdout=StringIO())
    assert Match.objects.count() == 1
    assert [holders for _value, holders, _beaten in comeback_of(circle)] == [["Ana"]]
