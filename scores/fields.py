"""Form fields and limits that several packages use; a hand as the fields of its form."""

from collections.abc import Iterable
from dataclasses import fields
from datetime import date, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy

from rules.events import Close, HandScored, Seat
from rules.numbers import signed_number
from scores.core.match_facts import TextFact
from scores.core.notation.names import tidy

TOO_LONG = {"max_length": gettext_lazy("Como mucho %(limit_value)d letras.")}


NAME_AT_MOST = 40  # letters, as the columns have room for
NOBODY = "nobody"  # the closer of a hand that nobody closed, as a form sends it


class TidyField(forms.CharField):
    """A line of text without invisible characters and repeated spaces."""

    def clean(self, value: Any) -> str:
        return super().clean(tidy(value or ""))


_TEXT = forms.CharField()


class WholeField(forms.IntegerField):
    """A whole number in the digits 0 to 9, read by servers and phones alike."""

    def to_python(self, value: Any) -> int | None:
        text = _TEXT.to_python(value)
        number = signed_number(text)
        if text and number is None:
            raise ValidationError(self.error_messages["invalid"])
        return number


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
            if not str(value).isascii():
                raise ValidationError(value)
            day: date | None = super().to_python(value)
        except ValidationError:
            raise ValidationError(
                _("«%(typed)s» no es una fecha.") % {"typed": str(value)[:20]}
            ) from None
        return day


def text_fields(facts: Iterable[TextFact]) -> dict[str, forms.Field]:
    """A field for each of these texts of a match."""
    return {
        fact.key: TidyField(
            required=False,
            max_length=fact.longest,
            label=fact.label,
            help_text=fact.help,
            widget=forms.TextInput({"autocomplete": "off", "maxlength": fact.longest}),
            error_messages=TOO_LONG,
        )
        for fact in facts
    }


def hand_fields(hand: HandScored) -> dict[str, str]:
    """The fields of the hand's form that say all that `hand` says, each fact under its name in `HandScored`.

    What the closer has left is part of the field `close`.
    """
    filled = {"closer": NOBODY if hand.closer is None else str(hand.closer)}
    if hand.closer is not None and hand.close is not None:
        loose = hand.deadwood.get(hand.closer, 0)
        filled["close"] = (
            f"knock-{loose}" if hand.close is Close.KNOCK else str(hand.close)
        )
    for fact in fields(hand):
        if fact.name not in filled and fact.name != "close":
            filled |= _fields_of(fact.name, getattr(hand, fact.name), hand.closer)
    filled.pop(f"deadwood_{hand.closer}", None)
    return filled


def _fields_of(fact: str, value: Any, closer: Seat | None) -> dict[str, str]:
    """A number of each seat; the seats of which something holds; or one number, which is the closer's."""
    if isinstance(value, dict):
        return {f"{fact}_{seat}": str(number) for seat, number in value.items()}
    if isinstance(value, tuple):
        return {f"{fact}_{seat}": "on" for seat in value}
    return {} if value is None else {f"{fact}_{closer}": str(value)}
