"""Who is bust, who buys back in, and who has won."""

from collections.abc import Iterable, Sequence

from rules.events import Seat
from rules.knobs import Ends, RebuyChoice, RebuyPoints
from rules.match.board import (
    Board,
    Standing,
    Status,
    board_with_standing,
    first_of,
)
from rules.match.settlement import final_sums
from rules.ruleset import Ruleset


def ranks(board: Board) -> dict[Seat, int]:
    """The rank of each seat, 1 the best (docs/rules/RULESETS.md#places). Partners share one."""
    key_of = _sort_keys(board)
    keys = {side: min(key_of[seat] for seat in side) for side in board.sides}
    ordered = sorted(keys.values())
    return {
        seat: 1 + ordered.index(keys[board.side_of(seat)]) for seat in board.standings
    }


def _sort_keys(board: Board) -> dict[Seat, tuple[bool, bool, int, int]]:
    """By what the seats are ordered, the smallest first: winners, those in play by total, the others. Where
    the match ends by elimination, whoever left last is the first of these.
    """
    sums = final_sums(board)
    sign = -1 if board.high_wins else 1
    is_elimination = board.ruleset.ends is Ends.LAST_STANDING
    return {
        seat: (
            seat not in board.winners,
            standing.status is not Status.IN,
            -_hands_in_play(board, standing) if is_elimination else 0,
            sign * sums[seat].total,
        )
        for seat, standing in board.standings.items()
    }


def _hands_in_play(board: Board, standing: Standing) -> int:
    """The hands for which a seat was in play; all of them, if it is or owes an answer."""
    has_left = standing.status in (Status.OUT, Status.RETIRED)
    return standing.left_after if has_left else board.hands


class MatchTally:
    """Who is in play with which total, and who has won.

    It is changed in place: `play` makes a board of it, and a forecast plays thousands of hands on it.
    """

    def __init__(self, board: Board) -> None:
        standings = board.standings
        self.ruleset = board.ruleset
        self.next_ruleset = board.next_ruleset
        self.total = {seat: standings[seat].total for seat in board.order}
        self.rebuys = {seat: standings[seat].rebuys for seat in board.order}
        self.playing = list(board.seats_in)
        self.asked = list(board.seats_asked)
        self.refused: dict[
            Seat, str
        ] = {}  # who went out, and why they may not come back
        self.winners: Sequence[Seat] = board.winners
        self.level = board.level
        self.hands = board.hands
        self.is_mid_deal = bool(board.met)
        self.has_sides = bool(board.teams)
        self.side_of = {seat: board.side_of(seat) for seat in board.order}

    def bust(self, bust: Sequence[Seat]) -> None:
        """docs/rules/RULESETS.md#after-a-hand: who is bust buys back in, is asked, or is out."""
        remaining = [seat for seat in self.playing if seat not in bust]
        if not remaining:  # the lowest total wins, equal totals share
            self.playing = first_of({seat: self.total[seat] for seat in bust}, False)
            self.winners = self.playing
            return
        self.playing = list(remaining)
        self.level = max([self.total[seat] for seat in remaining])
        if self.ruleset.rebuy_points is RebuyPoints.PLUS_ONE:
            self.level = self.ruleset.highest_safe(self.level + 1)
        for seat in bust:
            refused = why_no_rebuy(self.ruleset, self.rebuys[seat], len(remaining))
            if refused:
                self.refused[seat] = refused
            elif self.ruleset.rebuy_choice is RebuyChoice.ASK:
                self.asked.append(seat)
            else:
                self._come_back(seat)

    def answer(self, seat: Seat, buys_back: bool) -> None:
        """The answer of a bust player who was asked."""
        self.asked.remove(seat)
        if buys_back:
            self._come_back(seat)

    def _come_back(self, seat: Seat) -> None:
        self.total[seat] = self.level
        self.rebuys[seat] += 1
        self.playing.append(seat)

    def decide(self) -> None:
        """Name the winners, if the match is decided and no buy-back question is open."""
        if self.asked or self.winners or not self.playing:
            return
        if self._sides(self.playing) == 1 or self._is_at_its_end():
            self.winners = self.leaders()

    def leaders(self) -> list[Seat]:
        """Those in play with the best total."""
        totals = {seat: self.total[seat] for seat in self.playing}
        return first_of(totals, self.ruleset.high_wins)

    def _is_at_its_end(self) -> bool:
        """Rules changed since the last hand end the match only after the next hand.

        Gin in pairs ends only after a whole deal, whose hands are played at the same time
        (docs/rules/CANON.md#gin-pairs).
        """
        totals = [self.total[seat] for seat in self.playing]
        rulesets = (self.ruleset, self.next_ruleset)
        if self.is_mid_deal or not all(
            reaches_end(ruleset, self.hands, totals) for ruleset in rulesets
        ):
            return False
        # Leaders with the same total at the target play another hand: docs/rules/CANON.md#rum-500.
        ends_on_a_tie = not self.ruleset.high_wins or self.ruleset.ends is Ends.HANDS
        return ends_on_a_tie or self._sides(self.leaders()) == 1

    def _sides(self, seats: Sequence[Seat]) -> int:
        if not self.has_sides:  # quicker
            return len(seats)
        return len({self.side_of[seat] for seat in seats})


