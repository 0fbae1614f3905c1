"""Names as people type them, made fit to be read aloud and told apart."""

import re
import unicodedata
from collections.abc import Sequence

from django.utils.translation import gettext as _

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


def listed(names: Sequence[str]) -> str:
    """Ana, Luis y Eva; in Spanish «Ana e Inés»."""
    if len(names) < 2:
        return "".join(names)
    facts = {"first": ", ".join(names[:-1]), "last": names[-1]}
    if _SOUNDS_LIKE_I.match(names[-1]):
        return _("%(first)s e %(last)s") % facts
    return _("%(first)s y %(last)s") % facts
