"""Nights of the format league: what the best evenings of each sum up to, and that they spread who meets."""

import re
from datetime import date
from itertools import combinations

from django.utils import timezone

from scores.circle.circles.merging import merge, merge_players
from scores.core.csv_files import MARK
from scores.core.matches.dates import zone_of
from scores.night.log import sheet_of
from scores.night.seating.drafts import FEW_STEPS, next_draft
from scores.night.seen import SeenNight
from tests.scores.support.factories import holder, start
from tests.scores.support.nights import (
    EIGHT,
    FOUR,
    open_night,
    person,
    published,
    reported,
    seats_of,
    told,
)
from tests.scores.support.plain import plain
from tests.scores.support.table import (
    address_of,
    page_at,
    page_text,
    text_at,
    update_row,
)


def won_in_order(circle, *ranks, names=FOUR):
    """A night of these four: their ranks in the order in which they came, for 12, 8, 4 and 0 points."""
    night = published(open_night(circle, *names, preset="league"))
    seats = seats_of(night)
    return reported(night, *(ranks[name - 1] for name in seats))


def test_the_best_evenings_of_each_count(phone):
    circle = start(phone, *FOUR).circle
    for ranks in ((1, 2, 3, 4), (4, 3, 2, 1), (1, 2, 3, 4), (4, 1, 2, 3)):
        won_in_order(circle, *ranks)
    page = address_of("night-league", circle)
    assert page in page_at(phone, "nights", circle).text
    everything = text_at(phone, page)
    assert "Luis 12 · 8 · 8 · 4 32" in everything
    assert "Ana 12 · 12 · 0 · 0 24" in everything
    best = text_at(phone, f"{page}?best=3")
    assert "Luis 12 · 8 · 8 · no cuenta 4 28" in best
    assert "Cuentan las 3 mejores noches" in best


def test_the_league_says_which_nights_count_in_their_order_and_why_somebody_is_ahead(
    phone,
):
    """The first one that is set up is played last."""
    circle = start(phone, *FOUR).circle
    for ranks, day in (((1, 2, 3, 4), "2026-07-10"), ((3, 2, 1, 4), "2026-07-03")):
        night = won_in_order(circle, *ranks)
        update_row(night, starts_on=day, name=f"Del {day[-2:]}")
    told(
        open_night(circle, "Sol", preset="league")
    )  # without a round it does not count
    gone = won_in_order(circle, 4, 3, 2, 1)
    update_row(gone, deleted_at=timezone.now())
    page = page_at(phone, "night-league", circle)
    text = page_text(page)
    assert "2 noches, y cuentan todas." in text
    counted = "3 jul 2026 · Del 03 en juego 10 jul 2026 · Del 10 en juego Son"
    assert counted in text.split("Las noches que cuentan")[1]
    assert (
        "Luis 8 · 8 Decide la mejor noche de cada uno: Ana 12, Eva 12, Luis 8. "
        "Ana y Eva comparten el puesto. 16"
    ) in text
    listed = page_at(phone, "nights", circle).context["nights"]
    assert [night.name for night in listed[1:]] == ["Del 10", "Del 03"]
    file = phone.get(address_of("night-league-csv", circle), {"best": 3})
    assert file.text.lstrip(MARK).splitlines() == [
        "Puesto;Nombre;Puntos;Noches;3.7.2026 Del 03;10.7.2026 Del 10",
        "1;Ana;16;2;4;12",
        "1;Eva;16;2;12;4",
        "3;Luis;16;2;8;8",
        "4;Paco;0;2;0;0",
    ]


def test_of_equal_points_who_came_more_often_is_ahead(phone):
    circle = start(phone, *FOUR).circle
    won_in_order(circle, 1, 2, 3, 4)
    won_in_order(circle, 1, 2, 3, 4, names=("Sol", "Luis", "Eva", "Ana"))
    text = text_at(phone, address_of("night-league", circle))
    assert "Decide la 2.ª mejor noche: Ana 0, Sol no vino más." in text


def test_who_was_merged_is_one_row_of_the_league_and_two_of_one_name_are_told_apart(
    phone,
):
    """Everybody with another group, and Ana once after that."""
    circle, came = (start(phone, *FOUR, circle="new").circle for _group in range(2))
    for group in (circle, came):
        won_in_order(group, 1, 2, 3, 4)
    same = {person(came, name): person(circle, name) for name in FOUR}
    merge(circle, came, same, holder(phone))
    merge_players(
        circle.players.create(name="Anita"), person(circle, "Ana"), holder(phone)
    )
    circle.players.filter(name="Luis").update(name="Eva")
    shown = page_at(phone, "night-league", circle)
    names = [plain(row.name) for row in shown.context["rows"]]
    points = re.findall(r"<td>(\S+)</td>", shown.text)
    assert [*zip(names, points, strict=True)] == [
        ("Anita", "24"),
        ("Eva", "16"),
        ("Eva (2)", "8"),
        ("Paco", "0"),
    ]


def test_who_met_on_an_earlier_evening_under_any_name_meets_less_on_the_next_one(
    phone, circle
):
    night = published(open_night(circle, *EIGHT, preset="league"))
    before = pairs_at(sheet_of(night).rounds[0])
    for name in EIGHT[::2]:
        merge_players(
            circle.players.create(name=f"Don {name}"),
            person(circle, name),
            holder(phone),
        )
    tonight = [f"Don {name}" if name in EIGHT[::2] else name for name in EIGHT]
    night = open_night(circle, *tonight, preset="league")
    for seed in range(5):
        seated = next_draft(SeenNight.of(night), seed=seed, steps=FEW_STEPS).seated
        # of twelve: two and two of each table
        assert len(pairs_at(seated) & before) == 4


def pairs_at(round_):
    tables = (sorted(table.seats) for table in round_.tables)
    return {pair for seats in tables for pair in combinations(seats, 2)}


def test_a_night_after_midnight_is_of_the_evening_before(circle):
    """Both are set up on the third: without a day the night is that of the second."""
    planned, late = (open_night(circle) for _night in range(2))
    update_row(planned, starts_on="2026-07-02", created_at="2026-07-01T12:00Z")
    update_row(late, created_at="2026-07-03T03:30Z")
    late.refresh_from_db()
    by_day = circle.nights.by_day(zone_of(circle))
    assert [(night, night.evening) for night in by_day] == [
        (late, date(2026, 7, 2)),
        (planned, date(2026, 7, 2)),
    ]
    assert late.day == date(2026, 7, 2)
