"""Form fields and limits that several packages use: a line of text, a date."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scores.notation.names import tidy

TOO_LONG = {"max_length": gettext_lazy("Como mucho %(limit_value)d letras.")}


# Letters, as the columns have room for
NAME_AT_MOST, PLACE_AT_MOST, NOTE_AT_MOST, CURRENCY_AT_MOST = 40, 60, 200, 3
NOBODY = "nobody"  # the closer of a hand that nobody closed, as a form sends it


class TidyField(forms.CharField):
    """A line of text without invisible characters and repeated spaces."""

    def clean(self, value: Any) -> str:
        return super().clean(tidy(value or ""))


class ClockField(forms.DateTimeField):
    """The time of the phone's clock; None for an unreadable one, so that the rest can still be saved."""

    def clean(self, value: Any) -> datetime | None:
        try:
            time: datetime | None = super().clean(value)
        except ValidationError:
            return None
        return time


class DayField(forms.DateField):
    """A date field whose error message repeats what was typed: a date input shows no invalid date."""

    widget = forms.DateInput({"type": "date"}, "%Y-%m-%d")

    def to_python(self, value: Any) -> date | None:
        try:
            day: date | None = super().to_python(value)
        except ValidationError:
            raise ValidationError(_("«%(typed)s» no es una fecha.") % {"typed": str(value)[:20]}) from None
        return day


def place_field() -> forms.CharField:
    return _line(PLACE_AT_MOST, gettext_lazy("Lugar"), gettext_lazy("El bar, la casa de quién…"))


def note_field() -> forms.CharField:
    return _line(NOTE_AT_MOST, gettext_lazy("Nota"), gettext_lazy("Lo que se quiera recordar."))


def _line(at_most: int, label: Any, help_text: Any) -> forms.CharField:
    widget = forms.TextInput({"autocomplete": "off", "maxlength": at_most})
    return TidyField(
        required=False,
        max_length=at_most,
        label=label,
        help_text=help_text,
        widget=widget,
        error_messages=TOO_LONG,
    )
