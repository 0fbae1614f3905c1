"""A lot that is the same on every machine and in every Python."""

from collections.abc import Iterable
from typing import TypeVar

Thing = TypeVar("Thing")
MASK = 0xFFFFFFFF


class Lot:
    """A linear congruential generator of 32 bits (the numbers are those of Numerical Recipes)."""

    def __init__(self, seed: int) -> None:
        self.state = (seed * 2654435761 + 12345) & MASK
        for _ in range(4):
            self.below(2)

    def below(self, top: int) -> int:
        self.state = (self.state * 1664525 + 1013904223) & MASK
        return ((self.state >> 8) * top) >> 24

    def shuffled(self, things: Iterable[Thing]) -> list[Thing]:
        out = list(things)
        for index in range(len(out) - 1, 0, -1):
            other = self.below(index + 1)
            out[index], out[other] = out[other], out[index]
        return out
