"""What the organiser does with one entrant, as the events that it makes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from rules.numbers import whole_number
from rules.tournament import events
from rules.tournament.bounds import TABLES
from rules.tournament.events import Event
from rules.tournament.night import Night
from rules.tournament.seating.values import Entrant
from scores.fields import NAME_AT_MOST, TidyField

ACTS = ("left", "away", "back", "substitute", "apart", "bind")


class EntrantForm(forms.Form):
    do = forms.ChoiceField(choices=[(act, act) for act in ACTS])
    name = TidyField(required=False, max_length=NAME_AT_MOST, label=gettext_lazy("Quién le releva"))
    partner = TidyField(required=False, max_length=NAME_AT_MOST, label=gettext_lazy("Y su pareja"))
    other = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, label=gettext_lazy("Lejos de quién")
    )
    tables = forms.CharField(
        required=False,
        max_length=120,
        label=gettext_lazy("Mesas a las que llega"),
        help_text=gettext_lazy("Por ejemplo: 1 2. En blanco, todas."),
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(
        self, *args: Any, night: Night, entrant: Entrant, names: Mapping[Entrant, str], **kwargs: Any
    ) -> None:
        only = " ".join(map(str, sorted(night.badges[entrant].only)))
        super().__init__(*args, initial={"tables": only}, **kwargs)
        self.entrant, self.is_pair = entrant, len(night.badges[entrant].people) == 2
        others = sorted((name.casefold(), other) for other, name in names.items() if other != entrant)
        self.fields["other"].choices = [("", "—"), *((other, names[other]) for _name, other in others)]

    def clean_tables(self) -> frozenset[int]:
        typed = self.cleaned_data["tables"].replace(",", " ").split()
        numbers = {whole_number(each) or 0 for each in typed}
        if not all(map(TABLES.holds, numbers)):
            raise forms.ValidationError(_("Números de mesa, del 1 al %(most)s.") % {"most": TABLES.high})
        return frozenset(numbers)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        act = data.get("do")
        if act == "substitute" and not data.get("name") and "name" not in self.errors:
            self.add_error("name", _("Falta el nombre."))
        if act == "apart" and data.get("other") is None and "other" not in self.errors:
            self.add_error("other", _("Di de quién."))
        return data

    def new_people(self) -> list[str]:
        """The names of who takes the place; none for other acts."""
        if self.cleaned_data["do"] != "substitute":
            return []
        return [name for name in (self.cleaned_data["name"], self.cleaned_data["partner"]) if name]

    def events(self, night: Night, persons: tuple[int, ...]) -> Iterable[Event]:
        """Nothing if it is so already."""
        data, badge = self.cleaned_data, night.badges[self.entrant]
        if data["do"] == "substitute":
            return [] if badge.people == persons else [events.Substituted(self.entrant, persons)]
        if data["do"] == "bind":
            return [] if badge.only == data["tables"] else [events.Bound(self.entrant, data["tables"])]
        if data["do"] == "apart":
            pair = (min(self.entrant, data["other"]), max(self.entrant, data["other"]))
            return [] if pair in night.apart else [events.KeptApart(*pair)]
        if data["do"] == "back":
            return [] if badge.is_here else [events.Back(self.entrant)]
        if data["do"] == "left":
            return [] if badge.has_left else [events.Left(self.entrant)]
        return [events.Away(self.entrant)] if badge.is_here else []
