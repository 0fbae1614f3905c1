"""The card of one entrant: the name, the wishes for the tables, rest, leaving, paying."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy

from rules.night import events
from rules.night.bounds import TABLES
from rules.night.events import Event
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.sheet import Badge, NightSheet
from rules.numbers import whole_number
from scores.circle.circles.people import change_player, players_at_table
from scores.core.access import phone_cookie
from scores.core.form_pages import form_page, posted_data, require_GET_or_POST
from scores.core.merges import locked_circle
from scores.fields import NAME_AT_MOST, TidyField
from scores.models import Phone, Player
from scores.night import access, refusals
from scores.night.door import rows
from scores.night.door.acts import OF_MONEY, events_of_tap
from scores.night.log import append
from scores.night.seen import SeenNight

ACTS = (
    *("left", "away", "back", "substitute", "rename", "remove", *OF_MONEY),
    *("apart", "together", "drop", "bind"),
)
FOR_ORGANISERS = ("rename", *OF_MONEY)  # names are those of the whole group
OF_TWO: dict[str, Any] = {
    "apart": events.KeptApart,
    "together": events.KeptTogether,
    "drop": events.WishDropped,
}
NAMED = ("substitute", "rename")


@dataclass(frozen=True, kw_only=True)
class EntrantCard(SeenNight):
    """What `entrant.html` shows besides its form: `due` and `paid` to organisers alone."""

    number: Entrant

    @property
    def badge(self) -> Badge:
        return self.sheet.badges[self.number]

    @property
    def people(self) -> Sequence[str]:
        return [self.known.get(person, "") for person in self.badge.people]

    @property
    def due(self) -> int:
        return self.debts[self.number]

    @property
    def paid(self) -> int:
        return self.sheet.paid.get(self.number, 0)

    @property
    def apart(self) -> Sequence[Entrant]:
        return rows.others_of(self.number, self.sheet.apart)

    @property
    def together(self) -> Sequence[Entrant]:
        return rows.others_of(self.number, self.sheet.together)


class EntrantForm(forms.Form):
    do = forms.ChoiceField(choices=[(act, act) for act in ACTS])
    name = TidyField(
        max_length=NAME_AT_MOST,
        label=gettext_lazy("Nombre"),
        error_messages={"required": gettext_lazy("Falta el nombre.")},
    )
    partner = TidyField(
        required=False, max_length=NAME_AT_MOST, label=gettext_lazy("Y su pareja")
    )
    other = forms.TypedChoiceField(
        coerce=int,
        label=gettext_lazy("Con quién"),
        error_messages={"required": gettext_lazy("Di de quién.")},
    )
    tables = forms.CharField(
        required=False,
        max_length=120,
        label=gettext_lazy("Mesas a las que llega"),
        help_text=gettext_lazy("Por ejemplo: 1 2. En blanco, todas."),
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, posted: QueryDict | None, card: EntrantCard) -> None:
        only = " ".join(map(str, sorted(card.badge.only)))
        super().__init__(posted, initial={"tables": only})
        act = (posted or {}).get("do")
        self.fields["name"].required = act in NAMED
        self.fields["other"].required = act in OF_TWO
        self.card = card
        self.is_pair = len(card.badge.people) == 2
        others = [each for each in card.by_name if each != card.number]
        named = [(each, card.names[each]) for each in others]
        self.fields["other"].choices = [("", "—"), *named]

    def clean_tables(self) -> frozenset[int]:
        typed = self.cleaned_data["tables"].replace(",", " ").split()
        numbers = {whole_number(each) or 0 for each in typed}
        if not all(map(TABLES.holds, numbers)):
            raise forms.ValidationError(
                _("Números de mesa, del 1 al %(most)s.") % {"most": TABLES.high}
            )
        return frozenset(numbers)

    @property
    def act(self) -> str:
        return self.cleaned_data["do"]

    def names(self) -> list[str]:
        """The names that were typed, of one or of two."""
        data = self.cleaned_data
        return [name for name in (data["name"], data["partner"]) if name]

    def events(self, sheet: NightSheet, persons: tuple[int, ...]) -> Iterable[Event]:
        """What the form says of the night as it is. `persons` take the place of the entrant."""
        entrant = self.card.number
        if self.act == "substitute":
            return [events.Substituted(entrant, persons)]
        if self.act == "bind":
            return [events.TablesLimited(entrant, self.cleaned_data["tables"])]
        if self.act in OF_TWO:
            pair = sorted((entrant, self.cleaned_data["other"]))
            return [OF_TWO[self.act](*pair)]
        people = sheet.badges[entrant].people
        return events_of_tap(sheet, self.act, people, self.card.plan.fee)


@require_GET_or_POST
def entrant(request: HttpRequest, code: str, number: int) -> HttpResponse:
    night = access.night_to_help(request, code)
    card = EntrantCard.of(night, number=number)
    if number not in card.sheet.badges:
        raise Http404
    if request.POST.get("do") in FOR_ORGANISERS and not night.is_organised_here:
        raise Http404
    form = EntrantForm(posted_data(request), card)
    if form.is_valid():
        try:
            _save(phone_cookie.phone_of(request), card, form)
        except NightRefusal as refused:
            form.add_error(None, refusals.phrase(refused, card.names))
        else:
            if form.act == "remove":
                return redirect("night-check-in", night.code)
            return redirect("night-entrant", night.code, number)
    return form_page(
        request,
        "scores/night/door/entrant.html",
        form,
        night=night,
        card=card,
        name=card.names[number],
        warnings=rows.bound_together(card),
    )


@transaction.atomic
def _save(phone: Phone, card: EntrantCard, form: EntrantForm) -> None:
    """A new name is of each person that was typed."""
    if form.act == "rename":
        for person, name in zip(card.badge.people, form.names(), strict=False):
            change_player(Player.objects.get(pk=person), name=name)
        return
    circle = locked_circle(card.night.circle_id)
    names = form.names() if form.act == "substitute" else ()
    persons = tuple(player.pk for player in players_at_table(circle, names))
    append(card.night, phone, lambda now: form.events(now, persons))
