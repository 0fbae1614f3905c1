"""The checker in a match of Rum 500: each player's cards on the table and in hand, for the hand's form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from scores.core.matches.scoresheet import Sheet
from scores.table.checker import headlines
from scores.table.checker.check import Cards, Check
from scores.table.checker.pack_grid import grid
from scores.table.checker.practice_page import lacks_context, pack_context
from scores.table.checker.presenter import box_ids, held_cards, in_hand_result, table_result, too_many_ways
from scores.table.checker.query import SEEN, cards_by_key, hand_form_url, hidden_fields, seat_of, seen_cards
from scores.table.checker.rum_500 import CARDS_LAID_AT_MOST, CardsAtEnd

if TYPE_CHECKING:
    from django.http import QueryDict

TABLE, HAND = "t", "c"  # prefixes of a seat's keys: cards on the table, cards in hand


def context(sheet: Sheet, asked: QueryDict) -> dict[str, Any]:
    """The context of the page. The key `at` names the cards shown: "2" on the table, "2-hand" in hand."""
    seats, players = sheet.board.seats_playing, len(sheet.board.order)
    keys = [f"{side}{seat}" for seat in seats for side in (TABLE, HAND)]
    cards, refusal = cards_by_key(asked, sheet.board.next_ruleset, players, keys)
    at_end = _cards_at_end(sheet, asked, cards)
    at, side = _seat_and_side(asked, at_end.closer, seats)
    key = f"{side}{at}"
    here = cards.get(key, ())
    used = Counter(card for other, theirs in cards.items() if other != key for card in theirs)
    next_draw = _next_draw_context(at_end, asked, key, here, tuple(used.elements()))
    return {
        "refusal": refusal or too_many_ways(at_end),
        "hand": held_cards(here),
        "count": len(here),
        "size": 0,
        "counting": True,
        **_result_context(at_end, at, side, here),
        "at": _at(at, side),
        "grid": grid(at_end.ruleset, players, here, used),
        "most": CARDS_LAID_AT_MOST,
        "field": key,
        "ruleset": at_end.ruleset,
        "heading": headlines.heading(at_end.ruleset, sheet.names[at], closes=False),
        "tabs": [(seat, sheet.names[seat], _tab_text(at_end, seat), seat == at) for seat in seats],
        "sides": _sides(at_end, at, side),
        "next": _next_place(at_end, seats, at, side),
        "hidden_fields": hidden_fields(asked, (key,), TABLE + HAND, () if next_draw else (SEEN,)),
        "all_counted": all(map(at_end.is_known, seats)) and not at_end.has_too_many_ways,
        "fill": _fill_url(sheet, at_end, asked),
        **next_draw,
    }


def _next_draw_context(
    at_end: CardsAtEnd, asked: QueryDict, key: str, here: Cards, others: Cards
) -> dict[str, Any]:
    """What the cards lack to go out, and the pack in which cards that were seen can be marked.

    Empty for cards that lie on the table, and with more or fewer cards than before or after a draw. Whoever
    goes out has no cards in hand: those of the key `t` may be all of the hand, or what was laid down.
    """
    side, seat = key[0], int(key[1:])
    may_be_held = seat == at_end.closer and bool(at_end.laid(seat).loose)
    if side == TABLE and not may_be_held:
        return {}
    check = Check(at_end.ruleset, at_end.players, here)
    seen = seen_cards(asked, at_end.ruleset, at_end.players, (*here, *others))
    lacks = lacks_context(check, (*seen, *others))
    return pack_context(asked, check, key, here, seen, others) | lacks if lacks["lacks"] else {}


def _cards_at_end(sheet: Sheet, asked: QueryDict, cards: Mapping[str, Cards]) -> CardsAtEnd:
    seats = sheet.board.seats_playing
    return CardsAtEnd(
        sheet.board.next_ruleset,
        len(sheet.board.order),
        seat_of(asked.get("closer"), seats),
        {seat: cards.get(f"{TABLE}{seat}", ()) for seat in seats},
        {seat: cards.get(f"{HAND}{seat}", ()) for seat in seats},
    )


def _seat_and_side(asked: QueryDict, closer: int | None, seats: Sequence[int]) -> tuple[int, str]:
    """The seat whose cards are being tapped, and which of them. Who went out has none in hand."""
    text, _dash, hand = asked.get("at", "").partition("-")
    seat = seat_of(text, seats)
    if seat is None:
        seat = seats[0] if closer is None else closer
    return seat, HAND if hand and seat != closer else TABLE


def _at(seat: int, side: str) -> str:
    """The value of the key `at`."""
    return f"{seat}-hand" if side == HAND else str(seat)


def _result_context(at_end: CardsAtEnd, at: int, side: str, here: Cards) -> dict[str, Any]:
    if not here:
        on_table = _("Toca las cartas que tiene en la mesa.")
        return {"hint": headlines.TAP_CARDS_IN_HAND if side == HAND else on_table}
    if at_end.has_too_many_ways and side == TABLE:
        return {}
    if side == HAND:
        return {"result": in_hand_result(here, at_end.in_hand(at), box_ids(here))}
    laid = at_end.laid(at)
    reasons = [_("No es juego ni se puede colocar en los de los demás.")] if laid.loose else []
    return {"result": table_result(laid, at_end.others_melds(at), box_ids(here)), "reasons": reasons}


def _sides(at_end: CardsAtEnd, at: int, side: str) -> list[tuple[str, str, bool]]:
    """The two kinds of cards of a player as buttons. Who went out has cards on the table only."""
    if at == at_end.closer:
        return []
    words = ((TABLE, _("Sobre la mesa")), (HAND, _("En la mano")))
    return [(_at(at, kind), text, kind == side) for kind, text in words]


def _tab_text(at_end: CardsAtEnd, seat: int) -> str:
    has_cards = at_end.tables.get(seat) or at_end.hands.get(seat)
    if not has_cards or at_end.has_too_many_ways:
        return ""
    return str(at_end.laid(seat).points - at_end.in_hand(seat))


def _next_place(at_end: CardsAtEnd, seats: Sequence[int], at: int, side: str) -> str:
    """The cards that come next: from the table to the hand, then to the next player."""
    if side == TABLE and at != at_end.closer:
        return _at(at, HAND)
    return str(seats[(seats.index(at) + 1) % len(seats)])


def _fill_url(sheet: Sheet, at_end: CardsAtEnd, asked: QueryDict) -> str:
    """The address of the board with its form filled in from these cards; empty if there are none."""
    hand = at_end.counted_hand()
    return hand_form_url(sheet, asked, hand) if hand.table or hand.deadwood else ""
