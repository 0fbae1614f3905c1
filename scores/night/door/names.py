"""Names as they are typed at the door: a search over the whole group, and a list that is pasted."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from rules.night.bounds import ENTRANTS
from scores.core.notation.names import folded_text, name_key, tidy
from scores.fields import NAME_AT_MOST

MOST_FOUND = 8
ALIKE = 0.84  # of letters in common: «Hermina» and «Herminia»
BETWEEN_NAMES = re.compile(r"[\n\r,;\t]+")
BETWEEN_PARTNERS = re.compile(r"[+/]")
NUMBER_IN_FRONT = re.compile(r"^\s*([0-9]{1,3}\s*[.)ºª:–-]*\s*|[-*•–]\s*)")


def read_entrant(typed: str) -> tuple[str, ...]:
    """One name, or with a plus between them two of a pair; without the number of a list."""
    parts = BETWEEN_PARTNERS.split(NUMBER_IN_FRONT.sub("", typed, count=1))[:2]
    return tuple(name for part in parts if (name := tidy(part)))


def is_too_long(names: tuple[str, ...]) -> bool:
    return any(len(name) > NAME_AT_MOST for name in names)


def search(typed: str, known: Mapping[int, str]) -> list[int]:
    """The keys of those whose name has these letters, the likeliest first: the whole name, its beginning,
    the beginning of another word, the middle of one."""
    letters = folded_text(tidy(typed))
    if not letters:
        return []
    ranks = (
        (_rank(letters, folded_text(name)), person) for person, name in known.items()
    )
    matches = sorted((rank, person) for rank, person in ranks if rank is not None)
    return [person for _rank, person in matches[:MOST_FOUND]]


def _rank(letters: str, name: str) -> tuple[int, str] | None:
    if letters == name:
        return 0, name
    if name.startswith(letters):
        return 1, name
    if f" {letters}" in name:
        return 2, name
    return (3, name) if letters in name else None


@dataclass(frozen=True)
class ListedEntrant:
    """The entrant in that `line` of a pasted list. `people` are the keys of those whom the group knows; of a
    single name that it does not know, `alike` is perhaps the person who is meant."""

    line: int
    names: tuple[str, ...]
    people: tuple[int | None, ...]
    alike: int | None = None

    @property
    def text(self) -> str:
        return " + ".join(self.names)

    @property
    def is_known(self) -> bool:
        return None not in self.people


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
        return [each for each in self.entrants if each.is_known]

    @property
    def new(self) -> list[ListedEntrant]:
        return [each for each in self.entrants if not each.is_known]


def read_list(
    text: str, known: Mapping[int, str], in_night: Collection[int]
) -> PastedList:
    """The entrants of a text, each once; `known` are the names of the group, `in_night` who is in it."""
    folded = {folded_text(name): person for person, name in known.items()}
    by_key: dict[str, int] = {}
    for person, name in known.items():
        by_key.setdefault(name_key(name), person)
    entrants: list[ListedEntrant] = []
    doubles = []
    present = []
    too_long = []
    seen: set[str] = set()
    for line, names in enumerate(
        filter(None, map(read_entrant, BETWEEN_NAMES.split(text)))
    ):
        people = tuple(by_key.get(name_key(name)) for name in names)
        keys = [name_key(name) for name in names]
        if len(set(keys)) < len(keys) or not seen.isdisjoint(keys):
            doubles.append(" + ".join(names))
        elif not set(in_night).isdisjoint(people):
            present.append(" + ".join(names))
        elif is_too_long(names):
            too_long.append(" + ".join(names))
        else:
            is_new = None in people and len(entrants) < ENTRANTS.high
            alike = _alike(names, folded) if is_new else None
            entrants.append(ListedEntrant(line, names, people, alike))
        seen.update(keys)
    return PastedList(
        tuple(entrants), tuple(dict.fromkeys(doubles)), tuple(present), tuple(too_long)
    )


def _alike(names: tuple[str, ...], folded: Mapping[str, int]) -> int | None:
    """Whose name is the beginning of it, or it of theirs, or differs in a letter or two; `folded` has the
    persons by their names."""
    if len(names) > 1:
        return None
    typed = folded_text(names[0])
    others = {name: person for name, person in folded.items() if name[:1] == typed[:1]}
    for name, person in others.items():
        if f"{name} ".startswith(f"{typed} ") or f"{typed} ".startswith(f"{name} "):
            return person
    close = get_close_matches(typed, others, 1, ALIKE)
    return others[close[0]] if close else None
