"""What leaves a night for the hall and for the spreadsheet: the text to read aloud, the CSV files."""

import csv

import pytest

from rules.night.events import Entered, Paid
from rules.night.stages import MatchOf, Stage
from rules.presets import RULESETS
from tests.scores.support.nights import (
    FOUR,
    open_night,
    person,
    published,
    reported,
    seats_of,
    told,
)
from tests.scores.support.table import address_of, page_at, text_on


@pytest.fixture
def night(circle):
    """Four at one table; the third to sit won it, and has a name that a spreadsheet would run."""
    made = told(open_night(circle, "Ana", "Luis", "=1+1", "Paco"), Paid(1, 500))
    return reported(published(made), 2, 3, 1, 4, reason="sin teléfono")


def rows(phone, night, key):
    text = page_at(phone, "night-csv", night, key).content.decode("utf-8-sig")
    return list(csv.reader(text.splitlines(), delimiter=";"))[1:]


def test_the_text_to_read_aloud_names_each_table_and_who_sits_there(phone, night):
    names = {1: "Ana", 2: "Luis", 3: "=1+1", 4: "Paco"}
    one, two, three, four = (names[seat] for seat in seats_of(night))
    assert f"Mesa 1: {one}, {two}, {three} y {four}." in text_on(
        phone, "night-aloud", night
    )
    assert "Todavía no se ha publicado ninguna ronda" in text_on(
        phone, "night-aloud", open_night(night.circle, "Ana", "Luis", "Eva")
    )


def test_each_csv_file_has_a_row_for_each_and_runs_no_formula(phone, night):
    seats = seats_of(night)
    names = {1: "Ana", 2: "Luis", 3: "'=1+1", 4: "Paco"}
    order = [seats[2], seats[0], seats[1], seats[3]]
    gained = dict(zip(order, ("12", "8", "4", "0"), strict=True))
    prizes = {seats[2]: "3", seats[0]: "2"}
    assert rows(phone, night, "standings") == [
        [
            *(
                str(rank),
                str(name),
                names[name],
                gained[name],
                str(int(rank == 1)),
                "",
            ),
            *(("5", "0") if name == 1 else ("0", "5")),
            *(prizes.get(name, "0"), "0"),
        ]
        for rank, name in enumerate(order, 1)
    ]
    ranks = dict(zip(seats, "2314", strict=True))
    assert rows(phone, night, "tables") == [
        [
            "1",
            "1",
            str(seat),
            str(name),
            names[name],
            ranks[name],
            "",
            gained[name],
            "",
        ]
        for seat, name in enumerate(seats, 1)
    ]
    assert page_at(phone, "night-csv", night, "phones").status_code == 404


def test_who_has_not_played_is_in_the_file_too(phone, night):
    told(night, Entered(5, (person(night.circle, "Ana").pk + 1_000,)))
    assert ["4", "5", "?", "0"] in [row[:4] for row in rows(phone, night, "standings")]
    before = open_night(night.circle, "Ana", "Luis", "Eva")
    assert [row[:3] for row in rows(phone, before, "standings")] == [
        ["", str(number), name] for number, name in enumerate(("Ana", "Luis", "Eva"), 1)
    ]


def test_a_slip_has_the_people_of_its_table_and_one_is_empty(phone, night):
    text = text_on(phone, "night-slips", night)
    assert "Mesa 1 · Ronda 1" in text
    assert "Mesa ____ · Ronda 1" in text
    assert "Paco" in text
    assert address_of("night-slips", night) in page_at(phone, "night-print", night).text
    gin = Stage(match=MatchOf(RULESETS["gin"]))
    before = open_night(night.circle, *FOUR, stages=(gin,))
    assert "Gana el total más alto" in text_on(phone, "night-slips", before)
