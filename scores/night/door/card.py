"""The card of one entrant: the name, the wishes for the tables, rest, leaving, paying."""

from collections.abc import Iterable
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
from rules.night.sheet import NightSheet
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

FOR_ORGANISERS = ("rename", *OF_MONEY)  # names are those of the whole group
OF_TWO: dict[str, Any] = {
    "apart": events.KeptApart,
    "together": events.KeptTogether,
    "drop": events.WishDropped,
}
NAMED = ("substitute", "rename")
ACTS = ("left", "away", "back", "remove", *OF_MONEY, *OF_TWO, *NAMED, "bind")


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

    def __init__(
        self, posted: QueryDict | None, seen: SeenNight, number: Entrant
    ) -> None:
        only = " ".join(map(str, seen.sheet.badges[number].only))
        super().__init__(posted, initial={"tables": only})
        act = (posted or {}).get("do")
        self.fields["name"].required = act in NAMED
        self.fields["other"].required = act in OF_TWO
        names = [(who, seen.names[who]) for who in seen.by_name if who != number]
        self.fields["other"].choices = [("", "—"), *names]

    def clean_tables(self) -> tuple[int, ...]:
        typed = self.cleaned_data["tables"].replace(",", " ").split()
        numbers = {whole_number(each) or 0 for each in typed}
        if not all(map(TABLES.holds, numbers)):
            raise forms.ValidationError(
                _("Números de mesa, del 1 al %(most)s.") % {"most": TABLES.high}
            )
        return tuple(sorted(numbers))


@require_GET_or_POST
def entrant(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """`due` and `paid` are shown to organisers alone."""
    night = access.night_to_help(request, code)
    seen = SeenNight.of(night)
    sheet = seen.sheet
    if number not in sheet.badges:
        raise Http404
    act = request.POST.get("do", "")
    if act in FOR_ORGANISERS and not night.is_organised_here:
        raise Http404
    form = EntrantForm(posted_data(request), seen, number)
    if form.is_valid():
        try:
            write_on_card(phone_cookie.phone_of(request), seen, number, form)
        except NightRefusal as refused:
            form.add_error(None, refusals.phrase(refused, seen.names))
        else:
            if act == "remove":
                return redirect("night-check-in", code)
            return redirect("night-entrant", code, number)
    return form_page(
        request,
        "scores/night/door/entrant.html",
        form,
        night=night,
        seen=seen,
        number=number,
        badge=sheet.badges[number],
        due=seen.debts[number],
        paid=sheet.paid.get(number),
        bound=rows.bound_together(sheet),
    )


@transaction.atomic
def write_on_card(
    phone: Phone, seen: SeenNight, number: Entrant, form: EntrantForm
) -> None:
    """A new name is of each person that was typed; a substitute takes the place of the entrant."""
    data = form.cleaned_data
    act = data["do"]
    names = [name for name in (data["name"], data["partner"]) if name]
    if act == "rename":
        people = seen.sheet.badges[number].people
        for person, name in zip(people, names, strict=False):
            change_player(Player.objects.get(pk=person), name=name)
        return
    circle = locked_circle(seen.night.circle_id)
    others = players_at_table(circle, names) if act == "substitute" else ()

    def said(sheet: NightSheet) -> Iterable[Event]:
        if act == "substitute":
            return [events.Substituted(number, tuple(each.pk for each in others))]
        if act == "bind":
            return [events.TablesLimited(number, data["tables"])]
        if act in OF_TWO:
            return [OF_TWO[act](*sorted((number, data["other"])))]
        if number not in sheet.badges:  # another phone took them out
            raise NightRefusal("no-such-entrant", entrant=number)
        people = sheet.badges[number].people
        return events_of_tap(sheet, act, people, seen.plan.fee)

    append(seen.night, phone, said)
