"""The draw before the first hand: who draws the highest card begins, or in Gin chooses who deals.

Source: docs/rules/CANON.md#draw. Among equal ranks the suits count in Gin's order: spades, hearts, diamonds,
clubs. The Spanish ones count in the usual order: oros, copas, espadas, bastos.
"""

from collections.abc import Mapping

from rules.errors import Illegal
from rules.events import Seat, SeatsDrawn
from rules.knobs import Ace, Scoring
from rules.match.board import Board, next_in_turn, sides_of
from rules.packs import RANKS, SUITS, Card
from rules.ruleset import Ruleset


def drawing_pack(ruleset: Ruleset) -> tuple[Card, ...]:
    """One pack without jokers, the highest first: the ace is the lowest, except where it is only high."""
    ranks = sorted(
        RANKS[ruleset.pack],
        key=lambda rank: (rank == 1 and ruleset.ace is Ace.HIGH, rank),
    )
    return tuple(
        Card(rank, suit) for rank in reversed(ranks) for suit in SUITS[ruleset.pack]
    )


def seats_by_card(board: Board, cards: Mapping[Seat, Card]) -> list[Seat]:
    """The seats that drew, the highest card first."""
    pack = drawing_pack(board.next_ruleset)
    return sorted(cards, key=lambda seat: pack.index(cards[seat]))


def highest(board: Board, cards: Mapping[Seat, Card]) -> Seat | None:
    """Who drew the highest card of those who play the first hand."""
    return next(
        (seat for seat in seats_by_card(board, cards) if seat in board.seats_playing),
        None,
    )


def possible_dealers(board: Board, cards: Mapping[Seat, Card]) -> tuple[Seat, ...]:
    """Who may deal after this draw: who is before the highest card; in Gin anybody, as that one chooses."""
    if board.next_ruleset.scoring is Scoring.DIFFERENCE:
        return board.seats_playing
    first = highest(board, cards)
    return tuple(
        seat for seat in board.seats_playing if next_in_turn(board, seat) == first
    )


def turns_after_old_draw(board: Board, draw: SeatsDrawn) -> tuple[Seat, ...]:
    """The seats as they play after a draw that names no dealer, the highest card first. Partners face each
    other.
    """
    by_card = seats_by_card(board, draw.cards)
    sides = sides_of(board, by_card)
    in_sides = [[seat for seat in by_card if seat in side] for side in sides]
    turns = range(max(map(len, in_sides), default=0))
    return tuple(side[turn] for turn in turns for side in in_sides if turn < len(side))


def verify_draw(board: Board, draw: SeatsDrawn) -> None:
    """Raise Illegal unless all drew a card of one pack before the first hand, and the dealer follows."""
    if board.hands:
        raise Illegal("hand-scored")
    for seat in board.order:
        if seat not in draw.cards:
            raise Illegal("missing-player", seat=seat)
    pack = drawing_pack(board.next_ruleset)
    cards = list(draw.cards.values())
    for card in cards:
        held = cards.count(card)
        copies = pack.count(card)
        if held > copies:
            raise Illegal("impossible-hand", card=card, held=held, copies=copies)
    if draw.dealer is not None and draw.dealer not in possible_dealers(
        board, draw.cards
    ):
        raise Illegal("wrong-dealer", seat=draw.dealer)
