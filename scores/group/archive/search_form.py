"""The search form of the lists of matches; its fields are in the query string."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scores.core.house_rules import labels
from scores.core.notation.names import tidy
from scores.fields import TOO_LONG, DayField
from scores.group.archive.search import STATES, MatchSearch, State
from scores.models import HouseRules, Player, by_name

SEARCH_HINT = gettext_lazy("Lugar, nota, nombre…")
NAMED_PREFIX = "named-"  # prefix of an option that is a name of house rules


class SearchForm(forms.Form):
    """Sent by GET; every field may be empty."""

    q = forms.CharField(
        required=False,
        max_length=80,
        label=gettext_lazy("Buscar"),
        widget=forms.TextInput({"type": "search", "autocomplete": "off", "placeholder": SEARCH_HINT}),
        error_messages=TOO_LONG,
    )
    who = forms.ChoiceField(required=False, label=gettext_lazy("Jugó"))
    rules = forms.ChoiceField(required=False, label=gettext_lazy("Juego"))
    since = DayField(required=False, label=gettext_lazy("Desde"))
    until = DayField(required=False, label=gettext_lazy("Hasta"))
    state = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Cuáles"),
        choices=[("", gettext_lazy("sin las archivadas")), *STATES.items()],
    )

    def __init__(
        self, *args: Any, persons: Iterable[Player], house_rules: Iterable[HouseRules], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.persons = {str(person.pk): person for person in by_name(persons)}
        rule_names = dict.fromkeys(rules.name for rules in house_rules)
        self.fields["who"].choices = [
            ("", _("cualquiera")),
            *((pk, person.name) for pk, person in self.persons.items() if person.name),
        ]
        self.fields["rules"].choices = [
            ("", _("lo que sea")),
            *((NAMED_PREFIX + name, name) for name in rule_names),
            *labels.game_names().items(),
        ]

    def clean_q(self) -> str:
        return tidy(self.cleaned_data["q"])

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        since, until = data.get("since"), data.get("until")
        if since and until and since > until:
            self.add_error("until", _("«Hasta» es antes que «desde»."))
        return data

    def search(self) -> MatchSearch:
        """The criteria. Only for a valid form."""
        data = self.cleaned_data
        rules, is_named = data["rules"], data["rules"].startswith(NAMED_PREFIX)
        return MatchSearch(
            text=data["q"],
            player=self.persons.get(data["who"]),
            preset="" if is_named else rules,
            rules_name=rules.removeprefix(NAMED_PREFIX) if is_named else "",
            since=data["since"],
            until=data["until"],
            state=State(data["state"]) if data["state"] else None,
        )

    @property
    def is_narrowing(self) -> bool:
        """Whether any field is filled in."""
        return any(self[name].data for name in self.fields)

    @property
    def is_folded_out(self) -> bool:
        """Whether the other fields must be open: one of them is filled in or invalid."""
        return any(self[name].data or self[name].errors for name in self.fields if name != "q")
