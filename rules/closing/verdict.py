"""What a close depends on, and the answer to it: legal or why not, and the cards as they lie. Every close is
judged here, claimed or found by a search.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from rules.cards.arrange import LaidOff
from rules.cards.melds import MeldRules, meld_rules
from rules.cards.patterns import Cards, Meld, MeldKind
from rules.errors import Malformed
from rules.events import Close, Seat
from rules.knobs import AfterFull, Contract, LayOff, Scoring, at_table
from rules.packs import Card
from rules.ruleset import Ruleset
from rules.scoring.points import (
    as_number,
    kinds_of_close,
    price_of_close,
    table_points,
)

RUN_OF_SEVEN = 7
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


# The answer


class Verdict(NamedTuple):
    """The answer to a close, and to each way to close."""

    code: str | None = None  # why it is refused; None: it is legal
    details: Mapping[str, Any] = {}
    close: Close | None = None
    points: int | str | None = None
    deadwood: int | None = None
    lay_off: bool = False  # may the others lay off on these melds
    melds: tuple[Meld, ...] = ()
    loose: tuple[Card, ...] = ()
    discard: Card | None = None
    best: Verdict | None = None  # the best legal close of these cards now
    # of a refused close: the throw after which the fewest points count
    least_discard: Card | None = None
    contract: Contract | None = None  # of Chinaso: the sets and runs that are laid down
    # of the cards laid down: what they count in Rum 500, or are paid in Queen City
    value: int | None = None
    # of the way out where it needs the melds of the table: these as they lie in the end
    table: tuple[Meld, ...] = ()
    laid_off: tuple[LaidOff, ...] = ()  # `onto` is the number of a meld of `table`
    for_jokers: tuple[Card, ...] = ()  # the cards for which jokers made room

    @property
    def legal(self) -> bool:
        return self.code is None

    @property
    def is_known(self) -> bool:
        """Whether the search came to its end: otherwise nobody knows if these cards may close."""
        return self.code != "too-many-ways"

    @property
    def better(self) -> Verdict | None:
        """The best close, where it is better than this one."""
        if self.best is None or self.points is None or self.best.points is None:
            return self.best
        return self.best if beats(self.best.points, self.points) else None


def beats(points: int | str, other: int | str) -> bool:
    """Whether a close for `points` is better: fewer are, and winning the match is best."""
    return as_number(points) < as_number(other)


def verdict_on(
    context: CloseContext,
    melds: tuple[Meld, ...],
    loose: tuple[Card, ...],
    discard: Card | None,
) -> Verdict:
    """The verdict on cards laid down so."""
    rules = context.meld_rules
    deadwood = sum(rules.deck.pips[card] for card in loose)
    melded = sum(len(meld.cards) for meld in melds)
    is_run = len(melds) == 1 and melds[0].kind is MeldKind.RUN
    run = (melded, sum(rules.stands_in(melds[0]))) if is_run else (0, 0)
    close = kind_of_close(context, len(loose), melded, run)
    code = refusal_of_loose(context, len(loose), deadwood)
    if goes_out(context.ruleset):
        code = code or refusal_to_lay(context, melds)
        code = code or refusal_to_go_out(context, context.has_thrown(discard))
    contract = contract_of(melds) if context.contracts else None
    verdict = Verdict(
        code,
        deadwood=deadwood,
        melds=melds,
        loose=loose,
        discard=discard,
        contract=contract,
    )
    if code is not None:
        return verdict._replace(details=_details(context, close, verdict, deadwood))
    return verdict._replace(
        close=close,
        points=price_of_close(context.ruleset, close, deadwood),
        lay_off=open_melds(context.ruleset, close).of_closer,
        value=value_of(context, melds),
    )


def _details(
    context: CloseContext, close: Close, refused: Verdict, deadwood: int
) -> Mapping[str, object]:
    ruleset = context.ruleset
    loose = len(refused.loose)
    details: dict[str | None, dict[str, object]] = {
        "too-many-loose": {"loose": loose, "allowed": ruleset.close_cards},
        "over-close-limit": {"deadwood": deadwood, "limit": ruleset.close_limit},
        "closer-would-bust": {
            "total": context.situation.total + deadwood,
            "limit": ruleset.limit,
        },
        "must-meld-all": {"loose": loose},
        "contract-mismatch": {"asked": context.contracts, "laid": refused.contract},
        "bad-close": {"close": close},
    }
    return details.get(refused.code, {})


def kind_of_close(
    context: CloseContext, loose: int, melded: int, run: tuple[int, int] = (0, 0)
) -> Close:
    """The kind of a close; `run` is the length of the one run that holds all cards, if one does, and its
    jokers. A run of seven with three jokers has no price of its own: it is a clean close.
    """
    length, jokers = run
    if loose:
        return Close.KNOCK
    if goes_out(context.ruleset):
        return kind_of_going_out(context)
    if context.ruleset.scoring is Scoring.DIFFERENCE:
        return Close.GIN if melded <= context.hand_size else Close.BIG_GIN
    if length < RUN_OF_SEVEN or jokers > 2:
        return Close.CLEAN
    return (Close.CHINCHON, Close.JOKER_RUN_1, Close.JOKER_RUN_2)[jokers]


def kind_of_going_out(context: CloseContext) -> Close:
    """The kind of close that it is to go out: with fewer cards than a hand, after melds in earlier turns."""
    if len(context.cards) < context.hand_size:
        return Close.OUT
    if context.contracts:
        somebody_is_down = context.situation.others_down or context.situation.table
        return Close.OUT if somebody_is_down else Close.CHINASO
    return Close.OUT if context.ruleset.scoring is Scoring.TABLE else Close.RUMMY


def refusal_of_loose(context: CloseContext, loose: int, deadwood: int) -> str | None:
    """The first code that speaks against closing with `loose` cards of `deadwood` points."""
    ruleset = context.ruleset
    situation = context.situation
    allowed = 0 if goes_out(ruleset) else ruleset.close_cards
    if allowed != 0:
        if allowed is not None and loose > allowed:
            return "too-many-loose"
        if deadwood > ruleset.close_limit:
            return "over-close-limit"
    if situation.first_lap and not ruleset.close_first_lap:
        return "first-lap"
    if (
        loose
        and not ruleset.close_may_bust
        and ruleset.is_past(situation.total + deadwood)
    ):
        return "closer-would-bust"
    return "must-meld-all" if loose and allowed == 0 else None


def refusal_to_lay(context: CloseContext, melds: Sequence[Meld]) -> str | None:
    """The first code that speaks against these melds: only Chinaso asks for some, and for broken sequences
    (docs/rules/CANON.md#chinaso).
    """
    if not context.contracts:
        return None
    if contract_of(melds) not in context.contracts:
        return "contract-mismatch"
    return None if is_broken(melds) else "sequence-not-broken"


def refusal_to_go_out(context: CloseContext, thrown: bool) -> str | None:
    """The first code that speaks against going out so, with every card melded. In Chinaso the last card may
    not be discarded (docs/rules/CANON.md#chinaso).
    """
    ruleset = context.ruleset
    if context.goes_down:
        return None
    if ruleset.final_discard and not thrown:
        return "final-discard-required"
    if context.contracts and thrown:
        return "last-card-discarded"
    kinds = kinds_of_close(ruleset, context.meld_rules.players)
    return None if kind_of_going_out(context) in kinds else "bad-close"


def is_broken(melds: Sequence[Meld], before: Sequence[Meld] | None = None) -> bool:
    """Whether no run begins right after another of its suit ends, at no time while they grow from the melds
    `before`.

    "8 or more cards in sequence cannot be split into two sets directly" (docs/rules/CANON.md#chinaso); a rank
    left out, or held twice, breaks the sequence.
    """
    grown = zip(before or melds, melds, strict=True)
    runs = [(run, longer) for run, longer in grown if longer.kind is MeldKind.RUN]
    return not any(
        run.suit == other.suit
        and run.start + len(run.cards) <= other.start
        and longer.start + len(longer.cards) >= other_longer.start
        for (run, longer), (other, other_longer) in product(runs, runs)
    )


def contract_of(melds: Iterable[Meld]) -> Contract:
    """How many sets and how many runs these are."""
    kinds = [meld.kind for meld in melds]
    return kinds.count(MeldKind.SET), kinds.count(MeldKind.RUN)


def value_of(context: CloseContext, melds: Iterable[Meld]) -> int | None:
    """The points of the cards laid down; None where they do not matter (outside Rum 500 and Queen City)."""
    rules = context.meld_rules
    if context.ruleset.scoring is Scoring.TABLE:
        return sum(table_points(rules, meld) for meld in melds)
    if context.ruleset.pays_winners_hand:
        return sum(rules.deck.pips[card] for meld in melds for card in meld.cards)
    return None
