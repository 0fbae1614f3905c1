"""What a club night refuses."""

from rules.errors import Illegal


class NightRefusal(Illegal):
    """A `code` of docs/rules/FORMAT.md#night-codes and the facts about it; no match is refused with these."""
