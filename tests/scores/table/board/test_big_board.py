"""What a big board shows large, of what was just written."""

from rules.events import Penalised
from scores.core.wording.log_lines import aloud
from scores.table.board.big_board import Event, ShownChange, event_of
from tests.rules.support.table import hand
from tests.scores.support.factories import sheet_of
from tests.scores.support.table import played, undo


def test_who_goes_past_the_limit_by_a_penalty_is_shown_once():
    sheet = sheet_of("chinchon", hand(0, 90, 61), Penalised(1, 20))
    step = sheet.newest_step
    changes = (ShownChange(sheet.names[1], "110", "61"),)
    assert step is not None
    assert event_of(sheet, aloud(step, sheet.names), "") == Event(
        "", [f"{sheet.names[1]}: +20 de castigo"], "Reenganche", "rebuy", changes
    )


def test_a_name_with_the_signs_of_a_sum_is_not_cut():
    sheet = sheet_of("chinchon", hand(0, 23, 7))
    sheet.names = {0: "Ana · Bea = C", 1: "Luis", 2: "Eva"}
    step = sheet.newest_step
    assert step is not None
    assert event_of(sheet, aloud(step, sheet.names), "") == Event(
        "Cierra Ana · Bea = C: −10, va con −10", ["Luis +23 = 23 · Eva +7 = 7"]
    )


def test_a_hand_that_was_undone_is_a_long_headline(phone):
    match = played(phone, "Ana", "Luis", "Eva", "Paco", hand(0, 11, 12, 13))
    undo(phone, match)
    page = phone.get(f"{match.get_absolute_url()}big/").text
    assert '<p class="headline long">Deshecha la mano 1: Cierra' in page
