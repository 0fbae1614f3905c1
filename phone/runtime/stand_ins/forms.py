"""`django.forms` and ValidationError, with Django's texts: fields that clean what was sent; `widgets` draws
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any
from unicodedata import category

from django.utils.translation import gettext as _, ngettext

from phone.runtime.stand_ins import widgets
from rules.numbers import whole_number
from scores.core.notation.names import SPACES

DateInput = widgets.DateInput
HiddenInput = widgets.HiddenInput
NumberInput = widgets.NumberInput
RadioSelect = widgets.RadioSelect
Select = widgets.Select
TextInput = widgets.TextInput

_BREAKS = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85"
_FALSE = ("False", "false", "0")
# how many fields were made: the attributes of a class have no order in MicroPython
_made = [0]
# the fields of each class of forms, by their number
_declared: dict[type, list[tuple[int, str, Any]]] = {}


def _strip_text(text: str) -> str:
    """The text without space around it, also space of Unicode, which MicroPython's `strip` does not know."""
    while text and _is_space(text[0]):
        text = text[1:]
    while text and _is_space(text[-1]):
        text = text[:-1]
    return text


def _is_space(char: str) -> bool:
    """Whether `str.strip` of CPython takes it away."""
    return char in _BREAKS or category(char) in SPACES


class ValidationError(Exception):
    def __init__(self, message: Any) -> None:
        self.message = message


class Field:
    """`options` are the arguments of the constructor, by which a form makes its own copy."""

    widget: Any = TextInput

    def __init__(self, **options: Any) -> None:
        _made[0] += 1
        self.number = _made[0]
        self.options = options
        self.required = options.get("required", True)
        self.label = options.get("label", "")
        self.help_text = options.get("help_text", "")
        self.initial = options.get("initial")
        self.error_messages = options.get("error_messages") or {}
        widget = options.get("widget", self.widget)
        self.widget = (
            widget() if isinstance(widget, type) else type(widget)(dict(widget.attrs))
        )

    def copy(self) -> Any:
        return type(self)(**self.options)

    def value_of(self, data: Any, name: str) -> Any:
        """What was sent for the field."""
        return data.get(name)

    def clean(self, value: Any) -> Any:
        value = self.to_python(value)
        if value in (None, "") and self.required:
            raise ValidationError(_("This field is required."))
        return value

    def refusal(self, code: str, message: Any, **facts: Any) -> ValidationError:
        """The error with the message that the field has for this code, else with Django's."""
        return ValidationError(self.error_messages.get(code, message) % facts)

    def to_python(self, value: Any) -> Any:
        """The value of what was sent, a text without space around it here."""
        return "" if value is None else _strip_text(str(value))


class CharField(Field):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if "max_length" in options and not self.widget.is_hidden:
            self.widget.attrs["maxlength"] = options["max_length"]

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        most = self.options.get("max_length")
        if most is not None and len(text) > most:
            message = ngettext(
                "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
                "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
                most,
            )
            raise self.refusal(
                "max_length", message, limit_value=most, show_value=len(text)
            )
        if "\x00" in text:
            raise ValidationError(_("Null characters are not allowed."))
        return text


class IntegerField(Field):
    """What was sent is read by `scores.fields.WholeField`."""

    widget = NumberInput

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.error_messages = {
            "invalid": _("Enter a whole number."),
            **self.error_messages,
        }
        for name in ("min_value", "max_value"):
            if name in options and isinstance(self.widget, NumberInput):
                self.widget.attrs[name[:3]] = options[name]  # min, max

    def clean(self, value: Any) -> Any:
        number = super().clean(value)
        if number is None:
            return None
        low = self.options.get("min_value", number)
        high = self.options.get("max_value", number)
        if number < low:
            message = _(
                "Ensure this value is greater than or equal to %(limit_value)s."
            )
            raise self.refusal("min_value", message, limit_value=low)
        if number > high:
            message = _("Ensure this value is less than or equal to %(limit_value)s.")
            raise self.refusal("max_value", message, limit_value=high)
        return number


