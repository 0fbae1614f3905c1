"""Rum 500 in a match: the page of everybody's cards on the table and in hand, for the form of the hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from rules.events import Seat
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import signed
from scores.table.checker import headlines
from scores.table.checker.check import Cards, Check
from scores.table.checker.headlines import lacks_of
from scores.table.checker.pack import shown_pack
from scores.table.checker.page import CheckerPage, SeatsOfHand, ShownVerdict
from scores.table.checker.presenter import (
    left_result,
    shown_cards,
    table_result,
    too_many_ways,
)
from scores.table.checker.query import (
    SEEN,
    Query,
    cards_elsewhere,
    cards_or_refusal,
    hand_form_url,
    hidden_fields,
    seat_of,
    seen_cards,
)
from scores.table.checker.worth import CardsAtEnd

TABLE = "t"  # begins the name of the field with a seat's cards on the table
HAND = "c"  # of those in hand
SIDES = (TABLE, HAND)


def match_page(sheet: Sheet, query: Query, page: CheckerPage) -> CheckerPage:
    """The page with the cards of one seat: the key `at` is "2" for those on the table, "2-hand" in hand."""
    ruleset = sheet.board.next_ruleset
    seats = sheet.board.seats_playing
    players = len(sheet.board.order)
    keys = [f"{side}{seat}" for seat in seats for side in SIDES]
    texts = {key: query.getlist(key) for key in keys}
    cards, refusal = cards_or_refusal(texts, ruleset, players)
    tables, hands = ({seat: cards[f"{side}{seat}"] for seat in seats} for side in SIDES)
    at_end = CardsAtEnd(
        ruleset, players, seat_of(query.get("closer"), seats), tables, hands
    )
    at, side = _seat_and_side(query, at_end.closer, seats)
    key = f"{side}{at}"
    here = cards[key]
    others = cards_elsewhere(cards, key)
    check = Check(ruleset, players, here)
    seen = seen_cards(query, check, (*here, *others))
    # Who goes out has no cards in hand: those of the key `t` may be all of the hand, or what was laid down.
    is_held = side == HAND or (at == at_end.closer and bool(at_end.laid(at).loose))
    lacks = lacks_of(check, (*seen, *others)) if is_held else None
    hidden = hidden_fields(query, (key,), TABLE + HAND, () if lacks else (SEEN,))
    return replace(
        page,
        verdict=replace(
            _counted_cards(at_end, sheet.names, at, side, here),
            refusal=refusal or too_many_ways(at_end),
        ),
        pack=shown_pack(query, check, key, here, seen if lacks else None, others),
        lacks=lacks,
        seats=_seats(sheet, query, at_end, at, side, hidden),
    )


def _seats(
    sheet: Sheet,
    query: Query,
    at_end: CardsAtEnd,
    at: Seat,
    side: str,
    hidden: list[tuple[str, str]],
) -> SeatsOfHand:
    """The tab whose cards are shown, those of the others, and the tab that comes next."""
    seats = sheet.board.seats_playing
    ruleset = sheet.board.next_ruleset
    sides = ((str(at), _("Sobre la mesa")), (f"{at}-hand", _("En la mano")))
    shown = sides[side == HAND][0]
    following = seats[(seats.index(at) + 1) % len(seats)]
    hand = at_end.counted_hand()
    return SeatsOfHand(
        at=shown,
        heading=headlines.heading(ruleset, sheet.names[at], closes=False),
        tabs=[
            (seat, sheet.names[seat], at_end.points(seat), seat == at) for seat in seats
        ],
        # Who went out has cards on the table only.
        sides=[]
        if at == at_end.closer
        else [(tab, text, tab == shown) for tab, text in sides],
        next=f"{at}-hand" if side == TABLE and at != at_end.closer else str(following),
        hidden_fields=hidden,
        all_counted=all(map(at_end.is_known, seats)) and not at_end.has_too_many_ways,
        fill=hand_form_url(sheet, query, hand) if hand.table or hand.deadwood else "",
    )


def _seat_and_side(
    query: Query, closer: int | None, seats: Sequence[int]
) -> tuple[int, str]:
    """The seat whose cards are being tapped, and which of them. Who went out has none in hand."""
    text, _dash, hand = query.get("at", "").partition("-")
    seat = next(
        seat for seat in (seat_of(text, seats), closer, *seats) if seat is not None
    )
    return seat, HAND if hand and seat != closer else TABLE


def _counted_cards(
    at_end: CardsAtEnd, names: Mapping[Seat, str], at: Seat, side: str, here: Cards
) -> ShownVerdict:
    hand = ShownVerdict(shown_cards(here), size=0, counts=True)
    if not here:
        on_table = _("Toca las cartas que tiene en la mesa.")
        hint = str(headlines.TAP_CARDS_IN_HAND) if side == HAND else on_table
        return replace(hand, hint=hint)
    if side == HAND:
        points = _("En la mano: %(points)s") % {"points": signed(-at_end.in_hand(at))}
        return replace(hand, result=left_result(here, points))
    if at_end.table is None:
        return hand
    laid = at_end.laid(at)
    reasons = (
        [_("No es juego ni se puede colocar en los de los demás.")]
        if laid.loose
        else []
    )
    result = table_result(laid, at_end.table, names, at)
    return replace(hand, result=result, reasons=reasons)
