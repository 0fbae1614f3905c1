"""What everybody may watch of a night, and what leaves it for the hall and the spreadsheet: links, standings,
the screen of the hall, lists, slips, files."""

import csv
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from rules.night.events import Entered, Paid
from rules.night.stages import MatchOf, Stage
from rules.presets import RULESETS
from scores.circle.circles.merging import erase_name
from scores.core.notation.names import joined_names
from scores.models import Match, Role
from scores.night.log import sheet_of
from tests.scores.support.factories import phone_of
from tests.scores.support.nights import (
    EIGHT,
    FOUR,
    all_reported,
    ended,
    link,
    open_night,
    person,
    played,
    published,
    reported,
    seats_of,
    set_clock,
    told,
)
from tests.scores.support.plain import plain
from tests.scores.support.table import (
    address_of,
    page_at,
    page_text,
    send_to,
    text_at,
    text_on,
    update_row,
)


def test_who_claims_to_be_the_third_sees_that_table_first_until_it_is_taken_back(
    phone, night
):
    guest = Client()
    address = link(night, Role.WATCH)
    page = address_of("night-standings", night)
    assert guest.get(page).status_code == 404
    assert guest.get(address).status_code == 200
    assert night.grants.count() == 0
    assert guest.post(address)["Location"] == page
    set_clock(phone, night, "start")
    seen = []
    for entrant in (None, "3", ""):
        if entrant is not None:
            send_to(guest, "night-me", night, entrant=entrant)
        text = text_at(guest, page)
        seen.append(
            ["No soy Eva" in text, "Ronda 1 · mesa 1" in text, "Noches de club" in text]
        )
    assert seen == [[False, False, False], [True, True, False], [False, False, False]]
    names = [seat.player.name for seat in played(night).seats.all()]
    assert f"Mesa 1 · {joined_names(names)}" in text
    assert "La mano que se esté jugando a esa hora será la última." in text
    assert send_to(guest, "night-me", night, entrant="9").status_code == 404


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


