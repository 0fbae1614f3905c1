"""The one form of a night: its game, its format, how long it lasts, its tables, its money."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, time, timedelta
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy

from rules.night.bounds import ENTRANTS, HANDS_OR_MINUTES, SEATS, TABLES
from rules.night.expected import (
    MANY_ROUNDS,
    ExpectedStage,
    expected_stages,
    usual_sizes,
)
from rules.night.presets import USUAL_NUMBERS, Format, programme_of
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Sizes
from rules.night.stages import NUMBERS, EndOfMatch, MatchOf, Plays
from scores.core import time_zones
from scores.core.match_facts import CURRENCY
from scores.fields import NAME_AT_MOST, DayField, TidyField, text_fields
from scores.models import Circle
from scores.night import words
from scores.night.models import ROOM_AND_MONEY, Plan
from scores.night.money_fields import MoneyFields
from scores.night.number_fields import whole_field
from scores.night.refusals import phrase
from scores.table.new_match.forms import Offer


class FormatWords(NamedTuple):
    """Its name, what happens in it, and what its number counts; empty for one that has none to choose."""

    name: Promise
    note: Promise
    number: Promise | str


FORMATS: Mapping[Format, FormatWords] = {
    Format.EVERYBODY: FormatWords(
        gettext_lazy("Todos juegan"),
        gettext_lazy(
            "Cada ronda en otra mesa y con otra gente. Nadie se va a casa antes."
        ),
        gettext_lazy("Rondas"),
    ),
    Format.LIVES: FormatWords(
        gettext_lazy("Tres vidas"),
        gettext_lazy(
            "Quien no gana su mesa pierde una vida. Quienes quedan al final juegan la última mesa."
        ),
        gettext_lazy("Vidas de cada uno"),
    ),
    Format.KNOCKOUT: FormatWords(
        gettext_lazy("Mesas eliminatorias"),
        gettext_lazy("De cada mesa sigue la mitad, hasta la mesa final."),
        "",
    ),
    Format.LEAGUE: FormatWords(
        gettext_lazy("Liga"),
        gettext_lazy(
            "Pocas rondas, cada cual con los de su altura. El grupo suma sus noches."
        ),
        gettext_lazy("Rondas"),
    ),
}

ENDS: Mapping[EndOfMatch, Promise] = {
    EndOfMatch.LIMIT: gettext_lazy("como dicen sus reglas"),
    EndOfMatch.HANDS: gettext_lazy("tantas manos"),
    EndOfMatch.CLOCK: gettext_lazy("tantos minutos"),
}

if [*FORMATS] != [*Format] or [*ENDS] != [*EndOfMatch]:
    raise TypeError("a format of a night, or an end of its matches, has no words")


USUAL_EXPECTED = 16
FARTHEST_DAY = timedelta(days=731)  # from today; farther ones are typing errors


class NightForm(MoneyFields):
    """`preset` is the format, `game` the key of an offer. `plan` is what was chosen: `figures` say what the
    night would be, and are none where it contradicts itself. What no field asks is as it is `before`."""

    before = Plan()

    # secret; a second tap sets no second night up
    uid = forms.UUIDField(widget=forms.HiddenInput)
    name = TidyField(
        required=False,
        max_length=NAME_AT_MOST,
        label=gettext_lazy("Cómo se llama"),
        help_text=gettext_lazy("En blanco, la fecha."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    preset = forms.ChoiceField(
        choices=[(str(key), each.name) for key, each in FORMATS.items()],
        label=gettext_lazy("Cómo se juega la noche"),
    )
    starts_on = DayField(required=False, label=gettext_lazy("Qué día es"))
    starts_at = forms.TimeField(
        required=False,
        label=gettext_lazy("A qué hora"),
        widget=forms.TimeInput({"type": "time"}, "%H:%M"),
        error_messages={"invalid": gettext_lazy("Escribe la hora así: 21:30.")},
    )
    game = forms.ChoiceField(choices=[], label=gettext_lazy("A qué se juega"))
    ends = forms.ChoiceField(
        choices=[(str(value), label) for value, label in ENDS.items()],
        label=gettext_lazy("Cada partida acaba"),
        help_text=gettext_lazy(
            "Con manos o minutos las rondas acaban a la vez en todas las mesas."
        ),
    )
    has_final = forms.BooleanField(
        required=False, label=gettext_lazy("Con una mesa final de los mejores")
    )

    field_order = (
        "uid",
        "name",
        "preset",
        "rounds",
        "has_final",
        "game",
        "ends",
        "number",
    )

    def __init__(
        self,
        *args: Any,
        offered: Sequence[Offer],
        circle: Circle | None = None,
        may_set_zone: bool = False,
        **kwargs: Any,
    ) -> None:
        """A night in a circle has the clock of the circle, which its owner may set to that of the phone."""
        super().__init__(*args, **kwargs)
        zone = time_zones.zone_in_words(circle.time_zone) if circle else ""
        self.fields["starts_at"].help_text = capfirst(zone)
        if zone and may_set_zone:
            here = time_zones.location_of(time_zones.zone_of_phone())
            label = _("Poner el grupo en la hora de este teléfono: %(place)s")
            self.fields["in_zone_of_phone"] = forms.BooleanField(
                required=False, label=label % {"place": here}
            )
        self.offered = {offer.key: offer for offer in offered}
        self.plan = self.before
        self.figures: tuple[ExpectedStage, ...] = ()
        self.fields["game"].choices = [(offer.key, offer.name) for offer in offered]
        self.fields |= text_fields([CURRENCY])
        self.currency = str(self["currency"].value() or "")
        self.fields |= self._numbers()

    def _numbers(self) -> dict[str, forms.Field]:
        usual = usual_sizes(self._game().ruleset)
        format_ = self.format
        bound = NUMBERS[Plays.LIVES if format_ is Format.LIVES else Plays.ROUNDS]
        rounds = whole_field(
            bound.low, bound.high, str(FORMATS[format_].number), required=False
        )
        rounds.widget.attrs |= {"placeholder": str(USUAL_NUMBERS.get(format_, ""))}
        hands = whole_field(
            *HANDS_OR_MINUTES, _("Cuántas manos o minutos"), required=False
        )
        tables = whole_field(*TABLES, _("Mesas en la sala"), required=False)
        tables.help_text = _("En blanco, las que hagan falta.")
        numbers: dict[str, forms.Field] = {
            "rounds": rounds,
            "number": hands,
            "expected": whole_field(2, ENTRANTS.high, _("Cuántos se esperan")),
            "tables": tables,
        }
        labels = (
            _("Mesa, como poco de"),
            _("Mesa, lo mejor de"),
            _("Mesa, como mucho de"),
        )
        for key, value, label in zip(Sizes._fields, usual, labels, strict=True):
            field = whole_field(2, SEATS.high, label, required=False)
            field.widget.attrs |= {"placeholder": str(value)}
            numbers[key] = field
        return numbers

    @property
    def format(self) -> Format:
        key = self["preset"].value()
        return Format(key) if key in [*Format] else Format.EVERYBODY

    def _game(self) -> Offer:
        return self.offered.get(
            str(self["game"].value()), next(iter(self.offered.values()))
        )

    @property
    def asks_rounds(self) -> bool:
        return bool(FORMATS[self.format].number)

    @property
    def asks_final(self) -> bool:
        """The other formats always end in one."""
        return self.format is Format.EVERYBODY

    def pot_to_come(self, fee: int) -> int:
        return fee * int(self.cleaned_data.get("expected") or 0)

    def clean_starts_on(self) -> date | None:
        day: date | None = self.cleaned_data["starts_on"]
        if day and abs(day - timezone.localdate()) > FARTHEST_DAY:
            raise ValidationError(_("Ese día está a más de dos años."))
        return day

    def clean(self) -> None:
        super().clean()
        if self.cleaned_data.get("starts_at") and not self["starts_on"].value():
            self.add_error("starts_on", _("Di también qué día es."))
        if not self.errors:
            self._choose()

    def _choose(self) -> None:
        """Set `plan` and `figures`, or put the refusal at its field."""
        data = self.cleaned_data
        match = self._match()
        if match is None:
            return
        number = data["rounds"] or USUAL_NUMBERS.get(self.format, 0)
        has_final = self.asks_final and data["has_final"]
        final = match.sizes.best if has_final else None
        chosen = vars(programme_of(self.format, match, number, final))
        typed = {name: data[name] for name in ROOM_AND_MONEY if name in data}
        plan = replace(self.before, **chosen, **typed)
        try:
            self.figures = expected_stages(plan.stages, plan.expected, plan.tables)
        except NightRefusal as refusal:
            self.add_error("expected", phrase(refusal, {}))
            return
        self.plan = plan

    def _match(self) -> MatchOf | None:
        data = self.cleaned_data
        ends = EndOfMatch(data["ends"])
        if ends is not EndOfMatch.LIMIT and not data["number"]:
            self.add_error("number", _("Di cuántas manos o cuántos minutos."))
            return None
        usual = usual_sizes(self._game().ruleset)
        sizes = Sizes(
            *(
                data[key] or value
                for key, value in zip(Sizes._fields, usual, strict=True)
            )
        )
        if not sizes.least <= sizes.best <= sizes.most:
            self.add_error("best", _("Di los tamaños de mesa de menos a más."))
            return None
        number = None if ends is EndOfMatch.LIMIT else data["number"]
        return MatchOf(self._game().ruleset, ends, number, sizes)

    def set_zone(self, circle: Circle) -> None:
        """Set the clock of the circle to that of the phone, if it was asked for. Only of a valid form."""
        if self.cleaned_data.get("in_zone_of_phone"):
            circle.time_zone = time_zones.zone_of_phone()
            circle.save(update_fields=["time_zone"])

    def start(self) -> dict[str, date | time | None]:
        """When it begins, by the columns of a night. Only of a valid form."""
        return {name: self.cleaned_data[name] for name in ("starts_on", "starts_at")}

    # For the page

    def answer(self) -> list[str]:
        """What the night would be, a line for each stage and one for the whole."""
        if not self.figures:
            return []
        lines = [_line(stage) for stage in self.figures]
        minutes = sum(stage.minutes for stage in self.figures)
        rounds = sum(stage.rounds for stage in self.figures)
        facts = {
            "rounds": words.rounds_in_words(rounds),
            "time": words.minutes_in_words(minutes),
        }
        return [*lines, _("En total %(rounds)s, %(time)s.") % facts]

    def warnings(self) -> list[str]:
        if not self.figures:
            return []
        warnings = []
        rounds = sum(stage.rounds for stage in self.figures)
        if rounds > MANY_ROUNDS:
            warnings.append(
                _("%(rounds)s son muchas para una noche: acabaría de madrugada.")
                % {"rounds": rounds}
            )
        if resting := self.figures[0].resting:
            warnings.append(_resting_in_words(resting))
        return warnings

    def formats(self) -> list[tuple[str, FormatWords, bool]]:
        return [(str(key), each, key is self.format) for key, each in FORMATS.items()]

    def size_fields(self) -> list[BoundField]:
        return [self[key] for key in Sizes._fields]

    def are_sizes_open(self) -> bool:
        return any(field.value() or field.errors for field in self.size_fields())


def _line(stage: ExpectedStage) -> str:
    facts = {
        "people": words.people_in_words(stage.entrants),
        "tables": words.tables_in_words(stage.tables),
        "rounds": words.rounds_in_words(stage.rounds),
    }
    return _("%(people)s, %(tables)s, %(rounds)s.") % facts


def _resting_in_words(number: int) -> str:
    if number == 1:
        return _("Cada ronda descansa uno: no cabe en las mesas.")
    return _("Cada ronda descansan %(count)s: no caben en las mesas.") % {
        "count": number
    }
