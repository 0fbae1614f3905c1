"""A naive showdown at a shared table, to compare the engine with: slow, obvious, no code of the engine.

Cards are texts, as in `naive`. A meld on the table is ("set", cards, rank) or ("run", cards, suit, window). A
player's move is his new melds and, for each meld on the table, the cards that he adds there. Every move is
tried.
"""

from itertools import pairwise, product

from rules.presets import CHINCHON
from tests.rules.support import naive


def points(rules, copies, laid, hands, full):
    """What each of `hands` (the others, in their order) counts after the closer laid `laid` down.

    `full`: the closer melded everything.
    """
    table = Table(rules, copies, laid, full)
    left = [list(hand) for hand in hands]
    for at, hand in enumerate(left):
        move = best_move(table, hand, at in table.has_meld)
        left[at] = table.put_down(at, hand, move)
        if rules.lay_off_order == "turn":
            left[at] = table.add(left[at], move)
    while rules.lay_off_order == "until-none":
        before = [len(hand) for hand in left]
        for at, hand in enumerate(left):
            move = best_move(table, hand, at in table.has_meld)
            left[at] = table.add(table.put_down(at, hand, move), move)
        if [len(hand) for hand in left] == before:
            break
    return [sum(naive.pips(rules, card) for card in hand) for hand in left]


class Table:
    """The melds that lie on the table, in the order in which they were put down."""

    def __init__(self, rules, copies, laid, full):
        self.rules, self.copies = rules, copies
        self.melds = list(laid)
        self.closers = len(self.melds)
        self.has_meld = set()
        self.is_open = rules.lay_off != "none" and not (full and rules.lay_off_after_full == "none")
        self.full = full

    def may_take(self, place):
        if not self.is_open or (self.full and place < self.closers):
            return False
        return self.rules.lay_off == "any" or place < self.closers

    def put_down(self, player, hand, move):
        melds, _ = move
        for meld in melds:
            self.melds.append(lying(self.rules, self.copies, meld))
            self.has_meld.add(player)
            hand = without(hand, meld)
        return hand

    def add(self, hand, move):
        _, added = move
        for place, cards in added.items():
            self.melds[place] = highest(grown(self.rules, self.copies, self.melds[place], cards))
            hand = without(hand, cards)
        return hand


def without(hand, cards):
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def best_move(table, hand, has_meld):
    """The melds and additions that leave the fewest points, and of several the first by `rank_of`."""
    order = {card: place for place, card in enumerate([*naive.pack(table.rules), "*"])}
    moves = list(all_moves(table, hand, has_meld))
    return min(moves, key=lambda move: rank_of(table.rules, order, hand, move))


def rank_of(rules, order, hand, move):
    """Points, loose cards, cards added, the places they go to, melds, and the cards as the pack has them."""
    melds, added = move
    gone = [card for cards in [*melds, *added.values()] for card in cards]
    loose = without(hand, gone)
    places = sorted(place for place, cards in added.items() for _ in cards)
    written = sorted(sorted(order[card] for card in meld) for meld in melds)
    cards = [(place, sorted(order[card] for card in added[place])) for place in sorted(added)]
    deadwood = sum(naive.pips(rules, card) for card in loose)
    return deadwood, len(loose), len(places), places, len(melds), written, cards


def all_moves(table, hand, has_meld):
    rules, copies = table.rules, table.copies
    own = naive.melds_of(rules, copies, hand)
    may = {
        place: [
            chosen
            for chosen in naive.subsets(hand)
            if grown(rules, copies, meld, [hand[at] for at in chosen])
        ]
        for place, meld in enumerate(table.melds)
        if table.may_take(place)
    }
    for added in additions(frozenset(range(len(hand))), list(may.items())):
        taken = frozenset().union(*added.values())
        for groups, _ in naive.partitions(hand, own, frozenset(range(len(hand))) - taken):
            if added and rules.lay_off_needs_meld and not (groups or has_meld):
                continue
            melds = [[hand[at] for at in group] for group in groups]
            yield melds, {place: [hand[at] for at in chosen] for place, chosen in added.items()}


