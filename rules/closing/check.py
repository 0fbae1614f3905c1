"""May these cards close: how, for how many points, and why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from rules.cards.meld import Kind, Meld
from rules.cards.meld_faults import why_no_meld
from rules.cards.melds import MeldRules, meld_rules
from rules.close_kinds import Close
from rules.closing.go_out import (
    contract_of,
    is_broken,
    kind_of_going_out,
    refusal_to_go_out,
    value_of,
    ways_to_go_out,
)
from rules.closing.knock import (
    attempts,
    beats,
    best_of,
    closings,
    kind_of_close,
    needs_discard,
    refusal,
    written_out,
)
from rules.closing.situation import CODES, Attempt, Closing, Moment, goes_out
from rules.errors import Illegal, Malformed
from rules.knobs import Contract, LayOff, Scoring, at_table
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset
from rules.scoring.points import price_of_close


class Verdict(NamedTuple):
    """What the rules say to a close; of an illegal one why, and what lies there all the same."""

    legal: bool
    code: str | None = None
    details: Mapping[str, Any] = {}
    close: Close | None = None
    points: int | str | None = None
    deadwood: int | None = None
    lay_off: bool = False  # may the others lay off
    melds: tuple[Meld, ...] = ()
    loose: tuple[Card, ...] = ()
    discard: Card | None = None
    best: Closing | None = None  # the best legal close of these cards now
    contract: Contract | None = None  # of Chinaso: the sets and runs that are laid down
    value: int | None = None  # of what is laid down: what it counts in Rum 500, what Queen City's others pay

    @property
    def better(self) -> Closing | None:
        """The best close, where it is better than this one."""
        if self.best is None or (self.points is not None and not beats(self.best.points, self.points)):
            return None
        return self.best


def check_close(
    ruleset: Ruleset,
    cards: Sequence[Card],
    melds: Sequence[Sequence[Card]] | None = None,
    discard: Card | None = None,
    first_lap: bool = False,
    total: int = 0,
    players: int | None = None,
    hand: int | None = None,
    others_down: int = 0,
    goes_down: bool = False,
) -> Verdict:
    """Whether `cards` may close: as claimed by `melds`, or in the best way where nothing is claimed.

    With `discard` the cards still hold it. Without a claim and with one card more than the hand the best
    discard is chosen. `total` is the closer's before the hand. In Chinaso `hand` tells the contract (any of
    them where it is not told), `others_down` how many are down, and with `goes_down` the cards are only the
    sets that are laid down: no close, so none is named and no discard asked for. Source:
    docs/rules/FORMAT.md#claims.
    """
    goes_down = goes_down and bool(ruleset.contracts)
    discard = None if goes_down else discard
    moment = moment_of(ruleset, first_lap, total, players, len(cards))
    moment = moment._replace(
        contracts=_contracts(ruleset, hand), others_down=others_down, goes_down=goes_down
    )
    best = None
    try:
        _check_hand(moment, cards, melds, discard)
        judged = judge(moment, cards)
        best = best_of(moment, cards, judged)
        if discard is not None and discard not in cards:
            raise Illegal("not-in-hand", cards=(discard,))
        if melds is None:
            return _unclaimed(moment, cards, judged, discard, best)
        return _claimed(moment, cards, _claimed_melds(moment, cards, melds, discard), discard, best)
    except Illegal as illegal:
        return Verdict(False, illegal.code, illegal.details, discard=discard, best=best)


def ways_to_close(
    ruleset: Ruleset,
    cards: Sequence[Card],
    discard: Card | None = None,
    first_lap: bool = False,
    total: int = 0,
    players: int | None = None,
    hand: int | None = None,
    others_down: int = 0,
) -> list[Closing]:
    """Every legal way to close, best first (`knock.closings`); none where no close is allowed now."""
    moment = moment_of(ruleset, first_lap, total, players, len(cards))
    moment = moment._replace(contracts=_contracts(ruleset, hand), others_down=others_down)
    try:
        _check_hand(moment, cards, None, discard)
    except Illegal:
        return []  # no hand, or not the size of one
    return closings(moment, cards, judge(moment, cards, discard))


def cards_that_close(
    ruleset: Ruleset,
    cards: Sequence[Card],
    first_lap: bool = False,
    total: int = 0,
    players: int | None = None,
    hand: int | None = None,
    others_down: int = 0,
) -> list[tuple[Card, Closing]]:
    """Which single cards, drawn next, would let `cards` close, and how."""
    closing = []
    for card in (*meld_rules(ruleset).deck.cards, JOKER):
        more = [*cards, card]
        best = check_close(ruleset, more, None, None, first_lap, total, players, hand, others_down).best
        if best is not None:
            closing.append((card, best))
    return closing


def may_lay_off(ruleset: Ruleset, close: Close | None) -> bool:
    """Whether the others may lay off: never where the closer melded everything
    (docs/rules/RULESETS.md#no-lay-off-after-full).
    """
    return close is Close.KNOCK and ruleset.lay_off in (LayOff.ANY, LayOff.CLOSER)


def moment_of(ruleset: Ruleset, first_lap: bool, total: int, players: int | None, cards: int = 0) -> Moment:
    """The moment at which so many `cards` are laid down."""
    rules = meld_rules(ruleset, players)
    hand_size = _with_bought(ruleset, at_table(ruleset.hand_size, rules.players), cards)
    return Moment(ruleset, rules, hand_size, first_lap, total)


def _with_bought(ruleset: Ruleset, hand_size: int, cards: int) -> int:
    """The cards held between turns by who holds so many: each buy brings three
    (docs/rules/CANON.md#chinaso).
    """
    sizes = [hand_size + 3 * bought for bought in range(ruleset.buys + 1)]
    return next((size for size in sizes if cards in (size, size + 1)), hand_size)


def _contracts(ruleset: Ruleset, hand: int | None) -> tuple[Contract, ...]:
    if hand is None or not ruleset.contracts:
        return ruleset.contracts
    if not 1 <= hand <= len(ruleset.contracts):
        raise Malformed(f"no contract for hand {hand}")
    return (ruleset.contracts[hand - 1],)


def judge(moment: Moment, cards: Sequence[Card], discard: Card | None = None) -> list[Attempt]:
    """Every way to lay down `cards` that is worth judging, with `discard` thrown where that is told."""
    if goes_out(moment.ruleset):
        return ways_to_go_out(moment, cards, discard)
    return [attempt for attempt in attempts(moment, cards) if discard in (None, attempt.discard)]


def _check_hand(
    moment: Moment, cards: Sequence[Card], melds: Sequence[Sequence[Card]] | None, discard: Card | None
) -> None:
    moment.rules.deck.hold(cards)
    if len(cards) not in _sizes(moment, cards, melds, discard):
        raise Illegal("wrong-hand-size", cards=len(cards), hand_size=moment.hand_size)


def _sizes(
    moment: Moment, cards: Sequence[Card], melds: Sequence[Sequence[Card]] | None, discard: Card | None
) -> tuple[int, ...]:
    """How many cards there may be: one more before the discard, or where all are melded without one."""
    size = moment.hand_size
    if moment.goes_down:
        most = size + 3 * moment.ruleset.buys + 1
        return tuple(range(most + 1))
    if discard is not None:
        return (size + 1,)
    if melds is None:
        return size, size + 1
    all_claimed = Counter(cards) <= Counter(card for meld in melds for card in meld)
    return (size, size + 1) if all_claimed and _may_claim_all(moment.ruleset) else (size,)


def _may_claim_all(ruleset: Ruleset) -> bool:
    """Whether one card more may be claimed where all are melded: not where a discard is left to be told.

    A house of Rummy that asks for the last discard says so when it is missing (`final-discard-required`).
    """
    return not needs_discard(ruleset) or ruleset.scoring is Scoring.COLLECT


def _unclaimed(
    moment: Moment,
    cards: Sequence[Card],
    judged: Sequence[Attempt],
    discard: Card | None,
    best: Closing | None,
) -> Verdict:
    way = best
    if discard is not None:
        judged = judge(moment, cards, discard)
        way = best_of(moment, cards, judged)
    if way is not None:
        return _legal(moment, way, best)
    nearest = max(judged, key=_how_far)
    return _illegal(moment, nearest.code or "", written_out(moment, cards, nearest), best)


def _how_far(attempt: Attempt) -> tuple[int, int, int]:
    """How near an illegal attempt comes: its code, the furthest in the list, then its deadwood."""
    return CODES.index(attempt.code or ""), -attempt.deadwood, -attempt.loose


def _claimed_melds(
    moment: Moment, cards: Sequence[Card], melds: Sequence[Sequence[Card]], discard: Card | None
) -> tuple[Meld, ...]:
    """The melds that are claimed; raises Illegal where these cards do not make them."""
    held = Counter(cards)
    used = Counter(card for meld in melds for card in meld)
    if strange := tuple(card for card in used if card not in held):
        raise Illegal("not-in-hand", cards=strange)
    used += Counter([] if discard is None else [discard])
    if reused := tuple(card for card, times in used.items() if times > held[card]):
        raise Illegal("card-reused", cards=reused)
    rules = moment.rules
    readings = [rules.readings(meld) for meld in melds]
    wrong = [at for at, found in enumerate(readings) if not found]
    if wrong:
        why = tuple((at, why_no_meld(moment.ruleset, melds[at], rules.players)) for at in wrong)
        raise Illegal("invalid-meld", melds=why)
    if moment.contracts:
        return max(product(*readings), key=lambda melds: _how_near(moment, melds))
    return tuple(min(found, key=lambda meld: _jokers_in(rules, meld)) for found in readings)


def _how_near(moment: Moment, melds: tuple[Meld, ...]) -> tuple[bool, bool]:
    """How near some readings of the claim come to the contract."""
    return contract_of(melds) in moment.contracts, is_broken(melds)


def _jokers_in(rules: MeldRules, meld: Meld) -> int:
    """How many jokers, wild cards among them, a run holds; a set counts more, for a run is read first."""
    if meld.kind is Kind.SET:
        return len(meld.cards)
    return sum(card != place for card, place in zip(meld.cards, rules.stands_for(meld), strict=True))


def _claimed(
    moment: Moment, cards: Sequence[Card], melds: tuple[Meld, ...], discard: Card | None, best: Closing | None
) -> Verdict:
    rules = moment.rules
    away = [card for meld in melds for card in meld.cards] + ([] if discard is None else [discard])
    loose = tuple(rules.deck.sorted((Counter(cards) - Counter(away)).elements()))
    deadwood = sum(rules.deck.pips[card] for card in loose)
    close = _kind_of_claim(moment, melds, loose)
    claim = Closing(price_of_close(moment.ruleset, close, deadwood), close, deadwood, melds, loose, discard)
    if code := _refusal_of_claim(moment, cards, claim):
        return _illegal(moment, code, claim, best)
    return _legal(moment, _as_scored(moment, cards, claim), best)


def _kind_of_claim(moment: Moment, melds: tuple[Meld, ...], loose: tuple[Card, ...]) -> Close:
    if goes_out(moment.ruleset) and not loose:
        return kind_of_going_out(moment)
    run = melds[0] if len(melds) == 1 and melds[0].kind is Kind.RUN else None
    melded = sum(len(meld.cards) for meld in melds)
    of_run = (len(run.cards), _jokers_in(moment.rules, run)) if run else ()
    return kind_of_close(moment, len(loose), melded, *of_run)


def _refusal_of_claim(moment: Moment, cards: Sequence[Card], claim: Closing) -> str | None:
    if code := refusal(moment, len(claim.loose), claim.deadwood):
        return code
    if not goes_out(moment.ruleset):
        return None
    if moment.contracts and contract_of(claim.melds) not in moment.contracts:
        return "contract-mismatch"
    thrown = claim.discard is not None or len(cards) <= moment.hand_size
    return refusal_to_go_out(moment, is_broken(claim.melds), thrown)


def _as_scored(moment: Moment, cards: Sequence[Card], claim: Closing) -> Closing:
    """The claim or, with the knob `claim_upgrades`, the better reading of the cards that are laid down."""
    if not moment.ruleset.claim_upgrades:
        return claim
    same_cards = [one for one in judge(moment, cards) if one.discard == claim.discard]
    best = best_of(moment, cards, same_cards)
    return best if best is not None and beats(best.points, claim.points) else claim


def _legal(moment: Moment, way: Closing, best: Closing | None) -> Verdict:
    lay_off = may_lay_off(moment.ruleset, way.close)
    shown = (way.deadwood, lay_off, way.melds, way.loose, way.discard)
    laid = _contract_laid(moment, way)
    if moment.goes_down:
        return Verdict(True, None, {}, None, None, *shown, None, laid)
    return Verdict(True, None, {}, way.close, way.points, *shown, best, laid, value_of(moment, way.melds))


def _contract_laid(moment: Moment, way: Closing) -> Contract | None:
    return contract_of(way.melds) if moment.contracts else None


def _illegal(moment: Moment, code: str, way: Closing, best: Closing | None) -> Verdict:
    """The verdict on a way to lay down these cards that is no legal close."""
    ruleset = moment.ruleset
    facts: dict[str, dict[str, object]] = {
        "too-many-loose": {"loose": len(way.loose), "allowed": ruleset.close_cards},
        "over-close-limit": {"deadwood": way.deadwood, "limit": ruleset.close_limit},
        "closer-would-bust": {"total": moment.total + way.deadwood, "limit": ruleset.limit},
        "must-meld-all": {"loose": len(way.loose)},
        "contract-mismatch": {"asked": moment.contracts, "laid": contract_of(way.melds)},
        "bad-close": {"close": way.close},
    }
    shown = (way.deadwood, False, way.melds, way.loose, way.discard)
    laid = _contract_laid(moment, way)
    return Verdict(False, code, facts.get(code, {}), None, None, *shown, best, laid)
