"""One hand in words: the line to read aloud after it, and its line in the log."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from rules.closing.verdict import goes_out
from rules.events import Close, HandScored, Seat
from rules.knobs import Doubles, Scoring
from rules.match.board import Board, Side, added_points, gains, played_by, sides_of
from rules.ruleset import Ruleset
from rules.scoring.points import boxes_won, money_of_hand, wins_match
from scores.core.notation.names import joined_names
from scores.core.notation.numbers import money_gained, plus, signed
from scores.core.notation.words import (
    GOES_OUT,
    NOBODY_CLOSED,
    NOBODY_WENT_OUT,
    STOCK_RAN_OUT,
    WITH_LOOSE_CARD,
)

Names = Mapping[Seat, str]

CLOSE_NAMES: dict[Close | None, Any] = {
    Close.KNOCK: WITH_LOOSE_CARD,
    Close.CLEAN: gettext_lazy("con todo ligado"),
    Close.JOKER_RUN_1: gettext_lazy("escalera con comodín"),
    Close.JOKER_RUN_2: gettext_lazy("escalera con dos comodines"),
    Close.CHINCHON: gettext_lazy("chinchón"),
    Close.GIN: gettext_lazy("gin"),
    Close.BIG_GIN: gettext_lazy("gran gin"),
    Close.OUT: gettext_lazy("sale"),
    Close.RUMMY: gettext_lazy("de una vez"),
    Close.CHINASO: gettext_lazy("chinaso"),
}

_CALLED_OUT = {
    Close.GIN: gettext_lazy("Gin de %(name)s"),
    Close.BIG_GIN: gettext_lazy("Gran gin de %(name)s"),
    Close.OUT: GOES_OUT,
    Close.RUMMY: gettext_lazy("%(name)s se queda sin cartas de una vez"),
    Close.CHINASO: gettext_lazy("¡Chinaso de %(name)s!"),
}
"""How a close is called out; the others are «cierra»."""

DOUBLING: dict[Close | None, Doubles] = {
    Close.RUMMY: Doubles.RUMMY,
    Close.CHINASO: Doubles.CHINASO,
}
_DOUBLED: dict[tuple[str, ...], Any] = {
    (): gettext_lazy("(doble)"),
    ("hand_fee",): gettext_lazy("(el pago de la mano, doble)"),
    ("buy_fee",): gettext_lazy("(las compras, dobles)"),
    ("hand_fee", "buy_fee"): gettext_lazy("(el pago de la mano y las compras, dobles)"),
}
"""What a hand says of what is doubled, by the fees that are; without any it is the points."""


def read_aloud_parts(board: Board, hand: HandScored, names: Names) -> list[str]:
    """The parts of the line to read aloud: «Cierra Ana: −10, va con 54», «Luis +23 = 87», «Eva +7 = 41»."""
    return _LINE_OF_GAME[board.next_ruleset.scoring](board, hand, names)


def read_aloud_line(board: Board, hand: HandScored, names: Names) -> str:
    return " · ".join(read_aloud_parts(board, hand, names))


def close_name(ruleset: Ruleset, close: Close) -> str:
    """What a table calls a way of closing: a clean one by its points, «−10», where these rules give any."""
    is_named = close is not Close.CLEAN or not ruleset.clean_points
    return str(CLOSE_NAMES[close]) if is_named else signed(ruleset.clean_points)


def who_closed(ruleset: Ruleset) -> str:
    return _("¿Quién se quedó sin cartas?") if goes_out(ruleset) else _("¿Quién cerró?")


def nobody_closed(ruleset: Ruleset) -> str:
    """The words for a hand that nobody ended by closing; empty where such a hand does not count."""
    if ruleset.scoring is Scoring.TABLE or ruleset.contracts:
        return str(NOBODY_WENT_OUT)
    return str(NOBODY_CLOSED) if ruleset.scoring is Scoring.COUNT else ""


def close_question(board: Board, name: str) -> str:
    """The line while the kind of close is missing: «¿Cómo cerró Ana?»."""
    went_out = goes_out(board.next_ruleset)
    question = (
        _("¿Cómo se quedó sin cartas %(name)s?")
        if went_out
        else _("¿Cómo cerró %(name)s?")
    )
    return question % {"name": name}


def money_sentences(
    board: Board, hand: HandScored, names: Names, currency: str = ""
) -> list[str]:
    """The money that changes hands, as a list of one sentence; empty if there is none."""
    units = money_of_hand(board.next_ruleset, hand, played_by(board, hand))
    per_unit = board.next_ruleset.cents_per_unit
    if not units:
        return []
    each = " · ".join(
        f"{names[seat]} {money_gained(units[seat] * per_unit, currency)}"
        for seat in board.order
        if seat in units
    )
    return [_("En dinero: %(each)s") % {"each": each}]


def log_line(hand: HandScored, names: Names) -> str:
    """The hand as it was typed, without totals: «Cierra Ana, con todo ligado · Luis 23»."""
    return " · ".join(
        part for part in (_close_sentence(hand, names), left_with(hand, names)) if part
    )


def left_with(hand: HandScored, names: Names) -> str:
    """The numbers of each seat, without who closed."""
    parts = [seat_numbers(hand, seat, names[seat]) for seat in _seats_of(hand)]
    return " · ".join(part for part in parts if part)


def difference(old: HandScored, new: HandScored, names: Names) -> str:
    """What a correction changes in a hand: «Luis 32 (antes: 23)»."""
    closed = _close_sentence(new, names), _close_sentence(old, names)
    parts = [instead_of(*closed)] if closed[0] != closed[1] else []
    for seat in _seats_of(old, new):
        now, was = (seat_numbers(hand, seat, "").strip() for hand in (new, old))
        if now != was:
            parts.append(instead_of(f"{names[seat]} {now or '—'}", was))
    return " · ".join(parts)


def _seats_of(*hands: HandScored) -> list[Seat]:
    """The seats with numbers in these hands."""
    return sorted(
        {seat for hand in hands for seat in (*hand.deadwood, *hand.table, *hand.buys)}
    )


def instead_of(now: str, was: str) -> str:
    """What is written now, and what was before; `was` is empty if there was nothing."""
    return _("%(now)s (antes: %(was)s)") % {"now": now, "was": was} if was else now


def seat_numbers(hand: HandScored, seat: Seat, name: str) -> str:
    """The numbers of a seat after its name; empty if none were typed."""
    left = hand.deadwood.get(seat)
    if seat in hand.table:
        return f"{name} {hand.table[seat]}" + ("" if left is None else f" − {left}")
    bought = _buys_note(hand, seat)
    if left is None or seat == hand.closer:
        return f"{name}{bought}" if bought else ""
    melded = f" ({_('todo ligado')})" if seat in hand.melded else ""
    return f"{name} {left}{melded}{bought}"


def bought(times: int) -> str:
    """«(2 compras)»; empty without buys."""
    return (
        ngettext("(%(times)s compra)", "(%(times)s compras)", times) % {"times": times}
        if times
        else ""
    )


def _buys_note(hand: HandScored, seat: Seat) -> str:
    return f" {bought(hand.buys[seat])}" if hand.buys.get(seat) else ""


def _close_sentence(hand: HandScored, names: Names) -> str:
    if hand.closer is None:
        return str(STOCK_RAN_OUT if hand.table else NOBODY_CLOSED)
    name = {"name": names[hand.closer]}
    if hand.table or hand.close is None:  # in Rum 500 there is one kind
        return str(GOES_OUT) % name
    if hand.value is not None:
        return _("Rummy de %(name)s (%(value)s)") % {**name, "value": hand.value}
    if hand.close in _CALLED_OUT:
        return str(_CALLED_OUT[hand.close] % name)
    how = _("Cierra %(name)s, %(how)s") % {
        **name,
        "how": CLOSE_NAMES.get(hand.close, hand.close),
    }
    return (
        f"{how} ({hand.deadwood.get(hand.closer, 0)})"
        if hand.close is Close.KNOCK
        else how
    )


# The line to read aloud, game by game


def _count_line(board: Board, hand: HandScored, names: Names) -> list[str]:
    """Chinchón and Chinaso: the points that each adds, and the new totals."""
    points = added_points(board, hand)
    if hand.closer is None:
        opening = str(NOBODY_CLOSED)
    elif wins_match(board.next_ruleset, hand):
        return [_("¡Chinchón de %(name)s!") % {"name": names[hand.closer]}]
    elif hand.close in _CALLED_OUT:
        opening = str(
            _CALLED_OUT[hand.close] % {"name": names[hand.closer]}
        ) + _double_note(board, hand)
        opening += _buys_note(hand, hand.closer)
    else:
        added = points[hand.closer]
        total = board.standings[hand.closer].total + added
        facts = {
            "name": names[hand.closer],
            "points": plus(added),
            "total": signed(total),
        }
        opening = _("Cierra %(name)s: %(points)s, va con %(total)s") % facts
        if hand.close in (Close.JOKER_RUN_1, Close.JOKER_RUN_2, Close.CHINCHON):
            opening += f" ({CLOSE_NAMES[hand.close]})"
    return [opening, *_other_parts(board, hand, names, points)]


def _other_parts(
    board: Board, hand: HandScored, names: Names, points: Mapping[Seat, int]
) -> list[str]:
    """The others, with their new totals; of partners every side."""
    if board.has_partners:
        return list(_side_sums(board, list(points), names, points).values())
    return [
        f"{names[seat]} {_sum(board, seat, points[seat])}{_buys_note(hand, seat)}"
        for seat in board.seats_playing
        if seat in points and seat != hand.closer
    ]


def _sum(board: Board, seat: Seat, points: int) -> str:
    return f"{plus(points)} = {signed(board.total(seat) + points)}"


def _side_sums(
    board: Board, seats: Sequence[Seat], names: Names, points: Mapping[Seat, int]
) -> dict[Side, str]:
    """For each side of `seats` what it adds and its new total: «Ana y Eva +27 = 38»."""
    sums = dict[Side, str]()
    for side in sides_of(board, seats):
        name = joined_names([names[seat] for seat in side])
        added = sum(points.get(seat, 0) for seat in side)
        sums[side] = f"{name} {_sum(board, side[0], added)}"
    return sums


def _gin_line(board: Board, hand: HandScored, names: Names) -> list[str]:
    """Gin: the winner's points, the deadwood of the other, and in pairs the total of the winning side."""
    closer = hand.closer
    points = added_points(board, hand)
    if closer is None:
        return [str(NOBODY_CLOSED)]
    deadwood = hand.deadwood.get(closer, 0)
    others = [
        f"{names[seat]} {left}"
        for seat, left in hand.deadwood.items()
        if seat != closer
    ]
    sentence = (
        _CALLED_OUT[hand.close]
        if hand.close in _CALLED_OUT
        else _("%(name)s se planta con %(points)s")
    )
    opening = str(sentence % {"name": names[closer], "points": deadwood})
    if not others:
        return [opening]
    undercut = [seat for seat in boxes_won(board.next_ruleset, hand) if seat != closer]
    sentence_of_undercut = _("%(name)s no tenía más: se lleva la mano, %(sum)s")
    contra = [
        sentence_of_undercut % {"name": names[seat], "sum": _gain(board, seat, points)}
        for seat in undercut
    ]
    if points.get(closer) or not contra:
        opening = f"{opening}: {_gain(board, closer, points)}"
    return [opening, *others, *contra, *_sums_of_pairs(board, hand, names, points)]


