"""Going out with the melds of the table, played card by card: slow, obvious, without any code of the engine.

Cards are texts, as in `naive`, and melds are ("set", cards, rank) or ("run", cards, suit, window), with the
mark "own" where the player has laid them down in this turn. A play is a meld, a contract, or one card that
goes to a meld; every order is tried.
"""

from itertools import combinations, product

from tests.rules.support import naive
from tests.rules.support.naive_showdown import filled, grown, readings


def ends_of_turn(rules, hand, table, contract=None, is_down=False):
    """All that a turn on this `table` can end with that leaves one card or none: how many, and whether a card
    was played on the table.

    With a `contract` nobody plays a card before it lies there: before this turn if the player `is_down`.
    """
    start = tuple(sorted(hand)), tuple(map(frozen, table)), is_down, False
    waiting = [start]
    seen = {start}
    while waiting:
        for after in plays(rules, waiting.pop(), contract):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return {
        (len(hand), touched) for hand, _table, _down, touched in seen if len(hand) < 2
    }


def frozen(meld):
    kind, cards, *more = meld
    where = [tuple(ranks) for ranks in more[-1:]] if kind == "run" else []
    return (kind, tuple(cards), more[0], *where)


def plays(rules, state, contract):
    hand, table, is_down, _touched = state
    if contract is None:
        yield from with_a_meld(rules, state)
    elif not is_down:
        yield from with_the_contract(rules, state, contract)
        return
    for at, card in enumerate(hand):
        left = (*hand[:at], *hand[at + 1 :])
        for index, meld in enumerate(table):
            others = (*table[:index], *table[index + 1 :])
            for melds in with_a_card(rules, card, meld, others, contract):
                if contract is None or are_broken(rules, melds):
                    touched = state[3] or meld[-1] != "own"
                    yield left, tuple(sorted(melds, key=str)), is_down, touched


def with_a_meld(rules, state):
    hand, table, is_down, touched = state
    for chosen in naive.melds_of(rules, list(hand)):
        left = tuple(card for at, card in enumerate(hand) if at not in chosen)
        for lying in readings(rules, [hand[at] for at in sorted(chosen)]):
            melds = (*table, (*frozen(lying), "own"))
            yield left, tuple(sorted(melds, key=str)), is_down, touched


def with_the_contract(rules, state, contract):
    hand, table, _is_down, touched = state
    melds = naive.melds_of(rules, list(hand))
    for groups in combinations(melds, sum(contract)):
        gone = frozenset().union(*groups)
        if len(gone) < sum(map(len, groups)):
            continue
        ways = [all_readings(rules, [hand[at] for at in group]) for group in groups]
        for lying in product(*ways):
            kinds = [meld[0] for meld in lying]
            own = [(*frozen(meld), "own") for meld in lying]
            asked = kinds.count("set"), kinds.count("run")
            if asked == tuple(contract) and are_broken(rules, own):
                left = tuple(card for at, card in enumerate(hand) if at not in gone)
                melds = tuple(sorted((*table, *own), key=str))
                yield left, melds, True, touched


def all_readings(rules, cards):
    """As sets of any rank, and as runs."""
    ranks = {card[:-1] for card in cards}
    sets = [
        ("set", cards, rank) for rank in ranks if naive.is_set(rules, cards, [rank])
    ]
    runs = naive.runs(rules, cards)
    return sets + [
        ("run", filled(suit, window, cards), suit, window) for suit, window, _ in runs
    ]


def with_a_card(rules, card, meld, others, contract):
    """All melds once a card of the hand lies on one of them, or in place of its joker."""
    for longer in longer_with(rules, meld, card):
        yield (*others, longer)
    if meld[0] == "run":
        yield from for_a_joker(rules, card, meld, others, contract)


def for_a_joker(rules, card, meld, others, contract):
    """All melds once a card of the hand lies in place of a joker of this run, and the joker elsewhere."""
    for index, rank in enumerate(meld[3]):
        if meld[1][index] != "*" or card != rank + meld[2]:
            continue
        cards = (*meld[1][:index], card, *meld[1][index + 1 :])
        natural = (meld[0], cards, *meld[2:])
        if contract is not None or rules.joker_moves:
            for longer in longer_with(rules, natural, "*"):
                yield (*others, longer)
        for at, other in enumerate(others if contract is not None else ()):
            for longer in longer_with(rules, other, "*"):
                yield (*others[:at], *others[at + 1 :], natural, longer)


def longer_with(rules, meld, card):
    mark = meld[-1:] if meld[-1] == "own" else ()
    kind, cards, *more = meld[: len(meld) - len(mark)]
    lying = (kind, list(cards), *more[:1], *map(list, more[1:]))
    for longer in grown(rules, lying, [card]):
        yield (*frozen(longer), *mark)


def are_broken(rules, melds):
    own = [meld for meld in melds if meld[-1] == "own" and meld[0] == "run"]
    runs = [(meld[2], list(meld[3])) for meld in own]
    return naive.sequences_are_broken(rules, runs)


def tables_of(rules, cards):
    """Every way in which all these cards can lie as melds."""
    for groups, loose in naive.partitions(cards, naive.melds_of(rules, cards)):
        if not loose:
            ways = [
                all_readings(rules, [cards[at] for at in group]) for group in groups
            ]
            yield from product(*ways)
