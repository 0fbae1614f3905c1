"""The data of a help page: examples, sections, and the rules that it explains."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from rules.cards.deck import packs_at, usual_players
from rules.cards.melds import meld_rules
from rules.knobs import Steps, at_table
from rules.presets import PRESETS, Says
from rules.ruleset import Ruleset
from scores.house_rules import labels
from scores.notation.cards import Face

Fact = tuple[str, str]


@dataclass(frozen=True)
class Example:
    """Cards on the table, and the verdict of the rules on them."""

    groups: list[list[Face]]
    legal: bool
    judgement: str

    @property
    def aloud(self) -> str:
        """The names of the cards, for screen readers."""
        return "; ".join(", ".join(card.name for card in group) for group in self.groups)


@dataclass(frozen=True)
class Section:
    """A heading and its content, in this order. `slug` is its anchor in the address."""

    slug: str
    title: str
    sentences: list[str] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)


@dataclass(frozen=True)
class TableRules:
    """The ruleset that a page explains, and the number of players; None outside a match."""

    ruleset: Ruleset
    players: int | None = None

    def text_says(self, what: Says) -> bool:
        """Whether the text of the game says it; there is no knob for it."""
        return what in PRESETS[labels.preset_of(self.ruleset).key].says

    @property
    def seats(self) -> int:
        """The number of players for which examples are judged."""
        return self.players or usual_players(self.ruleset)

    @property
    def has_jokers(self) -> bool:
        """Whether any card is a joker or wild, with any number of players that the ruleset is made for."""
        low, high = self.ruleset.players
        seats = [self.players] if self.players else range(low, high + 1)
        return bool(self.ruleset.wild_cards) or any(
            at_table(self.ruleset.jokers, players) for players in seats
        )

    @property
    def packs(self) -> str:
        return self.number_by(lambda players: packs_at(self.ruleset, players))

    @property
    def longest_set(self) -> str:
        return self.number_by(lambda players: meld_rules(self.ruleset, players).longest_set)

    def number(self, steps: Steps) -> str:
        """The number for these players; outside a match «10 con 2, 7 con 3–4 jugadores»."""
        return self.number_by(lambda players: at_table(steps, players))

    def number_by(self, number_of: Callable[[int], int]) -> str:
        """The same for a number that is computed from how many play."""
        if self.players:
            return str(number_of(self.players))
        low, high = self.ruleset.players
        spans = _spans({players: number_of(players) for players in range(low, high + 1)})
        if len(spans) == 1:
            return str(spans[0][0])
        parts = [
            _("%(number)s con %(players)s") % {"number": value, "players": span} for value, span in spans
        ]
        return _("%(list)s jugadores") % {"list": ", ".join(parts)}


def _spans(numbers: Mapping[int, int]) -> list[tuple[int, str]]:
    """Each number with its players: (10, "2"), (7, "3–4")."""
    spans: list[tuple[int, int, int]] = []
    for players, number in numbers.items():
        if spans and spans[-1][0] == number:
            spans[-1] = (number, spans[-1][1], players)
        else:
            spans.append((number, players, players))
    return [(number, _span(first, last)) for number, first, last in spans]


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def non_empty(*sentences: str) -> list[str]:
    """The sentences without the empty ones."""
    return [sentence for sentence in sentences if sentence]