def _gain(board: Board, seat: Seat, points: Mapping[Seat, int]) -> str:
    """The points and the new total; in pairs only the points, because the total is of both partners."""
    if board.in_pairs:
        return plus(points[seat])
    return _sum(board, seat, points[seat])


def _sums_of_pairs(
    board: Board, hand: HandScored, names: Names, points: Mapping[Seat, int]
) -> list[str]:
    """Gin in pairs: the new total of the side that won, and others that change: «Ana y Eva = 55»."""
    if not board.in_pairs:
        return []
    added = gains(board, points)
    changed = [seat for seat in board.order if added[seat]]
    sides = sides_of(board, [*boxes_won(board.next_ruleset, hand), *changed])
    called = {side: joined_names([names[seat] for seat in side]) for side in sides}
    return [
        f"{called[side]} = {signed(board.total(side[0]) + added[side[0]])}"
        for side in sides
    ]


def _collect_line(board: Board, hand: HandScored, names: Names) -> list[str]:
    """The Rummies: what the winner collects, and what each of the others pays."""
    ruleset = board.next_ruleset
    closer = hand.closer
    if closer is None:
        return [str(NOBODY_WENT_OUT)]
    name = {"name": names[closer]}
    if ruleset.pays_winners_hand and hand.value is None:
        return [_("Rummy de %(name)s: ¿cuánto vale?") % name]
    points = added_points(board, hand)
    if not ruleset.pays_winners_hand:
        points = {
            seat: points[seat]
            for seat in points
            if seat == closer or seat in hand.deadwood
        }
    facts = {"opening": _close_sentence(hand, names), "points": signed(points[closer])}
    takes = _("%(opening)s: cobra %(points)s") % facts
    return [
        takes + _double_note(board, hand),
        *_other_parts(board, hand, names, points),
    ]


