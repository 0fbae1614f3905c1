"""Going out with the melds of the table, played card by card: slow, obvious, without any code of the engine.

Cards are texts, as in `naive`. A play is a meld, a contract, or one card that goes to a meld; every order is
tried.
"""

from tests.rules.support import naive
from tests.rules.support.naive_showdown import grown, without


def ends_of_turn(rules, hand, tables, contract=None, is_down=False):
    """What a turn on any of `tables` can end with: no card or one that stays, and whether one lies on the
    table.

    With a `contract` nobody plays a card before it lies there: before this turn if the player `is_down`.
    """
    seen = {
        (tuple(sorted(hand)), tuple(sorted(table)), is_down, False) for table in tables
    }
    waiting = list(seen)
    while waiting:
        for after in plays(rules, waiting.pop(), contract):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return {
        (len(hand), touched) for hand, _table, _down, touched in seen if len(hand) < 2
    }


def plays(rules, state, contract):
    hand, table, is_down, _touched = state
    if contract is None:
        yield from with_a_meld(rules, state)
    elif not is_down:
        yield from with_the_contract(rules, state, contract)
        return
    for card in set(hand):
        left = tuple(without(hand, [card]))
        for index, meld in enumerate(table):
            others = (*table[:index], *table[index + 1 :])
            for melds in with_a_card(rules, card, meld, others, contract):
                own = [one for one in melds if one.is_own]
                if contract is None or naive.sequences_are_broken(rules, own):
                    touched = state[3] or not meld.is_own
                    yield left, tuple(sorted(melds)), is_down, touched


def with_a_meld(rules, state):
    hand, table, is_down, touched = state
    for chosen in naive.melds_of(rules, hand):
        cards = [hand[at] for at in sorted(chosen)]
        left = tuple(without(hand, cards))
        for lying in naive.readings(rules, cards):
            melds = (*table, lying._replace(is_own=True))
            yield left, tuple(sorted(melds)), is_down, touched


def with_the_contract(rules, state, contract):
    hand, table, _is_down, touched = state
    for melds, loose in naive.arrangements(rules, hand):
        for lying in naive.layouts(rules, melds):
            if naive.code_of_layout(rules, lying, [contract], False, True) is None:
                own = [meld._replace(is_own=True) for meld in lying]
                yield tuple(sorted(loose)), tuple(sorted((*table, *own))), True, touched


def with_a_card(rules, card, meld, others, contract):
    """All melds once a card of the hand lies on one of them, or in place of its joker."""
    for longer in grown(rules, meld, [card]):
        yield (*others, longer)
    yield from for_a_joker(rules, card, meld, others, contract)


def for_a_joker(rules, card, meld, others, contract):
    """All melds once a card of the hand lies in place of a joker of this run, and the joker elsewhere."""
    for index, rank in enumerate(meld.window):
        if meld.cards[index] != "*" or card != rank + meld.of:
            continue
        cards = (*meld.cards[:index], card, *meld.cards[index + 1 :])
        natural = meld._replace(cards=cards)
        if contract is not None or rules.joker_moves:
            for longer in grown(rules, natural, ["*"]):
                yield (*others, longer)
        for at, other in enumerate(others if contract is not None else ()):
            for longer in grown(rules, other, ["*"]):
                yield (*others[:at], *others[at + 1 :], natural, longer)


def tables_of(rules, cards):
    """Every way in which all these cards can lie as melds."""
    for melds, loose in naive.arrangements(rules, cards):
        if not loose:
            yield from naive.layouts(rules, melds)
