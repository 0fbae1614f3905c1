"""Whether the newest line of a board is worth a celebration."""

from collections.abc import Sequence

from rules.events import Close, HandScored, Seat
from rules.knobs import Ends
from rules.match.corrections import Step

REWARD = -50  # points of a close
BEHIND = 20  # points from which a lead is a comeback


def is_celebrated(steps: Sequence[Step]) -> bool:
    """Whether the last of the steps is a chinchón, a reward of 50, the end of all but one, or a comeback."""
    step = steps[-1]
    hand = step.event
    if isinstance(hand, HandScored) and hand.closer is not None:
        is_rewarded = (step.points(hand.closer) or 0) <= REWARD
        if hand.close is Close.CHINCHON or is_rewarded:
            return True
    if step.after.is_over and step.after.ruleset.ends is Ends.LAST_STANDING:
        return True
    leads = [seat for seat in step.after.ahead if seat not in step.before.ahead]
    return any(_most_behind(steps, seat) >= BEHIND for seat in leads)


def _most_behind(steps: Sequence[Step], seat: Seat) -> int:
    """By how many points the seat was behind the leader at most, since it led last or came to the table."""
    most = 0
    for step in reversed(steps):
        board = step.before
        if seat not in board.standings or seat in board.ahead or not board.leaders:
            break
        most = max(most, abs(board.total(seat) - board.total(board.leaders[0])))
    return most
