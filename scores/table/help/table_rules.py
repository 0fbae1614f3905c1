"""The rules that a help page explains, and what its templates ask of them besides the knobs."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from rules.cards.deck import Deck, packs_at, usual_players
from rules.cards.melds import meld_rules
from rules.knobs import Ace, Scoring, TurnDirection, at_table
from rules.packs import FRENCH, Card, read_card
from rules.ruleset import Ruleset
from rules.scoring.points import LOW_ACE
from scores.core.notation import cards
from scores.core.notation.names import joined_names
from scores.core.notation.numbers import signed


@dataclass(frozen=True)
class TableRules:
    """The ruleset that a page explains, and the number of players; None outside a match."""

    ruleset: Ruleset
    players: int | None = None

    low_ace = LOW_ACE

    @property
    def seats(self) -> int:
        """The number of players for which examples are judged."""
        return self.players or usual_players(self.ruleset)

    @property
    def _possible_players(self) -> Collection[int]:
        low, high = self.ruleset.players
        return [self.players] if self.players else range(low, high + 1)

    @property
    def who_plays(self) -> str:
        """The number of players of a match: «de 2 a 6»."""
        low, high = self.ruleset.players
        in_teams = self.ruleset.team_size > 1
        if in_teams and self.ruleset.scoring is Scoring.DIFFERENCE:
            low = high = self.players or 2 * self.ruleset.team_size
        span = (
            str(low)
            if low == high
            else _("de %(low)s a %(high)s") % {"low": low, "high": high}
        )
        return _("%(players)s, en parejas") % {"players": span} if in_teams else span

    @property
    def has_jokers(self) -> bool:
        """Whether any card is a joker or wild, with any number of players that the ruleset is made for."""
        jokers = (
            at_table(self.ruleset.jokers, players) for players in self._possible_players
        )
        return bool(self.ruleset.wild_cards) or any(jokers)

    @property
    def wild_cards(self) -> str:
        codes = self.ruleset.wild_cards
        return joined_names(
            [cards.name(read_card(code, self.ruleset.pack)) for code in codes]
        )

    @property
    def pack_name(self) -> str:
        return str(cards.pack_name(self.ruleset.pack))

    @property
    def has_many_packs(self) -> bool:
        return packs_at(self.ruleset, self.seats) > 1

    # Numbers for these players; outside a match «10 con 2, 7 con 3–4 jugadores»

    @property
    def packs(self) -> str:
        return self._by_players(lambda players: packs_at(self.ruleset, players))

    @property
    def longest_set(self) -> str:
        return self._by_players(
            lambda players: meld_rules(self.ruleset, players).longest_set
        )

    @property
    def jokers(self) -> str:
        return self._by_players(lambda players: at_table(self.ruleset.jokers, players))

    @property
    def hand_size(self) -> str:
        return self._by_players(
            lambda players: at_table(self.ruleset.hand_size, players)
        )

    @property
    def deals_alike(self) -> bool:
        """Whether it is one number of cards, however many of them play."""
        sizes = {
            at_table(self.ruleset.hand_size, players)
            for players in self._possible_players
        }
        return len(sizes) == 1

    def _by_players(self, number_of: Callable[[int], int]) -> str:
        spans = [
            (number, list(players))
            for number, players in groupby(self._possible_players, number_of)
        ]
        if len(spans) == 1:
            return str(spans[0][0])
        parts = [
            _("%(number)s con %(players)s")
            % {"number": number, "players": _span(players)}
            for number, players in spans
        ]
        return _("%(list)s jugadores") % {"list": ", ".join(parts)}

    # Buys: a bought card comes with two more

    @property
    def cards_by_buys(self) -> list[int]:
        """How many cards one holds after no buy, one buy, …"""
        dealt = at_table(self.ruleset.hand_size, self.seats)
        return [dealt + 3 * bought for bought in range(self.ruleset.buys + 1)]

    @property
    def cards_after_buys(self) -> str:
        """The same in words: «11, 14 y 17»."""
        if not isinstance(self.ruleset.hand_size, int):
            return self.hand_size
        return joined_names([str(held) for held in self.cards_by_buys])

    # Where the next player sits

    @property
    def next_side(self) -> str:
        return _("izquierda") if self._turns_left else _("derecha")

    @property
    def last_side(self) -> str:
        return _("derecha") if self._turns_left else _("izquierda")

    @property
    def _turns_left(self) -> bool:
        return self.ruleset.direction is TurnDirection.CLOCKWISE

    # The ranks

    @property
    def order(self) -> str:
        """The ranks from high to low: «rey, dama, jota, 10 … 2, as»."""
        deck = Deck(self.ruleset, self.seats)
        figures = _figures(deck)
        order = [
            str(figures.get(rank, rank)) for rank in reversed(deck.ranks) if rank > 1
        ]
        high = [] if self.ruleset.ace is Ace.LOW else [_("as")]
        low = [] if self.ruleset.ace is Ace.HIGH else [_("as")]
        return ", ".join([*high, *order, *low])

    @property
    def card_values(self) -> list[tuple[str, str]]:
        deck = Deck(self.ruleset, self.seats)
        figures = _figures(deck)
        pips = {
            rank: signed(deck.pips[Card(rank, deck.suits[0])]) for rank in deck.ranks
        }
        points = [pips[rank] for rank in figures]
        charted = [rank for rank, _points in self.ruleset.rank_points if rank in pips]
        values = [
            (_("As"), pips[1]),
            (
                ", ".join(map(str, figures.values())).capitalize(),
                points[0] if len(set(points)) == 1 else ", ".join(points),
            ),
            *((str(rank), pips[rank]) for rank in charted if rank not in (1, *figures)),
            (_("Las demás"), _("lo que marcan")),
        ]
        if self.has_jokers:
            values.append((_("Comodín suelto"), signed(self.ruleset.joker_points)))
        return values


def _figures(deck: Deck) -> Mapping[int, object]:
    return cards.FRENCH_FIGURES if deck.suits[0] in FRENCH else cards.SPANISH_FIGURES


def _span(players: list[int]) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]}–{players[-1]}"
