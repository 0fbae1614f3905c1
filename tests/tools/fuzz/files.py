"""Mutate records of matches, files of circles and other JSON, as values, lines or bytes."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

from tests.tools.fuzz.mutating import CARDS, DAYS, NUMBERS, TEXTS

TWICE = "\ue000"  # suffix of a key that is written twice
PLAIN = (
    None,
    True,
    False,
    0,
    1,
    -1,
    7,
    99,
    10**9,
    2**31,
    2**63,
    -(2**63),
    10**30,
    1.5,
    -0.0,
    1e308,
)
PLAIN += (
    30_000_000,
    "x" * 200_000,
    [0] * 5_000,
    [[]] * 5_000,
    {f"k{number}": 0 for number in range(5_000)},
)
PLAIN += (float("nan"), float("inf"), [], {}, [[]], [None], {"": ""}, "0", "True")


def mutated(dice: Random, content: bytes) -> bytes:
    """The file with one to three mutations."""
    for _time in range(dice.choice((1, 1, 2, 3))):
        with suppress(
            ValueError, LookupError, TypeError, RecursionError
        ):  # this mutation does not apply
            content = dice.choice(WAYS)(dice, content)
    return content


def _structure(dice: Random, content: bytes) -> bytes:
    """The file with one value of one line changed, moved, removed or repeated."""
    lines = content.decode().splitlines()
    is_whole = lines[0].strip() == "{"
    place = dice.randrange(len(lines))
    document = json.loads(content if is_whole else lines[place])
    _bend(dice, document, *dice.choice(list(_places(document))))
    text = json.dumps(document, ensure_ascii=dice.random() < 0.5).replace(TWICE, "")
    if not is_whole:
        lines[place] = text
        text = "\n".join(lines) + "\n"
    return text.encode("utf-8", "surrogatepass")


def _places(document: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a value: the object or list, and the key."""
    for key, value in (
        document.items() if isinstance(document, dict) else enumerate(document)
    ):
        yield document, key
        if isinstance(value, (dict, list)):
            yield from _places(value)


def _bend(dice: Random, document: Any, box: Any, key: Any) -> None:
    act = dice.choice(
        ("value", "value", "near", "drop", "twice", "rename", "move", "many")
    )
    if act == "near":
        box[key] = _near(dice, box[key])
    elif act == "drop":
        del box[key]
    elif act == "many" and isinstance(box, list):
        box[key:key] = [box[key]] * dice.choice((1, 2, 50, 3000))
    elif act == "move":
        other, place = dice.choice(list(_places(document)))
        box[key] = json.loads(json.dumps(other[place]))
    elif act in ("twice", "rename") and isinstance(box, dict):
        value = box[key] if act == "twice" else box.pop(key)
        box[
            key + TWICE
            if act == "twice"
            else dice.choice((*TEXTS[:20], "type", "seat", "uid"))
        ] = value
    else:
        box[key] = dice.choice(
            (dice.choice(PLAIN), dice.choice((*TEXTS, *NUMBERS, *DAYS, *CARDS)))
        )


def _near(dice: Random, value: Any) -> Any:
    """A value near the old one."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, (int, float)):
        return dice.choice(
            (value + 1, value - 1, -value, str(value), value * 1000, float(value))
        )
    if isinstance(value, str) and value:
        place = dice.randrange(len(value))
        return (
            value[:place]
            + dice.choice(("", "\x00", "\ud800", "٣", "z", value))
            + value[place + 1 :]
        )
    return [value]


def _bytes(dice: Random, content: bytes) -> bytes:
    """Bytes cut off, put in or changed; or the whole in another encoding, compressed, repeated or empty."""
    place = dice.randrange(len(content) + 1)
    put_in = (
        b"\xff",
        b"\x00",
        b"\xed\xa0\x80",
        b"9" * 5000,
        b"[" * 5000,
        b'{"a":' * 3000,
        b"\r",
        b",",
        b'"',
    )
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: content[:place],
        lambda: content[place:],
        lambda: content[:place] + dice.choice(put_in) + content[place:],
        lambda: content[:place] + bytes([dice.randrange(256)]) + content[place + 1 :],
        lambda: b"\xef\xbb\xbf" + content,
        lambda: content.decode().encode(dice.choice(("utf-16", "latin-1")), "replace"),
        lambda: gzip.compress(dice.choice((content, b" " * 10**6))),
        lambda: content.replace(b"\n", b"\r\n"),
        lambda: dice.choice((content * 2, b"[" * 100_000 + content, b"")),
    )
    return dice.choice(ways)()


def _lines(dice: Random, content: bytes) -> bytes:
    """A line removed or repeated, or all in another order."""
    lines = content.splitlines(keepends=True)
    line = dice.choice(lines)
    if dice.random() < 0.3:
        dice.shuffle(lines)
    elif dice.random() < 0.5:
        lines.remove(line)
    else:
        lines.insert(dice.randrange(len(lines)), line)
    return b"".join(lines)


WAYS = (*(_structure,) * 8, *(_bytes,) * 3, _lines)
