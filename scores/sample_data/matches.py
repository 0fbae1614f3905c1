"""A made-up match: an evening at one table, and the log of it as phones would have written it."""

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
from scores.sample_data.playing import SamplePlayer, Skill, play_deal
from scores.sample_data.sample_rules import SampleRules

# How often, between two hands or with a hand
BUYS_BACK = 0.75
MISTYPED = 0.03
UNDONE_BY_MISTAKE = 0.01
SOMETHING_HAPPENS = 0.03
COMES_BACK = 0.5
ABANDONED = 0.003
STOPPED = 0.002
LEDGER_STOPS = 0.08


class SampleMatch:
    """One match while it is played: its board, its log, and who may still sit down."""

    def __init__(self, house: SampleRules, skills: Sequence[Skill], seated: int, dice: Random) -> None:
        """`skills` of those who are seated, then of those who may join them later."""
        self.house, self.skills, self.dice = house, skills, dice
        self.direction = dice.choice((1, 1, 1, -1))
        self.first_dealer = dice.randrange(seated)
        self.start = new_board(house.rules, seated, dealer=self.first_dealer, direction=self.direction)
        self.board: Board = self.start
        self.log: list[Entry] = []
        self.seen_later: tuple[int, HandScored] | None = None  # a line that is mistyped, how it was

    def play(self, hands: int, *, to_the_end: bool = False) -> None:
        """Play at most so many hands; `to_the_end` neither stops before that nor leaves it unfinished."""
        while not self.board.is_over and self.board.hands < hands:
            if not to_the_end and self.board.hands and self._walks_away():
                return
            self._next()
        if to_the_end and not self.board.is_over:
            self._write(Finished())

    def _walks_away(self) -> bool:
        """Whether the table leaves the match as it is, or stops it with a line that says so."""
        stops = LEDGER_STOPS if self.house.is_ledger else STOPPED
        if self.dice.random() < stops and can(self.board, Finished()):
            self._write(Finished())
            return True
        return self.dice.random() < ABANDONED

    def _next(self) -> None:
        if self.board.seats_asked:
            self._answer(self.board.seats_asked[0])
        elif self.seen_later and len(self.log) > self.seen_later[0] + 1:
            self._see(*self.seen_later)
        elif self._comes_back():
            self._write(CameBack(self._away()[0]))
        elif self.dice.random() < SOMETHING_HAPPENS:
            self._something_happens()
        else:
            self._hand()

    def _write(self, entry: Entry) -> None:
        """A line more. Raises Illegal where the rules refuse it."""
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
            self._mistyped(event)
            return
        self._write(event)
        if self.dice.random() < UNDONE_BY_MISTAKE:
            self._write(Undone())
            self._write(Redone())

    def _in_turn(self) -> Sequence[Seat]:
        """Who plays the next hand, the lead first."""
        seats = self.board.seats_playing[:: self.board.direction]
        lead = seats.index(self.board.lead)
        return [*seats[lead:], *seats[:lead]]

    def _mistyped(self, hand: HandScored) -> None:
        """The hand with one number wrong, and how that is put right: at once, or when it is noticed."""
        wrong = self._with_a_slip(hand)
        if not can(self.board, wrong):
            self._write(hand)
            return
        self._write(wrong)
        way = self.dice.choice(("undo", "amend", "later"))
        if way == "undo":
            self._write(Undone())
            self._write(hand)
        elif way == "amend":
            self._write(Amended((Change(len(self.log) - 1, hand),)))
        else:
            self.seen_later = (len(self.log) - 1, hand)

    def _with_a_slip(self, hand: HandScored) -> HandScored:
        others = [seat for seat in hand.deadwood if seat != hand.closer]
        if not others:
            return hand
        seat = self.dice.choice(others)
        slip = self.dice.choice((1, 3, 10))
        return replace(hand, deadwood={**hand.deadwood, seat: hand.deadwood[seat] + slip})

    def _see(self, line: int, hand: HandScored) -> None:
        """Amend it, unless what was played since could not have been played then."""
        self.seen_later = None
        with suppress(Illegal):
            self._write(Amended((Change(line, hand),)))

    # What else happens at a table

    def _something_happens(self) -> None:
        event = self._happening()
        if can(self.board, event):
            self._write(event)

    def _happening(self) -> Event:
        seat = self.dice.choice(self.board.seats_playing)
        choices: list[Event] = [HandVoided(VoidReason.MISDEAL), Penalised(seat, 10)]
        if len(self.board.seats_playing) > 2 and not self._away():
            choices += [SatOut(seat), Retired(seat)]
        if len(self.board.order) < min(len(self.skills), self.house.rules.players[1]):
            choices += [Joined(len(self.board.order))]
        return self.dice.choice(choices)

    def _comes_back(self) -> bool:
        return bool(self._away()) and (len(self.board.seats_playing) < 2 or self.dice.random() < COMES_BACK)

    def _away(self) -> list[Seat]:
        standings = self.board.standings
        return [seat for seat, one in standings.items() if one.absent and one.status is Status.IN]
