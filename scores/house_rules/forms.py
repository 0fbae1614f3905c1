"""House rules: every knob that a table may turn, on top of the rules it starts from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy

from rules.errors import Illegal
from rules.presets import CHINCHON
from rules.ruleset import Ruleset
from scores.house_rules import labels as option_labels
from scores.house_rules.option_fields import is_blank
from scores.house_rules.options import ASKED, GROUP_OF, GROUPS, KNOBS, Group, Knob, Words, family, money_of

SHORT = 12  # letters of a choice that stands beside its label on a small phone


@dataclass(frozen=True)
class Section:
    """Some knobs under one title."""

    title: Words
    fields: list[BoundField]
    is_open: bool  # something in it was turned or is wrong


class HouseRulesForm(forms.Form):
    """A field for every knob; what is left blank stays as `preset` has it, for that many `players`."""

    unturned = gettext_lazy("%(value)s (variante)")  # how a choice says what it is if nobody turns it

    def __init__(
        self,
        *args: Any,
        preset: Ruleset = CHINCHON,
        players: int = 4,
        is_started: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.preset, self.players = preset, players
        self.before = preset.dump()
        self.knobs = [knob for knob in KNOBS.values() if not (is_started and knob.from_start)]
        for knob in self.knobs:
            self._offer(knob)

    def _offer(self, knob: Knob) -> None:
        now = self.before[knob.name]
        names = knob.field_names(now)
        labels = knob.parts if len(names) > 1 else (knob.label_in(self.preset),)
        for name, label, field in zip(names, labels, knob.kind.fields(now, self.players), strict=True):
            field.label, field.help_text = label, knob.help
            if isinstance(field, forms.ChoiceField):
                (_blank, as_it_is), *choices = field.choices
                field.choices = [("", self.unturned % {"value": as_it_is}), *choices]
                field.is_wide = any(len(str(words)) > SHORT for _value, words in choices)
            self.fields[name] = field

    def options(self) -> dict[str, Any]:
        """The knobs that were turned, in their JSON form. Only of a valid form."""
        read = {knob.name: self._read(knob) for knob in self.knobs if self._is_turned(knob)}
        return {knob: value for knob, value in read.items() if value != self.before[knob]}

    def turned(self) -> Ruleset | None:
        """The rules as they were turned; None, with the reason beside the knob, where they cannot be."""
        try:
            return self.preset.turned(self.options())
        except Illegal as refusal:
            self.refuse_knob(refusal)
        return None

    def refuse_knob(self, refusal: Illegal) -> None:
        knob = refusal.details["knob"]
        name = KNOBS[knob].field_names(self.before[knob])[0] if knob in KNOBS else None
        self.add_error(name if name in self.fields else None, option_labels.why_refused(knob))

    def _is_turned(self, knob: Knob) -> bool:
        names = knob.field_names(self.before[knob.name])
        return not all(is_blank(self.cleaned_data.get(name)) for name in names)

    def _read(self, knob: Knob) -> Any:
        now = self.before[knob.name]
        typed = [self.cleaned_data.get(name) for name in knob.field_names(now)]
        return knob.kind.read(typed, now, self.players)

    # As it is drawn

    def asked(self) -> Section:
        """What this game is asked first."""
        return self._section("", ASKED[family(self.preset)])

    def money(self) -> Section:
        """What this game is played for, when it is played for money."""
        return self._section(GROUPS[Group.MONEY], money_of(self.preset))

    def rest(self) -> list[Section]:
        """All other knobs, by group."""
        shown = (*ASKED[family(self.preset)], *money_of(self.preset))
        hidden = [knob.name for knob in self.knobs if knob.name not in shown]
        grouped = {group: [name for name in hidden if GROUP_OF[name] is group] for group in GROUPS}
        return [self._section(GROUPS[group], tuple(names)) for group, names in grouped.items() if names]

    def rest_is_open(self) -> bool:
        return any(section.is_open for section in self.rest())

    def _section(self, title: Words, names: tuple[str, ...]) -> Section:
        fields = [self[name] for knob in names for name in self._field_names(knob)]
        return Section(title, fields, any(field.errors or self._typed(field) for field in fields))

    def _field_names(self, knob: str) -> Iterator[str]:
        names = KNOBS[knob].field_names(self.before[knob])
        return (name for name in names if name in self.fields)

    def _typed(self, field: BoundField) -> bool:
        return self.is_bound and not is_blank(field.data)
