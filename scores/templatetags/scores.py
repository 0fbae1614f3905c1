"""Template tags and filters: icons, names of seats, numbers, cells and lines of the scoresheet."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from rules.events import Seat
from rules.match.board import Board, Side
from rules.match.corrections import Step
from scores.core.matches.scoresheet import Sheet
from scores.core.notation import numbers
from scores.core.notation.names import short_name
from scores.core.notation.shown_names import letters, marked_name
from scores.table.board import sheet_page

SVG = '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{}</svg>'
SHAPES = """
home <path d="M4 11 12 4l8 7v9h-5v-6H9v6H4z"/>
back <path d="m14 5-7 7 7 7"/>
erase <path d="M9 6h11v12H9l-6-6zM12 9.5l5 5m0-5-5 5"/>
plus <path d="M12 5v14M5 12h14"/>
next <path d="M5 12h13m-6-6 6 6-6 6"/>
undo <path d="M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4"/>
rebuy <path d="M5 12a7 7 0 1 1 2.5 5.4M5 20v-4h4"/>
redo <path d="m16 5 4 4-4 4M20 9H10a5 5 0 0 0 0 10h4"/>
more <path d="M4.5 12h1m6 0h1m6 0h1"/>
chevron <path d="m9 5 7 7-7 7"/>
people <circle cx="9" cy="8" r="3.5"/>\
<path d="M2.5 19q1-5.5 6.5-5.5t6.5 5.5M16 5a3.5 3.5 0 0 1 0 6.500M18 14q3 1 3.500 5"/>
phone <rect x="7" y="3" width="10" height="18" rx="2"/><path d="M11 17.500h2"/>
clock <circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.500 2"/>
merge <path d="M5 5q0 7 7 7h7M5 19q0-7 7-7M15 8l4 4-4 4"/>
save <path d="M12 4v10m-4-4 4 4 4-4M5 16v4h14v-4"/>
menu <path d="M5 7h14M5 12h14M5 17h14"/>
up <path d="m6 15 6-6 6 6"/>
deal <path d="M5 7.5 12 5l3.5 10-7 2.500zM14 6.500h5V18h-6"/>
microphone <rect x="9" y="3" width="6" height="11" rx="3"/>\
<path d="M5.500 11.500a6.500 6.500 0 0 0 13 0M12 18v3"/>
cards <rect x="4" y="6" width="9" height="13" rx="1.5"/><path d="m12 5.5 7 1.8-3.2 12.2-3-.8"/>
lead <circle cx="12" cy="12" r="10.5" fill="#edb72f" stroke="#8f5e00" stroke-width="1.5"/>\
<circle cx="12" cy="12" r="6.5" stroke="#8f5e00" stroke-width="1.5"/>\
<circle cx="12" cy="12" r="2.5" fill="#8f5e00" stroke="none"/>
share <path d="M12 15V4M8 8l4-4 4 4M6 12v8h12v-8"/>
share-iphone <path d="M12 15V3M8.500 6 12 3l3.500 3M9 9H6v12h12V9h-3"/>
add-iphone <rect x="4" y="4" width="16" height="16" rx="4"/><path d="M12 8v8M8 12h8"/>
dots <path d="M12 5v.1M12 12v.1M12 19v.1"/>
add-to-phone <path d="M18 16v5H7V3h6M11 18h3M18 3v9m-3.500-3.500L18 12l3.500-3.500"/>
cross <path d="m6 6 12 12M18 6 6 18"/>
check <path d="m5 13 4 4L19 7"/>
scan <path d="M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16"/>
look <path d="M3 12q9-13 18 0-9 13-18 0z"/><circle cx="12" cy="12" r="3"/>
write <path d="m4 20 1-4.5L16 4.5 19.5 8l-11 11z"/>
sheet <path d="M6 4h12v16H6zM9 9h6M9 13h6"/>
chart <path d="M4 4v16h16M8 15l4-5 3 3 5-7"/>
pen <path d="m4 20 1-4.5 11-11 3.500 3.500-11 11z"/>
box <path d="M4 5h16v4H4zM6 9v11h12V9M10 13h4"/>
bin <path d="M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13"/>
screen <path d="M3 5h18v12H3zM8 21h8"/>
person <path d="M12 4a4 4 0 1 1-.1 0M4.500 20q1.500-6 7.500-6t7.500 6"/>
place <path d="M12 21q-6.500-6.500-6.500-11a6.500 6.500 0 0 1 13 0q0 4.500-6.500 11zM12 9v2"/>
help <path d="M9 9a3 3 0 1 1 4 3q-1 .5-1 2m0 4v.1"/>
"""  # each with its name; `lead` is the coin of the oros
ICONS = {
    name: mark_safe(SVG.format(shape))  # noqa: S308  # ours
    for name, shape in [line.split(" ", 1) for line in SHAPES.strip().split("\n")]
}

register = template.Library()
register.filter("signed", numbers.signed)
register.filter("plus", numbers.plus)
register.filter("ordinal", numbers.ordinal)
register.filter("money", numbers.money)
register.filter("gained", numbers.money_gained)
register.filter("mean", numbers.mean)
register.filter("shortened", short_name)
register.filter("marked", marked_name)
register.filter("letters", letters)
register.simple_tag(sheet_page.lines_html, name="sheet_lines")


@register.simple_tag
def icon(name: str) -> SafeString:
    """An icon as inline SVG, 24 × 24 units."""
    return ICONS[name]


@register.filter
def player_name(seat: Seat, sheet: Sheet) -> str:
    return sheet.names[seat]


@register.filter
def side_name(side: Side, sheet: Sheet) -> str:
    return sheet.name_of_side(side)


@register.filter
def total_of(board: Board, seat: Seat) -> str:
    return numbers.signed(board.total(seat))


@register.simple_tag
def cell(sheet: Sheet, step: Step, side: Side) -> sheet_page.SheetCell:
    return sheet_page.cell(step, side, sheet.names)
