"""The totals of a match, played on in place: what `play` does with hands and answers, fast.

A forecast plays some thousand hands. `play` checks each hand and makes a new board of it, which takes
ten times as long. Both ask `rules.match.elimination` what the rules say; tests/rules/forecast/test_tally.py
compares them in random matches, with every knob turned.
"""

from collections.abc import Mapping

from rules.events import Seat
from rules.knobs import Ends, RebuyChoice
from rules.match.board import Board
from rules.match.elimination import plays_on_a_tie, reaches_end, rebuy_level, why_no_rebuy


class MatchTally:
    """Totals, who is in play, who has won, by the rules of the next hand. Who sits out comes back for it."""

    def __init__(self, board: Board) -> None:
        self.ruleset = board.next_ruleset
        self.total = {seat: board.standings[seat].total for seat in board.order}
        self.rebuys = {seat: board.standings[seat].rebuys for seat in board.order}
        self.playing = list(board.seats_in)
        self.asked = list(board.seats_asked)
        self.winners = list(board.winners)
        self.level = board.level
        self.hands = board.hands
        self._side_of = {seat: board.side_of(seat) for seat in board.order}
        self._has_sides = bool(board.teams)
        self._busts = self.ruleset.ends is Ends.LAST_STANDING and self.ruleset.limit is not None
        self._highest_safe = self.ruleset.highest_safe((self.ruleset.limit or 0) + 1)

    def add_hand(self, points: Mapping[Seat, int]) -> None:
        """Add the points of a hand. The caller ends the deal with `decide`, once all its hands are played."""
        self.hands += 1
        total = self.total
        for seat, added in points.items():
            for partner in self._side_of[seat] if self._has_sides else (seat,):
                total[partner] += added
        if self._busts:
            self._bust()

    def win(self, seat: Seat) -> None:
        """End the match with a hand that wins it at once."""
        self.hands += 1
        self.winners = [seat]

    def answer(self, seat: Seat, buys_back: bool) -> None:
        """The answer of a bust player; the last one may decide the match."""
        self.asked.remove(seat)
        if buys_back:
            self._come_back(seat)
        self.decide()

    def decide(self) -> None:
        """Name the winners, if the match is decided and no question is open."""
        if self.asked or self.winners or not self.playing:
            return
        if self._sides(self.playing) == 1 or self._is_at_its_end():
            self.winners = self.leaders()

    def leaders(self) -> list[Seat]:
        """Those in play with the best total."""
        totals = [self.total[seat] for seat in self.playing]
        first = (max if self.ruleset.high_wins else min)(totals, default=0)
        return [seat for seat in self.playing if self.total[seat] == first]

    def may_knock(self, seat: Seat, points: int) -> bool:
        """Whether a knock that adds `points` does not bust the closer."""
        return not self._busts or self.total[seat] + points <= self._highest_safe

    def _bust(self) -> None:
        ruleset, total = self.ruleset, self.total
        bust = [seat for seat in self.playing if total[seat] > self._highest_safe]
        if not bust:
            return
        remaining = [seat for seat in self.playing if seat not in bust]
        if not remaining:
            self.winners = self.playing = self.leaders()
            return
        self.playing = list(remaining)
        self.level = rebuy_level(ruleset, [total[seat] for seat in remaining])
        for seat in bust:
            if why_no_rebuy(ruleset, self.rebuys[seat], len(remaining)):
                continue
            if ruleset.rebuy_choice is RebuyChoice.ASK:
                self.asked.append(seat)
            else:
                self._come_back(seat)

    def _come_back(self, seat: Seat) -> None:
        self.total[seat] = self.level
        self.rebuys[seat] += 1
        self.playing.append(seat)

    def _is_at_its_end(self) -> bool:
        if not reaches_end(self.ruleset, self.hands, [self.total[seat] for seat in self.playing]):
            return False
        return not plays_on_a_tie(self.ruleset) or self._sides(self.leaders()) == 1

    def _sides(self, seats: list[Seat]) -> int:
        return len({self._side_of[seat] for seat in seats}) if self._has_sides else len(seats)
