"""The fields of house rules: every knob of a ruleset, on top of the preset that it starts from."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy

from rules.errors import Illegal
from rules.knobs import KnobGroup
from rules.ruleset import AMOUNTS, Ruleset
from scores.core.house_rules import labels as option_labels
from scores.core.house_rules.option_fields import is_blank
from scores.core.house_rules.options import (
    GROUPS,
    KNOBS,
    Option,
    Words,
    asked_first,
    money_of,
)

SHORT = 12  # letters; a field with a longer choice stands below its label


class KnobSection(NamedTuple):
    """The fields of some knobs under one title."""

    title: Words
    fields: list[BoundField]
    is_open: bool  # a field in it is filled in or wrong


class HouseRuleFields:
    """The part of a form with a field for every knob, which its constructor adds with `add_knobs`.

    It calls no constructor of another class: a phone finds only those of one line of classes.
    """

    fields: dict[str, Any]
    cleaned_data: dict[str, Any]
    is_bound: bool
    add_error: Callable[[str | None, Any], None]

    # the text of the choice that keeps the value
    blank_choice = gettext_lazy("%(value)s (lo normal)")

    def add_knobs(
        self,
        preset: Ruleset,
        players: int,
        *,
        is_started: bool = False,
        is_whole: bool = False,
    ) -> None:
        """Add the fields. A blank one keeps the value of `preset`; money `is_whole` has no cents."""
        self.preset = preset
        self.players = players
        self.before = {**preset.dump(), **preset.amounts_in_cents()}
        self.knobs = [
            knob
            for knob in KNOBS.values()
            if not (is_started and knob.declared.is_fixed)
        ]
        for knob in self.knobs:
            self._add_fields(knob)
        for name in AMOUNTS:
            self.fields[name].is_whole = is_whole

    def _add_fields(self, knob: Option) -> None:
        now = self.before[knob.name]
        names = knob.field_names(now)
        labels = knob.words.parts if len(names) > 1 else (knob.label_in(self.preset),)
        for name, label, field in zip(
            names, labels, knob.value_type.fields(now, self.players), strict=True
        ):
            field.label = label
            field.help_text = knob.words.help
            if isinstance(field, forms.ChoiceField):
                blank, *choices = field.choices
                field.is_wide = any(
                    len(str(words)) > SHORT for _value, words in field.choices
                )
                field.choices = [
                    ("", self.blank_choice % {"value": blank[1]}),
                    *choices,
                ]
            self.fields[name] = field

    def options(self) -> dict[str, Any]:
        """The knobs that were turned, in their JSON form. Only of a valid form."""
        read = {}
        for knob in self.knobs:
            now = self.before[knob.name]
            typed = [self.cleaned_data.get(name) for name in knob.field_names(now)]
            if not all(map(is_blank, typed)):
                read[knob.name] = knob.value_type.read(typed, now, self.players)
        return self._in_units(
            {knob: value for knob, value in read.items() if value != self.before[knob]}
        )

    def _in_units(self, turned: dict[str, Any]) -> dict[str, Any]:
        """The knobs with the amounts in the unit of the rules; all in cents if one of them has cents. Then
        they say so, because a change of rules is read without the rules before it.
        """
        cents = {knob: turned[knob] for knob in AMOUNTS if knob in turned}
        if not cents:
            return turned
        if self.preset.cents:
            return {**turned, "cents": True}
        if any(number and number % 100 for number in cents.values()):
            return {
                **turned,
                **{knob: cents.get(knob, self.before[knob]) for knob in AMOUNTS},
                "cents": True,
            }
        return {
            **turned,
            **{knob: number and number // 100 for knob, number in cents.items()},
        }

    def chosen_ruleset(self) -> Ruleset | None:
        """The ruleset that results; None, with an error at the knob, if its values contradict each other."""
        try:
            return self.preset.with_options(self.options())
        except Illegal as refusal:
            self.refuse_knob(refusal)
        return None

    def refuse_knob(self, refusal: Illegal) -> None:
        """Put the error at the field of the knob that the rules refuse."""
        knob = refusal.details["knob"]
        name = KNOBS[knob].field_names(self.before[knob])[0] if knob in KNOBS else None
        self.add_error(
            name if name in self.fields else None, option_labels.why_refused(knob)
        )

    # For templates

    def first_section(self) -> KnobSection:
        """The knobs that this game asks first."""
        return self._section("", asked_first(self.preset))

    def money_section(self) -> KnobSection:
        """The stakes that this game has."""
        return self._section(GROUPS[KnobGroup.MONEY], money_of(self.preset))

    def other_sections(self) -> list[KnobSection]:
        """All other knobs, by group."""
        shown = (*asked_first(self.preset), *money_of(self.preset))
        hidden = [knob for knob in self.knobs if knob.name not in shown]
        return [
            self._section(
                title, [knob.name for knob in hidden if knob.declared.group is group]
            )
            for group, title in GROUPS.items()
        ]

    def is_any_other_open(self) -> bool:
        return any(section.is_open for section in self.other_sections())

    def _section(self, title: Words, names: Iterable[str]) -> KnobSection:
        fields = [
            BoundField(self, self.fields[name], name)
            for knob in names
            for name in KNOBS[knob].field_names(self.before[knob])
            if name in self.fields
        ]
        is_open = any(
            field.errors or (self.is_bound and not is_blank(field.data))
            for field in fields
        )
        return KnobSection(title, fields, is_open)
