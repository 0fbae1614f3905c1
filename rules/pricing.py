"""Facts in, points out."""

from __future__ import annotations

from rules.cards import JOKER, Deck
from rules.closes import JOKERS_IN_RUN, Close
from rules.events import Event, HandScored, HandVoided, Penalised, Seat, VoidReason
from rules.ruleset import WINS, CleanFor, LayOff, Ruleset, Scoring, at_table

_NOTHING_LEFT = (Close.GIN, Close.BIG_GIN, Close.OUT, Close.RUMMY, Close.CHINASO)


def price(ruleset: Ruleset, hand: HandScored) -> dict[Seat, int]:
    """What each seat that played the hand adds to its total. Nothing where the close wins the match."""
    if wins_match(ruleset, hand):
        return {}
    points = dict(hand.deadwood)
    for seat in _rewarded(ruleset, hand):
        points[seat] = ruleset.clean_points
    if hand.closer is not None and hand.close is not None:
        kept = hand.deadwood.get(hand.closer, 0)
        points[hand.closer] = int(price_of_close(ruleset, hand.close, kept))
    return points


def added(ruleset: Ruleset, event: Event) -> dict[Seat, int]:
    """What an event adds to totals, by seat, whatever becomes of those it takes past the limit."""
    if isinstance(event, HandScored):
        return price(ruleset, event)
    if isinstance(event, Penalised):
        return {event.seat: event.points}
    if isinstance(event, HandVoided) and event.reason is VoidReason.FALSE_CLOSE and event.seat is not None:
        return {event.seat: ruleset.false_close_points}
    return {}


def price_of_close(ruleset: Ruleset, close: Close, kept: int) -> int | str:
    """What the closer counts who kept `kept` points loose, or "wins": no bonus that the others pay for."""
    if close is Close.KNOCK:
        return kept
    if close in _NOTHING_LEFT:
        return 0
    if close is Close.CHINCHON:
        return ruleset.chinchon_points
    if close in JOKERS_IN_RUN:
        return ruleset.joker_run_points[JOKERS_IN_RUN[close] - 1]
    return ruleset.clean_points


def wins_match(ruleset: Ruleset, hand: HandScored) -> bool:
    """Whether the hand ends the match at once, whatever the totals."""
    return hand.close is Close.CHINCHON and ruleset.chinchon_points == WINS


def closes(ruleset: Ruleset, players: int) -> tuple[Close, ...]:
    """The ways of closing that these rules have with that many players, the plainest first."""
    if ruleset.scoring is Scoring.DIFFERENCE:
        big_gin = () if ruleset.big_gin is None else (Close.BIG_GIN,)
        return (*_knock(ruleset), Close.GIN, *big_gin)
    if ruleset.scoring is Scoring.COLLECT:
        return _going_out(ruleset)
    if ruleset.scoring is Scoring.TABLE:
        return (Close.OUT,)
    if ruleset.contracts:
        return (Close.OUT, Close.CHINASO)
    wild = wild_cards_in_stock(ruleset, players)
    joker_runs = tuple(close for close, jokers in JOKERS_IN_RUN.items() if jokers <= wild)
    return (*_knock(ruleset), Close.CLEAN, *joker_runs, Close.CHINCHON)


def _knock(ruleset: Ruleset) -> tuple[Close, ...]:
    return () if ruleset.close_cards == 0 else (Close.KNOCK,)


def _going_out(ruleset: Ruleset) -> tuple[Close, ...]:
    """CANON 1.5, 1.6: in one turn it is a rummy, which a house may forbid and Queen City Rum asks for."""
    if ruleset.lay_off is LayOff.NONE:
        return (Close.RUMMY,)
    return (Close.OUT,) if ruleset.min_table_turns > 1 else (Close.OUT, Close.RUMMY)


def wild_cards_in_stock(ruleset: Ruleset, players: int) -> int:
    return at_table(ruleset.jokers, players) + len(ruleset.wild_cards) * at_table(ruleset.packs, players)


def dearest_hand(ruleset: Ruleset, players: int) -> int:
    """The points of the dearest cards one player can be left with: nobody can count more.

    Where going out needs no discard a player may be left with the card too many (FORMAT.md: eight cards
    in Fournier, whose text makes such a player pay for them).
    """
    deck = Deck(ruleset, players)
    stock = [deck.pips[card] for card in (*deck.cards, JOKER) for _ in range(deck.number_of(card))]
    held = at_table(ruleset.hand_size, players) + (0 if ruleset.final_discard else 1)
    return sum(sorted(stock, reverse=True)[:held])


def _rewarded(ruleset: Ruleset, hand: HandScored) -> tuple[Seat, ...]:
    """Who gets `clean_points` without having closed."""
    if ruleset.clean_for is not CleanFor.ANYONE:
        return ()
    if ruleset.lay_off is not LayOff.NONE:
        return hand.melded
    return tuple(seat for seat, left in hand.deadwood.items() if left == 0 and seat != hand.closer)
