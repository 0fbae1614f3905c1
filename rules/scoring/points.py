"""The points and the money of one hand, computed from its facts."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from rules.cards.deck import Deck, packs_at
from rules.cards.melds import MeldRules
from rules.cards.patterns import Meld, MeldKind
from rules.events import (
    JOKERS_IN_RUN,
    Close,
    HandScored,
    Seat,
)
from rules.knobs import WINS, CleanFor, Doubles, LayOff, Scoring, at_table
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset

_NOTHING_LEFT = (Close.GIN, Close.BIG_GIN, Close.OUT, Close.RUMMY, Close.CHINASO)


def price(
    ruleset: Ruleset, hand: HandScored, playing: Sequence[Seat] = ()
) -> dict[Seat, int]:
    """What each seat that played the hand adds to its total. Nothing where the close wins the match.

    `playing` are those who played it, needed where the hand does not name them all: in Queen City Rum it
    names only the winner. For an incomplete hand, missing numbers count as 0.

    >>> from rules.presets import CHINCHON
    >>> price(CHINCHON, HandScored({0: 0, 1: 7, 2: 20}, closer=0, close=Close.CLEAN))
    {0: -10, 1: 7, 2: 20}
    """
    if wins_match(ruleset, hand):
        return {}
    return _PRICES[ruleset.scoring](ruleset, hand, playing)


def _counted_points(
    ruleset: Ruleset, hand: HandScored, playing: Sequence[Seat]
) -> dict[Seat, int]:
    """Chinchón and Chinaso: each player adds their deadwood, the closer the price of the close."""
    # docs/rules/CANON.md#a59: a chinaso doubles the money of the hand, or else the points.
    doubles = ruleset.doubles is Doubles.CHINASO and not ruleset.fees_doubled
    times = 2 if hand.close is Close.CHINASO and doubles else 1
    points = {seat: left * times for seat, left in hand.deadwood.items()}
    for seat in _rewarded_seats(ruleset, hand):
        points[seat] = ruleset.clean_points
    if hand.closer is not None and hand.close is not None:
        loose = hand.deadwood.get(hand.closer, 0)
        points[hand.closer] = int(price_of_close(ruleset, hand.close, loose))
    return points


def _difference(
    ruleset: Ruleset, hand: HandScored, playing: Sequence[Seat]
) -> dict[Seat, int]:
    """Gin: the closer adds the difference and the bonus of gin; a player who undercuts adds the
    difference and the bonus for that (docs/rules/CANON.md#gin). Against several, each is settled separately.
    """
    closer = hand.closer
    if closer is None:
        return {}
    loose = hand.deadwood.get(closer, 0)
    undercutters = _undercutters(hand)
    bonuses: dict[Close | None, int] = {
        Close.KNOCK: 0,
        Close.BIG_GIN: ruleset.big_gin or 0,
    }
    points = {closer: bonuses.get(hand.close, ruleset.clean_points)}
    for seat, left in hand.deadwood.items():
        if seat in undercutters:
            points[seat] = ruleset.undercut + loose - left
        elif seat != closer:
            points[seat] = 0
            points[closer] += left - loose
    return points


def _undercutters(hand: HandScored) -> tuple[Seat, ...]:
    """The players with no more deadwood than the player who knocked; gin cannot be undercut."""
    if hand.closer is None or hand.close is not Close.KNOCK:
        return ()
    loose = hand.deadwood.get(hand.closer, 0)
    return tuple(
        seat
        for seat, left in hand.deadwood.items()
        if left <= loose and seat != hand.closer
    )


def _collected_points(
    ruleset: Ruleset, hand: HandScored, playing: Sequence[Seat]
) -> dict[Seat, int]:
    """The Rummies: what the others pay, and the winner takes (docs/rules/CANON.md#rummy,
    docs/rules/CANON.md#queen-city).
    """
    if hand.closer is None:
        return {}
    times = 2 if hand.close is Close.RUMMY and ruleset.doubles is Doubles.RUMMY else 1
    others = [seat for seat in playing or sorted(hand.deadwood) if seat != hand.closer]
    left = (
        dict.fromkeys(others, hand.value or 0)
        if ruleset.pays_winners_hand
        else hand.deadwood
    )
    owed = {seat: times * left.get(seat, 0) for seat in others}
    return {hand.closer: sum(owed.values())} | {
        seat: -points for seat, points in owed.items()
    }


def _on_table(
    ruleset: Ruleset, hand: HandScored, playing: Sequence[Seat]
) -> dict[Seat, int]:
    """Rum 500: the cards on the table less those in hand (docs/rules/CANON.md#rum-500)."""
    seats = sorted({*hand.table, *hand.deadwood})
    return {
        seat: hand.table.get(seat, 0) - hand.deadwood.get(seat, 0) for seat in seats
    }


_PRICES: dict[
    Scoring, Callable[[Ruleset, HandScored, Sequence[Seat]], dict[Seat, int]]
] = {
    Scoring.COUNT: _counted_points,
    Scoring.DIFFERENCE: _difference,
    Scoring.COLLECT: _collected_points,
    Scoring.TABLE: _on_table,
}


def boxes_won(ruleset: Ruleset, hand: HandScored) -> tuple[Seat, ...]:
    """Who won the hand, in a game that counts hands won: in Gin the closer, or those who undercut."""
    if ruleset.scoring is not Scoring.DIFFERENCE or hand.closer is None:
        return ()
    return _undercutters(hand) or (hand.closer,)


def money_of_hand(
    ruleset: Ruleset, hand: HandScored, playing: Sequence[Seat]
) -> dict[Seat, int]:
    """The money that each seat receives for this hand, or pays (below 0), in whole units; it sums to zero.
    The fees go to who won it (docs/rules/CANON.md#chinaso); in a ledger each point is paid as it is written.
    """
    if hand.closer is None:
        return {}
    others = [seat for seat in playing if seat != hand.closer]
    fees = {seat: _fees(ruleset, hand, seat) for seat in others}
    units = {hand.closer: sum(fees.values())} | {
        seat: -fee for seat, fee in fees.items()
    }
    if ruleset.scoring is Scoring.COLLECT and ruleset.per_point:
        points = price(ruleset, hand, playing)
        units = {seat: units[seat] + points[seat] * ruleset.per_point for seat in units}
    return {seat: unit for seat, unit in units.items() if unit}


def _fees(ruleset: Ruleset, hand: HandScored, seat: Seat) -> int:
    doubled = ruleset.fees_doubled if hand.close is Close.CHINASO else ()
    buys = hand.buys.get(seat, 0) * ruleset.buy_fee
    return ruleset.hand_fee * (2 if "hand_fee" in doubled else 1) + buys * (
        2 if "buy_fee" in doubled else 1
    )


def price_of_close(ruleset: Ruleset, close: Close, loose: int) -> int | str:
    """The points of a closer with so many `loose` points, or "wins". Excludes bonuses that the others pay."""
    if close is Close.KNOCK:
        return loose
    if close in _NOTHING_LEFT:
        return 0
    if close is Close.CHINCHON:
        return ruleset.chinchon_points
    if close in JOKERS_IN_RUN:
        return ruleset.joker_run_points[JOKERS_IN_RUN[close] - 1]
    return ruleset.clean_points


_WON = 1 - 2**63  # fewer than any points; the same on every machine


def as_number(points: int | str) -> int:
    """Points in an order in which winning the match is the fewest."""
    return _WON if isinstance(points, str) else points


def wins_match(ruleset: Ruleset, hand: HandScored) -> bool:
    """Whether the hand wins the match at once: a run of seven, where the house says so."""
    is_chinchon = hand.close is Close.CHINCHON and ruleset.scoring is Scoring.COUNT
    return is_chinchon and ruleset.chinchon_points == WINS


@lru_cache(maxsize=64)
def kinds_of_close(ruleset: Ruleset, players: int) -> tuple[Close, ...]:
    """The kinds of close that these rules have with that many players, the commonest first."""
    knock = () if ruleset.close_cards == 0 else (Close.KNOCK,)
    if ruleset.scoring is Scoring.DIFFERENCE:
        big_gin = () if ruleset.big_gin is None else (Close.BIG_GIN,)
        return (*knock, Close.GIN, *big_gin)
    if ruleset.scoring is Scoring.COLLECT:
        return _going_out(ruleset)
    if ruleset.scoring is Scoring.TABLE:
        return (Close.OUT,)
    if ruleset.contracts:
        return (Close.OUT, Close.CHINASO)
    wild = at_table(ruleset.jokers, players) + len(ruleset.wild_cards) * packs_at(
        ruleset, players
    )
    joker_runs = tuple(
        close for close, jokers in JOKERS_IN_RUN.items() if jokers <= wild
    )
    return (*knock, Close.CLEAN, *joker_runs, Close.CHINCHON)


def _going_out(ruleset: Ruleset) -> tuple[Close, ...]:
    """docs/rules/CANON.md#rummy, docs/rules/CANON.md#queen-city: in one turn it is a rummy, which a house
    may forbid and Queen City Rum asks for.
    """
    if ruleset.lay_off is LayOff.NONE:
        return (Close.RUMMY,)
    return (Close.OUT,) if ruleset.min_table_turns > 1 else (Close.OUT, Close.RUMMY)


def fewest_at_knock(ruleset: Ruleset) -> int:
    """The fewest points that a closer with cards loose can count."""
    return 0 if ruleset.knock_at_zero else 1


def hands_grow(ruleset: Ruleset) -> bool:
    """Whether a player may hold more cards than were dealt: by buying, or from the discard pile."""
    return ruleset.buys > 0 or ruleset.scoring is Scoring.TABLE


def counts_wrong_hands(ruleset: Ruleset) -> bool:
    """Whether who has a card too many or too few plays on, and pays only what is left loose, as in Fournier,
    where one may also close without a discard (docs/rules/CANON.md#chinchon-fournier).
    """
    return (
        ruleset.scoring is Scoring.COUNT
        and not ruleset.contracts
        and not ruleset.final_discard
    )


def dearest_hand(ruleset: Ruleset, players: int) -> int:
    """The most points that one player can be left with; in Fournier of eight cards, whose text makes
    players pay for the card too many (docs/rules/FORMAT.md#codes).
    """
    return _dearest(ruleset, players, 1 if counts_wrong_hands(ruleset) else 0)


def dearest_of_winner(ruleset: Ruleset, players: int) -> int:
    """The most points that the cards of a player who goes out with all of them can be worth."""
    return _dearest(ruleset, players, 0 if ruleset.final_discard else 1)


@lru_cache(maxsize=256)
def _dearest(ruleset: Ruleset, players: int, extra: int) -> int:
    deck = Deck(ruleset, players)
    stock = [
        deck.pips[card]
        for card in (*deck.cards, JOKER)
        for _ in range(deck.copies_in_play(card))
    ]
    return sum(
        sorted(stock, reverse=True)[: at_table(ruleset.hand_size, players) + extra]
    )


def names_melded(ruleset: Ruleset) -> bool:
    """Whether a hand names those who melded everything: a 0 after laying off adds other points."""
    return ruleset.clean_for is CleanFor.ANYONE and ruleset.lay_off is not LayOff.NONE


def _rewarded_seats(ruleset: Ruleset, hand: HandScored) -> tuple[Seat, ...]:
    """The seats that get `clean_points` without having closed."""
    if ruleset.clean_for is not CleanFor.ANYONE:
        return ()
    if names_melded(ruleset):
        return hand.melded
    return tuple(
        seat
        for seat, left in hand.deadwood.items()
        if left == 0 and seat != hand.closer
    )


LOW_ACE = 1


def table_points(
    rules: MeldRules, meld: Meld, cards: Sequence[Card] | None = None
) -> int:
    """The points of a meld on the table, or of those `cards` of it that one player laid down. An ace counts 1
    where it begins a run, else as in hand (docs/rules/CANON.md#rum-500: A-2-3 against A-K-Q and A-A-A).
    """
    counted = meld.cards if cards is None else cards
    points = sum(rules.deck.pips[card] for card in counted)
    low = meld.cards[0]
    if meld.kind is MeldKind.RUN and low.rank == 1 and low not in rules.stand_ins:
        points += list(counted).count(low) * (LOW_ACE - rules.deck.pips[low])
    return points
