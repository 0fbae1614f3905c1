"""May these cards close: how, for how many points, and why not."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

from rules.cards.meld_faults import why_no_meld
from rules.cards.patterns import Cards, Meld, MeldKind
from rules.closing.go_out_by_table import go_out_by_table
from rules.closing.verdict import (
    CARDS_PER_BUY,
    DEFAULT_SITUATION,
    REFUSAL_CODES,
    CloseContext,
    Situation,
    Verdict,
    close_context,
    contract_of,
    goes_out,
    is_broken,
    verdict_on,
)
from rules.closing.ways import (
    Candidate,
    best_closing,
    candidates,
    closings,
    needs_discard,
    written_out,
)
from rules.errors import Illegal
from rules.knobs import Scoring
from rules.packs import Card
from rules.ruleset import Ruleset

WHATEVER_LIES = ("impossible-hand", "wrong-hand-size", "not-in-hand", "first-lap")
"""Why a close is refused whatever lies on the table."""


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
    context = close_context(ruleset, situation, cards)
    discard = None if context.goes_down else discard
    best: Verdict | None = None
    judged: Sequence[Candidate] = ()
    try:
        _check_hand_size(context, melds, discard)
        judged = _ways(context, is_claimed=melds is not None)
        best = best_closing(context, judged)
        if discard is not None and discard not in cards:
            raise Illegal("not-in-hand", cards=(discard,))
        if melds is not None:
            verdict = _check_claim(context, melds, discard, judged)
        else:
            verdict = _check_unclaimed(context, judged, discard, best)
    except Illegal as illegal:
        verdict = Verdict(illegal.code, illegal.details, discard=discard)
    if melds is None and context.knows_table:
        verdict = _with_table(context, discard, verdict)
    if not verdict.legal:
        least = _least_discard(context, judged)
        return verdict._replace(best=best, least_discard=least)
    if context.goes_down:  # no close: it has no kind, points, or better close
        return verdict._replace(close=None, points=None, value=None)
    return verdict if verdict.table else verdict._replace(best=best)


def _with_table(
    context: CloseContext, discard: Card | None, verdict: Verdict
) -> Verdict:
    """The verdict where cards may be laid off on the table, from the `verdict` without."""
    if verdict.legal or verdict.code in WHATEVER_LIES:
        return verdict
    try:
        way = go_out_by_table(context, discard)
    except Illegal as illegal:
        return verdict._replace(code=illegal.code, details=illegal.details)
    if way is None:
        return verdict
    # The last check that refuses decides.
    codes = ("too-many-ways", *REFUSAL_CODES)
    if way.legal or codes.index(way.code or "") <= codes.index(verdict.code or ""):
        return way if way.legal else verdict
    return verdict._replace(code=way.code, details={"close": way.close})


def legal_closings(
    ruleset: Ruleset,
    cards: Cards,
    situation: Situation = DEFAULT_SITUATION,
) -> list[Verdict]:
    """Every legal way to close, best first (`ways.closings`); none where no close is allowed now. In games
    in which a player goes out only the best way for each discard.
    """
    context = close_context(ruleset, situation, cards)
    try:
        _check_hand_size(context, None, None)
        return [*closings(context, candidates(context))]
    except Illegal:
        return []  # cards that the packs do not have, or not as many as a hand; or too many ways


def _least_discard(context: CloseContext, judged: Sequence[Candidate]) -> Card | None:
    """The throw that leaves the fewest points to whoever may not close; None before the draw."""
    cards = context.cards
    if len(cards) <= context.hand_size:
        return None
    if goes_out(context.ruleset):
        # all cards in hand count
        pips = context.meld_rules.deck.pips  # which has no card of another pack
        return max(cards, key=lambda card: pips.get(card, 0))
    least = min(judged, key=lambda way: way.deadwood, default=None)
    return None if least is None else least.discard


def _ways(context: CloseContext, is_claimed: bool) -> Sequence[Candidate]:
    """The `candidates`; none beside a claim where there are too many."""
    try:
        return candidates(context)
    except Illegal:
        if not is_claimed:
            raise
        return ()


def _check_hand_size(
    context: CloseContext, melds: Sequence[Cards] | None, discard: Card | None
) -> None:
    """Raise Illegal for cards that the packs do not have, or not as many as there may be."""
    cards = context.cards
    context.meld_rules.deck.to_bits(cards)
    if len(cards) not in _sizes(context, melds, discard):
        raise Illegal("wrong-hand-size", cards=len(cards), hand_size=context.hand_size)


def _sizes(
    context: CloseContext, melds: Sequence[Cards] | None, discard: Card | None
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
    all_claimed = Counter(context.cards) <= Counter(
        card for meld in melds for card in meld
    )
    # A house of Rummy that asks for a last discard answers with `final-discard-required` instead.
    may_claim_all = (
        not needs_discard(context.ruleset) or context.ruleset.scoring is Scoring.COLLECT
    )
    return (size, size + 1) if all_claimed and may_claim_all else (size,)


def _check_unclaimed(
    context: CloseContext,
    judged: Sequence[Candidate],
    discard: Card | None,
    best: Verdict | None,
) -> Verdict:
    closing = best
    if discard is not None:
        judged = candidates(context, discard)
        closing = best_closing(context, judged)
    if closing is not None:
        return closing
    # The one refused by the last check, then the one with the least deadwood.
    nearest = max(
        judged,
        key=lambda way: (
            REFUSAL_CODES.index(way.code or ""),
            -way.deadwood,
            -way.loose,
        ),
    )
    return written_out(context, nearest)


def _claimed_melds(
    context: CloseContext, melds: Sequence[Cards], discard: Card | None
) -> tuple[Meld, ...]:
    """The claim read as melds, as is best for who claims it: as written only where that is as good
    (docs/rules/FORMAT.md#order-in-a-run). Raises Illegal where these cards do not make them.
    """
    _check_cards_of_claim(context.cards, melds, discard)
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
            key=lambda melds: (contract_of(melds) in asked, is_broken(melds)),
        )
    # A run wins, with the fewest cards that stand for others.
    return tuple(
        min(
            read_as,
            key=lambda meld: (
                sum(rules.stands_in(meld))
                if meld.kind is MeldKind.RUN
                else len(meld.cards)
            ),
        )
        for read_as in readings
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


def _check_claim(
    context: CloseContext,
    groups: Sequence[Cards],
    discard: Card | None,
    judged: Sequence[Candidate],
) -> Verdict:
    """The verdict on the claim or, with the knob `claim_upgrades`, the better reading of the cards that are
    laid down.
    """
    melds = _claimed_melds(context, groups, discard)
    away = [card for meld in melds for card in meld.cards]
    away += [] if discard is None else [discard]
    left = (Counter(context.cards) - Counter(away)).elements()
    loose = tuple(context.meld_rules.deck.sorted(left))
    claim = verdict_on(context, melds, loose, discard)
    if not claim.legal or not context.ruleset.claim_upgrades:
        return claim
    same_cards = [way for way in judged if way.discard == discard]
    best = best_closing(context, same_cards)
    return claim._replace(best=best).better or claim
