"""The page of the scoresheet: a line for each hand, a column for each side, busts and buy-backs."""

import re

from rules.events import BoughtBackIn, Close, HandScored, Penalised
from rules.match.corrections import Amended, Change, Undone
from rules.match.settlement import FinalSum
from rules.presets import CHINASO
from scores.core.notation.cards import contract_in_words
from scores.models import Role
from scores.table.board.sheet_page import Boxes, Column, contract_rows, gin_boxes
from scores.table.help.pages import worked_match
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_with, sheet_of
from tests.scores.support.plain import plain
from tests.scores.support.table import page_at, text_of


def sheet_lines(page):
    """The lines of the scoresheet on a page, its head first."""
    table = re.search(r'<table class="sheet.*?</table>', page, re.DOTALL)[0]
    return re.findall(r"<tr.*?</tr>", table, re.DOTALL)


def page_of(sheet):
    """The page of the scoresheet, as a phone of the circle gets it."""
    phone = phone_with(Role.OWN, sheet.match)
    return page_at(phone, "scoresheet", sheet.match).text


def table_of(sheet):
    """The words of the sheet: its head, then its lines as they stand, the newest first."""
    return [
        [text_of(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", line, re.DOTALL)]
        for line in sheet_lines(page_of(sheet))
    ]


def test_a_hand_says_who_closed_and_what_it_was_for_everybody():
    assert table_of(sheet_of("chinchon", hand(0, 23, 7), hand(0, 3, 4, closer=2))) == [
        ["Mano #", "Ana", "Luis", "Eva"],
        ["2", "+0 −10", "+3 26", "cerró +4 11"],
        ["1", "cerró −10 −10", "+23 23", "+7 7"],
    ]


def test_bust_and_bought_back_in_are_written_where_they_happened():
    asked = {"rebuy_choice": "ask"}
    log = [hand(0, 90, 61), hand(0, 20, 5), BoughtBackIn(1), Penalised(2, 60)]
    lines = table_of(sheet_of("chinchon", *log, **asked))
    assert lines[1] == ["Eva: +60 de castigo · Eva se pasa (126)"]
    assert lines[2] == ["Luis se reengancha"]
    assert lines[3] == ["2", "cerró −10 −20", "+20 110 se pasa", "+5 66"]
    assert table_of(sheet_of("chinchon", *log[:2]))[1][2] == "+20 66 reenganche"


def test_partners_have_one_column_and_it_says_which_of_them_went_out():
    one = HandScored({0: 0, 1: 20, 2: 45, 3: 10}, 0, table={0: 95, 1: 40, 2: 15, 3: 60})
    assert table_of(sheet_of("rum-500-pairs", one, players=4)) == [
        ["Mano #", "Ana y Eva", "Luis y Paco"],
        ["1", "cerró +65 65 Ana", "+70 70"],
    ]


CORRECTED = Amended((Change(0, hand(0, 24, 7)),))
HANDS = (hand(0, 23, 7), hand(0, 3, 4))


def test_what_was_corrected_is_marked_and_leads_to_what_it_said_before():
    sheet = sheet_of("chinchon", *HANDS, CORRECTED)
    assert [line[0] for line in table_of(sheet)] == ["Mano #", "2", "1 corregida"]
    assert "Qué decía antes lo corregido" in page_of(sheet)


def test_a_correction_or_a_hand_that_was_undone_marks_nothing():
    sheet = sheet_of("chinchon", *HANDS, Undone(), CORRECTED, Undone())
    assert [line[0] for line in table_of(sheet)] == ["Mano #", "1"]
    assert sheet.has_corrections is False
    assert "Qué decía antes" not in page_of(sheet)


# Gin: the table of boxes


def test_the_illustration_ends_293_to_50_and_243_apart():
    """docs/rules/CANON.md#gin, which is also the worked match of the help."""
    match = worked_match("gin")
    shown = gin_boxes(match.sheet_after(match.hands))
    yours = Column("Ana", [13, 30, 55, 87, 118], FinalSum(118, 5, 0, 75, 100), won=True)
    assert shown == Boxes(
        [yours, Column("Luis", [49, 50], FinalSum(50, 2), won=False)], is_over=True
    )
    assert yours.sum.total == 293
    assert shown.margin == 243
    assert shown.has_shutout is False


def test_where_a_deal_scores_its_net_it_is_one_box_for_the_side_that_won_more():
    hands = [HandScored({1: 30}, 0, Close.GIN), HandScored({2: 40}, 3, Close.GIN)]
    net = {"players": 4, "team_size": 2, "deal_scores": "net"}
    shown = [gin_boxes(sheet_of("gin", *hands[:played], **net)) for played in (1, 2)]
    assert [
        [column.totals for column in boxes.columns] for boxes in shown if boxes
    ] == [
        [[55], []],
        [[], [10]],
    ]


# Chinaso: the contracts


def test_every_contract_says_who_went_out_and_which_one_is_next():
    sheet = sheet_of("chinaso", HandScored({1: 20, 2: 17}, 0, Close.OUT))
    first, *later = [tuple(row) for row in contract_rows(sheet)]
    assert plain(first) == (1, "dos tríos", "Ana", False)
    words = enumerate(map(contract_in_words, CHINASO.contracts[1:]), 2)
    assert later == [(number, contract, "", number == 2) for number, contract in words]
