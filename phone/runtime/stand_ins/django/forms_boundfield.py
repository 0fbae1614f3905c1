"""A field of a form together with what was sent for it, as templates draw it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.forms.widgets import Radio, place_of


class BoundField:
    def __init__(self, form: Any, field: Any, name: str) -> None:
        self.form, self.field, self.name, self.html_name = form, field, name, name
        self.label = self.field.label
        self.help_text = self.field.help_text
        self.auto_id = f"id_{name}"

    def __html__(self) -> str:
        attrs = self._attrs()
        if "id" not in self.field.widget.attrs:
            attrs["id"] = self.auto_id
        rendered = self.field.widget.render(self.html_name, self.value(), attrs, self._choices())
        text: str = rendered.text
        return text

    def __iter__(self) -> Iterator[Radio]:
        """The choices of a RadioSelect."""
        selected = place_of(self.value(), self._choices())
        for place, (key, label) in enumerate(self._choices()):
            attrs = {**self.field.widget.attrs, "id": f"{self.auto_id}_{place}", **self._attrs()}
            if place == selected:
                attrs["checked"] = True
            yield Radio(self.html_name, key, label, attrs)

    @property
    def errors(self) -> list[str]:
        errors: list[str] = self.form.errors.get(self.name, [])
        return errors

    @property
    def data(self) -> Any:
        """What was sent; None if nothing was."""
        return self.form.data.get(self.name)

    def value(self) -> Any:
        if self.form.is_bound:
            return self.data
        return self.form.initial.get(self.name, self.field.initial)

    @property
    def is_hidden(self) -> bool:
        hidden: bool = self.field.widget.is_hidden
        return hidden

    @property
    def use_fieldset(self) -> bool:
        fieldset: bool = self.field.widget.use_fieldset
        return fieldset

    @property
    def id_for_label(self) -> str:
        name: str = self.field.widget.id_for_label(self.auto_id)
        return name

    def _choices(self) -> Any:
        return getattr(self.field, "choices", ())

    def _attrs(self) -> dict[str, Any]:
        attrs: dict[str, Any] = {}
        if self.field.required and self.field.widget.use_required_attribute(self._choices()):
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
