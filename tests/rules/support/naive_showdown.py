"""A naive showdown at a shared table, to compare the engine with: slow, obvious, no code of the engine.

Cards are texts, as in `naive`, and what lies on the table is a `Meld`. A player's move is their new melds,
and for each meld on the table the cards that they add there. Every move is tried.
"""

from itertools import pairwise

from rules.presets import CHINCHON
from tests.rules.support import naive
from tests.rules.support.naive import worth


def points(rules, laid, hands, full):
    """What each of `hands` (the others, in their order) counts after the closer laid `laid` down.

    `full`: the closer melded everything.
    """
    table = Table(rules, laid, full)
    left = [list(hand) for hand in hands]
    before = None
    in_turn = rules.lay_off_order == "turn"
    play_round(table, left, adds=in_turn)
    while not in_turn and left != before:
        before = list(left)
        play_round(table, left)
    return [worth(rules, hand) for hand in left]


def play_round(table, left, adds=True):
    for at, hand in enumerate(left):
        move = best_move(table, hand, at in table.has_meld)
        left[at] = table.put_down(at, hand, move)
        if adds:
            left[at] = table.add(left[at], move)


class Table:
    """The melds that lie on the table, in the order in which they were put down."""

    def __init__(self, rules, laid, full):
        self.rules = rules
        self.melds = list(laid)
        self.closers = len(self.melds)
        self.has_meld = set()
        self.is_open = rules.lay_off != "none" and not (
            full and rules.lay_off_after_full == "none"
        )
        self.full = full

    def may_take(self, index):
        if not self.is_open or (self.full and index < self.closers):
            return False
        return self.rules.lay_off == "any" or index < self.closers

    def put_down(self, player, hand, move):
        melds, _ = move
        for meld in melds:
            # jokers as high as can be
            self.melds.append(naive.readings(self.rules, meld)[-1])
            self.has_meld.add(player)
            hand = without(hand, meld)
        return hand

    def add(self, hand, move):
        _, added = move
        for index, cards in added.items():
            self.melds[index] = grown(self.rules, self.melds[index], cards)[-1]
            hand = without(hand, cards)
        return hand


def without(hand, cards):
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def best_move(table, hand, has_meld):
    """The melds and additions that leave the fewest points, and of several the first by `rank_of`."""
    order = {card: index for index, card in enumerate([*naive.pack(table.rules), "*"])}
    takers = {
        index: meld for index, meld in enumerate(table.melds) if table.may_take(index)
    }
    moves = all_moves(table.rules, takers, hand, has_meld)
    return min(moves, key=lambda move: rank_of(table.rules, order, hand, move))


def rank_of(rules, order, hand, move):
    """Points, loose cards, cards added, the indices of their melds, melds, the cards as the pack has them."""
    melds, added = move
    loose = loose_after(hand, move)
    indices = sorted(index for index, cards in added.items() for _ in cards)
    written = sorted(sorted(order[card] for card in meld) for meld in melds)
    cards = [
        (index, sorted(order[card] for card in added[index])) for index in sorted(added)
    ]
    return (
        worth(rules, loose),
        len(loose),
        len(indices),
        indices,
        len(melds),
        written,
        cards,
    )


def loose_after(hand, move):
    melds, added = move
    return without(
        hand, [card for cards in [*melds, *added.values()] for card in cards]
    )


def all_moves(rules, takers, hand, has_meld=False):
    """Every choice of own melds and of cards for the melds on the table that take some."""
    own = naive.melds_of(rules, hand)
    indices = frozenset(range(len(hand)))
    may = {
        index: [
            chosen
            for chosen in naive.subsets(hand)
            if grown(rules, meld, [hand[at] for at in chosen])
        ]
        for index, meld in takers.items()
    }
    for added in additions(indices, list(may.items())):
        for groups, _ in naive.partitions(
            hand, own, indices.difference(*added.values())
        ):
            if not added or groups or has_meld or not rules.lay_off_needs_meld:
                melds = [[hand[at] for at in group] for group in groups]
                yield (
                    melds,
                    {
                        index: [hand[at] for at in chosen]
                        for index, chosen in added.items()
                    },
                )


def additions(left, may):
    """Every way to give some of the positions `left` to the melds of `may`."""
    if not may:
        yield {}
        return
    (index, choices), *others = may
    yield from additions(left, others)
    for chosen in choices:
        if chosen <= left:
            for rest in additions(left - chosen, others):
                yield {index: chosen, **rest}


def best_tables(rules, cards):
    """Every way in which a closer's melds can lie that leaves the fewest points."""
    moves = list(all_moves(rules, {}, cards))
    least = min(worth(rules, loose_after(cards, move)) for move in moves)
    for move in moves:
        if worth(rules, loose_after(cards, move)) == least:
            yield from naive.layouts(rules, move[0])


