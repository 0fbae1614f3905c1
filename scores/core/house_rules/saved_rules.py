"""The rules that a group has saved under a name."""

from django.utils import timezone

from rules.ruleset import Ruleset
from scores.core.notation.names import same_name
from scores.models import Circle, HouseRules, Match


def save(circle: Circle, name: str, ruleset: Ruleset) -> HouseRules:
    """Save rules under a name; rules of the same name are replaced."""
    same = (rules for rules in circle.house_rules.all() if same_name(rules.name, name))
    rules = next(same, None) or HouseRules(circle=circle)
    rules.name, rules.ruleset, rules.used_at = name, ruleset.dump(), timezone.now()
    rules.save()
    return rules


def remember(match: Match, save_as: str) -> None:
    """Save the rules of a new match under a name; or put those saved rules first whose name it has."""
    if save_as:
        save(match.circle, save_as, match.rules)
    elif match.rules_name:
        match.circle.house_rules.filter(name=match.rules_name).update(used_at=timezone.now())
