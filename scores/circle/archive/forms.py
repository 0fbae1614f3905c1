"""Forms: the search in lists of matches, the details of a match, the confirmation of deleting it.

Names of players are folded at search time, because players can be renamed; other texts are in `sought`."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any

from django import forms
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from scores.circle.archive.search import SearchFields, rules_of
from scores.core.house_rules import labels
from scores.core.match_facts import DETAILS
from scores.core.matches.dates import verify_played
from scores.core.notation.names import folded_text
from scores.fields import DayField, text_fields
from scores.models import HouseRules, Match, Player, Seat, by_name

Filter = Callable[[QuerySet[Match]], QuerySet[Match]]
STATES: dict[str, tuple[Promise, Filter]] = {
    "": (gettext_lazy("sin las archivadas"), lambda matches: matches.unarchived()),
    "going-on": (
        gettext_lazy("En juego"),
        lambda matches: matches.unarchived().going_on(),
    ),
    "finished": (
        gettext_lazy("Terminadas"),
        lambda matches: matches.unarchived().finished(),
    ),
    "abandoned": (
        gettext_lazy("A medias"),
        lambda matches: matches.unarchived().abandoned(),
    ),
    "archived": (
        gettext_lazy("Archivadas"),
        lambda matches: matches.filter(archived_at__isnull=False),
    ),
}


class SearchForm(SearchFields):
    """The search in the matches of the server."""

    def __init__(
        self,
        *args: Any,
        persons: Iterable[Player],
        house_rules: Iterable[HouseRules],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.persons = {str(person.pk): person for person in by_name(persons)}
        self.offer(
            [(pk, each.display_name) for pk, each in self.persons.items() if each.name],
            [rules.name for rules in house_rules],
            {state: label for state, (label, _filter) in STATES.items()},
        )

    def among(self, matches: QuerySet[Match]) -> QuerySet[Match]:
        """The matching ones of `matches`, newest first. Only for a valid form."""
        data = self.cleaned_data
        persons = list(self.persons.values())
        _label, of_state = STATES[data["state"]]
        game, is_named = rules_of(data["rules"])
        wanted = {
            "rules_name" if is_named else "game": game,
            "played_on__gte": data["since"],
            "played_on__lte": data["until"],
        }
        matching = of_state(matches).filter(
            **{lookup: value for lookup, value in wanted.items() if value}
        )
        if data["who"]:
            matching = matching.filter(_played_by([self.persons[data["who"]]]))
        for word in folded_text(data["q"]).split():
            matching = matching.filter(_contains(word, persons))
        return matching.order_by("-played_on", "-pk")


def _contains(word: str, persons: Sequence[Player]) -> Q:
    """Condition: a folded word occurs in the place, the note, the name of the rules or of a player."""
    variants = [
        key for key, name in labels.game_names().items() if word in folded_text(name)
    ]
    condition = Q(sought__contains=word)
    if variants:
        condition |= Q(rules_name="", game__in=variants)
    namesakes = [
        person for person in persons if word in folded_text(person.display_name)
    ]
    return condition | Q(_played_by(namesakes)) if namesakes else condition


def _played_by(persons: Sequence[Player]) -> Exists:
    return Exists(Seat.objects.filter(match=OuterRef("pk"), player__in=persons))


class DetailsForm(forms.Form):
    played_on = DayField(
        label=gettext_lazy("Fecha"),
        error_messages={"required": gettext_lazy("Falta la fecha.")},
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        texts = text_fields(DETAILS)
        initial = {key: getattr(match, key) for key in (*texts, "played_on")}
        super().__init__(*args, initial=initial, **kwargs)
        self.fields |= texts
        self.order_fields(texts)
        self.match = match

    def clean_played_on(self) -> date:
        day: date = self.cleaned_data["played_on"]
        if day != self.match.played_on:
            verify_played(self.match.circle, day)
        return day


class DeleteForm(forms.Form):
    """Asks for a word to be typed, so that no match is deleted by an accidental tap."""

    word = forms.CharField(
        required=False,
        max_length=40,
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    @property
    def asked(self) -> str:
        return _("borrar")

    def clean_word(self) -> str:
        typed: str = self.cleaned_data["word"]
        if folded_text(typed.strip()) != folded_text(self.asked):
            raise forms.ValidationError(_("Escribe «%(word)s».") % {"word": self.asked})
        return typed
