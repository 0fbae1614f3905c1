"""What everybody may watch of a night: its links, standings, and the screen of the hall."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scores.circle.circles.merging import erase_name
from scores.core.notation.names import joined_names
from scores.models import Match, Role
from tests.scores.support.nights import (
    by_link,
    ended,
    link,
    person,
    played,
    reported,
    set_clock,
)
from tests.scores.support.table import (
    address_of,
    page_at,
    send_to,
    text_at,
    text_on,
    update_row,
)


def test_who_said_that_they_are_the_third_see_their_own_table_first_until_they_take_it_back(
    night,
):
    guest = Client()
    address = link(night, Role.WATCH)
    page = address_of("night-standings", night)
    assert guest.get(page).status_code == 404
    assert guest.get(address).status_code == 200
    assert night.grants.count() == 0
    assert guest.post(address)["Location"] == page
    seen = []
    for entrant in (None, "3", ""):
        if entrant is not None:
            send_to(guest, "night-me", night, entrant=entrant)
        text = text_at(guest, page)
        seen.append(
            ["No soy Eva" in text, "Ronda 1 · mesa 1" in text, "Noches de club" in text]
        )
    assert seen == [[False, False, False], [True, True, False], [False, False, False]]
    assert send_to(guest, "night-me", night, entrant="9").status_code == 404


def test_who_watches_reads_who_plays_where_and_until_when(phone, night):
    guest = by_link(night, Role.WATCH)
    set_clock(phone, night, "start")
    text = text_on(guest, "night-standings", night)
    names = [seat.player.name for seat in played(night).seats.all()]
    assert f"Mesa 1 · {joined_names(names)}" in text
    assert "La mano que se esté jugando a esa hora será la última." in text


def test_a_name_that_is_changed_or_erased_reaches_the_pages_that_follow_a_night(
    phone, circle, night
):
    """After its end too."""
    eva = person(circle, "Eva")
    versions = set()
    shown = []
    for change in (
        lambda: send_to(phone, "person-edit", circle, eva.uid, name="Evita"),
        lambda: ended(reported(night)),
        lambda: send_to(phone, "night-entrant", night, 3, do="rename", name="Evi"),
        lambda: erase_name(eva),
    ):
        change()
        versions.add(page_at(phone, "night-version", night).text)
        shown.append("Evi" in text_on(phone, "night-hall", night))
    assert len(versions) == 4
    assert shown == [True, True, True, False]


# The screen of the hall


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


def test_a_night_that_was_ended_early_shows_its_standings(phone, eight):
    text = text_on(phone, "night-hall", ended(reported(eight)))
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
        update_row(night, clock_ends_at=ends)
    page = page_at(phone, "night-hall", night).text
    [stage] = re.findall(r'data-stage="(\w+)"', page)
    assert [stage, 'id="clock"' in page, "Paco" in page] == shown
    assert ("Última mano" in page) == (minutes == 0)
