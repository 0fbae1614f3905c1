"""The money of a match for its page."""

from __future__ import annotations

from dataclasses import dataclass

from rules.knobs import Scoring
from rules.match import settlement
from scores.core.matches.scoresheet import Sheet


@dataclass(frozen=True)
class MatchMoney:
    """The pot, what each player won or lost so far, and who pays whom, by name. In hundredths."""

    pot: int
    net: list[tuple[str, int]]
    payments: list[tuple[str, str, int]]  # payer, payee, cents
    is_settled_by_pot: bool  # the stakes are in the pot, which pays the winners

    @property
    def is_owed(self) -> bool:
        """Whether anybody has won or lost money yet."""
        return any(cents for _name, cents in self.net)

    @classmethod
    def of_sheet(cls, sheet: Sheet) -> MatchMoney | None:
        """None if the rules know no money and nobody has paid any."""
        board, names = sheet.board, sheet.names
        pot, net = settlement.pot(board), settlement.net(board)
        if not pot and not any(net.values()) and not board.next_ruleset.plays_for_money:
            return None
        due = settlement.payments(board) if board.is_over or board.ruleset.scoring is Scoring.COLLECT else ()
        cents = board.next_ruleset.cents_per_unit
        return cls(
            pot * cents,
            [(names[seat], units * cents) for seat, units in net.items()],
            [(names[payment.payer], names[payment.payee], payment.units * cents) for payment in due],
            bool(pot),
        )
