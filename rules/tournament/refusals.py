"""What a club night refuses."""

from rules.errors import Illegal


class Refused(Illegal):
    """A `code` of docs/design/tournament.md#codes and the facts about it; no match is refused with these."""
