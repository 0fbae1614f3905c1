"""Names as people type them, made fit to be read aloud and told apart."""

import unicodedata

JOINERS = "\u200d\ufe0f"  # they hold emoji together


def tidy(name: str) -> str:
    """`name` without invisible letters and with single spaces; empty if nothing is left to see.

    Marks that turn the direction of writing would turn the line that is read aloud too.
    """
    seen = "".join(one for one in name if one in JOINERS or unicodedata.category(one) not in ("Cf", "Cc"))
    return " ".join(seen.split()) if seen.strip(JOINERS + " ") else ""
