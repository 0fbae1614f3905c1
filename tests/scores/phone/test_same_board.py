"""A phone draws the board of a match from its document: the same HTML as the server's, to the byte."""

import pytest
from django.utils import translation

from tests.scores.support.drawn_boards import (
    differences,
    payload_of,
    random_sheets,
    served_scoresheet,
)
from tests.scores.support.table import address_of


@pytest.mark.parametrize("language", ["es", "en-gb"])
def test_a_phone_draws_the_board_of_any_match_as_the_server_does(phones, language):
    with translation.override(language):
        for sheet in random_sheets(15, seed=f"unit {language}"):
            answer = phones[language].call("draw", payload_of(sheet))
            assert differences(sheet, answer) == []
            address = address_of("scoresheet", sheet.match)
            answer = phones[language].call(
                "page", {**payload_of(sheet), "path": address}
            )
            assert answer["blocks"]["main"].split("\n") == served_scoresheet(
                sheet
            ).split("\n")
