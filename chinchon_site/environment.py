"""Read environment variables strictly: an invalid value stops the start with one clear sentence."""

import os
import re
import secrets
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured
from limits import RateLimitItem, parse

from rules import numbers
from scores.management.postgresql import from_url

YES_OR_NO = dict.fromkeys(("1", "true", "yes", "on"), True) | dict.fromkeys(
    ("0", "false", "no", "off"), False
)
ANDROID_APP = re.compile(r"([\w.]+)@((?:[0-9A-F]{2}:){31}[0-9A-F]{2})")
SHORTEST_KEY = 50  # characters; what `check --deploy` asks of SECRET_KEY


def text(name: str, default: str = "") -> str:
    """The value of `name`; an empty value counts as unset."""
    return os.environ.get(name, "").strip() or default


def _read(name: str, default: str, parse: Callable[[str], Any], wanted: str) -> Any:
    """The value of `name` as `parse` reads it; `wanted` ends the sentence for one that it cannot read."""
    value = text(name, default)
    try:
        return parse(value)
    except (OSError, ValueError, LookupError) as error:
        raise ImproperlyConfigured(f"{name} is {value!r}: {wanted}.") from error


def flag(name: str, unset: str = "0") -> bool:
    """Whether `name` is set to yes; False if unset, unless `unset` says otherwise."""
    return _read(
        name,
        unset,
        lambda value: YES_OR_NO[value.lower()],
        "write 1 for yes or 0 for no",
    )


def choice(name: str, known: Sequence[str]) -> str:
    """The value of `name`, one of `known`; the first of them if unset."""
    return _read(
        name,
        known[0],
        lambda value: known[known.index(value)],
        f"write one of {', '.join(known)}",
    )


def whole_number(name: str, default: int, least: int = 0) -> int:
    """The value of `name`, a whole number from `least` on."""

    def parse(value: str) -> int:
        number = numbers.whole_number(value)
        if number is None or number < least:
            raise ValueError
        return number

    return _read(name, str(default), parse, f"write a whole number from {least} on")


def limit(name: str, usual: str) -> RateLimitItem:
    """The rate limit of that name, such as 240/minute: that of `night-codes` is in
    REENGANCHE_LIMIT_NIGHT_CODES.
    """
    variable = f"REENGANCHE_LIMIT_{name.upper().replace('-', '_')}"
    return _read(variable, usual, parse, f"write a rate such as {usual}")


def hosts(name: str, default: str) -> list[str]:
    """Host names and IP addresses without scheme, port and path."""
    return _list_setting(
        name, default, _is_host, "write names without scheme, port or path"
    )


def _is_host(text: str) -> bool:
    has_port = ":" in text and not (text.startswith("[") and text.endswith("]"))
    return not has_port and "/" not in text and " " not in text


def web_addresses(name: str) -> list[str]:
    """Addresses of a site."""
    return _list_setting(
        name, "", _is_web_address, "write an address such as http://192.168.1.20:8000"
    )


def _is_web_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def origins(name: str) -> list[str]:
    """Origins such as https://host or https://host:port."""
    return _list_setting(
        name, "", _is_origin, "write origins such as https://example.org"
    )


def _is_origin(text: str) -> bool:
    _scheme, _host, path, query, _fragment = urlsplit(text)
    return _is_web_address(text) and not path and not query


def _list_setting(
    name: str, default: str, is_right: Callable[[str], bool], wanted: str
) -> list[str]:
    """The items of `name`, which commas separate; `wanted` ends the sentence for one that is not right."""
    items = [item.strip() for item in text(name, default).split(",") if item.strip()]
    for item in items:
        if not is_right(item):
            raise ImproperlyConfigured(f"{name} holds {item!r}: {wanted}.")
    return items


def android_app(name: str) -> tuple[str, ...]:
    """The package of an Android app, and the SHA-256 fingerprint of its certificate; empty if unset."""
    value = text(name)
    app = ANDROID_APP.fullmatch(value)
    if value and not app:
        raise ImproperlyConfigured(
            f"{name} is {value!r}: write org.example.app@ and 32 bytes such as 1A:2B:…"
        )
    return app.groups() if app else ()


def time_zone(name: str, default: str) -> str:
    return _read(name, default, ZoneInfo, "no such time zone; try Europe/Madrid").key


def postgresql(name: str) -> dict[str, Any] | None:
    """Django's database settings for the URL in `name`; None if unset."""
    url = text(name)
    if not url:
        return None
    lasting = {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}
    try:
        return {"ENGINE": "chinchon_site.database", **lasting, **from_url(url)}
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name} {error}. Without it SQLite is used."
        ) from error


def data_directory(name: str, default: Path) -> Path:
    """An absolute directory that only the owner can read; created if missing."""
    directory = Path(text(name, str(default))).expanduser().absolute()
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name} is {str(directory)!r}: {error.strerror}."
        ) from error
    return directory


def key(name: str, directory: Path | None) -> str:
    """The secret key `name`: from the environment, else from a file that the first start makes."""
    value = text(name)
    if value:
        return _long_enough(value, name)
    if directory is None:
        raise ImproperlyConfigured(
            f"REENGANCHE_HTTPS=1 needs {name} in the environment: {SHORTEST_KEY} random characters or more."
        )
    file = directory / name.lower()
    try:
        if not file.exists():
            _create_once(file, secrets.token_urlsafe(48))
        return _long_enough(file.read_text(encoding="utf-8").strip(), str(file))
    except OSError as error:
        raise ImproperlyConfigured(
            f"The key {str(file)!r} cannot be kept: {error.strerror}."
        ) from error


def optional_key(name: str) -> str:
    """The secret key `name`; empty if unset."""
    value = text(name)
    return _long_enough(value, name) if value else ""


def refuse_unsafe(is_unsafe: bool, why: str) -> None:
    if is_unsafe:
        raise ImproperlyConfigured(why)


def _long_enough(value: str, source: str) -> str:
    if len(value) < SHORTEST_KEY or len(set(value)) < 5:
        raise ImproperlyConfigured(
            f"{source} is too weak a key: use {SHORTEST_KEY} random characters or more."
        )
    return value


def _create_once(file: Path, value: str) -> None:
    """Create `file` with its content atomically: two processes that start together read the same content."""
    file.parent.mkdir(mode=0o700, exist_ok=True)
    with tempfile.NamedTemporaryFile(
        "w", dir=file.parent, encoding="utf-8"
    ) as draft:  # created with mode 0600
        draft.write(value)
        draft.flush()
        os.fsync(draft.fileno())
        with suppress(FileExistsError):
            os.link(draft.name, file)