def test_the_screen_shows_tables_then_players_then_standings_each_with_its_version(
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


def test_everybody_finds_their_own_name_and_each_table_its_people(phone, circle):
    night = open_night(circle, *EIGHT)
    assert page_at(phone, "night-lists", night).context["seen"].seated_by_name == []
    published(night)
    shown = page_at(phone, "night-lists", night).context["seen"]
    tables = sheet_of(night).rounds[-1].tables
    at = [(EIGHT[who - 1], table.number) for table in tables for who in table.seats]
    listed = [(EIGHT[who - 1], table) for who, table in shown.seated_by_name]
    assert listed == sorted(at)
    assert [table.number for table in shown.seated_tables] == [1, 2]
    four = published(open_night(circle))  # one table is one list
    lists = [text_on(phone, "night-lists", each) for each in (four, night)]
    assert [text.count("Impresa a las") for text in lists] == [1, 2]


def test_the_whole_hall_reads_initials_and_whole_names_only_where_two_would_be_one(
    phone, circle
):
    short_names = {
        "Ana Gil": "Ana Gil",
        "Ana Gómez": "Ana Gómez",
        "eva de la cruz": "eva c.",
        "Leo (2)": "Leo",
        "Luis 2": "Luis",
        "Mar": "Mar",
        "María José López": "María J.",
        "Sol Ríos": "Sol R.",
    }
    night = published(open_night(circle, *short_names))
    short = [*short_names.values()]
    seen = page_at(phone, "night-lists", night).context["seen"]
    assert [plain(seen.names[who]) for who, _table in seen.seated_by_name] == short
    assert [
        plain(name)
        for name, *_more in page_at(phone, "night-hall", night).context["lines"]
    ] == short
    for name in ("night-standings", "night-aloud", "night-desk", "night-check-in"):
        assert "María José López" in text_on(phone, name, night)


def test_who_watches_the_group_reads_who_is_ahead_why_and_where_everybody_sat(
    phone, eight
):
    night = eight
    watcher = phone_of(night.circle, Role.WATCH)
    assert page_at(watcher, "night-standings", night).context["seen"].open_tables == [
        1,
        2,
    ]
    all_reported(night)
    shown = page_at(watcher, "night-standings", night)
    assert shown.context["seen"].open_tables == []
    assert not shown.context["may_help"]
    assert address_of("night-hall", night) in shown.text
    points = [row.line.points for row in shown.context["rows"]]
    assert points == [12, 12, 8, 8, 4, 4, 0, 0]
    first, other = (EIGHT[row.line.entrant - 1] for row in shown.context["rows"][:2])
    text = page_text(shown)
    assert f"{first} y {other} comparten el puesto." in text
    assert text.count("si todos los que empatan se han cruzado") == 1
    seats = seats_of(night)
    path = watcher.get(address_of("night-standings", night), {"of": seats[1]}).context[
        "path"
    ]
    assert [(*at, rank) for at, *_met, rank in path] == [(1, 1, 2)]


# Files, slips and the text to read aloud


@pytest.fixture
def won(circle):
    """Four at one table; the third to sit won it, and has a name that a spreadsheet would run."""
    made = told(open_night(circle, "Ana", "Luis", "=1+1", "Paco"), Paid(1, 1_000))
    return reported(published(made), 2, 3, 1, 4, reason="sin teléfono")


def rows(phone, night, key):
    text = page_at(phone, "night-csv", night, key).content.decode("utf-8-sig")
    return list(csv.reader(text.splitlines(), delimiter=";"))[1:]


def test_the_text_to_read_aloud_names_each_table_and_who_sits_there(phone, won):
    names = {1: "Ana", 2: "Luis", 3: "=1+1", 4: "Paco"}
    listed = joined_names([names[seat] for seat in seats_of(won)])
    assert f"Mesa 1: {listed}." in text_on(phone, "night-aloud", won)
    before = text_on(phone, "night-aloud", open_night(won.circle))
    assert "Todavía no se ha publicado ninguna ronda" in before


def test_each_csv_file_has_a_row_for_each_and_runs_no_formula(phone, won):
    seats = seats_of(won)
    names = {1: "Ana", 2: "Luis", 3: "'=1+1", 4: "Paco"}
    order = [seats[2], seats[0], seats[1], seats[3]]
    gained = dict(zip(order, ("12", "8", "4", "0"), strict=True))
    prizes = {seats[2]: "6", seats[0]: "4"}
    first = ("1", "0", "0", "0")
    assert rows(phone, won, "standings") == [
        [str(rank), str(name), names[name], gained[name], first[rank - 1], ""]
        + (["10", "-5"] if name == 1 else ["0", "5"])
        + [prizes.get(name, "0"), "0"]
        for rank, name in enumerate(order, 1)
    ]
    ranks = dict(zip(seats, "2314", strict=True))
    assert rows(phone, won, "tables") == [
        f"1;1;{seat};{name};{names[name]};{ranks[name]};;{gained[name]};".split(";")
        for seat, name in enumerate(seats, 1)
    ]
    assert page_at(phone, "night-csv", won, "phones").status_code == 404


def test_who_has_not_played_is_in_the_file_too(phone, won):
    told(won, Entered(5, (person(won.circle, "Ana").pk + 1_000,)))
    assert ["4", "5", "?", "0"] in [row[:4] for row in rows(phone, won, "standings")]
    before = rows(phone, open_night(won.circle, "Ana", "Luis"), "standings")
    assert [row[:3] for row in before] == [["", "1", "Ana"], ["", "2", "Luis"]]


def test_a_slip_has_the_people_of_its_table_and_one_is_empty(phone, won):
    text = text_on(phone, "night-slips", won)
    assert "Mesa 1 · Ronda 1" in text
    assert "Mesa ____ · Ronda 1" in text
    assert "Paco" in text
    assert address_of("night-slips", won) in page_at(phone, "night-print", won).text
    gin = Stage(match=MatchOf(RULESETS["gin"]))
    before = open_night(won.circle, *FOUR, stages=(gin,))
    assert "Gana el total más alto" in text_on(phone, "night-slips", before)
