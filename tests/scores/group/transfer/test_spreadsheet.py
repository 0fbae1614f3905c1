"""The scoresheet as CSV."""

import csv
from io import StringIO

import pytest
from django.utils import translation

from rules.events import Joined, Penalised
from rules.match.corrections import Undone
from scores.core.matches.scoresheet import Sheet
from scores.group.transfer import exporter
from scores.models import Circle, Match, Player, Seat
from tests.rules.support.table import hand, nobody_closed
from tests.scores.group.transfer.circles import played, write


def rows(match: Match, delimiter: str = ";") -> list[list[str]]:
    text = exporter.sheet_csv(Sheet(match))
    assert text[0] == "\ufeff"
    return list(csv.reader(StringIO(text[1:]), delimiter=delimiter))


def test_every_hand_is_a_row_with_what_it_added_and_the_total_after_it():
    match = played(
        Circle.objects.create(),
        "Ana",
        "Luis",
        "Inés",
        entries=(hand(0, 20, 60), hand(0, 9, 9), Undone(), nobody_closed(3, 4, 45), Penalised(1, 5)),
    )
    totals = ["Ana", "Ana: total", "Luis", "Luis: total", "Inés", "Inés: total"]
    assert rows(match) == [
        ["Mano", "Quién cerró", "Cómo", *totals, "Qué pasó"],
        ["1", "Ana", "limpio", "-10", "-10", "20", "20", "60", "60", ""],
        ["2", "", "", "3", "-7", "4", "24", "45", "24", "Inés se pasa (105): reenganche en 24"],
        ["", "", "", "", "-7", "", "29", "", "24", "Luis: +5 de castigo"],
    ]


def test_who_comes_later_has_nothing_before():
    circle = Circle.objects.create()
    match = played(circle, "Ana", "Luis", entries=(hand(0, 20),))
    Seat.objects.create(match=match, position=2, player=Player.objects.create(circle=circle, name="Eva"))
    write_more = [hand(0, 20), Joined(2)]
    match.entries.all().delete()
    write(match, write_more)
    assert [row[7:9] for row in rows(match)] == [["Eva", "Eva: total"], ["", ""], ["", "20"]]


def test_in_english_the_comma_stands_between_the_cells():
    match = played(Circle.objects.create(), "Ana", "Luis", entries=(hand(0, 20),))
    with translation.override("en"):
        assert rows(match, ",")[1][3:7] == ["-10", "-10", "20", "20"]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "＝1", '"=1'])
def test_a_name_that_a_spreadsheet_would_run_is_text(name):
    circle = Circle.objects.create()
    match = played(circle, "Ana", "Luis", entries=(hand(20, 0, closer=1),))
    Player.objects.filter(circle=circle, name="Luis").update(name=name)
    headings, first = rows(match)
    assert (headings[5], headings[6], first[1]) == (f"'{name}", f"'{name}: total", f"'{name}")
    assert first[3:7] == ["20", "20", "-10", "-10"]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("Ana;=1+1", "Ana;'=1+1"),
        ("Ana, -1", "Ana, '-1"),
        ('Ana";"@SUM(A1)', 'Ana";"\'@SUM(A1)'),
        ("\t=1", "'\t'=1"),
        ("Ana-María, 30-40", "Ana-María, 30-40"),
    ],
)
def test_nor_is_a_part_of_a_name_run_where_a_spreadsheet_cuts_it(name, cell):
    match = played(Circle.objects.create(), "Ana", "Luis", entries=(hand(0, 20),))
    Player.objects.filter(name="Luis").update(name=name)
    assert rows(match)[0][5] == cell


def test_a_name_with_the_signs_of_the_file_is_one_cell():
    circle = Circle.objects.create()
    match = played(circle, 'Ana "la; de, aquí"', "Luis", entries=(hand(0, 20),))
    assert rows(match)[1][1] == 'Ana "la; de, aquí"'
