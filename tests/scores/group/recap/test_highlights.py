"""Highlights of a finished match: closes, duration."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from rules.close_kinds import Close
from rules.events import Finished, HandScored
from rules.match.corrections import Amended, Change
from scores.core.matches import log
from scores.core.matches.scoresheet import Sheet
from scores.group.recap import duration, highlights
from scores.group.recap.duration import MatchDuration
from scores.group.recap.highlights import CloseCount, in_words
from scores.models import Entry, Match
from tests.rules.support.table import hand
from tests.scores.group.recap.test_money import sheet_of
from tests.scores.support.factories import start
from tests.scores.support.table import page_text, play, undo

BEHIND = hand(40, 0, 9, closer=1)  # Ana falls behind
AHEAD = hand(0, 50, 60)


def test_before_the_end_and_without_a_hand_nothing_is_told():
    assert highlights.of_sheet(sheet_of("chinchon", BEHIND, AHEAD)) is None
    assert highlights.of_sheet(sheet_of("chinchon", Finished())) is None


# Who closed


def test_closes_are_counted_and_those_worth_telling_are_named():
    joker = HandScored({1: 3, 2: 4}, 0, Close.JOKER_RUN_1)
    hands = [
        hand(0, 3, 7),
        hand(0, 3, 7),
        hand(2, 3, 7),
        joker,
        hand(5, 3, 2, closer=2),
        HandScored({0: 1, 1: 2, 2: 3}),
    ]
    assert highlights.closes(sheet_of("chinchon", *hands, Finished())) == [
        CloseCount("Ana", 4, "limpio 2 · escalera con comodín 1"),
        CloseCount("Eva", 1, ""),
        CloseCount("Luis", 0, ""),
        CloseCount("Nadie cerró", 1, ""),
    ]


def test_where_one_goes_out_it_is_asked_in_those_words():
    out = HandScored({1: 8, 2: 9}, 0, Close.OUT)
    nobody = HandScored({0: 5, 1: 8, 2: 9}, table={0: 10, 1: 10, 2: 10})
    assert (
        highlights.of_sheet(sheet_of("chinaso", out, Finished())).who_closed == "¿Quién se quedó sin cartas?"
    )
    assert highlights.closes(sheet_of("rum-500", nobody, Finished()))[-1] == CloseCount("Nadie salió", 1, "")


# How long it took


def timed(*minutes: float, corrected: bool = False) -> MatchDuration | None:
    """The duration of a match with hands written so many minutes after its start."""
    sheet = sheet_of("chinchon", *[hand(0, 3, 4)] * len(minutes))
    started = timezone.now() - timedelta(days=2)
    Match.objects.filter(pk=sheet.match.pk).update(created_at=started)
    for seq, minute in enumerate(minutes):
        _happened(sheet.match, seq, started + timedelta(minutes=minute))
    if corrected:
        forgotten = Amended((Change(1, hand(0, 5, 6), insert=True),))
        log.append(Sheet(sheet.match), forgotten, seq=len(minutes), client_key=uuid4().hex, phone=None)
    return duration.of_match(Sheet(Match.objects.get(pk=sheet.match.pk)))


def _happened(match: Match, seq: int, moment: datetime) -> None:
    Entry.objects.filter(match=match, seq=seq).update(happened_at=moment)


def test_a_hand_takes_the_median_of_what_lies_between_them():
    assert timed(4, 7, 13) == MatchDuration(timedelta(minutes=4), timedelta(minutes=13), False)


def test_a_dinner_is_not_counted():
    assert timed(4, 8, 100, 104) == MatchDuration(timedelta(minutes=4), timedelta(minutes=12), True)


@pytest.mark.parametrize(
    "minutes", [(), (3,), (100, 200, 300), (0.1, 0.2, 0.3, 0.4), (-60, -60, -60), (0, 0, 0)]
)
def test_of_a_sheet_that_was_typed_in_afterwards_no_time_is_told(minutes):
    assert timed(*minutes) is None


def test_nothing_is_measured_to_a_hand_that_was_put_in_later():
    assert timed(4, 7, 13, 16, corrected=True) == MatchDuration(
        timedelta(minutes=4), timedelta(minutes=13), False
    )


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (50, "50 s"),
        (103, "1 min 43 s"),
        (120, "2 min"),
        (599, "9 min 59 s"),
        (3600, "1 h 0 min"),
        (4830, "1 h 20 min"),
    ],
)
def test_times_are_told_as_they_are_said(seconds, words):
    assert in_words(timedelta(seconds=seconds)) == words


# On the page


def test_the_page_tells_it_after_the_end_and_no_longer_once_that_is_undone():
    phone = Client()
    match = start(phone, "Ana", "Luis", chinchon_points="wins")
    play(phone, match, hand(9, 0, closer=1), HandScored({}, 0, Close.CHINCHON))
    expected = "Quién iba a ganar, mano a mano"
    over = phone.get(match.get_absolute_url())
    assert (expected in page_text(over), "css/recap" in over.content.decode()) == (True, True)
    undo(phone, match)
    going = phone.get(match.get_absolute_url())
    assert (expected in page_text(going), "css/recap" in going.content.decode()) == (False, False)
