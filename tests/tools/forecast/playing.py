"""Hands of simple players, in every game, really dealt and played."""

from rules.cards.arrange import arrange
from rules.cards.lay_offs import grown
from rules.events import Close, HandScored, HandVoided, VoidReason
from rules.knobs import LayOff, Scoring
from rules.packs import JOKER
from tests.tools.forecast import contracts
from tests.tools.forecast.dealing import Deal, SamplePlayer, play_deal as play_to_a_close

LEAST_SKILL, MOST_SKILL = 0.4, 0.95


def one_hand(ruleset, skills, players, dice, number):
    """A hand that somebody ended. `skills` by seat, who leads first; `number` from 0, of a contract."""
    while True:
        event = _deal(ruleset, skills, players, dice, number)
        if isinstance(event, HandScored):
            return event


def _deal(ruleset, skills, players, dice, number):
    if ruleset.contracts:
        return contracts.play_deal(ruleset, skills, players, dice, ruleset.contracts[number])
    if ruleset.scoring is Scoring.TABLE or (
        ruleset.scoring is Scoring.COLLECT and ruleset.lay_off is LayOff.IN_PLAY
    ):
        return _GoingOutDeal(ruleset, skills, players, dice).play()
    table = [SamplePlayer(seat, skill) for seat, skill in skills.items()]
    return play_to_a_close(ruleset, table, players, dice)


def any_skill(dice):
    return dice.uniform(LEAST_SKILL, MOST_SKILL)


class _GoingOutDeal(Deal):
    """A hand of a game that ends it when somebody has no card left: of the Rummies and Rum 500.

    A player lays down every meld at once, lays off what fits, takes the discard if it can be laid down, and
    throws a card that goes with few others. Less skilled players overlook this.
    """

    def __init__(self, ruleset, skills, players, dice):
        super().__init__(ruleset, skills, players, dice)
        self.skills, self.table, self.points = skills, [], dict.fromkeys(skills, 0)

    def play(self):
        while True:
            for seat in self.skills:
                if not self.fill_stock():
                    return HandVoided(VoidReason.STOCK)
                was_down = self.points[seat] > 0
                self.turn(seat)
                if not self.cards[seat]:
                    return self.scored(seat, was_down)

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
            cards = self.cards[seat]
            ranked = sorted(cards, key=lambda card: (card == JOKER, friends(card, cards), -self.pips[card]))
            self.throw(seat, self.noticed(ranked, skill))

    def lay_down(self, seat, arranged):
        for onto, cards in arranged.laid_off:
            self.table[onto] = grown(self.rules, self.table[onto], cards)
        self.table += arranged.melds
        self.cards[seat] = list(arranged.loose)
        gone = [card for meld in arranged.melds for card in meld.cards]
        gone += [card for _, cards in arranged.laid_off for card in cards]
        self.points[seat] += sum(self.pips[card] for card in gone)

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
