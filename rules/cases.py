"""Runs the worked examples of tests/conformance, for the command `rules.conformance`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.cards.deck import usual_players
from rules.cards.melds import meld_rules
from rules.closing.check import check_close
from rules.closing.draws import outlook
from rules.closing.laid_cards import read_table
from rules.closing.showdown import count, play_showdown
from rules.closing.verdict import DEFAULT_SITUATION, Situation, Verdict
from rules.errors import Illegal
from rules.events import Close
from rules.kinds import plain
from rules.match.board import Board, Status, new_board, sides_of
from rules.match.corrections import Entry, judge
from rules.match.log_json import load, payload_with_names
from rules.match.settlement import FinalSum, final_sums, net
from rules.packs import Card, read_card, read_cards
from rules.presets import RULESETS
from rules.ruleset import Ruleset
from rules.scoring.points import table_points

Case = dict[str, Any]


def answer(case: Case) -> Case:
    """Everything docs/rules/FORMAT.md#every-case lets a case of this kind expect, as JSON has it."""
    ruleset = RULESETS[case["ruleset"]].with_options(case.get("options", {}))
    document: Case = plain(_RUNNERS[case["kind"]](case, ruleset))
    return document


# Cards


def _meld(case: Case, ruleset: Ruleset) -> Case:
    rules = meld_rules(ruleset, case.get("players"))
    try:
        readings = rules.readings(read_cards(case["cards"], ruleset.pack))
    except Illegal:
        readings = ()
    meld = readings[0] if readings else None
    return {
        "legal": bool(meld),
        "meld": meld and meld.kind,
        "points": meld and table_points(rules, meld),
    }


def _close(case: Case, ruleset: Ruleset) -> Case:
    try:
        verdict = check_close(
            ruleset,
            read_cards(case["cards"], ruleset.pack),
            _groups(case["melds"], ruleset) if "melds" in case else None,
            read_card(case["discard"], ruleset.pack) if case.get("discard") else None,
            _situation(case, ruleset),
        )
    except Illegal as illegal:
        verdict = Verdict(illegal.code)
    return {
        "legal": verdict.legal,
        "code": verdict.code,
        "deadwood": verdict.deadwood,
        "points": verdict.points,
        "close": verdict.close,
        "lay_off": verdict.lay_off,
        "best": verdict.best and verdict.best.points,
        "discard": verdict.discard,
    }


def _situation(case: Case, ruleset: Ruleset) -> Situation:
    facts = {
        key: value for key, value in case.items() if hasattr(DEFAULT_SITUATION, key)
    }
    if "table" in facts:
        rules = meld_rules(ruleset, case.get("players"))
        groups = _groups(facts["table"], ruleset)
        facts["table"] = tuple(card for group in groups for card in group)
        facts["table_melds"] = tuple(
            meld for group in groups for meld in rules.readings(group)
        )
    return Situation(**facts)


def _draws(case: Case, ruleset: Ruleset) -> Case:
    cards, seen = (
        read_cards(case.get(key, ()), ruleset.pack) for key in ("cards", "seen")
    )
    lacks = outlook(ruleset, cards, seen, _situation(case, ruleset))
    points = {str(draw.card): draw.points for draw in lacks.draws}
    return {
        "closing_cards": sorted(points),
        "live": lacks.live,
        "unseen": lacks.unseen,
        "points": points,
    }


def _count(case: Case, ruleset: Ruleset) -> Case:
    cards = read_cards(case["cards"], ruleset.pack)
    table = _groups(case.get("table", []), ruleset)
    return {
        "points": count(
            ruleset, cards, table, _kind(case, "knock"), case.get("players")
        ).points
    }


def _showdown(case: Case, ruleset: Ruleset) -> Case:
    seats = {name: seat for seat, name in enumerate(case["cards"])}
    cards = {
        seats[name]: read_cards(hand, ruleset.pack)
        for name, hand in case["cards"].items()
    }
    melds = {
        seats[name]: _groups(groups, ruleset)
        for name, groups in case.get("melds", {}).items()
    }
    closer = None if case.get("closer") is None else seats[case["closer"]]
    close = _kind(case, None)
    players = case.get("players", max(len(cards), usual_players(ruleset)))
    played = play_showdown(ruleset, closer, cards, melds, close, players)
    return {"points": {name: played.points[seat] for name, seat in seats.items()}}


