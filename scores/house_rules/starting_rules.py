"""The rulesets that a new match may start from: first those of the group, then the presets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from rules.presets import CHINCHON, RULESETS
from rules.ruleset import Ruleset
from scores.house_rules import labels
from scores.models import Circle, HouseRules, Match
from scores.notation.names import same_name

LIKE = "like-"  # followed by the code of a match


@dataclass(frozen=True)
class Offer:
    """A ruleset as the form offers it."""

    key: str  # what is posted: a preset's key, house-3, like-abc
    name: str
    note: str
    ruleset: Ruleset
    saved: HouseRules | None = None


def last_match(circle: Circle | None, key: str = "") -> Match | None:
    """The group's last match. `key` of a posted form names the match that was last when it was drawn."""
    if circle is None:
        return None
    code = key.removeprefix(LIKE) if key.startswith(LIKE) else ""
    matches = circle.matches.not_deleted()
    posted = matches.filter(code=code).first() if code.isalnum() else None
    return posted or matches.first()


def offers(circle: Circle | None, last: Match | None) -> list[Offer]:
    """All offers to a group: its saved rules, those of its last match if they have no name, presets."""
    saved = [_saved(rules) for rules in circle.house_rules.all()] if circle else []
    presets = [_preset(key) for key in RULESETS]
    return [*saved, *_unnamed(last, [*saved, *presets]), *presets]


def preselected(offered: Sequence[Offer], last: Match | None) -> Offer:
    """The offer with the rules used last; with the default preset in a group without matches."""
    wanted = last.rules if last else CHINCHON
    return next((offer for offer in offered if offer.ruleset == wanted), offered[0])


def chosen(offered: Iterable[Offer], key: str) -> Offer | None:
    """The offer of that key."""
    return next((offer for offer in offered if offer.key == key), None)


def save(circle: Circle, name: str, ruleset: Ruleset) -> HouseRules:
    """Save rules under a name; rules of the same name are replaced."""
    same = (rules for rules in circle.house_rules.all() if same_name(rules.name, name))
    rules = next(same, None) or HouseRules(circle=circle)
    rules.name, rules.ruleset, rules.used_at = name, ruleset.dump(), timezone.now()
    rules.save()
    return rules


def mark_used(rules: HouseRules) -> None:
    """Put these rules first among the saved ones."""
    HouseRules.objects.filter(pk=rules.pk).update(used_at=timezone.now())


def _preset(key: str) -> Offer:
    ruleset = labels.offered(key)
    return Offer(key, labels.name_of(ruleset), labels.note_of(ruleset), ruleset)


def _saved(rules: HouseRules) -> Offer:
    ruleset = rules.rules
    return Offer(f"house-{rules.pk}", rules.name, description(ruleset), ruleset, rules)


def _unnamed(last: Match | None, named: Sequence[Offer]) -> list[Offer]:
    if last is None or any(offer.ruleset == last.rules for offer in named):
        return []
    return [Offer(LIKE + last.code, _("Como la última vez"), description(last.rules), last.rules)]


def description(ruleset: Ruleset) -> str:
    """The preset and the knobs that were turned, on one line."""
    players = max(ruleset.players[0], 2)
    turned = (f"{knob}: {value}" for knob, value in labels.turned(ruleset, players).items())
    return " · ".join([labels.name_of(ruleset), *turned])
