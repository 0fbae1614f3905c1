"""The ways to lay cards down and close: each judged, with its points, and the best of them.

The best close is not always the arrangement with the least deadwood: the number of loose cards counts, and a
run of seven is worth more than two melds of the same cards. So every way is judged, with every possible
discard.
"""

from collections.abc import Iterable, Iterator
from itertools import product

from rules.cards.arrange import to_arrangement
from rules.cards.meld_search import Packing, every_packing
from rules.cards.melds import MeldRules
from rules.cards.patterns import Cards, Meld, Pattern, pips_in
from rules.closing.situation import Candidate, CloseContext, goes_out
from rules.closing.verdict import Verdict, verdict_on
from rules.errors import Illegal
from rules.events import Close
from rules.knobs import Scoring
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset
from rules.scoring.points import as_number, price_of_close

RUN_OF_SEVEN = 7
MOST_JUDGED = 20_000
"""The most ways that are judged. No hand that a preset deals has more than a tenth of them."""


def kind_of_close(
    context: CloseContext, loose: int, melded: int, run: tuple[int, int] = (0, 0)
) -> Close:
    """The kind of a close; `run` is the length of the one run that holds all cards, if one does, and its
    jokers. A run of seven with three jokers has no price of its own: it is a clean close.
    """
    length, jokers = run
    if loose:
        return Close.KNOCK
    if context.ruleset.scoring is Scoring.DIFFERENCE:
        return Close.GIN if melded <= context.hand_size else Close.BIG_GIN
    if length < RUN_OF_SEVEN or jokers > 2:
        return Close.CLEAN
    return (Close.CHINCHON, Close.JOKER_RUN_1, Close.JOKER_RUN_2)[jokers]


def refusal(context: CloseContext, loose: int, deadwood: int) -> str | None:
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


def candidates_to_knock(context: CloseContext, cards: Cards) -> list[Candidate]:
    """Every way to lay down some of `cards`, with each possible discard if there is one card more. Raises
    Illegal `too-many-ways` for more than MOST_JUDGED.
    """
    rules = context.meld_rules
    bits, jokers = rules.deck.to_bits(cards)
    total = sum(rules.deck.pips[card] for card in cards)
    throws = len(cards) > context.hand_size
    judged: list[Candidate] = []
    for packing in every_packing(
        rules.deck, rules.patterns(bits, jokers), bits, jokers
    ):
        taken, used, worth, _ = packing
        loose = (bits & ~taken).bit_count() + jokers - used
        deadwood = total - pips_in(worth)
        if len(judged) > MOST_JUDGED:
            raise Illegal("too-many-ways")
        for discard in _discards(context, packing, bits, jokers) if throws else (None,):
            pips = rules.deck.pips[discard] if discard is not None else 0
            judged.append(
                _candidate_of(
                    context,
                    packing,
                    loose - (discard is not None),
                    deadwood - pips,
                    discard,
                )
            )
    return judged


def _discards(
    context: CloseContext, packing: Packing, bits: int, jokers: int
) -> Iterable[Card | None]:
    """The different loose cards, one of which is thrown; None where all are melded and none is needed."""
    taken, used, _, _ = packing
    deck = context.meld_rules.deck
    loose = dict.fromkeys(deck.cards_of(bits & ~taken) + [JOKER] * (jokers > used))
    return loose if loose or needs_discard(context.ruleset) else [None]


def needs_discard(ruleset: Ruleset) -> bool:
    """Whether a card is thrown even where all could be melded: eleven of them may be a big gin."""
    big_gin = ruleset.scoring is Scoring.DIFFERENCE and ruleset.big_gin is not None
    return ruleset.final_discard and not big_gin


def _candidate_of(
    context: CloseContext,
    packing: Packing,
    loose: int,
    deadwood: int,
    discard: Card | None,
) -> Candidate:
    taken, used, _, patterns = packing
    run = length_and_jokers(patterns[0]) if not loose and len(patterns) == 1 else (0, 0)
    close = kind_of_close(context, loose, taken.bit_count() + used, run)
    code = refusal(context, loose, deadwood)
    points = price_of_close(context.ruleset, close, deadwood)
    return Candidate(
        code,
        points,
        close,
        deadwood,
        loose,
        packing,
        discard,
        int(close is Close.BIG_GIN),
    )


def length_and_jokers(meld: Pattern) -> tuple[int, int]:
    """How many cards a run has, how many of them jokers or wild cards in another card's place; 0 of a set."""
    length = meld.cards.bit_count() + meld.jokers if meld.starts else 0
    return length, length and length - meld.naturals.bit_count()


def best_closing(
    context: CloseContext, cards: Cards, judged: Iterable[Candidate]
) -> Verdict | None:
    """The best legal close among `judged`, in the order of `closings`."""
    legal = [candidate for candidate in judged if candidate.code is None]
    if not legal:
        return None
    best = min(map(_merit, legal))
    return closings(
        context, cards, [candidate for candidate in legal if _merit(candidate) == best]
    )[0]


def closings(
    context: CloseContext, cards: Cards, judged: Iterable[Candidate]
) -> list[Verdict]:
    """The legal closes among `judged`, each once, best first.

    Best is fewest points; then, where it counts, the highest value laid down; then with a discard, fewest
    loose cards, fewest melds, the discard with the most pips, and the order of the deck.
    """
    legal = [candidate for candidate in judged if candidate.code is None]
    written = [
        (_merit(candidate), written_out(context, cards, candidate))
        for candidate in legal
    ]
    written.sort(key=lambda entry: (entry[0], _tie_order(context.meld_rules, entry[1])))
    return list({(close.melds, close.discard): close for _, close in written}.values())


def _merit(candidate: Candidate) -> tuple[int, int, bool, int, int]:
    _, _, _, patterns = candidate.packing
    return (
        as_number(candidate.points),
        -candidate.value,
        candidate.discard is None,
        candidate.loose,
        len(patterns),
    )


def _tie_order(rules: MeldRules, closing: Verdict) -> tuple[int, int, list[list[int]]]:
    melds = [rules.deck_order(meld) for meld in closing.melds]
    if closing.discard is None:
        return 0, 0, melds
    return -rules.deck.pips[closing.discard], rules.deck.order[closing.discard], melds


def written_out(context: CloseContext, cards: Cards, candidate: Candidate) -> Verdict:
    """The verdict on the candidate, with its melds and loose cards as cards."""
    rules = context.meld_rules
    code, _points, close, _deadwood, _loose, packing, discard, _value = candidate
    laid_down = to_arrangement(rules, *rules.deck.to_bits(cards), packing)
    loose = list(laid_down.loose)
    if discard is not None:
        loose.remove(discard)
    return verdict_on(context, close, laid_down.melds, tuple(loose), discard, code)


def layouts(
    rules: MeldRules, patterns: Iterable[Pattern], highest_first: bool = False
) -> Iterator[tuple[Meld, ...]]:
    """Every way in which the melds can lie on the table: a run with a free joker has several places."""
    step = -1 if highest_first else 1
    return product(
        *(
            [
                rules.to_meld(pattern, start)
                for start in pattern.starts[::step] or (None,)
            ]
            for pattern in patterns
        )
    )
