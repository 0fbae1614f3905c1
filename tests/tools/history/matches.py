"""One sample match and its log, as phones would have written it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random

from rules.errors import Illegal
from rules.events import (
    BoughtBackIn,
    CameBack,
    Declined,
    Event,
    Finished,
    HandScored,
    HandVoided,
    Joined,
    Penalised,
    Retired,
    SatOut,
    Seat,
    VoidReason,
)
from rules.match.board import Board, Status, new_board
from rules.match.corrections import Amended, Change, Entry, Redone, Undone, judge
from rules.match.play import play
from rules.match.verify import can
from tests.tools.history.playing import SamplePlayer, Skill, play_deal
from tests.tools.history.sample_rules import SampleRules

# Probabilities, per hand or between two hands
BUYS_BACK = 0.75
MISTYPED = 0.03
UNDONE_BY_MISTAKE = 0.01
SOMETHING_HAPPENS = 0.03
COMES_BACK = 0.5
ABANDONED = 0.003
STOPPED = 0.002
LEDGER_STOPS = 0.08


class SampleMatch:
    """A match while it is played: board, log, and who may still join."""

    def __init__(self, rules: SampleRules, skills: Sequence[Skill], seated: int, dice: Random) -> None:
        """`skills` of the seated players, then of those who may join later."""
        self.rules, self.skills, self.dice = rules, skills, dice
        self.direction = dice.choice((1, 1, 1, -1))
        self.first_dealer = dice.randrange(seated)
        self.start = new_board(rules.ruleset, seated, dealer=self.first_dealer, direction=self.direction)
        self.board: Board = self.start
        self.log: list[Entry] = []
        # Index of a mistyped entry, and the right hand
        self.typing_error: tuple[int, HandScored] | None = None

    def play(self, hands: int, *, to_the_end: bool = False) -> None:
        """Play at most so many hands; with `to_the_end` the match is always finished."""
        while not self.board.is_over and self.board.hands < hands:
            if not to_the_end and self.board.hands and self._walks_away():
                return
            self._next()
        if to_the_end and not self.board.is_over:
            self._write(Finished())

    def _walks_away(self) -> bool:
        """Whether the table stops: it leaves the match unfinished, or finishes it with an entry."""
        stops = LEDGER_STOPS if self.rules.is_ledger else STOPPED
        if self.dice.random() < stops and can(self.board, Finished()):
            self._write(Finished())
            return True
        return self.dice.random() < ABANDONED

    def _next(self) -> None:
        if self.board.seats_asked:
            self._answer(self.board.seats_asked[0])
        elif self.typing_error and len(self.log) > self.typing_error[0] + 1:
            self._correct(*self.typing_error)
        elif self._comes_back():
            self._write(CameBack(self._away()[0]))
        elif self.dice.random() < SOMETHING_HAPPENS:
            self._something_happens()
        else:
            self._hand()

    def _write(self, entry: Entry) -> None:
        """Append an entry. Raises Illegal if the rules refuse it."""
        if isinstance(entry, (Amended, Undone, Redone)):
            self.board = judge(self.start, self.log, entry)
        else:
            self.board = play(self.board, entry)
        self.log.append(entry)

    def _answer(self, seat: Seat) -> None:
        self._write(BoughtBackIn(seat) if self.dice.random() < BUYS_BACK else Declined(seat))

    # Hands

    def _hand(self) -> None:
        table = [SamplePlayer(seat, self.skills[seat], self.board.total(seat)) for seat in self._in_turn()]
        event = play_deal(self.board.next_ruleset, table, len(self.board.order), self.dice)
        if isinstance(event, HandScored) and self.dice.random() < MISTYPED:
            self._write_mistyped(event)
            return
        self._write(event)
        if self.dice.random() < UNDONE_BY_MISTAKE:
            self._write(Undone())
            self._write(Redone())

    def _in_turn(self) -> Sequence[Seat]:
        """The seats of the next hand, the lead first."""
        seats = self.board.seats_playing[:: self.board.direction]
        lead = seats.index(self.board.lead)
        return [*seats[lead:], *seats[:lead]]

    def _write_mistyped(self, hand: HandScored) -> None:
        """Write the hand with a wrong number and correct it, at once or later."""
        wrong = self._with_a_slip(hand)
        if not can(self.board, wrong):
            self._write(hand)
            return
        self._write(wrong)
        repair = self.dice.choice(("undo", "amend", "later"))
        if repair == "undo":
            self._write(Undone())
            self._write(hand)
        elif repair == "amend":
            self._write(Amended((Change(len(self.log) - 1, hand),)))
        else:
            self.typing_error = (len(self.log) - 1, hand)

    def _with_a_slip(self, hand: HandScored) -> HandScored:
        others = [seat for seat in hand.deadwood if seat != hand.closer]
        if not others:
            return hand
        seat = self.dice.choice(others)
        slip = self.dice.choice((1, 3, 10))
        return replace(hand, deadwood={**hand.deadwood, seat: hand.deadwood[seat] + slip})

    def _correct(self, line: int, hand: HandScored) -> None:
        """Amend the entry, unless a later entry would become illegal."""
        self.typing_error = None
        with suppress(Illegal):
            self._write(Amended((Change(line, hand),)))

    # Other events

    def _something_happens(self) -> None:
        event = self._random_event()
        if can(self.board, event):
            self._write(event)

    def _random_event(self) -> Event:
        seat = self.dice.choice(self.board.seats_playing)
        choices: list[Event] = [HandVoided(VoidReason.MISDEAL), Penalised(seat, 10)]
        if len(self.board.seats_playing) > 2 and not self._away():
            choices += [SatOut(seat), Retired(seat)]
        if len(self.board.order) < min(len(self.skills), self.rules.ruleset.players[1]):
            choices += [Joined(len(self.board.order))]
        return self.dice.choice(choices)

    def _comes_back(self) -> bool:
        return bool(self._away()) and (len(self.board.seats_playing) < 2 or self.dice.random() < COMES_BACK)

    def _away(self) -> list[Seat]:
        standings = self.board.standings
        return [
            seat for seat, standing in standings.items() if standing.absent and standing.status is Status.IN
        ]
