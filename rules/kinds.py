"""Kinds of values that come from outside: each reads one of JSON, and writes it.

What files, phones and the database have goes through them, and the JSON schemas in docs/ follow from them. An
error gathers its path on the way out: a kind with parts adds the key or the index of the part.
"""

from collections.abc import Callable, Sequence
from dataclasses import MISSING
from enum import StrEnum
from typing import Any, NamedTuple

from rules.errors import BadRecord
from rules.numbers import Bound, whole_number

Document = dict[str, Any]
ANY_SIZE = Bound(0, 10**9)


class Kind:
    """Any value. `read` gives it from what JSON has, or raises BadRecord; `write` is the way back."""

    def read(self, value: Any) -> Any:
        return value

    def write(self, value: Any) -> Any:
        return plain(value)


def plain(value: Any) -> Any:
    """The value in JSON: texts for members of enums, cards and uids; objects with their keys in order."""
    kind = type(value)
    if kind in (list, tuple):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): plain(value[key]) for key in sorted(value)}
    return value if value is None or kind in (bool, int, str) else str(value)


def bad_value(reason: str, value: Any, code: str = "value") -> BadRecord:
    return BadRecord(f"{reason}: {repr(value)[:60]}", code)


def within(step: str | int, act: Callable[..., Any], *arguments: Any) -> Any:
    """What `act` gives for that key or index; what it refuses stands there."""
    try:
        return act(*arguments)
    except BadRecord as bad:
        bad.add_step(step)
        raise


class Flag(Kind):
    def read(self, value: Any) -> bool:
        if type(value) is not bool:
            raise bad_value("neither true nor false", value)
        return value


FLAG = Flag()


class Choice(Kind):
    """One member of an enum; with `otherwise`, that value too."""

    def __init__(self, members: type[StrEnum], *otherwise: None) -> None:
        self.members = members
        self.otherwise = otherwise

    def read(self, value: Any) -> Any:
        if value in self.otherwise:
            return value
        if value not in [*self.members]:
            raise bad_value("none of " + ", ".join(self.members), value)
        return self.members(value)


class Whole(Kind):
    """A whole number; with `otherwise`, that value too."""

    def __init__(self, low: int, high: int, *otherwise: str | None) -> None:
        self.low = low
        self.high = high
        self.otherwise = otherwise

    def read(self, value: Any) -> Any:
        if value in self.otherwise:
            return value
        if type(value) is not int or not self.low <= value <= self.high:
            reason = f"no whole number from {self.low} to {self.high}"
            raise bad_value(reason, value, "number")
        return value


class Integer(Kind):
    """A whole number, however large."""

    def read(self, value: Any) -> int:
        if type(value) is not int:
            raise bad_value("no whole number", value, "number")
        return value


class Text(Kind):
    """A text of so many letters."""

    def __init__(self, letters: Bound) -> None:
        self.letters = letters

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or not self.letters.holds(len(value)):
            low, high = self.letters
            raise bad_value(f"no text of {low} to {high} letters", value, "text")
        return value


class Listed(Kind):
    """So many values of one kind."""

    def __init__(self, item: Kind, bound: Bound) -> None:
        self.item = item
        self.bound = bound

    def read(self, value: Any) -> tuple[Any, ...]:
        items = a_list(value, self.bound)
        return tuple(
            [within(index, self.item.read, part) for index, part in enumerate(items)]
        )

    def write(self, value: Any) -> list[Any]:
        return [self.item.write(part) for part in value]


class Row(Kind):
    """A list of values, each of a kind of its own; `made` makes one of them."""

    def __init__(self, made: Callable[[list[Any]], Any], *parts: Kind) -> None:
        self.made = made
        self.parts = parts

    def read(self, value: Any) -> Any:
        items = a_list(value, Bound(len(self.parts), len(self.parts)))
        pairs = enumerate(zip(self.parts, items, strict=True))
        return self.made(
            [within(index, kind.read, part) for index, (kind, part) in pairs]
        )

    def write(self, value: Any) -> list[Any]:
        pairs = zip(self.parts, value, strict=True)
        return [kind.write(part) for kind, part in pairs]


class InKey(Whole):
    """A whole number as the key of an object, of which only one spelling is read, so that none collide."""

    def read(self, value: Any) -> Any:
        number = whole_number(str(value))
        if str(number) != str(value):
            raise bad_value("no number", value, "number")
        return Whole.read(self, number)


class ByKey(Kind):
    """An object with so many keys of one kind, each with a value of another."""

    def __init__(self, key: Kind, item: Kind, bound: Bound) -> None:
        self.key = key
        self.item = item
        self.bound = bound

    def read(self, value: Any) -> dict[Any, Any]:
        document = an_object(value, self.bound)
        values = {}
        name = ""
        try:
            for name, part in document.items():
                values[self.key.read(name)] = self.item.read(part)
        except BadRecord as bad:
            bad.add_step(name)
            raise
        return values


class Key(NamedTuple):
    """A key of an object. With a default it may be missing. It is left out where the value is empty, and
    where a flag is true by default; one that is false by default is always written."""

    name: str
    kind: Kind
    default: Any = MISSING
    field: str = ""  # of what is made, where that has another name


class Object(Kind):
    """An object with these keys, which are the arguments of `made`."""

    is_open = False

    def __init__(self, made: Callable[..., Any], *keys: Key) -> None:
        self.made = made
        self.keys = keys

    def read(self, value: Any) -> Any:
        document = an_object(value)
        if not self.is_open:
            self._refuse_unknown(document)
        facts = {}
        for name, kind, default, field in self.keys:
            if name in document:
                default = within(name, kind.read, document[name])
            elif default is MISSING:
                raise BadRecord("is missing", "missing", name)
            facts[field or name] = default
        return self.made(**facts)

    def _refuse_unknown(self, document: Document) -> None:
        known = [key.name for key in self.keys]
        for name in document:
            if name not in known:
                raise BadRecord("is not known", "unknown", name)

    def write(self, value: Any) -> Document:
        """The JSON of an object, or of a dict with its facts."""
        document = {}
        for name, kind, default, field in self.keys:
            fact = field or name
            part = value[fact] if isinstance(value, dict) else getattr(value, fact)
            is_usual = part in EMPTY or (default is True and part)
            if default is MISSING or not is_usual:
                document[name] = kind.write(part)
        return document


class OpenObject(Object):
    """Other keys are passed over."""

    is_open = True


class AnyObject(Kind):
    """An object, of which no more is checked."""

    def read(self, value: Any) -> Document:
        return an_object(value)


EMPTY: tuple[Any, ...] = (None, "", (), [], {})


# Parts of kinds


def an_object(value: Any, bound: Bound = ANY_SIZE) -> Document:
    if not isinstance(value, dict) or not bound.holds(len(value)):
        raise bad_value("no object", value, "object")
    return value


def a_list(value: Any, bound: Bound) -> Sequence[Any]:
    """A list of JSON, or of a value of ours that is read again."""
    if type(value) not in (list, tuple) or not bound.holds(len(value)):
        raise bad_value(f"no list of {bound.low} to {bound.high}", value, "list")
    items: Sequence[Any] = value
    return items
