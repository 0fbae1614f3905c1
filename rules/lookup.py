"""`Lookup[K, V]` is a dict that is only looked up in, and never gone through.

It marks the dicts that may lose the order of their keys: in a phone MicroPython has no dict that is both fast
and in order. The tests of the translated rules raise an error where a marked dict is iterated.
"""

from typing import TypeVar

Lookup = dict


def spread(cards: int) -> int:
    """A key for the bits `cards` in a Lookup: for each another number, whose low 32 bits depend on all bits.

    MicroPython hashes only the low 32 bits of an integer. Cards that differ in others alone would collide,
    and thousands of them would be compared one after another.
    """
    return cards << 32 | cards % 4_294_967_291  # the highest prime below 2 ** 32


Value = TypeVar("Value")
PARTS = 64


def part(parts: list[dict[int, Value] | None], key: int) -> dict[int, Value]:
    """Of a Lookup in PARTS parts, each None at first, the part in which a key from `spread` belongs.

    A dict of MicroPython grows only when it is full. Shortly before, a key is compared with a hundred others
    if there are thousands, and with seven in a dict of a few dozens.
    """
    lookup = parts[key % PARTS]
    if lookup is None:
        empty: Lookup[int, Value] = {}
        lookup = parts[key % PARTS] = empty
    return lookup
