"""Who is likely to win, as boards and corrections say it where a wing has registered who computes it."""

from collections.abc import Sequence
from typing import Protocol

from django.http import HttpRequest

from rules.match.board import Board
from scores.core.matches.scoresheet import Sheet


class Forecasts(Protocol):
    def shows_chances(self, request: HttpRequest) -> bool:
        """Whether this browser shows them."""

    def chances_of_board(self, sheet: Sheet) -> Sequence[object] | None:
        """The rows on a board; None if they are left out now."""

    def compared_chances(self, sheet: Sheet, board: Board) -> Sequence[object]:
        """The rows on another board of the match, with those of now; none if they are left out now."""


registered: list[Forecasts] = []


def forecasts_for(request: HttpRequest) -> Forecasts | None:
    """Who computes the chances for this browser; None where it shows none."""
    return next((each for each in registered if each.shows_chances(request)), None)
