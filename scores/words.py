"""What happened, in the table's words: the line to read aloud, the log, what follows from a hand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.board import Board, Status, play
from rules.closes import Close
from rules.corrections import Amended, Change, Entry, Line, Redone, Undone
from rules.errors import Illegal
from rules.events import (
    BoughtBackIn,
    CameBack,
    DealerNamed,
    Declined,
    Finished,
    HandScored,
    HandVoided,
    Joined,
    Penalised,
    Reseated,
    Retired,
    RulesChanged,
    SatOut,
    Seat,
    VoidReason,
)
from rules.pricing import added, price, wins_match
from scores.knobs import label, value_in_words
from scores.numbers import plus, signed
from scores.phrases import phrase
from scores.sheet import Step

Names = Mapping[Seat, str]

# Before these the Spanish «y» becomes «e»: Inés, Hilda; not Hiart nor Hierro, which sound as with a y.
_SOUNDS_LIKE_I = re.compile("[ií]|h[ií](?![aeáé])", re.IGNORECASE)

CLOSE_NAMES: dict[Close | None, Any] = {
    Close.KNOCK: gettext_lazy("con carta suelta"),
    Close.CLEAN: gettext_lazy("limpio"),
    Close.JOKER_RUN_1: gettext_lazy("escalera de siete con un comodín"),
    Close.JOKER_RUN_2: gettext_lazy("escalera de siete con dos comodines"),
    Close.CHINCHON: gettext_lazy("chinchón"),
}

VOIDS = {
    VoidReason.FALSE_CLOSE: gettext_lazy("Cierre en falso de %(name)s: la mano no cuenta"),
    VoidReason.MISDEAL: gettext_lazy("Mal repartidas: la mano no cuenta"),
    VoidReason.STOCK: gettext_lazy("Se acabó el mazo: la mano no cuenta"),
}

OfOneSeat = BoughtBackIn | Declined | Retired | SatOut | CameBack | Joined | DealerNamed
OF_ONE_SEAT: dict[type, Any] = {
    BoughtBackIn: gettext_lazy("%(name)s se reengancha"),
    Declined: gettext_lazy("%(name)s no se reengancha"),
    Retired: gettext_lazy("%(name)s se retira"),
    SatOut: gettext_lazy("%(name)s descansa"),
    CameBack: gettext_lazy("%(name)s vuelve"),
    Joined: gettext_lazy("%(name)s se sienta a la mesa"),
    DealerNamed: gettext_lazy("Reparte %(name)s"),
}


def listed(names: Sequence[str]) -> str:
    """Ana, Luis y Eva; in Spanish «Ana e Inés»."""
    if len(names) < 2:
        return "".join(names)
    facts = {"first": ", ".join(names[:-1]), "last": names[-1]}
    if _SOUNDS_LIKE_I.match(names[-1]):
        return _("%(first)s e %(last)s") % facts
    return _("%(first)s y %(last)s") % facts


def wins(names: Sequence[str]) -> str:
    """Who wins, as it is called out at the table."""
    return ngettext("¡Gana %(names)s!", "¡Ganan %(names)s!", len(names)) % {"names": listed(names)}


def won(names: Sequence[str]) -> str:
    """Who won a match that is over; nothing while nobody has."""
    return (
        ngettext("Ganó %(names)s", "Ganaron %(names)s", len(names)) % {"names": listed(names)}
        if names
        else ""
    )


def aloud(step: Step, names: Names) -> list[str]:
    """The line to read aloud and what follows from it, a sentence each."""
    told = _hand(step.before, step.event, names) if isinstance(step.event, HandScored) else None
    return [told or happened(step.event, names), *consequences(step, names)]


def aloud_so_far(board: Board, hand: HandScored, names: Names) -> list[str]:
    """The same for a hand that is still being typed; what follows is said once it is whole and legal."""
    if hand.closer not in (None, *board.seats_playing):
        return []
    if hand.closer is not None and hand.close is None:
        return [_("Cierra %(name)s: ¿cómo?") % {"name": names[hand.closer]}]
    told = _hand(board, hand, names)
    try:
        after = play(board, hand)
    except Illegal as refusal:
        return [told] if refusal.code == "missing-points" else [told, phrase(refusal, names)]
    return [told, *consequences(Step(Line((0,), hand), board, after), names)]


def consequences(step: Step, names: Names) -> list[str]:
    """Who goes past the limit and what becomes of it, who wins."""
    told = [_after_bust(step, seat, names[seat]) for seat in step.before.order if _is_bust(step, seat)]
    if step.after.is_over:
        told.append(wins([names[seat] for seat in step.after.winners]))
    return told


def happened(entry: Entry, names: Names) -> str:
    """One entry of the log as a sentence."""
    if isinstance(entry, HandScored):
        return _facts(entry, names)
    if isinstance(entry, HandVoided):
        return VOIDS[entry.reason] % {"name": "" if entry.seat is None else names[entry.seat]}
    if isinstance(entry, Penalised):
        facts = {"name": names[entry.seat], "points": plus(entry.points)}
        if entry.points < 0:
            return _("%(name)s: %(points)s de premio") % facts
        return _("%(name)s: %(points)s de castigo") % facts
    if isinstance(entry, OfOneSeat):
        return str(OF_ONE_SEAT[type(entry)] % {"name": names[entry.seat]})
    return _without_seat(entry, names)


def change_in_words(before: Sequence[Line], change: Change, names: Names) -> str:
    """One change of an amend to the lines `before`: what stood there, what stands there now."""
    old = next((happened(line.event, names) for line in before if change.at in line.refs), "")
    if change.event is None:
        return f"✕ {old}"
    told = happened(change.event, names)
    return f"+ {told}" if change.insert or not old else f"{old} → {told}"


def _without_seat(entry: Entry, names: Names) -> str:
    if isinstance(entry, Reseated):
        return _("Nuevo orden: %(names)s") % {"names": ", ".join(names[seat] for seat in entry.order)}
    if isinstance(entry, RulesChanged):
        return _("Cambian las reglas: %(rules)s") % {"rules": rules_in_words(entry.options)}
    if isinstance(entry, Amended):
        count = len(entry.changes)
        return ngettext("Corrección", "Corrección (%(count)s cambios)", count) % {"count": count}
    plain = {Finished: _("La mesa termina aquí"), Undone: _("Deshacer"), Redone: _("Rehacer")}
    return plain[type(entry)]


def rules_in_words(options: Mapping[str, object]) -> str:
    """Knobs that were turned, as a line."""
    return " · ".join(f"{label(knob)}: {value_in_words(knob, value)}" for knob, value in options.items())


def _hand(board: Board, hand: HandScored, names: Names) -> str:
    """The line to read aloud: «Cierra Ana −10 · Luis +23 = 87 · Eva +7 = 41»."""
    points = price(board.next_ruleset, hand, board.seats_playing)
    if hand.closer is None:
        told = [_("Nadie cerró")]
    elif wins_match(board.next_ruleset, hand):
        return _("¡Chinchón de %(name)s!") % {"name": names[hand.closer]}
    else:
        told = [_closer(names[hand.closer], hand.close, points[hand.closer])]
    told += [
        f"{names[seat]} {plus(points[seat])} = {signed(board.total(seat) + points[seat])}"
        for seat in board.seats_playing
        if seat in points and seat != hand.closer
    ]
    return " · ".join(told)


def _closer(name: str, close: Close | None, points: int) -> str:
    told = _("Cierra %(name)s %(points)s") % {"name": name, "points": plus(points)}
    special = close in (Close.JOKER_RUN_1, Close.JOKER_RUN_2, Close.CHINCHON)
    return f"{told} ({CLOSE_NAMES[close]})" if special else told


def _facts(hand: HandScored, names: Names) -> str:
    """The hand as it was written, without totals."""
    if hand.closer is None:
        told = _("Nadie cerró")
    else:
        told = _("Cierra %(name)s, %(how)s") % {
            "name": names[hand.closer],
            "how": CLOSE_NAMES.get(hand.close, hand.close),
        }
        if hand.close is Close.KNOCK:
            told += f" ({hand.deadwood.get(hand.closer, 0)})"
    return " · ".join(part for part in (told, left_with(hand, names)) if part)


def left_with(hand: HandScored, names: Names) -> str:
    """What everybody but the closer was left with, nothing said of who closed."""
    return " · ".join(f"{names[seat]} {left}" for seat, left in hand.deadwood.items() if seat != hand.closer)


def _is_bust(step: Step, seat: Seat) -> bool:
    """Whether this line took the seat past the limit, whatever it did then."""
    before, after = step.before.standings[seat], step.after.standings[seat]
    if before.status is not Status.IN or isinstance(step.event, Retired):
        return False
    bought_back_in = after.rebuys > before.rebuys
    return bought_back_in or after.status in (Status.ASKED, Status.OUT)


def _after_bust(step: Step, seat: Seat, name: str) -> str:
    standing = step.after.standings[seat]
    facts = {"name": name, "total": signed(_reached(step, seat)), "level": signed(step.after.level)}
    if standing.status is Status.IN:
        return _("%(name)s se pasa (%(total)s): reenganche en %(level)s") % facts
    if standing.status is Status.ASKED:
        return _("%(name)s se pasa (%(total)s): ¿se reengancha en %(level)s?") % facts
    return _("%(name)s se pasa (%(total)s): queda fuera") % facts


def _reached(step: Step, seat: Seat) -> int:
    """The total that was past the limit, before any buying back."""
    points = added(step.before.next_ruleset, step.event, step.before.seats_playing)
    return step.before.total(seat) + points.get(seat, 0)