def _table_line(board: Board, hand: HandScored, names: Names) -> list[str]:
    """Rum 500: the points that each side adds, and the new totals; first who went out, if alone."""
    points = added_points(board, hand)
    typed = [
        seat
        for seat in board.seats_playing
        if seat in hand.table or hand.deadwood.get(seat)
    ]
    added = _side_sums(board, typed, names, points)
    if hand.closer is None:
        return [str(STOCK_RAN_OUT), *added.values()]
    opening = str(GOES_OUT) % {"name": names[hand.closer]}
    if added.pop((hand.closer,), ""):
        opening += f": {_sum(board, hand.closer, points.get(hand.closer, 0))}"
    return [opening, *added.values()]


_LINE_OF_GAME: dict[Scoring, Callable[[Board, HandScored, Names], list[str]]] = {
    Scoring.COUNT: _count_line,
    Scoring.DIFFERENCE: _gin_line,
    Scoring.COLLECT: _collect_line,
    Scoring.TABLE: _table_line,
}


def _double_note(board: Board, hand: HandScored) -> str:
    if DOUBLING.get(hand.close) is not board.next_ruleset.doubles:
        return ""
    fees = board.next_ruleset.fees_doubled if hand.close is Close.CHINASO else ()
    return f" {_DOUBLED[fees]}"
