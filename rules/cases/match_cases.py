"""Cases of kind `match`: a log of named players in, boards and refusals out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.errors import Illegal
from rules.match import log_json
from rules.match.board import Board, Status, facing, new_board, sides_of
from rules.match.corrections import Entry, judge
from rules.match.gin_totals import FinalSum, final_sums
from rules.match.settlement import net
from rules.presets import RULESETS
from rules.records.seat_names import renamed
from rules.ruleset import Ruleset

Case = dict[str, Any]


def run(case: Case) -> dict[str, Any]:
    """Everything docs/rules/FORMAT.md#matches lets a `match` case expect."""
    table = _Table(case["players"])
    board = _start(case, table)
    after, board, refused = _played(table, board, case["log"])
    return {
        "after": after,
        "totals": table.totals(board, final_sums(board)),
        "out": table.names_of(board.seats_out),
        "bought_back": {name: count for name, count in table.rebuys(board).items() if count},
        "pending": table.names_of(board.seats_asked),
        "dealer": table.names[board.dealer],
        "winner": table.winner(board),
        "money": table.money(board),
        "refused": refused,
    }


def _start(case: Case, table: _Table) -> Board:
    """The first board. `start` names partners together; without `teams`, those who face each other are."""
    ruleset, players = _ruleset(case), len(case["players"])
    teams = case.get("teams")
    sides = (
        facing(ruleset, players) if teams is None else [[table.seat(name) for name in team] for team in teams]
    )
    named = {table.side_name(side): side[0] for side in sides}
    return new_board(
        ruleset,
        players,
        dealer=table.seat(case.get("dealer", case["players"][0])),
        start={
            named[name] if name in named else table.seat(name): total
            for name, total in case.get("start", {}).items()
        },
        teams=sides,
    )


def _ruleset(case: Case) -> Ruleset:
    ruleset = RULESETS[case["ruleset"]].turned(case.get("options", {}))
    stakes = {_KNOBS_OF_MONEY[name]: units for name, units in case.get("money", {}).items()}
    if "stake" in stakes:
        stakes = {"rebuy_stake": stakes["stake"], **stakes}
    return ruleset.turned(stakes)


_KNOBS_OF_MONEY = {
    "stake": "stake",
    "rebuy_stake": "rebuy_stake",
    "per_point": "per_point",
    "buy": "buy_fee",
    "hand": "hand_fee",
    "game": "game_fee",
}


def _played(table: _Table, start: Board, log: list[Any]) -> tuple[list[Any], Board, dict[str, Any] | None]:
    after, written, board = [], list[Entry](), start
    refused: dict[str, Any] | None = None
    for index, named in enumerate(log):
        entry = log_json.load(table.seated(named))
        try:
            board = judge(start, written, entry)
            written.append(entry)
        except Illegal as illegal:
            refused = refused or {"at": index, "code": illegal.code}
        after.append(table.totals(board))
    return after, board, refused


class _Table:
    """Seats by name and names by seat. A new name in the log gets the next free seat number."""

    def __init__(self, names: list[str]) -> None:
        self.names = list(names)

    def seat(self, name: str) -> int:
        if name not in self.names:
            self.names.append(name)
        return self.names.index(name)

    def seated(self, entry: Case) -> Case:
        """The entry with seats in place of names."""
        return renamed(entry, lambda name, _: self.seat(name))

    def totals(self, board: Board, sums: dict[int, FinalSum] | None = None) -> dict[str, int]:
        """The totals of the sides in play or asked; the final ones, if `sums` is given."""
        return {
            self.side_name(board.side_of(seat)): sums[seat].total if sums else standing.total
            for seat, standing in board.standings.items()
            if standing.status in (Status.IN, Status.ASKED)
        }

    def money(self, board: Board) -> dict[str, int]:
        units = net(board)
        return {self.side_name(side): sum(units[seat] for seat in side) for side in board.sides}

    def rebuys(self, board: Board) -> dict[str, int]:
        return {self.names[seat]: standing.rebuys for seat, standing in board.standings.items()}

    def names_of(self, seats: Sequence[int]) -> list[str]:
        return [self.names[seat] for seat in seats]

    def side_name(self, side: Sequence[int]) -> str:
        return "+".join(self.names_of(side))

    def winner(self, board: Board) -> str | list[str] | None:
        names = [self.side_name(side) for side in sides_of(board, board.winners)]
        return names[0] if len(names) == 1 else names or None
