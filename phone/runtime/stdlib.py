"""What the engine needs of the standard library and MicroPython does not have, or does otherwise.

The translation replaces `functools.reduce` by the `reduce` of this module, `sorted(…)` by `stable_sorted(…)`,
and so on. The module itself is only stripped of its annotations: it is written in the Python that MicroPython
reads, with no dict displays whose order matters, no keywords for exceptions, no stars in displays.
"""

from collections import OrderedDict as ordered_dict, namedtuple as native_namedtuple
from collections.abc import Iterable, Iterator
from math import frexp
from typing import Any

NOTHING: Any = object()
TEXTS: Any = {}
"""For each named tuple with a text of its own, the function that writes it."""
_FIELDS: Any = {}  # of each named tuple


# Built in


def text_of(value: Any) -> str:
    """`str(value)`."""
    write = TEXTS.get(type(value))
    return str(value) if write is None else write(value)


def _text_of_float(number: float) -> str:
    """The shortest text of a number with one decimal; MicroPython's own has sixteen digits."""
    tenths = int(number * 10 + 0.5)
    if number < 0 or tenths / 10 != number:
        return str(number)
    return str(tenths // 10) + "." + str(tenths % 10)


TEXTS[float] = _text_of_float


def merged(*parts: Any) -> Any:
    """`{**part, **part}`; a part is a dict or pairs."""
    whole: Any = ordered_dict()
    for part in parts:
        whole.update(part)
    return whole


def dict_fromkeys(keys: Iterable[Any], value: Any = None) -> Any:
    return ordered_dict([(key, value) for key in keys])


def with_step(sequence: Any, start: int | None, stop: int | None, step: int) -> Any:
    """`sequence[start:stop:step]`; of MicroPython only lists and ranges take a step."""
    items = [sequence[at] for at in range(len(sequence))[start:stop:step]]
    if isinstance(sequence, str):
        return "".join(items)
    return items if isinstance(sequence, list) else tuple(items)


def zip_strict(*parts: Any) -> Any:
    """`zip(…, strict=True)`."""
    whole = [part if isinstance(part, (list, tuple)) else list(part) for part in parts]
    for part in whole:
        if len(part) != len(whole[0]):
            raise ValueError("zip() of unequal length")
    return zip(*whole)


def stable_sorted(
    items: Iterable[Any], key: Any = None, reverse: bool = False
) -> list[Any]:
    """`sorted(…)`; in MicroPython's the order of equal items is not the one they had, and where items are in
    order already it compares each with all others.
    """
    items = list(items)
    if len(items) < 2:
        return items
    keys = items if key is None else [key(item) for item in items]
    sign = -1 if reverse else 1
    keyed = [(keys[index], sign * index) for index in _mixed_indices(len(items))]
    return [items[sign * index] for _, index in sorted(keyed, reverse=reverse)]


FEW = 16  # items: to compare each with all others costs less than to mix them


def _mixed_indices(count: int) -> Iterable[int]:
    """The indices of so many items, each once. Neighbours of many are far apart: steps of the golden
    ratio.
    """
    if count < FEW:
        return range(count)
    step = count * 618 // 1000
    while _common_divisor(step, count) > 1:
        step += 1
    return [index * step % count for index in range(count)]


def _common_divisor(one: int, other: int) -> int:
    return _common_divisor(other, one % other) if other else one


def stable_sort(items: list[Any], key: Any = None, reverse: bool = False) -> None:
    items[:] = stable_sorted(items, key, reverse)


_BITS = bytes([bin(byte).count("1") for byte in range(256)])
_TOO_BIG = 1 << 1000  # for a float


def bit_count(number: int) -> int:
    return _BITS[number] if number < 256 else bin(number).count("1")


def bit_length(number: int) -> int:
    """The number of bits, found by way of a float: in a fifth of the time of shifting."""
    if not 0 < number < _TOO_BIG:
        return len(bin(number)) - 2 if number else 0
    length = frexp(number)[1]
    return length if number >> (length - 1) else length - 1  # many ones are rounded up


def update_fields(changed: Any, *facts: Any, **more: Any) -> None:
    """`changed.__dict__.update(…)`."""
    for fact in facts + (more,):
        for name in fact:
            setattr(changed, name, fact[name])


def exception(kind: Any, arguments: Any, keywords: Any) -> Any:
    """`kind(*arguments, **keywords)`: the constructor of MicroPython's exceptions takes no keywords."""
    made = kind(*arguments)
    made.__init__(*arguments, **keywords)
    return made


class MissingDict:
    """A dict whose class has `__missing__`; only looked up in."""

    def __getitem__(self, key: Any) -> Any:
        try:
            return self._items[key]
        except AttributeError:
            self._items: Any = {}
        except KeyError:
            pass
        return self.__missing__(key)

    def __missing__(self, key: Any) -> Any:
        raise KeyError(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._items[key] = value

    def __len__(self) -> int:
        return len(self._items)

    def clear(self) -> None:
        self._items = {}


# collections


def namedtuple(name: str, fields: Any) -> Any:
    make: Any = native_namedtuple
    made = make(name, fields)
    _FIELDS[made] = fields
    return made


def namedtuple_replace(old: Any, **facts: Any) -> Any:
    """`old._replace(…)`."""
    kind = type(old)
    fields = _FIELDS.get(kind) or _FIELDS[kind.__bases__[0]]
    return kind(
        *[
            facts[field] if field in facts else value
            for field, value in zip(fields, old)
        ]
    )


def modulo(left: Any, right: Any) -> Any:
    """`left % right`: the remainder, or a text with facts filled in."""
    return left % (dict(right) if isinstance(right, ordered_dict) else right)


def isascii(text: str) -> bool:
    return all(ord(char) < 128 for char in text)


def removeprefix(text: str, prefix: str) -> str:
    return text[len(prefix) :] if text.startswith(prefix) else text


def casefold(text: str) -> str:
    """The text in small letters, of the alphabets in which names are mostly written."""
    return "".join([_small(char) for char in text])


# Capital and small letters in turn, the capital first
_PAIRS = (
    (0x100, 0x137),
    (0x14A, 0x177),
    (0x1F8, 0x21F),
    (0x1E00, 0x1E95),
    (0x1EA0, 0x1EFF),
)


def _small(char: str) -> str:
    code = ord(char)
    if code < 0x80:
        return char.lower()
    if char == "ß":
        return "ss"
    if (
        (0xC0 <= code <= 0xDE and code != 0xD7)
        or 0x391 <= code <= 0x3A9
        or 0x410 <= code <= 0x42F
    ):
        return chr(code + 32)
    if any(low <= code <= high for low, high in _PAIRS):
        return chr(code | 1)
    if 0x139 <= code <= 0x148 or 0x179 <= code <= 0x17E:
        return chr(code + (code & 1))
    return chr(code + 80) if 0x400 <= code <= 0x40F else char


class Counter(ordered_dict):  # type: ignore[type-arg]  # evaluated there
    """Counts, in the order in which the keys came. What a missing key counts is 0."""

    def __init__(self, items: Any = ()) -> None:
        super().__init__()
        if isinstance(items, Counter):
            self.update(list(items.items()))
            return
        for item in items:
            self[item] = self[item] + 1

    def __getitem__(self, key: Any) -> int:
        return self.get(key, 0)  # type: ignore[no-any-return]  # a dict of anything

    def total(self) -> int:
        return sum(self.values())

    def elements(self) -> Iterator[Any]:
        for key, times in self.items():
            for _ in range(times):
                yield key

    def __sub__(self, other: Any) -> Any:
        return self._sum_with(other, -1)

    def __add__(self, other: Any) -> Any:
        return self._sum_with(other, 1)

    # MicroPython falls back on neither of them.
    __iadd__ = __add__
    __isub__ = __sub__

    def _sum_with(self, other: Any, sign: int) -> Any:
        """The sums above 0, in the order of `self`, then of `other`."""
        made = Counter()
        for key in list(self) + [key for key in other if key not in self]:
            times = self[key] + sign * other[key]
            if times > 0:
                made[key] = times
        return made

    def __le__(self, other: Any) -> bool:
        return all(times <= other[key] for key, times in self.items())

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Counter) and self <= other and other <= self


# enum


class Enum:
    """A StrEnum: its members are the texts themselves, so that they equal what is written."""

    def __init__(self, name: str, members: Any) -> None:
        self._name = name
        self._by_value = {value: value for _, value in members}
        self._all = tuple([value for _, value in members])
        for member, value in members:
            setattr(self, member, self._by_value[value])

    def __call__(self, value: Any) -> Any:
        member = self._by_value.get(value) if isinstance(value, str) else None
        if member is None:
            raise ValueError(repr(value) + " is not a valid " + self._name)
        return member  # the same object every time, for `is`

    def __iter__(self) -> Any:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


# dataclasses


_Field = native_namedtuple("_Field", ("default", "metadata", "name"))
MISSING = NOTHING


def field(default: Any = NOTHING, metadata: Any = None) -> Any:
    return _Field(default, metadata, "")


def default_of(value: Any) -> Any:
    return value.default if isinstance(value, _Field) else value


def fields(dataclass: Any) -> Any:
    """The fields with their names and metadata."""
    named = []
    for name in dataclass._fields:
        made = getattr(dataclass, "_field_" + name, None)
        named.append(_Field(NOTHING, getattr(made, "metadata", {}), name))
    return named


_new = object.__new__


def replace(old: Any, **facts: Any) -> Any:
    kind = old.__class__
    made = _new(kind)
    for name in kind._fields:
        setattr(made, name, facts.pop(name) if name in facts else getattr(old, name))
    if facts:
        raise TypeError("no such field: " + repr(list(facts)))
    if hasattr(made, "__post_init__"):
        made.__post_init__()
    return made


# functools, itertools, operator, contextlib, statistics, unicodedata, urllib.parse, uuid


def lru_cache(maxsize: int | None = None) -> Any:
    """Forgets everything when it is full, and not what was used last."""

    def decorate(function: Any) -> Any:
        known: Any = {}

        def ask(*arguments: Any) -> Any:
            if arguments not in known:
                if maxsize is not None and len(known) >= maxsize:
                    known.clear()
                known[arguments] = function(*arguments)
            return known[arguments]

        return ask

    return decorate


def product(*pools: Any) -> Any:
    made: Any = [()]
    for pool in pools:
        pool = list(pool)
        made = [chosen + (item,) for chosen in made for item in pool]
    return iter(made)


def combinations(items: Iterable[Any], number: int) -> Iterator[Any]:
    pool = list(items)
    made: Any = [((), 0)]  # what is chosen, and from which index on more can be
    for _ in range(number):
        made = [
            (chosen + (pool[at],), at + 1)
            for chosen, start in made
            for at in range(start, len(pool))
        ]
    return iter([chosen for chosen, _ in made])


def islice(items: Iterable[Any], stop: int) -> Iterator[Any]:
    return (item for _, item in zip(range(stop), items))


def pairwise(items: Iterable[Any]) -> Iterator[Any]:
    whole = list(items)
    return zip(whole, whole[1:])  # noqa: RUF007  # this is what it is


def itemgetter(key: Any) -> Any:
    return lambda item: item[key]


class suppress:
    def __init__(self, *kinds: Any) -> None:
        self._kinds = kinds

    def __enter__(self) -> Any:
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        return kind is not None and issubclass(kind, self._kinds)


def median(numbers: Iterable[float]) -> float:
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    return (
        ordered[middle]
        if len(ordered) % 2
        else (ordered[middle - 1] + ordered[middle]) / 2
    )


_UNSEEN = (
    (0x600, 0x605),
    (0x61C, 0x61C),
    (0x180E, 0x180E),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0xFFF9, 0xFFFB),
    (0xE0001, 0xE007F),
)


