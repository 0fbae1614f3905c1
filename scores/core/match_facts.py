"""The facts with which a match starts. Columns, forms, files and phones follow the table of its texts."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.ruleset import Ruleset

# A match is left lying after so long without a new entry; a weekly group may miss an evening.
ABANDONED_AFTER = timedelta(days=14)


@dataclass(frozen=True)
class TextFact:
    """A line of text about a match; empty if nobody wrote it."""

    key: str  # of the column, of the field, and in documents and files
    longest: int  # letters
    label: Any = None  # of the field; without one no form asks for it
    help: Any = ""
    # asked beside the date, found by search, and can be changed later
    is_detail: bool = False
    stays: bool = False  # in a rematch


CURRENCY = TextFact(
    "currency", 3, _("Moneda"), _("Un símbolo: €, $. En blanco, fichas."), stays=True
)
TEXTS = (
    TextFact("rules_name", 40),  # of the house rules, if they have one
    CURRENCY,
    TextFact(
        "place",
        60,
        _("Lugar"),
        _("El bar, la casa de quién…"),
        is_detail=True,
        stays=True,
    ),
    TextFact("note", 200, _("Nota"), _("Lo que se quiera recordar."), is_detail=True),
)
TEXT_KEYS = " ".join([fact.key for fact in TEXTS])
"""For the scripts that make a file of matches in a phone."""
ASKED = tuple(fact for fact in TEXTS if fact.label is not None)
DETAILS = tuple(fact for fact in TEXTS if fact.is_detail)


@dataclass(frozen=True)
class MatchFacts:
    """How a match starts, besides who plays: from a form, from the match before, or from a phone."""

    ruleset: Ruleset
    first_dealer: int = 0  # the index among the players
    direction: int = 1
    played_on: date | None = None  # None: the evening on which it starts
    texts: dict[str, str] = field(default_factory=dict)  # by the keys of TEXTS

    def dump(self) -> dict[str, Any]:
        """The facts as JSON, by columns: so it stands in the document of a phone, and so a phone sends it."""
        day = self.played_on and self.played_on.isoformat()
        turns = {"first_dealer": self.first_dealer, "direction": self.direction}
        return {"ruleset": self.ruleset.dump(), **turns, "played_on": day, **self.texts}
