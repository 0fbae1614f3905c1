"""What the checks of a close share: the situation at the table, the rules for it, and the results."""

from typing import NamedTuple

from rules.cards.melds import MeldRules, meld_rules
from rules.cards.patterns import Cards, Meld
from rules.errors import Malformed
from rules.events import Close, Seat
from rules.knobs import AfterFull, Contract, LayOff, Scoring, at_table
from rules.packs import Card
from rules.ruleset import Ruleset

REFUSAL_CODES = (
    "too-many-loose",
    "over-close-limit",
    "first-lap",
    "closer-would-bust",
    "must-meld-all",
    "contract-mismatch",
    "sequence-not-broken",
    "final-discard-required",
    "last-card-discarded",
    "bad-close",  # going out in one turn where the house does not allow it
)
"""Why a close is refused, in the order in which it is checked (docs/rules/FORMAT.md#close-codes)."""

CARDS_PER_BUY = 3
"""Chinaso: the discard that is bought, and two cards of the stock (docs/rules/CANON.md#chinaso)."""


class Situation(NamedTuple):
    """What a close depends on besides the cards and the house's rules."""

    first_lap: bool = False  # not everybody has had a turn in this hand
    total: int = 0  # the closer's, before the hand
    players: int | None = None  # at the table; None: the usual number
    # of Chinaso: the number of the hand, from 1; None: any contract will do
    hand: int | None = None
    others_down: int = 0  # of Chinaso: how many others have laid down their contract
    goes_down: bool = False  # of Chinaso: the cards are only the sets being laid down; this is no close
    # the cards of the melds on which cards are laid off in play, as far as they are known
    table: tuple[Card, ...] = ()
    # the melds as which these cards may lie; empty: as any melds
    table_melds: tuple[Meld, ...] = ()


DEFAULT_SITUATION = Situation()


class CloseContext(NamedTuple):
    """The cards, and the rules and the situation under which they are judged, for all ways to lay them."""

    cards: Cards
    ruleset: Ruleset
    meld_rules: MeldRules
    hand_size: int  # cards held between turns, bought ones included
    situation: Situation
    # one of them has to be laid down; empty: the game has none
    contracts: tuple[Contract, ...] = ()

    def has_thrown(self, discard: Card | None) -> bool:
        """Whether a card is thrown: `discard`, or one before, with no more cards than between turns."""
        return discard is not None or len(self.cards) <= self.hand_size

    @property
    def goes_down(self) -> bool:
        """Whether the cards are only a contract being laid down, in a game that has contracts."""
        return self.situation.goes_down and bool(self.contracts)

    @property
    def knows_table(self) -> bool:
        """Whether cards may be laid off in play, on melds that are known."""
        is_in_play = goes_out(self.ruleset) and self.ruleset.lay_off is LayOff.IN_PLAY
        return is_in_play and bool(self.situation.table) and not self.goes_down


def close_context(ruleset: Ruleset, situation: Situation, cards: Cards) -> CloseContext:
    """The context for a player who holds these `cards`. Raises Malformed for a hand without a contract."""
    rules = meld_rules(ruleset, situation.players)
    sizes = sizes_between_turns(ruleset, rules.players)
    hand_size = next(
        (size for size in sizes if len(cards) in (size, size + 1)), sizes[0]
    )
    return CloseContext(
        cards, ruleset, rules, hand_size, situation, _contracts(ruleset, situation.hand)
    )


def sizes_between_turns(ruleset: Ruleset, players: int) -> list[int]:
    """How many cards a player may hold, who has bought nothing, once, …: those dealt, and those of every buy.

    >>> from rules.presets import CHINASO
    >>> sizes_between_turns(CHINASO, players=4)
    [11, 14, 17]
    """
    dealt = at_table(ruleset.hand_size, players)
    return [dealt + CARDS_PER_BUY * bought for bought in range(ruleset.buys + 1)]


def times_bought(
    ruleset: Ruleset,
    players: int,
    cards: int,
    laid_down: int = 0,
    has_drawn: bool = False,
) -> int | None:
    """How often a player with so many `cards` has bought; None where their number does not say so.

    They may have `laid_down` so many at least: then a number that may also be left says nothing. Source:
    docs/rules/CANON.md#chinaso, 'you can count the number of cards in their hand'.

    >>> from rules.presets import CHINASO
    >>> times_bought(CHINASO, players=4, cards=14), times_bought(CHINASO, players=4, cards=12)
    (1, None)
    """
    sizes = sizes_between_turns(ruleset, players)
    if not ruleset.buys or (laid_down and cards <= sizes[-1] - laid_down):
        return None
    numbers = enumerate(sizes)
    return next((n for n, size in numbers if cards in (size, size + has_drawn)), None)


def _contracts(ruleset: Ruleset, hand: int | None) -> tuple[Contract, ...]:
    if hand is None or not ruleset.contracts:
        return ruleset.contracts
    if not 1 <= hand <= len(ruleset.contracts):
        raise Malformed(f"no contract for hand {hand}")
    return (ruleset.contracts[hand - 1],)


def goes_out(ruleset: Ruleset) -> bool:
    """Whether a hand ends when a player gets rid of all cards: in the Rummies, Rum 500 and Chinaso."""
    return ruleset.scoring in (Scoring.COLLECT, Scoring.TABLE) or bool(
        ruleset.contracts
    )


class TableMeld(NamedTuple):
    """A meld as it lies on a table, who laid each of its cards, and whose it is: who put it down."""

    meld: Meld
    seats: tuple[Seat, ...]
    owner: Seat


class OpenMelds(NamedTuple):
    """On which melds of the table the others may lay off while a hand is counted."""

    of_closer: bool
    of_others: bool


def open_melds(ruleset: Ruleset, close: Close | None) -> OpenMelds:
    """None after a hand that nobody closed (`close` None), and where every card was melded at most those of
    the others (docs/rules/RULESETS.md#lay_off_after_full).

    >>> from rules.presets import CHINCHON, FOURNIER
    >>> open_melds(CHINCHON, Close.KNOCK), open_melds(FOURNIER, Close.CLEAN).of_others
    (OpenMelds(of_closer=True, of_others=True), True)
    """
    knocks = close is Close.KNOCK
    stay_open = (
        close is not None
        and ruleset.lay_off_after_full is AfterFull.OTHERS
        and ruleset.scoring is Scoring.COUNT
    )
    return OpenMelds(
        knocks and ruleset.lay_off in (LayOff.ANY, LayOff.CLOSER),
        (knocks or stay_open) and ruleset.lay_off is LayOff.ANY,
    )


def counts_whole_hand(ruleset: Ruleset) -> bool:
    """Whether each player counts all cards left in their hand (docs/rules/FORMAT.md#all-cards-count)."""
    counts_own_hand = goes_out(ruleset) and not ruleset.pays_winners_hand
    return counts_own_hand or ruleset.lay_off is LayOff.IN_PLAY