def board_after_leaving(board: Board, seat: Seat, status: Status) -> Board:
    """The board after `seat` went out or retired."""
    return board_with_standing(board, seat, status=status, left_after=board.hands)


def with_bust(board: Board, bust: Sequence[Seat]) -> Board:
    """The board after these seats went bust."""
    if not bust:
        return board
    tally = MatchTally(board)
    tally.bust(bust)
    return _with_tally(board, tally, bust)


def board_after_buying_back(board: Board, seat: Seat) -> Board:
    """The board after `seat` bought back in, at the total at which all who are bust come back."""
    tally = MatchTally(board)
    tally.answer(seat, buys_back=True)
    return _with_tally(board, tally, [seat])


def board_with_winners(board: Board) -> Board:
    """The board with its winners, if the match is decided and no buy-back question is open."""
    if board.is_over:
        return board
    tally = MatchTally(board)
    tally.decide()
    return _with_tally(board, tally, ()) if tally.winners else board


def _with_tally(board: Board, tally: MatchTally, seats: Sequence[Seat]) -> Board:
    """The board as the tally says, in which the standings of these seats have changed."""
    after = {seat: _standing_after(board, tally, seat) for seat in seats}
    return board.but(
        standings={**board.standings, **after},
        level=tally.level,
        winners=tuple([seat for seat in board.order if seat in tally.winners]),
    )


def _standing_after(board: Board, tally: MatchTally, seat: Seat) -> Standing:
    standing = board.standings[seat]
    if seat in tally.asked:
        return standing.but(status=Status.ASKED)
    if seat not in tally.playing:
        refused = tally.refused.get(seat, standing.no_rebuy)
        return standing.but(status=Status.OUT, left_after=board.hands, no_rebuy=refused)
    bought = tally.rebuys[seat] - standing.rebuys
    return standing.but(
        total=tally.total[seat],
        status=Status.IN,
        rebuys=tally.rebuys[seat],
        paid=standing.paid + bought * board.ruleset.price_of_rebuy(),
    )


def why_no_rebuy(ruleset: Ruleset, rebuys: int, remaining: int) -> str:
    """The code by which a bust player with so many rebuys may not buy back in; empty if they may."""
    if rebuys_used_up(ruleset, rebuys):
        return "no-rebuys-left"
    return "" if remaining >= ruleset.rebuy_needs else "rebuy-not-allowed"


def rebuys_used_up(ruleset: Ruleset, rebuys: int) -> bool:
    return ruleset.rebuys is not None and rebuys >= ruleset.rebuys


def reaches_end(ruleset: Ruleset, hands: int, totals: Iterable[int]) -> bool:
    """Whether a match is at its last hand or at its target; not whether one player is left."""
    if ruleset.ends is Ends.HANDS and ruleset.limit is not None:
        return hands >= ruleset.limit
    return ruleset.ends is Ends.TARGET and any(map(ruleset.reaches_limit, totals))
