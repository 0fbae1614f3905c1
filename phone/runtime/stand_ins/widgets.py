"""`django.forms.widgets` and `boundfield`: how a field is drawn, with Django's HTML to the blank line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.safestring import SafeString, html_of

Choices = Sequence[tuple[Any, Any]]


class Widget:
    input_type = "text"
    is_hidden = False
    use_fieldset = False
    unshown: tuple[Any, ...] = (None, "")  # values without an attribute

    def __init__(self, attrs: Any = None, *more: Any) -> None:
        self.attrs: dict[str, Any] = attrs or {}

    def use_required_attribute(self, choices: Choices) -> bool:
        """Whether the widget of a required field says so."""
        return not self.is_hidden

    def id_for_label(self, name: str) -> str:
        return name

    def render(
        self, name: str, value: Any, attrs: Mapping[str, Any], choices: Choices
    ) -> SafeString:
        shown = {**self.attrs, **attrs}
        kind = shown.pop("type", self.input_type)
        return input_html(kind, name, value, shown, self.unshown)


class HiddenInput(Widget):
    input_type = "hidden"
    is_hidden = True


class TextInput(Widget):
    """A line of text."""


class NumberInput(Widget):
    input_type = "number"


class DateInput(Widget):
    """A date."""

    unshown = (None,)


class Select(Widget):
    """One of several, in a list that opens."""

    def use_required_attribute(self, choices: Choices) -> bool:
        return bool(choices) and choices[0][0] in ("", None)

    def render(
        self, name: str, value: Any, attrs: Mapping[str, Any], choices: Choices
    ) -> SafeString:
        lines = [
            f'<select name="{html_of(name)}"{_attributes({**self.attrs, **attrs})}>'
        ]
        selected = index_of(value, choices)
        for index, (key, label) in enumerate(choices):
            chosen = " selected" if index == selected else ""
            lines.append(
                f'  <option value="{html_of(key)}"{chosen}>{html_of(label)}</option>\n'
            )
        return SafeString("\n".join([*lines, "</select>"]))


class RadioSelect(Widget):
    """One of several, each with its own mark. A template draws each choice by itself."""

    input_type = "radio"
    use_fieldset = True

    def id_for_label(self, name: str) -> str:
        return ""


class Radio(NamedTuple):
    """One choice of a RadioSelect, as a template loops over them."""

    data: dict[str, Any]  # its `value`
    choice_label: Any
    id_for_label: str
    tag: SafeString


def index_of(value: Any, choices: Choices) -> int:
    """The number of the choice with that value; -1 if there is none."""
    text = "" if value is None else str(value)
    return next(
        (index for index, (key, _label) in enumerate(choices) if str(key) == text), -1
    )


def input_html(
    kind: str,
    name: str,
    value: Any,
    attrs: Mapping[str, Any],
    unshown: Sequence[Any] = (None, ""),
) -> SafeString:
    shown = "" if value in unshown else f' value="{html_of(value)}"'
    return SafeString(
        f'<input type="{kind}" name="{html_of(name)}"{shown}{_attributes(attrs)}>'
    )


def _attributes(attrs: Mapping[str, Any]) -> str:
    return "".join(
        f" {name}" if value is True else f' {name}="{html_of(value)}"'
        for name, value in attrs.items()
    )


class BoundField:
    """A field of a form together with what was sent for it, as templates draw it."""

    def __init__(self, form: Any, field: Any, name: str) -> None:
        self.form = form
        self.field = field
        self.name = name
        self.html_name = name
        self.choices: Choices = getattr(field, "choices", ())
        self.label = field.label
        self.help_text = field.help_text
        self.auto_id = f"id_{name}"
        self.is_hidden = field.widget.is_hidden
        self.use_fieldset = field.widget.use_fieldset
        self.id_for_label = field.widget.id_for_label(self.auto_id)

    def __html__(self) -> str:
        attrs = self._attrs()
        if "id" not in self.field.widget.attrs:
            attrs["id"] = self.auto_id
        return self.field.widget.render(
            self.name, self.value(), attrs, self.choices
        ).text

    def __iter__(self) -> Iterator[Radio]:
        """The choices of a RadioSelect."""
        selected = index_of(self.value(), self.choices)
        for index, (key, label) in enumerate(self.choices):
            attrs = {
                **self.field.widget.attrs,
                "id": f"{self.auto_id}_{index}",
                **self._attrs(),
            }
            if index == selected:
                attrs["checked"] = True
            tag = input_html("radio", self.name, key, attrs)
            yield Radio({"value": key}, label, attrs["id"], tag)

    @property
    def errors(self) -> list[str]:
        return self.form.errors.get(self.name, [])

    @property
    def data(self) -> Any:
        """What was sent; None if nothing was."""
        return self.form.data.get(self.name)

    def value(self) -> Any:
        if self.form.is_bound:
            return self.data
        return self.form.initial.get(self.name, self.field.initial)

    def _attrs(self) -> dict[str, Any]:
        attrs: dict[str, Any] = {}
        if self.field.required and self.field.widget.use_required_attribute(
            self.choices
        ):
            attrs["required"] = True
        if self.is_hidden:
            return attrs
        if self.errors:
            attrs["aria-invalid"] = "true"
        described = [f"{self.auto_id}_helptext"] if self.help_text else []
        described += [f"{self.auto_id}_error"] if self.errors else []
        if described and not self.use_fieldset:
            attrs["aria-describedby"] = " ".join(described)
        return attrs
