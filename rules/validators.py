"""Checks of single values of a JSON document. Errors name the place of the value."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any
from uuid import UUID

from rules.errors import Illegal, Malformed
from rules.knobs import KEY, refuse_contradictions
from rules.match.log_json import inside
from rules.presets import load_ruleset
from rules.ruleset import Ruleset

Document = dict[str, Any]

FARTHEST = 10**9  # the largest absolute value of a number
YEARS = range(1900, 2200)  # date arithmetic works on every platform

_DEEPEST = 24
_LONGEST_NUMBER = 20  # digits; converting thousands of digits is slow
_NO_LETTERS = re.compile("[\0\ud800-\udfff]")  # databases or UTF-8 cannot store them


class BadRecord(Malformed):
    """A document that is no record: `place` is a JSON path such as `$.entries[3].entry.player`.

    `code` names the kind of error, for translations: no-json, number, name, …
    """

    def __init__(self, place: str, reason: str, code: str = "value") -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason
        self.code = code


# The text


def parse_json(text: str) -> Any:
    """The JSON document in `text`.

    Raises BadRecord for invalid JSON, NaN, fractions, very long numbers, a repeated key, letters that cannot
    be stored, and deep nesting.
    """
    try:
        document = json.loads(
            text,
            object_pairs_hook=_without_repeats,
            parse_int=lambda digits: (
                int(digits) if len(digits) <= _LONGEST_NUMBER else _Unfit(digits)
            ),
            parse_float=_Unfit,
            parse_constant=_Unfit,
        )
    except json.JSONDecodeError as error:
        raise BadRecord("$", f"no JSON: {error}", "no-json") from error
    except RecursionError as error:
        raise BadRecord("$", "nested too deeply", "deep") from error
    _refuse_unfit(document, "$", 0)
    return document


@dataclass(frozen=True)
class _Unfit:
    """Replaces a refused value while parsing, until its place in the document is known."""

    written: str
    code: str = "number"


def _without_repeats(pairs: list[tuple[str, Any]]) -> Document | _Unfit:
    named = dict(pairs)
    if len(named) == len(pairs):
        return named
    times = Counter(name for name, _ in pairs)
    return _Unfit(times.most_common(1)[0][0], "twice")


def _refuse_unfit(value: Any, place: str, depth: int) -> None:
    if isinstance(value, _Unfit):
        raise BadRecord(place, f"{value.code}: {value.written!r:.60}", value.code)
    if depth > _DEEPEST:
        raise BadRecord("$", "nested too deeply", "deep")
    if isinstance(value, str):
        _refuse_letters(value, place)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _refuse_unfit(item, f"{place}[{index}]", depth + 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            _refuse_letters(key, place)
            _refuse_unfit(item, inside(place, key), depth + 1)


def _refuse_letters(text: str, place: str) -> None:
    if _NO_LETTERS.search(text):
        raise BadRecord(place, f"no letters: {text!r:.60}", "letters")


# Values


def an_object(value: Any, place: str) -> Document:
    if not isinstance(value, dict):
        raise BadRecord(place, f"no object: {value!r:.60}", "object")
    return value


def with_keys(
    value: Any, place: str, needed: Sequence[str], known: Sequence[str] = ()
) -> Document:
    """An object that has every `needed` key, and no others except the `known` ones."""
    fields = an_object(value, place)
    for key in needed:
        if key not in fields:
            raise BadRecord(inside(place, key), "is missing", "missing")
    for key in fields:
        if key not in needed and key not in known:
            raise BadRecord(inside(place, key), "is not known", "unknown")
    return fields


def a_list(value: Any, place: str, fewest: int, most: int) -> list[Any]:
    if not isinstance(value, list) or not fewest <= len(value) <= most:
        raise BadRecord(place, f"no list of {fewest} to {most}: {value!r:.60}", "list")
    return value


def an_integer(
    value: Any, place: str, low: int = -FARTHEST, high: int = FARTHEST
) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadRecord(
            place, f"no whole number from {low} to {high}: {value!r:.60}", "number"
        )
    return value


def a_flag(value: Any, place: str) -> bool:
    if type(value) is not bool:
        raise BadRecord(place, f"neither true nor false: {value!r:.60}")
    return value


def a_direction(value: Any, place: str) -> int:
    if type(value) is not int or value not in (1, -1):
        raise BadRecord(place, f"neither 1 nor -1: {value!r:.60}", "number")
    return value


def a_name(value: Any, place: str, longest: int) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > longest:
        raise BadRecord(place, f"no name: {value!r:.60}", "name")
    return a_text(value, place, longest)


def a_text(value: Any, place: str, longest: int) -> str:
    """One line, which may be empty."""
    if not isinstance(value, str) or len(value) > longest:
        raise BadRecord(
            place, f"no text of at most {longest} letters: {value!r:.60}", "text"
        )
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in value):
        raise BadRecord(place, f"no letters: {value!r:.60}", "letters")
    return value


def a_uid(value: Any, place: str) -> UUID:
    """A UUID in its canonical form."""
    try:
        uid = UUID(value)
    except (TypeError, ValueError, AttributeError) as error:
        raise BadRecord(place, f"no uid: {value!r:.60}", "uid") from error
    if str(uid) != value:
        raise BadRecord(place, f"no uid as it is written: {value!r:.60}", "uid")
    return uid


def a_timestamp(value: Any, place: str) -> datetime:
    try:
        timestamp = datetime.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise BadRecord(place, f"no time: {value!r:.60}", "time") from error
    if timestamp.tzinfo is None:
        raise BadRecord(place, "a time without its zone", "time")
    if timestamp.year not in YEARS or timestamp.astimezone(UTC).year not in YEARS:
        raise BadRecord(place, f"no time of ours: {value!r:.60}", "time")
    return timestamp


def a_day(value: Any, place: str) -> date:
    try:
        day = date.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise BadRecord(place, f"no day: {value!r:.60}", "day") from error
    if day.year not in YEARS:
        raise BadRecord(place, f"no day of ours: {value!r:.60}", "day")
    return day


def a_clock_time(value: Any, place: str) -> time:
    try:
        return datetime.strptime(value, "%H:%M").time()
    except (TypeError, ValueError) as error:
        raise BadRecord(place, f"no time of day: {value!r:.60}", "time") from error


def a_ruleset(value: Any, place: str) -> Ruleset:
    try:
        ruleset = load_ruleset(an_object(value, place))
        refuse_contradictions(ruleset)
    except Illegal as illegal:
        knob = inside(place, illegal.details["knob"])
        raise BadRecord(
            knob, f"no rule: {illegal.details['value']!r:.60}", "rule"
        ) from illegal
    a_name(ruleset.key, inside(place, "key"), KEY.high)
    return ruleset


def check_numbers(value: Any, place: str) -> None:
    """Raise BadRecord for a number inside that is too large."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            check_numbers(item, f"{place}[{index}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            check_numbers(item, inside(place, key))
    elif type(value) is int:
        an_integer(value, place)
