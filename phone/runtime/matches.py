"""Entry points about matches: the board of a log, and whether an entry may be written next.

A start is `{"ruleset": Ruleset.dump(), "players": 4}` with the arguments of `new_board` that are not usual:
`dealer`, `direction`, `teams`. A log is a list of the objects of `rules.match.log_json`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from phone.runtime.plain import plain, refusal_facts
from rules.errors import Illegal
from rules.match import log_json
from rules.match.board import Board, new_board
from rules.match.corrections import Entry, LogLine, lines, verify_lines
from rules.match.gin_totals import final_sums
from rules.match.play import Replay, play_from
from rules.match.settlement import net
from rules.ruleset import Ruleset

Payload = dict[str, Any]


@dataclass
class PlayedLog:
    """A log and its replay."""

    start: Payload
    stored: list[Payload]
    log: list[Entry]
    lines: list[LogLine]
    replay: Replay


_last: list[PlayedLog] = []  # what was asked last: the next question is mostly about the same match


def fold(payload: Payload) -> Payload:
    """`{start, log}` to `{board, accepted}`: the board after the log, and how many lines were played.

    Where a line is not legal also to `refused`, why; to that alone where a correction names no line. Raises
    Malformed for what is no log.
    """
    try:
        played = _played(payload["start"], payload["log"])
    except Illegal as illegal:  # a correction of an entry that is not there
        return {"refused": refusal_facts(illegal)}
    facts = {"board": board_facts(played.replay.board), "accepted": played.replay.accepted}
    refusal = played.replay.refusal
    return facts if refusal is None else {**facts, "refused": refusal_facts(refusal)}


def judge_next(payload: Payload) -> Payload:
    """`{start, log, entry}` to `{board}` if the entry may be written after the log, else `{refused}`."""
    before = _played(payload["start"], payload["log"])
    try:
        after = _continued(before, [*payload["log"], payload["entry"]])
        verify_lines(after.lines, after.replay)
    except Illegal as illegal:
        return {"refused": refusal_facts(illegal)}
    return {"board": board_facts(after.replay.board)}


def _played(start: Payload, stored: list[Payload]) -> PlayedLog:
    """The replay of a log; as far as it is the one that was asked for last, it is not played again."""
    if not _last or _last[0].start != start:
        _last[:] = [PlayedLog(start, [], [], [], Replay((_first_board(start),)))]
    _last[0] = _continued(_last[0], stored)
    return _last[0]


def _first_board(start: Payload) -> Board:
    return new_board(
        Ruleset.load(start["ruleset"]),
        start["players"],
        dealer=start.get("dealer", 0),
        direction=start.get("direction", 1),
        teams=start.get("teams"),
    )


def _continued(before: PlayedLog, stored: list[Payload]) -> PlayedLog:
    same = _common(before.stored, stored)
    log = [*before.log[:same], *map(log_json.load, stored[same:])]
    script = lines(log)
    played = min(_common(before.lines, script), before.replay.accepted)
    replay = play_from(before.replay.until(played), [line.event for line in script[played:]])
    return PlayedLog(before.start, stored, log, script, replay)


def _common(first: Sequence[Any], second: Sequence[Any]) -> int:
    """The number of equal items at the beginning of both."""
    for place, (old, new) in enumerate(zip(first, second, strict=False)):
        if old != new:
            return place
    return min(len(first), len(second))


def board_facts(board: Board) -> Payload:
    """The board as JSON. Standings are a list: JavaScript puts keys that are numbers into their order."""
    sums, units = final_sums(board), net(board)
    return {
        "is_over": board.is_over,
        "hands": board.hands,
        "order": plain(board.order),
        "sides": plain(board.sides),
        "seats_in": plain(board.seats_in),
        "seats_playing": plain(board.seats_playing),
        "seats_dealt": plain(board.seats_dealt),
        "seats_asked": plain(board.seats_asked),
        "seats_out": plain(board.seats_out),
        "resting": board.resting,
        "dealer": board.dealer,
        "lead": board.lead,
        "direction": board.direction,
        "leaders": plain(board.leaders),
        "winners": plain(board.winners),
        "closes": plain(board.closes),
        "level": board.level,
        "standings": [
            {
                "seat": seat,
                "total": standing.total,
                "final": sums[seat].total,
                "status": plain(standing.status),
                "absent": standing.absent,
                "rebuys": standing.rebuys,
                "paid": standing.paid,
                "boxes": standing.boxes,
                "money": units[seat],
            }
            for seat, standing in board.standings.items()
        ],
    }
