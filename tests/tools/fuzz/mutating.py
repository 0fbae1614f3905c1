"""Fill in forms as users do, and mutate requests as no browser would send them."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random
from urllib.parse import quote_from_bytes

from django.utils import timezone

from tests.tools.fuzz.pages import Field, Form
from tests.tools.fuzz.request import (
    BOUNDARY,
    FORM,
    JSON,
    MULTIPART,
    NOTHING,
    Ask,
    File,
    Pair,
    as_address,
    bytes_of,
)

METHODS = (
    "GET",
    "POST",
    "HEAD",
    "OPTIONS",
    "PUT",
    "PATCH",
    "DELETE",
    "TRACE",
    "CONNECT",
    "BREW",
    "get",
)
# as written by `world`; too long to be in a token by chance
MARK = re.compile(r"zqz([cmph])\d+zqz")

# fmt: off
NUMBERS = (
    "0", "1", "2", "7", "60", "-1", "-0", "−3", "-10", "+5", "007", "1e9", "1.5", "1,5", "0x10", "1_000", "٣",
    "²", "Ⅷ", "½", "NaN", "-Infinity", "1e400", "9" * 10, "2147483648", "-2147483649", "9223372036854775808",
    str(10**30), "9" * 4301, "32768", "100000", " 5 ", "5\n", "true",
)
DAYS = (
    "2026-11-01", "2020-02-29", "2026-02-30", "0001-01-01", "9999-12-31", "0000-00-00", "1899-12-31",
    "10000-01-01", "01/02/2026", "2026-11-21T20:15", "-2026-01-01", "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00", "2026-11-21T20:15:00.123456Z", "2026-03-29T02:30:00",
)
CARDS = ("7o", "10o", "ao", "Ro", "12b", "joker", "5♥", "T♠", "7o:1", "7o:a", ":1", "7o:99", "0o", "7oo")
TEXTS = (
    "", " ", "\t", "\x00", "a\x00b", "\ud800", "a\udfffb", "\uffff", "\ufeffx", "\u202eabc", "e\u0301", "İ",
    "ß" * 40, "ﷺ" * 40, "👩‍👩‍👧‍👦" * 12, "a" * 40, "a" * 41, "a" * 81, "a" * 201, "a" * 70_000, "{{ 1 }}",
    "<script>alert(1)</script>", "{% x %}", "%s %(a)s %", "{0} {a}", "../../etc/passwd", "//evil.example",
    "https://evil.example/", "javascript:alert(1)", "\r\nSet-Cookie: a=b", "a\nb", "null", "on", "[]", "{}",
    "nobody", "knock-", "knock-5", "knock-99999999999", "clean", "chinchon", "gin", "rum-500", "house-1",
    "house-99999999999", "like-\x00", "new", "up-0", "down-99", "more", "name-Ana", "look-", "remove", "own",
    "score", "watch", "borrar", "yes", "no", "UTC", "../UTC", "es", "en", "xx", "%00", "0" * 32, "named-\x00",
    "00000000-0000-0000-0000-000000000000", "{urn:uuid:0}", "all",
)
RAW_QUERIES = (
    "%", "%zz", "%ff=%fe", "a=%ED%A0%80", "=", "&&&", "a&b;c=d", "?", "a=" + "b" * 3000, "\xff", "%00=%00",
)
FALSE_TYPES = (
    "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=x",
    f"multipart/form-data; boundary={'b' * 300}", "multipart/form-data; boundary=\xff",
    "multipart/mixed; boundary=x", "text/plain", "", ";", "\x00", "application/json; charset=utf-16",
    "application/octet-stream", "a/b/c; d=e; f",
)
ODD_COOKIES = (
    'phone="', "phone=", "phone=a:b:c", "phone=::", "=", ";;;", "a" * 4000, "\xff\xfe=\xff", "$Version=1",
    "django_language=xx", "django_language=en", "django_language=" + "e" * 600, "csrftoken=\x00",
)
ODD_NAMES = (
    "seq", "client_key", "uid", "happened_at", "csrfmiddlewaretoken", "is_x", "is_" + "0" * 32, "deadwood_99",
    "deadwood_-1", "deadwood_" + "9" * 30, "name_99", "called_0", "kept", "\x00", "with", "look", "next",
    "language", "page", "since", "q", "", "a" * 5000, "places", "do",
)
CHARSETS = (
    "utf-8", "latin-1", "utf-16", "utf-7", "base64", "rot13", "hex", "zlib", "idna", "undefined",
    "unicode_escape", "punycode", "nonsense", "", "\x00", '"',
)
# fmt: on
NAMES = ("Ana", "Luis", "Eva", "Íñigo", "Paz", "Mª José", "Lola 🌺", "Zoe")


# As users do


def filled(dice: Random, form: Form) -> tuple[Pair, ...]:
    """The fields that a browser would send after some taps and typing."""
    is_busy = dice.random() < 0.7
    groups: dict[str, list[str]] = {}
    for radio in form.fields:
        if radio.kind == "radio":
            groups.setdefault(radio.name, []).append(radio.value)
    chosen = {
        name: dice.choice(values)
        for name, values in groups.items()
        if dice.random() < 0.8
    }
    buttons = [one for one in form.fields if one.kind == "button"]
    pressed = dice.choice(buttons) if buttons and dice.random() < 0.8 else None
    pairs: list[Pair] = [(pressed.name, pressed.value)] if pressed else []
    for field in form.fields:
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


def _typed(dice: Random, one: Field, is_busy: bool) -> list[Pair]:
    if one.kind == "checkbox":
        is_on = one.is_on if dice.random() < 0.6 else not one.is_on
        return [(one.name, one.value)] if is_on else []
    if one.kind == "hidden" or not is_busy or (one.value and dice.random() < 0.7):
        return [(one.name, one.value)]
    if one.kind == "select":
        return [(one.name, dice.choice(one.options) if one.options else "")]
    return [(one.name, _plausible(dice, one))]


def _plausible(dice: Random, one: Field) -> str:
    if one.is_number:
        return str(
            dice.choice(
                (0, 1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 40, 55, dice.randrange(100))
            )
        )
    if one.kind == "date":
        return (timezone.localdate() - timedelta(days=dice.randrange(3000))).isoformat()
    if one.name == "word":
        return "borrar"
    return dice.choice(NAMES)


# Mutations

Mutation = Callable[[Random, Ask, Sequence[str]], Ask]


def nasty(dice: Random, known: Sequence[str]) -> str:
    """An odd value; sometimes one from the pages."""
    pool = dice.choice((NUMBERS, DAYS, CARDS, TEXTS, known or TEXTS))
    text = dice.choice(pool)
    if dice.random() < 0.15:
        place = dice.randrange(len(text) + 1)
        text = (
            text[:place]
            + dice.choice(("\x00", "\ud800", dice.choice(TEXTS)[:50]))
            + text[place:]
        )
    return text


def mutated(dice: Random, ask: Ask, known: Sequence[str], times: int) -> Ask:
    for _time in range(times):
        ask = dice.choice(MUTATIONS)(dice, ask, known)
    return ask


def _pairs(name: str) -> Mutation:
    """Changes, drops or repeats one of the pairs, or adds an unknown one."""

    def change(dice: Random, ask: Ask, known: Sequence[str]) -> Ask:
        pairs = list(getattr(ask, name))
        place = dice.randrange(len(pairs)) if pairs else 0
        act = dice.choice(
            ("value", "value", "value", "drop", "repeat", "rename", "add")
        )
        if act == "add" or not pairs:
            pairs.append((dice.choice(ODD_NAMES), nasty(dice, known)))
        elif act == "drop":
            del pairs[place]
        elif act == "repeat":
            pairs += [pairs[place]] * dice.choice((1, 2, 40, 1001))
        else:
            key, value = pairs[place]
            pairs[place] = (
                (key, nasty(dice, known))
                if act == "value"
                else (dice.choice(ODD_NAMES), value)
            )
        kind = FORM if name == "fields" and ask.kind == NOTHING else ask.kind
        return replace(ask, **{name: tuple(pairs), "kind": kind})

    return change


def _file(dice: Random, ask: Ask, known: Sequence[str]) -> Ask:
    """Adds an unexpected file, or gives a file an odd name."""
    content = bytes_of(nasty(dice, known))
    name = dice.choice(("file", "text", "x", "csrfmiddlewaretoken"))
    file = File(
        content,
        dice.choice(("a.json", "", "../a", 'a";b="', "\x00", "é" * 300)),
        "text/plain",
    )
    return replace(ask, kind=MULTIPART, fields=(*ask.fields, (name, file)))


def _method(dice: Random, ask: Ask, known: Sequence[str]) -> Ask:
    return replace(ask, method=dice.choice(METHODS))


def _path(dice: Random, ask: Ask, known: Sequence[str]) -> Ask:
    """Replaces one part of the path, or mutates the whole."""
    parts = ask.path.split("/")
    place = dice.randrange(len(parts))
    parts[place] = as_address(nasty(dice, known))[:3000]
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


def _kind(dice: Random, ask: Ask, known: Sequence[str]) -> Ask:
    return replace(ask, kind=dice.choice((FORM, MULTIPART, JSON)))


def _type(dice: Random, ask: Ask, known: Sequence[str]) -> Ask:
    """Sends a false Content-Type."""
    multipart = (
        f"multipart/form-data; boundary={BOUNDARY}; charset={dice.choice(CHARSETS)}"
    )
    form = f"application/x-www-form-urlencoded; charset={dice.choice(CHARSETS)}"
    said = dice.choice((multipart, form, *FALSE_TYPES))
    return replace(ask, headers=(*ask.headers, ("Content-Type", said)))


def _body(dice: Random, ask: Ask, known: Sequence[str]) -> Ask:
    kind = FORM if ask.kind == NOTHING else ask.kind
    return replace(ask, body=damaged(dice, ask.sent), kind=kind)


def damaged(dice: Random, content: bytes) -> bytes:
    """Bytes of it removed, changed, inserted or repeated."""
    place = dice.randrange(len(content) + 1)
    before = content[:place]
    after = content[place:]
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


def _length(dice: Random, ask: Ask, known: Sequence[str]) -> Ask:
    size = len(ask.sent)
    lies = ("0", str(max(0, size - 5)), str(size + 100), str(10**20), "21000000", "00")
    return replace(ask, length=dice.choice(lies))


def _raw_query(dice: Random, ask: Ask, known: Sequence[str]) -> Ask:
    return replace(
        ask, raw_query=dice.choice((*RAW_QUERIES, quote_from_bytes(dice.randbytes(30))))
    )


def _header(dice: Random, ask: Ask, known: Sequence[str]) -> Ask:
    name = dice.choice(list(HEADERS))
    value = (
        dice.choice(HEADERS[name]) if dice.random() < 0.8 else nasty(dice, known)[:4000]
    )
    return replace(ask, headers=(*ask.headers, (name, value)))


def _cookie(dice: Random, ask: Ask, known: Sequence[str]) -> Ask:
    """Sends the cookies of this or another phone in an odd form."""
    said = dict(ask.headers).get("Cookie", "")
    half = said[: dice.randrange(len(said) + 1)]
    bent = (
        half,
        f"{said}; {half}",
        said.swapcase(),
        f"x=1; {said}",
        said.replace(":", "%3A"),
        said + "a",
    )
    told = dice.choice(
        (*bent, *ODD_COOKIES, *(f"{said}; {one}" for one in ODD_COOKIES))
    )
    others = (header for header in ask.headers if header[0] != "Cookie")
    return replace(ask, headers=(*others, ("Cookie", told)))


# fmt: off
HEADERS: dict[str, tuple[str, ...]] = {
    "If-None-Match": ('"1.3"', 'W/"0.1"', "*", '"', "0.1", '"0.1", "1.1", "2.1"', '"' + "9" * 500 + '"'),
    "If-Modified-Since": ("Sat, 21 Nov 2026 10:00:00 GMT", "yesterday", "Sat, 99 Nov 99999 10:00:00 GMT"),
    "Accept-Language": ("en", "es-AR,es;q=0.9", "*", "zz", "en;q=", "a-" * 300, "\xff", "en\x00", "en;q=1e9"),
    "Accept-Encoding": ("gzip", "identity", "gzip;q=0", "*", "br", "\xff", "GZIP", "nogzip"),
    "Accept": ("text/html", "application/json", "*/*;q=x", "image/*"),
    "HX-Request": ("true", "false", "1", "\x00"),
    "HX-Target": ("line", "judged", "board", "prepare", "x" * 500, "\xff"),
    "HX-Current-URL": ("http://localhost/", "http://[", "//", "\x00", "http://localhost:99999/"),
    "Host": (
        "localhost", "localhost:8000", "evil.example", "", "[::1]", "[", "localhost:99999", "a b", "\xff",
    ),
    "X-Forwarded-For": (
        "1.2.3.4", "::1", "x", "1.2.3.4, ::ffff:1.2.3.4", "", "::1%eth0", "٣.1.1.1", "fe80::%",
    ),
    "X-Forwarded-Proto": ("https", "http", "gopher", "https,http", ""),
    "X-Request-ID": ("abcdefgh12345678", "a", "\n", "x" * 65, "\xff" * 10, "abc def gh"),
    "Range": ("bytes=0-5", "bytes=5-0", "bytes=-", "bytes=0-99999999999999999999", "lines=1-2", "bytes=٣-"),
    "Origin": ("null", "http://localhost", "https://evil.example", "http://[", "", "\xff"),
    "Referer": ("http://localhost/", "https://evil.example/", "http://[", "", "\xff"),
    "Authorization": ("Bearer x", "Bearer \xff", "Basic Og==", ""),
    "X-CSRFToken": ("x", "a" * 64, "\xff"),
    "Content-Encoding": ("gzip", "identity"),
    "Transfer-Encoding": ("chunked", "identity"),
}

MUTATIONS: tuple[Mutation, ...] = (
    *[_pairs("fields")] * 8, *[_pairs("query")] * 4, *[_header] * 5,
    _path, _path, _method, _cookie, _cookie, _type, _kind, _body, _body, _length, _raw_query, _file,
)
# fmt: on


def without_marks(ask: Ask) -> Ask:
    """The request without marks, so that a mark in a response can only come from the app."""

    def clean(text: str) -> str:
        return MARK.sub("marca", text)

    def clean_pair(pair: Pair) -> Pair:
        key, value = pair
        if isinstance(value, str):
            return clean(key), clean(value)
        return clean(key), replace(
            value, content=_clean_bytes(value.content), name=clean(value.name)
        )

    return replace(
        ask,
        path=clean(ask.path),
        query=tuple(map(clean_pair, ask.query)),
        fields=tuple(map(clean_pair, ask.fields)),
        headers=tuple((name, clean(value)) for name, value in ask.headers),
        raw_query=None if ask.raw_query is None else clean(ask.raw_query),
        body=None if ask.body is None else _clean_bytes(ask.body),
    )


def _clean_bytes(content: bytes) -> bytes:
    return re.sub(MARK.pattern.encode(), b"marca", content)
