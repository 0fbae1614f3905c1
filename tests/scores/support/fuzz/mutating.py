"""Fill in forms as users do, and mutate requests as no browser would send them."""

import gzip
import json
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote_from_bytes

from django.utils import timezone

from tests.scores.support.fuzz.request import (
    BOUNDARY,
    FORM,
    JSON,
    MULTIPART,
    NOTHING,
    Ask,
    File,
    as_address,
    bytes_of,
)

# as written by `world`; too long to be in a token by chance
MARK = re.compile(r"zqz([cmph])\d+zqz")

ODD = json.loads(Path(__file__).with_name("odd_values.json").read_text())
# Letters around the bounds of texts, numbers and headers
LENGTHS = (40, 41, 81, 201, 601, 3_000, 4_301, 5_000, 70_000)
MOST_OF_A_HEADER = 4_000
NAMES = ("Ana", "Luis", "Eva", "Íñigo", "Paz", "Mª José", "Lola 🌺", "Zoe")


# As users do


def filled(dice, form):
    """The fields that a browser would send after some taps and typing."""
    is_busy = dice.random() < 0.7
    groups = {}
    for radio in form.controls:
        if radio.kind == "radio":
            groups.setdefault(radio.name, []).append(radio.value)
    chosen = {
        name: dice.choice(values)
        for name, values in groups.items()
        if dice.random() < 0.8
    }
    buttons = [one for one in form.controls if one.kind == "button" and one.name]
    pressed = dice.choice(buttons) if buttons and dice.random() < 0.8 else None
    pairs = [(pressed.name, pressed.value)] if pressed else []
    for field in form.controls:
        if field.kind == "radio":
            is_on = (
                field.value == chosen[field.name]
                if field.name in chosen
                else field.is_on
            )
            pairs += [(field.name, field.value)] if is_on else []
        elif field.kind != "button":
            pairs += _typed(dice, field, is_busy)
    return tuple(pairs)


def _typed(dice, field, is_busy):
    if field.kind == "checkbox":
        is_on = field.is_on if dice.random() < 0.6 else not field.is_on
        return [(field.name, field.value)] if is_on else []
    if field.kind == "hidden" or not is_busy or (field.value and dice.random() < 0.7):
        return [(field.name, field.value)]
    if field.kind == "select":
        return [(field.name, dice.choice(field.options) if field.options else "")]
    return [(field.name, _plausible(dice, field))]


def _plausible(dice, field):
    if field.is_number:
        return str(
            dice.choice(
                (0, 1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 40, 55, dice.randrange(100))
            )
        )
    if field.kind == "date":
        return (timezone.localdate() - timedelta(days=dice.randrange(3000))).isoformat()
    if field.name == "word":
        return "borrar"
    return dice.choice(NAMES)


# Mutations

# Each gives the request another form; `known` are values that pages had.


def nasty(dice, known):
    """An odd value; sometimes one from the pages."""
    pools = [ODD[kind] for kind in ("numbers", "days", "cards", "texts")]
    text = _odd(dice, dice.choice((*pools, known or ODD["texts"])))
    if dice.random() < 0.15:
        index = dice.randrange(len(text) + 1)
        inserted = dice.choice(("\x00", "\ud800", dice.choice(ODD["texts"])[:50]))
        text = text[:index] + inserted + text[index:]
    return text


def _odd(dice, values):
    """One of these values; sometimes repeated until it is long."""
    text = dice.choice(values)
    length = dice.choice(LENGTHS)
    return (text * length)[:length] if dice.random() < 0.1 else text


def mutated(dice, ask, known, times):
    for _time in range(times):
        ask = dice.choice(MUTATIONS)(dice, ask, known)
    return ask


def _pairs(name):
    """Changes, drops or repeats one of the pairs, or adds an unknown one."""

    def change(dice, ask, known):
        pairs = list(getattr(ask, name))
        index = dice.randrange(len(pairs)) if pairs else 0
        act = dice.choice(
            ("value", "value", "value", "drop", "repeat", "rename", "add")
        )
        if act == "add" or not pairs:
            pairs.append((_odd(dice, ODD["names"]), nasty(dice, known)))
        elif act == "drop":
            del pairs[index]
        elif act == "repeat":
            pairs += [pairs[index]] * dice.choice((1, 2, 40, 1001))
        else:
            key, value = pairs[index]
            pairs[index] = (
                (key, nasty(dice, known))
                if act == "value"
                else (_odd(dice, ODD["names"]), value)
            )
        kind = FORM if name == "fields" and ask.kind == NOTHING else ask.kind
        return replace(ask, **{name: tuple(pairs), "kind": kind})

    return change


