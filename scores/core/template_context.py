"""Values with names, as templates read them."""

from dataclasses import fields
from typing import Any


def context_of(*views: Any) -> dict[str, Any]:
    """The fields of these dataclasses, by name."""
    return {
        field.name: getattr(view, field.name)
        for view in views
        for field in fields(view)
    }
