"""What of the newest line of a board is worth a celebration."""

from collections.abc import Sequence
from enum import StrEnum

from rules.events import Close, HandScored, Seat
from rules.knobs import Ends
from rules.match.corrections import Step

REWARD = -50  # points of a close
BEHIND = 20  # points from which a lead is a comeback


class Celebration(StrEnum):
    NOTHING = ""
    CHINCHON = "chinchon"
    REWARD = "reward"
    SURVIVOR = "survivor"  # everybody else is out
    COMEBACK = "comeback"


def celebration(steps: Sequence[Step]) -> Celebration:
    """What the last of the steps is worth."""
    step = steps[-1]
    if isinstance(step.event, HandScored) and step.event.closer is not None:
        if step.event.close is Close.CHINCHON:
            return Celebration.CHINCHON
        if (step.points(step.event.closer) or 0) <= REWARD:
            return Celebration.REWARD
    if step.after.is_over and step.after.ruleset.ends is Ends.LAST_STANDING:
        return Celebration.SURVIVOR
    leads = [seat for seat in step.after.ahead if seat not in step.before.ahead]
    is_back = any(_most_behind(steps, seat) >= BEHIND for seat in leads)
    return Celebration.COMEBACK if is_back else Celebration.NOTHING


def _most_behind(steps: Sequence[Step], seat: Seat) -> int:
    """By how many points the seat was behind the leader at most, since it led last or came to the table."""
    most = 0
    for step in reversed(steps):
        board = step.before
        if seat not in board.standings or seat in board.ahead or not board.leaders:
            break
        most = max(most, abs(board.total(seat) - board.total(board.leaders[0])))
    return most
