"""Highlights of a finished match: turning point, closes, duration."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from rules.close_kinds import Close
from rules.events import Finished, HandScored
from rules.match.corrections import Amended, Change
from scores.matches import log
from scores.matches.scoresheet import Sheet
from scores.models import Entry, Match
from scores.recap import duration, highlights
from scores.recap.duration import MatchDuration
from scores.recap.highlights import CloseCount, in_words, turning_point
from tests.rules.support.table import hand
from tests.scores.recap.test_money import sheet_of
from tests.scores.support.factories import start
from tests.scores.support.table import page_text, play, undo

BEHIND = hand(40, 0, 9, closer=1)  # Ana falls behind
AHEAD = hand(0, 50, 60)


def turned(*log_of: object, **knobs: object) -> int | None:
    """Number of the turning hand."""
    step = turning_point(sheet_of("chinchon", *log_of, Finished(), **knobs))
    return step.hand_number if step else None


# Where it turned


def test_it_turned_with_the_hand_that_brought_the_winner_to_the_front_for_good():
    assert turned(AHEAD, BEHIND, hand(0, 3, 4)) == 1
    assert turned(BEHIND, AHEAD, hand(0, 3, 4)) == 2
    assert turned(BEHIND, AHEAD, BEHIND, hand(0, 50, 20)) == 4


def test_who_stands_equal_to_the_best_is_at_the_front():
    assert (
        turned(HandScored({0: 9, 1: 4, 2: 4}), HandScored({0: 0, 1: 5, 2: 9}), HandScored({0: 1, 1: 9, 2: 9}))
        == 2
    )


def test_nothing_turned_in_one_hand_or_where_several_won():
    assert turned(AHEAD) is None
    assert turned(BEHIND, hand(0, 40, 39)) is None  # 30 each
    assert turned() is None


def test_a_chinchon_that_wins_turns_the_match_with_the_last_hand():
    chinchon = HandScored({}, 0, Close.CHINCHON)
    sheet = sheet_of("chinchon", BEHIND, BEHIND, chinchon, chinchon_points="wins")
    result = highlights.of_sheet(sheet)
    assert result.turning == "La última mano: hasta entonces Ana no iba en cabeza."
    assert result.hand == "¡Chinchón de Ana!"


def test_the_turn_is_told_with_what_happened_in_that_hand():
    result = highlights.of_sheet(sheet_of("chinchon", BEHIND, AHEAD, hand(0, 3, 4), Finished()))
    assert result.turning == "La mano 2: Ana pasa a la cabeza y ya no la deja."
    assert result.hand == "Cierra Ana −10 · Luis +50 = 40 · Eva +60 = 69"


def test_partners_turn_a_match_together():
    first, second = ({0: 10, 1: 90, 2: 10, 3: 90}, {0: 300, 1: 0, 2: 300, 3: 0})
    hands = [HandScored(dict.fromkeys(range(4), 0), 0, table=table) for table in (first, second)]
    result = highlights.of_sheet(sheet_of("rum-500-pairs", *hands, players=4))
    assert result.turning == "La última mano: hasta entonces Ana y Eva no iban en cabeza."


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
    expected = "La última mano: hasta entonces Ana no iba en cabeza."
    over = phone.get(match.get_absolute_url())
    assert (expected in page_text(over), "css/recap" in over.content.decode()) == (True, True)
    undo(phone, match)
    going = phone.get(match.get_absolute_url())
    assert (expected in page_text(going), "css/recap" in going.content.decode()) == (False, False)
