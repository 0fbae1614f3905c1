"""The cards in play at one table, and the points of each card that is left in hand."""

from collections import Counter
from collections.abc import Collection, Iterable

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
    """As the rules say, but enough to deal, up to three: docs/rules/RULESETS.md#too-few-cards."""
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
        # jokers are counted above the bits of all packs
        self._joker = len(self.cards) * self.packs
        self.end = 1 << self._joker
        # Of the melds of the table: a pack higher, so that no shift by a pack moves one onto a card.
        self.first_mark = self.end << len(self.cards)
        self.suit = (1 << len(self.ranks)) - 1  # all cards of the first suit
        # one for every suit of every pack
        self.shifts = tuple(range(0, self._joker, len(self.ranks)))
        self._naturals = self.end - 1
        self._units: Lookup[Card, int] = {**self.bit_of, JOKER: self.end}
        self.pips: Lookup[Card, int] = {
            card: pips_of(ruleset, card) for card in (*self.cards, JOKER)
        }
        self.order: Lookup[Card, int] = {
            card: index for index, card in enumerate((*self.cards, JOKER))
        }
        self._of_suit: Lookup[int, tuple[list[Card], int]] = {}  # by ranks and suit

    def _in_suit(self, ranks: int, index: int) -> tuple[list[Card], int]:
        """The cards of these ranks, a bit for each, of the suit at `index` of all packs, and their points."""
        suit = index % len(self.suits)
        known = self._of_suit.get(ranks << 2 | suit)
        if known is None:
            of_suit = enumerate(
                self.cards[suit * len(self.ranks) : (suit + 1) * len(self.ranks)]
            )
            cards = [card for rank, card in of_suit if ranks >> rank & 1]
            known = self._of_suit[ranks << 2 | suit] = (
                cards,
                sum([self.pips[card] for card in cards]),
            )
        return known

    def all_of(self, card: Card) -> int:
        """The bits of all copies of this card; of a joker, which is only counted, none."""
        return self.bit_of.get(card, 0) * self.all_copies

    def to_bits(self, cards: Collection[Card]) -> tuple[int, int]:
        """The bits of `cards` and how many of them are jokers; raises Illegal `impossible-hand`."""
        try:
            units = sum(map(self._units.__getitem__, cards))
        except KeyError:
            return self._to_bits_one_by_one(cards)
        bits = units & self._naturals
        jokers = units >> self._joker
        # Only equal cards add up to fewer bits than cards.
        if bits.bit_count() + jokers == len(cards) and jokers <= self.jokers:
            return bits, jokers
        return self._to_bits_one_by_one(cards)

    def _to_bits_one_by_one(self, cards: Collection[Card]) -> tuple[int, int]:
        """The same, with the bits of the second and third pack for equal cards."""
        bits = jokers = 0
        pack = len(self.cards)
        for card in cards:
            bit = self.bit_of.get(card)
            if bit is None:
                jokers += 1
                if card != JOKER:
                    raise Illegal("impossible-hand", card=card, held=1, copies=0)
                continue
            while bits & bit:
                bit <<= pack
            bits |= bit
        if bits >= self.end or jokers > self.jokers:
            held = Counter(cards)
            card = next(
                card
                for card in self.sorted(held)
                if held[card] > self.copies_in_play(card)
            )
            raise Illegal(
                "impossible-hand",
                card=card,
                held=held[card],
                copies=self.copies_in_play(card),
            )
        return bits, jokers

    def are_lowest_copies(self, cards: int) -> bool:
        """Whether the bits `cards` take no copy of a card without those of the lower packs."""
        naturals = cards & self._naturals
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
        return self.jokers if card == JOKER else self.packs

    def cards_of(self, bits: int) -> list[Card]:
        """The cards of these `bits`, suit by suit, low ranks first."""
        cards: list[Card] = []
        index = 0
        rest = bits
        while rest:
            if ranks := rest & self.suit:
                cards += self._in_suit(ranks, index)[0]
            rest >>= len(self.ranks)
            index += 1
        return cards if bits < self._second_pack else self.sorted(cards)

    def pips_of(self, bits: int) -> int:
        """The points of the cards of these `bits`."""
        pips = index = 0
        while bits:
            if ranks := bits & self.suit:
                pips += self._in_suit(ranks, index)[1]
            bits >>= len(self.ranks)
            index += 1
        return pips

    def sorted(self, cards: Iterable[Card]) -> list[Card]:
        """`cards` suit by suit, low ranks first, jokers last."""
        return sorted(cards, key=self.order.__getitem__)
