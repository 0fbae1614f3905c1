"""The texts that are known of a match, one line each: columns, forms, files and phones follow this table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class TextFact:
    """A line of text about a match; empty if nobody wrote it."""

    key: str  # of the column, of the field, and in documents and files
    longest: int  # letters
    label: Any = ""  # of the field; without one no form asks for it
    help: Any = ""
    is_detail: bool = False  # asked beside the date, found by search, and can be changed later
    stays: bool = False  # in a rematch


TEXTS = (
    TextFact("rules_name", 40),  # of the house rules, if they have one
    TextFact("currency", 3, _("Moneda"), _("Un símbolo: €, $. En blanco, fichas."), stays=True),
    TextFact("place", 60, _("Lugar"), _("El bar, la casa de quién…"), is_detail=True, stays=True),
    TextFact("note", 200, _("Nota"), _("Lo que se quiera recordar."), is_detail=True),
)
ASKED = tuple(fact for fact in TEXTS if fact.label)
DETAILS = tuple(fact for fact in TEXTS if fact.is_detail)
