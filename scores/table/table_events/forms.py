"""The forms of table events, by the name of the event in the address."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.errors import Illegal
from rules.events import (
    CameBack,
    DealerNamed,
    Event,
    Finished,
    HandVoided,
    Joined,
    Penalised,
    Reseated,
    Retired,
    RulesChanged,
    SatOut,
    Seat,
    SeatsDrawn,
    VoidReason,
)
from rules.knobs import Scoring
from rules.match.board import Board
from rules.match.corrections import Entry, lines
from rules.match.draw import drawing_pack
from rules.match.play import replay
from rules.match.settlement import has_money
from rules.match.verify import can
from rules.packs import Card
from rules.ruleset import Ruleset
from scores.core.house_rules.forms import HouseRuleFields
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.names import joined, tidy
from scores.core.notation.numbers import parsed_int, signed
from scores.fields import NAME_AT_MOST
from scores.table.hand_entry.line_form import PlainForm, WritingForm

PENALTY_AT_MOST = 1000  # points, for or against


class SeatField(forms.TypedChoiceField):
    """Offers some seats and accepts all: in a repeated POST the seat may no longer be offered."""

    at_table: Collection[Seat] = ()

    def valid_value(self, value: str) -> bool:
        return parsed_int(value) in self.at_table


class OneSeatForm(WritingForm):
    """An event of one seat. Offers only the seats for which the rules allow it now."""

    player = SeatField(coerce=int, widget=forms.RadioSelect, label=gettext_lazy("¿Quién?"))

    def __init__(self, *args: Any, event_of: Callable[[Seat], Event], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event_of = event_of
        allowed = [seat for seat in self.board.order if can(self.board, event_of(seat))]
        self.fields["player"].choices = [(seat, self.sheet.names[seat]) for seat in allowed]
        self.fields["player"].at_table = self.board.order

    def entry(self) -> Entry:
        return self.event_of(self.cleaned_data["player"])


class PenaltyForm(OneSeatForm):
    """Points for or against one seat."""

    points = forms.IntegerField(
        min_value=-PENALTY_AT_MOST, max_value=PENALTY_AT_MOST, label=gettext_lazy("Puntos")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, event_of=lambda seat: Penalised(seat, 0), **kwargs)

    def entry(self) -> Entry:
        return Penalised(self.cleaned_data["player"], self.cleaned_data["points"])


class JoinForm(WritingForm):
    """Somebody joins. The view sets `seat` before it asks for the entry."""

    seat: Seat

    name = forms.CharField(
        max_length=NAME_AT_MOST,
        label=gettext_lazy("Nombre"),
        widget=forms.TextInput({"list": "remembered", "autocomplete": "off"}),
    )
    position = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Se sienta"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [self.sheet.names[seat] for seat in self.board.order]
        after = [(place, _("detrás de %(name)s") % {"name": name}) for place, name in enumerate(names, 1)]
        self.fields["position"].choices = [*reversed(after), (0, _("el primero"))]

    def clean_name(self) -> str:
        name = tidy(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Falta el nombre."))
        return name

    def entry(self) -> Entry:
        return Joined(self.seat, self.cleaned_data["position"])


class ReseatForm(WritingForm):
    """A new place at the table for each seat, numbered from 1."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        places = [(place, str(place)) for place in range(1, len(self.board.order) + 1)]
        for place, seat in enumerate(self.board.order, 1):
            self.fields[f"place_{seat}"] = forms.TypedChoiceField(
                coerce=int, choices=places, initial=place, label=self.sheet.names[seat]
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        chosen = [data.get(f"place_{seat}") for seat in self.board.order]
        if None not in chosen and len(set(chosen)) < len(chosen):
            self.add_error(None, _("Dos no pueden sentarse en el mismo sitio."))
        return data

    def entry(self) -> Entry:
        place_of = {seat: self.cleaned_data[f"place_{seat}"] for seat in self.board.order}
        return Reseated(tuple(sorted(place_of, key=lambda seat: place_of[seat])))


class RulesForm(WritingForm, HouseRuleFields):
    """A change of rules from the next hand on. A limit that somebody has already passed must be confirmed."""

    blank_choice = gettext_lazy("%(value)s (ahora)")

    limit_to_confirm = ""  # a limit that somebody has passed; the value of `sure` when it is confirmed

    sure = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        posted = args[0] if args else {}
        board = _board_before(sheet, parsed_int(posted.get("seq", "")))
        super().__init__(*args, sheet=sheet, **kwargs)
        in_force, players = board.next_ruleset, len(sheet.board.order)
        is_whole = not in_force.cents and (has_money(board) or not sheet.match.currency)
        self.add_knobs(in_force, players, is_started=True, is_whole=is_whole)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.errors:
            return data
        if not self.options():
            self.add_error(None, _("No hay ningún cambio: las reglas ya son así."))
        turned = self.chosen_ruleset()
        past = self._past(turned) if turned else []
        if turned and past:
            self.limit_to_confirm = str(turned.limit)
        if past and data["sure"] != self.limit_to_confirm:
            self.add_error(None, self._warning(past))
        return data

    def entry(self) -> Entry:
        return RulesChanged(self.options())

    def refuse(self, refusal: Illegal) -> None:
        if refusal.code == "bad-rules":
            self.refuse_knob(refusal)
        else:
            super().refuse(refusal)

    @property
    def follows(self) -> str:
        return _("Valen desde la mano %(number)s.") % {"number": self.board.hands + 1}

    def _past(self, turned: Ruleset) -> list[Seat]:
        """The seats that are past the new limit but not past the old one."""
        totals = {seat: self.board.total(seat) for seat in self.board.seats_in}
        return [
            seat for seat, total in totals.items() if turned.is_past(total) and not self.preset.is_past(total)
        ]

    def _warning(self, past: list[Seat]) -> str:
        totals = [f"{self.sheet.names[seat]} ({signed(self.board.total(seat))})" for seat in past]
        facts = {"limit": self.limit_to_confirm, "names": joined(totals)}
        sentence = _(
            "Con %(limit)s de límite se pasa en la próxima mano: %(names)s. Si es así, guarda otra vez."
        )
        return sentence % facts


def _board_before(sheet: Sheet, seq: int | None) -> Board:
    """The board at the entry for which a form was rendered, so that a repeated POST means the same."""
    if seq is None or seq >= sheet.seq:
        return sheet.board
    return replay(sheet.start, [line.event for line in lines(sheet.log[:seq])]).board


def _one_seat(event_of: Callable[[Seat], Event]) -> Callable[..., WritingForm]:
    return lambda *args, **kwargs: OneSeatForm(*args, event_of=event_of, **kwargs)


def _bare(event: Event) -> Callable[..., WritingForm]:
    return lambda *args, **kwargs: PlainForm(*args, entry=event, **kwargs)


def _dealt(board: Board) -> dict[Seat, Card]:
    """A card for each seat, as long as there are any."""
    return dict(zip(board.order, drawing_pack(board.next_ruleset), strict=False))


_OF_ONE_SEAT: dict[str, Callable[[Seat], Event]] = {
    "false-close": lambda seat: HandVoided(VoidReason.FALSE_CLOSE, seat),
    "penalty": lambda seat: Penalised(seat, 0),
    "dealer": DealerNamed,
    "absent": SatOut,
    "back": CameBack,
    "retire": Retired,
}
_OF_ALL: dict[str, Callable[[Board], Event]] = {
    "misdeal": lambda board: HandVoided(VoidReason.MISDEAL),
    "stock": lambda board: HandVoided(VoidReason.STOCK),
    "join": lambda board: Joined(1 + max(board.standings)),
    "reseat": lambda board: Reseated(board.order),
    "draw": lambda board: SeatsDrawn(board.next_ruleset.pack, _dealt(board)),
    "rules": lambda board: RulesChanged({}),
    "finish": lambda board: Finished(),
}
"""The events with which the rules are asked whether a form can be offered."""

FORMS: dict[str, Callable[..., WritingForm]] = {
    "false-close": _one_seat(_OF_ONE_SEAT["false-close"]),
    "misdeal": _bare(HandVoided(VoidReason.MISDEAL)),
    "stock": _bare(HandVoided(VoidReason.STOCK)),
    "penalty": PenaltyForm,
    "dealer": _one_seat(DealerNamed),
    "absent": _one_seat(SatOut),
    "back": _one_seat(CameBack),
    "retire": _one_seat(Retired),
    "join": JoinForm,
    "reseat": ReseatForm,
    "rules": RulesForm,
    "finish": _bare(Finished()),
}
"""The form of each event, by its name in the address; that of the draw is `draw.DrawForm`."""

TITLES = {
    "false-close": (gettext_lazy("Cierre en falso"), gettext_lazy("La mano no cuenta; reparte el mismo.")),
    "misdeal": (gettext_lazy("Mal repartidas"), gettext_lazy("La mano no cuenta; reparte el mismo.")),
    "stock": (
        gettext_lazy("Mano anulada: se acabó el mazo"),
        gettext_lazy("La mano no cuenta; reparte el mismo."),
    ),
    "penalty": (gettext_lazy("Castigo o premio"), gettext_lazy("Suma o resta puntos sin jugar mano.")),
    "dealer": (
        gettext_lazy("Reparte otro"),
        gettext_lazy("Reparte la próxima mano y el turno sigue."),
    ),
    "absent": (gettext_lazy("Alguien descansa"), gettext_lazy("No juega ni reparte; conserva sus puntos.")),
    "back": (gettext_lazy("Alguien vuelve"), gettext_lazy("Sigue con los puntos que tenía.")),
    "retire": (gettext_lazy("Alguien se va"), gettext_lazy("Se retira de la partida.")),
    "join": (gettext_lazy("Se sienta alguien"), gettext_lazy("Entra con los puntos del que más tiene.")),
    "reseat": (gettext_lazy("Cambio de sitios"), gettext_lazy("El próximo reparto no cambia de persona.")),
    "draw": (
        gettext_lazy("Sortear quién reparte"),
        gettext_lazy("Cada uno saca una carta: la más alta empieza y reparte quien está justo antes."),
    ),
    "rules": (gettext_lazy("Cambiar las reglas"), gettext_lazy("Valen desde la próxima mano.")),
    "finish": (gettext_lazy("Terminar aquí"), gettext_lazy("Gana quien menos puntos tenga.")),
}
"""The title of each form and the sentence below it."""


def titled(kind: str, board: Board) -> tuple[Any, Any]:
    """The title of an event's form, and a sentence about its consequences in this game."""
    title, follows = TITLES[kind]
    if kind == "finish" and board.next_ruleset.high_wins:
        return title, _("Gana quien más puntos tenga.")
    if kind == "join" and board.next_ruleset.high_wins:
        return title, _("Entra con 0 puntos.")
    if kind == "draw" and board.next_ruleset.scoring is Scoring.DIFFERENCE:
        return title, _("Cada uno saca una carta: la más alta elige baraja, sitio y quién reparte.")
    return title, follows


def possible(board: Board) -> list[str]:
    """The kinds of events that the rules allow on this board."""
    return [kind for kind in TITLES if _is_possible(board, kind)]


def _is_possible(board: Board, kind: str) -> bool:
    if kind in _OF_ONE_SEAT:
        return any(can(board, _OF_ONE_SEAT[kind](seat)) for seat in board.order)
    return can(board, _OF_ALL[kind](board))
