"""The one form of a night: its game, its format, how long it lasts, its tables, its money."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, time, timedelta

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone
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
from rules.night.seats import most_people, tables_for
from rules.night.sheet import NightSheet
from rules.night.stages import NUMBERS, EndOfMatch, MatchOf, Plays, Stage
from rules.ruleset import Ruleset
from scores.core import time_zones
from scores.core.match_facts import CURRENCY
from scores.fields import NAME_AT_MOST, DayField, TidyField, text_fields
from scores.models import Circle, Role
from scores.night.fields import BoundedField, MoneyFields
from scores.night.models import ROOM_AND_MONEY, Plan
from scores.night.refusals import phrase
from scores.night.words import minutes_in_words
from scores.table.new_match.forms import Offer

USUAL_EXPECTED = 16
FARTHEST_DAY = timedelta(days=731)  # from today; farther ones are typing errors
SIZE = (2, SEATS.high)  # of a table, as it is typed
NOTHING_PLANNED = Plan()
NOTHING_PLAYED = NightSheet()


class NightForm(MoneyFields):
    """`preset` is the format, `game` the key of an offer. `plan` is what was chosen: `figures` say what the
    night would be, and are none where it contradicts itself. What no field asks is as it was before; what
    `sheet` has begun stays."""

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
        choices=[(key, key) for key in Format],
        label=gettext_lazy("Cómo se juega la noche"),
    )
    expected = BoundedField(2, ENTRANTS.high, label=gettext_lazy("Cuántos se esperan"))
    tables = BoundedField(
        *TABLES,
        required=False,
        label=gettext_lazy("Mesas en la sala"),
        help_text=gettext_lazy("En blanco, las que hagan falta."),
    )
    has_final = forms.BooleanField(
        required=False, label=gettext_lazy("Con una mesa final de los mejores")
    )
    game = forms.ChoiceField(choices=[], label=gettext_lazy("A qué se juega"))
    ends = forms.ChoiceField(
        choices=[
            (EndOfMatch.LIMIT, gettext_lazy("como dicen sus reglas")),
            (EndOfMatch.HANDS, gettext_lazy("tantas manos")),
            (EndOfMatch.CLOCK, gettext_lazy("tantos minutos")),
        ],
        label=gettext_lazy("Cada partida acaba"),
        help_text=gettext_lazy(
            "Con manos o minutos las rondas acaban a la vez en todas las mesas."
        ),
    )
    number = BoundedField(
        *HANDS_OR_MINUTES,
        required=False,
        label=gettext_lazy("Cuántas manos o minutos"),
    )
    starts_on = DayField(required=False, label=gettext_lazy("Qué día es"))
    starts_at = forms.TimeField(
        required=False,
        label=gettext_lazy("A qué hora"),
        widget=forms.TimeInput({"type": "time"}, "%H:%M"),
        error_messages={"invalid": gettext_lazy("Escribe la hora así: 21:30.")},
    )
    least = BoundedField(
        *SIZE, required=False, label=gettext_lazy("Mesa, como poco de")
    )
    best = BoundedField(*SIZE, required=False, label=gettext_lazy("Mesa, lo mejor de"))
    most = BoundedField(
        *SIZE, required=False, label=gettext_lazy("Mesa, como mucho de")
    )

    def __init__(
        self,
        posted: QueryDict | None,
        shown: dict[str, object],
        *,
        offered: Sequence[Offer],
        circle: Circle | None = None,
        before: Plan = NOTHING_PLANNED,
        sheet: NightSheet = NOTHING_PLAYED,
    ) -> None:
        """With what is `shown` until something was posted."""
        super().__init__(shown if posted is None else posted, initial=shown)
        self.plan = before
        self.sheet = sheet
        self.figures: tuple[ExpectedStage, ...] = ()
        self.offered = {offer.key: offer for offer in offered}
        self.fields["game"].choices = [(offer.key, offer.name) for offer in offered]
        for name in ("preset", "game") if self.is_fixed else ():
            self.fields[name].disabled = True
        self.fields |= text_fields([CURRENCY])
        self.currency = str(self["currency"].value() or "")
        if circle is not None:
            self._ask_zone(circle)
        self._follow_format()

    @property
    def is_fixed(self) -> bool:
        """Whether game and format stay as they are."""
        return bool(self.sheet.rounds)

    def _ask_zone(self, circle: Circle) -> None:
        """A night in a circle has the clock of the circle, which its owner may set to that of the phone."""
        zone = time_zones.zone_in_words(circle.time_zone)
        self.fields["starts_at"].help_text = capfirst(zone)
        if zone and circle.role >= Role.OWN:
            here = time_zones.location_of(time_zones.zone_of_phone())
            label = _("Poner el grupo en la hora de este teléfono: %(place)s")
            self.fields["in_zone_of_phone"] = forms.BooleanField(
                required=False, label=label % {"place": here}
            )

    def _follow_format(self) -> None:
        """What the number of the format counts, and what is usual."""
        has_lives = self.format is Format.LIVES
        rounds = BoundedField(
            *NUMBERS[Plays.LIVES if has_lives else Plays.ROUNDS],
            required=False,
            label=_("Vidas de cada uno") if has_lives else _("Rondas"),
        )
        self.fields["rounds"] = rounds
        usual = {"rounds": USUAL_NUMBERS.get(self.format), **self._usual_sizes()}
        for name, value in usual.items():
            self.fields[name].widget.attrs["placeholder"] = value

    @property
    def format(self) -> Format:
        key = self["preset"].value()
        return Format(key) if key in [*Format] else Format.EVERYBODY

    @property
    def _ruleset(self) -> Ruleset:
        first, *_others = self.offered.values()
        return self.offered.get(str(self["game"].value()), first).ruleset

    def _usual_sizes(self) -> dict[str, int]:
        return usual_sizes(self._ruleset)._asdict()

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
        if self.errors:
            return
        plan = self._chosen_plan()
        try:
            self.figures = expected_stages(plan.stages, plan.expected, plan.tables)
        except NightRefusal as refusal:
            raise ValidationError({"expected": phrase(refusal, {})}) from None
        self.rounds_in_all = sum(stage.rounds for stage in self.figures)
        self.is_long = self.rounds_in_all > MANY_ROUNDS
        self.minutes = minutes_in_words(sum(stage.minutes for stage in self.figures))
        self.plan = self._with_what_has_begun(plan)

    def _chosen_plan(self) -> Plan:
        data = self.cleaned_data
        match = self._match()
        number = data["rounds"] or USUAL_NUMBERS.get(self.format, 0)
        has_final = self.format is Format.EVERYBODY and data["has_final"]
        final = match.sizes.best if has_final else None
        chosen = vars(programme_of(self.format, match, number, final))
        typed = {name: data[name] for name in ROOM_AND_MONEY if name in data}
        return replace(self.plan, **chosen, **typed)

    def _match(self) -> MatchOf:
        data = self.cleaned_data
        ends = EndOfMatch(data["ends"])
        if ends is EndOfMatch.LIMIT:
            data["number"] = None
        elif not data["number"]:
            raise ValidationError({"number": _("Di cuántas manos o cuántos minutos.")})
        usual = self._usual_sizes()
        sizes = Sizes(*(data[key] or value for key, value in usual.items()))
        if not sizes.least <= sizes.best <= sizes.most:
            error = _("Di los tamaños de mesa de menos a más.")
            raise ValidationError({"best": error})
        return MatchOf(self._ruleset, ends, data["number"], sizes)

    def _with_what_has_begun(self, plan: Plan) -> Plan:
        """All of the plan changes until a round is published, then what has not begun."""
        made = tables_for(self.sheet, plan.match, plan.tables)
        if made and made.pairs_left:
            text = _(
                "Con las parejas de hoy una mesa tendría más de %(most)s personas."
            )
            most = most_people(plan.match)
            raise ValidationError({"best": text % {"most": most}})
        if not self.is_fixed:
            return plan
        first, *finals = self.sheet.stages
        if finals and plan.final is None:
            raise ValidationError({"has_final": _("La final ya ha empezado.")})
        played = len(self.sheet.rounds_of(0))
        has_rounds = first.stage.plays is Plays.ROUNDS
        if has_rounds and (plan.number < played or (finals and plan.number != played)):
            text = _("Ya se han jugado %(count)s rondas.") % {"count": played}
            raise ValidationError({"rounds": text})
        if plan.format is Format.KNOCKOUT:  # who went on from a table stays decided
            plan = replace(plan, number=first.stage.number)
        try:
            Stage.load(plan.stages[len(finals)].dump())
        except NightRefusal:
            error = _("De la mesa más pequeña tiene que salir alguien.")
            raise ValidationError({"least": error}) from None
        return plan

    def set_zone(self, circle: Circle) -> None:
        """Set the clock of the circle to that of the phone, if it was asked for. Only of a valid form."""
        if self.cleaned_data.get("in_zone_of_phone"):
            circle.time_zone = time_zones.zone_of_phone()
            circle.save(update_fields=["time_zone"])

    def start(self) -> dict[str, date | time | None]:
        """When it begins, by the columns of a night. Only of a valid form."""
        return {name: self.cleaned_data[name] for name in ("starts_on", "starts_at")}
