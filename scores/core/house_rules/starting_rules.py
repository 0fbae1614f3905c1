"""The rulesets that a new match may start from: first those of the group, then the presets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from rules.presets import CHINCHON, RULESETS
from rules.ruleset import Ruleset
from scores.core.house_rules import labels

if TYPE_CHECKING:
    from scores.models import HouseRules, Match

LIKE = "like-"  # followed by the code of a match


class Offer(NamedTuple):
    """A ruleset as the form offers it."""

    key: str  # what is posted: a preset's key, house-3, like-abc
    name: str
    note: str
    ruleset: Ruleset
    saved: HouseRules | None = None


def offers(house_rules: Iterable[HouseRules], last: Match | None) -> list[Offer]:
    """All offers to a group: its saved rules, those of its last match if they have no name, presets."""
    saved = [_saved(rules) for rules in house_rules]
    presets = [
        Offer(key, labels.game_name(key), labels.note_of(ruleset), ruleset)
        for key, ruleset in RULESETS.items()
    ]
    return [*saved, *_unnamed(last, [*saved, *presets]), *presets]


def preselected(offered: Sequence[Offer], last: Match | None) -> Offer:
    """The offer with the rules used last; with the default preset in a group without matches."""
    wanted = last.rules if last else CHINCHON
    return next((offer for offer in offered if _are_equal(offer.ruleset, wanted)), offered[0])


def _are_equal(ruleset: Ruleset, other: Ruleset) -> bool:
    """Whether the rules are the same, in whichever unit their amounts of money are."""
    return ruleset == other or ruleset.in_cents() == other.in_cents()


def _saved(rules: HouseRules) -> Offer:
    ruleset = rules.rules
    return Offer(f"house-{rules.pk}", rules.name, description(ruleset), ruleset, rules)


def _unnamed(last: Match | None, named: Sequence[Offer]) -> list[Offer]:
    if last is None or any(_are_equal(offer.ruleset, last.rules) for offer in named):
        return []
    return [Offer(LIKE + last.code, _("Como la última vez"), description(last.rules), last.rules)]


def description(ruleset: Ruleset) -> str:
    """The preset and the knobs that were turned, on one line."""
    players = max(ruleset.players[0], 2)
    turned = (f"{knob}: {value}" for knob, value in labels.turned(ruleset, players).items())
    return " · ".join([labels.name_of(ruleset), *turned])
