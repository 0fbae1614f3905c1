"""The cards in play at one table, and the points of each card that is left in hand."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rules.errors import Illegal
from rules.knobs import FigurePoints, at_table
from rules.lookup import Lookup
from rules.packs import FRENCH, JOKER, RANKS, SUITS, Card, pack_size, read_cards
from rules.ruleset import Ruleset

MOST_PACKS = 3  # that are shuffled together


def usual_players(ruleset: Ruleset) -> int:
    """The fewest players, but three where the number of jokers varies: docs/rules/FORMAT.md#every-case."""
    return ruleset.players[0] if isinstance(ruleset.jokers, int) else 3


def packs_at(ruleset: Ruleset, players: int) -> int:
    """How many packs the rules say, or as many as can be dealt from, at most three
    (docs/rules/RULESETS.md#too-few-cards).
    """
    dealt = ruleset.players_of_a_game(players) * at_table(ruleset.hand_size, players)
    # with the card that is turned up
    beside_jokers = dealt + 1 - at_table(ruleset.jokers, players)
    needed = -(-beside_jokers // pack_size(ruleset.pack))
    return max(at_table(ruleset.packs, players), min(needed, MOST_PACKS))


def pips_of(ruleset: Ruleset, card: Card) -> int:
    """The points of `card` when it is left in hand."""
    if card == JOKER or card in wild_cards(ruleset):
        return ruleset.joker_points
    charted = dict(ruleset.rank_points).get(card.rank)
    if charted is not None:
        return charted
    if card.rank == 1:
        return ruleset.points_of_ace
    # 0: sota or jack, 1: caballo or queen, 2: king
    figure = card.rank - (11 if card.suit in FRENCH else 10)
    if figure < 0:
        return card.rank
    if ruleset.figures is FigurePoints.TEN:
        return 10
    if ruleset.figures is FigurePoints.INDEX:
        return 10 + figure
    ranks = RANKS[ruleset.pack]
    return ranks.index(card.rank) + 1 if card.rank in ranks else card.rank


def wild_cards(ruleset: Ruleset) -> tuple[Card, ...]:
    """The natural cards that may stand for any other in this house."""
    return read_cards(ruleset.wild_cards, ruleset.pack)


class Deck:
    """The cards in play at one table: every copy of every card is one bit.

    The bits of a suit are adjacent, low rank first; the second pack follows the whole first one. Jokers are
    equal, so they are only counted.
    """

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.ranks = RANKS[ruleset.pack]
        self.suits = SUITS[ruleset.pack]
        self.packs = packs_at(ruleset, players)
        self.jokers = at_table(ruleset.jokers, players)
        self.cards = tuple(
            Card(rank, suit) for suit in self.suits for rank in self.ranks
        )
        self.bit_of = {card: 1 << index for index, card in enumerate(self.cards)}
        self._second_pack = 1 << len(self.cards)
        # of the first card
        self.all_copies = sum(1 << len(self.cards) * pack for pack in range(self.packs))
        # of each rank the bits of all its cards
        self.ranked = tuple(
            sum(self.all_of(Card(rank, suit)) for suit in self.suits)
            for rank in self.ranks
        )
        bits = len(self.cards) * self.packs
        self.end = 1 << bits
        # Of the melds of the table: a pack higher, so that no shift by a pack moves one onto a card.
        self.first_mark = self.end << len(self.cards)
        self.suit = (1 << len(self.ranks)) - 1  # all cards of the first suit
        # one for every suit of every pack
        self.shifts = tuple(range(0, bits, len(self.ranks)))
        self.pips: Lookup[Card, int] = {
            card: pips_of(ruleset, card) for card in (*self.cards, JOKER)
        }
        self.order: Lookup[Card, int] = {
            card: index for index, card in enumerate((*self.cards, JOKER))
        }

    def all_of(self, card: Card) -> int:
        """The bits of all copies of this card; of a joker, which is only counted, none."""
        return self.bit_of.get(card, 0) * self.all_copies

    def to_bits(self, cards: Sequence[Card]) -> tuple[int, int]:
        """The bits of `cards`, equal ones of the lowest packs, and how many of them are jokers; raises
        Illegal `impossible-hand`.
        """
        bits = 0
        for card in cards:
            bit = 0 if card == JOKER else self.bit_of.get(card, self.end)
            while bits & bit:
                bit <<= len(self.cards)
            bits |= bit
        jokers = cards.count(JOKER)
        if bits >= self.end or jokers > self.jokers:
            raise self._impossible_hand(Counter(cards))
        return bits, jokers

    def _impossible_hand(self, held: Counter[Card]) -> Illegal:
        """For the first card of which more are held than are in play, those of other packs before all."""
        return next(
            Illegal("impossible-hand", card=card, held=held[card], copies=copies)
            for card in sorted(held, key=lambda card: self.order.get(card, -1))
            if held[card] > (copies := self.copies_in_play(card))
        )

    def are_lowest_copies(self, cards: int) -> bool:
        """Whether the bits `cards` take no copy of a card without those of the lower packs."""
        naturals = cards & self.end - 1
        return not naturals >> len(self.cards) & ~naturals

    def layers(self, cards: int) -> list[int]:
        """All copies of the cards that `cards` take at least once, at least twice, …

        A hand from which they are taken holds its lowest copies again if, for each of these in turn, the bits
        of every pack are replaced by those of the next one.
        """
        layers = []
        while cards:
            layers.append((cards & self._second_pack - 1) * self.all_copies)
            cards >>= len(self.cards)
        return layers

    def copies_in_play(self, card: Card) -> int:
        """How many copies of this card are in play."""
        if card == JOKER:
            return self.jokers
        return self.packs if card in self.bit_of else 0

    def cards_of(self, bits: int) -> list[Card]:
        """The cards of these `bits`, suit by suit, low ranks first."""
        cards = [
            self.cards[(bit.bit_length() - 1) % len(self.cards)]
            for bit in bits_of(bits)
        ]
        return cards if bits < self._second_pack else self.sorted(cards)

    def pips_of(self, bits: int) -> int:
        """The points of the cards of these `bits`."""
        return sum([self.pips[card] for card in self.cards_of(bits)])

    def sorted(self, cards: Iterable[Card]) -> list[Card]:
        """`cards` suit by suit, low ranks first, jokers last."""
        return sorted(cards, key=self.order.__getitem__)


def bits_of(number: int) -> Iterator[int]:
    """Each bit that is set, the lowest first."""
    while number:
        low = number & -number
        yield low
        number ^= low
