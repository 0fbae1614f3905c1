"""The answer to a close: legal or why not, and the cards as they lie. Every close is judged here, claimed or
found by a search.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from rules.cards.arrange import LaidOff
from rules.cards.patterns import Meld, MeldKind
from rules.closing.situation import CloseContext, goes_out, open_melds
from rules.events import Close
from rules.knobs import Contract, Scoring
from rules.packs import Card
from rules.scoring.points import as_number, kinds_of_close, price_of_close, table_points

RUN_OF_SEVEN = 7


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
