"""Nights of the format league: what the best evenings of each sum up to, and that they spread who meets."""

from itertools import combinations

from django.urls import reverse

from rules.night.events import At, Reported, TableResult
from scores.circle.circles.merging import merge, merge_players
from scores.night.log import sheet_of
from scores.night.seating.drafts import drawn
from tests.scores.support.factories import holder, start
from tests.scores.support.nights import FOUR, open_night, person, published, told
from tests.scores.support.plain import plain
from tests.scores.support.table import page_text

EIGHT = (*FOUR, "Luz", "Leo", "Mar", "Sol")


def won_in_order(circle, *places):
    """A night of the four: their places in the order in which they came, for 12, 8, 4 and 0 points."""
    night = published(open_night(circle, preset="league"))
    seats = sheet_of(night).rounds[0].tables[0].seats
    return told(
        night,
        Reported(At(1, 1), TableResult({name: places[name - 1] for name in seats}), ""),
    )


def test_the_best_evenings_of_each_count(phone):
    circle = start(phone, *FOUR).circle
    for places in ((1, 2, 3, 4), (4, 3, 2, 1), (1, 2, 3, 4), (4, 1, 2, 3)):
        won_in_order(circle, *places)
    page = reverse("night-league", args=[circle.code])
    assert page in phone.get(reverse("nights", args=[circle.code])).content.decode()
    everything, best = (
        page_text(phone.get(f"{page}{query}")) for query in ("", "?best=3")
    )
    seen = [
        line in everything
        for line in ("Luis 12 · 8 · 8 · 4 32", "Ana 12 · 12 · 0 · 0 24")
    ]
    seen += [
        line in best
        for line in ("Luis 12 · 8 · 8 · 4 28", "Cuentan las 3 mejores noches")
    ]
    assert seen == [True] * 4, everything


def test_two_of_one_name_are_told_apart_in_the_league(phone):
    circle = start(phone, *FOUR).circle
    won_in_order(circle, 1, 2, 3, 4)
    circle.players.filter(name="Luis").update(name="Ana")
    rows = phone.get(reverse("night-league", args=[circle.code])).context["rows"]
    assert [plain(row["name"]) for row in rows] == ["Ana", "Ana (2)", "Eva", "Paco"]


def test_who_was_merged_into_another_person_is_one_row_of_the_league(phone):
    """Everybody with another group; Luis once before, Ana once after that."""
    circle, came = (start(phone, *FOUR, circle="new").circle for _group in range(2))
    for group in (circle, came):
        won_in_order(group, 1, 2, 3, 4)
    merge_players(
        came.players.create(name="Lucho"), person(came, "Luis"), holder(phone)
    )
    there = ("Ana", "Lucho", "Eva", "Paco")
    same = {
        person(came, name): person(circle, here)
        for name, here in zip(there, FOUR, strict=True)
    }
    merge(circle, came, same, holder(phone))
    merge_players(
        circle.players.create(name="Anita"), person(circle, "Ana"), holder(phone)
    )
    rows = phone.get(reverse("night-league", args=[circle.code])).context["rows"]
    assert [(plain(row["name"]), row["points"]) for row in rows] == [
        ("Anita", "24"),
        ("Luis", "16"),
        ("Eva", "8"),
        ("Paco", "0"),
    ]


def test_who_met_on_an_evening_before_under_any_name_meets_rather_less_on_the_next_one(
    phone,
):
    circle = start(phone, "Ana", "Luis").circle
    table, other = (
        sheet_of(published(open_night(circle, *EIGHT, preset="league")))
        .rounds[0]
        .tables
    )
    for name in EIGHT[::2]:
        merge_players(
            circle.players.create(name=f"Don {name}"),
            person(circle, name),
            holder(phone),
        )
    tonight = [f"Don {name}" if name in EIGHT[::2] else name for name in EIGHT]
    night = open_night(circle, *tonight, preset="league")
    before = {
        *combinations(sorted(table.seats), 2),
        *combinations(sorted(other.seats), 2),
    }
    for seed in range(5):
        seated = drawn(night, seed, steps=200).seated
        met = {
            pair
            for table in seated.tables
            for pair in combinations(sorted(table.seats), 2)
        }
        assert len(met & before) == 4  # of twelve: two and two of each table
