"""A hand: who closed, how, and what the others were left with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.board import Board, closes_open
from rules.closes import Close
from rules.events import HandScored, Seat
from rules.pricing import dearest_hand, price_of_close
from rules.ruleset import CleanFor, LayOff
from scores.forms.writing import WritingForm
from scores.numbers import signed, whole

NOBODY = "nobody"
CHIPS_AT_MOST = 12  # where more loose points are allowed, they are typed
CHIP_NAMES = {
    Close.JOKER_RUN_1: gettext_lazy("7 con un comodín"),
    Close.JOKER_RUN_2: gettext_lazy("7 con dos comodines"),
    Close.CHINCHON: gettext_lazy("Chinchón"),
}
_POINTS = re.compile(r"[-−]?\d{1,6}(\s*\+\s*\d{1,6})*\s*\+?")


@dataclass(frozen=True)
class Chip:
    """One way of closing that the rules allow, and the seats that may close so."""

    close: Close
    kept: int | None  # loose points; None: typed beside the name
    text: str
    points: str  # what it adds to the closer's total
    seats: tuple[Seat, ...]

    @property
    def value(self) -> str:
        return str(self.close) if self.kept is None or self.close is not Close.KNOCK else f"knock-{self.kept}"

    @property
    def is_rare(self) -> bool:
        """Asked once more: it decides too much for a slip of the thumb."""
        return self.close in (Close.CHINCHON, Close.JOKER_RUN_1, Close.JOKER_RUN_2)


def chips(board: Board) -> list[Chip]:
    """Every way of closing, with who may close so: would the closer bust, the chip is not for him."""
    ruleset = board.next_ruleset
    by_way: dict[tuple[Close, int | None], list[Seat]] = {}
    typed = ruleset.close_limit > CHIPS_AT_MOST
    for seat in board.seats_playing:
        for close, kept in closes_open(board, seat):
            way = (close, None if typed and close is Close.KNOCK else kept)
            seats = by_way.setdefault(way, [])
            if seat not in seats:
                seats.append(seat)
    made = [_chip(board, close, kept, tuple(seats)) for (close, kept), seats in by_way.items()]
    return sorted(made, key=lambda chip: (chip.is_rare, chip.close is Close.KNOCK, chip.kept or 0))


def _chip(board: Board, close: Close, kept: int | None, seats: tuple[Seat, ...]) -> Chip:
    ruleset = board.next_ruleset
    if close is Close.KNOCK:
        text = _("puntos sueltos") if kept is None else str(kept)
        return Chip(close, kept, text, "" if kept is None else f"+{kept}", seats)
    worth = price_of_close(ruleset, close, 0)
    points = signed(worth) if isinstance(worth, int) else _("gana")
    text = points if close is Close.CLEAN else f"{CHIP_NAMES[close]} {points}"
    return Chip(close, kept, text, points, seats)


def parsed_points(text: str) -> int:
    """The sum of "12+7+5". Raises ValueError for what is not a number."""
    text = text.strip()
    if not _POINTS.fullmatch(text):
        raise ValueError(text)
    return sum(int(term) for term in text.replace("−", "-").split("+") if term.strip())


class HandForm(WritingForm):
    """Fields `closer` (a seat or "nobody"), `close` (a chip's value), `deadwood_<seat>` and, where the rules
    ask it, `melded_<seat>`."""

    closer = forms.CharField(required=False)
    close = forms.CharField(required=False)

    def __init__(self, *args: Any, board: Board | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.board = board or self.board
        # Every seat, not only those who play: a hand sent again reads as it did the first time.
        for seat in self.board.standings:
            self.fields[f"deadwood_{seat}"] = forms.CharField(required=False, max_length=40)
            if self.asks_melded:
                self.fields[f"melded_{seat}"] = forms.BooleanField(required=False)

    @classmethod
    def filled(cls, data: Any, **kwargs: Any) -> HandForm:
        """The form with `data` in it and no complaint about it yet."""
        form = cls(data, **kwargs)
        form.full_clean()
        form.errors.clear()
        return form

    @property
    def asks_melded(self) -> bool:
        """Whether a 0 may or may not come from laying off, and the difference is worth points."""
        ruleset = self.board.next_ruleset
        return ruleset.clean_for is CleanFor.ANYONE and ruleset.lay_off is not LayOff.NONE

    @property
    def most(self) -> int:
        """The dearest a hand can be."""
        return dearest_hand(self.board.next_ruleset, len(self.board.order))

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self.closer, (self.close, kept) = self._closer(), self._close()
        self.deadwood = self._deadwood()
        if kept is not None and self.closer is not None:
            self.deadwood[self.closer] = kept
        return data

    def entry(self) -> HandScored:
        """The hand as typed; of a form that is not valid, the part that could be read."""
        melded = (seat for seat in self.board.standings if self.cleaned_data.get(f"melded_{seat}"))
        close = None if self.closer is None else self.close
        return HandScored(self.deadwood, self.closer, close, tuple(melded))

    def _closer(self) -> Seat | None:
        said = self._said_to_close()
        if len(said) > 1:
            self.add_error("closer", _("Solo puede cerrar uno."))
            return None
        text = next(iter(said), "")
        if text == NOBODY:
            return None
        if whole(text) is not None:
            return whole(text)
        self.add_error("closer", _("¿Quién cerró? Tocar su nombre, o «Nadie cerró»."))
        return None

    def _close(self) -> tuple[Close | None, int | None]:
        text = self.cleaned_data.get("close", "")
        if self.closer_is_nobody:
            return None, None
        if not text:
            self.add_error("close", _("¿Cómo cerró? Elegir una opción."))
            return None, None
        return self._way(text)

    @property
    def closer_is_nobody(self) -> bool:
        """Whether it was said that nobody closed; nothing said is not that."""
        return self._said_to_close() == {NOBODY}

    def _said_to_close(self) -> set[str]:
        if hasattr(self.data, "getlist"):
            return set(self.data.getlist("closer"))
        return {self.data.get("closer", "")}

    def _way(self, text: str) -> tuple[Close | None, int | None]:
        kept = whole(text.removeprefix("knock-")) if text.startswith("knock-") else None
        if kept is not None:
            return Close.KNOCK, kept
        try:
            return Close(text), None if text == Close.KNOCK else 0
        except ValueError:
            self.add_error("close", _("Con estas reglas no se puede cerrar así."))
            return None, None

    def _deadwood(self) -> dict[Seat, int]:
        """The numbers typed; a blank is not a zero, it is missing."""
        deadwood = {}
        for seat in self.board.standings:
            text = self.cleaned_data.get(f"deadwood_{seat}", "")
            if not text.strip():
                continue
            try:
                deadwood[seat] = parsed_points(text)
            except ValueError:
                name = self.sheet.names[seat]
                self.add_error(f"deadwood_{seat}", _("%(name)s: eso no es un número.") % {"name": name})
        return deadwood


def typed(hand: HandScored) -> dict[str, str]:
    """The form's fields for a hand already written."""
    fields = {f"deadwood_{seat}": str(left) for seat, left in hand.deadwood.items() if seat != hand.closer}
    fields |= {f"melded_{seat}": "on" for seat in hand.melded}
    fields["closer"] = NOBODY if hand.closer is None else str(hand.closer)
    if hand.closer is not None and hand.close is not None:
        kept = hand.deadwood.get(hand.closer, 0)
        fields["close"] = f"knock-{kept}" if hand.close is Close.KNOCK else str(hand.close)
    return fields