BLANKS = (
    " \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


def category(char: str) -> str:
    """Cc and Cf of characters that cannot be seen, Zs of spaces; everything else is a letter here."""
    code = ord(char)
    if code < 0x20 or 0x7F <= code < 0xA0:
        return "Cc"
    if char in BLANKS:
        return "Zs"
    is_unseen = code in (0xAD, 0xFEFF) or any(
        low <= code <= high for low, high in _UNSEEN
    )
    return "Cf" if is_unseen else "Lo"


# Each letter with those that have an accent
_ACCENTED = (
    "aàáâãäåāăą cçćĉċč dď eèéêëēĕėęě gĝğġģ hĥ iìíîïĩīĭį jĵ kķ lĺļľ nñńņň oòóôõöōŏő"
    " rŕŗř sśŝşšș tţťț uùúûüũūŭůűų wŵ yýÿŷ zźżž"
)
_PLAIN: Any = {letter: row[0] for row in _ACCENTED.split(" ") for letter in row}


def normalize(form: str, text: str) -> str:
    """NFC: the text as it is, for `static/js/phone/engine.js` gives all texts so. NFKD: small letters of the
    Latin alphabet without their accents, which whoever asks takes away.
    """
    if form == "NFC" or isascii(text):
        return text
    return "".join([_PLAIN.get(letter, letter) for letter in text])


def urlencode(query: Any) -> str:
    """The query string of a dict or of pairs of a name and a text or a number."""
    pairs = query if isinstance(query, list) else query.items()
    return "&".join(
        [
            "=".join(
                ["".join([_quote(letter) for letter in str(value)]) for value in pair]
            )
            for pair in pairs
        ]
    )


_UNQUOTED = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-~"


def _quote(letter: str) -> str:
    if letter in _UNQUOTED:
        return letter
    if letter == " ":
        return "+"
    return "".join([f"%{byte:02X}" for byte in letter.encode()])


class UUID:
    """The page gives a phone the keys that its forms may use: these are never sent."""

    hex = ""


def uuid4() -> UUID:
    return UUID()
