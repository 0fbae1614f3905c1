"""Rum 500: what cards are worth; in a match those of each player on the table and in hand, for the form.

Which cards form a meld, and which were laid off on others' melds, is the best reading of the table that all
share (`rules.closing.laid_cards`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from rules.cards.meld_faults import NoMeld, why_no_meld
from rules.cards.melds import MeldRules, meld_rules
from rules.closing.laid_cards import LaidTable, SeatCards, lay_down_best, read_table
from rules.errors import Illegal
from rules.events import HandScored, Seat
from rules.packs import Card
from rules.ruleset import Ruleset
from rules.scoring.points import table_points
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import signed
from scores.table.checker import headlines
from scores.table.checker.check import Cards, Check
from scores.table.checker.headlines import lacks_of
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
    shown_pack,
)

TABLE = "t"  # begins the name of the field with a seat's cards on the table
HAND = "c"  # of those in hand
SIDES = (TABLE, HAND)
NOTHING_LAID = SeatCards((), (), (), 0)


class Worth(NamedTuple):
    """What a player's cards are worth: some laid down, the rest left in hand or thrown."""

    laid: SeatCards
    left: int  # points of the cards left in hand
    discard: Card | None = None
    # what the cards are worth to who goes out with them, if that is possible
    goes_out: int | None = None
    # the claimed groups that are no melds, and why
    wrong: tuple[tuple[int, NoMeld], ...] = ()


def worth_of(check: Check) -> Worth:
    """The worth of the cards as they are claimed, or else laid down in the best way."""
    rules = meld_rules(check.ruleset, check.players)
    if check.groups:
        return _claimed_worth(rules, check)
    laid = lay_down_best(rules, check.cards)
    left = _pips(rules, laid.loose)
    verdict = check.verdict
    goes_out = verdict.value if verdict is not None and verdict.legal else None
    if verdict is None or goes_out is None or goes_out < laid.points - left:
        return Worth(laid, left, goes_out=goes_out)
    return Worth(
        SeatCards(verdict.melds, (), (), goes_out), 0, verdict.discard, goes_out
    )


def _claimed_worth(rules: MeldRules, check: Check) -> Worth:
    readings = [rules.readings_in_any_order(group) for group in check.groups]
    wrong = tuple(
        (at, why_no_meld(check.ruleset, check.groups[at], check.players))
        for at, melds in enumerate(readings)
        if not melds
    )
    melds = tuple(
        max(options, key=lambda meld: table_points(rules, meld))
        for options in readings
        if options
    )
    loose = tuple(check.unclaimed_cards.elements())
    laid = SeatCards(melds, (), loose, sum(table_points(rules, meld) for meld in melds))
    return Worth(laid, _pips(rules, loose), wrong=wrong)


def counts_of_wrong_claim(check: Check, worth: Worth) -> str:
    """What the cards add if the wrong groups of a claim do not count: as they lie, and at their best."""
    rules = meld_rules(check.ruleset, check.players)
    at_fault = {at for at, _why in worth.wrong}
    wrong = [card for at in at_fault for card in check.groups[at]]
    best = lay_down_best(rules, check.cards)
    lying = worth.laid.points - worth.left - _pips(rules, wrong)
    points = {
        "lying": signed(lying),
        "best": signed(best.points - _pips(rules, best.loose)),
    }
    return (
        _("Si no vale, la mano suma %(lying)s tal como está y %(best)s bien ligada.")
        % points
    )


def _pips(rules: MeldRules, cards: Iterable[Card]) -> int:
    return sum(rules.deck.pips[card] for card in cards)


@dataclass(frozen=True)
class CardsAtEnd:
    """Everybody's cards at the end of a hand: those on the table and those in hand."""

    ruleset: Ruleset
    players: int
    closer: Seat | None  # who went out; None if the stock ran out
    tables: Mapping[Seat, Cards]
    hands: Mapping[Seat, Cards]

    @cached_property
    def rules(self) -> MeldRules:
        return meld_rules(self.ruleset, self.players)

    @property
    def has_too_many_ways(self) -> bool:
        """Whether the cards on the table have too many ways to lie there."""
        return self.table is None

    def laid(self, seat: Seat) -> SeatCards:
        """The cards on the table before `seat`."""
        return NOTHING_LAID if self.table is None else self.table.seats[seat]

    @cached_property
    def table(self) -> LaidTable | None:
        """The table that all share; None where the cards have too many ways to lie there."""
        try:
            return read_table(self.rules, self.tables)
        except Illegal as illegal:
            if illegal.code != "too-many-ways":
                raise
            return None

    def in_hand(self, seat: Seat) -> int:
        """The points of the cards left in hand, melded or not."""
        return _pips(self.rules, self.hands.get(seat, ()))

    def counted_hand(self) -> HandScored:
        """The hand as far as the cards tell it."""
        on_table = [
            seat for seat in self.tables if self.tables[seat] or self.hands[seat]
        ]
        return HandScored(
            {
                seat: self.in_hand(seat)
                for seat in self.hands
                if self.hands[seat] and seat != self.closer
            },
            self.closer,
            table={}
            if self.has_too_many_ways
            else {seat: self.laid(seat).points for seat in on_table},
        )

    def points(self, seat: Seat) -> str:
        """What the cards add that are there, in short; empty without any."""
        has_cards = self.tables.get(seat) or self.hands.get(seat)
        if not has_cards or self.has_too_many_ways:
            return ""
        return signed(self.laid(seat).points - self.in_hand(seat))

    def is_known(self, seat: Seat) -> bool:
        """Whether a seat's cards are complete: who went out has none in hand, everybody else has some."""
        return bool(
            self.tables.get(seat) if seat == self.closer else self.hands.get(seat)
        )


# The page in a match


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
    seen = seen_cards(query, ruleset, players, (*here, *others))
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
    """The place whose cards are shown, the tabs of the others, and the place that comes next."""
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
        else [(place, text, place == shown) for place, text in sides],
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
