"""Names as they are typed at the door: a search over the whole group, and a list that is pasted."""

import csv
import re
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from unicodedata import category

from rules.night.bounds import ENTRANTS
from scores.core.notation.names import folded_text, name_key, tidy
from scores.fields import NAME_AT_MOST

MOST_FOUND = 8
ALIKE = 0.84  # of letters in common: «Hermina» and «Herminia»
BETWEEN_LINES = re.compile(r"[\n\r]+")
BETWEEN_CELLS = re.compile(r"[\t|;]")
BETWEEN_PARTNERS = re.compile(r"[+/]")
LETTER = re.compile(r"[^\W0-9_]")
TICKS = re.compile("[0-9#*]\ufe0f?\u20e3|[\\[(] *[xXvV] *[\\])]")  # keycaps and boxes
PARTS_OF_EMOJI = "\ufe0f\u20e3\u200d"
# takes a number off the front; not that of «2Pac»
without_number = partial(re.compile(r"^[0-9]{1,3}([ºª°]|(?![^\W_]))").sub, "")
# «+1» and the number of a telephone; the digit of guests stands behind a name.
PLUS = re.compile(r"\(?\+\s*[0-9][0-9 ]*(?![^\W_])\)?")
GUESTS = re.compile(r"[^\W0-9_].*\+\s*([1-9])(?![^\W_]| [0-9])")


def read_entrant(typed: str, known: Container[str] = ()) -> tuple[str, ...]:
    """One name, or with a plus between them two of a pair; without what lists write beside a name: numbers,
    ticks, bullets, brackets, «+1». A name whose key is in `known` stays whole.

    >>> read_entrant("- [x] Ana ✅ (+1)"), read_entrant("3) 2Pac/Luis")
    (('Ana',), ('2Pac', 'Luis'))
    """
    whole = _name(PLUS.sub(" ", typed), known)
    parts = [whole] if name_key(whole) in known else BETWEEN_PARTNERS.split(whole)[:2]
    return tuple(name for part in parts if (name := _name(part, known)))


def is_too_long(names: tuple[str, ...]) -> bool:
    return any(len(name) > NAME_AT_MOST for name in names)


def keys_of(known: Mapping[int, str]) -> dict[str, int]:
    """The persons by the keys of their names, of namesakes the first."""
    return {name_key(name): person for person, name in [*known.items()][::-1]}


def _name(typed: str, known: Container[str]) -> str:
    name = tidy(typed)
    for step in (_without_marks, without_number, _without_marks):
        if name_key(name) in known:
            return name
        name = step(name)
    return name if LETTER.search(name) else ""


def _without_marks(name: str) -> str:
    """Without signs in front and behind; behind, a point and what closes a bracket of the name stay."""
    name = TICKS.sub(" ", name)
    marks = "".join(
        [char for char in name if category(char)[0] in "SPZC" or char in PARTS_OF_EMOJI]
    )
    name = name.lstrip(marks).rstrip(marks.replace(".", "").replace(")", ""))
    inner = name.removesuffix(")")
    return name if inner.rfind("(") > inner.rfind(")") else inner


def search(typed: str, known: Mapping[int, str]) -> list[int]:
    """The keys of those whose name has these letters, the likeliest first: the whole name, its beginning,
    the beginning of another word, the middle of one."""
    letters = folded_text(tidy(typed))
    if not letters:
        return []
    matches = []
    for person, name in known.items():
        folded = folded_text(name)
        fits = [
            folded == letters,
            folded.startswith(letters),
            f" {letters}" in folded,
            letters in folded,
        ]
        if any(fits):
            matches.append((fits.index(True), folded, person))
    return [person for *_rank, person in sorted(matches)[:MOST_FOUND]]


@dataclass(frozen=True)
class ListedEntrant:
    """The entrant in that `line` of a pasted list. `people` are the keys of those whom the group knows, and
    the names of the others; of a single one of these `alike` is perhaps the person who is meant."""

    line: int
    names: tuple[str, ...]
    people: tuple[int | str, ...]
    alike: int | None = None

    @property
    def text(self) -> str:
        return " + ".join(self.names)

    @property
    def new_names(self) -> list[str]:
        return [each for each in self.people if isinstance(each, str)]

    def people_with(self, new: Mapping[str, int]) -> tuple[int, ...]:
        """The keys of all, with those of the new ones by their names."""
        return tuple(
            new[each] if isinstance(each, str) else each for each in self.people
        )


@dataclass(frozen=True)
class PastedList:
    """`entrants` are those to write down; `doubles` stand in the list twice, `present` are in the night, and
    `too_long` are no names."""

    entrants: tuple[ListedEntrant, ...]
    doubles: tuple[str, ...]
    present: tuple[str, ...]
    too_long: tuple[str, ...] = ()

    @property
    def known(self) -> list[ListedEntrant]:
        return [each for each in self.entrants if not each.new_names]

    @property
    def new(self) -> list[ListedEntrant]:
        return [each for each in self.entrants if each.new_names]


