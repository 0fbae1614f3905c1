"""Hands of Rum 500 played out and counted naively, to compare the engine with: no code of the engine.

Cards are texts, as in `naive`. `played` lays cards down in turn, on one table, and knows what each card was
worth when it was laid. `best_points` knows only what lies before each player, and tries every reading.
"""

from functools import cache
from itertools import pairwise, product

from tests.rules.support import naive
from tests.rules.support.naive import pips
from tests.rules.support.naive_showdown import near_cards, without

# A hand that is played


def played(dice, rules, players, turns):
    """What lies before each player after so many turns, and the points that each was given for it."""
    stock = near_cards(dice, rules, [13])
    hands = [
        [stock.pop() for _card in range(13 if players == 2 else 7)]
        for _player in range(players)
    ]
    before = [[] for _ in hands]
    points = [0] * players
    table = []
    for turn in range(turns):
        player = turn % players
        hands[player] += [
            stock.pop() for _card in range(min(len(stock), dice.choice([1, 1, 2])))
        ]
        while len(hands[player]) > 1 and dice.random() < 0.9:
            act = an_act(dice, rules, hands[player], table)
            if act is None:
                break
            cards, meld = act
            table += [] if any(meld is lying for lying in table) else [meld]
            meld += cards
            hands[player] = without(hands[player], cards)
            before[player] += cards
            points[player] += sum(worth(rules, card, meld) for card in cards)
    return before, points


def an_act(dice, rules, hand, table):
    """Cards of the hand, and the meld to which they go, a new one or one of the table; None without any."""
    marks = [*naive.RANKS[rules.pack], *naive.SUITS[rules.pack]]
    alike = [[card for card in hand if mark in card] for mark in marks]
    new = [
        [[cards[at] for at in chosen], []]
        for cards in alike
        for chosen in naive.melds_of(rules, cards)
        if len(chosen) < 5
    ]
    longer = [
        [[card], meld]
        for card in hand
        for meld in table
        if naive.is_meld(rules, [*meld, card])
    ]
    acts = [acts for acts in (new, longer) if acts]
    return dice.choice(dice.choice(acts)) if acts else None


def worth(rules, card, meld):
    """An ace at the low end of a run is worth 1."""
    lows = [window[0] for _suit, window, _jokers in naive.runs(rules, meld)]
    return 1 if card[0] == "A" and "A" in lows else pips(rules, card)


# Every reading of what lies there at the end


def best_points(rules, before):
    """The fewest cards that fit nowhere, and the most points of all that such a reading gives; and for each
    player the points of every reading that is as good.
    """
    laid = [(player, card) for player, cards in enumerate(before) for card in cards]
    melds = [*sets(rules, laid), *runs(rules, laid)]

    @cache
    def best(left):
        if not left:
            return 0, 0, frozenset([(0,) * len(before)])
        first = min(left)
        ways = []
        loose, points, shares = best(left - {first})
        ways.append((loose + 1, points, shares))
        for indices, worths in melds:
            if first in indices and indices <= left:
                loose, points, shares = best(left - indices)
                mine = [
                    sum(worths[at] for at in indices if laid[at][0] == player)
                    for player in range(len(before))
                ]
                added = {
                    tuple(map(sum, zip(share, mine, strict=True))) for share in shares
                }
                ways.append((loose, points - sum(mine), frozenset(added)))
        fewest = min(way[:2] for way in ways)
        return *fewest, frozenset().union(
            *(way[2] for way in ways if way[:2] == fewest)
        )

    loose, points, shares = best(frozenset(range(len(laid))))
    return loose, -points, shares


def sets(rules, laid):
    """The indices of the cards of each set, and what each of them is worth."""
    for indices in naive.subsets(laid):
        cards = [laid[at][1] for at in indices]
        if naive.is_set(rules, cards) and any(
            is_whole([laid[at] for at in indices], by) for by, _card in laid
        ):
            yield indices, {at: pips(rules, laid[at][1]) for at in indices}


def is_whole(laid, player):
    """Whether the cards of that player among those of a set are three at least, one of them natural."""
    theirs = [card for by, card in laid if by == player]
    return len(theirs) >= 3 and any(card != "*" for card in theirs)


def runs(rules, laid):
    for length in range(3, min(len(laid), 13) + 1):
        suits = naive.SUITS[rules.pack]
        for ranked, suit in product(naive.windows(rules, length), suits):
            fitting = [
                [
                    at
                    for at, (_by, card) in enumerate(laid)
                    if card in ("*", rank + suit)
                ]
                for rank in ranked
            ]
            for indices in product(*fitting):
                cards = [laid[at] for at in indices]
                if len(set(indices)) == length and is_run(rules, cards):
                    worths = {at: pips(rules, laid[at][1]) for at in indices}
                    if cards[0][1] == f"A{suit}":
                        worths[indices[0]] = 1
                    yield frozenset(indices), worths


def is_run(rules, laid):
    """Whether three neighbours at least are of one player and not only jokers."""
    jokers = [card == "*" for _by, card in laid]
    if not rules.adjacent_jokers and (True, True) in pairwise(jokers):
        return False
    return any(
        len({by for by, _card in laid[at:end]}) == 1 and not all(jokers[at:end])
        for at in range(len(laid) - 2)
        for end in range(at + 3, len(laid) + 1)
    )
