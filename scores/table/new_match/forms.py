"""The form of a new match: variant, house rules, seats, dealer, details."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _, gettext_lazy

from rules.errors import Illegal
from rules.match.board import with_usual_sides
from rules.presets import CHINCHON, RULESETS
from rules.ruleset import Ruleset
from scores.core.house_rules import labels
from scores.core.house_rules.forms import HouseRuleFields
from scores.core.house_rules.option_fields import is_blank
from scores.core.match_facts import ASKED, DETAILS, MatchFacts
from scores.core.matches.dates import verify_played
from scores.core.notation.names import tidy
from scores.core.notation.shown_names import marked_name, unmarked_text
from scores.fields import (
    NAME_AT_MOST,
    TOO_LONG,
    ClockField,
    DayField,
    WholeField,
    text_fields,
)

if TYPE_CHECKING:
    from scores.models import HouseRules, Match


# How the deal passes: Match.Direction
DOWN = 1
UP = -1
SEATS_SHOWN = 4
SEATS_AT_MOST = 12
AS_SAVED = gettext_lazy("%(value)s (guardado)")


# The rulesets that a new match may start from: first those of the group, then the presets

LIKE = "like-"  # followed by the code of a match
BEST_KNOWN = ("chinchon", "gin", "rummy")  # presets that need no second tap
OWN_SHOWN = 2  # of the rules of a group, beside them


class Offer(NamedTuple):
    """A ruleset as the form offers it."""

    key: str  # what is posted: a preset's key, house-3, like-abc
    name: str
    note: str
    ruleset: Ruleset
    saved: HouseRules | None = None


def offers(house_rules: Iterable[HouseRules], last: Match | None) -> list[Offer]:
    """All offers to a group: its saved rules, those of its last match if they have no name, presets."""
    saved = [_offer_of_saved(rules) for rules in house_rules]
    presets = [
        Offer(key, labels.game_name(key), labels.note_of(ruleset), ruleset)
        for key, ruleset in RULESETS.items()
    ]
    if last is None or any(
        _are_equal(offer.ruleset, last.rules) for offer in [*saved, *presets]
    ):
        return [*saved, *presets]
    unnamed = Offer(
        LIKE + last.code, _("Como la última vez"), description(last.rules), last.rules
    )
    return [*saved, unnamed, *presets]


def first_and_others(offered: Sequence[Offer]) -> tuple[list[Offer], list[Offer]]:
    """What is shown at once, the latest rules of the group itself and the best known games; the rest."""
    own = [offer.key for offer in offered if offer.key not in RULESETS][:OWN_SHOWN]
    first = [offer for offer in offered if offer.key in own or offer.key in BEST_KNOWN]
    return first, [offer for offer in offered if offer not in first]


def preselected_offer(offered: Sequence[Offer], last: Match | None) -> Offer:
    """The offer with the rules used last; with the default preset in a group without matches."""
    wanted = last.rules if last else CHINCHON
    return next(
        (offer for offer in offered if _are_equal(offer.ruleset, wanted)), offered[0]
    )


def _are_equal(ruleset: Ruleset, other: Ruleset) -> bool:
    """Whether the rules are the same, in whichever unit their amounts of money are."""
    return ruleset == other or ruleset.in_cents() == other.in_cents()


def _offer_of_saved(rules: HouseRules) -> Offer:
    ruleset = rules.rules
    return Offer(
        f"house-{rules.pk}",
        marked_name(rules.name),
        description(ruleset),
        ruleset,
        rules,
    )


def description(ruleset: Ruleset) -> str:
    """The preset and the knobs that were turned, on one line."""
    players = max(ruleset.players[0], 2)
    turned = (
        f"{knob}: {value}"
        for knob, value in labels.turned_knobs(ruleset, players).items()
    )
    return " · ".join([labels.name_of(ruleset), *turned])


# The form


class NewMatchForm(HouseRuleFields, forms.Form):
    """The house rules plus `preset` (the key of an offer), `name_<n>` for each seat, `dealer` (a seat) and
    `deal_direction` (along the seats or against them); `save_as` saves the rules under a name.

    A blank seat is an empty one. The order of play is the order of the seats.
    """

    shown = ""  # the details element to open, for browsers without scripts
    focused: int | None = None  # the seat to type into, after Enter without scripts
    # the result of the house rules; None if they contradict each other
    chosen: Ruleset | None
    ruleset: Ruleset | None  # the same with the sides that Gin has with so many players

    # secret; a second tap starts no second match
    uid = forms.UUIDField(widget=forms.HiddenInput)
    preset = forms.ChoiceField(choices=[], label=gettext_lazy("Variante"))
    circle = forms.CharField(required=False, max_length=16)
    dealer = WholeField(
        required=False, min_value=0, label=gettext_lazy("reparte primero")
    )
    deal_direction = forms.TypedChoiceField(
        choices=[
            (DOWN, gettext_lazy("hacia abajo en la lista")),
            (UP, gettext_lazy("hacia arriba en la lista")),
        ],
        coerce=int,
        required=False,
        empty_value=DOWN,
        label=gettext_lazy("El reparto pasa"),
    )
    save_as = forms.CharField(
        required=False,
        max_length=NAME_AT_MOST,
        label=gettext_lazy("Guardar con nombre"),
        help_text=gettext_lazy("Por ejemplo: las reglas de la abuela."),
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages=TOO_LONG,
    )
    played_on = DayField(
        required=False,
        label=gettext_lazy("Fecha"),
        help_text=gettext_lazy("En blanco, hoy."),
    )
    # "on": the hands are typed from paper next
    sheet = forms.BooleanField(required=False, widget=forms.HiddenInput)
    # of a match that waited for a signal
    happened_at = ClockField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        offer: Offer,
        offered: list[Offer],
        players: int,
        seats: int = SEATS_SHOWN,
        **kwargs: Any,
    ) -> None:
        if offer.key not in RULESETS:
            self.blank_choice = AS_SAVED
        forms.Form.__init__(self, *args, **kwargs)
        self.add_knobs(offer.ruleset, players)
        self.fields |= text_fields(ASKED)
        self.seats = seats
        self.offer = offer
        self.offered = offered
        self.chosen = self.ruleset = offer.ruleset
        for name in ("deal_direction", "save_as"):
            self.fields[name].is_wide = True
        self.fields["preset"].choices = [
            (offered_rules.key, offered_rules.name) for offered_rules in offered
        ]
        for index in range(seats):
            self.fields[f"name_{index}"] = forms.CharField(
                required=False,
                max_length=NAME_AT_MOST,
                label=_("Jugador %(number)s") % {"number": index + 1},
                error_messages=TOO_LONG,
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if len(self.names()) < 2:
            self.add_error(None, _("Hacen falta al menos dos jugadores."))
        self.chosen = self.chosen_ruleset()
        self.ruleset = self._in_unit_of_money(self.chosen) if self.chosen else None
        if self.ruleset and is_blank(data.get("team_size")):
            self.ruleset = with_usual_sides(
                self.ruleset, len(self.names()) or self.players
            )
        return data

    def _in_unit_of_money(self, ruleset: Ruleset) -> Ruleset | None:
        """The rules with amounts in cents of the currency, or in whole chips; None with an error."""
        try:
            return (
                ruleset.in_cents()
                if self.cleaned_data.get("currency")
                else ruleset.in_whole_units()
            )
        except Illegal as refusal:
            too_large = _("Esa cantidad es demasiado grande.")
            chips = _(
                "Las fichas van enteras. Para jugar con céntimos, escribe la moneda."
            )
            self.add_error(
                refusal.details["knob"], too_large if ruleset.cents is False else chips
            )
        return None

    def clean_save_as(self) -> str:
        return tidy(self.cleaned_data["save_as"])[:NAME_AT_MOST]

    def clean_played_on(self) -> date | None:
        day: date | None = self.cleaned_data["played_on"]
        if day:
            verify_played(None, day)  # the circle may not exist yet
        return day

    def rule_fields(self) -> list[BoundField]:
        """All rules but the money, which has a section of its own."""
        sections = [self.first_section(), *self.other_sections()]
        of_knobs = [field for section in sections for field in section.fields]
        return [*of_knobs, self["deal_direction"], self["save_as"]]

    def typed_rules(self) -> list[BoundField]:
        return [field for field in self.rule_fields() if not is_blank(field.value())]

    def shows_rules(self) -> bool:
        """Whether all rules are shown: once they were asked for, and where one of them is wrong."""
        is_asked = self.shown == "house" or "rules" in self.data
        return is_asked or any(field.errors for field in self.rule_fields())

    def details(self) -> list[BoundField]:
        """The fields of venue, note and date, which can be changed later."""
        return [self[name] for name in (*(fact.key for fact in DETAILS), "played_on")]

    def is_details_open(self) -> bool:
        return any(
            field.value() or field.errors for field in (*self.details(), self["sheet"])
        )

    def names(self) -> list[str]:
        return [*self._typed_names().values()]

    def first_dealer(self) -> int:
        """The position of the first dealer among those who play."""
        typed = [*self._typed_names()]
        chosen = self.cleaned_data.get("dealer")
        return typed.index(chosen) if chosen in typed else 0

    def rules_name(self) -> str:
        """The name of the rules: the new one, or that of the saved rules if no knob was turned."""
        unchanged = self.offer.saved is not None and self.chosen == self.offer.ruleset
        return self.cleaned_data["save_as"] or (
            unmarked_text(self.offer.name) if unchanged else ""
        )

    def facts(self, ruleset: Ruleset) -> MatchFacts:
        """What the match starts with. Only for a valid form, with its ruleset."""
        data = self.cleaned_data
        texts = {
            **{fact.key: data[fact.key] for fact in ASKED},
            "rules_name": self.rules_name(),
        }
        return MatchFacts(
            ruleset,
            self.first_dealer(),
            data["deal_direction"],
            data["played_on"],
            texts,
        )

    def reasons(self) -> list[str]:
        """Why no match was started, in sentences that name their field."""
        of_fields = [
            f"{field.label or name}: {error}"
            for name, field in self.fields.items()
            for error in self.errors.get(name, [])
        ]
        return [*of_fields, *map(str, self.non_field_errors())]

    def _typed_names(self) -> dict[int, str]:
        fields = {
            index: self.cleaned_data.get(f"name_{index}", "")
            for index in range(self.seats)
        }
        typed = {index: tidy(name)[:NAME_AT_MOST] for index, name in fields.items()}
        return {index: name for index, name in typed.items() if name}


class RematchForm(forms.Form):
    """What a phone sends with a rematch that waited for a signal; the button of a page sends nothing."""

    uid = forms.UUIDField(required=False)
    happened_at = ClockField(required=False)
