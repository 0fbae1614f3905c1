"""The result of a match as plain text for a chat."""

from __future__ import annotations

from operator import itemgetter

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.close_kinds import Close
from rules.events import HandScored
from rules.match.board import Side, Status
from rules.match.elimination import places
from rules.match.gin_totals import final_total
from scores.core.house_rules import labels
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import gained, money, signed
from scores.core.notation.words import OUT, RETIRED
from scores.core.wording.log_lines import won
from scores.group.recap.money import MatchMoney


def headline(sheet: Sheet) -> str:
    """Who won; during the match, the next hand."""
    board = sheet.board
    if not board.is_over:
        return _("Mano %(number)s") % {"number": board.hands + 1}
    return won([sheet.names[seat] for seat in board.winners])


def circumstances(sheet: Sheet) -> str:
    """Game, date and number of hands: «Chinchón · 21 de noviembre de 2026 · 9 manos»."""
    match, count = sheet.match, sheet.board.hands
    hands = ngettext("%(count)s mano", "%(count)s manos", count) % {"count": count}
    game = match.rules_name or labels.name_of(sheet.board.ruleset)
    return " · ".join([game, date_format(match.played_on, "DATE_FORMAT"), hands])


def standings(sheet: Sheet) -> list[tuple[int, Side]]:
    """Every side with its place, best first."""
    board, place = sheet.board, places(sheet.board)
    return sorted(((place[side[0]], side) for side in board.sides), key=itemgetter(0))


def ranking(sheet: Sheet) -> list[str]:
    """A line per side: «2. Luis 87 (1 reenganche)»."""
    return [f"{place}. {_standing_text(sheet, side)}" for place, side in standings(sheet)]


def text(sheet: Sheet, link: str = "") -> str:
    """The whole text: winner, ranking and payments, and the link by which a reader may watch the match."""
    back = [_("Para verla: %(link)s") % {"link": link}] if link else []
    return "\n".join([headline(sheet), circumstances(sheet), *ranking(sheet), *_money(sheet), *back])


def _standing_text(sheet: Sheet, side: Side) -> str:
    """«Luis 87 (2 reenganches, fuera)»"""
    remarks = ", ".join(filter(None, [_rebuys(sheet, side), _chinchones(sheet, side), _left(sheet, side)]))
    line = f"{sheet.called(side)} {signed(final_total(sheet.board, side[0]))}"
    return f"{line} ({remarks})" if remarks else line


def _rebuys(sheet: Sheet, side: Side) -> str:
    count = sheet.board.standings[side[0]].rebuys
    text = ngettext("%(count)s reenganche", "%(count)s reenganches", count)
    return text % {"count": count} if count else ""


def _chinchones(sheet: Sheet, side: Side) -> str:
    hands = [step.event for step in sheet.hands if isinstance(step.event, HandScored)]
    count = sum(hand.close is Close.CHINCHON and hand.closer in side for hand in hands)
    return ngettext("%(count)s chinchón", "%(count)s chinchones", count) % {"count": count} if count else ""


def _left(sheet: Sheet, side: Side) -> str:
    labels = {Status.OUT: str(OUT), Status.RETIRED: str(RETIRED)}
    return labels.get(sheet.board.standings[side[0]].status, "")


def _money(sheet: Sheet) -> list[str]:
    """What each player won or lost; and who pays whom, unless the pot pays."""
    cash = MatchMoney.of_sheet(sheet)
    if cash is None or not cash.is_owed:
        return []
    currency = sheet.match.currency
    net = " · ".join(f"{name} {gained(units, currency)}" for name, units in cash.net)
    due = [] if cash.is_settled_by_pot else cash.payments
    return [net, *(f"{payer} → {payee}: {money(units, currency)}" for payer, payee, units in due)]
