"""Simple players of the games in which a hand ends when somebody has no card left: the Rummies and Rum 500.

A player lays down every meld at once, lays off what fits, takes the discard if it can be laid down, and
throws a card that goes with few others. Less skilled players overlook this.
"""

from rules.cards.arrange import arrange
from rules.cards.lay_offs import grown
from rules.cards.melds import meld_rules
from rules.close_kinds import Close
from rules.events import HandScored, HandVoided, VoidReason
from rules.knobs import Scoring, at_table
from rules.packs import JOKER

SHUFFLES = 2


def play_deal(ruleset, skills, players, dice):
    """The event that a deal ends with. `skills` by seat, the player who leads first."""
    return _Deal(ruleset, skills, players, dice).play()


class _Deal:
    def __init__(self, ruleset, skills, players, dice):
        self.ruleset, self.players, self.dice, self.skills = ruleset, players, dice, skills
        self.rules = meld_rules(ruleset, players)
        deck = self.rules.deck
        self.pips = deck.pips
        self.stock = [card for card in (*deck.cards, JOKER) for _ in range(deck.copies_in_play(card))]
        dice.shuffle(self.stock)
        size = at_table(ruleset.hand_size, players)
        self.cards = {seat: [self.stock.pop() for _ in range(size)] for seat in skills}
        self.discards = [self.stock.pop()]
        self.table, self.points, self.shuffles = [], dict.fromkeys(skills, 0), 0

    def play(self):
        while True:
            for seat in self.skills:
                if not self.fill_stock():
                    return HandVoided(VoidReason.STOCK)
                was_down = self.points[seat] > 0
                self.turn(seat)
                if not self.cards[seat]:
                    return self.scored(seat, was_down)

    def fill_stock(self):
        if not self.stock and self.shuffles < SHUFFLES and len(self.discards) > 1:
            *self.stock, top = self.discards
            self.discards = [top]
            self.dice.shuffle(self.stock)
            self.shuffles += 1
        return bool(self.stock)

    def turn(self, seat):
        cards, skill = self.cards[seat], self.skills[seat]
        top = self.discards[-1]
        before = arrange(self.ruleset, cards, self.table, self.players)
        arranged = arrange(self.ruleset, [*cards, top], self.table, self.players)
        if arranged.deadwood < before.deadwood and self.dice.random() < skill:
            cards.append(self.discards.pop())
        else:
            cards.append(self.stock.pop())
            arranged = arrange(self.ruleset, cards, self.table, self.players)
        if self.dice.random() < skill:
            self.lay_down(seat, arranged)
        if self.cards[seat]:
            self.throw(seat)

    def lay_down(self, seat, arranged):
        for onto, cards in arranged.laid_off:
            self.table[onto] = grown(self.rules, self.table[onto], cards)
        self.table += arranged.melds
        self.cards[seat] = list(arranged.loose)
        gone = [card for meld in arranged.melds for card in meld.cards]
        gone += [card for _, cards in arranged.laid_off for card in cards]
        self.points[seat] += sum(self.pips[card] for card in gone)

    def throw(self, seat):
        cards = self.cards[seat]
        ranked = sorted(cards, key=lambda card: (card == JOKER, friends(card, cards), -self.pips[card]))
        thrown = ranked[0 if len(ranked) == 1 or self.dice.random() < self.skills[seat] else 1]
        cards.remove(thrown)
        self.discards.append(thrown)

    def scored(self, closer, was_down):
        deadwood = {seat: sum(self.pips[card] for card in cards) for seat, cards in self.cards.items()}
        if self.ruleset.scoring is Scoring.TABLE:
            return HandScored(deadwood, closer, Close.OUT, table=dict(self.points))
        return HandScored(deadwood, closer, Close.OUT if was_down else Close.RUMMY)


def friends(card, cards):
    """How many other cards could be in a meld with this one."""
    return sum(
        other.rank == card.rank or (other.suit == card.suit and abs(other.rank - card.rank) <= 2)
        for other in cards
        if other is not card
    )
