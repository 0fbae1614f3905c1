"""What compiled templates call: variables, escaping, loops, texts with values. As Django does it."""

from collections.abc import Sequence
from typing import Any

from django.forms import Form
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from rules.lookup import Lookup

Context = dict[str, Any]
safe = mark_safe


def look_up(context: Context, missing: Any, name: str, *path: str) -> Any:
    """The variable `name.path`; `missing` if there is none. What can be called is called."""
    if name not in context:
        return missing
    value = _call_value(context[name])
    for step in path:
        if (isinstance(value, dict) and step in value) or (
            isinstance(value, Form) and step in value.fields
        ):
            value = value[step]
        elif step.isdigit():
            if int(step) >= len(value):
                return missing
            value = value[int(step)]
        elif hasattr(value, step):
            value = getattr(value, step)
        else:
            return missing
        value = _call_value(value)
    return value


def _call_value(value: Any) -> Any:
    return value() if callable(value) else value


def copied(context: Context, values: Sequence[tuple[str, Any]]) -> Context:
    """A copy of the context with more values."""
    copy: Lookup[str, Any] = dict(context)
    for name, value in values:
        copy[name] = value
    return copy


def text(value: Any) -> str:
    """The value as HTML. Not a number with decimals, which depend on the language: a filter writes those."""
    if isinstance(value, float):
        raise ValueError(f"a number with decimals: {value}")
    return str(conditional_escape(value))


def text_of_number(value: Any) -> str:
    """The value as HTML, whatever the language is."""
    return str(conditional_escape(value))


def stays_safe(function: Any, value: Any, *arguments: Any) -> Any:
    """The result of a filter that keeps safe HTML safe."""
    made = function(value, *arguments)
    return mark_safe(made) if isinstance(value, SafeString) else made  # noqa: S308  # as Django does


def loop(items: Any) -> Sequence[Any]:
    """What a loop goes through; None is nothing."""
    if items is None:
        return []
    return items if isinstance(items, (list, tuple)) else list(items)


def fill(
    context: Context, names: Sequence[str], items: Sequence[Any], index: int
) -> None:
    """Set the variables of a loop for the item at `index`."""
    item = items[index]
    if len(names) == 1:
        context[names[0]] = item
    else:
        if len(item) != len(names):
            raise ValueError("a loop with another number of variables")
        for name, part in zip(names, item, strict=False):
            context[name] = part
    is_last = index == len(items) - 1
    context["forloop"] = {
        "counter": index + 1,
        "counter0": index,
        "first": index == 0,
        "last": is_last,
    }


def filled_in(message: str, context: Context, names: Sequence[str]) -> str:
    """The text of a blocktranslate: its variables are escaped, the rest is HTML already."""
    return message % {name: text(context.get(name, "")) for name in names}


def csrf_input(context: Context) -> str:
    token = context.get("csrf_token")
    return (
        f'<input type="hidden" name="csrfmiddlewaretoken" value="{token}">'
        if token
        else ""
    )


def is_in(item: Any, items: Any) -> bool:
    """The operator `in` of a condition; False where Python would raise."""
    if items is None or (isinstance(items, str) and not isinstance(item, str)):
        return False
    return item in items


def is_less(first: Any, second: Any) -> bool:
    """The operator `<` of two numbers; False for None."""
    return first is not None and second is not None and first < second


def is_more(first: Any, second: Any) -> bool:
    return first is not None and second is not None and first > second