def _file(dice, ask, known):
    """Adds an unexpected file, or gives a file an odd name."""
    content = bytes_of(nasty(dice, known))
    name = dice.choice(("file", "text", "x", "csrfmiddlewaretoken"))
    file = File(
        content,
        dice.choice(("a.json", "", "../a", 'a";b="', "\x00", "é" * 300)),
        "text/plain",
    )
    return replace(ask, kind=MULTIPART, fields=(*ask.fields, (name, file)))


def _method(dice, ask, known):
    return replace(ask, method=dice.choice(ODD["methods"]))


def _path(dice, ask, known):
    """Replaces one part of the path, or mutates the whole."""
    parts = ask.path.split("/")
    index = dice.randrange(len(parts))
    parts[index] = as_address(nasty(dice, known))[:3000]
    bent = (
        ask.path.rstrip("/"),
        f"/{ask.path}",
        f"{ask.path}%00",
        f"{ask.path}%ff",
        ask.path.upper(),
        "*",
    )
    return replace(
        ask, path="/".join(parts) if dice.random() < 0.7 else dice.choice(bent)
    )


def _kind(dice, ask, known):
    return replace(ask, kind=dice.choice((FORM, MULTIPART, JSON)))


def _type(dice, ask, known):
    """Sends a false Content-Type."""
    multipart = f"multipart/form-data; boundary={BOUNDARY}; charset={dice.choice(ODD['charsets'])}"
    form = f"application/x-www-form-urlencoded; charset={dice.choice(ODD['charsets'])}"
    content_type = dice.choice((multipart, form, *ODD["content_types"]))
    return replace(ask, headers=(*ask.headers, ("Content-Type", content_type)))


def _body(dice, ask, known):
    kind = FORM if ask.kind == NOTHING else ask.kind
    return replace(ask, body=damaged(dice, ask.sent), kind=kind)


def damaged(dice, content):
    """Bytes of it removed, changed, inserted or repeated."""
    index = dice.randrange(len(content) + 1)
    before = content[:index]
    after = content[index:]
    inserted = dice.choice(
        (b"\xff\xfe", b"\x00", b"%", b"%f", b"&&&", b"--", b"\r\n\r\n", b";")
    )
    return dice.choice(
        (
            before,
            after,
            before + inserted + after,
            before + bytes([dice.randrange(256)]) + after[1:],
            content * 2,
            dice.randbytes(200),
            gzip.compress(content),
        )
    )


def _length(dice, ask, known):
    size = len(ask.sent)
    lies = ("0", str(max(0, size - 5)), str(size + 100), str(10**20), "21000000", "00")
    return replace(ask, length=dice.choice(lies))


def _raw_query(dice, ask, known):
    bytes_of_query = quote_from_bytes(dice.randbytes(30))
    return replace(ask, raw_query=_odd(dice, (*ODD["raw_queries"], bytes_of_query)))


def _header(dice, ask, known):
    name, values = dice.choice([*ODD["headers"].items()])
    value = _odd(dice, values) if dice.random() < 0.8 else nasty(dice, known)
    return replace(ask, headers=(*ask.headers, (name, value[:MOST_OF_A_HEADER])))


def _cookie(dice, ask, known):
    """Sends the cookies of this or another phone in an odd form."""
    cookies = dict(ask.headers).get("Cookie", "")
    half = cookies[: dice.randrange(len(cookies) + 1)]
    bent = (
        half,
        f"{cookies}; {half}",
        cookies.swapcase(),
        f"x=1; {cookies}",
        cookies.replace(":", "%3A"),
        cookies + "a",
    )
    odd = _odd(dice, ODD["cookies"])
    changed = dice.choice((*bent, odd, f"{cookies}; {odd}"))[:MOST_OF_A_HEADER]
    others = (header for header in ask.headers if header[0] != "Cookie")
    return replace(ask, headers=(*others, ("Cookie", changed)))


# fmt: off
MUTATIONS = (
    *[_pairs("fields")] * 8, *[_pairs("query")] * 4, *[_header] * 5,
    _path, _path, _method, _cookie, _cookie, _type, _kind, _body, _body, _length, _raw_query, _file,
)
# fmt: on


def without_marks(value):
    """A request, or a part of it, without marks: a mark in a response can only come from the app."""
    if isinstance(value, str):
        return MARK.sub("marca", value)
    if isinstance(value, bytes):
        return re.sub(MARK.pattern.encode(), b"marca", value)
    if isinstance(value, tuple):
        return tuple(map(without_marks, value))
    if isinstance(value, (Ask, File)):
        parts = {name: without_marks(part) for name, part in vars(value).items()}
        return replace(value, **parts)
    return value
