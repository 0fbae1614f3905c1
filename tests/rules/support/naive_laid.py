"""Hands of Rum 500 played out and counted naively, to compare the engine with: no code of the engine.

Cards are texts, as in `naive`. `played` lays cards down in turn, on one table, and knows what each card was
worth when it was laid. `best_points` knows only what lies before each player, and tries every reading.
"""

from functools import cache, partial
from itertools import combinations, pairwise, product

from tests.rules.support import naive

RANKS = naive.RANKS["french-52"]
SUITS = naive.SUITS["french-52"]
windows = partial(naive.windows_of_pack, "french-52")


# A hand that is played


def played(dice, players, packs, turns):
    """What lies before each player after so many turns, and the points that each was given for it."""
    stock = [rank + suit for suit in SUITS for rank in RANKS] * packs
    dice.shuffle(stock)
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
            act = an_act(dice, hands[player], table, packs)
            if act is None:
                break
            cards, meld = act
            table += [] if any(meld is lying for lying in table) else [meld]
            meld += cards
            for card in cards:
                hands[player].remove(card)
                before[player].append(card)
                points[player] += worth(card, meld)
    return before, points


def an_act(dice, hand, table, packs):
    """Cards of the hand, and the meld to which they go, a new one or one of the table; None without any."""
    new = [
        [list(cards), []]
        for size in (3, 4)
        for cards in combinations(hand, size)
        if is_meld(cards, packs)
    ]
    longer = [
        [[card], meld]
        for card in hand
        for meld in table
        if is_meld([*meld, card], packs)
    ]
    acts = [acts for acts in (new, longer) if acts]
    return dice.choice(dice.choice(acts)) if acts else None


def is_meld(cards, packs):
    if len({card[0] for card in cards}) == 1:
        return len(cards) <= 4 * packs
    return len({card[1] for card in cards}) == 1 and window_of(cards) is not None


def window_of(cards):
    """The ranks of a run in their order; None where the cards are none."""
    ranks = sorted(card[0] for card in cards)
    return next(
        (ranked for ranked in windows("both", len(cards)) if sorted(ranked) == ranks),
        None,
    )


def worth(card, meld):
    is_set = len({other[0] for other in meld}) == 1
    return (
        1 if card[0] == "A" and not is_set and window_of(meld)[0] == "A" else pips(card)
    )


def pips(card):
    return 15 if card[0] in "A*" else 10 if card[0] in "TJQK" else int(card[0])


# Every reading of what lies there at the end


def best_points(before, ace="both", packs=1, adjacent_jokers=True):
    """The fewest cards that fit nowhere, and the most points of all that such a reading gives; and for each
    player the points of every reading that is as good.
    """
    laid = [(player, card) for player, cards in enumerate(before) for card in cards]
    melds = [*sets(laid, packs), *runs(laid, ace, adjacent_jokers)]

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


def sets(laid, packs):
    """The indices of the cards of each set, and what each of them is worth."""
    for size in range(3, min(len(laid), 4 * packs) + 1):
        for indices in combinations(range(len(laid)), size):
            cards = [laid[at][1] for at in indices]
            ranks = {card[0] for card in cards} - {"*"}
            if len(ranks) == 1 and any(
                is_whole([laid[at] for at in indices], by) for by, _card in laid
            ):
                yield frozenset(indices), {at: pips(laid[at][1]) for at in indices}


def is_whole(laid, player):
    """Whether the cards of that player among those of a set are three at least, one of them natural."""
    theirs = [card for by, card in laid if by == player]
    return len(theirs) >= 3 and any(card != "*" for card in theirs)


def runs(laid, ace, adjacent_jokers):
    for length in range(3, min(len(laid), 13) + 1):
        for ranked, suit in product(windows(ace, length), SUITS):
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
                if len(set(indices)) == length and is_run(cards, adjacent_jokers):
                    low = {indices[0]: 1} if cards[0][1] == f"A{suit}" else {}
                    yield (
                        frozenset(indices),
                        {at: pips(laid[at][1]) for at in indices} | low,
                    )


def is_run(laid, adjacent_jokers):
    """Whether three neighbours at least are of one player and not only jokers."""
    jokers = [card == "*" for _by, card in laid]
    if not adjacent_jokers and any(
        first and second for first, second in pairwise(jokers)
    ):
        return False
    return any(
        len({by for by, _card in laid[at:end]}) == 1 and not all(jokers[at:end])
        for at in range(len(laid) - 2)
        for end in range(at + 3, len(laid) + 1)
    )
