"""Every way to lay cards down and close, each judged: which are legal, what they give, which is best.

A legal close is not the arrangement with the least deadwood: how many cards are loose counts, and a run of
seven is worth more than two groups of the same cards. So every way is judged, with every card that could be
thrown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.cards.arrange import write
from rules.cards.meld import Meld
from rules.cards.meld_search import Packing, packings, pips_in
from rules.cards.melds import MeldRules
from rules.close_kinds import Close
from rules.closing.situation import Attempt, Closing, Moment, goes_out
from rules.knobs import Scoring
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset
from rules.scoring.points import price_of_close

RUN_OF_SEVEN = 7


def kind_of_close(moment: Moment, loose: int, melded: int, length: int = 0, jokers: int = 0) -> Close:
    """The kind of a close; `length` and `jokers` are those of the one run that holds all cards, if one does.

    A run of seven with three jokers has no price of its own: it is as clean as any other meld.
    """
    if loose:
        return Close.KNOCK
    if moment.ruleset.scoring is Scoring.DIFFERENCE:
        return Close.GIN if melded <= moment.hand_size else Close.BIG_GIN
    if length < RUN_OF_SEVEN or jokers > 2:
        return Close.CLEAN
    return (Close.CHINCHON, Close.JOKER_RUN_1, Close.JOKER_RUN_2)[jokers]


def beats(points: int | str, other: int | str) -> bool:
    """Whether a close for `points` is better: fewer are, and winning the match is best."""
    if isinstance(points, str) or isinstance(other, str):
        return points != other and isinstance(points, str)
    return points < other


def refusal(moment: Moment, loose: int, deadwood: int) -> str | None:
    """The first code that speaks against closing with `loose` cards of `deadwood` points."""
    ruleset = moment.ruleset
    allowed = 0 if goes_out(ruleset) else ruleset.close_cards
    if allowed != 0:
        if allowed is not None and loose > allowed:
            return "too-many-loose"
        if deadwood > ruleset.close_limit:
            return "over-close-limit"
    if moment.first_lap and not ruleset.close_first_lap:
        return "first-lap"
    if loose and not ruleset.close_may_bust and ruleset.is_past(moment.total + deadwood):
        return "closer-would-bust"
    return "must-meld-all" if loose and allowed == 0 else None


def attempts(moment: Moment, cards: Sequence[Card]) -> list[Attempt]:
    """Every way to lay down some of `cards`, with each card that may be thrown if there is one more."""
    rules = moment.rules
    held, jokers = rules.deck.hold(cards)
    total = sum(rules.deck.pips[card] for card in cards)
    throws = len(cards) > moment.hand_size
    judged = []
    for way in packings(rules.patterns(held, jokers), jokers):
        taken, used, worth, _ = way
        loose = (held & ~taken).bit_count() + jokers - used
        deadwood = total - pips_in(worth)
        if not throws:
            judged.append(_judged(moment, way, loose, deadwood, None))
            continue
        for thrown in _throws(moment, way, held, jokers):
            pips = rules.deck.pips[thrown] if thrown is not None else 0
            judged.append(_judged(moment, way, loose - (thrown is not None), deadwood - pips, thrown))
    return judged


def _throws(moment: Moment, way: Packing, held: int, jokers: int) -> Iterable[Card | None]:
    """The different cards that may be thrown: loose ones, or none where all are melded and none is needed."""
    taken, used, _, _ = way
    deck = moment.rules.deck
    loose = dict.fromkeys(deck.cards_of(held & ~taken) + [JOKER] * (jokers > used))
    return loose if loose or needs_discard(moment.ruleset) else [None]


def needs_discard(ruleset: Ruleset) -> bool:
    """Whether a card is thrown even where all could be melded: eleven of them may be a big gin."""
    big_gin = ruleset.scoring is Scoring.DIFFERENCE and ruleset.big_gin is not None
    return ruleset.final_discard and not big_gin


def _judged(moment: Moment, way: Packing, loose: int, deadwood: int, discard: Card | None) -> Attempt:
    length = jokers = 0
    if not loose and len(way[3]) == 1 and way[3][0].starts:
        run = way[3][0]
        length = run.cards.bit_count() + run.jokers
        jokers = length - run.naturals.bit_count()
    close = kind_of_close(moment, loose, way[0].bit_count() + way[1], length, jokers)
    points = price_of_close(moment.ruleset, close, deadwood)
    value = int(close is Close.BIG_GIN)
    return Attempt(refusal(moment, loose, deadwood), points, close, deadwood, loose, way, discard, value)


def best_of(moment: Moment, cards: Sequence[Card], judged: Iterable[Attempt]) -> Closing | None:
    """The best legal close among `judged`, in the order of `closings`."""
    legal = [attempt for attempt in judged if attempt.code is None]
    if not legal:
        return None
    best = min(map(_merit, legal))
    return closings(moment, cards, [attempt for attempt in legal if _merit(attempt) == best])[0]


def closings(moment: Moment, cards: Sequence[Card], judged: Iterable[Attempt]) -> list[Closing]:
    """The legal closes among `judged`, each once, best first.

    Best is fewest points; then, where it counts, the most laid down; then with a discard, fewest loose cards,
    fewest melds, the dearest discard, and the order of the deck.
    """
    legal = [attempt for attempt in judged if attempt.code is None]
    written = [(_merit(attempt), written_out(moment, cards, attempt)) for attempt in legal]
    written.sort(key=lambda one: (one[0], _order(moment.rules, one[1])))
    return list(dict.fromkeys(closing for _, closing in written))


def _merit(attempt: Attempt) -> tuple[bool, int, int, bool, int, int]:
    points = attempt.points if isinstance(attempt.points, int) else 0
    wins = attempt.points != points
    return not wins, points, -attempt.value, attempt.discard is None, attempt.loose, len(attempt.way[3])


def _order(rules: MeldRules, closing: Closing) -> tuple[int, int, list[list[int]]]:
    melds = [rules.place_of(meld) for meld in closing.melds]
    if closing.discard is None:
        return 0, 0, melds
    return -rules.deck.pips[closing.discard], rules.deck.order[closing.discard], melds


def written_out(moment: Moment, cards: Sequence[Card], attempt: Attempt) -> Closing:
    arrangement = write(moment.rules, *moment.rules.deck.hold(cards), attempt.way)
    loose = list(arrangement.loose)
    if attempt.discard is not None:
        loose.remove(attempt.discard)
    return Closing(
        attempt.points, attempt.close, attempt.deadwood, arrangement.melds, tuple(loose), attempt.discard
    )


def layouts(moment: Moment, attempt: Attempt) -> Iterator[tuple[Meld, ...]]:
    """Every way in which the melds of `attempt` can lie on the table, its free jokers at either end."""
    melds: list[tuple[Meld, ...]] = [()]
    for pattern in attempt.way[3]:
        here = [moment.rules.write(pattern, start) for start in pattern.starts or (None,)]
        melds = [(*before, meld) for before in melds for meld in here]
    yield from melds
