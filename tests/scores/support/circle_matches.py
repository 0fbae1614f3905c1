"""Finished matches of a circle on given dates, written to the log without requests."""

from datetime import date, timedelta

from rules.presets import RULESETS
from scores.models import Circle, Match
from tests.rules.support.table import hand
from tests.scores.support.factories import match_in

JULY = date(2026, 7, 1)
SHORT = {"limit": 50, "rebuys": 0}


def new_circle():
    return Circle.objects.create(name="Los jueves")


def played(circle, *names, hands=None, days=0, **rules):
    """A match on the day `days` after 1 July. Without `hands` it has one hand, which ends it: the first of
    `names` closes and wins, the others go bust with rising totals.
    """
    preset = rules.pop("preset", "chinchon")
    currency = rules.pop("currency", "")
    ruleset = RULESETS[preset].with_options({**SHORT, **rules})
    columns = {"currency": currency, "played_on": JULY + timedelta(days=days)}
    hands = hands or (hand(0, *range(60, 59 + len(names))),)
    match = match_in(circle, names, ruleset, *hands, **columns)
    return Match.objects.get(pk=match.pk)


def who(circle, name):
    return circle.players.get(name=name)
