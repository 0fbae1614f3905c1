"""Names as people type them, made fit to be read aloud and told apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import count

from django.utils.translation import gettext as _

SHORT = 18  # letters: two such names fit beside the number of the hand
JOINERS = "\u200d\ufe0f"  # they hold emoji together

# Before these the Spanish «y» becomes «e»: Inés, Hilda; not Hiart nor Hierro, which sound as with a y.
_SOUNDS_LIKE_I = re.compile("[ií]|h[ií](?![aeáé])", re.IGNORECASE)


def tidy(name: str) -> str:
    """`name` without invisible letters and with single spaces; empty if nothing is left to see.

    Marks that turn the direction of writing would turn the line that is read aloud too.
    """
    seen = "".join(one for one in name if one in JOINERS or unicodedata.category(one) not in ("Cf", "Cc"))
    return " ".join(seen.split()) if seen.strip(JOINERS + " ") else ""


def folded(text: str) -> str:
    """`text` as a search compares it: neither case nor accents count."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in letters if unicodedata.category(one) != "Mn").casefold()


def disambiguated(names: Sequence[str]) -> list[str]:
    """What those who sit together are called: of several with one name the second is «Ana (2)»."""
    told: list[str] = []
    for name in names:
        taken = {one.casefold() for one in told}
        if name.casefold() in taken:
            taken.update(one.casefold() for one in names)
            name = next(one for number in count(2) if (one := f"{name} ({number})").casefold() not in taken)
        told.append(name)
    return told


def shortened(name: str) -> str:
    """A name for where there is little room: its beginning, and its end, which tells namesakes apart."""
    return name if len(name) <= SHORT else f"{name[:10].rstrip()}…{name[-7:].lstrip()}"


def joined(names: Sequence[str]) -> str:
    """Ana, Luis y Eva; in Spanish «Ana e Inés»."""
    if len(names) < 2:
        return "".join(names)
    facts = {"first": ", ".join(names[:-1]), "last": names[-1]}
    if _SOUNDS_LIKE_I.match(names[-1]):
        return _("%(first)s e %(last)s") % facts
    return _("%(first)s y %(last)s") % facts


def same_name(one: str, other: str) -> bool:
    return name_key(one) == name_key(other)


def name_key(name: str) -> str:
    """What two spellings of one name have in common."""
    return name.strip().casefold()
