"""The pages of table events: choosing one, and its form. Here is that of the draw for the deal.

Each player takes a card from a fan of face-down cards, which is shuffled when the page is rendered. The page
has only its number: the order of the cards follows from that and the secret key of the site. So nobody can
know a card before it is taken, and nothing is stored until the table accepts the draw.
"""

from functools import cached_property
from secrets import SystemRandom
from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules.events import Seat, SeatsDrawn
from rules.match.corrections import Entry
from rules.match.draw import drawing_pack, highest, possible_dealers
from rules.match.verify import can
from rules.numbers import whole_number
from rules.packs import Card
from scores.circle.circles import people
from scores.core.access import rights
from scores.core.form_pages import require_GET_or_POST
from scores.core.matches.scoresheet import Sheet
from scores.core.notation import names
from scores.core.notation.cards import Face, face
from scores.core.notation.shown_names import unmarked_text
from scores.core.template_context import context_of
from scores.fields import WholeField
from scores.table.hand_entry.save import save
from scores.table.hand_entry.writing import Outcome, WritingForm
from scores.table.table_events.forms import (
    FORMS,
    JoinForm,
    event_list,
    event_page,
)

FAN = 12  # the fewest cards to choose from
SPARE = 2  # with many players: cards that are left for the last one


class DrawForm(WritingForm):
    """The card of each seat by its index in the fan, and `dealer` where the highest card chooses. `do` only
    renders again.
    """

    fan = forms.CharField(max_length=64, widget=forms.HiddenInput)
    dealer = WholeField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        data = _after_button(args[0], kwargs["sheet"].board.order) if args else None
        super().__init__(data, *args[1:], **kwargs)
        most = _fan_size(self.board.order) - 1
        self.fields["fan"].initial = uuid4().hex
        for seat in self.board.order:
            self.fields[_field(seat)] = WholeField(
                required=False, min_value=0, max_value=most, widget=forms.HiddenInput
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        taken = [data.get(_field(seat)) for seat in self.board.order]
        if None in taken:
            raise ValidationError(_("Falta que alguien saque carta."))
        if len(set(taken)) < len(taken):
            raise ValidationError(_("Dos no pueden sacar la misma carta."))
        if self.chooses and data.get("dealer") is None:
            raise ValidationError(_("Falta decir quién reparte."))
        return data

    def entry(self) -> Entry:
        if self.chooses:
            return self._draw(self.cleaned_data["dealer"])
        return self._draw(next((seat for seat, _name in self.dealers), None))

    @property
    def fan_cards(self) -> list[tuple[int, bool]]:
        """The index of every card in the fan, and whether it was taken."""
        return [
            (index, index in self._taken_cards.values())
            for index in range(_fan_size(self.board.order))
        ]

    @property
    def next_index(self) -> int | None:
        """The free card after the one that was taken last, where a keyboard goes on; None before any is."""
        last = [*self._taken_cards.values()][-1:]
        free = [index for index, is_taken in self.fan_cards if not is_taken]
        behind = [index for index in free if index > last[0]] if last else []
        return next(iter(behind or free)) if last else None

    @property
    def whose_turn(self) -> str:
        """The name of the player who takes the next card; empty once everybody has one."""
        return next(
            (
                self.sheet.names[seat]
                for seat in self.board.order
                if seat not in self._taken_cards
            ),
            "",
        )

    @property
    def drawn(self) -> list[tuple[str, Face]]:
        return [
            (self.sheet.names[seat], face(card))
            for seat, card in self._drawn_cards.items()
        ]

    @property
    def first(self) -> str:
        seat = highest(self.board, self._drawn_cards)
        return "" if seat is None else self.sheet.names[seat]

    @cached_property
    def dealers(self) -> list[tuple[Seat, str]]:
        """Who may deal first, with their names; nobody until everybody has a card."""
        if not can(self.board, self._draw(None)):
            return []
        seats = possible_dealers(self.board, self._drawn_cards)
        return [(seat, self.sheet.names[seat]) for seat in seats]

    @property
    def chooses(self) -> bool:
        """Whether the highest card chooses who deals."""
        return len(self.dealers) > 1

    def _draw(self, dealer: Seat | None) -> SeatsDrawn:
        return SeatsDrawn(self.board.next_ruleset.pack, self._drawn_cards, dealer)

    @property
    def _drawn_cards(self) -> dict[Seat, Card]:
        return {seat: self._cards[index] for seat, index in self._taken_cards.items()}

    @cached_property
    def _taken_cards(self) -> dict[Seat, int]:
        indices = {
            seat: whole_number(str(self[_field(seat)].value() or ""))
            for seat in self.board.order
        }
        return {
            seat: index
            for seat, index in indices.items()
            if index is not None and index < len(self._cards)
        }

    @cached_property
    def _cards(self) -> list[Card]:
        number = self["fan"].value()
        pack = drawing_pack(self.board.next_ruleset)
        shuffled = sorted(
            pack, key=lambda card: salted_hmac("draw", f"{number} {card}").digest()
        )
        return shuffled[: _fan_size(self.board.order)]


def _after_button(posted: Any, order: tuple[Seat, ...]) -> Any:
    """The posted data after one of the small buttons: the next player takes that card, or all take one."""
    data = posted.copy()
    act, _dash, rest = data.pop("do", [""])[0].partition("-")
    taken = {data.get(_field(seat), "") for seat in order}
    free = [index for index in range(_fan_size(order)) if str(index) not in taken]
    waiting = [seat for seat in order if not data.get(_field(seat))]
    if act == "take" and whole_number(rest) in free and waiting:
        data[_field(waiting[0])] = rest
    elif act == "all":
        for seat, index in zip(
            waiting, SystemRandom().sample(free, len(waiting)), strict=True
        ):
            data[_field(seat)] = str(index)
    return data


def _field(seat: Seat) -> str:
    return f"card_{seat}"


def _fan_size(order: tuple[Seat, ...]) -> int:
    return max(FAN, len(order) + SPARE)


# The pages

FORM_OF = {**FORMS, "draw": DrawForm}


@require_GET
def everyday(request: HttpRequest, code: str) -> HttpResponse:
    sheet = rights.visit_to_score(request, code).sheet
    return render(
        request, "scores/table_events/choose.html", context_of(event_list(sheet))
    )


@require_GET_or_POST
def table_event(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """The form of one event, and its submission. Small buttons (`do`) only render the form again."""
    sheet = rights.visit_to_score(request, code).sheet
    if kind not in FORM_OF:
        raise Http404
    if request.method == "GET":
        chosen = {"player": request.GET.get("player")}
        return _show(request, sheet, kind, FORM_OF[kind](sheet=sheet, initial=chosen))
    form = FORM_OF[kind](request.POST, sheet=sheet)
    if "do" in request.POST:
        form.errors.clear()
        return _show(request, sheet, kind, form)
    with transaction.atomic():
        if isinstance(form, JoinForm) and form.is_valid():
            form.seat = _seat(Sheet(people.locked_match(sheet.match)), form)
            sheet = sheet.read_again()
        outcome = save(request, sheet, form)
        if not outcome.is_written:
            transaction.set_rollback(True)  # remove the new seat again
    if outcome.is_written:
        return redirect(sheet.match)
    if outcome.status == 409 and isinstance(form, JoinForm):
        form = form.after_others_moved(outcome.sheet)
    return _show(request, outcome.sheet, kind, form, outcome)


def _seat(sheet: Sheet, form: JoinForm) -> int:
    """The seat of the player who joins; for a repeated POST the seat created by the first."""
    name = form.cleaned_data["name"]
    written = sheet.match.entries.filter(
        client_key=form.cleaned_data["client_key"]
    ).first()
    seat = written.payload.get("player") if written else None
    if seat in sheet.names and names.same_name(sheet.names[seat], name):
        return seat
    return people.seat_for(sheet, name).position


def _show(
    request: HttpRequest,
    sheet: Sheet,
    kind: str,
    form: WritingForm,
    refused: Outcome | None = None,
) -> HttpResponse:
    remembered: list[str] = []
    if (
        kind == "join"
    ):  # suggestions for a name: those of the circle that are not at the table
        seated = {unmarked_text(sheet.names[seat]) for seat in sheet.board.order}
        remembered = [
            name
            for name in people.recent_names(sheet.match.circle)
            if name not in seated
        ]
    context = context_of(event_page(sheet, kind, form, refused, remembered))
    template = f"scores/table_events/{'draw' if kind == 'draw' else 'form'}.html"
    return render(request, template, context, status=refused.status if refused else 200)
