"""The card of one entrant: the name, the wishes for the tables, rest, leaving, paying."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from rules.night import events
from rules.night.bounds import TABLES
from rules.night.events import Event
from rules.night.prizes import debts
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.sheet import Badge, NightSheet
from rules.numbers import whole_number
from scores.circle.circles.people import change_player, player_named
from scores.core.access import phone_cookie
from scores.core.form_pages import form_page, posted_data
from scores.core.merges import locked_circle
from scores.core.notation.names import alphabetical
from scores.fields import NAME_AT_MOST, TidyField
from scores.models import Phone, Player
from scores.night import access, people, refusals
from scores.night.door import rows
from scores.night.door.acts import OF_MONEY, events_of_tap
from scores.night.log import append, sheet_of
from scores.night.models import Night

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


class EntrantForm(forms.Form):
    do = forms.ChoiceField(choices=[(act, act) for act in ACTS])
    name = TidyField(
        required=False, max_length=NAME_AT_MOST, label=gettext_lazy("Nombre")
    )
    partner = TidyField(
        required=False, max_length=NAME_AT_MOST, label=gettext_lazy("Y su pareja")
    )
    other = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, label=gettext_lazy("Con quién")
    )
    tables = forms.CharField(
        required=False,
        max_length=120,
        label=gettext_lazy("Mesas a las que llega"),
        help_text=gettext_lazy("Por ejemplo: 1 2. En blanco, todas."),
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(
        self,
        *args: Any,
        sheet: NightSheet,
        entrant: Entrant,
        names: Mapping[Entrant, str],
        **kwargs: Any,
    ) -> None:
        only = " ".join(map(str, sorted(sheet.badges[entrant].only)))
        super().__init__(*args, initial={"tables": only}, **kwargs)
        self.entrant = entrant
        self.is_pair = len(sheet.badges[entrant].people) == 2
        others = sorted(
            (alphabetical(name), other)
            for other, name in names.items()
            if other != entrant
        )
        self.fields["other"].choices = [
            ("", "—"),
            *((other, names[other]) for _name, other in others),
        ]

    def clean_tables(self) -> frozenset[int]:
        typed = self.cleaned_data["tables"].replace(",", " ").split()
        numbers = {whole_number(each) or 0 for each in typed}
        if not all(map(TABLES.holds, numbers)):
            raise forms.ValidationError(
                _("Números de mesa, del 1 al %(most)s.") % {"most": TABLES.high}
            )
        return frozenset(numbers)

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        act = data.get("do")
        if act in NAMED and not data.get("name") and "name" not in self.errors:
            self.add_error("name", _("Falta el nombre."))
        if act in OF_TWO and data.get("other") is None and "other" not in self.errors:
            self.add_error("other", _("Di de quién."))

    @property
    def act(self) -> str:
        return self.cleaned_data["do"]

    def names(self) -> list[str]:
        """The names that were typed, of one or of two."""
        return [
            name
            for name in (self.cleaned_data["name"], self.cleaned_data["partner"])
            if name
        ]

    def events(
        self, sheet: NightSheet, persons: tuple[int, ...], fee: int
    ) -> Iterable[Event]:
        """What the form says of the night as it is. `persons` take the place of the entrant."""
        badge = sheet.badges[self.entrant]
        if self.act == "substitute":
            is_same = badge.people == persons
            return [] if is_same else [events.Substituted(self.entrant, persons)]
        if self.act == "bind":
            tables = self.cleaned_data["tables"]
            return [events.TablesLimited(self.entrant, tables)]
        if self.act in OF_TWO:
            pair = sorted((self.entrant, self.cleaned_data["other"]))
            return [OF_TWO[self.act](*pair)]
        if self.act == "remove":
            return [events.Removed(self.entrant)]
        if self.act == "left":
            return [] if badge.has_left else [events.Left(self.entrant)]
        if self.act == "away":
            return [events.Away(self.entrant)] if badge.is_here else []
        return events_of_tap(
            sheet, "here" if self.act == "back" else self.act, badge.people, fee
        )


@dataclass(frozen=True)
class EntrantCard:
    """What `entrant.html` shows besides its form: `people` are the names of one or two, `due` is what they
    owe, `apart` and `together` are those of their wishes."""

    number: Entrant
    name: str
    badge: Badge
    people: Sequence[str]
    due: int
    paid: int
    can_remove: bool
    apart: Sequence[tuple[Entrant, str]]
    together: Sequence[tuple[Entrant, str]]
    warnings: Sequence[str]


@require_http_methods(["GET", "POST"])
def entrant(request: HttpRequest, code: str, number: int) -> HttpResponse:
    night = access.night_to_help(request, code)
    sheet = sheet_of(night)
    if number not in sheet.badges:
        raise Http404
    posted = posted_data(request)
    is_for_organisers = posted is not None and posted.get("do") in FOR_ORGANISERS
    if is_for_organisers and not night.is_organised_here:
        raise Http404
    known = people.person_names(sheet)
    names = people.names_of(sheet, known)
    form = EntrantForm(posted, sheet=sheet, entrant=number, names=names)
    plan = night.planned
    if form.is_valid():
        try:
            _save(night, phone_cookie.phone_of(request), sheet, form, plan.fee)
        except NightRefusal as refused:
            form.add_error(None, refusals.phrase(refused, names))
        else:
            if form.act == "remove":
                return redirect("night-check-in", night.code)
            return redirect("night-entrant", night.code, number)
    fee = plan.fee if night.is_organised_here else None
    return form_page(
        request,
        "scores/night/door/entrant.html",
        form,
        night=night,
        currency=plan.currency,
        card=_card(sheet, number, known, fee),
    )


def _card(
    sheet: NightSheet, number: Entrant, known: Mapping[int, str], fee: int | None
) -> EntrantCard:
    """Without a fee nothing of their money."""
    names = people.names_of(sheet, known)
    badge = sheet.badges[number]
    return EntrantCard(
        number=number,
        name=names[number],
        badge=badge,
        people=[known.get(person, "") for person in badge.people],
        due=0 if fee is None else debts(sheet, fee)[number],
        paid=0 if fee is None else sheet.paid.get(number, 0),
        can_remove=not sheet.rounds,
        apart=[(other, names[other]) for other in rows.others_of(number, sheet.apart)],
        together=[
            (other, names[other]) for other in rows.others_of(number, sheet.together)
        ],
        warnings=rows.bound_together(sheet, names),
    )


@transaction.atomic
def _save(
    night: Night, phone: Phone, sheet: NightSheet, form: EntrantForm, fee: int
) -> None:
    if form.act == "rename":
        _rename(sheet, form)
        return
    circle = locked_circle(night.circle_id)
    persons: list[Player] = []
    for name in form.names() if form.act == "substitute" else ():
        persons.append(player_named(circle, name, persons))
    keys = tuple(player.pk for player in persons)
    append(night, phone, lambda now: form.events(now, keys, fee))


def _rename(sheet: NightSheet, form: EntrantForm) -> None:
    """Of a pair each that was typed."""
    for person, name in zip(
        sheet.badges[form.entrant].people, form.names(), strict=False
    ):
        change_player(Player.objects.get(pk=person), name=name)
