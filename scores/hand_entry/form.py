"""A hand as it is written down: who closed, how, and the numbers that the game asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.close_kinds import JOKERS_IN_RUN, Close
from rules.errors import Illegal
from rules.events import HandScored, Seat
from rules.knobs import CleanFor, Doubles, LayOff
from rules.match.board import Board
from rules.match.verify import possible_closes
from rules.ruleset import Ruleset
from rules.scoring.points import price_of_close
from scores.fields import NOBODY
from scores.hand_entry.line_form import WritingForm
from scores.hand_entry.questions import Asks, Number, asks
from scores.notation.numbers import parsed_int, plus, signed
from scores.wording.refusals import PHRASES

CHIPS_AT_MOST = 12  # where more loose points are allowed, they are typed
CHIP_NAMES = {
    Close.JOKER_RUN_1: gettext_lazy("7 con un comodín"),
    Close.JOKER_RUN_2: gettext_lazy("7 con dos comodines"),
    Close.CHINCHON: gettext_lazy("Chinchón"),
    Close.GIN: gettext_lazy("Gin"),
    Close.BIG_GIN: gettext_lazy("Gran gin"),
    Close.OUT: gettext_lazy("Sale"),
    Close.RUMMY: gettext_lazy("De una vez"),
    Close.CHINASO: gettext_lazy("¡Chinaso!"),
}
RARE = (Close.CHINCHON, *JOKERS_IN_RUN, Close.BIG_GIN, Close.RUMMY, Close.CHINASO)
DOUBLED = {Close.RUMMY: Doubles.RUMMY, Close.CHINASO: Doubles.CHINASO}
_POINTS = re.compile(r"[-−]?\d{1,6}(\s*\+\s*\d{1,6})*\s*\+?")


@dataclass(frozen=True)
class Chip:
    """One way of closing that the rules allow, and the seats that may close so."""

    close: Close
    kept: int | None  # loose points; None: typed beside the name
    text: str
    points: str  # what stands beside the closer's name
    seats: tuple[Seat, ...]

    @property
    def value(self) -> str:
        return str(self.close) if self.kept is None or self.close is not Close.KNOCK else f"knock-{self.kept}"

    @property
    def is_rare(self) -> bool:
        """Asked once more: it decides too much for a slip of the thumb."""
        return self.close in RARE


def chips(board: Board) -> list[Chip]:
    """Every way of closing, with who may close so: would the closer bust, the chip is not for him. None
    where the way is not asked."""
    ruleset = board.next_ruleset
    if not asks(ruleset, len(board.order)).how:
        return []
    by_way: dict[tuple[Close, int | None], list[Seat]] = {}
    typed = ruleset.close_limit > CHIPS_AT_MOST
    for seat in board.seats_playing:
        for close, kept in possible_closes(board, seat):
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
        shown = "" if kept is None else str(kept) if ruleset.high_wins else plus(kept)
        return Chip(close, kept, text, shown, seats)
    points = _worth(ruleset, close)
    text = points if close is Close.CLEAN else f"{CHIP_NAMES[close]} {points}".strip()
    return Chip(close, kept, text, text if ruleset.high_wins else points, seats)


def _worth(ruleset: Ruleset, close: Close) -> str:
    """What a close is worth to the one who makes it: «−10», «gana», «+25», «×2»."""
    if close in (Close.GIN, Close.BIG_GIN):
        return plus(ruleset.clean_points if close is Close.GIN else ruleset.big_gin or 0)
    if close in (Close.OUT, Close.RUMMY, Close.CHINASO):
        return "×2" if ruleset.doubles is DOUBLED.get(close) else ""
    worth = price_of_close(ruleset, close, 0)
    return signed(worth) if isinstance(worth, int) else _("gana")


def parsed_points(text: str) -> int:
    """The sum of "12+7+5". Raises ValueError for what is not a number."""
    text = text.strip()
    if not _POINTS.fullmatch(text):
        raise ValueError(text)
    return sum(int(term) for term in text.replace("−", "-").split("+") if term.strip())


@dataclass(frozen=True)
class NumberInput:
    """One number of one seat, as the form shows it."""

    name: str
    number: Number
    label: str
    typed: str


class HandForm(WritingForm):
    """Fields `closer` (a seat or "nobody"), `close` (a chip's value) and, as far as the rules ask for them,
    `deadwood_<seat>`, `table_<seat>`, `value_<seat>`, `buys_<seat>`, `melded_<seat>`."""

    closer = forms.CharField(required=False)
    close = forms.CharField(required=False)

    def __init__(self, *args: Any, board: Board | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.board = board or self.board
        self.asks: Asks = asks(self.board.next_ruleset, len(self.board.order))
        kinds = [*(number.kind for number in self.asks.numbers), *(["buys"] if self.asks.buys else [])]
        # Every seat, not only those who play: a hand sent again reads as it did the first time.
        for seat in self.board.standings:
            for kind in kinds:
                self.fields[f"{kind}_{seat}"] = forms.CharField(required=False, max_length=40)
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
    def chosen(self) -> dict[str, str]:
        """What is chosen of what is tapped: who closed, and how."""
        return {name: self.data.get(name, "") for name in ("closer", "close")}

    @property
    def asks_melded(self) -> bool:
        """Whether a 0 may or may not come from laying off, and the difference is worth points."""
        ruleset = self.board.next_ruleset
        return ruleset.clean_for is CleanFor.ANYONE and ruleset.lay_off is not LayOff.NONE

    def cells(self, seat: Seat) -> list[NumberInput]:
        """The numbers that may be asked of a seat, as typed."""
        name = {"name": self.sheet.names[seat]}
        return [
            NumberInput(field, number, number.label % name, self.data.get(field, ""))
            for number in self.asks.numbers
            for field in [f"{number.kind}_{seat}"]
        ]

    def bought(self, seat: Seat) -> str:
        return str(self.data.get(f"buys_{seat}", ""))

    def complaints(self, seat: Seat) -> list[str]:
        """What is wrong with the numbers of a seat."""
        if not self.is_bound:
            return []
        return [str(error) for field in self._fields_of(seat) for error in self.errors.get(field, ())]

    def _fields_of(self, seat: Seat) -> list[str]:
        buys = [f"buys_{seat}"] if self.asks.buys else []
        return [*(cell.name for cell in self.cells(seat)), *buys]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self.closer, (self.close, kept) = self._closer(), self._close()
        typed = {number.kind: self._numbers(number.kind) for number in self.asks.numbers}
        if "deadwood" in typed and kept is not None and self.closer is not None:
            typed["deadwood"][self.closer] = kept
        self.numbers = typed
        self.buys = self._numbers("buys")
        return data

    def entry(self) -> HandScored:
        """The hand as typed; of a form that is not valid, the part that could be read."""
        melded = (seat for seat in self.board.standings if self.cleaned_data.get(f"melded_{seat}"))
        value = None if self.closer is None else self.numbers.get("value", {}).get(self.closer)
        return HandScored(
            self.numbers.get("deadwood", {}),
            self.closer,
            None if self.closer is None else self.close,
            tuple(melded),
            self.numbers.get("table", {}),
            value,
            {seat: times for seat, times in self.buys.items() if times},
        )

    def beside(self, refusal: Illegal) -> str | None:
        """The field of the number that is missing, or that cannot be."""
        seat = refusal.details.get("seat")
        if seat not in self.board.standings or refusal.code not in ("missing-points", "bad-points"):
            return None
        wrong = str(refusal.details.get("points", ""))
        fields = self._fields_of(seat)
        return next((name for name in fields if self._reads(name) == wrong), fields[0])

    def _reads(self, field: str) -> str | None:
        """A number as it was understood, nothing for a blank; None for no number."""
        text = self.cleaned_data.get(field, "").strip()
        try:
            return str(parsed_points(text)) if text else ""
        except ValueError:
            return None

    def _closer(self) -> Seat | None:
        said = self._said_to_close()
        if len(said) > 1:
            self.add_error("closer", str(self.asks.words.only_one))
            return None
        text = next(iter(said), "")
        if text == NOBODY:
            return None
        if parsed_int(text) is not None:
            return parsed_int(text)
        self.add_error("closer", self._who())
        return None

    def _who(self) -> str:
        words = self.asks.words
        if not self.asks.nobody:
            return str(words.who)
        facts = {"who": str(words.who).rstrip("."), "nobody": words.nobody}
        return _("%(who)s, o «%(nobody)s».") % facts

    def _close(self) -> tuple[Close | None, int | None]:
        if self.closer_is_nobody:
            return None, None
        if not self.asks.how:
            return self.asks.way, 0
        text = self.cleaned_data.get("close", "")
        if not text:
            self.add_error("close", str(self.asks.words.how))
            return None, None
        return self._way(text)

    @property
    def closer_is_nobody(self) -> bool:
        """Whether it was said that nobody closed; nothing said is not that."""
        return self._said_to_close() == {NOBODY}

    @property
    def way_is_known(self) -> bool:
        return self.close is not None or not self.asks.how

    def _said_to_close(self) -> set[str]:
        if hasattr(self.data, "getlist"):
            return set(self.data.getlist("closer"))
        return {self.data.get("closer", "")}

    def _way(self, text: str) -> tuple[Close | None, int | None]:
        kept = parsed_int(text.removeprefix("knock-")) if text.startswith("knock-") else None
        if kept is not None:
            return Close.KNOCK, kept
        try:
            return Close(text), None if text == Close.KNOCK else 0
        except ValueError:
            self.add_error("close", PHRASES["bad-close"])
            return None, None

    def _numbers(self, kind: str) -> dict[Seat, int]:
        """The numbers typed; a blank is not a zero, it is missing."""
        numbers = {}
        for seat in self.board.standings:
            field = f"{kind}_{seat}"
            text = self.cleaned_data.get(field, "")
            if not text.strip():
                continue
            try:
                numbers[seat] = parsed_points(text)
            except ValueError:
                name = self.sheet.names[seat]
                self.add_error(field, _("%(name)s: eso no es un número.") % {"name": name})
        return numbers


def typed(hand: HandScored) -> dict[str, str]:
    """The form's fields for a hand already written."""
    fields = {f"deadwood_{seat}": str(left) for seat, left in hand.deadwood.items() if seat != hand.closer}
    fields |= {f"table_{seat}": str(points) for seat, points in hand.table.items()}
    fields |= {f"buys_{seat}": str(times) for seat, times in hand.buys.items()}
    fields |= {f"melded_{seat}": "on" for seat in hand.melded}
    fields["closer"] = NOBODY if hand.closer is None else str(hand.closer)
    if hand.value is not None:
        fields[f"value_{hand.closer}"] = str(hand.value)
    if hand.closer is not None and hand.close is not None:
        kept = hand.deadwood.get(hand.closer, 0)
        fields["close"] = f"knock-{kept}" if hand.close is Close.KNOCK else str(hand.close)
    return fields
