"""The table of a showdown: the last tab of the checker in a match, and what the page for watchers shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from scores.core.matches.scoresheet import Sheet
from scores.table.checker.check import Showdown
from scores.table.checker.hand_cards import showdown_of
from scores.table.checker.query import number
from scores.table.checker.showdown import presenter
from scores.table.checker.showdown.play import TablePlay

if TYPE_CHECKING:
    from django.http import QueryDict

TAB = "table"  # the value of the key `at`
TOTALS = 100_000  # no total is beyond that


def table_of(showdown: Showdown) -> TablePlay | None:
    """The table, if there are melds on it on which cards may be laid off."""
    play = showdown.play
    return play if play is not None and play.takes_cards else None


def tab_context(
    sheet: Sheet, asked: QueryDict, showdown: Showdown, play: TablePlay, absolute: Callable[[str], str]
) -> dict[str, Any]:
    """The context of the tab: the table, and for each card that is laid off where else it could be.

    `absolute` makes an absolute URL of a path.
    """
    address = _shared_address(sheet, showdown, asked)
    return {
        **_table_context(sheet, showdown, play),
        "at": TAB,
        "heading": _("La mesa"),
        "choices": presenter.choices(play, showdown.seats_in_turn, sheet.names),
        "choosing": bool(play.placements),
        "link": {"url": absolute(address)},
    }


def _table_context(sheet: Sheet, showdown: Showdown, play: TablePlay) -> dict[str, Any]:
    names = sheet.names
    return {
        "places": presenter.places(showdown, play, names),
        "moves": presenter.moves(play, names),
        "missing": presenter.missing(showdown, names),
        "refusal": presenter.refusal(play, names),
    }


def _shared_address(sheet: Sheet, showdown: Showdown, asked: QueryDict) -> str:
    """The page of this table. Who plays and the closer's total are in it: a saved hand does not change it."""
    keys = ["closer", "g", "first", *(f"{kind}{seat}" for seat in showdown.seats for kind in "cl")]
    fields = [(key, value) for key in keys for value in asked.getlist(key) if value]
    fields += [("seat", str(seat)) for seat in showdown.seats]
    fields.append(("total", str(showdown.check.asked.total)))
    return f"{reverse('table-in-match', args=[sheet.match.code])}?{urlencode(fields)}"


def watched_context(sheet: Sheet, asked: QueryDict) -> dict[str, Any]:
    """The context of the page of a table, from the address that the checker shares."""
    total = number(asked, "total", -TOTALS, TOTALS, 0)
    seats = tuple(seat for seat in sheet.board.order if str(seat) in asked.getlist("seat"))
    showdown, refusal = showdown_of(sheet, asked, seats, total)
    play = table_of(showdown)
    return _table_context(sheet, showdown, play) if play is not None else {"refusal": refusal}
