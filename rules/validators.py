"""JSON documents that come from outside: their text, and the kinds of values that only they have."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from rules.errors import BadRecord, Illegal
from rules.kinds import Document, Kind, Whole, an_object, bad_value, within
from rules.knobs import KEY, refuse_contradictions
from rules.presets import load_ruleset
from rules.ruleset import Ruleset

FARTHEST = 10**9  # the largest absolute value of a number
YEARS = range(1900, 2200)  # date arithmetic works on every platform

_DEEPEST = 24
_LONGEST_NUMBER = 20  # digits; converting thousands of digits is slow
_NO_LETTERS = re.compile("[\0\ud800-\udfff]")  # databases or UTF-8 cannot store them


# The text


def parse_json(text: str, farthest: int = FARTHEST) -> Any:
    """The JSON document in `text`.

    Raises BadRecord for invalid JSON, NaN, fractions, numbers that are too large, a repeated key, letters
    that cannot be stored, and deep nesting.
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
        _refuse_unfit(document, Whole(-farthest, farthest))
        return document
    except json.JSONDecodeError as error:
        raise BadRecord(f"no JSON: {error}", "no-json") from error
    except RecursionError as error:
        raise BadRecord("nested too deeply", "deep") from error


class _Unfit(NamedTuple):
    """Replaces a refused value while parsing, until its path in the document is known."""

    written: str
    code: str = "number"


def _without_repeats(pairs: list[tuple[str, Any]]) -> Document | _Unfit:
    named = dict(pairs)
    if len(named) == len(pairs):
        return named
    times = Counter(name for name, _ in pairs)
    return _Unfit(times.most_common(1)[0][0], "twice")


def _refuse_unfit(value: Any, number: Whole, depth: int = 0) -> None:
    """Raise BadRecord for what cannot be stored, RecursionError for what costs much."""
    if isinstance(value, _Unfit):
        raise bad_value(value.code, value.written, value.code)
    if isinstance(value, str):
        _refuse_letters(value)
    if type(value) is int:
        number.read(value)
    if isinstance(value, (list, dict)):
        if depth > _DEEPEST:
            raise RecursionError
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for at, part in parts:
            _refuse_letters(str(at))
            within(at, _refuse_unfit, part, number, depth + 1)


def _refuse_letters(text: str) -> None:
    if _NO_LETTERS.search(text):
        raise bad_value("no letters", text, "letters")


# Kinds


class OneLine(Kind):
    """One line, which may be empty, cleaned by `tidy`."""

    code = "text"

    def __init__(self, longest: int, tidy: Callable[[str], str] = str) -> None:
        self.longest = longest
        self.tidy = tidy

    def read(self, value: Any) -> str:
        # Measured again: some letters become two when accents get one form.
        return self._measured(self.tidy(self._measured(value)))

    def _measured(self, line: Any) -> str:
        if not isinstance(line, str) or len(line) > self.longest:
            reason = f"no {self.code} of at most {self.longest} letters"
            raise bad_value(reason, line, self.code)
        if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in line):
            raise bad_value("no letters", line, "letters")
        return line


class Name(OneLine):
    code = "name"

    def read(self, value: Any) -> str:
        name = OneLine.read(self, value)
        if not name.strip():
            raise bad_value("no name", value, "name")
        return name


class DirectionOfPlay(Kind):
    def read(self, value: Any) -> int:
        if type(value) is not int or value not in (1, -1):
            raise bad_value("neither 1 nor -1", value, "number")
        return value


class Uid(Kind):
    """A UUID in its canonical form."""

    def read(self, value: Any) -> UUID:
        try:
            uid = UUID(value)
        except (TypeError, ValueError, AttributeError) as error:
            raise bad_value("no uid", value, "uid") from error
        if str(uid) != value:
            raise bad_value("no uid as it is written", value, "uid")
        return uid


class Day(Kind):
    def read(self, value: Any) -> date:
        try:
            day = date.fromisoformat(value)
        except (TypeError, ValueError) as error:
            raise bad_value("no day", value, "day") from error
        if day.year not in YEARS:
            raise bad_value("no day of ours", value, "day")
        return day


class WholeRuleset(Kind):
    def read(self, value: Any) -> Ruleset:
        try:
            ruleset = load_ruleset(an_object(value))
            refuse_contradictions(ruleset)
        except Illegal as illegal:
            details = illegal.details
            reason = f"no rule: {details['value']!r:.60}"
            raise BadRecord(reason, "rule", details["knob"]) from illegal
        within("key", Name(KEY.high).read, ruleset.key)
        return ruleset

    def write(self, value: Ruleset) -> Document:
        return value.dump()


UID = Uid()
DAY = Day()
RULESET = WholeRuleset()
DIRECTION = DirectionOfPlay()
