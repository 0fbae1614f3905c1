"""The money of a match for its page."""

from __future__ import annotations

from dataclasses import dataclass

from rules.knobs import Scoring
from rules.match import settlement
from rules.ruleset import Ruleset
from scores.matches.scoresheet import Sheet

KNOBS = ("stake", "rebuy_stake", "per_point", "buy_fee", "hand_fee", "game_fee")


@dataclass(frozen=True)
class MatchMoney:
    """The pot, what each player won or lost so far, and who pays whom, by name. Whole units."""

    pot: int
    net: list[tuple[str, int]]
    payments: list[tuple[str, str, int]]  # payer, payee, units
    is_settled_by_pot: bool  # the stakes are in the pot, which pays the winners

    @property
    def is_owed(self) -> bool:
        """Whether anybody has won or lost money yet."""
        return any(units for _name, units in self.net)

    @classmethod
    def of_sheet(cls, sheet: Sheet) -> MatchMoney | None:
        """None if the rules know no money and nobody has paid any."""
        board, names = sheet.board, sheet.names
        pot, net = settlement.pot(board), settlement.net(board)
        if not pot and not any(net.values()) and not is_for_money(board.next_ruleset):
            return None
        due = settlement.payments(board) if board.is_over or board.ruleset.scoring is Scoring.COLLECT else ()
        return cls(
            pot,
            [(names[seat], units) for seat, units in net.items()],
            [(names[payment.payer], names[payment.payee], payment.units) for payment in due],
            bool(pot),
        )


def is_for_money(ruleset: Ruleset) -> bool:
    return any(getattr(ruleset, knob) for knob in KNOBS)
