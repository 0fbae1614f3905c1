"""Cases of kind `match`: a log of named players in, boards and refusals out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules import entries, money
from rules.board import Board, Status, new_board
from rules.corrections import Entry, judge
from rules.errors import Illegal
from rules.presets import RULESETS
from rules.ruleset import Ruleset

Case = dict[str, Any]


def run(case: Case) -> dict[str, Any]:
    """Everything FORMAT.md lets a `match` case expect."""
    table = _Table(case["players"])
    board = new_board(
        _ruleset(case),
        players=len(case["players"]),
        dealer=table.seat(case.get("dealer", case["players"][0])),
        start={table.seat(name): total for name, total in case.get("start", {}).items()},
    )
    after, board, refused = _played(table, board, case["log"])
    return {
        "after": after,
        "totals": table.totals(board),
        "out": table.names_of(board.seats_out),
        "bought_back": {name: count for name, count in table.rebuys(board).items() if count},
        "pending": table.names_of(board.seats_asked),
        "dealer": table.names[board.dealer],
        "winner": table.winner(board),
        "money": {table.names[seat]: units for seat, units in money.net(board).items()},
        "refused": refused,
    }


def _ruleset(case: Case) -> Ruleset:
    ruleset = RULESETS[case["ruleset"]].turned(case.get("options", {}))
    stakes = dict(case.get("money", {}))
    if stakes:
        stakes = {"rebuy_stake": stakes.get("stake"), **stakes}
    return ruleset.turned(stakes)


def _played(table: _Table, start: Board, log: list[Any]) -> tuple[list[Any], Board, dict[str, Any] | None]:
    after, written, board = [], list[Entry](), start
    refused: dict[str, Any] | None = None
    for index, named in enumerate(log):
        entry = entries.load(table.seated(named))
        try:
            board = judge(start, written, entry)
            written.append(entry)
        except Illegal as illegal:
            refused = refused or {"at": index, "code": illegal.code}
        after.append(table.totals(board))
    return after, board, refused


class _Table:
    """Names to seats and back. A name first heard in the log gets the next seat; whether it sits there is
    for the rules to say."""

    def __init__(self, names: list[str]) -> None:
        self.names = list(names)

    def seat(self, name: str) -> int:
        if name not in self.names:
            self.names.append(name)
        return self.names.index(name)

    def seated(self, entry: Case) -> Case:
        """The entry with seats in place of names."""
        seated = dict(entry)
        for key in {"player", "closer"} & {key for key, name in entry.items() if name is not None}:
            seated[key] = self.seat(entry[key])
        for key in {"order", "melded"} & set(entry):
            seated[key] = [self.seat(name) for name in entry[key]]
        if "deadwood" in entry:
            seated["deadwood"] = {self.seat(name): points for name, points in entry["deadwood"].items()}
        if "changes" in entry:
            seated["changes"] = [self._seated_change(change) for change in entry["changes"]]
        return seated

    def _seated_change(self, change: Case) -> Case:
        inner = {"entry", "insert"} & set(change)
        return change | {key: self.seated(change[key]) for key in inner if change[key] is not None}

    def totals(self, board: Board) -> dict[str, int]:
        return {
            self.names[seat]: standing.total
            for seat, standing in board.standings.items()
            if standing.status in (Status.IN, Status.ASKED)
        }

    def rebuys(self, board: Board) -> dict[str, int]:
        return {self.names[seat]: standing.rebuys for seat, standing in board.standings.items()}

    def names_of(self, seats: Sequence[int]) -> list[str]:
        return [self.names[seat] for seat in seats]

    def winner(self, board: Board) -> str | list[str] | None:
        names = self.names_of(board.winners)
        return names[0] if len(names) == 1 else names or None
