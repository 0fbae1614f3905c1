"""May these cards close: how, for how many points, and why not."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from rules.cards.meld_faults import why_no_meld
from rules.cards.melds import MeldRules
from rules.cards.patterns import Cards, Meld, MeldKind
from rules.closing import go_out, knock
from rules.closing.go_out_by_table import ByTable, go_out_by_table
from rules.closing.situation import (
    CARDS_PER_BUY,
    DEFAULT_SITUATION,
    REFUSAL_CODES,
    Candidate,
    CloseContext,
    Closing,
    Situation,
    close_context,
    goes_out,
    open_melds,
)
from rules.errors import Illegal
from rules.events import Close
from rules.knobs import Contract, Scoring
from rules.packs import Card
from rules.ruleset import Ruleset
from rules.scoring.points import price_of_close

WHATEVER_LIES = ("impossible-hand", "wrong-hand-size", "not-in-hand", "first-lap")
"""Why a close is refused whatever lies on the table."""


class Verdict(NamedTuple):
    """The answer to a close: legal or why not, and in both cases the cards as they were laid down."""

    legal: bool
    code: str | None = None
    details: Mapping[str, Any] = {}
    close: Close | None = None
    points: int | str | None = None
    deadwood: int | None = None
    lay_off: bool = False  # may the others lay off on these melds
    melds: tuple[Meld, ...] = ()
    loose: tuple[Card, ...] = ()
    discard: Card | None = None
    best: Closing | None = None  # the best legal close of these cards now
    # of a refused close: the throw after which the fewest points count
    least_discard: Card | None = None
    contract: Contract | None = None  # of Chinaso: the sets and runs that are laid down
    # of the cards laid down: what they count in Rum 500, or are paid in Queen City
    value: int | None = None
    # the way out, where it needs the melds of the table
    by_table: ByTable | None = None

    @property
    def is_known(self) -> bool:
        """Whether the search came to its end: otherwise nobody knows if these cards may close."""
        return self.code != "too-many-ways"

    @property
    def better(self) -> Closing | None:
        """The best close, where it is better than this one."""
        if self.best is None or (
            self.points is not None and not knock.beats(self.best.points, self.points)
        ):
            return None
        return self.best


def check_close(
    ruleset: Ruleset,
    cards: Cards,
    melds: Sequence[Cards] | None = None,
    discard: Card | None = None,
    situation: Situation = DEFAULT_SITUATION,
) -> Verdict:
    """Whether `cards`, the `discard` among them, may close: as claimed by `melds`; where nothing is claimed
    in the best way and with the best discard. Where the situation says `goes_down` a contract is only laid
    down: the verdict names no close, no discard is needed. Of cards with too many ways (only a house's rules
    deal such) only a claim is judged. Source: docs/rules/FORMAT.md#claims.

    >>> from rules.packs import Pack, read_cards
    >>> from rules.presets import CHINCHON
    >>> cards = read_cards("1o 2o 3o 4c 4e 4b 3b".split(), Pack.SPANISH_40)
    >>> verdict = check_close(CHINCHON, cards)
    >>> verdict.legal, str(verdict.close), verdict.points
    (True, 'knock', 3)
    """
    context = close_context(ruleset, situation, len(cards))
    discard = None if context.goes_down else discard
    verdict, judged, best = _judge(context, cards, melds, discard)
    if melds is None and context.knows_table:
        verdict = _with_table(context, cards, discard, verdict)
    if verdict.legal:
        return (
            verdict
            if context.goes_down or verdict.by_table
            else verdict._replace(best=best)
        )
    return verdict._replace(
        best=best, least_discard=_least_discard(context, cards, judged)
    )


def _judge(
    context: CloseContext,
    cards: Cards,
    melds: Sequence[Cards] | None,
    discard: Card | None,
) -> tuple[Verdict, Sequence[Candidate], Closing | None]:
    """The verdict without the melds of the table; all ways to lay the cards down, and the best legal one."""
    best: Closing | None = None
    judged: Sequence[Candidate] = ()
    try:
        _check_hand_size(context, cards, melds, discard)
        judged, too_many = _ways(context, cards)
        best = knock.best_closing(context, cards, judged)
        if discard is not None and discard not in cards:
            raise Illegal("not-in-hand", cards=(discard,))
        if melds is None and too_many is not None:
            raise too_many
        if melds is None:
            return _check_unclaimed(context, cards, judged, discard, best), judged, best
        claim = _claimed_melds(context, cards, melds, discard)
        return _check_claim(context, cards, claim, discard, judged), judged, best
    except Illegal as illegal:
        return (
            Verdict(False, illegal.code, illegal.details, discard=discard),
            judged,
            best,
        )


def _with_table(
    context: CloseContext, cards: Cards, discard: Card | None, verdict: Verdict
) -> Verdict:
    """The verdict where cards may be laid off on the table, from the `verdict` without."""
    if verdict.legal:
        has_melds = len(cards) < context.hand_size
        return verdict._replace(close=Close.OUT) if has_melds else verdict
    if verdict.code in WHATEVER_LIES:
        return verdict
    try:
        way = go_out_by_table(context, cards, discard)
    except Illegal as illegal:
        return verdict._replace(code=illegal.code, details=illegal.details)
    if way is None:
        return verdict
    if way.code is not None:
        is_further = (
            verdict.code not in REFUSAL_CODES
            or way.code in REFUSAL_CODES[REFUSAL_CODES.index(verdict.code) + 1 :]
        )
        details = {"close": way.close}
        return (
            verdict._replace(code=way.code, details=details) if is_further else verdict
        )
    return Verdict(
        True,
        close=way.close,
        points=0,
        deadwood=0,
        melds=way.melds,
        discard=way.discard,
        by_table=way,
    )


def legal_closings(
    ruleset: Ruleset,
    cards: Cards,
    situation: Situation = DEFAULT_SITUATION,
) -> list[Closing]:
    """Every legal way to close, best first (`knock.closings`); none where no close is allowed now. In games
    in which a player goes out only the best way for each discard (`go_out.candidates_to_go_out`).
    """
    context = close_context(ruleset, situation, len(cards))
    try:
        _check_hand_size(context, cards, None, None)
        return knock.closings(context, cards, candidates(context, cards))
    except Illegal:
        return []  # cards that the packs do not have, or not as many as a hand; or too many ways


def _least_discard(
    context: CloseContext, cards: Cards, judged: Sequence[Candidate]
) -> Card | None:
    """The throw that leaves the fewest points to whoever may not close; None before the draw."""
    if len(cards) <= context.hand_size:
        return None
    if goes_out(context.ruleset):
        # all cards in hand count
        return max(cards, key=context.meld_rules.deck.pips.__getitem__)
    least = min(judged, key=lambda way: way.deadwood, default=None)
    return None if least is None else least.discard


def candidates(
    context: CloseContext, cards: Cards, discard: Card | None = None
) -> list[Candidate]:
    """Every way to lay down `cards` that is worth judging; with `discard`, only those that throw it."""
    if goes_out(context.ruleset):
        return go_out.candidates_to_go_out(context, cards, discard)
    judged = knock.candidates_to_knock(context, cards)
    return [candidate for candidate in judged if discard in (None, candidate.discard)]


def _ways(
    context: CloseContext, cards: Cards
) -> tuple[Sequence[Candidate], Illegal | None]:
    """The `candidates`; or none, and why."""
    try:
        return candidates(context, cards), None
    except Illegal as illegal:
        if illegal.code != "too-many-ways":
            raise
        return (), illegal


def _check_hand_size(
    context: CloseContext,
    cards: Cards,
    melds: Sequence[Cards] | None,
    discard: Card | None,
) -> None:
    """Raise Illegal for cards that the packs do not have, or not as many as there may be."""
    context.meld_rules.deck.to_bits(cards)
    if len(cards) not in _sizes(context, cards, melds, discard):
        raise Illegal("wrong-hand-size", cards=len(cards), hand_size=context.hand_size)


def _sizes(
    context: CloseContext,
    cards: Cards,
    melds: Sequence[Cards] | None,
    discard: Card | None,
) -> tuple[int, ...]:
    """How many cards there may be: one more before the discard, or where all are melded without one."""
    size = context.hand_size
    if context.goes_down:
        most = size + CARDS_PER_BUY * context.ruleset.buys + 1
        return tuple(range(most + 1))
    if melds is None and context.knows_table:
        # fewer where melds were laid down in earlier turns
        before_draw = () if discard is not None else (size,)
        return (*range(1, size), *before_draw, size + 1)
    if discard is not None:
        return (size + 1,)
    if melds is None:
        return size, size + 1
    all_claimed = Counter(cards) <= Counter(card for meld in melds for card in meld)
    # A house of Rummy that asks for a last discard answers with `final-discard-required` instead.
    may_claim_all = (
        not knock.needs_discard(context.ruleset)
        or context.ruleset.scoring is Scoring.COLLECT
    )
    return (size, size + 1) if all_claimed and may_claim_all else (size,)


def _check_unclaimed(
    context: CloseContext,
    cards: Cards,
    judged: Sequence[Candidate],
    discard: Card | None,
    best: Closing | None,
) -> Verdict:
    closing = best
    if discard is not None:
        judged = candidates(context, cards, discard)
        closing = knock.best_closing(context, cards, judged)
    if closing is not None:
        return _verdict(context, closing)
    # The one refused by the last check, then the one with the least deadwood.
    nearest = max(
        judged,
        key=lambda way: (
            REFUSAL_CODES.index(way.code or ""),
            -way.deadwood,
            -way.loose,
        ),
    )
    return _verdict(context, knock.written_out(context, cards, nearest), nearest.code)


def _claimed_melds(
    context: CloseContext, cards: Cards, melds: Sequence[Cards], discard: Card | None
) -> tuple[Meld, ...]:
    """The claim read as melds, as is best for who claims it: as written only where that is as good
    (docs/rules/FORMAT.md#order-in-a-run). Raises Illegal where these cards do not make them.
    """
    _check_cards_of_claim(cards, melds, discard)
    rules = context.meld_rules
    readings = [rules.readings_in_any_order(meld) for meld in melds]
    wrong = [at for at, read_as in enumerate(readings) if not read_as]
    if wrong:
        why = tuple(
            (at, why_no_meld(context.ruleset, melds[at], rules.players)) for at in wrong
        )
        raise Illegal("invalid-meld", melds=why)
    if context.contracts:
        asked = context.contracts
        return max(
            product(*readings),
            key=lambda melds: (
                go_out.contract_of(melds) in asked,
                go_out.is_broken(melds),
            ),
        )
    return tuple(
        min(read_as, key=lambda meld: _jokers_in(rules, meld)) for read_as in readings
    )


def _check_cards_of_claim(
    cards: Cards, melds: Sequence[Cards], discard: Card | None
) -> None:
    """Raise Illegal for a claim with a card that is not among `cards`, or that is used twice."""
    available = Counter(cards)
    used = Counter(card for meld in melds for card in meld)
    if strange := tuple(card for card in used if card not in available):
        raise Illegal("not-in-hand", cards=strange)
    used += Counter([] if discard is None else [discard])
    if reused := tuple(card for card, times in used.items() if times > available[card]):
        raise Illegal("card-reused", cards=reused)


def _jokers_in(rules: MeldRules, meld: Meld) -> int:
    """How many jokers a run holds, wild cards included; a set counts all its cards, so that a run wins."""
    if meld.kind is MeldKind.SET:
        return len(meld.cards)
    return sum(
        card != place
        for card, place in zip(meld.cards, rules.stands_for(meld), strict=True)
    )


def _check_claim(
    context: CloseContext,
    cards: Cards,
    melds: tuple[Meld, ...],
    discard: Card | None,
    judged: Sequence[Candidate],
) -> Verdict:
    deck = context.meld_rules.deck
    away = [card for meld in melds for card in meld.cards] + (
        [] if discard is None else [discard]
    )
    loose = tuple(deck.sorted((Counter(cards) - Counter(away)).elements()))
    deadwood = sum(deck.pips[card] for card in loose)
    close = _kind_of_claim(context, melds, loose)
    claim = Closing(
        price_of_close(context.ruleset, close, deadwood),
        close,
        deadwood,
        melds,
        loose,
        discard,
    )
    if code := _refusal_of_claim(context, cards, claim):
        return _verdict(context, claim, code)
    return _verdict(context, _as_scored(context, cards, claim, judged))


def _kind_of_claim(
    context: CloseContext, melds: tuple[Meld, ...], loose: tuple[Card, ...]
) -> Close:
    if goes_out(context.ruleset) and not loose:
        return go_out.kind_of_going_out(context)
    melded = sum(len(meld.cards) for meld in melds)
    is_run = len(melds) == 1 and melds[0].kind is MeldKind.RUN
    run = (melded, _jokers_in(context.meld_rules, melds[0])) if is_run else (0, 0)
    return knock.kind_of_close(context, len(loose), melded, run)


def _refusal_of_claim(
    context: CloseContext, cards: Cards, claim: Closing
) -> str | None:
    if code := knock.refusal(context, len(claim.loose), claim.deadwood):
        return code
    if not goes_out(context.ruleset):
        return None
    if context.contracts and go_out.contract_of(claim.melds) not in context.contracts:
        return "contract-mismatch"
    thrown = claim.discard is not None or len(cards) <= context.hand_size
    return go_out.refusal_to_go_out(context, go_out.is_broken(claim.melds), thrown)


def _as_scored(
    context: CloseContext, cards: Cards, claim: Closing, judged: Sequence[Candidate]
) -> Closing:
    """The claim or, with the knob `claim_upgrades`, the better reading of the cards that are laid down."""
    if not context.ruleset.claim_upgrades:
        return claim
    same_cards = [
        candidate for candidate in judged if candidate.discard == claim.discard
    ]
    best = knock.best_closing(context, cards, same_cards)
    return (
        best if best is not None and knock.beats(best.points, claim.points) else claim
    )


def _verdict(
    context: CloseContext, closing: Closing, code: str | None = None
) -> Verdict:
    """The verdict on cards laid down so. Going down is no close: it has no kind, points, or better close."""
    points, close, deadwood, melds, loose, discard = closing
    contract = go_out.contract_of(melds) if context.contracts else None
    laid_down = Verdict(
        code is None, code, deadwood=deadwood, melds=melds, loose=loose, discard=discard
    )
    verdict = laid_down._replace(contract=contract)
    if code is not None:
        return verdict._replace(details=_details(context, code, closing))
    verdict = verdict._replace(lay_off=open_melds(context.ruleset, close).of_closer)
    if context.goes_down:
        return verdict
    return verdict._replace(
        close=close, points=points, value=go_out.value_of(context, melds)
    )


def _details(context: CloseContext, code: str, closing: Closing) -> dict[str, object]:
    ruleset = context.ruleset
    loose = len(closing.loose)
    details: dict[str, dict[str, object]] = {
        "too-many-loose": {"loose": loose, "allowed": ruleset.close_cards},
        "over-close-limit": {
            "deadwood": closing.deadwood,
            "limit": ruleset.close_limit,
        },
        "closer-would-bust": {
            "total": context.situation.total + closing.deadwood,
            "limit": ruleset.limit,
        },
        "must-meld-all": {"loose": loose},
        "contract-mismatch": {
            "asked": context.contracts,
            "laid": go_out.contract_of(closing.melds),
        },
        "bad-close": {"close": closing.close},
    }
    return details.get(code, {})
