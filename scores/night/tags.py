"""Filters of the pages of a night: what its people are called, its tables and points in words."""

from collections.abc import Mapping

from django import template

from rules.night.seating.values import Entrant
from scores.night import people, words
from scores.night.door import rows

register = template.Library()
register.filter("listed", people.listed_names)
register.filter("others_in", rows.others_of)
register.filter("decimals", words.in_decimals)
register.filter("tables_in_words", words.tables_in_words)


@register.filter
def at(entrant: Entrant, values: Mapping[Entrant, object]) -> object:
    """None for who has no value."""
    return values.get(entrant)


@register.filter
def called(entrant: Entrant, names: Mapping[Entrant, str]) -> str:
    return names[entrant]
