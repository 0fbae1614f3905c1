"""The draw for seats: who draws the highest card begins, the others sit after him by their cards.

Source: docs/rules/CANON.md#draw. Among equal ranks the suits count in Gin's order: spades, hearts, diamonds,
clubs. The Spanish ones count in the usual order: oros, copas, espadas, bastos.
"""

from __future__ import annotations

from itertools import chain, zip_longest

from rules.errors import Illegal
from rules.events import Seat, SeatsDrawn
from rules.knobs import Ace
from rules.match.board import Board
from rules.packs import RANKS, SUITS, Card
from rules.ruleset import Ruleset


def drawing_pack(ruleset: Ruleset) -> tuple[Card, ...]:
    """The cards to draw from, the highest first: one pack without jokers.

    The ace is the lowest card, except in games in which it is only high.
    """
    ranks = sorted(RANKS[ruleset.pack], key=lambda rank: (rank == 1 and ruleset.ace is Ace.HIGH, rank))
    return tuple(Card(rank, suit) for rank in reversed(ranks) for suit in SUITS[ruleset.pack])


def turns_after_draw(board: Board, draw: SeatsDrawn) -> tuple[Seat, ...]:
    """The seats in the order in which they play, the highest card first. Partners still face each other."""
    place = {card: number for number, card in enumerate(drawing_pack(board.next_ruleset))}
    by_card = sorted(draw.cards, key=lambda seat: place[draw.cards[seat]])
    sides = dict.fromkeys(board.side_of(seat) for seat in by_card)
    in_sides = [[seat for seat in by_card if seat in side] for side in sides]
    in_turn = chain.from_iterable(zip_longest(*in_sides))  # None where a side has fewer
    return tuple(seat for seat in in_turn if seat is not None)


def verify_draw(board: Board, draw: SeatsDrawn) -> None:
    """Raise Illegal unless everybody drew a card of one pack before the first hand."""
    if board.hands:
        raise Illegal("hand-scored")
    for seat in board.order:
        if seat not in draw.cards:
            raise Illegal("missing-player", seat=seat)
    pack = drawing_pack(board.next_ruleset)
    cards = list(draw.cards.values())
    for card in cards:
        if card not in pack or cards.count(card) > 1:
            raise Illegal("impossible-hand", card=card, held=cards.count(card), copies=int(card in pack))
