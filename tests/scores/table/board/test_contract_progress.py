"""The list of contracts of a match of Chinaso."""

from rules.close_kinds import Close
from rules.events import HandScored
from scores.table.board.contract_progress import ContractRow, progress
from tests.scores.support.factories import sheet_of


def test_every_contract_says_who_went_out_and_which_one_is_next():
    sheet = sheet_of("chinaso", HandScored({1: 20, 2: 17}, 0, Close.OUT))
    assert progress(sheet) == [
        ContractRow(1, "dos tríos", "Ana", False),
        ContractRow(2, "un trío y una escalera", "", True),
        ContractRow(3, "dos escaleras", "", False),
        ContractRow(4, "tres tríos", "", False),
        ContractRow(5, "dos tríos y una escalera", "", False),
        ContractRow(6, "un trío y dos escaleras", "", False),
        ContractRow(7, "tres escaleras", "", False),
    ]


def test_in_another_game_there_are_none():
    assert progress(sheet_of("chinchon", HandScored({1: 20, 2: 17}, 0, Close.CLEAN))) == []