def additions(left, may):
    """Every way to give some of the positions `left` to the melds of `may`."""
    if not may:
        yield {}
        return
    (place, choices), *others = may
    yield from additions(left, others)
    for chosen in choices:
        if chosen <= left:
            for rest in additions(left - chosen, others):
                yield {place: chosen, **rest}


def best_tables(rules, copies, cards):
    """Every way in which a closer's melds can lie that leaves him the fewest points."""
    ways = [
        ([[cards[at] for at in group] for group in groups], sum(naive.pips(rules, cards[at]) for at in loose))
        for groups, loose in naive.partitions(cards, naive.melds_of(rules, copies, cards))
    ]
    least = min(points for _, points in ways)
    for melds, points in ways:
        if points == least:
            yield from product(*(readings(rules, copies, meld) for meld in melds))


def readings(rules, copies, meld):
    """Every way in which one meld can lie."""
    if naive.is_set(rules, copies, meld):
        return [lying(rules, copies, meld)]
    return [("run", filled(suit, window, meld), suit, window) for suit, window, _ in naive.runs(rules, meld)]


def grown(rules, copies, meld, added):
    """Every meld that `meld` can become with all of `added`."""
    if meld[0] == "set":
        cards = [*meld[1], *added]
        return [("set", cards, meld[2])] if naive.is_set(rules, copies, cards, [meld[2]]) else []
    return list(longer_runs(rules, meld, added))


def longer_runs(rules, meld, added):
    _, cards, suit, window = meld
    for longer in naive.windows(rules, len(cards) + len(added)):
        for start in range(len(added) + 1):
            end = start + len(cards)
            ends = [*longer[:start], *longer[end:]]
            fits = naive.places_of_jokers(rules, added, suit, ends) is not None
            if longer[start:end] != window or not fits:
                continue
            run = [*filled(suit, longer[:start], added), *cards, *filled(suit, longer[end:], added)]
            if rules.adjacent_jokers or ("*", "*") not in pairwise(run):
                yield "run", run, suit, longer


def filled(suit, ranks, cards):
    return [rank + suit if rank + suit in cards else "*" for rank in ranks]


def highest(melds):
    """The meld with its jokers as high as possible."""
    return melds[-1]


def lying(rules, copies, meld):
    """A player's own meld as it lies on the table: a run as high as its jokers allow."""
    if naive.is_set(rules, copies, meld):
        rank = next(card[:-1] for card in meld if card != "*")
        return "set", meld, rank
    suit, window, _ = list(naive.runs(rules, meld))[-1]
    return "run", filled(suit, window, meld), suit, window


def dealt(dice):
    """A house, the closer's melds and loose cards, and the cards of one to three others, near each other."""
    house = {knob: dice.choice(values) for knob, values in HOUSES.items()}
    rules = CHINCHON.turned({**ALWAYS, **house})
    copies = rules.packs
    ranks, suits = naive.RANKS[rules.pack], naive.SUITS[rules.pack]
    first = dice.randrange(len(ranks))
    near = (ranks + ranks)[first : first + dice.choice([4, 5, 6, 8])]
    stock = [rank + suit for rank in near for suit in suits] * copies + ["*"] * rules.jokers
    dice.shuffle(stock)
    laid = [meld for _ in range(2) if (meld := taken_meld(rules, copies, stock, dice))]
    others = [[stock.pop() for _ in range(min(size, len(stock)))] for size in dice.choices([5, 6, 7], k=3)]
    return rules, laid, stock[: dice.choice([0, 0, 1, 2])], others[: dice.choice([1, 2, 3, 3])]


ALWAYS = {
    "min_naturals": 2,
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


def taken_meld(rules, copies, stock, dice):
    """A meld of cards that are taken out of the stock, as it lies; None where none was found."""
    for _ in range(400):
        cards = dice.sample(stock, dice.choice([3, 3, 4]))
        runs = list(naive.runs(rules, cards))
        if not runs and not naive.is_set(rules, copies, cards):
            continue
        for card in cards:
            stock.remove(card)
        if not runs:
            return lying(rules, copies, cards)
        suit, window, _ = dice.choice(runs)
        return "run", filled(suit, window, cards), suit, window
    return None
