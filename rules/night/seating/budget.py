"""How much work a seating may cost, in steps, so that the same arguments give the same tables everywhere."""

from __future__ import annotations


class Budget:
    """Steps that all parts of one draft take from: about a microsecond of CPython each. A part that finds
    none left does what costs next to nothing."""

    def __init__(self, steps: int, whole: Budget | None = None) -> None:
        self.left = steps
        self.whole = whole

    def part(self, steps: int) -> Budget:
        """So many steps of these, or all that are left: what the part does not take stays here."""
        return Budget(max(0, min(steps, self.left)), self)

    def spend(self, steps: int) -> bool:
        """Take the steps; False once there are none left."""
        self.left -= steps
        if self.whole is not None:
            self.whole.spend(steps)
        return self.left >= 0

    @property
    def is_spent(self) -> bool:
        return self.left <= 0
