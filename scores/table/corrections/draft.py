"""The draft of a correction: its changes, the first line they make illegal, and the changes on the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from rules.errors import Illegal, Malformed
from rules.events import BoughtBackIn, Declined, HandScored, Seat, seats_named
from rules.match import log_json, settlement
from rules.match.board import Board, Side, Standing, Status, dealers
from rules.match.corrections import (
    Amended,
    Change,
    LogLine,
    Ref,
    Step,
    WrittenLog,
    ref_text,
    steps,
)
from rules.match.log_json import MOST_LINES, SPARE_LINES, verify_room
from rules.match.play import Replay, play_from
from scores.core.matches.replay_cache import common_prefix
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.names import joined_names
from scores.core.notation.numbers import money, money_gained, signed
from scores.core.notation.words import OUT, RESTS, RETIRED
from scores.core.wording.log_lines import sentence_of_entry, total_reached

MOST_CHANGES = MOST_LINES + SPARE_LINES  # of one correction
PUT_IN = (
    HandScored,
    BoughtBackIn,
    Declined,
)  # what the pages of a correction can put in a line


@dataclass(frozen=True)
class CorrectionDraft:
    """Changes to a sheet that are not saved yet, and the replay of the log with them."""

    sheet: Sheet
    changes: tuple[Change, ...]
    script: list[LogLine]

    @classmethod
    def of(cls, sheet: Sheet, changes: tuple[Change, ...]) -> CorrectionDraft:
        """Raises Illegal `no-such-entry` for a change of no line."""
        return cls(sheet, changes, WrittenLog([*sheet.log, Amended(changes)]).lines)

    @cached_property
    def outcome(self) -> Replay:
        """The replay of the lines. Those before the first change are not played again."""
        played = self.sheet.replay
        same = min(common_prefix(self.sheet.lines, self.script), played.accepted)
        return play_from(
            played.until(same), [line.event for line in self.script[same:]]
        )

    def with_changes(self, *changes: Change) -> CorrectionDraft:
        return CorrectionDraft.of(self.sheet, (*self.changes, *changes))

    @property
    def board(self) -> Board:
        """The board before the first illegal line, or at the end."""
        return self.outcome.board

    @property
    def refusal(self) -> Illegal | None:
        return self.outcome.refusal

    @property
    def stuck(self) -> LogLine | None:
        """The first illegal line; None if the whole draft is legal."""
        return self.script[self.outcome.accepted] if self.refusal else None

    @property
    def rest(self) -> list[LogLine]:
        """The first illegal line and all after it."""
        return self.script[self.outcome.accepted :]

    def step(self, ref: str) -> Step | None:
        """A legal line of the draft, by its name in an address; None if there is none."""
        done = steps(self.script, self.outcome)
        return next(
            (step for step in done if ref in map(ref_text, step.line.refs)), None
        )

    def line(self, ref: str) -> LogLine | None:
        return next(
            (line for line in self.script if ref in map(ref_text, line.refs)), None
        )

    def dump(self) -> list[Any]:
        """The changes in their JSON form."""
        changes: list[Any] = log_json.dump(Amended(self.changes))["changes"]
        return changes


def load(sheet: Sheet, changes: list[Any], rendered_for: int) -> CorrectionDraft:
    """The draft of dumped changes. Raises Malformed, and Illegal for missing lines or a full log."""
    if len(changes) > MOST_CHANGES:
        raise Malformed("more changes than a log has lines")
    try:
        amended = log_json.load({"type": "amend", "changes": changes})
    except RecursionError as error:
        raise Malformed("changes") from error
    if not isinstance(amended, Amended) or not all(
        _is_possible(sheet, change) for change in amended.changes
    ):
        raise Malformed("no correction of this sheet")
    if changes:
        verify_room(sheet.match.players_at_start, sheet.log, amended)
    return CorrectionDraft.of(
        sheet,
        tuple(
            _renumbered_change(change, rendered_for, sheet.seq)
            for change in amended.changes
        ),
    )


def _is_possible(sheet: Sheet, change: Change) -> bool:
    """Whether the pages can make this change: removing a line, or a hand or answer of seats of this match."""
    event = change.event
    if event is None:
        return True
    return isinstance(event, PUT_IN) and set(sheet.names) >= set(seats_named(event))


def _renumbered_change(change: Change, rendered_for: int, seq: int) -> Change:
    """The change with its line renumbered, if this draft inserted the line: it will be entry `seq` now."""
    if isinstance(change.at, tuple) and change.at[0] == rendered_for:
        return Change((seq, change.at[1]), change.event, change.insert)
    return change


def differences(
    before: Board, after: Board, names: dict[Seat, str], currency: str
) -> list[tuple[str, str, str]]:
    """What a correction changes on the board, with the text before and after: totals, status and buy-backs of
    seats, the money paid hand by hand, dealer, pot, winners.
    """
    sides = after.sides
    compared = zip(
        *(_facts(board, sides, names, currency) for board in (before, after)),
        strict=True,
    )
    return [(what, text, now) for (what, text), (_what, now) in compared if text != now]


def _facts(
    board: Board, sides: Iterable[Side], names: dict[Seat, str], currency: str
) -> list[tuple[str, str]]:
    """What is compared, and what it is on this board."""
    cents = board.next_ruleset.cents_per_unit
    settled = {
        seat: standing.settled * cents for seat, standing in board.standings.items()
    }
    in_money = _("%(name)s, en dinero")
    deal = joined_names([names[seat] for seat in dealers(board)])
    winners = joined_names([names[seat] for seat in board.winners])
    return [
        *(
            (
                joined_names([names[seat] for seat in side]),
                _standing_text(board, side, names),
            )
            for side in sides
        ),
        *(
            (
                in_money % {"name": names[seat]},
                money_gained(settled.get(seat, 0), currency),
            )
            for side in sides
            for seat in side
        ),
        (_("Reparte"), "—" if board.is_over else deal),
        (_("Bote"), money(settlement.pot(board) * cents, currency)),
        (_("Gana"), winners or _("nadie todavía")),
    ]


def bust_changes(draft: CorrectionDraft) -> list[str]:
    """A sentence for each seat and line where the correction makes somebody bust, no longer bust, or by more.
    Equal totals, with as many buy-backs, may hide that a seat now goes bust in another hand.
    """
    names = draft.sheet.names
    before = _busts(draft.sheet.steps, names)
    after = _busts(steps(draft.script, draft.outcome), names)
    gone = [
        _in_line(step, _("%(name)s ya no se pasa") % {"name": names[seat]}, names)
        for (ref, seat), (step, _sentence) in before.items()
        if (ref, seat) not in after
    ]
    new = [
        _in_line(step, sentence, names)
        for key, (step, sentence) in after.items()
        if key not in before or before[key][1] != sentence
    ]
    return [*gone, *new]


def _busts(
    done: Iterable[Step], names: dict[Seat, str]
) -> dict[tuple[Ref, Seat], tuple[Step, str]]:
    """For each line and each seat that it took past the limit: the step, and the sentence with the total."""
    return {
        (step.line.ref, seat): (
            step,
            _("%(name)s se pasa (%(total)s)")
            % {"name": names[seat], "total": signed(total_reached(step, seat))},
        )
        for step in done
        for seat in step.before.order
        if seat in step.bust
    }


def _in_line(step: Step, sentence: str, names: dict[Seat, str]) -> str:
    """The sentence after the number of its hand, or after the event between two hands."""
    if step.is_hand:
        return _("Mano %(number)s: %(sentence)s") % {
            "number": step.hand_number,
            "sentence": sentence,
        }
    return f"{sentence_of_entry(step.event, names)} · {sentence}"


def _standing_text(board: Board, side: Side, names: Mapping[Seat, str]) -> str:
    if side[0] not in board.standings:
        return "—"
    return " ".join([signed(board.total(side[0])), *marks_of_side(board, side, names)])


def marks_of_side(board: Board, side: Side, names: Mapping[Seat, str]) -> list[str]:
    """The marks of its seats; of partners after the name."""
    called = {seat: [names[seat]] if len(side) > 1 else [] for seat in side}
    marks_of_seat = {seat: marks(board.standings[seat]) for seat in side}
    return [
        " ".join(called[seat] + marks_of_seat[seat])
        for seat in side
        if marks_of_seat[seat]
    ]


def marks(standing: Standing) -> list[str]:
    """What is said of a seat behind its total: how often it bought back in, and why it does not play."""
    status = {
        Status.OUT: str(OUT),
        Status.RETIRED: str(RETIRED),
        Status.ASKED: _("¿reenganche?"),
        Status.IN: str(RESTS) if standing.absent else "",
    }[standing.status]
    rebuys = f"↻{standing.rebuys}" if standing.rebuys else ""
    return [mark for mark in (rebuys, status) if mark]
