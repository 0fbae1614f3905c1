"""Words as they sound, however a recogniser spells them, and what the players are called."""

import re
from collections.abc import Mapping
from unicodedata import category, normalize

from rules.events import Seat
from rules.numbers import DASHES
from rules.spoken.words import SHORT_NAMES, SOUNDS

_RULES = [rule.split("=") for rule in SOUNDS.split()]
_SHORT = [pair.split("=") for pair in SHORT_NAMES.split()]
MOST_WORDS = 4  # of a name, as it is said


def words_of(text: str) -> list[str]:
    """The words of a text in small letters without accents, and its numbers; a minus is a word.

    >>> words_of("Ana: −10; José-Luis, treinta y 5")
    ['ana', 'menos', '10', 'jose', 'luis', 'treinta', 'y', '5']
    """
    text = "".join(
        "-" if char in DASHES else char
        for char in normalize("NFKD", text.casefold())
        if category(char) != "Mn"
    )
    text = re.sub("([a-z])-([a-z])", r"\1 \2", text).replace("-", " menos ")
    text = re.sub("([0-9]+)", r" \1 ", text)
    return re.sub("[^a-z0-9]+", " ", text).split()


def sounds_of(words: str) -> str:
    """Words as they sound in Spanish: b = v, c = s = z, ll = y, no h, no doubled letters but rr.

    >>> [sounds_of(word) for word in ("bictor", "victor", "hernandez", "ernandes")]
    ['biktor', 'biktor', 'ernandes', 'ernandes']
    """
    for spelled, sound in _RULES:
        words = words.replace(spelled, sound)
    words = f" {words} ".replace("_", " ").replace("y ", "i ")
    return "".join(
        letter
        for before, letter in zip(f" {words}", f"{words} ", strict=True)
        if letter in "r0123456789" or letter != before
    ).strip()


def calls_of(names: Mapping[Seat, str]) -> dict[str, set[Seat]]:
    """What the players may be called, by its sound: the whole name, each word of it, a short form.

    >>> calls_of({0: "José Ruiz", 1: "Ana"})["pepe"]
    {0}
    """
    calls: dict[str, set[Seat]] = {}
    for seat, name in names.items():
        heard = words_of(name)[:MOST_WORDS]
        longer = [word for word in heard if len(word) > 2]  # not «de», «la»
        short = [form for first, form in _SHORT if heard[:1] == [first]]
        for call in {" ".join(heard), *longer, *short}:
            calls.setdefault(sounds_of(call), set()).add(seat)
    calls.pop("", None)
    return calls


def is_near(word: str, other: str) -> bool:
    """Whether they are the same but for a letter.

    >>> is_near("luis", "lis"), is_near("ana", "eva")
    (True, False)
    """
    return not _shorter(word).isdisjoint(_shorter(other))


def _shorter(word: str) -> set[str]:
    """The word, and what is left of it without each of its letters."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}
