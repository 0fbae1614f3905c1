"""Random numbers that are the same for the same seed, in every Python.

A linear congruential generator of 32 bits; its highest 24 bits are used.
"""

from collections.abc import Iterable, Sequence

_BITS = 0xFFFFFFFF


class Dice:
    """A sequence of random numbers that depends on `seed` alone."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _BITS

    def below(self, number: int) -> int:
        """A whole number from 0 to `number` - 1. `number` is below 2**24."""
        self._state = (self._state * 1664525 + 1013904223) & _BITS
        return (self._state >> 8) * number >> 24

    def fraction(self) -> float:
        """A number from 0 up to 1, without 1."""
        self._state = (self._state * 1664525 + 1013904223) & _BITS
        return (self._state >> 8) / 16777216

    def ranked(self, seats: Sequence[int], weights: dict[int, float]) -> list[int]:
        """The seats in a random order: each place goes to a seat in proportion to its weight."""
        left = list(seats)
        weight = sum([weights[seat] for seat in left])
        order = []
        while len(left) > 1:
            at = self.fraction() * weight
            for seat in left:
                at -= weights[seat]
                if at < 0:
                    break
            weight -= weights[seat]
            left.remove(seat)
            order.append(seat)
        return order + left


def seed_of(numbers: Iterable[int]) -> int:
    """A seed of 32 bits from whole numbers (FNV-1a, a number at a time)."""
    seed = 2166136261
    for number in numbers:
        seed = ((seed ^ (number & _BITS)) * 16777619) & _BITS
    return seed