def _table(case: Case, ruleset: Ruleset) -> Case:
    cards = {
        name: read_cards(hand, ruleset.pack) for name, hand in case["cards"].items()
    }
    rules = meld_rules(
        ruleset, case.get("players", max(len(cards), usual_players(ruleset)))
    )
    seats = read_table(rules, dict(enumerate(cards.values()))).seats
    return {
        "points": {name: seats[seat].points for seat, name in enumerate(cards)},
        "loose": {name: seats[seat].loose for seat, name in enumerate(cards)},
    }


def _kind(case: Case, default: str | None) -> Close | None:
    close = case.get("close", default)
    return None if close is None else Close(close)


def _groups(
    groups: Sequence[Sequence[str]], ruleset: Ruleset
) -> list[tuple[Card, ...]]:
    return [read_cards(group, ruleset.pack) for group in groups]


# Matches


def _match(case: Case, ruleset: Ruleset) -> Case:
    """Named players and a log in, boards and refusals out (docs/rules/FORMAT.md#matches)."""
    table = _Table(case["players"])
    board = _start(case, _with_money(case, ruleset), table)
    after, board, refused = _play_case(table, board, case["log"])
    winners = [table.side_name(side) for side in sides_of(board, board.winners)]
    units = net(board)
    return {
        "after": after,
        "totals": table.totals(board, final_sums(board)),
        "out": table.names_of(board.seats_out),
        "bought_back": {
            table.names[seat]: standing.rebuys
            for seat, standing in board.standings.items()
            if standing.rebuys
        },
        "pending": table.names_of(board.seats_asked),
        "dealer": table.names[board.dealer],
        "winner": winners[0] if len(winners) == 1 else winners or None,
        "money": {
            table.side_name(side): sum(units[seat] for seat in side)
            for side in board.sides
        },
        "refused": refused,
    }


def _start(case: Case, ruleset: Ruleset, table: _Table) -> Board:
    """The first board. `start` names partners together, and the first of them is enough."""
    teams = case.get("teams")
    return new_board(
        ruleset,
        len(case["players"]),
        dealer=table.seat(case.get("dealer", case["players"][0])),
        start={
            table.seat(side.partition("+")[0]): total
            for side, total in case.get("start", {}).items()
        },
        teams=teams and [[table.seat(name) for name in team] for team in teams],
    )


def _with_money(case: Case, ruleset: Ruleset) -> Ruleset:
    fees = {"buy": "buy_fee", "hand": "hand_fee", "game": "game_fee"}
    money = {
        fees.get(name, name): units for name, units in case.get("money", {}).items()
    }
    return ruleset.with_options(
        {"rebuy_stake": money["stake"], **money} if "stake" in money else money
    )


def _play_case(
    table: _Table, start: Board, log: list[Any]
) -> tuple[list[Any], Board, dict[str, Any] | None]:
    after = []
    written = list[Entry]()
    board = start
    refused: dict[str, Any] | None = None
    for index, named in enumerate(log):
        entry = load(payload_with_names(named, table.seat))
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

    def totals(
        self, board: Board, sums: dict[int, FinalSum] | None = None
    ) -> dict[str, int]:
        """The totals of the sides in play or asked; the final ones, if `sums` is given."""
        return {
            self.side_name(board.side_of(seat)): sums[seat].total
            if sums
            else standing.total
            for seat, standing in board.standings.items()
            if standing.status in (Status.IN, Status.ASKED)
        }

    def names_of(self, seats: Sequence[int]) -> list[str]:
        return [self.names[seat] for seat in seats]

    def side_name(self, side: Sequence[int]) -> str:
        return "+".join(self.names_of(side))


_RUNNERS: dict[str, Callable[[Case, Ruleset], Case]] = {
    "meld": _meld,
    "close": _close,
    "count": _count,
    "showdown": _showdown,
    "table": _table,
    "draws": _draws,
    "match": _match,
}
