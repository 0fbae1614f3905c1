"""The forms of table events, by the name of the event in the address, and the contexts of their pages.

They read no request: a phone has these pages too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

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
from rules.match.corrections import Entry, LogLine, Step
from rules.match.draw import drawing_pack
from rules.match.log_json import PENALTY
from rules.match.play import play
from rules.match.settlement import has_money
from rules.match.verify import can
from rules.numbers import whole_number
from rules.ruleset import Ruleset
from scores.core.house_rules.forms import HouseRuleFields
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.names import joined_names, tidy
from scores.core.notation.numbers import signed
from scores.core.wording.log_lines import consequences
from scores.fields import NAME_AT_MOST, WholeField
from scores.table.hand_entry.writing import (
    Outcome,
    PlainForm,
    Trouble,
    WritingForm,
    new_key,
)


class SeatField(forms.TypedChoiceField):
    """Offers some seats and accepts all: in a repeated POST the seat may no longer be offered."""

    at_table: Collection[Seat] = ()

    def valid_value(self, value: str) -> bool:
        return whole_number(value) in self.at_table


class OneSeatForm(WritingForm):
    """An event of one seat. Offers only the seats for which the rules allow it now."""

    player = SeatField(
        coerce=int, widget=forms.RadioSelect, label=gettext_lazy("¿Quién?")
    )

    def __init__(
        self, *args: Any, event_of: Callable[[Seat], Event], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.event_of = event_of
        allowed = [seat for seat in self.board.order if can(self.board, event_of(seat))]
        self.fields["player"].choices = [
            (seat, self.sheet.names[seat]) for seat in allowed
        ]
        self.fields["player"].at_table = self.board.order

    def entry(self) -> Entry:
        return self.event_of(self.cleaned_data["player"])


class PenaltyForm(OneSeatForm):
    points = WholeField(
        min_value=PENALTY.low, max_value=PENALTY.high, label=gettext_lazy("Puntos")
    )

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
        after = [
            (position, _("detrás de %(name)s") % {"name": name})
            for position, name in enumerate(names, 1)
        ]
        self.fields["position"].choices = [*reversed(after), (0, _("el primero"))]
        self.fields["position"].is_wide = True

    def clean_name(self) -> str:
        name = tidy(self.cleaned_data["name"])[:NAME_AT_MOST]
        if not name:
            raise forms.ValidationError(_("Falta el nombre."))
        return name

    def entry(self) -> Entry:
        return Joined(self.seat, self.cleaned_data["position"])

    def after_others_moved(self, sheet: Sheet) -> JoinForm:
        """The form for `sheet`, still behind the same player; last if that player is gone."""
        named = sheet.until(self.cleaned_data["seq"]).board.order
        behind = named[: self.cleaned_data["position"]][-1:]
        order = sheet.board.order
        positions = [1 + order.index(seat) for seat in behind if seat in order]
        position = positions[0] if positions else len(order) if behind else 0
        return JoinForm({**dict(self.data.items()), "position": position}, sheet=sheet)


class ReseatForm(WritingForm):
    """A new position at the table for each seat, numbered from 1."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        positions = [
            (position, str(position))
            for position in range(1, len(self.board.order) + 1)
        ]
        for position, seat in enumerate(self.board.order, 1):
            self.fields[f"place_{seat}"] = forms.TypedChoiceField(
                coerce=int,
                choices=positions,
                initial=position,
                label=self.sheet.names[seat],
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        chosen = [data.get(f"place_{seat}") for seat in self.board.order]
        if None not in chosen and len(set(chosen)) < len(chosen):
            self.add_error(None, _("Dos no pueden sentarse en el mismo sitio."))
        return data

    def entry(self) -> Entry:
        position_of = {
            seat: self.cleaned_data[f"place_{seat}"] for seat in self.board.order
        }
        return Reseated(tuple(sorted(position_of, key=lambda seat: position_of[seat])))


class RulesForm(WritingForm, HouseRuleFields):
    """A change of rules from the next hand on. A limit that somebody has already passed must be confirmed."""

    blank_choice = gettext_lazy("%(value)s (ahora)")
    # a limit that somebody has passed; the value of `sure` when it is confirmed
    limit_to_confirm = ""
    sure = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        posted = args[0] if args else {}
        seq = whole_number(posted.get("seq", ""))
        # As it was when the form was rendered, so that a repeated POST means the same.
        board = (
            sheet.board if seq is None or seq >= sheet.seq else sheet.until(seq).board
        )
        super().__init__(*args, sheet=sheet, **kwargs)
        in_force = board.next_ruleset
        players = len(sheet.board.order)
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
            totals = [
                f"{self.sheet.names[seat]} ({signed(self.board.total(seat))})"
                for seat in past
            ]
            warning = ngettext(
                "Con %(limit)s de límite se pasa en la próxima mano: %(names)s. Si es así, guarda otra vez.",
                "Con %(limit)s de límite se pasan en la próxima mano: %(names)s. Si es así, guarda otra vez.",
                len(past),
            )
            self.add_error(
                None,
                warning
                % {"limit": self.limit_to_confirm, "names": joined_names(totals)},
            )
        return data

    def entry(self) -> Entry:
        return RulesChanged(self.options())

    def refuse(self, refusal: Illegal) -> None:
        if refusal.code == "bad-rules":
            self.refuse_knob(refusal)
        else:
            super().refuse(refusal)

    @property
    def explanation(self) -> str:
        return _("Valen desde la mano %(number)s.") % {"number": self.board.hands + 1}

    def _past(self, turned: Ruleset) -> list[Seat]:
        """The seats that are past the new limit but not past the old one."""
        totals = {seat: self.board.total(seat) for seat in self.board.seats_in}
        return [
            seat
            for seat, total in totals.items()
            if turned.is_past(total) and not self.preset.is_past(total)
        ]


class EventKind(NamedTuple):
    title: Any
    explanation: Any
    # with which the rules are asked whether the form can be offered
    example: Callable[[Board, Seat], Event]
    form: Callable[..., WritingForm] | None = None


def _of_one_seat(
    title: Any,
    explanation: Any,
    event_of: Callable[[Seat], Event],
    form_class: type[OneSeatForm] = OneSeatForm,
) -> EventKind:
    def form(*args: Any, **kwargs: Any) -> WritingForm:
        return form_class(*args, event_of=event_of, **kwargs)

    return EventKind(title, explanation, lambda board, seat: event_of(seat), form)


def _without_seat(title: Any, explanation: Any, event: Event) -> EventKind:
    def form(*args: Any, **kwargs: Any) -> WritingForm:
        return PlainForm(*args, entry=event, **kwargs)

    return EventKind(title, explanation, lambda board, seat: event, form)


_HAND_VOID = gettext_lazy("La mano no cuenta; reparte el mismo.")

KINDS = {
    "false-close": _of_one_seat(
        gettext_lazy("Cierre en falso"),
        _HAND_VOID,
        lambda seat: HandVoided(VoidReason.FALSE_CLOSE, seat),
    ),
    "misdeal": _without_seat(
        gettext_lazy("Mal repartidas"), _HAND_VOID, HandVoided(VoidReason.MISDEAL)
    ),
    "stock": _without_seat(
        gettext_lazy("Mano anulada: se acabó el mazo"),
        _HAND_VOID,
        HandVoided(VoidReason.STOCK),
    ),
    "penalty": _of_one_seat(
        gettext_lazy("Castigo o premio"),
        gettext_lazy("Suma o resta puntos sin jugar mano."),
        lambda seat: Penalised(seat, 0),
        PenaltyForm,
    ),
    "dealer": _of_one_seat(
        gettext_lazy("Reparte otro"),
        gettext_lazy("Reparte la próxima mano y el turno sigue."),
        DealerNamed,
    ),
    "absent": _of_one_seat(
        gettext_lazy("Alguien descansa"),
        gettext_lazy("No juega ni reparte; conserva sus puntos."),
        SatOut,
    ),
    "back": _of_one_seat(
        gettext_lazy("Alguien vuelve"),
        gettext_lazy("Sigue con los puntos que tenía."),
        CameBack,
    ),
    "retire": _of_one_seat(
        gettext_lazy("Alguien se va"), gettext_lazy("Se retira de la partida."), Retired
    ),
    "join": EventKind(
        gettext_lazy("Se sienta alguien"),
        gettext_lazy("Entra con los puntos del que más tiene."),
        lambda board, _seat: Joined(1 + max(board.standings)),
        JoinForm,
    ),
    "reseat": EventKind(
        gettext_lazy("Cambiar de sitio"),
        gettext_lazy("Reparte quien tocaba."),
        lambda board, _seat: Reseated(board.order),
        ReseatForm,
    ),
    "draw": EventKind(  # its form is `views.DrawForm`
        gettext_lazy("Sortear quién reparte"),
        gettext_lazy(
            "Cada uno saca una carta: la más alta empieza y reparte quien está justo antes."
        ),
        # A card for each seat, as long as there are any
        lambda board, _seat: SeatsDrawn(
            board.next_ruleset.pack,
            dict(zip(board.order, drawing_pack(board.next_ruleset), strict=False)),
        ),
    ),
    "rules": EventKind(
        gettext_lazy("Cambiar las reglas"),
        gettext_lazy("Valen desde la próxima mano."),
        lambda _board, _seat: RulesChanged({}),
        RulesForm,
    ),
    "finish": _without_seat(
        gettext_lazy("Terminar aquí"),
        gettext_lazy("Gana quien menos puntos tenga."),
        Finished(),
    ),
}
FORMS = {key: kind.form for key, kind in KINDS.items() if kind.form is not None}


def event_title(kind: str, board: Board) -> tuple[str | Promise, str | Promise]:
    """The title of an event's form, and a sentence about its consequences in this game."""
    title = KINDS[kind].title
    explanation = KINDS[kind].explanation
    if kind == "finish" and board.next_ruleset.high_wins:
        return title, _("Gana quien más puntos tenga.")
    if kind == "join" and board.next_ruleset.newcomers_start_at_zero:
        return title, _("Entra con 0 puntos.")
    if kind == "draw" and board.next_ruleset.scoring is Scoring.DIFFERENCE:
        return title, _(
            "Cada uno saca una carta: la más alta elige baraja, sitio y quién reparte."
        )
    return title, explanation


def possible(board: Board) -> list[str]:
    """The events that the rules allow now; one of a seat, if they allow it for any."""
    seats = board.order
    return [
        key
        for key, kind in KINDS.items()
        if any(can(board, kind.example(board, seat)) for seat in seats)
    ]


# Pages


@dataclass(frozen=True)
class EventList:
    """What `choose.html` shows."""

    match: Any
    sheet: Sheet
    events: list[tuple[str, str | Promise, str | Promise]]  # kind, title, explanation


def event_list(sheet: Sheet) -> EventList:
    events = [(kind, *event_title(kind, sheet.board)) for kind in possible(sheet.board)]
    return EventList(sheet.match, sheet, events)


@dataclass(frozen=True)
class EventPage:
    """What the page of the form of an event shows."""

    match: Any
    sheet: Sheet
    kind: str
    title: str | Promise
    explanation: str | Promise
    form: WritingForm
    key: str
    trouble: Trouble | None  # why nothing was saved
    consequences: list[str]
    possible: bool
    remembered: list[str]  # suggestions for the name of who joins


def event_page(
    sheet: Sheet,
    kind: str,
    form: WritingForm,
    refused: Outcome | None = None,
    remembered: list[str] | None = None,
) -> EventPage:
    title, explanation = event_title(kind, sheet.board)
    return EventPage(
        match=sheet.match,
        sheet=sheet,
        kind=kind,
        title=title,
        explanation=form.explanation if isinstance(form, RulesForm) else explanation,
        form=form,
        key=new_key(),
        trouble=refused.trouble if refused else None,
        consequences=_consequences_of_finishing(sheet, form),
        possible=kind in possible(sheet.board),
        remembered=remembered or [],
    )


def _consequences_of_finishing(sheet: Sheet, form: WritingForm) -> list[str]:
    """Who would win if the match were finished now; empty for other events."""
    event = form.entry() if isinstance(form, PlainForm) else None
    if not isinstance(event, Finished) or not can(sheet.board, event):
        return []
    step = Step(LogLine((sheet.seq,), event), sheet.board, play(sheet.board, event))
    return consequences(step, sheet.names, sheet.match.currency)
