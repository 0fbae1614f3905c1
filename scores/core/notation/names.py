"""Names: cleaning, folding for search, sorting, disambiguating, shortening, joining; the face of a player."""

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple
from unicodedata import category, normalize

from django.utils.translation import gettext as _

from scores.core.notation.shown_names import marked_name, unmarked_text

SHORT = 18  # letters; two names of this length fit beside the number of the hand
_LETTERS_I = ("i", "í", "I", "Í")
_AFTER_CONSONANT = ("a", "e", "á", "é", "A", "E", "Á", "É")
JOINERS = "\u200d\ufe0f"  # zero-width joiner and variation selector: they join emoji
SPACES = ("Zs", "Zl", "Zp")  # categories


def tidy(name: str) -> str:
    """Without invisible characters, some of which would reverse the text around it, and double spaces.
    In NFC, so that two names of one look are equal.
    """
    # Spaces of any kind: `split` of MicroPython knows those of ASCII.
    visible = "".join(
        " " if category(char) in SPACES else char
        for char in name
        if char in JOINERS or category(char) not in ("Cf", "Cc")
    )
    visible = normalize("NFC", visible)
    # Not with `strip`: that of MicroPython takes bytes off, as the first one of «€».
    return (
        " ".join(visible.split())
        if any(char not in JOINERS + " " for char in visible)
        else ""
    )


def folded_text(text: str) -> str:
    """`text` in lower case and without accents, for searching."""
    letters = normalize("NFKD", unmarked_text(text).casefold())
    return "".join(char for char in letters if category(char) != "Mn").casefold()


def alphabetical(name: str) -> tuple[str, str]:
    """The key by which names are sorted: Águeda before Berta, ñ after every other n. Databases sort by codes
    of letters, or by a locale that differs from machine to machine.
    """
    plain = unmarked_text(name)
    letters = normalize("NFC", plain.casefold()).replace("ñ", "n\U0010ffff")
    return folded_text(letters), plain


def unique_names(names: Sequence[str]) -> list[str]:
    """The names of a table to be shown, each unique: the second «Ana» becomes «Ana (2)»."""
    given = {name_key(name) for name in names}
    taken: set[str] = set()
    unique = []
    for name in map(unmarked_text, names):
        if name_key(name) in taken:
            name = _numbered_name(name, taken | given)
        taken.add(name_key(name))
        unique.append(marked_name(name))
    return unique


def _numbered_name(name: str, taken: set[str]) -> str:
    """«Ana (2)», or the next number whose key is not taken."""
    numbered = (f"{name} ({number})" for number in count(2))
    return next(candidate for candidate in numbered if name_key(candidate) not in taken)


def short_name(name: str) -> str:
    """The name cut to SHORT letters: its beginning and its end, which holds the «(2)» of a namesake."""
    plain = unmarked_text(name)
    return (
        name
        if len(plain) <= SHORT
        else marked_name(f"{plain[:10].rstrip()}…{plain[-7:].lstrip()}")
    )


def joined_names(names: Sequence[str]) -> str:
    """ "Ana, Luis y Eva"; in Spanish "Ana e Inés"."""
    if len(names) < 2:
        return "".join(names)
    facts = {"first": ", ".join(names[:-1]), "last": names[-1]}
    if _sounds_like_i(names[-1]):
        return _("%(first)s e %(last)s") % facts
    return _("%(first)s y %(last)s") % facts


def _sounds_like_i(name: str) -> bool:
    """Whether the Spanish «y» becomes «e» before it: Inés, Hilda; not Hiart or Hierro."""
    name = unmarked_text(name)
    if name[:1] in ("h", "H"):
        return name[1:2] in _LETTERS_I and name[2:3] not in _AFTER_CONSONANT
    return name[:1] in _LETTERS_I


def same_name(name: str, other: str) -> bool:
    return name_key(name) == name_key(other)


def name_key(name: str) -> str:
    """The key by which two spellings of a name are compared: no outer spaces, no case, accents in one form.
    Files and logs of older versions have both forms.
    """
    return normalize("NFC", unmarked_text(name).strip().casefold())


class PlayerFace(NamedTuple):
    emoji: str = ""
    colour: int | None = None  # index of a colour of the chart
    photo: str = ""  # its address, for who may see it
