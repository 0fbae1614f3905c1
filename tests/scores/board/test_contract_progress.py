"""How far a match of Chinaso has come with its contracts."""

from rules.close_kinds import Close
from rules.events import HandScored
from scores.board.contract_progress import Played, progress
from tests.scores.recap.test_money import sheet_of


def test_every_contract_says_who_went_out_and_which_one_is_next():
    sheet = sheet_of("chinaso", HandScored({1: 20, 2: 17}, 0, Close.OUT))
    assert progress(sheet) == [
        Played(1, "dos tríos", "Ana", False),
        Played(2, "un trío y una escalera", "", True),
        Played(3, "dos escaleras", "", False),
        Played(4, "tres tríos", "", False),
        Played(5, "dos tríos y una escalera", "", False),
        Played(6, "un trío y dos escaleras", "", False),
        Played(7, "tres escaleras", "", False),
    ]


def test_in_another_game_there_are_none():
    assert progress(sheet_of("chinchon", HandScored({1: 20, 2: 17}, 0, Close.CLEAN))) == []