class BooleanField(Field):
    def value_of(self, data: Any, name: str) -> Any:
        return name in data and data.get(name) not in _FALSE

    def clean(self, value: Any) -> Any:
        if not value and self.required:
            raise ValidationError(_("This field is required."))
        return value


class DateTimeField(Field):
    """The time of the phone's clock: whoever asks says it, not a field."""

    def clean(self, value: Any) -> Any:
        return None


class DateField(Field):
    """A date as date inputs send it: 2026-11-22."""

    widget = DateInput

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        try:
            parts = text.split("-")
            if [len(part) for part in parts] != [4, 2, 2] or None in map(
                whole_number, parts
            ):
                raise ValueError(text)
            return date.fromisoformat(text)
        except ValueError:
            raise ValidationError(_("Enter a valid date."))  # noqa: B904  # MicroPython has no chains


class UUIDField(CharField):
    """The key of a form, made by the page: 32 hexadecimal digits."""


class ChoiceField(Field):
    widget = Select

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.choices = list(options.get("choices", ()))

    def to_python(self, value: Any) -> Any:
        return "" if value is None else str(value)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if text and not self.valid_value(text):
            message = _(
                "Select a valid choice. %(value)s is not one of the available choices."
            )
            raise self.refusal("invalid_choice", message, value=text)
        return text

    def valid_value(self, value: str) -> bool:
        return any(str(key) == value for key, _label in self.choices)


class TypedChoiceField(ChoiceField):
    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        return (
            self.options["coerce"](text)
            if text
            else self.options.get("empty_value", "")
        )


class Form:
    """A form, with the fields of its class and those that its constructor adds to `fields`."""

    def __init__(self, data: Any = None, initial: Any = None) -> None:
        self.is_bound = data is not None
        self.initial = initial or {}
        self.data = {} if data is None else data
        self.fields = {
            name: field.copy() for _number, name, field in _declared_fields(type(self))
        }
        self.cleaned_data: dict[str, Any] = {}
        self._is_clean = False
        self._errors: dict[str, list[str]] = {}

    def __getitem__(self, name: str) -> widgets.BoundField:
        return widgets.BoundField(self, self.fields[name], name)

    def __iter__(self) -> Iterator[widgets.BoundField]:
        return iter([self[name] for name in self.fields])

    def visible_fields(self) -> list[widgets.BoundField]:
        return [field for field in self if not field.is_hidden]

    @property
    def errors(self) -> dict[str, list[str]]:
        if not self._is_clean:
            self.full_clean()
        return self._errors

    def is_valid(self) -> bool:
        return self.is_bound and not self.errors

    def full_clean(self) -> None:
        self._is_clean = True
        self._errors = {}
        self.cleaned_data = {}
        if not self.is_bound:
            return
        for name, field in self.fields.items():
            try:
                self.cleaned_data[name] = field.clean(field.value_of(self.data, name))
                if hasattr(self, f"clean_{name}"):
                    self.cleaned_data[name] = getattr(self, f"clean_{name}")()
            except ValidationError as error:
                self.add_error(name, error.message)
        try:
            self.clean()
        except ValidationError as error:
            self.add_error(None, error.message)

    def clean(self) -> dict[str, Any]:
        return self.cleaned_data

    def add_error(self, field: str | None, error: Any) -> None:
        name = field or "__all__"
        self.errors[name] = [*self.errors.get(name, []), str(error)]
        if field in self.cleaned_data:
            del self.cleaned_data[field]

    def non_field_errors(self) -> list[str]:
        return self.errors.get("__all__", [])


def _declared_fields(kind: type) -> list[tuple[int, str, Field]]:
    if kind not in _declared:
        attributes = [
            (name, getattr(kind, name))
            for name in dir(kind)
            if not name.startswith("_")
        ]
        declared = [
            (field.number, name, field)
            for name, field in attributes
            if isinstance(field, Field)
        ]
        _declared[kind] = sorted(declared, key=lambda named: named[0])
    return _declared[kind]
