"""Simple players of Chinaso, who collect the sets and runs of the contract, lay them down and then lay off.

They know sets of three and runs of four, and no other melds; jokers fill what is missing. Wanted discards
are taken, or bought out of turn.
"""

from collections import Counter

from rules.events import Close, HandScored, HandVoided, VoidReason
from rules.packs import JOKER
from tests.tools.forecast.dealing import Deal

BEST = 8  # sets and runs that are combined, those with the fewest missing cards
HIGHEST = 14  # an ace ends a run


def play_deal(ruleset, skills, players, dice, contract):
    """The event that a deal ends with. `skills` by seat, the player who leads first."""
    return _Deal(ruleset, skills, players, dice, contract).play()


def height(card):
    return HIGHEST if card.rank == 1 else card.rank


def candidates(cards, kind):
    """The naturals that are there of each possible set or run, with the number of missing cards."""
    naturals = [card for card in cards if card != JOKER]
    groups = []
    if kind == "set":
        for rank in {card.rank for card in naturals}:
            there = [card for card in naturals if card.rank == rank][:3]
            groups.append((3 - len(there), there))
    else:
        for suit in dict.fromkeys(card.suit for card in naturals):  # a set has its order by chance
            held = {height(card): card for card in naturals if card.suit is suit}
            for low in range(2, HIGHEST - 2):
                there = [held[place] for place in range(low, low + 4) if place in held]
                if there:
                    groups.append((4 - len(there), there))
    return sorted(groups, key=lambda group: (group[0], -len(group[1])))[:BEST]


def plan(cards, contract):
    """The fewest missing cards for the contract, and the naturals that are used."""
    kinds = ["run"] * contract[1] + ["set"] * contract[0]
    groups = {kind: candidates(cards, kind) for kind in set(kinds)}
    held = Counter(cards)
    best = (99, [])

    def go(place, missing, used, after):
        nonlocal best
        if missing >= best[0]:
            return
        if place == len(kinds):
            best = (missing, [list(group) for group in used])
            return
        start = after if place and kinds[place] == kinds[place - 1] else 0
        for at in range(start, len(groups[kinds[place]])):
            lacks, there = groups[kinds[place]][at]
            if not Counter(there) - held:
                held.subtract(there)
                go(place + 1, missing + lacks, [*used, there], at + 1)
                held.update(there)

    go(0, 0, [], 0)
    return best


class _Deal(Deal):
    def __init__(self, ruleset, skills, players, dice, contract):
        super().__init__(ruleset, skills, players, dice)
        self.skills, self.contract = skills, contract
        self.down, self.buys = [], dict.fromkeys(skills, 0)
        self.sets, self.runs = set(), []  # of the table: ranks; [suit, lowest, highest]

    def play(self):
        seats = list(self.skills)
        while True:
            for seat in seats:
                if not self.fill_stock(3):  # one to draw, two to buy
                    return HandVoided(VoidReason.STOCK)
                others_down = bool(set(self.down) - {seat})
                was_down = seat in self.down
                self.turn(seat)
                if not self.cards[seat]:
                    close = Close.OUT if was_down or others_down else Close.CHINASO
                    left = {who: sum(map(self.pips.get, cards)) for who, cards in self.cards.items()}
                    return HandScored(left, seat, close, buys={who: n for who, n in self.buys.items() if n})
                self.sell(seats, seat)

    def notices(self, seat):
        return self.dice.random() < self.skills[seat]

    def wants(self, seat, card):
        if seat in self.down:
            return self.fits(card)
        cards = self.cards[seat]
        return card == JOKER or plan([*cards, card], self.contract)[0] < plan(cards, self.contract)[0]

    def turn(self, seat):
        cards = self.cards[seat]
        takes = bool(self.discards) and self.notices(seat) and self.wants(seat, self.discards[-1])
        cards.append(self.discards.pop() if takes else self.stock.pop())
        missing, groups = (0, []) if seat in self.down else plan(cards, self.contract)
        if seat not in self.down and missing <= cards.count(JOKER) and self.notices(seat):
            self.go_down(seat, groups)
            groups = []
        if seat in self.down:
            self.lay_off(seat)
        if self.cards[seat]:
            self.throw_least(seat, [card for group in groups for card in group])

    def go_down(self, seat, groups):
        cards = self.cards[seat]
        self.down.append(seat)
        runs = len(groups) - self.contract[0]
        for place, group in enumerate(groups):
            for card in group:
                cards.remove(card)
            for _ in range((4 if place < runs else 3) - len(group)):
                cards.remove(JOKER)
            if place < runs:
                low = min(max(2, min(map(height, group))), HIGHEST - 3)
                self.runs.append([group[0].suit, low, low + 3])
            else:
                self.sets.add(group[0].rank)

    def fits(self, card):
        if card == JOKER or card.rank in self.sets:
            return True
        return any(card.suit is suit and height(card) in (low - 1, high + 1) for suit, low, high in self.runs)

    def lay_off(self, seat):
        cards = self.cards[seat]
        while fitting := [card for card in cards if self.fits(card)]:
            card = fitting[0]
            cards.remove(card)
            for run in self.runs if card != JOKER and card.rank not in self.sets else ():
                if card.suit is run[0] and height(card) in (run[1] - 1, run[2] + 1):
                    run[1], run[2] = min(run[1], height(card)), max(run[2], height(card))
                    break

    def throw_least(self, seat, wanted):
        cards = self.cards[seat]
        rest = list((Counter(cards) - Counter(wanted)).elements()) or list(cards)
        ranked = sorted(rest, key=lambda card: (card == JOKER, -self.pips[card]))
        self.throw(seat, self.noticed(ranked, self.skills[seat]))

    def sell(self, seats, thrower):
        """The next but one to play may buy the discard, with two cards of the stock."""
        at = seats.index(thrower)
        for seat in (*seats[at + 2 :], *seats[:at]):
            if seat in self.down or self.buys[seat] >= self.ruleset.buys or len(self.stock) < 3:
                continue
            if self.discards and self.notices(seat) and self.wants(seat, self.discards[-1]):
                self.cards[seat] += [self.discards.pop(), self.stock.pop(), self.stock.pop()]
                self.buys[seat] += 1
                return