def grown(rules, meld, added):
    """Every meld that `meld` can become with all of `added`."""
    if meld.kind == "run":
        return list(longer_runs(rules, meld, added))
    cards = tuple(sorted((*meld.cards, *added)))
    is_set = naive.is_set(rules, cards, [meld.of])
    return [meld._replace(cards=cards)] if is_set else []


def longer_runs(rules, meld, added):
    suit = meld.of
    for longer in naive.windows(rules, len(meld.cards) + len(added)):
        for start in range(len(added) + 1):
            end = start + len(meld.cards)
            below = longer[:start]
            above = longer[end:]
            if (
                longer[start:end] == meld.window
                and naive.indices_of_jokers(rules, added, suit, below + above)
                is not None
            ):
                run = (
                    *naive.filled(suit, below, added),
                    *meld.cards,
                    *naive.filled(suit, above, added),
                )
                if rules.adjacent_jokers or ("*", "*") not in pairwise(run):
                    yield meld._replace(cards=run, window=longer)


# One player after the other, each at the closer's melds alone


def least_after_laying_off(rules, cards, table):
    """The least deadwood over every way to lay off on `table` and to meld the rest."""
    return min(worth(rules, loose) for loose in rests_after(rules, cards, table))


def rests_after(rules, cards, table=()):
    return [
        loose_after(cards, move)
        for move in all_moves(rules, dict(enumerate(table)), cards)
    ]


def least_points(rules, cards, table):
    """The points of another player, with the charge for jokers and the bonus of a clean hand."""
    pays_winner = (
        rules.scoring == "collect"
        and rules.lay_off == "none"
        and rules.pays_hand_of == "winner"
    )
    goes_out = rules.scoring in ("collect", "table") or rules.contracts
    if rules.lay_off == "in-play" or (goes_out and not pays_winner):
        return worth(rules, cards)
    charged = cards.count("*") if rules.joker_always_charged else 0
    melded_all = [] in rests_after(rules, cards)
    if rules.clean_for == "anyone" and melded_all and not charged * rules.joker_points:
        return rules.clean_points
    return charged * rules.joker_points + min(
        worth(rules, [card for card in loose if not charged or card != "*"])
        for loose in rests_after(rules, cards, table)
    )


def gin_points(rules, closer, other):
    """The points of both players in Gin, for the best of `closer`'s arrangements with the least deadwood."""
    kept = naive.least_deadwood(rules, closer)
    if kept == 0:
        return rules.clean_points + naive.least_deadwood(rules, other), 0
    left = max(
        least_after_laying_off(rules, other, table)
        for table in best_tables(rules, closer)
    )
    return (left - kept, 0) if left > kept else (0, rules.undercut + kept - left)


# Random tables


def dealt(dice):
    """A house, the closer's melds and loose cards, and the cards of one to three others, near each other."""
    house = {knob: dice.choice(values) for knob, values in HOUSES.items()}
    rules = CHINCHON.with_options({**ALWAYS, **house})
    stock = near_cards(dice, rules, [4, 5, 6, 8])
    laid = [meld for _ in range(2) if (meld := taken_meld(rules, stock, dice))]
    others = [
        [stock.pop() for _ in range(min(size, len(stock)))]
        for size in dice.choices([5, 6, 7], k=3)
    ]
    return (
        rules,
        laid,
        stock[: dice.choice([0, 0, 1, 2])],
        others[: dice.choice([1, 2, 3, 3])],
    )


def near_cards(dice, rules, widths, suits=4):
    """Cards of so many ranks and suits, shuffled, with all jokers."""
    ranks = naive.RANKS[rules.pack]
    first = dice.randrange(len(ranks))
    near = (ranks + ranks)[first : first + dice.choice(widths)]
    stock = [rank + suit for rank in near for suit in naive.SUITS[rules.pack][:suits]]
    stock = stock * naive.packs(rules) + ["*"] * rules.jokers
    dice.shuffle(stock)
    return stock


ALWAYS = {
    "close_cards": None,
    "close_limit": 1000,
    "close_may_bust": True,
    "chinchon_points": -10,
}
HOUSES = {
    "lay_off_order": ["turn", "until-none"],
    "lay_off_after_full": ["none", "others", "others"],
    "lay_off": ["any", "any", "any", "closer", "none"],
    "lay_off_needs_meld": [False, False, False, True],
    "packs": [1, 2],
    "jokers": [0, 2, 4],
    "adjacent_jokers": [True, True, False],
    "set_duplicates": [True, True, False],
    "ace": ["low", "low", "high", "both"],
    "pack": ["spanish-40", "spanish-48", "french-52"],
}


def taken_meld(rules, stock, dice):
    """A meld of cards that are taken out of the stock, as it lies; None where none was found."""
    for _ in range(400):
        cards = dice.sample(stock, dice.choice([3, 3, 4]))
        if naive.is_meld(rules, cards):
            stock[:] = without(stock, cards)
            return dice.choice(naive.readings(rules, cards))
    return None
