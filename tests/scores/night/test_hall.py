"""The screen of the hall follows the night by itself: tables, then the clock, then the standings."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scores.models import Match
from scores.night.models import Night
from tests.scores.support.nights import (
    EIGHT,
    ended,
    open_night,
    published,
    reported,
)
from tests.scores.support.table import page_at, text_on


def test_the_screen_shows_tables_then_who_plays_then_the_standings_and_its_version_tells_each(
    phone, night
):
    seen = []
    versions = set()

    def look():
        text = text_on(phone, "night-hall", night)
        seen.append(
            [
                "Ronda 1" in text,
                "Ana" in text,
                "Siguen jugando" in text,
                "Clasificación" in text,
            ]
        )
        versions.add(page_at(phone, "night-version", night).content)

    look()
    for hands in (1, 2):  # the second hand changes nothing on the screen
        Match.objects.filter(sitting__isnull=False).update(
            hands=hands, version=98 + hands
        )
        look()
    reported(night)
    look()
    assert seen == [
        [True, True, False, False],
        *[[True, False, True, False]] * 2,
        [False, True, False, True],
    ]
    assert len(versions) == 3


def test_a_night_that_was_ended_early_shows_its_standings(phone, circle):
    night = reported(published(open_night(circle, *EIGHT)))
    ended(night)
    text = text_on(phone, "night-hall", night)
    assert "Clasificación" in text
    assert "Siguen jugando" not in text


@pytest.mark.parametrize(
    ("minutes", "shown"),
    [
        (None, ["seats", False, True]),
        (20, ["seats", True, True]),
        (4, ["clock", True, False]),
        (0, ["last", False, False]),
    ],
)
def test_the_clock_stands_beside_the_seats_then_alone_and_then_it_is_the_last_hand(
    phone, night, minutes, shown
):
    if minutes is not None:
        ends = timezone.now() + timedelta(minutes=minutes)
        Night.objects.update(clock_ends_at=ends)
    page = page_at(phone, "night-hall", night).text
    assert [
        page.split('data-stage="')[1].split('"')[0],
        'id="clock"' in page,
        "Paco" in page,
    ] == shown
    assert ("Última mano" in page) == (minutes == 0)
