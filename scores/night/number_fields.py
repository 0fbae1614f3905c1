"""Fields of whole numbers between two bounds."""

from typing import Any

from django.utils.translation import gettext as _

from scores.fields import WholeField


def whole_field(low: int, high: int, label: str, **options: Any) -> WholeField:
    """One that says its bounds where they are not kept."""
    error = _("Un número entero de %(low)s a %(high)s.") % {"low": low, "high": high}
    messages = dict.fromkeys(("required", "invalid", "min_value", "max_value"), error)
    field = WholeField(
        min_value=low, max_value=high, label=label, error_messages=messages, **options
    )
    # the keys of a number have no minus
    field.widget.attrs |= {"inputmode": "numeric"} if low >= 0 else {}
    return field
