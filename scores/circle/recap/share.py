"""The result of a match to share: as text for a chat, and as a picture."""

from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from scores.circle.images import render
from scores.circle.images.layout import BASE, LETTERS, TALLEST
from scores.circle.images.render import FAN, fitted_line
from scores.circle.recap.chart import chart_of
from scores.circle.recap.highlights import cash_of, podium, won_by_chinchon
from scores.core.house_rules import labels
from scores.core.matches.scoresheet import Sheet, colours_of
from scores.core.notation.numbers import money, money_gained
from scores.core.wording.log_lines import won

CARD = "scores/recap/match_card.svg"
LEFT = 60
UP_TO_COIN = 990  # right edge of what stands beside a coin
UP_TO_FAN = 690  # the same beside a chinchón
TOP, BOTTOM = 205, 572  # y range of the ranking
LIST = 622  # right edge of the ranking beside a chart
WHOLE = 1150  # the same without a chart
NAME = 192  # x of the names
TOTAL = 140  # the least room for a total, with the gaps beside it
DIGIT = 0.6  # width of a digit of size 1
GAPS = 48


def headline(sheet: Sheet) -> str:
    """Who won; during the match, the next hand."""
    board = sheet.board
    if not board.is_over:
        return _("Mano %(number)s") % {"number": board.hands + 1}
    return won([sheet.names[seat] for seat in board.winners])


def circumstances(sheet: Sheet) -> str:
    """Game, date and number of hands: «Chinchón · 21 de noviembre de 2026 · 9 manos»."""
    match = sheet.match
    count = sheet.board.hands
    hands = ngettext("%(count)s mano", "%(count)s manos", count) % {"count": count}
    game = match.rules_name or labels.name_of(sheet.board.ruleset)
    return " · ".join([game, date_format(match.played_on, "DATE_FORMAT"), hands])


def ranking(sheet: Sheet) -> list[str]:
    """A line per side: «2.º Luis 87 (1 reenganche, fuera en la mano 6)»."""
    lines = []
    for side in podium(sheet):
        remarks = f" ({', '.join(side.remarks)})" if side.remarks else ""
        lines.append(f"{side.ordinal} {side.name} {side.total}{remarks}")
    return lines


def text(sheet: Sheet, link: str = "") -> str:
    """The whole text: winner, ranking and payments, and the link by which a reader may watch the match."""
    back = [_("Para verla: %(link)s") % {"link": link}] if link else []
    return "\n".join(
        [headline(sheet), circumstances(sheet), *ranking(sheet), *_money(sheet), *back]
    )


def _money(sheet: Sheet) -> list[str]:
    """What each player won or lost; and who pays whom, unless the pot pays."""
    cash = cash_of(sheet)
    if cash is None or not cash.is_owed:
        return []
    currency = sheet.match.currency
    net = " · ".join(
        f"{name} {money_gained(units, currency)}" for name, units in cash.net
    )
    due = [] if cash.pot else cash.payments
    return [
        net,
        *(
            f"{payer} → {payee}: {money(units, currency)}"
            for payer, payee, units in due
        ),
    ]


def png(sheet: Sheet) -> bytes:
    """The picture as PNG, of a match in progress too, in the active language."""
    return render.png(CARD, match_card(sheet))


def match_card(sheet: Sheet) -> dict[str, Any]:
    """What CARD shows, in pixels. A phone without a server draws it too."""
    lines = chart_of(sheet)
    right = LIST if lines else WHOLE
    # of a row, so that all sides fit
    height = min(TALLEST, (BOTTOM - TOP) // len(sheet.board.sides))
    fan = FAN if won_by_chinchon(sheet) else ()
    width = (UP_TO_FAN if fan else UP_TO_COIN) - LEFT
    return {
        "fan": fan,
        "is_over": sheet.board.is_over,
        "headline": fitted_line(headline(sheet), 72, width, bold=True),
        "circumstances": fitted_line(circumstances(sheet), 32, width),
        "rows": _rows(sheet, right, height),
        "high": height - 8,
        "size": round(height * LETTERS),  # of the letters of a row
        "right": right,  # edge of the rows
        "chart": lines,
    }


def _rows(sheet: Sheet, right: int, height: int) -> list[dict[str, object]]:
    """A row for each side, in pixels from above."""
    size = height * LETTERS
    sides = podium(sheet)
    longest = max([len(side.total) for side in sides])
    room = right - NAME - max(TOTAL, GAPS + round(longest * DIGIT * size))
    tops = range(TOP, BOTTOM, height)
    return [
        {
            "side": side,
            "name": fitted_line(
                f"{side.emoji} {side.name}".strip(),
                size,
                room,
                bold=side.won,
                lines=len(sides),
            ),
            # of its line in the chart
            "colour": colours_of(sheet)[sheet.board.side_of(side.seat)],
            "top": top,
            "middle": top + height // 2 - 4,
            "base": round(top + height * BASE) - 3,  # of the text
        }
        for top, side in zip(tops, sides, strict=False)
    ]
