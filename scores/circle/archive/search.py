"""The fields of the search in lists of matches. A phone without a server searches with the same form."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from scores.core.house_rules import labels
from scores.core.notation.names import tidy
from scores.core.notation.shown_names import marked_name
from scores.fields import TOO_LONG, DayField

SEARCH_HINT = gettext_lazy("Lugar, nota, nombre…")
NAMED_PREFIX = "named-"  # prefix of an option that is a name of house rules


class PeriodForm(forms.Form):
    """From one date to another, both inclusive; an empty one is no bound."""

    since = DayField(required=False, label=gettext_lazy("Desde"))
    until = DayField(required=False, label=gettext_lazy("Hasta"))

    def clean(self) -> None:
        since = self.cleaned_data.get("since")
        until = self.cleaned_data.get("until")
        if since and until and since > until:
            self.add_error("until", _("«Hasta» es antes que «desde»."))


class SearchFields(PeriodForm):
    """Sent by GET; every field may be empty, and does not narrow the result then."""

    field_order = ("q", "who", "rules")
    q = forms.CharField(
        required=False,
        max_length=80,
        label=gettext_lazy("Buscar"),
        widget=forms.TextInput(
            {"type": "search", "autocomplete": "off", "placeholder": SEARCH_HINT}
        ),
        error_messages=TOO_LONG,
    )
    who = forms.ChoiceField(required=False, label=gettext_lazy("Jugó"))
    rules = forms.ChoiceField(required=False, label=gettext_lazy("Juego"))
    state = forms.ChoiceField(required=False, label=gettext_lazy("Cuáles"))

    def offer(
        self,
        persons: Sequence[tuple[str, str]],
        rule_names: Sequence[str],
        states: Mapping[str, Any],
    ) -> None:
        """What can be chosen: persons, by keys with their names; names of house rules; states with labels."""
        self.fields["who"].choices = [("", _("cualquiera")), *persons]
        self.fields["rules"].choices = [
            ("", _("lo que sea")),
            *[
                (NAMED_PREFIX + name, marked_name(name))
                for name in dict.fromkeys(rule_names)
            ],
            *labels.game_names().items(),
        ]
        self.fields["state"].choices = [*states.items()]

    def clean_q(self) -> str:
        return tidy(self.cleaned_data["q"])

    @property
    def is_narrowing(self) -> bool:
        """Whether any field is filled in."""
        return any(self[name].data for name in self.fields)

    @property
    def is_folded_out(self) -> bool:
        """Whether the other fields must be open: one of them is filled in or invalid."""
        return any(
            self[name].data or self[name].errors for name in self.fields if name != "q"
        )


def rules_of(chosen: str) -> tuple[str, bool]:
    """The chosen game, or the name of house rules; and whether it is such a name."""
    return chosen.removeprefix(NAMED_PREFIX), chosen.startswith(NAMED_PREFIX)
