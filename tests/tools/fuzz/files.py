"""Mutate records of matches and files of circles, as JSON or as bytes, and import them."""

from __future__ import annotations

import gzip
import io
import json
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from django.db import transaction

from scores.core.matches.scoresheet import Sheet
from scores.group.transfer import exporter, importer, limits
from scores.group.transfer.reader import BadFile
from scores.management.commands.check_logs import disagreements
from scores.models import Circle, Match
from tests.tools.fuzz.mutating import CARDS, DAYS, NUMBERS, TEXTS

TWICE = "\ue000"  # suffix of a key that is written twice
PLAIN = (None, True, False, 0, 1, -1, 2, 7, 99, 100, 10**9, 2**31, 2**63, -(2**63), 10**30, 1.5, -0.0, 1e308)
PLAIN += (float("nan"), float("inf"), [], {}, [[]], [None], {"": ""}, "0", "1", "True")


def mutated(dice: Random, content: bytes) -> bytes:
    """The file with one to three mutations."""
    for _time in range(dice.choice((1, 1, 2, 3))):
        with suppress(ValueError, LookupError, TypeError, RecursionError):  # this mutation does not apply
            content = dice.choice(WAYS)(dice, content)
    return content


def _structure(dice: Random, content: bytes) -> bytes:
    """The file with one value of one line changed, moved, removed or repeated."""
    lines = content.decode().splitlines()
    place = 0 if len(lines) > 1 and lines[0].strip() == "{" else dice.randrange(len(lines))
    whole = lines[0].strip() == "{"
    document = json.loads(content if whole else lines[place])
    box, key = dice.choice(list(_places(document)))
    _bend(dice, document, box, key)
    text = json.dumps(document, ensure_ascii=dice.random() < 0.5).replace(TWICE, "")
    if not whole:
        lines[place] = text
        text = "\n".join(lines) + "\n"
    return text.encode("utf-8", "surrogatepass")


def _places(document: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a value: the object or list, and the key."""
    keys = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in keys:
        yield document, key
        if isinstance(value, (dict, list)):
            yield from _places(value)


def _bend(dice: Random, document: Any, box: Any, key: Any) -> None:
    act = dice.choice(("value", "value", "near", "drop", "twice", "rename", "move", "many"))
    if act == "near":
        box[key] = _near(dice, box[key])
    elif act == "drop":
        del box[key]
    elif act == "many" and isinstance(box, list):
        box[key:key] = [box[key]] * dice.choice((1, 2, 50, 3000))
    elif act == "move":
        other, place = dice.choice(list(_places(document)))
        with suppress(ValueError):
            box[key] = json.loads(json.dumps(other[place]))
    elif act in ("twice", "rename") and isinstance(box, dict):
        value = box[key] if act == "twice" else box.pop(key)
        box[key + TWICE if act == "twice" else dice.choice((*TEXTS[:20], "type", "seat", "uid"))] = value
    else:
        box[key] = dice.choice((dice.choice(PLAIN), dice.choice((*TEXTS, *NUMBERS, *DAYS, *CARDS))))


def _near(dice: Random, value: Any) -> Any:
    """A value near the old one."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, (int, float)):
        return dice.choice((value + 1, value - 1, -value, str(value), value * 1000, float(value)))
    if isinstance(value, str) and value:
        place = dice.randrange(len(value))
        return value[:place] + dice.choice(("", "\x00", "\ud800", "٣", "z", value)) + value[place + 1 :]
    return [value]


def _bytes(dice: Random, content: bytes) -> bytes:
    place = dice.randrange(len(content) + 1)
    put_in = (b"\xff", b"\x00", b"\xed\xa0\x80", b"9" * 5000, b"[" * 5000, b'{"a":' * 3000, b"\r", b",", b'"')
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: content[:place],
        lambda: content[place:],
        lambda: content[:place] + dice.choice(put_in) + content[place:],
        lambda: content[:place] + bytes([dice.randrange(256)]) + content[place + 1 :],
    )
    return dice.choice(ways)()


def _coding(dice: Random, content: bytes) -> bytes:
    """The file in another encoding, compressed, repeated or empty."""
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: b"\xef\xbb\xbf" + content,
        lambda: content.decode().encode("utf-16"),
        lambda: content.decode().encode("latin-1", "replace"),
        lambda: gzip.compress(content),
        lambda: gzip.compress(b" " * 10**6),
        lambda: content.replace(b"\n", b"\r\n"),
        lambda: content * 2,
        lambda: b"[" * 100_000 + content,
        lambda: b"",
    )
    return dice.choice(ways)()


def _lines(dice: Random, content: bytes) -> bytes:
    """Lines removed, repeated or in another order."""
    lines = content.splitlines(keepends=True)
    place = dice.randrange(len(lines))
    act = dice.choice(("drop", "twice", "shuffle", "empty"))
    if act == "drop":
        del lines[place]
    elif act == "twice":
        lines.insert(dice.randrange(len(lines)), lines[place])
    elif act == "shuffle":
        dice.shuffle(lines)
    else:
        lines.insert(place, b"\n")
    return b"".join(lines)


WAYS = (*(_structure,) * 8, _bytes, _bytes, _coding, _lines)


# Checks


def walk(dice: Random, number: int, sources: Sequence[bytes]) -> list[str]:
    """Import that many mutated files; the faults, one of each kind."""
    found: dict[str, str] = {}
    for _time in range(number):
        content = mutated(dice, dice.choice(sources))
        for told in faults(content):
            found.setdefault(told.splitlines()[0], f"{told}\n  {content[:3000]!r}")
    return list(found.values())


def sources() -> list[bytes]:
    """The files of every circle and of its matches."""
    circles = ["".join(exporter.circle_text(circle)) for circle in Circle.objects.current()]
    matches = [exporter.record_of(Sheet(match)) for match in Match.objects.not_deleted()]
    return [text.encode() for text in (*circles, *matches)]


def faults(content: bytes) -> Iterator[str]:
    """The fault of a file that is neither refused nor imported and exported again unchanged; else nothing."""
    try:
        yield from _looked_at(content)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        yield f"{error!r:.200} in {where.filename}:{where.lineno}"


def _looked_at(content: bytes) -> Iterator[str]:
    try:
        importer.preview(io.BytesIO(content), None, limits.PAGE)
    except BadFile:
        return
    with transaction.atomic():
        yield from _brought(content)
        transaction.set_rollback(True)


def _brought(content: bytes) -> Iterator[str]:
    first, second = Circle.objects.create(), Circle.objects.create()
    importer.name_circle(first, importer.import_into(io.BytesIO(content), first, {}, limits.PAGE))
    away = "".join(exporter.circle_text(first))
    importer.name_circle(second, importer.import_into(io.BytesIO(away.encode()), second, {}))
    if "".join(exporter.circle_text(second)) != away:
        yield "taken away again it is another file"
    for match in Match.objects.filter(circle=first):
        yield from (f"log broken: {told}" for told in disagreements(match))
