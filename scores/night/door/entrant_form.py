"""What the organiser does with one entrant, as the events that it makes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from rules.night import events
from rules.night.bounds import TABLES
from rules.night.events import Event
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from rules.numbers import whole_number
from scores.core.notation.names import alphabetical
from scores.fields import NAME_AT_MOST, TidyField
from scores.night.door.acts import OF_MONEY, events_of_tap

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
        """Nothing if it is so already. `persons` take the place of the entrant."""
        badge = sheet.badges[self.entrant]
        if self.act == "substitute":
            return (
                []
                if badge.people == persons
                else [events.Substituted(self.entrant, persons)]
            )
        if self.act == "bind":
            tables = self.cleaned_data["tables"]
            return (
                []
                if badge.only == tables
                else [events.TablesLimited(self.entrant, tables)]
            )
        if self.act in OF_TWO:
            return self._events_of_two(sheet)
        if self.act == "remove":
            return [events.Removed(self.entrant)]
        if self.act == "left":
            return [] if badge.has_left else [events.Left(self.entrant)]
        if self.act == "away":
            return [events.Away(self.entrant)] if badge.is_here else []
        return events_of_tap(
            sheet, "here" if self.act == "back" else self.act, badge.people, fee
        )

    def _events_of_two(self, sheet: NightSheet) -> Iterable[Event]:
        pair = (
            min(self.entrant, self.cleaned_data["other"]),
            max(self.entrant, self.cleaned_data["other"]),
        )
        is_so = {
            "apart": pair in sheet.apart,
            "together": pair in sheet.together,
            "drop": pair not in sheet.apart | sheet.together,
        }
        return [] if is_so[self.act] else [OF_TWO[self.act](*pair)]
