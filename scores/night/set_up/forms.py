"""The form in which a night is set up: a usual format, whose knobs can be turned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _, gettext_lazy

from rules.knobs import Whole
from rules.tournament.bounds import ENTRANTS, PRICES, ROUNDS_OF_STAGE, TABLES
from rules.tournament.expected import MANY_ROUNDS, ExpectedStage, expected, usual_sizes
from rules.tournament.presets import PRESETS
from rules.tournament.refusals import NightRefusal
from rules.tournament.stages import (
    KNOBS,
    EndOfMatch,
    MatchOf,
    Stage,
    Until,
)
from scores.core.house_rules.option_fields import AmountField, is_blank
from scores.core.match_facts import TEXTS
from scores.fields import NAME_AT_MOST, TidyField, text_fields
from scores.night import words
from scores.night.knobs import (
    FORMATS,
    LABELS,
    VALUES,
    fields_of,
    form_field,
    turned,
    value_of,
    whole_field,
)
from scores.night.plan import Plan
from scores.night.refusals import phrase
from scores.table.new_match.forms import Offer

USUAL_EXPECTED = 16


class StageKnobs(NamedTuple):
    """The fields of one stage, for the page: by knob, with the words of each."""

    number: int
    knobs: list[tuple[Any, list[BoundField]]]
    is_open: bool


class SetUpForm(forms.Form):
    """`preset` is the format, `game` the key of an offer; a blank knob keeps the value of the format.
    `stages` is what was chosen; None if knobs contradict each other."""

    uid = forms.UUIDField(widget=forms.HiddenInput)  # secret; a second tap sets no second night up
    name = TidyField(
        required=False,
        max_length=NAME_AT_MOST,
        label=gettext_lazy("Cómo se llama"),
        help_text=gettext_lazy("En blanco, la fecha."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    preset = forms.ChoiceField(
        choices=[(key, each.name) for key, each in FORMATS.items()],
        label=gettext_lazy("Cómo se juega la noche"),
    )
    game = forms.ChoiceField(choices=[], label=gettext_lazy("A qué se juega"))
    ends = forms.ChoiceField(
        choices=[(str(value), label) for value, label in VALUES[EndOfMatch].items()],
        label=gettext_lazy("Cada partida acaba"),
        help_text=gettext_lazy("Con manos o minutos las rondas acaban a la vez en todas las mesas."),
    )
    fee = AmountField(
        required=False,
        label=gettext_lazy("Lo que paga cada uno"),
        help_text=gettext_lazy("En blanco, nada."),
        widget=forms.TextInput({"inputmode": "decimal"}),
    )

    def __init__(self, *args: Any, offered: Sequence[Offer], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= text_fields(fact for fact in TEXTS if fact.key == "currency")
        self.offered = {offer.key: offer for offer in offered}
        self.stages: tuple[Stage, ...] | None = None
        self.fields["game"].choices = [(offer.key, offer.name) for offer in offered]
        self.fields["fee"].most = PRICES.high
        self.base = self._base()
        self.fields["expected"] = whole_field(Whole(2, ENTRANTS.high))
        self.fields["expected"].label, self.fields["expected"].required = _("Cuántos se esperan"), True
        self.fields["tables"] = whole_field(Whole(*TABLES))
        self.fields["tables"].label, self.fields["tables"].help_text = (
            _("Mesas en la sala"),
            _("En blanco, las que hagan falta."),
        )
        self.fields["number"] = whole_field(Whole(1, 600))
        self.fields["number"].label = _("Cuántas manos o minutos")
        self.fields["rounds"] = whole_field(Whole(*ROUNDS_OF_STAGE), self.base[0].lasts.number)
        self.fields["rounds"].label = _("Rondas")
        for place, stage in enumerate(self.base):
            for knob in KNOBS:
                for field in fields_of(knob):
                    self.fields[f"s{place}_{field.name}"] = form_field(field, value_of(stage, field))

    def _base(self) -> tuple[Stage, ...]:
        """The stages of the chosen format with the sizes of the chosen game."""
        key = self["preset"].value()
        game = self.offered.get(str(self["game"].value()), next(iter(self.offered.values())))
        match = MatchOf(game.ruleset, sizes=usual_sizes(game.ruleset))
        stages = PRESETS.get(key, PRESETS["everybody-plays"])
        return tuple(stage.turned({"match": match}) for stage in stages)

    @property
    def asks_rounds(self) -> bool:
        """Whether the first stage lasts so many rounds."""
        return self.base[0].lasts.until is Until.ROUNDS

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            self._choose(data)
        return data

    def _choose(self, data: dict[str, Any]) -> None:
        """Set `stages` and `told`, or put the refusal at its field."""
        stages, end = [], {"ends": data["ends"], "number": None}
        if data["ends"] != EndOfMatch.LIMIT:
            if not data["number"]:
                self.add_error("number", _("Di cuántas manos o cuántos minutos."))
                return
            end["number"] = data["number"]
        for place, stage in enumerate(self.base):
            prefix = f"s{place}_"
            typed = {
                name.removeprefix(prefix): value for name, value in data.items() if name.startswith(prefix)
            }
            if not place and self.asks_rounds and data["rounds"] and is_blank(typed["lasts_number"]):
                typed["lasts_number"] = data["rounds"]
            try:
                stage = turned(stage, typed)
                stages.append(stage.turned({"match": {**stage.dump()["match"], **end}}))
            except NightRefusal as refusal:
                self.add_error(self._field_of(prefix, refusal), phrase(refusal, {}))
                return
        self._expect(tuple(stages), data)

    def _field_of(self, prefix: str, refusal: NightRefusal) -> str | None:
        knob = refusal.details.get("knob", "")
        names = [f"{prefix}{field.name}" for field in fields_of(knob)] if knob in KNOBS else []
        return names[0] if names else None

    def _expect(self, stages: tuple[Stage, ...], data: dict[str, Any]) -> None:
        try:
            self.told: tuple[ExpectedStage, ...] = expected(stages, data["expected"], data["tables"])
        except NightRefusal as refusal:
            self.add_error("expected", phrase(refusal, {}))
            return
        self.stages = stages

    def plan(self) -> Plan:
        """Only of a valid form."""
        data = self.cleaned_data
        return Plan(
            stages=self.stages or (),
            preset=data["preset"],
            expected=data["expected"],
            tables=data["tables"],
            fee=data["fee"] or 0,
            currency=data["currency"],
        )

    # For the page

    def answer(self) -> list[str]:
        """What the night would be, a line for each stage and one for the whole."""
        if self.stages is None:
            return []
        lines = [_line(one) for one in self.told]
        minutes = sum(one.minutes for one in self.told)
        rounds = sum(one.rounds for one in self.told)
        facts = {"rounds": words.rounds_in_words(rounds), "time": words.minutes_in_words(minutes)}
        return [*lines, _("En total %(rounds)s, %(time)s.") % facts]

    def warnings(self) -> list[str]:
        if self.stages is None:
            return []
        out = []
        rounds = sum(one.rounds for one in self.told)
        if rounds > MANY_ROUNDS:
            out.append(_("%(rounds)s son muchas para una noche: acabaría de madrugada.") % {"rounds": rounds})
        if resting := self.told[0].resting:
            out.append(_resting(resting))
        return out

    def stage_knobs(self) -> list[StageKnobs]:
        out = []
        for place in range(len(self.base)):
            knobs = [
                (LABELS[knob], [self[f"s{place}_{field.name}"] for field in fields_of(knob)])
                for knob in KNOBS
            ]
            every = [field for _label, fields in knobs for field in fields]
            out.append(StageKnobs(place + 1, knobs, any(field.errors or field.value() for field in every)))
        return out

    def is_house_open(self) -> bool:
        return any(stage.is_open for stage in self.stage_knobs())

    def formats(self) -> list[tuple[str, Any, bool]]:
        chosen = self["preset"].value()
        return [(key, each, key == chosen) for key, each in FORMATS.items()]


def _line(one: ExpectedStage) -> str:
    facts = {
        "people": words.people_in_words(one.entrants),
        "tables": words.tables_in_words(one.tables),
        "rounds": words.rounds_in_words(one.rounds),
    }
    return _("%(people)s, %(tables)s, %(rounds)s.") % facts


def _resting(number: int) -> str:
    if number == 1:
        return _("Cada ronda descansa uno: no cabe en las mesas.")
    return _("Cada ronda descansan %(count)s: no caben en las mesas.") % {"count": number}
