"""What a page of help is made of, and the table it speaks of."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from rules.cards.deck import usual_players
from rules.knobs import Steps, at_table
from rules.ruleset import Ruleset
from scores.notation.cards import Face

Fact = tuple[str, str]


@dataclass(frozen=True)
class Example:
    """Cards as they lie on the table, and what the rules say to them."""

    groups: list[list[Face]]
    legal: bool
    told: str

    @property
    def aloud(self) -> str:
        """The cards for who cannot see them."""
        return "; ".join(", ".join(card.name for card in group) for group in self.groups)


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it, in this order. Its `slug` is its place in the address."""

    slug: str
    title: str
    said: list[str] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)


@dataclass(frozen=True)
class House:
    """The rules a page speaks of, and how many sit at the table; None where there is no table."""

    ruleset: Ruleset
    players: int | None = None

    @property
    def seats(self) -> int:
        """For how many an example is judged."""
        return self.players or usual_players(self.ruleset)

    @property
    def has_jokers(self) -> bool:
        low, high = self.ruleset.players
        seats = [self.players] if self.players else range(low, high + 1)
        return bool(self.ruleset.wild_cards) or any(at_table(self.ruleset.jokers, one) for one in seats)

    def number(self, steps: Steps) -> str:
        """The number for this table; without one each number with the players it goes with."""
        if self.players:
            return str(at_table(steps, self.players))
        spans = _spans(steps, *self.ruleset.players)
        if len(spans) == 1:
            return str(spans[0][0])
        told = [_("%(number)s con %(players)s") % {"number": one, "players": who} for one, who in spans]
        return _("%(list)s jugadores") % {"list": ", ".join(told)}


def _spans(steps: Steps, low: int, high: int) -> list[tuple[int, str]]:
    """Each number with the players it goes with: (10, "2"), (7, "3–4")."""
    spans: list[tuple[int, int, int]] = []
    for players in range(low, high + 1):
        number = at_table(steps, players)
        if spans and spans[-1][0] == number:
            spans[-1] = (number, spans[-1][1], players)
        else:
            spans.append((number, players, players))
    return [(number, _span(first, last)) for number, first, last in spans]


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def told(*sentences: str) -> list[str]:
    """The sentences that say something: an empty one is left out."""
    return [one for one in sentences if one]
