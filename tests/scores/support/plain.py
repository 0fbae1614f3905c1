"""Values of the app with names as they were typed, to be compared with a scoresheet."""

from dataclasses import fields, is_dataclass, replace

from scores.core.notation.shown_names import unmarked_text


def plain(value):
    """The value without the marks of names, in whatever it holds."""
    if isinstance(value, str):
        return unmarked_text(value)
    if isinstance(value, dict):
        return {plain(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(plain, value))
    if isinstance(value, (list, tuple)):
        return type(value)(map(plain, value))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(
            value,
            **{
                field.name: plain(getattr(value, field.name)) for field in fields(value)
            },
        )
    return value
