"""Rum 500 at the table: what lies before each player and what is left in hand, for the hand's form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from rules.close_kinds import Close
from scores.checker import headlines
from scores.checker.check import Cards
from scores.checker.pack_grid import grid
from scores.checker.presenter import boxes, shown, told_in_hand, told_table
from scores.checker.query import TYPED, all_cards, of_the_form, seat_of, typed
from scores.checker.rum_500 import CARDS_LAID_AT_MOST, Tables
from scores.matches.scoresheet import Sheet

TABLE, HAND = "t", "c"  # before the seat, in the address: the cards on the table, and those in hand


def context(sheet: Sheet, asked: QueryDict) -> dict[str, Any]:
    """What the page shows of the cards that are being tapped: `at` is a seat, "2", or its hand, "2-hand"."""
    seats, players = sheet.board.seats_playing, len(sheet.board.order)
    keys = [f"{side}{seat}" for seat in seats for side in (TABLE, HAND)]
    cards, impossible = all_cards(asked, sheet.board.next_ruleset, players, keys)
    tables = _tables(sheet, asked, cards)
    at, side = _place(asked, tables.closer, seats)
    key = f"{side}{at}"
    here = cards.get(key, ())
    used = Counter(card for other, held in cards.items() if other != key for card in held)
    return {
        "impossible": impossible,
        "hand": shown(here),
        "count": len(here),
        "size": 0,
        "counting": True,
        **_told(tables, at, side, here),
        "at": _at(at, side),
        "grid": grid(tables.ruleset, players, here, used),
        "most": CARDS_LAID_AT_MOST,
        "field": key,
        "ruleset": tables.ruleset,
        "heading": headlines.heading(tables.ruleset, sheet.names[at], closes=False),
        "tabs": [(seat, sheet.names[seat], _tab(tables, seat), seat == at) for seat in seats],
        "sides": _sides(tables, at, side),
        "next": _next(tables, seats, at, side),
        "kept": [(name, value) for name, values in asked.lists() for value in values if _is_kept(name, key)],
        "all_counted": all(map(tables.is_known, seats)),
        "fill": _fill(sheet, tables, asked),
    }


def _tables(sheet: Sheet, asked: QueryDict, cards: Mapping[str, Cards]) -> Tables:
    seats = sheet.board.seats_playing
    return Tables(
        sheet.board.next_ruleset,
        len(sheet.board.order),
        seat_of(asked.get("closer"), seats),
        {seat: cards.get(f"{TABLE}{seat}", ()) for seat in seats},
        {seat: cards.get(f"{HAND}{seat}", ()) for seat in seats},
    )


def _place(asked: QueryDict, closer: int | None, seats: Sequence[int]) -> tuple[int, str]:
    """Whose cards are being tapped and which of them; who went out has none in hand."""
    text, _dash, hand = asked.get("at", "").partition("-")
    seat = seat_of(text, seats)
    if seat is None:
        seat = seats[0] if closer is None else closer
    return seat, HAND if hand and seat != closer else TABLE


def _at(seat: int, side: str) -> str:
    return f"{seat}-hand" if side == HAND else str(seat)


def _told(tables: Tables, at: int, side: str, here: Cards) -> dict[str, Any]:
    if not here:
        asked = _("Tocar las cartas que tiene en la mesa."), _("Tocar las cartas que le quedan en la mano.")
        return {"hint": asked[side == HAND]}
    if side == HAND:
        return {"told": told_in_hand(here, tables.in_hand(at), boxes(here))}
    laid = tables.laid(at)
    wrong = [_("No es juego ni se puede colocar en los de los demás.")] if laid.loose else []
    return {"told": told_table(laid, tables.others_melds(at), boxes(here)), "reasons": wrong}


def _sides(tables: Tables, at: int, side: str) -> list[tuple[str, str, bool]]:
    """Both kinds of cards of a player; who went out has one."""
    if at == tables.closer:
        return []
    words = ((TABLE, _("Sobre la mesa")), (HAND, _("En la mano")))
    return [(_at(at, one), told, one == side) for one, told in words]


def _tab(tables: Tables, seat: int) -> str:
    if not tables.tables.get(seat) and not tables.hands.get(seat):
        return ""
    return str(tables.laid(seat).points - tables.in_hand(seat))


def _next(tables: Tables, seats: Sequence[int], at: int, side: str) -> str:
    """After what lies on the table what is left in hand, then the next player."""
    if side == TABLE and at != tables.closer:
        return _at(at, HAND)
    return str(seats[(seats.index(at) + 1) % len(seats)])


def _fill(sheet: Sheet, tables: Tables, asked: QueryDict) -> str:
    """The address of the hand's form with all that is known; what is told alone leaves the rest open."""
    fields = typed(asked)
    if tables.closer is not None:
        fields["close"] = str(Close.OUT)
    counted = {}
    for seat in sheet.board.seats_playing:
        if tables.tables[seat] or tables.hands[seat]:
            counted[f"table_{seat}"] = str(tables.laid(seat).points)
        if tables.hands[seat] or (seat == tables.closer and tables.tables[seat]):
            counted[f"deadwood_{seat}"] = str(tables.in_hand(seat))
    return of_the_form(sheet, fields | counted) if counted else ""


def _is_kept(name: str, key: str) -> bool:
    """What the form carries along: the hand typed so far and all cards but those being tapped."""
    if name == "close" or name.startswith(TYPED):
        return True
    return name[:1] in (TABLE, HAND) and name[1:].isdigit() and name != key
