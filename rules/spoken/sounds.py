"""Words as they sound, however a recogniser spells them, and what the players are called."""

import re
from collections.abc import Mapping
from unicodedata import category, normalize

from rules.events import Seat
from rules.numbers import DASHES, has_only_digits
from rules.spoken.words import PHRASES, SHORT_NAMES, SOUNDS

_RULES = [rule.split("=") for rule in SOUNDS.split()]
_SHORT = [pair.split("=") for pair in SHORT_NAMES.split()]
_MOST_WORDS = 4  # of a name, as it is said


def words_of(text: str) -> list[str]:
    """The words of a text in small letters without accents, and its numbers; a minus is a word.

    >>> words_of("Ana: −10; José-Luis, treinta y 5")
    ['ana', 'menos', '10', 'jose', 'luis', 'treinta', 'y', '5']
    """
    text = normalize("NFKD", text.casefold())
    text = "".join(
        "-" if char in DASHES else char for char in text if category(char) != "Mn"
    )
    text = re.sub(r"- ?([0-9])", r" menos \1", f" {text} ")
    text = re.sub(r" -([a-z])", r" menos \1", text)
    text = re.sub(r"([0-9]+)", r" \1 ", text)
    text = " " + " ".join(re.sub(r"[^a-z0-9]+", " ", text).split()) + " "
    for phrase, word in PHRASES:
        text = text.replace(f" {phrase} ", f" {word} ")
    return text.split()


def sound_of(word: str) -> str:
    """The word as it sounds in Spanish: b = v, c = s = z, ll = y, no h, no doubled letters but rr.

    >>> [sound_of(word) for word in ("bictor", "victor", "hernandez", "ernandes")]
    ['biktor', 'biktor', 'ernandes', 'ernandes']
    """
    if has_only_digits(word):
        return word
    for spelled, sound in _RULES:
        word = word.replace(spelled, sound)
    word = word[:-1] + "i" if word.endswith("y") else word
    return "".join(
        letter
        for before, letter in zip(f" {word}", f"{word} ", strict=True)
        if letter == "r" or letter != before
    ).strip()


def sounds_of(words: list[str]) -> str:
    return " ".join(map(sound_of, words))


def calls_of(names: Mapping[Seat, str]) -> dict[str, set[Seat]]:
    """What the players may be called, by its sound: the whole name, each word of it, a short form.

    >>> calls_of({0: "José Ruiz", 1: "Ana"})["pepe"]
    {0}
    """
    calls: dict[str, set[Seat]] = {}
    short: dict[str, set[Seat]] = {}
    for seat, name in names.items():
        words = words_of(name)[:_MOST_WORDS]
        longer = [word for word in words if len(word) > 2]  # not «de», «la»
        for call in {sounds_of(words), *map(sound_of, longer)} - {""}:
            calls.setdefault(call, set()).add(seat)
        for first, forms in _SHORT:
            for form in forms.split(",") if words[:1] == [first] else ():
                short.setdefault(sound_of(form), set()).add(seat)
    return {**short, **calls}


def distance(word: str, other: str) -> int:
    """How many letters must change, come or go to make one word of the other.

    >>> distance("luis", "lis"), distance("ana", "eva")
    (1, 2)
    """
    row: list[int] = [*range(len(other) + 1)]
    for index, letter in enumerate(word):
        before = row[0]
        row[0] = index + 1
        for at, there in enumerate(other):
            cost = before + (letter != there)
            before = row[at + 1]
            row[at + 1] = min(cost, before + 1, row[at] + 1)
    return row[-1]