def read_list(
    text: str, known: Mapping[int, str], in_night: Collection[int]
) -> PastedList:
    """The entrants of a text, each once; `known` are the names of the group, `in_night` who is in it."""
    by_key = keys_of(known)
    words = {_words(name): person for name, person in by_key.items()}
    entrants: list[ListedEntrant] = []
    doubles = []
    present = []
    too_long = []
    seen: set[str] = set()
    for line, names in enumerate(_listed_names(text, by_key)):
        written = " + ".join(names)
        keys = [*map(name_key, names)]
        people = tuple(map(by_key.get, keys, names))
        if len(set(keys)) < len(keys) or not seen.isdisjoint(keys):
            doubles.append(written)
        elif not set(in_night).isdisjoint(people):
            present.append(written)
        elif is_too_long(names):
            too_long.append(written)
        else:
            is_new = people == names and len(entrants) < ENTRANTS.high
            alike = _alike(names, words) if is_new else None
            entrants.append(ListedEntrant(line, names, people, alike))
        seen.update(keys)
    return PastedList(
        tuple(entrants), tuple(dict.fromkeys(doubles)), tuple(present), tuple(too_long)
    )


def _listed_names(text: str, known: Container[str]) -> Iterator[tuple[str, ...]]:
    """The entrants in the order of the text. A guest without a name is one too: «Ana +1» after Ana."""
    for cell in _cells_with_names(text, known):
        if names := read_entrant(cell, known):
            yield names
            guests = GUESTS.search(cell)
            for guest in range(int(guests[1]) if guests else 0):
                yield (f"{names[0]} +{guest + 1}",)


def _cells_with_names(text: str, known: Container[str]) -> Iterator[str]:
    """Of a table the first column with letters, of other lines all between commas. A surname before a comma
    goes behind the first name: in a table, in lines that are all so, where the group knows that person."""
    lines = [line for line in BETWEEN_LINES.split(text) if line.strip()]
    separator = next((each for each in "\t|;" if each in text), ",")
    rows = [
        next(csv.reader([line], delimiter=separator, skipinitialspace=True))
        for line in lines
    ]
    width = _width_of_table(rows, known)
    is_other_sign = separator != ","
    has_numbers = not all(LETTER.search(cell) for row in rows for cell in row)
    # two of three signs of a table; lines of names with commas have one
    has_columns = width and is_other_sign + has_numbers + (len(rows) > 1) > 1
    for line, row in zip(lines, rows, strict=True):
        if has_columns:
            yield _turned(next(filter(LETTER.search, row), ""), known)
        elif width == 2 and not is_other_sign and len(rows) > 1:
            yield _turned(line, known)
        else:
            for part in BETWEEN_CELLS.split(line):
                yield from _people_between_commas(part, known)


def _width_of_table(rows: Sequence[Sequence[str]], known: Container[str]) -> int:
    """How many cells all rows have; 0 where they differ, or where a later one is a name that is known."""
    widths = {len(row) for row in rows}
    later = [cell for row in rows for cell in row[1:]]
    has_names = any(name_key(tidy(cell)) in known for cell in later)
    return widths.pop() if len(widths) == 1 and later and not has_names else 0


def _people_between_commas(text: str, known: Container[str]) -> list[str]:
    text = text.rstrip(", ")
    if text.count(",") == 1:
        name = _turned(PLUS.sub(" ", text), known)
        if name_key(name) in known:
            return [_turned(text, known)]
    return text.split(",")


def _turned(text: str, known: Container[str]) -> str:
    """«García, Ana» as «Ana García»; a text without a comma as it is."""
    parts = text.split(",")[::-1]
    return " ".join(_name(part, known) for part in parts) if parts[1:] else text


def _words(text: str) -> str:
    """Its words without accents, a space on each side of one: what is no letter parts them."""
    letters = [char if char.isalpha() else " " for char in folded_text(text)]
    return f" {' '.join(''.join(letters).split())} "


def _alike(names: tuple[str, ...], others: Mapping[str, int]) -> int | None:
    """Whose name is in it, or begins with it, or differs in a letter or two; `others` has the persons by the
    words of their names."""
    if len(names) > 1 or "+" in names[0]:
        return None
    typed = _words(names[0])
    near = {name: person for name, person in others.items() if name[:2] == typed[:2]}
    alike = [name for name in others if name.strip() and name in typed]
    alike = alike or [name for name in near if name.startswith(typed)]
    alike = alike or get_close_matches(typed, near, 1, ALIKE)
    return others[max(alike, key=len)] if alike else None
